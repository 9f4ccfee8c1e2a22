/**
 * Providers of an app, replaced by a server of the test.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import { addParams } from "../../config/providers.ts";
import { AuthError } from "../../errors.ts";
import { processEnvironment, resolveUserConfig, toUserConfig } from "../../server/environment.ts";
import type { AnyConfig } from "../../types/inference.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../../types/resolved_provider.ts";
import { createIdp, type Idp } from "./idp.ts";
import { refuseInProduction } from "./sign_in_as.ts";

/** Options of {@linkcode fakeProvider}. */
export interface FakeProviderOptions {
  /** Origin of the server. Default: `https://<id>.test`. */
  issuer?: string | undefined;
  /** Environment of the app. Default: that of the process. */
  env?: Environment | undefined;
}

/**
 * Replaces an OAuth or OpenID Connect provider of the app by a server in process, at which a
 * person with the given profile is signed in. The app needs no client id and no network; its
 * `profile` function and its callbacks stay. Call it before the app handles a request.
 *
 * For a real browser, serve `handler` of the result at the `issuer`, for example with
 * `Deno.serve({ port: 9000 }, idp.handler)` and the issuer `http://127.0.0.1:9000`.
 *
 * @param auth the app's config, or the result of `defineAuth`
 * @param id id of the provider
 * @param profile what the provider knows about the person, in the provider's own words
 * @returns the server; its `user` may be changed between sign-ins
 * @throws {AuthError} in production, or when the config has no such provider
 *
 * @example
 * ```ts
 * import { defineAuth } from "@x/auth/server";
 * import GitHub from "@x/auth/providers/github";
 * import { createBrowser, fakeProvider } from "@x/auth/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const github = await fakeProvider(auth, "github", { id: 1, login: "ada", name: "Ada" });
 * const browser = createBrowser("https://app.example", {
 *   "https://app.example": (request) =>
 *     new URL(request.url).pathname.startsWith("/auth/")
 *       ? auth.handler(request)
 *       : new Response("Hello"),
 *   [github.issuer]: github.handler,
 * });
 * await browser.signIn("github");
 * assertEquals((await browser.session())?.user?.name, "Ada");
 * ```
 */
export async function fakeProvider(
  auth: AnyConfig,
  id: string,
  profile: Record<string, unknown>,
  { issuer = `https://${id}.test`, env = processEnvironment() }: FakeProviderOptions = {},
): Promise<Idp> {
  refuseInProduction(env);
  const { providers, unusable, faults } = resolveUserConfig(toUserConfig(auth), env);
  const provider = providers.get(id);
  const isOAuth = provider?.type === "oauth" || provider?.type === "oidc";
  if (!isOAuth || provider.version === "1.0") {
    throw new AuthError(
      `Cannot replace the provider "${id}": the config has no OAuth 2 or OpenID Connect ` +
        "provider with this id",
    );
  }
  const isOidc = provider.type === "oidc";
  const user = { ...profile, sub: String(profile.sub ?? profile.id ?? "1") };
  const idp = await createIdp({ issuer, user, issuerParameter: isOidc });
  const { url, params = {} } = provider.authorization;
  const authorize = new URL(`/authorize${url?.search ?? ""}`, issuer);
  const fake: ResolvedOAuthProvider = {
    ...provider,
    issuer: isOidc ? issuer : undefined,
    wellKnown: undefined,
    jwks_endpoint: undefined,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    client: { token_endpoint_auth_method: "client_secret_basic" },
    par: undefined,
    dpop: undefined,
    requestObject: undefined,
    securityProfile: undefined,
    authorization: { url: addParams(authorize, params) },
    token: { url: new URL("/token", issuer) },
    userinfo: isOidc
      ? undefined
      : { url: new URL("/userinfo", issuer), request: () => Promise.resolve(idp.user) },
    fetch: idp.fetch,
  };
  // A resolved config belongs to the library, which reads its providers at each request.
  (providers as Map<string, ResolvedProvider>).set(id, fake);
  (unusable as Map<string, unknown>).delete(id);
  (faults as Map<string, unknown>).clear(); // tests know which providers they replace
  return idp;
}

/**
 * An app on a loopback port, the real OpenID Provider beside it, and a browser.
 *
 * @module
 */

import { Auth, type AuthConfig, type OIDCConfig, type Profile } from "../../mod.ts";
import { createBrowser, type Landing, type TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  type OpenIDProvider,
  type OpenIDProviderOptions,
  startOpenIDProvider,
} from "../_openid_provider.ts";

export const SECRET = "a-secret-of-at-least-32-characters";

export interface Flow extends AsyncDisposable {
  origin: string;
  op: OpenIDProvider;
  browser: TestBrowser;
  config: AuthConfig;
  /** Signs in at the provider and follows every redirect. */
  signIn(options?: { as?: string; callbackUrl?: string }): Promise<Landing>;
}

/** Sends requests over the network; the browser follows redirects. */
export const overNetwork = (request: Request) => fetch(request, { redirect: "manual" });

/**
 * @param provider members that override an OIDC provider with every check
 * @param config members that override a minimal config
 * @param atProvider sends requests of the browser to the provider
 */
export async function startFlow(
  provider: Partial<OIDCConfig<Profile>> | ((op: OpenIDProvider) => Partial<OIDCConfig<Profile>>) =
    {},
  config: Partial<AuthConfig> = {},
  options: Partial<OpenIDProviderOptions> = {},
  atProvider: (request: Request) => Promise<Response> = overNetwork,
): Promise<Flow> {
  const basePath = config.basePath ?? "/auth";
  const effective: AuthConfig = { providers: [], secret: SECRET, trustHost: true, ...config };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const isOurs = pathname.startsWith(basePath === "/" ? "/" : `${basePath}/`);
      if (!isOurs || pathname === "/after") return new Response("app");
      return await Auth(request, effective);
    },
  );
  // Another host name of this machine separates the cookies of app and provider.
  const origin = `http://localhost:${server.addr.port}`;
  const callback = `${origin}${basePath === "/" ? "" : basePath}/callback/op`;
  const signedOut = callback.replace("/callback/", "/signout/");
  const op = await startOpenIDProvider({
    redirectUris: [callback],
    backChannelLogoutUri: config.signOut ? signedOut : undefined,
    ...options,
    client: { post_logout_redirect_uris: [signedOut], ...options.client },
  });
  effective.providers = [
    {
      id: "op",
      name: "OP",
      type: "oidc",
      issuer: op.issuer,
      clientId: op.clientId,
      clientSecret: op.clientSecret,
      checks: ["pkce", "state", "nonce"],
      ...typeof provider === "function" ? provider(op) : provider,
    },
    ...config.providers ?? [],
  ];
  const origins = { [origin]: overNetwork, [op.issuer]: atProvider };
  const browser = createBrowser(origin, origins, basePath === "/" ? "" : basePath);
  return {
    origin,
    op,
    browser,
    config: effective,
    async signIn({ as = "ada", callbackUrl = "/after" } = {}) {
      const page = await browser.visit(await browser.start("op", { callbackUrl }));
      if (page.url.origin !== op.issuer) return page;
      await page.response.body?.cancel();
      const body = new URLSearchParams({ person: as });
      return await browser.visit(page.url.href, { method: "POST", body });
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await op[Symbol.asyncDispose]();
    },
  };
}

/** An in-process app for flows without a provider. */
export function createApp(config: Partial<AuthConfig>): {
  config: AuthConfig;
  browser: TestBrowser;
  errors: Error[];
  origin: string;
} {
  const errors: Error[] = [];
  const origin = "https://app.example";
  const effective: AuthConfig = {
    providers: [],
    secret: SECRET,
    trustHost: true,
    // Names the site in mails of calls without a request.
    theme: { name: "App" },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...config,
  };
  const basePath = config.basePath ?? "/auth";
  const browser = createBrowser(origin, {
    [origin]: (request) => {
      const { pathname } = new URL(request.url);
      return pathname.startsWith(`${basePath}/`) ? Auth(request, effective) : new Response("app");
    },
  }, basePath);
  return { config: effective, browser, errors, origin };
}

/**
 * Access tokens of other apps for tests.
 *
 * @module
 */

import { loadPart } from "../../hooks/topics.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { sha256Base64url } from "../../base/crypto/hash.ts";
import { registerClient } from "../../capabilities/oauth_server/client_functions.ts";
import type { Client } from "../../capabilities/oauth_server/client.ts";
import { findClient } from "../../capabilities/oauth_server/clients.ts";
import { giveGrant } from "../../capabilities/oauth_server/grants.ts";
import { issueTokens } from "../../capabilities/oauth_server/issue.ts";
import { ALGORITHMS } from "../../capabilities/oauth_server/jws.ts";
import { NO_HOST } from "../../capabilities/oauth_server/no_host.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { type OAuthCall, oauthCall, settingsIn } from "../../capabilities/oauth_server/settings.ts";
import { hostOf } from "../../capabilities/oauth_server/consent_decision.ts";
import { narrow, pickTargets } from "../../capabilities/oauth_server/targets.ts";
import { makeDPoP } from "../../client/native_dpop.ts";
import { checkDemand } from "../../base/demands.ts";
import { configFor } from "../../config/host.ts";
import { AuthError } from "../../errors.ts";
import { processEnvironment, resolveUserConfig, toUserConfig } from "../../server/environment.ts";
import { provenAt } from "../../session/requirement.ts";
import type { User } from "../../types/entities.ts";
import type { AnyConfig, NamesIn } from "../../types/inference.ts";
import type { Proof } from "../../types/proof.ts";
import { makeProof, signInAs, type SignInAsOptions } from "./sign_in_as.ts";

/** Options of {@linkcode tokenFor}. The origin of the token is that of the issuer. */
export interface TokenForOptions<Role extends string = string>
  extends Omit<SignInAsOptions<Role>, "origin"> {
  /** URL of the resource that the token is for; the issuer for scopes of OpenID Connect alone. */
  resource: string;
  /** Scopes, or `"all"` of the resource. Those beyond the user's permissions are left out. */
  scopes: readonly string[] | "all";
  /** Id of the client. Default: a public client that is registered for the test. */
  client?: string | undefined;
  /**
   * Id or slug of the organization that the user chooses. Default: the first one of the user, where
   * the config lets users choose, else none.
   */
  organization?: string;
  /** `true` binds the token to a key, which `headersFor` proves (RFC 9449). Default `false`. */
  dpop?: boolean;
}

/** An access token. */
export interface TestToken {
  /** The user, with the id that the adapter gave. */
  user: User;
  /** The token itself. */
  accessToken: string;
  /** Id of the client. */
  client: string;
  /** Id of the grant, for `auth.oauthServer.revokeGrant`. */
  grant: string;
  /** Headers of a request with the token. One that is bound to a key needs `headersFor`. */
  headers: Headers;
  /** The same for one request, with the proof of the key if the token is bound to one. */
  headersFor(method: string, url: string): Promise<Headers>;
}

/**
 * Makes an access token of a user for a client, as the authorization server makes it after the consent
 * of the user: the grant is one of `auth.oauthServer.listGrants`, and whatever ends it ends the token.
 * The user is created or found as `signInAs` does. No email is sent, and the audit log gets no entry.
 *
 * @param auth the app's config, or the result of `defineAuth`, with `oauthServer`
 * @throws {AuthError} as `signInAs` does, without `oauthServer` in the config, for a client that is
 * not known, for an organization that the user cannot choose, and when the server refuses the token;
 * `cause.reason` is then the code of RFC 6749, such as `invalid_scope`
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { OAuthServer } from "@x/auth/oauth-server";
 * import { defineAuth } from "@x/auth/server";
 * import { tokenFor } from "@x/auth/testing";
 * import { assert } from "@std/assert";
 *
 * const resource = "https://app.example/mcp";
 * const auth = defineAuth({
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   oauthServer: OAuthServer({
 *     issuer: "https://app.example",
 *     resources: { [resource]: { scopes: ["project:read", "project:write"] } },
 *   }),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const ada = { email: "ada@app.example" };
 * const { headers } = await tokenFor(auth, ada, { resource, scopes: ["project:read"] });
 * const request = new Request(resource, { headers });
 * const who = await auth.authenticate(request, { accept: ["token"], resource });
 * assert(who.ok && !who.can("project:write"));
 * ```
 */
export async function tokenFor<const Auth extends AnyConfig>(
  auth: Auth,
  user: User,
  { scopes, client: id, ...options }: TokenForOptions<NamesIn<Auth>["role"]>,
): Promise<TestToken> {
  checkDemand("make an access token", "scopes", scopes, "value");
  checkDemand("make an access token", "resource", options.resource, "text");
  for (const [name, rule] of [["organization", "text"], ["dpop", "flag"]] as const) {
    if (name in options) checkDemand("make an access token", name, options[name], rule);
  }
  const { resource, organization: named, dpop = false } = options;
  const written = toUserConfig(auth);
  if (written.oauthServer === undefined) {
    throw bad("set `oauthServer` in the config", "oauthServer");
  }
  // It refuses a config that cannot be used.
  const { user: known } = await signInAs(auth, user, options);
  const resolved = resolveUserConfig(written, options.env ?? processEnvironment());
  const { origin } = settingsIn(resolved);
  const config = configFor(resolved, origin, true);
  const call = oauthCall({ request: new Request(origin), origin }, config);
  const proof = makeProof(options, null);
  const client = await clientFor(call, id);
  const organization = await pickOrganization(call, { userId: known.id!, proof }, named);
  const key = dpop
    ? await crypto.subtle.generateKey(ALGORITHMS.ES256.generate, false, ["sign"]) as CryptoKeyPair
    : undefined;
  const wanted = { userId: known.id!, client, organization, proof, resource, scopes, key };
  const { accessToken, grant } = await make(call, wanted);
  return {
    user: known,
    ...{ accessToken, client: client.id, grant },
    headers: makeHeaders(accessToken, key),
    async headersFor(method, url) {
      const headers = makeHeaders(accessToken, key);
      if (key) headers.set("dpop", await makeDPoP(key, method, url, { token: accessToken }));
      return headers;
    },
  };
}

/** The token, and its parts. */
interface Wanted extends Pick<TokenForOptions, "resource" | "scopes"> {
  readonly userId: string;
  readonly client: Client;
  readonly organization: string | null;
  readonly proof: Proof;
  readonly key: CryptoKeyPair | undefined;
}

/** Gives the grant, and makes the token of it. */
async function make(
  call: OAuthCall,
  { userId, client, organization, proof, resource, scopes, key }: Wanted,
): Promise<{ accessToken: string; grant: string }> {
  // A request without scopes asks for all of them.
  if (scopes.length === 0) throw bad("name a scope", "scopes");
  const { at, methods, provider } = proof;
  const scope = scopes === "all" ? undefined : scopes.join(" ");
  const [redirectUri] = client.redirectUris;
  try {
    const targets = pickTargets(call.settings, client, scope, [resource]);
    const given = Object.values(targets).flat();
    if (scopes !== "all" && scopes.some((name) => !given.includes(name))) {
      throw new OAuthRefusal("invalid_scope", "A scope is not known, or not one of the client");
    }
    const grant = await giveGrant(call, { userId, client: client.id, organization }, {
      ...{ clientName: client.name, targets, proof: { at, methods, provider } },
      host: redirectUri === undefined ? NO_HOST.device : hostOf(redirectUri),
    });
    const authTime = provenAt(proof, { allowSilentSignIn: true }) ?? at;
    const jkt = key ? await thumbprintOf(key) : null;
    const child = { grant, client: client.id, targets, nonce: null, authTime, methods, jkt };
    const { accessToken } = await issueTokens(call, client, {
      ...{ userId, child, organization, target: narrow(targets, call.settings, { resource }) },
      family: randomBase64url(16),
      withIdToken: false,
      withRefresh: false,
    });
    return { accessToken, grant };
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const { error: reason, message } = error;
    throw new AuthError(
      `Cannot make an access token: it was refused with "${reason}" (${message})`,
      { cause: { reason } },
    );
  }
}

/** The client that a test names, or one of its own. */
async function clientFor(call: OAuthCall, named: string | undefined): Promise<Client> {
  const id = named ?? await ownClient(call);
  const client = await findClient(call, id);
  if (!client) throw bad(`there is no client ${JSON.stringify(id)}`, "client");
  // Others get tokens for themselves alone.
  if (client.grants.has("code") || client.grants.has("device")) return client;
  throw bad(`the client ${JSON.stringify(id)} has no grant of users, such as "code"`, "client");
}

async function ownClient({ config }: OAuthCall): Promise<string> {
  const redirectUris = ["http://127.0.0.1/callback"];
  return (await registerClient(config.userConfig, { name: "Test", redirectUris })).id;
}

/** The organization that the user chooses; `null` where there is no choice. */
async function pickOrganization(
  call: OAuthCall,
  user: { userId: string; proof: Proof },
  named: string | undefined,
): Promise<string | null> {
  const { config, settings } = call;
  const members = settings.choosesOrganization ? await loadPart(config, "members") : undefined;
  const choices = await members?.listOfUser({ config }, user.userId, user.proof) ?? [];
  if (named === undefined) return choices[0]?.id ?? null;
  const chosen = choices.find(({ id, slug }) => id === named || slug === named);
  if (chosen) return chosen.id;
  throw bad(`the user cannot choose the organization ${JSON.stringify(named)}`, "organization");
}

/** SHA-256 of the public key (RFC 7638). */
async function thumbprintOf({ publicKey }: CryptoKeyPair): Promise<string> {
  const jwk = await crypto.subtle.exportKey("jwk", publicKey);
  const own = Object.fromEntries(ALGORITHMS.ES256.members.map((name) => [name, jwk[name]]));
  return await sha256Base64url(JSON.stringify(own));
}

function makeHeaders(token: string, key: CryptoKeyPair | undefined): Headers {
  return new Headers({ authorization: `${key ? "DPoP" : "Bearer"} ${token}` });
}

function bad(message: string, option: string): AuthError {
  return new AuthError(`Cannot make an access token: ${message}`, { cause: { option } });
}

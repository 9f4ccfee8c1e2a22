/**
 * An app that is an authorization server, with an MCP server to guard, on any store.
 *
 * @module
 */

import { assert } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import {
  OAuthServer,
  type OAuthServerOptions,
} from "../../../src/capabilities/oauth_server/mod.ts";
import { makeCode } from "../../../src/capabilities/oauth_server/codes.ts";
import { giveGrant } from "../../../src/capabilities/oauth_server/grants.ts";
import type { CodeData } from "../../../src/capabilities/oauth_server/kinds.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import type { Targets } from "../../../src/capabilities/oauth_server/targets.ts";
import { defineAuth } from "../../../src/frameworks/define.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { signInAs, type SignInAsOptions } from "../../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import type { Adapter } from "../../../src/types/adapter.ts";

export const ISSUER = "https://app.example";
export const MCP = `${ISSUER}/mcp`;
export const FILES = `${ISSUER}/files`;
export const CALLBACK = "https://client.example/callback";
export const SECRET = "a-client-secret-of-32-characters-or-more";

/** A verifier of PKCE and its challenge (RFC 7636, appendix B). */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** Options of the server, unless a test has others. */
export const OPTIONS = {
  issuer: ISSUER,
  resources: {
    [MCP]: {
      name: "Projects",
      scopes: ["project:read", "project:write"],
      tokenAlgorithm: "EdDSA",
    },
    [FILES]: { scopes: ["file:read"] },
  },
  clients: {
    // The keys of RS256, the default, take long to make.
    /** A client with a server. */
    web: { name: "Partner", redirectUris: [CALLBACK], secret: SECRET, idTokenAlgorithm: "ES256" },
    /** A public client, for which users are not asked. */
    own: {
      redirectUris: [CALLBACK, "http://127.0.0.1/callback"],
      isFirstParty: true,
      idTokenAlgorithm: "ES256",
    },
    /** A public client. */
    cli: { redirectUris: ["http://127.0.0.1/callback"], idTokenAlgorithm: "ES256" },
  },
} as const satisfies OAuthServerOptions;

export type ServerRig = ReturnType<typeof createServer>;

/** Makes the app. */
export function createServer(
  options: Partial<OAuthServerOptions> = {},
  config: Partial<AuthConfig> & { adapter?: Adapter } = {},
) {
  const adapter = config.adapter ?? MemoryAdapter();
  const auth = defineAuth({
    providers: [],
    session: { strategy: "jwt", revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false,
    texts: {
      en: { scopes: { "project:read": "Read projects", "project:write": "Change projects" } },
    },
    ...config,
    adapter,
    oauthServer: OAuthServer({ ...OPTIONS, ...options } as OAuthServerOptions),
  } as AuthConfig);
  // Made when it is asked: some servers have other resources, for which no guard can be made.
  const mcp = (request: Request) =>
    auth.protect(
      (_request, who) => Response.json({ id: who.id, via: who.via, scopes: [...who.scopes] }),
      { accept: ["token"], resource: MCP, scopes: ["project:read"] },
    )(request);
  const files = (request: Request) =>
    auth.protect((_request, who) => Response.json({ id: who.id }), {
      accept: ["token"],
      resource: FILES,
    })(request);
  const send = async (path: string, init?: RequestInit) => {
    const url = path.startsWith("/") || path.startsWith("https:")
      ? new URL(path, ISSUER)
      : new URL(`/auth/${path}`, ISSUER);
    return await auth.handler(new Request(url, { redirect: "manual", ...init }));
  };
  return {
    auth,
    adapter,
    /** Sends a request; a path without a slash is one below the base path. */
    send,
    /** Posts a form, as clients do. A value that is a list is sent as often. */
    async post(
      path: string,
      fields: Readonly<Record<string, string | readonly string[] | undefined>>,
      headers: HeadersInit = {},
    ): Promise<Response> {
      const body = new URLSearchParams();
      for (const [name, value = []] of Object.entries(fields)) {
        for (const one of [value].flat()) body.append(name, one);
      }
      return await send(path, { method: "POST", body, headers });
    },
    /** Asks the guarded MCP server. */
    async ask(token?: string, headers: HeadersInit = {}): Promise<Response> {
      const request = new Request(MCP, { headers });
      if (token !== undefined && !request.headers.has("authorization")) {
        request.headers.set("authorization", `Bearer ${token}`);
      }
      return await mcp(request);
    },
    /** Asks the other resource. */
    async askFiles(token: string): Promise<Response> {
      return await files(new Request(FILES, { headers: { authorization: `Bearer ${token}` } }));
    },
    /** A session of a user in a browser: its `cookie` header. */
    async signIn(id = "ada", how: SignInAsOptions = {}): Promise<Headers> {
      const user = { id, name: "Ada", email: `${id}@example.com` };
      return (await signInAs(auth, user, { origin: ISSUER, ...how })).headers;
    },
    /** A code, as the authorization endpoint makes it after the consent. */
    async code(
      userId: string,
      { client = "own", targets = { [MCP]: ["project:read"] }, organization = null, ...more }:
        & Partial<CodeData>
        & { client?: string; targets?: Targets; organization?: string | null } = {},
    ): Promise<string> {
      const call = oauthCall(
        { request: new Request(ISSUER), origin: ISSUER },
        requireConfig(auth.config),
      );
      const at = Math.floor(Date.now() / 1000);
      const proof = { at, methods: ["pwd"] as const, provider: null };
      const key = { userId, client, organization };
      const host = new URL(CALLBACK).host;
      const grant = await giveGrant(call, key, { clientName: client, proof, targets, host });
      return await makeCode(call, userId, {
        ...{ grant, client, targets, nonce: null, authTime: at, methods: ["pwd"], jkt: null },
        ...{ redirectUri: CALLBACK, challenge: CHALLENGE },
        ...more,
      });
    },
  };
}

/** Asserts that an answer refuses with a code of RFC 6749, and returns its body. */
export async function assertRefused(
  response: Response,
  error: string,
  status = error === "invalid_client" ? 401 : 400,
): Promise<Record<string, unknown>> {
  const body = await response.json();
  assert(
    response.status === status && body.error === error,
    `expected ${status} ${error}, got ${response.status} ${JSON.stringify(body)}`,
  );
  return body;
}

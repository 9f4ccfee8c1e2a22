/**
 * Both implementations behind one interface.
 *
 * @module
 */

import {
  Auth as PeerAuth,
  type AuthConfig as PeerConfig,
  customFetch as peerFetch,
} from "@auth/core";
import PeerGitHub from "@auth/core/providers/github";
import { Auth, type AuthConfig, customFetch } from "../../mod.ts";
import GitHub from "../../src/providers/github.ts";
import type { Idp } from "../../src/testing/mod.ts";

export const SECRET = "a-secret-of-at-least-32-characters";
export const ORIGIN = "http://localhost:3000";

/** Answers requests with one config. */
export type App = (request: Request) => Promise<Response>;

const common = {
  secret: SECRET,
  trustHost: true,
  basePath: "/auth",
  logger: { error() {}, warn() {}, debug() {} },
};

/** Two apps with the same number of providers. */
export function createApps(
  providers: number,
  overrides: Partial<AuthConfig> = {},
): { ours: App; peer: App } {
  const options = (index: number) => ({ id: `github-${index}`, clientId: "id", clientSecret: "s" });
  const indices = Array.from({ length: providers }, (_, index) => index);
  const ours: AuthConfig = {
    ...common,
    providers: indices.map((index) => GitHub(options(index))),
    ...overrides,
  };
  const peer: PeerConfig = {
    ...common,
    providers: indices.map((index) => PeerGitHub(options(index))),
  };
  return {
    ours: (request) => Auth(request, ours),
    peer: (request) => PeerAuth(request, peer) as Promise<Response>,
  };
}

/** Two apps with the same OpenID Provider. */
export function createOIDCApps(idp: Idp): { ours: App; peer: App } {
  const provider = (symbol: symbol) => ({
    id: "op",
    name: "OP",
    type: "oidc" as const,
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    checks: ["pkce", "state", "nonce"] as ("pkce" | "state" | "nonce")[],
    [symbol]: idp.fetch,
  });
  const ours: AuthConfig = { ...common, providers: [provider(customFetch)] };
  const peer: PeerConfig = { ...common, providers: [provider(peerFetch)] };
  return {
    ours: (request) => Auth(request, ours),
    peer: (request) => PeerAuth(request, peer) as Promise<Response>,
  };
}

/** One request, read to its end. */
export async function get(app: App, path: string, cookie?: string): Promise<Response> {
  const headers: HeadersInit = cookie ? { cookie } : {};
  const response = await app(new Request(`${ORIGIN}/auth${path}`, { headers }));
  await response.text();
  return response;
}

/** A whole sign-in with the provider; returns the user's name. */
export async function signIn(app: App, idp: Idp): Promise<string> {
  const jar = new Map<string, string>();
  const send = async (url: string, init?: RequestInit) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await app(new Request(url, { ...init, headers: { cookie } }));
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    }
    return response;
  };
  const { csrfToken } = await (await send(`${ORIGIN}/auth/csrf`)).json();
  const started = await send(`${ORIGIN}/auth/signin/op`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken }),
  });
  const answered = await idp.fetch(started.headers.get("location")!);
  await send(answered.headers.get("location")!);
  return (await (await send(`${ORIGIN}/auth/session`)).json())?.user?.name;
}

/**
 * A server with a client of FAPI 2.0, and that client with any part of what it sends replaced.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { OAuthServerOptions } from "../../../src/capabilities/oauth_server/mod.ts";
import { createProofKey, type ProofChanges, type ProofKey } from "../../_dpop.ts";
import { approve, type Asked, get, GOOD, open, toldIn } from "./_authorize.ts";
import { CALLBACK, createServer, ISSUER, MCP, OPTIONS, type ServerRig, VERIFIER } from "./_rig.ts";
import { tokensOf } from "./_tokens.ts";

/** Keys of the client, by their algorithm. */
export const KEYS: Readonly<Record<string, { privateKey: CryptoKey; jwk: JsonWebKey }>> = Object
  .fromEntries(
    await Promise.all((["ES256", "PS256", "EdDSA", "RS256"] as const).map(async (alg) => {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
      return [alg, { privateKey, jwk: { ...await exportJWK(publicKey), kid: alg } }];
    })),
  );

/** The client, as the config has it. */
export const BANK = {
  name: "Bank",
  redirectUris: [CALLBACK],
  jwks: { keys: Object.values(KEYS).map(({ jwk }) => jwk) },
  grants: ["code", "refresh", "client-credentials"],
  profile: "fapi2",
} as const;

/** Creates the server. */
export function createFapi2(
  options: Partial<OAuthServerOptions> = {},
  config: Parameters<typeof createServer>[1] = {},
): ServerRig {
  const clients = { ...OPTIONS.clients, bank: BANK, second: BANK };
  return createServer({ clients, ...options } as never, { logger: { error() {} }, ...config });
}

/** What differs from a request that is right. */
export interface Different {
  readonly client?: string;
  /** Algorithm of the assertion. */
  readonly alg?: string;
  readonly claims?: JWTPayload;
  /** Fields; `undefined` leaves one out. */
  readonly fields?: Asked;
  /** Parts of the proof; `null` for none. */
  readonly proof?: ProofChanges | null;
  readonly key?: ProofKey;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The key of the client's proofs. */
export const PROOF = await createProofKey("ES256");

const now = () => Math.floor(Date.now() / 1000);

/** The fields of an assertion. */
export async function signed(
  { client = "bank", alg = "ES256", claims = {} }: Different = {},
): Promise<Record<string, string>> {
  const own = { iss: client, sub: client, aud: ISSUER, jti: crypto.randomUUID() };
  const times = { iat: now(), exp: now() + 60 };
  return {
    client_assertion: await new SignJWT({ ...own, ...times, ...claims })
      .setProtectedHeader({ alg, kid: alg }).sign(KEYS[alg]!.privateKey),
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  };
}

async function post(
  rig: ServerRig,
  path: string,
  fields: Asked,
  different: Different,
  provesByDefault: boolean,
): Promise<Response> {
  const { proof = provesByDefault ? {} : null, key = PROOF, headers = {} } = different;
  const url = `${ISSUER}/auth/${path}`;
  const dpop: Record<string, string> = proof === null
    ? {}
    : { dpop: await key.prove("POST", url, undefined, proof) };
  const body = { ...await signed(different), ...fields, ...different.fields };
  return await rig.post(path, body, { ...dpop, ...headers });
}

/** Pushes a request. */
export async function push(rig: ServerRig, different: Different = {}): Promise<Response> {
  const { client_id: _, ...asked } = GOOD;
  const fields = { ...asked, scope: "openid project:read", nonce: "n".repeat(64) };
  return await post(rig, "oauth/par", fields, different, false);
}

/** URI of a request that was pushed. */
export async function uriOf(answer: Response): Promise<string> {
  const { request_uri } = await answer.json();
  assertEquals(answer.status, 201);
  return request_uri;
}

/** A code, for which the user has agreed. */
export async function codeOf(rig: ServerRig, different: Different = {}): Promise<string> {
  const request_uri = await uriOf(await push(rig, different));
  const browser = await open(rig);
  const asked = { client_id: different.client ?? "bank", request_uri };
  const url = `${ISSUER}/auth/oauth/authorize?${new URLSearchParams(asked)}`;
  const page = await get(browser, url);
  const answer = page.status === 302 ? page : await approve(browser, asked);
  const { code, state } = toldIn(answer);
  assert(code && state === "state-1", answer.location);
  return code;
}

/** Asks for tokens with a code. */
export async function exchange(
  rig: ServerRig,
  code: string,
  different: Different = {},
): Promise<Response> {
  const fields = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  return await post(rig, "oauth/token", { ...fields, code_verifier: VERIFIER }, different, true);
}

/** Asks for tokens with a refresh token. */
export async function refresh(
  rig: ServerRig,
  refresh_token: string,
  different: Different = {},
): Promise<Response> {
  const fields = { grant_type: "refresh_token", refresh_token };
  return await post(rig, "oauth/token", fields, different, true);
}

/** Asks for a token of the client itself. */
export async function asClient(rig: ServerRig, different: Different = {}): Promise<Response> {
  const fields = { grant_type: "client_credentials", scope: "project:read", resource: MCP };
  return await post(rig, "oauth/token", fields, different, true);
}

/** Tokens of a whole sign-in. */
export async function tokens(rig: ServerRig, different: Different = {}) {
  return await tokensOf(await exchange(rig, await codeOf(rig, different), different));
}

/** Asks userinfo, or the guarded server. */
export async function use(
  rig: ServerRig,
  where: "resource" | "userinfo",
  token: string,
  { proof = {}, key = PROOF, headers = {} }: Different = {},
): Promise<Response> {
  const url = where === "resource" ? MCP : `${ISSUER}/auth/oauth/userinfo`;
  const dpop: Record<string, string> = proof === null
    ? {}
    : { dpop: await key.prove("GET", url, token, proof) };
  const all = { authorization: `DPoP ${token}`, ...dpop, ...headers };
  return where === "resource"
    ? await rig.ask(token, all)
    : await rig.send("oauth/userinfo", { headers: all });
}

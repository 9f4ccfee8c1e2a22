/**
 * Requests to the token endpoint, and what comes of them.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { createProver, type Prover } from "../../flows/_dpop_proofs.ts";
import { CALLBACK, ISSUER, SECRET, type ServerRig, VERIFIER } from "./_rig.ts";

/** URL of the token endpoint. */
export const TOKEN_URL = `${ISSUER}/auth/oauth/token`;

/** Tokens of an answer. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Fields of a request to exchange a code. */
export function codeFields(code: string, more: Fields = {}): Fields {
  return {
    ...{ grant_type: "authorization_code", code, redirect_uri: CALLBACK },
    ...{ code_verifier: VERIFIER, client_id: "own" },
    ...more,
  };
}

/** Fields of a request to refresh. */
export function refreshFields(token: string, more: Fields = {}): Fields {
  return { grant_type: "refresh_token", refresh_token: token, client_id: "own", ...more };
}

/** Fields by which the client with a secret authenticates. */
export const WEB: Fields = { client_id: "web", client_secret: SECRET };

/** The tokens of an answer that gives some. */
export async function tokensOf(response: Response): Promise<Tokens> {
  const body = await response.json();
  assertEquals(response.status, 200, JSON.stringify(body));
  return body;
}

/** Exchanges a code. */
export async function redeem(rig: ServerRig, code: string, more: Fields = {}): Promise<Tokens> {
  return await tokensOf(await rig.post("oauth/token", codeFields(code, more)));
}

/** Uses a refresh token. */
export async function refresh(rig: ServerRig, token: string, more: Fields = {}): Promise<Tokens> {
  return await tokensOf(await rig.post("oauth/token", refreshFields(token, more)));
}

/** ID tokens that are made from one without its key. */
export function forgedOf(idToken: string): { changed: string; unsigned: string } {
  const [header, payload, signature] = idToken.split(".") as [string, string, string];
  const none = btoa('{"alg":"none","typ":"JWT"}').replaceAll("=", "");
  return {
    changed: `${header}.${payload}.${"A".repeat(signature.length)}`,
    unsigned: `${none}.${payload}.`,
  };
}

let users = 0;

/** Creates a user. */
export async function createUser(rig: ServerRig): Promise<string> {
  const id = `user-${++users}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${id}@people.example`;
  await rig.adapter.createUser!({ id, name: "Ada", email, emailVerified: new Date() });
  return id;
}

/** Tokens of a new user. */
export async function grantTokens(
  rig: ServerRig,
  options: Parameters<ServerRig["code"]>[1] = {},
  more: Fields = {},
): Promise<Tokens & { userId: string }> {
  const userId = await createUser(rig);
  return { userId, ...await grantTokensFor(rig, userId, options, more) };
}

/** Tokens of a user. */
export async function grantTokensFor(
  rig: ServerRig,
  userId: string,
  options: Parameters<ServerRig["code"]>[1] = {},
  more: Fields = {},
): Promise<Tokens> {
  return await redeem(rig, await rig.code(userId, options), more);
}

/** Header and claims of a token, unverified. */
// deno-lint-ignore no-explicit-any -- any claims
export function open(token: string): { header: any; claims: any } {
  const [header, claims] = token.split(".").slice(0, 2).map((part) =>
    JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(part, { alphabet: "base64url" })))
  );
  return { header, claims };
}

/** Asserts what the guarded server answers, with the reason of its challenge. */
export async function assertAsked(
  rig: ServerRig,
  token: string,
  status: number,
  headers?: HeadersInit,
): Promise<Response> {
  const response = await rig.ask(token, headers);
  const text = await response.clone().text();
  assertEquals(response.status, status, text);
  return response;
}

/** Headers of a request with a proof. */
export async function proven(
  prover: Prover,
  facts: { url?: string; method?: string; token?: string; jti?: string } = {},
): Promise<{ dpop: string }> {
  return { dpop: await prover.prove({ url: TOKEN_URL, method: "POST", ...facts }) };
}

export { createProver };

/** Asserts that one, or so many, of a number of answers has tokens, and the others none. */
export function assertWinners(statuses: readonly number[], expected = 1): void {
  const won = statuses.filter((status) => status === 200).length;
  assert(won === expected, `${won} of ${statuses.length} got tokens: ${statuses.join(" ")}`);
  assertEquals(statuses.filter((status) => status !== 200 && status !== 400), []);
}

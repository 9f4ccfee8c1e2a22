/**
 * Demonstrating Proof of Possession: each request is signed with the key that the
 * tokens are bound to. Nonces of servers are kept by key and origin.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9449 RFC 9449}
 * @module
 */

import * as oauth from "oauth4webapi";
import { algorithmOf, isJwk } from "../../config/check_provider.ts";
import { isRecord } from "../../base/objects.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { toKeyPair } from "../../flows/oauth/signing_key.ts";

// A prover keeps the last nonces of up to 100 origins.
const provers = new WeakMap<object, Promise<oauth.DPoPHandle>>();

/** RFC 9449 §8.1: the characters of a nonce; longer ones are not worth a header. */
const NONCE = /^[\x21\x23-\x5b\x5d-\x7e]{1,1024}$/;

/** The prover of a key: one for as long as the key is used, since it holds the nonces. */
export async function makeProver(
  provider: ResolvedOAuthProvider,
  key: NonNullable<ResolvedOAuthProvider["dpop"]>,
): Promise<oauth.DPoPHandle> {
  let prover = provers.get(key);
  if (!prover) provers.set(key, prover = create(provider, key));
  return await prover;
}

async function create(
  provider: ResolvedOAuthProvider,
  key: NonNullable<ResolvedOAuthProvider["dpop"]>,
): Promise<oauth.DPoPHandle> {
  const pair = await toKeyPair(key, `dpop\` of "${provider.id}"`);
  const algorithm = algorithmOf(isJwk(key) ? key : key.privateKey);
  return oauth.DPoP({}, pair, {
    [oauth.modifyAssertion](header, payload) {
      header.alg = algorithm;
      // Without one, the server sends another nonce.
      if (payload.nonce !== undefined && !NONCE.test(String(payload.nonce))) delete payload.nonce;
    },
  });
}

/** Returns `true` for the answer that asks for a nonce and brings it. */
export async function asksForNonce(response: Response): Promise<boolean> {
  const { status, headers } = response;
  if (!headers.has("dpop-nonce") || (status !== 400 && status !== 401)) return false;
  // Resource servers say it in the header (§9), authorization servers in the body (§8).
  if (/\berror="?use_dpop_nonce\b/.test(headers.get("www-authenticate") ?? "")) return true;
  const body: unknown = await response.clone().json().catch(() => undefined);
  return isRecord(body) && body.error === "use_dpop_nonce";
}

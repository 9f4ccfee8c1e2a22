/**
 * What the hashes of the log are made of.
 *
 * @module
 */

import { fromBase64url, toBase64url } from "../../base/crypto/bytes.ts";
import { type HmacSha256, prepareHmacSha256 } from "../../base/crypto/hash.ts";

/** Characters of a pseudonym, and of the name of a key. */
const SHORT = 22;

async function mac(hmac: HmacSha256, parts: readonly (string | number)[]): Promise<string> {
  return toBase64url(await hmac(JSON.stringify(parts)));
}

/** Name of a key, which tells nothing about it. */
export async function keyNameOf(hmac: HmacSha256): Promise<string> {
  return (await mac(hmac, ["key"])).slice(0, SHORT);
}

/** Hash of an entry: its id has its chain, its place and its time. */
export async function entryHash(
  hmac: HmacSha256,
  { id, prev, body }: { readonly id: string; readonly prev: string; readonly body: string },
): Promise<string> {
  return await mac(hmac, ["entry", id, prev, body]);
}

/** MAC of the head of a chain. */
export async function chainMac(
  hmac: HmacSha256,
  { id, count, hash }: { readonly id: string; readonly count: number; readonly hash: string },
): Promise<string> {
  return await mac(hmac, ["head", id, count, hash]);
}

/** Name of a user in entries: only who has the key can compare it with an id. */
export async function makePseudonym(hmac: HmacSha256, userId: string): Promise<string> {
  return (await mac(hmac, ["user", userId])).slice(0, SHORT);
}

/** Digest of what belongs to the user: nobody can guess it without the salt, which the user owns. */
export async function makeDigest(salt: string, text: string): Promise<string> {
  return toBase64url(await (await prepareHmacSha256(fromBase64url(salt)))(text));
}

/**
 * Encryption keys: derived from a secret and a purpose, and cached for the
 * process in a bounded table.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5869 RFC 5869} and {@link https://www.rfc-editor.org/rfc/rfc7638 RFC 7638}
 * @module
 */

import type { Awaitable } from "../../types/entities.ts";
import { toBase64url } from "./bytes.ts";
import type { Mac } from "./hash.ts";
import { nodeCrypto } from "./runtime.ts";

/** Content encryption of a token. `A256GCM` is read, never written. */
export type ContentEncryption = "A256CBC-HS512" | "A256GCM";

/** A derived key with the values that are computed from it. */
export interface DerivedKey {
  /** Content encryption the key is for. */
  readonly enc: ContentEncryption;
  /** 64 bytes for `A256CBC-HS512` (MAC key, then cipher key), 32 for `A256GCM`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  /** Protected header of tokens made with this key, base64url. */
  readonly header: string;
  /** The same, as the bytes that the tag covers. */
  readonly headerBytes: Uint8Array<ArrayBuffer>;
  /** The MAC of the first half of `bytes`, prepared at its first use. */
  mac?: Mac;
}

const MAX_KEYS = 256;
const cache = new Map<string, DerivedKey>();
const encoder = new TextEncoder();

/**
 * Derives the key for a purpose.
 *
 * @param secret UTF-8 text, used as input key material
 * @param salt names the purpose; part of the derivation's `info` as well
 * @returns the key; no promise after the first use of the same arguments
 */
export function deriveKey(
  secret: string,
  salt: string,
  enc: ContentEncryption,
): Awaitable<DerivedKey> {
  // Without the length, two pairs of salt and secret could give the same text.
  const id = `${enc} ${salt.length} ${salt}${secret}`;
  const known = cache.get(id);
  if (known) return known;
  const node = nodeCrypto();
  if (node) {
    const { info, length, digest } = makeParameters(salt, enc);
    const bytes = new Uint8Array(node.hkdfSync("sha256", secret, salt, info, length));
    const kid = node.createHash(digest.replace("-", "").toLowerCase())
      .update(thumbprintInput(bytes)).digest("base64url");
    return remember(id, bytes, kid, enc);
  }
  return deriveWithWebCrypto(id, secret, salt, enc);
}

async function deriveWithWebCrypto(
  id: string,
  secret: string,
  salt: string,
  enc: ContentEncryption,
): Promise<DerivedKey> {
  const { info, length, digest } = makeParameters(salt, enc);
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: encoder.encode(salt), info: encoder.encode(info) },
    material,
    length * 8,
  );
  const bytes = new Uint8Array(bits);
  const hash = await crypto.subtle.digest(digest, encoder.encode(thumbprintInput(bytes)));
  return remember(id, bytes, toBase64url(new Uint8Array(hash)), enc);
}

function makeParameters(salt: string, enc: ContentEncryption) {
  const wide = enc === "A256CBC-HS512";
  return {
    // Part of every token's key, so it can never change.
    info: `Auth.js Generated Encryption Key (${salt})`,
    length: wide ? 64 : 32,
    digest: wide ? "SHA-512" : "SHA-256",
  };
}

/** RFC 7638 §3.2: required members in lexicographic order, no white space. */
function thumbprintInput(bytes: Uint8Array): string {
  return `{"k":"${toBase64url(bytes)}","kty":"oct"}`;
}

function remember(
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  kid: string,
  enc: ContentEncryption,
): DerivedKey {
  const header = toBase64url(encoder.encode(JSON.stringify({ alg: "dir", enc, kid })));
  const key: DerivedKey = { enc, bytes, kid, header, headerBytes: encoder.encode(header) };
  // Remove the oldest key: a process that uses more keys than this derives some again.
  if (cache.size >= MAX_KEYS) cache.delete(cache.keys().next().value!);
  cache.set(id, key);
  return key;
}

/**
 * Signatures of webhooks: HMAC-SHA256 of id, time and body, by Standard Webhooks.
 *
 * @see {@link https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md Standard Webhooks}
 * @module
 */

import { type HmacSha256, prepareHmacSha256 } from "../../base/crypto/hash.ts";

/** Begins a secret. */
const PREFIX = "whsec_";

/** Bytes of a secret. */
const SIZES = { min: 24, max: 64 };

/** Most characters of a secret: the prefix, and 64 bytes in base64. */
const MAX_LENGTH = PREFIX.length + 88;

/** The key of a secret; `undefined` for what is none. */
export function readSecret(secret: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof secret !== "string" || secret.length > MAX_LENGTH || !secret.startsWith(PREFIX)) {
    return undefined;
  }
  try {
    const key = Uint8Array.from(atob(secret.slice(PREFIX.length)), (char) => char.charCodeAt(0));
    return key.length >= SIZES.min && key.length <= SIZES.max ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Prepares the key of a secret.
 *
 * @throws {TypeError} for what is no secret
 */
export async function prepareSecret(secret: string): Promise<HmacSha256> {
  const key = readSecret(secret);
  if (key) return await prepareHmacSha256(key);
  throw new TypeError(
    "Cannot use the secret of a webhook: it must be `whsec_` and 24 to 64 random bytes in base64",
  );
}

/** Makes a signature, such as `v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`. */
export async function sign(
  hmac: HmacSha256,
  id: string,
  seconds: number | string,
  body: string,
): Promise<string> {
  const bytes = await hmac(`${id}.${seconds}.${body}`);
  return `v1,${btoa(String.fromCharCode(...bytes))}`;
}

/**
 * Random text.
 *
 * @module
 */

import { toBase64url } from "./base64url.ts";
import { toHex } from "./hex.ts";

/** `bytes` random bytes in lower-case hex. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** `bytes` random bytes in base64url. */
export function randomBase64url(bytes: number): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

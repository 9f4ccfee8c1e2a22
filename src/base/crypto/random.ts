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

/** Random digits, all equally likely: numbers above the last full range are discarded. */
export function randomDigits(length: number): string {
  const range = 10 ** length;
  const limit = Math.floor(2 ** 32 / range) * range;
  const number = new Uint32Array(1);
  do crypto.getRandomValues(number); while (number[0]! >= limit);
  return String(number[0]! % range).padStart(length, "0");
}

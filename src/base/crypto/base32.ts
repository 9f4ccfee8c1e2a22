/**
 * Base32 without padding, as authenticator apps read it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc4648#section-6 RFC 4648 §6}
 * @module
 */

import { withoutEnd } from "../trim.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes → text. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8 | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[buffer >> bits & 31];
    }
  }
  return bits > 0 ? text + ALPHABET[buffer << (5 - bits) & 31] : text;
}

/** Text → bytes; spaces and case do not matter. `undefined` for other text. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const clean = withoutEnd(text.toUpperCase().replaceAll(/[\s-]/g, ""), "=");
  const bytes = new Uint8Array(Math.floor(clean.length * 5 / 8));
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (const char of clean) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) return undefined;
    buffer = (buffer << 5 | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = buffer >> bits & 255;
  }
  return bytes;
}

/**
 * HMAC-SHA-512 for many messages under one key. The hash states that depend on
 * the key alone are computed once, which halves the time of a short message.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc2104 RFC 2104}
 * @module
 */

import { fromHex } from "./hex.ts";
import type { NodeCrypto } from "./runtime.ts";

/** The MAC of a message in lower-case hex, which runtimes make faster than bytes. */
export type Mac = (message: Uint8Array) => string;

/** Block of SHA-512, in bytes. */
const BLOCK = 128;

/**
 * Prepares the MAC of a key.
 *
 * @param key at most 128 bytes
 */
export function prepareMac(node: NodeCrypto, key: Uint8Array): Mac {
  if (key.length > BLOCK) throw new RangeError("Cannot prepare a MAC: the key is too long");
  const inner = node.createHash("sha512").update(pad(key, 0x36));
  const outer = node.createHash("sha512").update(pad(key, 0x5c));
  return (message) => {
    // Runtimes make hex faster than bytes.
    const digest = fromHex(inner.copy().update(message).digest("hex"));
    return outer.copy().update(digest).digest("hex");
  };
}

function pad(key: Uint8Array, byte: number): Uint8Array {
  const block = new Uint8Array(BLOCK).fill(byte);
  for (const [index, value] of key.entries()) block[index]! ^= value;
  return block;
}

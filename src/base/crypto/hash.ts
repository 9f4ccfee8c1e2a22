/**
 * Digests, MACs and comparisons of short texts.
 *
 * @module
 */

import type { Awaitable } from "../../types/entities.ts";
import { fromHex, toBase64url, toHex } from "./bytes.ts";
import { type NodeCrypto, nodeCrypto } from "./runtime.ts";

const encoder = new TextEncoder();

/** SHA-256 of the UTF-8 text, in lower-case hex. */
export function sha256Hex(text: string): Awaitable<string> {
  const node = nodeCrypto();
  if (node) return node.createHash("sha256").update(text).digest("hex");
  return sha256(text).then(toHex);
}

/** SHA-256 of the UTF-8 text, in base64url: the S256 code challenge of RFC 7636 §4.2. */
export function sha256Base64url(text: string): Awaitable<string> {
  const node = nodeCrypto();
  if (node) return node.createHash("sha256").update(text).digest("base64url");
  return sha256(text).then(toBase64url);
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

/**
 * HMAC-SHA1 of the UTF-8 text, in base64: the signature of OAuth 1.0 requests.
 *
 * @param key UTF-8 text, not empty
 * @see {@link https://www.rfc-editor.org/rfc/rfc2104 RFC 2104}
 */
export async function hmacSha1(key: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const material = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, [
    "sign",
  ]);
  const mac = await crypto.subtle.sign("HMAC", material, encoder.encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
}

/**
 * Compares two texts in time that depends on their lengths only.
 */
export function isEqual(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

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

/** HMAC-SHA256 of a UTF-8 text. */
export type HmacSha256 = (text: string) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Prepares HMAC-SHA256 with a key.
 *
 * @param key not empty
 * @see {@link https://www.rfc-editor.org/rfc/rfc2104 RFC 2104}
 */
export async function prepareHmacSha256(key: Uint8Array<ArrayBuffer>): Promise<HmacSha256> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const material = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return async (text) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", material, encoder.encode(text)));
}

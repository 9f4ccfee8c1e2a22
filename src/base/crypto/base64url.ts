/**
 * Base64url without padding (RFC 4648 §5), by the engine's own codec when it has
 * one, else by Node's `Buffer`, else in JavaScript.
 *
 * @module
 */

import { nodeBuffer } from "./buffer.ts";

interface NativeCodec {
  toBase64?(options: { alphabet: "base64url"; omitPadding: true }): string;
}
interface NativeCodecConstructor {
  fromBase64?(text: string, options: { alphabet: "base64url" }): Uint8Array<ArrayBuffer>;
}

// The types of TypeScript do not have these members everywhere yet.
const hasNative = "toBase64" in Uint8Array.prototype;
const native = Uint8Array as unknown as NativeCodecConstructor;

/** Bytes → base64url text. */
export function toBase64url(bytes: Uint8Array): string {
  if (hasNative) {
    return (bytes as NativeCodec).toBase64!({ alphabet: "base64url", omitPadding: true });
  }
  if (nodeBuffer) {
    return nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64url");
  }
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Base64url text → bytes.
 *
 * @throws {SyntaxError} when the text is not base64url
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (/[^\w-]/.test(text) || text.length % 4 === 1) {
    throw new SyntaxError("Cannot read base64url: unexpected character or length");
  }
  if (hasNative) return native.fromBase64!(text, { alphabet: "base64url" });
  if (nodeBuffer) return new Uint8Array(nodeBuffer.from(text, "base64url"));
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/**
 * Hex, by the engine's own codec when it has one, else by Node's `Buffer`, else in
 * JavaScript.
 *
 * @module
 */

import { nodeBuffer } from "./buffer.ts";

// The types of TypeScript do not have these members everywhere yet.
interface NativeCodec {
  toHex?(): string;
}
interface NativeCodecConstructor {
  fromHex?(text: string): Uint8Array<ArrayBuffer>;
}

const hasNative = "toHex" in Uint8Array.prototype;
const native = Uint8Array as unknown as NativeCodecConstructor;

/** Bytes → lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  if (hasNative) return (bytes as NativeCodec).toHex!();
  if (nodeBuffer) {
    return nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
  }
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Hex → bytes. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (hasNative) return native.fromHex!(text);
  if (nodeBuffer) return new Uint8Array(nodeBuffer.from(text, "hex"));
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/**
 * Bytes as text: base64url without padding (RFC 4648 §5) and lower-case hex, by the engine's own
 * codec when it has one, else by Node's `Buffer`, else in JavaScript; and random ones.
 *
 * @module
 */

/** Methods of `Buffer` that are used. */
interface NodeBuffer {
  from(
    bytes: ArrayBufferLike,
    offset: number,
    length: number,
  ): { toString(encoding: Encoding): string };
  from(text: string, encoding: Encoding): Uint8Array;
}

type Encoding = "base64url" | "hex";

// The types of TypeScript do not have these members everywhere yet.
interface NativeCodec {
  toBase64?(options: { alphabet: "base64url"; omitPadding: true }): string;
  toHex?(): string;
}
interface NativeCodecConstructor {
  fromBase64?(text: string, options: { alphabet: "base64url" }): Uint8Array<ArrayBuffer>;
  fromHex?(text: string): Uint8Array<ArrayBuffer>;
}

const hasBase64 = "toBase64" in Uint8Array.prototype;
const hasHex = "toHex" in Uint8Array.prototype;
const native = Uint8Array as unknown as NativeCodecConstructor;

/**
 * `Buffer`, for engines without codecs of their own: Node before 25 has neither. It is not touched
 * where it is not needed, since on Deno the first access loads a module.
 */
const nodeBuffer: NodeBuffer | undefined = hasBase64 && hasHex
  ? undefined
  : (globalThis as { Buffer?: NodeBuffer }).Buffer;

/** Bytes → base64url text. */
export function toBase64url(bytes: Uint8Array): string {
  if (hasBase64) {
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
  if (hasBase64) return native.fromBase64!(text, { alphabet: "base64url" });
  if (nodeBuffer) return new Uint8Array(nodeBuffer.from(text, "base64url"));
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** Bytes → lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  if (hasHex) return (bytes as NativeCodec).toHex!();
  if (nodeBuffer) {
    return nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex");
  }
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Hex → bytes. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (hasHex) return native.fromHex!(text);
  if (nodeBuffer) return new Uint8Array(nodeBuffer.from(text, "hex"));
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

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

/**
 * Node's `Buffer`, for engines without codecs of their own: Node before 25 has
 * neither base64 nor hex methods on byte arrays.
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

// Not touched where it is not needed: on Deno the first access loads a module.
const isNeeded = !("toBase64" in Uint8Array.prototype && "toHex" in Uint8Array.prototype);

/** `Buffer`; `undefined` where there is none, or where the engine has the codecs. */
export const nodeBuffer: NodeBuffer | undefined = isNeeded
  ? (globalThis as { Buffer?: NodeBuffer }).Buffer
  : undefined;

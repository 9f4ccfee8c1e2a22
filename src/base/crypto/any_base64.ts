/**
 * Base64 of other systems.
 *
 * @module
 */

import { fromBase64url } from "./bytes.ts";

/** Bytes of base64 with either alphabet, with or without padding; `undefined` for another text. */
export function fromAnyBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64url(text.replaceAll("+", "-").replaceAll("/", "_").replace(/={1,2}$/, ""));
  } catch {
    return undefined;
  }
}

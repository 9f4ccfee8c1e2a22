/**
 * The reference of a failure, such as `7F3A9C`: by it, the person who sees its page and the one who
 * reads the log speak of the same. Random, so that it tells nothing.
 *
 * @module
 */

import { randomHex } from "./crypto/random.ts";

/** No other text of a URL or of an app's error is shown or logged as one. */
const REFERENCE = /^[0-9A-F]{6}$/;

/** The value if it is a reference, else `undefined`. */
export function toReference(value: unknown): string | undefined {
  return typeof value === "string" && REFERENCE.test(value) ? value : undefined;
}

/** The reference of an error; `undefined` when it has none. */
export function referenceOf(error: object): string | undefined {
  return toReference((error as { reference?: unknown }).reference);
}

/**
 * Gives an error a reference, before it is logged. An error that is thrown again keeps its own.
 *
 * @returns `undefined` for an error of an app that has another member of this name, or is frozen
 */
export function refer(error: object): string | undefined {
  if (!("reference" in error)) Reflect.set(error, "reference", randomHex(3).toUpperCase());
  return referenceOf(error);
}

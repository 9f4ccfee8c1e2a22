/**
 * Which strings a store keeps apart. UTF-8 turns every lone surrogate into the
 * same character and some stores end a string at NUL, so two ids could meet:
 * the second would open the first one's account.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";

/** Whether a store gives exactly this string back, and only for this string. */
export function isExact(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Refuses to write under a string that would not be the same when it is read.
 *
 * @throws {AdapterError}
 */
export function assertExact(...texts: (string | null | undefined)[]): void {
  if (texts.every((text) => !text || isExact(text))) return;
  throw new AdapterError(
    "Cannot store this: an id, address or token has a NUL or half a character in it",
  );
}

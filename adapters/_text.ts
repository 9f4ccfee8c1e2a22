/**
 * Checks that a store can tell strings apart. UTF-8 replaces every lone surrogate
 * with the same character and some stores end a string at NUL, so two different
 * ids could become equal: the second would open the account of the first.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";

/** `true` when a store returns exactly this string, and equals it to no other. */
export function isExact(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Refuses to write a string that would change when it is stored.
 *
 * @throws {AdapterError}
 */
export function assertExact(...texts: (string | null | undefined)[]): void {
  if (texts.every((text) => !text || isExact(text))) return;
  throw new AdapterError(
    "Cannot store this: an id, email address or token contains a NUL or a lone surrogate",
  );
}

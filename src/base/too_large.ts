/**
 * Errors of stores about a value that is too large for them.
 *
 * @module
 */

/** Code, in the cause of an error, of the stores of this library. */
export const TOO_LARGE = "value-too-large";

/** The same of PostgreSQL, MySQL and Prisma. */
const CODES: ReadonlySet<unknown> = new Set([TOO_LARGE, "22001", "ER_DATA_TOO_LONG", "P2000"]);

/** Errors within each other that are looked at. */
const MAX_DEPTH = 8;

/** Returns `true` for an error of a store that refuses a value for its size. */
export function isTooLarge(error: unknown): boolean {
  let current = error as { code?: unknown; cause?: unknown; err?: unknown } | null | undefined;
  for (let depth = 0; current && depth < MAX_DEPTH; depth++) {
    if (CODES.has(current.code)) return true;
    current = (current.cause ?? current.err) as typeof current;
  }
  return false;
}

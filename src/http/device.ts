/**
 * The device that a request came from, as its browser describes it.
 *
 * @module
 */

/** Characters kept of a `User-Agent`. */
const MAX_LENGTH = 256;

/** Returns the start of the `User-Agent` header; `null` without one. */
export function deviceOf({ headers }: Request): string | null {
  return headers.get("user-agent")?.slice(0, MAX_LENGTH) ?? null;
}

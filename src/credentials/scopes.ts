/**
 * Sets of scopes. They only narrow.
 *
 * @module
 */

/** Scopes, or all that the owner has. */
export type Scopes = ReadonlySet<string> | "all";

/** The scopes that both have. */
export function intersect(a: Scopes, b: Scopes): Scopes {
  if (a === "all") return b;
  if (b === "all") return a;
  return new Set([...a].filter((scope) => b.has(scope)));
}

/**
 * Returns `true` when nothing is asked for beyond what the one who asks has.
 *
 * @param everything all scopes there are
 */
export function isWithin(asked: Scopes, own: Scopes, everything: Iterable<string>): boolean {
  if (own === "all") return true;
  return [...asked === "all" ? everything : asked].every((scope) => own.has(scope));
}

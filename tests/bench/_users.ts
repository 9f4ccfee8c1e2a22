/**
 * The people of the bench, and the order in which their requests arrive.
 *
 * @module
 */

/** Secret of every app. */
export const SECRET = "a-secret-of-at-least-32-characters";

/** Name of the session cookie of Auth.js, which also derives its key. */
export const SESSION_COOKIE = "authjs.session-token";

/** People with a session. */
export const USERS = 2_000;

/** Claims of a user's token. */
export function claimsOf(index: number) {
  const name = nameOf(index);
  return { name, email: emailOf(index), picture: null, sub: `user-${index}` };
}

export const nameOf = (index: number): string => `Ada Lovelace ${index}`;
export const emailOf = (index: number): string => `ada.${index}@example.com`;

/**
 * Takes the items in an order without a pattern, each once before the first comes
 * again.
 */
export function inTurns<T>(items: readonly T[]): () => T {
  const order = items.toSorted(byHash(items));
  let turn = 0;
  return () => order[turn++ % order.length]!;
}

/** Compares by a hash of the position: the same order in every process. */
function byHash<T>(items: readonly T[]): (a: T, b: T) => number {
  const hashes = new Map(
    items.map((item, index) => [item, Math.imul(index + 1, 0x9E3779B1) >>> 0]),
  );
  return (a, b) => hashes.get(a)! - hashes.get(b)!;
}

/** Takes the items at random, in the same order in every process. */
export function atRandom<T>(items: readonly T[]): () => T {
  let state = 1;
  return () => {
    // A linear congruential generator; its high bits are the good ones.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return items[Math.floor(state / 2 ** 32 * items.length)]!;
  };
}

/**
 * Tries that are repeated, and preparations that are not.
 *
 * @module
 */

/** Number of tries of a change that conflicts with others. */
export const MAX_TRIES = 100;

/** Waits before another try, for a random time that grows with their number, up to 50 ms. */
export function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 50)));
}

/**
 * Calls a function again while it fails in a way that allows it, after growing random pauses.
 *
 * @param triesAfter number of tries that a failure allows, with those before it
 */
export async function repeat<T>(
  call: () => PromiseLike<T>,
  triesAfter: (error: unknown) => number,
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= triesAfter(error)) throw error;
      await pause(attempt);
    }
  }
}

/** Runs a preparation once; after a failure, the next call tries again. */
export function once<T>(prepare: () => Promise<T>): () => Promise<T> {
  let ready: Promise<T> | undefined;
  return () =>
    ready ??= prepare().catch((error) => {
      ready = undefined;
      throw error;
    });
}

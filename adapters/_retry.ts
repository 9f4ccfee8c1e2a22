/**
 * Tries that are repeated, and preparations that are not.
 *
 * @module
 */

import type { Awaitable } from "../src/types/entities.ts";
import { pauseFor } from "./_pause.ts";

/** Number of tries of a change that conflicts with others. */
export const MAX_TRIES = 100;

/** Milliseconds that a pause between two tries takes at most. */
const LONGEST_PAUSE_MS = 50;

/** Waits before another try, for a random time that grows with their number. */
export function pause(attempt: number): Promise<void> {
  return pauseFor(attempt - 2, LONGEST_PAUSE_MS);
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

/** A write looks for expired rows at the first write, and then once in this many. */
const WRITES_PER_PURGE = 20;

/** Most expired rows that are removed at a time: several for each write. */
export const MAX_PURGED = 200;

/** Makes the function that a write calls first, from one that removes up to 200 expired rows. */
export function seldom(removeExpired: () => Awaitable<unknown>): () => Awaitable<unknown> {
  let writes = 0;
  return () => writes++ % WRITES_PER_PURGE > 0 ? undefined : removeExpired();
}

/**
 * A second try, for calls of a store that end something.
 *
 * @module
 */

import type { Awaitable } from "../types/entities.ts";

/** Tries a call a second time: what it should have ended would stay until its expiry. */
export async function retryOnce<T>(call: () => Awaitable<T>): Promise<T> {
  try {
    return await call();
  } catch {
    return await call();
  }
}

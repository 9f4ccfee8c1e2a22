/**
 * Counts round trips to a key-value store: calls that wait for each other count
 * each, calls at the same time count once.
 *
 * @module
 */

import type { KvAtomic, KvStore } from "../../adapters/_kv_store.ts";

/** Milliseconds in which a call joins others; longer than what an app computes between two. */
const WINDOW_MS = 20;

/** A store, and its round trips so far. */
export interface CountedStore {
  readonly kv: KvStore;
  roundTrips(): number;
}

/** Wraps a store so that all calls of a window are answered together. */
export function countRoundTrips(kv: KvStore): CountedStore {
  let count = 0;
  let open: Promise<void> | undefined;
  /** Waits for the window that is open, or opens one. */
  const travel = (): Promise<void> =>
    open ??= new Promise((resolve) => {
      count++;
      setTimeout(() => {
        open = undefined;
        resolve();
      }, WINDOW_MS);
    });
  const counted: KvStore = {
    async get(key, options) {
      await travel();
      return await kv.get(key, options);
    },
    async getMany(keys, options) {
      await travel();
      return await kv.getMany(keys, options);
    },
    async *list(selector, options) {
      await travel();
      yield* kv.list(selector, options);
    },
    atomic: () => countedAtomic(kv.atomic(), travel),
  };
  return { kv: counted, roundTrips: () => count };
}

function countedAtomic(atomic: KvAtomic, travel: () => Promise<void>): KvAtomic {
  const counted: KvAtomic = {
    check(...checks) {
      atomic.check(...checks);
      return counted;
    },
    set(key, value, options) {
      atomic.set(key, value, options);
      return counted;
    },
    delete(key) {
      atomic.delete(key);
      return counted;
    },
    async commit() {
      await travel();
      return await atomic.commit();
    },
  };
  return counted;
}

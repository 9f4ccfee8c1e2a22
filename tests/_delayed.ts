/**
 * A store of records whose calls take time, as those over a network do, so that calls of several
 * requests come between each other.
 *
 * @module
 */

import type { RecordStore } from "../src/types/records.ts";

/**
 * Delays each call.
 *
 * @param ms milliseconds. Default 3
 */
export function delayed(records: RecordStore, ms = 3): RecordStore {
  const after = <Args extends unknown[], T>(call: (...args: Args) => T | PromiseLike<T>) =>
  async (
    ...args: Args
  ): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return await call(...args);
  };
  return {
    get: after((kind, id) => records.get(kind, id)),
    put: after((entry, expected) => records.put(entry, expected)),
    take: after((kind, id) => records.take(kind, id)),
    list: after((owner, kind, page) => records.list(owner, kind, page)),
    deleteOwner: after((owner, kind, exceptId) => records.deleteOwner(owner, kind, exceptId)),
  };
}

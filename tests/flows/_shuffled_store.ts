/**
 * A store whose calls end in any order.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";

/** Lets other calls run before and after each call, in another order each time. */
export function shuffled(records: RecordStore): RecordStore {
  const hops = async () => {
    for (let i = Math.floor(Math.random() * 24); i > 0; i--) await null;
  };
  const around =
    <Args extends unknown[], T>(call: (...args: Args) => T | PromiseLike<T>) =>
    async (...args: Args) => {
      await hops();
      const answer = await call(...args);
      await hops();
      return answer;
    };
  return {
    get: around((kind, id) => records.get(kind, id)),
    put: around((entry, expected) => records.put(entry, expected)),
    take: around((kind, id) => records.take(kind, id)),
    list: around((owner, kind, page) => records.list(owner, kind, page)),
    deleteOwner: around((owner, kind, exceptId) => records.deleteOwner(owner, kind, exceptId)),
  };
}

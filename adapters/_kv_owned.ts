/**
 * Lists and batches of rows that belong to a user, in few round trips.
 *
 * @module
 */

import { isReadable, type Key } from "./_kv_keys.ts";
import {
  commit,
  deleteAll,
  getAll,
  type KvEntry,
  type KvStore,
  listAll,
  partsOf,
  retry,
} from "./_kv_store.ts";

/** Reads the rows that an index lists. */
export type ReadOwned = <T>(index: Key, rowOf: (rest: Key) => Key) => Promise<T[]>;

/**
 * Deletes rows that an index lists, and returns the index entries of those that this call
 * deleted. A row and its index entry are deleted together. After a failure, which is
 * thrown, some are.
 *
 * @param isMeant picks the rows by the ends of their index entries
 */
export type DeleteOwned = <T>(
  index: Key,
  rowOf: (rest: Key) => Key,
  isMeant?: (rest: Key) => boolean,
) => Promise<KvEntry<T>[]>;

/** Makes both functions. */
export function ownedRowsIn(kv: KvStore): { readOwned: ReadOwned; deleteOwned: DeleteOwned } {
  return {
    async readOwned<T>(index: Key, rowOf: (rest: Key) => Key) {
      if (!isReadable(index)) return [];
      const entries = await listAll(kv, index);
      const rows = await getAll<T>(kv, entries.map(({ key }) => rowOf(key.slice(index.length))));
      // KV may have removed a row before its index entry.
      return rows.flatMap(({ value }) => value === null ? [] : [value]);
    },

    async deleteOwned<T>(index: Key, rowOf: (rest: Key) => Key, isMeant = (_rest: Key) => true) {
      if (!isReadable(index)) return [];
      const restOf = ({ key }: KvEntry<T>) => key.slice(index.length);
      const keysOf = (entry: KvEntry<T>) => [entry.key, rowOf(restOf(entry))];
      const deleted: KvEntry<T>[] = [];
      return await retry("delete the rows", async () => {
        const entries = (await listAll<T>(kv, index)).filter((entry) => isMeant(restOf(entry)));
        const outcomes = await Promise.all(
          partsOf(entries).map(async (part) => {
            // An entry changes with its row. Of concurrent calls, one passes the check.
            const atomic = kv.atomic().check(...part);
            const isDone = await commit(deleteAll(atomic, part.flatMap(keysOf)));
            if (isDone) deleted.push(...part);
            return isDone;
          }),
        );
        return outcomes.every(Boolean) ? deleted : undefined;
      });
    },
  };
}

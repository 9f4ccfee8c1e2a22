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

/**
 * Reads the rows that an index lists.
 *
 * @param fromEntry makes the row of an index entry that holds all of it, so that the row is
 * not read
 */
export type ReadOwned = <T>(
  index: Key,
  rowOf: (rest: Key) => Key,
  fromEntry?: (entry: KvEntry<unknown>) => T | undefined,
) => Promise<T[]>;

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
    async readOwned<T>(
      index: Key,
      rowOf: (rest: Key) => Key,
      fromEntry: (entry: KvEntry<unknown>) => T | undefined = () => undefined,
    ) {
      if (!isReadable(index)) return [];
      const known: T[] = [];
      const unread: Key[] = [];
      for (const entry of await listAll(kv, index)) {
        const row = fromEntry(entry);
        if (row !== undefined) known.push(row);
        else unread.push(rowOf(entry.key.slice(index.length)));
      }
      // KV may have removed a row before its index entry.
      const read = (await getAll<T>(kv, unread)).flatMap(({ value }) =>
        value === null ? [] : [value]
      );
      return [...known, ...read];
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

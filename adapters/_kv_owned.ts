/**
 * Lists and batches of rows that belong to a user, in few round trips.
 *
 * @module
 */

import { isReadable, type Key } from "./_kv_keys.ts";
import { commit, deleteAll, getAll, type KvStore, listAll, partsOf, retry } from "./_kv_store.ts";

/** Reads the rows that an index lists. */
export type ReadOwned = <T>(index: Key, rowOf: (rest: Key) => Key) => Promise<T[]>;

/**
 * Deletes rows that an index lists, and returns the ids of those that this call deleted.
 * A row and its index entry are deleted together. After a failure, which is thrown, some
 * are.
 *
 * @param isMeant picks the rows by their ids
 */
export type DeleteOwned = (
  index: Key,
  rowOf: (id: string) => Key,
  isMeant: (id: string) => boolean,
) => Promise<string[]>;

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

    async deleteOwned(index, rowOf, isMeant) {
      if (!isReadable(index)) return [];
      const deleted: string[] = [];
      return await retry("delete the rows", async () => {
        const entries = (await listAll(kv, index))
          .map((entry) => ({ entry, id: String(entry.key.at(-1)) }))
          .filter(({ id }) => isMeant(id));
        const outcomes = await Promise.all(
          partsOf(entries).map(async (part) => {
            // An entry changes with its row. Of concurrent calls, one passes the check.
            const atomic = kv.atomic().check(...part.map(({ entry }) => entry));
            const keys = part.flatMap(({ entry, id }) => [entry.key, rowOf(id)]);
            const isDone = await commit(deleteAll(atomic, keys));
            if (isDone) deleted.push(...part.map(({ id }) => id));
            return isDone;
          }),
        );
        return outcomes.every(Boolean) ? deleted : undefined;
      });
    },
  };
}

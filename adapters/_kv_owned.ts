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
  listBelow,
  partsOf,
  retry,
} from "./_kv_store.ts";

/** Reads the rows that an index lists. */
export type ReadOwned = <T>(index: Key, rowOf: (rest: Key) => Key) => Promise<T[]>;

/**
 * Deletes rows with their index entries, and returns the ids of those that this call
 * deleted. Each row goes with its index entry or stays; a failure is thrown after some
 * may have been deleted.
 *
 * @param indexOf prefix of the index that lists a row
 */
export type DeleteOwned = <T>(
  ids: readonly string[],
  keyOf: (id: string) => Key,
  indexOf: (row: T) => Key,
) => Promise<string[]>;

/** Makes both functions. */
export function ownedRowsIn(kv: KvStore): { readOwned: ReadOwned; deleteOwned: DeleteOwned } {
  return {
    async readOwned<T>(index: Key, rowOf: (rest: Key) => Key) {
      if (!isReadable(index)) return [];
      const rows = await getAll<T>(kv, (await listBelow(kv, index)).map(rowOf));
      // KV may have removed a row before its index entry.
      return rows.flatMap(({ value }) => value === null ? [] : [value]);
    },

    async deleteOwned<T>(
      ids: readonly string[],
      keyOf: (id: string) => Key,
      indexOf: (row: T) => Key,
    ) {
      const deleted: string[] = [];
      let left = [...new Set(ids)].filter((id) => isReadable([id]));
      return await retry("delete the rows", async () => {
        const entries = await getAll<T>(kv, left.map(keyOf));
        const rows = entries.flatMap((entry, at) =>
          entry.value === null ? [] : [{ id: left[at]!, entry, index: indexOf(entry.value) }]
        );
        const keysOf = ({ id, entry, index }: Row<T>) => [entry.key, [...index, id]];
        const ends = await Promise.all(
          partsOf(rows, keysOf).map(async (part) => {
            // Of concurrent calls, one deletes the row: the check fails in the others.
            const atomic = kv.atomic().check(...part.map(({ entry }) => entry));
            return { part, ok: await commit(deleteAll(atomic, part.flatMap(keysOf))) };
          }),
        );
        const idsWhere = (wanted: boolean) =>
          ends.flatMap(({ part, ok }) => ok === wanted ? part.map(({ id }) => id) : []);
        deleted.push(...idsWhere(true));
        left = idsWhere(false);
        return left.length === 0 ? deleted : undefined;
      });
    },
  };
}

interface Row<T> {
  id: string;
  entry: KvEntry<T>;
  index: Key;
}

/**
 * Rows of records in memory. Each operation runs in one step, so it is atomic.
 *
 * @module
 */

import { createPurge, createTable } from "../_memory_tables.ts";
import { isLive, type RecordRow, type RecordRows } from "./_store.ts";

/** The latest time that a `Date` can have. */
const NEVER = new Date(8.64e15);

/** The operations; all of them are synchronous. */
export interface MemoryRecordRows extends RecordRows {
  deleteOwner(owner: string, kind: string | null, except: string | null, now: number): number;
}

/** Makes an empty table of records. */
export function createRecordRows(): MemoryRecordRows {
  const table = createTable<RecordRow & { userId: string }>();
  const purge = createPurge(
    table,
    ({ expires }) => expires === null ? NEVER : new Date(expires),
  );
  // No kind contains a space.
  const makeKey = (kind: string, id: string) => `${kind} ${id}`;
  // Rows without an owner are listed together, apart from those of any owner.
  const listOf = (owner: string | null) => owner === null ? "" : `=${owner}`;
  const get = (kind: string, id: string) => table.get(makeKey(kind, id));

  return {
    get,

    put(row, expected, now) {
      purge();
      const found = get(row.kind, row.id);
      const version = found && isLive(found, now) ? found.version : null;
      if (version !== expected) return false;
      table.set(makeKey(row.kind, row.id), { ...row, userId: listOf(row.owner) });
      return true;
    },

    take(kind, id) {
      const row = get(kind, id);
      table.delete(makeKey(kind, id));
      return row;
    },

    list: (owner, kind, { after, limit }, now) =>
      table.of(listOf(owner))
        .filter((row) => row.kind === kind && isLive(row, now))
        .filter(({ id }) => compareCodePoints(id, after) > 0)
        .toSorted((a, b) => compareCodePoints(a.id, b.id))
        .slice(0, limit),

    deleteOwner(owner, kind, except, now) {
      const rows = table.of(listOf(owner)).filter((row) =>
        (kind === null || row.kind === kind) && row.id !== except
      );
      table.deleteEach(listOf(owner), rows.map((row) => makeKey(row.kind, row.id)));
      return rows.filter((row) => isLive(row, now)).length;
    },
  };
}

/** The order of databases, which compare the bytes of UTF-8. `<` compares UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

/**
 * Rows of records in an SQLite table. Each operation takes effect in one statement.
 *
 * @module
 */

import { preferLists, type SqliteDatabase } from "../_sqlite_driver.ts";
import { createPurge } from "../_sqlite_purge.ts";
import type { FoundRow, RecordRow, RecordRows } from "./_store.ts";

/** The operations; all of them are synchronous. */
export interface SqliteRecordRows extends RecordRows {
  deleteOwner(owner: string, kind: string | null, except: string | null, now: number): number;
}

/** Creates the table when it is missing; several processes may do so at the same time. */
export function createRecordRows(db: SqliteDatabase, prefix: string): SqliteRecordRows {
  const name = `${prefix}records`;
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${name} (
      kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, version INTEGER NOT NULL,
      expires INTEGER, data TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS ${name}_of_owner ON ${name} (owner, kind, id)
      WHERE owner IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ${name}_by_expiry ON ${name} (expires) WHERE expires IS NOT NULL;`);

  const isLive = "(expires IS NULL OR expires > ?)";
  const columns = "owner = excluded.owner, version = excluded.version, " +
    "expires = excluded.expires, data = excluded.data";
  // Every column takes time, so the key is not among them.
  const found = "owner, version, expires, data";
  const byKey = preferLists(
    db.prepare(`SELECT ${found} FROM ${name} WHERE kind = ? AND id = ?`),
  );
  const insert = db.prepare(
    `INSERT INTO ${name} (kind, id, owner, version, expires, data) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET ${columns} WHERE expires <= ?`,
  );
  const replace = db.prepare(
    `UPDATE ${name} SET owner = ?, version = ?, expires = ?, data = ?
     WHERE kind = ? AND id = ? AND version = ? AND ${isLive}`,
  );
  const remove = db.prepare(`DELETE FROM ${name} WHERE kind = ? AND id = ? RETURNING ${found}`);
  const ofOwner = db.prepare(
    `SELECT * FROM ${name} WHERE owner = ? AND kind = ? AND id > ? AND ${isLive}
     ORDER BY id LIMIT ?`,
  );
  const isOwned = "owner = ? AND kind = coalesce(?, kind) AND id IS NOT ?";
  const removeLive = db.prepare(`DELETE FROM ${name} WHERE ${isOwned} AND ${isLive}`);
  // Expired rows count as absent, so these two need no transaction.
  const removeOthers = db.prepare(`DELETE FROM ${name} WHERE ${isOwned}`);
  const purge = createPurge(db, { name, key: "kind, id" }, 0);

  return {
    get: (kind, id) => toFound(byKey.get(kind, id)),

    put({ kind, id, owner, version, expires, data }, expected, now) {
      purge();
      const { changes } = expected === null
        ? insert.run(kind, id, owner, version, expires, data, now)
        : replace.run(owner, version, expires, data, kind, id, expected, now);
      return changes > 0;
    },

    take: (kind, id) => (remove.get(kind, id) as FoundRow | undefined) ?? null,

    list: (owner, kind, { after, limit }, now) =>
      ofOwner.all(owner, kind, after, now, limit) as RecordRow[],

    deleteOwner(owner, kind, except, now) {
      const { changes } = removeLive.run(owner, kind, except, now);
      removeOthers.run(owner, kind, except);
      return Number(changes);
    },
  };
}

function toFound(row: unknown): FoundRow | null {
  if (!row) return null;
  if (!Array.isArray(row)) return row as FoundRow;
  return { owner: row[0], version: row[1], expires: row[2], data: row[3] };
}

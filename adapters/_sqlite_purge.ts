/**
 * Removal of expired rows, a few with each write.
 *
 * @module
 */

import type { SqliteDatabase } from "./_sqlite_driver.ts";
import type { Table } from "./_sqlite_rows.ts";

/** Most expired rows that one write removes, so that no write takes long. */
const MAX_PURGED = 100;

/**
 * Milliseconds without another removal after that many rows, so that many writes at once
 * do not take long either.
 */
const REST_MS = 50;

/**
 * Makes the function that removes expired rows of a table, the oldest first. The table
 * has an index of `expires`.
 *
 * @param keepMs milliseconds after its expiry from which a row is removed
 */
export function createPurge(
  db: SqliteDatabase,
  { name, key }: Pick<Table<unknown>, "name" | "key">,
  keepMs: number,
): () => void {
  const statement = db.prepare(
    `DELETE FROM ${name} WHERE (${key}) IN (
       SELECT ${key} FROM ${name} WHERE expires < ? ORDER BY expires LIMIT ${MAX_PURGED})`,
  );
  let restsSince = 0;
  return () => {
    const now = Date.now();
    // A clock that was set back does not stop the purge.
    if (Math.abs(now - restsSince) < REST_MS) return;
    const { changes } = statement.run(now - keepMs);
    if (changes >= MAX_PURGED) restsSince = now;
  };
}

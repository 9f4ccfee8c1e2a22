/**
 * Removal of expired rows, a few with each write.
 *
 * @module
 */

import type { SqliteDatabase } from "./_sqlite_driver.ts";
import type { Table } from "./_sqlite_rows.ts";

/**
 * Most expired rows that one write removes: more than a write adds, so that they do not
 * pile up, and few enough that no write takes long, however many have expired.
 */
const MAX_PURGED = 20;

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
  return () => void statement.run(Date.now() - keepMs);
}

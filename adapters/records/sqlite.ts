/**
 * Keeps records in a table of an SQLite file, `records` after the prefix (`auth_`), with
 * the runtime's own `node:sqlite` or an open database. For one machine; several processes
 * may share the file. `expires` is in milliseconds since 1970, `data` is JSON.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";
import { sqliteDialect } from "../_sqlite_dialect.ts";
import {
  checkPrefix,
  connect,
  forgetfulness,
  queryOf,
  type SqliteDatabase,
  withLastingStatements,
} from "../_sqlite_driver.ts";
import { createRecordTable, tableNames } from "../_sqlite_schema.ts";
import { describeStore } from "../_store_facts.ts";
import { createRecordRows } from "./_sql_rows.ts";
import { createRecordStore } from "./_store.ts";

export type { SqliteDatabase, SqliteStatement, SqliteValue } from "../_sqlite_driver.ts";

/** Options of {@linkcode SqliteRecords}. */
export interface SqliteRecordsOptions {
  /** Prefix of the table's name: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
}

/** A store of records in a database, which can also be closed. */
export interface SqliteRecordStore extends RecordStore, Disposable {
  /** Closes the database. */
  close(): void;
}

/**
 * Opens a file, creates the table when it is missing, and turns on write-ahead logging.
 * A write removes up to a hundred expired records, the oldest first.
 *
 * A path is opened with the runtime's own `node:sqlite`, which Deno has, and Node since
 * 22.5. On Node 20, pass an open database of `better-sqlite3`.
 *
 * @param database path of the file, `":memory:"`, or an open database
 * @throws {AdapterError} when the runtime has no `node:sqlite` to open a path with
 *
 * @example
 * ```ts
 * import { SqliteRecords } from "@x/auth/records/sqlite";
 * import { assertEquals } from "@std/assert";
 *
 * using records = SqliteRecords(":memory:");
 * const key = { kind: "invitation", id: "1", owner: "ada", expires: null };
 * assertEquals(await records.put({ ...key, version: 1, data: { team: "x" } }, null), true);
 * assertEquals(await records.put({ ...key, version: 2, data: { team: "y" } }, null), false);
 * assertEquals((await records.list("ada", "invitation")).length, 1);
 * ```
 */
export function SqliteRecords(
  database: string | URL | SqliteDatabase,
  { prefix = "auth_" }: SqliteRecordsOptions = {},
): SqliteRecordStore {
  checkPrefix(prefix);
  const opened = connect(database);
  const db = withLastingStatements(opened);
  const close = () => void db.close();
  createRecordTable(db, prefix);
  const store = createRecordStore(createRecordRows(sqliteDialect(db), tableNames(prefix).records));
  return {
    ...store,
    close,
    [Symbol.dispose]: close,
    ...forgetfulness(database),
    ...describeStore("SQLite", {
      dialect: "sqlite",
      set: "records",
      prefix,
      query: queryOf(opened),
    }),
  };
}

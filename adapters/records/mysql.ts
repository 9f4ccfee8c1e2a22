/**
 * Keeps records in a table of MySQL 8 or MariaDB 10.6, or newer, by a pool of `mysql2`. Several
 * processes may share the table, `records` after the prefix (`auth_`).
 *
 * `expires` is in milliseconds since 1970, `data` is JSON. `kind`, `id` and `owner` are compared by
 * their bytes.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";
import type { MysqlPool } from "../_mysql_client.ts";
import { createTables, tableNames } from "../_mysql_schema.ts";
import { openStore } from "../_mysql_store.ts";
import { createRecordRows } from "./_sql_rows.ts";
import { createRecordStore } from "./_store.ts";

export type { MysqlConnection, MysqlExecutor, MysqlPool, MysqlQuery } from "../_mysql_client.ts";

/** Options of {@linkcode MysqlRecords}: the name of its table. */
export interface MysqlRecordsOptions {
  /** Prefix of the table's name: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
}

/** A store of records that can also create its table. */
export interface MysqlRecordStore extends RecordStore {
  /**
   * Creates the table when it is missing; several processes may do so at the same time. The first
   * call of another method does it too. When the table is there, this needs no right to create one.
   */
  setup(): Promise<void>;
}

/**
 * SQL that creates the table when it is missing, for apps that run their migrations themselves.
 *
 * @throws {AdapterError} when `prefix` has other characters
 *
 * @example
 * ```ts
 * import { recordsTable } from "@x/auth/records/mysql";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(recordsTable({ prefix: "" }), "CREATE TABLE IF NOT EXISTS `records`");
 * ```
 */
export function recordsTable({ prefix = "auth_" }: MysqlRecordsOptions = {}): string {
  return `${createTables("records", prefix)};\n`;
}

/**
 * Makes a store. A deadlock, or a row that another transaction has changed, is repeated with random
 * pauses, at most a hundred times, and a lock that was waited for too long three times. The first
 * write and every twentieth remove up to 200 expired records, the oldest first.
 *
 * The first call looks at the server: a replica, a connection whose character set is not utf8mb4, a
 * `sql_mode` that shortens values, and a table with other columns throw `AdapterError`, which says
 * what to change.
 *
 * @throws {AdapterError} when `prefix` has other characters
 * @throws {AuthError} when the first argument is no pool
 *
 * @example
 * ```ts ignore
 * import { MysqlRecords } from "@x/auth/records/mysql";
 * import { createPool } from "mysql2/promise";
 *
 * const records = MysqlRecords(createPool({ uri: DATABASE_URL }));
 * ```
 */
export function MysqlRecords(
  pool: MysqlPool,
  { prefix = "auth_" }: MysqlRecordsOptions = {},
): MysqlRecordStore {
  const { dialect, setup, facts } = openStore(pool, "records", prefix, true);
  const store = createRecordStore(createRecordRows(dialect, tableNames(prefix).records));
  return { ...store, setup, ...facts };
}

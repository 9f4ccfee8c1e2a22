/**
 * Keeps records in a table of libSQL, by a client of `@libsql/client`: on a server such as that of
 * Turso, in a file, or in memory. Several processes may share the table, `records` after the prefix
 * (`auth_`).
 *
 * The table is that of `@x/auth/records/sqlite`. `expires` is in milliseconds since 1970, `data` is
 * JSON.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";
import { clientOf, type LibsqlClient, refuseReplica } from "../_libsql_client.ts";
import { createTables, tableNames } from "../_sqlite_schema.ts";
import { openStore } from "../_sqlite_store.ts";
import { createRecordRows } from "./_sql_rows.ts";
import { createRecordStore } from "./_store.ts";

export type { LibsqlClient, LibsqlResult, LibsqlStatement } from "../_libsql_client.ts";

/** Options of {@linkcode LibsqlRecords}: the name of its table. */
export interface LibsqlRecordsOptions {
  /** Prefix of the table's name: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
}

/** A store of records that can also create its table. */
export interface LibsqlRecordStore extends RecordStore {
  /**
   * Creates the table when it is missing; several processes may do so at the same time. The first
   * call of another method does it too.
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
 * import { recordsTable } from "@x/auth/records/libsql";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(recordsTable({ prefix: "" }), "CREATE TABLE IF NOT EXISTS records");
 * ```
 */
export function recordsTable({ prefix = "auth_" }: LibsqlRecordsOptions = {}): string {
  return createTables("records", prefix).map((statement) => `${statement};\n`).join("");
}

/**
 * Makes a store. What another client has locked (`SQLITE_BUSY`) is repeated with random pauses, at
 * most a hundred times and for about five seconds. The first write and every twentieth remove up to
 * 200 expired records, the oldest first.
 *
 * The first call looks at the database: a copy of another database (`syncUrl`), whose rows are old,
 * throws `AdapterError`, which says what to change. A file gets write-ahead logging, and each change
 * there is a transaction.
 *
 * @throws {AdapterError} when `prefix` has other characters
 * @throws {AuthError} when the first argument is no client
 *
 * @example
 * ```ts ignore
 * import { LibsqlRecords } from "@x/auth/records/libsql";
 * import { createClient } from "@libsql/client";
 *
 * const records = LibsqlRecords(createClient({ url: DATABASE_URL, authToken: TOKEN }));
 * ```
 */
export function LibsqlRecords(
  client: LibsqlClient,
  { prefix = "auth_" }: LibsqlRecordsOptions = {},
): LibsqlRecordStore {
  const statements = clientOf(client);
  const { dialect, setup, facts } = openStore(statements, {
    set: "records",
    prefix,
    makes: true,
    name: "libSQL",
    inspect: () => refuseReplica(client),
  });
  const store = createRecordStore(createRecordRows(dialect, tableNames(prefix).records));
  return { ...store, setup, ...facts };
}

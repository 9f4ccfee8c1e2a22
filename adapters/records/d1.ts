/**
 * Keeps records in a table of D1, `records` after the prefix (`auth_`), by a binding of a Worker.
 *
 * The table is that of `@x/auth/records/sqlite`. Every statement goes to the primary. `expires` is in
 * milliseconds since 1970, `data` is JSON.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";
import { clientOf, type D1Binding } from "../_d1_client.ts";
import { createTables, tableNames } from "../_sqlite_schema.ts";
import { openStore } from "../_sqlite_store.ts";
import { createRecordRows } from "./_sql_rows.ts";
import { createRecordStore } from "./_store.ts";

export type { D1Answer, D1Binding, D1Executor, D1Statement } from "../_d1_client.ts";

/** Options of {@linkcode D1Records}: the name of its table. */
export interface D1RecordsOptions {
  /** Prefix of the table's name: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
}

/** A store of records that can also create its table. */
export interface D1RecordStore extends RecordStore {
  /**
   * Creates the table when it is missing; several Workers may do so at the same time. The first call
   * of another method does it too.
   */
  setup(): Promise<void>;
}

/**
 * SQL that creates the table when it is missing, for a migration of Wrangler.
 *
 * @throws {AdapterError} when `prefix` has other characters
 *
 * @example
 * ```ts
 * import { recordsTable } from "@x/auth/records/d1";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(recordsTable({ prefix: "" }), "CREATE TABLE IF NOT EXISTS records");
 * ```
 */
export function recordsTable({ prefix = "auth_" }: D1RecordsOptions = {}): string {
  return createTables("records", prefix).map((statement) => `${statement};\n`).join("");
}

/**
 * Makes a store. What D1 has refused because it is overloaded is repeated with random pauses, at most
 * a hundred times and for about five seconds. The first write and every twentieth remove up to 200
 * expired records, the oldest first.
 *
 * With read replication, each call asks the primary.
 *
 * @throws {AdapterError} when `prefix` has other characters
 * @throws {AuthError} when the first argument is no binding, or a session of one
 *
 * @example
 * ```ts ignore
 * import { D1Records } from "@x/auth/records/d1";
 * import { env } from "cloudflare:workers";
 *
 * const records = D1Records(env.DB);
 * ```
 */
export function D1Records(
  binding: D1Binding,
  { prefix = "auth_" }: D1RecordsOptions = {},
): D1RecordStore {
  const { dialect, setup, facts } = openStore(clientOf(binding), {
    set: "records",
    prefix,
    makes: true,
    name: "D1",
    cure: "run the SQL of `recordsTable()`",
  });
  const store = createRecordStore(createRecordRows(dialect, tableNames(prefix).records));
  return { ...store, setup, ...facts };
}

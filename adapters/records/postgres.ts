/**
 * Keeps records in a PostgreSQL table, by any client with
 * `query(text, params): Promise<{ rows }>`: a `Pool` or `Client` of `pg` or of
 * `@neondatabase/serverless`, or `postgres` with one line, see
 * {@linkcode PostgresRecords}. Several processes may share the table. Version 11 or newer,
 * with UTF-8.
 *
 * `expires` is in milliseconds since 1970, `data` is JSON.
 *
 * @module
 */

import type { RecordStore } from "../../src/types/records.ts";
import { codeOf, describePostgres, type PostgresClient, queryOf } from "../_postgres_client.ts";
import { postgresDialect } from "../_postgres_dialect.ts";
import { once } from "../_retry.ts";
import { TEXT_IDS } from "../_sql.ts";
import { createRecordTable, recordNames } from "./_postgres_table.ts";
import { createRecordRows } from "./_sql_rows.ts";
import { createRecordStore } from "./_store.ts";

export type { PostgresClient } from "../_postgres_client.ts";

/** Options of {@linkcode PostgresRecords}: the name of its table. */
export interface PostgresRecordsOptions {
  /** Prefix of the table's name: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
  /** Schema of the table, which must exist. Default: the first of the `search_path`. */
  schema?: string | undefined;
}

/** A store of records that can also create its table. */
export interface PostgresRecordStore extends RecordStore {
  /**
   * Creates the table when it is missing; several processes may do so at the same time. The
   * first call of another method does it too. When the table exists, this takes one query,
   * and no right to create tables.
   */
  setup(): Promise<void>;
}

/** Codes of a table that another process has created at the same time. */
const CREATED_MEANWHILE: ReadonlySet<unknown> = new Set(["23505", "42P07", "42710"]);

/**
 * SQL that creates the table and its indexes when they are missing, for apps that run
 * their migrations themselves.
 *
 * @example
 * ```ts
 * import { recordsTable } from "@x/auth/records/postgres";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(recordsTable({ schema: "auth", prefix: "" }), '"auth"."records"');
 * ```
 */
export function recordsTable(options: PostgresRecordsOptions = {}): string {
  return createRecordTable(options);
}

/**
 * Makes a store. A conflict with another transaction is repeated with random pauses, at
 * most a hundred times. The first write and every twentieth remove up to 200 expired records,
 * the oldest first.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 *
 * @example
 * ```ts ignore
 * import { PostgresRecords } from "@x/auth/records/postgres";
 * import { Pool } from "pg"; // or from "@neondatabase/serverless"
 *
 * const records = PostgresRecords(new Pool({ connectionString: DATABASE_URL }));
 * ```
 *
 * @example With `postgres`
 * ```ts ignore
 * import { PostgresRecords } from "@x/auth/records/postgres";
 * import postgres from "postgres";
 *
 * const sql = postgres(DATABASE_URL);
 * const records = PostgresRecords({
 *   query: async (text, params) => ({ rows: await sql.unsafe(text, params) }),
 * });
 * ```
 */
export function PostgresRecords(
  client: PostgresClient,
  options: PostgresRecordsOptions = {},
): PostgresRecordStore {
  const { name } = recordNames(options);
  const query = queryOf(client);

  const exists = async (): Promise<boolean> =>
    (await query("SELECT 1 WHERE to_regclass($1) IS NOT NULL", [name])).length > 0;

  const setup = once(async () => {
    if (await exists()) return;
    try {
      // One statement, so that a table never lacks its indexes.
      await client.query(`DO $setup$ BEGIN ${createRecordTable(options)} END $setup$`);
    } catch (error) {
      if (!CREATED_MEANWHILE.has(codeOf(error)) || !await exists()) throw error;
    }
  });
  const dialect = postgresDialect(async (text, params) => {
    await setup();
    return await query(text, params);
  }, () => Promise.resolve(TEXT_IDS));
  const store = createRecordStore(createRecordRows(dialect, name));
  return { ...store, setup, ...describePostgres(query, "records", options) };
}

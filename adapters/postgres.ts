/**
 * Stores all data in PostgreSQL, by any client with
 * `query(text, params): Promise<{ rows }>`: a `Pool` or `Client` of `pg` or of
 * `@neondatabase/serverless`, or `postgres` with one line, see
 * {@linkcode PostgresAdapter}. Several processes may share the database. Version 11 or
 * newer, with UTF-8.
 *
 * The tables are those of `@auth/pg-adapter`, `users`, `accounts`, `sessions` and
 * `verification_token`, with `authenticators` and `auth_records` beside them, and
 * {@linkcode postgresSchema} adds what they lack. Members without a column of their own are
 * kept as JSON in the column `auth_extra`. Each change is one statement, so that a pool needs
 * no transaction. Expired rows are removed by later writes to their table, at most 200 at a
 * time.
 *
 * @module
 */

import type {
  Adapter,
  AdapterBatches,
  AdapterExtras,
  AdapterTraits,
} from "../src/types/adapter.ts";
import { withNewUsers } from "./_new_users.ts";
import type { PostgresClient } from "./_postgres_client.ts";
import { postgresDialect } from "./_postgres_dialect.ts";
import { newUsersIn } from "./_postgres_new_users.ts";
import { createTables, tableNames } from "./_postgres_schema.ts";
import { openStore } from "./_postgres_store.ts";
import { createSqlAdapter } from "./_sql_adapter.ts";
import { makeTables } from "./_sql_tables.ts";

export type { PostgresClient } from "./_postgres_client.ts";

/** Options of {@linkcode PostgresAdapter}: its tables. */
export interface PostgresAdapterOptions {
  /**
   * Prefix of the tables' names: letters, digits and `_`. Default: `auth_` for the table of
   * records, which is that of `PostgresRecords`, and none for the others, which are those of
   * `@auth/pg-adapter`.
   */
  prefix?: string | undefined;
  /** Schema of the tables, which must exist. Default: the first of the `search_path`. */
  schema?: string | undefined;
  /**
   * `true` makes the tables at the first call in a database that has none of users, for
   * development and tests; existing ones are changed by `setup` alone. Default `false`: calls
   * without tables throw `AdapterError`, with the command that makes them.
   */
  createTables?: boolean | undefined;
}

/** The adapter, which can also create or migrate its tables. */
export interface PostgresAdapterInstance
  extends
    Required<Adapter>,
    Required<AdapterExtras>,
    Required<AdapterTraits>,
    Required<AdapterBatches> {
  /**
   * Runs {@linkcode postgresSchema} unless the tables are complete; several processes may do
   * so at the same time. With complete tables, this takes one query, and no right to create
   * tables.
   */
  setup(): Promise<void>;
}

/**
 * SQL that creates the tables, or adds to those of `@auth/pg-adapter` what they lack: unique
 * addresses, accounts and session tokens, references to users, indexes, the column
 * `auth_extra`, and the tables of passkeys and records. For apps that run their migrations
 * themselves; {@linkcode PostgresAdapterInstance.setup} runs it too.
 *
 * It is one statement, which can be repeated. Ids of users keep their type, such as
 * `integer`. When rows break the new rules, it fails with a message that says how to find
 * them, and nothing is changed. The tables are locked until it ends.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 *
 * @example
 * ```ts
 * import { postgresSchema } from "@x/auth/adapters/postgres";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(postgresSchema(), 'CREATE TABLE IF NOT EXISTS "users"');
 * assertStringIncludes(postgresSchema({ schema: "auth" }), '"auth"."auth_records"');
 * ```
 */
export function postgresSchema(options: PostgresAdapterOptions = {}): string {
  return createTables(options);
}

/**
 * Makes an adapter. A conflict with another transaction is repeated with random pauses, at
 * most a hundred times. The first write of a session or one-time token and every twentieth
 * remove up to 200 rows that expired more than a day ago, the oldest first.
 *
 * Ids of users are strings. In tables whose ids are integers, which the database makes, the
 * adapter converts them. Columns that the app has added to `users` are members of the users
 * that are read; only the app writes them.
 *
 * The tables are made before the app starts, by {@linkcode PostgresAdapterInstance.setup} or by
 * the SQL of {@linkcode postgresSchema}. Without them, each call throws `AdapterError`, with the
 * command that makes them; see {@linkcode PostgresAdapterOptions.createTables}.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 *
 * @example
 * ```ts ignore
 * import { PostgresAdapter } from "@x/auth/adapters/postgres";
 * import { Pool } from "pg"; // or from "@neondatabase/serverless"
 *
 * const adapter = PostgresAdapter(new Pool({ connectionString: DATABASE_URL }));
 * ```
 *
 * @example With `postgres`
 * ```ts ignore
 * import { PostgresAdapter } from "@x/auth/adapters/postgres";
 * import postgres from "postgres";
 *
 * const sql = postgres(DATABASE_URL);
 * const adapter = PostgresAdapter({
 *   query: async (text, params) => ({ rows: await sql.unsafe(text, params) }),
 * });
 * ```
 */
export function PostgresAdapter(
  client: PostgresClient,
  options: PostgresAdapterOptions = {},
): PostgresAdapterInstance {
  const { setup, ids, query, facts } = openStore(client, options);
  const dialect = postgresDialect(query, ids);
  const tables = makeTables(dialect, tableNames(options));
  return {
    ...withNewUsers(createSqlAdapter(dialect, tables), newUsersIn(query, dialect, tables)),
    setup,
    ...facts,
  };
}

/**
 * Stores all data in MySQL 8 or MariaDB 10.6, or newer, by a pool of `mysql2`. Several processes
 * may share the database.
 *
 * Tables, after the prefix (`auth_`): `users`, `accounts`, `sessions`, `verification_tokens`,
 * `authenticators` and `records`. Times are integers: milliseconds since 1970. Members without a
 * column of their own are kept as JSON in the column `extra`. Ids, addresses and tokens are
 * `VARBINARY`, so that they are compared by their bytes; they have at most 1536. Each change is one
 * statement or one transaction. Expired rows are removed by later writes to their table, at most
 * 200 at a time.
 *
 * @module
 */

import type { Adapter, AdapterExtras } from "../src/types/adapter.ts";
import type { MysqlPool } from "./_mysql_client.ts";
import { createTables, tableNames } from "./_mysql_schema.ts";
import { openStore } from "./_mysql_store.ts";
import { createSqlAdapter } from "./_sql_adapter.ts";
import { makeTables } from "./_sql_tables.ts";

export type { MysqlConnection, MysqlExecutor, MysqlPool, MysqlQuery } from "./_mysql_client.ts";

/** Options of {@linkcode MysqlAdapter}: its tables. */
export interface MysqlAdapterOptions {
  /** Prefix of the tables' names: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
  /**
   * `true` makes the tables that are missing at the first call, for development and tests.
   * Default `false`: calls without tables throw `AdapterError`, which says how to make them.
   */
  createTables?: boolean | undefined;
}

/** The adapter, which can also create its tables. */
export interface MysqlAdapterInstance extends Required<Adapter>, Required<AdapterExtras> {
  /**
   * Runs {@linkcode mysqlSchema} unless the tables are there; several processes may do so at the
   * same time. With all tables, this needs no right to create any.
   */
  setup(): Promise<void>;
}

/**
 * SQL that creates the tables that are missing, for apps that run their migrations themselves: one
 * statement for each table, with a semicolon at its end.
 *
 * @throws {AdapterError} when `prefix` has other characters
 *
 * @example
 * ```ts
 * import { mysqlSchema } from "@x/auth/adapters/mysql";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(mysqlSchema(), "CREATE TABLE IF NOT EXISTS `auth_users`");
 * ```
 */
export function mysqlSchema({ prefix = "auth_" }: MysqlAdapterOptions = {}): string {
  return createTables("all", prefix).map((statement) => `${statement};\n`).join("\n");
}

/**
 * Makes an adapter. A deadlock, or rows that another transaction has changed, are repeated with
 * random pauses, at most a hundred times, and a lock that was waited for too long three times. The
 * first write of a session or one-time token and every twentieth remove up to 200 rows that expired
 * more than a day ago, the oldest first.
 *
 * The first call looks at the server: a replica, a connection whose character set is not utf8mb4, a
 * `sql_mode` that shortens values, and tables with other columns throw `AdapterError`, which says
 * what to change.
 *
 * @throws {AdapterError} when `prefix` has other characters
 * @throws {AuthError} when the first argument is no pool
 *
 * @example
 * ```ts ignore
 * import { MysqlAdapter } from "@x/auth/adapters/mysql";
 * import { createPool } from "mysql2/promise";
 *
 * const adapter = MysqlAdapter(createPool({ uri: DATABASE_URL }));
 * ```
 */
export function MysqlAdapter(
  pool: MysqlPool,
  { prefix = "auth_", createTables = false }: MysqlAdapterOptions = {},
): MysqlAdapterInstance {
  const { dialect, setup, facts } = openStore(pool, "all", prefix, createTables);
  const { generatesUserIds: _, ...adapter } = createSqlAdapter(
    dialect,
    makeTables(dialect, tableNames(prefix)),
  );
  return { ...adapter, setup, ...facts };
}

/**
 * Stores all data in libSQL, by a client of `@libsql/client`: on a server such as that of Turso, in
 * a file, or in memory. Several processes may share the database.
 *
 * The tables are those of `@x/auth/adapters/sqlite`, so a file can be moved to a server, and back.
 * Each change is one statement or one batch, which takes effect completely or not at all. Expired
 * rows are removed by later writes to their table, at most 200 at a time.
 *
 * @module
 */

import type { Adapter, AdapterExtras } from "../src/types/adapter.ts";
import {
  clientOf,
  type LibsqlClient,
  refuseReplica,
  requireForeignKeys,
} from "./_libsql_client.ts";
import { createSqlAdapter } from "./_sql_adapter.ts";
import { makeTables } from "./_sql_tables.ts";
import { createTables, tableNames } from "./_sqlite_schema.ts";
import { openStore } from "./_sqlite_store.ts";

export type { LibsqlClient, LibsqlResult, LibsqlStatement } from "./_libsql_client.ts";

/** Options of {@linkcode LibsqlAdapter}: its tables. */
export interface LibsqlAdapterOptions {
  /** Prefix of the tables' names: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
  /**
   * `true` makes the tables that are missing at the first call, for development and tests.
   * Default `false`: calls without tables throw `AdapterError`, which says how to make them.
   */
  createTables?: boolean | undefined;
}

/** The adapter, which can also create its tables. */
export interface LibsqlAdapterInstance extends Required<Adapter>, Required<AdapterExtras> {
  /**
   * Creates the tables that are missing, and brings those of an earlier release to the newest
   * version, in one transaction; several processes may do so at the same time.
   */
  setup(): Promise<void>;
}

/**
 * SQL that creates the tables that are missing, for apps that run their migrations themselves: one
 * statement for each table and index, with a semicolon at its end. Its result is that of `setup`.
 *
 * @throws {AdapterError} when `prefix` has other characters
 *
 * @example
 * ```ts
 * import { libsqlSchema } from "@x/auth/adapters/libsql";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(libsqlSchema(), "CREATE TABLE IF NOT EXISTS auth_users");
 * ```
 */
export function libsqlSchema({ prefix = "auth_" }: LibsqlAdapterOptions = {}): string {
  return createTables("all", prefix).map((statement) => `${statement};\n`).join("");
}

/**
 * Makes an adapter. What another client has locked (`SQLITE_BUSY`) is repeated with random pauses,
 * at most a hundred times and for about five seconds. The first write of a session or one-time token
 * and every twentieth remove up to 200 rows that expired more than a day ago, the oldest first.
 *
 * The first call looks at the database: a copy of another database (`syncUrl`), whose rows are old,
 * and connections without foreign keys throw `AdapterError`, which says what to change. A file gets
 * write-ahead logging, and each change there is a transaction.
 *
 * @throws {AdapterError} when `prefix` has other characters
 * @throws {AuthError} when the first argument is no client
 *
 * @example
 * ```ts ignore
 * import { LibsqlAdapter } from "@x/auth/adapters/libsql";
 * import { createClient } from "@libsql/client";
 *
 * const adapter = LibsqlAdapter(createClient({ url: DATABASE_URL, authToken: TOKEN }));
 * ```
 */
export function LibsqlAdapter(
  client: LibsqlClient,
  { prefix = "auth_", createTables = false }: LibsqlAdapterOptions = {},
): LibsqlAdapterInstance {
  const statements = clientOf(client);
  const { dialect, setup, facts } = openStore(statements, {
    set: "all",
    prefix,
    makes: createTables,
    name: "libSQL",
    async inspect() {
      await refuseReplica(client);
      await requireForeignKeys(statements);
    },
  });
  const { generatesUserIds: _, ...adapter } = createSqlAdapter(
    dialect,
    makeTables(dialect, tableNames(prefix)),
  );
  return { ...adapter, setup, ...facts };
}

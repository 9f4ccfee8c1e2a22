/**
 * Stores all data in D1, by a binding of a Worker.
 *
 * The tables are those of `@x/auth/adapters/sqlite`. Each change is one statement or one batch, which
 * takes effect completely or not at all. Every statement goes to the primary. Expired rows are
 * removed by later writes to their table, at most 200 at a time.
 *
 * @module
 */

import type { Adapter, AdapterExtras } from "../src/types/adapter.ts";
import { clientOf, type D1Binding } from "./_d1_client.ts";
import { createSqlAdapter } from "./_sql_adapter.ts";
import { makeTables } from "./_sql_tables.ts";
import { createTables, tableNames } from "./_sqlite_schema.ts";
import { openStore } from "./_sqlite_store.ts";

export type { D1Answer, D1Binding, D1Executor, D1Statement } from "./_d1_client.ts";

/** Options of {@linkcode D1Adapter}: its tables. */
export interface D1AdapterOptions {
  /** Prefix of the tables' names: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
  /**
   * `true` makes the tables that are missing at the first call, for development and tests.
   * Default `false`: calls without tables throw `AdapterError`, which says how to make them.
   */
  createTables?: boolean | undefined;
}

/** The adapter, which can also create its tables. */
export interface D1AdapterInstance extends Required<Adapter>, Required<AdapterExtras> {
  /**
   * Creates the tables that are missing, and brings those of an earlier release to the newest
   * version, in one transaction; several Workers may do so at the same time.
   */
  setup(): Promise<void>;
}

/**
 * SQL that creates the tables that are missing, for a migration of Wrangler: one statement for each
 * table and index, with a semicolon at its end. Its result is that of `setup`.
 *
 * @throws {AdapterError} when `prefix` has other characters
 *
 * @example
 * ```ts
 * import { d1Schema } from "@x/auth/adapters/d1";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(d1Schema(), "CREATE TABLE IF NOT EXISTS auth_users");
 * ```
 */
export function d1Schema({ prefix = "auth_" }: D1AdapterOptions = {}): string {
  return createTables("all", prefix).map((statement) => `${statement};\n`).join("");
}

/**
 * Makes an adapter. What D1 has refused because it is overloaded is repeated with random pauses, at
 * most a hundred times and for about five seconds. The first write of a session or one-time token and
 * every twentieth remove up to 200 rows that expired more than a day ago, the oldest first.
 *
 * With read replication, each call asks the primary, so that no session counts after it has ended.
 *
 * @throws {AdapterError} when `prefix` has other characters
 * @throws {AuthError} when the first argument is no binding, or a session of one
 *
 * @example
 * ```ts ignore
 * import { D1Adapter } from "@x/auth/adapters/d1";
 * import { env } from "cloudflare:workers";
 *
 * const adapter = D1Adapter(env.DB);
 * ```
 */
export function D1Adapter(
  binding: D1Binding,
  { prefix = "auth_", createTables = false }: D1AdapterOptions = {},
): D1AdapterInstance {
  const { dialect, setup, facts } = openStore(clientOf(binding), {
    set: "all",
    prefix,
    makes: createTables,
    name: "D1",
    cure: "run the SQL of `d1Schema()`",
  });
  const { generatesUserIds: _, ...adapter } = createSqlAdapter(
    dialect,
    makeTables(dialect, tableNames(prefix)),
  );
  return { ...adapter, setup, ...facts };
}

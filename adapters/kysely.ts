/**
 * Stores all data by the app's own Kysely, in PostgreSQL, MySQL, MariaDB or SQLite: an adapter and
 * its records in one value, over one connection.
 *
 * The tables are those of `@auth/kysely-adapter`: `User`, `Account`, `Session` and
 * `VerificationToken`, with `auth_records` beside them. Columns that the app has added to `User` are
 * members of users.
 *
 * @module
 */

import { type AppAdapter, openAppStore } from "./_app_store.ts";
import type { AppTable, AppTables } from "./_app_tables.ts";
import { databaseOf, type KyselyDatabase } from "./_kysely_client.ts";
import { TABLE_NAMES } from "./_tables.ts";

export type { AppAdapter } from "./_app_store.ts";
export type {
  KyselyDatabase,
  KyselyExecutor,
  KyselyQuery,
  KyselyResult,
} from "./_kysely_client.ts";

/** Names of the tables of {@linkcode KyselyAdapter}. */
export interface KyselyTables {
  /** Users. Default `User`. */
  users?: string | undefined;
  /** Accounts at providers. Default `Account`. */
  accounts?: string | undefined;
  /** Sessions. Default `Session`. */
  sessions?: string | undefined;
  /** One-time tokens. Default `VerificationToken`. */
  verificationTokens?: string | undefined;
  /** Passkeys, such as `Authenticator`. Default: none, records keep them. */
  authenticators?: string | undefined;
  /** Records. Default `auth_records`. */
  records?: string | undefined;
}

/** Options of {@linkcode KyselyAdapter}: its tables. */
export interface KyselyAdapterOptions {
  /** Names of the tables. Default: those of `@auth/kysely-adapter`. */
  tables?: KyselyTables | undefined;
  /** Schema of the tables, or their database in MySQL. Default: that of the connection. */
  schema?: string | undefined;
  /**
   * `true` makes the tables and unique keys that are missing at the first call, for development and
   * tests. Default `false`: calls without them throw `AdapterError`, which says how to make them.
   */
  createTables?: boolean | undefined;
}

/**
 * Makes an adapter. A deadlock, or a transaction that cannot be serialized, is repeated with random
 * pauses, at most a hundred times, and a lock that was waited for too long three times.
 *
 * The first call looks at the tables. One that is missing, lacks a column or a unique key, and
 * settings with which rows could be lost or confused throw `AdapterError`, which says what to
 * change. A member without a column is left out, with the warning `member-without-column`, unless
 * the table has a column `auth_extra` for all of them.
 *
 * Expired sessions and one-time tokens are removed by later writes where `expires` has an index, at
 * most 200 at a time, a day after their expiry.
 *
 * @throws {AuthError} when the first argument is no database of Kysely
 * @throws {AdapterError} when the name of a table has other characters than letters, digits, `_`,
 * `-` and spaces
 *
 * @example
 * ```ts ignore
 * import { KyselyAdapter } from "@x/auth/kysely";
 * import { Kysely, PostgresDialect } from "kysely";
 * import { Pool } from "pg";
 *
 * const pool = new Pool({ connectionString: DATABASE_URL });
 * const adapter = KyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool }) }));
 * ```
 */
export function KyselyAdapter(
  db: KyselyDatabase,
  { tables = {}, schema, createTables = false }: KyselyAdapterOptions = {},
): AppAdapter {
  const { isLocal, ...database } = databaseOf(db);
  const { authenticators: _, ...names } = TABLE_NAMES.kysely;
  const wanted = Object.entries<string | undefined>({ authenticators: undefined, ...names })
    .flatMap(([role, usual]) => {
      const name = tables[role as keyof KyselyTables] ?? usual;
      return name === undefined ? [] : [[role, { name, schema } satisfies AppTable] as const];
    });
  return openAppStore(database, {
    tool: "kysely",
    title: "Kysely",
    // Every table that has to be there has a name by default.
    tables: Object.fromEntries(wanted) as AppTables,
    makes: createTables,
    ...isLocal && { isLocal },
  });
}

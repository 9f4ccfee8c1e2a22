/**
 * Stores all data by the app's own Drizzle, in PostgreSQL, MySQL, MariaDB or SQLite: an adapter and
 * its records in one value, over the client that Drizzle was made with.
 *
 * The tables are those of `@auth/drizzle-adapter`: the ones that the app passes, else `user`,
 * `account`, `session` and `verificationToken`, with `auth_records` beside them. Columns that the app
 * has added are members.
 *
 * @module
 */

import { type AppAdapter, openAppStore } from "./_app_store.ts";
import type { AppTables } from "./_app_tables.ts";
import {
  databaseOf,
  type DrizzleDatabase,
  type DrizzleTable,
  readTable,
} from "./_drizzle_client.ts";
import { TABLE_NAMES } from "./_tables.ts";

export type { AppAdapter } from "./_app_store.ts";
export type { DrizzleDatabase, DrizzleTable } from "./_drizzle_client.ts";

/** Tables of {@linkcode DrizzleAdapter}, as `@auth/drizzle-adapter` takes them. */
export interface DrizzleTables {
  /** Users. Default: `user`. */
  usersTable?: DrizzleTable | undefined;
  /** Accounts at providers. Default: `account`. */
  accountsTable?: DrizzleTable | undefined;
  /** Sessions. Default: `session`. */
  sessionsTable?: DrizzleTable | undefined;
  /** One-time tokens. Default: `verificationToken`. */
  verificationTokensTable?: DrizzleTable | undefined;
  /** Passkeys. Default: none, records keep them. */
  authenticatorsTable?: DrizzleTable | undefined;
  /** Records. Default: `auth_records`. */
  recordsTable?: DrizzleTable | undefined;
}

/** Options of {@linkcode DrizzleAdapter}. */
export interface DrizzleAdapterOptions {
  /**
   * `true` makes the tables and unique keys that are missing at the first call, for development and
   * tests. Default `false`: calls without them throw `AdapterError`, which says how to make them.
   */
  createTables?: boolean | undefined;
}

/**
 * Makes an adapter. It speaks to the driver that Drizzle was made with: `node-postgres`,
 * `postgres-js`, `neon-serverless`, `pglite`, `vercel-postgres`, a pool of `mysql2`,
 * `better-sqlite3`, `bun-sqlite`, `libsql` or `d1`. A deadlock, or a transaction that cannot be
 * serialized, is repeated with random pauses, at most a hundred times, and a lock that was waited for
 * too long three times.
 *
 * The first call looks at the tables. One that is missing, lacks a column or a unique key, and
 * settings with which rows could be lost or confused throw `AdapterError`, which says what to
 * change. A member without a column is left out, with the warning `member-without-column`, unless
 * the table has a column `auth_extra` for all of them.
 *
 * Expired sessions and one-time tokens are removed by later writes where `expires` has an index, at
 * most 200 at a time, a day after their expiry.
 *
 * @throws {AuthError} when the first argument is no database of Drizzle, or has another driver, and
 * when a table is none
 *
 * @example
 * ```ts ignore
 * import { DrizzleAdapter } from "@x/auth/drizzle";
 * import { drizzle } from "drizzle-orm/node-postgres";
 * import { accounts, sessions, users, verificationTokens } from "./schema.ts";
 *
 * const adapter = DrizzleAdapter(drizzle(DATABASE_URL), {
 *   usersTable: users,
 *   accountsTable: accounts,
 *   sessionsTable: sessions,
 *   verificationTokensTable: verificationTokens,
 * });
 * ```
 */
export function DrizzleAdapter(
  db: DrizzleDatabase,
  tables: DrizzleTables = {},
  { createTables = false }: DrizzleAdapterOptions = {},
): AppAdapter {
  const database = databaseOf(db);
  const { authenticators: _, ...names } = TABLE_NAMES.drizzle;
  const wanted = Object.entries<string | undefined>({ ...names, authenticators: undefined })
    .flatMap(([role, usual]) => {
      const option = `${role}Table` as keyof DrizzleTables;
      const table = tables[option];
      if (table) return [[role, readTable(db, table, option)] as const];
      return usual === undefined ? [] : [[role, { name: usual }] as const];
    });
  return openAppStore(database, {
    tool: "drizzle",
    title: "Drizzle",
    // Every table that has to be there has a name by default.
    tables: Object.fromEntries(wanted) as unknown as AppTables,
    makes: createTables,
  });
}

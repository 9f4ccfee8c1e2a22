/**
 * Stores all data in an SQLite file, with the runtime's own `node:sqlite`: no
 * flag, no dependency, one file. For one machine; several processes may share
 * the file. Where the runtime has no driver, the app passes an open database.
 *
 * Tables, after the prefix (`auth_`): `users`, `accounts`, `sessions`,
 * `verification_tokens`, `authenticators`, `records`, and
 * `schema` for the version. Times are integers: milliseconds since 1970. Members
 * without a column of their own are kept as JSON in the column `extra`. Expired rows
 * are removed by later writes to their table, at most a hundred at a time.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import type { Adapter, AdapterBatches, AdapterExtras } from "../src/types/adapter.ts";
import { withNewUsers } from "./_new_users.ts";
import { createSqlAdapter } from "./_sql_adapter.ts";
import { makeTables } from "./_sql_tables.ts";
import { sqliteDialect } from "./_sqlite_dialect.ts";
import {
  checkPrefix,
  connect,
  forgetfulness,
  queryOf,
  type SqliteDatabase,
  withLastingStatements,
} from "./_sqlite_driver.ts";
import { newUsersIn } from "./_sqlite_new_users.ts";
import { createRecordTable, migrate, tableNames } from "./_sqlite_schema.ts";
import { describeStore } from "./_store_facts.ts";

export type { SqliteDatabase, SqliteStatement, SqliteValue } from "./_sqlite_driver.ts";

/** Options of {@linkcode SqliteAdapter}. */
export interface SqliteAdapterOptions {
  /** Prefix of the table names: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
}

/**
 * The adapter, which can also be closed.
 *
 * @typeParam Database The driver's own type of an open database.
 */
export interface SqliteAdapterInstance<Database extends SqliteDatabase = DatabaseSync>
  extends Required<Adapter>, Required<AdapterExtras>, Required<AdapterBatches>, Disposable {
  /** The open database, for the app's own queries. */
  readonly database: Database;
  /** Closes the database. */
  close(): void;
}

/**
 * Opens a file, creates or migrates the tables, and turns on write-ahead
 * logging. Needs read and write permission for the file and its neighbours
 * `-wal` and `-shm`.
 *
 * A path is opened with the runtime's own `node:sqlite`, which Deno has, and Node since
 * 22.5. On Node 20, pass an open database of `better-sqlite3`:
 * `SqliteAdapter(new Database("auth.db"))`.
 *
 * @param database path of the file, `":memory:"`, or an open database
 * @throws {AdapterError} when the tables were created by a newer version, or when
 * the runtime has no `node:sqlite` to open a path with
 *
 * @example
 * ```ts
 * import { SqliteAdapter } from "@x/auth/adapters/sqlite";
 * import { assertEquals } from "@std/assert";
 *
 * using adapter = SqliteAdapter(":memory:");
 * const user = await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * assertEquals((await adapter.getUserByEmail("ada@example.com"))?.id, user.id);
 * ```
 */
export function SqliteAdapter(
  database: string | URL,
  options?: SqliteAdapterOptions,
): SqliteAdapterInstance;
/** Stores all data in an open database. */
export function SqliteAdapter<Database extends SqliteDatabase>(
  database: Database,
  options?: SqliteAdapterOptions,
): SqliteAdapterInstance<Database>;
export function SqliteAdapter(
  database: string | URL | SqliteDatabase,
  { prefix = "auth_" }: SqliteAdapterOptions = {},
): SqliteAdapterInstance<SqliteDatabase> {
  checkPrefix(prefix);
  const opened = connect(database);
  const db = withLastingStatements(opened);
  migrate(db, prefix);
  createRecordTable(db, prefix);
  const close = () => db.close();
  const dialect = sqliteDialect(db);
  const tables = makeTables(dialect, tableNames(prefix));
  const { generatesUserIds: _, ...adapter } = createSqlAdapter(dialect, tables);
  return {
    ...withNewUsers(adapter, newUsersIn(db, dialect, tables)),
    database: opened,
    close,
    [Symbol.dispose]: close,
    ...forgetfulness(database),
    ...describeStore("SQLite", { dialect: "sqlite", set: "all", prefix, query: queryOf(opened) }),
  };
}

/**
 * Drizzle on each database, as an app makes it, and the tables of its documentation.
 *
 * @module
 */

import { BetterSQLiteSession } from "drizzle-orm/better-sqlite3/session";
import * as libsql from "drizzle-orm/libsql/driver-core";
import { drizzle as onMysqlPool } from "drizzle-orm/mysql2";
import { drizzle as onPgPool } from "drizzle-orm/node-postgres";
import { drizzle as onPostgresJs } from "drizzle-orm/postgres-js";
import { BaseSQLiteDatabase, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type pg from "pg";
import type postgres from "postgres";
import type { DrizzleDatabase } from "../../adapters/drizzle.ts";
import type { Pool as MysqlPool } from "../_mysql.ts";
import type { Connections, EngineName } from "./_doors.ts";
import type { Client } from "./_libsql.ts";

/** `node:sqlite` as `better-sqlite3`, which Drizzle takes. */
function betterSqlite(database: DatabaseSync): object {
  return {
    exec: (sql: string) => database.exec(sql),
    close: () => database.close(),
    get inTransaction() {
      return database.isTransaction;
    },
    prepare(sql: string) {
      const statement: StatementSync = database.prepare(sql);
      const hasRows = /^\s*(SELECT|PRAGMA)|RETURNING/i.test(sql);
      const check = (reads: boolean) => {
        if (reads !== hasRows) throw new TypeError("This statement returns data, or it does not");
      };
      const calls = {
        get: (...values: never[]) => (check(true), statement.get(...values)),
        all: (...values: never[]) => (check(true), statement.all(...values)),
        run: (...values: never[]) => (check(false), statement.run(...values)),
      };
      // As lists of columns.
      const raw = () => {
        const lists: StatementSync = database.prepare(sql);
        (lists as unknown as { setReturnArrays(isOn: boolean): void }).setReturnArrays(true);
        return {
          get: (...values: never[]) => lists.get(...values),
          all: (...values: never[]) => lists.all(...values),
        };
      };
      return { ...calls, raw };
    },
  };
}

/** Drizzle on SQLite, as `drizzle()` of `drizzle-orm/better-sqlite3` makes it. */
export function onSqlite(database: DatabaseSync): DrizzleDatabase {
  const client = betterSqlite(database);
  const dialect = new SQLiteSyncDialect();
  const session = new BetterSQLiteSession(client as never, dialect, undefined, {});
  const db = new BaseSQLiteDatabase("sync", dialect, session as never, undefined);
  return Object.assign(db, { $client: client }) as unknown as DrizzleDatabase;
}

/** Drizzle on libSQL. */
export function onLibsql(client: Client): DrizzleDatabase {
  // What `drizzle()` calls; its types have it not.
  const { construct } = libsql as unknown as { construct(client: Client): DrizzleDatabase };
  return construct(client);
}

/** Drizzle on a client of `postgres`. */
export function onPostgres(client: postgres.Sql): DrizzleDatabase {
  return onPostgresJs(client as never);
}

/** Drizzle on each database of the tests. */
export const connect: { [Name in EngineName]: (connection: Connections[Name]) => DrizzleDatabase } =
  {
    PostgreSQL: (pool: pg.Pool) => onPgPool(pool),
    MariaDB: (pool: MysqlPool) => onMysqlPool(pool as never),
    SQLite: onSqlite,
  };

const tables = (key: string, text: string, verified: string, date: string, long = text) => [
  `CREATE TABLE "user" (
    id ${key} PRIMARY KEY, name ${text}, email ${key} UNIQUE, "emailVerified" ${verified} NULL,
    image ${text}
  )`,
  `CREATE TABLE account (
    "userId" ${key} NOT NULL REFERENCES "user" (id) ON DELETE CASCADE, type ${text} NOT NULL,
    provider ${key} NOT NULL, "providerAccountId" ${key} NOT NULL, refresh_token ${text},
    access_token ${text}, expires_at integer, token_type ${text}, scope ${text},
    id_token ${long}, session_state ${text}, PRIMARY KEY (provider, "providerAccountId")
  )`,
  `CREATE TABLE session (
    "sessionToken" ${key} PRIMARY KEY,
    "userId" ${key} NOT NULL REFERENCES "user" (id) ON DELETE CASCADE, expires ${date} NOT NULL
  )`,
  `CREATE TABLE "verificationToken" (
    identifier ${key} NOT NULL, token ${key} NOT NULL, expires ${date} NOT NULL,
    PRIMARY KEY (identifier, token)
  )`,
];

/** The tables that `@auth/drizzle-adapter` uses when it is given none. */
export const PUBLISHED: Readonly<Record<EngineName, readonly string[]>> = {
  PostgreSQL: tables("text", "text", "timestamp", "timestamp"),
  MariaDB: tables("varchar(255)", "varchar(255)", "timestamp(3)", "timestamp", "varchar(2048)"),
  SQLite: tables("text", "text", "integer", "integer"),
};

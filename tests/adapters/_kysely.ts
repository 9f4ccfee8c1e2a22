/**
 * Kysely on each database, as an app makes it.
 *
 * @module
 */

import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  Kysely,
  MysqlDialect,
  PostgresDialect,
  type SqliteDatabase,
  SqliteDialect,
} from "kysely";
import type pg from "pg";
import type { KyselyDatabase, KyselyExecutor, KyselyQuery } from "../../adapters/kysely.ts";
import type { Pool as MysqlPool } from "../_mysql.ts";
import type { Faults } from "./records/_faults.ts";

/** A database of an app, whose tables no test types. */
// deno-lint-ignore no-explicit-any -- any table
export type AnyKysely = Kysely<any>;

/** `node:sqlite` as `better-sqlite3`, which Kysely takes. */
export function sqliteOf(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement: StatementSync = database.prepare(sql);
      return {
        reader: /^\s*(SELECT|PRAGMA)|RETURNING/i.test(sql),
        all: (params) => statement.all(...params as never[]),
        run: (params) => statement.run(...params as never[]),
        iterate: (params) => statement.iterate(...params as never[]) as never,
      };
    },
  };
}

/** Kysely on SQLite. */
export function onSqlite(database: DatabaseSync = new DatabaseSync(":memory:")): AnyKysely {
  return new Kysely({ dialect: new SqliteDialect({ database: sqliteOf(database) }) });
}

/** Kysely on a pool of `pg`. */
export function onPostgres(pool: pg.Pool): AnyKysely {
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** Kysely on a pool of `mysql2`. */
export function onMysql({ pool }: MysqlPool): AnyKysely {
  return new Kysely({ dialect: new MysqlDialect({ pool: pool as never }) });
}

/** What is called in place of a call of Kysely, and may make it. */
export type Around = <T>(call: () => Promise<T>, what: string) => Promise<T>;

/** The database, whose calls go through a function. */
export function seen(db: AnyKysely, around: Around): KyselyDatabase {
  const executor = (own: AnyKysely): KyselyExecutor => ({
    executeQuery: (query: KyselyQuery) =>
      around(() => own.executeQuery(query as unknown as CompiledQuery), query.sql),
  });
  const wrapped: KyselyDatabase = {
    ...executor(db),
    getExecutor: () => db.getExecutor(),
    withoutPlugins: () => seen(db.withoutPlugins() as AnyKysely, around),
    transaction: () => ({
      execute: (work) =>
        around(() => db.transaction().execute((own) => work(executor(own))), "TRANSACTION"),
    }),
  };
  return wrapped;
}

/** The database, with faults at every call. */
export function faultyKysely(db: AnyKysely, faults: Faults): KyselyDatabase {
  return seen(db, async (call) => await faults.run(async () => await call()));
}

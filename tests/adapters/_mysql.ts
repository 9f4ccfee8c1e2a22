/**
 * Tests that share a MariaDB server, pools of connections to it, and the same server as if it were
 * MySQL.
 *
 * @module
 */

import type {
  MysqlConnection,
  MysqlExecutor,
  MysqlPool,
  MysqlQuery,
} from "../../adapters/mysql.ts";
import {
  findMysql,
  HOW_TO_ENABLE_MYSQL,
  type MysqlServer,
  openPool,
  type Pool,
  type PoolOptions,
  rowsOf,
  startMysql,
} from "../_mysql.ts";
import { skipTest } from "../_skip.ts";
import { waitUntil } from "../_wait.ts";
import type { Faults } from "./records/_faults.ts";

/**
 * Registers tests that share a database. Without its programs, the reason is printed, and in
 * CI a test fails.
 */
export function withMysql(name: string, register: (server: () => MysqlServer) => void): void {
  if (!findMysql()) return skipTest(name, HOW_TO_ENABLE_MYSQL);
  let server: MysqlServer;
  Deno.test.beforeAll(async () => void (server = await startMysql()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());
  register(() => server);
}

/** A pool that is closed when its scope ends. */
export interface OpenPool extends AsyncDisposable {
  pool: Pool;
}

/** Opens a pool on a database whose tables are gone. */
export async function openEmpty({ uri }: MysqlServer, options?: PoolOptions): Promise<OpenPool> {
  const pool = openPool(uri, options);
  await forEachTable(pool, (table) => `DROP TABLE \`${table}\``);
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

/**
 * Opens a database of its own again and again, over the same connections: its tables are made once,
 * and emptied each time, which takes less than new ones.
 *
 * @param statement what each connection begins with
 */
export function emptiedPool(
  server: () => MysqlServer,
  name: string,
  statement?: string,
): () => Promise<Pool> {
  let pool: Pool | undefined;
  Deno.test.afterAll(async () => await pool?.end());
  return async () => {
    if (!pool) {
      const own = `${server().uri}_${name}`;
      const first = openPool(server().uri);
      await first.query(`CREATE DATABASE ${new URL(own).pathname.slice(1)}`);
      await first.end();
      pool = openPool(own, {}, statement);
    }
    await forEachTable(pool, (table) => `DELETE FROM \`${table}\``);
    return pool;
  };
}

/** Waits until the server has finished the statements of clients that are gone. */
export async function waitForOthers({ uri }: MysqlServer): Promise<void> {
  const pool = openPool(uri, { connectionLimit: 1 });
  const others = `SELECT id FROM information_schema.PROCESSLIST
    WHERE db = DATABASE() AND id <> CONNECTION_ID()`;
  await waitUntil(
    "the database has no other client",
    async () => (await rowsOf(pool, others)).length === 0,
  );
  await pool.end();
}

async function forEachTable(pool: Pool, statement: (table: string) => string): Promise<void> {
  const connection = await pool.getConnection();
  await connection.query("SET foreign_key_checks = 0");
  const sql = "SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'";
  const [tables] = await connection.query({ sql, rowsAsArray: true });
  for (const [table] of tables as string[][]) await connection.query(statement(table!));
  await connection.query("SET foreign_key_checks = 1");
  connection.release();
}

/** What is called in place of a call of a pool or a connection, and may make it. */
export type Around = <T>(call: () => PromiseLike<T>, what: string) => Promise<T>;

/** A pool whose calls, and those of its connections, go through a function. */
export function seen(pool: MysqlPool, around: Around): MysqlPool {
  const execute = (executor: MysqlExecutor) => (query: MysqlQuery) =>
    around(() => executor.execute(query), query.sql);
  const wrap = (connection: MysqlConnection): MysqlConnection => ({
    execute: execute(connection),
    beginTransaction: () => around(() => connection.beginTransaction(), "BEGIN"),
    commit: () => around(() => connection.commit(), "COMMIT"),
    rollback: () => around(() => connection.rollback(), "ROLLBACK"),
    release: () => connection.release(),
    destroy: () => connection.destroy(),
  });
  return {
    execute: execute(pool),
    getConnection: () => around(async () => wrap(await pool.getConnection()), "CONNECT"),
  };
}

/** The pool, with faults at every call. */
export function faultyPool(pool: MysqlPool, faults: Faults): MysqlPool {
  return seen(pool, async (call) => await faults.run(async () => await call()));
}

/** The pool of a server that says that it is MySQL, and that refuses what MySQL does not know. */
export function asMysql(pool: MysqlPool): MysqlPool {
  return seen(pool, async <T>(call: () => PromiseLike<T>, sql: string) => {
    if (/\bRETURNING\b/.test(sql)) throw new Error(`MySQL has no RETURNING: ${sql}`);
    const answer = await call();
    if (!sql.startsWith("SHOW VARIABLES")) return answer;
    const [rows, fields] = answer as unknown as [{ Value: string }[], unknown];
    const told = rows.map((row) => /MariaDB/.test(row.Value) ? { ...row, Value: "8.0.36" } : row);
    return [told, fields] as T;
  });
}

/**
 * Tests that share a PostgreSQL server, and pools of connections to it.
 *
 * @module
 */

import pg from "pg";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../_postgres.ts";
import { createPool } from "../_pool.ts";
import { skipTest } from "../_skip.ts";
import { waitUntil } from "../_wait.ts";

/**
 * Registers tests that share a database. Without its programs, the reason is printed, and in
 * CI a test fails.
 */
export function withPostgres(name: string, register: (server: () => PostgresServer) => void): void {
  if (!findPostgres()) return skipTest(name, HOW_TO_ENABLE_POSTGRES);
  let server: PostgresServer;
  Deno.test.beforeAll(async () => void (server = await startPostgres()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());
  register(() => server);
}

/** A pool of connections. */
export interface Pool {
  query(
    text: string,
    params?: unknown[],
    // deno-lint-ignore no-explicit-any -- columns have no types here
  ): Promise<{ /** Rows by column name. */ rows: Record<string, any>[] }>;
  end(): Promise<void>;
}

/** A pool that is closed when its scope ends. */
export interface OpenPool extends AsyncDisposable {
  pool: Pool;
}

/** Opens a pool of connections. */
export function openPool({ connectionString }: PostgresServer, options: object = {}): OpenPool {
  const pool = createPool(connectionString, { max: 20, ...options });
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

/** Opens a pool on an empty schema. */
export async function openEmpty(server: PostgresServer, options?: object): Promise<OpenPool> {
  const opened = openPool(server, options);
  await opened.pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
  return opened;
}

/** Waits until the server has finished the statements of clients that are gone. */
export async function waitForBackends({ connectionString }: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const others = async () =>
    (await client.query(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )).rows.length;
  await waitUntil("the database has no other client", async () => await others() === 0);
  await client.end();
}

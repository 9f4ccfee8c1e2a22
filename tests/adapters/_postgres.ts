/**
 * Tests that share a PostgreSQL server, and pools of connections to it.
 *
 * @module
 */

import pg from "pg";
import postgres from "postgres";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../_postgres.ts";
import { createPool } from "../_pool.ts";
import { skipTest } from "../_skip.ts";
import { waitUntil } from "../_wait.ts";
import type { Pair } from "./_sign_ins_during.ts";

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

/** Statements that empty a database. */
export const EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;";

/** Opens a pool on an empty schema. */
export async function openEmpty(server: PostgresServer, options?: object): Promise<OpenPool> {
  const opened = openPool(server, options);
  await opened.pool.query(EMPTY);
  return opened;
}

/**
 * Opens a schema of its own again and again, over the same connections: its tables are made once,
 * and emptied each time, which takes less than new ones.
 *
 * @param connect opens the connections, whose search path is the schema
 * @param tables what is there when the schema is new
 */
export function emptied<Client extends Pool>(
  schema: string,
  connect: (schema: string) => Client,
  tables = "",
): () => Promise<Client> {
  let client: Client | undefined;
  Deno.test.afterAll(async () => await client?.end());
  return async () => {
    if (!client) {
      client = connect(schema);
      await client.query(`CREATE SCHEMA ${schema}; ${tables}`);
    }
    const { rows } = await client.query(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1",
      [schema],
    );
    await client.query(rows.map(({ name }) => `DELETE FROM "${name}"`).join(";"));
    return client;
  };
}

/** The same with `pg`. */
export function emptiedPool(
  server: () => PostgresServer,
  schema: string,
  tables?: string,
  options = "",
): () => Promise<pg.Pool> {
  const connect = () =>
    createPool(server().connectionString, {
      max: 20,
      options: `-c search_path=${schema} ${options}`,
    });
  return emptied(schema, connect, tables);
}

/** The same with `postgres`. */
export function emptiedPostgres(
  server: () => PostgresServer,
  schema: string,
): () => Promise<Pool> {
  return emptied(schema, () => {
    const connection = { search_path: schema };
    const sql = postgres(server().connectionString, { max: 10, onnotice: () => {}, connection });
    return {
      query: async (text, params) => ({ rows: await sql.unsafe(text, params as never[]) }),
      end: () => sql.end(),
    };
  });
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

/** Every user with its account. */
export const pairsOf = (pool: Pool) => async (): Promise<Pair[]> =>
  (await pool.query(`
    SELECT u.email, a."providerAccountId" AS person FROM users AS u
    FULL JOIN accounts AS a ON a."userId" = u.id`)).rows as Pair[];

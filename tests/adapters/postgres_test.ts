/**
 * The PostgreSQL adapter on a real server, with two clients.
 *
 * @module
 */

import pg from "pg";
import postgres from "postgres";
import { testAdapter } from "@x/auth/testing/adapter";
import { testRecords } from "@x/auth/testing/records";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../_postgres.ts";
import { Faults, faultyClient } from "./records/_faults.ts";

const available = findPostgres() !== undefined;
const inCI = Deno.env.get("CI") === "true";

if (!available) {
  console.log(`SKIPPED PostgresAdapter: ${HOW_TO_ENABLE_POSTGRES}`);
  if (inCI) Deno.test("PostgresAdapter", () => Promise.reject(new Error(HOW_TO_ENABLE_POSTGRES)));
} else {
  let server: PostgresServer;
  Deno.test.beforeAll(async () => void (server = await startPostgres()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

  /** A pool on an empty schema. */
  const openPool = async (options: object = {}) => {
    const { connectionString } = server;
    const pool = new pg.Pool({ connectionString, max: 20, ...options });
    // Connections that are closing when the server stops emit an error.
    pool.on("error", () => {});
    await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
    return { pool, [Symbol.asyncDispose]: () => pool.end() };
  };

  testAdapter("PostgresAdapter with pg", async () => {
    const { pool } = await openPool();
    return { adapter: PostgresAdapter(pool), close: () => pool.end() };
  });

  testAdapter("PostgresAdapter with postgres", async () => {
    await (await openPool())[Symbol.asyncDispose]();
    const sql = postgres(server.connectionString, { max: 10, onnotice: () => {} });
    const adapter = PostgresAdapter({
      query: async (text, params) => ({ rows: await sql.unsafe(text, params) }),
    });
    return { adapter, close: () => sql.end() };
  });

  testAdapter("PostgresAdapter where transactions are serializable", async () => {
    const options = "-c default_transaction_isolation=serializable";
    const { pool } = await openPool({ options });
    return { adapter: PostgresAdapter(pool), close: () => pool.end() };
  });

  testRecords("PostgresAdapter.records", async () => {
    const faults = new Faults();
    const { pool } = await openPool();
    const { records } = PostgresAdapter(faultyClient(pool, faults));
    return { store: records, failAt: faults.failAt, close: () => pool.end() };
  });
}

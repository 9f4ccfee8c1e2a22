/**
 * The PostgreSQL adapter on a real server: two clients, two isolation levels, two sets of tables.
 *
 * @module
 */

import postgres from "postgres";
import { testRecords } from "@x/auth/testing/records";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { openEmpty, withPostgres } from "./_postgres.ts";
import { isChosen } from "../_stride.ts";
import { testVariants } from "./_variants.ts";
import { PUBLISHED_SCHEMA } from "./foreign/_pg_schema.ts";
import { Faults, faultyClient } from "./records/_faults.ts";

withPostgres("PostgresAdapter", (server) => {
  testVariants({
    "PostgresAdapter with pg": async () => {
      const { pool } = await openEmpty(server());
      return { adapter: PostgresAdapter(pool, { createTables: true }), close: () => pool.end() };
    },
    "PostgresAdapter with postgres": async () => {
      await (await openEmpty(server()))[Symbol.asyncDispose]();
      const sql = postgres(server().connectionString, { max: 10, onnotice: () => {} });
      const adapter = PostgresAdapter({
        query: async (text, params) => ({ rows: await sql.unsafe(text, params) }),
      }, { createTables: true });
      return { adapter, close: () => sql.end() };
    },
    "PostgresAdapter where transactions are serializable": async () => {
      const options = "-c default_transaction_isolation=serializable";
      const { pool } = await openEmpty(server(), { options });
      return { adapter: PostgresAdapter(pool, { createTables: true }), close: () => pool.end() };
    },
    "PostgresAdapter on tables of @auth/pg-adapter": async () => {
      const { pool } = await openEmpty(server());
      await pool.query(PUBLISHED_SCHEMA + postgresSchema());
      return { adapter: PostgresAdapter(pool, { createTables: true }), close: () => pool.end() };
    },
  });

  // The same store as that of `PostgresRecords`, on which the suite always runs.
  if (isChosen(1, 2)) {
    testRecords("PostgresAdapter.records", async () => {
      const faults = new Faults();
      const { pool } = await openEmpty(server());
      const { records } = PostgresAdapter(faultyClient(pool, faults), { createTables: true });
      return { store: records, failAt: faults.failAt, close: () => pool.end() };
    });
  }
});

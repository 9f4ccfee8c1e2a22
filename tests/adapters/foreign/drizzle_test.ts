/**
 * The unmodified Drizzle adapter of Auth.js with its own tables, on a real
 * PostgreSQL server.
 *
 * @module
 */

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import { DRIZZLE_SCHEMA } from "./_pg_schema.ts";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../../_postgres.ts";
import { createPool } from "../../_pool.ts";
import { skipTest } from "../../_skip.ts";
import { testInTurn } from "../_variants.ts";

const available = findPostgres() !== undefined;

if (!available) {
  skipTest("@auth/drizzle-adapter on PostgreSQL", HOW_TO_ENABLE_POSTGRES);
} else {
  let server: PostgresServer;
  Deno.test.beforeAll(async () => void (server = await startPostgres()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

  testInTurn("@auth/drizzle-adapter on PostgreSQL", async () => {
    const pool = createPool(server.connectionString, { max: 20 });
    await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
    await pool.query(DRIZZLE_SCHEMA);
    return { adapter: DrizzleAdapter(drizzle(pool)), close: () => pool.end() };
  }, {
    skip: {
      "members outside the contract are stored, with their dates": "its tables have fixed columns",
      "an account id with a lone surrogate or a NUL finds no other account":
        "its driver replaces lone surrogates; `Auth` refuses such ids before it calls the adapter",
    },
  }, { of: 2, from: 1 });
}

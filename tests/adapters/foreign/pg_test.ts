/**
 * The unmodified PostgreSQL adapter of Auth.js, on a real server.
 *
 * @module
 */

import PostgresAdapter from "@auth/pg-adapter";
import pg from "pg";
import { testAdapter } from "@x/auth/testing/adapter";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../../_postgres.ts";
import { SCHEMA } from "./_pg_schema.ts";

const available = findPostgres() !== undefined;
const inCI = Deno.env.get("CI") === "true";

if (!available) {
  console.log(`SKIPPED @auth/pg-adapter: ${HOW_TO_ENABLE_POSTGRES}`);
  if (inCI) Deno.test("@auth/pg-adapter", () => Promise.reject(new Error(HOW_TO_ENABLE_POSTGRES)));
} else {
  let server: PostgresServer;
  Deno.test.beforeAll(async () => void (server = await startPostgres()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

  testAdapter("@auth/pg-adapter on PostgreSQL", async () => {
    const pool = new pg.Pool({ connectionString: server.connectionString, max: 20 });
    // Connections that are closing when the server stops emit an error.
    pool.on("error", () => {});
    await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
    await pool.query(SCHEMA);
    return {
      adapter: PostgresAdapter(pool),
      close: () => pool.end(),
    };
  }, {
    skip: {
      "an account id with a lone surrogate or a NUL finds no other account":
        "its driver replaces lone surrogates; `Auth` refuses such ids before it calls the adapter",
      "members outside the contract are stored, with their dates": "its tables have fixed columns",
      "fifty changes of one user: none is lost": "it reads a user and writes every column back",
      "no row is written for a user who does not exist": "it has no extendSession",
    },
  });
}

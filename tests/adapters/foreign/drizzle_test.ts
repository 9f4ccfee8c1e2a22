/**
 * The unmodified Drizzle adapter of Auth.js with its own tables, on a real
 * PostgreSQL server.
 *
 * @module
 */

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import { DRIZZLE_SCHEMA } from "./_pg_schema.ts";
import { emptiedPool, withPostgres } from "../_postgres.ts";
import { testForeign } from "../_variants.ts";

withPostgres("@auth/drizzle-adapter on PostgreSQL", (server) => {
  const open = emptiedPool(server, "drizzle", DRIZZLE_SCHEMA);
  testForeign("drizzle", "@auth/drizzle-adapter on PostgreSQL", async () => {
    return { adapter: DrizzleAdapter(drizzle(await open())) };
  }, {
    skip: {
      "members outside the contract are stored, with their dates": "its tables have fixed columns",
      "an account id with a lone surrogate or a NUL finds no other account":
        "its driver replaces lone surrogates; `Auth` refuses such ids before it calls the adapter",
    },
  });
});

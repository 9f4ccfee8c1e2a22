/**
 * The unmodified PostgreSQL adapter of Auth.js, on a real server.
 *
 * @module
 */

import PostgresAdapter from "@auth/pg-adapter";
import { emptiedPool, withPostgres } from "../_postgres.ts";
import { testForeign } from "../_variants.ts";
import { SCHEMA } from "./_pg_schema.ts";

withPostgres("@auth/pg-adapter", (server) => {
  const open = emptiedPool(server, "authjs", SCHEMA);
  testForeign("pg", "@auth/pg-adapter on PostgreSQL", async () => {
    return { adapter: PostgresAdapter(await open()) };
  }, {
    skip: {
      "an account id with a lone surrogate or a NUL finds no other account":
        "its driver replaces lone surrogates; `Auth` refuses such ids before it calls the adapter",
      "members outside the contract are stored, with their dates": "its tables have fixed columns",
      "fifty changes of one user: none is lost": "it reads a user and writes every column back",
      "no row is written for a user who does not exist": "it has no extendSession",
    },
  });
});

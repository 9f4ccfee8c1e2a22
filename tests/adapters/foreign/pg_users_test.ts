/**
 * The unmodified adapters of Auth.js for PostgreSQL with records beside them, each on its own
 * published tables. Those of `@auth/pg-adapter` accept an address and an account twice.
 *
 * @module
 */

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import PostgresAdapter from "@auth/pg-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import { openEmpty, type Pool, withPostgres } from "../_postgres.ts";
import { type ForeignName, inTurn } from "../_variants.ts";
import { DRIZZLE_SCHEMA, PUBLISHED_SCHEMA } from "./_pg_schema.ts";
import { type Foreign, runScenario, scenarioNames } from "./_records_scenarios.ts";

const adapters: Record<
  string,
  Omit<Foreign, "adapter" | "pool"> & {
    turn: ForeignName;
    schema: string;
    open(pool: Pool): Foreign["adapter"];
  }
> = {
  "@auth/pg-adapter": {
    turn: "pg",
    schema: PUBLISHED_SCHEMA,
    open: (pool) => PostgresAdapter(pool as Parameters<typeof PostgresAdapter>[0]),
    tables: { users: "users", accounts: "accounts", sessions: "sessions" },
  },
  "@auth/drizzle-adapter": {
    turn: "drizzle",
    schema: DRIZZLE_SCHEMA,
    open: (pool) => DrizzleAdapter(drizzle(pool as Parameters<typeof drizzle>[0])),
    tables: { users: '"user"', accounts: "account", sessions: "session" },
  },
};

withPostgres("adapters of Auth.js with records", (server) => {
  for (const [name, { turn, schema, open, tables }] of Object.entries(adapters)) {
    for (const title of inTurn(scenarioNames, turn)) {
      Deno.test(`${name} with records: ${title}`, async () => {
        await using opened = await openEmpty(server());
        const { pool } = opened;
        await pool.query(schema);
        await runScenario(title, { adapter: open(pool), pool, tables });
      });
    }
  }
});

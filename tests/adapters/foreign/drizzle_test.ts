/**
 * The unmodified Drizzle adapter of Auth.js with its own tables, on a real
 * PostgreSQL server.
 *
 * @module
 */

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { testAdapter } from "@x/auth/testing/adapter";
import {
  findPostgres,
  HOW_TO_ENABLE_POSTGRES,
  type PostgresServer,
  startPostgres,
} from "../../_postgres.ts";

/** SQL of the tables that the adapter uses when it is given none. */
const SCHEMA = `
  CREATE TABLE "user" (
    id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, "emailVerified" TIMESTAMP, image TEXT
  );
  CREATE TABLE account (
    "userId" TEXT NOT NULL REFERENCES "user" ON DELETE CASCADE, type TEXT NOT NULL,
    provider TEXT NOT NULL, "providerAccountId" TEXT NOT NULL, refresh_token TEXT,
    access_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT, id_token TEXT,
    session_state TEXT, PRIMARY KEY (provider, "providerAccountId")
  );
  CREATE TABLE session (
    "sessionToken" TEXT PRIMARY KEY,
    "userId" TEXT NOT NULL REFERENCES "user" ON DELETE CASCADE, expires TIMESTAMP NOT NULL
  );
  CREATE TABLE "verificationToken" (
    identifier TEXT NOT NULL, token TEXT NOT NULL, expires TIMESTAMP NOT NULL,
    PRIMARY KEY (identifier, token)
  );
  CREATE TABLE authenticator (
    "credentialID" TEXT NOT NULL UNIQUE,
    "userId" TEXT NOT NULL REFERENCES "user" ON DELETE CASCADE,
    "providerAccountId" TEXT NOT NULL, "credentialPublicKey" TEXT NOT NULL,
    counter INTEGER NOT NULL, "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL, transports TEXT,
    PRIMARY KEY ("userId", "credentialID")
  );`;

const available = findPostgres() !== undefined;
const inCI = Deno.env.get("CI") === "true";

if (!available) {
  const name = "@auth/drizzle-adapter on PostgreSQL";
  console.log(`SKIPPED ${name}: ${HOW_TO_ENABLE_POSTGRES}`);
  if (inCI) Deno.test(name, () => Promise.reject(new Error(HOW_TO_ENABLE_POSTGRES)));
} else {
  let server: PostgresServer;
  Deno.test.beforeAll(async () => void (server = await startPostgres()));
  Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

  testAdapter("@auth/drizzle-adapter on PostgreSQL", async () => {
    const pool = new pg.Pool({ connectionString: server.connectionString, max: 20 });
    // Connections that are closing when the server stops emit an error.
    pool.on("error", () => {});
    await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
    await pool.query(SCHEMA);
    return { adapter: DrizzleAdapter(drizzle(pool)), close: () => pool.end() };
  }, {
    skip: {
      "members outside the contract are stored, with their dates": "its tables have fixed columns",
      "an account id with a lone surrogate or a NUL finds no other account":
        "its driver replaces lone surrogates; `Auth` refuses such ids before it calls the adapter",
    },
  });
}

/**
 * Drizzle with tables and drivers of the app: other names, times in seconds, values that Drizzle
 * makes, the client `postgres`, and what is refused.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { integer, sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core";
import { DatabaseSync } from "node:sqlite";
import { DrizzleAdapter } from "../../adapters/drizzle.ts";
import { AuthError } from "../../src/errors.ts";
import { account, user } from "./_calls.ts";
import { connect, onPostgres, onSqlite } from "./_drizzle.ts";
import { openPool } from "../_mysql.ts";
import { withMysql } from "./_mysql.ts";
import { openEmpty, withPostgres } from "./_postgres.ts";
import type postgres from "postgres";

const made = { createTables: true };

Deno.test("DrizzleAdapter: tables of the app keep their names, their forms, and what Drizzle makes", async () => {
  const usersTable = sqliteTable("app_users", {
    id: sqliteText("user_id").primaryKey(),
    name: sqliteText("name"),
    email: sqliteText("email_address").unique(),
    emailVerified: integer("verified_at", { mode: "timestamp" }),
    image: sqliteText("image"),
    isAdmin: integer("is_admin", { mode: "boolean" }).notNull().$defaultFn(() => false),
    settings: sqliteText("settings", { mode: "json" }),
    changedAt: integer("changed_at", { mode: "timestamp_ms" }).$onUpdate(() => new Date()),
  });
  const accountsTable = sqliteTable("app_accounts", {
    id: sqliteText("id").notNull().$defaultFn(() => "made by Drizzle"),
    userId: sqliteText("owner").notNull().references(() => usersTable.id),
    type: sqliteText("type").notNull(),
    provider: sqliteText("provider").notNull(),
    providerAccountId: sqliteText("provider_id").notNull(),
  });
  const database = new DatabaseSync(":memory:");
  database.exec(`
    CREATE TABLE app_users (user_id TEXT PRIMARY KEY, name TEXT, email_address TEXT UNIQUE,
      verified_at INTEGER, image TEXT, is_admin INTEGER NOT NULL, settings TEXT, changed_at INTEGER);
    CREATE TABLE app_accounts (id TEXT NOT NULL, owner TEXT NOT NULL REFERENCES app_users,
      type TEXT NOT NULL, provider TEXT NOT NULL, provider_id TEXT NOT NULL,
      PRIMARY KEY (provider, provider_id))`);
  const adapter = DrizzleAdapter(onSqlite(database), { usersTable, accountsTable }, made);
  const emailVerified = new Date("2031-07-01T12:00:00Z");
  const ada = { ...user("ada"), emailVerified, settings: { dark: true } };
  await adapter.createUserWithAccount(ada, account("1"));
  const [row] = database.prepare("SELECT * FROM app_users").all();
  assertEquals([row?.verified_at, row?.is_admin], [emailVerified.valueOf() / 1000, 0]);
  assertEquals(row?.settings, '{"dark":true}');
  assertEquals(database.prepare("SELECT id FROM app_accounts").get()?.id, "made by Drizzle");
  const found = await adapter.getUserByEmail("ada@example.com") as unknown as typeof ada & {
    isAdmin: boolean;
    changedAt: Date;
  };
  assertEquals([found.emailVerified, found.settings], [emailVerified, { dark: true }]);
  assertEquals([found.isAdmin, found.changedAt instanceof Date], [false, true]);
  await adapter.updateUser({ id: "ada", isAdmin: true } as never);
  assertEquals(database.prepare("SELECT is_admin FROM app_users").get()?.is_admin, 1);
  // References of the app remove no rows.
  assertEquals((await adapter.deleteUser("ada"))?.id, "ada");
  database.close();
});

Deno.test("DrizzleAdapter: what is no database or no table is refused, and so is another driver", () => {
  for (const db of [undefined, "postgres://localhost/app", {}]) {
    assertThrows(() => DrizzleAdapter(db as never), AuthError, "no database of Drizzle");
  }
  const db = onSqlite(new DatabaseSync(":memory:"));
  assertThrows(
    () => DrizzleAdapter(db, { usersTable: {} as never }),
    AuthError,
    "`usersTable` is no table",
  );
  for (const $client of [undefined, {}, { transaction() {} }]) {
    const other = Object.assign(onSqlite(new DatabaseSync(":memory:")), { $client });
    assertThrows(() => DrizzleAdapter(other), AuthError, "does not know its driver");
  }
});

withMysql("DrizzleAdapter on MariaDB", (server) => {
  Deno.test("DrizzleAdapter: a single connection of mysql2 is refused, since two transactions would be one", async () => {
    const pool = openPool(server().uri);
    const connection = await pool.getConnection();
    const db = Object.assign(connect.MariaDB(pool), { $client: connection });
    assertThrows(() => DrizzleAdapter(db), AuthError, "a pool of `mysql2`");
    connection.release();
    await pool.end();
  });
});

withPostgres("DrizzleAdapter on PostgreSQL", (server) => {
  Deno.test("DrizzleAdapter: the client `postgres` and ids that are UUIDs in a schema work", async () => {
    const sql = (await import("postgres")).default(server().connectionString, {
      max: 5,
      onnotice: () => {},
    });
    await using opened = await openEmpty(server());
    await opened.pool.query(`CREATE SCHEMA app;
      CREATE TABLE app.users (id uuid PRIMARY KEY, name text, email text UNIQUE,
        "emailVerified" timestamp, image text)`);
    const app = pgSchema("app");
    const usersTable = app.table("users", {
      id: uuid("id").primaryKey(),
      name: text("name"),
      email: text("email"),
      emailVerified: timestamp("emailVerified"),
      image: text("image"),
    });
    await opened.pool.query(`
      CREATE TABLE account ("userId" uuid REFERENCES app.users ON DELETE CASCADE, type text NOT NULL,
        provider text, "providerAccountId" text, PRIMARY KEY (provider, "providerAccountId"));
      CREATE TABLE session ("sessionToken" text PRIMARY KEY, expires timestamp NOT NULL,
        "userId" uuid REFERENCES app.users ON DELETE CASCADE)`);
    const db = onPostgres(sql as unknown as postgres.Sql);
    const adapter = DrizzleAdapter(db, { usersTable }, made);
    const id = crypto.randomUUID();
    await adapter.createUserWithAccount({ ...user("x"), id }, account("1"));
    const expires = new Date(Date.now() + 60_000);
    await adapter.createSession({ sessionToken: "1", userId: id, expires });
    assertEquals((await adapter.getSessionAndUser("1"))?.session.expires, expires);
    assertEquals(await adapter.getUser("no uuid"), null);
    assert(
      await adapter.records.put(
        { kind: "test", id: "1", owner: id, version: 1, expires: null, data: { a: [1] } },
        null,
      ),
    );
    assertEquals((await adapter.records.list(id, "test")).length, 1);
    assertEquals((await adapter.deleteUser(id))?.id, id);
    assertEquals(await adapter.records.list(id, "test"), []);
    await sql.end();
  });
});

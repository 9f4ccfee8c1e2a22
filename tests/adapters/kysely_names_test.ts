/**
 * Kysely with tables, types and plugins of the app: other names, a schema, ids that the database
 * makes, times by the clock of the process, and what is refused.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { CamelCasePlugin } from "kysely";
import { KyselyAdapter } from "../../adapters/kysely.ts";
import { AdapterError, AuthError } from "../../src/errors.ts";
import { rowsOf } from "../_mysql.ts";
import { waitUntil } from "../_wait.ts";
import { account, callEach, passkey, user } from "./_calls.ts";
import { onMysql, onPostgres, onSqlite, seen } from "./_kysely.ts";
import { openEmpty as openMysql, withMysql } from "./_mysql.ts";
import { openEmpty, withPostgres } from "./_postgres.ts";
import type pg from "pg";

const made = { createTables: true };

Deno.test("KyselyAdapter: tables of the app's names and plugins of the app are used", async () => {
  const database = new DatabaseSync(":memory:");
  const db = onSqlite(database).withPlugin(new CamelCasePlugin());
  const tables = {
    users: "app_user",
    accounts: "app account",
    sessions: "app-session",
    verificationTokens: "app_token",
    authenticators: "app_key",
    records: "app_records",
  };
  const adapter = KyselyAdapter(db, { ...made, tables });
  await callEach(adapter as never);
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  assertEquals(names.map(({ name }) => name).toSorted(), Object.values(tables).toSorted());
  database.close();
});

Deno.test("KyselyAdapter: a name that would end its quotes is refused, and so is no database", () => {
  for (const users of ['a" (id)', "a`b", "$1", "?", "", "a".repeat(129)]) {
    assertThrows(
      () => KyselyAdapter(onSqlite(), { tables: { users } }),
      AdapterError,
      "its name may have letters",
    );
  }
  for (const db of [undefined, "postgres://localhost/app", {}]) {
    assertThrows(() => KyselyAdapter(db as never), AuthError, "no database of Kysely");
  }
  const adapter = { supportsReturning: true, supportsTransactionalDdl: true, supportsOutput: true };
  const mssql = { ...seen(onSqlite(), (call) => call()), getExecutor: () => ({ adapter }) };
  assertThrows(() => KyselyAdapter(mssql), AuthError, "does not speak to SQL Server");
});

Deno.test("KyselyAdapter: connections of SQLite without foreign keys are refused", async () => {
  const database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  const adapter = KyselyAdapter(onSqlite(database), made);
  await assertRejects(
    () => Promise.resolve(adapter.getUser("1")),
    AdapterError,
    "foreign keys are off",
  );
  assertEquals(database.prepare("SELECT name FROM sqlite_master").all(), []);
  database.exec("PRAGMA foreign_keys = ON");
  assertEquals(await adapter.getUser("1"), null, "and the cure helps");
  database.close();
});

Deno.test("KyselyAdapter: rows that have expired are removed where their time has an index", async () => {
  const database = new DatabaseSync(":memory:");
  const adapter = KyselyAdapter(onSqlite(database), made);
  await adapter.createUser(user("ada"));
  const old = new Date(Date.now() - 48 * 60 * 60 * 1000);
  for (const sessionToken of ["1", "2"]) {
    await adapter.createSession({ sessionToken, userId: "ada", expires: old });
  }
  const expires = new Date(Date.now() + 60_000);
  for (let index = 0; index < 20; index++) {
    await adapter.createSession({ sessionToken: `new ${index}`, userId: "ada", expires });
  }
  assertEquals((await adapter.listSessions("ada")).length, 20);
  database.close();
});

withPostgres("KyselyAdapter on PostgreSQL", (server) => {
  Deno.test("KyselyAdapter: ids that PostgreSQL makes, times without a zone and a schema are those of the app", async () => {
    await using opened = await openEmpty(server(), { options: "-c TimeZone=Asia/Tokyo" });
    const { pool } = opened;
    await pool.query(`CREATE SCHEMA app;
      CREATE TABLE app."User" (
        id serial PRIMARY KEY, name text, email text UNIQUE, "emailVerified" timestamp, image text,
        settings jsonb DEFAULT '{}', tags text[], "updatedAt" timestamp NOT NULL
      );
      CREATE TABLE app."Account" (
        id uuid PRIMARY KEY, "userId" integer NOT NULL REFERENCES app."User" ON DELETE CASCADE,
        type text NOT NULL, provider text NOT NULL, "providerAccountId" text NOT NULL,
        UNIQUE (provider, "providerAccountId")
      );
      CREATE TABLE app."Session" (
        "sessionToken" text PRIMARY KEY, expires timestamp NOT NULL,
        "userId" integer NOT NULL REFERENCES app."User" ON DELETE CASCADE
      );
      CREATE TABLE app."VerificationToken" (
        identifier text, token text UNIQUE, expires timestamp NOT NULL
      )`);
    const options = { schema: "app" };
    await KyselyAdapter(onPostgres(pool as pg.Pool), options).setup();
    const adapter = KyselyAdapter(onPostgres(pool as pg.Pool), options);
    assertEquals(await adapter.generatesUserIds(), true);
    const verified = new Date("2026-07-01T12:00:00.123Z");
    const ada = await adapter.createUserWithAccount(
      { ...user("any"), emailVerified: verified, settings: { dark: true } } as never,
      account("1"),
    ) as unknown as { id: string; settings: unknown };
    assertEquals([ada.id, ada.settings], ["1", { dark: true }]);
    assertEquals((await adapter.getUser("1"))?.emailVerified, verified);
    assertEquals(await adapter.getUser("01"), null);
    const read = async () =>
      (await pool.query(`SELECT "updatedAt" AS at FROM app."User"`)).rows[0]!.at as Date;
    const before = await read();
    assertEquals((await adapter.updateUser({ id: "1", name: "Ada" })).name, "Ada");
    assert((await read()) > before, "the column of changes is written, as the tool would");
    assertEquals((await adapter.linkAccount({ ...account("1"), userId: "1" }))?.userId, "1");
    assertEquals((await adapter.deleteUser("1"))?.id, "1");
  });
});

withMysql("KyselyAdapter on MariaDB", (server) => {
  Deno.test("KyselyAdapter: ids that a collation takes for one are different ids", async () => {
    await using opened = await openMysql(server());
    const { pool } = opened;
    const adapter = KyselyAdapter(onMysql(pool), { ...made, tables: { authenticators: "Key" } });
    await adapter.setup();
    for (const table of ["Account", "Session", "Key"]) {
      await pool.query(
        `ALTER TABLE ${table} CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
      )
        .catch(() => pool.query("SET foreign_key_checks = 1"));
    }
    const loose = KyselyAdapter(onMysql(pool), { tables: { authenticators: "Key" } });
    await loose.createUserWithAccount(user("ada"), account("AbC"));
    const expires = new Date(Date.now() + 60_000);
    await loose.createSession({ sessionToken: "AbC", userId: "ada", expires });
    await loose.createAuthenticator!(passkey("ada", "AbC"));
    for (const other of ["abc", "AbC ", "ÁbC"]) {
      assertEquals(await loose.getUserByAccount(account(other)), null);
      assertEquals(await loose.getAccount(other, "github"), null);
      assertEquals(await loose.getSessionAndUser(other), null);
      assertEquals(await loose.getAuthenticator!(other), null);
      assertEquals(await loose.deleteSession(other), null);
    }
    assertEquals((await loose.getUserByAccount(account("AbC")))?.id, "ada");
  });

  Deno.test("KyselyAdapter: a call that a real deadlock has undone is repeated", async () => {
    await using opened = await openMysql(server());
    const { pool } = opened;
    let deadlocks = 0;
    const db = seen(onMysql(pool), async (call, what) => {
      try {
        return await call();
      } catch (error) {
        if (what !== "TRANSACTION" && (error as { errno?: number }).errno === 1213) deadlocks++;
        throw error;
      }
    });
    const adapter = KyselyAdapter(db, made);
    await adapter.createUserWithAccount(user("ada"), account("1"));
    const entry = { kind: "test", owner: "ada", expires: null, data: null, version: 1 };
    for (const id of ["1", "2", "3"]) await adapter.records.put({ ...entry, id }, null);
    // The other transaction has changed more, so the server undoes the one of the adapter.
    const other = await pool.getConnection();
    await other.beginTransaction();
    await other.query("UPDATE auth_records SET version = version + 1 WHERE owner = 'ada'");
    await other.query(`INSERT INTO VerificationToken (identifier, token, expires)
      SELECT seq, seq, '2031-01-01' FROM seq_1_to_1000`);
    const deleted = adapter.deleteUser("ada");
    const waits = "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'";
    await waitUntil(
      "the adapter waits",
      async () => Number((await rowsOf(pool, waits))[0]!.Value) > 0,
    );
    await other.query("UPDATE User SET name = 'Ada' WHERE id = 'ada'");
    await other.rollback();
    other.release();
    assertEquals((await deleted)?.id, "ada");
    assertEquals(await adapter.records.list("ada", "test"), []);
    assertEquals(await rowsOf(pool, "SELECT * FROM Account"), []);
    assertEquals(deadlocks, 1);
  });

  Deno.test("KyselyAdapter: times are those that the driver shows by the clock of the process", async () => {
    await using _ = await openMysql(server());
    const code = `
      import { createPool } from "npm:mysql2@~3.16.3";
      import { Kysely, MysqlDialect } from "npm:kysely@^0.28.15";
      import { KyselyAdapter as Theirs } from "npm:@auth/kysely-adapter@^1.11.2";
      import { KyselyAdapter } from ${
      JSON.stringify(new URL("../../adapters/kysely.ts", import.meta.url).href)
    };
      const db = new Kysely({ dialect: new MysqlDialect({ pool: createPool({ uri: ${
      JSON.stringify(server().uri)
    } }) }) });
      const ours = KyselyAdapter(db, { createTables: true });
      const theirs = Theirs(db);
      await ours.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
      for (const [token, time] of [["winter", "2031-01-15T12:00:00Z"], ["summer", "2031-07-15T12:00:00Z"]]) {
        const session = { userId: "ada", expires: new Date(time) };
        await theirs.createSession({ ...session, sessionToken: token });
        await ours.createSession({ ...session, sessionToken: "our " + token });
        console.log((await ours.getSessionAndUser(token)).session.expires.toISOString());
        console.log((await theirs.getSessionAndUser("our " + token)).session.expires.toISOString());
        console.log(await ours.extendSession(token, new Date(time), new Date(Date.parse(time) + 1000)));
      }
      await db.destroy();
    `;
    const file = await Deno.makeTempFile({ suffix: ".ts" });
    await Deno.writeTextFile(file, code);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--config", "deno.json", file],
      env: { TZ: "America/New_York", NO_COLOR: "1" },
    }).output();
    await Deno.remove(file);
    const printed = new TextDecoder().decode(stdout).trim().split("\n");
    assertEquals(
      printed,
      ["2031-01-15T12:00:00.000Z", "2031-07-15T12:00:00.000Z"].flatMap((
        time,
      ) => [time, time, "true"]),
      new TextDecoder().decode(stderr),
    );
  });

  Deno.test("KyselyAdapter: a table without transactions is refused", async () => {
    await using opened = await openMysql(server());
    const { pool } = opened;
    await KyselyAdapter(onMysql(pool), made).setup();
    await pool.query("ALTER TABLE VerificationToken ENGINE=Aria");
    const error = await assertRejects(
      () => Promise.resolve(KyselyAdapter(onMysql(pool)).getUser("1")),
      AdapterError,
    );
    assertStringIncludes(
      error.message,
      "which has no transactions; run ALTER TABLE `VerificationToken`",
    );
  });
});

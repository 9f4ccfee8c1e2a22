/**
 * What stores on a client of SQLite promise beyond the suites, for each client alike: their tables,
 * what is missing or older there, and what their statements cost.
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
import { RUN_SCHEMA } from "../../src/base/store_facts.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AuthConfig } from "../../mod.ts";
import { AdapterError } from "../../src/errors.ts";
import { list as listSessions, revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { account, callEach, passkey, user } from "./_calls.ts";
import { VERSION_1 } from "./_sqlite_version_1.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const made = { createTables: true };

interface Options {
  prefix?: string;
  createTables?: boolean;
}

/** A row as a test reads it. */
// deno-lint-ignore no-explicit-any -- columns have no types here
type Row = any;

/** An empty database, and the stores on it. */
export interface Engine extends AsyncDisposable {
  adapter(options?: Options): FullAdapter & { setup(): Promise<void> };
  records(options?: Options): RecordStore & { setup(): Promise<void> };
  /** Runs one statement of the test. */
  query(sql: string): Promise<Row[]>;
  /** Texts of each call that the stores have made. */
  readonly calls: string[][];
  /** Makes a call of the stores fail, with those before it counted from now. */
  failAt(call: number, moment: "before" | "after"): void;
}

/** The functions of a door. */
export interface Door {
  /** Its name in errors. */
  name: string;
  /** SQL of all tables, and the name of its function. */
  schema: (options?: Options) => string;
  /** What an error names that makes the tables. */
  cure: string;
  /** SQL of the table of records. */
  recordsTable: (options?: Options) => string;
}

/** Statements of a text, one by one. */
const statementsOf = (sql: string) =>
  sql.split(/;\s*(?:\n|$)/).map((one) => one.trim()).filter((one) => one !== "");

const run = async (engine: Engine, sql: string) => {
  for (const statement of statementsOf(sql)) await engine.query(statement);
};

const TABLES = "SELECT name, sql FROM sqlite_master WHERE name LIKE '%' || 'auth_' || '%' AND " +
  "name NOT LIKE 'sqlite_%' ORDER BY name";

/** SQL of all tables and indexes. */
const written = (rows: Row[]) =>
  rows.map(({ name, sql }) => `${name}: ${String(sql).replace(/\s+/g, " ")}`);

/** Every row of every table, as text. */
async function dump(engine: Engine): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const { name } of await engine.query(TABLES)) {
    if (/_(of|by)_|_schema$/.test(name)) continue;
    texts[name] = JSON.stringify(
      (await engine.query(`SELECT * FROM ${name}`)).map((row) => ({ ...row })),
    );
  }
  return texts;
}

/** Statements that fill a table, for each number to 1000 after `from`. */
const numbers = (count: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${count})`;

/** Registers the tests. */
export function testSqliteClient(
  title: string,
  door: Door,
  open: () => Engine | Promise<Engine>,
): void {
  const test = (name: string, check: (engine: Engine) => Promise<void>) =>
    Deno.test(`${title}: ${name}`, async () => {
      await using engine = await open();
      await check(engine);
    });

  test("a prefix separates two apps, and must be an identifier", async (engine) => {
    const [one, two] = [engine.adapter(made), engine.adapter({ ...made, prefix: "two_auth_" })];
    await one.createUser(user("1"));
    assertEquals(await two.getUser("1"), null);
    const names = Object.keys(await dump(engine));
    const tables = ["accounts", "authenticators", "records", "sessions", "users"];
    for (const prefix of ["auth_", "two_auth_"]) {
      assertEquals(
        names.filter((name) => name.startsWith(prefix)),
        [...tables, "verification_tokens"].map((name) => prefix + name),
      );
    }
    const opens: ((options: Options) => unknown)[] = [
      ...[engine.adapter, engine.records],
      ...[door.schema, door.recordsTable],
    ];
    for (const makes of opens) {
      assertThrows(() => makes({ prefix: "x; DROP" }), AdapterError, "prefix");
    }
  });

  test("the tables are those of SqliteAdapter, whether a call, setup() or the SQL makes them", async (engine) => {
    using database = new DatabaseSync(":memory:");
    SqliteAdapter(database);
    const expected = written(database.prepare(TABLES).all());
    const drop = async () => {
      for (
        const name of Object.keys(await dump(engine)).toSorted((a) => /users/.test(a) ? 1 : -1)
      ) {
        await engine.query(`DROP TABLE ${name}`);
      }
      await engine.query("DROP TABLE auth_schema");
      assertEquals(await engine.query(TABLES), []);
    };
    await engine.adapter(made).getUser("1");
    assertEquals(written(await engine.query(TABLES)), expected);
    await drop();
    await engine.adapter().setup();
    await engine.adapter().setup();
    assertEquals(written(await engine.query(TABLES)), expected);
    await drop();
    for (let times = 0; times < 2; times++) await run(engine, door.schema());
    assertEquals(written(await engine.query(TABLES)), expected);
    const versions = await engine.query("SELECT version FROM auth_schema ORDER BY version");
    assertEquals(versions.map(({ version }) => Number(version)), [1, 2]);
    assertEquals(await engine.adapter().getUser("1"), null, "and the adapter is content");
  });

  test("records are those of the store of records, which makes its table alone", async (engine) => {
    for (const options of [{}, { prefix: "two_auth_" }]) {
      const entry = { kind: "test", id: "1", version: 1, expires: null, data: null };
      const records = engine.records(options);
      await Promise.all(Array.from({ length: 10 }, () => records.get("test", "1")));
      await records.put(entry, null);
      assertEquals(Object.keys(await dump(engine)).length, options.prefix ? 7 : 1);
      await run(engine, door.recordsTable(options));
      assertEquals(
        await engine.adapter({ ...options, ...made }).records.get("test", "1"),
        entry,
      );
      await records.setup();
      assertEquals(await records.get("test", "1"), entry);
    }
  });

  test("fifty adapters that are new at once create the tables once", async (engine) => {
    const created = await Promise.allSettled(
      Array.from({ length: 50 }, async (_, index) => {
        await engine.adapter(made).createUserWithAccount(user(`${index}`), account("1"));
      }),
    );
    assertEquals(created.map(({ status }) => status), Array(50).fill("fulfilled"));
    assertEquals((await engine.query("SELECT * FROM auth_users")).length, 1);
    assertEquals((await engine.query("SELECT * FROM auth_schema")).length, 2);
  });

  test("without tables, calls are refused with what makes them, and make none", async (engine) => {
    for (const prefix of ["auth_", "two_auth_"]) {
      const before = await dump(engine);
      const adapter = engine.adapter({ prefix });
      for (const call of [() => adapter.getUser("1"), () => adapter.records.get("a", "1")]) {
        const error = await assertRejects(async () => await call(), AdapterError, `${prefix}users`);
        for (const cure of [door.name, "setup()", door.cure, "createTables: true"]) {
          assertStringIncludes(error.message, cure);
        }
      }
      assertEquals(await dump(engine), before);
      await run(engine, door.schema({ prefix }));
      assertEquals(await adapter.getUser("1"), null, "and the next call works");
    }
  });

  test("a table that is gone while the app runs, or never was there, is named with its cure", async (engine) => {
    const adapter = engine.adapter(made);
    await adapter.getUser("1");
    await engine.query("DROP TABLE auth_sessions");
    await assertRejects(
      async () => await adapter.getSessionAndUser("1"),
      AdapterError,
      "a table does not exist; call `setup()` of the store",
    );
    await assertRejects(
      async () => await engine.adapter().getUser("1"),
      AdapterError,
      "auth_sessions does not exist; call `setup()`",
    );
    await adapter.setup();
    assertEquals(await adapter.getSessionAndUser("1"), null);
  });

  test("tables of an earlier release are refused, or brought to the newest version with their rows", async (engine) => {
    await run(engine, VERSION_1);
    const before = await dump(engine);
    const refused = engine.adapter();
    const error = await assertRejects(async () => await refused.getUser("1"), AdapterError);
    assertStringIncludes(error.message, "records does not exist; call `setup()`");
    assertEquals(await dump(engine), before);
    await Promise.all(Array.from({ length: 10 }, () => engine.adapter().setup()));
    assertEquals(await refused.getUser("1"), user("1"));
    assertEquals((await refused.getSessionAndUser("token"))?.user, user("1"));
    using database = new DatabaseSync(":memory:");
    SqliteAdapter(database);
    assertEquals(
      written(await engine.query(TABLES)),
      written(database.prepare(TABLES).all()),
    );
    // All tables are there, and the version is not.
    await engine.query("DELETE FROM auth_schema WHERE version = 2");
    await assertRejects(
      async () => await engine.adapter().getUser("1"),
      AdapterError,
      "its tables have version 1, of an earlier release; call `setup()`",
    );
    await engine.adapter().setup();
    assertEquals(await engine.adapter().getUser("1"), user("1"));
    await engine.query("INSERT INTO auth_schema VALUES (99)");
    for (const options of [{}, made]) {
      await assertRejects(
        async () => await engine.adapter(options).getUser("1"),
        AdapterError,
        "use a newer release",
      );
    }
  });

  test("a table without a column is named with its cure, and nothing is half written", async (engine) => {
    const adapter = engine.adapter(made);
    await adapter.setup();
    await engine.query("ALTER TABLE auth_accounts DROP COLUMN scope");
    await engine.query("ALTER TABLE auth_records DROP COLUMN data");
    const entry = { kind: "a", id: "1", version: 1, expires: null, data: null };
    const calls = [
      () => adapter.createUserWithAccount(user("1"), account("1")),
      () => engine.records().put(entry, null),
    ];
    for (const call of calls) {
      await assertRejects(
        async () => await call(),
        AdapterError,
        `a table lacks a column; ${RUN_SCHEMA}`,
      );
    }
    assertEquals((await engine.query("SELECT * FROM auth_users")).length, 0);
    assertEquals((await engine.query("SELECT * FROM auth_records")).length, 0);
  });

  test("the first call after one that failed tries again, and calls wait for it", async (engine) => {
    const adapter = engine.adapter(made);
    for (const call of [1, 2, 3]) {
      engine.failAt(call, "before");
      await assertRejects(async () => await adapter.getUser("1"), Error, "failed");
    }
    await Promise.all([adapter.createUser(user("1")), adapter.getUser("1")]);
    assertEquals(await adapter.getUser("1"), user("1"));
    await adapter.setup();
  });

  test("the first write and every twentieth remove 200 rows that expired more than a day ago, the oldest first", async (engine) => {
    const adapter = engine.adapter(made);
    await adapter.createUser(user("1"));
    const [old, yesterday] = [Date.now() - 365 * DAY_MS, Date.now() - 23 * 60 * 60 * 1000];
    const extra = "'[[],{}]'";
    await engine.query(`INSERT INTO auth_sessions ${numbers(500)}
      SELECT 'old ' || i, '1', ${old} + i, ${extra} FROM n`);
    await engine.query(
      `INSERT INTO auth_sessions VALUES ('yesterday', '1', ${yesterday}, ${extra})`,
    );
    await engine.query(`INSERT INTO auth_verification_tokens ${numbers(500)}
      SELECT 'old ' || i, i, ${old} + i, ${extra} FROM n`);
    await engine.query(`INSERT INTO auth_verification_tokens
      VALUES ('yesterday', '1', ${yesterday}, ${extra})`);
    const expires = new Date(Date.now() + DAY_MS);
    const writes: Record<string, [string, (id: string) => unknown]> = {
      auth_sessions: [
        "sessionToken",
        (sessionToken) => adapter.createSession({ sessionToken, userId: "1", expires }),
      ],
      auth_verification_tokens: [
        "identifier",
        (identifier) => adapter.createVerificationToken({ identifier, token: "1", expires }),
      ],
    };
    for (const [table, [key, write]] of Object.entries(writes)) {
      for (let count = 1; count <= 41; count++) {
        await write(`new ${count}`);
        if (![1, 2, 20, 21, 40, 41].includes(count)) continue;
        const rows = await engine.query(
          `SELECT ${key} AS id FROM ${table} WHERE expires < ${Date.now()} ORDER BY expires`,
        );
        const purged = Math.min(500, 200 * Math.ceil(count / 20));
        const oldest = purged < 500 ? `old ${purged + 1}` : "yesterday";
        assertEquals([rows.length, rows[0].id], [501 - purged, oldest], table);
      }
    }
  });

  test("each method is one call, of which most are one statement; no statement reads a whole table", async (engine) => {
    const adapter = engine.adapter(made);
    // The first write looks for expired rows.
    const expires = new Date(Date.now() + DAY_MS);
    await assertRejects(async () => {
      await adapter.createSession({ sessionToken: "1", userId: "none", expires });
    }, AdapterError);
    await adapter.createVerificationToken({ identifier: "1", token: "1", expires });
    const { records, setup: _, ...methods } = adapter;
    await records.put({ kind: "x", id: "none", version: 1, expires: null, data: null }, null);
    const all: Record<string, string[][]> = {};
    const counted = <T extends object>(methods: T): T =>
      Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [name, async (...args: never[]) => {
          engine.calls.length = 0;
          const result = await (method as (...args: never[]) => unknown)(...args);
          all[name] ??= [...engine.calls];
          return result;
        }]),
      ) as T;
    await callEach(counted(methods) as FullAdapter);
    const store = counted(records);
    const entry = { kind: "x", id: "a", owner: "ada", version: 1, expires, data: null };
    await store.put(entry, null);
    await store.get("x", "a");
    await store.list("ada", "x", { limit: 2 });
    await store.take("x", "a");
    await store.deleteOwner("ada");
    assertEquals(
      Object.keys(all).toSorted(),
      [...Object.keys(methods), ...Object.keys(records)].toSorted(),
    );
    // They read the members without a column, and replace them by compare-and-set.
    const merged = ["updateUser", "updateSession", "renameAuthenticator"];
    const together = ["createUserWithAccount", "deleteUser"];
    for (const [method, calls] of Object.entries(all)) {
      assertEquals(calls.length, merged.includes(method) ? 2 : 1, method);
      if (!together.includes(method)) assert(calls.every(({ length }) => length === 1), method);
    }
    console.log(Object.entries(all).map(([name, { length }]) => `${name} ${length}`).join());
    const texts = Object.values(all).flat(2).filter((sql) => !/^INSERT/.test(sql.trim()));
    assert(texts.length > 20, String(texts.length));
    for (const sql of texts) {
      const bound = sql.replaceAll("?", "'1'");
      for (const { detail } of await engine.query(`EXPLAIN QUERY PLAN ${bound}`)) {
        // A page of all users, in the order of their key, ends with its limit.
        if (/ORDER BY "id" LIMIT \?$/.test(sql)) continue;
        // The list that a call passes, and the two keys that decide about the last one, are no tables.
        assert(!/^SCAN (?!json_each |step0$)/.test(detail), `${detail}: ${sql}`);
      }
    }
  });

  test("a failure before or after any call of a change leaves all of it or nothing", async (engine) => {
    const adapter = engine.adapter(made);
    await adapter.setup();
    await adapter.getUser("1");
    const entry = { kind: "a", id: "1", owner: "ada", version: 1, expires: null, data: null };
    const state = async () =>
      JSON.stringify(
        await Promise.all(
          ["users", "accounts", "records"].map(async (table) =>
            (await engine.query(`SELECT * FROM auth_${table}`)).length
          ),
        ),
      );
    let failures = 0;
    for (const moment of ["before", "after"] as const) {
      for (const act of ["create", "delete"] as const) {
        for (let at = 1;; at++) {
          if (act === "delete") {
            await adapter.createUserWithAccount(user("ada"), account("ada"));
            await adapter.records.put(entry, null);
          }
          engine.failAt(at, moment);
          const failed = await Promise.resolve(
            act === "create"
              ? adapter.createUserWithAccount(user("ada"), account("ada"))
              : adapter.deleteUser("ada"),
          ).then(() => false, () => true);
          engine.failAt(0, moment);
          failures += failed ? 1 : 0;
          const [none, all] = ["[0,0,0]", act === "create" ? "[1,1,0]" : "[1,1,1]"];
          const found = await state();
          assert([none, all].includes(found), `${act} ${at}: ${found}`);
          await adapter.deleteUser("ada");
          assertEquals(await state(), none);
          if (!failed) break;
        }
      }
    }
    assert(failures >= 4, String(failures));
    console.log(`${failures} failures, nothing half written`);
  });

  test("after deleteUser, a dump of all tables has no trace of id or address", async (engine) => {
    const adapter = engine.adapter(made);
    const expires = new Date(Date.now() + DAY_MS);
    for (const id of ["ada", "grace"]) {
      await adapter.createUserWithAccount(user(id), account(id));
      await adapter.createSession({ sessionToken: `session ${id}`, userId: id, expires });
      await adapter.createAuthenticator(passkey(id, `key ${id}`));
      const entry = { kind: "code", id: `code ${id}`, version: 1, expires, data: { id } };
      await adapter.records.put({ ...entry, owner: id }, null);
      const identifier = `${id}@example.com`;
      await adapter.createVerificationToken({ identifier, token: `hash ${id}`, expires });
    }
    const withTrace = async (trace: RegExp) =>
      Object.values(await dump(engine)).filter((text) => trace.test(text)).length;
    assertEquals(await withTrace(/ada/), 6);
    assertEquals((await adapter.deleteUser("ada"))?.id, "ada");
    assertEquals(await adapter.deleteUser("ada"), null);
    assertEquals(await withTrace(/ada/), 0);
    assertEquals(await withTrace(/grace/), 6);
  });

  test("a thousand sessions of one user are listed and ended, and more in one call", async (engine) => {
    const adapter = engine.adapter(made);
    const config: AuthConfig = {
      providers: [],
      adapter,
      session: { revocation: {} },
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
    };
    for (const id of ["ada", "grace"]) await adapter.createUser(user(id));
    const add = (count: number, userId: string) =>
      engine.query(`INSERT INTO auth_sessions ${numbers(count)}
        SELECT '${userId} "' || i, '${userId}', ${Date.now() + DAY_MS}, '[[],{}]' FROM n`);
    await add(1000, "ada");
    await add(1, "grace");
    assertEquals((await listSessions(config, "ada")).length, 1000);
    assertEquals(await revokeAllSessions(config, "ada"), 1000);
    assertEquals(await listSessions(config, "ada"), []);
    await add(2345, "ada");
    const tokens = (await adapter.listSessions("ada")).map((row) => row.sessionToken);
    const ended = await adapter.deleteSessions("ada", [...tokens, 'grace "1', "none"]);
    assertEquals(ended.toSorted(), tokens.toSorted());
    assertEquals((await adapter.listSessions("grace")).length, 1);
  });

  test("times and versions are exact, from 1970 to the last one of a Date", async (engine) => {
    const adapter = engine.adapter(made);
    await adapter.createUser(user("ada"));
    for (const time of [0, 1, 999, 1_893_456_000_001, 253_402_300_799_999, 8.64e15]) {
      const session = { sessionToken: String(time), userId: "ada", expires: new Date(time) };
      await adapter.createSession(session);
      assertEquals((await adapter.getSessionAndUser(session.sessionToken))?.session, session);
      assertEquals(await adapter.extendSession(String(time), new Date(time), new Date(5)), true);
    }
    const invalid = { sessionToken: "x", userId: "ada", expires: new Date(NaN) };
    await assertRejects(async () => await adapter.createSession(invalid), Error, "NaN as a time");
    assertEquals(await adapter.getSessionAndUser("x"), null);
    const version = Number.MAX_SAFE_INTEGER;
    const entry = { kind: "a", id: "1", owner: "ada", version, expires: null, data: "é🦊" };
    assertEquals(await adapter.records.put(entry, null), true);
    assertEquals(await adapter.records.put({ ...entry, version: 1 }, version - 1), false);
    assertEquals(await adapter.records.list("ada", "a"), [entry]);
    assertEquals(await adapter.records.put({ ...entry, version: 1 }, version), true);
  });

  test("ids that collations take for one are different ids", async (engine) => {
    const adapter = engine.adapter(made);
    const ids = ["a", "A", "a ", " a", "á", "a\u0301", "ａ", "ss", "ß", "1", "01", "1.0", "🦊"];
    for (const id of ids) {
      const created = await adapter.createUserWithAccount(user(id), account(id));
      assertEquals(created?.id, id);
      await adapter.records.put(
        { kind: "k", id, owner: id, version: 1, expires: null, data: id },
        null,
      );
    }
    for (const id of ids) {
      assertEquals((await adapter.getUserByAccount(account(id)))?.id, id);
      assertEquals((await adapter.records.list(id, "k")).map(({ data }) => data), [id]);
    }
  });

  test("fifty changes of members without a column: none is lost", async (engine) => {
    const adapter = engine.adapter(made);
    await adapter.createUser(user("ada"));
    const changes = Array.from({ length: 50 }, (_, index) => ({ [`member${index}`]: index }));
    await Promise.all(changes.map((change) => adapter.updateUser({ id: "ada", ...change })));
    assertEquals(await adapter.getUser("ada"), Object.assign(user("ada"), ...changes));
  });
}

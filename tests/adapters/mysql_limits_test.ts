/**
 * Behavior that is specific to MySQL.
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
import {
  MysqlAdapter,
  type MysqlAdapterInstance,
  type MysqlPool,
  mysqlSchema,
} from "../../adapters/mysql.ts";
import { RUN_SCHEMA } from "../../src/base/store_facts.ts";
import { MysqlRecords, recordsTable } from "../../adapters/records/mysql.ts";
import type { AuthConfig } from "../../mod.ts";
import { AdapterError, AuthError } from "../../src/errors.ts";
import { list as listSessions, revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import { openPool, type Pool, type PoolOptions, rowsOf } from "../_mysql.ts";
import { waitUntil } from "../_wait.ts";
import { account, callEach, passkey, user } from "./_calls.ts";
import { asMysql, faultyPool, openEmpty, seen, withMysql } from "./_mysql.ts";
import { Faults } from "./records/_faults.ts";
import { runSchema } from "../schema/_run.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const made = { createTables: true };

/** The server as it is, and as if it were MySQL. */
const SERVERS: Readonly<Record<string, (pool: Pool) => MysqlPool>> = {
  MariaDB: (pool) => pool,
  MySQL: asMysql,
};

/** Every row of every table, as text. */
async function dump(pool: Pool): Promise<Record<string, string>> {
  const [tables] = await pool.query({ sql: "SHOW TABLES", rowsAsArray: true });
  const texts = tables.map(async ([table]) => {
    const rows = await rowsOf(pool, `SELECT * FROM \`${table}\``);
    const text = (value: unknown) => value instanceof Uint8Array ? String(value) : value;
    return [
      table,
      JSON.stringify(
        rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, text(v)]))),
      ),
    ];
  });
  return Object.fromEntries(await Promise.all(texts));
}

Deno.test("MysqlAdapter() and MysqlRecords(): refuse names that are no identifiers", () => {
  const pool = {
    execute: () => Promise.reject(new Error("No call is expected")),
    getConnection: () => Promise.reject(new Error("No call is expected")),
  };
  for (const prefix of ["x`; DROP", "a-b", "x".repeat(41)]) {
    for (
      const open of [
        MysqlAdapter,
        MysqlRecords,
        (_: MysqlPool, names: object) => [mysqlSchema, recordsTable].map((sql) => sql(names)),
      ]
    ) {
      assertThrows(() => open(pool, { prefix }), AdapterError, "prefix");
    }
  }
});

Deno.test("MysqlAdapter() and MysqlRecords() say what they take in place of another thing", async () => {
  const pool = openPool("mysql://root@127.0.0.1:1/none");
  const others: [unknown, string][] = [
    ["mysql://localhost/app", "the first argument is a text"],
    [undefined, "the first argument is no pool"],
    [{ execute: () => {} }, "the first argument is no pool"],
    [pool.pool, "takes callbacks"],
  ];
  for (const [other, words] of others) {
    for (const open of [MysqlAdapter, MysqlRecords]) {
      const error = assertThrows(() => open(other as MysqlPool), AuthError, words);
      assertStringIncludes(error.message, "createPool");
    }
  }
  await pool.end();
});

withMysql("MysqlAdapter", (server) => {
  Deno.test("MysqlAdapter: a prefix separates two apps on one database", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const [one, two] = [MysqlAdapter(pool, made), MysqlAdapter(pool, { ...made, prefix: "two_" })];
    await one.createUser(user("1"));
    assertEquals(await two.getUser("1"), null);
    const tables = ["accounts", "authenticators", "records", "sessions", "users"];
    const names = Object.keys(await dump(pool));
    for (const prefix of ["auth_", "two_"]) {
      const own = names.filter((name) => name.startsWith(prefix)).toSorted();
      assertEquals(own, [...tables, "verification_tokens"].map((name) => prefix + name));
    }
  });

  Deno.test("MysqlAdapter: records are those of MysqlRecords with the same options", async () => {
    await using opened = await openEmpty(server());
    for (const options of [{}, { prefix: "two_" }]) {
      const entry = { kind: "test", id: "1", version: 1, expires: null, data: null };
      await MysqlRecords(opened.pool, options).put(entry, null);
      const { records } = MysqlAdapter(opened.pool, { ...options, ...made });
      assertEquals(await records.get("test", "1"), entry);
    }
  });

  Deno.test("MysqlAdapter: fifty adapters that are new at once create the tables once", async () => {
    await using opened = await openEmpty(server());
    const created = await Promise.allSettled(
      Array.from({ length: 50 }, async (_, index) => {
        const adapter = MysqlAdapter(opened.pool, made);
        await adapter.createUserWithAccount(user(`${index}`), account("1"));
      }),
    );
    assertEquals(created.map(({ status }) => status), Array(50).fill("fulfilled"));
    assertEquals((await rowsOf(opened.pool, "SELECT * FROM auth_users")).length, 1);
  });

  Deno.test("MysqlAdapter: without tables, calls are refused with what makes them, and make none", async () => {
    for (const prefix of ["auth_", "two_"]) {
      await using opened = await openEmpty(server(), { multipleStatements: true });
      const { pool } = opened;
      const adapter = MysqlAdapter(pool, { prefix });
      for (const call of [() => adapter.getUser("1"), () => adapter.records.get("a", "1")]) {
        const error = await assertRejects(async () => await call(), AdapterError, `${prefix}users`);
        for (const cure of ["setup()", RUN_SCHEMA, "createTables: true"]) {
          assertStringIncludes(error.message, cure);
        }
      }
      assertEquals(await dump(pool), {});
      const { text } = await runSchema({ providers: [], adapter }, ["--diff"]);
      await pool.query(text);
      await pool.query(mysqlSchema({ prefix }));
      assertEquals(await adapter.getUser("1"), null, "and the next call works");
    }
  });

  Deno.test("MysqlAdapter: setup() after a failure tries again, and calls wait for it", async () => {
    await using opened = await openEmpty(server());
    const faults = new Faults();
    const adapter = MysqlAdapter(faultyPool(opened.pool, faults), made);
    for (const call of [1, 2, 4]) {
      faults.failAt(call, "before");
      await assertRejects(async () => await adapter.getUser("1"), Error, "failed");
    }
    await adapter.createUser(user("1"));
    assertEquals(await adapter.getUser("1"), user("1"));
    await adapter.setup();
  });

  Deno.test("MysqlAdapter: a user who may not create tables uses those that the app created; one who may not write is told so", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const database = new URL(server().uri).pathname.slice(1);
    await pool.query("CREATE USER app, reader");
    await pool.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${database}.* TO app`);
    await pool.query(`GRANT SELECT ON ${database}.* TO reader`);
    const as = (name: string) => openPool(server().uri.replace("root@", `${name}@`));
    const [app, reader] = [as("app"), as("reader")];
    try {
      for (const open of [MysqlAdapter, MysqlRecords]) {
        await assertRejects(
          () => open(app).setup(),
          AdapterError,
          "the database user lacks a right; let an administrator create the tables, and GRANT",
        );
      }
      await MysqlAdapter(pool).setup();
      const adapter = MysqlAdapter(app);
      await adapter.setup();
      await adapter.createUser(user("1"));
      const { records } = adapter;
      const entry = { kind: "a", id: "1", version: 1, expires: null, data: null };
      assertEquals(await records.put(entry, null), true);
      const reading = MysqlAdapter(reader);
      assertEquals(await reading.getUser("1"), user("1"));
      const before = await dump(pool);
      const writes = [
        () => reading.createUserWithAccount(user("2"), account("2")),
        () => reading.updateUser({ id: "1", name: "Ada" }),
        () => reading.deleteUser("1"),
        () => reading.records.take("a", "1"),
        () => reading.records.put({ ...entry, version: 2 }, 1),
      ];
      for (const write of writes) {
        await assertRejects(async () => await write(), AdapterError, "lacks a right");
      }
      assertEquals(await dump(pool), before);
      assertEquals((await adapter.deleteUser("1"))?.id, "1");
    } finally {
      await Promise.all([app.end(), reader.end()]);
      await pool.query("DROP USER app, reader");
    }
  });

  Deno.test("MysqlAdapter: the first write and every twentieth remove 200 rows that expired more than a day ago, the oldest first", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const adapter = MysqlAdapter(pool, made);
    await adapter.createUser(user("1"));
    const [old, yesterday] = [Date.now() - 365 * DAY_MS, Date.now() - 23 * 60 * 60 * 1000];
    const extra = "'[[],{}]'";
    await pool.query(`INSERT INTO auth_sessions
      SELECT concat('old ', seq), '1', ${old} + seq, ${extra} FROM seq_1_to_1000
      UNION ALL SELECT 'yesterday', '1', ${yesterday}, ${extra}`);
    await pool.query(`INSERT INTO auth_verification_tokens
      SELECT concat('old ', seq), seq, ${old} + seq, ${extra} FROM seq_1_to_1000
      UNION ALL SELECT 'yesterday', '1', ${yesterday}, ${extra}`);
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
        const rows = await rowsOf(
          pool,
          `SELECT CONVERT(${key} USING utf8mb4) AS id FROM ${table} WHERE expires < ${Date.now()}
           ORDER BY expires`,
        );
        const purged = 200 * Math.ceil(count / 20);
        assertEquals([rows.length, rows[0]!.id], [1001 - purged, `old ${purged + 1}`], table);
      }
      await pool.query(`DELETE FROM ${table} WHERE expires < ${Date.now() - DAY_MS}`);
      for (let count = 42; count <= 61; count++) await write(`new ${count}`);
      const left = await rowsOf(pool, `SELECT 1 FROM ${table} WHERE ${key} = 'yesterday'`);
      assertEquals(left.length, 1, "a row that expired less than a day ago stays");
    }
  });

  Deno.test("MysqlAdapter: a write does not wait for an expired row that another transaction has locked", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const records = MysqlRecords(pool);
    await records.setup();
    await pool.query(`INSERT INTO auth_records (kind, id, version, expires, data)
      SELECT 'old', seq, 1, seq, 'null' FROM seq_1_to_3`);
    const other = await pool.getConnection();
    await other.beginTransaction();
    await other.query("SELECT * FROM auth_records WHERE kind = 'old' AND id = '2' FOR UPDATE");
    const entry = { kind: "new", id: "1", version: 1, expires: null, data: null };
    assertEquals(await records.put(entry, null), true);
    await other.rollback();
    other.release();
    const left = await rowsOf(pool, "SELECT CONVERT(id USING utf8mb4) AS id FROM auth_records");
    assertEquals(left.map(({ id }) => id).toSorted(), ["1", "2"]);
  });

  for (const [name, as] of Object.entries(SERVERS)) {
    Deno.test(`MysqlAdapter, ${name}: no statement reads more rows when more are stored`, async () => {
      await using opened = await openEmpty(server(), { connectionLimit: 1 });
      const { pool } = opened;
      const adapter = MysqlAdapter(as(pool), made);
      await adapter.setup();
      const far = Date.now() + DAY_MS;
      const extra = "'[[],{}]'";
      const fill = async (from: number, to: number) => {
        const seq = `seq_${from}_to_${to}`;
        await pool.query(`INSERT INTO auth_users (id, email, extra)
          SELECT seq, concat(seq, '@example.com'), ${extra} FROM ${seq}`);
        await pool.query(
          `INSERT INTO auth_accounts (provider, providerAccountId, userId, type, extra)
          SELECT 'github', seq, seq, 'oauth', ${extra} FROM ${seq}`,
        );
        await pool.query(
          `INSERT INTO auth_sessions SELECT seq, seq, ${far}, ${extra} FROM ${seq}`,
        );
        await pool.query(
          `INSERT INTO auth_verification_tokens SELECT seq, seq, ${far}, ${extra} FROM ${seq}`,
        );
        await pool.query(`INSERT INTO auth_authenticators
          SELECT seq, seq, seq, seq, 0, 'x', 1, NULL, ${extra} FROM ${seq}`);
        await pool.query(`INSERT INTO auth_records (kind, id, owner, version, expires, data)
          SELECT 'x', seq, seq, 1, ${far}, 'null' FROM ${seq}`);
        await pool.query(`ANALYZE TABLE auth_users, auth_accounts, auth_sessions,
          auth_verification_tokens, auth_authenticators, auth_records`);
      };
      /** Rows that every method of adapter and records has made the server read. */
      const work = async () => {
        await pool.query("FLUSH STATUS");
        // Names have no index here, so those who are listed by name are looked at one by one.
        await callEach(adapter, ["id", "email"]);
        await adapter.deleteUser("other");
        const { records } = adapter;
        const entry = { kind: "x", id: "a", owner: "ada", version: 1, expires: null, data: null };
        for (const at of [1, 2]) {
          const expires = new Date(far);
          await records.put({ ...entry, expires, version: at }, at === 1 ? null : 1);
          await records.put({ ...entry, id: `b${at}`, expires }, null);
        }
        assertEquals((await records.list("ada", "x", { limit: 2 })).length, 2);
        await records.get("x", "a");
        await records.take("x", "a");
        assertEquals(await records.deleteOwner("ada"), 2);
        const rows = await rowsOf(pool, "SHOW SESSION STATUS LIKE 'Handler_read%'");
        return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
      };
      await fill(1, 1000);
      await work();
      const few = await work();
      await fill(1001, 20_000);
      await work();
      const many = await work();
      assert(many <= few * 1.2, `${few} rows among 1000, ${many} among 20000`);
      console.log(`${name}: ${few} rows read among 1000 of each table, ${many} among 20000`);
    });
  }

  Deno.test("MysqlAdapter: each method makes one round trip, or one transaction", async () => {
    // Calls of the pool and its connections, where they are not one.
    const merged = ["updateUser", "updateSession", "renameAuthenticator"];
    const expected: Record<string, Record<string, string[]>> = {
      MariaDB: {},
      MySQL: Object.fromEntries(
        ["deleteSession", "useVerificationToken", "unlinkAccount"].map((name) => [
          name,
          ["CONNECT", "BEGIN", "SELECT", "DELETE", "COMMIT"],
        ]),
      ),
    };
    for (const [name, as] of Object.entries(SERVERS)) {
      await using opened = await openEmpty(server());
      let calls: string[] = [];
      const pool = seen(as(opened.pool), async (call, what) => {
        calls.push(what.split(/\s/)[0]!);
        return await call();
      });
      const adapter = MysqlAdapter(pool, made);
      // The first write looks for expired rows.
      const expires = new Date(Date.now() + DAY_MS);
      await assertRejects(async () => {
        await adapter.createSession({ sessionToken: "1", userId: "none", expires });
      }, AdapterError);
      await adapter.createVerificationToken({ identifier: "1", token: "1", expires });
      const { records: _, setup: __, ...methods } = adapter;
      const all: Record<string, string[]> = {};
      const counted = Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [name, async (...args: never[]) => {
          calls = [];
          const result = await (method as (...args: never[]) => unknown)(...args);
          all[name] ??= calls;
          return result;
        }]),
      );
      await callEach(counted as unknown as MysqlAdapterInstance);
      assertEquals(Object.keys(all).toSorted(), Object.keys(methods).toSorted());
      for (const [method, done] of Object.entries(all)) {
        if (expected[name]![method]) assertEquals(done, expected[name]![method], method);
        else if (merged.includes(method)) {
          assertEquals(done, ["SELECT", "CONNECT", "BEGIN", "UPDATE", "SELECT", "COMMIT"], method);
        } else if (done.length > 1 && method !== "linkAccount") {
          assertEquals([...done.slice(0, 2), done.at(-1)], ["CONNECT", "BEGIN", "COMMIT"], method);
        }
      }
      // The row is there, so it is replaced after it could not be inserted.
      assertEquals(all.linkAccount, ["INSERT", "UPDATE"]);
      console.log(
        name,
        Object.entries(all).map(([name, { length }]) => `${name} ${length}`).join(),
      );
    }
  });

  Deno.test("MysqlAdapter: deleteAuthenticator with unlessLast waits for another call, and then counts", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const adapter = MysqlAdapter(pool, made);
    await adapter.createUser(user("ada"));
    for (const id of ["1", "2"]) await adapter.createAuthenticator(passkey("ada", id));
    const other = await pool.getConnection();
    await other.beginTransaction();
    await other.query("DELETE FROM auth_authenticators WHERE credentialID = '1'");
    const removed = adapter.deleteAuthenticator("2", { unlessLast: true });
    let isSettled = false;
    Promise.resolve(removed).finally(() => isSettled = true);
    const waiting = "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'";
    await waitUntil(
      "the call waits for the other one",
      async () => isSettled || Number((await rowsOf(pool, waiting))[0]!.Value) > 0,
    );
    await other.commit();
    other.release();
    assertEquals(await removed, false);
    assertEquals((await adapter.listAuthenticatorsByUserId("ada")).length, 1);
  });

  Deno.test("MysqlAdapter: after deleteUser, a dump of all tables has no trace of id or address", async () => {
    for (const as of Object.values(SERVERS)) {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      const adapter = MysqlAdapter(as(pool), made);
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
        Object.values(await dump(pool)).filter((text) => trace.test(text)).length;
      assertEquals(await withTrace(/ada/), 6);
      assertEquals((await adapter.deleteUser("ada"))?.id, "ada");
      assertEquals(await adapter.deleteUser("ada"), null);
      assertEquals(await withTrace(/ada/), 0);
      assertEquals(await withTrace(/grace/), 6);
    }
  });

  Deno.test("MysqlAdapter: a thousand sessions of one user are listed and ended, and more in one call", async () => {
    for (const as of Object.values(SERVERS)) {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      const adapter = MysqlAdapter(as(pool), made);
      const config: AuthConfig = {
        providers: [],
        adapter,
        session: { revocation: {} },
        secret: "a-secret-of-at-least-32-characters",
        trustHost: true,
      };
      for (const id of ["ada", "grace"]) await adapter.createUser(user(id));
      const add = (count: number, userId: string) =>
        pool.query(`INSERT INTO auth_sessions SELECT concat('${userId} "', seq), '${userId}',
          ${Date.now() + DAY_MS}, '[[],{}]' FROM seq_1_to_${count}`);
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
    }
  });

  Deno.test("MysqlAdapter: options of the pool change no values", async () => {
    const strange: PoolOptions = {
      rowsAsArray: true,
      nestTables: "_",
      namedPlaceholders: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      decimalNumbers: true,
      flags: ["-FOUND_ROWS"],
      connectionLimit: 1,
    };
    for (const as of Object.values(SERVERS)) {
      await using _opened = await openEmpty(server());
      const pool = openPool(server().uri, strange);
      await using _ = { [Symbol.asyncDispose]: () => pool.end() };
      const adapter = MysqlAdapter(as(pool), made);
      const at = new Date("2030-01-31T12:00:00.123Z");
      const ada = { ...user("ada"), emailVerified: at };
      assertEquals(await adapter.createUser(ada), ada);
      assertEquals(await adapter.updateUser({ id: "ada", emailVerified: at }), ada);
      const session = { sessionToken: "1", userId: "ada", expires: at };
      await adapter.createSession(session);
      assertEquals(await adapter.getSessionAndUser("1"), { session, user: ada });
      assertEquals(await adapter.extendSession("1", at, at), true, "to the same time");
      assertEquals(await adapter.updateSession(session), session);
      const linked = { ...account("1"), userId: "ada", expires_at: 1_900_000_000 };
      for (let times = 0; times < 2; times++) await adapter.linkAccount(linked);
      assertEquals(await adapter.listAccounts("ada"), [linked]);
      for (const credentialBackedUp of [true, false]) {
        const key = { ...passkey("ada", String(credentialBackedUp)), credentialBackedUp };
        await adapter.createAuthenticator(key);
        assertEquals(await adapter.getAuthenticator(key.credentialID), key);
        assertEquals(await adapter.updateAuthenticatorCounter(key.credentialID, 0), key);
      }
      const entry = {
        kind: "a",
        id: "1",
        owner: "ada",
        version: 2 ** 53 - 1,
        expires: at,
        data: 1,
      };
      assertEquals(await adapter.records.put(entry, null), true);
      assertEquals(await adapter.records.list("ada", "a"), [entry]);
      assertEquals(await adapter.records.take("a", "1"), entry);
      const fifty = Array.from({ length: 50 }, (_, id) => adapter.createUser(user(`${id}`)));
      assertEquals((await Promise.all(fifty)).length, 50, "over one connection");
      assertEquals((await adapter.deleteUser("ada"))?.emailVerified, at);
    }
  });

  Deno.test("MysqlAdapter: times are exact to the millisecond, from 1970 to the last one of a Date", async () => {
    await using opened = await openEmpty(server());
    const adapter = MysqlAdapter(opened.pool, made);
    await adapter.createUser(user("ada"));
    for (const time of [0, 1, 999, 1_893_456_000_001, 253_402_300_799_999, 8.64e15]) {
      const session = { sessionToken: String(time), userId: "ada", expires: new Date(time) };
      await adapter.createSession(session);
      const found = await adapter.getSessionAndUser(session.sessionToken);
      assertEquals(found?.session, session);
      assertEquals(await adapter.extendSession(String(time), new Date(time), new Date(5)), true);
    }
    const invalid = { sessionToken: "x", userId: "ada", expires: new Date(NaN) };
    await assertRejects(async () => await adapter.createSession(invalid), Error, "NaN as a time");
    assertEquals(await adapter.getSessionAndUser("x"), null);
  });

  Deno.test("MysqlAdapter: ids that collations take for one are different ids", async () => {
    await using opened = await openEmpty(server());
    for (const as of Object.values(SERVERS)) {
      const adapter = MysqlAdapter(as(opened.pool), made);
      const ids = [
        "a",
        "A",
        "a ",
        " a",
        "á",
        "a\u0301",
        "ａ",
        "ss",
        "ß",
        "1",
        "01",
        "1.0",
        "🦊",
        "🦋",
      ];
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
        assertEquals((await adapter.getUserByEmail(`${id}@example.com`))?.id, id);
        assertEquals((await adapter.records.list(id, "k")).map(({ data }) => data), [id]);
      }
      for (const id of ids) await adapter.deleteUser(id);
      assertEquals(await adapter.records.list("a", "k"), []);
    }
  });

  Deno.test("MysqlAdapter: an id that is too long for its column is refused with a sentence", async () => {
    await using opened = await openEmpty(server());
    const adapter = MysqlAdapter(opened.pool, made);
    const fits = "é".repeat(768);
    const { id } = await adapter.createUser({ ...user(fits), email: "a@example.com" });
    assertEquals((await adapter.getUser(fits))?.id, id);
    await assertRejects(
      async () => await adapter.createUser({ ...user(`${fits}a`), email: "b@example.com" }),
      AdapterError,
      "has more than 1536 bytes in UTF-8; shorten it",
    );
    assertEquals(await adapter.getUser(`${fits}a`), null);
  });

  Deno.test("MysqlAdapter: fifty changes of members without a column: none is lost", async () => {
    await using opened = await openEmpty(server());
    const adapter = MysqlAdapter(opened.pool, made);
    await adapter.createUser(user("ada"));
    const changes = Array.from({ length: 50 }, (_, index) => ({ [`member${index}`]: index }));
    await Promise.all(changes.map((change) => adapter.updateUser({ id: "ada", ...change })));
    assertEquals(await adapter.getUser("ada"), Object.assign(user("ada"), ...changes));
  });
});

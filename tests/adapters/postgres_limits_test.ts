/**
 * Behavior that is specific to PostgreSQL.
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
  PostgresAdapter,
  type PostgresAdapterInstance,
  type PostgresClient,
  postgresSchema,
} from "../../adapters/postgres.ts";
import { RUN_SCHEMA } from "../../src/base/store_facts.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import type { AuthConfig } from "../../mod.ts";
import { AdapterError } from "../../src/errors.ts";
import { list as listSessions, revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import type { AdapterAccount } from "../../src/types/adapter.ts";
import { waitUntil } from "../_wait.ts";
import { account, callEach, passkey, user } from "./_calls.ts";
import { openEmpty, openPool, type Pool, withPostgres } from "./_postgres.ts";
import { PUBLISHED_SCHEMA } from "./foreign/_pg_schema.ts";
import { Faults, faultyClient } from "./records/_faults.ts";
import { runSchema } from "../schema/_run.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Every row of every table, as text. */
async function dump(pool: Pool): Promise<string> {
  const { rows } = await pool.query(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const texts = rows.map(async ({ tablename }) => {
    const found = await pool.query(`SELECT t::text FROM ${tablename} AS t`);
    return `${tablename}: ${found.rows.map(({ t }) => t).join(" ")}`;
  });
  return (await Promise.all(texts)).join("\n");
}

Deno.test("PostgresAdapter(): refuses names that are no identifiers", () => {
  const client: PostgresClient = { query: () => Promise.reject(new Error("No call is expected")) };
  for (const prefix of ['x"; DROP', "a-b", "x".repeat(41)]) {
    assertThrows(() => PostgresAdapter(client, { prefix }), AdapterError, "prefix");
  }
  for (const schema of ["", "a.b"]) {
    assertThrows(() => postgresSchema({ schema }), AdapterError, "schema");
  }
});

withPostgres("PostgresAdapter", (server) => {
  Deno.test("PostgresAdapter: prefix and schema separate three apps on one database", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query("DROP SCHEMA IF EXISTS own CASCADE; CREATE SCHEMA own");
    const [one, two, three] = [
      PostgresAdapter(pool, { createTables: true }),
      PostgresAdapter(pool, { createTables: true, prefix: "two_" }),
      PostgresAdapter(pool, { createTables: true, schema: "own" }),
    ];
    await one.createUser(user("1"));
    assertEquals(await two.getUser("1"), null);
    assertEquals(await three.getUser("1"), null);
    const { rows } = await pool.query(
      "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'own')",
    );
    const tables = ["accounts", "authenticators", "sessions", "users", "verification_token"];
    assertEquals(
      rows.map(({ name }) => name).toSorted(),
      [
        ...["auth_records", ...tables].map((name) => `own.${name}`),
        ...["auth_records", ...tables].map((name) => `public.${name}`),
        ...["records", ...tables].map((name) => `public.two_${name}`),
      ].toSorted(),
    );
    await pool.query("DROP SCHEMA own CASCADE");
  });

  Deno.test("PostgresAdapter: records are those of PostgresRecords with the same options", async () => {
    await using opened = await openEmpty(server());
    for (const options of [{}, { prefix: "two_" }]) {
      const entry = { kind: "test", id: "1", version: 1, expires: null, data: null };
      await PostgresRecords(opened.pool, options).put(entry, null);
      const { records } = PostgresAdapter(opened.pool, { ...options, createTables: true });
      assertEquals(await records.get("test", "1"), entry);
    }
  });

  Deno.test("PostgresAdapter: fifty adapters that are new at once create or migrate the tables once", async () => {
    for (const schema of ["", PUBLISHED_SCHEMA]) {
      await using opened = await openEmpty(server());
      await opened.pool.query(schema);
      const created = await Promise.allSettled(
        Array.from({ length: 50 }, async (_, index) => {
          const adapter = PostgresAdapter(opened.pool, { createTables: true });
          if (schema) await adapter.setup();
          await adapter.createUserWithAccount(user(`${index}`), account("1"));
        }),
      );
      assertEquals(created.map(({ status }) => status), Array(50).fill("fulfilled"));
      assertEquals((await opened.pool.query("SELECT FROM users")).rows.length, 1);
    }
  });

  Deno.test("PostgresAdapter: without tables, calls are refused with a command that makes them", async () => {
    const options = [{}, { prefix: "two_" }, { schema: "own" }];
    for (const naming of options) {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      await pool.query("DROP SCHEMA IF EXISTS own CASCADE; CREATE SCHEMA own");
      const adapter = PostgresAdapter(pool, naming);
      for (const call of [() => adapter.getUser("1"), () => adapter.records.get("a", "1")]) {
        const error = await assertRejects(async () => await call(), AdapterError);
        for (const cure of ["createTables: true", RUN_SCHEMA]) {
          assertStringIncludes(error.message, cure);
        }
      }
      const { rows } = await pool.query(
        "SELECT FROM pg_tables WHERE schemaname IN ('public', 'own')",
      );
      assertEquals(rows.length, 0, "nothing was made");
      const { text } = await runSchema({ providers: [], adapter }, ["--diff"]);
      await pool.query(text);
      assertEquals(await adapter.getUser("1"), null, "and the next call works");
      await pool.query("DROP SCHEMA own CASCADE");
    }
  });

  Deno.test("PostgresAdapter: setup() after a failure tries again, and calls wait for it", async () => {
    await using opened = await openEmpty(server());
    const faults = new Faults();
    const adapter = PostgresAdapter(faultyClient(opened.pool, faults), {
      createTables: true,
    });
    for (const call of [1, 2]) {
      faults.failAt(call, "before");
      await assertRejects(async () => await adapter.getUser("1"), Error, "failed");
    }
    await adapter.createUser(user("1"));
    assertEquals(await adapter.getUser("1"), user("1"));
  });

  Deno.test("PostgresAdapter: a role that may not create tables uses those that the app created", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(`
      DROP SCHEMA IF EXISTS own CASCADE; CREATE SCHEMA own;
      DROP ROLE IF EXISTS app; CREATE ROLE app LOGIN; GRANT USAGE ON SCHEMA own TO app`);
    const connectionString = server().connectionString.replace("postgres@", "app@");
    await using app = openPool({ ...server(), connectionString });
    const adapter = () => PostgresAdapter(app.pool, { schema: "own" });
    await assertRejects(() => adapter().setup(), Error, "permission denied");
    await pool.query(postgresSchema({ schema: "own" }));
    await pool.query("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA own TO app");
    await adapter().createUser(user("1"));
    assertEquals((await adapter().deleteUser("1"))?.id, "1");
    await pool.query("DROP SCHEMA own CASCADE; DROP ROLE app");
  });

  Deno.test("PostgresAdapter: the first write and every twentieth remove 200 rows that expired more than a day ago, the oldest first", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const adapter = PostgresAdapter(pool, { createTables: true });
    await adapter.createUser(user("1"));
    const old = "now() - interval '1 year' + i * interval '1 second'";
    const yesterday = "now() - interval '23 hours'";
    await pool.query(`
      INSERT INTO sessions ("sessionToken", "userId", expires)
        SELECT 'old ' || i, '1', ${old} FROM generate_series(1, 1000) AS i;
      INSERT INTO sessions VALUES ('yesterday', '1', ${yesterday});
      INSERT INTO verification_token (identifier, token, expires)
        SELECT 'old ' || i, '1', ${old} FROM generate_series(1, 1000) AS i;
      INSERT INTO verification_token VALUES ('yesterday', '1', ${yesterday})`);
    const expires = new Date(Date.now() + DAY_MS);
    const writes: Record<string, [string, (id: string) => unknown]> = {
      sessions: [
        "sessionToken",
        (sessionToken) => adapter.createSession({ sessionToken, userId: "1", expires }),
      ],
      verification_token: [
        "identifier",
        (identifier) => adapter.createVerificationToken({ identifier, token: "1", expires }),
      ],
    };
    for (const [table, [key, write]] of Object.entries(writes)) {
      for (let count = 1; count <= 41; count++) {
        await write(`new ${count}`);
        const { rows } = await pool.query(
          `SELECT "${key}" AS id FROM ${table} WHERE expires < now() ORDER BY expires`,
        );
        const purged = 200 * Math.ceil(count / 20);
        assertEquals([rows.length, rows[0]!.id], [1001 - purged, `old ${purged + 1}`], table);
      }
      await pool.query(`DELETE FROM ${table} WHERE expires < now() - interval '1 day'`);
      for (let count = 42; count <= 61; count++) await write(`new ${count}`);
      const { rows } = await pool.query(`SELECT FROM ${table} WHERE "${key}" = 'yesterday'`);
      assertEquals(rows.length, 1, "a row that expired less than a day ago stays");
    }
  });

  Deno.test("PostgresAdapter: statements search an index, never a whole table", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(PUBLISHED_SCHEMA);
    const seen = new Map<string, unknown[]>();
    const adapter = PostgresAdapter({
      query(text, params) {
        if (params && !text.includes("pg_attribute")) seen.set(text, params);
        return pool.query(text, params);
      },
    });
    await adapter.setup();
    await pool.query(`
      INSERT INTO users (name, email) SELECT i, i || '@example.com' FROM generate_series(1, 9000) AS i;
      INSERT INTO accounts ("userId", type, provider, "providerAccountId")
        SELECT i, 'oauth', 'github', i FROM generate_series(1, 9000) AS i;
      INSERT INTO sessions ("userId", expires, "sessionToken")
        SELECT i, now(), i FROM generate_series(1, 9000) AS i;
      INSERT INTO verification_token (identifier, token, expires)
        SELECT i, i, now() FROM generate_series(1, 9000) AS i;
      INSERT INTO authenticators SELECT i, i, i, i, i, i, true FROM generate_series(1, 9000) AS i;
      INSERT INTO auth_records
        SELECT 'x', i, i, 1, 10 ^ 15, 'null' FROM generate_series(1, 9000) AS i;
      ANALYZE`);
    // Users of these tables get ids of the database: nobody creates many at once.
    const { createUsers: _, ...called } = adapter;
    const names = Object.keys(called);
    await callEach(called);
    // Each of them makes at least one statement of its own.
    assert(seen.size >= names.length - 3, `${seen.size} statements of ${names}`);
    for (const [text, params] of seen) {
      const { rows } = await pool.query(`EXPLAIN ${text}`, params);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      assert(!plan.includes("Seq Scan"), plan + text);
    }
  });

  Deno.test("PostgresAdapter: each method makes one query, and one that merges members makes two", async () => {
    await using opened = await openEmpty(server());
    let count = 0;
    const adapter = PostgresAdapter({
      query(text, params) {
        if (!text.includes("SKIP LOCKED")) count++;
        return opened.pool.query(text, params);
      },
    });
    await adapter.setup();
    await adapter.generatesUserIds();
    const { records: _, setup: __, generatesUserIds: ___, ...methods } = adapter;
    const counts: Record<string, number> = {};
    const counted = Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [name, async (...args: never[]) => {
        count = 0;
        const result = await (method as (...args: never[]) => unknown)(...args);
        counts[name] = count;
        return result;
      }]),
    );
    await callEach(counted as unknown as PostgresAdapterInstance);
    assertEquals(Object.keys(counts).toSorted(), Object.keys(methods).toSorted());
    const merging = ["updateUser", "updateSession", "renameAuthenticator"];
    for (const [name, queries] of Object.entries(counts)) {
      assertEquals(queries, merging.includes(name) ? 2 : 1, name);
    }
  });

  Deno.test("PostgresAdapter: deleteAuthenticator with unlessLast waits for another call, and then counts", async () => {
    await using opened = await openEmpty(server());
    await using other = openPool(server(), { max: 1 });
    const adapter = PostgresAdapter(opened.pool, { createTables: true });
    await adapter.createUser(user("ada"));
    for (const id of ["1", "2"]) await adapter.createAuthenticator(passkey("ada", id));
    await other.pool.query("BEGIN");
    await PostgresAdapter(other.pool).deleteAuthenticator("1", { unlessLast: true });
    const removed = adapter.deleteAuthenticator("2", { unlessLast: true });
    const isWaiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    let isSettled = false;
    Promise.resolve(removed).finally(() => isSettled = true);
    await waitUntil(
      "the call waits for the other one",
      async () => isSettled || (await opened.pool.query(isWaiting)).rows.length > 0,
    );
    await other.pool.query("COMMIT");
    assertEquals(await removed, false);
    assertEquals((await adapter.listAuthenticatorsByUserId("ada")).length, 1);
  });

  Deno.test("PostgresAdapter: after deleteUser, a dump of all tables has no trace of id or address", async () => {
    // References that delete nothing by themselves do not stop it.
    const referring =
      `${PUBLISHED_SCHEMA} ALTER TABLE sessions ADD FOREIGN KEY ("userId") REFERENCES users`;
    for (const schema of ["", PUBLISHED_SCHEMA, referring]) {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      // Ids that no other number in the dump contains.
      await pool.query(`${schema}; ${schema && "SELECT setval('users_id_seq', 771177)"}`);
      const adapter = PostgresAdapter(pool);
      await adapter.setup();
      const grace = await adapter.createUserWithAccount(user("grace"), account("grace"));
      const ada = await adapter.createUserWithAccount(
        { ...user("ada"), role: "admin" } as ReturnType<typeof user>,
        account("ada"),
      );
      for (const { id } of [ada!, grace!]) {
        const expires = new Date(Date.now() + DAY_MS);
        await adapter.createSession({ sessionToken: `session ${id}`, userId: id, expires });
        await adapter.createAuthenticator(passkey(id, `key ${id}`));
        const entry = { kind: "code", id: `code ${id}`, version: 1, expires, data: { id } };
        await adapter.records.put({ ...entry, owner: id }, null);
      }
      for (const name of ["ada", "grace"]) {
        const identifier = `${name}@example.com`;
        const expires = new Date(Date.now() + DAY_MS);
        await adapter.createVerificationToken({ identifier, token: `hash ${name}`, expires });
      }
      const before = await dump(pool);
      assertEquals(before.split("\n").filter((table) => /ada|771178/.test(table)).length, 6);
      assertEquals((await adapter.deleteUser(ada!.id))?.id, ada!.id);
      assertEquals(await adapter.deleteUser(ada!.id), null);
      const after = await dump(pool);
      const trace = schema ? /ada|771179/ : /ada/;
      assertEquals(after.split("\n").filter((table) => trace.test(table)), []);
      const own = schema ? /grace|771178/ : /grace/;
      assertEquals(after.split("\n").filter((table) => own.test(table)).length, 6);
    }
  });

  Deno.test("PostgresAdapter: a thousand sessions of one user are listed and ended", async () => {
    await using opened = await openEmpty(server());
    const adapter = PostgresAdapter(opened.pool, { createTables: true });
    const config: AuthConfig = {
      providers: [],
      adapter,
      session: { revocation: {} },
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
    };
    await adapter.createUser(user("ada"));
    await adapter.createUser(user("grace"));
    const expires = new Date(Date.now() + DAY_MS);
    for (let from = 0; from < 1000; from += 100) {
      await Promise.all(Array.from({ length: 100 }, async (_, index) => {
        const sessionToken = `ada ${from + index}`;
        await adapter.createSession({ sessionToken, userId: "ada", expires });
      }));
    }
    await adapter.createSession({ sessionToken: "grace", userId: "grace", expires });
    assertEquals((await listSessions(config, "ada")).length, 1000);
    assertEquals(await revokeAllSessions(config, "ada"), 1000);
    assertEquals(await listSessions(config, "ada"), []);
    assertEquals((await adapter.listSessions("grace")).length, 1);
  });

  Deno.test("PostgresAdapter: with a client whose parsers return text, values have their types", async () => {
    await using opened = await openEmpty(server(), {
      types: { getTypeParser: () => (text: string) => text },
    });
    const adapter = PostgresAdapter(opened.pool, { createTables: true });
    const at = new Date("2030-01-31T12:00:00.123Z");
    const ada = { ...user("ada"), emailVerified: at };
    await adapter.createUser(ada);
    assertEquals(await adapter.getUser("ada"), ada);
    const session = { sessionToken: "1", userId: "ada", expires: at };
    await adapter.createSession(session);
    assertEquals(await adapter.getSessionAndUser("1"), { session, user: ada });
    const linked: AdapterAccount = { ...account("1"), userId: "ada", expires_at: 1_900_000_000 };
    await adapter.linkAccount(linked);
    assertEquals(await adapter.listAccounts("ada"), [linked]);
    for (const credentialBackedUp of [true, false]) {
      const key = { ...passkey("ada", String(credentialBackedUp)), credentialBackedUp };
      await adapter.createAuthenticator(key);
      assertEquals(await adapter.getAuthenticator(key.credentialID), key);
    }
    assertEquals(await adapter.extendSession("1", at, new Date(at.valueOf() + 1)), true);
  });

  Deno.test("PostgresAdapter: times are exact to the millisecond, from 1970 to the last one of a Date", async () => {
    await using opened = await openEmpty(server());
    const adapter = PostgresAdapter(opened.pool, { createTables: true });
    await adapter.createUser(user("ada"));
    const times = [0, 1, 999, 1_893_456_000_001, 253_402_300_799_999, 8.64e15];
    for (const time of times) {
      const session = { sessionToken: String(time), userId: "ada", expires: new Date(time) };
      await adapter.createSession(session);
      const found = await adapter.getSessionAndUser(session.sessionToken);
      assertEquals(found?.session, session);
      assertEquals(await adapter.extendSession(String(time), new Date(time), new Date(5)), true);
    }
    const invalid = { sessionToken: "x", userId: "ada", expires: new Date(NaN) };
    await assertRejects(async () => await adapter.createSession(invalid), Error, "NaN");
  });

  Deno.test("PostgresAdapter: fifty changes of members without a column: none is lost", async () => {
    await using opened = await openEmpty(server());
    const adapter = PostgresAdapter(opened.pool, { createTables: true });
    await adapter.createUser(user("ada"));
    const changes = Array.from({ length: 50 }, (_, index) => ({ [`member${index}`]: index }));
    await Promise.all(changes.map((change) => adapter.updateUser({ id: "ada", ...change })));
    assertEquals(
      await adapter.getUser("ada"),
      Object.assign(user("ada"), ...changes),
    );
    const named = { name: undefined, image: null, $date: 1, __proto__: null };
    await adapter.updateUser({ id: "ada", ...named });
    const found: Record<string, unknown> = { ...await adapter.getUser("ada") };
    assertEquals([Object.hasOwn(found, "name"), found.image, found.$date], [false, null, 1]);
  });

  Deno.test("PostgresAdapter: columns of the app are members that only the app writes", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const adapter = PostgresAdapter(pool);
    await adapter.setup();
    await pool.query(`ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'member',
      ADD COLUMN expires timestamptz, ADD COLUMN "userId" text`);
    const eve = { ...user("eve"), role: "admin", theme: "dark" };
    const stored = { ...user("eve"), role: "member", expires: null, userId: null, theme: "dark" };
    assertEquals<unknown>(await adapter.createUser(eve), stored);
    assertEquals<unknown>(await adapter.updateUser({ id: "eve", role: "admin" } as never), stored);
    const session = { sessionToken: "1", userId: "eve", expires: new Date(1e12) };
    await adapter.createSession(session);
    assertEquals<unknown>(await adapter.getSessionAndUser("1"), { session, user: stored });
  });

  Deno.test("PostgresAdapter: on one connection, takes part in a transaction of the app", async () => {
    await using opened = await openEmpty(server(), { max: 1 });
    const { pool } = opened;
    const adapter = PostgresAdapter(pool);
    await adapter.setup();
    await pool.query("BEGIN");
    await adapter.createUserWithAccount(user("1"), account("1"));
    await adapter.updateUser({ id: "1", name: "Ada" });
    assertEquals((await adapter.getUserByAccount(account("1")))?.name, "Ada");
    await pool.query("ROLLBACK");
    assertEquals(await adapter.getUser("1"), null);
  });
});

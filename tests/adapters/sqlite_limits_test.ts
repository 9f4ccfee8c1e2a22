/**
 * Behavior that is specific to SQLite.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter, type SqliteAdapterInstance } from "../../adapters/sqlite.ts";
import { AdapterError } from "../../src/errors.ts";
import { VERSION_1 } from "./_sqlite_version_1.ts";

const user = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null });

Deno.test("SqliteAdapter: opening a file again keeps its rows", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/auth.db`;
  {
    using adapter = SqliteAdapter(file);
    await adapter.createUser(user("1"));
  }
  using adapter = SqliteAdapter(new URL(`file://${file}`));
  assertEquals(await adapter.getUserByEmail("1@example.com"), user("1"));
  const { journal_mode } = adapter.database.prepare("PRAGMA journal_mode").get()!;
  assertEquals(journal_mode, "wal");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("SqliteAdapter: refuses tables of a newer release", () => {
  using database = new DatabaseSync(":memory:");
  SqliteAdapter(database);
  database.exec("INSERT INTO auth_schema VALUES (99)");
  assertThrows(() => SqliteAdapter(database), AdapterError, "use a newer release");
});

/** SQL of all tables and indexes, by name. */
const schemaOf = (database: DatabaseSync) =>
  database.prepare("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").all()
    .map(({ name, sql }) => `${name}: ${String(sql).replace(/\s+/g, " ")}`);

Deno.test("SqliteAdapter: tables of version 1 get those of the newest, and keep users, sessions and links", async () => {
  using database = new DatabaseSync(":memory:");
  database.exec(VERSION_1);
  const adapter = SqliteAdapter(database);
  assertEquals(await adapter.getUser("1"), user("1"));
  assertEquals((await adapter.getSessionAndUser("token"))?.user, user("1"));
  const tokens = database.prepare("SELECT identifier, token FROM auth_verification_tokens").all();
  assertEquals(tokens.map((row) => ({ ...row })), [{ identifier: "1@example.com", token: "link" }]);
  using created = new DatabaseSync(":memory:");
  SqliteAdapter(created);
  assertEquals(schemaOf(database), schemaOf(created));
  const versions = () => database.prepare("SELECT version FROM auth_schema").all();
  assertEquals(versions().map(({ version }) => version), [1, 2]);
  SqliteAdapter(database);
  assertEquals(versions().length, 2, "a migration runs once");
});

Deno.test("SqliteAdapter: a prefix separates two apps, and must be an identifier", async () => {
  using database = new DatabaseSync(":memory:");
  const [one, two] = [SqliteAdapter(database, { prefix: "one_" }), SqliteAdapter(database)];
  await one.createUser(user("1"));
  assertEquals(await two.getUser("1"), null);
  assertThrows(() => SqliteAdapter(database, { prefix: "x; DROP TABLE" }), AdapterError, "prefix");
});

Deno.test("SqliteAdapter: joins a transaction of the app, and rolls back with it", async () => {
  using database = new DatabaseSync(":memory:");
  const adapter = SqliteAdapter(database);
  const account = { provider: "github", providerAccountId: "1", type: "oauth" as const };
  database.exec("BEGIN");
  await adapter.createUserWithAccount(user("1"), account);
  assertEquals(await adapter.createUserWithAccount(user("2"), account), null);
  assertEquals((await adapter.getUserByAccount(account))?.id, "1");
  database.exec("ROLLBACK");
  assertEquals(await adapter.getUser("1"), null);
  assertEquals(await adapter.getUserByAccount(account), null);
});

Deno.test("SqliteAdapter: eight processes on one file create one user for one address", async () => {
  const folder = await Deno.makeTempDir();
  const code = `
    import { SqliteAdapter, type SqliteAdapterInstance } from ${
    JSON.stringify(import.meta.resolve("../../adapters/sqlite.ts"))
  };
    using adapter = SqliteAdapter(${JSON.stringify(`${folder}/auth.db`)});
    let created = 0;
    for (let index = 0; index < 25; index++) {
      const user = { id: crypto.randomUUID(), email: index + "@example.com", emailVerified: null };
      const account = { provider: "github", providerAccountId: String(index), type: "oauth" };
      if (await adapter.createUserWithAccount(user, account)) created++;
    }
    console.log(created);`;
  const runs = await Promise.all(Array.from({ length: 8 }, async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-lock", "--config", "deno.json", code],
      stderr: "inherit",
    }).output();
    return Number(new TextDecoder().decode(stdout));
  }));
  assertEquals(runs.reduce((sum, created) => sum + created, 0), 25);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("SqliteAdapter: a write removes sessions and tokens that expired more than a day ago", async () => {
  using adapter = SqliteAdapter(":memory:");
  await adapter.createUser(user("1"));
  const ended = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const expires = new Date(Date.now() + 60_000);
  await adapter.createSession({ sessionToken: "old", userId: "1", expires: ended });
  await adapter.createSession({ sessionToken: "new", userId: "1", expires });
  assertEquals((await adapter.listSessions("1")).map((row) => row.sessionToken), ["new"]);
  const token = { identifier: "1@example.com", token: "old", expires: ended };
  await adapter.createVerificationToken(token);
  await adapter.createVerificationToken({ ...token, token: "new", expires });
  assertEquals(await adapter.useVerificationToken(token), null);
});

/** Writes rows that expired two days ago, and returns a function that counts those left. */
async function fillWithExpired(adapter: SqliteAdapterInstance, count: number) {
  await adapter.createUser(user("1"));
  const { database } = adapter;
  const at = Date.now() - 2 * 24 * 60 * 60 * 1000;
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${count})`;
  const rows = {
    sessions: `SELECT 'old ' || i, '1', ${at} + i, '[[],{}]' FROM n`,
    verification_tokens: `SELECT 'old ' || i, 'token', ${at} + i, '[[],{}]' FROM n`,
  };
  for (const [table, select] of Object.entries(rows)) {
    database.exec(`INSERT INTO auth_${table} ${numbers} ${select}`);
  }
  return (table: keyof typeof rows): number => {
    const statement = `SELECT count(*) AS left FROM auth_${table} WHERE expires < ${Date.now()}`;
    return database.prepare(statement).get()!.left as number;
  };
}

Deno.test("SqliteAdapter: writes at once remove a hundred expired rows of a table, later ones as many more", async () => {
  using time = new FakeTime();
  using adapter = SqliteAdapter(":memory:");
  const left = await fillWithExpired(adapter, 2000);
  const expires = new Date(Date.now() + 60_000);
  const writes: Record<string, [Parameters<typeof left>[0], (id: string) => unknown]> = {
    createSession: [
      "sessions",
      (sessionToken) => adapter.createSession({ sessionToken, userId: "1", expires }),
    ],
    createVerificationToken: [
      "verification_tokens",
      (token) => adapter.createVerificationToken({ identifier: "1@example.com", token, expires }),
    ],
  };
  for (const [name, [table, write]] of Object.entries(writes)) {
    const before = left(table);
    for (let count = 0; count < 10; count++) await write(`${name} ${count}`);
    assertEquals(before - left(table), 100, name);
    time.tick(50);
    await write(`${name} later`);
    assertEquals(before - left(table), 200, name);
    time.tick(50);
  }
  const { token } = adapter.database
    .prepare("SELECT min(expires) AS oldest, sessionToken AS token FROM auth_sessions").get()!;
  assertEquals(token, "old 201", "the oldest ones are removed first");
});

Deno.test("SqliteAdapter: purges and reads by owner search an index, never a whole table", () => {
  using adapter = SqliteAdapter(":memory:");
  const { database } = adapter;
  const statements: string[] = [];
  const spied = new Proxy(database, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name === "prepare") {
        return (sql: string) => {
          statements.push(sql);
          return target.prepare(sql);
        };
      }
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  SqliteAdapter(spied, { prefix: "spied_" });
  const searched = statements.filter((sql) => /^(SELECT|UPDATE|DELETE)/.test(sql.trim()));
  assert(searched.length > 20, String(searched.length));
  for (const sql of searched) {
    if (sql.includes("spied_schema")) continue;
    for (const { detail } of database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()) {
      // The list that a call passes, and the two keys that decide about the last one, are no tables.
      assert(!/^SCAN (?!json_each |step0$)/.test(detail as string), `${detail}: ${sql}`);
    }
  }
});

Deno.test("SqliteAdapter: a failure is a rejection, never a throw", async () => {
  using adapter = SqliteAdapter(":memory:");
  const running = adapter.updateUser({ id: "none" });
  await assertRejects(async () => await running, AdapterError, "no user has this id");
});

Deno.test("SqliteAdapter: members named like the marker of dates are stored unchanged", async () => {
  using adapter = SqliteAdapter(":memory:");
  const at = new Date("2030-01-01T00:00:00Z");
  const user = {
    id: "1",
    email: "eve@example.com",
    emailVerified: null,
    role: "guest",
    $date: 1,
    $$date: 2,
    at,
    nested: { $date: 3, at, list: [{ $date: 4 }, at] },
    ...JSON.parse('{"__proto__":{"role":"admin"}}'),
  };
  await adapter.createUser(user);
  assertEquals(await adapter.getUser("1"), user);
});

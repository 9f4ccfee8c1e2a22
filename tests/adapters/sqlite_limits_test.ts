/**
 * Behavior that is specific to SQLite.
 *
 * @module
 */

import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { AdapterError } from "../../src/errors.ts";

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
    import { SqliteAdapter } from ${
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
  const expires = new Date(Date.now() + 1000);
  await adapter.createSession({ sessionToken: "old", userId: "1", expires: ended });
  await adapter.createSession({ sessionToken: "new", userId: "1", expires });
  assertEquals((await adapter.listSessions("1")).map((row) => row.sessionToken), ["new"]);
  const token = { identifier: "1@example.com", token: "old", expires: ended };
  await adapter.createVerificationToken(token);
  await adapter.createVerificationToken({ ...token, token: "new", expires });
  assertEquals(await adapter.useVerificationToken(token), null);
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

/**
 * The SQLite adapter with a driver that the app passes, and in Node, with and
 * without the built-in driver.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import Database from "libsql";
import { SqliteAdapter, type SqliteStatement } from "../../adapters/sqlite.ts";
import { AdapterError } from "../../src/errors.ts";
import { runInNode, writeJavaScript } from "./_in_node.ts";
import { OtherDatabase } from "./_other_sqlite.ts";

Deno.test("SqliteAdapter(): on another driver, exposes that database and closes it", () => {
  const database = new OtherDatabase();
  const adapter = SqliteAdapter(database);
  assertEquals(adapter.database === database, true);
  adapter.close();
  assertEquals(database.closed, true);
});

Deno.test("SqliteAdapter(): on another driver, joins a transaction of the app", async () => {
  const database = new OtherDatabase();
  using adapter = SqliteAdapter(database);
  const user = { id: "1", email: "ada@example.com", emailVerified: null };
  await adapter.createUser(user);
  database.exec("BEGIN");
  await adapter.updateUser({ id: "1", name: "Ada" });
  database.exec("ROLLBACK");
  assertEquals(await adapter.getUser("1"), user);
});

Deno.test("SqliteAdapter(): with a path but without a driver, throws an error that names the driver", () => {
  const { process } = globalThis as unknown as {
    process: { getBuiltinModule?: (id: string) => unknown };
  };
  const own = process.getBuiltinModule;
  const refuse = () => {
    throw new Error("A Node.js API is used which is not supported in the Edge Runtime.");
  };
  for (const lookUp of [undefined, () => undefined, refuse]) {
    process.getBuiltinModule = lookUp;
    try {
      const error = assertThrows(() => SqliteAdapter(":memory:"), AdapterError);
      assertMatch(error.message, /22\.5/);
      assertMatch(error.message, /better-sqlite3/);
      assertMatch(error.message, /runtime: "nodejs"/);
    } finally {
      process.getBuiltinModule = own;
    }
  }
});

Deno.test("SqliteAdapter(): loads in every Node version, and works in versions with a driver", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await writeJavaScript("adapters/sqlite.ts", folder);
    const said = await runInNode(
      folder,
      `import { isBuiltin } from "node:module";
      import { SqliteAdapter } from "./adapters/sqlite.mjs";
      let outcome;
      try {
        const adapter = SqliteAdapter(":memory:");
        await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
        outcome = (await adapter.getUserByEmail("ada@example.com")).id;
      } catch (error) {
        outcome = error.name + ": " + error.message;
      }
      console.log(JSON.stringify({ hasDriver: isBuiltin("node:sqlite"), outcome }));`,
    ) as { hasDriver: boolean; outcome: string } | null;
    if (!said) {
      console.log("SKIPPED in Node: there is no `node` on this machine");
    } else if (said.hasDriver) {
      assertEquals(said.outcome, "1");
    } else {
      assertMatch(said.outcome, /^AdapterError: Cannot open the database: .+22\.5.+better-sqlite3/);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** A driver each of whose statements fails once, and then fails at every later call. */
class BreakingDatabase extends OtherDatabase {
  isBreaking = false;
  readonly broken = new Set<string>();
  readonly worked = new Set<string>();

  override prepare(sql: string): SqliteStatement {
    const statement = super.prepare(sql);
    let isBroken = false;
    const use = <Result>(work: () => Result): Result => {
      if (isBroken || this.isBreaking && !this.broken.has(sql)) {
        isBroken = true;
        this.broken.add(sql);
        throw new Error("database is locked");
      }
      const result = work();
      if (this.isBreaking) this.worked.add(sql);
      return result;
    };
    return {
      get: (...values) => use(() => statement.get(...values)),
      all: (...values) => use(() => statement.all(...values)),
      run: (...values) => use(() => statement.run(...values)),
    };
  }
}

Deno.test("SqliteAdapter, another driver: every statement is made anew after an error", async () => {
  const database = new BreakingDatabase();
  using adapter = SqliteAdapter(database);
  database.isBreaking = true;
  /** Repeats a call as often as it meets a statement that breaks. */
  const insist = async <Result>(call: () => Promise<Result> | Result): Promise<Result> => {
    for (;;) {
      const before = database.broken.size;
      try {
        return await call();
      } catch (error) {
        if (database.broken.size === before) throw error;
      }
    }
  };
  const expires = new Date(Date.now() + 60_000);
  const ada = { id: "ada", email: "ada@example.com", emailVerified: null };
  const account = (userId: string, providerAccountId: string) =>
    ({ userId, provider: "acme", providerAccountId, type: "oauth" }) as const;
  const key = (credentialID: string) => ({
    credentialID,
    userId: "ada",
    providerAccountId: credentialID,
    credentialPublicKey: "AQI=",
    counter: 1,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  });
  const calls: (() => Promise<unknown> | unknown)[] = [
    () => adapter.createUser(ada),
    () =>
      adapter.createUserWithAccount(
        { ...ada, id: "eve", email: "eve@e.example" },
        account("eve", "2"),
      ),
    () => adapter.getUser("ada"),
    () => adapter.getUserByEmail("ada@example.com"),
    () => adapter.updateUser({ id: "ada", name: "Ada" }),
    () => adapter.linkAccount(account("ada", "1")),
    () => adapter.getAccount("1", "acme"),
    () => adapter.getUserByAccount({ provider: "acme", providerAccountId: "1" }),
    () => adapter.listAccounts("ada"),
    () => adapter.unlinkAccount({ provider: "acme", providerAccountId: "1" }),
    () => adapter.createSession({ sessionToken: "s", userId: "ada", expires }),
    () => adapter.getSessionAndUser("s"),
    () => adapter.updateSession({ sessionToken: "s", expires }),
    () => adapter.extendSession("s", expires, expires),
    () => adapter.listSessions("ada"),
    () => adapter.deleteSessions("ada", ["s"]),
    () => adapter.deleteSession("s"),
    () => adapter.createVerificationToken({ identifier: "ada@example.com", token: "t", expires }),
    () => adapter.getVerificationToken({ identifier: "ada@example.com", token: "t" }),
    () => adapter.useVerificationToken({ identifier: "ada@example.com", token: "t" }),
    () => adapter.deleteVerificationTokens("ada@example.com"),
    () => adapter.createAuthenticator(key("k")),
    () => adapter.getAuthenticator("k"),
    () => adapter.listAuthenticatorsByUserId("ada"),
    () => adapter.updateAuthenticatorCounter("k", 2),
    () => adapter.renameAuthenticator("k", "Key"),
    () => adapter.deleteAuthenticator("k"),
    () =>
      adapter.records.put(
        { kind: "a", id: "1", owner: "ada", version: 1, expires: null, data: 1 },
        null,
      ),
    () => adapter.records.get("a", "1"),
    () => adapter.records.list("ada", "a"),
    () => adapter.records.take("a", "1"),
    () => adapter.records.deleteOwner("ada"),
    () => adapter.deleteUser("ada"),
  ];
  for (const call of calls) await insist(call);
  assertEquals([...database.broken].filter((sql) => !database.worked.has(sql)), []);
  assert(database.broken.size > 30, "the statements were not reached");
});

Deno.test("SqliteAdapter, libsql: a session of an unknown user breaks no later one", async () => {
  using adapter = SqliteAdapter(new Database(":memory:"));
  const expires = new Date(Date.now() + 60_000);
  await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
  await assertRejects(
    async () => await adapter.createSession({ sessionToken: "a", userId: "none", expires }),
    AdapterError,
  );
  await adapter.createSession({ sessionToken: "b", userId: "ada", expires });
  assertEquals((await adapter.getSessionAndUser("b"))?.user.id, "ada");
});

Deno.test("SqliteAdapter, libsql: after a lock that was waited for too long, other processes see what is acknowledged", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/auth.db`;
  const [own, other] = [new Database(file), new Database(file)];
  const adapter = SqliteAdapter(own);
  own.exec("PRAGMA busy_timeout = 0");
  await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  const entry = { kind: "a", id: "1", owner: "1", version: 1, expires: null, data: null };
  const writes = [
    () => adapter.updateUser({ id: "1", name: "Ada" }),
    () => adapter.deleteUser("1"),
    () => adapter.records.put(entry, null),
    () => adapter.records.take("a", "1"),
  ];
  other.exec("BEGIN IMMEDIATE");
  for (const write of writes) {
    await assertRejects(async () => await write(), Error, "database is locked");
  }
  other.exec("COMMIT");
  assertEquals(await adapter.records.put(entry, null), true);
  assertEquals((await adapter.updateUser({ id: "1", name: "Ada" })).name, "Ada");
  const found = (sql: string) => other.prepare(sql).all() as Record<string, unknown>[];
  assertEquals(found("SELECT name FROM auth_users").map(({ name }) => name), ["Ada"]);
  assertEquals(found("SELECT id FROM auth_records").map(({ id }) => id), ["1"]);
  other.exec("UPDATE auth_users SET name = 'other'");
  assertEquals((await adapter.getUser("1"))?.name, "other", "and the other way round");
  for (const database of [own, other]) database.close();
  await Deno.remove(folder, { recursive: true });
});

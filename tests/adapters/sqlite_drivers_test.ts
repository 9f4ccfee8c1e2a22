/**
 * The SQLite adapter with a driver that the app passes, and in Node, with and
 * without the built-in driver.
 *
 * @module
 */

import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
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

/**
 * What the stores on libSQL promise beyond the suites, on a file and on a server.
 *
 * @module
 */

import { createClient } from "../_libsql_client.ts";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { LibsqlAdapter, type LibsqlClient, libsqlSchema } from "../../adapters/libsql.ts";
import { RUN_SCHEMA } from "../../src/base/store_facts.ts";
import { LibsqlRecords, recordsTable } from "../../adapters/records/libsql.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { AuthError } from "../../src/errors.ts";
import { withHrana } from "../_hrana.ts";
import { account, user } from "./_calls.ts";
import { faulty, type OpenClient, openFile, openRemote, seen } from "./_libsql.ts";
import { type Door, type Engine, testSqliteClient } from "./_sqlite_limits.ts";
import { Faults } from "./records/_faults.ts";

const LIBSQL: Door = {
  name: "libSQL",
  schema: libsqlSchema,
  cure: RUN_SCHEMA,
  recordsTable,
};

function engineOf(opened: OpenClient): Engine {
  const calls: string[][] = [];
  const faults = new Faults();
  const client = seen(faulty(opened.client, faults), async (call, texts) => {
    // On a file, the lock is tried before each change.
    if (!/^BEGIN|^PRAGMA/.test(texts[0]!)) calls.push(texts);
    return await call();
  });
  return {
    adapter: (options) => LibsqlAdapter(client, options),
    records: (options) => LibsqlRecords(client, options),
    query: async (sql) => (await opened.client.execute(sql)).rows,
    calls,
    failAt: faults.failAt,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

testSqliteClient("libSQL, a file", LIBSQL, async () => engineOf(await openFile()));

withHrana((server) => {
  testSqliteClient("libSQL, a server", LIBSQL, () => engineOf(openRemote(server())));
});

Deno.test("LibsqlAdapter() and LibsqlRecords() say what they take in place of another thing", () => {
  const others: [unknown, string][] = [
    ["libsql://app.turso.io", "the first argument is a text"],
    [undefined, "the first argument is no client"],
    [null, "the first argument is no client"],
    [{ execute: () => {} }, "the first argument is no client"],
  ];
  for (const [other, words] of others) {
    for (const open of [LibsqlAdapter, LibsqlRecords]) {
      const error = assertThrows(() => open(other as LibsqlClient), AuthError, words);
      assertStringIncludes(error.message, "createClient");
    }
  }
});

Deno.test("LibsqlAdapter: a file of SqliteAdapter keeps its rows, and goes back to it", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/auth.db`;
  {
    using sqlite = SqliteAdapter(file);
    await sqlite.createUserWithAccount(user("ada"), account("1"));
  }
  // Two libraries in one process do not see each other's locks, so they take turns.
  const client = createClient({ url: `file:${file}` });
  const libsql = LibsqlAdapter(client);
  assertEquals((await libsql.getUserByAccount(account("1")))?.id, "ada");
  const entry = { kind: "a", id: "1", owner: "ada", version: 1, expires: null, data: [1] };
  await libsql.records.put(entry, null);
  await libsql.createUserWithAccount(user("grace"), account("2"));
  client.close();
  {
    using sqlite = SqliteAdapter(file);
    assertEquals(await sqlite.records.list("ada", "a"), [entry]);
    assertEquals((await sqlite.getUserByAccount(account("2")))?.id, "grace");
  }
  await Deno.remove(folder, { recursive: true });
});

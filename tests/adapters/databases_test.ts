/**
 * An app with every capability on each database: those without a server of their own suite, and the
 * table of `docs/storage.md`.
 *
 * @module
 */

import PgAdapter from "@auth/pg-adapter";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { D1Adapter } from "../../adapters/d1.ts";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { LibsqlAdapter } from "../../adapters/libsql.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { bindingOf, empty, withD1 } from "../_d1.ts";
import { withHrana } from "../_hrana.ts";
import { STEPS } from "../beside/_steps.ts";
import { toDocument } from "../tools/databases.ts";
import { COLUMNS, type Database, DATABASES, testDatabase, toTable } from "./_databases.ts";
import { openRemote } from "./_libsql.ts";
import { emptiedPool, withMysql } from "./_mysql.ts";
import { openEmpty, withPostgres } from "./_postgres.ts";
import { SCHEMA } from "./foreign/_pg_schema.ts";

testDatabase("memory", () => ({ adapter: MemoryAdapter() }));

testDatabase("sqlite", () => {
  const adapter = SqliteAdapter(":memory:");
  return { adapter, close: () => adapter.close() };
});

testDatabase("deno-kv", async () => {
  const kv = await Deno.openKv(":memory:");
  return { adapter: DenoKvAdapter(kv), close: () => kv.close() };
});

withHrana((server) => {
  testDatabase("libsql", () => {
    const { client } = openRemote(server());
    return {
      adapter: LibsqlAdapter(client, { createTables: true }),
      close: () => client.close(),
    };
  });
});

withD1((server) => {
  testDatabase("d1", async () => {
    await empty(server().url);
    return { adapter: D1Adapter(bindingOf(server().url), { createTables: true }) };
  });
});

withPostgres("databases: PostgreSQL", (server) => {
  testDatabase("postgres", async () => {
    const { pool } = await openEmpty(server());
    const adapter = PostgresAdapter(pool, { createTables: true });
    return { adapter, close: () => pool.end() };
  });

  testDatabase("auth-pg", async () => {
    const { pool } = await openEmpty(server());
    await pool.query(SCHEMA);
    const adapter = PgAdapter(pool as never) as never;
    return { adapter, records: PostgresRecords(pool), close: () => pool.end() };
  });
});

withMysql("databases: MySQL", (server) => {
  const open = emptiedPool(server, "databases");
  testDatabase("mysql", async () => ({
    adapter: MysqlAdapter(await open(), { createTables: true }),
  }));
});

Deno.test("databases: docs/storage.md begins with the table: run `deno task databases`", async () => {
  const document = await Deno.readTextFile("docs/storage.md");
  assertEquals(document, await toDocument(document));
  assertStringIncludes(document.slice(0, document.indexOf("\n## ")), "| Database");
});

Deno.test("databases: each row has a test that runs it, and each column steps that show it", async () => {
  const texts: string[] = [];
  for (const path of TEST_FILES) texts.push(await Deno.readTextFile(`tests/adapters/${path}`));
  for (const name of Object.keys(DATABASES)) {
    const count = texts.join().split(`testDatabase("${name}"`).length - 1;
    assertEquals(count, 1, `tests of "${name}"`);
  }
  const known = new Set(STEPS.map(({ name }) => name));
  for (const [column, steps] of Object.entries(COLUMNS)) {
    assert(steps.length > 0, column);
    for (const step of steps) assert(known.has(step), `there is no step "${step}"`);
  }
  for (const { title, except = {} } of Object.values<Database>(DATABASES)) {
    const shown = new Set(Object.values(COLUMNS).flat());
    for (const step of Object.keys(except)) {
      assert(shown.has(step), `${title}: the table does not show that "${step}" does not work`);
    }
  }
});

Deno.test("databases: a step that does not work is a `no` in its column", () => {
  const except = { "a passkey with a name": "none" };
  const [head, , row] = toTable({ one: { title: "One", adapter: "adapters/one", except } })
    .split("\n").map((line) => line.split(" | "));
  assertEquals(row!.filter((cell) => /^no\b/.test(cell)).length, 1);
  assertEquals(head![row!.findIndex((cell) => /^no\b/.test(cell))], "Passkeys");
});

/** Files that run rows. */
const TEST_FILES = [
  "drizzle_test.ts",
  "foreign/prisma/door.ts",
  "kysely_test.ts",
  "databases_test.ts",
  "records/dynamodb_app_test.ts",
  "records/redis_app_test.ts",
];

import { assert, assertEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import Database from "libsql";
import { DatabaseSync } from "node:sqlite";
import { SqliteRecords } from "../../../adapters/records/sqlite.ts";
import { SqliteAdapter } from "../../../adapters/sqlite.ts";
import { AdapterError } from "../../../src/errors.ts";
import { OtherDatabase } from "../_other_sqlite.ts";
import { testRecordVariants } from "../_variants.ts";
import { Faults, faultySqlite } from "./_faults.ts";

testRecordVariants({
  "SqliteRecords in memory": () => {
    const faults = new Faults();
    const database = new DatabaseSync(":memory:");
    const store = SqliteRecords(faultySqlite(database, faults));
    return { store, failAt: faults.failAt, close: () => store.close() };
  },

  "SqliteRecords on a file": async () => {
    const folder = await Deno.makeTempDir();
    const store = SqliteRecords(`${folder}/auth.db`);
    const close = async () => {
      store.close();
      await Deno.remove(folder, { recursive: true });
    };
    return { store, close };
  },

  "SqliteRecords on libsql": () => {
    const store = SqliteRecords(new Database(":memory:"));
    return { store, close: () => store.close() };
  },

  "SqliteRecords on another driver": () => {
    const store = SqliteRecords(new OtherDatabase());
    return { store, close: () => store.close() };
  },

  "SqliteAdapter().records": () => {
    const adapter = SqliteAdapter(":memory:");
    return { store: adapter.records, close: () => adapter.close() };
  },
});

const entry = (id: string, expires: Date | null = null) => ({
  kind: "test",
  id,
  owner: "ada",
  version: 1,
  expires,
  data: null,
});

Deno.test("SqliteRecords: opening a file again keeps its records, with the adapter or without", async () => {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/auth.db`;
  {
    using store = SqliteRecords(new URL(`file://${file}`));
    await store.put(entry("1"), null);
  }
  using adapter = SqliteAdapter(file);
  assertEquals(await adapter.records.get("test", "1"), entry("1"));
  await Deno.remove(folder, { recursive: true });
});

Deno.test("SqliteRecords: a prefix separates two apps, and must be an identifier", async () => {
  using database = new DatabaseSync(":memory:");
  const [one, two] = [SqliteRecords(database, { prefix: "one_" }), SqliteRecords(database)];
  await one.put(entry("1"), null);
  assertEquals(await two.get("test", "1"), null);
  assertThrows(() => SqliteRecords(database, { prefix: "x; DROP" }), AdapterError, "prefix");
});

Deno.test("SqliteRecords: a write removes a hundred expired records, the oldest first, and the next ones rest", async () => {
  using time = new FakeTime();
  using database = new DatabaseSync(":memory:");
  const store = SqliteRecords(database);
  database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
    INSERT INTO auth_records SELECT 'test', 'old ' || i, 'ada', 1, i, 'null' FROM n`);
  const left = () =>
    database.prepare("SELECT count(*) AS count, min(expires) AS oldest FROM auth_records").get();
  await store.put(entry("new"), null);
  assertEquals({ ...left() }, { count: 901, oldest: 101 });
  await store.put({ ...entry("new"), version: 2 }, 1);
  assertEquals({ ...left() }, { count: 901, oldest: 101 });
  time.tick(50);
  await store.put({ ...entry("new"), version: 3 }, 2);
  assertEquals({ ...left() }, { count: 801, oldest: 201 });
});

Deno.test("SqliteRecords: every statement searches an index, never the whole table", () => {
  using database = new DatabaseSync(":memory:");
  const statements: string[] = [];
  SqliteRecords({
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare(sql) {
      statements.push(sql);
      return database.prepare(sql);
    },
  });
  const searched = statements.filter((sql) => /^(SELECT|UPDATE|DELETE)/.test(sql.trim()));
  assert(searched.length >= 6, String(searched.length));
  for (const sql of searched) {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all().map(({ detail }) =>
      `${detail}`
    );
    assert(plan.every((step) => !step.startsWith("SCAN")), `${plan}: ${sql}`);
    assert(plan.every((step) => !step.includes("TEMP B-TREE")), `${plan}: ${sql}`);
  }
});

Deno.test("SqliteRecords: joins a transaction of the app, and rolls back with it", async () => {
  using database = new DatabaseSync(":memory:");
  const store = SqliteRecords(database);
  await store.put(entry("1"), null);
  database.exec("BEGIN");
  await store.put(entry("2"), null);
  assertEquals(await store.deleteOwner("ada"), 2);
  database.exec("ROLLBACK");
  assertEquals((await store.list("ada", "test")).map(({ id }) => id), ["1"]);
});

Deno.test("SqliteRecords: eight processes on one new file write each record once", async () => {
  const folder = await Deno.makeTempDir();
  const code = `
    import { SqliteRecords } from ${
    JSON.stringify(import.meta.resolve("../../../adapters/records/sqlite.ts"))
  };
    using store = SqliteRecords(${JSON.stringify(`${folder}/auth.db`)});
    let written = 0;
    for (let id = 1; id <= 50; id++) {
      const entry = { kind: "test", id: String(id), version: 1, expires: null, data: null };
      if (await store.put(entry, null)) written++;
    }
    console.log(written);`;
  const runs = await Promise.all(Array.from({ length: 8 }, async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-lock", "--config", "deno.json", code],
      stderr: "inherit",
    }).output();
    return Number(new TextDecoder().decode(stdout));
  }));
  assertEquals(runs.reduce((sum, written) => sum + written, 0), 50, String(runs));
  await Deno.remove(folder, { recursive: true });
});

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  type PostgresClient,
  PostgresRecords,
  type PostgresRecordStore,
  recordsTable,
} from "../../../adapters/records/postgres.ts";
import { AdapterError } from "../../../src/errors.ts";
import type { RecordEntry } from "../../../src/types/records.ts";
import { endOfHanging } from "../../_wait.ts";
import {
  emptiedPool,
  emptiedPostgres,
  EMPTY,
  openEmpty,
  openPool,
  withPostgres,
} from "../_postgres.ts";
import { testRecordVariants } from "../_variants.ts";
import { Faults, faultyClient } from "./_faults.ts";

const entry = (id: string, members: Partial<RecordEntry> = {}): RecordEntry => ({
  kind: "test",
  id,
  owner: "ada",
  version: 1,
  expires: null,
  data: null,
  ...members,
});

Deno.test("PostgresRecords(): refuses names that are no identifiers", () => {
  const client: PostgresClient = { query: () => Promise.reject(new Error("No call is expected")) };
  for (const prefix of ['x"; DROP', "a-b", "x".repeat(41)]) {
    assertThrows(() => PostgresRecords(client, { prefix }), AdapterError, "prefix");
  }
  for (const schema of ["", "a.b"]) {
    assertThrows(() => recordsTable({ schema }), AdapterError, "schema");
  }
});

withPostgres("PostgresRecords", (server) => {
  const first = emptiedPool(server, "first");
  const second = emptiedPostgres(server, "second");
  const isolation = "-c default_transaction_isolation=serializable";
  const third = emptiedPool(server, "third", "", isolation);
  testRecordVariants({
    "PostgresRecords with pg": async () => {
      const faults = new Faults();
      const store = PostgresRecords(faultyClient(await first(), faults));
      return { store, failAt: faults.failAt };
    },

    "PostgresRecords with postgres": async () => ({ store: PostgresRecords(await second()) }),

    "PostgresRecords where transactions are serializable": async () => {
      return { store: PostgresRecords(await third()) };
    },
  });

  Deno.test("PostgresRecords: list is sorted by code points in a database with another order", async () => {
    await using opened = await openEmpty(server());
    await opened.pool.query(
      "CREATE DATABASE english TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'",
    );
    const connectionString = server().connectionString.replace(/\w+$/, "english");
    const { pool } = openPool({ ...server(), connectionString });
    try {
      const store = PostgresRecords(pool);
      for (const id of ["b", "é", "a", "B", "-a"]) await store.put(entry(id), null);
      const ids = (await store.list("ada", "test")).map(({ id }) => id);
      assertEquals(ids, ["-a", "B", "a", "b", "é"]);
    } finally {
      await pool.end();
      await opened.pool.query("DROP DATABASE english");
    }
  });

  Deno.test("PostgresRecords: fifty stores that are new at once create the table once", async () => {
    await using opened = await openEmpty(server());
    for (let round = 0; round < 5; round++) {
      await opened.pool.query(EMPTY);
      const results = await Promise.all(
        Array.from(
          { length: 50 },
          async () => await PostgresRecords(opened.pool).put(entry("1"), null),
        ),
      );
      assertEquals(results.filter(Boolean).length, 1);
      const { rows } = await opened.pool.query(
        "SELECT indexname FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
      );
      assertEquals(rows.map(({ indexname }) => indexname), [
        "auth_records_by_expiry",
        "auth_records_of_owner",
        "auth_records_pkey",
      ]);
    }
  });

  Deno.test("PostgresRecords: setup() after a failure tries again, and calls wait for it", async () => {
    await using opened = await openEmpty(server());
    const faults = new Faults();
    const store = PostgresRecords(faultyClient(opened.pool, faults));
    for (const call of [1, 2]) {
      faults.failAt(call, "before");
      await assertRejects(async () => await store.get("test", "1"), Error, "failed");
    }
    assertEquals(await store.put(entry("1"), null), true);
  });

  Deno.test("PostgresRecords: a role that may not create tables uses one that the app created", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(`
      CREATE SCHEMA IF NOT EXISTS own;
      DROP TABLE IF EXISTS own.records;
      DROP ROLE IF EXISTS app; CREATE ROLE app LOGIN; GRANT USAGE ON SCHEMA own TO app`);
    const options = { schema: "own", prefix: "" };
    const connectionString = server().connectionString.replace("postgres@", "app@");
    const { pool: app } = openPool({ ...server(), connectionString });
    try {
      await assertRejects(
        async () => await PostgresRecords(app, options).get("test", "1"),
        Error,
        "permission denied",
      );
      await pool.query(recordsTable(options));
      await pool.query(recordsTable(options));
      await pool.query("GRANT SELECT, INSERT, UPDATE, DELETE ON own.records TO app");
      const store = PostgresRecords(app, options);
      assertEquals(await store.put(entry("1"), null), true);
      assertEquals(await store.deleteOwner("ada"), 1);
    } finally {
      await app.end();
      await pool.query("DROP SCHEMA own CASCADE; DROP ROLE app");
    }
  });

  Deno.test("PostgresRecords: the first write and every twentieth remove 200 expired records, the oldest first", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const store = PostgresRecords(pool);
    await store.setup();
    await pool.query(`
      INSERT INTO auth_records
      SELECT 'test', 'old ' || i, 'ada', 1, i, 'null' FROM generate_series(1, 1000) AS i`);
    const left = async () =>
      (await pool.query("SELECT count(*)::int, min(expires)::int FROM auth_records")).rows[0];
    for (let write = 1; write <= 41; write++) {
      await store.put(entry(`new ${write}`), null);
      const purges = Math.ceil(write / 20);
      assertEquals(await left(), {
        count: 1000 + write - 200 * purges,
        min: 200 * purges + 1,
      });
    }
  });

  Deno.test("PostgresRecords: statements search an index, never the whole table", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const seen: [string, (string | number | null)[]][] = [];
    const store = PostgresRecords({
      query(text, params) {
        if (params && text.includes("auth_records")) seen.push([text, params]);
        return pool.query(text, params);
      },
    });
    await store.put(entry("1"), null);
    await pool.query(`
      INSERT INTO auth_records
      SELECT 'test', 'x' || i, 'owner ' || i % 1000, 1, 10 ^ 15 + i, 'null'
      FROM generate_series(1, 20000) AS i;
      ANALYZE auth_records`);
    for (let write = 2; write <= 22; write++) {
      await store.put(entry("1", { version: write }), write - 1);
    }
    await store.get("test", "1");
    await store.list("ada", "test");
    await store.take("test", "1");
    await store.deleteOwner("ada");
    const statements = new Map(seen.map((call) => [call[0], call]));
    assertEquals(statements.size, 7);
    for (const [text, params] of statements.values()) {
      const { rows } = await pool.query(`EXPLAIN ${text}`, params);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      assert(!plan.includes("Seq Scan"), plan);
    }
  });

  Deno.test("PostgresRecords: several processes with fifty writers each, one winner for each version", async () => {
    await using opened = await openEmpty(server());
    const code = `
      import pg from "pg";
      import { waitUntil } from ${JSON.stringify(import.meta.resolve("../../_wait.ts"))};
      import { PostgresRecords } from ${
      JSON.stringify(import.meta.resolve("../../../adapters/records/postgres.ts"))
    };
      const connectionString = ${JSON.stringify(server().connectionString)};
      const pool = new pg.Pool({ connectionString, max: 8 });
      const store = PostgresRecords(pool);
      const write = async (id, version, expected) =>
        await store.put({ kind: "test", id, version, expires: null, data: null }, expected);
      // No process begins before all of them run.
      await store.put(
        { kind: "ready", id: crypto.randomUUID(), owner: "all", version: 1, expires: null, data: 0 },
        null,
      );
      await waitUntil(
        "all processes run",
        async () => (await store.list("all", "ready")).length >= 4,
      );
      const random = () => Math.ceil(Math.random() * 1e15);
      let written = 0, wins = 0;
      for (let round = 0; round < 10; round++) {
        const ids = Array.from({ length: 50 }, () => String(round));
        written += (await Promise.all(ids.map((id) => write(id, random(), null)))).filter(Boolean).length;
      }
      await Promise.all(Array.from({ length: 50 }, async (_, index) => {
        const id = "counter " + index % 3;
        // A try is lost to one of the 67 others, who then has won.
        for (let tries = 0; tries < 68; tries++) {
          const found = await store.get("test", id);
          const next = { kind: "test", id, version: random(), expires: null };
          const data = (found?.data ?? 0) + 1;
          if (await store.put({ ...next, data }, found && found.version)) return wins++;
        }
      }));
      console.log(JSON.stringify([written, wins]));
      await pool.end();`;
    const results = await Promise.all(Array.from({ length: 4 }, async () => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-lock", "--config", "deno.json", code],
        stderr: "inherit",
        signal: endOfHanging(),
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout)) as [number, number];
    }));
    assertEquals(results.reduce((sum, [written]) => sum + written, 0), 10, "records");
    const store: PostgresRecordStore = PostgresRecords(opened.pool);
    for (const [counter, writers] of [68, 68, 64].entries()) {
      assertEquals((await store.get("test", `counter ${counter}`))?.data, writers);
    }
    console.log(
      `4 processes with 50 writers each: won ${results.map(([written]) => written)} of 10`,
    );
  });
});

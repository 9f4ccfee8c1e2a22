/**
 * Sign-ins on PostgreSQL by several processes, while the server crashes, and while
 * connections are cut.
 *
 * @module
 */

import PgAdapter from "@auth/pg-adapter";
import { assert, assertEquals, assertThrows } from "@std/assert";
import { PostgresAdapter, postgresSchema } from "../../adapters/postgres.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { type AuthConfig, AuthError } from "../../mod.ts";
import { testInTurn } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import { openEmpty, openPool, pairsOf, withPostgres } from "./_postgres.ts";
import { assertNothingLostOrDoubled, signInDuring } from "./_sign_ins_during.ts";
import { PUBLISHED_SCHEMA } from "./foreign/_pg_schema.ts";

const PROCESSES = 4;

withPostgres("PostgresAdapter in trouble", (server) => {
  Deno.test("PostgresAdapter: four processes with fifty first sign-ins of one person each make one user and one account in new tables, and in moved tables", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const tables = { fresh: "", moved: PUBLISHED_SCHEMA };
    for (const [schema, before] of Object.entries(tables)) {
      await pool.query(`CREATE SCHEMA ${schema}`);
      await using own = openPool(server(), { options: `-c search_path=${schema}` });
      await own.pool.query(before + postgresSchema());
    }
    const runs = await Promise.all(Array.from({ length: PROCESSES }, async () => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "-A", "--no-check", "tests/adapters/_sign_ins_at_once.ts"],
          ...["postgres", server().connectionString, String(PROCESSES), ...Object.keys(tables)],
        ],
        stderr: "inherit",
        signal: endOfHanging(),
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout)) as (string | null)[][];
    }));
    for (const [index, schema] of Object.keys(tables).entries()) {
      const { rows } = await pool.query(`SELECT id::text FROM ${schema}.users`);
      assertEquals(rows.length, 1, schema);
      const ids = runs.flatMap((run) => run[index]);
      assertEquals(ids, Array(50 * PROCESSES).fill(rows[0]!.id), schema);
      const count = async (table: string) =>
        (await pool.query(`SELECT FROM ${schema}.${table}`)).rows.length;
      assertEquals([await count("accounts"), await count("sessions")], [1, 50 * PROCESSES], schema);
    }
  });

  Deno.test("postgresSchema(): while users sign in with @auth/pg-adapter, none fails, and all sessions go on", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(PUBLISHED_SCHEMA);
    const migrate = () => pool.query(postgresSchema());
    const theirs = PgAdapter(pool) as AuthConfig["adapter"];
    const { received, failures, times } = await signInDuring(migrate, theirs);
    assert(times > 2);
    assertEquals(failures, 0);
    const adapter = PostgresAdapter(pool, { createTables: true });
    await assertNothingLostOrDoubled(received, adapter, pairsOf(pool));
  });

  testInTurn(
    "Postgres",
    0,
    "PostgresAdapter: while the server crashes and starts again, no sign-in is lost or doubled",
    async () => {
      await using opened = await openEmpty(server());
      const { pool } = opened;
      const adapter = PostgresAdapter(pool, { createTables: true });
      const { received, failures, times } = await signInDuring(() => server().restart(), adapter);
      assert(times > 2 && failures > 0, `${times} crashes, ${failures} failures`);
      await assertNothingLostOrDoubled(received, adapter, pairsOf(pool));
      console.log(`${received.length} sign-ins, ${times} crashes, ${failures} logged failures`);
    },
  );

  Deno.test("PostgresAdapter: while connections are cut, no sign-in is lost or doubled", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await using knife = openPool(server(), { max: 1 });
    const cut = () =>
      knife.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    const adapter = PostgresAdapter(pool, { createTables: true });
    const { received, failures, times } = await signInDuring(cut, adapter);
    assert(times > 2 && failures > 0, `${times} cuts, ${failures} failures`);
    await assertNothingLostOrDoubled(received, adapter, pairsOf(pool));
    console.log(`${received.length} sign-ins, ${times} cuts, ${failures} logged failures`);
  });
});

Deno.test("PostgresAdapter() and PostgresRecords() say what they take in place of a URL", () => {
  for (const open of [PostgresAdapter, PostgresRecords]) {
    assertThrows(
      () => open("postgres://localhost/app" as never),
      AuthError,
      "the first argument is a text; pass an object with `query(text, params)`",
    );
  }
});

/**
 * Sign-ins on PostgreSQL by several processes, while the server crashes, and while
 * connections are cut.
 *
 * @module
 */

import PgAdapter from "@auth/pg-adapter";
import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  PostgresAdapter,
  type PostgresAdapterInstance,
  postgresSchema,
} from "../../adapters/postgres.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { type AuthConfig, AuthError } from "../../mod.ts";
import { endOfHanging, waitUntil } from "../_wait.ts";
import { addressOf, createApp, tokenOf } from "./_app.ts";
import { openEmpty, openPool, type Pool, withPostgres } from "./_postgres.ts";
import { PUBLISHED_SCHEMA } from "./foreign/_pg_schema.ts";

const PROCESSES = 4;
const WORKERS = 8;
const PERSONS_PER_WORKER = 15;

/** A session that a browser has received. */
interface Received {
  person: string;
  token: string;
}

/** Does something bad to the server or its connections. */
type Trouble = () => Promise<unknown>;

/**
 * Signs persons in, each twice: with one browser, and with another that tries until it
 * has a session. Makes trouble again and again until all of them are signed in.
 */
async function signInDuring(trouble: Trouble, adapter: AuthConfig["adapter"]) {
  const received: Received[] = [];
  let failures = 0;
  let done = false;
  const logger = { error: () => void failures++, warn: () => {}, debug: () => {} };
  const work = async (worker: number) => {
    const app = await createApp(adapter, { logger });
    for (let index = 0; index < PERSONS_PER_WORKER; index++) {
      const person = `${worker}-${index}`;
      for (let signIns = 0; signIns < 2; signIns++) {
        const token = await waitUntil(
          `${person} is signed in`,
          async () => tokenOf(await app.signIn(person)),
          { pause: 0 },
        );
        received.push({ person, token });
      }
    }
  };
  const working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
    .finally(() => done = true);
  let times = 0;
  let seen = 0;
  await waitUntil("everyone is signed in", async () => {
    if (!done && received.length >= seen + 2 * WORKERS) {
      await trouble();
      seen = received.length;
      times++;
    }
    return done;
  }, { pause: 0 });
  await working;
  return { received, failures, times };
}

/** Checks that every session is there, and that no person has two users or accounts. */
async function assertNothingLostOrDoubled(
  received: readonly Received[],
  adapter: PostgresAdapterInstance,
  pool: Pool,
): Promise<void> {
  for (const { person, token } of received) {
    const found = await adapter.getSessionAndUser(token);
    assertEquals(found?.user.email, addressOf(person), "a session that a browser received");
  }
  const persons = [...new Set(received.map(({ person }) => person))].toSorted();
  assertEquals(persons.length, WORKERS * PERSONS_PER_WORKER);
  const { rows } = await pool.query(`
    SELECT u.email, a."providerAccountId" AS person FROM users AS u
    FULL JOIN accounts AS a ON a."userId" = u.id`);
  assertEquals(rows.map(({ person }) => person).toSorted(), persons);
  for (const { email, person } of rows) assertEquals(email, addressOf(String(person)));
}

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
          ...[server().connectionString, String(PROCESSES), ...Object.keys(tables)],
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
    await assertNothingLostOrDoubled(received, PostgresAdapter(pool, { createTables: true }), pool);
  });

  Deno.test("PostgresAdapter: while the server crashes and starts again, no sign-in is lost or doubled", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    const adapter = PostgresAdapter(pool, { createTables: true });
    const { received, failures, times } = await signInDuring(() => server().restart(), adapter);
    assert(times > 2 && failures > 0, `${times} crashes, ${failures} failures`);
    await assertNothingLostOrDoubled(received, adapter, pool);
    console.log(`${received.length} sign-ins, ${times} crashes, ${failures} logged failures`);
  });

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
    await assertNothingLostOrDoubled(received, adapter, pool);
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

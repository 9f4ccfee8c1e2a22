/**
 * `kill -9` during two hundred sign-ins: every session that a browser received
 * exists afterwards, and the store is consistent.
 *
 * @module
 */

import { DrizzleAdapter } from "@auth/drizzle-adapter";
import AuthJsPostgresAdapter from "@auth/pg-adapter";
import { drizzle } from "drizzle-orm/node-postgres";
import { assert, assertEquals } from "@std/assert";
import { createClient } from "../_libsql_client.ts";
import { DatabaseSync } from "node:sqlite";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { LibsqlAdapter } from "../../adapters/libsql.ts";
import { MysqlAdapter } from "../../adapters/mysql.ts";
import { PostgresRecords } from "../../adapters/records/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { TextLineStream } from "../_lines.ts";
import { openPool as openMysqlPool } from "../_mysql.ts";
import { isChosen, testInTurn } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import { findDangling } from "./_kv_check.ts";
import { createApp } from "./_app.ts";
import { DRIZZLE_SCHEMA, PUBLISHED_SCHEMA } from "./foreign/_pg_schema.ts";
import { waitForOthers, withMysql } from "./_mysql.ts";
import { openEmpty, openPool, type Pool, waitForBackends, withPostgres } from "./_postgres.ts";

/** The methods that are called on the store afterwards. */
type InspectedAdapter = Pick<
  ReturnType<typeof PostgresAdapter>,
  "getSessionAndUser" | "getUserByAccount" | "getUserByEmail" | "listAccounts"
>;

/** Number of sign-ins after which the process is killed, per run. */
const KILLED_AFTER = [1, 17, 60, 111, 170];

/** Runs the process until it has printed `after` lines, kills it, and returns its output. */
async function runAndKill(kind: string, location: string, run: number, after: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/adapters/_killed.ts", kind, location, String(run)],
    stdout: "piped",
    stderr: "inherit",
    signal: endOfHanging(),
  }).spawn();
  const said: string[] = [];
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const line of lines) {
    if (line === "ready") continue;
    said.push(line);
    // The process starts the next sign-in while the signal is sent.
    if (said.length === after) child.kill("SIGKILL");
  }
  assertEquals((await child.status).signal, "SIGKILL");
  return said.map((line) => {
    const [person, sessionToken] = line.split(" ") as [string, string];
    return { person, sessionToken };
  });
}

async function killRepeatedly(
  kind: "kv" | "sqlite" | "postgres" | "mysql" | "libsql",
  location: string,
  check: (inspect: (adapter: InspectedAdapter) => Promise<void>) => Promise<void>,
): Promise<void> {
  const first = ["kv", "sqlite", "postgres", "mysql", "libsql"].indexOf(kind);
  const runs = [...KILLED_AFTER.entries()].filter(([run]) => isChosen(run + first, 3));
  let signIns = 0;
  for (const [run, after] of runs) {
    const said = await runAndKill(kind, location, run, after);
    signIns += said.length;
    await check(async (adapter) => {
      for (const { person, sessionToken } of said) {
        const found = await adapter.getSessionAndUser(sessionToken);
        assertEquals(
          found?.user.email,
          `${person}@example.com`,
          "a session that the browser received",
        );
      }
      // The user of the interrupted sign-in can sign in: the account is complete or absent.
      for (let index = 0; index < 100; index++) {
        const providerAccountId = `${run}-${index}`;
        const email = `${providerAccountId}@example.com`;
        const owner = await adapter.getUserByAccount({ provider: "idp", providerAccountId });
        assertEquals(owner?.id, (await adapter.getUserByEmail(email))?.id, email);
        if (owner) assertEquals((await adapter.listAccounts(owner.id)).length, 1);
      }
    });
  }
  console.log(
    `${kind}: ${runs.length} kills, ${signIns} finished sign-ins, all there, nothing dangles`,
  );
  assert(signIns >= runs.reduce((sum, [, count]) => sum + count, 0));
}

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

testInTurn(
  "DenoKv",
  1,
  "DenoKvAdapter on a file: stays consistent after kill -9 during sign-ins",
  async () => {
    await inFolder(async (folder) => {
      const file = `${folder}/auth`;
      await killRepeatedly("kv", file, async (inspect) => {
        using kv = await Deno.openKv(file);
        assertEquals(await findDangling(kv), []);
        await inspect(DenoKvAdapter(kv));
      });
    });
  },
);

testInTurn(
  "Sqlite",
  1,
  "SqliteAdapter: stays consistent after kill -9 during sign-ins",
  async () => {
    await inFolder(async (folder) => {
      const file = `${folder}/auth`;
      await killRepeatedly("sqlite", file, async (inspect) => {
        using database = new DatabaseSync(file);
        assertEquals(database.prepare("PRAGMA integrity_check").all().map((row) => ({ ...row })), [
          { integrity_check: "ok" },
        ]);
        assertEquals(database.prepare("PRAGMA foreign_key_check").all(), []);
        using adapter = SqliteAdapter(file);
        await inspect(adapter);
      });
    });
  },
);

testInTurn(
  "Libsql",
  1,
  "LibsqlAdapter on a file: stays consistent after kill -9 during sign-ins",
  async () => {
    await inFolder(async (folder) => {
      const url = `file:${folder}/auth`;
      await killRepeatedly("libsql", url, async (inspect) => {
        // Not by `node:sqlite`: two libraries in one process do not see each other's locks.
        const client = createClient({ url });
        const { rows } = await client.execute("PRAGMA integrity_check");
        assertEquals(rows.map((row) => ({ ...row })), [{ integrity_check: "ok" }]);
        assertEquals((await client.execute("PRAGMA foreign_key_check")).rows, []);
        await inspect(LibsqlAdapter(client));
        client.close();
      });
    });
  },
);

withMysql("MysqlAdapter after kill -9", (server) => {
  testInTurn(
    "Mysql",
    1,
    "MysqlAdapter: stays consistent after kill -9 during sign-ins",
    async () => {
      await killRepeatedly("mysql", server().uri, async (inspect) => {
        await waitForOthers(server());
        const pool = openMysqlPool(server().uri);
        await inspect(MysqlAdapter(pool, { createTables: true }));
        await pool.end();
      });
    },
  );
});

withPostgres("PostgresAdapter after kill -9", (server) => {
  testInTurn(
    "Postgres",
    1,
    "PostgresAdapter: stays consistent after kill -9 during sign-ins",
    async () => {
      await killRepeatedly("postgres", server().connectionString, async (inspect) => {
        await waitForBackends(server());
        await using opened = openPool(server());
        await inspect(PostgresAdapter(opened.pool, { createTables: true }));
      });
    },
  );

  const adapters = {
    authjs: {
      open: (pool: Pool) =>
        AuthJsPostgresAdapter(pool as Parameters<typeof AuthJsPostgresAdapter>[0]),
      schema: PUBLISHED_SCHEMA,
      query: 'SELECT email FROM users u JOIN sessions s ON "userId" = u.id',
      users: "users",
    },
    drizzle: {
      open: (pool: Pool) => DrizzleAdapter(drizzle(pool as Parameters<typeof drizzle>[0])),
      schema: DRIZZLE_SCHEMA,
      query: 'SELECT email FROM "user" u JOIN session s ON "userId" = u.id',
      users: '"user"',
    },
  };
  for (const [kind, { open, schema, query, users }] of Object.entries(adapters)) {
    Deno.test(`adapter of Auth.js with records (${kind}): every person can sign in after kill -9 during sign-ins`, async () => {
      {
        await using opened = await openEmpty(server());
        await opened.pool.query(schema);
      }
      // The next sign-in is that of a new person.
      const after = 40;
      const said = await runAndKill(kind, server().connectionString, 0, after);
      await waitForBackends(server());
      await using opened = openPool(server());
      const { pool } = opened;
      const app = await createApp(open(pool), {
        records: PostgresRecords(pool),
        session: { revocation: {} },
      });
      for (const { sessionToken, person } of said) {
        const { rows } = await pool.query(`${query} WHERE "sessionToken" = $1`, [sessionToken]);
        assertEquals(rows, [{ email: `${person}@example.com` }]);
      }
      // The person whose sign-in was interrupted, who may wait for its lock, and the one after.
      for (const index of [0, 1]) {
        const person = `0-${after / 2 + index}`;
        const session = await (await app.signIn(person)).session();
        assertEquals(session?.user?.email, `${person}@example.com`);
      }
      const doubled = `SELECT 1 FROM ${users} GROUP BY email HAVING count(*) > 1`;
      assertEquals((await pool.query(doubled)).rows, []);
      console.log(`${kind}: killed after ${said.length} finished sign-ins, all there`);
    });
  }

  Deno.test("@auth/pg-adapter with records: a user without an account is removed only if it was left behind", async () => {
    await using opened = await openEmpty(server());
    const { pool } = opened;
    await pool.query(PUBLISHED_SCHEMA);
    const adapter = AuthJsPostgresAdapter(pool);
    const records = PostgresRecords(pool);
    const left = { ...adapter };
    const app = await createApp(left, { records, session: { revocation: {} } });
    // The process ends between the two writes: neither the link nor the removal happens.
    const ended = () => Promise.reject(new Error("The process has ended"));
    Object.assign(left, { linkAccount: ended, deleteUser: ended });
    await app.signIn("ada");
    Object.assign(left, { linkAccount: adapter.linkAccount, deleteUser: adapter.deleteUser });
    const users = async () => (await pool.query("SELECT id, email FROM users ORDER BY id")).rows;
    assertEquals(await users(), [{ id: 1, email: "ada@example.com" }]);
    assertEquals((await (await app.signIn("ada")).session())?.user?.email, "ada@example.com");
    assertEquals(await users(), [{ id: 2, email: "ada@example.com" }]);
    // A user whom the app invited has no account either, and stays.
    await pool.query("INSERT INTO users (email) VALUES ('grace@example.com')");
    await app.signIn("grace");
    assertEquals((await users()).at(-1), { id: 3, email: "grace@example.com" });
  });
});

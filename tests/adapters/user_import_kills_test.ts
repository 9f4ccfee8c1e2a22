/**
 * `kill -9` during an import, three times: afterwards everybody is there once, with the password and
 * the account. `deno run -A tests/adapters/user_import_kills_test.ts <users> [SQLite|PostgreSQL]` prints
 * the figures of a larger import: of each process, the rows that it has done, its seconds of CPU
 * time, and its most memory in MiB.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "../_postgres.ts";
import { TextLineStream } from "../_lines.ts";
import { endOfHanging } from "../_wait.ts";
import { openEmpty, openPool, withPostgres } from "./_postgres.ts";

/** Starts a process; see `_import_killed.ts`. It is killed when it has done so many rows. */
async function runChild(
  kind: string,
  location: string,
  users: number,
  until: number | "list",
  killAt?: number,
): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "tests/adapters/_import_killed.ts"],
      ...[kind, location, String(users), String(until)],
    ],
    stdout: "piped",
    stderr: "inherit",
    signal: Deno.args.length > 0 ? undefined : endOfHanging(),
  }).spawn();
  let last = "";
  let isKilled = false;
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const line of lines) {
    last = line;
    if (killAt === undefined || isKilled || Number(line.split(" ")[0]) < killAt) continue;
    isKilled = true;
    child.kill("SIGKILL");
  }
  const { signal, success } = await child.status;
  assert(killAt === undefined ? success : signal === "SIGKILL", `${signal}`);
  return last;
}

interface Counts {
  users: number;
  addresses: number;
  marks: number;
  passwords: number;
  accounts: number;
}

async function killThreeTimes(
  kind: string,
  location: string,
  users: number,
  count: () => Promise<Counts>,
): Promise<string[]> {
  const said: string[] = [];
  for (const share of [0.2, 0.5, 0.8]) {
    const killAt = Math.floor(users * share / 100) * 100;
    said.push(await runChild(kind, location, users, killAt + 200, killAt));
    // A user who was begun can lack the rest; nobody is there twice.
    const { users: all, addresses } = await count();
    assertEquals(all, addresses);
    assert(all > 0 && all < users, `${all} users`);
  }
  const end = await runChild(kind, location, users, users);
  const { created, known, exists, refused } = JSON.parse(end.replace(/^end /, ""));
  assertEquals([created + known, exists, refused], [users, 0, 0]);
  assert(created < users * 0.5, `${created} were created by the last run`);
  const each = { users, addresses: users, marks: users, passwords: users };
  const expected = { ...each, accounts: Math.ceil(users / 10) };
  assertEquals(await count(), expected);
  const list = await runChild(kind, location, users, "list");
  assertEquals(JSON.parse(list.replace(/^end /, "")).listed, users);
  return [...said, end, list];
}

const COUNTS = (accounts: string, records: string, users: string) =>
  `SELECT (SELECT count(*) FROM ${users}) AS users,
    (SELECT count(DISTINCT email) FROM ${users}) AS addresses,
    (SELECT count(*) FROM ${records} WHERE kind = 'user.import') AS marks,
    (SELECT count(DISTINCT owner) FROM ${records} WHERE kind = 'password') AS passwords,
    (SELECT count(*) FROM ${accounts}) AS accounts`;

async function onSqlite(users: number): Promise<string[]> {
  const folder = await Deno.makeTempDir({ prefix: "auth-import-kills-" });
  try {
    const file = `${folder}/app.db`;
    return await killThreeTimes("sqlite", file, users, () => {
      using database = new DatabaseSync(file, { readOnly: true });
      const row = database.prepare(COUNTS("auth_accounts", "auth_records", "auth_users")).get();
      return Promise.resolve({ ...row } as unknown as Counts);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function onPostgres(server: Awaited<ReturnType<typeof startPostgres>>, users: number) {
  await using _ = await openEmpty(server);
  return await killThreeTimes("postgres", server.connectionString, users, async () => {
    await using opened = openPool(server);
    const { rows } = await opened.pool.query(COUNTS("accounts", "auth_records", "users"));
    return Object.fromEntries(
      Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]),
    ) as unknown as Counts;
  });
}

/** Several times the rows that are on their way at once: those are written although nobody asks. */
const SMALL = 5000;

if (import.meta.main && Deno.args.length > 0) {
  const [users, only] = [Number(Deno.args[0]), Deno.args[1]];
  if (only !== "PostgreSQL") {
    for (const line of await onSqlite(users)) console.log(`SQLite: ${line}`);
  }
  if (only !== "SQLite") {
    await using server = await startPostgres();
    for (const line of await onPostgres(server, users)) console.log(`PostgreSQL: ${line}`);
  }
} else {
  Deno.test("users.import: killed three times, everybody is there once (SQLite)", async () => {
    await onSqlite(SMALL);
  });
  withPostgres("users.import: killed three times", (server) => {
    Deno.test("users.import: killed three times, everybody is there once (PostgreSQL)", async () => {
      await onPostgres(server(), SMALL);
    });
  });
}

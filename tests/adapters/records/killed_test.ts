/**
 * `kill -9` during two hundred writes: every acknowledged write is there afterwards, and
 * nothing is half written.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { isDeepStrictEqual } from "node:util";
import type { RecordEntry } from "../../../src/types/records.ts";
import { TextLineStream } from "../../_lines.ts";
import { testInTurn } from "../../_stride.ts";
import { endOfHanging } from "../../_wait.ts";
import { assertNothingDangles } from "../_kv_check.ts";
import { waitForOthers, withMysql } from "../_mysql.ts";
import { waitForBackends, withPostgres } from "../_postgres.ts";
import { open, writesOf } from "./_killed.ts";

/** Number of acknowledged writes after which the process is killed, per run. */
const KILLED_AFTER = [1, 33, 77, 120, 180];

/** Runs the process until it has printed `after` lines, kills it, and counts its lines. */
async function runAndKill(kind: string, location: string, run: string, after: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "tests/adapters/records/_killed.ts"],
      ...[kind, location, run],
    ],
    stdout: "piped",
    stderr: "inherit",
    signal: endOfHanging(),
  }).spawn();
  let acknowledged = 0;
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream());
  for await (const line of lines) {
    if (line === "ready") continue;
    // The process makes the next write while the signal is sent.
    if (++acknowledged === after) child.kill("SIGKILL");
  }
  assertEquals((await child.status).signal, "SIGKILL");
  return acknowledged;
}

/** The records that are there after so many writes, by id. */
function recordsAfter(run: string, count: number): RecordEntry[] {
  const records = new Map<string, RecordEntry | null>();
  for (const { id, after } of writesOf(run).slice(0, count)) records.set(id, after);
  return [...records.values()].filter((entry) => entry !== null);
}

async function killRepeatedly(
  kind: "kv" | "sqlite" | "libsql" | "postgres" | "mysql",
  location: string,
  { settle, inspect }: { settle?: () => Promise<void>; inspect?: () => Promise<void> } = {},
): Promise<void> {
  let writes = 0;
  let unheard = 0;
  for (const [index, after] of KILLED_AFTER.entries()) {
    const run = `run${index}`;
    const acknowledged = await runAndKill(kind, location, run, after);
    assert(acknowledged >= after);
    writes += acknowledged;
    await settle?.();
    const { store, close } = await open(kind, location);
    const ids = new Set(writesOf(run).map(({ id }) => id));
    const found: RecordEntry[] = [];
    for (const id of ids) {
      const entry = await store.get("killed", id);
      if (entry) found.push(entry);
    }
    // The write during which the process was killed took place, or not.
    const [heard, oneMore] = [
      recordsAfter(run, acknowledged),
      recordsAfter(run, acknowledged + 1),
    ];
    const isHeard = isDeepStrictEqual(found, heard);
    if (!isHeard) assertEquals(found, oneMore);
    unheard += isHeard ? 0 : 1;
    for (const owner of [`${run}-ada`, `${run}-grace`]) {
      const own = found.filter((entry) => entry.owner === owner);
      assertEquals(await store.list(owner, "killed"), own, "the list of an owner");
    }
    await close();
    await inspect?.();
  }
  console.log(
    `${kind}: ${KILLED_AFTER.length} kills, ${writes} acknowledged writes, all there, nothing ` +
      `torn; ${unheard} of the writes that were interrupted had taken place`,
  );
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
  "Sqlite",
  0,
  "SqliteRecords: kill -9 during two hundred writes loses none that was acknowledged",
  async () => {
    await inFolder((folder) => killRepeatedly("sqlite", `${folder}/auth.db`));
  },
);

testInTurn(
  "Libsql",
  0,
  "LibsqlRecords on a file: kill -9 during two hundred writes loses none that was acknowledged",
  async () => {
    await inFolder((folder) => killRepeatedly("libsql", `file:${folder}/auth.db`));
  },
);

testInTurn(
  "DenoKv",
  0,
  "DenoKvRecords on a file: kill -9 during two hundred writes loses none that was acknowledged",
  async () => {
    await inFolder((folder) =>
      killRepeatedly("kv", `${folder}/auth.kv`, {
        async inspect() {
          using kv = await Deno.openKv(`${folder}/auth.kv`);
          await assertNothingDangles(kv);
        },
      })
    );
  },
);

withPostgres("PostgresRecords", (server) => {
  testInTurn(
    "Postgres",
    0,
    "PostgresRecords: kill -9 during two hundred writes loses none that was acknowledged",
    async () => {
      await killRepeatedly("postgres", server().connectionString, {
        settle: () => waitForBackends(server()),
      });
    },
  );
});

withMysql("MysqlRecords", (server) => {
  testInTurn(
    "Mysql",
    0,
    "MysqlRecords: kill -9 during two hundred writes loses none that was acknowledged",
    async () => {
      await killRepeatedly("mysql", server().uri, { settle: () => waitForOthers(server()) });
    },
  );
});

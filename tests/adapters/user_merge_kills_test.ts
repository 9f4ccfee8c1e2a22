/**
 * `kill -9` right before a call of the store during a merge: the next call with the same users finishes it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { merges } from "../../src/accounts/open_merges.ts";
import { hashText } from "../../src/base/hashed.ts";
import { isChosen } from "../_stride.ts";
import { endOfHanging } from "../_wait.ts";
import { openEmpty, openPool, withPostgres } from "./_postgres.ts";

type Opened = ReturnType<typeof SqliteAdapter> | ReturnType<typeof PostgresAdapter>;

const ACCOUNTS = ["1", "2"].map((providerAccountId) => ({
  ...{ provider: "github", providerAccountId, type: "oauth" as const },
}));

/** Runs a merge until a call, before which it is killed; `undefined` lets it end. */
async function runMerge(kind: string, location: string, killAt?: number) {
  const { success, signal, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "tests/adapters/_merge_killed.ts", kind, location],
      ...killAt === undefined ? [] : [String(killAt)],
    ],
    stdout: "piped",
    stderr: "inherit",
    signal: endOfHanging(),
  }).output();
  return { success, signal, calls: Number(new TextDecoder().decode(stdout)) };
}

/** Kills a merge at each chosen call, on users who are made anew each time. */
async function killAtCalls(
  kind: string,
  location: string,
  open: <T>(run: (adapter: Opened) => Promise<T>) => Promise<T>,
  stride: number,
): Promise<void> {
  const make = () =>
    open(async (adapter) => {
      const leftover = await adapter.getUser!("ada");
      if (leftover) await adapter.deleteUser!("ada");
      for (const id of ["old", "ada"]) {
        await adapter.createUser!({ id, email: `${id}@example.com`, emailVerified: null });
      }
      for (const account of ACCOUNTS) await adapter.linkAccount!({ userId: "old", ...account });
    });
  const check = () =>
    open(async (adapter) => {
      assertEquals(await adapter.getUser!("old"), null);
      for (const account of ACCOUNTS) {
        assertEquals((await adapter.getUserByAccount!(account))?.id, "ada");
      }
      assertEquals(await merges.get(adapter.records!, "open"), null);
      // The mark that refuses the one who is gone is of no user, and lasts an hour.
      const mark = await adapter.records!.list("old", "access");
      assertEquals(mark, []);
    });
  await make();
  const { success, calls } = await runMerge(kind, location);
  assert(success && calls > 20, `${calls} calls`);
  await check();
  for (let call = 1; call <= calls; call++) {
    if (!isChosen(call, stride)) continue;
    await forgetMark(open);
    await make();
    const killed = await runMerge(kind, location, call);
    assertEquals(killed.signal, "SIGKILL", `call ${call}`);
    assert((await runMerge(kind, location)).success, `after call ${call}`);
    await check();
  }
}

/** The id that was deleted is that of a new user now. */
async function forgetMark(
  open: <T>(run: (adapter: Opened) => Promise<T>) => Promise<T>,
): Promise<void> {
  await open(async ({ records }) => {
    const id = await hashText("access of user", "old");
    await records!.take("access", id);
  });
}

Deno.test("users.merge: killed at a call of the store, the next call finishes it (SQLite)", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-merge-kills-" });
  const file = `${folder}/app.db`;
  try {
    await killAtCalls("sqlite", file, async (run) => {
      const adapter = SqliteAdapter(file);
      try {
        return await run(adapter);
      } finally {
        adapter.close();
      }
    }, 24);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

withPostgres("users.merge: killed at a call of the store", (server) => {
  Deno.test("users.merge: killed at a call of the store, the next call finishes it (PostgreSQL)", async () => {
    await using _ = await openEmpty(server());
    await killAtCalls("postgres", server().connectionString, async (run) => {
      await using opened = openPool(server());
      return await run(PostgresAdapter(opened.pool, { createTables: true }));
    }, 36);
  });
});

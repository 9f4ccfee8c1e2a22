/**
 * A merge that stops midway: what can happen until it goes on, and how it is given up.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { merges } from "../../src/accounts/open_merges.ts";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import { endBegunWith } from "../../src/accounts/sessions.ts";
import { AccessDenied } from "../../src/errors.ts";
import { removeFromAccountIndex } from "../../src/records/account_index.ts";
import { requireConfig } from "../../src/server/environment.ts";
import type { CustomTopics } from "../../src/types/custom.ts";
import {
  assertMerged,
  createMergeApp,
  enterBoth,
  link,
  type MergeApp,
  moveClock,
} from "./_merge.ts";

const GITHUB = { provider: "github", providerAccountId: "1" };

const refusalOf = async (run: Promise<unknown>) =>
  (await assertRejects(() => run, AccessDenied)).cause as { refusal?: string } | undefined;

const ownerOfGithub = async ({ adapter }: MergeApp) =>
  (await adapter.getUserByAccount!(GITHUB))?.id;

const on = (topics: CustomTopics) =>
  ({ capabilities: { x: defineCapability({ id: "x", on: topics }) } }) as never;

/** An app whose store cannot delete users until it is up. */
function createDownApp() {
  const memory = MemoryAdapter();
  const state = { isDown: true };
  const app = createMergeApp({
    adapter: {
      ...memory,
      async deleteUser(id: string) {
        if (state.isDown) throw new Error("The store is down");
        return await memory.deleteUser!(id);
      },
    } as never,
  });
  return { app, state };
}

/** Stops a merge after its beginning, and writes a note of an account that may be nobody's. */
async function stopWithNote(app: MergeApp, at?: number): Promise<void> {
  app.hook.fails = true;
  await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "The shop is closed");
  app.hook.fails = false;
  await app.adapter.unlinkAccount!(GITHUB);
  await removeFromAccountIndex(requireConfig(app.auth.config), GITHUB);
  await merges.update(app.adapter.records!, "open", (known) => ({
    expires: null,
    data: {
      open: known!.data.open.map((one) => ({
        ...one,
        moving: [{ ...GITHUB, type: "oauth", scope: null, at: at ?? Date.now() }],
      })),
    },
  }));
}

Deno.test("users.merge: one whose deletion fails stays shut for as long as it takes", async () => {
  const { app, state } = createDownApp();
  await enterBoth(app);
  app.mails.length = 0;
  await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "store is down");
  using _later = moveClock(61 * 60_000);
  assert(await app.auth.users.isSuspended("old"));
  assertEquals(
    await refusalOf(app.auth.users.merge("old", "ada", { cancel: true })),
    { refusal: "being-deleted" },
  );
  state.isDown = false;
  await app.auth.users.merge("old", "ada");
  await assertMerged(app);
  assertEquals(app.mails.length, 2);
  // The mark of the deletion has an end again.
  using _muchLater = moveClock(62 * 60_000);
  assertEquals(await app.auth.users.isSuspended("old"), false);
});

Deno.test("users.merge: what one got who could sign in before the end moves too", async () => {
  const app = createMergeApp();
  await enterBoth(app);
  app.hook.fails = true;
  await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "The shop is closed");
  app.hook.fails = false;
  // As a process leaves it that is killed right after the last move.
  await merges.update(app.adapter.records!, "open", (known) => ({
    expires: null,
    data: { open: known!.data.open.map((one) => ({ ...one, state: "ending" as const })) },
  }));
  await app.auth.users.resume("old");
  await link(app, "old", "github", "99");
  await app.auth.users.merge("old", "ada");
  const account = { provider: "github", providerAccountId: "99" };
  assertEquals((await app.adapter.getUserByAccount!(account))?.id, "ada");
  await assertMerged(app);
});

Deno.test("users.merge: both are told by the next call, when a kill came before the emails", async () => {
  const app = createMergeApp();
  await enterBoth(app);
  app.hook.fails = true;
  await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "The shop is closed");
  app.hook.fails = false;
  app.mails.length = 0;
  await merges.update(app.adapter.records!, "open", (known) => ({
    expires: null,
    data: {
      open: known!.data.open.map((one) => ({ ...one, state: "ending" as const, told: ["from"] })),
    },
  }));
  await app.auth.users.merge("old", "ada");
  assertEquals(app.mails.map(({ to }) => to), ["ada@example.com"]);
});

Deno.test("users.merge: a suspension midway takes the accounts back, and the merge goes on after it", async () => {
  const memory = MemoryAdapter();
  let linked = 0;
  const app: MergeApp = createMergeApp({
    adapter: {
      ...memory,
      async linkAccount(account: never) {
        await memory.linkAccount!(account);
        // The first three are those that both have.
        if (++linked === 5) await app.auth.users.suspend("old");
      },
    } as never,
  });
  await enterBoth(app);
  const merge = () => app.auth.users.merge("old", "ada");
  assertEquals(await refusalOf(merge()), { refusal: "suspended" });
  for (let call = 0; call < 2; call++) {
    assert(await app.auth.users.isSuspended("old"));
    assertEquals(await ownerOfGithub(app), "old");
    assertEquals((await app.auth.users.get("ada"))?.accounts.length, 1);
    assertEquals((await app.auth.users.unfinishedMerges()).length, 1);
    assertEquals(await refusalOf(merge()), { refusal: "suspended" });
  }
  const entries = app.entries.filter(({ name }) => name.startsWith("account."));
  assertEquals(entries.map(({ name, userId }) => `${name} ${userId}`), [
    ...["account.linked ada", "account.linked ada", "account.unlinked ada", "account.linked old"],
    ...["account.unlinked ada", "account.linked old"],
  ]);
  await app.auth.users.resume("old");
  await merge();
  await assertMerged(app);
});

Deno.test("users.merge: an account that was removed meanwhile does not come back", async () => {
  for (const [what, at] of [["just now", undefined], ["long ago", 1]] as const) {
    const app = createMergeApp();
    await enterBoth(app);
    await stopWithNote(app, at);
    if (at === undefined) {
      const caller = { config: requireConfig(app.auth.config) };
      await endBegunWith(caller, "ada", GITHUB, undefined);
    }
    const { notMoved } = await app.auth.users.merge("old", "ada");
    assertEquals(await ownerOfGithub(app), undefined, what);
    assertEquals(notMoved, [GITHUB], what);
  }
});

Deno.test("users.merge: one that nobody removed is given, with an entry", async () => {
  const app = createMergeApp();
  await enterBoth(app);
  await stopWithNote(app);
  app.entries.length = 0;
  const { notMoved } = await app.auth.users.merge("old", "ada");
  assertEquals(notMoved, undefined);
  await assertMerged(app);
  assertEquals(app.entries.filter(({ name }) => name === "account.linked").length, 2);
});

Deno.test("users.merge: one that somebody else has got meanwhile is named", async () => {
  const app = createMergeApp();
  await enterBoth(app);
  await stopWithNote(app);
  await link(app, "bob", "github", "1");
  const { notMoved } = await app.auth.users.merge("old", "ada");
  assertEquals(notMoved, [GITHUB]);
  assertEquals(await ownerOfGithub(app), "bob");
});

Deno.test("users.merge: nothing of one who was deleted is given", async () => {
  const app = createMergeApp();
  await enterBoth(app);
  await stopWithNote(app);
  await app.adapter.deleteUser!("old");
  assertEquals(await refusalOf(app.auth.users.merge("old", "ada")), { refusal: "no-user" });
  assertEquals(await ownerOfGithub(app), undefined);
  assertEquals(await app.auth.users.unfinishedMerges(), []);
});

Deno.test("users.merge: who refuses the deletion refuses the merge before anything moves", async () => {
  const app = createMergeApp(on({
    "user.deleting"({ userId }) {
      if (userId === "old") throw new AccessDenied("An invoice is open");
    },
  }));
  await enterBoth(app);
  for (const options of [{ dryRun: true }, {}]) {
    const merge = () => app.auth.users.merge("old", "ada", options);
    await assertRejects(merge, AccessDenied, "An invoice is open");
  }
  assertEquals(await app.auth.users.isSuspended("old"), false);
  assertEquals((await app.auth.users.get("old"))?.accounts.length, 2);
  assertEquals(await app.auth.users.unfinishedMerges(), []);
});

Deno.test("users.merge: one that cannot end is given up, and its accounts go back", async () => {
  const app = createMergeApp(on({
    "user.deleting"({ userId, isRequest }) {
      if (userId === "old" && !isRequest) throw new Error("The archive is closed");
    },
  }));
  await enterBoth(app);
  const merge = () => app.auth.users.merge("old", "ada");
  await assertRejects(merge, Error, "The archive is closed");
  assertEquals(await ownerOfGithub(app), "ada");
  await app.auth.users.merge("old", "ada", { cancel: true, dryRun: true });
  assertEquals(await ownerOfGithub(app), "ada");
  await app.auth.users.merge("old", "ada", { cancel: true });
  assertEquals(await ownerOfGithub(app), "old");
  assertEquals(await app.auth.users.isSuspended("old"), false);
  assertEquals(await app.auth.users.unfinishedMerges(), []);
  // Nothing is open any more.
  await app.auth.users.merge("old", "ada", { cancel: true });
  assertEquals(await app.auth.users.isSuspended("old"), false);
});

Deno.test("users.merge: a call that gives up stops one that runs longer than its lock", async () => {
  let calls = 0;
  const app: MergeApp = createMergeApp(on({
    async "user.merging"() {
      if (calls++ > 0) return;
      await app.auth.users.suspend("ada");
      using _later = moveClock(20_000);
      const other = app.auth.users.merge("old", "ada");
      assertEquals(await refusalOf(other), { refusal: "suspended" });
    },
  }));
  await enterBoth(app);
  assertEquals(await refusalOf(app.auth.users.merge("old", "ada")), { refusal: "other-merge" });
  assertEquals(await app.auth.users.isSuspended("old"), false);
  assertEquals((await app.auth.users.get("old"))?.accounts.length, 2);
  assertEquals(await app.auth.users.unfinishedMerges(), []);
  await app.auth.users.resume("ada");
  await app.auth.users.merge("old", "ada");
  assertEquals(await app.auth.users.get("old"), null);
});

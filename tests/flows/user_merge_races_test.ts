/**
 * `users.merge` in parallel, and with everything else that can happen to one of the two.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { onEveryStore } from "./_every_store.ts";
import {
  assertMerged,
  createMergeApp,
  enrollTotp,
  enterBoth,
  mergeAgain,
  type MergeApp,
} from "./_merge.ts";
import { enter } from "./_operators.ts";

const TIMES = 50;

/** Runs calls at once; returns the reasons of those that were refused. */
async function atOnce(runs: readonly (() => Promise<unknown>)[]): Promise<(string | null)[]> {
  const settled = await Promise.allSettled(runs.map((run) => run()));
  return settled.map((one) => {
    if (one.status === "fulfilled") return null;
    const { refusal } = (one.reason.cause ?? {}) as { refusal?: string };
    if (refusal === undefined) throw one.reason;
    return refusal;
  });
}

const times = (count: number, run: () => Promise<unknown>) =>
  Array.from({ length: count }, () => run);

const namesOf = (app: MergeApp) => app.entries.map(({ name }) => name);

/** Nothing may be of a user who is gone, and nobody stays shut out by a merge that was given up. */
async function assertWhole({ auth, adapter }: MergeApp): Promise<void> {
  assertEquals(await auth.users.unfinishedMerges(), []);
  for (const [provider, providerAccountId] of [["github", "1"], ["gitlab", "2"], ["github", "3"]]) {
    const account = { provider: provider!, providerAccountId: providerAccountId! };
    const owner = await adapter.getUserByAccount!(account);
    if (owner) assert(await adapter.getUser!(owner.id), "an account of nobody");
  }
}

onEveryStore("users.merge races", (test) => {
  test("fifty at once do one merge", async (store) => {
    const app = createMergeApp(store.config);
    await enterBoth(app);
    app.mails.length = 0;
    const reasons = await atOnce(times(TIMES, () => app.auth.users.merge("old", "ada")));
    // One that begins after the end finds nobody to merge.
    assert(reasons.includes(null));
    assertEquals(reasons.filter((reason) => reason !== null && reason !== "no-user"), []);
    await assertMerged(app);
    for (const name of ["user.merged", "user.deleted"]) {
      assertEquals(namesOf(app).filter((one) => one === name).length, 1, name);
    }
    assertEquals(namesOf(app).filter((name) => name === "account.linked").length, 2);
    assertEquals(app.mails.length, 2);
    assertEquals(app.errors, []);
  });

  test("both ways at once: one wins, and the other is refused", async (store) => {
    const app = createMergeApp(store.config);
    await enterBoth(app);
    const there = () => app.auth.users.merge("old", "ada");
    const back = () => app.auth.users.merge("ada", "old");
    const runs = Array.from({ length: TIMES }, (_, index) => index % 2 ? there : back);
    const reasons = await atOnce(runs);
    const won = [0, 1].map((way) => reasons.some((reason, index) => index % 2 === way && !reason));
    assertEquals(won.filter(Boolean).length, 1);
    const refused = new Set(reasons.filter(Boolean));
    for (const reason of refused) assert(["no-user", "other-merge", "suspended"].includes(reason!));
    const users = await Promise.all(["old", "ada"].map((id) => app.auth.users.get(id)));
    assertEquals(users.filter((user) => user === null).length, 1);
    assertEquals(users.find((user) => user !== null)?.accounts.length, 3);
    await assertWhole(app);
  });

  test("a row of users merges into one account at a time", async (store) => {
    const app = createMergeApp(store.config);
    await enterBoth(app);
    await enter(app, "third");
    await atOnce([
      ...times(5, () => app.auth.users.merge("old", "ada")),
      ...times(5, () => app.auth.users.merge("third", "ada")),
      ...times(5, () => app.auth.users.merge("ada", "third")),
    ]);
    await assertWhole(app);
    const left = await Promise.all(["old", "ada", "third"].map((id) => app.auth.users.get(id)));
    assert(left.filter((user) => user !== null).length >= 1);
    const accounts = left.flatMap((user) => user?.accounts ?? []);
    assertEquals(accounts.length, 3);
  });

  for (const who of ["old", "ada"]) {
    test(`a suspension of ${who} at once is never lost`, async (store) => {
      const app = createMergeApp(store.config);
      await enterBoth(app);
      const [reason] = await atOnce([
        () => app.auth.users.merge("old", "ada"),
        async () => await app.auth.users.suspend(who),
      ]);
      const ended = await app.auth.users.get("old") === null;
      assertEquals(ended, reason === null);
      // One who had ended before was nobody's to suspend.
      if (who === "ada" || !ended) assert(await app.auth.users.isSuspended(who));
      if (!ended) {
        const again = await atOnce([() => app.auth.users.merge("old", "ada")]);
        assertEquals(again, ["suspended"]);
        assertEquals(await app.auth.users.isSuspended("old"), who === "old");
        // Nobody signs in as the other one by what has moved.
        assertEquals((await app.auth.users.get("old"))?.accounts.length, 2);
        await app.auth.users.merge("old", "ada", { cancel: true });
        assertEquals(await app.auth.users.isSuspended("old"), who === "old");
      }
      await assertWhole(app);
    });

    test(`a deletion of ${who} at once leaves nothing of nobody`, async (store) => {
      const app = createMergeApp(store.config);
      await enterBoth(app);
      // The only owner of an organization cannot be deleted.
      await enter(app, "bob", { role: "owner", organization: "works" });
      await atOnce([
        () => app.auth.users.merge("old", "ada"),
        async () => await app.auth.users.delete(who),
      ]);
      assertEquals(await app.auth.users.get(who), null);
      // A merge that failed midway ends with the next call, which finds that one is gone.
      if ((await app.auth.users.unfinishedMerges()).length > 0) {
        await atOnce([() => app.auth.users.merge("old", "ada")]);
      }
      await assertWhole(app);
      if (who === "ada" && await app.auth.users.get("old")) {
        assertEquals(await app.auth.users.isSuspended("old"), false);
      }
    });
  }

  test("a throw of the app stops it, and the next call continues", async (store) => {
    const app = createMergeApp(store.config);
    await enterBoth(app);
    app.hook.fails = true;
    const error = await app.auth.users.merge("old", "ada").then(() => null, (error) => error);
    assertEquals(error?.message, "The shop is closed");
    assertEquals((await app.auth.users.unfinishedMerges()).map(({ from, into }) => [from, into]), [
      ["old", "ada"],
    ]);
    assert(await app.auth.users.isSuspended("old"), "nobody signs in meanwhile");
    assertEquals((await app.auth.users.get("old"))?.accounts.length, 2);
    app.hook.fails = false;
    await mergeAgain(app);
    await assertMerged(app);
  });
});

/** Runs something right before the first call of a store with this name. */
function createHookedApp() {
  const memory = MemoryAdapter();
  const hook: { name: string; run: () => Promise<unknown> } = {
    ...{ name: "", run: () => Promise.resolve() },
  };
  const wrap = <T extends object>(target: T): T =>
    Object.fromEntries(
      Object.entries(target).map(([name, call]) => [
        name,
        typeof call !== "function" ? call : async (...args: unknown[]) => {
          const { kind } = (args[0] ?? {}) as { kind?: string };
          if (hook.name === (kind === undefined ? name : `${name} ${kind}`)) {
            hook.name = "";
            await hook.run();
          }
          return await call.apply(target, args);
        },
      ]),
    ) as T;
  const app = createMergeApp({
    adapter: { ...wrap(memory), records: undefined },
    records: wrap(memory.records!),
  } as never);
  const before = (name: string, run: () => Promise<unknown>) => Object.assign(hook, { name, run });
  return { app, before };
}

for (
  const [what, name, reason, act, isShut] of [
    [
      "a suspension of the one who ends, right before the merge is open",
      ...["put user.merge", "suspended", "suspend old", "shut"],
    ],
    [
      "a second factor of the one who ends, right before the merge is open",
      ...["put user.merge", "second-factor", "enroll old", ""],
    ],
    [
      "a suspension of the one who stays, right before it gets an account",
      ...["linkAccount", "suspended", "suspend ada", ""],
    ],
  ]
) {
  Deno.test(`users.merge races: ${what}, stops it, and nothing is lost`, async () => {
    const { app, before } = createHookedApp();
    await enterBoth(app);
    const [verb, id] = act!.split(" ");
    before(name!, () => verb === "suspend" ? app.auth.users.suspend(id!) : enrollTotp(app, id!));
    const merge = () => app.auth.users.merge("old", "ada");
    assertEquals(await atOnce([merge]), [reason!]);
    assertEquals((await app.auth.users.get("old"))?.accounts.length, 2);
    if ((await app.auth.users.unfinishedMerges()).length > 0) {
      assertEquals(await atOnce([merge]), [reason!]);
    }
    await assertWhole(app);
    assertEquals(await app.auth.users.isSuspended("old"), isShut === "shut");
  });
}

/**
 * What giving up a merge gives back: by `cancel`, by what refuses the merge, and by the deletion of one of
 * the two.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import { impersonations } from "../../src/capabilities/operators/impersonations.ts";
import { AccessDenied } from "../../src/errors.ts";
import { requireConfig } from "../../src/server/environment.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { onEveryStore } from "./_every_store.ts";
import { createMergeApp, enterBoth, type MergeApp } from "./_merge.ts";
import { enter } from "./_operators.ts";

const TIMES = 50;

/** An app whose merges stop once everything that may go back has moved. */
function createStoppingApp(config: Partial<AuthConfig> = {}) {
  const state = { isClosed: true, rows: new Map([["old", 3], ["ada", 1]]) };
  const app: MergeApp = createMergeApp({
    ...config,
    capabilities: {
      shop: defineCapability({
        id: "shop",
        on: {
          "user.merging"({ userId, into }) {
            state.rows.set(into, (state.rows.get(into) ?? 0) + (state.rows.get(userId) ?? 0));
            state.rows.delete(userId);
          },
          "user.merge-cancelled"({ userId, into }) {
            if (state.rows.has(userId)) return;
            state.rows.set(userId, 3);
            state.rows.set(into, state.rows.get(into)! - 3);
          },
          "user.deleting"({ userId, isRequest }) {
            if (state.isClosed && userId === "old" && !isRequest) {
              throw new Error("The archive is closed");
            }
          },
        },
      }),
    } as never,
  });
  return { app, state };
}

async function stop(app: MergeApp): Promise<void> {
  await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "The archive is closed");
  assertEquals((await app.auth.users.get("ada"))?.accounts.length, 3);
}

async function rolesOf({ auth }: MergeApp, userId: string): Promise<string[]> {
  const list = await auth.organizations.listOrganizations(userId);
  return list.map(({ slug, role }) => `${slug} ${role}`).sort();
}

/** Asserts that nothing of `old` is with `ada`, and that `old` can sign in again. */
async function assertGivenBack(app: MergeApp): Promise<void> {
  const { users } = app.auth;
  assertEquals(await users.unfinishedMerges(), []);
  assertEquals(await users.isSuspended("old"), false);
  assertEquals((await users.get("old"))?.accounts.length, 2);
  assertEquals((await users.get("ada"))?.accounts.length, 1);
  assertEquals(await rolesOf(app, "old"), ["club reader", "works owner"]);
  assertEquals(await rolesOf(app, "ada"), []);
}

onEveryStore("users.merge, given up", (test) => {
  test("all that moved goes back, and no role has risen meanwhile", async (store) => {
    const { app, state } = createStoppingApp(store.config);
    await enterBoth(app);
    const { records } = requireConfig(app.auth.config).revocation!;
    const data = { reason: "ticket 1", since: 1, until: 2, endedAt: 2 };
    const expires = new Date(Date.now() + 60_000);
    await impersonations.add(records, "acted", { userId: "old", expires, data });
    await stop(app);
    assertEquals(await rolesOf(app, "ada"), [], "a role of the other one, while it can go back");
    assertEquals((await impersonations.list(records, "ada")).length, 0);
    const answer = await app.auth.users.merge("old", "ada", { cancel: true });
    assertEquals(answer.notMoved, undefined);
    await assertGivenBack(app);
    assertEquals([...state.rows].sort(), [["ada", 1], ["old", 3]]);
    assertEquals((await impersonations.list(records, "old")).length, 1);
    // Nothing that it left refuses the next merge.
    state.isClosed = false;
    await app.auth.users.merge("old", "ada");
    assertEquals(await rolesOf(app, "ada"), ["club reader", "works owner"]);
  });

  test("fifty at once give it up once", async (store) => {
    const { app, state } = createStoppingApp(store.config);
    await enterBoth(app);
    await stop(app);
    await Promise.all(
      Array.from({ length: TIMES }, () => app.auth.users.merge("old", "ada", { cancel: true })),
    );
    await assertGivenBack(app);
    assertEquals([...state.rows].sort(), [["ada", 1], ["old", 3]]);
    const linked = app.entries.filter(({ name, userId }) =>
      name === "account.linked" && userId === "old"
    );
    assertEquals(linked.length, 2);
  });

  test("some continue it and some give it up: it is whole in either way", async (store) => {
    const { app, state } = createStoppingApp(store.config);
    await enterBoth(app);
    await stop(app);
    state.isClosed = false;
    const calls = Array.from(
      { length: 10 },
      (_, index) =>
        app.auth.users.merge("old", "ada", { cancel: index % 2 === 0 }).catch((error) => {
          if (!(error instanceof AccessDenied)) throw error;
        }),
    );
    await Promise.all(calls);
    assertEquals(await app.auth.users.unfinishedMerges(), []);
    if (await app.auth.users.get("old")) await assertGivenBack(app);
    else assertEquals(await rolesOf(app, "ada"), ["club reader", "works owner"]);
  });

  for (const who of ["old", "ada"] as const) {
    test(`the deletion of ${who} gives it up, and no record names the one who is gone`, async (store) => {
      const { app, state } = createStoppingApp(store.config);
      await enterBoth(app);
      // The only owner of an organization cannot be deleted.
      await enter(app, "bob", { role: "owner", organization: "works" });
      await stop(app);
      state.isClosed = false;
      await app.auth.users.delete(who);
      assertEquals(await app.auth.users.get(who), null);
      assertEquals(await app.auth.users.unfinishedMerges(), []);
      if (who === "ada") {
        assertEquals((await app.auth.users.get("old"))?.accounts.length, 2);
        assertEquals(await app.auth.users.isSuspended("old"), false);
        assertEquals(await rolesOf(app, "old"), ["club reader", "works owner"]);
      } else {
        assertEquals((await app.auth.users.get("ada"))?.accounts.length, 1);
        assertEquals(await rolesOf(app, "ada"), []);
      }
    });

    test(`the deletion of ${who} finishes a merge that nobody can give up`, async (store) => {
      const { app, state } = createStoppingApp(store.config);
      await enterBoth(app);
      await enter(app, "bob", { role: "owner", organization: "works" });
      await stopDecided(app, state);
      await assertRejects(
        () => app.auth.users.merge("old", "ada", { cancel: true }),
        AccessDenied,
        "being deleted",
      );
      await app.auth.users.delete(who);
      assertEquals(await app.auth.users.get("old"), null);
      assertEquals(await app.auth.users.unfinishedMerges(), []);
      assertEquals(await app.auth.users.get("ada") === null, who === "ada");
      const deleted = app.entries.filter(({ name }) => name === "user.deleted");
      assertEquals(deleted.map(({ userId }) => userId), who === "ada" ? ["old", "ada"] : ["old"]);
    });
  }
});

/** Stops a merge after the moment from which on it cannot be given up. */
async function stopDecided(app: MergeApp, state: { isClosed: boolean }): Promise<void> {
  state.isClosed = false;
  const { store } = requireConfig(app.auth.config);
  const deleteUser = store!.deleteUser;
  Object.assign(store!, {
    deleteUser: () => Promise.reject(new Error("The store is down")),
  });
  try {
    await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "The store is down");
  } finally {
    Object.assign(store!, { deleteUser });
  }
  const [merge] = await app.auth.users.unfinishedMerges();
  assertEquals([merge?.canCancel, merge?.stopped], [false, "failed"]);
}

Deno.test("users.merge: a suspension midway leaves no role of the suspended one with the other", async () => {
  const { app } = createStoppingApp();
  await enterBoth(app);
  await stop(app);
  await app.auth.users.suspend("old");
  const error = await assertRejects(() => app.auth.users.merge("old", "ada"), AccessDenied);
  assertEquals((error.cause as { refusal: string }).refusal, "suspended");
  assertEquals(await rolesOf(app, "ada"), []);
  assertEquals((await app.auth.users.get("ada"))?.accounts.length, 1);
  assert(await app.auth.users.isSuspended("old"));
  const [merge] = await app.auth.users.unfinishedMerges();
  assertEquals([merge?.canCancel, merge?.stopped, merge?.moved], [true, "suspended", []]);
});

Deno.test("users.merge: the answer of `cancel` names what could not go back", async () => {
  const { app } = createStoppingApp();
  await enterBoth(app);
  await stop(app);
  const github = { provider: "github", providerAccountId: "1" };
  await app.adapter.unlinkAccount!(github);
  const { notMoved } = await app.auth.users.merge("old", "ada", { cancel: true });
  assertEquals(notMoved, [github]);
  assertEquals((await app.auth.users.get("old"))?.accounts.map(({ provider }) => provider), [
    "gitlab",
  ]);
});

Deno.test("users.merge: what is stopped says why, and what has moved", async () => {
  const { app } = createStoppingApp();
  await enterBoth(app);
  await stop(app);
  const [merge] = await app.auth.users.unfinishedMerges();
  assertEquals([merge?.canCancel, merge?.stopped], [true, "failed"]);
  assertEquals(merge?.moved.map(({ provider }) => provider).sort(), ["github", "gitlab"]);
});

Deno.test("users.merge: a subscriber that cannot give back leaves the merge open, and shut", async () => {
  const hook = { fails: true, calls: 0 };
  const app = createMergeApp({
    capabilities: {
      shop: defineCapability({
        id: "shop",
        on: {
          "user.merge-cancelled"() {
            hook.calls++;
            if (hook.fails) throw new Error("The shop is closed");
          },
          "user.deleting"({ isRequest }) {
            if (!isRequest) throw new Error("The archive is closed");
          },
        },
      }),
    } as never,
  });
  await enterBoth(app);
  await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "The archive is closed");
  const cancel = () => app.auth.users.merge("old", "ada", { cancel: true });
  await assertRejects(cancel, Error, "The shop is closed");
  assert(await app.auth.users.isSuspended("old"));
  assertEquals((await app.auth.users.unfinishedMerges()).length, 1);
  hook.fails = false;
  await cancel();
  assertEquals(hook.calls, 2);
  await assertGivenBack(app);
});

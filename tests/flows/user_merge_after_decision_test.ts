/**
 * Once a merge is decided nothing refuses it any more, and no deletion depends on who would: whatever
 * happens to the two users and their organizations, one call ends it.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import { organizations } from "../../src/capabilities/organizations/kinds.ts";
import { AccessDenied } from "../../src/errors.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { onEveryStore } from "./_every_store.ts";
import { merges } from "../../src/accounts/open_merges.ts";
import { enter } from "./_operators.ts";
import { createMergeApp, enterBoth, type MergeApp } from "./_merge.ts";

const recordsOf = ({ auth }: MergeApp) => requireConfig(auth.config).revocation!.records;

/** What happens between the decision and the move of the memberships. */
const EVENTS = {
  "nothing": async () => {},
  "`into` is suspended": async ({ auth }: MergeApp) => await auth.users.suspend("ada"),
  "`from` signs in again": async ({ auth }: MergeApp) => await auth.users.resume("old"),
  "`from` signs in again, and `into` is suspended": async ({ auth }: MergeApp) => {
    await auth.users.resume("old");
    await auth.users.suspend("ada");
  },
  "`from` is suspended by somebody": async ({ auth }: MergeApp) => await auth.users.suspend("old"),
  "an organization of `from` ends": async (app: MergeApp) => {
    const { id } = (await app.auth.organizations.listOrganizations("old"))
      .find(({ slug }) => slug === "works")!;
    await organizations.update(recordsOf(app), id, (known) => ({
      expires: null,
      data: { ...known!.data, isEnding: true },
    }));
  },
} as const;

/** What ends the merge. */
const ENDS = {
  "merge": async ({ auth }: MergeApp) => void await auth.users.merge("old", "ada"),
  "delete from": async ({ auth }: MergeApp) => await auth.users.delete("old"),
  "delete into": async ({ auth }: MergeApp) => await auth.users.delete("ada"),
} as const;

/** A merge that is decided, and whose process ended before the memberships moved. */
async function decide(app: MergeApp): Promise<void> {
  await enterBoth(app);
  await enter(app, "bob", { role: "owner", organization: "works" });
  app.hook.fails = true;
  await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "The shop is closed");
  app.hook.fails = false;
  await merges.update(recordsOf(app), "open", (known) => ({
    expires: null,
    data: {
      open: known!.data.open.map((one) => ({ ...one, state: "ending" as const, hasMoved: true })),
    },
  }));
}

async function rolesOf({ auth }: MergeApp, userId: string): Promise<string[]> {
  const list = await auth.organizations.listOrganizations(userId);
  return list.map(({ slug, role }) => `${slug} ${role}`).sort();
}

onEveryStore("users.merge, decided", (test) => {
  for (const [event, happen] of Object.entries(EVENTS)) {
    for (const [end, act] of Object.entries(ENDS)) {
      test(`nothing refuses it: ${event}, ${end}`, async ({ config }) => {
        const app = createMergeApp(config);
        await decide(app);
        await happen(app);
        const cancel = () => app.auth.users.merge("old", "ada", { cancel: true });
        assertEquals((await assertRejects(cancel, AccessDenied)).cause, {
          refusal: "being-deleted",
        });
        await act(app);
        const { users } = app.auth;
        const stays = end !== "delete into";
        assertEquals(await users.unfinishedMerges(), []);
        assertEquals([await users.get("old"), await users.get("ada") !== null], [null, stays]);
        const roles = event.includes("ends") ? ["club reader"] : ["club reader", "works owner"];
        assertEquals(await rolesOf(app, "ada"), stays ? roles : []);
        if (stays) assertEquals(await users.isSuspended("ada"), event.includes("`into` is"));
      });
    }
  }
}, true);

Deno.test("users.merge: who refuses the deletion of one keeps that one, and not the other", async () => {
  const archive = { isClosed: true };
  const app = createMergeApp({
    capabilities: {
      shop: defineCapability({
        id: "shop",
        on: {
          "user.merging"() {
            if (app.hook.fails) throw new Error("The shop is closed");
          },
          "user.deleting"({ userId, isRequest }) {
            if (archive.isClosed && userId === "old" && !isRequest) {
              throw new AccessDenied("The archive is closed");
            }
          },
        },
      }),
    } as never,
  });
  await decide(app);
  const { users } = app.auth;
  for (const act of [ENDS.merge, ENDS["delete from"]]) {
    await assertRejects(() => act(app), AccessDenied, "The archive is closed");
  }
  assertEquals((await users.unfinishedMerges())[0]?.stopped, "failed");
  await users.delete("ada");
  assertEquals(await users.get("ada"), null);
  // It is shut, and the deletion of it is due.
  assert(await users.isSuspended("old"));
  assertEquals((await users.unfinishedMerges()).length, 1);
  archive.isClosed = false;
  await users.delete("old");
  assertEquals([await users.get("old"), await users.unfinishedMerges()], [null, []]);
});

Deno.test("users.merge: what has stopped a call is noted for its own merge, and not while one runs", async () => {
  const app = createMergeApp();
  await decide(app);
  const deleteUser = app.adapter.deleteUser;
  const seen: unknown[] = [];
  app.adapter.deleteUser = async () => {
    seen.push((await app.auth.users.unfinishedMerges())[0]?.stopped);
    throw new Error("The store is down");
  };
  for (const _ of [1, 2]) await assertRejects(() => ENDS.merge(app), Error, "The store is down");
  assertEquals((await app.auth.users.unfinishedMerges())[0]?.stopped, "failed");
  // Each call tries twice.
  assertEquals(seen, seen.map(() => undefined));
  app.adapter.deleteUser = deleteUser;
  await ENDS.merge(app);
  assertEquals(await app.auth.users.unfinishedMerges(), []);
});

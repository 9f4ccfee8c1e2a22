/**
 * What happens between the decision of a merge and its end stops neither the merge nor a deletion.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { organizations } from "../../src/capabilities/organizations/kinds.ts";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { AccessDenied } from "../../src/errors.ts";
import { capability } from "../../src/symbols.ts";
import { createMergeApp, enterBoth, link, type MergeApp } from "./_merge.ts";
import { enter } from "./_operators.ts";

const STORES = { memory: () => MemoryAdapter(), SQLite: () => SqliteAdapter(":memory:") };

/** An app in which something happens right before a merge is decided, and one subscriber throws. */
function createApp(store: keyof typeof STORES, happen: (app: MergeApp) => Promise<void>) {
  const late = { error: null as Error | null };
  const throws = () => {
    if (late.error) throw late.error;
  };
  let isDone = false;
  const app: MergeApp = createMergeApp({
    adapter: STORES[store]() as never,
    capabilities: {
      late: { id: "late", [capability]: { needs: {}, on: { "user.merge-decided": throws } } },
    } as never,
    events: {
      async audit({ name }: { name: string }) {
        if (name !== "user.merged" || isDone) return;
        isDone = true;
        await happen(app);
      },
    },
  });
  return { app, late };
}

async function orgIdOf({ auth }: MergeApp, userId: string, slug: string): Promise<string> {
  return (await auth.organizations.listOrganizations(userId)).find((one) => one.slug === slug)!.id;
}

async function rolesOf({ auth }: MergeApp, userId: string): Promise<string[]> {
  const list = await auth.organizations.listOrganizations(userId);
  return list.map(({ slug, role }) => `${slug} ${role}`).sort();
}

const refusalOf = async (run: Promise<unknown>) =>
  ((await assertRejects(() => run, AccessDenied)).cause as { refusal?: string }).refusal;

for (const store of Object.keys(STORES) as (keyof typeof STORES)[]) {
  for (const userId of ["ada", "old"]) {
    Deno.test(`users.merge: a suspension of ${userId} after the decision stops nothing (${store})`, async () => {
      const { app } = createApp(store, (app) => app.auth.users.suspend(userId));
      await enterBoth(app);
      await app.auth.users.merge("old", "ada");
      assertEquals(await app.auth.users.get("old"), null);
      assertEquals(await rolesOf(app, "ada"), ["club reader", "works owner"]);
      assertEquals(await app.auth.users.isSuspended("ada"), userId === "ada");
      assertEquals(await app.auth.users.unfinishedMerges(), []);
    });
  }

  Deno.test(`users.merge: a suspension of old between two calls after the decision stops nothing (${store})`, async () => {
    const { app, late } = createApp(store, () => Promise.resolve());
    await enterBoth(app);
    late.error = new Error("The archive is closed");
    const merge = () => app.auth.users.merge("old", "ada");
    await assertRejects(merge, Error, "The archive is closed");
    await app.auth.users.suspend("old");
    late.error = null;
    await merge();
    assertEquals(await app.auth.users.get("old"), null);
    assertEquals(await app.auth.users.unfinishedMerges(), []);
  });

  Deno.test(`users.merge: one that moves again after the decision is refused by nothing (${store})`, async () => {
    const { app, late } = createApp(store, () => Promise.resolve());
    await enterBoth(app);
    late.error = new Error("The archive is closed");
    const merge = () => app.auth.users.merge("old", "ada");
    await assertRejects(merge, Error, "The archive is closed");
    assertEquals((await app.auth.users.unfinishedMerges())[0]?.stopped, "failed");
    await app.auth.users.resume("old");
    await link(app, "old", "github", "99");
    await app.auth.users.suspend("ada");
    late.error = null;
    await merge();
    assertEquals(await app.auth.users.get("old"), null);
    const account = { provider: "github", providerAccountId: "99" };
    assertEquals((await app.adapter.getUserByAccount!(account))?.id, "ada");
    assertEquals(await app.auth.users.unfinishedMerges(), []);
  });

  Deno.test(`users.merge: an organization that ends after the decision stops nothing (${store})`, async () => {
    const { app } = createApp(store, async (app) => {
      const id = await orgIdOf(app, "bob", "club");
      const records = app.adapter.records!;
      const { put } = records;
      // It ends while the membership is written.
      records.put = async (...entry) => {
        if (JSON.stringify(entry).includes(id)) {
          records.put = put;
          await organizations.update(
            records,
            id,
            (known) => ({ expires: null, data: { ...known!.data, isEnding: true } }),
          );
        }
        return await put.apply(records, entry);
      };
    });
    await enterBoth(app);
    await app.auth.users.merge("old", "ada");
    assertEquals(await app.auth.users.get("old"), null);
    assertEquals(await rolesOf(app, "ada"), ["works owner"]);
    assertEquals(await app.auth.users.unfinishedMerges(), []);
  });

  for (const userId of ["ada", "old"]) {
    Deno.test(`users.delete: ${userId} is deleted when something refuses to finish the merge (${store})`, async () => {
      const { app, late } = createApp(store, () => Promise.resolve());
      await enterBoth(app);
      await enter(app, "bob", { role: "owner", organization: "works" });
      late.error = new AccessDenied("No", { cause: { refusal: "organization" } });
      const { users } = app.auth;
      for (const _ of [1, 2]) {
        assertEquals(await refusalOf(users.merge("old", "ada")), "organization");
        assertEquals((await users.unfinishedMerges())[0]?.stopped, "organization");
      }
      assertEquals(
        await refusalOf(users.merge("old", "ada", { cancel: true })),
        "being-deleted",
      );
      // A store that fails is no refusal: the deletion waits for it.
      const refusal = late.error;
      late.error = new Error("The store is down");
      await assertRejects(() => users.delete(userId), Error, "The store is down");
      assertEquals((await users.unfinishedMerges()).length, 1);
      late.error = refusal;
      await users.delete(userId);
      assertEquals(await users.get("old"), null);
      assertEquals(await users.get("ada") === null, userId === "ada");
      assertEquals(await users.unfinishedMerges(), []);
    });
  }

  Deno.test(`users.merge: what stopped a call is forgotten while the next one runs (${store})`, async () => {
    const shown: unknown[] = [];
    const { app } = createApp(store, async (app) => {
      shown.push((await app.auth.users.unfinishedMerges())[0]?.stopped);
    });
    await enterBoth(app);
    const { adapter } = app;
    const linkAccount = adapter.linkAccount!;
    adapter.linkAccount = () => Promise.reject(new Error("The store is down"));
    try {
      await assertRejects(() => app.auth.users.merge("old", "ada"), Error, "store is down");
    } finally {
      adapter.linkAccount = linkAccount;
    }
    assertEquals((await app.auth.users.unfinishedMerges())[0]?.stopped, "failed");
    await app.auth.users.merge("old", "ada");
    assertEquals(shown, [undefined]);
  });

  Deno.test(`an invitation adds no suspended user, and a merge no deleted one (${store})`, async () => {
    const { app } = createApp(store, () => Promise.resolve());
    await enterBoth(app);
    const records = app.adapter.records!;
    const org = await orgIdOf(app, "bob", "club");
    const given = { org, role: "reader", by: null, isManaged: false, externalId: null };
    await app.auth.users.suspend("ada");
    assertEquals(await addMember(records, "ada", given, 0), "not-member");
    assertEquals(await rolesOf(app, "ada"), []);
    await app.auth.users.delete("ada");
    assertEquals(await addMember(records, "ada", given, 0, "old"), "not-member");
    assertEquals(await rolesOf(app, "ada"), []);
  });
}

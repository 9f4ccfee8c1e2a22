/**
 * Each call of the store fails in turn while a merge is given up, by `cancel` and by the deletion of one
 * of the two, or is the last one of its process: the next call finishes it, and nothing is lost.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { withPostgres } from "../adapters/_postgres.ts";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { failEachCallOf, type OpenStore } from "./_fault_store.ts";
import { localStores, serverStores, thinned } from "./_fault_stores.ts";
import { createMergeApp, enterBoth, type MergeApp, moveClock } from "./_merge.ts";
import { enter } from "./_operators.ts";

const capabilities = (isClosed: boolean) =>
  ({
    shop: defineCapability({
      id: "shop",
      on: {
        "user.deleting"({ userId, isRequest }) {
          if (isClosed && userId === "old" && !isRequest) throw new Error("The archive is closed");
        },
      },
    }),
  }) as never;

const open = (config: Partial<AuthConfig>, isClosed = false): MergeApp =>
  createMergeApp({ ...config, capabilities: capabilities(isClosed) });

async function rolesOf({ auth }: MergeApp, userId: string): Promise<string[]> {
  const list = await auth.organizations.listOrganizations(userId);
  return list.map(({ slug, role }) => `${slug} ${role}`).sort();
}

const ACTS = {
  cancel: async ({ auth }: MergeApp) => {
    await auth.users.merge("old", "ada", { cancel: true });
  },
  "delete old": async ({ auth }: MergeApp) => await auth.users.delete("old"),
  "delete ada": async ({ auth }: MergeApp) => await auth.users.delete("ada"),
} as const;

/** Nothing is left of the merge, and each account is where it was, or has gone with its user. */
async function assertEnded(app: MergeApp, act: keyof typeof ACTS): Promise<void> {
  const { users } = app.auth;
  assertEquals(await users.unfinishedMerges(), []);
  const accounts = async (id: string) => (await users.get(id))?.accounts.length;
  assertEquals(
    [await accounts("old"), await accounts("ada")],
    [act === "delete old" ? undefined : 2, act === "delete ada" ? undefined : 1],
  );
  if (act !== "delete old") {
    assertEquals(await users.isSuspended("old"), false);
    assertEquals(await rolesOf(app, "old"), ["club reader", "works owner"]);
  }
  assertEquals(await rolesOf(app, "ada"), []);
}

function testStore(name: string, openStore: OpenStore): void {
  for (const act of Object.keys(ACTS) as (keyof typeof ACTS)[]) {
    const prepare = async (config: Partial<AuthConfig>) => {
      const before = open(config, true);
      await enterBoth(before);
      await enter(before, "bob", { role: "owner", organization: "works" });
      const merge = () => before.auth.users.merge("old", "ada");
      await assertRejects(merge, Error, "The archive is closed");
    };

    Deno.test(`users.merge, given up by ${act}: each call of the store can fail (${name})`, async () => {
      await failEachCallOf({ [act]: null }, openStore, async (_, store, fail) => {
        await prepare(store.config);
        const app = open(store.config);
        await fail(() => ACTS[act](app).catch((error) => error));
        // What could not be unlocked is free later.
        using _later = moveClock();
        await ACTS[act](app);
        await assertEnded(app, act);
      });
    });

    Deno.test(`users.merge, given up by ${act}: a process can end at each call of the store (${name})`, async () => {
      await failEachCallOf({ [act]: null }, openStore, async (_, store, fail) => {
        await prepare(store.config);
        const app = open(store.config);
        await fail(() => Promise.race([ACTS[act](app).catch((error) => error), store.ended()]));
        using _later = moveClock();
        const next = open(store.reopened);
        await ACTS[act](next);
        await assertEnded(next, act);
      }, ["never"]);
    });
  }
}

for (const [name, openStore] of Object.entries(localStores)) testStore(name, openStore);

withPostgres("users.merge with faults, given up", (server) => {
  const { PostgresAdapter: store } = serverStores(server);
  testStore("PostgreSQL", thinned({ store: store! }, 8, 0)["store"]!);
});

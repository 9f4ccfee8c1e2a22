/**
 * Each call of the store fails in turn during a merge, or is the last one of its process: afterwards the
 * next call with the same users finishes it, and nothing is lost.
 *
 * @module
 */

import { withPostgres } from "../adapters/_postgres.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import { type Adapter, failEachCallOf, failing, type OpenStore } from "./_fault_store.ts";
import { localStores, serverStores, thinned } from "./_fault_stores.ts";
import { assertMerged, createMergeApp, enterBoth, mergeAgain, moveClock } from "./_merge.ts";

function testStore(name: string, openStore: OpenStore): void {
  Deno.test(`users.merge: each call of the store can fail (${name})`, async () => {
    await failEachCallOf({ merge: null }, openStore, async (_, store, fail) => {
      const app = createMergeApp(store.config);
      await enterBoth(app);
      await fail(() => app.auth.users.merge("old", "ada").catch((error) => error));
      // What could not be unlocked is free later.
      using _later = moveClock();
      await mergeAgain(app);
      await assertMerged(app);
    });
  });

  Deno.test(`users.merge: a process can end at each call of the store (${name})`, async () => {
    await failEachCallOf({ merge: null }, openStore, async (_, store, fail) => {
      const app = createMergeApp(store.config);
      await enterBoth(app);
      const call = () => app.auth.users.merge("old", "ada").catch((error) => error);
      await fail(() => Promise.race([call(), store.ended()]));
      using _later = moveClock();
      const next = createMergeApp(store.reopened, app.rows);
      await mergeAgain(next);
      await assertMerged(next);
    }, ["never"]);
  });
}

const foreign: OpenStore = () => {
  const memory = MemoryAdapter();
  const adapter = Object.fromEntries(CONTRACT.map((name) => [name, memory[name]])) as Adapter;
  return Promise.resolve(failing({ adapter, records: MemoryRecords() }, {
    countUsers: async (email) => await memory.getUserByEmail!(email) ? 1 : 0,
    close: () => Promise.resolve(),
  }));
};

testStore("an adapter without extras", foreign);
for (const [name, openStore] of Object.entries(localStores)) testStore(name, openStore);

withPostgres("users.merge with faults", (server) => {
  const { PostgresAdapter: store } = serverStores(server);
  testStore("PostgreSQL", thinned({ store: store! }, 8, 0)["store"]!);
});

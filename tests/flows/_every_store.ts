/**
 * The four stores of this library: in memory, SQLite, Deno KV and PostgreSQL.
 *
 * @module
 */

import { withPostgres } from "../adapters/_postgres.ts";
import type { FaultStore, OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";

/** A test on a store that is empty at its start. */
export type StoreTest = (title: string, run: (store: FaultStore) => Promise<void>) => void;

/**
 * Registers tests on each store.
 *
 * @param title words before the title of each test
 */
export function onEveryStore(title: string, register: (test: StoreTest) => void): void {
  const on = (name: string, openStore: OpenStore) =>
    register((what, run) =>
      Deno.test(`${title}: ${what} (${name})`, async () => {
        const store = await openStore();
        try {
          await run(store);
        } finally {
          await store.close();
          await openStore.end?.();
        }
      })
    );
  for (const [name, openStore] of Object.entries(localStores)) on(name, openStore);
  withPostgres(
    `${title} on PostgreSQL`,
    (server) => on("PostgreSQL", serverStores(server)["PostgresAdapter"]!),
  );
}

/**
 * The four stores of this library: in memory, SQLite, Deno KV and PostgreSQL.
 *
 * @module
 */

import { isChosen } from "../_stride.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { FaultStore, OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";

/** A test on a store that is empty at its start. */
export type StoreTest = (title: string, run: (store: FaultStore) => Promise<void>) => void;

/** Number of the stores that last. */
const LASTING = Object.keys(localStores).length;

/**
 * Registers tests on each store.
 *
 * @param title words before the title of each test
 * @param isLong `true` for a long list, of which `deno task test` runs all in memory, and each test on
 * one of the stores that last. Default `false`
 */
export function onEveryStore(
  title: string,
  register: (test: StoreTest) => void,
  isLong = false,
): void {
  const on = (name: string, openStore: OpenStore, place: number) => {
    let number = 0;
    register((what, run) => {
      if (!isChosen(isLong && place > 0 ? number++ + place : 0, LASTING)) return;
      Deno.test(`${title}: ${what} (${name})`, async () => {
        const store = await openStore();
        try {
          await run(store);
        } finally {
          await store.close();
          await openStore.end?.();
        }
      });
    });
  };
  for (const [place, [name, openStore]] of Object.entries(localStores).entries()) {
    on(name, openStore, place);
  }
  withPostgres(
    `${title} on PostgreSQL`,
    (server) => on("PostgreSQL", serverStores(server)["PostgresAdapter"]!, LASTING),
  );
}

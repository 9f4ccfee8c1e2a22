/**
 * A failure at every call of every store, in every flow.
 *
 * @module
 */

import { assert } from "@std/assert";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores, withStrategies } from "./_fault_stores.ts";
import { runFaults } from "./_faults.ts";

function register(stores: Record<string, OpenStore>): void {
  for (const [strategy, name, openStore] of withStrategies(stores)) {
    Deno.test(`faults: each call of the store can fail (${name}, ${strategy})`, async () => {
      const points = await runFaults(openStore, strategy);
      assert(points > 100);
      console.log(`${name}, ${strategy}: ${points} failures`);
    });
  }
}

register(localStores);
withPostgres("faults on PostgreSQL", (server) => register(serverStores(server)));

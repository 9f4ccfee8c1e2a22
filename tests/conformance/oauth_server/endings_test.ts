/**
 * What ends a grant ends all of it: the app's own guarded server refuses at the next request,
 * introspection says so, and no refresh token gives another one.
 *
 * @module
 */

import { withPostgres } from "../../adapters/_postgres.ts";
import { isChosen } from "../../_stride.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { STRATEGIES, type Strategy } from "../../flows/_strategies.ts";
import { checkEnding, ENDINGS } from "./_endings.ts";

/** One of so many endings runs on each store but that in memory. */
const STRIDES: Readonly<Record<string, number>> = { "SQLite file": 2, "Deno KV file": 8 };

function register(
  name: string,
  strategy: Strategy,
  open: OpenDumpStore,
  runs: (number: number) => boolean,
): void {
  const names = Object.keys(ENDINGS).filter((_, number) => runs(number));
  if (names.length === 0) return;
  Deno.test(`endings, ${name}, ${strategy}: nothing of the grant counts at the next request`, async (test) => {
    const store = await open();
    try {
      for (const ending of names) {
        await test.step(ending, () => checkEnding(strategy, store.adapter, ending));
      }
    } finally {
      await store.close();
    }
  });
}

const { memory, ...others } = LOCAL_STORES;

for (const strategy of STRATEGIES) register("memory", strategy, memory!, () => isChosen(0, 1));

let place = 0;
for (const strategy of STRATEGIES) {
  for (const [name, open] of Object.entries(others)) {
    const from = place++;
    register(name, strategy, open, (number) => isChosen(number + from, STRIDES[name]!));
  }
}

withPostgres("endings on PostgreSQL", (server) => {
  for (const strategy of STRATEGIES) {
    const from = place++;
    const runs = (number: number) => isChosen(number + from, 8);
    register("PostgreSQL", strategy, postgresStore(server), runs);
  }
});

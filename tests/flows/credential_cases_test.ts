/**
 * The table of credentials: seven kinds in fourteen states. `tests/tools/credential_cases.ts` prints
 * it, beside that of Better Auth.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { withPostgres } from "../adapters/_postgres.ts";
import { isChosen } from "../_stride.ts";
import { createCredentialApp } from "./_credential_app.ts";
import { CELLS, CREDENTIALS, STATES } from "./_credential_cases.ts";
import { checkCell } from "./_credential_checks.ts";
import { createCredentialSite } from "./_credential_own_site.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "./_factor_stores.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

/** One of so many cells runs on each further store and strategy. */
const STRIDE = 8;

Deno.test("credentials: the table has 98 cells, 88 of which refuse", () => {
  assertEquals([Object.keys(CREDENTIALS).length, Object.keys(STATES).length], [7, 14]);
  assertEquals(CELLS.length, 98);
  assertEquals(CELLS.filter(({ isRefused }) => isRefused).length, 88);
  assertEquals(CELLS.filter(({ isRefused }) => !isRefused).length, 10);
  assertEquals(new Set(CELLS.map(({ sentence }) => sentence)).size, CELLS.length);
});

function register(
  name: string,
  strategy: Strategy,
  open: OpenDumpStore,
  runs: (number: number) => boolean,
): void {
  const cells = CELLS.filter((_cell, number) => runs(number));
  if (cells.length === 0) return;
  Deno.test(`credentials, ${name}, ${strategy}: each in each state`, async (test) => {
    const store = await open();
    const app = createCredentialApp(strategy, store.adapter);
    const site = createCredentialSite(app, () => store.close());
    try {
      for (const cell of cells) {
        await test.step(
          `${STATES[cell.state]}: ${cell.sentence}`,
          async () => await checkCell(app, site, cell, strategy),
        );
      }
    } finally {
      await site.close();
    }
  });
}

const { memory, ...others } = LOCAL_STORES;

for (const strategy of STRATEGIES) register("memory", strategy, memory!, () => isChosen(0, 1));

let place = 0;
for (const strategy of STRATEGIES) {
  for (const [name, open] of Object.entries(others)) {
    const from = place++;
    register(name, strategy, open, (number) => isChosen(number + from, STRIDE));
  }
}

withPostgres("credentials on PostgreSQL", (server) => {
  for (const strategy of STRATEGIES) {
    const from = place++;
    const runs = (number: number) => isChosen(number + from, STRIDE);
    register("PostgreSQL", strategy, postgresStore(server), runs);
  }
});

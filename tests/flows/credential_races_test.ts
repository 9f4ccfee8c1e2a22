/**
 * A key or a session without cookies that is made while its user is suspended or deleted never opens
 * anything. `tests/tools/credential_races.ts` prints the counts.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { isChosen } from "../_stride.ts";
import { createRace, raceWithEnds } from "./_credential_races.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "./_factor_stores.ts";
import { shuffled } from "./_shuffled_store.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

/** Rounds on each store and strategy. */
const ROUNDS = isChosen(1, 2) ? 500 : 20;

/** Errors of a sign-in whose user ends meanwhile. */
const EXPECTED = /^The user is suspended, or was deleted$|no user has this id$/;

function register(name: string, strategy: Strategy, open: OpenDumpStore): void {
  Deno.test(`credential races, ${name}, ${strategy}: none opens after the end of its user`, async () => {
    const store = await open();
    try {
      // The calls of memory end in another order each time; those of the others do by themselves.
      const records = name === "memory" ? shuffled(store.adapter.records) : undefined;
      const race = createRace(strategy, store.adapter, records);
      const { written, refused, ...bad } = await raceWithEnds(race, ROUNDS);
      assertEquals(bad, { rounds: ROUNDS, opened: 0, refreshed: 0, left: 0 });
      // Races that one side always wins are none.
      assert(written > 0 && refused > 0, `${written} written, ${refused} refused`);
      const messages = race.app.errors.map(({ message }) => message);
      assertEquals(messages.filter((message) => !EXPECTED.test(message)), []);
    } finally {
      await store.close();
    }
  });
}

for (const strategy of STRATEGIES) {
  for (const [name, open] of Object.entries(LOCAL_STORES)) register(name, strategy, open);
}

withPostgres("credential races on PostgreSQL", (server) => {
  for (const strategy of STRATEGIES) register("PostgreSQL", strategy, postgresStore(server));
});

Deno.test("credential races: without an end, everything that is made opens", async () => {
  const race = createRace("jwt", MemoryAdapter());
  const nothing = () => Promise.resolve();
  // A control: the count of what opens can be other than none.
  const users = { ...race.app.auth.users, suspend: nothing, delete: nothing, resume: nothing };
  const app = { ...race.app, auth: { ...race.app.auth, users } } as typeof race.app;
  const counts = await raceWithEnds({ ...race, app }, 4);
  assertEquals([counts.written, counts.refused], [8, 0]);
  assertEquals([counts.opened > 0, counts.refreshed > 0, counts.left > 0], [true, true, true]);
});

/**
 * Prints the counts of the races of credentials with the end of their users, on every store; exits
 * with 1 when a credential opens something afterwards.
 *
 *     deno run -A tests/tools/credential_races.ts [--rounds=500] [--store=memory]
 *
 * @module
 */

import { createRace, type RaceCounts, raceWithEnds } from "../flows/_credential_races.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../flows/_factor_stores.ts";
import { shuffled } from "../flows/_shuffled_store.ts";
import { STRATEGIES } from "../flows/_strategies.ts";
import { findPostgres, startPostgres } from "../_postgres.ts";

if (import.meta.main) {
  const valueOf = (name: string) =>
    Deno.args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const rounds = Number(valueOf("rounds") ?? 500);
  const only = valueOf("store") ?? "";
  await using server = findPostgres() ? await startPostgres() : undefined;
  const stores: Record<string, OpenDumpStore> = {
    ...LOCAL_STORES,
    ...server ? { PostgreSQL: postgresStore(() => server) } : {},
  };
  console.log("Each round: a key and a session without cookies are made while their user is");
  console.log("suspended or deleted; two hours later, both are presented.\n");
  const columns = ["written", "refused", "opened", "refreshed", "left"] as const;
  console.log(`| Store | Sessions | rounds | ${columns.join(" | ")} |`);
  console.log(`| --- | --- |${" ---: |".repeat(columns.length + 1)}`);
  let bad = 0;
  for (const [name, open] of Object.entries(stores)) {
    if (!name.includes(only)) continue;
    for (const strategy of STRATEGIES) {
      const store = await open();
      // The calls of memory end in another order each time; those of the others do by themselves.
      const records = name === "memory" ? shuffled(store.adapter.records) : undefined;
      const counts: RaceCounts = await raceWithEnds(
        createRace(strategy, store.adapter, records),
        rounds,
      );
      await store.close();
      bad += counts.opened + counts.refreshed + counts.left;
      const cells = columns.map((column) => counts[column]);
      console.log(`| ${name} | ${strategy} | ${rounds} | ${cells.join(" | ")} |`);
    }
  }
  if (bad > 0) Deno.exit(1);
}

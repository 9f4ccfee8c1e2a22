/**
 * Runs the races of credentials with the end of their users in a process of its own, and prints
 * whether one of them found something: `deno run -A tests/flows/_credential_race_mutant.ts jwt 200`.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { createRace, raceWithEnds } from "./_credential_races.ts";
import { shuffled } from "./_shuffled_store.ts";
import type { Strategy } from "./_strategies.ts";

const [strategy, rounds] = Deno.args as [Strategy, string];
const adapter = MemoryAdapter();
const race = createRace(strategy, adapter, shuffled(adapter.records));
const { opened, refreshed, left } = await raceWithEnds(race, Number(rounds));
console.log(JSON.stringify({ opened, refreshed, left }));

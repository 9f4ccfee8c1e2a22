/**
 * The guards of credentials: without one of them, the cells of the table that it carries fail, and so
 * do the races. Each runs on a copy of the sources, in a process of its own.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { isChosen } from "../_stride.ts";
import { CELLS } from "./_credential_cases.ts";
import {
  AUTHENTICATE_MUTATIONS,
  type CellMutation,
  MUTATIONS,
  RACE_MUTATIONS,
} from "./_credential_mutations.ts";
import { type Copy, copySources } from "./_mutants.ts";

/** One of so many guards is taken out by default. */
const STRIDE = 6;

/** Rounds of races. */
const ROUNDS = "60";

const nameOf = ({ state, credential }: { state: string; credential: string }) =>
  `${state} ${credential}`;

function failing({ fails }: CellMutation): string[] {
  return Object.entries(fails).flatMap(([state, credentials]) =>
    credentials.map((credential) => nameOf({ state, credential }))
  );
}

let copy: Copy;
Deno.test.beforeAll(async () => void (copy = await copySources()));
Deno.test.afterAll(async () => await copy[Symbol.asyncDispose]());

Deno.test("credential guards: every cell of the table has a guard without which it fails", () => {
  const guarded = new Set(Object.values(MUTATIONS).flatMap(failing));
  assertEquals(CELLS.map(nameOf).filter((name) => !guarded.has(name)), []);
});

Deno.test("credential guards: nothing fails in the copy as it is", async () => {
  const cells = ["suspended cookie", "replayed dpop", "revoked org-key"];
  const module = "tests/flows/_credential_mutant.ts";
  assertEquals(await copy.run(undefined, module, ["jwt", ...cells]), []);
  assert(await copy.passes(undefined, "tests/flows/credential_door_test.ts"));
});

for (const [number, [name, mutation]] of Object.entries(MUTATIONS).entries()) {
  if (!isChosen(number, STRIDE)) continue;
  Deno.test(`credential guards: ${name}`, async () => {
    const cells = failing(mutation);
    const failed = await copy.run<string[]>(
      mutation,
      "tests/flows/_credential_mutant.ts",
      ["jwt", ...cells],
    );
    assertEquals(failed.toSorted(), cells.toSorted());
  });
}

for (const [number, [name, mutation]] of Object.entries(RACE_MUTATIONS).entries()) {
  if (!isChosen(number, STRIDE)) continue;
  Deno.test(`credential guards, races: ${name}`, async () => {
    const { opened, refreshed, left } = await copy.run<Record<string, number>>(
      mutation,
      "tests/flows/_credential_race_mutant.ts",
      ["jwt", ROUNDS],
    );
    assert(opened! + refreshed! + left! > 0);
  });
}

for (const [number, [name, mutation]] of Object.entries(AUTHENTICATE_MUTATIONS).entries()) {
  if (!isChosen(number, STRIDE)) continue;
  Deno.test(`credential guards, the door: ${name}`, async () => {
    assert(!await copy.passes(mutation, "tests/flows/credential_door_test.ts"));
  });
}

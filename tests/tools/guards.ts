/**
 * Runs the tests of API keys without one guard at a time, on a copy of the sources, and prints what
 * the tests do not see; exits with 1 then.
 *
 *     deno run -A tests/tools/guards.ts [word of a name]
 *
 * @module
 */

import { copySources } from "../flows/_mutants.ts";
import { GUARDS } from "../unit/capabilities/keys/_guards.ts";

const TESTS = "tests/unit/capabilities/keys";

/** Folders with helpers that these tests import. */
const HELPERS = ["tests/adapters", "tests/adapters/foreign", "tests/browser", "tests/unit/pages"];

const missed: string[] = [];
await using copy = await copySources([TESTS, ...HELPERS]);
const passed = new Map<string, boolean>();

/** Returns `true` for a file that passes with all guards: a failure without one says nothing else. */
async function passesWhole(path: string): Promise<boolean> {
  if (!passed.has(path)) passed.set(path, await copy.passes(undefined, path));
  return passed.get(path)!;
}

for (const { name, file, code, without, tests } of GUARDS) {
  if (!name.includes(Deno.args[0] ?? "")) continue;
  let isSeen = false;
  for (const test of tests.map((test) => `${TESTS}/${test}`)) {
    if (!await passesWhole(test)) throw new Error(`${test} fails with all guards`);
    isSeen = !await copy.passes({ file: `src/${file}`, guard: code, without }, test);
    if (isSeen) break;
  }
  if (!isSeen) missed.push(name);
  console.log(`${isSeen ? "seen" : "MISSED"}: ${name}`);
}
if (missed.length > 0) Deno.exit(1);

/**
 * Runs the tests of an area without one guard at a time, on a copy of the sources, and prints what
 * the tests do not see; exits with 1 then.
 *
 *     deno run -A tests/tools/guards.ts keys|oauth-server [word of a name]
 *
 * @module
 */

import { copySources } from "../flows/_mutants.ts";
import { GUARDS as OF_KEYS } from "../unit/capabilities/keys/_guards.ts";
import { GUARDS as OF_OAUTH_SERVER } from "../conformance/oauth_server/_guards.ts";

/** A guard, and the tests of which one must fail without it. */
interface Case {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly without: string;
  readonly tests: readonly (readonly [file: string, filter?: string])[];
}

const KEYS = "tests/unit/capabilities/keys";
const OAUTH_SERVER = ["tests/conformance/oauth_server", "tests/unit/capabilities/oauth_server"];

/** Folders with helpers that the tests import. */
const HELPERS = ["tests/adapters", "tests/adapters/foreign", "tests/browser", "tests/unit/pages"];

/** The guards of each area, and the folders of their tests. */
const AREAS: Readonly<Record<string, { folders: readonly string[]; cases: readonly Case[] }>> = {
  "keys": {
    folders: [KEYS],
    cases: OF_KEYS.map((guard) => ({
      ...guard,
      tests: guard.tests.map((test) => [`${KEYS}/${test}`] as const),
    })),
  },
  "oauth-server": {
    folders: OAUTH_SERVER,
    cases: OF_OAUTH_SERVER.map(({ test, ...guard }) => ({ ...guard, tests: [test] })),
  },
};

const [name = "", word = ""] = Deno.args;
const area = AREAS[name];
if (!area) {
  console.error(`Name an area: ${Object.keys(AREAS).join(", ")}`);
  Deno.exit(2);
}

const missed: string[] = [];
await using copy = await copySources([...new Set([...area.folders, ...HELPERS])]);
const passed = new Map<string, boolean>();

/** Returns `true` for tests that pass with all guards: a failure without one says nothing else. */
async function passesWhole(path: string, filter?: string): Promise<boolean> {
  const key = `${path} ${filter}`;
  if (!passed.has(key)) passed.set(key, await copy.passes(undefined, path, filter));
  return passed.get(key)!;
}

for (const { name, file, code, without, tests } of area.cases) {
  if (!name.includes(word)) continue;
  let isSeen = false;
  for (const [path, filter] of tests) {
    if (!await passesWhole(path, filter)) throw new Error(`${path} fails with all guards`);
    isSeen = !await copy.passes({ file: `src/${file}`, guard: code, without }, path, filter);
    if (isSeen) break;
  }
  if (!isSeen) missed.push(name);
  console.log(`${isSeen ? "seen" : "MISSED"}: ${name}`);
}
if (missed.length > 0) Deno.exit(1);

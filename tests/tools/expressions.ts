/**
 * Writes `tests/expressions.txt`: the regular expressions of the published files whose proof takes
 * long, once it has succeeded. The test of expressions repeats some of these proofs, and all others.
 *
 * @example
 * ```sh
 * deno run -A tests/tools/expressions.ts
 * ```
 *
 * @module
 */

import { faultOf, findExpressions } from "../unit/_expressions.ts";
import { readSources } from "../unit/_sources.ts";

/** Milliseconds of a proof that takes long. */
const LONG = 100;

const found = (await readSources()).flatMap(({ path, text }) => findExpressions(path, text));
const literals = new Set(found.filter(({ isMade }) => !isMade).map(({ text }) => text));
const long = [...literals].filter((text) => {
  const start = performance.now();
  return faultOf(text) === undefined && performance.now() - start > LONG;
});
await Deno.writeTextFile("tests/expressions.txt", long.toSorted().join("\n") + "\n");
console.log(`${long.length} of ${literals.size} expressions`);

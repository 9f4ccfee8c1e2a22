/**
 * Generated requests have the same verdict here and at `oidc-provider`, but for a list of explained
 * differences. `deno run -A tests/tools/oauth_differential.ts` sends more of them, and prints both.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { isChosen } from "../../_stride.ts";
import { runDifferential } from "./_differential_run.ts";

const COUNT = 1000;
const SEED = 1;

Deno.test("runDifferential: verdicts on generated requests differ only as explained", async () => {
  const numbers = Array.from({ length: COUNT }, (_, index) => index)
    .filter((number) => isChosen(number, 10));
  const { agreed, differing } = await runDifferential(numbers, SEED);
  assertEquals(
    differing.map(({ asked: { number, endpoint, changed }, ours, theirs }) =>
      `#${number} ${endpoint}: here ${ours}, there ${theirs}; changed: ${changed}`
    ),
    [],
  );
  // Most of them agree, so that the list does not explain everything away.
  assert(agreed > numbers.length * 0.7, `${agreed} of ${numbers.length} agree`);
});

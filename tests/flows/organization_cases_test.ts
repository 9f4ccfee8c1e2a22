/**
 * The 17 cases of organizations hold here. `tests/tools/organization_cases.ts` measures Better Auth
 * by the same scenarios.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { isChosen } from "../_stride.ts";
import { CASES } from "./_organization_cases.ts";
import { createNaiveSite } from "./_organization_naive_site.ts";
import { createOwnSite } from "./_organization_own_site.ts";
import { STRATEGIES } from "./_strategies.ts";

/** Rounds of each race; fewer than the command has. */
const ROUNDS = isChosen(1, 2) ? 25 : 10;

/** Rounds where every round has the same end. */
const FEW_ROUNDS = 3;

Deno.test("organizations: there are 17 cases, each with a sentence of its own", () => {
  assertEquals(CASES.length, 17);
  for (const member of ["id", "sentence"] as const) {
    assertEquals(new Set(CASES.map((one) => one[member])).size, CASES.length);
  }
});

for (const { id, measure } of CASES) {
  Deno.test(`organizations, ${id}: the case finds that its check is missing`, async () => {
    const whole = await measure(() => createNaiveSite(), FEW_ROUNDS);
    assert(whole.holds, whole.found);
    const without = await measure(() => createNaiveSite(id), FEW_ROUNDS);
    assert(!without.holds, without.found);
  });
}

for (const [number, { id, sentence, measure }] of CASES.entries()) {
  for (const [shift, strategy] of STRATEGIES.entries()) {
    if (!isChosen(number + shift, STRATEGIES.length)) continue;
    Deno.test(`organizations, ${id}, ${strategy}: ${sentence}`, async () => {
      const { holds, found } = await measure(
        (options) => createOwnSite(strategy, options),
        ROUNDS,
      );
      assert(holds, found);
    });
  }
}

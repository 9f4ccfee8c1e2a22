/**
 * Factors with the code that asks for them.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { factorEngine } from "../../symbols.ts";
import type { Factor } from "../../types/factor.ts";
import type { FactorEngineLoader } from "../../types/internal.ts";

const load: FactorEngineLoader = lazy(() => import("./engine.ts"));

/**
 * A factor of your own, with the code that asks for it at sign-ins and that manages it. An
 * app without factors loads none of that.
 *
 * @example
 * ```ts
 * import { defineFactor } from "@x/auth/factors";
 * import { assertEquals } from "@std/assert";
 *
 * const factor = defineFactor({
 *   id: "card",
 *   name: "Number on your card",
 *   methods: ["otp"],
 *   isTyped: true,
 *   enrol: () => ({ data: "0042" }),
 *   confirm: (_ctx, data, answer) => answer === data ? data : undefined,
 *   verify: ({ enrolments }, answer) => enrolments.some(({ data }) => data === answer),
 * });
 * assertEquals(factor.id, "card");
 * ```
 */
export function defineFactor(factor: Factor): Factor {
  const defined: Factor & { [factorEngine]: FactorEngineLoader } = {
    ...factor,
    [factorEngine]: load,
  };
  return defined;
}

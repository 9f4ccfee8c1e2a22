/**
 * Factors with the code that asks for them.
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import type { CapabilityCode, WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Factor } from "../../types/factor.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import { checkFactors, needsOfFactors, resolveFactors } from "./check.ts";

const code: CapabilityCode<ResolvedFactors> = {
  check: checkFactors,
  needs: needsOfFactors,
  protectsAccounts: true,
  resolve: resolveFactors,
  parts: { factors: lazy(() => import("./parts.ts")) },
  functions: {
    factors: withNames(
      () => import("./functions.ts"),
      "begin cancelReset confirm list pendingReset remove rename reset",
    ),
  },
  endpoints: [
    {
      kind: "ambient",
      path: "factor",
      methods: ["GET", "POST"],
      isCounted: true,
      refusal: "signin.refused",
      load: async () => (await import("./action.ts")).factor,
    },
    {
      kind: "ambient",
      path: "factors",
      refusal: "factor.refused",
      methods: ["GET", "POST"],
      load: async () => (await import("./manage_action.ts")).factors,
    },
  ],
};

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
  const defined: Factor & WithCode<typeof code> = { ...factor, [capability]: code };
  return defined;
}

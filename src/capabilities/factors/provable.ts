/**
 * Factors by which the user of a session can prove again who it is.
 *
 * @module
 */

import type { Factor } from "../../types/factor.ts";
import type { Enrolled, SignedIn } from "../../types/factor_task.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { Context } from "../../types/internal.ts";
import { addableFactors } from "./change.ts";
import { makeFactorContext, readEnrolled } from "./context.ts";
import { byPreference, isAsked } from "./second_factor_check.ts";
import type { Requirement } from "../../session/requirement.ts";
import { satisfies } from "../../core/step_up/providers.ts";

/**
 * Returns `true` when the user has enrolled a factor that gives the proof. Factors that stand in
 * for others are none by themselves, as at a sign-in, unless the requirement names methods.
 */
export async function canProveFactor(
  ctx: Context,
  current: SignedIn,
  requirement: Requirement,
): Promise<boolean> {
  const { factors } = ctx.config;
  const enrolled = await readEnrolled(ctx.config, current.user);
  if (!factors || !(requirement.methods || isAsked(factors, enrolled.enrolments))) return false;
  return (await provableFactors(ctx, current, enrolled, requirement)).length > 0;
}

/**
 * Returns `true` when the user has no second factor, and adding one gives the proof. A user who has
 * one must prove it first, so another one is no way out.
 */
export async function canAddFactor(
  ctx: Context,
  factors: ResolvedFactors,
  current: SignedIn,
  requirement: Requirement,
): Promise<boolean> {
  const enrolled = await readEnrolled(ctx.config, current.user);
  if (isAsked(factors, enrolled.enrolments)) return false;
  const addable = await addableFactors(ctx, factors, enrolled, current);
  return addable.some(({ methods }) => satisfies(current, { methods: [...methods] }, requirement));
}

/** The enrolled factors that give the proof, the preferred one first. */
export async function provableFactors(
  ctx: Context,
  current: Pick<SignedIn, "proof">,
  enrolled: Enrolled,
  requirement: Requirement,
): Promise<Factor[]> {
  const { factors } = ctx.config;
  if (!factors) return [];
  const provable: Factor[] = [];
  for (const factor of factors.byId.values()) {
    const context = makeFactorContext(ctx, enrolled, factor, "");
    if (
      context.enrolments.length === 0 ||
      !satisfies(current, { methods: [...factor.methods] }, requirement)
    ) {
      continue;
    }
    if (await factor.isUsable?.(context) ?? true) provable.push(factor);
  }
  return byPreference(provable, enrolled);
}

/**
 * Changes of a user's enrolled factors, and the rules that keep a user from being locked
 * out by one.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import { withLocks } from "../../records/lock.ts";
import type { Enrolment, Factor } from "../../types/factor.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { Context } from "../../types/internal.ts";
import { recordsOf } from "./attempt.ts";
import { makeFactorContext } from "./context.ts";
import {
  listEnrolments,
  lockOf,
  MAX_ENROLMENTS,
  removeEnrolment,
  renameEnrolment,
} from "./enrolments.ts";
import { findFirstMethods, findFirstProof } from "./first_proof.ts";
import { isAsked } from "./second_factor_check.ts";
import { isDistinctFactor } from "../../session/method_kinds.ts";
import type { Caller } from "../../mail/send_notice.ts";
import { notify } from "./notices.ts";
import { freshProof, type Requirement } from "../../session/requirement.ts";
import type { Enrolled, SignedIn } from "../../types/factor_task.ts";
import { forgetDevices } from "./trusted_device.ts";

/** Reason for which an enrolment cannot be removed. */
export type RefusalReason =
  /** It is the last one, and the policy asks for one. */
  | "required"
  /** None of the others counts in addition to the user's sign-in method. */
  | "locked-out";

/**
 * The proof that a change needs: a fresh one and, with an enrolled factor, one of two
 * factors, since a trusted device may have skipped the second one.
 */
export function makeRequirement(
  factors: ResolvedFactors,
  { enrolments }: Enrolled,
): Requirement {
  const methods = isAsked(factors, enrolments) ? { methods: ["mfa" as const] } : {};
  return { ...freshProof(factors), ...methods };
}

/**
 * The factors that a user can add: one that cannot be proven beside the first proof would
 * lock the user out.
 */
export async function addableFactors(
  ctx: Context,
  { byId }: ResolvedFactors,
  enrolled: Enrolled,
  signedIn: SignedIn,
): Promise<Factor[]> {
  const first = await findFirstMethods(ctx.config, signedIn);
  const { enrolments } = enrolled;
  if (!first || enrolments.length >= MAX_ENROLMENTS) return [];
  const addable: Factor[] = [];
  for (const factor of byId.values()) {
    // It stands in for another one, so there must be one.
    if (factor.isBackup && !isAsked({ byId }, enrolments)) continue;
    if (!isDistinctFactor(first, factor.methods)) continue;
    const context = makeFactorContext(ctx, enrolled, factor, "");
    if (await factor.isEnrollable?.(context) ?? true) addable.push(factor);
  }
  return addable;
}

/**
 * Removes an enrolment, unless an obstacle is found among those that would stay.
 *
 * @returns the obstacle, `"unknown"` when the user has no such enrolment, or `null` when
 * it was removed
 */
export async function removeUserFactor<Reason>(
  caller: Caller,
  { user }: Enrolled,
  id: string,
  find: (left: readonly Enrolment[]) => Promise<Reason | undefined>,
): Promise<Reason | "unknown" | null> {
  const { config } = caller;
  const records = recordsOf(config);
  const removed = await withLocks(records, [lockOf(user.id)], async () => {
    const known = await listEnrolments(records, user.id);
    const one = known.find((enrolment) => enrolment.id === id);
    if (!one) return { obstacle: "unknown" as const };
    const obstacle = await find(known.filter((enrolment) => enrolment !== one));
    if (obstacle !== undefined) return { obstacle };
    // The locks of two calls do not overlap, but a lock may expire.
    return await removeEnrolment(records, user.id, id) ? { one } : { obstacle: "unknown" as const };
  });
  if (!removed.one) return removed.obstacle;
  const { factor } = removed.one;
  await forgetDevices(config, user.id);
  await audit(caller, { name: "factor.removed", userId: user.id, factor });
  const known = config.factors?.byId.get(factor);
  await notify(caller, user, "removed", { factor: known ?? { id: factor, name: factor } });
  return null;
}

/** The obstacle to a removal, for the session of a user. */
export async function obstacleFor(
  { config }: Context,
  { byId, required }: ResolvedFactors,
  signedIn: SignedIn,
  left: readonly Enrolment[],
): Promise<RefusalReason | undefined> {
  if (isAsked({ byId }, left)) {
    const first = await findFirstMethods(config, signedIn) ?? [];
    const counts = ({ factor }: Enrolment) => {
      const known = byId.get(factor);
      return known !== undefined && !known.isBackup && isDistinctFactor(first, known.methods);
    };
    return left.some(counts) ? undefined : "locked-out";
  }
  if (!required) return undefined;
  const proof = await findFirstProof(config, signedIn);
  return !proof || await required(signedIn.user, proof) ? "required" : undefined;
}

/** Renames an enrolment; `false` when the user has no such one. */
export async function renameUserFactor(
  caller: Caller,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const records = recordsOf(caller.config);
  const one = (await listEnrolments(records, userId)).find((enrolment) => enrolment.id === id);
  if (!one || !await renameEnrolment(records, userId, id, name)) return false;
  await audit(caller, { name: "factor.renamed", userId, factor: one.factor });
  return true;
}

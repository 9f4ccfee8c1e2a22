/**
 * The second-factor check of the ending: is the proof so far enough to start a session? Every sign-in
 * passes it, whatever its provider.
 *
 * @module
 */

import { AccessDenied } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { carryTarget } from "../../request/callback_url.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { User } from "../../types/entities.ts";
import type { Enrolment, Factor } from "../../types/factor.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { Context } from "../../types/internal.ts";
import type { Redirect } from "../../types/identity.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import type { Enrolled, Pending } from "../../types/factor_task.ts";
import { beginAttempt } from "./attempt.ts";
import { makeFactorContext, readEnrolled } from "./context.ts";
import { isDistinctFactor, isMultiFactor } from "../../session/method_kinds.ts";
import type { Caller } from "../../mail/send_notice.ts";
import { applyDueReset } from "./reset.ts";
import { isTrusted } from "./trusted_device.ts";

/** Factors that a user can prove or enrol after a first proof. */
export interface Choice {
  /** Enrolled factors that the user can prove now, the preferred one first. */
  provable: readonly Factor[];
  /** Factors that a user without enrolments can enrol. */
  enrollable: readonly Factor[];
}

/**
 * Lets a sign-in pass, or makes it wait for a second proof.
 *
 * @returns the redirect to the page of the second factor; `undefined` when the proof is enough
 * @throws {AccessDenied} when the user has enrolled factors, and none of them counts beside
 * the first proof
 */
export async function checkSecondFactor(
  ctx: Context,
  factors: ResolvedFactors,
  pending: Pending,
): Promise<Redirect | undefined> {
  const { methods } = pending.proof;
  if (isMultiFactor(methods)) return undefined;
  const enrolled = await currentlyEnrolled(ctx, pending.user);
  if (!isAsked(factors, enrolled.enrolments) && !await isRequired(factors, pending)) {
    return undefined;
  }
  if (isAsked(factors, enrolled.enrolments) && await isTrusted(ctx, enrolled.user.id)) {
    return undefined;
  }
  const { provable, enrollable } = await makeChoice(ctx, factors, enrolled, methods, "");
  if (provable.length === 0 && enrollable.length === 0) {
    throw new AccessDenied(
      "Cannot sign in: none of the user's second factors counts beside this way to sign in",
      { cause: { methods: methods.join(", ") } },
    );
  }
  await beginAttempt(ctx, pending);
  await audit(ctx, { name: "signin.pending", userId: enrolled.user.id, proof: pending.proof });
  const query = { callbackUrl: carryTarget(ctx) };
  return { redirect: withQuery(actionUrl(ctx, "factor"), query) };
}

/** The enrolments of a user, after a reset whose time has come. */
export async function currentlyEnrolled(
  caller: Caller,
  user: User | AdapterUser,
): Promise<Enrolled> {
  const enrolled = await readEnrolled(caller.config, user);
  const isStale = enrolled.enrolments.length > 0 && await applyDueReset(caller, enrolled.user);
  return isStale ? await readEnrolled(caller.config, user) : enrolled;
}

/** Returns `true` for a user who has enrolled a factor that is no mere stand-in. */
export function isAsked(
  { byId }: Pick<ResolvedFactors, "byId">,
  enrolments: readonly Enrolment[],
): boolean {
  // One of a factor that is no longer configured counts too: fail closed.
  return enrolments.some(({ factor }) => !byId.get(factor)?.isBackup);
}

async function isRequired({ required }: ResolvedFactors, pending: Pending): Promise<boolean> {
  if (!required) return false;
  const { user, account, profile, proof: { methods } } = pending;
  return await required(user, { account, ...(profile ? { profile } : {}), methods });
}

/**
 * The factors that count beside the methods of the first proof.
 *
 * @param attempt id of the attempt
 */
export async function makeChoice(
  ctx: Context,
  { byId }: ResolvedFactors,
  enrolled: Enrolled,
  methods: readonly AuthenticationMethod[],
  attempt: string,
): Promise<Choice> {
  const provable: Factor[] = [];
  const enrollable: Factor[] = [];
  // A user who has a factor must prove it: else a stolen password could enrol another one.
  const isNew = !isAsked({ byId }, enrolled.enrolments);
  for (const factor of byId.values()) {
    if (!isDistinctFactor(methods, factor.methods)) continue;
    const context = makeFactorContext(ctx, enrolled, factor, attempt);
    if (context.enrolments.length > 0) {
      if (await factor.isUsable?.(context) ?? true) provable.push(factor);
    } else if (isNew && factor.confirm && !factor.isBackup) {
      if (await factor.isEnrollable?.(context) ?? true) enrollable.push(factor);
    }
  }
  return { provable: byPreference(provable, enrolled), enrollable };
}

/** Factors as they are offered: those that stand in for others last, else the last used first. */
export function byPreference(factors: readonly Factor[], { enrolments }: Enrolled): Factor[] {
  const usedAt = ({ id }: Factor) =>
    Math.max(0, ...enrolments.map((one) => one.factor === id ? one.usedAt?.valueOf() ?? 0 : 0));
  return factors.toSorted((a, b) =>
    Number(a.isBackup ?? false) - Number(b.isBackup ?? false) || usedAt(b) - usedAt(a)
  );
}

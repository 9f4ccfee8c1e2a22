/**
 * Enrolments that are not confirmed yet: sealed into the form that confirms them, so that the list
 * of a user has only confirmed ones. The page with that form finds the sealed text in the store, so
 * that a reload shows the same key again and sends no further email.
 *
 * @module
 */

import type { Seal } from "../../base/seals.ts";
import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import { AuthError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { withLocks } from "../../records/lock.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import type { Enrolling, Enrolment, Factor, FactorUser } from "../../types/factor.ts";
import type { Context } from "../../types/internal.ts";
import type { Json } from "../../types/records.ts";
import { recordsOf } from "./attempt.ts";
import { makeMemory } from "./context.ts";
import {
  addEnrolment,
  listEnrolments,
  lockOf,
  MAX_ENROLMENTS,
  newEnrolmentId,
  removeEnrolment,
} from "./enrolments.ts";
import type { Caller } from "../../mail/send_notice.ts";
import { notify } from "./notices.ts";
import { forgetDevices } from "./trusted_device.ts";

/** Purpose of the seal. */
const SEAL = { salt: "authjs.factor-enrolling", maxAge: ATTEMPT_MAX_AGE } as const satisfies Seal;

/** An enrolment that was opened. */
export interface OpenEnrolling {
  /** Id that it gets when it is confirmed, so that it is confirmed once. */
  id: string;
  /** The enrolment. */
  enrolling: Enrolling;
}

/** An enrolment whose answer was right. */
export interface Confirmed {
  /** Its id. */
  id: string;
  /** Its factor. */
  factor: Factor;
  /** Data for the store. */
  data: Json;
  /** Name that the user gave it. */
  name?: string | null;
  /** `true` for what is part of a sign-up, or comes with another factor, which has an email. */
  isPart?: boolean;
}

/**
 * Seals an enrolment into a form.
 *
 * @param attempt id of what the user is doing, to which it is bound
 */
export async function sealEnrolling(
  { config }: Context,
  attempt: string,
  { id: factor }: Factor,
  enrolling: Enrolling,
): Promise<string> {
  return await sealText(
    config.jwt.secret,
    SEAL,
    { id: newEnrolmentId(), enrolling },
    boundTo(attempt, factor),
  );
}

/** Opens an enrolment; `undefined` when it has expired or is not of this attempt. */
export async function openEnrolling(
  { config }: Context,
  attempt: string,
  { id: factor }: Factor,
  token: string,
): Promise<OpenEnrolling | undefined> {
  const { secret } = config.jwt;
  try {
    return await openText<OpenEnrolling>(secret, SEAL, token, boundTo(attempt, factor)) ??
      undefined;
  } catch {
    return undefined;
  }
}

/** An enrolment that waits for the answer that confirms it. */
export interface WaitingEnrolling {
  /** The enrolment. */
  enrolling: Enrolling;
  /** The same, sealed. */
  state: string;
}

/** Keeps a sealed enrolment for the page with its form, in place of an earlier one of the factor. */
export async function keepEnrolling(
  ctx: Context,
  user: FactorUser,
  attempt: string,
  factor: Factor,
  state: string,
): Promise<void> {
  await waiting(ctx, user, attempt, factor).remember(state);
}

/** The enrolment that waits; `undefined` when there is none, or it has expired. */
export async function waitingEnrolling(
  ctx: Context,
  user: FactorUser,
  attempt: string,
  factor: Factor,
): Promise<WaitingEnrolling | undefined> {
  const state = await waiting(ctx, user, attempt, factor).recall();
  if (typeof state !== "string") return undefined;
  const opened = await openEnrolling(ctx, attempt, factor, state);
  return opened && { enrolling: opened.enrolling, state };
}

/** Forgets an enrolment that waited, so that its page is not shown again. */
export async function forgetEnrolling(
  ctx: Context,
  user: FactorUser,
  attempt: string,
  factor: Factor,
): Promise<void> {
  await waiting(ctx, user, attempt, factor).useUp();
}

function waiting({ config }: Context, user: FactorUser, attempt: string, { id }: Factor) {
  return makeMemory(config, user, `${id} new ${attempt}`);
}

function boundTo(attempt: string, factor: string): string {
  return `${factor}.${attempt}`;
}

/** Stores the first enrolment of a user; `false` when another one was stored before. */
export async function enroll(
  caller: Caller,
  user: FactorUser,
  confirmed: Confirmed,
): Promise<boolean> {
  const { factors } = caller.config;
  return await enrolUnless(
    caller,
    user,
    confirmed,
    (known) => known.some(({ factor }) => !factors!.byId.get(factor)?.isBackup),
  );
}

/**
 * Stores a further enrolment, in place of the earlier ones of a factor that is single.
 *
 * @returns `false` when it was stored before
 */
export async function addFactor(
  caller: Caller,
  user: FactorUser,
  confirmed: Confirmed,
): Promise<boolean> {
  return await enrolUnless(caller, user, confirmed, () => false);
}

async function enrolUnless(
  caller: Caller,
  user: FactorUser,
  { id, factor, data, name = null, isPart = false }: Confirmed,
  isRefused: (known: readonly Enrolment[]) => boolean,
): Promise<boolean> {
  const { config } = caller;
  const records = recordsOf(config);
  const { id: userId } = user;
  const replaced = await withLocks(records, [lockOf(userId)], async () => {
    const known = await listEnrolments(records, userId);
    if (isRefused(known)) return undefined;
    const before = factor.isSingle ? known.filter((one) => one.factor === factor.id) : [];
    if (known.length - before.length >= MAX_ENROLMENTS) {
      throw new AuthError(
        `Cannot enrol a factor: the user has ${MAX_ENROLMENTS}; remove one first`,
      );
    }
    if (!await addEnrolment(records, userId, id, factor, data, name)) return undefined;
    for (const one of before) await removeEnrolment(records, userId, one.id);
    return before.length;
  });
  if (replaced === undefined) return false;
  await forgetDevices(config, userId);
  const event = replaced > 0 ? "replaced" : "added";
  await audit(caller, { name: `factor.${event}`, userId, factor: factor.id });
  if (!isPart) await notify(caller, user, event, { factor });
  return true;
}

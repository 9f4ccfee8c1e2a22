/**
 * New recovery codes on the way to their page, which shows them: in a sealed cookie of the browser
 * that made them, for ten minutes. So a reload shows the same codes, and the store has their hashes
 * only. The last step of the page deletes the cookie.
 *
 * @module
 */

import type { Walk } from "../../../pages/factor/step.ts";
import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { isDistinctFactor } from "../../session/method_kinds.ts";
import { open, seal, type SealedCookie } from "../../session/sealed_cookie.ts";
import type { Factor } from "../../types/factor.ts";
import type { Enrolled } from "../../types/factor_task.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { Context } from "../../types/internal.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import { makeFactorContext } from "./context.ts";
import { addFactor } from "./enrolling.ts";
import { newEnrolmentId } from "./enrolments.ts";

/** Beside the cookie of a sign-in that waits; a seal for one cannot be opened as the other. */
const COOKIE = {
  key: "factorAttempt",
  salt: "authjs.factor-codes",
  maxAge: ATTEMPT_MAX_AGE,
} as const satisfies SealedCookie;
const SUFFIX = "codes";

/** New codes, and where their page leads. */
export interface NewCodes {
  /** The codes. */
  codes: readonly string[];
  /** Number of steps of the set-up that they end; absent outside of one. */
  steps?: number | undefined;
  /** URL that follows. */
  next: string;
}

/** Place of the page that confirms a factor among the steps of its set-up. */
export function placeConfirmation(hasChoice: boolean, hasCodes: boolean): Walk {
  const at = hasChoice ? 2 : 1;
  return { at, steps: hasCodes ? at + 1 : at };
}

/** Keeps new codes for their page, and returns its URL. */
export async function storeCodes(ctx: Context, userId: string, stored: NewCodes): Promise<string> {
  await seal(ctx, COOKIE, SUFFIX, { ...stored, userId });
  return withQuery(actionUrl(ctx, "factors"), { step: "codes" });
}

/** The new codes of a user in this browser, and when they were made; `undefined` without any. */
export async function readStoredCodes(
  ctx: Context,
  userId: string,
): Promise<NewCodes & { madeAt: Date } | undefined> {
  const stored = await open<NewCodes & { userId: string }>(ctx, COOKIE, SUFFIX);
  return stored?.userId === userId
    ? { ...stored, madeAt: new Date(stored.startedAtMs) }
    : undefined;
}

/** Forgets the codes, once they are saved. */
export function forgetCodes({ cookies }: Context): void {
  cookies.delete(COOKIE.key, SUFFIX);
}

/**
 * The factor whose codes belong to a set-up: one that stands in for others and needs no answer, and
 * that the user does not have.
 *
 * @param methods those of the first proof
 */
export function missingCodes(
  { byId }: ResolvedFactors,
  { enrolments }: Enrolled,
  methods: readonly AuthenticationMethod[],
): Factor | undefined {
  return [...byId.values()].find((factor) =>
    factor.isBackup && !factor.confirm && isDistinctFactor(methods, factor.methods) &&
    !enrolments.some((one) => one.factor === factor.id)
  );
}

/**
 * Makes the codes that end a set-up. Without them the factor works too, so a failure is logged, and
 * the list of factors advises to make some.
 *
 * @returns the URL that follows
 */
export async function addCodes(
  ctx: Context,
  enrolled: Enrolled,
  factor: Factor,
  { steps, next }: Omit<NewCodes, "codes">,
): Promise<string> {
  const { user } = enrolled;
  const id = newEnrolmentId();
  try {
    const { codes = [], data } = await factor.enrol(makeFactorContext(ctx, enrolled, factor, id));
    await addFactor(ctx, user, { id, factor, data, isPart: true });
    return await storeCodes(ctx, user.id, { codes, steps, next });
  } catch (error) {
    ctx.config.logger.error(error as Error);
    return next;
  }
}

/**
 * Proofs of factors. Guesses are counted per user, over all processes.
 *
 * @module
 */

import { WebAuthnVerificationError } from "../../errors.ts";
import { limitAttempts } from "../../limits/account.ts";
import type { Factor } from "../../types/factor.ts";
import type { Enrolled } from "../../types/factor_task.ts";
import type { Context } from "../../types/internal.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import { makeFactorContext } from "./context.ts";
import { notify } from "./notices.ts";

/** Wrong answers per user and hour, when the app sets no limit. */
const MAX_WRONG = 10;

/** Longest answer that is checked: the JSON of a ceremony is the longest. */
const MAX_ANSWER = 16_384;

/** Scope of the counts; no provider has this id. */
const SCOPE = "second factor";

/**
 * Checks an answer and uses it up.
 *
 * @param attempt id of what the user is doing
 * @returns the methods that were proven, or `null` for a wrong answer
 * @throws {TooManyRequests} when too many answers were wrong
 */
export async function prove(
  ctx: Context,
  enrolled: Enrolled,
  factor: Factor,
  attempt: string,
  answer: string,
): Promise<readonly AuthenticationMethod[] | null> {
  const proven = await limitAnswers(ctx, enrolled, async () => {
    if (answer.length > MAX_ANSWER) return null;
    const result = await factor.verify(makeFactorContext(ctx, enrolled, factor, attempt), answer);
    return result === true ? factor.methods : result || null;
  });
  if (proven && factor.isBackup) await notify(ctx, enrolled.user, "recovery-used");
  return proven;
}

/**
 * Runs a check, unless too many answers of the user were wrong. A refused passkey is a wrong
 * answer like any other, and the log says why it was refused.
 */
export async function limitAnswers<T>(
  ctx: Context,
  { user }: Enrolled,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const max = ctx.config.limits?.perAccount || MAX_WRONG;
  const message = "Too many wrong answers to a second factor (limits.perAccount)";
  return await limitAttempts(ctx, { scope: SCOPE, names: [user.id], max, message }, async () => {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof WebAuthnVerificationError)) throw error;
      ctx.config.logger.error(error);
      return null;
    }
  });
}

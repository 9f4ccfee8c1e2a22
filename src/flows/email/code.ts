/**
 * The code in the email, for users who read the email on another device. It is
 * typed in the browser that requested it, and is valid only there.
 *
 * The digits and the number of tries are sealed into that browser's cookie. A
 * cookie can be copied and sent again, so a count in the cookie alone limits
 * nothing: each try also removes a row from the store, and a wrong try creates
 * the next row and writes its token into the next cookie. Of parallel or
 * repeated tries, one removes the row; the others are not compared with the
 * code. An attacker therefore has {@linkcode MAX_TRIES} guesses per email, in the
 * browser that requested the email. The link stays valid after them: anybody can
 * request an email to an owner, and could otherwise end the links that the owner gets.
 *
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { randomDigits, randomHex } from "../../base/crypto/bytes.ts";
import { nowMs } from "../../base/time.ts";
import { readTypedCode } from "../../base/typed_code.ts";
import type { VerificationToken } from "../../types/adapter.ts";
import type { Context } from "../../types/internal.ts";
import type { EmailConfig } from "../../types/provider.ts";
import {
  type CodeState,
  deleteEmailAttempt,
  type EmailAttempt,
  type FoundAttempt,
  pendingAttempt,
  updateEmailAttempt,
} from "./attempt.ts";
import { useRow } from "./token.ts";

/** Number of wrong codes after which a code is no longer compared. */
export const MAX_TRIES = 6;

/** Seconds for which a code is valid. */
export const CODE_MAX_AGE = 15 * 60;

/** Creates a code; `undefined` when the provider sends none. */
export function createCode({ code }: EmailConfig): CodeState | undefined {
  if (!code) return;
  const length = code === true ? 8 : code;
  return { digits: randomDigits(length), tries: 0, ticket: randomHex(32) };
}

/** Row of the store that the next try removes. */
export function ticketRow(
  identifier: string,
  { ticket }: CodeState,
  expires: Date,
): VerificationToken {
  return { identifier, token: ticket, expires };
}

/** Number of further wrong codes that ends the code of an attempt; 0 without a code. */
export function triesLeft({ code, startedAtMs }: FoundAttempt["attempt"]): number {
  const isOver = startedAtMs + CODE_MAX_AGE * 1000 < nowMs();
  return code && !isOver ? MAX_TRIES - code.tries : 0;
}

/**
 * Compares a typed code.
 *
 * @returns the attempt, whose link is used up too; `undefined` when the code is wrong, or no code
 * can be typed in this browser any more, which the page says then
 */
export async function useCode(
  ctx: Context,
  provider: EmailConfig,
  typed: string,
  suffix: string | undefined,
): Promise<EmailAttempt | undefined> {
  const found = await pendingAttempt(ctx, provider, suffix);
  if (!found) return;
  const { attempt } = found;
  ctx.callbackUrl = attempt.callbackUrl;
  if (triesLeft(attempt) === 0) return;
  const { digits, ticket, tries } = attempt.code!;
  const digitsTyped = readTypedCode(typed, digits.length);
  if (digitsTyped === undefined) return;

  const { identifier, token } = attempt;
  const row = await useRow(ctx, identifier, ticket);
  // Another try removed the row, and its answer has the cookie for the next one.
  if (!row) return;
  if (isEqual(digitsTyped, digits)) {
    deleteEmailAttempt(ctx, found);
    // Without its row, the link in the same email was used.
    return await useRow(ctx, identifier, token) ? attempt : undefined;
  }
  let code: CodeState | undefined;
  if (tries + 1 < MAX_TRIES) {
    code = { digits, tries: tries + 1, ticket: randomHex(32) };
    await ctx.config.store!.createVerificationToken(ticketRow(identifier, code, row.expires));
  }
  await updateEmailAttempt(ctx, { ...found, attempt: { ...attempt, code } }, maxAgeOf(provider));
}

/** Seconds for which a link is valid. Default: 1 day. */
export function maxAgeOf({ maxAge = 24 * 60 * 60 }: EmailConfig): number {
  return maxAge;
}

/**
 * The code in the mail, for people who read it on another device: typed in the
 * browser that asked, and bound to it.
 *
 * The digits and the number of tries are sealed into that browser's cookie. A
 * cookie can be copied and sent again, so it alone could count nothing: each
 * try also takes a row out of the store, a wrong one puts the next row there
 * and into the next cookie. Of parallel or repeated tries one gets the row; the
 * others are not compared with the code at all. A stranger therefore has
 * {@linkcode MAX_TRIES} guesses per mail, in the browser that caused the mail.
 *
 * @module
 */

import { isEqual } from "../../crypto/hash.ts";
import { randomHex } from "../../crypto/random.ts";
import { Verification } from "../../errors.ts";
import type { VerificationToken } from "../../types/adapter.ts";
import type { Context } from "../../types/internal.ts";
import type { EmailConfig } from "../../types/provider.ts";
import {
  attemptOfCode,
  type CodeState,
  deleteEmailAttempt,
  type EmailAttempt,
  type FoundAttempt,
  updateEmailAttempt,
} from "./attempt.ts";
import { useRow } from "./token.ts";

/** Wrong codes that end an attempt. */
export const MAX_TRIES = 6;

/** Seconds a code can be typed. */
export const CODE_MAX_AGE = 15 * 60;

/** A fresh code, or nothing when the provider sends none. */
export function createCode({ code }: EmailConfig): CodeState | undefined {
  if (!code) return;
  const length = code === true ? 8 : code;
  return { digits: randomDigits(length), tries: 0, ticket: randomHex(32) };
}

/** The row that the next try takes. */
export function ticketRow(
  identifier: string,
  { ticket }: CodeState,
  expires: Date,
): VerificationToken {
  return { identifier, token: ticket, expires };
}

/** What a page that asks for the code needs to know. */
export interface PendingCode {
  /** Field `attempt` of its form. */
  attempt: string;
  /** Address the mail went to. */
  email: string;
  /** Wrong codes that may still be typed, the last of which ends the attempt. */
  triesLeft: number;
}

/** The newest code that this browser waits for. */
export async function pendingCode(
  ctx: Context,
  provider: EmailConfig,
): Promise<PendingCode | undefined> {
  const found = await attemptOfCode(ctx, provider);
  if (!found || isOver(found.attempt)) return;
  const { identifier, code } = found.attempt;
  return { attempt: found.suffix, email: identifier, triesLeft: MAX_TRIES - code!.tries };
}

function isOver({ startedAtMs }: FoundAttempt["attempt"]): boolean {
  return startedAtMs + CODE_MAX_AGE * 1000 < Date.now();
}

/**
 * Compares a typed code.
 *
 * @returns the attempt, whose link is used up too; `undefined` when the code is
 * wrong and another may be tried
 * @throws {Verification} when no code can be typed in this browser any more
 */
export async function useCode(
  ctx: Context,
  provider: EmailConfig,
  typed: string,
  suffix: string | undefined,
): Promise<EmailAttempt | undefined> {
  const found = await attemptOfCode(ctx, provider, suffix);
  if (!found) throw refuse(provider, "this browser waits for none");
  const { attempt } = found;
  if (isOver(attempt)) throw refuse(provider, "its time is over");
  const { digits, ticket, tries } = attempt.code!; // only attempts with a code are found
  const digitsTyped = typed.normalize("NFKC").replaceAll(/[\s-]/g, "");
  if (!/^\d{6,8}$/.test(digitsTyped) || digitsTyped.length !== digits.length) return;

  const { identifier, token } = attempt;
  const row = await useRow(ctx, identifier, ticket);
  // Another try has the row, and the cookie that goes with the next one.
  if (!row) return;
  if (isEqual(digitsTyped, digits)) {
    deleteEmailAttempt(ctx, found);
    if (await useRow(ctx, identifier, token)) return attempt;
    throw refuse(provider, "the link in the same mail was used");
  }
  if (tries + 1 >= MAX_TRIES) {
    deleteEmailAttempt(ctx, found);
    await useRow(ctx, identifier, token);
    throw refuse(provider, `${MAX_TRIES} codes were wrong`);
  }
  const code: CodeState = { digits, tries: tries + 1, ticket: randomHex(32) };
  await ctx.config.store!.createVerificationToken(ticketRow(identifier, code, row.expires));
  await updateEmailAttempt(ctx, { ...found, attempt: { ...attempt, code } }, maxAgeOf(provider));
}

/** Seconds a link works. Default: 1 day. */
export function maxAgeOf({ maxAge = 24 * 60 * 60 }: EmailConfig): number {
  return maxAge;
}

function refuse({ id }: EmailConfig, why: string): Verification {
  return new Verification(`Cannot use the code: ${why}`, { cause: { provider: id } });
}

/** Every sequence is equally likely: numbers past the last whole round are thrown away. */
function randomDigits(length: number): string {
  const range = 10 ** length;
  const limit = Math.floor(2 ** 32 / range) * range;
  const number = new Uint32Array(1);
  do crypto.getRandomValues(number); while (number[0]! >= limit);
  return String(number[0]! % range).padStart(length, "0");
}

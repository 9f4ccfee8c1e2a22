/**
 * One sealed cookie per request for a link: it marks the browser that asked,
 * so that the link signs in there at once and nowhere else without a question.
 *
 * The cookie's name ends in a digest of the token: `"authjs.email.<16 characters>"`.
 *
 * @module
 */

import type { Context } from "../../types/internal.ts";
import type { EmailConfig } from "../../types/provider.ts";
import {
  dropOldest,
  open,
  openAll,
  seal,
  type Sealed,
  type SealedCookie,
  suffixOf,
} from "../sealed.ts";

/** What the browser that asked remembers. */
export interface EmailAttempt {
  /** Provider that was asked; no other may use it. */
  provider: string;
  /** Address the mail went to. */
  identifier: string;
  /** Stored form of the link's token. */
  token: string;
  /** Where the browser goes afterwards. */
  callbackUrl: string;
  /** The code in the same mail, when the provider sends one. */
  code?: CodeState;
}

/** A code and how often it was tried. */
export interface CodeState {
  /** What the mail says. */
  digits: string;
  /** Wrong codes so far. */
  tries: number;
  /** Row in the store that the next try takes; whoever has it may try. */
  ticket: string;
}

/** Where an attempt is, and what it holds. */
export interface FoundAttempt {
  /** End of the cookie's name. */
  suffix: string;
  /** What was sealed. */
  attempt: Sealed<EmailAttempt>;
}

const COOKIE: SealedCookie = { key: "emailAttempt", salt: "authjs.email-attempt" };

/** Remembers a request for a link. */
export async function createEmailAttempt(
  ctx: Context,
  token: string,
  attempt: EmailAttempt,
  maxAge: number,
): Promise<void> {
  await dropOldest(ctx, COOKIE);
  await seal(ctx, COOKIE, await suffixOf(token), attempt, maxAge);
}

/** Replaces what is remembered; it ends when it would have ended. */
export async function updateEmailAttempt(
  ctx: Context,
  { suffix, attempt }: FoundAttempt,
  maxAge: number,
): Promise<void> {
  const age = Math.floor((Date.now() - attempt.startedAtMs) / 1000);
  await seal(ctx, COOKIE, suffix, attempt, Math.max(1, maxAge - age));
}

/** Forgets an attempt. */
export function deleteEmailAttempt(ctx: Context, { suffix }: { suffix: string }): void {
  ctx.cookies.delete(COOKIE.key, suffix);
}

/** The attempt of this browser that a link belongs to. */
export async function attemptOfLink(
  ctx: Context,
  provider: EmailConfig,
  token: string,
  email: string | undefined,
): Promise<FoundAttempt | undefined> {
  const suffix = await suffixOf(token);
  const attempt = await open<EmailAttempt>(ctx, COOKIE, suffix);
  if (attempt?.provider !== provider.id) return;
  if (email !== undefined && email !== attempt.identifier) return;
  return { suffix, attempt };
}

/**
 * The attempt of this browser that waits for a code.
 *
 * @param suffix the one a form names; without it the newest
 */
export async function attemptOfCode(
  ctx: Context,
  provider: EmailConfig,
  suffix?: string,
): Promise<FoundAttempt | undefined> {
  const found = suffix === undefined
    ? await openAll<EmailAttempt>(ctx, COOKIE)
    : [{ suffix, attempt: await open<EmailAttempt>(ctx, COOKIE, suffix) }];
  return found.find((one): one is FoundAttempt =>
    one.attempt?.provider === provider.id && one.attempt.code !== undefined
  );
}

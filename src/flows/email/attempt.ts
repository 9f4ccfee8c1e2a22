/**
 * One sealed cookie per request for a link. It marks the browser that requested
 * the link: there the link signs in at once, elsewhere only after a confirmation.
 *
 * The cookie's name ends in a digest of the token: `"authjs.email.<16 characters>"`.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import type { Context } from "../../types/internal.ts";
import type { TypedPendingPassword } from "../../types/password.ts";
import type { EmailPurpose } from "../../types/entities.ts";
import type { EmailConfig } from "../../types/provider.ts";
import {
  type CookieSeal,
  dropOldest,
  open,
  openAll,
  seal,
  type Sealed,
  suffixOf,
} from "../../session/sealed_cookie.ts";

/** Data in the cookie of the browser that requested the link. */
export interface EmailAttempt {
  /** Id of the provider; the attempt is valid for no other. */
  provider: string;
  /** Address the email went to. */
  identifier: string;
  /** Stored form of the link's token. */
  token: string;
  /** URL that the browser goes to after the sign-in. */
  callbackUrl: string;
  /** What the person asked for. Default: `"sign-in"` */
  purpose?: EmailPurpose;
  /** The code in the same email, when the provider sends one; absent after the last wrong try. */
  code?: CodeState | undefined;
  /** Password that was typed in this browser, and counts once the address is proven here. */
  kept?: TypedPendingPassword;
}

/** A code and the number of wrong tries. */
export interface CodeState {
  /** The digits in the email. */
  digits: string;
  /** Wrong codes so far. */
  tries: number;
  /** Token of the row in the store that the next try removes; without the row, no try. */
  ticket: string;
}

/** An attempt, and the cookie that holds it. */
export interface FoundAttempt {
  /** Suffix of the cookie's name. */
  suffix: string;
  /** Content of the cookie. */
  attempt: Sealed<EmailAttempt>;
}

const COOKIE = { key: "emailAttempt", salt: "authjs.email-attempt" } as const satisfies CookieSeal;

/** Stores a request for a link in a cookie. */
export async function createEmailAttempt(
  ctx: Context,
  token: string,
  attempt: EmailAttempt,
  maxAge: number,
): Promise<void> {
  await dropOldest(ctx, COOKIE);
  await seal(ctx, { ...COOKIE, maxAge }, await suffixOf(token), attempt);
}

/** Replaces the content of the cookie; its expiry stays the same. */
export async function updateEmailAttempt(
  ctx: Context,
  { suffix, attempt }: FoundAttempt,
  maxAge: number,
): Promise<void> {
  const age = Math.floor((nowMs() - attempt.startedAtMs) / 1000);
  await seal(ctx, { ...COOKIE, maxAge: Math.max(1, maxAge - age) }, suffix, attempt);
}

/** Deletes the cookie of an attempt. */
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
 * The attempt of this browser that waits for its link or code.
 *
 * @param suffix the one that the form sent; without it, the newest attempt is used
 */
export async function pendingAttempt(
  ctx: Context,
  provider: EmailConfig,
  suffix?: string,
): Promise<FoundAttempt | undefined> {
  const found = suffix === undefined
    ? await openAll<EmailAttempt>(ctx, COOKIE)
    : [{ suffix, attempt: await open<EmailAttempt>(ctx, COOKIE, suffix) }];
  return found.find((one): one is FoundAttempt => one.attempt?.provider === provider.id);
}

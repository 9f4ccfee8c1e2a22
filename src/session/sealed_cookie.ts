/**
 * Cookies that hold the data of one sign-in attempt: sealed for one purpose, at
 * most five at once in a browser, each name with a different suffix.
 *
 * @module
 */

import { sha256Base64url } from "../base/crypto/hash.ts";
import type { Salt, Seal } from "../base/seals.ts";
import { nowMs, secondsFromNow } from "../base/time.ts";
import { decode, encode } from "../jwt.ts";
import type { Context, CookieKey } from "../types/internal.ts";
import type { CookieAttributes } from "../types/options.ts";

/** Cookies of one kind: their name and the purpose of their seal. */
export interface CookieSeal {
  /** Key of the cookie's name and attributes. */
  readonly key: CookieKey;
  /** Purpose of the seal: a value sealed for another purpose cannot be opened. */
  readonly salt: Salt;
}

/** The same, with the seconds for which the seal and the cookie hold. */
export type SealedCookie = CookieSeal & Seal;

/** A sealed value with the start time of its attempt. */
export type Sealed<T> = T & {
  /** Start of the attempt, in milliseconds since the epoch. */
  startedAtMs: number;
};

/** Most attempts at once in a browser; a further one replaces the oldest. */
const MAX_ATTEMPTS = 5;

/** Cookie suffix for a text: the first 16 characters of its SHA-256 digest in base64url. */
export async function suffixOf(text: string): Promise<string> {
  return (await sha256Base64url(text)).slice(0, 16);
}

/** Seals a value into its cookie. */
export async function seal<T extends object>(
  ctx: Context,
  { key, salt, maxAge }: SealedCookie,
  suffix: string | undefined,
  value: T,
  attributes: CookieAttributes = {},
): Promise<void> {
  const token: Record<string, unknown> = { startedAtMs: nowMs(), ...value };
  const sealed = await encode({ token, secret: ctx.config.jwt.secret, salt, maxAge });
  const expires = secondsFromNow(maxAge);
  ctx.cookies.set(key, sealed, { expires, ...attributes }, suffix);
}

/** Opens the cookie with a suffix; `undefined` when it is absent or cannot be opened. */
export async function open<T>(
  ctx: Context,
  { key, salt }: CookieSeal,
  suffix: string | undefined,
): Promise<Sealed<T> | undefined> {
  for (const token of ctx.cookies.all(key, suffix)) {
    try {
      const value = await decode<Sealed<T>>({ token, secret: ctx.config.jwt.secret, salt });
      if (value) return value;
    } catch {
      // unreadable, expired or planted by an attacker: treated as absent
    }
  }
  return undefined;
}

/** Opens all cookies of a kind, newest first; those that cannot be opened come last. */
export async function openAll<T>(
  ctx: Context,
  cookie: CookieSeal,
): Promise<{ suffix: string; attempt?: Sealed<T> }[]> {
  const all = ctx.cookies.suffixes(cookie.key).map(async (suffix) => ({
    suffix,
    attempt: await open<T>(ctx, cookie, suffix),
  }));
  const startedAt = (attempt?: { startedAtMs: number }) => attempt?.startedAtMs ?? 0;
  // Browsers send older cookies first; the reversed order decides within one millisecond.
  return (await Promise.all(all)).reverse().sort((a, b) =>
    startedAt(b.attempt) - startedAt(a.attempt)
  );
}

/** Deletes the oldest cookies of a kind, so that one more fits. */
export async function dropOldest(ctx: Context, cookie: CookieSeal): Promise<void> {
  if (ctx.cookies.suffixes(cookie.key).length < MAX_ATTEMPTS) return;
  for (const { suffix } of (await openAll(ctx, cookie)).slice(MAX_ATTEMPTS - 1)) {
    ctx.cookies.delete(cookie.key, suffix);
  }
}

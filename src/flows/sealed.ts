/**
 * Cookies that remember something of one attempt: sealed for one purpose, at
 * most five at once in a browser, each under a suffix of its own.
 *
 * @module
 */

import { sha256Base64url } from "../crypto/hash.ts";
import { decode, encode } from "../jwt.ts";
import type { Context, CookieKey } from "../types/internal.ts";
import type { CookieAttributes } from "../types/options.ts";

/** Cookies of one kind: their name and the purpose of their seal. */
export interface SealedCookie {
  /** Cookie that holds them. */
  readonly key: CookieKey;
  /** Purpose of the seal: nothing sealed for another purpose opens. */
  readonly salt: string;
}

/** What was sealed, and when. */
export type Sealed<T> = T & {
  /** Milliseconds since the epoch. */
  startedAtMs: number;
};

/** Attempts that live at once in a browser; the oldest goes. */
const MAX_ATTEMPTS = 5;

/** Sixteen characters of a digest. */
export async function suffixOf(text: string): Promise<string> {
  return (await sha256Base64url(text)).slice(0, 16);
}

/**
 * Seals a value into its cookie.
 *
 * @param maxAge seconds
 */
export async function seal<T extends object>(
  ctx: Context,
  { key, salt }: SealedCookie,
  suffix: string | undefined,
  value: T,
  maxAge: number,
  attributes: CookieAttributes = {},
): Promise<void> {
  const token: Record<string, unknown> = { startedAtMs: Date.now(), ...value };
  const sealed = await encode({ token, secret: ctx.config.jwt.secret, salt, maxAge });
  const expires = new Date(Date.now() + maxAge * 1000);
  ctx.cookies.set(key, sealed, { expires, ...attributes }, suffix);
}

/** What is sealed under a suffix; `undefined` when it is absent or does not open. */
export async function open<T>(
  ctx: Context,
  { key, salt }: SealedCookie,
  suffix: string | undefined,
): Promise<Sealed<T> | undefined> {
  const token = ctx.cookies.get(key, suffix);
  try {
    return await decode<Sealed<T>>({ token, secret: ctx.config.jwt.secret, salt }) ?? undefined;
  } catch {
    return undefined; // unreadable, expired or planted: as if it were not there
  }
}

/** Newest first; what cannot be opened comes last. */
export async function openAll<T>(
  ctx: Context,
  cookie: SealedCookie,
): Promise<{ suffix: string; attempt?: Sealed<T> }[]> {
  const all = ctx.cookies.suffixes(cookie.key).map(async (suffix) => ({
    suffix,
    attempt: await open<T>(ctx, cookie, suffix),
  }));
  const startedAt = (attempt?: { startedAtMs: number }) => attempt?.startedAtMs ?? 0;
  // Browsers send older cookies first, which decides within a millisecond.
  return (await Promise.all(all)).reverse().sort((a, b) =>
    startedAt(b.attempt) - startedAt(a.attempt)
  );
}

/** Makes room for one more. */
export async function dropOldest(ctx: Context, cookie: SealedCookie): Promise<void> {
  if (ctx.cookies.suffixes(cookie.key).length < MAX_ATTEMPTS) return;
  for (const { suffix } of (await openAll(ctx, cookie)).slice(MAX_ATTEMPTS - 1)) {
    ctx.cookies.delete(cookie.key, suffix);
  }
}

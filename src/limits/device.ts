/**
 * The sealed cookie of a browser that has signed in: an id of its own, hashes of the accounts whose
 * credentials it has proven, and hashes of the users.
 *
 * @module
 */

import { randomBase64url } from "../base/crypto/bytes.ts";
import { shortHashText } from "../base/hashed.ts";
import { nowMs } from "../base/time.ts";
import { open, seal, type Sealed, type SealedCookie } from "../session/sealed_cookie.ts";
import type { Context, CookieJarInterface } from "../types/internal.ts";

/** A browser and its accounts. */
export interface Device {
  /** Random; stays the same, so that a new sign-in resets no count of the browser. */
  device: string;
  /** Keyed hashes, newest first. */
  accounts: string[];
  /** Hashes of users who have had a session here, newest first. */
  users?: string[];
}

/** It lives for 180 days. */
const COOKIE = {
  key: "knownDevice",
  salt: "authjs.known-device",
  maxAge: 15_552_000,
} as const satisfies SealedCookie;

/** Milliseconds after which a sign-in begins that lifetime anew: 30 days. */
const RENEWAL_MS = 30 * 24 * 60 * 60 * 1000;

/** Most accounts of a browser, and most users; a further one replaces the oldest. */
const MAX_ACCOUNTS = 10;

/** What a request has written: both parts of a sign-in write one cookie, and the first must stay. */
const written = new WeakMap<CookieJarInterface, Sealed<Device>>();

/** The browser of a request; `undefined` when it has no cookie. */
export async function openDevice(ctx: Context): Promise<Sealed<Device> | undefined> {
  return written.get(ctx.cookies) ?? await open<Device>(ctx, COOKIE, undefined);
}

/** Adds an account to the cookie. */
export async function rememberAccount(
  ctx: Context,
  known: Sealed<Device> | undefined,
  account: string,
): Promise<void> {
  if (isRecent(known) && known.accounts[0] === account) return;
  await write(ctx, known, { accounts: withFirst(account, known?.accounts) });
}

/**
 * Adds a user to the cookie.
 *
 * @returns `false` for a user who has had a session in this browser before
 */
export async function rememberUser(ctx: Context, userId: string): Promise<boolean> {
  const known = await openDevice(ctx);
  const user = await shortHashText("user of a device", userId);
  const isNew = !known?.users?.includes(user);
  if (isNew || !isRecent(known)) {
    await write(ctx, known, { users: withFirst(user, known?.users) });
  }
  return isNew;
}

function isRecent(known: Sealed<Device> | undefined): known is Sealed<Device> {
  return known !== undefined && nowMs() - known.startedAtMs < RENEWAL_MS;
}

function withFirst(first: string, before: readonly string[] = []): string[] {
  return [...new Set([first, ...before])].slice(0, MAX_ACCOUNTS);
}

async function write(
  ctx: Context,
  known: Sealed<Device> | undefined,
  changes: Partial<Device>,
): Promise<void> {
  const { device = randomBase64url(16), accounts = [], users = [] } = known ?? {};
  const next = { device, accounts, users, ...changes };
  await seal(ctx, COOKIE, undefined, next);
  written.set(ctx.cookies, { ...next, startedAtMs: nowMs() });
}

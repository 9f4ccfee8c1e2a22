/**
 * The sealed cookie of a browser that has signed in with credentials: an id of its own, and
 * hashes of the accounts.
 *
 * @module
 */

import { randomBase64url } from "../base/crypto/random.ts";
import { open, seal, type Sealed, type SealedCookie } from "../session/sealed_cookie.ts";
import type { Context } from "../types/internal.ts";

/** A browser and its accounts. */
export interface Device {
  /** Random; stays the same, so that a new sign-in resets no count of the browser. */
  device: string;
  /** Keyed hashes, newest first. */
  accounts: string[];
}

const COOKIE: SealedCookie = { key: "knownDevice", salt: "authjs.known-device" };

/** Lifetime of the cookie in seconds: 180 days. */
const MAX_AGE = 180 * 24 * 60 * 60;

/** Milliseconds after which a sign-in begins that lifetime anew: 30 days. */
const RENEWAL_MS = 30 * 24 * 60 * 60 * 1000;

/** Most accounts of a browser; a further one replaces the oldest. */
const MAX_ACCOUNTS = 10;

/** The browser of a request; `undefined` when it has no cookie. */
export async function openDevice(ctx: Context): Promise<Sealed<Device> | undefined> {
  return await open<Device>(ctx, COOKIE, undefined);
}

/** Adds an account to the cookie. */
export async function rememberAccount(
  ctx: Context,
  known: Sealed<Device> | undefined,
  account: string,
): Promise<void> {
  const isRecent = known && Date.now() - known.startedAtMs < RENEWAL_MS;
  if (isRecent && known.accounts[0] === account) return;
  const { device = randomBase64url(16), accounts: before = [] } = known ?? {};
  const all = [...new Set([account, ...before])].slice(0, MAX_ACCOUNTS);
  await seal(ctx, COOKIE, undefined, { device, accounts: all }, MAX_AGE);
}

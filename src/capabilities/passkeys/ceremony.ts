/**
 * One sealed cookie per passkey ceremony. It ties the answer to the browser, the
 * provider, the action and the user. Its name is
 * `"authjs.challenge.<16 characters of the challenge's digest>"`.
 *
 * A copy of a sealed cookie can be sent again, so an answer that verified is
 * also recorded as used: in the store of records, else in the memory of this
 * process.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges WebAuthn Level 3 §13.4.3}
 * @module
 */

import { usedMarks } from "../../records/used.ts";
import { sha256Base64url } from "../../base/crypto/hash.ts";
import { nowMs, secondsFromNow } from "../../base/time.ts";
import { InvalidCheck, ReplayedAnswer } from "../../errors.ts";
import type { Context } from "../../types/internal.ts";
import type { User } from "../../types/entities.ts";
import type { WebAuthnAction, WebAuthnConfig } from "../../types/webauthn.ts";
import {
  dropOldest,
  open,
  seal,
  type SealedCookie,
  suffixOf,
} from "../../session/sealed_cookie.ts";

/** Data of a ceremony. */
export interface Ceremony {
  /** Id of the provider; the answer is valid for no other. */
  provider: string;
  /** `register` makes a key, `authenticate` uses one. */
  action: WebAuthnAction;
  /** Base64url text that must come back signed. */
  challenge: string;
  /** Id of the user who was signed in: only keys of that user may be used or made. */
  userId?: string;
  /** The new user of a sign-up. */
  user?: User;
  /** `true` when the browser makes the key without asking the person. */
  isConditional?: true;
  /** 1 when the user of a sign-up exists; a digit, so that both cookies have the same length. */
  isTaken?: 0 | 1;
}

/** A token of another kind cannot be opened as a ceremony. The browser must answer within 15 minutes. */
const COOKIE = {
  key: "webauthnChallenge",
  salt: "authjs.ceremony",
  maxAge: 900,
} as const satisfies SealedCookie;

/** Most used answers that this process records; a further one replaces the oldest. */
const MAX_REMEMBERED = 10_000;

/** Used answers → epoch milliseconds of their expiry, for apps without records. */
const used = new Map<string, number>();

/** Seals a ceremony into its cookie. */
export async function createCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  await dropOldest(ctx, COOKIE);
  await seal(ctx, COOKIE, await suffixOf(ceremony.challenge), ceremony);
}

/**
 * Opens the ceremony that a challenge belongs to, and deletes its cookie,
 * whether or not the ceremony succeeds.
 *
 * @throws {InvalidCheck} when there is no such ceremony: this browser has no
 * cookie of it, it expired, or belongs to another provider or action
 */
export async function openCeremony(
  ctx: Context,
  provider: WebAuthnConfig,
  action: WebAuthnAction,
  challenge: string,
): Promise<Ceremony> {
  const suffix = await suffixOf(challenge);
  const ceremony = await open<Ceremony>(ctx, COOKIE, suffix);
  ctx.cookies.delete(COOKIE.key, suffix);
  if (!ceremony) {
    throw invalid(provider, "it is unknown to this browser, expired, or was used");
  }
  if (ceremony.provider !== provider.id) throw invalid(provider, "it belongs to another provider");
  if (ceremony.action !== action) throw invalid(provider, "it was for another action");
  return ceremony;
}

/**
 * Records an answer as used. Call it after all other checks of the answer, so
 * that invalid answers cannot fill the store.
 *
 * @throws {ReplayedAnswer} when the answer was used before
 */
export async function useCeremony(
  ctx: Context,
  provider: WebAuthnConfig,
  { challenge }: Ceremony,
): Promise<void> {
  const key = `passkey:${await sha256Base64url(challenge)}`;
  // Longer than the seal's lifetime by the clock tolerance of 60 seconds.
  const expires = secondsFromNow(COOKIE.maxAge + 60);
  if (await useOnce(ctx, key, expires)) return;
  throw invalid(provider, "its answer was used before", ReplayedAnswer);
}

/** Marks a value as used, over all processes where a store can; `true` for the first call. */
async function useOnce({ config }: Context, key: string, expires: Date): Promise<boolean> {
  const { records } = config;
  if (!records) return useHere(key, expires);
  return await usedMarks.add(records, key, { expires, data: null });
}

function useHere(key: string, expires: Date): boolean {
  // Entries are in the order of expiry, since all have the same lifetime.
  for (const [other, untilMs] of used) {
    if (untilMs > nowMs() && used.size < MAX_REMEMBERED) break;
    used.delete(other);
  }
  if (used.has(key)) return false;
  used.set(key, expires.valueOf());
  return true;
}

function invalid({ id }: WebAuthnConfig, message: string, Class = InvalidCheck): InvalidCheck {
  return new Class(`Cannot finish the passkey ceremony: ${message}`, {
    cause: { provider: id },
  });
}

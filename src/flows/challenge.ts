/**
 * One sealed cookie per passkey ceremony, holding everything that ties the
 * answer to the browser, the provider, the purpose and the person it was made
 * for: `"authjs.challenge.<16 characters of the challenge's digest>"`.
 *
 * A sealed cookie can be sent twice by whoever has a copy, so an answer that
 * verified is also used up where all requests can see it: in the store where
 * it can (`useOnce`), else in this process.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges WebAuthn Level 3 §13.4.3}
 * @module
 */

import { sha256Base64url } from "../crypto/hash.ts";
import { InvalidCheck } from "../errors.ts";
import type { Context } from "../types/internal.ts";
import type { User } from "../types/entities.ts";
import type { WebAuthnAction, WebAuthnConfig } from "../types/webauthn.ts";
import { type Drawer, dropOldest, open, seal, suffixOf } from "./sealed.ts";

/** What a ceremony remembers. */
export interface Ceremony {
  /** Provider that asked; no other may take the answer. */
  provider: string;
  /** Whether a key is made or used. */
  action: WebAuthnAction;
  /** Base64url text that must come back signed. */
  challenge: string;
  /** The user who was signed in: only that user's keys may answer, or be made. */
  userId?: string;
  /** The new user of a sign-up. */
  user?: User;
  /** 1 when the person of a sign-up is known; a digit, so that both cookies have one length. */
  isTaken?: 0 | 1;
}

/** No other kind of token opens as a ceremony. */
const DRAWER: Drawer = { key: "webauthnChallenge", salt: "authjs.ceremony" };

/** Seconds a person has to answer. */
const MAX_AGE = 15 * 60;

/** Answers that this process remembers; the oldest goes. */
const MAX_REMEMBERED = 10_000;

/** Used answers → epoch milliseconds of their expiry, for stores that cannot tell. */
const used = new Map<string, number>();

/** Seals a ceremony into its cookie. */
export async function createCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  await dropOldest(ctx, DRAWER);
  await seal(ctx, DRAWER, await suffixOf(ceremony.challenge), ceremony, MAX_AGE);
}

/**
 * Opens the ceremony that a challenge belongs to, and schedules the deletion
 * of its cookie whatever comes next.
 *
 * @throws {InvalidCheck} when there is no such ceremony: it is unknown to this
 * browser, expired, of another provider, or of the other action
 */
export async function openCeremony(
  ctx: Context,
  provider: WebAuthnConfig,
  action: WebAuthnAction,
  challenge: string,
): Promise<Ceremony> {
  const suffix = await suffixOf(challenge);
  const ceremony = await open<Ceremony>(ctx, DRAWER, suffix);
  ctx.cookies.delete(DRAWER.key, suffix);
  if (!ceremony) throw invalid(provider, "it is unknown to this browser, expired, or was used");
  if (ceremony.provider !== provider.id) throw invalid(provider, "it belongs to another provider");
  if (ceremony.action !== action) throw invalid(provider, "it was for another action");
  return ceremony;
}

/**
 * Uses an answer up. Call it once everything else about the answer is right,
 * so that strangers cannot fill the store.
 *
 * @throws {InvalidCheck} when the answer was used before
 */
export async function useCeremony(
  ctx: Context,
  provider: WebAuthnConfig,
  { challenge }: Ceremony,
): Promise<void> {
  const key = `passkey:${await sha256Base64url(challenge)}`;
  // Beyond the seal's lifetime by the tolerance of clocks.
  const expires = new Date(Date.now() + (MAX_AGE + 60) * 1000);
  const { store } = ctx.config;
  const isFirst = store?.useOnce ? await store.useOnce(key, expires) : useHere(key, expires);
  if (!isFirst) throw invalid(provider, "its answer was used before");
}

function useHere(key: string, expires: Date): boolean {
  // Oldest first, since all live equally long.
  for (const [other, untilMs] of used) {
    if (untilMs > Date.now() && used.size < MAX_REMEMBERED) break;
    used.delete(other);
  }
  if (used.has(key)) return false;
  used.set(key, expires.valueOf());
  return true;
}

function invalid({ id }: WebAuthnConfig, why: string): InvalidCheck {
  return new InvalidCheck(`Cannot finish the passkey ceremony: ${why}`, {
    cause: { provider: id },
  });
}

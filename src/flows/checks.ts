/**
 * One sealed cookie per sign-in attempt, holding everything that ties the
 * provider's answer to the browser, the provider and the moment that asked.
 *
 * The cookie's name ends in a digest of the `state` parameter, so attempts in
 * several tabs do not overwrite each other: `"authjs.state.<16 characters>"`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.7 RFC 9700 §4.7}
 * @module
 */

import { isEqual, sha256Base64url } from "../crypto/hash.ts";
import { InvalidCheck } from "../errors.ts";
import { decode, encode } from "../jwt.ts";
import type { CookieAttributes } from "../types/options.ts";
import type { Context, CookieKey, ResolvedOAuthProvider } from "../types/internal.ts";

/** What an attempt remembers. */
export interface Attempt {
  /** Provider that was asked; no other may answer. */
  provider: string;
  /** `state` parameter that was sent. */
  state?: string;
  /** PKCE code verifier. */
  verifier?: string;
  /** `nonce` parameter that was sent. */
  nonce?: string;
  /** OAuth 1.0: secret of the request token; the token itself is the `state`. */
  tokenSecret?: string;
  /** Where the browser goes afterwards. */
  callbackUrl: string;
}

/** What is in the seal beside the attempt itself. */
export interface Sealed {
  /** When it began, in epoch milliseconds. */
  startedAtMs: number;
}

/** Purpose of the seal: no other kind of token opens as an attempt. */
const SALT = "authjs.attempt";

/** Seconds a person has to come back. */
export const MAX_AGE: number = 15 * 60;

/** Attempts that live at once in a browser; the oldest goes. */
const MAX_ATTEMPTS = 5;

/** Cookie that carries the attempts of a provider, by its strongest check. */
function cookieKey({ checks }: ResolvedOAuthProvider): CookieKey {
  return checks.includes("state")
    ? "state"
    : checks.includes("pkce")
    ? "pkceCodeVerifier"
    : "nonce";
}

/** Seals an attempt into its cookie. */
export async function createAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  attempt: Attempt,
): Promise<void> {
  const key = cookieKey(provider);
  await dropOldest(ctx, key, SALT);
  const value = await encode({
    token: { ...attempt, startedAtMs: Date.now() } satisfies Attempt & Sealed,
    secret: ctx.config.jwt.secret,
    salt: SALT,
    maxAge: MAX_AGE,
  });
  // A form post from the provider's site carries no lax cookies.
  const crossSite: CookieAttributes = provider.formPost ? { sameSite: "none", secure: true } : {};
  const expires = new Date(Date.now() + MAX_AGE * 1000);
  ctx.cookies.set(key, value, { expires, ...crossSite }, await suffixOf(attempt.state));
}

/**
 * Opens the attempt that an answer belongs to, and schedules its deletion
 * whatever comes next.
 *
 * An answer without `state` belongs to the newest attempt, if the provider was
 * configured without the `state` check; an answer with a `state` only ever to
 * the attempt that sent it.
 *
 * @throws {InvalidCheck} when there is no such attempt: it is unknown to this
 * browser, expired, used, or of another provider
 */
export async function useAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  state: string | undefined,
): Promise<Attempt> {
  const key = cookieKey(provider);
  if (state === undefined && provider.checks.includes("state")) {
    throw invalid(provider, "the answer has no state");
  }
  const suffix = state === undefined && sendsState(provider)
    ? (await openAll<Attempt>(ctx, key, SALT)).find(({ attempt }) =>
      attempt?.provider === provider.id
    )?.suffix
    : await suffixOf(state);
  const attempt = await openAttempt<Attempt>(ctx, key, SALT, suffix);
  ctx.cookies.delete(key, suffix);
  if (!attempt) throw invalid(provider, "it is unknown to this browser, expired, or was used");
  if (attempt.provider !== provider.id) throw invalid(provider, "it belongs to another provider");
  if (state !== undefined && !isEqual(attempt.state ?? "", state)) {
    throw invalid(provider, "the state differs");
  }
  return attempt;
}

/** Whether a `state` goes out; only `checks: ["none"]` keeps it in. */
export function sendsState({ checks }: ResolvedOAuthProvider): boolean {
  return checks.some((check) => check !== "none");
}

function invalid({ id }: ResolvedOAuthProvider, why: string): InvalidCheck {
  return new InvalidCheck(`Cannot finish the sign-in attempt: ${why}`, { cause: { provider: id } });
}

/** Sixteen characters of a digest; none for attempts without a state. */
export async function suffixOf(state: string | undefined): Promise<string | undefined> {
  return state === undefined ? undefined : (await sha256Base64url(state)).slice(0, 16);
}

/** Opens one attempt of a purpose; `undefined` when there is none to open. */
export async function openAttempt<T>(
  ctx: Context,
  key: CookieKey,
  salt: string,
  suffix: string | undefined,
): Promise<T & Sealed | undefined> {
  const token = ctx.cookies.get(key, suffix);
  try {
    return await decode<T & Sealed>({ token, secret: ctx.config.jwt.secret, salt }) ?? undefined;
  } catch {
    return undefined; // unreadable, expired or planted: as if it were not there
  }
}

/** Newest first; what cannot be opened comes last. */
async function openAll<T>(ctx: Context, key: CookieKey, salt: string) {
  const all = ctx.cookies.suffixes(key).map(async (suffix) => ({
    suffix,
    attempt: await openAttempt<T>(ctx, key, salt, suffix),
  }));
  const startedAt = (attempt?: Sealed) => attempt?.startedAtMs ?? 0;
  // Browsers send older cookies first, which decides within a millisecond.
  return (await Promise.all(all)).reverse().sort((a, b) =>
    startedAt(b.attempt) - startedAt(a.attempt)
  );
}

/** Makes room for one more attempt. */
export async function dropOldest(ctx: Context, key: CookieKey, salt: string): Promise<void> {
  if (ctx.cookies.suffixes(key).length < MAX_ATTEMPTS) return;
  for (const { suffix } of (await openAll(ctx, key, salt)).slice(MAX_ATTEMPTS - 1)) {
    ctx.cookies.delete(key, suffix);
  }
}

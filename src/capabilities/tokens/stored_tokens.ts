/**
 * The tokens of an account, as they are kept: sealed with a key derived from the secret.
 *
 * @module
 */

import { TokenRefreshError } from "../../errors.ts";
import { withoutUndefined } from "../../base/objects.ts";
import type { Seal } from "../../base/seals.ts";
import { nowMs, preciseSeconds } from "../../base/time.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import type { Account, TokenSet } from "../../types/entities.ts";
import type { ResolvedConfig } from "../../types/internal.ts";

/** Stored tokens. */
export interface StoredTokens {
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
  /** Access token. */
  accessToken: string;
  /** Its type, in lower case. */
  tokenType: string;
  /** Instant at which it expires, in seconds since 1970; `null` when the provider does not say. */
  expiresAt: number | null;
  /** Granted scope. */
  scope?: string;
  /** Refresh token. */
  refreshToken?: string;
  /** ID tokens of the sessions at the provider, newest first. */
  idTokens: string[];
  /** Time of the last sign-in, in milliseconds since 1970. */
  signedInAt: number;
}

/** What is sealed outlives the token of a session that is used again and again: ten years. */
const SEAL = { salt: "authjs.provider-tokens", maxAge: 315_360_000 } as const satisfies Seal;

/** Most ID tokens of an account, and their length together: a record has 32 KiB. */
const MAX_ID_TOKENS = 5;
const MAX_ID_TOKEN_CHARACTERS = 8000;

/**
 * The tokens of an account; `undefined` when it has no access token. Stores have `null` for
 * members that are absent, and some have text for numbers.
 *
 * @param before the tokens that were kept: many providers send a refresh token only once
 */
export function toStoredTokens(account: Account, before?: StoredTokens): StoredTokens | undefined {
  const { provider, providerAccountId, access_token: accessToken } = account;
  if (typeof accessToken !== "string") return undefined;
  return withoutUndefined({
    provider,
    providerAccountId,
    accessToken,
    tokenType: account.token_type?.toLowerCase() ?? "bearer",
    expiresAt: Number(account.expires_at ?? 0) || null,
    scope: account.scope ?? undefined,
    refreshToken: account.refresh_token ?? before?.refreshToken,
    idTokens: withIdToken(before?.idTokens ?? [], account.id_token ?? undefined),
    signedInAt: nowMs(),
  });
}

/** The tokens after a refresh. What the answer leaves out is kept. */
export function refreshed(stored: StoredTokens, tokens: TokenSet): StoredTokens {
  return withoutUndefined({
    ...stored,
    // The protocol library demands it.
    accessToken: tokens.access_token!,
    tokenType: tokens.token_type ?? stored.tokenType,
    expiresAt: tokens.expires_at ?? null,
    scope: tokens.scope ?? stored.scope,
    refreshToken: tokens.refresh_token ?? stored.refreshToken,
    idTokens: withIdToken(stored.idTokens, tokens.id_token),
  });
}

/** Returns `true` when an access token is valid for a number of seconds from now. */
export function isValidFor({ expiresAt }: StoredTokens, seconds: number): boolean {
  // An unknown expiry cannot be near; Infinity demands a new token in any case.
  if (expiresAt === null) return seconds < Infinity;
  return expiresAt - preciseSeconds() > seconds;
}

/** Adds an ID token, in place of the one of the same session at the provider. */
function withIdToken(idTokens: readonly string[], idToken: string | undefined): string[] {
  if (idToken === undefined) return [...idTokens];
  const { sid } = claimsOf(idToken);
  const others = idTokens.filter((other) => claimsOf(other).sid !== sid);
  let characters = 0;
  return [idToken, ...others].slice(0, MAX_ID_TOKENS)
    .filter(({ length }) => (characters += length) <= MAX_ID_TOKEN_CHARACTERS);
}

/**
 * The ID token of a session.
 *
 * @param sid id of the session at the provider, as the proof has it; a provider that tells
 * none has one ID token
 */
export function findIdToken(
  { idTokens }: StoredTokens,
  sid: string | undefined,
): string | undefined {
  return idTokens.find((idToken) => claimsOf(idToken).sid === sid);
}

/** Subject of the newest ID token. */
export function subjectOf({ idTokens: [newest] }: StoredTokens): string | undefined {
  return newest === undefined ? undefined : claimsOf(newest).sub;
}

/** Claims of an ID token that was verified when it was received. */
function claimsOf(idToken: string): { sub?: string; sid?: string } {
  try {
    const payload = idToken.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { sub, sid } = JSON.parse(atob(payload));
    return {
      ...(typeof sub === "string" ? { sub } : {}),
      ...(typeof sid === "string" ? { sid } : {}),
    };
  } catch {
    return {}; // that of a plain OAuth provider is not validated, and can be anything
  }
}

/** Seals a value that contains tokens. */
export async function seal({ jwt: { secret } }: ResolvedConfig, value: object): Promise<string> {
  return await sealText(secret, SEAL, { value });
}

/**
 * Opens a sealed value.
 *
 * @throws {TokenRefreshError} when no configured secret has sealed it
 */
export async function open<T>({ jwt: { secret } }: ResolvedConfig, sealed: string): Promise<T> {
  try {
    return (await openText<{ value: T }>(secret, SEAL, sealed))!.value;
  } catch (error) {
    throw unusable(
      "none of the secrets sealed them; keep the old secret in the list, or let the user sign in " +
        "again",
      error as Error,
    );
  }
}

/** Error for tokens that only a new sign-in can replace. */
export function unusable(message: string, err?: Error): TokenRefreshError {
  const error = new TokenRefreshError(
    `Cannot use the tokens: ${message}`,
    err && { cause: { err } },
  );
  return Object.assign(error, { remedy: "sign-in" });
}

/**
 * Tokens → user and account.
 *
 * @module
 */

import type * as oauth from "oauth4webapi";
import { OAuthProfileParseError } from "../../errors.ts";
import type { Account, Profile, TokenSet, User } from "../../types/entities.ts";
import type { Context, Identity, ResolvedOAuthProvider } from "../../types/internal.ts";
import type { Exchanged } from "./exchange.ts";
import { readProfile } from "./userinfo.ts";

/** Absent members and objects as text: with these as ids, all people would share one account. */
const NO_ID = /^(undefined|null|NaN|\[object .*\])?$/;

/**
 * Reads the profile where the provider keeps it and maps it.
 *
 * @throws {OAuthProfileParseError} as {@linkcode toIdentity}
 */
export async function identify(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  as: oauth.AuthorizationServer,
  exchanged: Exchanged,
): Promise<Identity> {
  const tokens = withExpiry(exchanged.tokens);
  const profile = await readProfile(ctx, provider, as, { ...exchanged, tokens });
  return await toIdentity(provider, profile, tokens, exchanged.claims?.sub);
}

/**
 * Maps a profile to a user and an account.
 *
 * @param subject identifies the person when the `profile` callback does not
 * @throws {OAuthProfileParseError} when the `profile` callback throws, returns
 * no user, or returns an id that is neither text nor an integer
 */
export async function toIdentity(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
  subject?: string,
): Promise<Identity> {
  const refuse = (error: Error) =>
    new OAuthProfileParseError(error, { cause: { provider: provider.id } });
  let user: User;
  try {
    user = await provider.profile(profile, tokens);
  } catch (error) {
    throw refuse(error as Error);
  }
  if (!isRecord(user as unknown)) {
    throw refuse(new TypeError("Cannot tell who signed in: `profile` did not return a user"));
  }
  const providerAccountId = user.id ?? subject ?? crypto.randomUUID();
  const problem = problemOfId(providerAccountId, profile);
  if (problem) throw refuse(new TypeError(`Cannot tell who signed in: ${problem}`));
  const account: Account = {
    ...tokens,
    provider: provider.id,
    type: provider.type,
    providerAccountId: String(providerAccountId),
  };
  return {
    // The id of a person here is ours; the provider's is in the account.
    user: { ...user, id: crypto.randomUUID(), email: user.email?.toLowerCase() },
    account,
    profile,
  };
}

/** What is wrong with an id: it must belong to one person only. */
function problemOfId(id: unknown, profile: Profile): string | undefined {
  if (typeof id === "number" && !Number.isSafeInteger(id)) {
    return "the id that `profile` returned is not a safe integer; return it as text";
  }
  if (!["string", "number", "bigint"].includes(typeof id)) {
    return `the id that \`profile\` returned is of the type ${typeof id}; return text or an integer`;
  }
  if (NO_ID.test(String(id))) return "the profile has no id, or one that is an object";
  if (isRounded(String(id), profile)) return "the id is a number too large to be exact";
}

/**
 * Whether an id was a number beyond what JSON's reader keeps apart: it stands
 * for several people then. As text it looks like any other, so the profile is
 * searched for where it came from.
 */
function isRounded(id: string, profile: Profile): boolean {
  // The smallest such number is 2^53.
  if (!/^-?\d{16,}$|e\+|Infinity/.test(id)) return false;
  let isNumber = false;
  const open: unknown[] = [profile];
  while (open.length > 0) {
    const value = open.pop();
    if (value === id) return false; // the site wrote it as text, too
    if (typeof value === "number" && String(value) === id) {
      isNumber ||= !Number.isSafeInteger(value);
    } else if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) open.push(member);
    }
  }
  return isNumber;
}

function withExpiry(tokens: TokenSet): TokenSet {
  const lifetime = Number(tokens.expires_in);
  if (!lifetime) return tokens;
  return { ...tokens, expires_at: Math.floor(Date.now() / 1000) + lifetime };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

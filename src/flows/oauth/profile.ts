/**
 * Tokens → user and account.
 *
 * @module
 */

import type * as oauth from "oauth4webapi";
import { toNormalForm } from "../../base/address.ts";
import { warnOnce } from "../../hooks/logger.ts";
import { OAuthProfileParseError } from "../../errors.ts";
import { storablePicture } from "../../session/claims.ts";
import { isRecord } from "../../base/objects.ts";
import { nowSeconds } from "../../base/time.ts";
import type { Account, Profile, TokenSet, User } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";
import type { Identity } from "../../types/identity.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { Exchanged } from "./exchange.ts";
import { readProfile } from "./userinfo.ts";

/** Texts of absent members and objects: with such an id, all users would share one account. */
const NO_ID = /^(undefined|null|NaN|\[object .*\])?$/;

/**
 * Reads the profile and maps it to a user and an account.
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
  return await toIdentity(ctx, provider, profile, tokens, exchanged.claims?.sub);
}

/**
 * Maps a profile to a user and an account.
 *
 * @param subject id at the provider, for a `profile` callback that returns none
 * @throws {OAuthProfileParseError} when the `profile` callback throws, returns
 * no user, or returns an id that is neither text nor an integer
 */
export async function toIdentity(
  { config: { logger } }: Pick<Context, "config">,
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
    throw refuse(new TypeError("Cannot identify the user: `profile` did not return a user"));
  }
  const providerAccountId = user.id ?? subject ?? crypto.randomUUID();
  const text = errorOfId(providerAccountId, profile);
  if (text) throw refuse(new TypeError(`Cannot identify the user: ${text}`));
  const account: Account = {
    ...tokens,
    provider: provider.id,
    type: provider.type,
    providerAccountId: String(providerAccountId),
  };
  const warn = (member: string) =>
    warnOnce(logger, "member-too-large", `${member} (${provider.id})`);
  return {
    // The user gets an id of this app; the provider's id is in the account.
    user: {
      ...user,
      ...shown(user, warn),
      id: crypto.randomUUID(),
      email: typeof user.email === "string" ? toNormalForm(user.email.toLowerCase()) : undefined,
    },
    account: storableAccount(account, warn),
    profile,
    methods: ["fed"],
  };
}

/** Most characters of a name: the tables of Auth.js have as many. */
const MAX_NAME = 255;

/** Name and picture of a user, as they are kept. */
function shown(user: User, warn: (member: string) => void): Pick<User, "image" | "name"> {
  const { name, image } = user;
  const stored: Pick<User, "image" | "name"> = {};
  if (isRelayName(user)) stored.name = null;
  else if (typeof name === "string" && name.length > MAX_NAME) {
    stored.name = name.slice(0, MAX_NAME).toWellFormed();
    warn("name");
  }
  if ("image" in user) stored.image = storablePicture(image);
  if (image && stored.image === null) warn("image");
  return stored;
}

/**
 * Most characters of an account's members. Deno KV takes values of 64 KiB, and a user whose account
 * cannot be written could not sign in.
 */
const MAX_ACCOUNT = 48_000;

/** Tokens of an account, those first that can be left out with the least harm. */
const TOKENS = ["id_token", "access_token", "refresh_token"] as const;

/** The account without tokens that are too large to be stored: no sign-in needs them. */
function storableAccount(account: Account, warn: (member: string) => void): Account {
  let size = 0;
  for (const value of Object.values(account)) size += String(value).length;
  if (size <= MAX_ACCOUNT) return account;
  const stored = { ...account };
  for (const name of TOKENS) {
    if (size <= MAX_ACCOUNT) break;
    if (!stored[name]) continue;
    size -= stored[name].length;
    delete stored[name];
    warn(name);
  }
  return stored;
}

/** Hosts of addresses that a service makes up for a user, and forwards. */
const RELAYS = ["@privaterelay.appleid.com", "@users.noreply.github.com"];

/**
 * Returns `true` for the name of a user without one who is called by a relay address: brokers pass on
 * what Apple and GitHub give them.
 */
function isRelayName({ name, email }: User): boolean {
  if (typeof name !== "string" || name.toLowerCase() !== email?.toLowerCase()) return false;
  return RELAYS.some((host) => name.toLowerCase().endsWith(host));
}

/** Fault of an account id, which must belong to one user only; `undefined` when it has none. */
function errorOfId(id: unknown, profile: Profile): string | undefined {
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
 * `true` when an id was a number too large for `JSON.parse` to read exactly, so
 * that several users could get the same id. Its text looks like that of any
 * other id, so the profile is searched for the number.
 */
function isRounded(id: string, profile: Profile): boolean {
  // The smallest such number is 2^53.
  if (!/^-?\d{16,}$|e\+|Infinity/.test(id)) return false;
  let isNumber = false;
  const open: unknown[] = [profile];
  while (open.length > 0) {
    const value = open.pop();
    if (value === id) return false; // the site sent it as text, too
    if (typeof value === "number" && String(value) === id) {
      isNumber ||= !Number.isSafeInteger(value);
    } else if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) open.push(member);
    }
  }
  return isNumber;
}

/** The tokens with the instant of their expiry, when the provider sent their lifetime. */
export function withExpiry(tokens: TokenSet): TokenSet {
  const lifetime = Number(tokens.expires_in);
  if (!lifetime) return tokens;
  return { ...tokens, expires_at: nowSeconds() + lifetime };
}

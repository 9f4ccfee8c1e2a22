/**
 * Rows of Better Auth → what this library stores of them.
 *
 * @module
 */

import { parseAddress } from "../address.ts";
import { fromHex } from "../crypto/hex.ts";
import { withoutUndefined } from "../objects.ts";
import { toPhc } from "../passwords/phc.ts";
import type { AdapterAccount } from "../types/adapter.ts";
import type { TokenSet } from "../types/entities.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type {
  BetterAuthAccount,
  BetterAuthProblem,
  BetterAuthReason,
  BetterAuthRow,
  BetterAuthTime,
} from "./better_auth_types.ts";

/** An account before its user is stored. */
export type NewAccount =
  & Pick<AdapterAccount, "provider" | "providerAccountId" | "type">
  & TokenSet;

/** What is stored of a user. */
export interface Plan {
  /** Id in the rows. */
  readonly id: string;
  readonly name: string | undefined;
  readonly image: string | undefined;
  /** Absent when it was not proven, and accounts lead to the user. */
  readonly address: string | undefined;
  /** Time of the proof; `null` without one. */
  readonly emailVerified: Date | null;
  readonly accounts: readonly NewAccount[];
  /** PHC string of the password. */
  readonly hash: string | undefined;
  readonly isBanned: boolean;
}

/** What the rows before have used. */
export interface Seen {
  readonly addresses: Set<string>;
  readonly accounts: Set<string>;
}

/** Account of an address and a password. */
const CREDENTIAL = "credential";

/** Hashes of `scrypt` with N 16384, r 16 and p 1: the salt as hex, whose text was used, and the key. */
const HASH = /^([\da-f]{32}):([\da-f]{128})$/;

const encoder = new TextEncoder();

/**
 * Decides what is stored of a row.
 *
 * @param report receives what is left out
 * @returns `undefined` when there would be no way to sign in
 */
export function planOf(
  config: ResolvedConfig,
  renamed: Readonly<Record<string, string>>,
  { user, accounts: rows }: BetterAuthRow,
  seen: Seen,
  report: (problem: BetterAuthProblem) => void,
): Plan | undefined {
  const id = String(user.id);
  const found = (reason: BetterAuthReason, account?: BetterAuthAccount) =>
    report({ reason, userId: id, ...(account ? { accountId: String(account.id) } : {}) });
  const isBanned = isTrue(user.banned) && !isOver(user.banExpires);
  if (isBanned && !config.revocation) return void found("banned");

  const accounts: NewAccount[] = [];
  for (const row of rows) {
    if (row.providerId === CREDENTIAL) continue;
    const account = toAccount(config, renamed, row);
    if (!account) found("provider-unknown", row);
    else if (
      isSecond(seen.accounts, JSON.stringify([account.provider, account.providerAccountId]))
    ) {
      found("account-twice", row);
    } else accounts.push(account);
  }

  const written = addressOf(config, user.email, () => found("address-invalid"));
  if (written !== undefined && isSecond(seen.addresses, written)) {
    return void found("address-twice");
  }
  const isProven = isTrue(user.emailVerified);
  if (written !== undefined && !isProven) found("address-unproven");
  // Whoever has the accounts may have claimed the address of another person.
  const address = isProven || accounts.length === 0 ? written : undefined;
  if (address === undefined && accounts.length === 0) return void found("no-way-in");

  const credential = rows.find(({ providerId, password }) => providerId === CREDENTIAL && password);
  const fault = credential &&
    passwordFault(
      config,
      credential,
      isProven && address !== undefined,
      isTrue(user.twoFactorEnabled),
    );
  if (fault) found(fault, credential);
  return {
    id,
    name: user.name ?? undefined,
    image: user.image ?? undefined,
    address,
    emailVerified: address !== undefined && isProven
      ? toDate(user.updatedAt) ?? toDate(user.createdAt) ?? new Date()
      : null,
    accounts,
    hash: credential && !fault ? toHash(credential.password!) : undefined,
    isBanned,
  };
}

/** The reason for which a password is left out. */
function passwordFault(
  { passwords }: ResolvedConfig,
  { password }: BetterAuthAccount,
  isProven: boolean,
  hasSecondFactor: boolean,
): BetterAuthReason | undefined {
  if (!passwords) return "no-password-provider";
  // Without its address, a password would open the user of a person who never proved it.
  if (!isProven) return "password-unproven";
  // Alone, it would open more than it did before.
  if (hasSecondFactor) return "second-factor";
  return toHash(password!) === undefined ? "hash-unknown" : undefined;
}

/** The hash as this library writes it, so that it needs no `verify`. */
function toHash(password: string): string | undefined {
  const [, salt, key] = HASH.exec(password) ?? [];
  if (salt === undefined || key === undefined) return undefined;
  const parameters = { name: "scrypt", ln: 14, r: 16, p: 1 } as const;
  return toPhc({ ...parameters, salt: encoder.encode(salt), hash: fromHex(key) });
}

function toAccount(
  { providers }: ResolvedConfig,
  renamed: Readonly<Record<string, string>>,
  row: BetterAuthAccount,
): NewAccount | undefined {
  const { providerId, accountId, scope } = row;
  const provider = Object.hasOwn(renamed, providerId) ? renamed[providerId]! : providerId;
  const type = providers.get(provider)?.type;
  if ((type !== "oauth" && type !== "oidc") || !accountId) return undefined;
  const expires = toDate(row.accessTokenExpiresAt);
  return withoutUndefined({
    provider,
    providerAccountId: String(accountId),
    type,
    access_token: row.accessToken ?? undefined,
    refresh_token: row.refreshToken ?? undefined,
    id_token: row.idToken ?? undefined,
    expires_at: expires && Math.floor(expires.valueOf() / 1000),
    scope: scope?.replaceAll(",", " ") ?? undefined,
  });
}

/** The address as sign-ins by e-mail write it. */
function addressOf(
  { passwords }: ResolvedConfig,
  email: string | null | undefined,
  refuse: () => void,
): string | undefined {
  if (!email) return undefined;
  try {
    return parseAddress(email, passwords?.normalize);
  } catch {
    refuse();
  }
}

function isSecond(seen: Set<string>, value: string): boolean {
  if (seen.has(value)) return true;
  seen.add(value);
  return false;
}

/** Some databases keep numbers. */
function isTrue(value: boolean | number | null | undefined): boolean {
  return value === true || value === 1;
}

/** A ban without an expiry, or with one that cannot be read, is not over. */
function isOver(expires: BetterAuthTime): boolean {
  const date = toDate(expires);
  return date !== undefined && date.valueOf() <= Date.now();
}

function toDate(time: BetterAuthTime): Date | undefined {
  if (time === null || time === undefined) return undefined;
  const date = new Date(time);
  return Number.isNaN(date.valueOf()) ? undefined : date;
}

/**
 * Types of the import of users from Better Auth.
 *
 * @module
 */

import type { Awaitable } from "../types/entities.ts";

/** A time in a row: some databases keep text or milliseconds. */
export type BetterAuthTime = Date | string | number | null | undefined;

/** A row of the table `user`. Members that are not listed are left out. */
export interface BetterAuthUser {
  /** Id. */
  id: string | number;
  /** Name. */
  name?: string | null | undefined;
  /** Address. */
  email?: string | null | undefined;
  /** `true` when the address was proven. */
  emailVerified?: boolean | number | null | undefined;
  /** URL of a picture. */
  image?: string | null | undefined;
  /** Time at which the row was created. */
  createdAt?: BetterAuthTime;
  /** Time of the last change. */
  updatedAt?: BetterAuthTime;
  /** `true` for a user of the plugin `admin` who may not sign in. */
  banned?: boolean | number | null | undefined;
  /** End of the ban. */
  banExpires?: BetterAuthTime;
  /** `true` for a user who has a second factor of the plugin `twoFactor`. */
  twoFactorEnabled?: boolean | number | null | undefined;
}

/** A row of the table `account`. */
export interface BetterAuthAccount {
  /** Id of the row. */
  id: string | number;
  /** Provider; `credential` for a password. */
  providerId: string;
  /** Id of the user at the provider. */
  accountId: string;
  /** Hash of the password. */
  password?: string | null | undefined;
  /** Access token. */
  accessToken?: string | null | undefined;
  /** Refresh token. */
  refreshToken?: string | null | undefined;
  /** ID token. */
  idToken?: string | null | undefined;
  /** Expiry of the access token. */
  accessTokenExpiresAt?: BetterAuthTime;
  /** Scopes, separated by commas or spaces. */
  scope?: string | null | undefined;
}

/** A user with all accounts. */
export interface BetterAuthRow {
  /** The user. */
  user: BetterAuthUser;
  /** The accounts of the user. */
  accounts: readonly BetterAuthAccount[];
}

/** Options of {@linkcode importBetterAuth}. */
export interface BetterAuthOptions {
  /** `true` reads and reports, and writes nothing. Default `false`. */
  dryRun?: boolean | undefined;
  /** Ids of providers of this app by those of Better Auth, where they differ. */
  providers?: Readonly<Record<string, string>> | undefined;
  /** Called in each run for a user whose id in this app is another one than in the rows. */
  moved?: ((from: string, to: string) => Awaitable<void>) | undefined;
}

/**
 * Reason for which something was left out:
 *
 * - `account-taken`: accounts of the user belong to other users of the adapter; the user was
 *   left out
 * - `account-twice`: an account of another row is the same; the account was left out
 * - `address-invalid`: it is not a plain e-mail address; the address was left out
 * - `address-taken`: another user of the adapter has the address, and one of the two has not
 *   proven it; the user was left out
 * - `address-twice`: another row has the same address; the user was left out
 * - `address-unproven`: the address was not proven; with accounts, it was left out, and without,
 *   a link to the address opens the user
 * - `banned`: the app has no `session.revocation`, so users cannot be suspended; the user was left
 *   out
 * - `hash-unknown`: the hash is none of Better Auth's own; the password was left out
 * - `id-taken`: another user of the adapter has the id; the user was left out
 * - `no-password-provider`: the app has no `Password()`; the password was left out
 * - `no-way-in`: the user has neither an address nor an account; the user was left out
 * - `password-unproven`: the user has not proven the address, or has another one in this app; the
 *   password was left out
 * - `provider-unknown`: the app has no OAuth provider with the id; the account was left out
 * - `second-factor`: the password alone did not open the user; the password was left out
 */
export type BetterAuthReason =
  | "account-taken"
  | "account-twice"
  | "address-invalid"
  | "address-taken"
  | "address-twice"
  | "address-unproven"
  | "banned"
  | "hash-unknown"
  | "id-taken"
  | "no-password-provider"
  | "no-way-in"
  | "password-unproven"
  | "provider-unknown"
  | "second-factor";

/** Something that was left out. */
export interface BetterAuthProblem {
  /** The reason. */
  reason: BetterAuthReason;
  /** Id of the user's row. */
  userId: string;
  /** Id of the account's row, when the problem is about an account or a password. */
  accountId?: string;
}

/** Numbers of rows that were written, and of those that were there. */
export interface BetterAuthCounts {
  /** Rows that were written; in a dry run, those that would be. */
  written: number;
  /** Rows that were there. */
  known: number;
}

/** Result of {@linkcode importBetterAuth}. It holds no address and no secret. */
export interface BetterAuthReport {
  /** Users. */
  users: BetterAuthCounts;
  /** Accounts of OAuth providers. */
  accounts: BetterAuthCounts;
  /** Passwords. One that the user has changed here counts as known. */
  passwords: BetterAuthCounts;
  /** What was left out. */
  problems: BetterAuthProblem[];
}

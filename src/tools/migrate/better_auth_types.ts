/**
 * Types of the import of users from Better Auth.
 *
 * @module
 */

import type { Awaitable } from "../../types/entities.ts";

/** A time in a row: some databases keep text or milliseconds. Text without an offset is UTC. */
export type BetterAuthTime = Date | string | number | null | undefined;

/** A truth value in a row: some databases keep 0 and 1, and some dumps have text. */
export type BetterAuthFlag = boolean | number | string | null | undefined;

/**
 * A row of the table `user`. Names of columns may be in snake case, here and in the other tables.
 * Columns that are not listed are left out, see {@linkcode BetterAuthOptions.columns}.
 */
export interface BetterAuthUser {
  /** Id. */
  id: string | number;
  /** Name. */
  name?: string | null | undefined;
  /** Address. */
  email?: string | null | undefined;
  /** `true` when the address was proven. */
  emailVerified?: BetterAuthFlag;
  /** URL of a picture. */
  image?: string | null | undefined;
  /** Time at which the row was created. */
  createdAt?: BetterAuthTime;
  /** Time of the last change. */
  updatedAt?: BetterAuthTime;
  /** `true` for a user of the plugin `admin` who may not sign in. */
  banned?: BetterAuthFlag;
  /** End of the ban. */
  banExpires?: BetterAuthTime;
  /** `true` for a user who has a second factor of the plugin `twoFactor`. */
  twoFactorEnabled?: BetterAuthFlag;
  /** `true` for a visitor of the plugin `anonymous`. */
  isAnonymous?: BetterAuthFlag;
  /** User name of the plugin `username`. */
  username?: string | null | undefined;
  /** User name as it was typed. */
  displayUsername?: string | null | undefined;
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

/** A row of the table `passkey`. */
export interface BetterAuthPasskey {
  /** Id of the row. */
  id: string | number;
  /** Name that the user gave it. */
  name?: string | null | undefined;
  /** Public key, base64. */
  publicKey: string;
  /** Id of the key, base64url. */
  credentialID: string;
  /** Counter of its signatures. */
  counter?: number | string | null | undefined;
  /** `singleDevice` or `multiDevice`. */
  deviceType?: string | null | undefined;
  /** `true` when the key is backed up. */
  backedUp?: BetterAuthFlag;
  /** Transports, separated by commas. */
  transports?: string | null | undefined;
}

/** A row of the table `twoFactor`. */
export interface BetterAuthTwoFactor {
  /** Id of the row. */
  id: string | number;
  /** Secret of the authenticator app, sealed with the secret of Better Auth. */
  secret?: string | null | undefined;
  /** Backup codes, sealed with the secret of Better Auth, or a list as JSON. */
  backupCodes?: string | null | undefined;
  /** `false` for an authenticator app that was never confirmed. */
  verified?: BetterAuthFlag;
}

/** A row of the table `session`. */
export interface BetterAuthSession {
  /** Id of the row. */
  id: string | number;
  /** Token. */
  token: string;
  /** Expiry. */
  expiresAt: BetterAuthTime;
  /** Time at which it began. */
  createdAt?: BetterAuthTime;
  /** Id of an administrator who acts for the user. */
  impersonatedBy?: string | number | null | undefined;
}

/** A user with all that belongs to it. */
export interface BetterAuthRow {
  /** The user. */
  user: BetterAuthUser;
  /** The accounts of the user. */
  accounts: readonly BetterAuthAccount[];
  /** Passkeys of the user, from the plugin `passkey`. Default: none. */
  passkeys?: readonly BetterAuthPasskey[] | undefined;
  /** Second factors of the user, from the plugin `twoFactor`. Default: none. */
  twoFactors?: readonly BetterAuthTwoFactor[] | undefined;
  /** Sessions of the user. Default: none. */
  sessions?: readonly BetterAuthSession[] | undefined;
}

/**
 * Rows of the tables by their names, as a database returns them: `user`, `account`, `passkey`,
 * `twoFactor`, `session`, `organization`, `member`, `invitation` and `apikey`, also in snake case or
 * the plural. Other tables are left out, and the report counts their rows.
 */
export type BetterAuthTables = Readonly<Record<string, readonly object[] | null | undefined>>;

/** Users with all that belongs to them, and the tables of what belongs to no user alone. */
export type BetterAuthRows = BetterAuthRow[] & {
  /** The tables. */
  readonly tables: BetterAuthTables;
};

/** Options of {@linkcode importBetterAuth}. */
export interface BetterAuthOptions {
  /** `true` reads and reports, and writes nothing. Default `false`. */
  dryRun?: boolean | undefined;
  /**
   * Secret of Better Auth (`BETTER_AUTH_SECRET`), or several, the one that signs cookies first. It
   * opens secrets of second factors and sealed tokens, and is a part of session cookies. Without
   * it, second factors and sessions are left out. Default: none.
   */
  secret?: string | readonly string[] | undefined;
  /**
   * Ids of providers of this app by those of Better Auth, where they differ. Default: all are the
   * same.
   */
  providers?: Readonly<Record<string, string>> | undefined;
  /**
   * Names of columns of `user` that become members of the user. The adapter must have a place for
   * them; those of this library have one. Default: `username` and `displayUsername` with an
   * adapter of this library, otherwise none.
   */
  columns?: readonly string[] | undefined;
  /**
   * Names of roles of `defineAccess` by those of Better Auth, where they differ. Default: all are the
   * same.
   */
  roles?: Readonly<Record<string, string>> | undefined;
  /**
   * Called in each run for an organization, with its id in the rows and in this app. Default: none.
   */
  movedOrganization?: ((from: string, to: string) => Awaitable<void>) | undefined;
  /**
   * Called in each run for a user whose id in this app is another one than in the rows. Default:
   * none.
   */
  moved?: ((from: string, to: string) => Awaitable<void>) | undefined;
}

/**
 * Reason for which something was left out:
 *
 * - `account-taken`: accounts or passkeys of the user belong to other users of the adapter; the
 *   user was left out
 * - `account-twice`: an account or passkey of another row is the same; it was left out
 * - `address-invalid`: it is not a plain email address; the address was left out
 * - `address-taken`: another user of the adapter has the address, and one of the two has not
 *   proven it; the user was left out
 * - `address-twice`: another row has the same address; the user was left out
 * - `address-unproven`: the address was not proven, and no password shows that it is the user's;
 *   the address was left out, and the user signs in with an account or a passkey
 * - `anonymous`: a visitor of the plugin `anonymous`, who has no way to sign in; the user was
 *   left out
 * - `banned`: the app has no `session.revocation`, so users cannot be suspended; the user was left
 *   out
 * - `column`: it is not read; `rows` is the number of rows with a value
 * - `ended`: sessions that have expired, invitations that were answered or have expired, or API keys
 *   that are disabled or have expired; `rows` is their number
 * - `hash-unknown`: the hash is none of Better Auth's own; the password was left out
 * - `id-taken`: another user of the adapter has the id; the user was left out
 * - `invitation`: its organization, its role or the user who invited was left out, or the address is
 *   none; the invitation was left out
 * - `key`: its owner was left out, it has a hash of another kind, or a number of uses that remain; the
 *   API key was left out
 * - `key-scopes`: the app has not all of its permissions as scopes; these were left out
 * - `member-left-out`: the user was left out; so was the membership
 * - `no-keys`: the app has no `ApiKeys({ legacy: true })`; the rows were left out
 * - `no-organizations`: the app has no `Organizations()`, or its memberships are tables of its own; the
 *   rows were left out
 * - `organization-name`: its name cannot be used; the organization was left out
 * - `organization-ownerless`: none of its owners was moved; the organization was left out
 * - `organization-slug`: its slug cannot be used or is taken; it got another one
 * - `owner-later`: the organization was there, and its owners are changed here; the membership was left
 *   out
 * - `role-unknown`: the app has no such role; the membership was left out
 * - `table`: it is not read; `rows` is the number of its rows
 * - `no-passkey-provider`: the app has no passkey provider; the passkey was left out
 * - `no-password-provider`: the app has no `Password()`; the password was left out
 * - `no-way-in`: the user has neither an address, an account nor a passkey that can be moved; the
 *   user was left out
 * - `passkey-invalid`: the row has no key that can be read; the passkey was left out
 * - `password-unproven`: the user has another address in this app, or the address was not proven,
 *   and the app has no email provider or no `legacy: betterAuth()`, which keep the password until
 *   it is; the password was left out
 * - `provider-unknown`: the app has no OAuth provider with the id; the account was left out
 * - `recovery-codes`: the app has no `RecoveryCodes()`, or no secret opens the codes; the backup
 *   codes were left out
 * - `second-factor`: the second factor of the user is no authenticator app, the app has no
 *   `Totp()`, or no secret opens it; the factor was left out, and the password, which alone did
 *   not open the user
 * - `session`: somebody else acts in it, the app has no `legacy: betterAuth()`, no
 *   `session.revocation` for token sessions, the secret is missing, or nobody has proven that the
 *   address is the user's; the session was left out
 * - `user-name`: the adapter may have no column for it, see
 *   {@linkcode BetterAuthOptions.columns}; the user name was left out
 */
export type BetterAuthReason =
  | "account-taken"
  | "account-twice"
  | "address-invalid"
  | "address-taken"
  | "address-twice"
  | "address-unproven"
  | "anonymous"
  | "banned"
  | "column"
  | "ended"
  | "hash-unknown"
  | "id-taken"
  | "invitation"
  | "key"
  | "key-scopes"
  | "member-left-out"
  | "no-keys"
  | "no-organizations"
  | "no-passkey-provider"
  | "no-password-provider"
  | "no-way-in"
  | "organization-name"
  | "organization-ownerless"
  | "organization-slug"
  | "owner-later"
  | "passkey-invalid"
  | "password-unproven"
  | "provider-unknown"
  | "recovery-codes"
  | "role-unknown"
  | "second-factor"
  | "session"
  | "table"
  | "user-name";

/** Something that was left out. */
export interface BetterAuthProblem {
  /** The reason. */
  reason: BetterAuthReason;
  /** Id of the user's row, when the problem is about a user. */
  userId?: string;
  /** Id of the account's row, when the problem is about an account or a password. */
  accountId?: string;
  /** Name of the table, when the problem is about all of it, or about a column. */
  table?: string;
  /** Name of the column. */
  column?: string;
  /** Number of rows that the problem is about. */
  rows?: number;
  /** Id of the row of the organization, the membership, the invitation, the API key, the passkey, the second factor or the session that the problem is about. */
  rowId?: string;
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
  /**
   * Passwords of addresses that were not proven. Each counts once its user has typed it and
   * opened the link that is sent then.
   */
  keptPasswords: BetterAuthCounts;
  /** Passkeys. */
  passkeys: BetterAuthCounts;
  /** Second factors: authenticator apps. */
  secondFactors: BetterAuthCounts;
  /** Sets of backup codes. */
  recoveryCodes: BetterAuthCounts;
  /** Open sessions. Those that have expired are not counted. */
  sessions: BetterAuthCounts;
  /** Organizations. */
  organizations: BetterAuthCounts;
  /** Memberships. */
  members: BetterAuthCounts;
  /** Invitations that wait. */
  invitations: BetterAuthCounts;
  /** API keys that are enabled. */
  keys: BetterAuthCounts;
  /** What was left out. */
  problems: BetterAuthProblem[];
}

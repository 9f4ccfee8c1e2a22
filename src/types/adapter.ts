/**
 * The storage contract. Every method is optional; calling a missing one fails
 * with its name.
 *
 * @module
 */

import type {
  Account,
  Authenticator,
  Awaitable,
  ProviderType,
  TokenSet,
  User,
} from "./entities.ts";

/** A stored user. */
export interface AdapterUser extends User {
  /** Unique id. */
  id: string;
  /** Unique address; users without one have `null` or nothing here. */
  email: string;
  /** First successful e-mail sign-in; `null` before. */
  emailVerified: Date | null;
}

/** Kinds of accounts that are stored. */
export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">;

/** A stored account. */
export interface AdapterAccount extends Account {
  /** Owning user. */
  userId: string;
  /** Kind. */
  type: AdapterAccountType;
}

/** A stored session. */
export interface AdapterSession {
  /** Random value the session cookie holds. */
  sessionToken: string;
  /** Owning user. */
  userId: string;
  /** Absolute expiry. */
  expires: Date;
}

/** A stored one-time token. */
export interface VerificationToken {
  /** E-mail address. */
  identifier: string;
  /** Absolute expiry. */
  expires: Date;
  /** Hex SHA-256 of the token and the secret. */
  token: string;
}

/** A stored passkey. */
export interface AdapterAuthenticator extends Authenticator {
  /** Owning user. */
  userId: string;
}

/** Reads and writes the app's data store. */
export interface Adapter {
  /** Creates a user; the returned `id` is authoritative. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>;
  /** Finds a user by id. */
  getUser?(id: string): Awaitable<AdapterUser | null>;
  /** Finds a user by address. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>;
  /** Finds the owner of an account. */
  getUserByAccount?(
    account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  ): Awaitable<AdapterUser | null>;
  /** Merges members into a user. `email: null` takes the address away. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Awaitable<AdapterUser>;
  /** Removes a user with everything that belongs to it. */
  deleteUser?(userId: string): Awaitable<void | AdapterUser | null | undefined>;
  /** Stores an account. */
  linkAccount?(account: AdapterAccount): Awaitable<void | AdapterAccount | null | undefined>;
  /** Removes an account. */
  unlinkAccount?(
    account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  ): Awaitable<void | AdapterAccount | undefined>;
  /** Finds an account; `null` when there is none. */
  getAccount?(
    providerAccountId: AdapterAccount["providerAccountId"],
    provider: AdapterAccount["provider"],
  ): Awaitable<AdapterAccount | null>;
  /** Stores a session. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>;
  /** Finds a session and its user in one call. */
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ /** Session. */ session: AdapterSession; /** Owner. */ user: AdapterUser } | null>;
  /** Merges members into a session. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  ): Awaitable<AdapterSession | null | undefined>;
  /** Removes a session; returning it is preferred. */
  deleteSession?(sessionToken: string): Awaitable<void | AdapterSession | null | undefined>;
  /** Stores a one-time token. */
  createVerificationToken?(
    token: VerificationToken,
  ): Awaitable<VerificationToken | null | undefined>;
  /** Deletes and returns a one-time token in one step; `null` when there is none. */
  useVerificationToken?(
    params: { /** Address. */ identifier: string; /** Hashed token. */ token: string },
  ): Awaitable<VerificationToken | null>;
  /** Stores a passkey; throws on failure. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>;
  /** Finds a passkey; `null` when there is none. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>;
  /** Lists a user's passkeys; empty when there are none. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>;
  /** Stores a new counter; throws on failure. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<AdapterAuthenticator>;
}

/** What is known about a session beside who it belongs to; none of it opens the session. */
export interface SessionRecord {
  /** Handle: neither the session token nor made of it in a way that leads back. */
  id: string;
  /** Whose session it is. */
  userId: string;
  /** When it began. */
  createdAt: Date;
  /** When it was last seen, to about five minutes. */
  lastSeenAt: Date;
  /** When the record may be forgotten: some time after the session's own end. */
  expires: Date;
  /** `User-Agent` of the browser that began it, at most 256 characters. */
  device: string | null;
  /** Network address it was last seen at. */
  address: string | null;
}

/** Keeps session records, for `session.revocation`. */
export interface SessionRecordStore {
  /** Stores a record. */
  createSessionRecord(record: SessionRecord): Awaitable<void>;
  /** Finds a record; `null` when there is none. */
  getSessionRecord(id: string): Awaitable<SessionRecord | null>;
  /**
   * Merges members into a record. Never creates one.
   *
   * @returns whether there was one
   */
  updateSessionRecord(
    id: string,
    changes: Partial<Pick<SessionRecord, "lastSeenAt" | "expires" | "address">>,
  ): Awaitable<boolean>;
  /** Lists the records of a user. */
  listSessionRecords(userId: string): Awaitable<SessionRecord[]>;
  /**
   * Removes a record.
   *
   * @returns whether there was one
   */
  deleteSessionRecord(id: string): Awaitable<boolean>;
}

/**
 * What a store may promise beyond the contract. Each method is used where it
 * exists and missed by nobody where it does not.
 */
export interface AdapterExtras extends Partial<SessionRecordStore> {
  /**
   * Creates a user and its account in one atomic step. The user keeps its `id`.
   *
   * @returns the user, or `null` when the account or the address is taken; then
   * nothing is written
   */
  createUserWithAccount?(
    user: AdapterUser,
    account: Pick<AdapterAccount, "provider" | "type" | "providerAccountId"> & TokenSet,
  ): Awaitable<AdapterUser | null>;
  /**
   * Moves a session's expiry from `seen` to `expires`, only if it still is
   * `seen`. Never creates a session.
   *
   * @returns whether this call moved it
   */
  extendSession?(sessionToken: string, seen: Date, expires: Date): Awaitable<boolean>;
  /** Lists the accounts of a user. */
  listAccounts?(userId: string): Awaitable<AdapterAccount[]>;
  /** Lists the sessions of a user. */
  listSessions?(userId: string): Awaitable<AdapterSession[]>;
  /**
   * Ends the sessions of a user, except one.
   *
   * @returns how many ended
   */
  deleteSessionsByUserId?(userId: string, exceptSessionToken?: string): Awaitable<number>;
  /**
   * Uses up a value that may be used once: in one atomic step, writes it down
   * until `expires` unless it is there already.
   *
   * @returns whether this call was the first
   */
  useOnce?(key: string, expires: Date): Awaitable<boolean>;
  /** Gives a passkey a name; throws when there is none with this id. */
  renameAuthenticator?(credentialID: string, name: string): Awaitable<void>;
  /**
   * Removes a passkey; with `unlessLast`, only if its user keeps another one,
   * in one atomic step.
   *
   * @returns whether this call removed it
   */
  deleteAuthenticator?(
    credentialID: string,
    options?: { /** Keeps the last one. */ unlessLast?: boolean },
  ): Awaitable<boolean>;
}

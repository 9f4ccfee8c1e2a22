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

/** Shapes of stored things, with the members that this app added to them. */
export interface AdapterRows {
  /** A user. */
  user: AdapterUser;
  /** An account. */
  account: AdapterAccount;
  /** A session. */
  session: AdapterSession;
  /** A one-time token. */
  verificationToken: VerificationToken;
  /** A passkey. */
  authenticator: AdapterAuthenticator;
}

/**
 * Shapes of stored things, as the types of any package have them: the members that
 * the library itself reads and writes. An adapter of another package cannot know
 * what an app adds to `User` or `Account`, and still fits
 * {@linkcode AuthConfig.adapter}.
 */
export interface AnyAdapterRows {
  /** A user. */
  user: Pick<AdapterUser, "id" | "name" | "email" | "image" | "emailVerified">;
  /** An account. */
  account: Pick<AdapterAccount, "provider" | "providerAccountId" | "type" | "userId"> & TokenSet;
  /** A session. */
  session: Pick<AdapterSession, "sessionToken" | "userId" | "expires">;
  /** A one-time token. */
  verificationToken: Pick<VerificationToken, "identifier" | "expires" | "token">;
  /** A passkey. */
  authenticator: Pick<
    AdapterAuthenticator,
    | "credentialID"
    | "credentialPublicKey"
    | "counter"
    | "credentialBackedUp"
    | "credentialDeviceType"
    | "providerAccountId"
    | "transports"
    | "userId"
  >;
}

/**
 * Reads and writes the app's data store.
 *
 * @typeParam Rows What the store holds.
 */
export interface Adapter<Rows extends AnyAdapterRows = AdapterRows> {
  /** Creates a user; the returned `id` is authoritative. */
  createUser?(user: Rows["user"]): Awaitable<Rows["user"]>;
  /** Finds a user by id. */
  getUser?(id: string): Awaitable<Rows["user"] | null>;
  /** Finds a user by address. */
  getUserByEmail?(email: string): Awaitable<Rows["user"] | null>;
  /** Finds the owner of an account. */
  getUserByAccount?(
    account: Pick<Rows["account"], "provider" | "providerAccountId">,
  ): Awaitable<Rows["user"] | null>;
  /** Merges members into a user. `email: null` takes the address away. */
  updateUser?(user: Partial<Rows["user"]> & Pick<Rows["user"], "id">): Awaitable<Rows["user"]>;
  /** Removes a user with everything that belongs to it. */
  deleteUser?(userId: string): Awaitable<void | Rows["user"] | null | undefined>;
  /** Stores an account. */
  linkAccount?(account: Rows["account"]): Awaitable<void | Rows["account"] | null | undefined>;
  /** Removes an account. */
  unlinkAccount?(
    account: Pick<Rows["account"], "provider" | "providerAccountId">,
  ): Awaitable<void | Rows["account"] | undefined>;
  /** Finds an account; `null` when there is none. */
  getAccount?(
    providerAccountId: Rows["account"]["providerAccountId"],
    provider: Rows["account"]["provider"],
  ): Awaitable<Rows["account"] | null>;
  /** Stores a session. */
  createSession?(session: Rows["session"]): Awaitable<Rows["session"]>;
  /** Finds a session and its user in one call. */
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<
    { /** Session. */ session: Rows["session"]; /** Owner. */ user: Rows["user"] } | null
  >;
  /** Merges members into a session. */
  updateSession?(
    session: Partial<Rows["session"]> & Pick<Rows["session"], "sessionToken">,
  ): Awaitable<Rows["session"] | null | undefined>;
  /** Removes a session; returning it is preferred. */
  deleteSession?(sessionToken: string): Awaitable<void | Rows["session"] | null | undefined>;
  /** Stores a one-time token. */
  createVerificationToken?(
    token: Rows["verificationToken"],
  ): Awaitable<Rows["verificationToken"] | null | undefined>;
  /** Deletes and returns a one-time token in one step; `null` when there is none. */
  useVerificationToken?(
    params: { /** Address. */ identifier: string; /** Hashed token. */ token: string },
  ): Awaitable<Rows["verificationToken"] | null>;
  /** Stores a passkey; throws on failure. */
  createAuthenticator?(authenticator: Rows["authenticator"]): Awaitable<Rows["authenticator"]>;
  /** Finds a passkey; `null` when there is none. */
  getAuthenticator?(credentialID: string): Awaitable<Rows["authenticator"] | null>;
  /** Lists a user's passkeys; empty when there are none. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<Rows["authenticator"][]>;
  /** Stores a new counter; throws on failure. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<Rows["authenticator"]>;
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
  /** Stores a record. Marks are records too, under a `userId` that no user has. */
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
 *
 * @typeParam Rows What the store holds.
 */
export interface AdapterExtras<Rows extends AnyAdapterRows = AdapterRows>
  extends Partial<SessionRecordStore> {
  /**
   * Creates a user and its account in one atomic step. The user keeps its `id`.
   *
   * @returns the user, or `null` when the account or the address is taken; then
   * nothing is written
   */
  createUserWithAccount?(
    user: Rows["user"],
    account: Pick<Rows["account"], "provider" | "type" | "providerAccountId"> & TokenSet,
  ): Awaitable<Rows["user"] | null>;
  /**
   * Moves a session's expiry from `seen` to `expires`, only if it still is
   * `seen`. Never creates a session.
   *
   * @returns whether this call moved it
   */
  extendSession?(sessionToken: string, seen: Date, expires: Date): Awaitable<boolean>;
  /** Lists the accounts of a user. */
  listAccounts?(userId: string): Awaitable<Rows["account"][]>;
  /** Lists the sessions of a user. */
  listSessions?(userId: string): Awaitable<Rows["session"][]>;
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

/** An adapter of this library, of Auth.js, or of the app, as a config takes it. */
export type AnyAdapter = Adapter<AnyAdapterRows> & AdapterExtras<AnyAdapterRows>;

/**
 * The storage contract. Every method is optional; calling a missing one throws
 * an error that names it.
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
import type { RecordEntry, RecordStore } from "./records.ts";

/** A stored user. */
export interface AdapterUser extends User {
  /** Unique id. */
  id: string;
  /** Unique address; `null` or absent for users without one. */
  email: string;
  /** Time of the first successful email sign-in; `null` before. */
  emailVerified: Date | null;
}

/** Kinds of accounts that are stored. */
export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">;

/** A stored account. */
export interface AdapterAccount extends Account {
  /** Owning user. */
  userId: string;
  /** Account type. */
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
  /** Email address. */
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

/** Shapes of stored rows, with the members that this app added to them. */
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
 * Minimal shapes of stored rows: the members that the library itself reads and
 * writes. An adapter of another package does not have the members that an app adds
 * to `User` or `Account`, and still fits
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
 * Reads and writes the app's data store. It repeats what conflicts with another call or
 * transaction, such as a deadlock, by itself: a bounded number of times, with random pauses.
 *
 * @typeParam Rows Shapes of the stored rows.
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

/** Which users a page has, and where it begins. */
export interface UserSearch {
  /** Order of the users: that of the ids, the addresses or the names. */
  readonly by: "id" | "email" | "name";
  /**
   * Beginning of the address or the name; `""`: any that is not empty. Letters of ASCII are found in
   * both cases in a name, and as they are in an address. Up to 100 characters; it does not count for
   * `"id"`.
   */
  readonly prefix: string;
  /** `next` of the page before; `null`: the first page. */
  readonly after: UserPosition | null;
  /** Number of users at most: 1 to 100. */
  readonly limit: number;
}

/** The last user of a page, or the last who was looked at. */
export interface UserPosition {
  /** What the order compares: the id, the address, or the name in small letters. */
  readonly key: string;
  /** Id of the user. */
  readonly id: string;
}

/** A page of users. It may have fewer than its limit, or none, and still have a next one. */
export interface UserPage<User> {
  /** The users, in the order that was asked for. */
  readonly users: readonly User[];
  /** Where the next page begins; `null` at the end. */
  readonly next: UserPosition | null;
  /** `false` when the store looks at users one by one, for want of an index. */
  readonly isIndexed: boolean;
}

/**
 * Optional members beyond the contract. A member that exists makes a step atomic or
 * enables a feature; everything else works without it.
 *
 * @typeParam Rows Shapes of the stored rows.
 */
export interface AdapterExtras<Rows extends AnyAdapterRows = AdapterRows> {
  /**
   * Creates a user and its account in one atomic step. The user keeps its `id`, unless
   * {@linkcode AdapterTraits.generatesUserIds} says otherwise.
   *
   * @returns the user, or `null` when the account or the address is taken; then
   * nothing is written
   */
  createUserWithAccount?(
    user: Rows["user"],
    account: Pick<Rows["account"], "provider" | "type" | "providerAccountId"> & TokenSet,
  ): Awaitable<Rows["user"] | null>;
  /**
   * Moves a session's expiry from `seen` to `expires`, only if it is still
   * `seen`. Never creates a session.
   *
   * @returns `true` when this call moved it
   */
  extendSession?(sessionToken: string, seen: Date, expires: Date): Awaitable<boolean>;
  /** Lists the accounts of a user. */
  listAccounts?(userId: string): Awaitable<Rows["account"][]>;
  /** Lists the sessions of a user. */
  listSessions?(userId: string): Awaitable<Rows["session"][]>;
  /**
   * Lists users a page at a time, in an order that later pages continue. A user who stays is in one
   * page of a walk, whatever is added and removed meanwhile.
   *
   * @since 0.3.0
   */
  listUsers?(search: UserSearch): Awaitable<UserPage<Rows["user"]>>;
  /**
   * Ends several sessions of a user, in as few steps as the store can. Without this
   * method they are ended one by one.
   *
   * @returns tokens of the sessions that this call ended
   */
  deleteSessions?(userId: string, sessionTokens: readonly string[]): Awaitable<string[]>;
  /**
   * Finds a one-time token, and leaves it; `null` when there is none. With this method, the page of
   * a link that was used or has expired says so at once; without it, after the button.
   *
   * @since 0.3.0
   */
  getVerificationToken?(
    params: { /** Address. */ identifier: string; /** Hashed token. */ token: string },
  ): Awaitable<Rows["verificationToken"] | null>;
  /**
   * Removes the one-time tokens of an address, which a user has given up or was deleted with.
   * Without this method they stay until they expire.
   */
  deleteVerificationTokens?(identifier: string): Awaitable<void>;
  /** Gives a passkey a name; throws when there is none with this id. */
  renameAuthenticator?(credentialID: string, name: string): Awaitable<void>;
  /**
   * Removes a passkey; with `unlessLast`, only if its user keeps another one,
   * in one atomic step.
   *
   * @returns `true` when this call removed it
   */
  deleteAuthenticator?(
    credentialID: string,
    options?: { /** Keeps the last one. */ unlessLast?: boolean },
  ): Awaitable<boolean>;
  /**
   * Records in the same store. `deleteUser` removes those whose owner is the user, in the
   * same atomic step where the store can.
   */
  readonly records?: RecordStore;
}

/** Facts about a store. */
export interface AdapterTraits {
  /** Returns `true` when new users get ids from the store, in place of those they have. */
  generatesUserIds?(): Awaitable<boolean>;
}

/** A user who is created together with others. */
export interface NewUserRows {
  /** The user, who keeps the `id`. */
  readonly user: AdapterUser;
  /** Accounts of the user. */
  readonly accounts: readonly AdapterAccount[];
  /** Records that are new: each one replaces none that has not expired. */
  readonly records: readonly RecordEntry[];
  /** Further records, none of which may be there. */
  readonly unless: readonly Pick<RecordEntry, "kind" | "id">[];
}

/**
 * What became of a row: `true` when it is written; a record that is in its way; `null` when it is not
 * written for another reason.
 */
export type NewUserAnswer = true | RecordEntry | null;

/** Work on many users at once, for stores whose records are in the same database. */
export interface AdapterBatches {
  /**
   * Creates users, each with its accounts and records, in one transaction. Of each row, all is written
   * or nothing: a row whose id, address, account or record is taken is left out, and the others are
   * written. A store may leave out rows that it could write, when another call has written one of them
   * meanwhile. After a failure, all rows are written, or none is. It is not called where
   * {@linkcode AdapterTraits.generatesUserIds} says that users get other ids.
   *
   * @param rows up to 1,000
   * @returns an answer for each row, in their order
   *
   * @since 0.3.0
   */
  createUsers?(rows: readonly NewUserRows[]): Awaitable<NewUserAnswer[]>;
}

/** An adapter of this library, of Auth.js, or of the app, as a config takes it. */
export type AnyAdapter =
  & Adapter<AnyAdapterRows>
  & AdapterExtras<AnyAdapterRows>
  & AdapterTraits
  & AdapterBatches;

/**
 * The contract of the session strategies, and the facts that they pass on to records.
 *
 * @module
 */

import type { AdapterUser } from "./adapter.ts";
import type { Account, Awaitable, JWT, Profile, Session } from "./entities.ts";
import type { Context } from "./internal.ts";
import type { ProvenMember, SessionIdentity } from "./identity.ts";
import type { Proof } from "./proof.ts";
import type { ProviderSession } from "./provider_session.ts";

/** Record of a session: its user, times and device. No readable member opens the session. */
export interface SessionRecord {
  /** Public id: not the session token, which cannot be derived from it. */
  id: string;
  /** Time at which the session began. */
  createdAt: Date;
  /** Time of the last use, accurate to about five minutes. */
  lastSeenAt: Date;
  /** Time from which the record counts as absent: some time after the session's own expiry. */
  expires: Date;
  /** `User-Agent` of the browser that began the session, at most 256 characters. */
  device: string | null;
  /** Network address of the last use. */
  address: string | null;
  /** Sealed session token, never shown; absent when the store itself lists the sessions. */
  token?: string | undefined;
  /** Hash of the account or passkey with which the session began; absent when it is unknown. */
  wayIn?: string | undefined;
}

/** Facts about a session for its record. */
export interface NewRecord {
  /** Start of a session that has no record yet, in milliseconds since 1970. Default: now. */
  beganAt?: number;
  /** Makes the sealed token of a session that cannot be listed otherwise. */
  seal?: () => Promise<string>;
  /** Proof of a session whose token cannot hold it. */
  proof?: Proof;
  /** Session at the provider, from which the session came. */
  upstreamSession?: ProviderSession | undefined;
  /** Account or passkey with which the session began. Default: unknown. */
  account?: Account;
  /** Sign-in method of a session that is the copy of another one. Default: that of `account`. */
  wayIn?: {
    /** Hash that names it. */
    readonly hash: string;
    /** Throws when the user does not have it any more. */
    recheck(): Promise<void>;
  };
  /** Throws when the proof does not count any more. */
  recheck?: (() => Promise<void>) | undefined;
}

/** The live session of a request, as it was when it was opened. */
export interface OpenedSession {
  /**
   * Ids of its record and its user; `null` for a session without a record, or without a user.
   * Database sessions have ids also when no records are kept.
   */
  readonly identity: SessionIdentity | null;
  /** Claims of its token as they were sealed; absent with database sessions. */
  readonly claims?: JWT;
  /** The stored user; `null` for one who is in no store. */
  user(): Promise<AdapterUser | null>;
  /** The proof; of a database session, it is in the record. */
  proof(): Awaitable<Proof>;
}

/** Session strategy: a token in the cookie, or a row in the store. */
export interface SessionStrategy {
  /**
   * Starts the session of a sign-in, or keeps the one that is there.
   *
   * @returns `false` when the `jwt` callback refused the sign-in
   */
  issue(ctx: Context, member: ProvenMember, profile?: Profile): Promise<boolean>;
  /** Reads, and extends, the session; `update` carries client data. */
  read(ctx: Context, update?: { /** Client data. */ data: unknown }): Promise<Session | null>;
  /** Ends the session. */
  end(ctx: Context): Promise<void>;
  /**
   * Opens the session, once in a request: later calls return the same. It sets no cookie.
   *
   * @returns `null` without a live session
   * @throws {AdapterError} when the store fails
   */
  open(ctx: Context): Promise<OpenedSession | null>;
  /** Reads the session again, for what must not follow from one that was ended meanwhile. */
  recheck(ctx: Context): Promise<OpenedSession | null>;
  /**
   * Replaces the proof of the session, which keeps its id and its data.
   *
   * @param next makes the proof from the present one; called again after a parallel change
   * @returns `false` without a live session
   */
  prove(ctx: Context, next: (known: Proof) => Proof): Promise<boolean>;
  /**
   * Begins another session of the user, with the proof of this one and a record of its own. No
   * callback and no event of a sign-in takes part, since there is none.
   *
   * @returns `false` without a live session that has a record
   * @throws {AccessDenied} when the session was ended meanwhile, or the user may have none
   */
  fork(ctx: Context): Promise<boolean>;
}

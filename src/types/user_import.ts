/**
 * The import of users: a row, what becomes of it, and what an import reports.
 *
 * @module
 */

import type { Awaitable } from "./entities.ts";

/**
 * A time in a row: a date, milliseconds since 1970, or a text of ISO 8601 such as `2030-01-31` or
 * `2030-01-31T12:00:00Z`, in UTC without a zone.
 */
export type UserRowTime = Date | number | string;

/**
 * A user of another system. `null` is the same as a member that is absent. A member that is not in
 * this list refuses the row, so that nothing is lost by a name that was misspelled.
 */
export interface UserRow {
  /** Id there. It tells the row from others of the same source, in this run and in later ones. */
  readonly id?: string | null | undefined;
  /** Address. */
  readonly email?: string | null | undefined;
  /**
   * `true`, or the time as a date or a text of ISO 8601, when the system has proven the address. A time
   * at the begin of 1970 refuses the row. Default: it is not proven.
   */
  readonly emailVerified?: boolean | Date | string | null | undefined;
  /** Name. What it has beyond the rule for names is left out. */
  readonly name?: string | null | undefined;
  /** URL of a picture, up to 2,048 characters. Another one is left out. */
  readonly image?: string | null | undefined;
  /** Time at which the user began there: that of the proof, where `emailVerified` is `true`. */
  readonly createdAt?: UserRowTime | null | undefined;
  /** The password. */
  readonly password?:
    | {
      /** `$2a$…`, `$argon2id$…`, `$scrypt$…`, `$pbkdf2-sha256$…`, or what a reader has made. */
      readonly hash: string;
    }
    | null
    | undefined;
  /** Accounts at providers. */
  readonly accounts?:
    | readonly {
      /** Id of the provider, here or there; see {@linkcode UserImportOptions.providers}. */
      readonly provider: string;
      /** Id of the user at the provider. */
      readonly providerAccountId: string;
    }[]
    | null
    | undefined;
  /** `true` for a user who may not sign in. Default `false`. */
  readonly suspended?: boolean | null | undefined;
  /** `true` for a user who has to prove a second factor there. Default `false`. */
  readonly secondFactor?: boolean | null | undefined;
  /** Line of the file, for reports. Default: none. */
  readonly line?: number | undefined;
}

/** A row that a reader could not read. */
export interface UnreadableUserRow {
  /** Why, without what the row contains. */
  readonly unreadable: string;
  /** Line of the file. */
  readonly line?: number | undefined;
}

/** Rows of an import. */
export type UserRows =
  | Iterable<UserRow | UnreadableUserRow>
  | AsyncIterable<UserRow | UnreadableUserRow>;

/** Why a row, or a member of it, is not imported. */
export type UserImportReason =
  /** Another user got the account while the row was imported. */
  | "account-taken"
  /** The address was not proven, and the user has an account: then it could be another person's. */
  | "address-unproven"
  /** A user has the address, or had it until recently, or has the account. */
  | "exists"
  /** The hash takes more memory or time than a sign-in may. */
  | "hash-too-costly"
  /** The hash has none of the known forms. */
  | "hash-unknown"
  /** The value has another type, or another form. */
  | "invalid"
  /** There is neither an address nor an account. */
  | "no-sign-in-method"
  /** A password of a user whose address was not proven opens nothing. */
  | "password-unproven"
  /** The config lacks what the member needs: a provider, `Password()`, its `verify`, or `session.revocation`. */
  | "config"
  /** Alone, the password would open more than it did there, where a second factor was needed. */
  | "second-factor"
  /** A row has no such member. */
  | "unknown-member"
  /** The reader could not read it. */
  | "unreadable";

/** What is not imported of a row. */
export interface UserImportProblem {
  /** Number of the row, from 1. */
  readonly row: number;
  /** Line of the file; absent when the reader knows none. */
  readonly line?: number | undefined;
  /** Id of the row there; absent without one. */
  readonly id?: string | undefined;
  /** Member of the row; absent when it is about the whole row. */
  readonly field?: string | undefined;
  /** Why. */
  readonly reason: UserImportReason;
  /** A sentence about it, without what the row contains. */
  readonly message: string;
  /** What is not imported: the user, or the member alone. */
  readonly without: "user" | "member";
}

/**
 * What becomes of a row: a user, one whom an earlier run has made, nothing since a user has the
 * address or the account, or nothing since the row is wrong.
 */
export type UserImportOutcome = "created" | "known" | "exists" | "refused";

/** What became of one row. */
export interface ImportedUserRow {
  /** Number of the row, from 1. */
  readonly row: number;
  /** Line of the file; absent when the reader knows none. */
  readonly line?: number | undefined;
  /** Id of the row there; absent without one. */
  readonly id?: string | undefined;
  /** What became of it. */
  readonly outcome: UserImportOutcome;
  /** Id of the user here, whom this or an earlier run has made; absent in a dry run and for others. */
  readonly userId?: string | undefined;
  /** What is not imported of it. */
  readonly problems: readonly UserImportProblem[];
}

/** How many rows there were until now. */
export interface UserImportCounts {
  /** Rows that are done. */
  readonly rows: number;
  /** Users that this run has made, or would make. */
  readonly created: number;
  /** Users that an earlier run has made. */
  readonly known: number;
  /** Rows whose address or account another user has. */
  readonly exists: number;
  /** Rows that are wrong. */
  readonly refused: number;
}

/** What an import has done. */
export interface UserImportReport extends UserImportCounts {
  /** The first 100 problems. {@linkcode UserImportOptions.onRow} gets all of them. */
  readonly problems: readonly UserImportProblem[];
  /** Number of all problems. */
  readonly problemCount: number;
  /** `false` when `stopOnProblem` has ended the import before the last row. */
  readonly isComplete: boolean;
}

/** Options of `users.import`. */
export interface UserImportOptions {
  /** `true` reads and compares, and writes nothing. Default `false`. */
  readonly dryRun?: boolean;
  /**
   * Name of the other system. With the id there, or the address, it tells a row from others. Default
   * `"import"`.
   */
  readonly source?: string;
  /** Ids of providers of this app by those of the rows; `null` leaves their accounts out. Default: the same. */
  readonly providers?: Readonly<Record<string, string | null>>;
  /** `false` leaves passwords out, for an app without them. Default `true`. */
  readonly passwords?: boolean;
  /** `true` ends at the first row that is wrong; rows before it stay. Default `false`. */
  readonly stopOnProblem?: boolean;
  /**
   * Rows at a time, 1 to 1,000. A store with `createUsers`, such as SQLite and PostgreSQL, writes half of
   * them in one transaction; others take at most 64. Default 500, or 8 in other stores and in a dry run.
   */
  readonly concurrency?: number;
  /** Gets the counts after each row. Default: none. */
  readonly onProgress?: ((counts: UserImportCounts) => void) | undefined;
  /**
   * Gets each row when it is done; the next rows wait for it. Rows that are written together come in
   * their order. Default: none.
   */
  readonly onRow?: ((row: ImportedUserRow) => Awaitable<void>) | undefined;
}

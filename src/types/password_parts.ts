/**
 * What others ask of passwords.
 *
 * @module
 */

import type { Removal } from "./account.ts";
import type { AdapterUser } from "./adapter.ts";
import type { Context, ResolvedConfig } from "./internal.ts";
import type { TypedPendingPassword } from "./password.ts";
import type { RecordEntry } from "./records.ts";
import type { RequestInternal } from "./request.ts";

/** The check of a password. */
export interface PasswordSignIn {
  /**
   * Checks the fields of the form; `null` when they are wrong, and a kept password when they are
   * right and its address was not proven.
   */
  checkPassword(
    ctx: Context,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<
    { user: AdapterUser; recheck(): Promise<void> } | { pending: TypedPendingPassword } | null
  >;
}

/** Passwords that came with an address that was never proven. */
export interface PendingPasswords {
  /** Returns `true` when a password is kept for the address. */
  hasPending(config: ResolvedConfig, address: string): Promise<boolean>;
  /** The user of a kept password; `null` when it does not count any more. */
  findPendingUser(
    config: ResolvedConfig,
    pending: TypedPendingPassword,
  ): Promise<AdapterUser | null>;
  /**
   * Gives a user the address that was proven just now, and the password.
   *
   * @returns `null` when the password does not count any more
   */
  claimPending(ctx: Context, pending: TypedPendingPassword): Promise<AdapterUser | null>;
}

/** The changes of passwords. */
export interface PasswordChanges {
  /** Removes a password; `false` when it is the last way to sign in, which stays. */
  removePassword(
    caller: { config: ResolvedConfig; request?: RequestInternal },
    user: AdapterUser,
    removal: Removal,
  ): Promise<boolean>;
}

/** The records of passwords. */
export interface PasswordRecords {
  /** The password of a user; `null` without one. */
  findPassword(
    config: ResolvedConfig,
    userId: string,
  ): Promise<{ /** Time at which the user set it. */ readonly setAt: Date } | null>;
  /** Removes the password of a user; `true` when there was one. */
  takePassword(config: ResolvedConfig, userId: string): Promise<boolean>;
}

/** The import of passwords of another system. */
export interface PasswordImports {
  /** Why a hash cannot be imported into this app; `undefined` when it can. */
  findHashFault(
    config: ResolvedConfig,
    hash: string,
  ): "hash-unknown" | "hash-too-costly" | "needs-verify" | undefined;
  /** Stores the hash as the password of a user who has none, whose address was proven. */
  importHash(config: ResolvedConfig, userId: string, hash: string): Promise<void>;
  /** The record of the hash as the password of a user who is written with it. */
  makeHashEntry(userId: string, hash: string): Promise<RecordEntry>;
  /** Makes the entry of the audit log for a password that was written so. */
  tellHash(config: ResolvedConfig, userId: string): Promise<void>;
}

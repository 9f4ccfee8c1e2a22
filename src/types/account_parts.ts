/**
 * What others ask of the account page, and of deletions that wait.
 *
 * @module
 */

import type { AdapterUser } from "./adapter.ts";
import type { Account, Profile } from "./entities.ts";
import type { Identity, ProvenMember } from "./identity.ts";
import type { Context, ResolvedConfig, StoreCaller } from "./internal.ts";

/** What the account page keeps about ways to sign in. */
export interface AccountParts {
  /** What the providers call the accounts of a user. */
  readLabels(
    config: ResolvedConfig,
    userId: string,
  ): Promise<(account: Pick<Account, "provider" | "providerAccountId">) => string | undefined>;
  /** What the provider calls the account of a sign-in; `undefined` when it says nothing of it. */
  labelOf(identity: Pick<Identity, "user" | "profile">): string | undefined;
  /** Name of the authenticators of a model; `undefined` when it is not known. */
  authenticatorName(aaguid: string | undefined): string | undefined;
}

/** Deletions of accounts that wait, so that the user can cancel them. */
export interface DeletionParts {
  /**
   * Makes the sign-in of a user wait whose account will be deleted, and deletes one that is due.
   *
   * @returns URL of the page that asks the user; `undefined` for any other user
   * @throws {AccessDenied} when the account is deleted now
   */
  holdSignIn(
    ctx: Context,
    member: ProvenMember,
    profile: Profile | undefined,
    redirect: string,
  ): Promise<string | undefined>;
  /** The check of a session that has begun: a deletion at the same time refuses it. */
  makeRecheck(ctx: Context, member: ProvenMember): () => Promise<void>;
  /** Ends all sign-ins of a user that wait, in every browser. */
  endAttempts(config: ResolvedConfig, userId: string): Promise<void>;
  /**
   * Asks for the deletion of an account, and ends its sessions. One that waits keeps its time.
   *
   * @returns time from which it is due
   */
  requestDeletion(caller: StoreCaller, user: AdapterUser): Promise<Date>;
  /** Time from which the deletion is due; `null` when none waits. */
  pendingDeletion(config: ResolvedConfig, userId: string): Promise<Date | null>;
  /** Cancels it; `false` when none waits, or its time has come. */
  cancelDeletion(caller: StoreCaller, userId: string): Promise<boolean>;
  /** Deletes an account whose time has come; `true` when this call did. */
  applyDueDeletion(caller: StoreCaller, userId: string): Promise<boolean>;
  /** Deletes all accounts whose time has come; returns their number. */
  deleteDue(caller: StoreCaller): Promise<number>;
}

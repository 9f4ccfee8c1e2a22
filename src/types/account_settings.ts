/**
 * The account page, as a config has it.
 *
 * @module
 */

import type { AccountOptions } from "./account.ts";

/** The page on which users manage their account, as a config has it. */
export interface ResolvedAccount {
  /** The place of a network address in words. */
  readonly place: AccountOptions["place"];
  /** Deletions that wait; absent when an account is deleted at once. */
  readonly deletion?: {
    /** Days for which they wait. */
    readonly graceDays: number;
  };
}

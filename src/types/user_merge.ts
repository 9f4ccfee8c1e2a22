/**
 * The merge of two users: its options, what refuses it, and what capabilities say about it.
 *
 * @module
 */

/** Options of `users.merge`. */
export interface UserMergeOptions {
  /** `true` changes nothing, and returns what would move and end. Default `false`. */
  readonly dryRun?: boolean | undefined;
  /**
   * `true` gives up a merge that was begun, in place of continuing it: accounts at providers go back,
   * and the user who would end can sign in again. Memberships have not moved yet. Rows of the app go back
   * in the topic `"user.merge-cancelled"`. What ended when the merge began does not come back: sessions,
   * the access of other apps, and tokens that were kept for the accounts. `notMoved` of the result has
   * accounts that could not go back. Without an open merge nothing happens. It is refused with
   * `"being-deleted"` once all has moved. Default `false`.
   */
  readonly cancel?: boolean | undefined;
}

/** Why a merge is refused; `cause.refusal` of its `AccessDenied`. */
export type UserMergeRefusal =
  /** The deletion of one of them waits. */
  | "being-deleted"
  /** The account that ends signs in through a connection of an organization of which the other one is no member. */
  | "connection"
  /** A directory keeps the account that ends. */
  | "directory"
  /** There is no such user. */
  | "no-user"
  /** One of them is an operator. */
  | "operator"
  /** An organization refuses the membership: it ends, or has too many owners. */
  | "organization"
  /** One of them is in a merge that is not finished, or too many others are not. */
  | "other-merge"
  /** The account that stays was removed from an organization of which the other one is a member. */
  | "removed-member"
  /** Both are the same. */
  | "same-account"
  /** The account that ends has a second factor, and the other one has none. */
  | "second-factor"
  /** One of them is suspended. */
  | "suspended";

/** What a capability says about a merge. */
export interface MergePart {
  /** Why it is refused. Default: it is not. */
  readonly refusal?:
    | {
      /** Reason. */
      readonly reason: UserMergeRefusal;
      /** The reason in words. */
      readonly message: string;
    }
    | undefined;
  /** Ids of the organizations whose memberships move; absent without records of memberships. */
  readonly organizations?: readonly string[] | undefined;
}

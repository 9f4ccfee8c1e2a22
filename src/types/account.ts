/**
 * Options of the page on which users manage their account.
 *
 * @module
 */

import type { Awaitable } from "./entities.ts";

/** How a way to sign in is removed. */
export interface Removal {
  /** `true` when the user has another one, which the store does not know. Default `false`. */
  hasOtherWayIn?: boolean | undefined;
  /** Id of a session that does not end, although it began with what is removed. Default: none. */
  keepSession?: string | undefined;
}

/** Options of the page `{basePath}/account`. */
export interface AccountOptions {
  /**
   * The place of a network address in words, such as `"Hamburg, Germany"`, for the list of
   * sessions. `null` shows the address itself, and so does a failure, which is logged.
   * Default: addresses are shown as they are.
   */
  place?: ((address: string) => Awaitable<string | null>) | undefined;
  /**
   * Lets users come back after they have deleted their account. Default: it is deleted at once.
   */
  deletion?: DeletionOptions | undefined;
}

/** How users delete their account. */
export interface DeletionOptions {
  /**
   * Days between the request and the deletion: 1 to 365. All sessions end at the request, and a
   * user who signs in within these days can keep the account, or leave. Afterwards, the account is
   * deleted by its next sign-in or by `users.deleteDue`, which a schedule of the app should call.
   */
  graceDays: number;
}

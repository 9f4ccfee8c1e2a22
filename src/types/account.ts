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

/** The page, as a config has it. */
export interface ResolvedAccount {
  /** The place of a network address in words. */
  readonly place: AccountOptions["place"];
}

/** Options of the page `{basePath}/account`. */
export interface AccountOptions {
  /**
   * The place of a network address in words, such as `"Hamburg, Germany"`, for the list of
   * sessions. `null` shows the address itself, and so does a failure, which is logged.
   * Default: addresses are shown as they are.
   */
  place?: ((address: string) => Awaitable<string | null>) | undefined;
}

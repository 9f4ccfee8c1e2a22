/**
 * Options of the page on which users manage their account.
 *
 * @module
 */

import type { Awaitable } from "./entities.ts";

/** Options of the page `{basePath}/account`. */
export interface AccountOptions {
  /**
   * The place of a network address in words, such as `"Hamburg, Germany"`, for the list of
   * sessions. `null` shows the address itself, and so does a failure, which is logged.
   * Default: addresses are shown as they are.
   */
  place?: ((address: string) => Awaitable<string | null>) | undefined;
}

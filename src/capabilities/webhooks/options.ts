/**
 * Options of webhooks.
 *
 * @module
 */

import type { WebhookType } from "./event_types.ts";

/** Who is notified of events. */
export interface WebhookEndpoint {
  /**
   * URL, by https, without a port. An app that is under development can tell a server of the same
   * machine by http, at any port.
   */
  url: string;
  /**
   * `whsec_` and 24 to 64 random bytes in base64. A list signs with each of them: put the new one
   * first, and remove the other one when the receiver has the new one.
   */
  secret: string | readonly string[];
  /** Types of events. Default: all. */
  events?: readonly WebhookType[] | undefined;
}

/** Options of `Webhooks()`. */
export interface WebhooksOptions {
  /** Who is notified. An event that nobody wants costs nothing. */
  endpoints: readonly WebhookEndpoint[];
  /**
   * Sends the requests, after the checks of their URLs, for example through a proxy. Where there is no
   * `node:https`, as at the edge, it resolves names itself. Default: `node:https`.
   */
  fetch?: typeof fetch | undefined;
}

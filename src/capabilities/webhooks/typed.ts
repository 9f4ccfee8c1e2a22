/**
 * What apps call: `auth.webhooks`.
 *
 * @module
 */

import type { WebhookEvent } from "./event.ts";

/** A webhook that did not arrive within a day. */
export interface UndeliveredWebhook {
  /** Id of the message, as `retry` takes it. */
  readonly id: string;
  /** `webhook-id` that the receiver sees: the same at each try. */
  readonly webhookId: string;
  /** URL of the endpoint; `null` for one that the config does not have any more. */
  readonly url: string | null;
  /** What it says. */
  readonly event: WebhookEvent;
  /** Tries so far. */
  readonly attempts: number;
  /** Time from which it was tried. */
  readonly since: Date;
  /** Time at which it is removed. */
  readonly expires: Date | null;
}

/** A page of webhooks that did not arrive. */
export interface UndeliveredPage {
  /** The webhooks, the oldest first. */
  readonly webhooks: readonly UndeliveredWebhook[];
  /** What to pass as `after` for the next page; absent with the last one. */
  readonly next?: string;
}

/** Functions of webhooks. They check no permission. */
export interface WebhookFunctions {
  /**
   * Sends what is due, for a schedule of the app. Requests do so too, after their answers.
   *
   * @param options `retryUndelivered: true` also sends what was given up
   * @returns number of webhooks that arrived
   */
  deliver(options?: { readonly retryUndelivered?: boolean | undefined }): Promise<number>;
  /**
   * Lists what did not arrive within a day. It is stored for 30 days.
   *
   * @param page `limit`: 1 to 200, default 50
   */
  undelivered(
    page?: { readonly after?: string | undefined; readonly limit?: number | undefined },
  ): Promise<UndeliveredPage>;
  /**
   * Sends a webhook again, for a day. Those about the same user have arrived meanwhile, so it comes
   * after them.
   *
   * @returns `false` when there is no such webhook
   */
  retry(id: string): Promise<boolean>;
}

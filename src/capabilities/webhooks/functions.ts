/**
 * Webhooks, for apps. The functions check no permission.
 *
 * @module
 */

import type { ServerConfig } from "../../types/inference.ts";
import { deliverAll, outbox, type Webhook } from "./deliveries.ts";
import { settingsIn, webhooksConfig } from "./settings.ts";
import type { UndeliveredPage, WebhookFunctions } from "./typed.ts";

/** Webhooks of a page, unless the caller says otherwise, and at most. */
const LIMIT = { default: 50, most: 200 };

/** Longest id, as of a record. */
const MAX_ID = 512;

/** See `WebhookFunctions.deliver`. */
export async function deliver(
  config: ServerConfig,
  { retryUndelivered = false }: Parameters<WebhookFunctions["deliver"]>[0] = {},
): Promise<number> {
  const known = webhooksConfig(config);
  if (retryUndelivered) await outbox.retryUndelivered(known.records);
  return await deliverAll(known);
}

/** See `WebhookFunctions.undelivered`. */
export async function undelivered(
  config: ServerConfig,
  { after, limit = LIMIT.default }: Parameters<WebhookFunctions["undelivered"]>[0] = {},
): Promise<UndeliveredPage> {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > LIMIT.most) {
    throw new TypeError(`Cannot list webhooks: "limit" must be from 1 to ${LIMIT.most}`);
  }
  if (after !== undefined && !isId(after)) {
    throw new TypeError('Cannot list webhooks: "after" must be `next` of the page before');
  }
  const known = webhooksConfig(config);
  const endpoints = await settingsIn(known).endpoints();
  const page = await outbox.listUndelivered(known.records, { after, limit });
  const webhooks = page.map(({ id, data, expires }) => {
    const { id: webhookId, text, endpoint } = data.body as Webhook;
    return {
      id,
      webhookId,
      url: endpoints.find((one) => one.id === endpoint)?.url ?? null,
      event: JSON.parse(text),
      attempts: data.attempts,
      since: new Date(data.createdAt),
      expires,
    };
  });
  return { webhooks, ...page.length === limit ? { next: page.at(-1)!.id } : {} };
}

/** See `WebhookFunctions.retry`. */
export async function retry(config: ServerConfig, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const known = webhooksConfig(config);
  if (!await outbox.retryOne(known.records, id)) return false;
  await deliverAll(known);
  return true;
}

function isId(id: unknown): id is string {
  return typeof id === "string" && id.length > 0 && id.length <= MAX_ID;
}

/**
 * Writes webhooks with the change that they tell of, and sends them by posts, at least once.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowMs, nowSeconds } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import { makeUntrustedFetch } from "../../outbound/untrusted_fetch.ts";
import { defineOutbox, type Sender } from "../../outbound/outbox.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { Moments } from "../../types/topics.ts";
import { toEvent } from "./event.ts";
import { isWebhookType } from "./event_types.ts";
import { type Endpoint, placeOf, settingsIn, type WebhooksConfig } from "./settings.ts";
import { prepareSecret, sign } from "./sign.ts";

/** A webhook that waits. */
export type Webhook = {
  /** `webhook-id`, the same for each endpoint and at each try. */
  id: string;
  /** The body, as it is signed. */
  text: string;
  /** Id of the endpoint. */
  endpoint: string;
};

/** The outbox. */
export const outbox = defineOutbox<Webhook>("webhooks");

/** Digits of the number of an event of a process, in base 36. */
const DIGITS = 7;

/** Time and number of the last event of this process: events of one moment keep their order. */
let last = { at: 0, number: 0 };

/** Keeps a webhook for each endpoint that wants the event. */
export async function hear(
  { config, entry }: Pick<Moments["audit.entry"], "config" | "entry">,
): Promise<void> {
  if (!isWebhookType(entry.name)) return;
  const known = config as WebhooksConfig;
  const { records } = known;
  last = { at: Math.max(nowMs(), last.at), number: last.number + 1 };
  const { at, number } = last;
  const wanted = (await settingsIn(known).endpoints())
    .filter(({ types }) => types === undefined || types.includes(entry.name));
  if (wanted.length === 0) return;
  const id = `msg_${randomBase64url(18)}`;
  const text = JSON.stringify(toEvent(entry));
  const stream = entry.userId ?? entry.organization ?? "";
  await Promise.all(wanted.map(({ id: endpoint }) => {
    const key = `${number.toString(36).padStart(DIGITS, "0")}.${id}.${endpoint}`;
    const message = { at, key, receiver: endpoint, stream, body: { id, text, endpoint } };
    return retryOnce(() => outbox.add(records, message));
  }));
  outbox.wake(records, makeSender(known));
}

/** Sends what another process has left, where this one has not looked for a while. */
export function look(config: WebhooksConfig): void {
  outbox.look(config.records, makeSender(config));
}

/** Sends what is due now. */
export async function deliverAll(config: WebhooksConfig): Promise<number> {
  return await outbox.deliver(config.records, makeSender(config));
}

function makeSender(config: WebhooksConfig): Sender<Webhook> {
  const { endpoints, fetch } = settingsIn(config);
  const find = async (id: string) => (await endpoints()).find((one) => one.id === id);
  return {
    async send(webhook) {
      const endpoint = await find(webhook.endpoint);
      // The config does not have it any more.
      if (endpoint) await send(endpoint, webhook, fetch);
    },
    async failed(id, cause, isFinal) {
      // What failed may be the list of endpoints itself.
      const endpoint = id === "" ? undefined : await find(id).catch(() => undefined);
      const what = endpoint ? new URL(endpoint.url).host : "the endpoints";
      const next = isFinal
        ? "it is not tried again by itself; `auth.webhooks.retry` does"
        : "it is tried again for a day";
      const message = `Cannot send a webhook to ${what}: ${(cause as Error).message}; ${next}`;
      config.logger.error(new AuthError(message, { cause: cause as Error }));
    },
  };
}

async function send(
  { url, secrets }: Endpoint,
  { id, text }: Webhook,
  fetch: typeof globalThis.fetch | undefined,
): Promise<void> {
  // The time of the try: a receiver refuses an old one.
  const seconds = nowSeconds();
  const signatures = await Promise.all(
    secrets.map(async (secret) => await sign(await prepareSecret(secret), id, seconds, text)),
  );
  const { status } = await makeUntrustedFetch(fetch, placeOf(url))(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signatures.join(" "),
    },
    body: text,
  });
  if (status < 200 || status > 299) throw new Error(`the status is ${status}, not 2xx`);
}

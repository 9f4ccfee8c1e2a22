/**
 * The check of a webhook, for its receiver. It needs nothing else of the library, and works for every
 * sender of Standard Webhooks.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from "@x/auth/webhooks/verify";
 * import { assertEquals } from "@std/assert";
 *
 * const secret = "whsec_" + btoa("a-secret-of-32-random-characters");
 *
 * async function handle(request: Request): Promise<Response> {
 *   const webhook = await verifyWebhook(request, secret);
 *   if (!webhook.ok) return new Response(webhook.reason, { status: 400 });
 *   // Store `webhook.id` with what you change: the same webhook can come again.
 *   console.log(webhook.id, webhook.event.type);
 *   return new Response();
 * }
 *
 * const forged = new Request("https://billing.example/hooks", { method: "POST", body: "{}" });
 * assertEquals((await handle(forged)).status, 400);
 * ```
 *
 * @see {@link https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md Standard Webhooks}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { nowSeconds } from "../../base/time.ts";
import type { WebhookEvent } from "./event.ts";
import { prepareSecret, sign } from "./sign.ts";

export type { WebhookData, WebhookEvent } from "./event.ts";
export type { WebhookType } from "./event_types.ts";

/** Options of {@linkcode verifyWebhook}. */
export interface VerifyWebhookOptions {
  /** Seconds by which the time of the webhook may differ, in both directions: 1 to 3600. Default 300. */
  readonly tolerance?: number | undefined;
  /** Most bytes of the body. Default 262,144. */
  readonly maxBytes?: number | undefined;
}

/** Why a webhook is refused. */
export type WebhookRefusal =
  /** A header is missing, or does not have its form. */
  | "no-signature"
  /** The body is not JSON, though it is signed. */
  | "not-json"
  /** The body is too large. */
  | "too-large"
  /** None of the secrets has made the signature for this id, time and body. */
  | "wrong-signature"
  /** It was sent too long ago, or in the future. */
  | "wrong-time";

/** What {@linkcode verifyWebhook} returns. */
export type VerifiedWebhook<Event = WebhookEvent> =
  | {
    /** The webhook is of a sender with the secret. */
    readonly ok: true;
    /**
     * Id, the same at each delivery. Within the tolerance, a copy of the request is as valid as the
     * request: store the id with what you change, and do nothing for one that you have.
     */
    readonly id: string;
    /** Time of this delivery. */
    readonly sentAt: Date;
    /** What it says, as its sender wrote it. */
    readonly event: Event;
  }
  | {
    /** The webhook must be ignored. */
    readonly ok: false;
    /** Why. */
    readonly reason: WebhookRefusal;
  };

/** Most characters of the headers, and most signatures. */
const MOST = { id: 256, time: 12, header: 4096, signatures: 16 };

/** Most bytes of a body. */
const MAX_BYTES = 256 * 1024;

/** Seconds by which the time may differ. */
const TOLERANCE = { default: 300, most: 3600 };

/** A time, whose length is checked before. */
const SECONDS = /^\d+$/;

/**
 * Reads a webhook, and checks who has sent it, and when. The body of the request is read here, since
 * the signature is that of its bytes: let no middleware parse it before.
 *
 * @typeParam Event What the sender sends. Default: an event of this library.
 * @param secret that of the endpoint, or several while it changes
 * @throws {TypeError} for a secret or an option that is not valid
 */
export async function verifyWebhook<Event = WebhookEvent>(
  request: Request,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<VerifiedWebhook<Event>> {
  const { tolerance = TOLERANCE.default, maxBytes = MAX_BYTES } = options;
  if (!(tolerance >= 1 && tolerance <= TOLERANCE.most)) {
    throw new TypeError("Cannot verify a webhook: `tolerance` must be 1 to 3600 seconds");
  }
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new TypeError("Cannot verify a webhook: `maxBytes` must be a number of bytes");
  }
  const secrets = [secret].flat();
  if (secrets.length === 0) throw new TypeError("Cannot verify a webhook: there is no secret");
  const keys = await Promise.all(secrets.map(prepareSecret));
  const headers = readHeaders(request);
  if (!headers) return { ok: false, reason: "no-signature" };
  const { id, time, signatures } = headers;
  const seconds = Number(time);
  if (Math.abs(nowSeconds() - seconds) > tolerance) return { ok: false, reason: "wrong-time" };
  const bytes = await readBody(request, maxBytes);
  if (!bytes) return { ok: false, reason: "too-large" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, reason: "wrong-signature" };
  }
  const own = await Promise.all(keys.map((hmac) => sign(hmac, id, time, text)));
  // All are compared: which one was right takes the same time.
  let isRight = false;
  for (const wanted of own) {
    for (const signature of signatures) isRight = isEqual(signature, wanted) || isRight;
  }
  if (!isRight) return { ok: false, reason: "wrong-signature" };
  try {
    return { ok: true, id, sentAt: new Date(seconds * 1000), event: JSON.parse(text) };
  } catch {
    return { ok: false, reason: "not-json" };
  }
}

function readHeaders(
  { headers }: Request,
): { id: string; time: string; signatures: string[] } | undefined {
  const id = headers.get("webhook-id") ?? "";
  const time = headers.get("webhook-timestamp") ?? "";
  const signature = headers.get("webhook-signature") ?? "";
  if (!id || id.length > MOST.id || !time || time.length > MOST.time || !SECONDS.test(time)) {
    return undefined;
  }
  if (signature.length > MOST.header) return undefined;
  const signatures = signature.split(" ").filter((one) => one.startsWith("v1,"));
  const isFew = signatures.length > 0 && signatures.length <= MOST.signatures;
  return isFew ? { id, time, signatures } : undefined;
}

/** The bytes of a body; `undefined` for too many, of which no more are read. */
async function readBody(
  request: Request,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (Number(request.headers.get("content-length")) > most) {
    await request.body?.cancel();
    return undefined;
  }
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader!.read()) {
    size += read.value.length;
    if (size > most) {
      await reader!.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * The check of the options of webhooks.
 *
 * @module
 */

import { didYouMean } from "../../base/nearest.ts";
import { AuthError } from "../../errors.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";
import { WEBHOOK_TYPES } from "./event_types.ts";
import type { WebhooksOptions } from "./options.ts";
import { placeOf } from "./settings.ts";
import { readSecret } from "./sign.ts";

/** Most endpoints: each costs a write for each event. */
const MOST_ENDPOINTS = 20;

/** Most secrets of an endpoint. */
const MOST_SECRETS = 4;

/** Returns the first error of the options. */
export function checkWebhooks({ endpoints, fetch }: WebhooksOptions): AuthError | undefined {
  const bad = (name: string, cure: string) => {
    const option = `webhooks.${name}`;
    return new AuthError(`Cannot use \`${option}\`: ${cure}`, { cause: { option } });
  };
  if (!Array.isArray(endpoints) || endpoints.length > MOST_ENDPOINTS) {
    return bad("endpoints", `it must be a list of at most ${MOST_ENDPOINTS} endpoints`);
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    return bad("fetch", "it must be a function");
  }
  const urls = new Set<unknown>();
  for (const [index, endpoint] of endpoints.entries()) {
    const name = (member: string) => `endpoints[${index}].${member}`;
    const { url, secret, events } = endpoint ?? {};
    const fault = faultOfUrl(url, { issuer: placeOf(url) === "development" ? url : "" });
    if (fault !== undefined) return bad(name("url"), fault);
    if (urls.has(url)) return bad(name("url"), "another endpoint has it");
    urls.add(url);
    const secrets = [secret].flat();
    const isKnown = secrets.length > 0 && secrets.length <= MOST_SECRETS;
    if (!isKnown || secrets.some((one) => readSecret(one) === undefined)) {
      return bad(name("secret"), "it must be `whsec_` and 24 to 64 random bytes in base64");
    }
    if (events === undefined) continue;
    if (!Array.isArray(events)) return bad(name("events"), "it must be a list of types");
    for (const type of events) {
      if (WEBHOOK_TYPES.includes(type)) continue;
      const shown = JSON.stringify(type)?.slice(0, 80);
      return bad(name("events"), `there is no type ${shown}${didYouMean(type, WEBHOOK_TYPES)}`);
    }
  }
}

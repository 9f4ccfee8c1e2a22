/**
 * The grant of a code that a user has typed on another device (RFC 8628).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8628#section-3.4 RFC 8628 §3.4}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { lazy } from "../../base/lazy.ts";
import { nowMs } from "../../base/time.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { OAuthRefusal, requireKey, requireText, textIn } from "../../credentials/form.ts";
import { readTokenKey } from "./demands.ts";
import { type Device, deviceIdOf, devices, storedUntil } from "./device_kinds.ts";
import { issueTokens } from "./issue.ts";
import type { OAuthCall } from "./settings.ts";
import { narrow } from "./targets.ts";
import { type GrantHandler, resourceIn } from "./token_request.ts";

/** Seconds by which the interval grows for a device that asks too often (RFC 8628 §3.5). */
const SLOWER = 5;

/** Milliseconds by which two requests may be closer: a network delays them differently. */
const JITTER_MS = 1000;

/** Loaded where clients are notified of sign-outs. */
const sessions = lazy(() => import("./client_sessions.ts"));

/** The grant. Of any number of requests with one code, one gets tokens. */
export const exchangeDeviceCode: GrantHandler = async (call, client, sent) => {
  const { config: { records } } = call;
  const id = await deviceIdOf(requireText(sent.body, "device_code"));
  const asked = { scope: textIn(sent.body, "scope"), resource: resourceIn(sent) };
  const jkt = await readTokenKey(call, client);
  const found = await devices.get(records, id);
  // The code of another client stays as it is: that one did nothing wrong.
  if (!found || !isEqual(found.data.client, client.id)) throw invalid();
  requireKey(found.data.jkt, jkt);
  const { state, endsAt } = found.data;
  if (state === "denied") {
    throw new OAuthRefusal("access_denied", "The user has refused");
  }
  if (endsAt <= nowMs()) throw new OAuthRefusal("expired_token", "The code has expired");
  if (state !== "allowed") throw await notYet(call, id);
  // Before it is used up: a request for too much changes nothing.
  narrow(found.data.targets, call.settings, asked);
  const taken = await devices.take(records, id);
  const decision = taken?.data.decision;
  if (taken?.owner === undefined || !decision || taken.data.client !== client.id) throw invalid();
  const { targets } = taken.data;
  const { grant, organization, authTime, methods } = decision;
  const { owner: userId } = taken;
  const family = randomBase64url(16);
  const beginning = { userId, client, grant, organization, targets };
  const sid = call.settings.sendsLogouts
    ? await (await sessions()).beginDeviceSession(call, beginning, family)
    : undefined;
  const facts = { nonce: null, authTime, methods, jkt: jkt ?? null };
  return await issueTokens(call, client, {
    userId,
    child: { grant, client: client.id, targets, ...facts, ...sid === undefined ? {} : { sid } },
    organization,
    target: narrow(targets, call.settings, asked),
    family,
    withIdToken: true,
    withRefresh: client.grants.has("refresh"),
  });
};

/** The refusal of a code that waits for its user, who may never come. */
async function notYet(
  { config: { records } }: Pick<OAuthCall, "config">,
  id: string,
): Promise<OAuthRefusal> {
  let isEarly = false;
  await devices.update(records, id, (known) => {
    if (!known) return undefined;
    isEarly = isTooEarly(known);
    const { owner: userId, data } = known;
    const interval = isEarly ? data.interval + SLOWER : data.interval;
    return { userId, expires: storedUntil(data), data: { ...data, interval, askedAt: nowMs() } };
  });
  return isEarly
    ? new OAuthRefusal("slow_down", "The device asks too often; wait 5 seconds longer each time")
    : new OAuthRefusal("authorization_pending", "The user has not decided yet");
}

function isTooEarly({ data: { askedAt, interval } }: Device): boolean {
  return nowMs() - askedAt < interval * 1000 - JITTER_MS;
}

function invalid(): OAuthRefusal {
  return new OAuthRefusal("invalid_grant", "The code is not valid, or was used");
}

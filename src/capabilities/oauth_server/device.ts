/**
 * `POST oauth/device`: a device without a browser gets a code that its user types elsewhere.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8628#section-3.1 RFC 8628 §3.1}
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { deviceOf } from "../../base/device.ts";
import { nowMs } from "../../base/time.ts";
import { OAuthRefusal, readDPoPKey, textIn } from "../../credentials/form.ts";
import { withQuery } from "../../http/url.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import { authenticateClient } from "./authenticate_client.ts";
import {
  type DeviceData,
  deviceIdOf,
  devices,
  giveUserCode,
  inParts,
  MAX_AGE,
  storedUntil,
} from "./device_kinds.ts";
import { countOpen } from "./open_records.ts";
import { answering } from "./refusal.ts";
import { pickTargets, requireReachable } from "./targets.ts";

/** Path of the page below the base path. */
export const PAGE = "device";

/** Seconds between two requests of a device, until it asks too often. */
const INTERVAL = 5;

/** `POST oauth/device` */
export const deviceHandler: CallHandler = answering(async (call, sent) => {
  const { config, config: { records, basePath }, settings, request } = call;
  const client = await authenticateClient(call, sent);
  if (!client.grants.has("device")) {
    throw new OAuthRefusal("unauthorized_client", "The client may not use codes of devices");
  }
  const targets = pickTargets(settings, client, textIn(sent.body, "scope"), sent.repeated.resource);
  requireReachable(targets, settings, client);
  const jkt = await readDPoPKey(call) ?? null;
  const code = randomBase64url(32);
  const id = await deviceIdOf(code);
  const now = nowMs();
  const data: DeviceData = {
    client: client.id,
    targets,
    jkt,
    state: "waiting",
    decision: null,
    interval: INTERVAL,
    askedAt: 0,
    endsAt: now + MAX_AGE * 1000,
    address: config.addressOf(request),
    agent: deviceOf(request),
  };
  await countOpen(call, "device", client);
  await devices.add(records, id, { expires: storedUntil(data), data });
  const userCode = inParts(await giveUserCode(call, id, data.endsAt));
  const page = `${settings.origin}${basePath}/${PAGE}`;
  return {
    headers: JSON_HEADERS,
    body: {
      device_code: code,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: withQuery(page, { user_code: userCode }),
      expires_in: MAX_AGE,
      interval: INTERVAL,
    },
  };
});

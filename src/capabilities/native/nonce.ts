/**
 * `POST native/nonce`: a nonce for an ID token of a native SDK. It counts once.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { secondsFromNow } from "../../base/time.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import { type NativeConfig, nativeRequest } from "./settings.ts";

/** Seconds for which a nonce can be used. */
const MAX_AGE = 10 * 60;

/** By the nonce, hashed; no user owns it. */
const nonces = defineKind<string, null>("native.nonce", hashedId("native nonce"));

/** `POST native/nonce` */
export const nonceHandler: CallHandler = async (request, resolved) => {
  const { config } = nativeRequest(request, resolved);
  const nonce = randomBase64url(32);
  const expires = secondsFromNow(MAX_AGE);
  await nonces.add(config.records, nonce, { expires, data: null });
  return { headers: JSON_HEADERS, body: { nonce, expiresIn: MAX_AGE } };
};

/** Takes a nonce; `false` for one that this app has not given, or that was used. */
export async function takeNonce({ records }: NativeConfig, nonce: string): Promise<boolean> {
  return await nonces.take(records, nonce) !== null;
}

/**
 * Requests for authorization that wait in the store until the browser comes with their id: those that
 * a client has pushed (RFC 9126), and those that are too long for the way to the sign-in page and back.
 * One gives one code.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowMs } from "../../base/time.ts";
import { type CheckedParameters, requests, type StoredRequest } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";

/** Beginning of their URIs (RFC 9126 §2.2). */
const URI = "urn:ietf:params:oauth:request_uri:";

type WithConfig = Pick<OAuthCall, "config">;

/** Returns `true` for a URI that has the form of one. */
export function isPushedUri(uri: string): boolean {
  return uri.startsWith(URI);
}

/** URI of a request. */
export function pushedUri(id: string): string {
  return URI + id;
}

/**
 * Keeps a request.
 *
 * @param maxAge seconds
 * @param notBefore seconds since 1970: an earlier proof of the user does not count
 * @returns its id
 */
export async function pushRequest(
  { config: { records } }: WithConfig,
  request: CheckedParameters,
  maxAge: number,
  notBefore: number | null = null,
): Promise<string> {
  const id = randomBase64url(32);
  const now = nowMs();
  const data: StoredRequest = { ...request, createdAt: now, pushed: null, notBefore };
  await requests.add(records, id, { expires: new Date(now + maxAge * 1000), data });
  return id;
}

/** Reads the request of a URI; `undefined` for one that was used, has expired, or is of a page. */
export async function readPushed(
  { config: { records } }: WithConfig,
  uri: string,
): Promise<{ readonly id: string; readonly data: StoredRequest } | undefined> {
  const id = uri.slice(URI.length);
  if (!/^[\w-]{43}$/.test(id)) return undefined;
  const found = await requests.get(records, id);
  return found && found.owner === undefined ? { id, data: found.data } : undefined;
}

/** Uses a request up; `false` when another call has. */
export async function takePushed(
  { config: { records } }: WithConfig,
  id: string,
): Promise<boolean> {
  return await requests.take(records, id) !== null;
}

/**
 * A copy of the request for the app's own functions.
 *
 * @module
 */

import { splitUrl } from "../http/url.ts";
import type { RequestInternal } from "../types/internal.ts";
import { peerOf, setPeer } from "./peer.ts";

/** Headers about a body that has been read. */
const BODY_HEADERS = ["content-length", "content-encoding", "transfer-encoding"];

/**
 * Makes a request under the public origin with all headers of the original,
 * and the fields of its body as JSON, since the body itself has been read.
 */
export function rebuildRequest(
  { request, origin }: RequestInternal,
  body: Record<string, unknown>,
): Request {
  const headers = new Headers(request.headers);
  for (const name of BODY_HEADERS) headers.delete(name);
  headers.set("content-type", "application/json");
  const { pathname = "/", search = "" } = splitUrl(request.url) ?? {};
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const copy = new Request(origin + pathname + search, init);
  setPeer(copy, peerOf(request));
  return copy;
}

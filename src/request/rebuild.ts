/**
 * The request again, for the app's own functions.
 *
 * @module
 */

import type { RequestInternal } from "../types/internal.ts";

/** The original's body has been read, so the app gets its fields again as JSON. */
export function rebuildRequest(
  { request }: RequestInternal,
  body: Record<string, unknown>,
): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
}

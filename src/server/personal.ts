/**
 * Answers to one who was admitted, for caches.
 *
 * @module
 */

import { copyResponse } from "../http/response.ts";

/** `Cache-Control` of an answer to one who was admitted, where the app sets none. */
export const PERSONAL = "private, no-cache";

/**
 * The response to one who was admitted: shared caches must not give it to others, and a browser asks
 * again, so that it shows nothing after a sign-out. What the app says itself stays.
 */
export function forOne(response: Response): Response {
  // The response of an upgraded connection cannot be copied.
  if (response.status === 101 || response.headers.has("cache-control")) return response;
  const copy = copyResponse(response);
  copy.headers.set("cache-control", PERSONAL);
  return copy;
}

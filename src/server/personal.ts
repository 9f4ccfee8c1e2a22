/**
 * Answers to one who was admitted, for caches and for pages of other origins.
 *
 * @module
 */

import type { AnyGuardOptions } from "../types/principal.ts";
import { originHeaders, withHeaders } from "./cors.ts";

/** `Cache-Control` of an answer to one who was admitted, where the app sets none. */
export const PERSONAL = "private, no-cache";

/**
 * Headers of the answer to one who was admitted; what the app sets itself stays.
 *
 * @param options of the guard
 */
export function headersFor(
  options: Pick<AnyGuardOptions, "cors"> | undefined,
): readonly (readonly [name: string, value: string])[] {
  return [["cache-control", PERSONAL], ...originHeaders(options)];
}

/**
 * The response to one who was admitted: shared caches must not give it to others, and a browser asks
 * again, so that it shows nothing after a sign-out. What the app says itself stays.
 *
 * @param options of the guard. Default: none
 */
export function forOne(response: Response, options?: Pick<AnyGuardOptions, "cors">): Response {
  return withHeaders(response, headersFor(options));
}

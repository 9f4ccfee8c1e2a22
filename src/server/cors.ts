/**
 * Answers that pages of any origin can read (CORS), where the option `cors` of a guard says so.
 *
 * @see {@link https://fetch.spec.whatwg.org/#http-cors-protocol Fetch, CORS protocol}
 * @module
 */

import { copyResponse } from "../http/response.ts";
import type { AnyGuardOptions } from "../types/principal.ts";

/** Names and values of headers. */
type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** Headers by which any page can read an answer, its challenge too. Cookies never come with it. */
const ANY_ORIGIN: HeaderPairs = [
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", "WWW-Authenticate, DPoP-Nonce"],
];

/** Headers of the answer to a preflight. The wildcard leaves out `Authorization`. */
const PREFLIGHT: HeaderPairs = [
  ["access-control-allow-methods", "*"],
  ["access-control-allow-headers", "Authorization, Content-Type, DPoP, *"],
  ["access-control-max-age", "600"],
];

/** Headers for other origins; none without the option. */
export function originHeaders(options: Pick<AnyGuardOptions, "cors"> | undefined): HeaderPairs {
  return options?.cors === undefined ? [] : ANY_ORIGIN;
}

/** The answer to a preflight, which has no credential. */
export function answerPreflight(): Response {
  return withHeaders(new Response(null, { status: 204 }), [...ANY_ORIGIN, ...PREFLIGHT]);
}

/** A response with headers, as far as it does not have them. */
export function withHeaders(response: Response, headers: HeaderPairs): Response {
  const missing = headers.filter(([name]) => !response.headers.has(name));
  // The response of an upgraded connection cannot be copied.
  if (response.status === 101 || missing.length === 0) return response;
  const copy = copyResponse(response);
  for (const [name, value] of missing) copy.headers.set(name, value);
  return copy;
}

/**
 * The one rule for requests that another site may have made a browser send.
 *
 * @module
 */

import { MissingCSRF } from "../errors.ts";

/**
 * Returns `true` when a page of this site, and not another site, made the browser
 * send a request.
 *
 * | `Origin` | `Sec-Fetch-Site` | Method | Same origin |
 * |---|---|---|---|
 * | one of `origins` | any | any | yes |
 * | an `http:` one of them with `https:` instead | any | any | yes: a proxy ended TLS without sending the scheme |
 * | `null` | `same-origin` | any | yes: the page's referrer policy hides its origin |
 * | anything else | any | any | no |
 * | absent | any | `GET`, `HEAD` | yes: browsers send no `Origin` with a navigation |
 * | absent | `same-origin`, `none`, absent | other | yes |
 * | absent | `same-site`, `cross-site` | other | no |
 *
 * @param origins public origins of the site
 * @see {@link https://fetch.spec.whatwg.org/#origin-header Fetch §3.2}
 */
export function isSameOrigin(
  { headers, method }: Pick<Request, "headers" | "method">,
  ...origins: string[]
): boolean {
  const from = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (from === "null") return site === "same-origin";
  if (from !== null) {
    return origins.some((origin) => from === origin || hidesHttps({ headers }, origin));
  }
  if (method === "GET" || method === "HEAD") return true;
  return site === null || site === "same-origin" || site === "none";
}

/**
 * Returns `true` when the browser says that a page of this origin made it send a request. No page can
 * set this header, and only browsers have cookies that another site could use.
 *
 * @see {@link https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header Fetch Metadata §2.4}
 */
export function saysSameOrigin({ headers }: Pick<Request, "headers">): boolean {
  return headers.get("sec-fetch-site") === "same-origin";
}

/** Returns `true` for a post of a page on https to an origin that is the same on http. */
export function hidesHttps({ headers }: Pick<Request, "headers">, origin: string): boolean {
  return origin.startsWith("http:") &&
    headers.get("origin") === origin.replace("http:", "https:");
}

/**
 * Refuses a request that another site made the browser send.
 *
 * @throws {MissingCSRF} with both origins, since the usual cause is a public
 * address that is not configured
 */
export function assertSameOrigin(request: Request, origin: string): void {
  if (isSameOrigin(request, origin)) return;
  const from = request.headers.get("origin") ?? "another site";
  throw new MissingCSRF(
    `Cannot act on this request: it came from ${from}, not from ${origin}. If people open this ` +
      "app under that address, set AUTH_URL to it",
  );
}

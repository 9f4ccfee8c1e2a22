/**
 * What an action answered → a `Response`.
 *
 * @module
 */

import { serializeCookie } from "../http/cookie.ts";
import type { CookieJarInterface, RequestInternal, ResponseInternal } from "../types/internal.ts";

/** Headers of answers that belong to one browser and one moment. */
export const NO_STORE: Readonly<Record<string, string>> = {
  "Cache-Control": "private, no-cache, no-store",
  "Expires": "0",
  "Pragma": "no-cache",
};

/** Headers of a JSON body. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "application/json",
};

/** Adds the jar's cookies, unless the action decided about them itself. */
export function withCookies(
  result: ResponseInternal,
  cookies: CookieJarInterface,
): ResponseInternal {
  return result.cookies ? result : { ...result, cookies: cookies.outgoing() };
}

/**
 * Serializes an answer. With `X-Auth-Return-Redirect`, a redirect becomes
 * `200 {"url": …}`, for clients that cannot see where a redirect leads.
 */
export function respond(result: ResponseInternal, request: RequestInternal): Response {
  const { redirect, cookies = [] } = result;
  const headers = new Headers(result.headers);
  for (const cookie of cookies) headers.append("Set-Cookie", serializeCookie(cookie));
  if (redirect === undefined) {
    return new Response(serializeBody(result.body, headers), {
      status: result.status ?? 200,
      headers,
    });
  }
  const location = toHeaderValue(redirect, request.origin);
  headers.set("Location", location);
  if (!request.returnRedirect) return new Response(null, { status: 302, headers });
  headers.set("Content-Type", "application/json");
  // Clients parse it, so it is absolute.
  const url = location.startsWith("/") ? request.origin + location : location;
  return new Response(JSON.stringify({ url }), { headers });
}

function serializeBody(body: unknown, headers: Headers): BodyInit | null {
  switch (headers.get("content-type")) {
    case "application/json":
      return JSON.stringify(body ?? null);
    case "application/x-www-form-urlencoded":
      return new URLSearchParams(body as Record<string, string>).toString();
    default:
      return (body as BodyInit | undefined) ?? null;
  }
}

/** Headers take visible ASCII only; the URL parser encodes the rest and drops line breaks. */
function toHeaderValue(url: string, origin: string): string {
  return /[^\x21-\x7e]/.test(url) ? new URL(url, origin).href : url;
}

/**
 * The answer of an action → a `Response`.
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

/** Keeps browsers from treating a body as another content type than the declared one. */
export const NO_SNIFF: Readonly<Record<string, string>> = { "X-Content-Type-Options": "nosniff" };

/** Headers of a JSON body. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  "Content-Type": "application/json",
  ...NO_SNIFF,
};

/** Adds the jar's cookies, unless the action has set `cookies` itself. */
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
  const { redirect, cookies = [], headers } = result;
  const location = redirect === undefined ? undefined : toHeaderValue(redirect, request.origin);
  const asJson = location !== undefined && request.returnRedirect;
  const body = asJson
    // Clients parse it, so it is absolute.
    ? JSON.stringify({ url: location.startsWith("/") ? request.origin + location : location })
    : location === undefined
    ? serializeBody(result.body, headers)
    : null;
  const status = asJson ? 200 : location === undefined ? result.status ?? 200 : 302;
  // Several times faster than passing all headers at once.
  const response = new Response(body, { status });
  for (const [name, value] of entriesOf(headers)) response.headers.set(name, value);
  if (location !== undefined) response.headers.set("location", location);
  if (asJson) {
    for (const [name, value] of entriesOf(JSON_HEADERS)) response.headers.set(name, value);
  }
  for (const cookie of cookies) response.headers.append("set-cookie", serializeCookie(cookie));
  return response;
}

function serializeBody(body: unknown, headers: HeadersInit | undefined): BodyInit | null {
  switch (contentTypeOf(headers)) {
    case "application/json":
      return JSON.stringify(body ?? null);
    case "application/x-www-form-urlencoded":
      return new URLSearchParams(body as Record<string, string>).toString();
    default:
      return (body as BodyInit | undefined) ?? null;
  }
}

function entriesOf(headers: HeadersInit = {}): Iterable<[string, string]> {
  const isRecord = !(headers instanceof Headers) && !Array.isArray(headers);
  return isRecord ? Object.entries(headers as Record<string, string>) : new Headers(headers);
}

function contentTypeOf(headers: HeadersInit | undefined): string | undefined {
  for (const [name, value] of entriesOf(headers)) {
    if (name.toLowerCase() === "content-type") return value;
  }
}

/** Headers take visible ASCII only; the URL parser encodes the rest and drops line breaks. */
function toHeaderValue(url: string, origin: string): string {
  return /[^\x21-\x7e]/.test(url) ? new URL(url, origin).href : url;
}

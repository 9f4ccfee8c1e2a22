/**
 * The answer of an action → what a server sends, and a `Response`.
 *
 * @module
 */

import { serializeCookie } from "../http/cookie.ts";
import { createResponse } from "../http/response.ts";
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

const texts = new WeakMap<object, string>();

/** Keeps the JSON of a body that many answers have, and that nothing changes. */
export function shareBody<T extends object>(body: Readonly<T>): Readonly<T> {
  texts.set(body, JSON.stringify(body));
  return body;
}

/** Adds the jar's cookies, unless the action has set `cookies` itself. */
export function withCookies(
  result: ResponseInternal,
  cookies: CookieJarInterface,
): ResponseInternal {
  return result.cookies ? result : { ...result, cookies: cookies.outgoing() };
}

/** The answer of a page beyond a limit: 429, unless it leads to a page of the app. */
export function asTooMany(page: ResponseInternal, seconds: number): ResponseInternal {
  if (page.redirect !== undefined) return page;
  const headers = Object.fromEntries(entriesOf(page.headers));
  return { ...page, status: 429, headers: { ...headers, "Retry-After": String(seconds) } };
}

/** An answer as text, for servers with and without `Response` objects. */
export interface SerializedAnswer {
  /** HTTP status code. */
  status: number;
  /** Headers other than cookies; a later value replaces an earlier one. */
  headers: [name: string, value: string][];
  /** Values of `Set-Cookie`. */
  cookies: string[];
  /** Body; `null` for none. Bytes are those of an image. */
  body: string | Uint8Array<ArrayBuffer> | null;
}

/**
 * Serializes an answer. With `X-Auth-Return-Redirect`, a redirect becomes
 * `{"url": …}`, with status 200 unless the answer has one, for clients that cannot see where a redirect leads.
 */
export function serialize(result: ResponseInternal, request: RequestInternal): SerializedAnswer {
  const headers = entriesOf(result.headers);
  const cookies = (result.cookies ?? []).map(serializeCookie);
  if (result.redirect === undefined) {
    const { status = 200 } = result;
    return { status, headers, cookies, body: serializeBody(result.body, headers) };
  }
  const location = toHeaderValue(result.redirect, request.origin);
  headers.push(["location", location]);
  if (!request.returnRedirect) return { status: 302, headers, cookies, body: null };
  // Clients parse it, so it is absolute.
  const url = location.startsWith("/") ? request.origin + location : location;
  headers.push(...entriesOf(JSON_HEADERS));
  return { status: result.status ?? 200, headers, cookies, body: JSON.stringify({ url }) };
}

/** Makes a `Response`. */
export function toResponse({ status, headers, cookies, body }: SerializedAnswer): Response {
  const response = createResponse(body, { status });
  for (const [name, value] of headers) response.headers.set(name, value);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Serializes an answer into a `Response`. */
export function respond(result: ResponseInternal, request: RequestInternal): Response {
  return toResponse(serialize(result, request));
}

function serializeBody(
  body: unknown,
  headers: readonly [string, string][],
): SerializedAnswer["body"] {
  const [, type] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  switch (type) {
    case "application/json":
      return texts.get(body as object) ?? JSON.stringify(body ?? null);
    case "application/x-www-form-urlencoded":
      return new URLSearchParams(body as Record<string, string>).toString();
    default:
      return (body as SerializedAnswer["body"] | undefined) ?? null;
  }
}

function entriesOf(headers: HeadersInit = {}): [string, string][] {
  return Symbol.iterator in headers ? [...new Headers(headers)] : Object.entries(headers);
}

/** Headers take visible ASCII only; the URL parser encodes the rest and drops line breaks. */
function toHeaderValue(url: string, origin: string): string {
  return /[^\x21-\x7e]/.test(url) ? new URL(url, origin).href : url;
}

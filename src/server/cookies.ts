/**
 * Transfer of cookies from a request's {@linkcode RequestAuth} to the app's
 * response.
 *
 * @module
 */

import { serializeCookie } from "../http/cookie.ts";
import { copyResponse } from "../http/response.ts";
import type { Cookie } from "../types/internal.ts";

/** Writes cookies to a response that the framework has not sent yet. */
export interface CookieSink {
  /** Adds a cookie. */
  add(cookie: Cookie): void;
  /** Removes cookies that were added before. */
  remove(cookies: readonly Cookie[]): void;
}

/** Replaces cookies that were added before; those that are in both lists stay as they are. */
export function replaceCookies(
  sink: CookieSink,
  before: readonly Cookie[],
  after: readonly Cookie[],
): void {
  const stale = before.filter((cookie) => !after.includes(cookie));
  if (stale.length > 0) sink.remove(stale);
  for (const cookie of after) if (!before.includes(cookie)) sink.add(cookie);
}

/** A sink that writes into headers. */
export function headersSink(headers: Headers): CookieSink {
  return {
    add: (cookie) => headers.append("set-cookie", serializeCookie(cookie)),
    remove(cookies) {
      const mine = cookies.map(serializeCookie);
      const others = headers.getSetCookie().filter((cookie) => !mine.includes(cookie));
      headers.delete("set-cookie");
      for (const cookie of others) headers.append("set-cookie", cookie);
    },
  };
}

/**
 * A sink for frameworks that keep one cookie per name, so that an outdated cookie
 * is replaced by its deletion.
 */
export function replacingSink(set: (cookie: Cookie) => void): CookieSink {
  return {
    add: set,
    remove: (cookies) =>
      cookies.forEach(({ name, options: { expires: _, ...options } }) =>
        set({ name, value: "", options: { ...options, maxAge: 0 } })
      ),
  };
}

/**
 * The app's response with more cookies. A cookie that the response sets itself
 * is kept: a session that the app began or ended wins over the renewal of the
 * old one. The result is a copy, since the app's response can have immutable
 * headers, and shared caches must not store it. The response of an upgraded
 * connection cannot be copied and is returned as it is.
 */
export function withCookies(response: Response, cookies: readonly Cookie[]): Response {
  const missing = response.status === 101 ? [] : missingFrom(response.headers, cookies);
  if (missing.length === 0) return response;
  const copy = copyResponse(response);
  keepFromCaches(copy.headers);
  for (const cookie of missing) copy.headers.append("set-cookie", serializeCookie(cookie));
  return copy;
}

/** The cookies that the response headers do not set already. */
export function missingFrom(headers: Headers, cookies: readonly Cookie[]): readonly Cookie[] {
  const own = headers.getSetCookie().map((text) => ({ name: text.split("=", 1)[0]!.trim() }));
  return withoutOthers(cookies, own);
}

/**
 * The cookies without those that `others` replace. Chunks count as one cookie: a
 * renewed session can have more chunks than the cookie that replaces it.
 */
export function withoutOthers(
  cookies: readonly Cookie[],
  others: readonly Pick<Cookie, "name">[],
): readonly Cookie[] {
  if (cookies.length === 0 || others.length === 0) return cookies;
  const names = others.map(wholeName);
  return cookies.filter((cookie) => !names.includes(wholeName(cookie)));
}

/** Name of a cookie, without the number of a chunk. */
function wholeName({ name }: Pick<Cookie, "name">): string {
  return name.replace(/\.\d+$/, "");
}

/** Keeps a response for one user out of shared caches. */
export function keepFromCaches(headers: Headers): void {
  if (/\b(private|no-store)\b/i.test(headers.get("cache-control") ?? "")) return;
  headers.set("cache-control", "private, no-store");
}

/** The `Cookie` header that a browser sends after it has received these cookies. */
export function toCookieHeader(before: string, cookies: readonly Cookie[]): string {
  const pairs = new Map<string, string>();
  for (const pair of before.split(";").map((text) => text.trim()).filter(Boolean)) {
    pairs.set(pair.split("=", 1)[0]!, pair);
  }
  for (const cookie of cookies) {
    const isGone = cookie.value === "" || cookie.options.maxAge === 0;
    if (isGone) pairs.delete(cookie.name);
    else pairs.set(cookie.name, serializeCookie(cookie).split(";", 1)[0]!);
  }
  return [...pairs.values()].join("; ");
}

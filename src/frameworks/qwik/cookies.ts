/**
 * Cookies for Qwik City, which keeps them by name and writes them down itself.
 *
 * @module
 */

import type { Cookie } from "@x/auth";
import { serializeCookie } from "@x/auth/wrapper";

/** What is used of the cookies of an answer; values are written as they are. */
export interface CookieStore {
  /** Sets a cookie, instead of another with that name. */
  set(name: string, value: string, options?: object): void;
}

/** Sets a cookie. Handlers that read it back in the same request get its value. */
export function setCookie(store: CookieStore, cookie: Cookie): void {
  const { name, value, options } = cookie;
  const { domain, expires, httpOnly, maxAge, path, sameSite, secure } = options;
  // What Qwik City has no words for goes with the value.
  if (options.partitioned || options.priority) {
    return setCookieText(store, serializeCookie(cookie));
  }
  store.set(name, (options.encode ?? encodeURIComponent)(value), {
    domain,
    expires,
    httpOnly,
    maxAge: maxAge === undefined ? undefined : Math.floor(maxAge),
    path,
    // Qwik City takes `false` for `None`.
    sameSite: sameSite || undefined,
    secure,
  });
}

/** Sets a cookie that is written down already: `name=value; Path=/`. */
export function setCookieText(store: CookieStore, text: string): void {
  const end = text.indexOf("=");
  store.set(text.slice(0, end), text.slice(end + 1));
}

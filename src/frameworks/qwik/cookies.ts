/**
 * Cookies for Qwik City, which keeps one cookie per name and serializes them itself.
 *
 * @module
 */

import type { Cookie } from "@x/auth";
import { serializeCookie } from "@x/auth/wrapper";

/** Members of Qwik City's `Cookie` that are used; values are not encoded. */
export interface CookieStore {
  /** Sets a cookie and replaces one of the same name. */
  set(name: string, value: string, options?: object): void;
}

/** Sets a cookie. Handlers that read it in the same request get its new value. */
export function setCookie(store: CookieStore, cookie: Cookie): void {
  const { name, value, options } = cookie;
  const { domain, expires, httpOnly, maxAge, path, sameSite, secure } = options;
  // Qwik City has no options for these attributes, so they are appended to the value.
  if (options.partitioned || options.priority) {
    return setCookieText(store, serializeCookie(cookie));
  }
  store.set(name, (options.encode ?? encodeURIComponent)(value), {
    domain,
    expires,
    httpOnly,
    maxAge: maxAge === undefined ? undefined : Math.floor(maxAge),
    path,
    // Qwik City would treat `false` as `None`.
    sameSite: sameSite || undefined,
    secure,
  });
}

/** Sets a cookie that is already serialized: `name=value; Path=/`. */
export function setCookieText(store: CookieStore, text: string): void {
  const end = text.indexOf("=");
  store.set(text.slice(0, end), text.slice(end + 1));
}

/**
 * A cookie store that follows the rules of browsers.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";

/** A stored cookie. */
export interface BrowserCookie {
  /** Cookie name. */
  name: string;
  /** Value, still percent-encoded. */
  value: string;
  /** Host that set it. */
  host: string;
  /** Path prefix. */
  path: string;
  /** `true` when sent only over HTTPS or to a loopback host. */
  secure: boolean;
  /** `true` when hidden from scripts. */
  httpOnly: boolean;
  /** `strict`, `lax` or `none`. */
  sameSite: string;
  /** Expiry in epoch milliseconds; `undefined` for a cookie that ends with the browser. */
  expiresMs?: number;
}

/** Facts about a request that decide which cookies are sent. */
export interface CookieSituation {
  /** `true` when another site causes the request. */
  crossSite?: boolean;
  /** Method of the request. */
  method?: string;
}

/** Cookies of several hosts. */
export class CookieStore {
  readonly #cookies = new Map<string, BrowserCookie>();

  /** Stores the cookies of a response; drops those that a browser would refuse. */
  store(url: URL, setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const equals = pair.indexOf("=");
      if (equals < 1) continue;
      const name = pair.slice(0, equals);
      const given = new Map(attributes.map((attribute) => {
        const [key = "", value = ""] = attribute.split("=");
        return [key.toLowerCase(), value] as const;
      }));
      const cookie: BrowserCookie = {
        name,
        value: pair.slice(equals + 1),
        host: url.hostname,
        path: given.get("path") || "/",
        secure: given.has("secure"),
        httpOnly: given.has("httponly"),
        sameSite: (given.get("samesite") || "lax").toLowerCase(),
        expiresMs: expiryOf(given),
      };
      if (!isAcceptable(cookie, url, given.has("domain"))) continue;
      const id = `${cookie.host} ${cookie.path} ${name}`;
      if (cookie.expiresMs !== undefined && cookie.expiresMs <= nowMs()) {
        this.#cookies.delete(id);
      } else this.#cookies.set(id, cookie);
    }
  }

  /** `Cookie` header of a request, empty when there is none. */
  header(url: URL, { crossSite = false, method = "GET" }: CookieSituation = {}): string {
    return this.list(url.hostname)
      .filter(({ path, secure, sameSite }) =>
        isWithin(url.pathname, path) && (!secure || isPotentiallyTrustworthy(url)) &&
        (!crossSite || sameSite === "none" || (sameSite === "lax" && method === "GET"))
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** Unexpired cookies of a host, in the order they were first set. */
  list(host: string): BrowserCookie[] {
    return [...this.#cookies.values()].filter((cookie) =>
      cookie.host === host && (cookie.expiresMs === undefined || cookie.expiresMs > nowMs())
    );
  }

  /** Names of the unexpired cookies of a host. */
  names(host: string): string[] {
    return this.list(host).map(({ name }) => name);
  }

  /** Stores a cookie that no response set, as another app on the same host could. */
  plant(url: string, setCookie: string): void {
    this.store(new URL(url), [setCookie]);
  }
}

/** RFC 6265 §5.1.4: a path covers whole segments. */
function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function expiryOf(attributes: ReadonlyMap<string, string>): number | undefined {
  const maxAge = attributes.get("max-age");
  if (maxAge !== undefined) return nowMs() + Number(maxAge) * 1000;
  const expires = attributes.get("expires");
  return expires === undefined ? undefined : Date.parse(expires);
}

/** RFC 6265bis §5.7: rules of the name prefixes, and `SameSite=None` needs `Secure`. */
function isAcceptable({ name, secure, sameSite, path }: BrowserCookie, url: URL, domain: boolean) {
  if (secure && !isPotentiallyTrustworthy(url)) return false;
  if (sameSite === "none" && !secure) return false;
  if (name.startsWith("__Secure-")) return secure;
  if (name.startsWith("__Host-")) return secure && path === "/" && !domain;
  return true;
}

function isPotentiallyTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || hostname === "localhost" || hostname.startsWith("127.");
}

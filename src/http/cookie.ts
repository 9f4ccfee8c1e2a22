/**
 * Cookies as text: reads any header that a browser sends, writes only cookies
 * that the rules allow.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis RFC 6265bis}
 * @module
 */

import type { Cookie } from "../types/internal.ts";
import type { CookieAttributes } from "../types/options.ts";

/** Characters of a value that fit into one session cookie: 4096 less name and attributes. */
export const CHUNK_SIZE = 3936;

/** RFC 6265bis §5.6: browsers cap lifetimes at 400 days. */
export const MAX_AGE_LIMIT = 400 * 24 * 60 * 60;

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const ATTRIBUTE = /^[\x20-\x3A\x3C-\x7E]*$/;
const DOMAIN = /^\.?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** Most values of one name that are kept: a browser sends one for each scope that it has. */
const MAX_REPEATED = 8;

/**
 * `Cookie` header → values by name. The first occurrence of a name wins, and a
 * value with broken percent-encoding is left as it is.
 *
 * @param repeated gets all values of the names that occur more than once
 */
export function parseCookies(
  header: string,
  repeated?: Map<string, string[]>,
): Map<string, string> {
  const cookies = new Map<string, string>();
  let start = 0;
  let equals = -1;
  while (start < header.length) {
    // Search again only after passing the last hit: otherwise, a header of semicolons and no
    // equals sign would be searched to its end for each semicolon.
    if (equals < start) equals = header.indexOf("=", start);
    if (equals === -1) break;
    let end = header.indexOf(";", start);
    if (end === -1) end = header.length;
    if (equals < end) {
      const name = trimBlanks(header.slice(start, equals));
      const known = name ? cookies.get(name) : undefined;
      if (name && known === undefined) {
        cookies.set(name, decodeValue(trimBlanks(header.slice(equals + 1, end))));
      } else if (name && repeated) {
        let values = repeated.get(name);
        if (!values) repeated.set(name, values = [known!]);
        if (values.length < MAX_REPEATED) {
          values.push(decodeValue(trimBlanks(header.slice(equals + 1, end))));
        }
      }
    }
    start = end + 1;
  }
  return cookies;
}

/**
 * Trims spaces and tabs, as browsers do (RFC 6265bis §5.6). Browsers treat other
 * white space as part of the name: `"\u00a0__Host-x"` has no prefix there, so any
 * host of the site may set it, and it must not become `"__Host-x"` here.
 */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function decodeValue(text: string): string {
  const value = text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1)
    : text;
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * Returns the value that was split over `<name>.0 … .n`, or the value of `name`
 * itself when there is no chunk 0. Other cookies that share the prefix are
 * left alone.
 */
export function joinChunks(cookies: ReadonlyMap<string, string>, name: string): string {
  let value = cookies.get(`${name}.0`);
  if (!value) return cookies.get(name) ?? "";
  for (let i = 1;; i++) {
    const chunk = cookies.get(`${name}.${i}`);
    if (!chunk) return value;
    value += chunk;
  }
}

/** Names of all cookies that hold `name` or a chunk of it. */
export function chunkNames(cookies: ReadonlyMap<string, string>, name: string): string[] {
  const names: string[] = [];
  for (const candidate of cookies.keys()) {
    if (!candidate.startsWith(name)) continue;
    const rest = candidate.slice(name.length);
    if (rest === "" || /^\.\d{1,3}$/.test(rest)) names.push(candidate);
  }
  return names;
}

/**
 * A cookie as the value of `Set-Cookie`.
 *
 * @throws {TypeError} when the name or an attribute breaks the rules
 */
export function serializeCookie({ name, value, options }: Cookie): string {
  assertCookie(name, options);
  let text = `${name}=${(options.encode ?? encodeURIComponent)(value)}`;
  if (options.maxAge !== undefined) {
    text += `; Max-Age=${Math.min(Math.floor(options.maxAge), MAX_AGE_LIMIT)}`;
  }
  if (options.domain) text += `; Domain=${options.domain}`;
  if (options.path) text += `; Path=${options.path}`;
  if (options.expires) text += `; Expires=${options.expires.toUTCString()}`;
  if (options.httpOnly) text += "; HttpOnly";
  if (options.secure) text += "; Secure";
  if (options.partitioned) text += "; Partitioned";
  if (options.priority) text += `; Priority=${capitalize(options.priority)}`;
  if (options.sameSite) {
    text += `; SameSite=${options.sameSite === true ? "Strict" : capitalize(options.sameSite)}`;
  }
  return text;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Refuses a cookie that a browser would drop or misread.
 *
 * @throws {TypeError} when the name or an attribute breaks the rules
 */
export function assertCookie(name: string, options: CookieAttributes): void {
  const refuse = (why: string): never => {
    throw new TypeError(`Cannot set the cookie "${name}": ${why}`);
  };
  if (!NAME.test(name)) refuse("the name has characters that cookies cannot have");
  const { domain, path, maxAge, sameSite } = options;
  if (domain && !DOMAIN.test(domain)) refuse("the domain is not a host name");
  if (path !== undefined && (!ATTRIBUTE.test(path) || !path.startsWith("/"))) {
    refuse("the path must start with a slash and have no semicolon or control character");
  }
  if (maxAge !== undefined && !Number.isFinite(maxAge)) refuse("maxAge is not a number");
  if (sameSite && sameSite !== true && !["lax", "strict", "none"].includes(sameSite)) {
    refuse("sameSite must be lax, strict or none");
  }
  // RFC 6265bis §4.1.3: browsers refuse these combinations.
  if (name.startsWith("__Host-") && (domain || (path !== undefined && path !== "/"))) {
    refuse("the __Host- prefix needs the path / and no domain");
  }
}

/**
 * Cookies as text: reads any header that a browser sends, writes only cookies
 * that the rules allow. A jar has the cookies of one request, and those that its response sets.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis RFC 6265bis}
 * @module
 */

import type { Cookie, CookieJarInterface, CookieKey, CookieTable } from "../types/internal.ts";
import type { CookieAttributes, CookieOption } from "../types/options.ts";

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
  const refuse = (message: string): never => {
    throw new TypeError(`Cannot set the cookie "${name}": ${message}`);
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

/**
 * Suffixes that the library writes. Another host of the site can set others,
 * which no response could delete, since such a name cannot be written at all.
 */
const SUFFIX = /^[\w.-]{1,64}$/;

/** Most suffixes that are read: the library writes a few, another host can set thousands. */
const MAX_SUFFIXES = 50;

/** Cookies of the library that the app used before. */
export interface EarlierCookies {
  /** Session cookie. */
  readonly session?: CookieOption | undefined;
  /** `true` when a session stays in it. Default: it moves to the cookie of this library. */
  readonly isPreserved?: boolean | undefined;
  /** Name of the cookie of the CSRF token. */
  readonly csrf?: string | undefined;
  /** Origin of the site, for cookies of a scope that the config does not have any more. */
  readonly origin?: string | undefined;
}

/** Reads and writes cookies by key; only this class uses their names and attributes. */
export class CookieJar implements CookieJarInterface {
  readonly #header: string;
  #parsed: ReadonlyMap<string, string> | undefined;
  readonly #outgoing = new Map<string, Cookie>();
  readonly #table: CookieTable;
  readonly #earlier: CookieOption | undefined;
  readonly #keepsEarlier: boolean;
  readonly #earlierCsrf: string | undefined;
  readonly #origin: string;
  /** All values of the names that the browser sent more than once. */
  readonly #repeated = new Map<string, string[]>();
  #chosen: string | undefined;

  /**
   * @param header the request's `Cookie` header
   * @param table names and attributes for this request
   * @param earlier cookies of the library that the app used before
   */
  constructor(header: string, table: CookieTable, earlier: EarlierCookies = {}) {
    this.#header = header;
    this.#table = table;
    this.#earlier = earlier.session;
    this.#keepsEarlier = earlier.isPreserved === true;
    this.#earlierCsrf = earlier.csrf;
    this.#origin = earlier.origin ?? "";
  }

  /** Cookies of the request. Some actions need none, so they are parsed at the first use. */
  get #incoming(): ReadonlyMap<string, string> {
    return this.#parsed ??= parseCookies(this.#header, this.#repeated);
  }

  /** `true` when the session token is in the cookie of the library that the app used before. */
  get isEarlier(): boolean {
    const own = joinChunks(this.#incoming, this.name("sessionToken"));
    return !own && this.#earlier !== undefined && Boolean(this.get("sessionToken"));
  }

  /** `true` when the session token is there, and must stay as long as nothing in it changes. */
  get staysEarlier(): boolean {
    return this.#keepsEarlier && this.isEarlier;
  }

  /** CSRF token of the library that the app used before, as its cookie has it. */
  get earlierCsrfToken(): string | undefined {
    return this.#earlierCsrf === undefined ? undefined : this.#incoming.get(this.#earlierCsrf);
  }

  /** Returns `true` for the name of a cookie that holds a session token, or a chunk of one. */
  isSession(name: string): boolean {
    const { sessionToken } = this.#table;
    return [sessionToken, this.#earlier].some((cookie) => cookie && name.startsWith(cookie.name));
  }

  /** Effective name of a cookie. */
  name(key: CookieKey, suffix?: string): string {
    const { name } = this.#table[key];
    return suffix ? `${name}.${suffix}` : name;
  }

  /** Value the browser sent, chunks joined; `undefined` when absent or empty. */
  get(key: CookieKey, suffix?: string): string | undefined {
    if (suffix !== undefined && !SUFFIX.test(suffix)) return undefined;
    const name = this.name(key, suffix);
    if (key !== "sessionToken") return this.#incoming.get(name) || undefined;
    if (this.#chosen !== undefined) return this.#chosen;
    const value = joinChunks(this.#incoming, name) ||
      (this.#earlier && joinChunks(this.#incoming, this.#earlier.name));
    return value || undefined;
  }

  /**
   * Returns all values that the browser sent under a name. It sends two where the app has changed the
   * `domain` of its cookies: the older scope stays, and comes first. Of a session token, chunks and a
   * whole one may be of two scopes, too.
   */
  all(key: CookieKey, suffix?: string): string[] {
    const first = this.get(key, suffix);
    if (first === undefined) return [];
    // Most browsers send each name once.
    if (this.#repeated.size === 0 && (key !== "sessionToken" || !this.#hasBothForms())) {
      return first ? [first] : [];
    }
    const name = this.name(key, suffix);
    if (key !== "sessionToken") {
      return [...new Set([first, ...this.#repeated.get(name) ?? []])].filter(Boolean);
    }
    const names = chunkNames(this.#incoming, name);
    const times = Math.max(...names.map((one) => this.#repeated.get(one)?.length ?? 1), 1);
    const values = [first];
    for (let index = 0; index < times; index++) {
      const scope = new Map(names.map((one) => {
        const sent = this.#repeated.get(one) ?? [this.#incoming.get(one)!];
        return [one, sent[index] ?? sent.at(-1)!];
      }));
      values.push(joinChunks(scope, name), scope.get(name) ?? "");
    }
    return [...new Set(values)].filter(Boolean);
  }

  /** `true` when the browser sent more than one session token. */
  get hasManySessions(): boolean {
    if (this.#chosen !== undefined) return false;
    return this.#hasBothForms() || this.#repeated.size > 0;
  }

  /** `true` for a session token in one cookie beside one in chunks: they are of two scopes. */
  #hasBothForms(): boolean {
    const name = this.name("sessionToken");
    return this.#incoming.has(name) && this.#incoming.has(`${name}.0`);
  }

  /** Chooses which of the values of the session token counts. */
  choose(value: string): void {
    this.#chosen = value;
  }

  /**
   * Returns the suffixes after `<name>.` in the names the browser sent: the last
   * fifty, since browsers send the newest cookies last.
   */
  suffixes(key: CookieKey): string[] {
    const prefix = `${this.name(key)}.`;
    return [...this.#incoming.keys()]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .filter((suffix) => SUFFIX.test(suffix))
      .slice(-MAX_SUFFIXES);
  }

  /** Schedules a cookie. A session token that is too long becomes `.0 … .n`. */
  set(key: CookieKey, value: string, options?: CookieAttributes, suffix?: string): void {
    const name = this.name(key, suffix);
    const attributes = { ...this.#table[key].options, ...options };
    if (key !== "sessionToken") return this.#put(name, value, attributes);
    this.#deleteOwn(key);
    if (this.#earlier && !this.#keepsEarlier) this.#deleteEarlier(this.#earlier);
    if (value.length <= CHUNK_SIZE) return this.#put(name, value, attributes);
    for (let i = 0; i * CHUNK_SIZE < value.length; i++) {
      this.#put(`${name}.${i}`, value.slice(i * CHUNK_SIZE, (i + 1) * CHUNK_SIZE), attributes);
    }
  }

  /** Schedules deletion of the cookies that the browser sent. */
  delete(key: CookieKey, suffix?: string): void {
    this.#deleteOwn(key, suffix);
    if (key === "sessionToken" && this.#earlier) this.#deleteEarlier(this.#earlier);
  }

  #deleteOwn(key: CookieKey, suffix?: string): void {
    const name = this.name(key, suffix);
    const arrived = key === "sessionToken"
      ? chunkNames(this.#incoming, name)
      : this.#incoming.has(name)
      ? [name]
      : [];
    // A cookie that is scheduled, but that the browser did not send, must not be set either.
    for (
      const scheduled of key === "sessionToken" ? chunkNames(names(this.#outgoing), name) : [name]
    ) {
      this.#outgoing.delete(scheduled);
    }
    for (const cookie of arrived) {
      this.#put(cookie, "", { ...this.#table[key].options, maxAge: 0 });
    }
  }

  #deleteEarlier({ name, options }: CookieOption): void {
    // Another part of the response can have moved the session to the cookie of this library.
    if (this.isEarlier) {
      const own = this.#table.sessionToken;
      this.#put(own.name, "", { ...own.options, maxAge: 0 });
    }
    for (const cookie of chunkNames(this.#incoming, name)) {
      this.#put(cookie, "", { ...options, maxAge: 0 });
    }
  }

  #put(name: string, value: string, options: CookieAttributes): void {
    this.#outgoing.set(name, { name, value, options });
  }

  /** Cookies that the response sets, in order of insertion; the last write of a name wins. */
  outgoing(): Cookie[] {
    const cookies: Cookie[] = [];
    for (const cookie of this.#outgoing.values()) cookies.push(...this.#twins(cookie), cookie);
    return cookies;
  }

  /**
   * Deletions of a cookie in another scope, in which the browser may have it from before the app
   * changed `domain`: it would come first for ever. They stand before the cookie itself, for code
   * that knows cookies by name.
   */
  #twins({ name, options }: Cookie): Cookie[] {
    if (!this.#incoming.has(name) || name.startsWith("__Host-")) return [];
    // The scope of a cookie of the library before is known: nothing has changed it.
    if (this.#earlier && name.startsWith(this.#earlier.name)) return [];
    const { expires: _, domain, ...rest } = options;
    const gone = (scope: { domain?: string }): Cookie => ({
      name,
      value: "",
      options: { ...rest, ...scope, maxAge: 0 },
    });
    if (domain) return [gone({})];
    // No config says which scope it was.
    const isOfTwo = this.#repeated.has(name) ||
      (name.startsWith(this.name("sessionToken")) && this.#hasBothForms());
    return isOfTwo ? scopesOf(hostOf(this.#origin)).map((one) => gone({ domain: one })) : [];
  }
}

function names(cookies: ReadonlyMap<string, Cookie>): Map<string, string> {
  return new Map([...cookies.keys()].map((name) => [name, ""]));
}

/** Most scopes above a host that are tried. */
const MAX_SCOPES = 3;

/** Host of an origin; empty when no host is trusted. */
function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, "").replace(/:\d{1,5}$/, "");
}

/** The host and those above it, without the top level: browsers refuse public suffixes themselves. */
function scopesOf(host: string): string[] {
  const labels = host.split(".");
  // An address has no scopes above it.
  if (labels.length < 2 || host.includes(":") || /^\d+$/.test(labels.at(-1)!)) return [];
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join(".")).slice(-MAX_SCOPES);
}

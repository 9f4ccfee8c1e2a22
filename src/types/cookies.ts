/**
 * Cookies of a request and of its response.
 *
 * @module
 */

import type { CookieAttributes, CookieOption, CookiesOptions } from "./options.ts";

/** A cookie of a response; `value` is not percent-encoded. */
export interface Cookie {
  /** Name of the cookie. */
  name: string;
  /** Value before encoding. */
  value: string;
  /** Attributes of the cookie. */
  options: CookieAttributes;
}

/** Key of a cookie in {@linkcode CookiesOptions}. */
export type CookieKey = keyof CookiesOptions;

/** Names and attributes of all cookies for one security level. */
export type CookieTable = Readonly<Record<CookieKey, CookieOption>>;

/** Cookies of a request, and cookies that its response sets. */
export interface CookieJarInterface {
  /** Effective name of a cookie. */
  name(key: CookieKey, suffix?: string): string;
  /** `true` when the session token is in the cookie of the library that the app used before. */
  readonly isEarlier: boolean;
  /** `true` when it is there, and must stay there as long as nothing in it changes. */
  readonly staysEarlier: boolean;
  /** CSRF token of the library that the app used before, as its cookie has it. */
  readonly earlierCsrfToken: string | undefined;
  /** Returns `true` for the name of a cookie that holds a session token, or a chunk of one. */
  isSession(name: string): boolean;
  /** Value the browser sent, chunks joined; `undefined` when absent. */
  get(key: CookieKey, suffix?: string): string | undefined;
  /** All values that the browser sent, of each scope that it has. */
  all(key: CookieKey, suffix?: string): string[];
  /** `true` when the browser sent more than one session token, of which none was chosen. */
  readonly hasManySessions: boolean;
  /** Chooses which of the values of the session token counts. */
  choose(value: string): void;
  /** Suffixes of the cookies the browser sent under `<name>.<suffix>`. */
  suffixes(key: CookieKey): string[];
  /** Schedules a cookie; a value that is too long becomes chunks. */
  set(key: CookieKey, value: string, options?: CookieAttributes, suffix?: string): void;
  /** Schedules deletion of the cookies that the browser sent. */
  delete(key: CookieKey, suffix?: string): void;
  /** Cookies that the response sets, in order of insertion. */
  outgoing(): Cookie[];
}

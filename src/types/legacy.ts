/**
 * Sessions of the library that an app used before.
 *
 * @module
 */

import type { Awaitable, JWT, User } from "./entities.ts";
import type { CookieOption } from "./options.ts";
import type { RecordStore } from "./records.ts";

/**
 * Sessions of another library, with the code that reads them. See `@x/auth/legacy/next-auth-4`
 * and `@x/auth/legacy/better-auth`.
 */
export interface LegacySessions {
  /**
   * Name of the session cookie, and attributes with which it is deleted.
   *
   * @param secure `true` for secure cookies
   * @param own session cookie of this library
   */
  cookie(secure: boolean, own: CookieOption): CookieOption;
  /**
   * `true` leaves a session where it is, as long as nothing in it changes, so that processes of
   * the other library read it too. Default: the first response moves it to the cookie of this
   * library.
   */
  keepsCookie?: boolean | undefined;
  /**
   * Name of the cookie of the CSRF token, whose value is like that of this library: a form that
   * was opened before the change can be posted after it. Default: no form can.
   *
   * @param secure `true` for secure cookies
   */
  csrfCookie?(secure: boolean): string;
  /**
   * Opens a session token. It is called for the tokens of this library too.
   *
   * @param secrets secrets of the app, newest first
   * @param records store of records of the app; absent without one
   * @returns the claims; `undefined` when the other library did not make the token with a secret
   * of the list
   * @throws {Error} named `SessionUnknown` for a token of the other library whose session the store
   * does not have: the cookie stays
   * @throws {Error} named `JWTExpired`, `JWTClaimValidationFailed` or `JWTInvalid` when it made
   * the token, which cannot be accepted
   */
  open(
    token: string,
    secrets: readonly string[],
    records?: RecordStore,
  ): Awaitable<JWT | undefined>;
  /**
   * `true` when users may have come with passwords of addresses that were never proven. Such a
   * password counts once the address is proven in the browser in which it was typed. Default
   * `false`.
   */
  readonly keepsPasswords?: boolean;
  /**
   * `true` when the middleware of the other library asked for a session unless the app decided
   * otherwise. Middleware of Next.js then does the same without the callback `authorized`, and a
   * handler that it wraps runs only when `authorized` lets the request pass. Default `false`.
   */
  readonly requiresSession?: boolean;
  /**
   * What the `session` callback gets as `session.user` with database sessions, whose row of the user
   * can have columns that no browser may see. Default: the whole row. The parameter `user` of the
   * callback has it in any case.
   *
   * @param user row of the user
   */
  readonly shownUser?: (user: User) => User;
  /**
   * Text about what `authorize` or the `signIn` callback has thrown, for scripts and for pages of
   * the app: they get it as `error`, and what `authorize` has thrown refuses the credentials.
   * Scripts then get a status for a sign-in that failed, such as 401 for refused credentials.
   * Default: what `authorize` throws is a fault of the server, and scripts get status 200.
   *
   * @returns `undefined` for what is no text for the browser
   */
  readonly textOfRefusal?: (thrown: unknown) => string | undefined;
  /**
   * One sentence about each option that has another name or meaning in this library.
   *
   * @param config the config of the app
   */
  renamed(config: object): readonly string[];
}

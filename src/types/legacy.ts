/**
 * Sessions of the library that an app used before.
 *
 * @module
 */

import type { Awaitable, JWT } from "./entities.ts";
import type { CookieOption } from "./options.ts";

/** Sessions of another library, with the code that reads them. See `@x/auth/legacy/next-auth-4`. */
export interface LegacySessions {
  /**
   * Name of the session cookie, and attributes with which it is deleted.
   *
   * @param secure `true` for secure cookies
   * @param own session cookie of this library
   */
  cookie(secure: boolean, own: CookieOption): CookieOption;
  /**
   * Opens a session token. It is called for the tokens of this library too.
   *
   * @param secrets secrets of the app, newest first
   * @returns the claims; `undefined` when the other library did not make the token with a secret
   * of the list
   * @throws {Error} named `JWTExpired`, `JWTClaimValidationFailed` or `JWTInvalid` when it made
   * the token, which cannot be accepted
   */
  open(token: string, secrets: readonly string[]): Awaitable<JWT | undefined>;
  /**
   * One sentence about each option that has another name or meaning in this library.
   *
   * @param config the config of the app
   */
  renamed(config: object): readonly string[];
}

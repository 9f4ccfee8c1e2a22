/**
 * Sessions of next-auth 4, which go on in this library. Its users stay signed in: the first
 * response after the change moves their session to the cookie of this library.
 *
 * Token sessions are opened with the secrets of the app, so `secret` must contain the one of
 * next-auth; `NEXTAUTH_SECRET` is read when `AUTH_SECRET` is not set. Claims that the app
 * added are kept. Database sessions keep their row, when the adapter has the same tables.
 *
 * Refused are tokens without `sub`, as next-auth makes them for users without an id: before
 * 4.24.5 its cookies of sign-in attempts were tokens of the same kind. Their users sign in
 * again.
 *
 * With database sessions, the `session` callback gets name, email and image of the user in
 * `session.user`, as in next-auth, and all columns in `user`.
 *
 * Middleware of Next.js asks for a session unless `authorized` says otherwise, as next-auth does.
 *
 * The message of an `Error` that `authorize` or the `signIn` callback throws reaches scripts and
 * pages of the app as `error`. Scripts get a status for a sign-in that failed, such as 401 for
 * refused credentials.
 *
 * A token session of next-auth that was signed out stays valid in copies of its cookie until
 * the token expires, as it did before; with `session.revocation` it ends. Remove `legacy` once
 * `session.maxAge` has passed.
 *
 * @example
 * ```ts
 * import GitHub from "@x/auth/providers/github";
 * import { nextAuth4 } from "@x/auth/legacy/next-auth-4";
 * import type { AuthConfig } from "@x/auth";
 *
 * const config: AuthConfig = { providers: [GitHub], legacy: nextAuth4() };
 * console.log(config.legacy?.renamed(config)); // []
 * ```
 *
 * @module
 */

import { openWithWebCrypto, parseClaims, TokenError } from "../../base/crypto/jwe.ts";
import { assertCookie } from "../../http/cookie.ts";
import type { JWT, Optional } from "../../types/entities.ts";
import type { LegacySessions } from "../../types/legacy.ts";
import type { CookieOption } from "../../types/options.ts";
import { renamedOptions } from "./next_auth_4_options.ts";

export type { LegacySessions };

/** Options of {@linkcode nextAuth4}. */
export interface NextAuth4Options {
  /**
   * Session cookie, as `cookies.sessionToken` of next-auth was. Default:
   * `next-auth.session-token`, with `__Secure-` before it for secure cookies, and the
   * attributes of this library's session cookie.
   */
  cookie?: Optional<CookieOption> | undefined;
  /**
   * `true` leaves sessions of next-auth in their cookie, as long as nothing in them changes, so
   * that processes with next-auth read them too: during a rolling deployment, and after a
   * roll-back. They are not extended meanwhile. Take it out when no process of next-auth is left.
   * Default `false`.
   */
  keepCookie?: boolean | undefined;
}

/** Most characters of a text for the browser, which is in a URL. */
const MAX_TEXT = 1000;

/** Header of the tokens, `{"alg":"dir","enc":"A256GCM"}`. Tokens of this library name a key. */
const HEADER = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..";

/** Part of the tokens' keys. */
const INFO = "NextAuth.js Generated Encryption Key";

const encoder = new TextEncoder();

/**
 * Sessions of next-auth 4, for `legacy` in the config.
 *
 * @throws {TypeError} when `cookie` is not valid
 *
 * @example
 * ```ts
 * import { nextAuth4 } from "@x/auth/legacy/next-auth-4";
 *
 * // The app had `cookies: { sessionToken: { name: "sid", options: { domain: "app.example" } } }`.
 * const legacy = nextAuth4({ cookie: { name: "sid", options: { domain: "app.example" } } });
 * console.log(legacy.renamed({ providers: [] })); // []
 * ```
 */
export function nextAuth4(
  { cookie = {}, keepCookie = false }: NextAuth4Options = {},
): LegacySessions {
  const { name, options } = cookie;
  assertCookie(name ?? nameFor(false), options ?? {});
  return {
    cookie: (secure, own) => ({
      name: name ?? nameFor(secure),
      options: { ...own.options, ...options },
    }),
    keepsCookie: keepCookie,
    requiresSession: true,
    shownUser: ({ name, email, image }) => ({ name, email, image }),
    textOfRefusal,
    csrfCookie: (secure) => `${secure ? "__Host-" : ""}next-auth.csrf-token`,
    open,
    renamed: renamedOptions,
  };
}

/**
 * The message of an error that the app made to refuse: next-auth sends every message. Those of
 * databases and networks have a name or a code of their own, or an address.
 */
function textOfRefusal(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || thrown.name !== "Error") return undefined;
  if ("code" in thrown || "errno" in thrown) return undefined;
  const { message } = thrown;
  const isText = message !== "" && message.length <= MAX_TEXT && !message.includes("://");
  return isText ? message : undefined;
}

function nameFor(secure: boolean): string {
  return `${secure ? "__Secure-" : ""}next-auth.session-token`;
}

async function open(token: string, secrets: readonly string[]): Promise<JWT | undefined> {
  if (!token.startsWith(HEADER)) return undefined;
  for (const secret of secrets) {
    const text = await decrypt(token, secret);
    if (text !== undefined) return requireSession(parseClaims(text));
  }
}

async function decrypt(token: string, secret: string): Promise<string | undefined> {
  const bytes = await deriveBytes(secret);
  try {
    return await openWithWebCrypto(token, { enc: "A256GCM", bytes });
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}

async function deriveBytes(secret: string): Promise<Uint8Array<ArrayBuffer>> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, [
    "deriveBits",
  ]);
  const algorithm = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode(INFO),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 256));
}

/**
 * A session names its user and ends. Cookies of sign-in attempts were made with the same key
 * before next-auth 4.24.5, and name no user.
 */
function requireSession(claims: JWT): JWT {
  const { sub, exp } = claims;
  if (typeof sub === "string" && sub !== "" && typeof exp === "number") return claims;
  throw new TokenError(
    "JWTInvalid",
    "Cannot accept the token of next-auth: it has no user (`sub`) or no expiry (`exp`)",
  );
}

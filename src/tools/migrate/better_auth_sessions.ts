/**
 * Sessions of Better Auth, which go on in this library.
 *
 * The import signs the token of each session with the secret of Better Auth, as its cookies are.
 * With database sessions, the result is the token of a row of the adapter. With token sessions,
 * a record is stored under a hash of it. So reading a cookie needs no secret of Better Auth, and
 * a cookie with another signature opens nothing.
 *
 * @module
 */

import { assertCookie } from "../../http/cookie.ts";
import { defineKind, type FoundRecord, hashedId } from "../../records/kind.ts";
import { withoutUndefined } from "../../base/objects.ts";
import type { JWT, Optional } from "../../types/entities.ts";
import type { LegacySessions } from "../../types/legacy.ts";
import type { CookieOption } from "../../types/options.ts";
import type { RecordStore } from "../../types/records.ts";

/** Options of {@linkcode betterAuth}. */
export interface BetterAuthSessionOptions {
  /**
   * Session cookie, as `advanced.cookies.session_token` of Better Auth was. Default:
   * `better-auth.session_token`, with `__Secure-` before it for secure cookies, and the
   * attributes of this library's session cookie.
   */
  cookie?: Optional<CookieOption> | undefined;
}

/** A cookie: the token, a dot, and 32 bytes as base64. */
const SIGNED = /^[^.]{1,128}\.[A-Za-z\d+/]{43}=$/;

/** Members of a record. */
type Data = {
  /** Seconds since 1970. */
  beganAt: number;
  name: string | null;
  email: string | null;
  image: string | null;
};

/** By the cookie of the session; the owner is the user. */
const sessions = defineKind<string, Data>(
  "better-auth.session",
  hashedId("session of Better Auth"),
);

/** An open session, and the user to whom it belongs. */
export interface OpenSession {
  /** Value of its cookie. */
  readonly cookie: string;
  /** Time at which it began. */
  readonly beganAt: Date;
  /** Expiry. */
  readonly expires: Date;
}

/** Members of a user that tokens of sessions show. */
export interface SessionUser {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly image?: string | null | undefined;
}

/**
 * Sessions of Better Auth, for `legacy` in the config. Sessions that `importBetterAuth` has moved
 * go on: the first response moves each to the cookie of this library. Each ends at the expiry
 * that it had, unless it is used before.
 *
 * Passwords of addresses that were not proven are read with it, too: the right one sends a link to
 * the address, and counts once the link is opened in the same browser.
 *
 * Remove `legacy` once the longest session of Better Auth has passed, by default 7 days, and
 * its users with unproven addresses have come back. Those who come later open a link, and set a
 * new password.
 *
 * @throws {TypeError} when `cookie` is not valid
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { betterAuth } from "@x/auth/legacy/better-auth";
 * import GitHub from "@x/auth/providers/github";
 * import type { AuthConfig } from "@x/auth";
 *
 * const config: AuthConfig = {
 *   providers: [GitHub],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   legacy: betterAuth(),
 * };
 * console.log(config.legacy?.keepsPasswords); // true
 * ```
 */
export function betterAuth({ cookie = {} }: BetterAuthSessionOptions = {}): LegacySessions {
  const { name, options } = cookie;
  assertCookie(name ?? nameFor(false), options ?? {});
  return {
    cookie: (secure, own) => ({
      name: name ?? nameFor(secure),
      options: { ...own.options, ...options },
    }),
    open,
    renamed: () => [],
    keepsPasswords: true,
  };
}

function nameFor(secure: boolean): string {
  return `${secure ? "__Secure-" : ""}better-auth.session_token`;
}

async function open(
  token: string,
  _secrets: readonly string[],
  records: RecordStore | undefined,
): Promise<JWT | undefined> {
  if (!records || !SIGNED.test(token)) return undefined;
  const entry = await findSession(records, token);
  if (!entry?.owner || !entry.expires) {
    throw Object.assign(new Error("The store has no session for a cookie of Better Auth"), {
      name: "SessionUnknown",
    });
  }
  const { beganAt, name, email, image } = entry.data;
  return withoutUndefined({
    sub: entry.owner,
    name: name ?? undefined,
    email: email ?? undefined,
    picture: image ?? undefined,
    iat: beganAt,
    exp: Math.floor(entry.expires.valueOf() / 1000),
  });
}

/** The record of a session that was imported; `null` without one. */
export async function findSession(
  records: RecordStore,
  cookie: string,
): Promise<FoundRecord<Data> | null> {
  return await sessions.get(records, cookie);
}

/** Stores the record of a session. */
export async function putSession(
  records: RecordStore,
  { cookie, beganAt, expires }: OpenSession,
  { id, name = null, email = null, image = null }: SessionUser,
): Promise<void> {
  const data: Data = { beganAt: Math.floor(beganAt.valueOf() / 1000), name, email, image };
  await sessions.add(records, cookie, { userId: id, expires, data });
}

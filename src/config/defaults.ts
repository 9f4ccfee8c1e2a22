/**
 * Every default value, in one place.
 *
 * @module
 */

import { withoutUndefined } from "../base/objects.ts";
import type { CookieKey, CookieTable } from "../types/internal.ts";
import type { CookieOption, CookiesOptions, Theme } from "../types/options.ts";
import type { TokenSet, User } from "../types/entities.ts";

/** Path the service is mounted under. */
export const BASE_PATH = "/auth";

/** Seconds until an idle session expires: 30 days. */
export const SESSION_MAX_AGE = 30 * 24 * 60 * 60;

/** Seconds between two extensions of a session: 1 day. */
export const SESSION_UPDATE_AGE = 24 * 60 * 60;

/** Seconds a person has to come back from a provider. */
export const CHECK_MAX_AGE = 15 * 60;

/** Seconds for which a sign-in waits for its second proof. */
export const ATTEMPT_MAX_AGE = 600;

/**
 * Seconds for which a signed-in user can prove again who it is: enough to look for a phone. What
 * is kept meanwhile proves nothing.
 */
export const STEP_UP_MAX_AGE = 3600;

/** Seconds after a proof within which a user may change how to sign in. */
export const CHANGE_MAX_AGE = 10 * 60;

/** Seconds for which a change of address can be undone: 72 hours. */
export const UNDO_MAX_AGE = 72 * 60 * 60;

/** Seconds that an undo waits when the account has been protected since: 24 hours. */
export const UNDO_DELAY = 24 * 60 * 60;

/** Scope that is requested when neither the app nor the provider sets one. */
export const SCOPE = "openid profile email";

/** Largest body that is read, in bytes: 1 MiB. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Look of the pages. */
export const THEME: Theme = { colorScheme: "auto", logo: "", brandColor: "", buttonText: "" };

/** Names without prefix, and lifetimes of the short-lived cookies. */
const COOKIES: Record<CookieKey, { name: string; maxAge?: number }> = {
  sessionToken: { name: "authjs.session-token" },
  callbackUrl: { name: "authjs.callback-url" },
  csrfToken: { name: "authjs.csrf-token" },
  pkceCodeVerifier: { name: "authjs.pkce.code_verifier", maxAge: CHECK_MAX_AGE },
  state: { name: "authjs.state", maxAge: CHECK_MAX_AGE },
  nonce: { name: "authjs.nonce", maxAge: CHECK_MAX_AGE },
  webauthnChallenge: { name: "authjs.challenge", maxAge: CHECK_MAX_AGE },
  emailAttempt: { name: "authjs.email" },
  knownDevice: { name: "authjs.device" },
  factorAttempt: { name: "authjs.factor" },
  trustedDevice: { name: "authjs.trusted" },
  signOut: { name: "authjs.signout", maxAge: CHECK_MAX_AGE },
  lastProvider: { name: "authjs.last" },
  typedFields: { name: "authjs.typed" },
};

/**
 * Cookies that another host of the domain must not be able to set: an attacker's
 * attempt would sign this browser in as the attacker, or link the attacker's
 * account to the user who is signed in here.
 */
const HOST_ONLY: ReadonlySet<CookieKey> = new Set<CookieKey>([
  "csrfToken",
  "emailAttempt",
  "factorAttempt",
  "knownDevice",
  "pkceCodeVerifier",
  "signOut",
  "state",
  "nonce",
  "trustedDevice",
  "typedFields",
  "webauthnChallenge",
]);

/** Cookie names and attributes for one security level, with the app's overrides. */
export function cookieTable(secure: boolean, overrides: Partial<CookiesOptions> = {}): CookieTable {
  const table = {} as Record<CookieKey, CookieOption>;
  for (const key of Object.keys(COOKIES) as CookieKey[]) {
    const { name, maxAge } = COOKIES[key];
    const own = overrides[key];
    // An app that shares its attempts among hosts sets one of these.
    const isShared = maxAge !== undefined && Boolean(own?.options?.domain ?? own?.options?.path);
    const isHostOnly = HOST_ONLY.has(key) && !isShared;
    const prefix = !secure ? "" : isHostOnly ? "__Host-" : "__Secure-";
    table[key] = {
      name: own?.name ?? prefix + name,
      options: {
        httpOnly: true,
        sameSite: "lax",
        path: "/",
        secure,
        ...(maxAge === undefined ? {} : { maxAge }),
        ...withoutUndefined(own?.options ?? {}),
      },
    };
  }
  return table;
}

/** Standard claims → user. */
export function defaultProfile(profile: Record<string, unknown>): User {
  const text = (...names: string[]): string | undefined => {
    for (const name of names) {
      const value = profile[name];
      if (value !== undefined && value !== null) return String(value);
    }
  };
  const id = profile.sub ?? profile.id ?? crypto.randomUUID();
  return withoutUndefined({
    // An object is not converted, so that the flow refuses it: as text it would look like an id.
    id: typeof id === "object" ? id as unknown as string : String(id),
    name: text("name", "nickname", "preferred_username"),
    email: text("email"),
    image: text("picture"),
  });
}

/** Members of the token set that are stored with an account. */
export function defaultAccount(tokens: TokenSet): TokenSet {
  const { access_token, id_token, refresh_token, expires_at, scope, token_type, session_state } =
    tokens;
  return withoutUndefined({
    access_token,
    id_token,
    refresh_token,
    expires_at,
    scope,
    token_type,
    session_state,
  });
}

/** Members of an OAuth 1.0 answer that are stored with an account. */
export function defaultAccount1({ oauth_token, oauth_token_secret }: TokenSet): TokenSet {
  return withoutUndefined({ oauth_token, oauth_token_secret });
}

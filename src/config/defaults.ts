/**
 * Every default value, in one place, with the options that become numbers and texts by them:
 * `limits`, `languages`, `language` and `texts`.
 *
 * @module
 */

import { isRecord, withoutUndefined } from "../base/objects.ts";
import type { CookieKey, CookieTable } from "../types/internal.ts";
import type { CookieOption, CookiesOptions, Theme } from "../types/options.ts";
import type { TokenSet, User } from "../types/entities.ts";
import { AuthError } from "../errors.ts";
import type { AuthConfig } from "../types/config.ts";
import type { SignUpOptions } from "../types/sign_up.ts";
import type { ResolvedLimits, ResolvedSizes } from "../types/limits.ts";
import { BUILT_IN, withChanges } from "../base/language.ts";
import type { ResolvedLanguages } from "../types/languages.ts";
import type { TextChanges, Translation } from "../types/texts.ts";

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
  adminLink: { name: "authjs.admin-link" },
  operator: { name: "authjs.operator" },
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
  "operator",
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

/** Requests per minute from one address. */
const PER_ADDRESS = 100;

/** Passwords per minute from one address. */
const PASSWORDS_PER_ADDRESS = 30;

/** Wrong proofs per account and hour. */
const PER_ACCOUNT = 10;

/** Emails per address and hour. */
const PER_RECIPIENT = 5;

/** The limits of a config with their defaults; `undefined` when they are off. */
export function resolveLimits({ limits, session }: AuthConfig): ResolvedLimits | undefined {
  if (limits === false) return undefined;
  const { perAddress, passwordsPerAddress, perAccount, perRecipient, perAction, accountField } =
    limits ?? {};
  return {
    perAddress: perAddress ?? PER_ADDRESS,
    passwordsPerAddress: passwordsPerAddress ?? PASSWORDS_PER_ADDRESS,
    perAccount: perAccount ?? PER_ACCOUNT,
    perRecipient: perRecipient ?? PER_RECIPIENT,
    perAction: perAction ?? {},
    accountField,
    readsSocket: !(session?.revocation?.address ?? limits?.clientAddress),
  };
}

/** The sizes of a config with their defaults. */
export function resolveSizes({ limits }: AuthConfig): ResolvedSizes {
  const sizes = limits ? limits.sizes : undefined;
  return {
    bodyBytes: MAX_BODY_BYTES,
    fieldCharacters: Infinity,
    cookieBytes: Infinity,
    pathCharacters: Infinity,
    ...withoutUndefined(sizes ?? {}),
  };
}

/** Returns an error for a number that is not valid. */
export function checkLimits({ limits }: AuthConfig): AuthError | undefined {
  if (!limits) return;
  const { perAddress, passwordsPerAddress, perAccount, perRecipient, perAction, sizes } = limits;
  const numbers = {
    ...named("", { perAddress, passwordsPerAddress, perAccount, perRecipient }),
    ...named("perAction.", perAction),
    ...named("sizes.", sizes),
  };
  for (const [name, value] of Object.entries(numbers)) {
    if (value === undefined || (value === false && !name.includes("."))) continue;
    if (Number.isSafeInteger(value) && (value as number) > 0) continue;
    const option = `limits.${name}`;
    return new AuthError(`Cannot use \`${option}\`: ${String(value)} is not an integer from 1`, {
      cause: { option },
    });
  }
}

function named(prefix: string, options: object = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [prefix + name, value]),
  );
}

/** The languages of a config; what the check refuses is left out. */
export function resolveLanguages({ languages, language, texts }: AuthConfig): ResolvedLanguages {
  const translations = Array.isArray(languages) ? languages.filter(isTranslation) : [];
  const all = new Map<string, TextChanges>();
  for (const { language, texts } of translations) all.set(language, texts);
  for (const [language, changes] of Object.entries(isRecord(texts) ? texts : {})) {
    // A copy, since texts are kept by these objects, and an app may use one for two emails.
    if (isRecord(changes)) all.set(language, withChanges(all.get(language) ?? {}, changes));
  }
  const codes = [...new Set([BUILT_IN, ...translations.map(({ language }) => language)])];
  return { codes, language, texts: all };
}

/** Returns the first error that makes the languages unusable. */
export function checkLanguages(
  { languages = [], language, texts }: AuthConfig,
): AuthError | undefined {
  const bad = (option: string, why: string) =>
    new AuthError(`Cannot use \`${option}\`: ${why}`, { cause: { option } });
  if (!Array.isArray(languages)) return bad("languages", "it must be a list");
  const codes: string[] = [BUILT_IN];
  for (const translation of languages) {
    if (!isTranslation(translation)) {
      return bad("languages", "use translations, such as `fr` of `@x/auth/languages/fr`");
    }
    codes.push(translation.language);
  }
  const known = `this config has texts in ${codes.join(", ")}; add others to \`languages\``;
  if (typeof language === "string" && !codes.includes(language)) return bad("language", known);
  if (!["undefined", "string", "function"].includes(typeof language)) {
    return bad("language", "it must be a language tag, or a function that returns one");
  }
  if (texts === undefined) return undefined;
  if (!isRecord(texts)) return bad("texts", "it must be an object with a member per language");
  for (const [code, changes] of Object.entries(texts)) {
    if (!codes.includes(code)) return bad(`texts.${code}`, known);
    if (changes !== undefined && !isRecord(changes)) {
      return bad(`texts.${code}`, "it must be an object of texts");
    }
  }
}

function isTranslation(value: unknown): value is Translation {
  return isRecord(value) && isTag(value.language) && isRecord(value.texts);
}

function isTag(text: unknown): text is string {
  try {
    return typeof text === "string" && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/**
 * Seconds for which a proof is recent whatever `maxAge` is: the way back to the page takes time, and with
 * `maxAge: 0` it would lead to the next proof for ever. A mark that is used up by the page would need a
 * cookie or a record, and pages of some frameworks can set none.
 */
export const PROOF_GRACE = 30;

/** What a sign-up needs and asks, with its defaults. */
export function signUpOf({ signUp = "open" }: Pick<AuthConfig, "signUp">): Required<
  { [Member in keyof SignUpOptions]: NonNullable<SignUpOptions[Member]> }
> {
  const { policy = "open", name = "optional" } = hasSignUpOptions(signUp)
    ? signUp
    : { policy: signUp };
  return { policy, name };
}

/** Returns `true` for an object in place of a policy. */
export function hasSignUpOptions(signUp: AuthConfig["signUp"]): signUp is SignUpOptions {
  return isRecord(signUp);
}

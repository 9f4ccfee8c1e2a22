/**
 * Small option shapes that stand on their own.
 *
 * @module
 */

import type { Awaitable, JWT, Optional } from "./entities.ts";

/**
 * Look of the built-in pages and emails.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   theme: {
 *     name: "Example",
 *     logo: { light: "/logo.svg", dark: "/logo-dark.svg" },
 *     brandColor: "#1c5fd4",
 *     links: { privacy: "/privacy" },
 *   },
 * };
 * ```
 */
export interface Theme {
  /** `auto` follows the device. Default `auto`. */
  colorScheme?: "auto" | "dark" | "light" | undefined;
  /**
   * Name of the app, of 1 to 64 characters without line breaks. It names the site in emails about
   * changes that a call without a request made, such as `passwords.set`, where `AUTH_URL` is not
   * set; without both, such an email is not sent, and an error is logged. Default: none
   */
  name?: string | undefined;
  /**
   * URL of a logo, or of one for each color scheme. Its text is `name`, which stands in emails
   * where the URL is not absolute, since they cannot load others. Default: none.
   */
  logo?:
    | string
    | {
      /** URL for the light scheme. */ light: string;
      /** URL for the dark scheme. */ dark: string;
    }
    | undefined;
  /** URL of the icon in the tab. Default: that of the site */
  icon?: string | undefined;
  /** CSS color of the main button. Default: that of the built-in pages. */
  brandColor?: string | undefined;
  /** CSS color of the main button's text. Default: white or black, whichever is readable */
  buttonText?: string | undefined;
  /** Further colors, for each color scheme. Default: those of the built-in pages */
  colors?: {
    /** Colors of the light scheme. Default: none. */ light?: ThemeColors | undefined;
    /** Colors of the dark scheme. Default: none. */ dark?: ThemeColors | undefined;
  } | undefined;
  /** Radius of the corners of buttons and fields, in `px` or `rem`. Default `0.75rem`. */
  radius?: string | undefined;
  /** Names of fonts, as in CSS; nothing is loaded. Default: those of the device */
  font?: string | undefined;
  /** CSS of your own for the pages, after all other rules. Default: none. */
  css?: string | undefined;
  /** URLs at the foot of every page and email. Default: none. */
  links?: {
    /** Terms of service. Default: none. */ terms?: string | undefined;
    /** Privacy policy. Default: none. */ privacy?: string | undefined;
    /** Help. Default: none. */ support?: string | undefined;
  } | undefined;
}

/**
 * Colors of a color scheme, in hex, `rgb()` or `hsl()`. Text needs a contrast of 4.5 : 1 (WCAG 2.2
 * §1.4.3): with less, no page is shown, and the log says which color to use. Default of each: that
 * of the built-in pages.
 */
export interface ThemeColors {
  /** Background of the page. */
  background?: string | undefined;
  /** Background of the card. */
  card?: string | undefined;
  /** Text. */
  text?: string | undefined;
  /** Secondary text. */
  muted?: string | undefined;
  /** Lines, and the border of the card. */
  line?: string | undefined;
}

/**
 * The app's own pages: absolute paths or URLs. Default of each: the built-in page.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   pages: { signIn: "/login", error: "/login", newUser: "/welcome" },
 * };
 * ```
 */
export interface PagesOptions {
  /** Sign-in page; receives `callbackUrl`, and `error` (and `code`) after a failure. */
  signIn: string;
  /** Sign-out page. */
  signOut: string;
  /** Error page; receives `error`. */
  error: string;
  /**
   * Shown after a sign-in link was requested; receives `provider` and `type`,
   * `error=InvalidCode` after a wrong code, and `error=TooSoon` for another email to the same
   * address within 30 seconds.
   */
  verifyRequest: string;
  /**
   * Page for new users after their first sign-in; receives `callbackUrl`. Default: the page that
   * the sign-in was for.
   */
  newUser: string;
  /** Page on which new users enter their address. */
  signUp: string;
  /**
   * Asks a person who opened a link of an email in another browser; receives the query of the link
   * and `provider`.
   */
  confirm: string;
  /** Asks for a second factor. This page and the next ones receive the query of the built-in one. */
  factor: string;
  /** Page of a user's second factors. */
  factors: string;
  /** Account page. */
  account: string;
  /** Page that sets or changes a password. */
  password: string;
  /** Page that changes an address. */
  address: string;
}

/**
 * Attributes of a cookie. Default of each: as for the built-in cookie, else absent.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis RFC 6265bis}
 */
export interface CookieAttributes {
  /** Hosts the cookie is sent to; absent means this host only. */
  domain?: string | undefined;
  /** Turns the value into cookie-safe text. Default `encodeURIComponent`. */
  encode?: ((value: string) => string) | undefined;
  /** Instant of expiry. */
  expires?: Date | undefined;
  /** Hidden from scripts. */
  httpOnly?: boolean | undefined;
  /** Lifetime in seconds. */
  maxAge?: number | undefined;
  /** Partitioned by top-level site. */
  partitioned?: boolean | undefined;
  /** Path prefix. */
  path?: string | undefined;
  /** Eviction priority. */
  priority?: "low" | "medium" | "high" | undefined;
  /** `true` means `strict`. */
  sameSite?: true | false | "lax" | "strict" | "none" | undefined;
  /** Sent over HTTPS only. */
  secure?: boolean | undefined;
}

/** Name and attributes of one cookie. Default of each: as for the built-in cookie. */
export interface CookieOption {
  /** Cookie name; the session cookie's name is also its key-derivation salt. */
  name: string;
  /** Attributes of the cookie. */
  options: CookieAttributes;
}

/**
 * Every cookie the library sets, by key. Default of each: a name that begins with `authjs.`, over
 * https with the prefix `__Host-` or `__Secure-`, and `HttpOnly; SameSite=Lax; Path=/`.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   // One session for app.example and its subdomains.
 *   cookies: { sessionToken: { options: { domain: "app.example" } } },
 * };
 * ```
 */
export interface CookiesOptions {
  /** Session token: encrypted JWT, or the database session's token. */
  sessionToken: Optional<CookieOption>;
  /** URL to go to after the flow. */
  callbackUrl: Optional<CookieOption>;
  /** CSRF token and its hash. */
  csrfToken: Optional<CookieOption>;
  /** Sealed sign-in attempt of providers whose checks have `pkce` and no `state`. */
  pkceCodeVerifier: Optional<CookieOption>;
  /** Sealed sign-in attempt of providers with the `state` check. */
  state: Optional<CookieOption>;
  /** Sealed sign-in attempt of providers whose only check is `nonce`. */
  nonce: Optional<CookieOption>;
  /** Sealed passkey challenge. */
  webauthnChallenge: Optional<CookieOption>;
  /** Marks the browser that asked for a sign-in link. */
  emailAttempt: Optional<CookieOption>;
  /**
   * Accounts that this browser has signed in to with credentials, and users whose second factor it
   * has proven; with `limits: false`, only the latter. With `notifyNewDevice`, users who have had a
   * session in it.
   */
  knownDevice?: Optional<CookieOption> | undefined;
  /**
   * Sign-in that waits for a second factor, proof that a user of a session gives again, and the
   * mark of the browser that gave it for a database session.
   */
  factorAttempt?: Optional<CookieOption> | undefined;
  /** Browser in which the user is not asked for a second factor. */
  trustedDevice?: Optional<CookieOption> | undefined;
  /** Sealed URL to go to after a sign-out at the provider. Set only with `signOut`. */
  signOut?: Optional<CookieOption> | undefined;
  /** Id of the provider that was used last, with `rememberProvider`. */
  lastProvider?: Optional<CookieOption> | undefined;
  /** Sealed fields of a refused sign-in without its secrets, until the page shows them again. */
  typedFields?: Optional<CookieOption> | undefined;
  /**
   * Sealed: this browser has opened an admin link of `auth.connections`. Its path is that of the page
   * for it. Set only with `connections`.
   */
  adminLink?: Optional<CookieOption> | undefined;
  /**
   * Sealed: the session of an operator who acts for a user, until the operator stops. Set only with
   * `operators`.
   *
   * @since 0.3.0
   */
  operator?: Optional<CookieOption> | undefined;
}

/** One input of a credentials form: any HTML attribute of `input`, and a label. */
export interface CredentialInput {
  /** Label text. Default: the member's name. */
  label?: string | undefined;
  /** Input type. Default `text`. */
  type?: string | undefined;
  /** Placeholder text. Default: none. */
  placeholder?: string | undefined;
  /** Initial value. Default: none. */
  value?: string | undefined;
  /** `true` requires a value. Default `false`. */
  required?: boolean | undefined;
  /** Autofill hint, for example `current-password`. Default: none. */
  autocomplete?: string | undefined;
  /** Any other attribute. */
  [attribute: string]: string | number | boolean | undefined;
}

/** Code of a warning. */
export type WarningCode =
  | "debug-enabled"
  | "csrf-disabled"
  | "duplicate-provider"
  | "env-url-basepath-redundant"
  | "env-url-basepath-mismatch"
  | "env-url-invalid"
  | "env-url-without-path"
  | "experimental-webauthn"
  | "factors-without-mail"
  | "forwarded-address-ignored"
  | "forwarded-host-ignored"
  | "generated-secret"
  | "http-behind-https"
  | "insecure-cookie"
  | "insecure-requests"
  | "legacy-option"
  | "long-lifetime"
  | "member-too-large"
  | "member-without-column"
  | "open-middleware"
  | "redirect-proxy-origins"
  | "redirect-to-other-host"
  | "removed-option"
  | "secure-cookies-over-http"
  | "short-secret"
  | "stale-address"
  | "thrown-by-authorize"
  | "unknown-client-address"
  | "unproven-addresses"
  | "unverified-linking";

/**
 * Functions that receive log lines. Default of each: the console.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   logger: {
 *     error: (error) => console.error(error.name, error.message),
 *     warn: (code) => console.warn(code),
 *   },
 * };
 * ```
 */
// deno-lint-ignore no-explicit-any -- a record of functions, as apps declare it
export interface LoggerInstance extends Record<string, (...args: any[]) => unknown> {
  /** Called once per failure. */
  error: (error: Error) => void;
  /**
   * Called with a code. A second argument names the providers of `insecure-requests`,
   * `thrown-by-authorize`, `unproven-addresses` and `unverified-linking`, the cookies of `insecure-cookie`, the options of
   * `long-lifetime`, the member and the provider of `member-too-large`, and the origin of `redirect-to-other-host`; for `legacy-option`,
   * `open-middleware` and `removed-option` it is the message.
   */
  warn: (code: WarningCode) => void;
  /** Always called when the app sets it, otherwise only with `config.debug`. */
  debug: (message: string, metadata?: unknown) => void;
}

/** Parameters of {@linkcode JWTOptions.encode}. */
export interface JWTEncodeParams<Payload = JWT> {
  /** Claims to encrypt. */
  token?: Payload | undefined;
  /** Secret, or secrets with the newest first; the first one encrypts. */
  secret: string | string[];
  /** Purpose of the token: the session cookie's name for session tokens. */
  salt: string;
  /** Lifetime in seconds. Default 2592000 (30 days). */
  maxAge?: number | undefined;
}

/** Parameters of {@linkcode JWTOptions.decode}. */
export interface JWTDecodeParams {
  /** The encrypted token. */
  token?: string | undefined;
  /** Secret, or secrets with the newest first. */
  secret: string | string[];
  /** Purpose the token was made for. */
  salt: string;
}

/**
 * Options of session tokens, and the functions that make and read them.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   jwt: { maxAge: 60 * 60 }, // an hour
 * };
 * ```
 */
export interface JWTOptions {
  /** Secret, or secrets with the newest first. Default `config.secret`. */
  secret: string | string[];
  /** Lifetime in seconds. Default `session.maxAge`. */
  maxAge: number;
  /**
   * Replaces the built-in encryption. Default: a JWT, encrypted with A256CBC-HS512 under a key that
   * is derived from the secret.
   */
  encode: (params: JWTEncodeParams) => Awaitable<string>;
  /** Replaces the built-in decryption. Default: the reverse. */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>;
}

/** `error` parameter of the error page. */
export type ErrorPageParam = "Configuration" | "AccessDenied" | "Verification";

/** `error` parameter of the sign-in page. */
export type SignInPageErrorParam =
  | "Signin"
  | "OAuthSignin"
  | "OAuthCallbackError"
  | "OAuthCreateAccount"
  | "EmailCreateAccount"
  | "Callback"
  | "OAuthAccountNotLinked"
  | "EmailSignin"
  | "CredentialsSignin"
  | "SessionRequired";

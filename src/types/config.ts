/**
 * The configuration object of an app, with its callbacks and events.
 *
 * @module
 */

import type { raw, skipCSRFCheck } from "../symbols.ts";
import type { Capability } from "./capability.ts";
import type { AdapterSession, AdapterUser, AnyAdapter } from "./adapter.ts";
import type { AuditEntry } from "./audit.ts";
import type {
  Account,
  Awaitable,
  DefaultSession,
  JWT,
  Optional,
  Profile,
  Session,
  User,
} from "./entities.ts";
import type { AccountMail, Factor, FactorPolicy } from "./factor.ts";
import type { LegacySessions } from "./legacy.ts";
import type { LimitsOptions } from "./limits.ts";
import type { CookiesOptions, JWTOptions, LoggerInstance, PagesOptions, Theme } from "./options.ts";
import type { Provider } from "./provider.ts";
import type { RecordStore } from "./records.ts";
import type { SignUpOptions, SignUpPolicy } from "./sign_up.ts";
import type { TextChanges, Translation } from "./texts.ts";

/**
 * Session options.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   session: {
 *     maxAge: 7 * 24 * 60 * 60, // a week
 *     revocation: {}, // sessions can be listed and ended
 *   },
 * };
 * ```
 */
export interface SessionOptions {
  /** `jwt` keeps an encrypted token in the cookie. Default `jwt`; `database` when an adapter is set. */
  strategy?: "jwt" | "database" | undefined;
  /** Seconds until an idle session expires. Default 2592000 (30 days). */
  maxAge?: number | undefined;
  /**
   * A session is extended at most once in this many seconds; 0 means on every
   * read. Default 86400 (1 day), and never more than a thirtieth of `maxAge`,
   * so that short sessions stay alive while they are used.
   */
  updateAge?: number | undefined;
  /** Makes the database session's token. Default: a random UUID. */
  generateSessionToken?: (() => string) | undefined;
  /**
   * What a session is while the store fails. `throw`: it is unknown, so functions throw
   * `AdapterError`, and requests get 503 with `Retry-After`. `none`: as in Auth.js, the failure is
   * logged and there is no session, so apps send users who are signed in to the sign-in page.
   * Neither changes a cookie. Default `throw`.
   */
  onStoreFailure?: "throw" | "none" | undefined;
  /**
   * Keeps a record of each session, so that users can list their sessions and
   * end one from another device: `sessions.list` and `sessions.revoke` of
   * `@x/auth/server`. Works with both strategies. Default: on where a capability of the config needs
   * it and there is a store of records, else off.
   */
  revocation?: SessionRevocationOptions | undefined;
}

/** Options of `session.revocation`. */
export interface SessionRevocationOptions {
  /**
   * Seconds that a process may rely on a record before it reads it again: a
   * token session that another process ended stays valid for at most this long.
   * 0 reads the record every time. Database sessions always end at once.
   * Default 0.
   */
  maxLag?: number | undefined;
  /**
   * Network address to show for a session. Default: the address of the socket,
   * when a wrapper knows it; behind a proxy, read the header that your proxy
   * sets.
   */
  address?: ((request: Request) => string | null | undefined) | undefined;
}

/** Parameters of the `signIn` callback. */
export interface SignInCallbackParams<P = Profile, A = Account> {
  /** The user, as stored or as the provider describes them. */
  user: User | AdapterUser;
  /** The account that was used to sign in. */
  account?: A | null | undefined;
  /** Profile from the provider. */
  profile?: P | undefined;
  /** Present in email flows. */
  email?: {
    /** `true` before the link is used. */ verificationRequest?: boolean | undefined;
  } | undefined;
  /** Fields of the credentials form. */
  // deno-lint-ignore no-explicit-any -- the specification types it as any
  credentials?: Record<string, any> | undefined;
}

/** Parameters of the `redirect` callback. */
export interface RedirectCallbackParams {
  /** URL that the client asks for. */
  url: string;
  /** Origin of the site. */
  baseUrl: string;
}

/** Parameters of the `jwt` callback. */
export interface JWTCallbackParams<P = Profile, A = Account> {
  /** Claims so far; on sign-in only `name`, `email`, `picture` and `sub`. */
  token: JWT;
  /** The user; present on sign-in only. */
  user: User | AdapterUser;
  /** The account; present on sign-in only. */
  account?: A | null | undefined;
  /** Profile from the provider; present on sign-in only. */
  profile?: P | undefined;
  /** Reason for the call; `undefined` when a session is read. */
  trigger?: "signIn" | "signUp" | "update" | undefined;
  /** @deprecated Use `trigger === "signUp"`. */
  isNewUser?: boolean | undefined;
  /** Data that the client sent with an update. Validate it. */
  // deno-lint-ignore no-explicit-any -- client data
  session?: any;
}

/** Parameters of the `session` callback. */
export type SessionCallbackParams =
  & {
    /** Session to shape for the client. */
    session: { user: AdapterUser } & AdapterSession & Session;
    /** The stored user (database strategy). */
    user: AdapterUser;
    /** The claims (jwt strategy). */
    token: JWT;
  }
  & {
    /** Data that the client sent with an update. Validate it. */
    // deno-lint-ignore no-explicit-any -- client data
    newSession: any;
    /** `update` on `POST session`. */
    trigger?: "update" | undefined;
  };

/**
 * Callbacks with which an app decides.
 *
 * @example
 * ```ts
 * import GitHub from "@x/auth/providers/github";
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [GitHub],
 *   callbacks: {
 *     signIn: ({ user }) => user.email?.endsWith("@app.example") ?? false,
 *     jwt({ token, user }) {
 *       if (user) token.plan = "free"; // `user` is present when a session begins
 *       return token;
 *     },
 *     session: ({ session, token }) => ({
 *       ...session,
 *       user: { name: session.user.name, id: token.sub, plan: token.plan },
 *     }),
 *   },
 * };
 * ```
 */
export interface CallbacksOptions<P = Profile, A = Account> {
  /** Admits a sign-in: `true`, `false`, or a URL to go to instead. Default: `true`. */
  signIn: (params: SignInCallbackParams<P, A>) => Awaitable<boolean | string>;
  /**
   * Decides which URL the browser goes to after a sign-in or sign-out. Default: the URL if it is on
   * the origin of the site, else the origin.
   */
  redirect: (params: RedirectCallbackParams) => Awaitable<string>;
  /**
   * Shapes the session's content for the client. Default: `name`, `email` and `image` of the user,
   * and `expires`.
   */
  session: (params: SessionCallbackParams) => Awaitable<Session | DefaultSession>;
  /** Shapes the session token; `null` ends the session. Default: the token as it is. */
  jwt: (params: JWTCallbackParams<P, A>) => Awaitable<JWT | null>;
}

/**
 * Event handlers. They are awaited, and their failures are logged. Default of each: none.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   events: {
 *     createUser: ({ user }) => console.log("welcome", user.id),
 *     audit: ({ name, reason, userId, at }) => console.log(at.toISOString(), name, reason, userId),
 *   },
 * };
 * ```
 */
export interface EventCallbacks {
  /** A user signed in. For credentials, `user` is the return value of `authorize`. */
  signIn: (message: {
    /** The user. */
    user: User;
    /** The account. */
    account: Account | null;
    /** Profile from the provider. */
    profile?: Profile | undefined;
    /** `true` when this sign-in created the user. */
    isNewUser?: boolean | undefined;
  }) => Awaitable<void>;
  /** A user signed out. */
  signOut: (
    message:
      | { /** The deleted session. */ session: AdapterSession | void | null | undefined }
      | { /** The token that ended. */ token: JWT | null },
  ) => Awaitable<void>;
  /** A user was created. */
  createUser: (message: { /** The user. */ user: User }) => Awaitable<void>;
  /** A user was updated. */
  updateUser: (message: { /** The user. */ user: User }) => Awaitable<void>;
  /** An account was linked. */
  linkAccount: (message: {
    /** The user. */
    user: User | AdapterUser;
    /** The account. */
    account: Account;
    /** The user as the provider describes them. */
    profile: User | AdapterUser;
  }) => Awaitable<void>;
  /** A session was read. */
  session: (message: {
    /** Return value of the `session` callback. */
    session: Session;
    /** Claims (jwt strategy). */
    token?: JWT | undefined;
  }) => Awaitable<void>;
  /**
   * State changed, or a request was refused. Requests that are answered with 400,
   * 413 or 415, since no client of the app sends them, make no entry.
   */
  audit: (entry: AuditEntry) => Awaitable<void>;
}

/** {@linkcode AuthConfig.trustHost} behind proxies that change the `Host` header. */
export interface ForwardedHops {
  /** Number of proxies in front that write `X-Forwarded-Host`; at least 1. */
  forwardedHops: number;
}

/** Members of {@linkcode AuthConfig} whose types do not depend on the app. */
export interface CommonConfig {
  /**
   * Secret, or secrets with the newest first. At least 32 random characters. Default:
   * `AUTH_SECRET`; without it a random one in development, and an error in production.
   */
  secret?: string | string[] | undefined;
  /** Session options. Default: see {@linkcode SessionOptions}. */
  session?: SessionOptions | undefined;
  /** Session token options. Default: see {@linkcode JWTOptions}. */
  jwt?: Optional<JWTOptions> | undefined;
  /**
   * `ProviderSignOut()` of `@x/auth/sign-out`: sign-out at the provider, and by it. Default: a
   * sign-out ends the session here alone.
   */
  signOut?: Capability<"sign-out"> | undefined;
  /**
   * Who may become a user, whatever the provider. It is asked before the library creates a
   * user, and never about a user who is stored. Needs an adapter unless it is `"open"`, and
   * does not apply to credentials with token sessions, where `authorize` decides.
   *
   * - `"open"`: everyone.
   * - `"invited"`: no one; users are those that the app creates with its adapter. An email is
   *   sent to addresses of users only, and the answer to a request for one is the same for
   *   others. So that it takes as long, the email leaves after the answer, its failure is only
   *   logged, and the platform must let the process go on for that long.
   * - A function: those for whom it returns `true`. A throw refuses. With email providers it is
   *   asked after the address was proven.
   *
   * With an object, `policy` is one of these, and `name` says whether a new user is asked for a name.
   *
   * Default `"open"`.
   */
  signUp?: SignUpPolicy | SignUpOptions | undefined;
  /** The app's own pages. Default: the built-in pages. */
  pages?: Optional<PagesOptions> | undefined;
  /** The app's event handlers. Default: none. */
  events?: Optional<EventCallbacks> | undefined;
  /**
   * Data store: an adapter of this library, of Auth.js, or of the app. Default: none, with sessions
   * in tokens.
   */
  adapter?: AnyAdapter | undefined;
  /**
   * Store of records: what is kept about a person beside users, accounts and
   * sessions, such as session records (`session.revocation`) and passkey answers
   * that were used. With it, both work beside any adapter, and beside none. Default:
   * the adapter's own. See `@x/auth/records/postgres` and the other stores.
   */
  records?: RecordStore | undefined;
  /**
   * Limits of sign-ins and of requests. An account that is attacked stays open to the
   * browsers that have signed in to it before, and by its other ways to sign in. A
   * refused request is answered with 429 and `Retry-After`. `false` turns them off.
   * Default: on, with the numbers in {@linkcode LimitsOptions}.
   */
  limits?: LimitsOptions | false | undefined;
  /**
   * Second factors that users can enrol: see `@x/auth/factors`. A user who has enrolled one
   * proves it at every sign-in, whatever the provider, before a session begins. Needs a
   * store of records. Default: none.
   */
  factors?: readonly Factor[] | undefined;
  /** Rules for second factors. Default: see {@linkcode FactorPolicy}. */
  factorPolicy?: FactorPolicy | undefined;
  /**
   * `AccountPage()` of `@x/auth/account` gives users the page `{basePath}/account`, on which they see and change what is kept
   * about them, and `{basePath}/address`, on which they change their email address. Needs an
   * adapter, a store of records, `session.revocation` and a way to send emails: users are then
   * notified by email of every change of their account. Default: none.
   */
  account?: Capability<"account"> | undefined;
  /**
   * `AuditLog()` of `@x/auth/audit-log` stores the entries that `events.audit` gets. Needs a store of
   * records. Default: none.
   */
  audit?: Capability<"audit"> | undefined;
  /**
   * `Operators()` of `@x/auth/operators` gives the people who run the app the pages
   * `{basePath}/operators`, on which they find and help users. Needs an adapter, a store of records,
   * `session.revocation` and a second factor. Default: none.
   *
   * @since 0.3.0
   */
  operators?: Capability<"operators"> | undefined;
  /**
   * `Webhooks()` of `@x/auth/webhooks` tells other systems of changes, by signed posts. Needs a store
   * of records. Default: none.
   */
  webhooks?: Capability<"webhooks"> | undefined;
  /**
   * `Organizations()` of `@x/auth/organizations`: teams with roles and invitations. Needs an
   * adapter, a store of records, `session.revocation` and a way to send emails. Default: none.
   */
  organizations?: Capability<"organizations"> | undefined;
  /**
   * `Connections()` of `@x/auth/connections`: organizations sign in with identity providers of their
   * own. Needs `organizations`. Default: none.
   */
  connections?: Capability<"connections"> | undefined;
  /**
   * `ApiKeys()` of `@x/auth/keys`: keys for programs, of users, organizations and services. Needs an
   * adapter, a store of records and `session.revocation`. Default: none.
   */
  keys?: Capability<"keys"> | undefined;
  /**
   * `Scim()` of `@x/auth/scim`: the directory of an organization keeps its members. Needs
   * `organizations` and `keys`. Default: none.
   */
  scim?: Capability<"scim"> | undefined;
  /**
   * `NativeClients()` of `@x/auth/native`: sign-ins and sessions without cookies, for native apps,
   * command lines and single-page apps of another site. Needs an adapter, a store of records and
   * `session.revocation`. Default: none.
   */
  native?: Capability<"native"> | undefined;
  /**
   * `OAuthServer()` of `@x/auth/oauth-server`: the app as authorization server, for MCP clients and
   * apps of partners. Needs an adapter, a store of records and `session.revocation`. Default: none.
   */
  oauthServer?: Capability<"oauthServer"> | undefined;
  /**
   * Translations of pages and emails, in addition to English, such as `de` of `@x/auth/languages/de`.
   * Default: none.
   */
  languages?: readonly Translation[] | undefined;
  /**
   * Language of pages and emails: a tag, or a function that chooses one for a request, whose body
   * has been read. When it chooses none, or none of this config, `Accept-Language` decides.
   * Default: by `Accept-Language`.
   */
  language?: string | ((request: Request) => string | undefined) | undefined;
  /** Texts in place of the library's, by language. Default: none. */
  texts?: Readonly<Record<string, TextChanges | undefined>> | undefined;
  /**
   * Sends emails about an account, such as the code of a second factor. Default: the first
   * email provider that has `sendMail`, as those of this library do.
   */
  sendMail?: ((mail: AccountMail) => Awaitable<void>) | undefined;
  /**
   * `KeepTokens()` of `@x/auth/tokens` keeps the tokens of OAuth providers for `getAccessToken`, which refreshes them: sealed, in
   * the store of records, or without one in the session token. Default: off.
   */
  tokens?: Capability<"tokens"> | undefined;
  /**
   * Sessions of the library that the app used before. They go on: the first response moves them to
   * the cookie of this library. See `@x/auth/legacy/next-auth-4` and
   * `@x/auth/legacy/better-auth`. Default: none.
   */
  legacy?: LegacySessions | undefined;
  /** Prints debug messages, which hold personal data. Ignored when `logger` is set. Default `false`. */
  debug?: boolean | undefined;
  /** Logger. Default: the console. */
  logger?: Optional<LoggerInstance> | undefined;
  /** Look of the built-in pages and of emails. Default: see {@linkcode Theme}. */
  theme?: Theme | undefined;
  /**
   * Marks the provider that was used last in this browser on the sign-in page. Each sign-in
   * then sets the cookie `authjs.last` for a year, whose value is the id of the provider and
   * nothing about the person. Default `false`.
   */
  rememberProvider?: boolean | undefined;
  /**
   * Tells users by email, and the audit log, of the first sign-in in a browser, which the cookie
   * `authjs.device` then remembers for 180 days. The email leaves after the answer, so the platform
   * must let the process go on for that long. Needs `account`, `factors`, `keys`, `native`, `oauthServer` or `Password`, an adapter, a
   * store of records and a way to send emails; without one of them it does nothing. Default `true`.
   */
  notifyNewDevice?: boolean | undefined;
  /** Secure cookies. Default: `true` for requests with an `https:` URL. */
  useSecureCookies?: boolean | undefined;
  /**
   * Names and attributes of cookies, merged over the defaults. Default: `authjs.*`, see {@linkcode
   * CookiesOptions}.
   */
  cookies?: Optional<CookiesOptions> | undefined;
  /**
   * Confirms that the platform sets the `Host` header safely. Without it, only requests to loopback
   * origins are answered. Wrappers set it on known platforms, and when `AUTH_URL` is set or
   * `AUTH_TRUST_HOST` is true.
   *
   * `true` trusts `Host` and the last value of `X-Forwarded-Proto`, never `X-Forwarded-Host`, which
   * any client can send. Behind proxies that change `Host`, set `AUTH_URL`, or the number of
   * proxies that write `X-Forwarded-Host`: its values are counted from the right. Default: `true`
   * on a known platform, with `AUTH_URL`, with `AUTH_TRUST_HOST=true`, and outside of production in
   * wrappers; otherwise `false`.
   */
  trustHost?: boolean | ForwardedHops | undefined;
  /** Path the service is mounted under. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * URL of a stable deployment that forwards provider responses to this one, with the path it is
   * mounted under. Forces the `state` check. Set {@linkcode AuthConfig.redirectProxyOrigins} as
   * well. Default: `AUTH_REDIRECT_PROXY_URL`, else none.
   */
  redirectProxyUrl?: string | undefined;
  /**
   * Origins this deployment may forward to when it is the redirect proxy;
   * `*` stands for one or more letters, digits or dashes, for example
   * `https://app-*.example.dev`. Default: any origin whose state was sealed
   * with this deployment's secret, and a warning when the process starts: a
   * preview deployment that trusts a forged host name would seal an attacker's
   * origin, and the proxy would forward users' authorization codes to it.
   */
  redirectProxyOrigins?: string[] | undefined;
  /** Switches CSRF protection off; for framework authors. Default: CSRF protection is on. */
  skipCSRFCheck?: typeof skipCSRFCheck | undefined;
  /** Features that may change without notice. Default: none. */
  experimental?:
    | {
      /**
       * Enables passkeys in Auth.js. Here they need no flag: `true` only prints the warning that
       * Auth.js prints. Default `false`.
       */
      enableWebAuthn?: boolean | undefined;
    }
    | undefined;
}

/**
 * Options of an app. Only `providers` is required.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import GitHub from "@x/auth/providers/github";
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [GitHub],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   theme: { name: "Example", brandColor: "#1c5fd4" },
 * };
 * ```
 */
export interface AuthConfig extends CommonConfig {
  /**
   * Ways to sign in: provider objects or functions.
   *
   * When a provider cannot be used, for example without a client id, one log line names it and
   * the option to set. The built-in sign-in page leaves it out, the `providers` action still lists
   * it, and a sign-in with it ends on the error page. Everything else works.
   */
  providers: Provider[];
  /** The app's callbacks. Default: see {@linkcode CallbacksOptions}. */
  callbacks?: Optional<CallbacksOptions> | undefined;
  /**
   * Capabilities that `defineCapability` of `@x/auth/capability` makes, by their ids: your own, and
   * those of packages. Default: none.
   */
  capabilities?: Readonly<Record<string, Capability<string>>> | undefined;
  /** Returns `ResponseInternal` instead of `Response`. Default: a `Response`. */
  raw?: typeof raw | undefined;
}

/**
 * Types shared by all parts of the library. All of them are
 * readonly except the cookie jar.
 *
 * @module
 */

import type { Adapter, AdapterBatches, AdapterExtras, AdapterTraits } from "./adapter.ts";
import type { AuthConfig, CallbacksOptions, EventCallbacks, SessionOptions } from "./config.ts";
import type { Awaitable } from "./entities.ts";
import type { JWTOptions, LoggerInstance, PagesOptions, Theme, WarningCode } from "./options.ts";
import type { CookieJarInterface, CookieTable } from "./cookies.ts";
import type { Claim, ClaimFault, Presented } from "./credential.ts";
import type {
  CallMethod,
  CallRequest,
  EnabledPaths,
  RequestInternal,
  RequestMethod,
  ResponseInternal,
} from "./request.ts";
import type { AccountMail } from "./factor.ts";
import type { ResolvedLimits, ResolvedSizes } from "./limits.ts";
import type { CredentialKind } from "./principal.ts";
import type { PasswordSettings } from "./password.ts";
import type { Json, RecordStore } from "./records.ts";
import type { SignUpName, SignUpPolicy } from "./sign_up.ts";
import type { ResolvedLanguages } from "./languages.ts";
import type { ResolvedProvider } from "./resolved_provider.ts";
import type { AuditRefusal, CredentialRefusal } from "./audit.ts";
import type { ResolvedAccount } from "./account_settings.ts";
import type { ResolvedFactors } from "./factor_settings.ts";
import type { ResolvedTokens } from "./token_settings.ts";
import type { ResolvedSignOut } from "./sign_out_settings.ts";

export type { Cookie, CookieJarInterface, CookieKey, CookieTable } from "./cookies.ts";
export type {
  AuditedRequest,
  AuthAction,
  CallMethod,
  CallRequest,
  EnabledPaths,
  PageKind,
  RequestInternal,
  RequestMethod,
  ResponseInternal,
  SemverString,
} from "./request.ts";

/** Name of a method that an adapter may have. */
export type StoreMethod =
  | keyof Adapter
  | Exclude<keyof AdapterExtras, "records">
  | keyof AdapterTraits
  | keyof AdapterBatches;

/**
 * An adapter whose methods of the contract can all be called: one that the
 * adapter lacks rejects with an error that names it.
 */
export type Store =
  & Required<Adapter>
  & Omit<AdapterExtras, "records">
  & AdapterTraits
  & AdapterBatches
  & {
    /** Returns `true` when the adapter has the method. */
    has(name: StoreMethod): boolean;
  };

/** An email about an account, before it has the app's look. */
export interface SiteMail extends AccountMail {
  /** Origin of the site, which paths of `theme.links` continue; `undefined` when it is unknown. */
  origin?: string | undefined;
}

/** Loads functions; it may say their names, which loads nothing. */
export interface FunctionsLoader<T> {
  (): Awaitable<T>;
  /** The names, with spaces between them. */
  readonly names?: string;
}

/** A config with every default filled in; made once per config object. */
export interface ResolvedConfig {
  /** The config as the app wrote it. */
  readonly userConfig: AuthConfig;
  /** Starts with `/`, does not end with one; empty for the root. */
  readonly basePath: string;
  /** Paths of the endpoints that capabilities bring. */
  readonly enabledPaths: EnabledPaths;
  /** These endpoints, by path. */
  readonly endpoints: ReadonlyMap<string, readonly Endpoint[]>;
  /** Lists records that capabilities bring, by the names of their kinds. */
  readonly recordLists: ReadonlyMap<
    string,
    (reader: RecordReader, userId: string) => Promise<readonly Json[]>
  >;
  /** Functions that capabilities have subscribed, by topic; `hooks/topics.ts` calls them. */
  readonly topics: ReadonlyMap<string, readonly ((moment: never) => Awaitable<unknown>)[]>;
  /** Loads the parts that capabilities bring, by name; `hooks/topics.ts` finds them. */
  readonly parts: ReadonlyMap<string, () => Awaitable<object>>;
  /** Kinds of credentials that capabilities bring. */
  readonly credentials: readonly CredentialCode[];
  /** Loads the functions that capabilities bring, by the name of their group. */
  readonly groups: ReadonlyMap<string, FunctionsLoader<Readonly<Record<string, unknown>>>>;
  /** Providers by id, in the order of the app. */
  readonly providers: ReadonlyMap<string, ResolvedProvider>;
  /** Errors of providers that cannot be used, by id: a sign-in with one throws its error. */
  readonly unusable: ReadonlyMap<string, Error>;
  /** Reasons for these, and for providers without an id, by the name for the log. */
  readonly faults: ReadonlyMap<string, string>;
  /** Secrets, newest first. */
  readonly secret: string | string[];
  /** Session options. */
  readonly session: Required<Omit<SessionOptions, "revocation">>;
  /** Session records, when they are kept. */
  readonly revocation?: ResolvedRevocation;
  /** The network address of a request's client; `null` when unknown. */
  readonly addressOf: (request: Request) => string | null;
  /** Limits of sign-ins; absent when they are off. */
  readonly limits?: ResolvedLimits;
  /** Limits of sizes. */
  readonly sizes: ResolvedSizes;
  /** Second factors; absent when there are none. */
  readonly factors?: ResolvedFactors;
  /** Passwords that the library keeps; absent without `Password`. */
  readonly passwords?: PasswordSettings;
  /**
   * `true` with `account`, `factors`, `keys`, `native`, `oauthServer` or `Password`: what adds a way to sign in then
   * needs a fresh proof too, and users are notified of it.
   */
  readonly protectsAccounts: boolean;
  /** Languages of pages and emails. */
  readonly languages: ResolvedLanguages;
  /** Sends emails about accounts in the app's look; absent when the app has no way to. */
  readonly sendMail?: (mail: SiteMail) => Promise<void>;
  /** `true` when users are notified of sign-ins in new browsers, as far as they are notified of changes. */
  readonly notifiesNewDevice: boolean;
  /** Who may become a user. */
  readonly signUp: SignUpPolicy;
  /** Whether a new user is asked for a name. */
  readonly signUpName: SignUpName;
  /** `true` when the sign-in page marks the provider that was used last. */
  readonly remembersProvider: boolean;
  /** Session token options. */
  readonly jwt: JWTOptions;
  /** `true` when `jwt.encode` and `jwt.decode` are the built-in functions. */
  readonly builtInTokens: boolean;
  /** The app's own pages. */
  readonly pages: Partial<PagesOptions>;
  /** The app's callbacks over the defaults. */
  readonly callbacks: CallbacksOptions;
  /** The app's event handlers. */
  readonly events: Partial<EventCallbacks>;
  /** `true` when sign-ins can prove email addresses, so that unproven ones are not kept. */
  readonly canProve: boolean;
  /** The adapter, wrapped. */
  readonly store?: Store;
  /** Store of records. */
  readonly records?: RecordStore;
  /** How tokens of providers are kept; absent when they are not kept. */
  readonly tokens?: ResolvedTokens;
  /** Sign-out at the provider, and by it; absent without `signOut`. */
  readonly signOut?: ResolvedSignOut;
  /** The page on which users manage their account; absent without `account`. */
  readonly account?: ResolvedAccount;
  /** Completed logger. */
  readonly logger: LoggerInstance;
  /** Logs an error that every request would repeat: each message once per config. */
  readonly logOnce: (error: Error) => void;
  /** Theme. */
  readonly theme: Theme;
  /** Origin of `AUTH_URL`, which is the site in emails of calls without a request. */
  readonly siteOrigin?: string;
  /** Cookie tables for plain and secure cookies. */
  readonly cookies: {
    /** `http:` */ readonly plain: CookieTable; /** `https:` */
    readonly secure: CookieTable;
  };
  /** `true` when CSRF protection is off. */
  readonly csrfDisabled: boolean;
  /** Forces secure cookies on or off; when absent, the URL decides. */
  readonly useSecureCookies?: boolean;
  /** Error that makes the config unusable. */
  readonly error?: Error;
  /** Codes of warnings about it, which are logged once, and the providers that they are about. */
  readonly warnings: readonly { readonly code: WarningCode; readonly about?: string }[];
  /** `true` when only the secret is missing and a loopback origin may use a random one. */
  readonly mayGenerateSecret: boolean;
}

/** Everything that an action needs. */
export interface Context {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** Parsed request. */
  readonly request: RequestInternal;
  /** The provider named in the path. */
  readonly provider: ResolvedProvider | undefined;
  /** Cookies; they change while the action runs. */
  readonly cookies: CookieJarInterface;
  /**
   * URL that the browser goes to after the flow: absolute and filtered. The second half of a flow
   * replaces it by the one that was sealed when the flow began, also for an answer that fails.
   */
  callbackUrl: string;
}

/** Answers one action and method. */
export type Handler = (ctx: Context) => Awaitable<ResponseInternal>;

/** Handlers of one action. */
export type ActionHandlers = Partial<Record<RequestMethod, Handler>>;

/** `session.revocation` with its defaults. */
export interface ResolvedRevocation {
  /** Store of the records. */
  readonly records: RecordStore;
  /** `maxLag` in milliseconds. */
  readonly maxLagMs: number;
  /** Loads the index by which providers find sessions; `undefined` where they end none. */
  readonly index: (() => Awaitable<object>) | undefined;
}

/** A config with a store, and the request of the change; a call of the app has none. */
export interface StoreCaller {
  readonly config: ResolvedConfig & { store: Store };
  readonly request?: RequestInternal;
}

/** Who gets a copy of records: the request has the language; a call of the app has none. */
export interface RecordReader {
  readonly config: ResolvedConfig;
  readonly request?: RequestInternal | undefined;
}

/** Members that both kinds have. */
interface CommonEndpoint {
  /**
   * Path below the base path. A part such as `{slug}` stands for any; `/{provider}` at its end for
   * the id of one. A path that begins with `/.well-known/` is at the root of the origin.
   */
  readonly path: string;
  /** `true` when a post counts as a try of the client's address. Default `false`. */
  readonly isCounted?: boolean;
  /** Name of the audit entry for a post that is refused. Default: none is made. */
  readonly refusal?: AuditRefusal["name"];
}

/** An endpoint for browsers: cookies, CSRF token, pages. */
export interface AmbientEndpoint extends CommonEndpoint {
  /** It reads cookies. */
  readonly kind: "ambient";
  /** Methods that it takes. */
  readonly methods: readonly RequestMethod[];
  /** `true` when it leads on to the target that the browser remembers. Default `false`. */
  readonly redirects?: boolean;
  /** A file that its form can send as `multipart/form-data`. Default: it takes no such form. */
  readonly file?: {
    /** Name of the field. */
    readonly field: string;
    /** Most bytes. */
    readonly bytes: number;
  };
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<ActionHandlers>;
}

/** A handler that sees no cookies and sets none. */
export type CallHandler = (
  request: CallRequest,
  config: ResolvedConfig,
) => Awaitable<ResponseInternal>;

/** An endpoint for programs, which prove themselves by what they send: see `core/answer_program.ts`. */
export interface ExplicitEndpoint extends CommonEndpoint {
  /** It reads no cookies. */
  readonly kind: "explicit";
  /** Answers a request, by the handlers. Never throws. */
  readonly answer: (
    endpoint: ExplicitEndpoint,
    request: RequestInternal,
    config: ResolvedConfig,
  ) => Promise<ResponseInternal>;
  /** Methods that it takes; `OPTIONS` is answered for it. */
  readonly methods: readonly CallMethod[];
  /** `"any-origin"` lets scripts of other sites call it, without credentials. Default: none. */
  readonly cors?: "any-origin";
  /** Parameters that may occur more than once (RFC 6749 §3.2, RFC 8707 §2). Default: none. */
  readonly repeated?: readonly string[];
  /** Content types whose body it reads itself, as `text`. Default: none. */
  readonly reads?: readonly string[];
  /** Writes its errors, without the headers of every answer. Default: as RFC 6749 §5.2 has them. */
  readonly describeError?: (
    error: { readonly status: number; readonly message: string },
  ) => Awaitable<ResponseInternal>;
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<Partial<Record<CallMethod, CallHandler>>>;
}

/** An endpoint of a capability. */
export type Endpoint = AmbientEndpoint | ExplicitEndpoint;

/** The request that a credential came with. */
export interface CredentialCall {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** The request. */
  readonly request: Request;
  /** Public origin. */
  readonly origin: string;
}

/** A kind of credential that a capability brings. */
export interface CredentialCode {
  /** Kind. */
  readonly via: Exclude<CredentialKind, "session">;
  /** Returns `true` for text that has the form of such a credential. It reads nothing. */
  recognizes(token: string): boolean;
  /** URLs that one can be for, each for one alone. Default: the origin of the app. */
  readonly resources?: readonly string[];
  /** Scopes that one can have, for a resource if it is for one. Default: those of its owner. */
  scopes?(resource: string | undefined): readonly string[];
  /**
   * The reason to refuse a request that has such a credential in the wrong place; `undefined` for any
   * other. It reads nothing but the request.
   *
   * @param hasToken `true` when the request has a token in the right place
   */
  misplaced?(
    request: Pick<Request, "headers" | "url">,
    hasToken: boolean,
  ): CredentialRefusal | undefined;
  /** Authentication contexts that one can state (RFC 9470). Default: none. */
  readonly contexts?: readonly string[];
  /** URL of the metadata of a resource (RFC 9728 §3), for challenges; `undefined` for any other URL. */
  metadataUrl?(resource: string): string | undefined;
  /** Loads the reader, at the first credential. */
  readonly load: () => Awaitable<{
    /** Reads the claim of a credential. */
    readClaim(call: CredentialCall, presented: Presented): Promise<Claim | ClaimFault>;
  }>;
}

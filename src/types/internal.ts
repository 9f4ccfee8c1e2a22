/**
 * Types shared by all parts of the library. All of them are
 * readonly except the cookie jar.
 *
 * @module
 */

import type { Adapter, AdapterExtras, AdapterTraits, AdapterUser } from "./adapter.ts";
import type { AuthConfig, CallbacksOptions, EventCallbacks, SessionOptions } from "./config.ts";
import type { Account, Awaitable, User } from "./entities.ts";
import type { JWTOptions, LoggerInstance, PagesOptions, Theme, WarningCode } from "./options.ts";
import type {
  AccountCallback,
  CommonProviderOptions,
  CredentialsConfig,
  EmailConfig,
  EndpointHandler,
  OAuth2Config,
  OIDCConfig,
  ProfileCallback,
  ProviderIdentity,
  WebAuthnConfig,
} from "./provider.ts";
import type { Cookie, CookieJarInterface, CookieTable } from "./cookies.ts";
import type { AccountMail, Factor, FactorPolicy, TrustedDeviceOptions } from "./factor.ts";
import type { FactorsOfUser, Pending, SignedIn } from "./factor_task.ts";
import type { ResolvedLimits, ResolvedSizes } from "./limits.ts";
import type { AuthenticationMethod, RequireProofOptions, UpstreamProof } from "./proof.ts";
import type { ResolvedPasswords, TypedKept } from "./password.ts";
import type { RecordStore } from "./records.ts";
import type { ResolvedSignOut } from "./sign_out.ts";
import type { SignUpPolicy } from "./sign_up.ts";
import type { ResolvedAccount } from "./account.ts";
import type { Endpoint } from "./endpoint.ts";
import type { TokenKeeper } from "./token_keeper.ts";
import type { ResolvedLanguages } from "./languages.ts";
import type { UpstreamSession } from "./upstream.ts";

export type { Cookie, CookieJarInterface, CookieKey, CookieTable } from "./cookies.ts";

/** Names of the nine endpoints. */
export type AuthAction =
  | "callback"
  | "csrf"
  | "error"
  | "providers"
  | "session"
  | "signin"
  | "signout"
  | "verify-request"
  | "webauthn-options";

/** Page that a failure leads to. */
export type PageKind = "signIn" | "error";

/** A version such as `v1.2.3`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`;

/** Return value of `Auth` with `config.raw`. */
// deno-lint-ignore no-explicit-any -- the body of an arbitrary action
export interface ResponseInternal<Body = any> {
  /** Status. Default 200. */
  status?: number;
  /** Headers. */
  headers?: HeadersInit;
  /** Value to serialize by content type. */
  body?: Body;
  /** `Location` of a 302. */
  redirect?: string;
  /** Cookies to set. */
  cookies?: Cookie[];
}

/** Methods that any action may take. */
export type RequestMethod = "GET" | "HEAD" | "POST";

/** A parsed request. */
export interface RequestInternal {
  /** Public scheme, host and port; empty when the host is not trusted. */
  readonly origin: string;
  /** Action named by the path. */
  readonly action: AuthAction | (string & Record<never, never>);
  /** Provider named by the path. */
  readonly providerId?: string;
  /** Method. */
  readonly method: RequestMethod;
  /** Query, last value wins, without a prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields of the body, without a prototype. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** `Cookie` header. */
  readonly cookieHeader: string;
  /** The original request; its body has been read. */
  readonly request: Request;
  /** `true` when the client asked for JSON instead of redirects. */
  readonly returnRedirect: boolean;
  /** `true` when the caller has checked the request's origin, so that no CSRF token is needed. */
  readonly skipsCsrf?: boolean;
}

/** An endpoint after resolution. */
// deno-lint-ignore no-explicit-any -- handlers of different endpoints
export interface ResolvedEndpoint extends Omit<EndpointHandler<any, any>, "url"> {
  /** URL with all `params`; absent when discovery supplies it. */
  url?: URL;
}

/** Members that both resolved OAuth kinds share. */
export interface ResolvedOAuthMembers {
  /** Authorization endpoint. */
  authorization: ResolvedEndpoint;
  /** Token endpoint. */
  token: ResolvedEndpoint;
  /** Userinfo endpoint; absent when the provider has none. */
  userinfo?: ResolvedEndpoint;
  /** Checks; never empty. */
  checks: ("none" | "state" | "pkce" | "nonce")[];
  /** Version of OAuth: `"1.0"` by RFC 5849, otherwise by RFC 6749. */
  version: string;
  /** OAuth 1.0: URL that issues request tokens. */
  requestTokenUrl?: URL;
  /** Profile → user. */
  // deno-lint-ignore no-explicit-any -- the provider's own profile
  profile: ProfileCallback<any>;
  /** Token set → stored members. */
  account: AccountCallback;
  /** `{redirectProxyUrl}/callback/{id}`. */
  redirectProxyUrl?: string;
  /** `true` when the provider answers with a form post. */
  formPost: boolean;
  /** `fetch` for this provider. */
  fetch?: typeof fetch;
}

// deno-lint-ignore no-explicit-any -- the provider's own profile
type WrittenOAuth = OAuth2Config<any>;
// deno-lint-ignore no-explicit-any -- see above
type WrittenOIDC = OIDCConfig<any>;

/** An OAuth 2 or OpenID Connect provider after resolution. */
export type ResolvedOAuthProvider =
  & (
    | Omit<WrittenOAuth, keyof ResolvedOAuthMembers>
    | Omit<WrittenOIDC, keyof ResolvedOAuthMembers>
  )
  & ResolvedOAuthMembers
  & { /** See `OIDCConfig`. */ idToken?: boolean };

/** A provider after resolution, without its URLs. */
export type ResolvedProvider =
  | ResolvedOAuthProvider
  | EmailConfig
  | CredentialsConfig
  | WebAuthnConfig;

/** A provider as callbacks of providers see it. */
export type InternalProvider<P extends CommonProviderOptions = CommonProviderOptions> = P & {
  /** Absolute URL that starts the flow. */
  signinUrl: string;
  /** Absolute URL that finishes the flow. */
  callbackUrl: string;
};

/** Name of a method that an adapter may have. */
export type StoreMethod =
  | keyof Adapter
  | Exclude<keyof AdapterExtras, "records">
  | keyof AdapterTraits;

/**
 * An adapter whose methods of the contract can all be called: one that the
 * adapter lacks rejects with an error that names it.
 */
export type Store = Required<Adapter> & Omit<AdapterExtras, "records"> & AdapterTraits & {
  /** Returns `true` when the adapter has the method. */
  has(name: StoreMethod): boolean;
};

/** A config with every default filled in; made once per config object. */
export interface ResolvedConfig {
  /** The config as the app wrote it. */
  readonly written: AuthConfig;
  /** Starts with `/`, does not end with one; empty for the root. */
  readonly basePath: string;
  /** Paths of the endpoints that capabilities bring. */
  readonly offered: ReadonlySet<string>;
  /** These endpoints, by `<method> <path>`. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
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
  readonly passwords?: ResolvedPasswords;
  /**
   * `true` with `account`, `factors` or `Password`: what adds a way to sign in then needs a
   * fresh proof too, and users are told of it.
   */
  readonly protectsAccounts: boolean;
  /** Languages of pages and mails. */
  readonly languages: ResolvedLanguages;
  /** Sends mails about accounts; absent when the app has no way to. */
  readonly sendMail?: (mail: AccountMail) => Promise<void>;
  /** Who may become a user. */
  readonly signUp: SignUpPolicy;
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
  /** `true` when sign-ins can prove e-mail addresses, so that unproven ones are not kept. */
  readonly canProve: boolean;
  /** The adapter, wrapped. */
  readonly store?: Store;
  /** Store of records. */
  readonly records?: RecordStore;
  /** Keeps tokens of providers; absent when they are not kept. */
  readonly tokens?: TokenKeeper;
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
  /** Name of the site in mails of calls without a request: host of `AUTH_URL`, else the app's. */
  readonly siteName?: string;
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
  readonly problem?: Error;
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

/** A decision to send the browser to another URL. */
export interface Redirect {
  /** Target URL. */
  redirect: string;
}

/** A proof that counts once the user confirms it on a built-in page. */
export interface Confirmation {
  /** Fields that the page's form posts back. */
  fields: Readonly<Record<string, string>>;
  /** Address of the user who would be signed in. */
  email?: string;
}

/** Identity that a flow proved. */
export interface Identity extends ProviderIdentity {
  /** Methods of the sign-in. */
  methods: AuthenticationMethod[];
  /** Statement of the provider, from a verified ID token only. */
  upstream?: UpstreamProof;
  /** Session at the provider, from a verified ID token only. */
  upstreamSession?: UpstreamSession;
  /** `true` when `user` is a row of the store. */
  isStored?: boolean;
  /** `true` when the id of `user` is random, since `authorize` returned none. */
  hasRandomId?: boolean;
  /** Throws when the proof does not count any more; called once the session has its record. */
  recheck?: (() => Promise<void>) | undefined;
  /** Password that was typed in this browser before its address was proven. */
  kept?: TypedKept;
}

/** The app's user of an identity. */
export interface Member {
  /** Stored user, or the provider's without a store. */
  user: User | AdapterUser;
  /** The account. */
  account: Account;
  /** `true` when this sign-in created the user; `undefined` without a store. */
  isNewUser?: boolean;
  /** `true` when the user is signed in already, so that the session stays as it is. */
  keepsSession?: boolean;
  /** `true` when the user's address is not proven to be the user's own. */
  hasUnprovenAddress?: boolean;
  /** Sealed tokens of providers, for the claim of a session token. */
  tokens?: string;
}

/** A session and its owner. */
export interface SessionIdentity {
  /** Id of the session's record. */
  id: string;
  /** Owning user. */
  userId: string;
}

/** `session.revocation` with its defaults. */
export interface ResolvedRevocation {
  /** Store of the records. */
  readonly records: RecordStore;
  /** `maxLag` in milliseconds. */
  readonly maxLagMs: number;
  /** `true` when providers may end sessions, which are found by those at the provider. */
  readonly backChannel: boolean;
}

/**
 * The code of second factors for the core. It comes with the factors: an app without any
 * neither loads nor bundles it.
 */
export interface FactorEngine {
  /** Lets a sign-in pass, or makes it wait for a second proof. */
  gate(
    ctx: Context,
    factors: ResolvedFactors,
    pending: Pending,
  ): Promise<Redirect | undefined>;
  /** Returns `true` when the user has enrolled a factor that gives the proof. */
  canProveFactor(
    ctx: Context,
    current: SignedIn,
    requirement: Omit<RequireProofOptions, "redirectTo">,
  ): Promise<boolean>;
  /** Returns `true` when the user has no second factor, and adding one gives the proof. */
  canAddFactor(
    ctx: Context,
    factors: ResolvedFactors,
    current: SignedIn,
    requirement: Omit<RequireProofOptions, "redirectTo">,
  ): Promise<boolean>;
  /** Lists the second factors of a user. */
  describe(
    caller: { readonly config: ResolvedConfig; readonly request?: RequestInternal },
    user: User | AdapterUser,
  ): Promise<FactorsOfUser>;
  /** Ends all sign-ins of a user that wait for a second proof, in every browser. */
  endAttempts(config: ResolvedConfig, userId: string): Promise<void>;
  /** Asks again for a second factor in every browser of a user. */
  forgetDevices(config: ResolvedConfig, userId: string): Promise<void>;
  /** The action `factor`. */
  readonly factor: ActionHandlers;
  /** The action `factors`. */
  readonly factors: ActionHandlers;
}

/** Loads the functions at their first use. */
export type FactorEngineLoader = () => Awaitable<FactorEngine>;

/** `factors` with their policy. */
export interface ResolvedFactors {
  /** By id, in the order of the app. */
  readonly byId: ReadonlyMap<string, Factor>;
  /** Loads the code of second factors. */
  readonly engine: FactorEngineLoader;
  /** Endpoints of their pages. */
  readonly endpoints: readonly Endpoint[];
  /** See {@linkcode FactorPolicy}. */
  readonly required?: FactorPolicy["required"];
  /** Seconds; see {@linkcode FactorPolicy}. */
  readonly changeMaxAge: number;
  /** Absent when it is not offered. */
  readonly trustedDevice?: TrustedDeviceOptions;
}

/**
 * Types shared by all parts of the library. All of them are
 * readonly except the cookie jar.
 *
 * @module
 */

import type { ProvenMember, Redirect, ResolvedUser } from "./identity.ts";
import type { Adapter, AdapterExtras, AdapterTraits, AdapterUser } from "./adapter.ts";
import type { AuthConfig, CallbacksOptions, EventCallbacks, SessionOptions } from "./config.ts";
import type { Account, Awaitable, Profile, User } from "./entities.ts";
import type { JWTOptions, LoggerInstance, PagesOptions, Theme, WarningCode } from "./options.ts";
import type { CookieJarInterface, CookieTable } from "./cookies.ts";
import type { Claim, ClaimFault, MemberAnswer, Presented } from "./credential.ts";
import type {
  CallMethod,
  CallRequest,
  EnabledPaths,
  RequestInternal,
  RequestMethod,
  ResponseInternal,
} from "./request.ts";
import type { AccountMail, Factor, FactorPolicy, TrustedDeviceOptions } from "./factor.ts";
import type { FactorsOfUser, Pending, SignedIn } from "./factor_task.ts";
import type { ResolvedLimits, ResolvedSizes } from "./limits.ts";
import type { Proof, RequireProofOptions } from "./proof.ts";
import type { CredentialKind, PrincipalOrganization } from "./principal.ts";
import type { PasswordSettings, TypedKept } from "./password.ts";
import type { Json, RecordStore } from "./records.ts";
import type { SignUpPolicy } from "./sign_up.ts";
import type { AccountOptions, Removal } from "./account.ts";
import type { ResolvedLanguages } from "./languages.ts";
import type { ResolvedProvider } from "./resolved_provider.ts";
import type { AuditRefusal, CredentialRefusal } from "./audit.ts";
import type { AccessToken, AccessTokenOptions } from "./tokens.ts";

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
  | keyof AdapterTraits;

/**
 * An adapter whose methods of the contract can all be called: one that the
 * adapter lacks rejects with an error that names it.
 */
export type Store = Required<Adapter> & Omit<AdapterExtras, "records"> & AdapterTraits & {
  /** Returns `true` when the adapter has the method. */
  has(name: StoreMethod): boolean;
};

/** An email about an account, before it has the app's look. */
export interface SiteMail extends AccountMail {
  /** Origin of the site, which paths of `theme.links` continue; `undefined` when it is unknown. */
  origin?: string | undefined;
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
    (records: RecordStore, userId: string) => Promise<readonly Json[]>
  >;
  /** Functions that capabilities have subscribed, by topic; `hooks/topics.ts` calls them. */
  readonly topics: ReadonlyMap<string, readonly ((moment: never) => Awaitable<unknown>)[]>;
  /** Loads the parts that capabilities bring, by name; `hooks/topics.ts` finds them. */
  readonly parts: ReadonlyMap<string, () => Awaitable<object>>;
  /** Kinds of credentials that capabilities bring. */
  readonly credentials: readonly CredentialCode[];
  /** Loads the functions that capabilities bring, by the name of their group. */
  readonly groups: ReadonlyMap<string, () => Awaitable<Readonly<Record<string, unknown>>>>;
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

/** `session.revocation` with its defaults. */
export interface ResolvedRevocation {
  /** Store of the records. */
  readonly records: RecordStore;
  /** `maxLag` in milliseconds. */
  readonly maxLagMs: number;
  /** `true` when providers may end sessions, which are found by those at the provider. */
  readonly backChannel: boolean;
}

/** What the core asks of second factors. */
export interface FactorParts {
  /** Lets a sign-in pass, or makes it wait for a second proof. */
  checkSecondFactor(
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
}

/** `factors` with their policy. */
export interface ResolvedFactors {
  /** By id, in the order of the app. */
  readonly byId: ReadonlyMap<string, Factor>;
  /** See {@linkcode FactorPolicy}. */
  readonly required?: FactorPolicy["required"];
  /** Seconds; see {@linkcode FactorPolicy}. */
  readonly changeMaxAge: number;
  /** Absent when it is not offered. */
  readonly trustedDevice?: TrustedDeviceOptions;
  /** See {@linkcode FactorPolicy}. */
  readonly recoveryText?: FactorPolicy["recoveryText"];
}

/** The page on which users manage their account, as a config has it. */
export interface ResolvedAccount {
  /** The place of a network address in words. */
  readonly place: AccountOptions["place"];
  /** Deletions that wait; absent when an account is deleted at once. */
  readonly deletion?: {
    /** Days for which they wait. */
    readonly graceDays: number;
  };
}

/** What the account page keeps about ways to sign in. */
export interface AccountParts {
  /** What the providers call the accounts of a user. */
  labelsOf(
    config: ResolvedConfig,
    userId: string,
  ): Promise<(account: Pick<Account, "provider" | "providerAccountId">) => string | undefined>;
  /** Name of the authenticators of a model; `undefined` when it is not known. */
  authenticatorName(aaguid: string | undefined): string | undefined;
}

/** Deletions of accounts that wait, so that the user can cancel them. */
export interface DeletionParts {
  /**
   * Makes the sign-in of a user wait whose account will be deleted, and deletes one that is due.
   *
   * @returns URL of the page that asks the user; `undefined` for any other user
   * @throws {AccessDenied} when the account is deleted now
   */
  holdSignIn(
    ctx: Context,
    member: ProvenMember,
    profile: Profile | undefined,
    redirect: string,
  ): Promise<string | undefined>;
  /** The check of a session that has begun: a deletion at the same time refuses it. */
  recheckOf(ctx: Context, member: ProvenMember): () => Promise<void>;
  /** Ends all sign-ins of a user that wait, in every browser. */
  endAttempts(config: ResolvedConfig, userId: string): Promise<void>;
  /**
   * Asks for the deletion of an account, and ends its sessions. One that waits keeps its time.
   *
   * @returns time from which it is due
   */
  requestDeletion(caller: StoreCaller, user: AdapterUser): Promise<Date>;
  /** Time from which the deletion is due; `null` when none waits. */
  pendingDeletion(config: ResolvedConfig, userId: string): Promise<Date | null>;
  /** Cancels it; `false` when none waits, or its time has come. */
  cancelDeletion(caller: StoreCaller, userId: string): Promise<boolean>;
  /** Deletes an account whose time has come; `true` when this call did. */
  applyDueDeletion(caller: StoreCaller, userId: string): Promise<boolean>;
  /** Deletes all accounts whose time has come; returns their number. */
  deleteDue(caller: StoreCaller): Promise<number>;
}

/** A config with a store, and the request of the change; a call of the app has none. */
export interface StoreCaller {
  readonly config: ResolvedConfig & { store: Store };
  readonly request?: RequestInternal;
}

/** The check of a password. */
export interface PasswordSignIn {
  /**
   * Checks the fields of the form; `null` when they are wrong, and a kept password when they are
   * right and its address was not proven.
   */
  checkPassword(
    ctx: Context,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ user: AdapterUser; recheck(): Promise<void> } | { kept: TypedKept } | null>;
}

/** Passwords that came with an address that was never proven. */
export interface KeptPasswords {
  /** Returns `true` when a password is kept for the address. */
  isKept(config: ResolvedConfig, address: string): Promise<boolean>;
  /** The user of a kept password; `null` when it does not count any more. */
  keptUser(config: ResolvedConfig, kept: TypedKept): Promise<AdapterUser | null>;
  /**
   * Gives a user the address that was proven just now, and the password.
   *
   * @returns `null` when the password does not count any more
   */
  claimKept(ctx: Context, kept: TypedKept): Promise<AdapterUser | null>;
}

/** The changes of passwords. */
export interface PasswordChanges {
  /** Removes a password; `false` when it is the last way to sign in, which stays. */
  removePassword(
    caller: { config: ResolvedConfig; request?: RequestInternal },
    user: AdapterUser,
    removal: Removal,
  ): Promise<boolean>;
}

/** The records of passwords. */
export interface PasswordRecords {
  /** The password of a user; `null` without one. */
  passwordOf(
    config: ResolvedConfig,
    userId: string,
  ): Promise<{ /** Time at which the user set it. */ readonly setAt: Date } | null>;
  /** Removes the password of a user; `true` when there was one. */
  takePassword(config: ResolvedConfig, userId: string): Promise<boolean>;
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
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<ActionHandlers>;
}

/** A handler that sees no cookies and sets none. */
export type CallHandler = (
  request: CallRequest,
  config: ResolvedConfig,
) => Awaitable<ResponseInternal>;

/** An endpoint for programs, which prove themselves by what they send. */
export interface ExplicitEndpoint extends CommonEndpoint {
  /** It reads no cookies. */
  readonly kind: "explicit";
  /** Methods that it takes; `OPTIONS` is answered for it. */
  readonly methods: readonly CallMethod[];
  /** `"any-origin"` lets scripts of other sites call it, without credentials. Default: none. */
  readonly cors?: "any-origin";
  /** Parameters that may occur more than once (RFC 6749 §3.2, RFC 8707 §2). Default: none. */
  readonly repeated?: readonly string[];
  /** Content types whose body it reads itself, as `text`. Default: none. */
  readonly reads?: readonly string[];
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<Partial<Record<CallMethod, CallHandler>>>;
}

/** An endpoint of a capability. */
export type Endpoint = AmbientEndpoint | ExplicitEndpoint;

/** `tokens` with its defaults. */
export interface ResolvedTokens {
  /** `true` when the tokens in accounts of the adapter are sealed. */
  readonly seals: boolean;
}

/** Tokens of providers, as a config keeps them. */
export interface TokenKeeper {
  /** Keeps the tokens of a member's account. */
  keep<M extends ResolvedUser>(ctx: Context, member: M): Promise<M>;
  /** Forgets the tokens of an account. */
  forget(
    config: ResolvedConfig,
    account: Pick<Account, "provider" | "providerAccountId">,
  ): Promise<void>;
  /** Returns an access token; `null` without a session or an account at the provider. */
  read(ctx: Context, options: AccessTokenOptions): Promise<AccessToken | null>;
  /** Seals the tokens of an account. */
  seal<T extends AnyAccount>(account: T, secret: string | string[]): Promise<T>;
  /** Opens the tokens of an account, and leaves out those that cannot be opened. */
  open<T extends AnyAccount>(
    account: T,
    secret: string | string[],
    report: (error: Error) => void,
  ): Promise<T>;
}

/** An account with any tokens. */
export type AnyAccount =
  & Pick<Account, "provider" | "providerAccountId">
  & Record<string, unknown>;

/** `signOut` with its defaults. */
export interface ResolvedSignOut {
  /** `true` when each sign-out also ends the session at the provider. */
  readonly federated: boolean;
  /** `true` when each sign-out revokes the tokens of the account. */
  readonly revokeTokens: boolean;
  /** `true` when providers can end sessions of this app. */
  readonly backChannel: boolean;
}

/** What the core asks of sign-outs at providers. */
export interface ProviderSignOutParts {
  /**
   * Prepares the sign-out at the provider.
   *
   * @returns a function to call when the session has ended: it returns the URL at the provider to
   * send the browser to; `undefined` when there is none
   */
  prepare(
    ctx: Context,
    wish: Pick<ResolvedSignOut, "federated" | "revokeTokens">,
  ): Promise<(() => Promise<string | undefined>) | undefined>;
}

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
  /** URL of the metadata of a resource (RFC 9728 §3), for challenges; `undefined` for any other URL. */
  metadataUrl?(resource: string): string | undefined;
  /** Loads the reader, at the first credential. */
  readonly load: () => Awaitable<{
    /** Reads the claim of a credential. */
    readClaim(call: CredentialCall, presented: Presented): Promise<Claim | ClaimFault>;
  }>;
}

/** A service of an organization: a program with credentials of its own. */
export interface FoundService {
  /** Id of the organization. */
  readonly organization: string;
  /** Scopes that its credentials may have. */
  readonly scopes: ReadonlySet<string> | "all";
}

/** Reads services of organizations, for credentials. */
export interface ServiceReader {
  /** The service; `undefined` when there is none. */
  find(
    call: Pick<CredentialCall, "config">,
    id: string,
  ): Promise<FoundService | undefined>;
}

/** Reads members of organizations, for credentials. */
export interface MemberReader {
  /** The member that has a session. */
  ofSession(door: object, organization: string): Promise<MemberAnswer>;
  /**
   * The member that a visitor is, for what the session makes there now: as stored now, and with all
   * demands on the session.
   *
   * @param visitor the visitor (`session/visitor.ts`)
   * @param back URL to which a proof or a sign-in leads back. Default: the answer has no location
   */
  ofVisitor(visitor: object, organization: string, back?: string): Promise<MemberAnswer>;
  /** The organizations in which a session can make something, by name. */
  listOfVisitor(visitor: object): Promise<readonly PrincipalOrganization[]>;
  /**
   * The member that has a credential which was made under a proof. Demands on ages hold for one that
   * is not bound to the organization. They do not for one that is: the session that made it has met
   * them, and it has an expiry of its own.
   *
   * @param made the proof, and whether the credential is bound to the organization
   */
  ofUser(
    call: Pick<CredentialCall, "config">,
    userId: string,
    made: { readonly proof: Proof | undefined; readonly isBound: boolean },
    organization: string,
  ): Promise<MemberAnswer>;
  /** The organizations that credentials of a user can be bound to, by name. */
  listOfUser(
    call: Pick<CredentialCall, "config">,
    userId: string,
    proof: Proof | undefined,
  ): Promise<readonly PrincipalOrganization[]>;
  /** The organization itself. */
  ofOrganization(
    call: Pick<CredentialCall, "config">,
    organization: string,
  ): Promise<MemberAnswer>;
}

/**
 * The answer to "by whom is this request made?", for each kind of credential.
 *
 * @module
 */

import type { Awaitable, Session } from "./entities.ts";
import type { Proof } from "./proof.ts";

/**
 * A kind of credential:
 *
 * - `"session"`: the session cookie of a browser;
 * - `"key"`: an API key (`keys` of the config);
 * - `"bearer"`: the access token of a session without cookies (`native` of the config);
 * - `"token"`: an access token of another app (`oauthServer` of the config).
 */
export type CredentialKind = "bearer" | "key" | "session" | "token";

/**
 * What a request must have. Each option narrows, so one that is written without a value (`undefined`,
 * `null`, `""`, a promise) is a `TypeError`: a demand whose value got lost never becomes none. Leave out
 * what you do not demand. With `exactOptionalPropertyTypes`, the compiler refuses `undefined` too.
 *
 * @typeParam Kind Kinds of credentials.
 * @typeParam Scope Names of scopes.
 * @typeParam Resource URLs of resources.
 */
export interface AuthenticateOptions<
  Kind extends CredentialKind = CredentialKind,
  Scope extends string = string,
  Resource extends string = string,
> {
  /** Kinds of credentials that are accepted. Default `["session"]`. */
  readonly accept?: readonly Kind[];
  /** Scopes that the credential must have, all of them. Default: none. */
  readonly scopes?: readonly Scope[];
  /** Id or slug of the organization that the request is about. Default: none. */
  readonly organization?: string;
  /**
   * URL that the credential must be for (RFC 8707). Sessions and keys are for the origin of the app.
   * An access token is for one resource, so `"token"` needs it. Default: not compared.
   */
  readonly resource?: Resource;
  /**
   * `"required"` refuses access tokens that are not bound to a key of the client (RFC 9449).
   * Default `"if-bound"`: a bound token needs its proof, others none.
   */
  readonly dpop?: "if-bound" | "required";
  /**
   * Authentication context that the user of an access token must have proven (RFC 9470):
   * `"urn:x-auth:mfa"` for two factors. The answer to any other token tells its client what to ask for.
   * For `"token"` alone; a session is asked by `requireProof`. Default: any.
   */
  readonly acr?: string;
  /**
   * Seconds since the user of an access token proved who it is (`auth_time`). Values below 30 count as
   * 30, the time that the way to a new token may take. For `"token"` alone. Default: no limit.
   */
  readonly maxAge?: number;
  /**
   * `true` admits an operator who acts for the user, also for a request that can change something.
   * `session.actor` says who acts. Default `false`: only `GET` and `HEAD` are admitted.
   *
   * @since 0.3.0
   */
  readonly allowActor?: boolean;
}

/**
 * What the requests to a guarded handler must have.
 *
 * @typeParam Context Parameters by which the framework describes a request.
 */
export interface GuardOptions<
  Context extends unknown[],
  Kind extends CredentialKind = CredentialKind,
  Scope extends string = string,
  Resource extends string = string,
> extends Omit<AuthenticateOptions<Kind, Scope, Resource>, "organization"> {
  /**
   * Id or slug of the organization that the request is about, or a function that takes it from the
   * request: from a part of the path, or from the host. Default: none.
   */
  readonly organization?: string | ((...context: Context) => Awaitable<string>);
  /**
   * `"any-origin"` lets pages of any origin call the handler with a token or a key of their own, as
   * assistants in browsers do: a preflight (`OPTIONS`) is answered, and each answer can be read, with
   * `WWW-Authenticate`. Not with `"session"` in `accept`. Default: the app answers for other origins.
   *
   * @see {@link https://fetch.spec.whatwg.org/#http-cors-protocol CORS}
   */
  readonly cors?: "any-origin";
}

/** {@linkcode GuardOptions} of any framework. */
export type AnyGuardOptions<Kind extends CredentialKind = CredentialKind> = GuardOptions<
  // deno-lint-ignore no-explicit-any -- parameters of functions are compared the other way round
  any,
  Kind
>;

/** The organization that a request was authenticated for. */
export interface PrincipalOrganization {
  /** Id. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Name in URLs. */
  readonly slug: string;
  /**
   * Path of the logo below the base path; absent without one.
   *
   * @since 0.3.0
   */
  readonly logoPath?: string | undefined;
  /** Role of the user now; `null` for a service, and for a key of the organization itself. */
  readonly role: string | null;
}

/** Members that every principal has. */
export interface CommonPrincipal<Scope extends string> {
  /** Distinguishes it from a refusal. */
  readonly ok: true;
  /** Id of the user, the service or the organization. */
  readonly id: string;
  /** Public id of the credential, for logs: it opens nothing. Empty for a session without a record. */
  readonly credential: string;
  /**
   * Scopes that the request has now: those of the credential that its owner may still use. `"all"`
   * where neither a role nor the credential limits them.
   */
  readonly scopes: ReadonlySet<Scope> | "all";
  /** The organization of the request; absent when none was asked for. */
  readonly organization?: PrincipalOrganization;
  /** Returns `true` when the request has the scope. */
  can(scope: Scope): boolean;
}

/** Members of a principal with a session. */
export interface PrincipalOfSession<Scope extends string, S, Membership>
  extends CommonPrincipal<Scope> {
  /** A session is one of a user. */
  readonly kind: "user";
  /** The session, as the `session` callback returns it. */
  readonly session: S;
  /** When, and by which methods the user signed in. */
  readonly proof: Proof;
  /** The membership, for changes of the organization; absent when none was asked for. */
  readonly membership?: Membership;
  /** The request, for other functions that read the session: `getAccessToken(who.request)`. */
  readonly request: Request;
}

/** A user with the session of a browser. */
export interface SessionPrincipal<Scope extends string = string, S = Session, Membership = unknown>
  extends PrincipalOfSession<Scope, S, Membership> {
  /** The kind of credential. */
  readonly via: "session";
}

/** A user with a session without cookies. */
export interface BearerPrincipal<Scope extends string = string, S = Session, Membership = unknown>
  extends PrincipalOfSession<Scope, S, Membership> {
  /** The kind of credential. */
  readonly via: "bearer";
  /** Name of the client that signed in; `null` when it gave none. */
  readonly client: string | null;
}

/** The owner of an API key. */
export interface KeyPrincipal<Scope extends string = string> extends CommonPrincipal<Scope> {
  /** The kind of owner. */
  readonly kind: "organization" | "service" | "user";
  /** The kind of credential. */
  readonly via: "key";
  /** Name of the key. */
  readonly name: string;
}

/** An app that acts for the owner of a token (RFC 8693 §4.1). */
export interface TokenActor {
  /** Id of the client, or of the service. */
  readonly id: string;
  /** The one that it acts for in turn; absent for the last. */
  readonly actor?: TokenActor;
}

/** The owner of an access token that another app was given. */
export interface TokenPrincipal<Scope extends string = string> extends CommonPrincipal<Scope> {
  /** The kind of owner. */
  readonly kind: "organization" | "service" | "user";
  /** The kind of credential. */
  readonly via: "token";
  /** Id of the client that has the token. */
  readonly client: string;
  /** The one that acts for the owner; absent when the client does. */
  readonly actor?: TokenActor;
}

/** The principal of each kind of credential. */
export interface Principals<Scope extends string, S, Membership> {
  /** For a session. */
  session: SessionPrincipal<Scope, S, Membership>;
  /** For an access token. */
  bearer: BearerPrincipal<Scope, S, Membership>;
  /** For an API key. */
  key: KeyPrincipal<Scope>;
  /** For an access token of another app. */
  token: TokenPrincipal<Scope>;
}

/**
 * The one that makes a request; `via` says with which kind of credential.
 *
 * @typeParam Kind Kinds that were accepted.
 * @typeParam Scope Names of scopes.
 * @typeParam S The session.
 * @typeParam Membership The membership in an organization.
 */
export type Principal<
  Kind extends CredentialKind = CredentialKind,
  Scope extends string = string,
  S = Session,
  Membership = unknown,
> = Principals<Scope, S, Membership>[Kind];

/**
 * Options of the authorization server.
 *
 * @module
 */

import type { Awaitable } from "../../types/entities.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Json } from "../../types/records.ts";

/** Options of {@linkcode OAuthServer}. */
export interface OAuthServerOptions<
  Scope extends string = string,
  Resource extends string = string,
> {
  /**
   * URL that identifies the server, without a slash at its end: `https://app.example`, or with a
   * path. Endpoints answer at its origin alone. `http:` is accepted for loopback hosts.
   */
  readonly issuer: string;
  /**
   * Resources that tokens can be for, by their URL, as clients send it (RFC 8707). Default: none,
   * so that clients can only sign users in.
   */
  readonly resources?: Readonly<Record<Resource, OAuthResource<Scope>>> | undefined;
  /** Clients that the app knows, by their id. Default: none. */
  readonly clients?: Readonly<Record<string, OAuthClientOptions>> | undefined;
  /**
   * `"fapi2"` holds all clients to the FAPI 2.0 Security Profile: see the option of one client. Every
   * resource takes tokens with a key of the client alone then, and no client becomes known by itself.
   * Default: none.
   *
   * @since 0.3.0
   */
  readonly profile?: "fapi2" | undefined;
  /** Other ways for clients to become known. */
  readonly registration?: OAuthRegistration | undefined;
  /**
   * Lets the owners of an organization make apps of their own, on the page
   * `{basePath}/organization/{slug}/apps`. Needs `organizations` with its own records. Default: there is
   * no such page.
   */
  readonly developerApps?: DeveloperAppsOptions<NoInfer<Scope>, NoInfer<Resource>> | undefined;
  /**
   * `"choose"` lets the user pick an organization on the consent page; tokens then count in that one
   * alone, within the role of the user. Needs `organizations`. Default `"none"`.
   */
  readonly organization?: "choose" | "none" | undefined;
  /**
   * Further claims of ID tokens and of `oauth/userinfo`. A claim that the server sets itself is left
   * out. Default: those of the scopes `profile` and `email`.
   */
  readonly claims?:
    | ((facts: ClaimsFacts) => Awaitable<Readonly<Record<string, Json>>>)
    | undefined;
  /**
   * Identity providers whose assertions count in place of a consent, by their issuer, for clients with
   * the grant `"jwt-bearer"` (ID-JAG, Enterprise-Managed Authorization of MCP). Default: none.
   */
  readonly assertions?: Readonly<Record<string, AssertionIssuer>> | undefined;
  /**
   * Seconds for which a process may use what it has read of a grant, a client or a signing key. An
   * end counts in other processes that much later. Default 0: every request reads the grant. Signing
   * keys are kept for 10 seconds at least.
   */
  readonly maxLag?: number | undefined;
  /**
   * `true` also takes a `backchannelLogoutUri` of clients that are registered, or have a document.
   * Default: `true` where a client of `clients` has one, else `false`.
   */
  readonly backchannelLogout?: boolean | undefined;
  /**
   * Fetches a URL that a stranger wrote: a document, the keys or the `backchannelLogoutUri` of a client. For runtimes without
   * `node:https`, and for networks that demand a proxy. It must refuse addresses of private networks
   * itself. Default: connections by `node:https` to addresses that were checked.
   */
  readonly fetch?: typeof fetch | undefined;
}

/** Options of the apps that organizations make: what a new one may ask for. */
export interface DeveloperAppsOptions<
  Scope extends string = string,
  Resource extends string = string,
> {
  /** Scopes, also those of OpenID Connect. Default: all. */
  readonly scopes?:
    | readonly (Scope | "email" | "offline_access" | "openid" | "profile")[]
    | undefined;
  /** Resources, by their URL. Default: all. */
  readonly resources?: readonly Resource[] | undefined;
}

/** A resource: an API, or an MCP server. */
export interface OAuthResource<Scope extends string = string> {
  /** Name for people. Default: its host and path. */
  readonly name?: string | undefined;
  /** Scopes. Pages show them in the words of `texts`, or by their names. */
  readonly scopes: readonly Scope[];
  /** Seconds for which an access token is valid: 30 to 3600. Default 600. */
  readonly accessTokenMaxAge?: number | undefined;
  /** `true` refuses tokens without a key of the client (RFC 9449). Default `false`. */
  readonly requiresDpop?: boolean | undefined;
  /**
   * Algorithm of access tokens: `"EdDSA"`, which signs in a fraction of the time, or `"ES256"`, for a
   * server that verifies them with another library. Clients do not read them. Default `"EdDSA"` at the
   * origin of the issuer, where this library verifies them, else `"ES256"`. The first key of EdDSA is
   * published for a day before it signs; a new app that names `"EdDSA"` has it at once.
   */
  readonly tokenAlgorithm?: "EdDSA" | "ES256" | undefined;
}

/** A grant by which a client gets tokens at `oauth/token`. */
export type OAuthGrantType =
  /** A code of the authorization endpoint. */
  | "code"
  /** A refresh token. */
  | "refresh"
  /** A code that the user types on another device (RFC 8628). */
  | "device"
  /** A token for the client itself, which is a service (RFC 6749 §4.4). */
  | "client-credentials"
  /** A token for the one of a request (RFC 8693). */
  | "token-exchange"
  /** An assertion of an identity provider (RFC 7523). */
  | "jwt-bearer";

/** A client that the app knows. */
export interface OAuthClientOptions {
  /** Name for people. Default: the id. */
  readonly name?: string | undefined;
  /** Page about it, with https: the question of consent links it. Default: none. */
  readonly clientUri?: string | undefined;
  /** Picture of it, with https: the question of consent shows it. Default: none. */
  readonly logoUri?: string | undefined;
  /** Its terms of use, with https. Default: none. */
  readonly tosUri?: string | undefined;
  /** Its privacy policy, with https. Default: none. */
  readonly policyUri?: string | undefined;
  /**
   * URIs to which the browser may return: scheme, host, port, path and query must be the same in a
   * request. Those of loopbacks, `http://127.0.0.1/…`, `http://[::1]/…` and `http://localhost/…`, match
   * any port (RFC 8252 §7.3). The scheme of an app, such as `com.example.app:/callback`, has a dot unless
   * the client is public. Needed for the grant `"code"`. Default: none.
   */
  readonly redirectUris?: readonly string[] | undefined;
  /** URIs to which the browser may return after a sign-out. Default: none. */
  readonly postLogoutRedirectUris?: readonly string[] | undefined;
  /**
   * URL that gets a signed logout token when a session ends in which the client has signed a user in, or
   * its access ends (OpenID Connect Back-Channel Logout 1.0): https, at a public host, without a port.
   * The client must ask for `openid`. Default: none.
   */
  readonly backchannelLogoutUri?: string | undefined;
  /**
   * Secret of a client with a server: 32 characters or more. Of a list, each is accepted, so that it
   * can be replaced. Default: none: the client is public.
   */
  readonly secret?: string | readonly string[] | undefined;
  /** Public keys of a client that signs (`private_key_jwt`, RFC 7523). Default: none. */
  readonly jwks?: { readonly keys: readonly JsonWebKey[] } | undefined;
  /** URL of these keys: https, at a public host, without a port. Default: none. */
  readonly jwksUri?: string | undefined;
  /** Grants that it may use. Default `["code", "refresh"]`. */
  readonly grants?: readonly OAuthGrantType[] | undefined;
  /** `true` for an app of your own: users are not asked. Default `false`. */
  readonly isFirstParty?: boolean | undefined;
  /** Scopes that it may ask for. Default: all. */
  readonly scopes?: readonly string[] | undefined;
  /** Resources that it may ask for. Default: all. */
  readonly resources?: readonly string[] | undefined;
  /** Algorithm of its ID tokens. Default `"RS256"`, which every client knows. */
  readonly idTokenAlgorithm?: "ES256" | "RS256" | undefined;
  /**
   * Resources that it is the server of, by their URL: it may ask `oauth/introspect` about tokens for
   * them. Needs `secret`, `jwks` or `jwksUri`. Default: none; any such client may ask about its own
   * tokens.
   */
  readonly introspects?: readonly string[] | undefined;
  /**
   * Resources that a token may go on to by the grant `"token-exchange"`, by their URL: of those that
   * the user gave, the client gets a token there in exchange for one of another resource. A
   * thief of the secret of the client gets those too. Default: none, so that an exchanged
   * token is for the same resource.
   */
  readonly exchangesTo?: readonly string[] | undefined;
  /**
   * Authorization servers at which the client may act for its users, by their issuer: your app is the
   * identity provider of a company, whose people are not asked there. By the grant `"token-exchange"`, the
   * client gets an assertion for one of them (ID-JAG), with an ID token or an access token of a user who
   * signed in at it. Default: none.
   *
   * @since 0.3.0
   */
  readonly assertsTo?: Readonly<Record<string, AssertionAudience>> | undefined;
  /**
   * `"nonce"` also takes requests without a challenge of PKCE, from a client that authenticates and
   * sends `openid` and a `nonce` (RFC 9700 §2.1.1): for libraries that cannot send one. The client must
   * compare the nonce itself; a copied code is then stopped by nothing else. A challenge that is sent is
   * checked. Needs `secret`, `jwks` or `jwksUri`, and redirect URIs without the scheme of an app.
   * Default `"required"`.
   */
  readonly pkce?: "nonce" | "required" | undefined;
  /**
   * Answers that it may ask for. `"id_token"` is a sign-in without a code, for libraries that ask for
   * nothing else (OpenID Connect Core §3.2): the ID token goes through the browser, by a form
   * (`response_mode=form_post`) and never in a URL, needs a `nonce`, and comes without access. Needs
   * `secret`, `jwks` or `jwksUri`, and redirect URIs with https. Default `["code"]`.
   */
  readonly responseTypes?: readonly ("code" | "id_token")[] | undefined;
  /**
   * `"fapi2"` holds the client to the FAPI 2.0 Security Profile: it pushes each request, signs assertions
   * for the issuer alone (`jwks` or `jwksUri`), gets tokens that are bound to a key (DPoP), and keeps its
   * refresh token. Redirect URIs have https, ID tokens are of ES256, and the grants are `"code"`,
   * `"refresh"` and `"client-credentials"`. Default: that of the server.
   *
   * @since 0.3.0
   */
  readonly profile?: "fapi2" | undefined;
  /**
   * `"scope"` ends what a sign-in gave with the session that it came from, by a sign-out or its expiry,
   * unless the user gave `offline_access` (OpenID Connect Core §11): for clients that need access only
   * while the user is signed in. A sign-out ends the access tokens that came with a refresh token. After
   * an expiry, the next refresh, exchange or assertion is refused and ends them; a client that asks for
   * none of these keeps them until their own end. What was given before the option was set, and what a
   * device code gave, has no session and does not end with one. Default `"always"`: access lasts until it
   * is ended, since many clients do not ask for the scope.
   *
   * @since 0.3.0
   */
  readonly offlineAccess?: "always" | "scope" | undefined;
  /** Id of the service that it is, for the grant `"client-credentials"`. Default: none. */
  readonly service?: string | undefined;
}

/**
 * What an assertion for another authorization server may name.
 *
 * @since 0.3.0
 */
export interface AssertionAudience {
  /** Id of the client there. Default: its id here. */
  readonly clientId?: string | undefined;
  /** Scopes: those that a request names of them, or all. Default: none, so that the server decides. */
  readonly scopes?: readonly string[] | undefined;
  /** Resources, by their URL: those that a request names of them, or all. Default: none. */
  readonly resources?: readonly string[] | undefined;
}

/** Ways for clients to become known. */
export interface OAuthRegistration {
  /**
   * Clients whose id is the URL of a document about them. `"ask"` accepts any, each with the consent
   * of the user; a list accepts those hosts, with a port where theirs is not that of https:
   * `"client.example:8443"`. Default `"off"`.
   */
  readonly metadataDocuments?: "ask" | "off" | readonly string[] | undefined;
  /**
   * Registration by the client itself (RFC 7591). `"open"` lets anyone register; `{ token }` those
   * with that initial access token. Default `"off"`.
   */
  readonly dynamic?: "off" | "open" | { readonly token: string } | undefined;
}

/** The facts that `claims` gets. */
export interface ClaimsFacts {
  /** The user. */
  readonly user: AdapterUser;
  /** Id of the client. */
  readonly client: string;
  /** Scopes of the token. */
  readonly scopes: readonly string[];
  /** Id of the organization; `null` without. */
  readonly organization: string | null;
}

/** An identity provider whose assertions count. */
export interface AssertionIssuer {
  /** Its public keys. Default: those at `jwksUri`; one of both must be set. */
  readonly jwks?: { readonly keys: readonly JsonWebKey[] } | undefined;
  /** URL of these keys. Default: none. */
  readonly jwksUri?: string | undefined;
  /**
   * Finds the user that an assertion is about, by its claims, which are verified. Compare `sub`, which
   * stays: an address can be given to another person. `null` refuses the assertion. A user is never
   * created.
   */
  readonly userOf: (claims: AssertionClaims) => Awaitable<string | null>;
}

/** The claims of an assertion; `email` and others as far as the provider writes them. */
export interface AssertionClaims {
  /** Issuer. */
  readonly iss: string;
  /** Id of the user at the provider. */
  readonly sub: string;
  /** Any other claim. */
  readonly [name: string]: unknown;
}

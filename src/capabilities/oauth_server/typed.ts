/**
 * The functions of the authorization server as apps call them, typed by the app's scopes.
 *
 * @module
 */

import type { CredentialRefusal, OrganizationRefusal } from "../../types/audit.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import type { TokenActor } from "../../types/principal.ts";
import type { OAuthClientOptions, OAuthGrantType } from "./options.ts";

/** Access that a user gave to another app. Nothing in it opens anything. */
export interface OAuthGrant<Scope extends string = string> {
  /** Id. */
  readonly id: string;
  /** Id of the client. */
  readonly client: string;
  /** Name of the client, as it was shown to the user. */
  readonly name: string;
  /** Scopes by the URL of their resource; the issuer has those of OpenID Connect. */
  readonly scopes: Readonly<Record<string, readonly (Scope | string)[]>>;
  /** Id of the organization; `null` for none. */
  readonly organization: string | null;
  /** Time at which it was given. */
  readonly createdAt: Date;
  /** Time of the last token, accurate to about five minutes; `null` before the first one. */
  readonly lastUsedAt: Date | null;
}

/**
 * Options of {@linkcode OAuthFunctions.listClientGrants}.
 *
 * @since 0.3.0
 */
export interface ListGrantsOptions {
  /** Value of `next` of the page before. Default: the first page. */
  readonly after?: string | undefined;
  /** Most grants: 1 to 100. Default 50. */
  readonly limit?: number | undefined;
}

/**
 * Access of one client on one page.
 *
 * @since 0.3.0
 */
export interface OAuthGrantPage<Scope extends string = string> {
  /** The grants, by id, each with the id of its user. There can be fewer than the limit. */
  readonly grants: readonly (OAuthGrant<Scope> & { readonly userId: string })[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** A client that was registered. */
export interface RegisteredClient {
  /** Id. */
  readonly id: string;
  /** The secret: show it once. It cannot be read again. Absent for a public client. */
  readonly secret?: string;
}

/** A client that was registered, as it is stored. Its secret is never shown again. */
export interface OAuthClient extends Pick<OAuthClientOptions, "jwks"> {
  /** Id. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** Id of the organization whose client it is; `null` for one of the app, and for strangers. */
  readonly organization: string | null;
  /** `true` when it registered itself (RFC 7591): what it says is its own. */
  readonly isSelfRegistered: boolean;
  /** `true` for an app of your own: users are not asked. */
  readonly isFirstParty: boolean;
  /** How it proves who it is. */
  readonly method: "none" | "private_key_jwt" | "secret";
  /** Page about it. Absent: none. */
  readonly clientUri?: string;
  /** Picture of it. Absent: none. */
  readonly logoUri?: string;
  /** Its terms of use. Absent: none. */
  readonly tosUri?: string;
  /** Its privacy policy. Absent: none. */
  readonly policyUri?: string;
  /** URIs to which the browser may return. */
  readonly redirectUris: readonly string[];
  /** URIs to which the browser may return after a sign-out. */
  readonly postLogoutRedirectUris: readonly string[];
  /** URL that is notified of sign-outs. Absent: none. */
  readonly backchannelLogoutUri?: string;
  /** URL of its public keys. Absent: none. */
  readonly jwksUri?: string;
  /** Grants that it may use. */
  readonly grants: readonly OAuthGrantType[];
  /** Scopes that it may ask for. */
  readonly scopes: readonly string[] | "all";
  /** Resources that it may ask for. */
  readonly resources: readonly string[] | "all";
  /** Resources that an exchanged token may go on to. */
  readonly exchangesTo: readonly string[];
  /** See `OAuthClientOptions`. */
  readonly pkce: "nonce" | "required";
  /**
   * The profile that it is held to; `null`: that of the server.
   *
   * @since 0.3.0
   */
  readonly profile: "fapi2" | null;
  /** Algorithm of its ID tokens. */
  readonly idTokenAlgorithm: "ES256" | "RS256";
  /** Id of the service that it is; `null` for none. */
  readonly service: string | null;
  /** Time at which it was registered. */
  readonly createdAt: Date;
  /** Time until which its secret before the last one counts too; `null` for none. */
  readonly previousSecretExpires: Date | null;
}

/** Options of {@linkcode OAuthFunctions.listClients}. */
export interface ListClientsOptions {
  /** Id of an organization, to list its clients. Default: those of the app itself. */
  readonly organization?: string;
  /** Value of `next` of the page before. Default: the first page. */
  readonly after?: string | undefined;
  /** Most clients: 1 to 100. Default 50. */
  readonly limit?: number | undefined;
}

/** Clients on one page. */
export interface OAuthClientPage {
  /** The clients, by id. */
  readonly clients: readonly OAuthClient[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/**
 * Changes of a client. What is absent or `undefined` stays; `null` takes a member away, so that its
 * default counts. `jwks` and `jwksUri` replace each other, and a secret.
 */
export type OAuthClientChanges =
  & {
    readonly [
      Name in
        | "grants"
        | "idTokenAlgorithm"
        | "isFirstParty"
        | "jwks"
        | "jwksUri"
        | "name"
        | "postLogoutRedirectUris"
        | "redirectUris"
    ]?: OAuthClientOptions[Name];
  }
  & {
    readonly [
      Name in
        | "backchannelLogoutUri"
        | "clientUri"
        | "exchangesTo"
        | "logoUri"
        | "pkce"
        | "policyUri"
        | "profile"
        | "resources"
        | "scopes"
        | "service"
        | "tosUri"
    ]?: OAuthClientOptions[Name] | null;
  };

/** Options of {@linkcode OAuthFunctions.rotateClientSecret}. */
export interface RotateSecretOptions {
  /** Seconds for which the secret before counts too: 0 to 2,592,000 (30 days). Default 0. */
  readonly overlap?: number;
}

/** Options of {@linkcode OAuthFunctions.rotateSigningKey}. */
export interface RotateOptions {
  /**
   * `true` when a key was stolen: the new one counts at once, and every token that was signed before
   * is refused. Default `false`: the new key is published for a day first.
   */
  readonly isEmergency?: boolean | undefined;
}

/** Options of {@linkcode OAuthFunctions.deliverLogouts}. */
export interface DeliverOptions {
  /**
   * `true` also sends what did not arrive for a day, within the 30 days after that: for a client that
   * answers again. Default `false`.
   */
  readonly retryUndelivered?: boolean | undefined;
}

/** Options of {@linkcode OAuthFunctions.issueToken}. */
export interface IssueTokenOptions<
  Scope extends string = string,
  Resource extends string = string,
> {
  /** URL of the resource that the token is for: one of `resources`. */
  readonly resource: Resource;
  /** Scopes of the resource. Default: all. */
  readonly scopes?: readonly Scope[];
}

/** A token that the app made for a user. */
export interface IssuedToken {
  /** The token. */
  readonly token: string;
  /** Seconds for which it is valid: `accessTokenMaxAge` of the resource. */
  readonly expiresIn: number;
}

/** Options of {@linkcode OAuthFunctions.verifyToken}. */
export interface VerifyTokenOptions<Scope extends string = string> {
  /** URL that the token must be for. */
  readonly resource: string;
  /** Scopes that the token must have, all of them. Default: none. */
  readonly scopes?: readonly Scope[];
  /**
   * Issuer of the token: another authorization server. Name it yourself, and never take it from the
   * token. Default: this app.
   */
  readonly issuer?: string;
  /** URL of the keys of that issuer. Default: as its document says. */
  readonly jwksUri?: string;
  /**
   * Authentication context that the user must have proven (RFC 9470): `"urn:x-auth:mfa"` for two factors
   * in this app. Default: any.
   */
  readonly acr?: string;
  /** Seconds since the user proved who it is; values below 30 count as 30. Default: no limit. */
  readonly maxAge?: number;
}

/** A token that counts. */
export interface VerifiedToken<Scope extends string = string> {
  /** Distinguishes it from a refusal. */
  readonly ok: true;
  /** Id of the owner, as its issuer names it (`sub`). */
  readonly id: string;
  /** Issuer. */
  readonly issuer: string;
  /** Id of the client; that of the app itself is the issuer. */
  readonly client: string;
  /** Scopes. For tokens of this app, those that the owner may use now. */
  readonly scopes: ReadonlySet<Scope | string>;
  /** Id of the organization; absent without one. */
  readonly organization?: string;
  /** The one that acts for the owner; absent when the client does. */
  readonly actor?: TokenActor;
  /** Time at which it ends. */
  readonly expires: Date;
}

/** A token that does not count. */
export interface TokenRefusal {
  /** Distinguishes it from a token that counts. */
  readonly ok: false;
  /** Reason, of a closed list. */
  readonly reason: CredentialRefusal | OrganizationRefusal;
}

/** Functions of `auth.oauthServer`. They check no permission. */
export interface OAuthFunctions<Scope extends string = string, Resource extends string = string> {
  /** For the compiler only: there is no such member at run time. */
  readonly "~names"?: {
    /** Scopes. */
    readonly scope: Scope;
    /** URLs of resources. */
    readonly resource: Resource;
  } | undefined;
  /** Lists what a user gave to other apps, newest first. */
  listGrants(userId: string): Promise<readonly OAuthGrant<Scope>[]>;
  /**
   * Lists who gave access to a client, a page at a time: grants for which it got a token within the last
   * 90 days, and some for which it got one within 180. Grants that a version before this function wrote
   * are among them from their next token on.
   *
   * @throws {RangeError} for a limit or a cursor that cannot be used
   * @since 0.3.0
   * @example
   * ```ts
   * import { MemoryAdapter } from "@x/auth/adapters/memory";
   * import { OAuthServer } from "@x/auth/oauth-server";
   * import { defineAuth } from "@x/auth/server";
   * import { tokenFor } from "@x/auth/testing";
   * import { assertEquals } from "@std/assert";
   *
   * const resource = "https://app.example/mcp";
   * const auth = defineAuth({
   *   providers: [],
   *   adapter: MemoryAdapter(),
   *   session: { revocation: {} },
   *   oauthServer: OAuthServer({
   *     issuer: "https://app.example",
   *     resources: { [resource]: { scopes: ["project:read"] } },
   *   }),
   *   secret: "a-secret-of-at-least-32-characters",
   *   trustHost: true,
   * });
   * const ada = { id: "ada", email: "ada@app.example" };
   * const { client } = await tokenFor(auth, ada, { resource, scopes: ["project:read"] });
   * const { grants } = await auth.oauthServer.listClientGrants(client);
   * assertEquals(grants.map(({ userId }) => userId), ["ada"]);
   * ```
   */
  listClientGrants(clientId: string, options?: ListGrantsOptions): Promise<OAuthGrantPage<Scope>>;
  /**
   * Ends what a user gave to a client: its tokens are refused at the next request.
   *
   * @returns `false` when there is no such grant
   */
  revokeGrant(userId: string, grantId: string): Promise<boolean>;
  /**
   * Keeps a client in the store. One of an organization ends with the organization, which has at most 50;
   * the question of consent names the organization. Such a client has no `isFirstParty`, `service`,
   * `exchangesTo` and `pkce`, the grants `"code"`, `"refresh"` and `"device"` alone, and redirect URIs at
   * public hosts, at loopbacks, or with the scheme of an app.
   *
   * @throws {TypeError} for options that cannot be used
   * @throws {AuthError} when there is no such organization, or it has too many clients
   */
  registerClient(
    options:
      & Omit<
        OAuthClientOptions,
        "assertsTo" | "introspects" | "offlineAccess" | "responseTypes" | "secret"
      >
      & {
        /** Name for people. */
        readonly name: string;
        /** `true` makes a secret. Default `false`: a public client, or one with keys. */
        readonly hasSecret?: boolean | undefined;
        /** Id of the organization whose client it is. Default: it is one of the app. */
        readonly organization?: string;
      },
  ): Promise<RegisteredClient>;
  /**
   * Lists the clients that the app has registered for itself, or for an organization. Those of the config
   * and those that registered themselves are not in it, nor those of a version before this function until
   * `updateClient` changes them.
   *
   * @example
   * ```ts
   * import { MemoryAdapter } from "@x/auth/adapters/memory";
   * import { OAuthServer } from "@x/auth/oauth-server";
   * import { defineAuth } from "@x/auth/server";
   * import { assert, assertEquals } from "@std/assert";
   *
   * const auth = defineAuth({
   *   providers: [],
   *   adapter: MemoryAdapter(),
   *   session: { revocation: {} },
   *   oauthServer: OAuthServer({ issuer: "https://app.example" }),
   *   secret: "a-secret-of-at-least-32-characters",
   *   trustHost: true,
   * });
   * const { id } = await auth.oauthServer.registerClient({
   *   name: "Partner",
   *   redirectUris: ["https://partner.example/callback"],
   *   hasSecret: true,
   * });
   * await auth.oauthServer.updateClient(id, { logoUri: "https://partner.example/logo.png" });
   * // For a day, the partner can sign in with either secret.
   * const rotated = await auth.oauthServer.rotateClientSecret(id, { overlap: 24 * 60 * 60 });
   * assert(rotated);
   * const { clients } = await auth.oauthServer.listClients();
   * assertEquals(clients.map(({ name }) => name), ["Partner"]);
   * ```
   */
  listClients(options?: ListClientsOptions): Promise<OAuthClientPage>;
  /** Reads a client of the store, also one that registered itself; `null` when there is none. */
  getClient(clientId: string): Promise<OAuthClient | null>;
  /**
   * Changes a client that the app has registered, and checks the whole again. What users gave it stays:
   * a consent is remembered for the host of a redirect URI, so users are asked again at a new host
   * alone. New tokens, also by refresh tokens, have no scope that `scopes` lacks; access tokens that
   * were made before last until they expire.
   *
   * @returns the client; `null` when there is none, or it registered itself
   * @throws {TypeError} for changes that cannot be used
   */
  updateClient(clientId: string, changes: OAuthClientChanges): Promise<OAuthClient | null>;
  /**
   * Replaces the secret of a client. The one before ends at once, or after `overlap`; an earlier one ends
   * at once.
   *
   * @returns the new secret: show it once; `null` when there is no such client, or it registered itself
   * @throws {TypeError} for a client without a secret
   * @throws {RangeError} for an overlap that cannot be used
   * @throws {AuthError} when another call rotates it at the same time
   */
  rotateClientSecret(
    clientId: string,
    options?: RotateSecretOptions,
  ): Promise<Required<RegisteredClient> | null>;
  /**
   * Removes a client that was registered: its tokens are refused at the next request.
   *
   * @returns `false` when there is no such client
   */
  removeClient(clientId: string): Promise<boolean>;
  /**
   * Makes a token of the user who is signed in, for an API of your own. It ends with the session, at the
   * next request. Answer requests of your own pages alone with it: anyone who has the token acts for the
   * user.
   *
   * @param by a request with the session, or what `auth.sessions.identify` returned for one
   * @returns `null` without a live session
   * @throws {TypeError} for a resource or a scope that is not one of the config, and for a resource that
   *   takes tokens with a key of the client alone
   * @example
   * ```ts
   * import { MemoryAdapter } from "@x/auth/adapters/memory";
   * import { OAuthServer } from "@x/auth/oauth-server";
   * import { defineAuth } from "@x/auth/server";
   * import { signInAs } from "@x/auth/testing";
   * import { assert, assertEquals } from "@std/assert";
   *
   * const resource = "https://api.example/";
   * const auth = defineAuth({
   *   providers: [],
   *   adapter: MemoryAdapter(),
   *   session: { strategy: "jwt", revocation: {} },
   *   oauthServer: OAuthServer({
   *     issuer: "https://app.example",
   *     resources: { [resource]: { scopes: ["project:read"] } },
   *   }),
   *   secret: "a-secret-of-at-least-32-characters",
   *   trustHost: true,
   * });
   * const { headers } = await signInAs(auth, { id: "ada", email: "ada@example.com" }, {
   *   origin: "https://app.example",
   * });
   * const request = new Request("https://app.example/", { headers });
   * const issued = await auth.oauthServer.issueToken(request, { resource });
   * assert(issued);
   * const who = await auth.oauthServer.verifyToken(issued.token, { resource });
   * assert(who.ok);
   * assertEquals(who.id, "ada");
   * ```
   */
  issueToken(
    by: Request | SessionIdentity,
    options: IssueTokenOptions<Scope, Resource>,
  ): Promise<IssuedToken | null>;
  /**
   * Verifies an access token where there is no request to authenticate, as on a message of a queue; see
   * `issueToken` for an example. A token of this app counts exactly when `authenticate` accepts it. One of
   * another issuer is verified by its signature, type, issuer, audience and times (RFC 9068); the keys of
   * the issuer are kept for minutes. A token that is bound to a key of its client is refused, since
   * there is no proof.
   *
   * @throws {TypeError} for an `issuer` that is not a URL with https
   * @throws {AuthError} when another issuer cannot be asked for its keys
   */
  verifyToken(
    token: string,
    options: VerifyTokenOptions<Scope>,
  ): Promise<VerifiedToken<Scope> | TokenRefusal>;
  /**
   * Sends the logout tokens that wait for clients with a `backchannelLogoutUri`. Each is sent right after
   * the ending that it tells of, and what fails is tried again by later requests; call this from a
   * schedule, every minute, where requests are rare or a process stops after each.
   *
   * @returns number of logout tokens that arrived
   * @example
   * ```ts
   * import { MemoryAdapter } from "@x/auth/adapters/memory";
   * import { OAuthServer } from "@x/auth/oauth-server";
   * import { defineAuth } from "@x/auth/server";
   * import { assertEquals } from "@std/assert";
   *
   * const auth = defineAuth({
   *   providers: [],
   *   adapter: MemoryAdapter(),
   *   session: { revocation: {} },
   *   oauthServer: OAuthServer({
   *     issuer: "https://app.example",
   *     clients: {
   *       partner: {
   *         redirectUris: ["https://partner.example/callback"],
   *         backchannelLogoutUri: "https://partner.example/logout",
   *         secret: "a-secret-of-the-client-with-32-characters",
   *       },
   *     },
   *   }),
   *   secret: "a-secret-of-at-least-32-characters",
   *   trustHost: true,
   * });
   * assertEquals(await auth.oauthServer.deliverLogouts(), 0);
   * ```
   */
  deliverLogouts(options?: DeliverOptions): Promise<number>;
  /** Replaces the keys that sign tokens. */
  rotateSigningKey(options?: RotateOptions): Promise<void>;
}

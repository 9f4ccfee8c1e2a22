/**
 * The functions of connections and domains, as apps call them.
 *
 * @module
 */

import type { OrganizationRefusal } from "../../types/audit.ts";
import type { Membership } from "../organizations/membership.ts";
import type { ConnectionKind, GroupRole } from "./options.ts";

/** A certificate of an identity provider. */
export interface ConnectionCertificate {
  /** The certificate, as base64 of DER. */
  readonly base64: string;
  /** End of its validity. */
  readonly expires: Date;
}

/** What a connection by SAML has. */
export interface SamlConnection {
  /** URL that takes requests. */
  readonly ssoUrl: string;
  /** Certificates of the provider: one or two. */
  readonly certificates: readonly ConnectionCertificate[];
  /** URL of its metadata; `null` without one. */
  readonly metadataUrl: string | null;
  /** Attribute that names the person; `null`: the NameID, in the persistent format. */
  readonly subject: string | null;
  /** Attribute with the address; `null`: one of the usual ones. */
  readonly email: string | null;
  /** Attribute with the groups; `null`: the claim of the app. */
  readonly groups: string | null;
  /** `true` where a signed response is enough, without a signed assertion. */
  readonly takesSignedResponse: boolean;
  /** `true` where a sign-in that begins at the provider begins one here. */
  readonly startsAtProvider: boolean;
}

/** The SAML of a connection, as an owner writes it. Metadata has the first three members below it. */
export interface SamlChanges {
  /** Metadata of the provider: XML of at most 100,000 characters. Default: none. */
  readonly metadata?: string | undefined;
  /** URL of the metadata, which is read now and not by itself later. Default: none. */
  readonly metadataUrl?: string | null | undefined;
  /** Entity id of the provider. Default: that of the metadata. */
  readonly entityId?: string | undefined;
  /** URL that takes requests by redirect. Default: that of the metadata. */
  readonly ssoUrl?: string | undefined;
  /** One or two certificates of the provider, in PEM or base64. Default: those of the metadata. */
  readonly certificates?: readonly string[] | undefined;
  /** Attribute that names the person and stays. Default `null`: the NameID, in the persistent format. */
  readonly subject?: string | null | undefined;
  /** Attribute with the address. Default `null`: one of the usual ones. */
  readonly email?: string | null | undefined;
  /** Attribute with the groups. Default `null`: the claim of the app. */
  readonly groups?: string | null | undefined;
  /** `true` takes a signed response whose assertion is not signed. Default `false`. */
  readonly takesSignedResponse?: boolean | undefined;
  /** `true` lets a sign-in that begins at the provider begin one here. Default `false`. */
  readonly startsAtProvider?: boolean | undefined;
}

/** A connection of an organization to its identity provider. Its secret cannot be read. */
export interface Connection {
  /** Id, which is that of the provider: `sso-acme`. It never changes. */
  readonly id: string;
  /** Protocol. */
  readonly kind: ConnectionKind;
  /** Issuer of the identity provider, or its entity id. */
  readonly issuer: string;
  /** Client id of the app there; empty for SAML. */
  readonly clientId: string;
  /**
   * End of the client secret, as an owner said, or of the last certificate; `null` when nobody did.
   */
  readonly secretExpires: Date | null;
  /** Ids of the tenants, for an issuer that stands for many; else `null`. */
  readonly tenants: readonly string[] | null;
  /** Roles by groups; `null`: those of the app. */
  readonly roles: readonly GroupRole[] | null;
  /** What SAML needs; `null` for OpenID Connect. */
  readonly saml: SamlConnection | null;
  /**
   * `true` where a sign-out here goes on to the provider, for sessions that have begun since.
   *
   * @since 0.3.0
   */
  readonly signsOutAtProvider: boolean;
  /** `true` when members other than owners must sign in through it. */
  readonly isRequired: boolean;
  /** Time at which it was made. */
  readonly createdAt: Date;
}

/** A new connection by SAML. */
export interface NewSamlConnection {
  /** What the provider has, as metadata or in words. */
  readonly saml: SamlChanges;
  /** Roles by groups, at most 100; `null`: those of the app. Default `null`. */
  readonly roles?: readonly GroupRole[] | null | undefined;
  /**
   * `true` lets a sign-out here go on to the provider, by a signed LogoutRequest. It needs `singleLogout`
   * and `keys` of `Saml()`, and a `SingleLogoutService` in the metadata. Default `false`.
   *
   * @since 0.3.0
   */
  readonly signsOutAtProvider?: boolean | undefined;
}

/** A new connection by OpenID Connect. */
export interface NewConnection {
  /**
   * Issuer, exactly as the discovery document of the provider says. For Microsoft Entra ID it has the
   * id of the tenant; one for many tenants (`common`, `organizations`) needs `tenants`.
   */
  readonly issuer: string;
  /** Client id of the app at the provider: 1 to 255 characters. */
  readonly clientId: string;
  /** Client secret: 1 to 2000 characters. Default: none, for a public client. */
  readonly clientSecret?: string | undefined;
  /** End of the secret: owners are told 30, 7 and 1 days before. Default: unknown. */
  readonly secretExpires?: Date | null | undefined;
  /** Ids of the tenants of Microsoft Entra ID that count: 1 to 20. Default: that of the issuer. */
  readonly tenants?: readonly string[] | null | undefined;
  /** Roles by groups, at most 100; `null`: those of the app. Default `null`. */
  readonly roles?: readonly GroupRole[] | null | undefined;
  /**
   * `true` lets a sign-out here go on to the provider (OpenID Connect RP-Initiated Logout 1.0), which leads
   * back to `{basePath}/signout/{id}`: register that as a post-logout redirect URI. A change counts for
   * sessions that begin afterwards. Default `false`.
   *
   * @since 0.3.0
   */
  readonly signsOutAtProvider?: boolean | undefined;
}

/** Changes of a connection. */
export interface ConnectionChanges extends Partial<NewConnection> {
  /** For a connection by SAML: what changes. Default: as before. */
  readonly saml?: SamlChanges | undefined;
  /**
   * `true`: members other than owners must sign in through the connection. It takes a session of an
   * owner who has just done so. Default: as before.
   */
  readonly required?: boolean | undefined;
}

/** A domain of an organization. */
export interface Domain {
  /** Name, in the form of the domain name system. */
  readonly name: string;
  /** `true` while the domain brings new members. */
  readonly isProven: boolean;
  /** Time at which its record was last seen; `null` before. */
  readonly provenAt: Date | null;
  /** Time at which the record was found missing; `null` while it is there. */
  readonly lostAt: Date | null;
  /** The record that proves it. */
  readonly record: {
    /** Type of the record. */
    readonly type: "TXT";
    /** Name of the record. */
    readonly name: string;
    /** Text of the record. */
    readonly value: string;
  };
}

/** Reason for which a change is refused; nothing has changed then. */
export type ConnectionRefusalReason =
  | OrganizationRefusal
  /** The organization has a connection already. */
  | "connection-exists"
  /** Another organization has proven the domain. */
  | "domain-taken"
  /** No owner can sign in without the connection, so members must not depend on it. */
  | "no-other-way"
  /** There is no such connection or domain. */
  | "unknown";

/** A change that was refused. */
export interface ConnectionRefusal {
  /** Distinguishes it from a result. */
  readonly ok: false;
  /** Reason, of a closed list. */
  readonly reason: ConnectionRefusalReason;
  /** URL at which the user signs in, or proves again who it is; absent where that does not help. */
  readonly location?: string | undefined;
}

/**
 * What a provider lacks: a discovery document that can be read and has the issuer, an endpoint in it,
 * or keys that can be read.
 */
export type ProviderLack =
  | "discovery"
  | "authorization_endpoint"
  | "token_endpoint"
  | "jwks_uri"
  | "keys"
  /** Where a sign-out here goes on to the provider. */
  | "end_session_endpoint"
  /** Of SAML: metadata that can be read, and says what the connection has. */
  | "metadata"
  /** Of SAML: a certificate that is valid now, and all that the metadata has. */
  | "certificate";

/** Result of a test. */
export type ConnectionTest =
  | {
    /** The discovery document and the keys of the provider can be read. */
    readonly ok: true;
  }
  | {
    /** Distinguishes it from a result. */
    readonly ok: false;
    /** They cannot. */
    readonly reason: "provider-failed";
    /** What the provider lacks. */
    readonly lacks: ProviderLack;
    /** A sentence for the person who set the connection up. */
    readonly message: string;
  };

/** Result of a change: it took place, or was refused, and then nothing has changed. */
export type ConnectionDone<Result = unknown> = ({ readonly ok: true } & Result) | ConnectionRefusal;

/** A link with which a person without an account sets the connection up. Its URL cannot be read. */
export interface AdminLink {
  /** Time at which it was made. */
  readonly createdAt: Date;
  /** Time at which it ends, or what was opened with it. */
  readonly expires: Date;
  /** `true` once a browser has opened it, which can use it from then on. */
  readonly isOpened: boolean;
}

/**
 * The functions, as `auth.connections`. Each is for owners, takes the membership of the one who acts,
 * and reads it again. A change needs a fresh proof. `asSystem(id)` acts for the app.
 */
export interface ConnectionFunctions {
  /**
   * Connects the organization to an identity provider. An organization has one connection.
   *
   * @throws {AuthError} for a value that cannot be used; `cause.field` names it
   */
  create(
    membership: Membership,
    connection: NewConnection | NewSamlConnection,
  ): Promise<ConnectionDone<{ readonly connection: Connection }>>;
  /** The connections of the organization. */
  list(
    membership: Membership,
  ): Promise<ConnectionDone<{ readonly connections: readonly Connection[] }>>;
  /**
   * Changes a connection. With another issuer or entity id it is a new one: nobody is known there, and
   * it is not required any more. So it is with a certificate that somebody adds by an admin link.
   *
   * @throws {AuthError} for a value that cannot be used; `cause.field` names it
   */
  update(
    membership: Membership,
    id: string,
    changes: ConnectionChanges,
  ): Promise<ConnectionDone<{ readonly connection: Connection }>>;
  /** Removes a connection. Sessions that began through it go on. */
  remove(membership: Membership, id: string): Promise<ConnectionDone>;
  /** Reads the discovery document and the keys of the provider anew. */
  test(membership: Membership, id: string): Promise<ConnectionTest | ConnectionRefusal>;
  /**
   * Makes a link for a person without an account, such as the IT department of a customer. It opens
   * the page for the domains and the provider of this organization, in one browser, for an hour. It
   * must be opened within an hour. It takes the place of the previous link, and ends when the owner is
   * no owner any more, or suspended.
   *
   * @throws {AuthError} when the URL of the app is not known, since `AUTH_URL` is not set and the
   * membership comes from no request
   */
  createAdminLink(membership: Membership): Promise<
    ConnectionDone<{
      /** URL, which is shown once. A person who has it can open it. */
      readonly url: string;
      /** Time until which it can be opened. */
      readonly expires: Date;
    }>
  >;
  /** The link that counts now; `null` without one. */
  readAdminLink(
    membership: Membership,
  ): Promise<ConnectionDone<{ readonly link: AdminLink | null }>>;
  /** Ends the link, and what was opened with it. */
  revokeAdminLink(membership: Membership): Promise<ConnectionDone>;
}

/** The functions, as `auth.domains`, under the rules of {@linkcode ConnectionFunctions}. */
export interface DomainFunctions {
  /**
   * Claims a domain: the result has the record that proves it. A domain that was added before is
   * returned as it is.
   *
   * @throws {AuthError} for text that is no domain, and for a public email service; `cause.field` is
   * `domain`
   */
  add(membership: Membership, name: string): Promise<ConnectionDone<{ readonly domain: Domain }>>;
  /**
   * Looks for the record. With it, the domain is the organization's from now on; one of another
   * organization whose record is gone changes hands.
   */
  check(membership: Membership, name: string): Promise<ConnectionDone<{ readonly domain: Domain }>>;
  /** The domains of the organization, by name. */
  list(membership: Membership): Promise<ConnectionDone<{ readonly domains: readonly Domain[] }>>;
  /** Gives a domain up: people with its addresses do not sign in through the connection any more. */
  remove(membership: Membership, name: string): Promise<ConnectionDone>;
}

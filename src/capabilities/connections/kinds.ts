/**
 * Records of connections. All but identities belong to the organization, and end with it.
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import { defineKind } from "../../records/kind.ts";
import type { Refused } from "./refusal.ts";

export { ownerOfOrg } from "../../records/owner.ts";

/** A group of the provider, and the role that it gives. */
export type GroupRoleData = { readonly group: string; readonly role: string };

/** What a connection by SAML has. */
export type SamlData = {
  /** URL that takes requests. */
  ssoUrl: string;
  /** Certificates of the provider, as base64 of DER: one or two. */
  certificates: readonly string[];
  /** URL of its metadata, as an owner wrote it; `null` without one. */
  metadataUrl: string | null;
  /** Attribute that names the person; `null`: the name itself, in the persistent format. */
  subject: string | null;
  /** Attribute with the address; `null`: one of the usual ones. */
  email: string | null;
  /** Attribute with the groups; `null`: the claim of the app. */
  groups: string | null;
  /** `true` where a signed response is enough, without a signed assertion. */
  takesSignedResponse: boolean;
  /** `true` where a sign-in that begins at the provider begins one here. */
  startsAtProvider: boolean;
  /**
   * Where messages about sign-outs go: answers to `url`, and requests to `request`, which is absent in what
   * was stored before the app sent any. Absent for a provider without any.
   */
  logout?: { url: string; binding: "post" | "redirect"; request?: string } | null;
};

/** A connection of an organization to its identity provider. */
export type ConnectionData = {
  org: string;
  /**
   * Random, and part of every identity: a connection that was made again, or has another issuer, knows
   * nobody.
   */
  key: string;
  /** Issuer, or the entity id of SAML. */
  issuer: string;
  /** Empty for SAML. */
  clientId: string;
  /** The client secret, sealed; `null` for a public client. */
  sealed: string | null;
  /**
   * Milliseconds since 1970 at which the secret ends, or the last certificate of SAML; `null` when
   * nobody has said so.
   */
  secretExpires: number | null;
  /** Days before the end of the secret at which the owners were notified last; `null` before. */
  toldDays: number | null;
  /** Ids of the tenants, where the issuer stands for many; else `null`. */
  tenants: readonly string[] | null;
  /** In their order; `null`: those of the app. */
  roles: readonly GroupRoleData[] | null;
  createdAt: string;
  /** Present where a sign-out here goes on to the provider. */
  signsOut?: true;
  /** Absent for OpenID Connect. */
  saml?: SamlData;
};

/** By the id of the provider, `sso-<slug>`. */
export const connections = defineKind<string, ConnectionData>("connection", (id) => id);

/** A domain in an organization. */
export interface ClaimKey {
  /** Id of the organization. */
  org: string;
  /** Domain, in its normal form. */
  domain: string;
}

/** A domain that an organization says is its own. It counts only with a proof. */
export type ClaimData = {
  domain: string;
  /** The text that the record of the domain must have. */
  token: string;
  /** Milliseconds since 1970 at which the record was last seen; `null` before. */
  provenAt: number | null;
  /** Milliseconds since 1970 at which a proven domain was found without it; else `null`. */
  lostAt: number | null;
  /** Milliseconds since 1970 of the last look. */
  checkedAt: number;
};

/** Any number of organizations can claim a domain. */
export const claims = defineKind<ClaimKey, ClaimData>(
  "connection.claim",
  ({ org, domain }) => hashParts("claimed domain", [org, domain]),
);

/** By domain: the one organization that has proven it. */
export const domains = defineKind<string, { org: string; at: number }>(
  "connection.domain",
  (domain) => domain,
);

/** A person at a provider. */
export interface IdentityKey {
  /** `key` of the connection. */
  key: string;
  /** Issuer, as the ID token says. */
  issuer: string;
  /** Id of the tenant, where the issuer stands for many; else empty. For SAML, the attribute. */
  tenant: string;
  /** Subject. */
  subject: string;
}

/** Id of an identity, which is that of the account too. */
export async function identityId({ key, issuer, tenant, subject }: IdentityKey): Promise<string> {
  return await hashParts("identity of connection", [key, issuer, tenant, subject]);
}

/** A user who has signed in through a connection. */
export type IdentityData = {
  org: string;
  connection: string;
  /** Role that groups of the provider gave last; `null` when they gave none. */
  given: string | null;
  at: string;
};

/** By {@linkcode identityId}; owned by the user. */
export const identities = defineKind<string, IdentityData>("connection.identity", (id) => id);

/**
 * A person who was removed from an organization, by the id of the identity, or by a keyed hash of the
 * address: it outlives the user. Owned by the organization.
 */
export const removedMarks = defineKind<{ org: string; of: string }, null>(
  "connection.removed",
  ({ org, of }) => hashParts("removed identity", [org, of]),
);

/**
 * A link with which a person without an account sets the connection up. Whatever changes the
 * membership of its maker ends it, since that changes the version.
 */
export type AdminLinkData = {
  /** Id of the owner who made it; `null` for the app. */
  maker: string | null;
  /** Version of the membership of the maker; `null` without one. */
  membership: number | null;
  /** Anchor of the maker, which a suspension removes; `null` for the app. */
  anchor: string | null;
  /** Hash of the token. */
  hash: string;
  /** Hash of what the browser has that opened it; `null` before. */
  browser: string | null;
  createdAt: string;
};

/** By the organization, which has one at a time; owned by {@linkcode ownerOfOrg}. */
export const adminLinks = defineKind<string, AdminLinkData>("connection.link", (org) => org);

/** What a test of the sign-in has found. */
export type TestedSignIn = {
  /** Subject at the provider; `null` where the answer was not believed. */
  subject: string | null;
  /** Address; `null` without one. */
  email: string | null;
  /** Groups; `null` where none are read. */
  groups: readonly string[] | null;
  /** Role that the person would have; `null` for none, or where an invitation says it. */
  role: string | null;
  /** As whom the person would come; `null` for one who would not. */
  as: "invited" | "member" | "new" | null;
  /** What would refuse the person: `field` is a claim or a part of the answer, `message` is English. */
  refused: { by: Refused; field: string | null; message: string } | null;
};

/** A test of the sign-in, for who has begun it. */
export type TestData = {
  org: string;
  /** Id of the connection. */
  connection: string;
  /** Its key, when the test began. */
  key: string;
  /** Who has begun it: a user, or a browser with an admin link. */
  by: string;
  /** `true` once an answer was taken. */
  isAnswered: boolean;
  /** What it said; `null` before. */
  result: TestedSignIn | null;
};

/** By a random id; owned by {@linkcode ownerOfOrg}. It ends by itself. */
export const tests = defineKind<string, TestData>("connection.test", (id) => id);

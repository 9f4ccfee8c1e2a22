/**
 * Records of organizations.
 *
 * Written in one order: an index before the truth, and the end of the truth before that of its index.
 * So a process that stops between two writes leaves a row that grants nothing.
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import { defineKind, hashedId } from "../../records/kind.ts";

export { ownerOfOrg } from "../../records/owner.ts";

/** Path of logos below the base path. */
export const LOGO_PATH = "organization-logo";

/** Most bytes of a logo. */
export const LOGO_BYTES = 48_000;

/** An organization. Its owners are those of this list, whatever a membership says. */
export type OrgData = {
  name: string;
  slug: string;
  /** Ids of users, at least one. */
  owners: readonly string[];
  policy: PolicyData;
  createdAt: string;
  /** `true` while it is deleted: then nobody is a member. */
  isEnding: boolean;
  /** Number of removals of members until now. Absent: none */
  removals?: number;
  /** Id of the logo. Absent: none */
  logo?: string;
};

/** See `OrganizationPolicy`; absent members are no demands. */
export type PolicyData = { readonly [name: string]: number | readonly string[] };

/** By the id of the organization. */
export const organizations = defineKind<string, OrgData>("org", (id) => id);

/** By slug. It counts only while its organization has this slug, or is being written. */
export const slugs = defineKind<string, { org: string; at: number }>("org.slug", (slug) => slug);

/** A user in an organization. */
export interface MemberKey {
  /** Id of the organization. */
  org: string;
  /** Id of the user. */
  userId: string;
}

/** The truth about a member; `"owner"` counts only with the list of owners. */
export type MembershipData = {
  org: string;
  role: string;
  since: string;
  /** Id of the user who gave the role; `null` for the app. */
  by: string | null;
  isManaged: boolean;
  externalId: string | null;
};

/** Owned by the user. */
export const memberships = defineKind<MemberKey, MembershipData>(
  "org.membership",
  ({ org, userId }) => hashParts("membership", [org, userId]),
);

/** Owned by {@linkcode ownerOfOrg}: finds members, and grants nothing. */
export const members = defineKind<MemberKey, { userId: string; at: number }>(
  "org.member",
  ({ org, userId }) => hashParts("member", [org, userId]),
);

/**
 * The last removal of a user from an organization, by its number in the organization: what was given
 * before it makes this user no member. Numbers, since the clocks of two machines differ.
 */
export type RemovalData = { number: number };

/** Owned by {@linkcode ownerOfOrg}; the user is in the hash alone. */
export const removals = defineKind<MemberKey, RemovalData>(
  "org.removal",
  ({ org, userId }) => hashParts("removal", [org, userId]),
);

/** An invitation that waits. */
export type InvitationData = {
  org: string;
  /** The address, sealed. */
  sealed: string;
  role: string;
  /** Id of the user who invited; `null` for the app. */
  inviter: string | null;
  /** Id of the user who has accepted it, and whose membership is being written. */
  claimedBy: string | null;
  /** Removals of the organization when it was made. Absent: it was made before any */
  removals?: number;
};

/** By {@linkcode invitationId}; owned by {@linkcode ownerOfOrg}. */
export const invitations = defineKind<string, InvitationData>("org.invitation", (id) => id);

/** Id of the invitation with a token. */
export const invitationId: (token: string) => string | Promise<string> = hashedId(
  "organization invitation",
) as (token: string) => string | Promise<string>;

/** A member of an import whose address nobody has proven yet. */
export type PendingData = {
  org: string;
  sealed: string;
  role: string;
  externalId: string | null;
  /** Removals of the organization when it was written. Absent: it was written before any */
  removals?: number;
};

/** By a keyed hash of organization and address; owned by {@linkcode ownerOfOrg}. */
export const pendings = defineKind<string, PendingData>("org.pending", (id) => id);

/** Something that waits for an address: an invitation, or a row of an import. */
export type ExpectedData = { org: string; invitation: string | null };

/** Owned by a keyed hash of the address: finds what waits for it, and grants nothing. */
export const expecteds = defineKind<{ owner: string; of: string }, ExpectedData>(
  "org.expected",
  ({ owner, of }) => hashParts("expected", [owner, of]),
);

/**
 * The functions of organizations as apps call them, typed by the app's roles and permissions.
 *
 * @module
 */

import type { Access } from "./access.ts";
import type { Membership } from "./membership.ts";
import type { Refusal } from "./refusal.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";

/** An organization. */
export interface Organization {
  /** Id, which never changes. */
  readonly id: string;
  /** Name, as an owner typed it. */
  readonly name: string;
  /** Name in URLs: lower-case letters, digits and `-`. */
  readonly slug: string;
}

/** What an organization demands of the sessions of its members; all that is set must hold. */
export interface OrganizationPolicy {
  /** Methods that a member must have proven in the session. Default: any. */
  readonly methods?: readonly AuthenticationMethod[];
  /** Seconds since the last proof. Default: no limit. */
  readonly proofMaxAge?: number;
  /** Ids of the providers that may begin the session. Default: any. */
  readonly providers?: readonly string[];
  /** Domains of the member's proven email address. Default: any, proven or not. */
  readonly domains?: readonly string[];
  /** Seconds since the session began. Default: no limit. */
  readonly sessionMaxAge?: number;
}

/** An organization, as one of its members sees it in a list. */
export interface OrganizationOfUser<Role extends string = string> extends Organization {
  /** Role of the user. */
  readonly role: Role;
  /** Time at which the user became a member. */
  readonly since: Date;
}

/** A member of an organization. */
export interface Member<Role extends string = string> {
  /** Id of the user. */
  readonly userId: string;
  /** Role of the user. */
  readonly role: Role;
  /** Time at which the user became a member. */
  readonly since: Date;
  /** `true` when an import keeps this member. */
  readonly isManaged: boolean;
}

/** A part of a list. */
export interface Page {
  /** Value of `next` of the page before. Default: the first page. */
  readonly after?: string | undefined;
  /** Most entries: 1 to 100. Default 50. */
  readonly limit?: number | undefined;
}

/** Members on one page. */
export interface MemberPage<Role extends string = string> {
  /** Distinguishes it from a refusal. */
  readonly ok: true;
  /** The members. */
  readonly members: readonly Member<Role>[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** An invitation that waits. Its token is in the email alone. */
export interface Invitation<Role extends string = string> {
  /** Id, which cannot be used as the token. */
  readonly id: string;
  /** Address that it is for. */
  readonly email: string;
  /** Role that it gives. */
  readonly role: Role;
  /** Id of the user who invited; `null` for the app itself. */
  readonly inviter: string | null;
  /** Time at which it ends. */
  readonly expires: Date;
}

/** Result of a change: it took place, or was refused, and then nothing has changed. */
export type Done<Result = unknown> = ({ readonly ok: true } & Result) | Refusal;

/** A row of an import. */
export interface ImportRow {
  /** Address of the member. */
  readonly email: string;
  /** Role. Owners cannot be imported. */
  readonly role: string;
  /** Id in the directory. Default: none. */
  readonly externalId?: string | undefined;
  /** `false` removes a member whom an import keeps. Default `true`. */
  readonly active?: boolean | undefined;
}

/** Rows of an import: a list, a stream of rows, or CSV text whose first line names the columns. */
export type ImportRows = string | Iterable<ImportRow> | AsyncIterable<ImportRow>;

/** Options of an import. */
export interface ImportOptions {
  /** `true` changes nothing, and returns what would change. Default `false`. */
  readonly dryRun?: boolean;
  /** `true` removes members whom an import keeps and who are in no row. Default `false`. */
  readonly removeMissing?: boolean;
}

/** A member whom an import changes. */
export interface ImportChange {
  /** Address. */
  readonly email: string;
  /** New role; for a removed member the present one. */
  readonly role: string;
  /** Role before the change; absent for a new member. */
  readonly previousRole?: string;
  /** `true` for an address that no user has proven yet: it counts from the sign-in that proves it. */
  readonly isPending: boolean;
}

/** A row that an import leaves out. */
export interface ImportRefusal {
  /** Number of the row, from 1. */
  readonly row: number;
  /**
   * The address is none, the role is unknown or the user or the role is the owner, the address came
   * before, or the user is suspended.
   */
  readonly reason: "invalid-address" | "unknown-role" | "owner" | "duplicate" | "suspended";
}

/** Result of an import. A dry run returns the same as the run that follows it. */
export interface ImportResult {
  /** New members. */
  readonly added: readonly ImportChange[];
  /** Members with another role. */
  readonly changed: readonly ImportChange[];
  /** Members who were removed. */
  readonly removed: readonly ImportChange[];
  /** Number of rows that change nothing. */
  readonly unchanged: number;
  /** Rows that were left out. */
  readonly refused: readonly ImportRefusal[];
}

/**
 * The functions, as `auth.organizations`. Each change takes the membership of the person who acts,
 * and reads it again before it changes anything. Nothing is thrown for a refusal: it is the result.
 *
 * @typeParam Role Names of the roles.
 * @typeParam Permission Names of the permissions.
 */
export interface OrganizationFunctions<
  Role extends string = string,
  Permission extends string = string,
> extends Pick<Access<Role, Permission>, "can" | "allows" | "mayGive"> {
  /**
   * The membership of the user of a request, read from the store: at most three records. It is read
   * once per request object.
   *
   * @param organization id or slug
   * @returns a refusal without a session, without a membership, and when the session does not meet
   * the policy of the organization
   */
  membershipOf(request: Request, organization: string): Promise<Membership<Role> | Refusal>;
  /**
   * The app itself, for what no user does: it may do everything in the organization. Its changes
   * have `bySystem` in the audit log.
   *
   * @param organization id
   */
  asSystem(organization: string): Membership<Role>;
  /**
   * Creates an organization; the user is its owner. It does not check who asks: take the id from
   * the session.
   *
   * @throws {AuthError} when the name or the slug is not valid; `cause.field` says which
   */
  createOrganization(
    userId: string,
    organization: { name: string; slug: string },
  ): Promise<Done<{ readonly organization: Organization }>>;
  /** Changes name, slug or policy; `policy: null` removes it. Needs `organization:update`. */
  updateOrganization(
    membership: Membership<Role>,
    changes: { name?: string; slug?: string; policy?: OrganizationPolicy | null },
  ): Promise<Done<{ readonly organization: Organization }>>;
  /** The policy, for those who may change it. */
  policyOf(membership: Membership<Role>): Promise<Done<{ readonly policy: OrganizationPolicy }>>;
  /**
   * Deletes an organization with its memberships and invitations. Needs `organization:delete` and a
   * fresh proof.
   *
   * @param name the name of the organization, as the person typed it to confirm
   */
  deleteOrganization(membership: Membership<Role>, name?: string): Promise<Done>;
  /** Organizations of a user, by name. It does not check who asks. */
  listOrganizations(userId: string): Promise<readonly OrganizationOfUser<Role>[]>;
  /** Members, a page at a time. Every member may list them. */
  listMembers(membership: Membership<Role>, page?: Page): Promise<MemberPage<Role> | Refusal>;
  /**
   * Invites an address by email. Needs `member:invite`, and a role that the inviter may give.
   *
   * @throws {AuthError} for text that is no address, and for an unknown role
   */
  invite(
    membership: Membership<Role>,
    invitation: { email: string; role: Role },
  ): Promise<Done<{ readonly invitation: Invitation<Role> }>>;
  /** Invitations that wait. Needs `member:invite`. */
  listInvitations(
    membership: Membership<Role>,
  ): Promise<Done<{ readonly invitations: readonly Invitation<Role>[] }>>;
  /** Cancels an invitation. Needs `member:invite`. */
  cancelInvitation(membership: Membership<Role>, id: string): Promise<Done>;
  /**
   * The invitation of a token, for the page with the button that accepts it. Nothing is taken.
   *
   * @returns `invitation-other-address`, with the masked address, for a session of another one
   */
  readInvitation(
    request: Request,
    token: string,
  ): Promise<Done<{ readonly organization: Organization; readonly role: Role }>>;
  /**
   * Accepts an invitation for the user of a request, who must have proven the invited address. The
   * right of the inviter is checked again. A user who is a member keeps the present role.
   */
  acceptInvitation(
    request: Request,
    token: string,
  ): Promise<Done<{ readonly organization: Organization; readonly role: Role }>>;
  /** Gives a member another role. Needs `member:role`; owners need a fresh proof. */
  changeRole(membership: Membership<Role>, userId: string, role: Role): Promise<Done>;
  /** Removes a member. Needs `member:remove`; owners need a fresh proof. */
  removeMember(membership: Membership<Role>, userId: string): Promise<Done>;
  /** Ends the membership of the user who asks; owners need a fresh proof. */
  leave(membership: Membership<Role>): Promise<Done>;
  /**
   * Makes another member the owner in place of the one who asks. Needs a fresh proof.
   *
   * @param becomes role of the present owner from then on
   */
  transferOwnership(membership: Membership<Role>, userId: string, becomes: Role): Promise<Done>;
  /**
   * Makes the members of an organization those of a directory. It does not check who asks. Repeated
   * with the same rows it changes nothing, and a failed one is completed by the next.
   *
   * @param organization id
   * @throws {AuthError} when there is no such organization, or CSV text cannot be read
   */
  importMembers(
    organization: string,
    rows: ImportRows,
    options?: ImportOptions,
  ): Promise<ImportResult>;
}

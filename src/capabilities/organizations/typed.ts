/**
 * The functions of organizations as apps call them, typed by the app's roles and permissions.
 *
 * @module
 */

import type { Access } from "./permissions.ts";
import type { Membership } from "./membership.ts";
import type { Refusal } from "./refusal.ts";
import type {
  ImportOptions,
  ImportResult,
  ImportRows,
  Invitation,
  MemberPage,
  Organization,
  OrganizationOfUser,
  OrganizationPolicy,
  Page,
} from "./types.ts";

/** Result of a change: it took place, or was refused, and then nothing has changed. */
export type Done<Result = unknown> = ({ readonly ok: true } & Result) | Refusal;

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
  /** For the compiler only: there is no such member at run time. */
  readonly "~names"?: {
    /** Permissions. */
    readonly scope: Permission;
    /** Roles. */
    readonly role: Role;
    /** The membership. */
    readonly membership: Membership<Role>;
  } | undefined;
  /**
   * The membership of the user of a request, read from the store: at most three records. It is read
   * once per request object.
   *
   * @param organization id or slug
   * @returns a refusal without a session, without a membership, and when the session does not meet
   * the policy of the organization
   * @throws {TypeError} without a name: `undefined`, `null`, `""` and promises name none
   */
  readMembership(request: Request, organization: string): Promise<Membership<Role> | Refusal>;
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
  /**
   * Changes name, slug, policy or logo; `policy: null` and `logo: null` remove these. Needs
   * `organization:update`; a policy is the owners' alone, with a fresh proof, and the session of the
   * owner who sets it must meet it. A logo is the bytes of a PNG, JPEG or WebP image of at most 48,000
   * bytes and 512 × 512 pixels.
   *
   * @throws {AuthError} for a policy that cannot be met: with an unknown method, and when the app sets
   * it, without a provider of the config or without an owner at one of the domains; and for a logo that
   * cannot be used
   */
  updateOrganization(
    membership: Membership<Role>,
    changes: {
      name?: string;
      slug?: string;
      policy?: OrganizationPolicy | null;
      logo?: Uint8Array | null | undefined;
    },
  ): Promise<Done<{ readonly organization: Organization }>>;
  /** The policy, for those who may change it. */
  readPolicy(membership: Membership<Role>): Promise<Done<{ readonly policy: OrganizationPolicy }>>;
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
  /** Cancels an invitation. Needs `member:invite`, and a role that the member may give. */
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
  /**
   * Gives a member another role. Needs `member:role`; owners need a fresh proof.
   *
   * @throws {AuthError} for an unknown role
   */
  changeRole(membership: Membership<Role>, userId: string, role: Role): Promise<Done>;
  /** Removes a member. Needs `member:remove`; owners need a fresh proof. */
  removeMember(membership: Membership<Role>, userId: string): Promise<Done>;
  /** Ends the membership of the user who asks; owners need a fresh proof. */
  leave(membership: Membership<Role>): Promise<Done>;
  /**
   * Makes another member the owner in place of the one who asks. Needs a fresh proof.
   *
   * @param becomes role of the present owner from then on
   * @throws {AuthError} for an unknown role
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

/**
 * Options of organizations.
 *
 * @module
 */

import type { AdapterUser } from "../../types/adapter.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { Access } from "./permissions.ts";
import type { Organization } from "./types.ts";

/** A membership in the app's own tables. */
export interface AppMembership {
  /** Organization. */
  readonly organization: Organization;
  /** Role. */
  readonly role: string;
  /** Time at which the user became a member. Default: unknown, read as 1970. */
  readonly since?: Date | undefined;
}

/** A member in the app's own tables. */
export interface AppMember {
  /** Id of the user. */
  readonly userId: string;
  /** Role. */
  readonly role: string;
  /** Time at which the user became a member. Default: unknown, read as 1970. */
  readonly since?: Date | undefined;
}

/** Reads of the app's own tables. The library writes nothing there, and refuses every change. */
export interface AppMemberships {
  /** Memberships of a user. */
  of(userId: string): Awaitable<readonly AppMembership[]>;
  /** Members of an organization, by id, after one of them. */
  in(
    organization: string,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Awaitable<readonly AppMember[]>;
  /**
   * The membership of a user.
   *
   * @param organization id or slug, as the request has it: any text
   */
  get(organization: string, userId: string): Awaitable<AppMembership | null>;
}

/** The fate of an organization whose last owner is deleted. */
export type OnLastOwner =
  | "refuse"
  | "delete"
  | ((organization: Organization) => Awaitable<string | undefined>);

/** Most organizations of a user. */
export interface OrganizationsPerUser {
  /** Organizations per hour: a whole number above 0. Default 10. */
  readonly perHour?: number;
  /** Organizations of which the user is an owner: a whole number above 0. Default 100. */
  readonly total?: number;
}

/** Options of {@linkcode Organizations}. */
export interface OrganizationsOptions<
  Role extends string = string,
  Permission extends string = string,
> {
  /** Roles, permissions, and who may give which role: the result of `defineAccess`. */
  readonly access: Access<Role, Permission>;
  /**
   * The users who may create organizations. The function gets the stored user, and a throw refuses. Default
   * `"anyone"`.
   */
  readonly create?: "anyone" | "nobody" | ((user: AdapterUser) => Awaitable<boolean>);
  /**
   * Where memberships are: in the store of records, or in the app's own tables, which are read only.
   * Default `"records"`.
   */
  readonly memberships?: "records" | AppMemberships;
  /**
   * The fate of an organization whose last owner is deleted: the deletion is refused, the
   * organization is deleted too, or the member whose id the function returns becomes the owner.
   * `undefined` refuses. Default `"refuse"`.
   */
  readonly onLastOwner?: OnLastOwner;
  /**
   * Seconds for which a process may use what it has read of an organization and a membership. A
   * change counts in other processes that much later. Default 0.
   */
  readonly maxLag?: number;
  /**
   * Invitations per hour of an organization, and of a user over all organizations. Default 100;
   * `false` counts none.
   */
  readonly invitationsPerHour?: number | false;
  /**
   * Organizations that a user can create: per hour, and in all, where those count of which the user
   * is an owner. Default `{ perHour: 10, total: 100 }`; `false` counts none.
   */
  readonly organizationsPerUser?: OrganizationsPerUser | false;
  /**
   * Path or URL of the page that accepts an invitation; the parameter `token` is added, for
   * `acceptInvitation`. The page must ask before it calls that function, since scanners fetch links
   * of emails. Default: `{basePath}/invitation`.
   */
  readonly invitationUrl?: string;
}

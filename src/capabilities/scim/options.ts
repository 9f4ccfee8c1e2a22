/**
 * Options of SCIM.
 *
 * @module
 */

/** A group of the directory, and the role that it gives. */
export interface DirectoryGroupRole {
  /** The name of the group, exactly as the directory writes it: 1 to 255 characters. */
  readonly group: string;
  /** The role. No group makes an owner. */
  readonly role: string;
}

/** Options of `Scim()`. */
export interface ScimOptions {
  /** Role of people in none of the groups of `roles`. Default `"member"`. */
  readonly role?: string;
  /** Roles by groups, in their order: the first one that a person is in decides. Default: none. */
  readonly roles?: readonly DirectoryGroupRole[];
  /**
   * Requests per minute of an organization, of which as many may come at once. Counted in this process.
   * Default 3000; `false` counts none.
   */
  readonly perMinute?: number | false;
}

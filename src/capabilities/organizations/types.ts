/**
 * Parameters and results of the functions of organizations.
 *
 * @module
 */

import type { AuthenticationMethod } from "../../types/proof.ts";

/** An organization. */
export interface Organization {
  /** Id, which never changes. */
  readonly id: string;
  /** Name, as an owner typed it. */
  readonly name: string;
  /** Name in URLs: lower-case letters, digits and `-`. */
  readonly slug: string;
  /**
   * Path of the logo below the base path: `organization-logo/…`. It needs no session, and cannot be
   * guessed. Absent without a logo.
   *
   * @since 0.3.0
   */
  readonly logoPath?: string | undefined;
}

/** Demands of an organization on the sessions of its members; all that is set must hold. */
export interface OrganizationPolicy {
  /** Methods that a member must have proven in the session. Default: any. */
  readonly methods?: readonly AuthenticationMethod[];
  /** Seconds since the last proof. Default: no limit. */
  readonly proofMaxAge?: number;
  /** Ids of the providers that may begin the session. Default: any. */
  readonly providers?: readonly string[];
  /**
   * The same for members other than owners, who keep a way of their own to what went wrong. Default:
   * any.
   */
  readonly memberProviders?: readonly string[];
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

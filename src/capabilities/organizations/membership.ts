/**
 * A membership: a value that only a read of the stored records makes, in this request. Code that has
 * one cannot have skipped the read, nor the policy of the organization.
 *
 * @module
 */

import type { Requirement } from "../../session/requirement.ts";
import type { SessionFacts } from "../../session/opened_session.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { Context } from "../../types/internal.ts";
import type { OrgData } from "./kinds.ts";
import type { Organization, OrganizationPolicy } from "./types.ts";

/** Reads the request that a membership is for: a call of the app, or a page. */
export interface RequestReader {
  /** The config as the app wrote it. */
  readonly written: AuthConfig;
  /** Path or URL to which a user comes back from a sign-in, or from a proof. */
  readonly returnUrl: string;
  /** `true` for a page that only shows something, at the time at which it was asked for. */
  readonly isView?: boolean;
  /** Runs a read, with the facts about the session; `null` without a live one. */
  readFor<T>(run: (ctx: Context, facts: SessionFacts | null) => Promise<T>): Promise<T>;
  /** Runs a change, which no other site has asked for. */
  change<T>(action: string, run: (ctx: Context) => Promise<T>): Promise<T>;
  /** URL at which the user proves what a requirement lacks; `null` when it lacks nothing. */
  requireProof(requirement: Requirement): Promise<string | null>;
  /** URL of the sign-in page. */
  signInUrl(callbackUrl?: string): string;
}

/** A user in an organization, as stored. */
export interface StoredMembership {
  /** The organization. */
  organization: Organization;
  /** The same as stored; absent in the app's own tables. */
  data?: OrgData;
  /** Role. */
  role: string;
  /** Demands of the organization on sessions. */
  policy: OrganizationPolicy;
}

/** What lets a person act for an owner, without a session. */
export interface Delegation {
  /** What it is, for the audit log. */
  readonly via: "admin-link";
  /** Id of the owner who made it; `null` for the app itself. */
  readonly maker: string | null;
  /** The request. */
  readonly ctx: Context;
  /** The organization, as stored now; `undefined` once the delegation has ended. */
  find(): Promise<OrgData | undefined>;
}

/** The facts that a membership was made from. */
export interface MembershipState {
  /** The roles of the app (`Access`): a membership of other roles decides nothing. */
  readonly access: object;
  /** The organization. */
  readonly organization: Organization;
  /** Id of the user; `null` for the app itself. */
  readonly userId: string | null;
  /** Name of the role, as stored. */
  readonly role: string;
  /** The request that it was read for; absent for the app itself. */
  readonly reader?: RequestReader;
  /** What was read for a page that only shows something: one moment is enough for all of it. */
  readonly shown?: StoredMembership;
  /** `true` when an operator acts for the user. Else absent. */
  readonly isActed?: true;
  /** Present for one who acts for an owner: what permits nothing by a role. */
  readonly delegation?: Delegation;
}

/** Only code of this file has it. */
const KEY = Symbol("membership");

/**
 * A user's membership in an organization, as stored now. Only `readMembership` makes one, or
 * `asSystem` for the app itself. It is for this request: every change reads it again.
 *
 * @typeParam Role Names of the roles.
 */
export class Membership<Role extends string = string> {
  /** Distinguishes it from a refusal. */
  readonly ok = true;
  readonly #state: MembershipState;

  /** @internal Made by a read of the records alone. */
  constructor(key: symbol, state: MembershipState) {
    if (key !== KEY) {
      throw new TypeError("Cannot make a membership: only `readMembership` reads one");
    }
    this.#state = state;
    Object.freeze(this);
  }

  /** The organization. Of the app's own membership (`asSystem`), only the id is known. */
  get organization(): Organization {
    return this.#state.organization;
  }

  /** Id of the user; `null` for the app itself. */
  get userId(): string | null {
    return this.#state.userId;
  }

  /** Role of the user. One that the app no longer defines permits nothing. */
  get role(): Role {
    return this.#state.role as Role;
  }

  /** @internal */
  static stateIn(key: symbol, membership: object): MembershipState {
    if (key === KEY && typeof membership === "object" && membership !== null) {
      if (#state in membership) return (membership as Membership).#state;
    }
    throw new TypeError(
      "Cannot decide: this is no membership; pass the result of `readMembership`, once its `ok` is true",
    );
  }
}

/**
 * Makes a membership. Only the read of the records, `asSystem` and a delegation may call it; a test
 * says so.
 */
export function makeMembership(state: MembershipState): Membership<never> {
  return new Membership(KEY, Object.freeze(state));
}

/**
 * The facts that a membership was made from.
 *
 * @throws {TypeError} for any other value
 */
export function stateOf(membership: object): MembershipState {
  return Membership.stateIn(KEY, membership);
}

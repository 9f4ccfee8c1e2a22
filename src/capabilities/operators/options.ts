/**
 * Options of operators.
 *
 * @module
 */

import type { AdapterUser } from "../../types/adapter.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { OperatorPermission } from "./actions.ts";

/** Operators are the members of one organization whose roles have permissions of operators. */
export interface OrganizationOperators {
  /**
   * Id of the organization, as `createOrganization` returned it, or its slug. A slug needs
   * `Organizations({ create: "nobody" })`: else a visitor could take it first. No member of another
   * organization can take it for that one.
   */
  readonly organization: string;
  /** Not with an organization. */
  readonly permissionsOf?: undefined;
}

/** Operators are the users for whom a function returns permissions. */
export interface NamedOperators {
  /**
   * Returns the permissions of a user now; an empty list for who is no operator. It is called with
   * each request of a visitor for these pages, and for each user whom an operator wants to change.
   * What it throws is a failure of the store: nobody knows who is an operator, and these pages answer
   * 503.
   */
  readonly permissionsOf: (user: AdapterUser) => Awaitable<readonly OperatorPermission[]>;
  /** Not with a function. */
  readonly organization?: undefined;
}

/**
 * What users learn of operators who act for them.
 *
 * @since 0.3.0
 */
export interface ActingOptions {
  /** Name of the operators. Default: "Support" in the language of the reader. */
  readonly name?: string | undefined;
  /**
   * When the user gets the email: `"at-once"`, or `"after"` the operator has stopped or the time is over,
   * for example where fraud is looked into. Default `"at-once"`.
   */
  readonly notify?: "after" | "at-once" | undefined;
}

/** Options of all operators. */
export interface CommonOperatorsOptions {
  /** Operators who act for users. Default: the defaults of its members. */
  readonly acting?: ActingOptions | undefined;
}

/**
 * Options of {@linkcode Operators}.
 *
 * @since 0.3.0
 */
export type OperatorsOptions =
  & CommonOperatorsOptions
  & (OrganizationOperators | NamedOperators);

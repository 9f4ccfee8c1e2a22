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
   * What it throws fails the request.
   */
  readonly permissionsOf: (user: AdapterUser) => Awaitable<readonly OperatorPermission[]>;
  /** Not with a function. */
  readonly organization?: undefined;
}

/**
 * Options of {@linkcode Operators}.
 *
 * @since 0.3.0
 */
export type OperatorsOptions = OrganizationOperators | NamedOperators;

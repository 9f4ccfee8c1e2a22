/**
 * The app itself as the one who acts for an organization.
 *
 * @module
 */

import type { Access } from "./access.ts";
import { makeMembership, type Membership } from "./membership.ts";

/** See `OrganizationFunctions.asSystem`. */
export function asSystem(access: Access, organization: string): Membership {
  return makeMembership({
    access,
    organization: Object.freeze({ id: String(organization), name: "", slug: "" }),
    userId: null,
    role: "owner",
  });
}

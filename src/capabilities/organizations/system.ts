/**
 * The app itself as the one who acts for an organization.
 *
 * @module
 */

import { checkDemand } from "../../base/demands.ts";
import type { Access } from "./permissions.ts";
import { makeMembership, type Membership } from "./membership.ts";

/** See `OrganizationFunctions.asSystem`. */
export function asSystem(access: Access, organization: string): Membership {
  checkDemand("act for an organization", "organization", organization, "text");
  return makeMembership({
    access,
    organization: Object.freeze({ id: organization, name: "", slug: "" }),
    userId: null,
    role: "owner",
  });
}

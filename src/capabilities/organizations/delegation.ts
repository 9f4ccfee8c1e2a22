/**
 * A person without a session who acts for an owner, as far as functions permit it.
 *
 * @module
 */

import type { Access } from "./permissions.ts";
import { type Delegation, makeMembership, type Membership } from "./membership.ts";
import type { Organization } from "./types.ts";

/**
 * Makes a membership that only changes with `delegable` take: its role is none, so it permits nothing
 * else.
 */
export function delegatedMembership(
  access: Access,
  organization: Organization,
  delegation: Delegation,
): Membership {
  const { maker: userId } = delegation;
  return makeMembership({ access, organization, userId, role: "", delegation });
}

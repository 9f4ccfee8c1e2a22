/**
 * Audit entries about changes, with the one who acts.
 *
 * @module
 */

import { audit } from "../../hooks/audit.ts";
import type { Actor } from "./actor.ts";

/** Makes an audit entry with the one who acts. */
export async function auditBy(
  { call, org, userId: by }: Pick<Actor, "call" | "org" | "userId">,
  entry: {
    name:
      | "organization.updated"
      | "organization.deleted"
      | "organization.left"
      | "organization.member-removed"
      | "organization.role-changed"
      | "organization.ownership-moved";
    userId?: string | undefined;
  },
): Promise<void> {
  const { name, userId } = entry;
  await audit(call, {
    name,
    organization: org,
    ...userId === undefined ? {} : { userId },
    ...by === null ? { bySystem: true } : by === userId ? {} : { actor: by },
  });
}

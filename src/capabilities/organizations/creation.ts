/**
 * The records of a new organization.
 *
 * @module
 */

import type { OrganizationRefusal } from "../../types/audit.ts";
import { type MembershipData, memberships, organizations, type OrgData } from "./kinds.ts";
import { endMembership, indexMember } from "./members.ts";
import { claimSlug, endOrganization, freeSlug, newId, toOrganization } from "./organization.ts";
import type { Scope } from "./settings.ts";
import type { Organization } from "./types.ts";

/**
 * Writes an organization, whose owner is a user; names are checked before.
 *
 * @returns the reason for which nothing was written
 */
export async function writeOrganization(
  scope: Pick<Scope, "records" | "config">,
  owner: string,
  { name, slug }: { name: string; slug: string },
): Promise<Organization | OrganizationRefusal> {
  const { records } = scope;
  const id = newId();
  if (!await claimSlug(records, slug, id)) return "slug-taken";
  const createdAt = new Date().toISOString();
  const given = { org: id, role: "owner", since: createdAt, by: owner };
  const member: MembershipData = { ...given, isManaged: false, externalId: null };
  const data: OrgData = { name, slug, owners: [owner], policy: {}, createdAt, isEnding: false };
  try {
    await indexMember(records, id, owner);
    const key = { org: id, userId: owner };
    await memberships.add(records, key, { userId: owner, expires: null, data: member });
    // Last, since nothing counts without it.
    await organizations.add(records, id, { expires: null, data });
  } catch (error) {
    await undoCreation(scope, slug, id, owner);
    throw error;
  }
  return toOrganization(id, data);
}

/** A failure here leaves a slug that is free again after some minutes, and rows that grant nothing. */
async function undoCreation(
  { records, config: { logger } }: Pick<Scope, "records" | "config">,
  slug: string,
  id: string,
  owner: string,
): Promise<void> {
  try {
    // The answer to the last write may have been lost.
    await endOrganization(records, id);
    await endMembership(records, id, owner);
    await freeSlug(records, slug, id);
  } catch (error) {
    logger.error(error as Error);
  }
}

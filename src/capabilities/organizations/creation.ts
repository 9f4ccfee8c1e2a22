/**
 * New organizations, for the function of apps, for the page and for the test kit.
 *
 * @module
 */

import { nowDate } from "../../base/time.ts";
import { audit } from "../../hooks/audit.ts";
import { AuthError } from "../../errors.ts";
import { countDown, countUp, makeKey, newestSecret } from "../../limits/window.ts";
import { ownerOf } from "../../records/owner.ts";
import { withinQuota } from "../../records/quota.ts";
import { canStartSession } from "../../session/user_status.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import { type MembershipData, memberships, organizations, type OrgData } from "./kinds.ts";
import { endMembership, indexMember } from "./members.ts";
import {
  claimSlug,
  endOrganization,
  freeSlug,
  newId,
  requireOrgName,
  requireSlug,
  toOrganization,
} from "./organization.ts";
import { refuse } from "./read_membership.ts";
import { type OrganizationsCall, requireRecords } from "./settings.ts";
import type { Done } from "./typed.ts";
import type { Organization } from "./types.ts";

/** Creates an organization for a user, where the app permits it. */
export async function createFor(
  call: OrganizationsCall,
  userId: string,
  typed: { name: string; slug: string },
): Promise<Done<{ readonly organization: Organization }>> {
  const { records, config: { store } } = call;
  requireRecords(call.settings, "create the organization");
  const [name, slug] = [requireOrgName(typed.name), requireSlug(typed.slug)];
  const user = await store.getUser(userId);
  if (!user) throw new AuthError("Cannot create the organization: there is no such user");
  const owner = ownerOf(user.id);
  const no = (reason: OrganizationRefusal) => refuse(call, owner, undefined, reason);
  if (!await mayCreate(call, user)) return await no("forbidden");
  const written = await writeCounted(call, owner, { name, slug });
  if (typeof written === "string") return await no(written);
  // After the writes, so that a suspension or a deletion at the same time finds or refuses them.
  if (!await canStartSession(records, owner)) {
    await endOrganization(records, written.id);
    return await no("forbidden");
  }
  await audit(call, { name: "organization.created", userId: owner, organization: written.id });
  return { ok: true, organization: written };
}

/** Writes an organization, unless its owner has created, or has, too many. */
async function writeCounted(
  call: OrganizationsCall,
  owner: string,
  typed: { name: string; slug: string },
): Promise<Organization | OrganizationRefusal> {
  const { config, records, settings: { organizationsPerUser: most } } = call;
  if (most === false) return await writeOrganization(call, owner, typed);
  const hour = await makeKey(newestSecret(config), "organizations of user", owner);
  const count = await countUp(config, hour, most.perHour);
  if (count.isFull) return "too-many";
  const quota = {
    ...{ owner, of: "organizations", most: most.total },
    list: () => ownedBy(records, owner),
  };
  let written: Organization | OrganizationRefusal | undefined;
  try {
    const write = () => writeOrganization(call, owner, typed);
    return written = await withinQuota(records, quota, typed.slug, write);
  } finally {
    if (typeof written === "string") await countDown(config, count);
  }
}

/** Slugs of the organizations of which a user is an owner. */
async function ownedBy(records: OrganizationsCall["records"], userId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { data: { org, role } } of memberships.listAll(records, userId)) {
    if (role !== "owner") continue;
    const data = (await organizations.get(records, org))?.data;
    if (data && !data.isEnding && data.owners.includes(userId)) found.push(data.slug);
  }
  return found;
}

/** Returns `true` for a user who may create organizations. */
export async function mayCreate(
  { settings: { create }, records, config }: OrganizationsCall,
  user: AdapterUser,
): Promise<boolean> {
  if (!await canStartSession(records, ownerOf(user.id))) return false;
  if (typeof create !== "function") return create === "anyone";
  try {
    return await create(user) === true;
  } catch (error) {
    config.logger.error(error as Error);
    return false;
  }
}

/**
 * Writes an organization, whose owner is a user; names are checked before.
 *
 * @returns the reason for which nothing was written
 */
export async function writeOrganization(
  call: Pick<OrganizationsCall, "records" | "config">,
  owner: string,
  { name, slug }: { name: string; slug: string },
): Promise<Organization | OrganizationRefusal> {
  const { records } = call;
  const id = newId();
  if (!await claimSlug(records, slug, id)) return "slug-taken";
  const createdAt = nowDate().toISOString();
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
    await undoCreation(call, slug, id, owner);
    throw error;
  }
  return toOrganization(id, data);
}

/** A failure here leaves a slug that is free again after some minutes, and rows that grant nothing. */
async function undoCreation(
  { records, config: { logger } }: Pick<OrganizationsCall, "records" | "config">,
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

/**
 * Members of organizations for tests, without invitations.
 *
 * @module
 */

import { hasRole } from "../../capabilities/organizations/permissions.ts";
import { writeOrganization } from "../../capabilities/organizations/creation.ts";
import { organizations, slugs } from "../../capabilities/organizations/kinds.ts";
import { addMember, endMembership } from "../../capabilities/organizations/members.ts";
import { isId, requireSlug } from "../../capabilities/organizations/organization.ts";
import {
  makeOrganizationsCall,
  type OrganizationsCall,
  requireRecords,
} from "../../capabilities/organizations/settings.ts";
import { AuthError } from "../../errors.ts";
import { ownerOf } from "../../records/owner.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { User } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";

/** A membership for a test. */
export interface TestMembership<Role extends string = string> {
  /**
   * Id or slug of the organization. One that does not exist is created with this slug and name; its
   * owner is this user, or another one if the role is not `owner`.
   */
  organization: string;
  /** Role that `defineAccess` defines. */
  role: Role;
}

/** Words for messages. */
const WHAT = "make the user a member";

/**
 * Makes a user a member of an organization, with this role from now on.
 *
 * @throws {AuthError} when the app has no organizations, or no such role
 */
export async function writeMembership(
  ctx: Context,
  user: User | AdapterUser,
  { organization, role }: TestMembership,
): Promise<void> {
  if (ctx.config.userConfig.organizations === undefined) {
    throw new AuthError(`Cannot ${WHAT}: set \`organizations\` of the config`, {
      cause: { option: "organizations" },
    });
  }
  const call = makeOrganizationsCall(ctx.config, ctx.request);
  requireRecords(call.settings, WHAT);
  const { access } = call.settings;
  if (!hasRole(access, role)) {
    const known = access.roles.join(", ");
    throw new AuthError(
      `Cannot ${WHAT}: there is no role ${JSON.stringify(role)}; use ${known}`,
    );
  }
  const userId = ownerOf(user.id!);
  const org = await findOrganization(call, organization) ??
    await createOrganization(call, organization, role === "owner" ? userId : undefined);
  const data = (await organizations.get(call.records, org))?.data;
  // The only owner of a new organization stays what it is.
  if (role === "owner" && data?.owners.includes(userId)) return;
  const ended = await endMembership(call.records, org, userId);
  if (typeof ended === "string" && ended !== "not-member") throw refused(ended);
  const given = { org, role, by: null, isManaged: false, externalId: null };
  const added = await addMember(call.records, userId, given, Infinity);
  if (typeof added === "string") throw refused(added);
}

async function findOrganization(
  { records }: OrganizationsCall,
  name: string,
): Promise<string | undefined> {
  if (!isId(name)) {
    const id = (await slugs.get(records, requireSlug(name)))?.data.org;
    return id !== undefined && await findOrganization({ records } as OrganizationsCall, id)
      ? id
      : undefined;
  }
  return (await organizations.get(records, name))?.data.isEnding === false ? name : undefined;
}

/** @param owner Default: a user of its own */
async function createOrganization(
  call: OrganizationsCall,
  slug: string,
  owner?: string,
): Promise<string> {
  if (isId(slug)) throw new AuthError(`Cannot ${WHAT}: there is no organization "${slug}"`);
  const written = await writeOrganization(call, owner ?? await createOwner(call, slug), {
    name: slug,
    slug,
  });
  if (typeof written === "string") throw refused(written);
  return written.id;
}

/** An organization is never without an owner. */
async function createOwner(
  { config: { store } }: OrganizationsCall,
  slug: string,
): Promise<string> {
  const email = `owner@${slug}.test`;
  const known = await store.getUserByEmail(email);
  const user = known ?? await store.createUser({
    id: crypto.randomUUID(),
    email,
    emailVerified: null,
    name: `Owner of ${slug}`,
  });
  return ownerOf(user.id);
}

function refused(reason: string): AuthError {
  return new AuthError(`Cannot ${WHAT}: it was refused with "${reason}"`);
}

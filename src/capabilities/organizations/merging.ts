/**
 * Memberships of a user who is merged into another one. A role never rises: where both are members, the
 * one who stays keeps the own role, unless the organization would have no owner.
 *
 * @module
 */

import { AccessDenied } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { ownerOf } from "../../records/owner.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import type { Moments, Questions } from "../../types/topics.ts";
import { type MembershipData, memberships, organizations, type OrgData } from "./kinds.ts";
import { addMember, promote, roleIn, wasRemovedSince } from "./members.ts";
import { makeOrganizationsCall, type OrganizationsCall } from "./settings.ts";

/** What `addMember` says of a member who was removed. */
const REMOVED = "invitation-expired";

/** An organization of the user who ends. */
interface Shared {
  readonly org: string;
  readonly data: OrgData;
  readonly membership: MembershipData;
  /** Role there. */
  readonly role: string;
  /** Role of the user who stays; `undefined` for one who is no member. */
  readonly present: string | undefined;
}

async function* listShared(
  { records }: OrganizationsCall,
  from: string,
  into: string,
): AsyncGenerator<Shared> {
  for await (const { data: membership } of memberships.listAll(records, from)) {
    const { org } = membership;
    const data = (await organizations.get(records, org))?.data;
    const role = data && roleIn(data, from, membership);
    if (!data || role === undefined) continue;
    const own = (await memberships.get(records, { org, userId: into }))?.data;
    yield { org, data, membership, role, present: roleIn(data, into, own) };
  }
}

/** See the topic `user.merge`. */
export async function planMemberships(
  { config, from, into }: Questions["user.merge"]["asked"],
): Promise<Questions["user.merge"]["answer"]> {
  const call = makeOrganizationsCall(config);
  const userId = ownerOf(into.id);
  const moves: string[] = [];
  for await (const { org, membership, present } of listShared(call, ownerOf(from.id), userId)) {
    if (membership.isManaged) {
      const message = `the directory of the organization ${org} keeps ${from.id}`;
      return { refusal: { reason: "directory", message } };
    }
    if (present !== undefined) continue;
    if (await wasRemovedSince(call.records, { org, userId }, 0)) {
      const message = `${into.id} was removed from the organization ${org}, or has left it, and ` +
        `${from.id} is a member; invite ${into.id} first, or remove ${from.id}`;
      return { refusal: { reason: "removed-member", message } };
    }
    moves.push(org);
  }
  return { organizations: moves };
}

/**
 * See the topic `user.merge-decided`. The deletion ends the memberships that are left: those of both,
 * and of an organization that has removed the one who stays meanwhile, or has ended. A suspension of
 * the one who stays refuses nothing here.
 */
export async function moveMemberships(
  { caller, userId, into }: Moments["user.merge-decided"],
): Promise<void> {
  const call = makeOrganizationsCall(caller.config);
  const { records } = call;
  for await (const { org, data, membership, role, present } of listShared(call, userId, into)) {
    if (present === undefined) {
      const { externalId, by } = membership;
      const given = { org, role, by: by === userId ? into : by, isManaged: false, externalId };
      const added = await addMember(records, into, given, 0, userId);
      if (added === REMOVED) continue;
      if (typeof added === "string" && await hasEnded(records, org)) continue;
      if (typeof added === "string") throw refusal(org, added);
      const entry = { name: "organization.member-added", userId: into, organization: org } as const;
      if (added) await audit(caller, { ...entry, bySystem: true });
    } else if (data.owners.length === 1 && data.owners[0] === userId) {
      const refused = await promote(records, org, into, () => undefined, userId, true);
      if (refused && await hasEnded(records, org)) continue;
      if (refused) throw refusal(org, refused);
      const entry = { name: "organization.ownership-moved", userId: into } as const;
      await audit(caller, { ...entry, organization: org, bySystem: true });
    }
  }
}

async function hasEnded(records: OrganizationsCall["records"], org: string): Promise<boolean> {
  return (await organizations.get(records, org))?.data.isEnding !== false;
}

function refusal(org: string, reason: OrganizationRefusal): AccessDenied {
  return new AccessDenied(
    `Cannot merge the users: the organization ${org} refuses the membership (${reason})`,
    { cause: { refusal: "organization", organization: org, reason } },
  );
}

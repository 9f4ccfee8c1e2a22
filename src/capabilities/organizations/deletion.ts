/**
 * Organizations of a user who is deleted. The membership ends, and an organization that would have no
 * owner refuses the deletion, gets another owner, or is deleted too: as the app chose. After a merge,
 * the account that stays is the other owner.
 *
 * @module
 */

import { AccessDenied } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl } from "../../http/url.ts";
import { ownerOf } from "../../records/owner.ts";
import type { Moments } from "../../types/topics.ts";
import { memberships, organizations, type OrgData } from "./kinds.ts";
import { notifyMember } from "./mails.ts";
import { promote } from "./members.ts";
import { endOrganization, toOrganization } from "./organization.ts";
import { removeMembership } from "./removal.ts";
import { makeOrganizationsCall, type OrganizationsCall } from "./settings.ts";
import type { Organization } from "./types.ts";

/** The fate of an organization. */
type Plan = {
  organization: Organization;
  next: "leave" | "end" | { newOwner: string; isMerge?: true };
};

/**
 * Ends the memberships of a user. Nothing is changed when one of them refuses.
 * When the deletion is only asked for, nothing is changed either.
 *
 * @throws {AccessDenied} for the last owner of an organization, with the list of them
 */
export async function leaveOrganizations(
  { caller, userId: user, isRequest, isOpen, into }: Moments["user.deleting"],
): Promise<void> {
  // A merge moves the ownership before it ends the membership, and neither while it can be given up.
  if (isOpen || isRequest && into !== undefined) return;
  const call = makeOrganizationsCall(caller.config, caller.request);
  const userId = ownerOf(user);
  const plans = await plansFor(call, userId, into);
  if (isRequest) return;
  for (const plan of plans) await carryOut(call, userId, plan);
}

/** The fate of the organizations of a user. */
async function plansFor(
  call: OrganizationsCall,
  userId: string,
  into: string | undefined,
): Promise<readonly Plan[]> {
  if (call.settings.tables) return [];
  const plans: Plan[] = [];
  const owned: Organization[] = [];
  for await (const { data: { org } } of memberships.listAll(call.records, userId)) {
    const data = (await organizations.get(call.records, org))?.data;
    const organization = toOrganization(org, data ?? NONE);
    const next = data && isLastOwner(data, userId)
      ? into
        ? { newOwner: into, isMerge: true as const }
        : await successor(call, organization, userId)
      : "leave";
    if (next) plans.push({ organization, next });
    else owned.push(organization);
  }
  if (owned.length > 0) throw refusal(call, owned);
  return plans;
}

const NONE = { name: "", slug: "" } as OrgData;

function isLastOwner({ owners, isEnding }: OrgData, userId: string): boolean {
  return !isEnding && owners.length === 1 && owners[0] === userId;
}

async function successor(
  { settings: { onLastOwner } }: OrganizationsCall,
  organization: Organization,
  userId: string,
): Promise<Plan["next"] | undefined> {
  if (onLastOwner === "refuse") return undefined;
  if (onLastOwner === "delete") return "end";
  const newOwner = await onLastOwner(organization);
  return newOwner === undefined || newOwner === userId ? undefined : { newOwner };
}

function refusal(
  { config, request }: OrganizationsCall,
  organizations: readonly Organization[],
): AccessDenied {
  const place = { request: { origin: request?.origin || config.siteOrigin || "" }, config };
  const obstacles = organizations.map(({ name, slug }) => ({
    name,
    url: actionUrl(place, `organization/${slug}/settings`),
  }));
  const names = organizations.map(({ name, id }) => `${JSON.stringify(name)} (${id})`).join(", ");
  return new AccessDenied(
    `Cannot delete the user, who is the only owner of ${names}: make another member the owner, ` +
      "delete the organization, or set `onLastOwner` of Organizations()",
    { cause: { organizations, obstacles } },
  );
}

async function carryOut(
  call: OrganizationsCall,
  userId: string,
  { organization, next }: Plan,
): Promise<void> {
  const { records } = call;
  const { id } = organization;
  if (next === "end") {
    if (await endOrganization(records, id)) {
      await audit(call, {
        name: "organization.deleted",
        userId,
        organization: id,
        bySystem: true,
      });
    }
  } else if (next !== "leave") {
    const { newOwner, isMerge } = next;
    if (await promote(records, id, newOwner, () => undefined, userId, isMerge)) {
      throw refusal(call, [organization]);
    }
    const entry = { name: "organization.ownership-moved", userId: newOwner } as const;
    await audit(call, { ...entry, organization: id, bySystem: true });
    const facts = { organization, by: null, role: "owner" };
    await notifyMember(call, newOwner, "ownership-moved", facts);
  }
  // Also the rest of a membership that was not written completely.
  const removed = await removeMembership(call, id, userId, undefined, true);
  if (removed === "last-owner") throw refusal(call, [organization]);
  if (removed) await audit(call, { name: "organization.left", userId, organization: id });
}

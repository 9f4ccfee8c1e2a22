/**
 * Changes of members, for apps: roles, removal, leaving, and the ownership. Each takes the membership
 * of the one who acts, which `actor.ts` reads again.
 *
 * @module
 */

import type { OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { hasRole } from "./permissions.ts";
import { act, type Actor } from "./actor.ts";
import { auditBy } from "./actor_audit.ts";
import { memberships } from "./kinds.ts";
import { notifyMember } from "./mails.ts";
import { changeOwners, promote, roleIn, setRole } from "./members.ts";
import type { Membership } from "./membership.ts";
import { removeMembership } from "./removal.ts";
import type { Done } from "./typed.ts";

const DONE = { ok: true } as const;

/** Refuses an owner who is none any more when the list of owners is written. */
function stillOwner({ userId, role }: Actor): (
  owners: readonly string[],
) => OrganizationRefusal | undefined {
  return (owners) =>
    role === "owner" && userId !== null && !owners.includes(userId) ? "forbidden" : undefined;
}

/** See `OrganizationFunctions.changeRole`. */
export async function changeRole(
  config: ServerConfig,
  membership: Membership,
  user: string,
  role: string,
): Promise<Done> {
  return await act(config, membership, {
    what: "change a role",
    permission: "member:role",
    freshProof: "owners",
  }, async (actor) => {
    const { call: { records, settings: { access } }, org, data } = actor;
    if (!hasRole(access, role) || !access.mayGive(actor.role, role)) return "role-beyond-own";
    const userId = String(user);
    const key = { org, userId };
    const previous = roleIn(data, userId, (await memberships.get(records, key))?.data);
    if (previous === undefined) return "not-member";
    if (!access.mayTake(actor.role, previous)) return "role-beyond-own";
    if (previous === role) return DONE;
    const refused = role === "owner"
      ? await promote(records, org, userId, stillOwner(actor))
      : await demote(actor, key, role, previous);
    if (refused) return refused;
    await auditBy(actor, { name: "organization.role-changed", userId });
    await notifyMember(actor.call, userId, "role-changed", {
      organization: data,
      by: actor.userId,
      role,
    });
    return DONE;
  });
}

/** Gives a role other than the owner's. The record comes first: until an owner left, the list counts. */
async function demote(
  actor: Actor,
  key: { org: string; userId: string },
  role: string,
  previous: string,
): Promise<OrganizationRefusal | undefined> {
  const { call: { records, settings: { access } }, userId: by } = actor;
  if (previous === "owner") {
    const others = actor.data.owners.filter((id) => id !== key.userId);
    if (others.length === 0) return "last-owner";
  }
  // An owner's record may say anything.
  const mayTake = (present: string) => previous === "owner" || access.mayTake(actor.role, present);
  const done = await setRole(records, key, { role, by, isManaged: false }, mayTake);
  if (typeof done === "string") return done;
  if (previous !== "owner") return undefined;
  const check = stillOwner(actor);
  return await changeOwners(
    records,
    key.org,
    (owners) => check(owners) ?? owners.filter((id) => id !== key.userId),
  );
}

/** See `OrganizationFunctions.removeMember`. */
export async function removeMember(
  config: ServerConfig,
  membership: Membership,
  user: string,
): Promise<Done> {
  return await act(config, membership, {
    what: "remove a member",
    permission: "member:remove",
    freshProof: "owners",
  }, async (actor) => {
    const { call, org, data } = actor;
    const { records, settings: { access } } = call;
    const userId = String(user);
    const stored = (await memberships.get(records, { org, userId }))?.data;
    const role = roleIn(data, userId, stored);
    if (role !== undefined && !access.mayTake(actor.role, role)) return "role-beyond-own";
    const stays = stillOwner(actor);
    const removed = await removeMembership(call, org, userId, (owners) => {
      // Owners remove owners; a member can have become one since.
      if (owners.includes(userId) && actor.role !== "owner") return "role-beyond-own";
      return stays(owners);
    });
    if (typeof removed === "string") return removed;
    if (!removed && role === undefined) return DONE;
    await auditBy(actor, { name: "organization.member-removed", userId });
    await notifyMember(call, userId, "removed", { organization: data, by: actor.userId });
    return DONE;
  });
}

/** See `OrganizationFunctions.leave`. */
export async function leave(config: ServerConfig, membership: Membership): Promise<Done> {
  return await act(config, membership, {
    what: "leave the organization",
    freshProof: "owners",
  }, async (actor) => {
    const { call, org, userId } = actor;
    if (userId === null) throw new TypeError("Cannot leave the organization: the app is no member");
    const left = await removeMembership(call, org, userId);
    if (typeof left === "string") return left;
    if (left) await auditBy(actor, { name: "organization.left", userId });
    return DONE;
  });
}

/** See `OrganizationFunctions.transferOwnership`. */
export async function transferOwnership(
  config: ServerConfig,
  membership: Membership,
  user: string,
  becomes: string,
): Promise<Done> {
  return await act(config, membership, {
    what: "transfer the ownership",
    role: "owner",
    freshProof: "all",
  }, async (actor): Promise<{ ok: true } | OrganizationRefusal> => {
    const { call, org, data, userId: by } = actor;
    const { records, settings: { access } } = call;
    if (by === null) throw new TypeError("Cannot transfer the ownership: the app is no owner");
    if (!hasRole(access, becomes) || becomes === "owner") return "role-beyond-own";
    const userId = String(user);
    if (userId === by) return "role-beyond-own";
    const present = roleIn(data, userId, (await memberships.get(records, { org, userId }))?.data);
    if (present === undefined) return "not-member";
    // Until the list is written, it counts.
    const own = { role: becomes, by, isManaged: false };
    const done = await setRole(records, { org, userId: by }, own, () => true);
    if (typeof done === "string" && done !== "not-member") return done;
    const refused = await promote(records, org, userId, stillOwner(actor), by);
    if (refused) return refused;
    await auditBy(actor, { name: "organization.ownership-moved", userId });
    const moved = { organization: data, by };
    await notifyMember(call, userId, "ownership-moved", { ...moved, role: "owner" });
    await notifyMember(call, by, "ownership-moved", { ...moved, role: becomes });
    return DONE;
  });
}

/**
 * Changes of members and owners. Owners are a list in the record of the organization, changed by
 * compare-and-set, so that there is one at each moment. All others have one record, of their own.
 *
 * @module
 */

import { nowDate, nowMs } from "../../base/time.ts";
import type { RecordStore } from "../../types/records.ts";
import { canStartSession, isBeingDeleted } from "../../session/user_status.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import {
  type InvitationData,
  invitations,
  type MemberKey,
  members,
  type MembershipData,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
  removals,
} from "./kinds.ts";
import { forgetCached } from "../../records/cached.ts";

/** Most owners, since all of them are in one record. */
export const MAX_OWNERS = 20;

/** Role of a user; `undefined` for a user who is no member. */
export function roleIn(
  { owners, isEnding }: OrgData,
  userId: string,
  found: Pick<MembershipData, "role"> | null | undefined,
): string | undefined {
  if (isEnding) return undefined;
  if (owners.includes(userId)) return "owner";
  // Left over from a change of the owners that was not completed.
  return found?.role === "owner" ? undefined : found?.role;
}

/**
 * Changes the list of owners, again from what another call has written meanwhile.
 *
 * @param change returns the new list, or the reason to refuse
 * @returns the reason for which nothing was written
 */
export async function changeOwners(
  records: RecordStore,
  org: string,
  change: (owners: readonly string[]) => readonly string[] | OrganizationRefusal,
): Promise<OrganizationRefusal | undefined> {
  let refused: OrganizationRefusal | undefined;
  await organizations.update(records, org, (known) => {
    refused = undefined;
    if (!known || known.data.isEnding) return void (refused = "not-member");
    const owners = change(known.data.owners);
    if (typeof owners === "string") return void (refused = owners);
    if (owners.length === 0) return void (refused = "last-owner");
    if (owners.length > MAX_OWNERS) return void (refused = "too-many");
    if (owners === known.data.owners) return undefined;
    return { expires: null, data: { ...known.data, owners } };
  });
  forgetCached(records, org);
  return refused;
}

/** The list without a user; the list itself for a user who is not in it. */
export function without(owners: readonly string[], userId: string): readonly string[] {
  return owners.includes(userId) ? owners.filter((id) => id !== userId) : owners;
}

/** The list with a user; the list itself for a user who is in it. */
export function withOwner(owners: readonly string[], userId: string): readonly string[] {
  return owners.includes(userId) ? owners : [...owners, userId];
}

/** Writes the index row of a member anew, so that no parallel removal removes it. */
export async function indexMember(
  records: RecordStore,
  org: string,
  userId: string,
): Promise<void> {
  await members.update(records, { org, userId }, () => ({
    userId: ownerOfOrg(org),
    expires: null,
    data: { userId, at: nowMs() },
  }));
}

/** Returns `true` when a user was removed from an organization after so many removals there. */
export async function wasRemovedSince(
  records: RecordStore,
  key: MemberKey,
  count: number | undefined = 0,
): Promise<boolean> {
  return ((await removals.get(records, key))?.data.number ?? 0) > count;
}

/**
 * Notes the removal of a member, before the membership ends: an acceptance at the same time has
 * written before, and is ended, or reads this afterwards.
 */
export async function noteRemoval(records: RecordStore, key: MemberKey): Promise<void> {
  const { org } = key;
  const counted = await organizations.update(
    records,
    org,
    (known) =>
      known && !known.data.isEnding
        ? { expires: null, data: { ...known.data, removals: (known.data.removals ?? 0) + 1 } }
        : undefined,
  );
  // An organization that ends has no members.
  if (!counted) return;
  const number = counted.data.removals!;
  await removals.update(
    records,
    key,
    (known) =>
      known && known.data.number >= number
        ? undefined
        : { userId: ownerOfOrg(org), expires: null, data: { number } },
  );
}

/**
 * Tells whether a user may get a membership. An invitation asks for one who can sign in. A merge goes on
 * for a suspended one, who keeps other memberships too.
 */
async function mayJoin(records: RecordStore, userId: string, isMerge: boolean): Promise<boolean> {
  return isMerge ? !await isBeingDeleted(records, userId) : await canStartSession(records, userId);
}

/**
 * Makes a user a member, unless the user is one.
 *
 * @param asOf removals of the organization when the membership was given
 * @param merged user who is merged into the new member. When the new member becomes an owner, `merged`
 *   stops being one. Default: no user is merged
 * @returns `true` when this call did, `false` for a member, else the reason to refuse
 */
export async function addMember(
  records: RecordStore,
  userId: string,
  { org, ...given }: Omit<MembershipData, "since">,
  asOf: number,
  merged?: string,
): Promise<boolean | OrganizationRefusal> {
  const key = { org, userId };
  if (await wasRemovedSince(records, key, asOf)) return "invitation-expired";
  await indexMember(records, org, userId);
  const data: MembershipData = { org, ...given, since: nowDate().toISOString() };
  // A record of an owner who is none is left over from a change that was not completed.
  let isNew = false;
  await memberships.update(records, key, async (known) => {
    isNew = known === null || known.data.role === "owner" && !await isOwner(records, org, userId);
    return isNew ? { userId, expires: null, data } : undefined;
  });
  // After the write: what removes users and organizations at the same time finds it, or is found.
  const mayStay = await mayJoin(records, userId, merged !== undefined) &&
    (await organizations.get(records, org))?.data.isEnding === false;
  if (!mayStay) {
    await endMembership(records, org, userId);
    return "not-member";
  }
  if (isNew && await wasRemovedSince(records, key, asOf)) {
    await endMembership(records, org, userId);
    return "invitation-expired";
  }
  if (isNew && given.role === "owner") {
    const refused = await promote(
      records,
      org,
      userId,
      () => undefined,
      merged,
      merged !== undefined,
    );
    if (refused) {
      await endMembership(records, org, userId);
      return refused;
    }
  }
  forgetCached(records, org);
  return isNew;
}

async function isOwner(records: RecordStore, org: string, userId: string): Promise<boolean> {
  return (await organizations.get(records, org))?.data.owners.includes(userId) === true;
}

/**
 * Makes a member an owner.
 *
 * @param mayChange returns the reason to refuse, given the present owners
 * @param leaves owner who is none from then on
 * @param isMerge `true` when that one is merged into the member, who may be suspended. Default `false`
 */
export async function promote(
  records: RecordStore,
  org: string,
  userId: string,
  mayChange: (owners: readonly string[]) => OrganizationRefusal | undefined,
  leaves?: string,
  isMerge = false,
): Promise<OrganizationRefusal | undefined> {
  const key = { org, userId };
  const before = await memberships.get(records, key);
  if (!before) return "not-member";
  const refused = await changeOwners(records, org, (owners) => {
    const next = withOwner(owners, userId);
    return mayChange(owners) ?? (leaves === undefined ? next : without(next, leaves));
  });
  if (refused) return refused;
  const shown = await memberships.update(
    records,
    key,
    (known) =>
      known ? { userId, expires: null, data: { ...known.data, role: "owner" } } : undefined,
  );
  const isLive = await mayJoin(records, userId, isMerge);
  if (shown && isLive) return undefined;
  // The member was removed, or deleted, at the same time.
  const stays = await changeOwners(records, org, (owners) => {
    const others = without(owners, userId);
    return leaves === undefined ? others : withOwner(others, leaves);
  });
  if (stays !== "last-owner") return "not-member";
  // All other owners have left meanwhile: the removal, which was before the promotion, is undone.
  if (!shown && isLive) {
    await indexMember(records, org, userId);
    const data = { ...before.data, role: "owner" };
    await memberships.add(records, key, { userId, expires: null, data });
  }
  return undefined;
}

/**
 * Gives a member a role other than that of owners.
 *
 * @param mayTake returns `false` for a present role that the actor may not take
 * @returns the previous role, or the reason to refuse
 */
export async function setRole(
  records: RecordStore,
  { org, userId }: { org: string; userId: string },
  next: Pick<MembershipData, "role" | "by"> & Partial<MembershipData>,
  mayTake: (role: string) => boolean,
): Promise<{ previous: string } | OrganizationRefusal> {
  let result: { previous: string } | OrganizationRefusal = "not-member";
  await memberships.update(records, { org, userId }, (known) => {
    result = "not-member";
    if (!known) return undefined;
    const previous = known.data.role;
    if (!mayTake(previous)) return void (result = "role-beyond-own");
    result = { previous };
    return { userId, expires: null, data: { ...known.data, ...next } };
  });
  forgetCached(records, org);
  return result;
}

/**
 * Ends a membership, also one that was not written completely. An owner leaves the list first.
 * `removal.ts` has what ends the membership of a person who was a member.
 *
 * @param mayChange returns the reason to refuse, given the present owners
 * @param prepare runs once nothing refuses any more, where there is something to end
 * @returns `true` when this call ended it, `false` when there was none, else the reason to refuse
 */
export async function endMembership(
  records: RecordStore,
  org: string,
  userId: string,
  mayChange: (owners: readonly string[]) => OrganizationRefusal | undefined = () => undefined,
  prepare?: () => Promise<void>,
): Promise<boolean | OrganizationRefusal> {
  const key = { org, userId };
  const leaveOwners = () =>
    changeOwners(records, org, (owners) => mayChange(owners) ?? without(owners, userId));
  const refused = await leaveOwners();
  // An organization that has ended has no owners to keep.
  if (refused && refused !== "not-member") return refused;
  const index = await members.get(records, key);
  if (prepare && (index || await memberships.get(records, key))) await prepare();
  const taken = await memberships.take(records, key);
  // A member can become an owner at the same time, and the only one.
  if (await isOwner(records, org, userId)) {
    const stays = await changeOwners(records, org, (owners) => without(owners, userId));
    if (stays === "last-owner") {
      if (taken) {
        const data = { ...taken.data, role: "owner" };
        await memberships.add(records, key, { userId, expires: null, data });
      }
      return stays;
    }
  }
  if (index) await members.removeSame(records, key, index);
  await forgetClaims(records, org, userId);
  forgetCached(records, org);
  return taken !== null;
}

/** An invitation that the user has accepted must not open the organization again. */
async function forgetClaims(records: RecordStore, org: string, userId: string): Promise<void> {
  const isClaimed = ({ claimedBy }: InvitationData) => claimedBy === userId;
  for await (const { id, data } of invitations.listAll(records, ownerOfOrg(org))) {
    if (isClaimed(data)) await invitations.take(records, id);
  }
}

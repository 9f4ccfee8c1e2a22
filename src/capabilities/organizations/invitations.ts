/**
 * Invitations as records. One is bound to an address, an organization and a role. It is accepted by
 * one change of its record, and counts only while the person who invited could still do so.
 *
 * @module
 */

import { msFromNow, nowMs } from "../../base/time.ts";
import { hasRole } from "./permissions.ts";
import { findSuspension } from "../../session/user_status.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { addressOwner, addressOwners, openAddress, pendingIds, sealAddress } from "./address.ts";
import {
  type ExpectedData,
  expecteds,
  type InvitationData,
  invitations,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
  type PendingData,
  pendings,
} from "./kinds.ts";
import { roleIn, wasRemovedSince } from "./members.ts";
import { type OrganizationsCall, tidy } from "./settings.ts";

/** Milliseconds for which an invitation waits. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Milliseconds within which an acceptance that failed midway can be repeated. */
const CLAIM_MS = 10 * 60 * 1000;

/** Notes that something waits for an address, which is found by it from now on. */
export async function expect(
  { config, records }: OrganizationsCall,
  address: string,
  of: string,
  data: ExpectedData,
  expires: Date | null,
): Promise<void> {
  const owner = await addressOwner(config, address);
  await expecteds.update(records, { owner, of }, () => ({ userId: owner, expires, data }));
}

/** Forgets it. */
export async function unexpect(
  { config, records }: OrganizationsCall,
  address: string | undefined,
  of: string,
): Promise<void> {
  if (address === undefined) return;
  for (const owner of await addressOwners(config, address)) {
    await expecteds.take(records, { owner, of });
  }
}

/** Lists everything that waits for an address. */
export async function expectedFor(
  { config, records }: OrganizationsCall,
  address: string,
): Promise<ExpectedData[]> {
  const found: ExpectedData[] = [];
  for (const owner of await addressOwners(config, address)) {
    for await (const { data } of expecteds.listAll(records, owner)) found.push(data);
  }
  return found;
}

/** Keeps an invitation; its id is the hash of the token. */
export async function addInvitation(
  call: OrganizationsCall,
  id: string,
  address: string,
  { org, ...given }: Pick<InvitationData, "org" | "role" | "inviter" | "removals">,
): Promise<Date> {
  const { records, config } = call;
  const expires = msFromNow(LIFETIME_MS);
  const sealed = await sealAddress(config, address);
  await expect(call, address, id, { org, invitation: id }, expires);
  const data: InvitationData = { org, sealed, ...given, claimedBy: null };
  await invitations.add(records, id, { userId: ownerOfOrg(org), expires, data });
  return expires;
}

/** The invitations that wait for an address, in one organization or in all. */
export async function listInvitationsFor(
  call: OrganizationsCall,
  address: string,
  org?: string,
): Promise<FoundRecord<InvitationData>[]> {
  const found: FoundRecord<InvitationData>[] = [];
  for (const { org: at, invitation } of await expectedFor(call, address)) {
    if (invitation === null || org !== undefined && at !== org) continue;
    const one = await invitations.get(call.records, invitation);
    if (one && one.data.claimedBy === null) found.push(one);
  }
  return found;
}

/** Removes an invitation: of any number of callers, one gets it. */
export async function takeInvitation(
  call: OrganizationsCall,
  id: string,
): Promise<InvitationData | null> {
  const taken = await invitations.take(call.records, id);
  if (!taken) return null;
  await tidy(
    call,
    async () => await unexpect(call, await openAddress(call.config, taken.data.sealed), id),
  );
  return taken.data;
}

/**
 * Accepts an invitation for a user, unless another one has, or it was cancelled meanwhile. A user
 * whose acceptance failed midway can repeat it for some minutes.
 */
export async function claimInvitation(
  { records }: OrganizationsCall,
  id: string,
  userId: string,
): Promise<boolean> {
  let isOurs = false;
  await invitations.update(records, id, (known) => {
    isOurs = known?.data.claimedBy === userId;
    if (!known || known.data.claimedBy !== null) return undefined;
    isOurs = true;
    const expires = new Date(Math.min(known.expires?.valueOf() ?? Infinity, nowMs() + CLAIM_MS));
    return { userId: known.owner, expires, data: { ...known.data, claimedBy: userId } };
  });
  return isOurs;
}

/**
 * Returns `true` while the one who invited may give the role: as stored now, and without a removal
 * since.
 */
export async function mayStillInvite(
  { records, config: { store }, settings: { access } }: OrganizationsCall,
  data: OrgData,
  { org, role, inviter, removals }: Pick<InvitationData, "org" | "role" | "inviter" | "removals">,
): Promise<boolean> {
  if (!hasRole(access, role)) return false;
  if (inviter === null) return true;
  const found = await memberships.get(records, { org, userId: inviter });
  const own = roleIn(data, inviter, found?.data);
  if (own === undefined || !access.allows(own, "member:invite") || !access.mayGive(own, role)) {
    return false;
  }
  // One who is a member again has not invited as that.
  if (await wasRemovedSince(records, { org, userId: inviter }, removals)) return false;
  return await findSuspension(records, inviter) === null && await store.getUser(inviter) !== null;
}

/** Returns `true` when something waits for an address that counts still. */
export async function isInvited(call: OrganizationsCall, address: string): Promise<boolean> {
  for (const expected of await expectedFor(call, address)) {
    if (await counts(call, address, expected)) return true;
  }
  return false;
}

/** Returns `true` when something of one organization waits for an address that counts still. */
export async function isInvitedTo(
  call: OrganizationsCall,
  org: string,
  address: string,
): Promise<boolean> {
  for (const expected of await expectedFor(call, address)) {
    if (expected.org === org && await counts(call, address, expected)) return true;
  }
  return false;
}

async function counts(
  call: OrganizationsCall,
  address: string,
  { org, invitation }: ExpectedData,
): Promise<boolean> {
  const { records } = call;
  const data = (await organizations.get(records, org))?.data;
  if (!data || data.isEnding) return false;
  if (invitation === null) return await findPending(call, org, address) !== null;
  const found = await invitations.get(records, invitation);
  return found !== null && found.data.claimedBy === null &&
    await mayStillInvite(call, data, found.data);
}

/** The row of an import that waits for an address; `null` without one. */
export async function findPending(
  { config, records }: OrganizationsCall,
  org: string,
  address: string,
): Promise<FoundRecord<PendingData> | null> {
  for (const id of await pendingIds(config, org, address)) {
    const found = await pendings.get(records, id);
    if (found) return found;
  }
  return null;
}

/** Removes the row of an import that waits for an address. */
export async function forgetPending(
  call: OrganizationsCall,
  org: string,
  address: string | undefined,
  id: string,
): Promise<void> {
  await pendings.take(call.records, id);
  await unexpect(call, address, org);
}

/** Returns `true` for text that has the form of an id. */
export function isInvitationId(id: unknown): id is string {
  return typeof id === "string" && /^[\w-]{43}$/.test(id);
}

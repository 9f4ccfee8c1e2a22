/**
 * What a person of a directory is in the organization: a member, a person whose address waits for a
 * sign-in, or nobody. It follows the record of the person, and is compared with it again at the end: so
 * of changes at once, the last one counts.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { toNormalForm } from "../../base/address.ts";
import { nowDate } from "../../base/time.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { ownerOf } from "../../records/owner.ts";
import { canStartSession, findSuspension } from "../../session/user_status.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import { importPerson, reportMember } from "../organizations/import.ts";
import { findPending, forgetPending } from "../organizations/invitations.ts";
import { type MembershipData, memberships, organizations } from "../organizations/kinds.ts";
import { roleIn } from "../organizations/members.ts";
import { removeMembership } from "../organizations/removal.ts";
import { connectionsCall, type Directory, readDomain } from "./directory.ts";
import { type FoundUser, ownerOfOrg, persons, suspensions, type UserData, users } from "./kinds.ts";
import { ScimRefusal } from "./refusal.ts";
import { roleByGroups } from "./roles.ts";

const admission = lazy(() => import("../connections/admission.ts"));
const accounts = lazy(() => import("../../server/users.ts"));

/** Most changes of a record that are followed by one request. */
const MOST_TURNS = 20;

/** A user, and what the user is in the organization. */
interface Known {
  /** The user. */
  readonly user: AdapterUser;
  /** Id of the user, as the owner of records. */
  readonly userId: string;
  /** The membership, as stored. */
  readonly stored: MembershipData | undefined;
  /** Role; `undefined` for no member. */
  readonly role: string | undefined;
}

/** Returns `true` for a person whom the directory wants in the organization. */
export function isActive({ values, isEnding }: Pick<UserData, "isEnding" | "values">): boolean {
  return !isEnding && values.active !== false;
}

/**
 * Makes of a person what the record says.
 *
 * @param isAsked `true` when the request says that the person is to be a member: then it comes back
 * after a removal
 * @throws {ScimRefusal} for an owner who cannot be removed; the record then says that the person is
 * active
 */
export async function settle(directory: Directory, id: string, isAsked: boolean): Promise<void> {
  const { call: { records } } = directory;
  let isWanted = isAsked;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const found = await users.get(records, id);
    if (!found) return;
    const byGroups = await follow(directory, found.data, found, isWanted);
    const now = await users.get(records, id);
    if (now?.version !== found.version) {
      // A request that made the person active asked for it, and this call may have removed its member.
      isWanted ||= now !== null && isActive(now.data) && !isActive(found.data);
      continue;
    }
    // A group can have got another name, or be gone.
    if (await roleByGroups(directory, found.data) === byGroups) return;
  }
}

/**
 * The same once, for what the record is to say.
 *
 * @returns the role by groups that was given
 */
export async function follow(
  directory: Directory,
  data: UserData,
  known: FoundUser,
  isAsked = false,
): Promise<string | undefined> {
  const found = { ...known, data };
  const byGroups = await roleByGroups(directory, data);
  if (isActive(data)) await enroll(directory, found, isAsked, byGroups);
  else await withdraw(directory, found);
  return byGroups;
}

/**
 * Refuses to remove an owner whom the directory must not remove.
 *
 * @throws {ScimRefusal}
 */
export async function requireRemovable(directory: Directory, data: UserData): Promise<void> {
  const { call: { records }, org } = directory;
  const owners = (await organizations.get(records, org))?.data.owners ?? [];
  for (const { userId } of await findMembers(directory, data)) {
    if (!owners.includes(userId)) continue;
    const refused = await mayRemoveOwner(directory, data)
      ? owners.length === 1 ? "last-owner" : undefined
      : "role-beyond-own";
    if (refused) throw ownerRefusal(refused);
  }
}

function ownerRefusal(reason: OrganizationRefusal): ScimRefusal {
  return new ScimRefusal(
    409,
    reason === "last-owner"
      ? "This person is the only owner of the organization: make another member the owner first"
      : "This person is an owner of the organization, and its domain is not proven: remove the " +
        "owner in the organization",
  );
}

/** A domain that is proven says that the directory is that of the owner's company. */
async function mayRemoveOwner(directory: Directory, { address }: UserData): Promise<boolean> {
  return await readDomain(directory, address) === "proven";
}

async function enroll(
  opened: Directory,
  found: FoundUser,
  isAsked: boolean,
  byGroups: string | undefined,
): Promise<void> {
  const { call, org } = opened;
  const { data: { address } } = found;
  // As it is now: the request is newer than all removals until here.
  const data = (await organizations.get(call.records, org))?.data;
  if (!data || data.isEnding) return;
  const directory: Directory = { ...opened, data };
  const linked = await findLinked(directory, found.data);
  if (linked && linked.role !== undefined) {
    await keepMember(directory, found, linked, byGroups);
    return;
  }
  const known = await findByAddress(directory, address);
  if (known && known.role !== undefined) {
    await bind(directory, found, known.userId);
    await keepMember(directory, found, known, byGroups);
    return;
  }
  const waits = await findPending(call, org, address) !== null;
  if (!isAsked && !waits) return;
  const wanted = makeWanted(directory, found.data, byGroups);
  if (isAsked && known && await readDomain(directory, address) === "proven") {
    await resume(directory, known.userId);
    if (await canStartSession(call.records, known.userId)) {
      // Before the membership, which a failure would leave without its person.
      await bind(directory, found, known.userId);
      await importPerson(directory, wanted, known.userId);
      return;
    }
  }
  await importPerson(directory, wanted, null);
}

/** A member as an import wants it. */
function makeWanted(
  { own }: Directory,
  { address, values }: UserData,
  byGroups: string | undefined,
) {
  const { externalId } = values;
  return {
    email: address,
    role: byGroups ?? own.role,
    externalId: typeof externalId === "string" ? externalId : null,
  };
}

/** A role that somebody of the organization gave stays, unless a group gives one. */
async function keepMember(
  directory: Directory,
  { data }: FoundUser,
  { userId, stored, role }: Known,
  byGroups: string | undefined,
): Promise<void> {
  if (role === "owner" || byGroups === undefined && stored?.isManaged !== true) return;
  await importPerson(directory, makeWanted(directory, data, byGroups), userId);
}

/** A person who has another address now: the member of the previous one stays this person. */
export async function leaveAddress(
  directory: Directory,
  { id, data }: FoundUser,
): Promise<void> {
  const { call, org } = directory;
  const known = data.userId === null ? await findByAddress(directory, data.address) : undefined;
  if (known?.role !== undefined && known.stored?.isManaged) {
    await bind(directory, { id }, known.userId);
  }
  await forgetWaiting(call, org, data.address);
}

async function forgetWaiting(
  call: Directory["call"],
  org: string,
  address: string,
): Promise<void> {
  const waits = await findPending(call, org, address);
  if (waits) await forgetPending(call, org, address, waits.id);
}

/** Ends all that the person has in the organization, and its waiting address. */
async function withdraw(directory: Directory, found: FoundUser): Promise<void> {
  const { call, org } = directory;
  const { data } = found;
  await forgetWaiting(call, org, data.address);
  // Else a sign-in through a connection would bring in a person who was never here.
  const connected = await connectionsCall(call);
  if (connected) await (await admission()).markAddress(connected, org, data.address);
  for (const { user, userId, role } of await findMembers(directory, data)) {
    if (role !== undefined) await removeMember(directory, found, userId, role);
    if (data.userId === userId) await suspend(directory, data, user);
  }
}

async function removeMember(
  directory: Directory,
  { id, data }: FoundUser,
  userId: string,
  role: string,
): Promise<void> {
  const { call, org } = directory;
  const mayRemove = await mayRemoveOwner(directory, data);
  const removed = await removeMembership(
    call,
    org,
    userId,
    (owners) => owners.includes(userId) && !mayRemove ? "role-beyond-own" : undefined,
  );
  if (removed === true) {
    await reportMember(directory, "organization.member-removed", userId, role);
  }
  if (typeof removed !== "string" || removed === "not-member") return;
  // All other owners have left since the request was let through.
  await users.update(call.records, id, (known) =>
    known && !isActive(known.data)
      ? {
        userId: ownerOfOrg(org),
        expires: null,
        data: {
          ...known.data,
          isEnding: false,
          values: { ...known.data.values, active: true },
        },
      }
      : undefined);
  throw ownerRefusal(removed);
}

/** The users whose membership ends with the person: the one who is it, and a member of its address. */
async function findMembers(directory: Directory, data: UserData): Promise<readonly Known[]> {
  const linked = await findLinked(directory, data);
  const known = await findByAddress(directory, data.address);
  const isMeant = known && known.userId !== linked?.userId && known.role !== undefined &&
    (known.stored?.isManaged === true || await readDomain(directory, data.address) === "proven");
  return [...linked ? [linked] : [], ...isMeant ? [known] : []];
}

/** The user who has become a member as this person. */
async function findLinked(
  { call, org }: Directory,
  { userId }: Pick<UserData, "userId">,
): Promise<Known | undefined> {
  const user = userId === null ? null : await call.config.store.getUser(userId);
  return user ? await readKnown({ call, org }, user) : undefined;
}

/** The user who has proven the address. */
async function findByAddress(
  { call, org }: Directory,
  address: string,
): Promise<Known | undefined> {
  const user = await call.config.store.getUserByEmail(address);
  const isProven = user !== null && await hasProvenEvidence(call, call.config.store, user);
  return isProven ? await readKnown({ call, org }, user) : undefined;
}

async function readKnown(
  { call: { records }, org }: Pick<Directory, "call" | "org">,
  user: AdapterUser,
): Promise<Known> {
  const userId = ownerOf(user.id);
  const [data, found] = await Promise.all([
    organizations.get(records, org),
    memberships.get(records, { org, userId }),
  ]);
  const stored = found?.data;
  return { user, userId, stored, role: data ? roleIn(data.data, userId, stored) : undefined };
}

/** Notes that a user is the person. */
export async function bind(
  { call: { records }, org }: Pick<Directory, "call" | "org">,
  { id }: Pick<FoundUser, "id">,
  userId: string,
): Promise<void> {
  const at = nowDate().toISOString();
  await persons.update(
    records,
    { org, userId },
    (known) => known?.data.id === id ? undefined : { userId, expires: null, data: { org, id, at } },
  );
  await users.update(
    records,
    id,
    (known) =>
      known && known.data.userId !== userId
        ? { userId: ownerOfOrg(org), expires: null, data: { ...known.data, userId } }
        : undefined,
  );
}

/**
 * Suspends a user whom this organization manages: the address is proven, its domain is that of the
 * organization, and there is no other one.
 */
async function suspend(directory: Directory, data: UserData, user: AdapterUser): Promise<void> {
  const { call, org } = directory;
  const { records, config } = call;
  const userId = ownerOf(user.id);
  const own = user.email ? toNormalForm(user.email.toLowerCase()) : "";
  const isManaged = own === data.address && await hasProvenEvidence(call, config.store, user) &&
    await readDomain(directory, data.address) === "proven";
  if (!isManaged || await isElsewhere(directory, userId)) return;
  const known = (await suspensions.get(records, userId))?.data;
  const isSuspended = await findSuspension(records, userId) !== null;
  // A suspension of the app is not the directory's.
  if (known?.isDone || isSuspended && !known) return;
  const note = (isDone: boolean) =>
    suspensions.update(records, userId, () => ({
      userId,
      expires: null,
      data: { org, isDone, at: nowDate().toISOString() },
    }));
  // First, so that a request after one that stopped midway knows whose it is.
  await note(false);
  await (await accounts()).suspend(config.userConfig, userId);
  await note(true);
}

/** Returns `true` for a user who is a member of another organization. */
async function isElsewhere(
  { call: { records }, org: own }: Directory,
  userId: string,
): Promise<boolean> {
  for await (const { data } of memberships.listAll(records, userId)) {
    if (data.org === own) continue;
    const org = (await organizations.get(records, data.org))?.data;
    if (org && roleIn(org, userId, data) !== undefined) return true;
  }
  return false;
}

/** Ends a suspension that a directory has made. The domain of the address is that of this one. */
async function resume({ call: { records, config } }: Directory, userId: string): Promise<void> {
  if (!await suspensions.get(records, userId)) return;
  await (await accounts()).resume(config.userConfig, userId);
  await suspensions.take(records, userId);
}

/**
 * The import of members from a directory: each row is compared with what is stored, and what differs
 * is changed. Repeated with the same rows it changes nothing. It never touches an owner, and removes
 * only members whom an import keeps.
 *
 * @module
 */

import { checkDemands } from "../../base/demands.ts";
import { AuthError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { ownerOf } from "../../records/owner.ts";
import { canStartSession } from "../../session/user_status.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { hasRole } from "./permissions.ts";
import { addressIn, openAddress, pendingIds, sealAddress } from "./address.ts";
import { rowsOfCsv } from "./csv.ts";
import { expect, findPending, forgetPending } from "./invitations.ts";
import {
  members,
  type MembershipData,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
  pendings,
} from "./kinds.ts";
import { notifyMember } from "./mails.ts";
import { addMember, roleIn, setRole } from "./members.ts";
import { isId } from "./organization.ts";
import { removeMembership } from "./removal.ts";
import { makeAppCall, type OrganizationsCall, requireRecords } from "./settings.ts";
import type {
  ImportChange,
  ImportOptions,
  ImportRefusal,
  ImportResult,
  ImportRow,
  ImportRows,
} from "./types.ts";

/** An import while it runs. */
interface Run {
  call: OrganizationsCall;
  org: string;
  data: OrgData;
  dryRun: boolean;
  added: ImportChange[];
  changed: ImportChange[];
  removed: ImportChange[];
  unchanged: number;
}

/** A directory that sends its people one by one. */
export type DirectoryCall = Pick<Run, "call" | "data" | "org">;

/**
 * Imports one person, as a row of an import does.
 *
 * @param userId id of the user who is the person; `null`: the address waits for a sign-in that proves it
 * @returns the reason for which nothing was done
 */
export async function importPerson(
  directory: DirectoryCall,
  wanted: Wanted,
  userId: string | null,
): Promise<ImportRefusal["reason"] | undefined> {
  const run: Run = {
    ...directory,
    ...{ dryRun: false, added: [], changed: [], removed: [], unchanged: 0 },
  };
  return userId === null
    ? await importPending(run, wanted, true)
    : await importUser(run, userId, wanted, true);
}

/** Members that are in a row: users by id, and addresses that wait, by the ids of their records. */
interface Seen {
  addresses: Set<string>;
  users: Set<string>;
  pendings: Set<string>;
}

/** See `OrganizationFunctions.importMembers`. */
export async function importMembers(
  config: ServerConfig,
  organization: string,
  rows: ImportRows,
  options: ImportOptions = {},
): Promise<ImportResult> {
  checkDemands("import members", options, { dryRun: "flag", removeMissing: "flag" });
  const { dryRun = false, removeMissing = false } = options;
  const call = makeAppCall(config);
  requireRecords(call.settings, "import members");
  const org = String(organization);
  const data = isId(org) ? (await organizations.get(call.records, org))?.data : undefined;
  if (!data || data.isEnding) {
    throw new AuthError("Cannot import members: there is no such organization");
  }
  const run: Run = { call, org, data, dryRun, added: [], changed: [], removed: [], unchanged: 0 };
  const refused: ImportRefusal[] = [];
  const seen: Seen = { addresses: new Set(), users: new Set(), pendings: new Set() };
  let number = 0;
  for await (const row of typeof rows === "string" ? rowsOfCsv(rows) : rows) {
    number++;
    const reason = await importRow(run, row, seen);
    if (reason) refused.push({ row: number, reason });
  }
  if (removeMissing) {
    await removeMissingMembers(run, seen);
    await removeMissingPendings(run, seen);
  }
  const { added, changed, removed, unchanged } = run;
  return { added, changed, removed, unchanged, refused };
}

async function importRow(
  run: Run,
  { email, role, externalId = null, active = true }: Omit<ImportRow, "externalId"> & {
    externalId?: string | null | undefined;
  },
  seen: Seen,
): Promise<ImportRefusal["reason"] | undefined> {
  const { call, org } = run;
  const address = addressIn(email);
  if (address === undefined) return "invalid-address";
  if (seen.addresses.has(address)) return "duplicate";
  seen.addresses.add(address);
  for (const id of await pendingIds(call.config, org, address)) seen.pendings.add(id);
  const user = await call.config.store.getUserByEmail(address);
  const isProven = user !== null && await hasProvenEvidence(call, call.config.store, user);
  // One that is not in order removes nobody either.
  if (isProven) seen.users.add(ownerOf(user.id));
  if (role === "owner") return "owner";
  if (!hasRole(call.settings.access, role)) return "unknown-role";
  const wanted = { email: address, role, externalId };
  if (!isProven) return void await importPending(run, wanted, active);
  return await importUser(run, ownerOf(user.id), wanted, active);
}

/** A member as a directory wants it. */
export interface Wanted {
  email: string;
  role: string;
  externalId: string | null;
}

async function importUser(
  run: Run,
  userId: string,
  { email, role, externalId }: Wanted,
  active: boolean,
): Promise<ImportRefusal["reason"] | undefined> {
  const { call, org, data, dryRun } = run;
  const { records } = call;
  const stored = (await memberships.get(records, { org, userId }))?.data;
  const present = roleIn(data, userId, stored);
  if (present === "owner") return "owner";
  if (!active) {
    if (present === undefined || !stored!.isManaged) return void run.unchanged++;
    return await removeOne(run, userId, { email, role: present, isPending: false });
  }
  if (present === undefined) {
    if (!await canStartSession(records, userId)) return "suspended";
    const waits = await findPending(call, org, email);
    if (!dryRun) {
      const given = { org, role, by: null, isManaged: true, externalId };
      const added = await addMember(records, userId, given, data.removals ?? 0);
      // The removal is newer than this import.
      if (added === "invitation-expired") return void run.unchanged++;
      if (typeof added === "string") return "suspended";
      if (waits) await forgetPending(call, org, email, waits.id);
      await reportMember(run, "organization.member-added", userId, role);
    }
    return void run.added.push({ email, role, isPending: false });
  }
  if (isSame(stored!, role, externalId)) return void run.unchanged++;
  if (!dryRun) {
    const next = { role, by: null, isManaged: true, externalId };
    await setRole(records, { org, userId }, next, () => true);
    if (present !== role) await reportMember(run, "organization.role-changed", userId, role);
  }
  run.changed.push({ email, role, previousRole: present, isPending: false });
}

function isSame(stored: MembershipData, role: string, externalId: string | null): boolean {
  return stored.role === role && stored.isManaged && stored.externalId === externalId;
}

async function importPending(
  run: Run,
  { email, role, externalId }: Wanted,
  active: boolean,
): Promise<undefined> {
  const { call, org, dryRun } = run;
  const { records, config } = call;
  const known = await findPending(call, org, email);
  if (!active) {
    if (!known) return void run.unchanged++;
    if (!dryRun) await forgetPending(call, org, email, known.id);
    return void run.removed.push({ email, role: known.data.role, isPending: true });
  }
  const { removals = 0 } = run.data;
  const isStored = known?.data.role === role && known.data.externalId === externalId;
  // The rows of this import are newer than a removal that the stored row was older than.
  const isNewest = isStored && (known.data.removals ?? 0) >= removals;
  if (!dryRun && !isNewest) {
    const sealed = await sealAddress(config, email);
    await expect(call, email, org, { org, invitation: null }, null);
    const id = known?.id ?? (await pendingIds(config, org, email))[0];
    await pendings.update(records, id, () => ({
      userId: ownerOfOrg(org),
      expires: null,
      data: { org, sealed, role, externalId, removals },
    }));
    // After the write, so that the end of the organization finds it, or refuses it.
    if ((await organizations.get(records, org))?.data.isEnding !== false) {
      await forgetPending(call, org, email, id);
      throw new AuthError("Cannot import members: the organization was deleted meanwhile");
    }
  }
  if (isStored) return void run.unchanged++;
  const change: ImportChange = { email, role, isPending: true };
  if (known) run.changed.push({ ...change, previousRole: known.data.role });
  else run.added.push(change);
}

async function removeOne(run: Run, userId: string, change: ImportChange): Promise<undefined> {
  const { call, org, dryRun } = run;
  if (!dryRun) {
    // An owner is none of an import, also one who has become it a moment ago.
    const removed = await removeMembership(
      call,
      org,
      userId,
      (owners) => owners.includes(userId) ? "role-beyond-own" : undefined,
    );
    if (typeof removed === "string") return void run.unchanged++;
    await reportMember(run, "organization.member-removed", userId, change.role);
  }
  run.removed.push(change);
}

async function removeMissingMembers(run: Run, seen: Seen): Promise<void> {
  const { call: { records, config }, org, data } = run;
  for await (const { data: { userId } } of members.listAll(records, ownerOfOrg(org))) {
    const stored = (await memberships.get(records, { org, userId }))?.data;
    const role = roleIn(data, userId, stored);
    const stays = role === undefined || role === "owner" || !stored!.isManaged ||
      seen.users.has(userId);
    if (stays) continue;
    const email = (await config.store.getUser(userId))?.email ?? "";
    await removeOne(run, userId, { email, role, isPending: false });
  }
}

async function removeMissingPendings(run: Run, seen: Seen): Promise<void> {
  const { call, org, dryRun } = run;
  for await (const { id, data } of pendings.listAll(call.records, ownerOfOrg(org))) {
    if (seen.pendings.has(id)) continue;
    const email = await openAddress(call.config, data.sealed);
    if (!dryRun) await forgetPending(call, org, email, id);
    run.removed.push({ email: email ?? "", role: data.role, isPending: true });
  }
}

/** Notes a change of a member, who is notified by email. */
export async function reportMember(
  { call, org, data }: DirectoryCall,
  event:
    | "organization.member-added"
    | "organization.member-removed"
    | "organization.role-changed",
  userId: string,
  role: string,
): Promise<void> {
  await audit(call, { name: event, userId, organization: org, bySystem: true });
  const notice = event === "organization.member-added"
    ? "added"
    : event === "organization.member-removed"
    ? "removed"
    : "role-changed";
  await notifyMember(call, userId, notice, { organization: data, by: null, role });
}

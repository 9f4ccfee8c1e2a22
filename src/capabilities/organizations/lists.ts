/**
 * Lists: the organizations of a user, and the members of an organization. An index finds them, and
 * the truth is read for each: a row without it grants nothing, is not shown, and is removed.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { ownerOf } from "../../records/owner.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { RecordStore } from "../../types/records.ts";
import {
  members,
  type MembershipData,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
} from "./kinds.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { roleIn } from "./members.ts";
import { type Membership, stateOf } from "./membership.ts";
import { toOrganization } from "./organization.ts";
import { act } from "./actor.ts";
import type { Refusal } from "./refusal.ts";
import { makeAppCall, type OrganizationsCall, settingsOf } from "./settings.ts";
import type { AppMemberships } from "./options.ts";
import type { ListedMember } from "../../types/organization_parts.ts";
import type { Member, MemberPage, OrganizationOfUser, Page } from "./types.ts";

/** Milliseconds after which a row without a truth is no longer one that is being written. */
const WRITING_MS = 10 * 60 * 1000;

/** Default and most entries of a page. */
const LIMIT = { default: 50, most: 100 };

/** See `OrganizationFunctions.listOrganizations`. */
export async function listOrganizations(
  config: ServerConfig,
  userId: string,
): Promise<readonly OrganizationOfUser[]> {
  return await listUserOrganizations(makeAppCall(config), userId);
}

/** Organizations of a user, by name. */
export async function listUserOrganizations(
  call: OrganizationsCall,
  userId: string,
): Promise<OrganizationOfUser[]> {
  const { tables } = call.settings;
  const found = tables
    ? (await tables.of(userId)).map(({ organization, role, since }) => ({
      ...organization,
      role,
      since: since ?? new Date(0),
    }))
    : await stored(call, ownerOf(userId));
  return found.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

async function stored(
  { records }: OrganizationsCall,
  userId: string,
): Promise<OrganizationOfUser[]> {
  const rows: FoundRecord<MembershipData>[] = [];
  for await (const row of memberships.listAll(records, userId)) rows.push(row);
  const found = await Promise.all(rows.map(async (row) => {
    const { org, since } = row.data;
    const data = (await organizations.get(records, org))?.data;
    const role = data && roleIn(data, userId, row.data);
    if (!data || role === undefined) return await purge(records, userId, row);
    return { ...toOrganization(org, data), role, since: new Date(since) };
  }));
  return found.flatMap((one) => one ?? []);
}

/** Removes a membership of an organization that has ended, or that was never written completely. */
async function purge(
  records: RecordStore,
  userId: string,
  row: FoundRecord<MembershipData>,
): Promise<undefined> {
  const { org, since } = row.data;
  if (!isOld(Date.parse(since))) return;
  await memberships.removeSame(records, { org, userId }, row);
}

function isOld(atMs: number): boolean {
  return atMs + WRITING_MS < nowMs();
}

/** See `OrganizationFunctions.listMembers`. */
export async function listMembers(
  config: ServerConfig,
  membership: Membership,
  { after, limit = LIMIT.default }: Page = {},
): Promise<MemberPage | Refusal> {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT.most) {
    throw new RangeError(`Cannot list members: \`limit\` is not a number from 1 to ${LIMIT.most}`);
  }
  const { tables } = settingsOf(config);
  if (tables) return await listOfApp(tables, membership, after, limit);
  return await act(config, membership, {
    what: "list members",
    isRead: true,
  }, async ({ call: { records }, org, data }) => {
    const owner = ownerOfOrg(org);
    const rows = await members.list(records, owner, { after, limit });
    const found = await Promise.all(rows.map((row) => toMember(records, org, data, row)));
    return {
      ok: true as const,
      members: found.flatMap((one) => one ?? []),
      ...rows.length < limit ? {} : { next: rows.at(-1)!.id },
    };
  });
}

/** Members of an organization with their places in its list: every row of the index. */
export async function listPlaces(
  { records, settings: { tables } }: OrganizationsCall,
  organization: string,
  page: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly ListedMember[]> {
  if (tables) {
    return (await tables.in(organization, page)).map(({ userId }) => ({ userId, place: userId }));
  }
  const data = (await organizations.get(records, organization))?.data;
  if (!data) return [];
  const rows = await members.list(records, ownerOfOrg(organization), page);
  return await Promise.all(rows.map(async (row) => ({
    userId: (await toMember(records, organization, data, row))?.userId,
    place: row.id,
  })));
}

/** One member; `undefined` for a user who is none. */
export async function findMember(
  config: ServerConfig,
  membership: Membership,
  userId: string,
): Promise<{ readonly ok: true; readonly member?: Member } | Refusal> {
  return await act(config, membership, {
    what: "read a member",
    isRead: true,
  }, async ({ call: { records }, org, data }) => {
    const truth = (await memberships.get(records, { org, userId }))?.data;
    const member = asMember(data, userId, truth);
    return member ? { ok: true as const, member } : { ok: true as const };
  });
}

/** The member of a row; `undefined` for one without a membership, which is removed. */
export async function toMember(
  records: RecordStore,
  org: string,
  data: OrgData,
  row: FoundRecord<{ userId: string; at: number }>,
): Promise<Member | undefined> {
  const { userId, at } = row.data;
  const key = { org, userId };
  const truth = (await memberships.get(records, key))?.data;
  const member = asMember(data, userId, truth);
  if (!member && isOld(at)) await members.removeSame(records, key, row);
  return member;
}

function asMember(
  data: OrgData,
  userId: string,
  truth: MembershipData | undefined,
): Member | undefined {
  const role = roleIn(data, userId, truth);
  if (role === undefined) return undefined;
  const since = truth?.since ?? data.createdAt;
  return { userId, role, since: new Date(since), isManaged: truth?.isManaged === true };
}

async function listOfApp(
  tables: AppMemberships,
  membership: Membership,
  after: string | undefined,
  limit: number,
): Promise<MemberPage> {
  const { organization } = stateOf(membership);
  const found = await tables.in(organization.id, { after, limit });
  return {
    ok: true,
    members: found.map(({ userId, role, since }) => ({
      userId,
      role,
      since: since ?? new Date(0),
      isManaged: false,
    })),
    ...found.length < limit ? {} : { next: found.at(-1)!.userId },
  };
}

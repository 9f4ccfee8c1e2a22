/**
 * Organizations, members, invitations and API keys of Better Auth, and what of its tables is not read.
 *
 * @module
 */

import { shortHashText } from "../../base/hashed.ts";
import { cleanName } from "../../base/names.ts";
import { nowDate, nowMs } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { codeOf } from "../../config/capability.ts";
import { hasRole } from "../../capabilities/organizations/permissions.ts";
import { addressIn, sealAddress } from "../../capabilities/organizations/address.ts";
import { expect } from "../../capabilities/organizations/invitations.ts";
import {
  invitationId,
  invitations,
  type MembershipData,
  memberships,
  organizations,
  type OrgData,
  ownerOfOrg,
} from "../../capabilities/organizations/kinds.ts";
import { indexMember, MAX_OWNERS } from "../../capabilities/organizations/members.ts";
import {
  claimSlug,
  isSlug,
  requireOrgName,
} from "../../capabilities/organizations/organization.ts";
import {
  makeOrganizationsCall,
  type OrganizationsCall,
  type OrganizationsCode,
} from "../../capabilities/organizations/settings.ts";
import { legacyKeyId } from "../../capabilities/keys/format.ts";
import { endedKeys, type KeyData, keys, storedUntil } from "../../capabilities/keys/kinds.ts";
import { type KeysCode, settingsIn as keySettingsIn } from "../../capabilities/keys/settings.ts";
import { writeAnchored } from "../../session/anchor.ts";
import type { ResolvedConfig, Store } from "../../types/internal.ts";
import { putMark, readMark } from "./better_auth_mark.ts";
import { columnsOf, isTrue, tableOf, toDate } from "./better_auth_tables.ts";
import type {
  BetterAuthCounts,
  BetterAuthReason,
  BetterAuthReport,
  BetterAuthTables,
} from "./better_auth_types.ts";

/** What the import of organizations works with. */
export interface TeamRun {
  readonly config: ResolvedConfig & { store: Store };
  readonly isDry: boolean;
  readonly report: BetterAuthReport;
  /** Ids of users in this app, by the ids of their rows. */
  readonly users: ReadonlyMap<string, string>;
  /** Names of roles of this app, by those of Better Auth. */
  readonly roles: Readonly<Record<string, string>>;
  readonly moved: ((from: string, to: string) => unknown) | undefined;
}

type Columns = Map<string, unknown>;

const textIn = (row: Columns, name: string): string => {
  const value = row.get(name);
  return value === null || value === undefined ? "" : String(value);
};

/** Rows of the tables, by the names of the tables without case, underscores and the plural. */
function readerOf(tables: BetterAuthTables): (name: string) => Columns[] {
  const named = new Map(Object.entries(tables).map(([name, rows]) => [tableOf(name), rows ?? []]));
  return (name) => (named.get(name) ?? []).map(columnsOf);
}

/** Imports the organizations, and what belongs to them. */
export async function importTeams(run: TeamRun, tables: BetterAuthTables): Promise<void> {
  const read = readerOf(tables);
  const orgs = await importOrganizations(run, read("organization"), read("member"));
  await importInvitations(run, read("invitation"), orgs);
  await importKeys(run, read("apikey"), orgs);
}

/** Says that all rows of a table are left out, in one line. */
function leaveOut(run: TeamRun, table: string, rows: number, reason: BetterAuthReason): void {
  if (rows > 0) run.report.problems.push({ reason, table, rows });
}

/** Rows that still count in the old app; one line says how many do not. */
function withoutEnded(
  run: TeamRun,
  table: string,
  rows: Columns[],
  counts: (row: Columns) => boolean,
): Columns[] {
  const left = rows.filter((row) => {
    const expires = toDate(row.get("expiresat") as string);
    return counts(row) && !(expires && expires.valueOf() <= nowMs());
  });
  leaveOut(run, table, rows.length - left.length, "ended");
  return left;
}

function hasOrganizations({ config: { userConfig } }: TeamRun): boolean {
  const code = codeOf<OrganizationsCode>(userConfig.organizations);
  return code !== undefined && !code.settings.tables;
}

/** The first role of a row that the app has; the owner's first. */
function pickRole({ roles }: TeamRun, { settings: { access } }: OrganizationsCall, text: string) {
  const named = text.split(",").map((one) => one.trim()).map((one) => roles[one] ?? one);
  return named.includes("owner") ? "owner" : named.find((one) => hasRole(access, one));
}

async function makeHash(what: string, id: string): Promise<string> {
  return await shortHashText("Better Auth", `${what} ${id}`);
}

/** Adds what was imported to what is known of a user. */
async function mark({ config }: TeamRun, rowId: string, userId: string, item: string) {
  const { items } = await readMark(config, rowId);
  await putMark(config, rowId, userId, new Set([...items, item]));
}

/** A member of a row who was moved. */
interface Mover {
  rowId: string;
  userId: string;
  role: string;
  since: string;
}

async function importOrganizations(
  run: TeamRun,
  rows: Columns[],
  memberRows: Columns[],
): Promise<Map<string, string>> {
  const { config, report, isDry, moved } = run;
  const orgs = new Map<string, string>();
  if (!hasOrganizations(run)) {
    leaveOut(run, "organization", rows.length, "no-organizations");
    leaveOut(run, "member", memberRows.length, "no-organizations");
    return orgs;
  }
  const call = makeOrganizationsCall(config);
  const { records } = call;
  for (const row of rows) {
    const rowId = textIn(row, "id");
    const org = `org_${await makeHash("organization", rowId)}`;
    const movers = listMovers(
      run,
      call,
      memberRows.filter((one) => textIn(one, "organizationid") === rowId),
    );
    const name = nameIn(row);
    if (name === undefined) {
      report.problems.push({ reason: "organization-name", rowId });
      continue;
    }
    const item = await makeHash("member of", rowId);
    const isMarked = async ({ rowId }: Mover) => (await readMark(config, rowId)).items.has(item);
    const known = await organizations.get(records, org);
    const owners = movers.filter(({ role }) => role === "owner").slice(0, MAX_OWNERS);
    if (!known && owners.length === 0) {
      report.problems.push({ reason: "organization-ownerless", rowId });
      continue;
    }
    // One that was deleted here does not come back.
    const wasDeleted = !known && (await Promise.all(movers.map(isMarked))).some(Boolean);
    count(report.organizations, known !== null || wasDeleted);
    if (wasDeleted) continue;
    orgs.set(rowId, org);
    const missing: Mover[] = [];
    for (const mover of movers) {
      const isKnown = await isMarked(mover) ||
        await memberships.get(records, { org, userId: mover.userId }) !== null;
      count(report.members, isKnown);
      if (!isKnown) missing.push(mover);
    }
    if (isDry) continue;
    await moved?.(rowId, org);
    for (const { userId, role, since } of missing) {
      // Owners of one that exists are changed here alone.
      const own = known && role === "owner" ? "" : role;
      if (own === "") {
        report.problems.push({ reason: "owner-later", rowId, userId });
        continue;
      }
      await indexMember(records, org, userId);
      const data: MembershipData = {
        ...{ org, role: own, since, by: null, isManaged: false, externalId: null },
      };
      await memberships.add(records, { org, userId }, { userId, expires: null, data });
      await audit(call, {
        ...{ name: "organization.member-added", userId, organization: org, bySystem: true },
      });
    }
    if (!known) await createOrganization(run, call, row, { org, name, owners });
    // Also those of a run that failed midway.
    for (const { rowId, userId } of movers) {
      const isThere = await memberships.get(records, { org, userId }) !== null;
      if (isThere) await mark(run, rowId, userId, item);
    }
  }
  return orgs;
}

async function createOrganization(
  { report }: TeamRun,
  call: OrganizationsCall,
  row: Columns,
  { org, name, owners }: { org: string; name: string; owners: readonly Mover[] },
): Promise<void> {
  const { records } = call;
  const wanted = textIn(row, "slug").toLowerCase();
  let slug = wanted;
  if (!isSlug(wanted) || !await claimSlug(records, wanted, org)) {
    slug = `team-${org.slice(4).toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`;
    report.problems.push({ reason: "organization-slug", rowId: textIn(row, "id") });
    if (!await claimSlug(records, slug, org)) {
      throw new AuthError("Cannot import an organization: its name in URLs is taken");
    }
  }
  const createdAt = (toDate(row.get("createdat") as string) ?? nowDate()).toISOString();
  const data: OrgData = {
    ...{ name, slug, policy: {}, createdAt, isEnding: false },
    owners: owners.map(({ userId }) => userId),
  };
  // Last, since nothing counts without it.
  await organizations.add(records, org, { expires: null, data });
  await audit(call, { name: "organization.created", organization: org, bySystem: true });
}

function nameIn(row: Columns): string | undefined {
  try {
    return requireOrgName(textIn(row, "name"));
  } catch {
    return undefined;
  }
}

function count(counts: BetterAuthCounts, isKnown: boolean): void {
  counts[isKnown ? "known" : "written"]++;
}

function listMovers(run: TeamRun, call: OrganizationsCall, rows: Columns[]): Mover[] {
  const found: Mover[] = [];
  for (const row of rows) {
    const rowId = textIn(row, "userid");
    const userId = run.users.get(rowId);
    const role = pickRole(run, call, textIn(row, "role"));
    const reason = userId === undefined
      ? "member-left-out"
      : role === undefined
      ? "role-unknown"
      : undefined;
    if (reason) {
      run.report.problems.push({ reason, rowId: textIn(row, "id") });
      continue;
    }
    const since = (toDate(row.get("createdat") as string) ?? nowDate()).toISOString();
    found.push({ rowId, userId: userId!, role: role!, since });
  }
  return found;
}

async function importInvitations(
  run: TeamRun,
  rows: Columns[],
  orgs: ReadonlyMap<string, string>,
): Promise<void> {
  if (!hasOrganizations(run)) {
    return leaveOut(run, "invitation", rows.length, "no-organizations");
  }
  const { config, report, isDry, users } = run;
  const call = makeOrganizationsCall(config);
  const waits = (row: Columns) =>
    textIn(row, "status") === "pending" && toDate(row.get("expiresat") as string) !== undefined;
  for (const row of withoutEnded(run, "invitation", rows, waits)) {
    const rowId = textIn(row, "id");
    const expires = toDate(row.get("expiresat") as string)!;
    const org = orgs.get(textIn(row, "organizationid"));
    const inviterRow = textIn(row, "inviterid");
    const inviter = users.get(inviterRow);
    const address = addressIn(textIn(row, "email"));
    const role = pickRole(run, call, textIn(row, "role"));
    if (!org || inviter === undefined || address === undefined || role === undefined) {
      report.problems.push({ reason: "invitation", rowId });
      continue;
    }
    // The links of the old app have this id.
    const id = await invitationId(rowId);
    const item = await makeHash("invitation", rowId);
    const isKnown = (await readMark(config, inviterRow)).items.has(item) ||
      await invitations.get(call.records, id) !== null;
    count(report.invitations, isKnown);
    if (isDry) continue;
    if (isKnown) {
      await mark(run, inviterRow, inviter, item);
      continue;
    }
    const sealed = await sealAddress(config, address);
    await expect(call, address, id, { org, invitation: id }, expires);
    const data = { org, sealed, role, inviter, claimedBy: null };
    await invitations.add(call.records, id, { userId: ownerOfOrg(org), expires, data });
    await mark(run, inviterRow, inviter, item);
  }
}

async function importKeys(
  run: TeamRun,
  rows: Columns[],
  orgs: ReadonlyMap<string, string>,
): Promise<void> {
  const { config, report, isDry, users } = run;
  const { keys: own } = config.userConfig;
  if (!own || !codeOf<KeysCode>(own)?.settings.legacy) {
    return leaveOut(run, "apikey", rows.length, "no-keys");
  }
  const settings = keySettingsIn(config);
  const { records } = config;
  const works = (row: Columns) => isTrue(row.get("enabled") as boolean);
  for (const row of withoutEnded(run, "apikey", rows, works)) {
    const rowId = textIn(row, "id");
    const expires = toDate(row.get("expiresat") as string);
    const ownerRow = textIn(row, "referenceid") || textIn(row, "userid");
    const userId = users.get(ownerRow);
    const org = orgs.get(ownerRow);
    const hash = textIn(row, "key");
    const isLimited = row.get("remaining") !== null && row.get("remaining") !== undefined;
    if (userId === undefined && org === undefined || !/^[\w-]{43}$/.test(hash) || isLimited) {
      report.problems.push({ reason: "key", rowId });
      continue;
    }
    const id = await legacyKeyId(hash);
    const item = await makeHash("key", rowId);
    const isKnown = await keys.get(records!, id) !== null ||
      await endedKeys.get(records!, id) !== null ||
      userId !== undefined && (await readMark(config, ownerRow)).items.has(item);
    count(report.keys, isKnown);
    const given = permissionsIn(row);
    const scopes = given.filter((one) => settings.scopes.includes(one));
    if (scopes.length < given.length) report.problems.push({ reason: "key-scopes", rowId });
    if (isDry) continue;
    if (isKnown) {
      if (userId !== undefined) await mark(run, ownerRow, userId, item);
      continue;
    }
    const data: KeyData = {
      ...{ hash, scopes, name: cleanName(textIn(row, "name")) ?? "Key" },
      owner: userId === undefined
        ? { kind: "organization", id: org! }
        : { kind: "user", id: userId },
      organization: userId === undefined ? org! : null,
      createdBy: null,
      createdAt: (toDate(row.get("createdat") as string) ?? nowDate()).toISOString(),
      expires: expires?.toISOString() ?? null,
      ...{ lastUsedAt: null, anchor: null, proof: null, rotatedTo: null },
    };
    const put = async (anchor: string | null) => {
      const value = { ...data, anchor };
      const owner = userId ?? ownerOfOrg(org!);
      await keys.add(records!, id, { userId: owner, expires: storedUntil(value), data: value });
    };
    if (userId === undefined) await put(null);
    else {
      const undo = () => keys.take(records!, id);
      await writeAnchored({ ...config, records: records! }, userId, put, undo);
      await mark(run, ownerRow, userId, item);
    }
    await audit({ config }, {
      ...{ name: "key.created", credential: id, bySystem: true },
      ...userId === undefined ? { organization: org! } : { userId },
    });
  }
}

/** Permissions of a key, as `resource:action`; a key without any opens what needs none. */
function permissionsIn(row: Columns): string[] {
  try {
    const found: unknown = JSON.parse(textIn(row, "permissions") || "{}");
    return Object.entries(found as Record<string, unknown>).flatMap(([resource, actions]) =>
      Array.isArray(actions) ? actions.map((action) => `${resource}:${action}`) : []
    );
  } catch {
    return [];
  }
}

/**
 * Organizations: owners and roles as they are stored, and the app's own tables of members.
 *
 * A store finds no organization by itself, so the ones to look at are named.
 *
 * @module
 */

import { hasRole } from "../../capabilities/organizations/permissions.ts";
import {
  members,
  memberships,
  organizations,
  ownerOfOrg,
  slugs,
} from "../../capabilities/organizations/kinds.ts";
import { roleIn } from "../../capabilities/organizations/members.ts";
import type { AppMemberships } from "../../capabilities/organizations/options.ts";
import { isId, isSlug } from "../../capabilities/organizations/organization.ts";
import {
  makeOrganizationsCall,
  type OrganizationsCall,
} from "../../capabilities/organizations/settings.ts";
import { type Finding, finding, messageOf } from "./finding.ts";
import type { Subject } from "./subject.ts";
import { type Result, unchecked } from "./unchecked.ts";

/** Members of one organization whose roles are read, in the app's own tables. */
const PAGE = 100;

/**
 * Returns the faults of organizations.
 *
 * @param names ids or slugs of the organizations to look at
 */
export async function checkOrganizations(
  { resolved, completed }: Subject,
  names: readonly string[],
): Promise<Result[]> {
  // A config that is refused has a finding already.
  if (completed.organizations === undefined || resolved.error || !resolved.store) return [];
  const call = makeOrganizationsCall(resolved);
  const { tables } = call.settings;
  const faults = tables ? await checkTables(tables) : [];
  if (faults.length > 0) return faults;
  if (names.length === 0) {
    return [unchecked(
      "Owners and roles of organizations",
      "none was named",
      "Pass --organization acme, or several with commas.",
    )];
  }
  const results: Result[] = [];
  for (const name of names) results.push(...await checkOne(call, name));
  return results;
}

/** Asks the app's own tables about an organization and a user who do not exist. */
async function checkTables(tables: AppMemberships): Promise<Finding[]> {
  const text = `doctor-${crypto.randomUUID()}`;
  const calls = {
    of: (id: string) => tables.of(id),
    in: (id: string) => tables.in(id, { limit: 1 }),
    // It gets a part of a URL, and the id of a user.
    get: (id: string) => tables.get(text, id),
  };
  const findings = await Promise.all(
    Object.entries(calls).map(([name, call]) => checkTable(name, call)),
  );
  return findings.flat();
}

/** @param call gets the id of no user, or of no organization */
async function checkTable(name: string, call: (id: string) => unknown): Promise<Finding[]> {
  const method = `\`memberships.${name}\``;
  let found: unknown;
  try {
    found = await call(crypto.randomUUID());
  } catch (error) {
    try {
      // A column of numbers refuses the other one.
      await call("0");
      return [];
    } catch {
      return [finding(
        "memberships-failed",
        `${method} of Organizations() threw for what does not exist: ${messageOf(error)}`,
        name === "get"
          ? `Correct ${method}: it gets any text as the organization, such as a part of a URL, and ` +
            "returns null where nobody is a member."
          : `Correct ${method}: it returns an empty list for what does not exist.`,
      )];
    }
  }
  const isEmpty = name === "get" ? found === null : Array.isArray(found) && found.length === 0;
  if (isEmpty) return [];
  return [finding(
    "memberships-wrong",
    `${method} of Organizations() returned ${shapeOf(found)} for what does not exist`,
    name === "get"
      ? `Correct ${method}: it returns null for a user who is no member.`
      : `Correct ${method}: it returns an empty list for what does not exist.`,
  )];
}

function shapeOf(found: unknown): string {
  if (Array.isArray(found)) return `a list of ${found.length}`;
  return found === undefined ? "undefined" : found === null ? "null" : `a value (${typeof found})`;
}

async function checkOne(call: OrganizationsCall, name: string): Promise<Result[]> {
  try {
    const { tables } = call.settings;
    if (tables) return checkRoles(call, name, await rolesInTables(tables, name));
    return await checkStored(call, name);
  } catch (error) {
    return [unchecked(
      `Owners and roles of the organization ${JSON.stringify(name)}`,
      `the store failed: ${messageOf(error)}`,
      "Correct the store first.",
    )];
  }
}

async function checkStored(call: OrganizationsCall, name: string): Promise<Result[]> {
  const { records, config: { store } } = call;
  const id = isId(name)
    ? name
    : isSlug(name)
    ? (await slugs.get(records, name))?.data.org
    : undefined;
  const data = id === undefined ? undefined : (await organizations.get(records, id))?.data;
  if (id === undefined || !data || data.isEnding) {
    return [unchecked(
      `Owners and roles of the organization ${JSON.stringify(name)}`,
      "there is no such organization",
      "Pass the id or the slug of one.",
    )];
  }
  const owners = await Promise.all(data.owners.map(async (owner) => await store.getUser(owner)));
  const ownerless = owners.some((owner) => owner) ? [] : [finding(
    "organization-ownerless",
    `The organization ${JSON.stringify(name)} has no owner whom the adapter finds: its ` +
      `${data.owners.length === 1 ? "owner was" : `${data.owners.length} owners were`} deleted ` +
      "without the library",
    'Make a member the owner: `changeRole(asSystem(id), userId, "owner")`. Delete users with ' +
      "`users.delete`, which looks after their organizations.",
  )];
  const roles = new Map<string, number>();
  for await (const { data: { userId } } of members.listAll(records, ownerOfOrg(id))) {
    const role = roleIn(data, userId, (await memberships.get(records, { org: id, userId }))?.data);
    if (role !== undefined) roles.set(role, (roles.get(role) ?? 0) + 1);
  }
  return [...ownerless, ...checkRoles(call, name, roles)];
}

async function rolesInTables(
  tables: AppMemberships,
  id: string,
): Promise<ReadonlyMap<string, number>> {
  const roles = new Map<string, number>();
  let after: string | undefined;
  do {
    const page = await tables.in(id, { after, limit: PAGE });
    for (const { role } of page) roles.set(role, (roles.get(role) ?? 0) + 1);
    const last = page.length < PAGE ? undefined : page.at(-1)!.userId;
    // A page that begins again would never end.
    after = last === after ? undefined : last;
  } while (after !== undefined);
  return roles;
}

/** Roles that permit nothing, since no one defines them any more. */
function checkRoles(
  { settings: { access } }: OrganizationsCall,
  name: string,
  roles: ReadonlyMap<string, number>,
): Finding[] {
  return [...roles].filter(([role]) => !hasRole(access, role)).map(([role, count]) =>
    finding(
      "role-undefined",
      `${count} ${count === 1 ? "member" : "members"} of the organization ${
        JSON.stringify(name)
      } ` +
        `with the role ${
          JSON.stringify(role)
        }, which \`defineAccess\` does not define: it permits ` +
        "nothing",
      "Define the role again, or give these members another one with `changeRole`.",
    )
  );
}

/**
 * Roles by groups of the directory.
 *
 * @module
 */

import { firstRole } from "../connections/attributes.ts";
import type { Directory } from "./directory.ts";
import { groups, type UserData } from "./kinds.ts";
import { findByName } from "./names.ts";
import { foldCase } from "./values.ts";

/** The role that the groups of a person give; `undefined` when they give none. */
export async function roleByGroups(
  directory: Directory,
  { groups: own }: Pick<UserData, "groups">,
): Promise<string | undefined> {
  const { call, own: { roles } } = directory;
  if (roles.length === 0 || own.length === 0) return undefined;
  const known = await readRoleGroups(directory);
  const names = new Set(own.flatMap((id) => known.get(id) ?? []));
  return firstRole(call, roles, names);
}

/** Ids of the groups that give a role, with their names as they are written. */
async function readRoleGroups(directory: Directory): Promise<ReadonlyMap<string, string>> {
  const { call: { records }, org, own: { roles } } = directory;
  const found = await Promise.all(roles.map(async ({ group }) => {
    const id = await findByName(directory, { of: "group", value: foldCase(group) });
    const known = id === undefined ? null : await groups.get(records, id);
    const { displayName } = known?.data.values ?? {};
    const isLive = known?.data.org === org && !known.data.isEnding && displayName === group;
    return isLive ? [[known.id, group] as const] : [];
  }));
  return new Map(found.flat());
}

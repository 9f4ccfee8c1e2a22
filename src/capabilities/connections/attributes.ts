/**
 * Roles of people who sign in through a connection: by the groups of the provider, else as the app
 * decides. None of them makes an owner.
 *
 * @module
 */

import type { Identity } from "../../types/identity.ts";
import { hasRole } from "../organizations/permissions.ts";
import type { Organization } from "../organizations/types.ts";
import type { ConnectionData } from "./kinds.ts";
import type { ConnectionsCall } from "./settings.ts";

/** Most groups of a person that are read, and most characters of one. */
const MAX = { groups: 1000, characters: 200 };

/** Returns `true` for a role that a connection may give. */
export function isRoleToGive(
  { settings: { access } }: Pick<ConnectionsCall, "settings">,
  role: unknown,
): boolean {
  return role !== "owner" && hasRole(access, role);
}

/**
 * The role that the groups of a person give.
 *
 * @returns `null` when they give none; `undefined` when no groups are read at all
 */
export function roleByGroups(
  call: ConnectionsCall,
  { roles: own }: Pick<ConnectionData, "roles">,
  profile: Readonly<Record<string, unknown>>,
): string | null | undefined {
  const { groups } = call.own;
  const roles = own ?? groups?.roles ?? [];
  if (!groups || roles.length === 0) return undefined;
  return firstRole(call, roles, groupsIn(groups.claim, profile)) ?? null;
}

/** The groups in a claim. */
export function groupsIn(
  name: string,
  profile: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const claim = Object.hasOwn(profile, name) ? profile[name] : undefined;
  const listed: unknown[] = Array.isArray(claim) ? claim.slice(0, MAX.groups) : [claim];
  const isGroup = (one: unknown) => typeof one === "string" && one.length <= MAX.characters;
  return new Set(listed.filter(isGroup) as string[]);
}

/** The role of the first group in a list that a person is in; `undefined` for none that may be given. */
export function firstRole(
  call: Pick<ConnectionsCall, "settings">,
  roles: readonly { readonly group: string; readonly role: string }[],
  groups: ReadonlySet<unknown>,
): string | undefined {
  const found = roles.find(({ group }) => groups.has(group))?.role;
  return found !== undefined && isRoleToGive(call, found) ? found : undefined;
}

/** The role of a new member, as the app decides; `null` for a person whom it does not let in. */
export async function roleOfApp(
  call: ConnectionsCall,
  organization: Organization,
  email: string,
  subject: string,
  { profile = {} }: Pick<Identity, "profile">,
): Promise<string | null> {
  const { own: { join }, config: { logger } } = call;
  try {
    const role = typeof join === "function"
      ? await join({ email, subject, claims: profile }, organization)
      : join;
    if (role === null) return null;
    if (isRoleToGive(call, role)) return role;
    throw new TypeError(
      `Cannot let a person join: \`join\` of Connections() gave the role ${
        JSON.stringify(role)
      }, which is not one of \`defineAccess\`, or the owner's`,
    );
  } catch (error) {
    logger.error(error as Error);
    return null;
  }
}

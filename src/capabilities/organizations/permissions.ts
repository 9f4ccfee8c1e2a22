/**
 * Roles and what they permit: defined once, as a value that knows every name, so that a typing error
 * does not compile.
 *
 * @module
 */

import { checkDemand } from "../../base/demands.ts";
import { didYouMean } from "../../base/nearest.ts";
import { AuthError } from "../../errors.ts";
import { type Membership, stateOf } from "./membership.ts";

/** Permissions that organizations themselves ask for. */
export interface BuiltInPermissions {
  /** Of API keys. */
  readonly key: readonly ["create", "read", "revoke"];
  /** Of members. */
  readonly member: readonly ["invite", "remove", "role"];
  /** Of the organization. */
  readonly organization: readonly ["update", "delete"];
  /** Of services. */
  readonly service: readonly ["create", "read", "delete"];
}

const BUILT_IN: BuiltInPermissions = {
  key: ["create", "read", "revoke"],
  member: ["invite", "remove", "role"],
  organization: ["update", "delete"],
  service: ["create", "read", "delete"],
};

/** Actions by resource. */
export type PermissionTable = Readonly<Record<string, readonly string[]>>;

/** Resources of an app, and those of organizations. */
export type ResourceOf<P> = (keyof P | keyof BuiltInPermissions) & string;

/** Actions on a resource. */
export type ActionOf<P, Resource> =
  | (Resource extends keyof P
    ? P[Resource] extends readonly (infer Action extends string)[] ? Action
    : never
    : never)
  | (Resource extends keyof BuiltInPermissions ? BuiltInPermissions[Resource][number] : never);

/** Every permission of a table, as `resource:action`. */
export type PermissionOf<P> = {
  [Resource in ResourceOf<P>]: `${Resource}:${ActionOf<P, Resource>}`;
}[ResourceOf<P>];

/** The permissions of a table that the app has written. */
export type OwnPermissionOf<P> = {
  [Resource in keyof P & string]: P[Resource] extends readonly (infer Action extends string)[]
    ? `${Resource}:${Action}`
    : never;
}[keyof P & string];

/** The permissions of a role. */
export type RolePermissions<P> =
  | "all"
  | {
    readonly [Resource in ResourceOf<P>]?: "all" | readonly ActionOf<P, Resource>[];
  };

/** Options of {@linkcode defineAccess}. */
export interface AccessOptions<P extends PermissionTable, Role extends string> {
  /**
   * Actions by resource. Organizations add `member: ["invite", "remove", "role"]`,
   * `organization: ["update", "delete"]`, and for `keys` `key: ["create", "read", "revoke"]` and
   * `service: ["create", "read", "delete"]`.
   */
  readonly permissions: P;
  /** The permissions of each role. `owner` always exists and permits all. */
  readonly roles: Readonly<Record<Role, RolePermissions<NoInfer<P>>>> & {
    /** The owner. */
    readonly owner?: "all";
  };
  /**
   * The roles that members of a role may give, take and invite to. Owners may give every role.
   * Default: only owners give roles.
   */
  readonly grants?: {
    readonly [Giver in Exclude<NoInfer<Role>, "owner">]?: readonly Exclude<
      NoInfer<Role>,
      "owner"
    >[];
  };
}

/**
 * Options of `can`.
 *
 * @since 0.3.0
 */
export interface CanOptions {
  /** `true` when an operator who acts for the user has the permission too. Default `false`. */
  readonly allowActor?: boolean | undefined;
}

/**
 * Roles and permissions of an app.
 *
 * @typeParam Role Names of the roles.
 * @typeParam Permission Names of the permissions.
 * @typeParam Own Names of those that the app has written.
 */
export interface Access<
  Role extends string = string,
  Permission extends string = string,
  Own extends string = Permission,
> {
  /** All roles; the owner is the first one. */
  readonly roles: readonly Role[];
  /** All permissions, with those that organizations themselves ask for. */
  readonly permissions: readonly Permission[];
  /** Permissions that the app has written itself. */
  readonly ownPermissions: readonly Own[];
  /**
   * Returns `true` when a membership permits something. Reads nothing.
   *
   * @throws {TypeError} for a permission that is not defined
   */
  can(membership: Membership<Role>, permission: Permission, options?: CanOptions): boolean;
  /**
   * Returns `true` when a role permits something, also outside of organizations.
   *
   * @throws {TypeError} for a permission that is not defined
   */
  allows(role: Role, permission: Permission): boolean;
  /** Returns `true` when members of a role may make someone a member of another one. */
  mayGive(giver: Role, role: Role): boolean;
  /**
   * Returns `true` when members of a role may change or remove a member of another one. Owners may
   * do it for a role that the app no longer defines.
   */
  mayTake(giver: Role, role: string): boolean;
}

/**
 * Defines the roles of an app. It needs no organizations: `allows` also decides about roles that the
 * app itself stores with its users.
 *
 * @throws {AuthError} for names that are unknown, and for a role that may give more than it has
 *
 * @example
 * ```ts
 * import { defineAccess } from "@x/auth/organizations";
 * import { assertEquals } from "@std/assert";
 *
 * const access = defineAccess({
 *   permissions: { project: ["read", "write"] },
 *   roles: {
 *     admin: { project: "all", member: ["invite"] },
 *     guest: { project: ["read"] },
 *   },
 *   grants: { admin: ["guest"] },
 * });
 * assertEquals(access.allows("guest", "project:write"), false);
 * assertEquals(access.allows("owner", "organization:delete"), true);
 * assertEquals(access.mayGive("admin", "guest"), true);
 * ```
 */
export function defineAccess<const P extends PermissionTable, const Role extends string>(
  options: AccessOptions<P, Role>,
): Access<Role | "owner", PermissionOf<P>, OwnPermissionOf<P>> {
  type Permission = PermissionOf<P>;
  const table = tableOf(options.permissions);
  const all: ReadonlySet<string> = new Set(
    Object.entries(table).flatMap(([resource, actions]) =>
      actions.map((one) => `${resource}:${one}`)
    ),
  );
  const roles = new Map<string, ReadonlySet<string>>([["owner", all]]);
  for (const [role, permits] of Object.entries(options.roles)) {
    roles.set(
      checkName("role", role),
      makePermissions(role, permits as RolePermissions<P>, table, all),
    );
  }
  const grants = makeGrants(options.grants ?? {}, roles);
  const allows = (role: string, permission: string) => {
    checkDemand("decide", "permission", permission, "text");
    if (!all.has(permission)) {
      throw new TypeError(
        `Cannot decide: there is no permission ${JSON.stringify(permission)}` +
          didYouMean(permission, all),
      );
    }
    // A stored role that is no longer defined permits nothing.
    return roles.get(role)?.has(permission) === true;
  };
  const mayTake = (giver: string, role: string) =>
    giver === "owner" || grants.get(giver)?.has(role) === true;
  const access: Access<Role | "owner", Permission, OwnPermissionOf<P>> = {
    roles: Object.freeze([...roles.keys()]) as readonly (Role | "owner")[],
    permissions: Object.freeze([...all]) as readonly Permission[],
    ownPermissions: Object.freeze(
      Object.entries(options.permissions).flatMap(([resource, actions]) =>
        actions.map((action) => `${resource}:${action}`)
      ),
    ) as readonly OwnPermissionOf<P>[],
    can: (membership, permission, { allowActor } = {}) => {
      const { access: own, role, isActed } = stateOf(membership);
      if (own !== access) {
        throw new TypeError("Cannot decide: the membership comes from other roles");
      }
      const isAllowed = allows(role, permission);
      return isAllowed && (isActed !== true || allowActor === true);
    },
    allows,
    mayGive: (giver, role) => roles.has(role) && mayTake(giver, role),
    mayTake,
  };
  return Object.freeze(access);
}

/** Returns `true` for a role that is defined. */
export function hasRole(access: Access, role: unknown): role is string {
  return typeof role === "string" && access.roles.includes(role);
}

/**
 * Refuses a role that is not defined.
 *
 * @throws {AuthError} with the role that was meant; `cause.field` is `role`
 */
export function requireRole(access: Access, role: unknown): void {
  if (hasRole(access, role)) return;
  const known = access.roles.join(", ");
  throw new AuthError(
    `Cannot use the role ${
      JSON.stringify(role) ?? "undefined"
    }: \`defineAccess\` defines ${known}` +
      didYouMean(role, access.roles),
    { cause: { field: "role" } },
  );
}

function tableOf(own: PermissionTable): Record<string, readonly string[]> {
  const table: Record<string, readonly string[]> = Object.assign(Object.create(null), BUILT_IN);
  for (const [resource, actions] of Object.entries(own)) {
    checkName("resource", resource);
    for (const action of actions) checkName("action", action);
    table[resource] = [...new Set([...table[resource] ?? [], ...actions])];
  }
  return table;
}

function makePermissions(
  role: string,
  permits: "all" | Readonly<Record<string, "all" | readonly string[] | undefined>>,
  table: Readonly<Record<string, readonly string[]>>,
  all: ReadonlySet<string>,
): ReadonlySet<string> {
  if (permits === "all") return all;
  if (role === "owner") throw bad('the role "owner" permits all; write "all", or leave it out');
  const found = Object.entries(permits).flatMap(([resource, actions = []]) => {
    const known = table[resource];
    if (!known) throw bad(`the role "${role}" names the unknown resource "${resource}"`);
    const unknown = actions === "all" ? undefined : actions.find((one) => !known.includes(one));
    if (unknown !== undefined) {
      throw bad(`the role "${role}" names the unknown permission "${resource}:${unknown}"`);
    }
    return (actions === "all" ? known : actions).map((action) => `${resource}:${action}`);
  });
  return new Set(found);
}

function makeGrants(
  grants: Readonly<Record<string, readonly string[] | undefined>>,
  roles: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(grants).map(([giver, given = []]) => {
      const own = roles.get(giver);
      if (!own || giver === "owner") throw bad(`\`grants\` cannot name the role "${giver}"`);
      for (const role of given) {
        const other = roles.get(role);
        if (!other || role === "owner") throw bad(`"${giver}" cannot give the role "${role}"`);
        const beyond = [...other].find((permission) => !own.has(permission));
        if (beyond === undefined) continue;
        throw bad(`"${giver}" cannot give "${role}", which has "${beyond}": it lacks that itself`);
      }
      return [giver, new Set(given)];
    }),
  );
}

/** Names stand in records and in `resource:action`. */
function checkName(what: string, name: string): string {
  if (/^[A-Za-z][\w-]{0,63}$/.test(name)) return name;
  throw bad(`the ${what} "${name}" is not a name of letters, digits, "-" and "_"`);
}

function bad(message: string): AuthError {
  return new AuthError(`Cannot define access: ${message}`, { cause: { option: "access" } });
}

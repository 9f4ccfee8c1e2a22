/**
 * Organizations: teams with roles and invitations.
 *
 * @example
 * ```ts
 * import { defineAccess, Organizations } from "@x/auth/organizations";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { defineAuth } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const access = defineAccess({
 *   permissions: { project: ["read", "write"] },
 *   roles: {
 *     admin: { project: "all", member: "all" },
 *     member: { project: ["read"] },
 *   },
 *   grants: { admin: ["member"] },
 * });
 * const auth = defineAuth({
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   sendMail: () => {},
 *   organizations: Organizations({ access }),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 *
 * async function page(request: Request): Promise<Response> {
 *   const at = await auth.organizations.readMembership(request, "acme");
 *   if (!at.ok) return at.response();
 *   const mayWrite = auth.organizations.can(at, "project:write");
 *   return new Response(`${at.organization.name}: ${at.role}, ${mayWrite}`);
 * }
 *
 * // No user is signed in.
 * assertEquals((await page(new Request("https://app.example/acme"))).status, 303);
 * ```
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { WithCode } from "../../config/capability.ts";
import type { Subscriptions } from "../../types/topics.ts";
import { checkOrganizations, needsOf } from "./check.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { memberships } from "./kinds.ts";
import type { OrganizationsOptions } from "./options.ts";
import type { OrganizationsCode } from "./settings.ts";
import { asSystem } from "./system.ts";
import type { OrganizationFunctions } from "./typed.ts";

export {
  type Access,
  type AccessOptions,
  type ActionOf,
  type BuiltInPermissions,
  type CanOptions,
  defineAccess,
  type OwnPermissionOf,
  type PermissionOf,
  type PermissionTable,
  type ResourceOf,
  type RolePermissions,
} from "./permissions.ts";
export type { Membership } from "./membership.ts";
export type { Refusal } from "./refusal.ts";
export type * from "./options.ts";
export type * from "./typed.ts";
export type * from "./types.ts";
export type { Capability };

const accountRow = lazy(() => import("./account_row.ts"));
const functions = withNames(
  lazy(() => import("./functions.ts")),
  "acceptInvitation cancelInvitation changeRole createOrganization " +
    "deleteOrganization importMembers invite leave listInvitations listMembers " +
    "listOrganizations readInvitation readMembership readPolicy removeMember " +
    "transferOwnership updateOrganization",
);
const admission = lazy(() => import("./admission.ts"));
const deletion = lazy(() => import("./deletion.ts"));
const merging = lazy(() => import("./merging.ts"));
const userSection = lazy(() => import("./user_section.ts"));
const credentials = lazy(() => import("./credentials.ts"));

/**
 * Gives the app organizations: their functions are `auth.organizations` of `defineAuth`.
 *
 * Their pages are `{basePath}/organizations`, `{basePath}/organization/{slug}`, its `/settings`, and
 * `{basePath}/invitation`. Apps whose memberships are their own tables have none of these pages.
 *
 * @typeParam Role Is inferred.
 * @typeParam Permission Is inferred.
 */
export function Organizations<Role extends string, Permission extends string>(
  options: OrganizationsOptions<Role, Permission>,
): Capability<"organizations", OrganizationFunctions<Role, Permission>> {
  const { access, memberships: tables = "records", maxLag = 0 } = options;
  const { organizationsPerUser: perUser = {} } = options;
  const code: OrganizationsCode = {
    settings: {
      access,
      create: options.create ?? "anyone",
      ...tables === "records" ? {} : { tables },
      onLastOwner: options.onLastOwner ?? "refuse",
      maxLagMs: maxLag * 1000,
      invitationsPerHour: options.invitationsPerHour ?? 100,
      organizationsPerUser: perUser !== false && { perHour: 10, total: 100, ...perUser },
      invitationUrl: options.invitationUrl,
    },
    check: () => checkOrganizations(options),
    needs: [needsOf(options)],
    // The app's own tables are changed on pages of its own.
    ...tables === "records" ? { endpoints: ENDPOINTS } : {},
    records: tables === "records"
      ? [{
        name: memberships.name,
        list: async ({ records }, userId) => await memberships.list(records!, userId),
      }]
      : [],
    direct: {
      can: access?.can,
      allows: access?.allows,
      mayGive: access?.mayGive,
      asSystem: (organization: string) => asSystem(access, organization),
    },
    functions: { organizations: functions },
    scopes: access?.permissions ?? [],
    on: {
      ...tables === "records"
        ? {
          "account.row": async (asked) => await (await accountRow()).accountRow(asked),
          "user.merge": async (asked) => await (await merging()).planMemberships(asked),
          "user.merge-decided": async (moment) => await (await merging()).moveMemberships(moment),
        } satisfies Subscriptions
        : {},
      "user.shown": async (moment) => await (await userSection()).userSection(moment),
      "user.deleting": async (moment) => await (await deletion()).leaveOrganizations(moment),
      "address.admitted": async (asked) => await (await admission()).admits(asked) || undefined,
      "session.begun": async (moment) => await (await admission()).applyPending(moment),
    },
    parts: { members: async () => (await credentials()).members },
  };
  const made:
    & Capability<"organizations", OrganizationFunctions<Role, Permission>>
    & WithCode<typeof code> = { id: "organizations", [capability]: code };
  return made;
}

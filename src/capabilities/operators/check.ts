/**
 * Checks the options of operators. What is missing elsewhere fails closed: a permission that roles do
 * not know is nobody's, and an organization that is not there has no members.
 *
 * @module
 */

import { cleanName } from "../../base/names.ts";
import { nearest } from "../../base/nearest.ts";
import { codeOf } from "../../config/capability.ts";
import type { Demand } from "../../config/needs.ts";
import { AuthError } from "../../errors.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import type { OrganizationsCode, Settings } from "../organizations/settings.ts";
import { operatorPermissions, PERMISSIONS } from "./actions.ts";
import type { OperatorsOptions } from "./options.ts";

/** Longest id or slug of an organization that is read. */
const MAX_NAME = 255;

/** What operators need. */
export function needsOf({ organization }: OperatorsOptions): Demand {
  return {
    option: "operators",
    adapter: ["getUser"],
    sessions: "always",
    members: organization === undefined ? [] : ["organizations"],
  };
}

function bad(message: string, name = ""): AuthError {
  const option = `operators${name}`;
  return new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
}

/** Returns the first error of the options. */
export function checkOperators(
  options: OperatorsOptions,
  { factors, organizations }: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const { organization, permissionsOf } = options ?? {};
  if ((organization === undefined) === (permissionsOf === undefined)) {
    return bad("it needs `organization` or `permissionsOf`, and not both");
  }
  if (permissionsOf !== undefined && typeof permissionsOf !== "function") {
    return bad("it is not a function", ".permissionsOf");
  }
  if (permissionsOf === undefined) {
    const isName = typeof organization === "string" && organization !== "" &&
      organization.length <= MAX_NAME;
    if (!isName) return bad("it is not the id or the slug of an organization", ".organization");
    const settings = codeOf<OrganizationsCode>(organizations)?.settings;
    // Without one, the needs say so.
    const error = settings && checkOrganization(organization, settings);
    if (error) return error;
  }
  const { name, notify = "at-once" } = options.acting ?? {};
  if (name !== undefined && (typeof name !== "string" || cleanName(name) !== name)) {
    return bad("it is no name: it needs 1 to 64 characters on one line", ".acting.name");
  }
  if (notify !== "at-once" && notify !== "after") {
    return bad('it is "at-once" or "after": a user is told in any case', ".acting.notify");
  }
  const hasSecondFactor = (factors?.length ?? 0) > 0 ||
    providers.some(({ type }) => type === "webauthn");
  if (!hasSecondFactor) {
    return bad(
      "every change by an operator needs a second factor; set `factors`, such as `[Totp()]` of " +
        "@x/auth/factors, or add the provider `Passkey`",
    );
  }
}

function checkOrganization(
  organization: string,
  { access, create, tables }: Settings,
): AuthError | undefined {
  // The app gives the names of its own tables away.
  if (!tables && !organization.startsWith("org_") && create !== "nobody") {
    return bad(
      "it is a slug, which the first visitor who creates an organization could take; write the id " +
        'that `createOrganization` returned, or set `create: "nobody"` of Organizations()',
      ".organization",
    );
  }
  const known: readonly string[] = access?.permissions ?? [];
  const cure =
    "write `permissions: { ...operatorPermissions }` for `defineAccess`, without those " +
    "that nobody should have";
  if (!known.includes("user:read")) {
    return bad(`\`defineAccess\` knows no permission "user:read"; ${cure}`, ".organization");
  }
  const missing = PERMISSIONS.filter((one) => !known.includes(one));
  for (const one of known) {
    const [resource] = one.split(":");
    if (!Object.hasOwn(operatorPermissions, resource!) || isOurs(one)) continue;
    const meant = nearest(one, missing);
    if (meant === undefined) continue;
    return bad(
      `\`defineAccess\` knows "${one}", and no "${meant}"; ${cure}`,
      ".organization",
    );
  }
}

function isOurs(permission: string): boolean {
  return (PERMISSIONS as readonly string[]).includes(permission);
}

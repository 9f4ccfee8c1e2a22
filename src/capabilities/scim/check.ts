/**
 * Checks the options of SCIM.
 *
 * @module
 */

import { codeOf } from "../../config/capability.ts";
import { AuthError } from "../../errors.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { OrganizationsCode } from "../organizations/settings.ts";
import type { Settings } from "./settings.ts";

/** Most entries of the list of roles. */
const MOST_ROLES = 100;

function bad(option: string, message: string): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
}

/** Returns the first error of the options. */
export function checkScim(
  { organizations }: Pick<AuthConfig, "organizations">,
  { role, roles, perMinute }: Settings,
): AuthError | undefined {
  const settings = codeOf<OrganizationsCode>(organizations)?.settings;
  if (settings?.tables) {
    return bad(
      "scim",
      "`memberships` of Organizations() are the app's own tables, which no directory changes",
    );
  }
  const known = settings?.access.roles.filter((one) => one !== "owner") ?? [];
  const isRole = (one: unknown) => !settings || known.includes(one as string);
  if (!isRole(role)) {
    return bad(
      "scim.role",
      `${JSON.stringify(role) ?? "undefined"} is not one of ${
        known.join(", ")
      }; name the role of ` +
        "people in none of the groups of `roles`",
    );
  }
  const isList = Array.isArray(roles) && roles.length <= MOST_ROLES &&
    roles.every((one) =>
      typeof one?.group === "string" && one.group.length > 0 && one.group.length <= 255
    );
  if (!isList) {
    return bad("scim.roles", `it is not a list of at most ${MOST_ROLES} \`{ group, role }\``);
  }
  if (roles.some((one) => !isRole(one.role))) {
    return bad("scim.roles", `a group gives a role that is not one of ${known.join(", ")}`);
  }
  if (perMinute !== false && !(Number.isInteger(perMinute) && perMinute > 0)) {
    return bad("scim.perMinute", "it is neither a whole number above 0 nor false");
  }
}

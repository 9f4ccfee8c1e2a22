/**
 * Checks the options of organizations.
 *
 * @module
 */

import type { Demand } from "../../config/needs.ts";
import { AuthError } from "../../errors.ts";
import type { OrganizationsOptions } from "./options.ts";

/** What organizations need; those in the app's own tables need neither records nor emails. */
export function needsOf({ memberships = "records" }: OrganizationsOptions): Demand {
  const isOwn = memberships === "records";
  return {
    option: "organizations",
    adapter: ["getUser", "getUserByEmail"],
    sessions: isOwn ? "always" : "possible",
    emails: isOwn ? "invitations" : undefined,
  };
}

function bad(message: string, option: string): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
}

/** Returns the first error of the options. */
export function checkOrganizations(options: OrganizationsOptions): AuthError | undefined {
  const { access, create, memberships, onLastOwner, maxLag, invitationsPerHour } = options;
  if (typeof access?.allows !== "function" || !access.roles.includes("owner")) {
    return bad("it is not the result of `defineAccess`", "organizations.access");
  }
  if (!isAmong(create, ["anyone", "nobody"])) {
    return bad('it is not "anyone", "nobody" or a function', "organizations.create");
  }
  if (!isAmong(onLastOwner, ["refuse", "delete"])) {
    return bad('it is not "refuse", "delete" or a function', "organizations.onLastOwner");
  }
  const reads = memberships === undefined || memberships === "records" ||
    (["of", "in", "get"] as const).every((name) => typeof memberships?.[name] === "function");
  if (!reads) return bad('it is not "records" or `{ of, in, get }`', "organizations.memberships");
  if (maxLag !== undefined && !(typeof maxLag === "number" && maxLag >= 0 && maxLag < Infinity)) {
    return bad("it is not a number of seconds from 0", "organizations.maxLag");
  }
  if (invitationsPerHour !== false && !isCount(invitationsPerHour)) {
    return bad("it is not a whole number above 0, or `false`", "organizations.invitationsPerHour");
  }
  const { organizationsPerUser = {} } = options;
  if (organizationsPerUser === false) return undefined;
  const { perHour, total } = organizationsPerUser ?? {};
  const isObject = typeof organizationsPerUser === "object" && organizationsPerUser !== null;
  if (!isObject || !isCount(perHour) || !isCount(total)) {
    return bad(
      "it is not `{ perHour, total }`, each a whole number above 0, or `false`",
      "organizations.organizationsPerUser",
    );
  }
}

function isCount(value: unknown): boolean {
  return value === undefined || Number.isInteger(value) && value as number > 0;
}

function isAmong(value: unknown, names: readonly string[]): boolean {
  return value === undefined || typeof value === "function" || names.includes(value as string);
}

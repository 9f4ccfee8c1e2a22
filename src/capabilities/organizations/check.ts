/**
 * Checks what organizations need.
 *
 * @module
 */

import { mailerOf } from "../../config/mailer.ts";
import { recordsOf } from "../../config/records.ts";
import { AuthError, MissingAdapter } from "../../errors.ts";
import { lackingOf, missing } from "../../hooks/adapter.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import type { OrganizationsOptions } from "./options.ts";

/** Returns the first error that makes organizations unusable. */
export function checkOrganizations(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  options: OrganizationsOptions,
): AuthError | undefined {
  return checkOptions(options) ?? checkConfig(config, providers, options);
}

function bad(why: string, option = "organizations"): AuthError {
  return new AuthError(`Cannot use \`${option}\`: ${why}`, { cause: { option } });
}

function checkOptions(options: OrganizationsOptions): AuthError | undefined {
  const { access, create, memberships, onLastOwner, maxLag, invitationsPerHour } = options;
  if (typeof access?.allows !== "function" || !access.roles.includes("owner")) {
    return bad("it is not the result of `defineAccess`", "organizations.access");
  }
  if (!isOneOf(create, ["anyone", "nobody"])) {
    return bad('it is not "anyone", "nobody" or a function', "organizations.create");
  }
  if (!isOneOf(onLastOwner, ["refuse", "delete"])) {
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

function isOneOf(value: unknown, names: readonly string[]): boolean {
  return value === undefined || typeof value === "function" || names.includes(value as string);
}

function checkConfig(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  { memberships }: OrganizationsOptions,
): AuthError | undefined {
  const { adapter } = config;
  if (!adapter) {
    return new MissingAdapter("Cannot use `organizations`: set `adapter`, which keeps users");
  }
  const lacking = lackingOf(adapter, ["getUser", "getUserByEmail"]);
  if (lacking.length > 0) return missing(lacking);
  if (memberships !== undefined && memberships !== "records") return undefined;
  if (!recordsOf(config)) {
    return bad(
      "there is no store of records; set `records`, for example to `PostgresRecords(pool)`, or " +
        "use an adapter of this library",
    );
  }
  if (!mailerOf(config, providers)) {
    return bad(
      "invitations are sent by email; set `sendMail`, or use an email provider of this library",
    );
  }
}

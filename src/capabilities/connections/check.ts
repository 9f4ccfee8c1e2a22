/**
 * Checks the options of connections.
 *
 * @module
 */

import { codeOf } from "../../config/capability.ts";
import { AuthError } from "../../errors.ts";
import type { AuthConfig } from "../../types/config.ts";
import { nodeModules } from "../../outbound/connection.ts";
import type { OrganizationsCode } from "../organizations/settings.ts";
import type { ConnectionsOptions } from "./options.ts";
import type { ProtocolCode } from "./protocol.ts";

function bad(name: string, message: string): AuthError {
  return new AuthError(`Cannot use \`connections.${name}\`: ${message}`, {
    cause: { option: `connections.${name}` },
  });
}

/** Returns the first error of the options. */
export function checkConnections(
  { organizations }: Pick<AuthConfig, "organizations">,
  { kinds, saml, resolveTxt, join, attributes, fetch }: ConnectionsOptions,
): AuthError | undefined {
  const isKind = (kind: unknown) => kind === "oidc" || kind === "saml";
  if (!Array.isArray(kinds) || kinds.length === 0 || !kinds.every(isKind)) {
    return bad("kinds", 'it is not a list of "oidc" and "saml"');
  }
  if (saml !== undefined && !codeOf(saml)) {
    return bad("saml", "make its value with Saml() of @x/auth/saml");
  }
  if (kinds.includes("saml") !== (saml !== undefined)) {
    return saml === undefined
      ? bad("kinds", '"saml" needs `saml`, made with Saml() of @x/auth/saml')
      : bad("saml", '`kinds` has no "saml"; add it, or leave `saml` out');
  }
  const error = codeOf<ProtocolCode>(saml)?.check();
  if (error) return error;
  if (typeof resolveTxt !== "function") {
    return bad("resolveTxt", "it is not a function that finds the TXT records of a name");
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    return bad("fetch", "it is not a function");
  }
  // Deno has the modules; to look for them would load them at start.
  if (!fetch && !("Deno" in globalThis) && !nodeModules()) {
    return bad(
      "fetch",
      "the runtime has no `node:https`; set a `fetch` that reaches no private network",
    );
  }
  const settings = codeOf<OrganizationsCode>(organizations)?.settings;
  if (settings?.tables) {
    return bad(
      "kinds",
      "`memberships` of Organizations() are the app's own tables, which nobody joins",
    );
  }
  const roles = settings?.access.roles.filter((role) => role !== "owner") ?? [];
  const isRole = (role: unknown) => !settings || roles.includes(role as string);
  if (typeof join !== "function" && !isRole(join)) {
    return bad("join", `it is neither a function nor one of ${roles.join(", ")}`);
  }
  const { claim = "groups", roles: listed = [] } = attributes?.role ?? {};
  if (typeof claim !== "string" || claim === "") {
    return bad("attributes", "`claim` of `role` is not the name of a claim");
  }
  if (!Array.isArray(listed) || listed.some((one) => typeof one?.group !== "string")) {
    return bad("attributes", "`roles` of `role` is not a list of `{ group, role }`");
  }
  const unknown = listed.find(({ role }) => !isRole(role));
  if (unknown) {
    return bad("attributes", `a group gives a role that is not one of ${roles.join(", ")}`);
  }
}

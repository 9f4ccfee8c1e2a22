/**
 * Connections: organizations sign in with identity providers of their own.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { Connections } from "@x/auth/connections";
 * import { defineAccess, Organizations } from "@x/auth/organizations";
 * import { defineAuth } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const access = defineAccess({ permissions: {}, roles: { member: {} } });
 * const auth = defineAuth({
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   sendMail: () => {},
 *   organizations: Organizations({ access }),
 *   connections: Connections({
 *     kinds: ["oidc"],
 *     resolveTxt: (name) => Deno.resolveDns(name, "TXT"),
 *     join: "member",
 *   }),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 *
 * // Nobody's domain is known yet, so the person sees a page that says so.
 * const fields = { email: "ada@acme.example" };
 * const answer = await auth.signIn(new Request("https://app.example/"), "sso", fields);
 * const url = new URL(answer.headers.get("location")!);
 * assertEquals(url.searchParams.get("code"), "NoConnection");
 * ```
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import { codeOf, type WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import { ownerOf } from "../../records/owner.ts";
import { WAY_BACK } from "../sign_out/endpoints.ts";
import { checkConnections } from "./check.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { identities } from "./kinds.ts";
import type { ConnectionsOptions } from "./options.ts";
import type { ProtocolCode } from "./protocol.ts";
import type { ConnectionsCode } from "./settings.ts";

export type * from "./options.ts";
export type * from "./typed.ts";
export type { Capability };

const access = lazy(() => import("../../session/anchor.ts"));
const admission = lazy(() => import("./admission.ts"));
const functions = withNames(
  lazy(() => import("./functions.ts")),
  "create createAdminLink list readAdminLink remove revokeAdminLink test " +
    "update",
);
const domainFunctions = withNames(
  lazy(() => import("./domain_functions.ts")),
  "add check list remove",
);
const untrusted = lazy(() => import("../../outbound/untrusted_fetch.ts"));
const leaving = lazy(() => import("./leave.ts"));
const organizationLinks = lazy(() => import("./organization_link.ts"));
const providers = lazy(() => import("./provider.ts"));
const tests = lazy(() => import("./test_sign_in.ts"));

/**
 * Lets organizations sign in with identity providers of their own: the functions are
 * `auth.connections` and `auth.domains` of `defineAuth`. A connection is a provider with the id
 * `sso-` and a slug; `signIn` with the id `sso` and an address chooses one by its domain, and so does
 * the first step of the sign-in page.
 *
 * @typeParam Role Is inferred.
 */
export function Connections<Role extends string>(
  options: ConnectionsOptions<Role>,
): Capability<"connections"> {
  const { attributes, fetch: own } = options;
  const { claim = "groups", roles = [] } = attributes?.role ?? {};
  const saml = codeOf<ProtocolCode>(options.saml);
  // One function each for all connections, since what they have read is kept by it.
  const sender = (place: "internet" | "development"): typeof fetch => {
    const made = lazy(async () => (await untrusted()).makeUntrustedFetch(own, place));
    return async (...request) => await (await made())(...request);
  };
  const code: ConnectionsCode = {
    settings: {
      kinds: options.kinds,
      ...saml ? { saml } : {},
      resolveTxt: options.resolveTxt,
      join: options.join,
      ...attributes?.role ? { groups: { claim, roles } } : {},
      finishTest: async (...answer) => await (await tests()).finishTest(...answer),
      send: sender("internet"),
      sendInDevelopment: sender("development"),
    },
    check: (config) => checkConnections(config, options),
    needs: [{
      option: "connections",
      adapter: ["getUser", "getUserByAccount", "getUserByEmail", "linkAccount", "updateUser"],
      sessions: "always",
      members: ["organizations"],
    }],
    endpoints: (_providers, { signOut }) => [
      ...ENDPOINTS,
      // One path for the providers of the app, and those of organizations.
      ...signOut ? [] : [WAY_BACK],
      ...saml?.endpoints ?? [],
    ],
    protectsAccounts: true,
    ...saml?.parts ? { parts: saml.parts } : {},
    records: [{
      name: identities.name,
      list: async ({ records }, userId) => await identities.list(records!, userId),
    }],
    functions: { connections: functions, domains: domainFunctions },
    on: {
      "provider.named": async (asked) => await (await providers()).findConnectionProvider(asked),
      "address.typed": async (asked) => await (await providers()).leadByAddress(asked),
      "address.admitted": async (asked) =>
        asked.provider === undefined ? undefined : (await admission()).admits(asked),
      "session.leaving": async (asked) => await (await leaving()).prepareLeave(asked),
      "account.met": async (moment) => await (await admission()).meet(moment),
      "account.proven": async (moment) => await (await admission()).prove(moment),
      "organization.link": async (asked) => (await organizationLinks()).organizationLink(asked),
      // Ends the admin links of the user.
      "access.ended": async ({ config: { records }, userId }) =>
        await (await access()).removeAnchor(records!, ownerOf(userId)),
      "user.merge": async (asked) => await (await admission()).refuseMerge(asked),
      "user.merge-decided": async (moment) => await (await admission()).moveIdentities(moment),
      "member.removed": async (moment) => await (await admission()).markRemoved(moment),
    },
  };
  const made: Capability<"connections"> & WithCode<typeof code> = {
    id: "connections",
    [capability]: code,
  };
  return made;
}

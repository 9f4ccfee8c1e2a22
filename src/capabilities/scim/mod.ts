/**
 * SCIM 2.0: the directory of an organization keeps its members.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644 RFC 7644}
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { ApiKeys } from "@x/auth/keys";
 * import { defineAccess, Organizations } from "@x/auth/organizations";
 * import { Scim } from "@x/auth/scim";
 * import { defineAuth } from "@x/auth/server";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const access = defineAccess({ permissions: {}, roles: { member: {} } });
 * const adapter = MemoryAdapter();
 * const auth = defineAuth({
 *   providers: [],
 *   adapter,
 *   session: { revocation: {} },
 *   sendMail: () => {},
 *   organizations: Organizations({ access }),
 *   keys: ApiKeys({ prefix: "acme", scopes: access }),
 *   scim: Scim(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 *
 * const ada = await adapter.createUser({ id: "ada", email: "ada@acme.example", emailVerified: null });
 * const made = await auth.organizations.createOrganization(ada.id, { name: "Acme", slug: "acme" });
 * assert(made.ok);
 * const owner = auth.organizations.asSystem(made.organization.id);
 * const options = { name: "Directory", scopes: ["scim" as const] };
 * const key = await auth.keys.createForOrganization(owner, options);
 * assert(key.ok);
 *
 * const answer = await auth.handler(
 *   new Request("https://app.example/auth/scim/v2/acme/Users", {
 *     headers: { authorization: `Bearer ${key.secret}` },
 *   }),
 * );
 * assertEquals((await answer.json()).totalResults, 0);
 * ```
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import { checkScim } from "./check.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { persons } from "./kinds.ts";
import type { ScimOptions } from "./options.ts";
import type { ScimCode } from "./settings.ts";

export type * from "./options.ts";
export type { Capability };

const signIns = lazy(() => import("./sign_in.ts"));

/** Most requests of an organization in a minute, unless the app says otherwise. */
const PER_MINUTE = 3000;

/**
 * Lets directories such as Entra and Okta keep the members of organizations, by SCIM 2.0. The endpoints
 * are below `{basePath}/scim/v2/{slug}/`. A directory brings a key of the organization with the scope
 * `scim`, which an owner makes on `{basePath}/organization/{slug}/keys`.
 */
export function Scim(options: ScimOptions = {}): Capability<"scim"> {
  const { role = "member", roles = [], perMinute = PER_MINUTE } = options;
  const settings = { role, roles, perMinute };
  const code: ScimCode = {
    settings,
    check: (config) => checkScim(config, settings),
    needs: [{
      option: "scim",
      adapter: ["getUser", "getUserByEmail"],
      sessions: "always",
      members: ["organizations", "keys"],
    }],
    endpoints: ENDPOINTS,
    scopes: ["scim"],
    organizationScopes: ["scim"],
    records: [{
      name: persons.name,
      list: async (app, userId) => await (await signIns()).listOfUser(app, userId),
    }],
    on: {
      "session.begun": async (moment) => await (await signIns()).bindUser(moment),
      "user.deleting": async (moment) => await (await signIns()).forgetUser(moment),
      "user.merge": async (asked) => await (await signIns()).refuseMerge(asked),
      "access.ended": async (moment) => await (await signIns()).forgetSuspension(moment),
    },
  };
  const made: Capability<"scim"> & WithCode<typeof code> = { id: "scim", [capability]: code };
  return made;
}

/**
 * API keys of users, organizations and services.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { ApiKeys } from "@x/auth/keys";
 * import { defineAuth } from "@x/auth/server";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const auth = defineAuth({
 *   providers: [],
 *   adapter,
 *   session: { revocation: {} },
 *   keys: ApiKeys({ prefix: "acme", scopes: ["project:read", "project:write"] }),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const api = auth.protect((_request, who) => Response.json({ user: who.id, via: who.via }), {
 *   accept: ["session", "key"],
 *   scopes: ["project:read"],
 * });
 *
 * const ada = await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
 * const made = await auth.keys.createFor(ada.id, { name: "Backup", scopes: ["project:read"] });
 * assert(made.ok);
 * const headers = { authorization: `Bearer ${made.secret}` };
 * const answer = await api(new Request("https://app.example/api/projects", { headers }));
 * assertEquals(await answer.json(), { user: "ada", via: "key" });
 * ```
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import { type CapabilityCode, codeOf, type WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { Endpoint } from "../../types/internal.ts";
import { checkKeys, scopesIn } from "./check.ts";
import { isLegacyKey, isPrefix, parseKey } from "./format.ts";
import { keys } from "./kinds.ts";
import { misplacedKey } from "./misplaced.ts";
import type { ApiKeysOptions } from "./options.ts";
import type { KeysCode } from "./settings.ts";
import type { KeyFunctions } from "./typed.ts";

export type * from "./options.ts";
export type * from "./typed.ts";
export type { Capability };

const accountRow = lazy(() => import("./account_row.ts"));
const claims = lazy(() => import("./claim.ts"));
const functions = withNames(
  lazy(() => import("./functions.ts")),
  "create createFor createForOrganization createService deleteService list " +
    "listOfOrganization listServices revoke revokeOfOrganization rotate " +
    "rotateOfOrganization",
);
const organizationLink = lazy(() => import("./organization_link.ts"));
const services = lazy(() => import("./service_reader.ts"));
const userSection = lazy(() => import("./user_section.ts"));
const suspension = lazy(() => import("./suspension.ts"));

/** The page of a user's keys. */
const OF_USERS: Endpoint = {
  kind: "ambient",
  path: "keys",
  methods: ["GET", "POST"],
  isCounted: true,
  refusal: "account.refused",
  load: async () => (await import("./page.ts")).keysPage,
};

/** The page of an organization's keys. */
const OF_ORGANIZATIONS: Endpoint = {
  kind: "ambient",
  path: "organization/{slug}/keys",
  methods: ["GET", "POST"],
  isCounted: true,
  load: async () => (await import("./organization_page.ts")).organizationKeysPage,
};

/** The pages of an app: organizations that are the app's own tables have no keys. */
function endpointsOf(organizations: object | undefined): readonly Endpoint[] {
  const hasPages = codeOf<CapabilityCode>(organizations)?.endpoints !== undefined;
  return hasPages ? [OF_USERS, OF_ORGANIZATIONS] : [OF_USERS];
}

/** Seconds for which a key is valid unless the app says otherwise: 90 days. */
const MAX_AGE = 90 * 24 * 60 * 60;

/**
 * Lets requests come with API keys: `authenticate` accepts them, and their functions are `auth.keys`
 * of `defineAuth`. A key is shown once; the store has its hash alone. Users manage their keys on the
 * page `{basePath}/keys`, and members those of their organization, with its services, on
 * `{basePath}/organization/{slug}/keys`.
 *
 * @typeParam Scope Is inferred.
 */
export function ApiKeys<const Scope extends string>(
  options: ApiKeysOptions<Scope>,
): Capability<"keys", KeyFunctions<Scope>> {
  const { prefix, maxAge = MAX_AGE, permissionsOf, limit, maxLag = 0, legacy = false } = options;
  // A prefix that is none is refused at start.
  const isUsable = isPrefix(prefix);
  const permissions = permissionsOf && {
    async permissionsOf(userId: string) {
      const found = await permissionsOf(userId);
      return found === "all" ? "all" : new Set<string>(found);
    },
  };
  const code: KeysCode = {
    settings: {
      prefix,
      legacy,
      scopes: scopesIn(options) ?? [],
      maxAge,
      limit,
      maxLagMs: maxLag * 1000,
    },
    check: () => checkKeys(options),
    needs: [{ option: "keys", adapter: ["getUser"], sessions: "always" }],
    endpoints: (_, { organizations }) => endpointsOf(organizations),
    protectsAccounts: true,
    scopes: scopesIn(options) ?? [],
    credential: {
      via: "key",
      recognizes: (token) =>
        isUsable && (parseKey(prefix, token) !== undefined || legacy && isLegacyKey(token)),
      misplaced: (request, hasToken) =>
        isUsable ? misplacedKey(prefix, request, hasToken) : undefined,
      load: claims,
    },
    records: [{
      name: keys.name,
      // The hash and the anchor open nothing, and are of no use to the user.
      list: async ({ records }, userId) =>
        (await keys.list(records!, userId)).map(({ data }) => {
          const { hash: _, anchor: _anchor, ...shown } = data;
          return { data: shown };
        }),
    }],
    functions: { keys: functions },
    on: {
      "user.shown": async (moment) => await (await userSection()).userSection(moment),
      "account.row": async (asked) => await (await accountRow()).accountRow(asked),
      "organization.link": async (asked) => (await organizationLink()).organizationLink(asked),
      "access.ended": async (moment) => await (await suspension()).endKeys(moment),
    },
    parts: {
      services: async () => (await services()).serviceReader,
      ...permissions ? { permissions: () => permissions } : {},
    },
  };
  const made: Capability<"keys", KeyFunctions<Scope>> & WithCode<typeof code> = {
    id: "keys",
    [capability]: code,
  };
  return made;
}

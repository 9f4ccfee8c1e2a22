/**
 * The stored audit log: each entry of `events.audit` becomes a record. `verify` finds entries that were
 * changed or removed by someone without the secret; what it cannot find is in the guide. Owners of an
 * organization see its part on a page, and each person that of the own account.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { AuditLog } from "@x/auth/audit-log";
 * import { defineAuth } from "@x/auth/server";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const auth = defineAuth({
 *   providers: [],
 *   adapter,
 *   session: { revocation: {} },
 *   audit: AuditLog(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 *
 * const ada = await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
 * await auth.users.suspend(ada.id);
 * const { entries } = await auth.audit.list({ userId: ada.id });
 * assertEquals(entries[0]?.name, "user.suspended");
 * assert((await auth.audit.verify()).ok);
 * ```
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import { type CapabilityCode, codeOf, type WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { Endpoint } from "../../types/internal.ts";
import { checkAuditLog } from "./check.ts";
import type { AuditLogOptions } from "./options.ts";
import type { AuditLogCode } from "./settings.ts";

export type * from "./options.ts";
export type * from "./typed.ts";
export type { Capability };

const links = lazy(() => import("./activity_links.ts"));
const functions = withNames(
  lazy(() => import("./functions.ts")),
  "export flush list listOfOrganization verify",
);
const forgetting = lazy(() => import("./forget.ts"));
const reading = lazy(() => import("./read.ts"));
const writing = lazy(() => import("./write.ts"));

/** The page of an organization's activity. */
const OF_ORGANIZATIONS: Endpoint = {
  kind: "ambient",
  path: "organization/{slug}/activity",
  methods: ["GET"],
  load: async () => (await import("./activity.ts")).organizationActivity,
};

/** The page of the activity of an account. */
const OF_ACCOUNTS: Endpoint = {
  kind: "ambient",
  path: "activity",
  methods: ["GET"],
  load: async () => (await import("./activity.ts")).ownActivity,
};

/** The pages of an app. Organizations that are the app's own tables have none. */
function listPages({ account, organizations }: AuthConfig): Endpoint[] {
  const ofOrganizations = codeOf<CapabilityCode>(organizations)?.endpoints !== undefined;
  return [...account ? [OF_ACCOUNTS] : [], ...ofOrganizations ? [OF_ORGANIZATIONS] : []];
}

/** Seconds for which an entry is stored unless the app says otherwise: 400 days. */
const MAX_AGE = 400 * 24 * 60 * 60;

/**
 * Stores an entry for each change of state and each refusal, as `events.audit` gets them: the
 * functions are `auth.audit` of `defineAuth`. An entry has a hash of the one before it, with a key
 * that is made from `secret`, so `auth.audit.verify()` finds entries that were changed or removed.
 */
export function AuditLog(options: AuditLogOptions = {}): Capability<"audit"> {
  const { maxAge = MAX_AGE, beforeAnswer = false, waitUntil } = options;
  const code: AuditLogCode = {
    settings: { maxAgeMs: maxAge * 1000, beforeAnswer, waitUntil },
    check: () => checkAuditLog(options),
    needs: [{ option: "audit", records: "always" }],
    endpoints: (_, config) => listPages(config),
    records: [{
      name: "audit.user",
      list: async (reader, userId) => await (await reading()).listOfUser(reader, userId),
    }],
    functions: { audit: functions },
    on: {
      "account.row": async (asked) => (await links()).accountRow(asked),
      "organization.link": async (asked) => (await links()).organizationLink(asked),
      "audit.entry": async (moment) => await (await writing()).hear(moment),
      "user.deleted": async (moment) => await (await forgetting()).forgetUser(moment),
    },
  };
  const made: Capability<"audit"> & WithCode<typeof code> = { id: "audit", [capability]: code };
  return made;
}

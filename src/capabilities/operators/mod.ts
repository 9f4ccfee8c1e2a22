/**
 * Operators: the people who run the app find and help its users.
 *
 * @module
 */

import { withNames } from "../../base/lazy.ts";
import type { WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import { ACTING_ENDPOINTS } from "./acting_endpoints.ts";
import { checkOperators, needsOf } from "./check.ts";
import { listEndpoints } from "./endpoints.ts";
import { impersonations } from "./impersonations.ts";
import type { OperatorsOptions } from "./options.ts";
import type { OperatorsCode } from "./settings.ts";

export { type OperatorPermission, operatorPermissions } from "./actions.ts";
export type * from "./options.ts";
export type * from "./typed.ts";
export type { Capability };

/**
 * Lets operators find and help users. Who is one is read with each request: a member of one
 * organization whose role has a permission of `operatorPermissions`, or a user for whom a function of
 * the app returns one. Reading needs the permission; a change needs a fresh proof with a second factor
 * too, and is refused for the operator's own account, and for that of an operator who has further
 * permissions.
 */
export function Operators(options: OperatorsOptions): Capability<"operators"> {
  const code: OperatorsCode = {
    settings: options,
    check: (config, providers) => checkOperators(options, config, providers),
    needs: [needsOf(options ?? {})],
    endpoints: (_providers, config) => [...listEndpoints(config), ...ACTING_ENDPOINTS],
    records: [{
      name: impersonations.name,
      list: async (reader, userId) =>
        await (await import("./acting_row.ts")).exportImpersonations(reader, userId),
    }],
    functions: { operators: withNames(() => import("./functions.ts"), "notifyDue") },
    parts: { acting: async () => (await import("./acting.ts")).parts },
    on: {
      "account.row": async (asked) => await (await import("./acting_row.ts")).accountRow(asked),
      "user.deleting": async ({ caller: { config }, userId, isRequest, isOpen }) => {
        if (isRequest || isOpen) return;
        await (await import("./impersonations.ts")).dropUntold(config.revocation!.records, userId);
      },
      "user.merge-decided": async ({ caller: { config }, userId, into }) => {
        const { moveImpersonations } = await import("./impersonations.ts");
        await moveImpersonations(config.revocation!.records, userId, into);
      },
      "user.merge": async (asked) =>
        await (await import("./require_operator.ts")).refuseMerge(asked),
      // A member of another organization would make its roles those of operators.
      "slug.taken": ({ slug }) => slug === options.organization || undefined,
    },
  };
  const made: Capability<"operators"> & WithCode<typeof code> = {
    id: "operators",
    [capability]: code,
  };
  return made;
}

/**
 * Entries of the audit log, as operators see them: named members alone, and words for events.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { Context } from "../../types/internal.ts";
import type { AuditFunctions, AuditPageOptions, AuditQuery } from "../audit_log/typed.ts";
import type { ShownOperatorEntry } from "../../../pages/operators/step.ts";
import type { Operator } from "./require_operator.ts";
import { userUrl } from "./page_context.ts";

// Loaded by apps with a log alone.
const kinds = lazy(() => import("../audit_log/activity_kinds.ts"));

/** The functions of the audit log, which take the config first. */
type Log = {
  list(
    config: Context["config"]["userConfig"],
    query: AuditQuery & AuditPageOptions,
  ): ReturnType<AuditFunctions["list"]>;
};

/** A page of entries; `undefined` where the app has no log. */
export async function listEntries(
  ctx: Context,
  operator: Operator,
  query: AuditQuery & AuditPageOptions,
): Promise<{ shown: ShownOperatorEntry[]; next: string | undefined } | undefined> {
  const { config } = ctx;
  const load = config.groups.get("audit");
  if (!load) return undefined;
  const [functions, { kindOf, reasonOf }] = [await load(), await kinds()];
  const { list } = functions as unknown as Log;
  const { entries, next } = await list(config.userConfig, query);
  const canRead = operator.may("read-user");
  const shown = entries.map(
    ({ id, at, name, reason, userId, actor, note, organization, provider, address }) => ({
      ...{ id, at, kind: kindOf(name), userId, by: actor, note, organization, provider },
      reason: reason && reasonOf(reason),
      address: address ?? null,
      ...canRead && userId !== undefined ? { userUrl: userUrl(ctx, userId) } : {},
    }),
  );
  return { shown, next };
}

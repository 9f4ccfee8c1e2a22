/**
 * A copy of what is kept about a user, without what would open something.
 *
 * @module
 */

import { audit } from "../hooks/audit.ts";
import { loadPart } from "../hooks/topics.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { Json } from "../types/records.ts";
import type { StoreCaller } from "./manage.ts";
import { type OwnFacts, readOwnFacts } from "./user_facts.ts";
import { notify } from "../mail/notify_user.ts";

/** All that is kept about a user, except what would open something. JSON can hold it. */
export interface UserExport extends OwnFacts {
  /** The stored user, with the members that the app added. */
  user: AdapterUser;
  /** Data of records of the app's own `capabilities`, by kind; absent without any. */
  records?: Readonly<Record<string, readonly Json[]>>;
}

/** Returns all that is kept about a user; `null` when there is no such user. */
export async function makeUserExport(
  caller: StoreCaller,
  userId: string,
): Promise<UserExport | null> {
  const { config } = caller;
  const { store, records, recordLists } = config;
  const deletions = await loadPart(config, "deletions");
  if (await deletions?.applyDueDeletion(caller, userId)) return null;
  const user = await store.getUser(userId);
  if (!user) return null;
  const copy: UserExport = {
    user,
    ...await readOwnFacts(caller, user),
    ...recordLists.size > 0 && records ? { records: await recordsIn(caller, userId) } : {},
  };
  await audit(caller, { name: "user.exported", userId });
  await notify(caller, user.email, "exported");
  return copy;
}

async function recordsIn(
  { config, request }: StoreCaller,
  userId: string,
): Promise<Record<string, readonly Json[]>> {
  const entries = [...config.recordLists].map(async ([kind, list]) =>
    [kind, await list({ config, request }, userId)] as const
  );
  return Object.fromEntries(await Promise.all(entries));
}

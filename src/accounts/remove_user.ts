/**
 * The deletion of a user, which ends the user's open merge first: its record names both users.
 *
 * @module
 */

import { ownerOf } from "../records/owner.ts";
import { remove, type StoreCaller } from "./manage.ts";

/**
 * Deletes a user with everything that belongs to it. An open merge of the user is given up, or finished
 * where it cannot be given up any more.
 *
 * @throws as `remove`
 */
export async function removeUser(caller: StoreCaller, userId: string): Promise<void> {
  if (caller.config.revocation && await endOpenMerge(caller, ownerOf(userId))) return;
  await remove(caller, userId);
}

/** Returns `true` when the end of the merge has deleted the user. Few apps merge users. */
async function endOpenMerge(caller: StoreCaller, userId: string): Promise<boolean> {
  const { findOpenWith } = await import("./open_merges.ts");
  if (!await findOpenWith(caller.config.revocation!.records, userId)) return false;
  return await (await import("./merge.ts")).endMergeWith(caller, userId);
}

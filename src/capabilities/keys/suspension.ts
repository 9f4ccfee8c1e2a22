/**
 * The end of all keys of a user who is suspended.
 *
 * @module
 */

import { forgetCached } from "../../records/cached.ts";
import { ownerOf } from "../../records/owner.ts";
import { removeAnchor } from "../../session/anchor.ts";
import type { Moments } from "../../types/topics.ts";

/** Removes the evidence by which the keys of a user are valid. */
export async function endKeys(
  { config: { records }, userId }: Moments["access.ended"],
): Promise<void> {
  const owner = ownerOf(userId);
  await removeAnchor(records!, owner);
  forgetCached(records!, owner);
}

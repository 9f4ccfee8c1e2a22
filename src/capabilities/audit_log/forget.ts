/**
 * What ends with a user: the part of each entry that belongs to the user, with the salt of its digest.
 * The deletion has removed all that was stored; entries of its last moment are removed here. One that
 * another process writes later stays until it expires, as the guide says.
 *
 * @module
 */

import type { Moments } from "../../types/topics.ts";
import { actorParts, userParts } from "./kinds.ts";
import type { AuditConfig } from "./settings.ts";
import { flush } from "./write.ts";

/** Removes what was written while the user was deleted. */
export async function forgetUser({ config, userId }: Moments["user.deleted"]): Promise<void> {
  const { records } = config as AuditConfig;
  await flush(records);
  await userParts.removeAll(records, userId);
  await actorParts.removeAll(records, userId);
}

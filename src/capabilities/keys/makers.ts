/**
 * The users who made keys and services of organizations. Each is a record of the user, and not a
 * member of the key: so a deletion of the user leaves the key, and no trace of the user.
 *
 * @module
 */

import { defineKind } from "../../records/kind.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { RecordStore } from "../../types/records.ts";
import { canStartSession } from "../../session/user_status.ts";

/** By the id of the key or the service; owned by the user. */
const makers = defineKind<string, null>("key.maker", (id) => id);

/**
 * Writes who made something; nothing for the app itself.
 *
 * @param expires the end of the record of the key
 */
export async function noteMaker(
  records: RecordStore,
  id: string,
  userId: string | null,
  expires: Date | null,
): Promise<void> {
  if (userId === null) return;
  await makers.add(records, id, { userId, expires, data: null });
  // After the write: a deletion at the same time is seen here, or removes the record.
  if (!await canStartSession(records, userId)) await forgetMaker(records, id);
}

/** The user who made something; `null` for the app, and for a user who was deleted. */
export async function findMaker(records: RecordStore, id: string): Promise<string | null> {
  return (await makers.get(records, id))?.owner ?? null;
}

/** Removes the record of something that has ended. */
export async function forgetMaker(records: RecordStore, id: string): Promise<void> {
  await retryOnce(() => makers.take(records, id));
}

/** Adds the makers to what was listed. */
export async function withMakers<T extends { id: string; data: { createdBy: string | null } }>(
  records: RecordStore,
  found: readonly T[],
): Promise<T[]> {
  return await Promise.all(found.map(async (one) => ({
    ...one,
    data: { ...one.data, createdBy: await findMaker(records, one.id) },
  })));
}

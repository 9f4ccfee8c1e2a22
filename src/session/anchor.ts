/**
 * The anchor of a user: the positive evidence for credentials that live for months. Such a
 * credential names the anchor under which it was made, and is valid only while the user has that
 * one. A suspension removes it, a deletion that waits removes it, and a deletion removes it with all
 * records of the user. So neither
 * a race with one of them nor a mark that has expired revives a credential.
 *
 * @module
 */

import { loadPart } from "../hooks/topics.ts";
import { randomBase64url } from "../base/crypto/bytes.ts";
import { UserSuspended } from "../errors.ts";
import { defineKind, hashedId } from "../records/kind.ts";
import { rememberedId } from "../records/remembered_id.ts";
import { retryOnce } from "../records/retry_once.ts";
import type { ResolvedConfig, Store } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";
import { canStartSession } from "./user_status.ts";

/** Content of the record. */
export type AnchorData = {
  /** Random. A credential of another one is over. */
  id: string;
};

/** By user. It stays until a suspension or the deletion: credentials of any age need it. */
export const anchors = defineKind<string, AnchorData>(
  "anchor",
  rememberedId(hashedId("anchor of user")),
);

/** Returns `true` when the user has the anchor now. */
export async function hasAnchor(
  records: RecordStore,
  userId: string,
  anchor: string,
): Promise<boolean> {
  return (await anchors.get(records, userId))?.data.id === anchor;
}

/**
 * Writes a credential of a user: first the anchor, then the credential, then the question whether
 * the user may have one. So a suspension or a deletion at the same time either is seen here, or
 * removes the anchor afterwards.
 *
 * @param write writes the credential, which names the anchor
 * @param undo removes it
 * @throws {UserSuspended} when the user is suspended, was or will be deleted, or is in no store
 */
export async function writeAnchored(
  config: ResolvedConfig & { readonly store: Store; readonly records: RecordStore },
  userId: string,
  write: (anchor: string) => Promise<void>,
  undo: () => Promise<unknown>,
): Promise<void> {
  const { records } = config;
  const id = await anchorFor(records, userId);
  try {
    await write(id);
    const mayHave = await canStartSession(records, userId) &&
      await config.store.getUser(userId) !== null &&
      !await isLeaving(config, userId) && await hasAnchor(records, userId, id);
    if (!mayHave) throw new UserSuspended("The user is suspended, or was deleted");
  } catch (error) {
    await retryOnce(undo).catch((failure) => config.logger.error(failure as Error));
    if (error instanceof UserSuspended) await removeAnchor(records, userId);
    throw error;
  }
}

/** Returns `true` for a user whose account will be deleted after days of grace. */
async function isLeaving(config: ResolvedConfig, userId: string): Promise<boolean> {
  const deletions = await loadPart(config, "deletions");
  return await deletions?.pendingDeletion(config, userId) != null;
}

async function anchorFor(records: RecordStore, userId: string): Promise<string> {
  let id: string;
  await anchors.update(records, userId, (known) => {
    id = known?.data.id ?? randomBase64url(16);
    return known ? undefined : { userId, expires: null, data: { id } };
  });
  return id!;
}

/** Ends all credentials of a user that need an anchor. */
export async function removeAnchor(records: RecordStore, userId: string): Promise<void> {
  await retryOnce(() => anchors.take(records, userId));
}

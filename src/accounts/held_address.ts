/**
 * Addresses that users had before. As long as the change can be undone, no other user can
 * have the address: a link that was sent to it before would create one.
 *
 * @module
 */

import { sha256Base64url } from "../base/crypto/hash.ts";
import { randomVersion, tryPut } from "../records/compare_and_set.ts";
import { ownerOf } from "../records/owner.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";

/** Kind of the records; their owner is the user who had the address. */
const KIND = "address.held";

async function idOf(email: string): Promise<string> {
  return await sha256Base64url(`held address: ${email.toLowerCase()}`);
}

/** Holds an address for the user who had it. */
export async function holdAddress(
  records: RecordStore,
  email: string,
  userId: string,
  expires: Date,
): Promise<void> {
  const id = await idOf(email);
  const owner = ownerOf(userId);
  const found = await records.get(KIND, id);
  const entry = { kind: KIND, id, owner, version: randomVersion(), expires, data: null };
  await tryPut(records, entry, found && found.version);
}

/**
 * Returns `true` for an address that is held for another user.
 *
 * @param userId user who may have it. Default: none
 */
export async function isHeld(
  records: RecordStore,
  email: string,
  userId?: string,
): Promise<boolean> {
  const found = await records.get(KIND, await idOf(email));
  return found !== null && (userId === undefined || found.owner !== ownerOf(userId));
}

/** The records of held addresses; `undefined` where no address can be changed. */
export function holderOf(
  { records, revocation, sendMail }: ResolvedConfig,
): RecordStore | undefined {
  return revocation && sendMail ? records : undefined;
}

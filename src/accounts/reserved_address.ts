/**
 * Addresses that users had before. As long as the change can be undone, no other user can
 * have the address: a link that was sent to it before would create one.
 *
 * @module
 */

import { storedForms, toNormalForm } from "../base/address.ts";
import { defineKind, hashedId } from "../records/kind.ts";
import { ownerOf } from "../records/owner.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { RecordEntry, RecordStore } from "../types/records.ts";

const idOf = hashedId("held address");

/** By address; the owner is the user who had it. */
const reservedAddresses = defineKind<string, null>(
  "address.held",
  (email) => idOf(email.toLowerCase()),
);

/** Holds an address for the user who had it. */
export async function reserveAddress(
  records: RecordStore,
  email: string,
  userId: string,
  expires: Date,
): Promise<void> {
  const address = toNormalForm(email);
  const known = await reservedAddresses.get(records, address);
  await reservedAddresses.replace(records, address, { userId, expires, data: null }, known);
}

/**
 * Returns `true` for an address that is held for another user.
 *
 * @param userId user who may have it. Default: none
 */
export async function isReserved(
  records: RecordStore,
  email: string,
  userId?: string,
): Promise<boolean> {
  for (const form of await storedForms(email)) {
    const found = await reservedAddresses.get(records, form);
    if (found && (userId === undefined || found.owner !== ownerOf(userId))) return true;
  }
  return false;
}

/** The records of which one is there when an address is held. */
export async function reservationKeys(email: string): Promise<Pick<RecordEntry, "kind" | "id">[]> {
  const forms = await storedForms(email);
  const { idOf, name: kind } = reservedAddresses;
  return await Promise.all(forms.map(async (form) => ({ kind, id: await idOf(form) })));
}

/** The records of held addresses; `undefined` where no address can be changed. */
export function reservationsOf(
  { records, revocation, sendMail }: ResolvedConfig,
): RecordStore | undefined {
  return revocation && sendMail ? records : undefined;
}

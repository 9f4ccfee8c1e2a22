/**
 * Passwords that came from another library with an address that was never proven: one record for
 * each address.
 *
 * A person who set such a password may have claimed the address of another person. So it opens
 * nothing until one browser has brought both: the password, and a link or code that was sent to
 * the address. A person who opens the link alone has proven the address, and not that the password is
 * theirs.
 *
 * @module
 */

import { storedForms } from "../../base/address.ts";
import { defineKind, type FoundRecord, hashedId } from "../../records/kind.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { TypedPendingPassword } from "../../types/password.ts";

/** Members of a record. */
type Data = {
  hash: string;
  userId: string;
  id: string;
};

/** A password that is kept for an address. */
export interface PendingPassword extends TypedPendingPassword {
  /** The user who gets the address. */
  readonly userId: string;
  /** A PHC string. */
  readonly hash: string;
}

/** By address; the owner is the user. */
const pendingPasswords = defineKind<string, Data>("password.kept", hashedId("kept password"));

/**
 * The password that is kept for an address; always `null` in an app that has none of another
 * library.
 */
export async function findPendingPassword(
  config: ResolvedConfig,
  address: string,
): Promise<PendingPassword | null> {
  if (!config.userConfig.legacy?.keepsPasswords) return null;
  const found = await find(config, address);
  return found && { ...found.data, address };
}

/** Returns `true` when a password is kept for the address, also once it does not count any more. */
export async function hasPending(config: ResolvedConfig, address: string): Promise<boolean> {
  return await find(config, address) !== null;
}

/** The record of an address, which an older version may have written under another form of it. */
async function find(
  { records }: ResolvedConfig,
  address: string,
): Promise<FoundRecord<Data> | null> {
  for (const form of await storedForms(address)) {
    const found = await pendingPasswords.get(records!, form);
    if (found) return found;
  }
  return null;
}

/**
 * Keeps a password, unless one is kept for the address.
 *
 * @returns `true` when this call did
 */
export async function storePendingPassword(
  config: ResolvedConfig,
  { address, userId, hash }: Pick<PendingPassword, "address" | "userId" | "hash">,
): Promise<boolean> {
  const data: Data = { hash, userId, id: randomBase64url(16) };
  return await pendingPasswords.add(config.records!, address, { userId, expires: null, data });
}

/** Removes the password that is kept for an address. */
export async function takePendingPassword(config: ResolvedConfig, address: string): Promise<void> {
  for (const form of await storedForms(address)) await pendingPasswords.take(config.records!, form);
}

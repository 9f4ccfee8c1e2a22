/**
 * Passwords that came from another library with an address that was never proven: one record for
 * each address.
 *
 * Whoever set such a password may have claimed the address of another person. So it opens
 * nothing until one browser has brought both: the password, and a link or code that was sent to
 * the address. Whoever opens the link alone has proven the address, and not that the password is
 * theirs.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/random.ts";
import { randomVersion, tryPut } from "../../records/compare_and_set.ts";
import { ownerOf } from "../../records/owner.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { TypedKept } from "../../types/password.ts";
import type { RecordEntry } from "../../types/records.ts";

/** Kind of the records; their owner is the user. */
const KIND = "password.kept";

/** Members of a record. */
type Data = {
  hash: string;
  userId: string;
  id: string;
};

/** A password that is kept for an address. */
export interface KeptPassword extends TypedKept {
  /** The user who gets the address. */
  readonly userId: string;
  /** A PHC string. */
  readonly hash: string;
}

async function recordIdOf(address: string): Promise<string> {
  return await sha256Base64url(`kept password: ${address}`);
}

/**
 * The password that is kept for an address; always `null` in an app that has none of another
 * library.
 */
export async function keptOf(
  config: ResolvedConfig,
  address: string,
): Promise<KeptPassword | null> {
  if (!config.written.legacy?.keepsPasswords) return null;
  const entry = await read(config, address);
  // Only this file writes records of this kind.
  return entry && { ...entry.data as Data, address };
}

/** Returns `true` when a password is kept for the address, also once it does not count any more. */
export async function isKept(config: ResolvedConfig, address: string): Promise<boolean> {
  return await read(config, address) !== null;
}

async function read(config: ResolvedConfig, address: string): Promise<RecordEntry | null> {
  return await config.records!.get(KIND, await recordIdOf(address));
}

/**
 * Keeps a password, unless one is kept for the address.
 *
 * @returns `true` when this call did
 */
export async function keepPassword(
  config: ResolvedConfig,
  { address, userId, hash }: Pick<KeptPassword, "address" | "userId" | "hash">,
): Promise<boolean> {
  const data: Data = { hash, userId, id: randomBase64url(16) };
  return await tryPut(config.records!, {
    kind: KIND,
    id: await recordIdOf(address),
    owner: ownerOf(userId),
    version: randomVersion(),
    expires: null,
    data,
  }, null);
}

/** Removes the password that is kept for an address. */
export async function takeKept(config: ResolvedConfig, address: string): Promise<void> {
  await config.records!.take(KIND, await recordIdOf(address));
}

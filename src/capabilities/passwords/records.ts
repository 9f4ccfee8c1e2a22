/**
 * Passwords in the store of records: one record for each user.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/random.ts";
import { randomVersion, tryPut } from "../../records/compare_and_set.ts";
import { ownerOf } from "../../records/owner.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordEntry, RecordStore } from "../../types/records.ts";

/** Kind of the records; their owner is the user. */
const KIND = "password";

/** Kind of marks of calls that hash a password anew. */
const REHASH = "password.rehash";

/** Milliseconds for which one call hashes a password anew, and others leave it alone. */
const REHASH_MS = 60_000;

/** A password of a user. */
export interface StoredPassword {
  /** A PHC string, or the hash that was brought along. */
  readonly hash: string;
  /** Random; a new hash of the same password keeps it. */
  readonly id: string;
  /** Time at which the user set it; a new hash of the same password keeps it. */
  readonly setAt: Date;
  /** Mark of the caller that changed it, until all that follows from the change is done. */
  readonly changedBy?: string | undefined;
  /** Version of its record. */
  readonly version: number;
}

/** Data of the record. */
type Data = { hash: string; id: string; setAt: string; changedBy?: string };

/** The config check refuses passwords without records. */
function recordsOf(config: ResolvedConfig): RecordStore {
  return config.records!;
}

async function idOf(userId: string): Promise<string> {
  return await sha256Base64url(`password of user: ${ownerOf(userId)}`);
}

/** The password of a user; `null` without one. */
export async function passwordOf(
  config: ResolvedConfig,
  userId: string,
): Promise<StoredPassword | null> {
  const entry = await recordsOf(config).get(KIND, await idOf(userId));
  if (!entry) return null;
  // Only this file writes records of this kind.
  const { hash, id, setAt, changedBy } = entry.data as Data;
  return { hash, id, setAt: new Date(setAt), changedBy, version: entry.version };
}

/**
 * Stores a password.
 *
 * @param known the one that it replaces
 * @param same what stays of the password that the hash had before, when it is not a new one
 * @returns `false` when another call has changed it meanwhile
 */
export async function putPassword(
  config: ResolvedConfig,
  userId: string,
  hash: string,
  known: StoredPassword | null,
  same: Partial<Pick<StoredPassword, "id" | "setAt" | "changedBy">> = {},
): Promise<boolean> {
  const { id = randomBase64url(16), setAt = new Date(), changedBy } = same;
  const data: Data = { hash, id, setAt: setAt.toISOString() };
  if (changedBy !== undefined) data.changedBy = changedBy;
  const entry: RecordEntry = {
    kind: KIND,
    id: await idOf(userId),
    owner: ownerOf(userId),
    version: randomVersion(),
    expires: null,
    data,
  };
  return await tryPut(recordsOf(config), entry, known && known.version);
}

/** Removes the password of a user; `true` when there was one. */
export async function takePassword(config: ResolvedConfig, userId: string): Promise<boolean> {
  return await recordsOf(config).take(KIND, await idOf(userId)) !== null;
}

/** Of parallel sign-ins, over all processes, lets one hash the password anew. */
export async function mayRehash(config: ResolvedConfig, userId: string): Promise<boolean> {
  return await tryPut(recordsOf(config), {
    kind: REHASH,
    id: await idOf(userId),
    owner: ownerOf(userId),
    version: randomVersion(),
    expires: new Date(Date.now() + REHASH_MS),
    data: null,
  }, null);
}

/**
 * Passwords in the store of records: one record for each user.
 *
 * @module
 */

import { defineKind } from "../../records/kind.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { hashText } from "../../base/hashed.ts";
import { msFromNow, nowDate } from "../../base/time.ts";
import { ownerOf } from "../../records/owner.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordEntry, RecordStore } from "../../types/records.ts";

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

const idOf = (userId: string) => hashText("password of user", ownerOf(userId));

/** By user, who owns it. */
const passwords = defineKind<string, Data>("password", idOf);

/** Marks of calls that hash a password anew, by user. */
const rehashes = defineKind<string, null>("password.rehash", idOf);

/** The config check refuses passwords without records. */
function recordsOf(config: ResolvedConfig): RecordStore {
  return config.records!;
}

/** The password of a user; `null` without one. */
export async function findPassword(
  config: ResolvedConfig,
  userId: string,
): Promise<StoredPassword | null> {
  const found = await passwords.get(recordsOf(config), userId);
  if (!found) return null;
  const { hash, id, setAt, changedBy } = found.data;
  return { hash, id, setAt: new Date(setAt), changedBy, version: found.version };
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
  const { id = randomBase64url(16), setAt = nowDate(), changedBy } = same;
  const data: Data = { hash, id, setAt: setAt.toISOString() };
  if (changedBy !== undefined) data.changedBy = changedBy;
  return await passwords.replace(recordsOf(config), userId, { userId, expires: null, data }, known);
}

/** The record of a password, for a user who is written with it. */
export async function passwordEntry(userId: string, hash: string): Promise<RecordEntry> {
  const data: Data = { hash, id: randomBase64url(16), setAt: nowDate().toISOString() };
  return await passwords.toEntry(userId, { userId, expires: null, data });
}

/** Removes the password of a user; `true` when there was one. */
export async function takePassword(config: ResolvedConfig, userId: string): Promise<boolean> {
  return await passwords.take(recordsOf(config), userId) !== null;
}

/** Of parallel sign-ins, over all processes, lets one hash the password anew. */
export async function mayRehash(config: ResolvedConfig, userId: string): Promise<boolean> {
  const expires = msFromNow(REHASH_MS);
  return await rehashes.add(recordsOf(config), userId, { userId, expires, data: null });
}

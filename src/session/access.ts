/**
 * Access of users to sessions: one record for each user who was suspended or
 * deleted, or whose sessions were all ended. It is read after a new session has its
 * record, so that a sign-in that runs at the same time leaves no session behind.
 *
 * @module
 */

import { sha256Base64url } from "../crypto/hash.ts";
import { ownerOf } from "../hooks/owner.ts";
import type { RecordEntry, RecordStore } from "../types/records.ts";

/** Kind of the records. Their id is a hash, so that the record of a deleted user names no user. */
const KIND = "access";

/** Tries to change a record that parallel calls change too. */
const TRIES = 20;

/** Milliseconds for which sign-ins are refused that run while their user is deleted. */
const DELETION_MS = 60 * 60 * 1000;

/** State of a user. */
type Access = {
  /** Time of the suspension, as ISO 8601; `null` for a user who is not suspended. */
  suspendedAt: string | null;
  /**
   * Milliseconds since 1970: a session without a record is valid only if it began later.
   * Sessions that have one end with it.
   */
  endedAt: number;
};

async function idOf(userId: string): Promise<string> {
  return await sha256Base64url(`access of user: ${userId}`);
}

async function accessOf(records: RecordStore, userId: string): Promise<Access> {
  return toAccess(await records.get(KIND, await idOf(userId)));
}

/**
 * Returns `false` for a session that must not get a record: its user is suspended or was
 * deleted within the last hour, or all of the user's sessions were ended after it began.
 *
 * @param beganAt milliseconds since 1970. Default: now
 */
export async function mayBegin(
  records: RecordStore,
  userId: string,
  beganAt = Infinity,
): Promise<boolean> {
  const { suspendedAt, endedAt } = await accessOf(records, userId);
  return suspendedAt === null && beganAt > endedAt;
}

/** Time of a user's suspension; `null` for a user who is not suspended. */
export async function suspensionOf(records: RecordStore, userId: string): Promise<Date | null> {
  const { suspendedAt } = await accessOf(records, userId);
  return suspendedAt === null ? null : new Date(suspendedAt);
}

/** Refuses new sessions of a user, and sessions without a record. */
export async function suspend(records: RecordStore, userId: string): Promise<void> {
  await write(records, userId, ({ suspendedAt, endedAt }) => ({
    data: { suspendedAt: suspendedAt ?? new Date(endedAt).toISOString(), endedAt },
    expires: null,
    owner: ownerOf(userId),
  }));
}

/**
 * Permits new sessions again. Those that began before stay ended.
 *
 * @param maxAge seconds for which a session can live
 */
export async function resume(records: RecordStore, userId: string, maxAge: number): Promise<void> {
  await write(records, userId, ({ endedAt }) => ({
    data: { suspendedAt: null, endedAt },
    expires: new Date(endedAt + maxAge * 1000),
    owner: ownerOf(userId),
  }));
}

/**
 * Refuses sessions of a user that began before now and have no record.
 *
 * @param maxAge seconds for which a session can live
 */
export async function endBefore(
  records: RecordStore,
  userId: string,
  maxAge: number,
): Promise<void> {
  await write(records, userId, ({ suspendedAt, endedAt }) => ({
    data: { suspendedAt, endedAt },
    expires: suspendedAt === null ? new Date(endedAt + maxAge * 1000) : null,
    owner: ownerOf(userId),
  }));
}

/** Refuses new sessions of a user who is deleted, in a record that names no user. */
export async function refuseDeleted(records: RecordStore, userId: string): Promise<void> {
  await write(records, userId, ({ endedAt }) => ({
    data: { suspendedAt: new Date(endedAt).toISOString(), endedAt },
    expires: new Date(endedAt + DELETION_MS),
    owner: undefined,
  }));
}

/** Members of a record that depend on the state of the user. */
type State = Pick<RecordEntry, "expires" | "owner"> & { data: Access };

/** @param next makes the next state from the present one, whose `endedAt` is now or later */
async function write(
  records: RecordStore,
  userId: string,
  next: (access: Access) => State,
): Promise<void> {
  const id = await idOf(userId);
  const now = Date.now();
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const known = await records.get(KIND, id);
    const { suspendedAt, endedAt } = toAccess(known);
    // It never moves back, although a call that began earlier may write later.
    const state = next({ suspendedAt, endedAt: Math.max(endedAt, now) });
    // The record of a deleted user names none, and stays that way.
    if (known && known.owner === undefined && state.owner !== undefined) return;
    // A parallel call may have written the same.
    if (known && isSame(known, state)) return;
    const version = (known?.version ?? 0) + 1;
    if (await records.put({ kind: KIND, id, version, ...state }, known && known.version)) return;
  }
  throw new Error("Cannot write the state of the user: other calls changed it each time");
}

function isSame(known: RecordEntry, { data, expires, owner }: State): boolean {
  const { suspendedAt, endedAt } = toAccess(known);
  return suspendedAt === data.suspendedAt && endedAt === data.endedAt &&
    known.expires?.valueOf() === expires?.valueOf() && known.owner === owner;
}

function toAccess(entry: RecordEntry | null): Access {
  // Only this file writes records of this kind.
  return entry ? entry.data as Access : { suspendedAt: null, endedAt: -1 };
}

/**
 * Status of users, which decides whether a session may begin: one record for each user who was
 * suspended or deleted, or whose sessions were all ended. It is read after a new session has its
 * record, so that a sign-in that runs at the same time leaves no session behind.
 *
 * @module
 */

import { noteChange } from "../hooks/adapter.ts";
import { nowMs } from "../base/time.ts";
import { defineKind, type FoundRecord, hashedId, type RecordValue } from "../records/kind.ts";
import { ownerOf } from "../records/owner.ts";
import type { Store } from "../types/internal.ts";
import type { RecordStore } from "../types/records.ts";

/** Milliseconds for which sign-ins are refused that run while their user or sign-in method is removed. */
const IN_FLIGHT_MS = 60 * 60 * 1000;

/** Most sign-in methods that are remembered, the last ones: a record has a limited size. */
const MAX_REMOVED = 100;

/** State of a user. */
type UserStatus = {
  /** Time of the suspension, as ISO 8601; `null` for a user who is not suspended. */
  suspendedAt: string | null;
  /**
   * Milliseconds since 1970: a session without a record is valid only if it began later.
   * Sessions that have one end with it.
   */
  endedAt: number;
  /** Hashes of sign-in methods that were removed within the last hour, with the times in milliseconds. */
  removed?: [hash: string, at: number][] | undefined;
  /** Id of the merge that shuts this user, which is why it is suspended. Absent otherwise */
  merge?: string | undefined;
};

/** The account or passkey with which a session began. */
export interface SignInMethod {
  /** Hash that names it in records. */
  hash: string;
  /** Throws when the user does not have it any more, as the store says. */
  recheck(): Promise<void>;
}

/** By user, hashed: the record of a deleted user names no user. */
const userStatuses = defineKind<string, UserStatus>("access", hashedId("access of user"));

async function readStatus(records: RecordStore, userId: string): Promise<UserStatus> {
  return toStatus(await userStatuses.get(records, userId));
}

/**
 * Returns `false` for a session that must not get a record: its user is suspended or was
 * deleted within the last hour, or all of the user's sessions were ended after it began.
 *
 * @param beganAt milliseconds since 1970. Default: now
 * @param wayIn account or passkey with which the session begins; checked when one that has its
 * hash was removed within the last hour
 */
export async function canStartSession(
  records: RecordStore,
  userId: string,
  beganAt = Infinity,
  wayIn?: SignInMethod,
): Promise<boolean> {
  const { suspendedAt, endedAt, removed = [] } = await readStatus(records, userId);
  if (suspendedAt !== null || beganAt <= endedAt) return false;
  // One that was removed may have been added again.
  if (wayIn && removed.some(([hash]) => hash === wayIn.hash)) await wayIn.recheck();
  return true;
}

/**
 * Returns `true` for a user whose deletion has begun within the last hour: the record of one names no
 * user. A suspended user is none of them.
 */
export async function isBeingDeleted(records: RecordStore, userId: string): Promise<boolean> {
  const found = await userStatuses.get(records, userId);
  return found !== null && found.data.suspendedAt !== null && found.owner === undefined;
}

/** Time of a user's suspension; `null` for a user who is not suspended. */
export async function findSuspension(records: RecordStore, userId: string): Promise<Date | null> {
  const { suspendedAt } = await readStatus(records, userId);
  return suspendedAt === null ? null : new Date(suspendedAt);
}

/** Returns `true` for a user who is suspended by a merge, and by nobody else. */
export async function isShutByMerge(records: RecordStore, userId: string): Promise<boolean> {
  return (await readStatus(records, userId)).merge !== undefined;
}

/** The reason for which a session or grant of a user is over, once it is known to be. */
export async function findEndReason(
  records: RecordStore,
  userId: string,
): Promise<"suspended" | "revoked"> {
  return await findSuspension(records, userId) ? "suspended" : "revoked";
}

/** The same where the user may be gone, as the store says. */
export async function findUserRefusal(
  { store, records }: { store: Pick<Store, "getUser">; records: RecordStore },
  userId: string,
): Promise<"deleted" | "suspended" | "revoked"> {
  return await store.getUser(userId) === null ? "deleted" : await findEndReason(records, userId);
}

/** Refuses new sessions of a user, and sessions without a record. */
export async function suspend(records: RecordStore, userId: string): Promise<void> {
  await write(records, userId, ({ suspendedAt, removed }, endedAt) => ({
    data: { suspendedAt: suspendedAt ?? new Date(endedAt).toISOString(), endedAt, removed },
    expires: null,
    userId,
  }));
}

/**
 * Permits new sessions again. Those that began before stay ended.
 *
 * @param maxAge seconds for which a session can live
 */
export async function resume(records: RecordStore, userId: string, maxAge: number): Promise<void> {
  await write(records, userId, ({ removed }, endedAt) => ({
    data: { suspendedAt: null, endedAt, removed },
    expires: new Date(endedAt + maxAge * 1000),
    userId,
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
  await write(records, userId, ({ suspendedAt, removed, merge }, endedAt) => ({
    data: { suspendedAt, endedAt, removed, merge },
    expires: suspendedAt === null ? new Date(endedAt + maxAge * 1000) : null,
    userId,
  }));
}

/**
 * Refuses sessions whose sign-in runs while its sign-in method is removed.
 *
 * @param hash names the account or passkey
 */
export async function refuseWayIn(
  records: RecordStore,
  userId: string,
  hash: string,
): Promise<void> {
  const now = nowMs();
  await write(records, userId, ({ removed = [], ...status }, _endedAt, expires) => ({
    data: { ...status, removed: [[hash, now], ...removed] },
    expires: expires === undefined ? new Date(now) : expires,
    userId,
  }));
}

/**
 * Refuses new sessions of a user who is merged into another one, as a suspension does. A suspension
 * that comes afterwards takes its place.
 *
 * @param id of the merge
 * @returns `false` for a user who is suspended for another reason, or was deleted
 */
export async function shutForMerge(
  records: RecordStore,
  userId: string,
  id: string,
): Promise<boolean> {
  let isOurs = false;
  await write(records, userId, ({ suspendedAt, removed, merge }, endedAt) => {
    isOurs = suspendedAt === null || merge === id;
    if (!isOurs || merge === id) return undefined;
    return {
      data: { suspendedAt: new Date(endedAt).toISOString(), endedAt, removed, merge: id },
      expires: null,
      userId,
    };
  });
  return isOurs;
}

/** Tells whether a user is shut by this merge, also when the deletion has begun. Changes nothing. */
export async function isShutForMerge(
  records: RecordStore,
  userId: string,
  id: string,
): Promise<boolean> {
  return (await readStatus(records, userId)).merge === id;
}

/**
 * Permits new sessions of a user whose merge was given up. One who is suspended for another reason,
 * or by another merge, stays suspended.
 *
 * @param id of the merge
 * @param maxAge seconds for which a session can live
 */
export async function endMerge(
  records: RecordStore,
  userId: string,
  id: string,
  maxAge: number,
): Promise<void> {
  await write(records, userId, ({ removed, merge }, endedAt) =>
    merge !== id ? undefined : {
      data: { suspendedAt: null, endedAt, removed },
      expires: new Date(endedAt + maxAge * 1000),
      userId,
    });
}

/**
 * Refuses new sessions of a user who is deleted, in a record that names no user. One who is merged
 * stays shut until the deletion is done, however long it takes.
 *
 * @param isGone `true` once the merge of the user has ended. Default `false`
 */
export async function refuseDeleted(
  records: RecordStore,
  userId: string,
  isGone = false,
): Promise<void> {
  await write(records, userId, ({ merge }, endedAt) => ({
    data: {
      suspendedAt: new Date(endedAt).toISOString(),
      endedAt,
      merge: isGone ? undefined : merge,
    },
    expires: merge === undefined || isGone ? new Date(endedAt + IN_FLIGHT_MS) : null,
  }));
}

/**
 * @param next makes the next state from the present one, an `endedAt` that is now or later, and
 * the expiry, which is `undefined` without a record; `undefined` leaves the present one
 */
async function write(
  records: RecordStore,
  userId: string,
  next: (
    status: UserStatus,
    endedAt: number,
    expires: Date | null | undefined,
  ) => RecordValue<UserStatus> | undefined,
): Promise<void> {
  const now = nowMs();
  try {
    await userStatuses.update(records, userId, (known) => {
      const status = toStatus(known);
      // It never moves back, although a call that began earlier may write later.
      const value = next(status, Math.max(status.endedAt, now), known?.expires);
      if (!value) return undefined;
      const state = withRemoved(value, now);
      // The record of a deleted user names none, and stays that way.
      if (known && known.owner === undefined && state.userId !== undefined) return undefined;
      // A parallel call may have written the same.
      return known && isSame(known, state) ? undefined : state;
    });
  } finally {
    noteChange();
  }
}

/** Leaves out what was removed long ago, and keeps the record as long as the rest counts. */
function withRemoved(
  { data: { removed = [], merge, ...rest }, expires, userId }: RecordValue<UserStatus>,
  now: number,
): RecordValue<UserStatus> {
  const data: UserStatus = merge === undefined ? rest : { ...rest, merge };
  const recent = removed.filter(([, at]) => at + IN_FLIGHT_MS > now).slice(0, MAX_REMOVED);
  if (recent.length === 0) return { data, expires, userId };
  const until = Math.max(...recent.map(([, at]) => at + IN_FLIGHT_MS));
  return {
    data: { ...data, removed: recent },
    expires: expires && new Date(Math.max(expires.valueOf(), until)),
    userId,
  };
}

function isSame(
  known: FoundRecord<UserStatus>,
  { data, expires, userId }: RecordValue<UserStatus>,
): boolean {
  const { suspendedAt, endedAt, removed, merge } = known.data;
  const owner = userId === undefined ? undefined : ownerOf(userId);
  return suspendedAt === data.suspendedAt && endedAt === data.endedAt && merge === data.merge &&
    JSON.stringify(removed) === JSON.stringify(data.removed) &&
    known.expires?.valueOf() === expires?.valueOf() && known.owner === owner;
}

function toStatus(found: FoundRecord<UserStatus> | null): UserStatus {
  return found?.data ?? { suspendedAt: null, endedAt: -1 };
}

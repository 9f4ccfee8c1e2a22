/**
 * The most records that an owner may have. A place is reserved before the record is written, by
 * compare-and-set of one record that has the ids of those that are being written: so parallel calls
 * cannot pass the limit, and what has ended counts no more.
 *
 * @module
 */

import { hashParts } from "../base/hashed.ts";
import { msFromNow, nowMs } from "../base/time.ts";
import type { RecordStore } from "../types/records.ts";
import { defineKind } from "./kind.ts";
import { retryOnce } from "./retry_once.ts";

/** Milliseconds within which a record is written once its place is reserved. */
const WRITING_MS = 60 * 1000;

/** What is limited. */
export interface Quota {
  /** Owner of the records: the id of a user, or `ownerOfOrg()`. */
  readonly owner: string;
  /** Name of what is limited. */
  readonly of: string;
  /** Most records. */
  readonly most: number;
  /** Lists the ids of the records that count now. */
  list(): Promise<readonly string[]>;
}

/** By id, the milliseconds since 1970 at which a place was reserved. */
type Slots = { readonly [id: string]: number };

/** Owned by the owner of what it limits. */
export const quotaKind = defineKind<Pick<Quota, "owner" | "of">, Slots>(
  "quota",
  ({ owner, of }) => hashParts("quota", [owner, of]),
);

/** The last of the calls of this process for each quota: a store is not asked by all of them at once. */
const last = new WeakMap<RecordStore, Map<string, Promise<unknown>>>();

/**
 * Writes a record within a quota.
 *
 * @param id id of the record, or what else identifies it
 * @param write writes it; what it returns or throws is passed on
 * @returns `"too-many"` when the owner has as many as it may have
 */
export async function withinQuota<T>(
  records: RecordStore,
  quota: Quota,
  id: string,
  write: () => Promise<T>,
): Promise<T | "too-many"> {
  const isReserved = await serialized(records, quota, () => reserve(records, quota, id));
  if (!isReserved) return "too-many";
  try {
    return await write();
  } finally {
    // A place that stays is free again after a minute.
    await serialized(records, quota, () => retryOnce(() => release(records, quota, id))).catch(
      () => {},
    );
  }
}

async function reserve(records: RecordStore, quota: Quota, id: string): Promise<boolean> {
  let isReserved = false;
  await quotaKind.update(records, quota, async (known) => {
    const now = nowMs();
    const places = Object.entries(known?.data ?? {}).filter(([, at]) => at + WRITING_MS > now);
    // After the reservations: a record is written before its place is given back.
    const used = new Set([...await quota.list(), ...places.map(([one]) => one)]);
    isReserved = used.has(id) || used.size < quota.most;
    return isReserved ? toValue(quota, { ...Object.fromEntries(places), [id]: now }) : undefined;
  });
  return isReserved;
}

async function release(records: RecordStore, quota: Quota, id: string): Promise<void> {
  await quotaKind.update(records, quota, (known) => {
    if (!known || !Object.hasOwn(known.data, id)) return undefined;
    const { [id]: _, ...places } = known.data;
    return toValue(quota, places);
  });
}

function toValue({ owner: userId }: Quota, data: Slots) {
  return { userId, expires: msFromNow(WRITING_MS), data };
}

async function serialized<T>(
  records: RecordStore,
  { owner, of }: Quota,
  run: () => Promise<T>,
): Promise<T> {
  let turns = last.get(records);
  if (!turns) last.set(records, turns = new Map());
  const key = JSON.stringify([owner, of]);
  const turn = (turns.get(key) ?? Promise.resolve()).then(run, run);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}

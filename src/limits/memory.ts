/**
 * Counts of this process, for apps without a store of records.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import type { RecordEntry, RecordStore } from "../types/records.ts";

/**
 * Most counts that are kept; a further one replaces the oldest, which ends a lock early. To
 * get there, an attacker must make this many tries with other accounts.
 */
export const MAX_COUNTS = 100_000;

/** In the order in which their windows began. */
const counts = new Map<string, RecordEntry>();

/** The operations of a store of records that counting needs. */
export const memoryCounts: Pick<RecordStore, "get" | "put" | "take"> = { get, put, take };

function get(kind: string, id: string): RecordEntry | null {
  const entry = counts.get(`${kind} ${id}`);
  return entry && isLive(entry) ? entry : null;
}

function put(entry: RecordEntry, expected: number | null): boolean {
  const { kind, id } = entry;
  const version = get(kind, id)?.version ?? null;
  if (version !== expected) return false;
  const key = `${kind} ${id}`;
  if (version === null) {
    counts.delete(key);
    for (const [oldest, other] of counts) {
      if (isLive(other) && counts.size < MAX_COUNTS) break;
      counts.delete(oldest);
    }
  }
  counts.set(key, entry);
  return true;
}

function take(kind: string, id: string): RecordEntry | null {
  const entry = get(kind, id);
  counts.delete(`${kind} ${id}`);
  return entry;
}

function isLive({ expires }: RecordEntry): boolean {
  return expires === null || expires.valueOf() > nowMs();
}

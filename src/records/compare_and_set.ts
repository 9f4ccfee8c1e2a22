/**
 * Writes of records by compare-and-set that survive a lost answer.
 *
 * @module
 */

import type { RecordEntry, RecordStore } from "../types/records.ts";

/** A random version, by which a caller recognizes its own write. */
export function randomVersion(): number {
  return Number(crypto.getRandomValues(new BigUint64Array(1))[0]! >> 11n) || 1;
}

/** Longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE_MS = 50;

/**
 * Waits before another try: a store over a network needs time to let another caller through.
 *
 * @param attempt number of tries before, from 0
 */
export function pause(attempt: number): Promise<void> {
  const longest = Math.min(2 ** attempt, LONGEST_PAUSE_MS);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
}

/**
 * Writes a record; after a failure, whose write may have taken place, reads it.
 *
 * @param entry has a {@linkcode randomVersion}, which no other caller chooses
 * @param expected as for {@linkcode RecordStore.put}
 * @returns `true` when this call wrote it
 */
export async function tryPut(
  records: Pick<RecordStore, "get" | "put">,
  entry: RecordEntry,
  expected: number | null,
): Promise<boolean> {
  try {
    return await records.put(entry, expected);
  } catch (error) {
    if ((await records.get(entry.kind, entry.id))?.version === entry.version) return true;
    throw error;
  }
}

/**
 * Locks in the store of records, for work that one caller at a time may do, over all
 * processes.
 *
 * @module
 */

import { hashText } from "../base/hashed.ts";
import { msFromNow, nowMs } from "../base/time.ts";
import type { RecordStore } from "../types/records.ts";
import { defineKind, type FoundRecord } from "./kind.ts";
import { retryOnce } from "./retry_once.ts";

/** Kind of the records. Their id is a hash, since a name may hold an address. */
const locks = defineKind<string, null>("lock", (id) => id);

/** Milliseconds after which the lock of a process that crashed is free again. */
const LIFETIME_MS = 15_000;

/** Milliseconds for which a caller waits for a lock: longer than a crashed holder keeps it. */
const PATIENCE_MS = 2 * LIFETIME_MS;

/** Longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE_MS = 100;

/**
 * Runs a function while no other caller holds one of the locks. Locks are taken in one
 * order, so callers with several names cannot block each other.
 *
 * A function that takes longer than the lock lives may run beside another one. It must check
 * at its start what an earlier holder has done.
 *
 * @throws {Error} when a lock stays taken
 */
export async function withLocks<T>(
  records: RecordStore,
  names: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  const ids = await Promise.all(names.map((name) => hashText("lock", name)));
  const held: Held[] = [];
  try {
    for (const id of [...new Set(ids)].sort()) held.push(await acquire(records, id));
    return await run();
  } finally {
    for (const lock of held.reverse()) await release(records, lock);
  }
}

/** A lock that this process holds. */
type Held = FoundRecord<null>;

async function acquire(records: RecordStore, id: string): Promise<Held> {
  const giveUpAt = nowMs() + PATIENCE_MS;
  for (let pauseMs = 5;; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const expires = msFromNow(LIFETIME_MS);
    const held = await locks.put(records, id, { expires, data: null }, null);
    if (held) return held;
    if (nowMs() > giveUpAt) throw new Error("Cannot begin: another call holds the lock");
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
  }
}

/** Frees a lock that is still the caller's own; after a failure it expires. */
async function release(records: RecordStore, { id, version }: Held): Promise<void> {
  try {
    await retryOnce(async () => {
      if ((await locks.get(records, id))?.version === version) await locks.take(records, id);
    });
  } catch {
    // The work is done, and its result counts.
  }
}

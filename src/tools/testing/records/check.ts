/**
 * The type of a check of a store of records, and functions shared by the checks.
 *
 * @module
 */

import { msFromNow, nowMs } from "../../../base/time.ts";
import type { Awaitable } from "../../../types/entities.ts";
import type { RecordEntry, RecordStore } from "../../../types/records.ts";
import { expect } from "../adapter/check.ts";

/** A fresh, empty store for one check. */
export interface RecordFixture {
  /** The store. */
  store: RecordStore;
  /** Examines the database; throws when something is half written. */
  inspect?(): Awaitable<void>;
  /**
   * Makes a call of the database fail, before or after its effect: the n-th from now; 0 for
   * none. Needed by the checks of failing calls.
   */
  failAt?(call: number, moment: "before" | "after"): void;
  /** Closes the store. */
  close?(): Awaitable<void>;
}

/** One rule for stores, and its test. */
export interface RecordCheck {
  /** The rule, as a sentence about the store. */
  name: string;
  /** `true` when the fixture must be able to make calls fail. */
  needsFaults?: boolean;
  /** Throws when the store breaks the rule; may return a line to print. */
  run(store: RecordStore, fixture: RecordFixture): Awaitable<string | void>;
}

/** A new record that does not expire; each has its own id. */
export function newEntry(members: Partial<RecordEntry> = {}): RecordEntry {
  return {
    kind: "test",
    id: crypto.randomUUID(),
    version: newVersion(),
    expires: null,
    data: { text: "Zoë" },
    ...members,
  };
}

/** A random version, which no other call chooses. */
export function newVersion(): number {
  return Number(crypto.getRandomValues(new BigUint64Array(1))[0]! >> 11n) || 1;
}

/** Stores new records. */
export async function putAll(store: RecordStore, entries: readonly RecordEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += 100) {
    const part = entries.slice(from, from + 100);
    const written = await Promise.all(part.map(async (entry) => await store.put(entry, null)));
    expect(written.every(Boolean), "put of a new record returned false");
  }
}

/** Stores a record, in place of one that `before` names, which expires now; waits until then. */
export async function putExpired(
  store: RecordStore,
  entry: RecordEntry,
  before: number | null = null,
): Promise<void> {
  const expires = msFromNow(20);
  expect(await store.put({ ...entry, expires }, before), "put of a record that expires soon");
  // Other calls run meanwhile, as they do in an app.
  while (nowMs() <= expires.valueOf()) await store.get("test", "none");
}

/** Fails the check unless the call is refused with an error of this class that names the member. */
export async function expectRefused(
  call: () => Awaitable<unknown>,
  type: typeof TypeError | typeof RangeError,
  member: string,
): Promise<void> {
  let thrown: unknown;
  try {
    await call();
  } catch (error) {
    thrown = error;
  }
  expect(
    thrown instanceof type && thrown.message.includes(member),
    `${member}: expected a ${type.name} that names it, got ${thrown}`,
  );
}

/**
 * The store of records: small JSON values with an owner and an expiry, changed by
 * compare-and-set. One table or key prefix holds every kind.
 *
 * @module
 */

import type { Awaitable } from "./entities.ts";

/** A value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A record, as it is written and read. `kind` and `id` identify it. */
export interface RecordEntry {
  /** Name of the feature that it belongs to: 1 to 64 characters of `a-z`, `0-9`, `.` and `-`. */
  kind: string;
  /**
   * Id, unique within its kind: 1 to 512 UTF-16 code units of well-formed text without NUL.
   * Stores keep it readable: as an id, use the hash of a value that would open something.
   */
  id: string;
  /** Id of the user it belongs to, under the rules of `id`; absent for a record of no user. */
  owner?: string | undefined;
  /**
   * A positive safe integer that the writer chooses, different from the version it replaces.
   * With a random one, the writer recognizes its own write: see {@linkcode RecordStore.put}.
   */
  version: number;
  /**
   * Time from which the record counts as absent, in milliseconds precision; `null`: it is
   * kept until it is removed.
   */
  expires: Date | null;
  /**
   * At most 32 KiB as JSON in UTF-8, nested at most 100 levels deep. No `undefined`, no `NaN`
   * and no class instance at any depth.
   */
  data: Json;
}

/** A part of a list. */
export interface RecordPage {
  /** Id after which the page begins. Default: the first record. */
  after?: string | undefined;
  /** Most records of the page: 1 to 1000. Default 1000. */
  limit?: number | undefined;
}

/**
 * Stores records. Each change of a record is atomic, in one process and over all that share
 * the store. Entries that it returns are copies.
 *
 * An argument beyond the limits of {@linkcode RecordEntry} is a rejection with a
 * `TypeError` (of another type) or a `RangeError` (too long, too large); the store is not
 * touched then. After any other failure, a record was changed completely or not at all.
 *
 * A store repeats what conflicts with another call or transaction (a deadlock, a lock, a
 * transaction that cannot be serialized) by itself: a bounded number of times, with random
 * pauses. The rejection after the last one means that the call had no effect.
 *
 * @example Compare-and-set, which also survives a lost answer
 * ```ts
 * import { MemoryRecords } from "@x/auth/records/memory";
 * import type { RecordStore } from "@x/auth/types";
 * import { assertEquals } from "@std/assert";
 *
 * const randomVersion = () =>
 *   Number(crypto.getRandomValues(new BigUint64Array(1))[0]! >> 11n) || 1;
 *
 * async function increment(store: RecordStore, kind: string, id: string): Promise<number> {
 *   for (let attempt = 0; attempt < 100; attempt++) {
 *     const found = await store.get(kind, id);
 *     const data = Number(found?.data ?? 0) + 1;
 *     const version = randomVersion();
 *     const next = { kind, id, expires: null, ...found, version, data };
 *     try {
 *       if (await store.put(next, found && found.version)) return data;
 *     } catch (error) {
 *       // Written, although the answer was lost: no other writer chooses this version.
 *       if ((await store.get(kind, id))?.version === version) return data;
 *       throw error;
 *     }
 *   }
 *   throw new Error("Cannot count: other calls changed the record during 100 tries");
 * }
 *
 * const store = MemoryRecords();
 * await Promise.all([1, 2, 3].map(() => increment(store, "tries", "ada")));
 * assertEquals((await store.get("tries", "ada"))?.data, 3);
 * ```
 */
export interface RecordStore {
  /** Finds a record; `null` when there is none, or it has expired. */
  get(kind: string, id: string): Awaitable<RecordEntry | null>;
  /**
   * Writes a whole record, owner and expiry included. A record whose owner changes leaves
   * the list of the owner before.
   *
   * When a call fails, its write may have taken place. To find out, read the record: it has
   * the version of the call exactly when it was written and not replaced since.
   *
   * @param expected `null`: write only if the record is absent or has expired; a version:
   * write only if the stored record has it and has not expired
   * @returns `true` when this call wrote it
   */
  put(entry: RecordEntry, expected: number | null): Awaitable<boolean>;
  /**
   * Reads and removes a record. Of any number of callers, one gets it.
   *
   * @returns `null` when there is none, or it has expired
   */
  take(kind: string, id: string): Awaitable<RecordEntry | null>;
  /**
   * Lists the records of one kind that belong to an owner and have not expired, by `id`
   * ascending in the order of code points. For the next page, pass the last id as `after`.
   */
  list(owner: string, kind: string, page?: RecordPage): Awaitable<RecordEntry[]>;
  /**
   * Removes the records of an owner, of one kind or of all kinds. One that is written
   * meanwhile may stay. After a failure, some may be left: the next call removes them.
   *
   * @param exceptId id whose records stay
   * @returns number of removed records that had not expired
   */
  deleteOwner(owner: string, kind?: string, exceptId?: string): Awaitable<number>;
}

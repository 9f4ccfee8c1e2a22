/**
 * Structural types of the parts of Deno KV that are used, so that importing needs
 * no flag, and the retries of its commits.
 *
 * @module
 */

import { nowMs } from "../src/base/time.ts";
import { TOO_LARGE } from "../src/base/too_large.ts";
import { AdapterError } from "../src/errors.ts";
import { forgetful } from "../src/symbols.ts";
import { describeStore } from "./_store_facts.ts";
import type { AdapterUser } from "../src/types/adapter.ts";
import { MAX_TRIES, pause } from "./_retry.ts";

/** One part of a key. */
export type KvKeyPart = Uint8Array | string | number | bigint | boolean | symbol;

/** A stored value with its version; both are `null` when there is none. */
export type KvEntry<T> =
  | { key: readonly KvKeyPart[]; value: T; versionstamp: string }
  | { key: readonly KvKeyPart[]; value: null; versionstamp: null };

/** A key and the version it must have. */
export interface KvCheck {
  /** Key to check. */
  key: readonly KvKeyPart[];
  /** Version the key must have; `null` when it must have no value. */
  versionstamp: string | null;
}

/** An atomic operation; the part of `Deno.AtomicOperation` that is used. */
export interface KvAtomic {
  /** Makes the commit fail unless the keys have these versions. */
  check(
    ...checks: KvCheck[]
  ): KvAtomic;
  /** Writes a value. */
  set(
    key: readonly KvKeyPart[],
    value: unknown,
    options?: { /** Milliseconds until removal. */ expireIn?: number },
  ): KvAtomic;
  /** Removes a value. */
  delete(key: readonly KvKeyPart[]): KvAtomic;
  /** Applies all changes, or none when a check fails. */
  commit(): Promise<KvCommit>;
}

/** Result of a commit. */
export interface KvCommit {
  /** `true` when every check succeeded. */
  ok: boolean;
  /** Version of the keys that were written. */
  versionstamp?: string;
}

/** The part of `Deno.Kv` that is used. */
export interface KvStore {
  /** Reads one key. */
  get<T>(
    key: readonly KvKeyPart[],
    options?: { consistency?: "strong" | "eventual" },
  ): Promise<KvEntry<T>>;
  /** Reads up to ten keys. */
  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: readonly KvKeyPart[] }],
    options?: { consistency?: "strong" | "eventual" },
  ): Promise<{ [K in keyof T]: KvEntry<T[K]> }>;
  /** Lists entries in the order of their keys. */
  list<T>(
    selector: {
      prefix: readonly KvKeyPart[];
      /** Key of the first entry. */
      start?: readonly KvKeyPart[];
    },
    options?: { limit?: number; batchSize?: number },
  ): AsyncIterable<{ key: readonly KvKeyPart[]; value: T; versionstamp: string }>;
  /** Begins an atomic operation. */
  atomic(): KvAtomic;
}

/** Marks a store whose `Deno.Kv` is marked as one in memory. */
export function forgetfulness(kv: KvStore): object {
  return { ...forgetful in kv ? { [forgetful]: true } : {}, ...describeStore("Deno KV") };
}

/**
 * Commits; `false` when a check failed. Tries again while another process has the
 * file locked.
 *
 * @throws {AdapterError} when a value or key is larger than KV allows
 */
export async function commit(atomic: KvAtomic): Promise<boolean> {
  return (await commitWithVersion(atomic)).ok;
}

/** As {@linkcode commit}, with the version that the changed keys have then, where KV tells it. */
export async function commitWithVersion(atomic: KvAtomic): Promise<KvCommit> {
  for (let attempt = 1;; attempt++) {
    try {
      return await atomic.commit();
    } catch (error) {
      const { message } = error as Error;
      if (/locked|busy/i.test(message) && attempt < MAX_TRIES) {
        await pause(attempt);
        continue;
      }
      if (!/too large|65536|2048|819200|81920/i.test(message)) throw error;
      throw new AdapterError(
        "Cannot store this: Deno KV allows keys of 2 KiB and values of 64 KiB; return fewer " +
          `members from the provider's \`profile\` or \`account\` (${message})`,
        { cause: { err: error as Error, code: TOO_LARGE } },
      );
    }
  }
}

/** Repeats an attempt while it returns `undefined`, that is, another call changed its keys. */
export async function retry<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let count = 1; count <= MAX_TRIES; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
    await pause(count);
  }
  throw new AdapterError(
    `Cannot ${what}: other calls changed it during each of ${MAX_TRIES} tries`,
  );
}

/** Most keys that one `getMany` reads. */
const MAX_READ = 10;

/** Entries that one round trip of `list` brings. */
const LIST_BATCH = 1000;

/** Reads any number of keys, in one round trip. */
export async function getAll<T>(
  kv: KvStore,
  keys: readonly (readonly KvKeyPart[])[],
): Promise<KvEntry<T>[]> {
  const reads: Promise<KvEntry<T>[]>[] = [];
  for (let from = 0; from < keys.length; from += MAX_READ) {
    reads.push(kv.getMany<T[]>(keys.slice(from, from + MAX_READ)));
  }
  return (await Promise.all(reads)).flat();
}

/**
 * Lists entries below a prefix, in one round trip for each thousand.
 *
 * @param start key of the first entry; default: the first one below the prefix
 * @param limit most entries; default: all
 */
export async function listAll<T>(
  kv: KvStore,
  prefix: readonly KvKeyPart[],
  { start, limit }: { start?: readonly KvKeyPart[] | undefined; limit?: number } = {},
): Promise<KvEntry<T>[]> {
  const entries: KvEntry<T>[] = [];
  const selector = { prefix, ...(start ? { start } : {}) };
  // A batch is read whole, also beyond the limit.
  const options = limit
    ? { limit, batchSize: Math.min(limit, LIST_BATCH) }
    : { batchSize: LIST_BATCH };
  for await (const entry of kv.list<T>(selector, options)) entries.push(entry);
  return entries;
}

/**
 * Most rows that one atomic operation removes, each with its index entry and a check: KV
 * allows 100 checks. Their keys, of at most 2 KiB, are below its 800 KiB.
 */
const MAX_ROWS = 100;

/** Splits rows into parts that one atomic operation can remove. */
export function partsOf<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    parts.push(rows.slice(from, from + MAX_ROWS));
  }
  return parts;
}

/** Adds a deletion of each key. */
export function deleteAll(atomic: KvAtomic, keys: readonly (readonly KvKeyPart[])[]): KvAtomic {
  for (const key of keys) atomic.delete(key);
  return atomic;
}

/** Longest `expireIn`: 1000 years. KV refuses those of the last dates that a `Date` can have. */
const MAX_EXPIRE_IN_MS = 1000 * 365 * 24 * 60 * 60 * 1000;

/** Whole milliseconds for `expireIn`; 0, that is, removal at once, for a time in the past. */
export function millisecondsUntil(expires: Date): number {
  return Math.min(Math.max(0, Math.ceil(expires.valueOf() - nowMs())), MAX_EXPIRE_IN_MS);
}

/** `true` when two sessions end at the same time. */
export function hasSameExpiry(a: { expires: Date }, b: { expires: Date }): boolean {
  return a.expires.valueOf() === b.expires.valueOf();
}

/** `true` when the user found in the store is the one this call tried to write. */
export async function isSame(
  found: Promise<AdapterUser | null>,
  wanted: AdapterUser,
): Promise<boolean> {
  const user = await found;
  return user?.id === wanted.id && user.email === wanted.email;
}

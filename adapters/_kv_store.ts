/**
 * What is used of Deno KV, as shapes, so that importing needs no flag, and how
 * its commits are repeated.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { AdapterUser } from "../src/types/adapter.ts";

/** One part of a key. */
export type KvKeyPart = Uint8Array | string | number | bigint | boolean | symbol;

/** A stored value with its version; both are `null` when there is none. */
export type KvEntry<T> =
  | { key: readonly KvKeyPart[]; value: T; versionstamp: string }
  | { key: readonly KvKeyPart[]; value: null; versionstamp: null };

/** A key and the version it must have. */
export interface KvCheck {
  /** Key. */
  key: readonly KvKeyPart[];
  /** Its version; `null` when there must be no value. */
  versionstamp: string | null;
}

/** An atomic operation, as `Deno.AtomicOperation` has it. */
export interface KvAtomic {
  /** Makes the commit depend on a version. */
  check(
    ...checks: KvCheck[]
  ): KvAtomic;
  /** Writes. */
  set(
    key: readonly KvKeyPart[],
    value: unknown,
    options?: { /** Milliseconds until removal. */ expireIn?: number },
  ): KvAtomic;
  /** Removes. */
  delete(key: readonly KvKeyPart[]): KvAtomic;
  /** Does all or nothing. */
  commit(): Promise<{ /** Whether every check held. */ ok: boolean }>;
}

/** What is used of a `Deno.Kv`. */
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
  /** Walks keys in order. */
  list<T>(
    selector: { prefix: readonly KvKeyPart[] },
    options?: { limit?: number },
  ): AsyncIterable<{ key: readonly KvKeyPart[]; value: T; versionstamp: string }>;
  /** Begins an atomic operation. */
  atomic(): KvAtomic;
}

/** Tries for an operation that others keep overtaking, or that finds the file locked. */
const MAX_TRIES = 100;

/**
 * Commits; `false` when a check failed. A file that another process is writing
 * to is tried again.
 *
 * @throws {AdapterError} when a value or key is larger than KV takes
 */
export async function commit(atomic: KvAtomic): Promise<boolean> {
  for (let attempt = 1;; attempt++) {
    try {
      return (await atomic.commit()).ok;
    } catch (error) {
      const { message } = error as Error;
      if (/locked|busy/i.test(message) && attempt < MAX_TRIES) {
        await pause(attempt);
        continue;
      }
      if (!/too large|65536|2048|819200|81920/i.test(message)) throw error;
      throw new AdapterError(
        "Cannot store this: a key of more than 2 KiB or a value of more than 64 KiB does not fit " +
          `into Deno KV; store fewer members, in the provider's \`profile\` or \`account\` (${message})`,
        { cause: error as Error },
      );
    }
  }
}

/** Repeats until the attempt returns something; `undefined` says that others were faster. */
export async function retry<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let count = 1; count <= MAX_TRIES; count++) {
    const result = await attempt();
    if (result !== undefined) return result;
    await pause(count);
  }
  throw new AdapterError(`Cannot ${what}: others kept changing it`);
}

/** Waits a random moment, longer each time, so that rivals do not meet again. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 50)));
}

/** Adds deletions. */
export function deleteAll(atomic: KvAtomic, keys: readonly (readonly KvKeyPart[])[]): KvAtomic {
  for (const key of keys) atomic.delete(key);
  return atomic;
}

/** `expireIn` takes whole milliseconds; what is over already goes at once. */
export function millisecondsUntil(expires: Date): number {
  return Math.max(0, Math.ceil(expires.valueOf() - Date.now()));
}

/** Whether two sessions end at the same time. */
export function hasSameExpiry(a: { expires: Date }, b: { expires: Date }): boolean {
  return a.expires.valueOf() === b.expires.valueOf();
}

/** Whether the user that was found is the one that was to be written. */
export async function isSame(
  found: Promise<AdapterUser | null>,
  wanted: AdapterUser,
): Promise<boolean> {
  const user = await found;
  return user?.id === wanted.id && user.email === wanted.email;
}

/**
 * Tables of the memory adapter. No operation takes longer when more rows are stored, except a search
 * for users.
 *
 * @module
 */

import type { AdapterUser, UserPage, UserSearch } from "../src/types/adapter.ts";
import { foldText } from "../src/base/fold.ts";
import { nowMs } from "../src/base/time.ts";
import { makePage } from "./_user_page.ts";

/** Expired rows are looked for among this many rows with each write. */
const EXAMINED_PER_WRITE = 20;

/** Milliseconds after its expiry from which a row is removed. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;

/** Rows of users, by key and by owner. */
export interface OwnedTable<T> {
  /** A copy of the row, or `null`. */
  get(key: string): T | null;
  /** Stores a row, in place of one with the same key. */
  set(key: string, row: T): void;
  /** Removes a row; `true` when there was one. */
  delete(key: string): boolean;
  /** Copies of the rows of a user, in the order in which they were added. */
  of(userId: string): T[];
  /** Removes some rows of a user, and returns the keys of those there were. */
  deleteEach(userId: string, keys: readonly string[]): string[];
  /** Removes the rows of a user. */
  deleteOf(userId: string): void;
  /** Every key with its row. */
  entries(): IterableIterator<[string, T]>;
}

/** Makes an empty table. */
export function createTable<T extends { userId: string }>(): OwnedTable<T> {
  const rows = new Map<string, T>();
  const keysByOwner = new Map<string, Set<string>>();

  const remove = (key: string): boolean => {
    const row = rows.get(key);
    if (!row) return false;
    rows.delete(key);
    const keys = keysByOwner.get(row.userId);
    keys?.delete(key);
    if (keys?.size === 0) keysByOwner.delete(row.userId);
    return true;
  };

  return {
    get(key) {
      const row = rows.get(key);
      return row ? { ...row } : null;
    },
    set(key, row) {
      const known = rows.get(key);
      if (known && known.userId !== row.userId) remove(key);
      rows.set(key, { ...row });
      const keys = keysByOwner.get(row.userId);
      if (keys) keys.add(key);
      else keysByOwner.set(row.userId, new Set([key]));
    },
    delete: remove,
    of: (userId) => Array.from(keysByOwner.get(userId) ?? [], (key) => ({ ...rows.get(key)! })),
    deleteEach: (userId, keys) =>
      keys.filter((key) => rows.get(key)?.userId === userId && remove(key)),
    deleteOf(userId) {
      for (const key of keysByOwner.get(userId) ?? []) rows.delete(key);
      keysByOwner.delete(userId);
    },
    entries: () => rows.entries(),
  };
}

/**
 * Makes the function that removes expired rows: each call examines the next few rows, so
 * calls in a row visit all of them, and those that are added meanwhile.
 */
export function createPurge<T>(
  table: {
    /** Every key with its row. */
    entries(): IterableIterator<[string, T]>;
    /** Removes a row. */
    delete(key: string): boolean;
  },
  expiryOf: (row: T) => Date,
): () => void {
  let turn = table.entries();
  return () => {
    const before = nowMs() - KEEP_EXPIRED_MS;
    for (let count = 0; count < EXAMINED_PER_WRITE; count++) {
      const { value, done } = turn.next();
      if (done) {
        turn = table.entries();
        return;
      }
      if (expiryOf(value[1]).valueOf() < before) table.delete(value[0]);
    }
  };
}

/** A page of users, each of whom is looked at. */
export function searchUsers(
  users: Iterable<AdapterUser>,
  { by, prefix, after, limit }: UserSearch,
): UserPage<AdapterUser> {
  const fold = (text: string) => by === "name" ? foldText(text) : text;
  const beginning = by === "id" ? "" : fold(prefix);
  const found: [user: AdapterUser, key: string][] = [];
  for (const user of users) {
    const text = user[by];
    if (typeof text !== "string") continue;
    const key = fold(text);
    if (!key.startsWith(beginning)) continue;
    if (after && compare([key, user.id], [after.key, after.id]) <= 0) continue;
    found.push([{ ...user }, key]);
  }
  found.sort(([one, key], [other, otherKey]) => compare([key, one.id], [otherKey, other.id]));
  return makePage(found, limit, false);
}

/** Compares by the keys, then by the ids. */
function compare(one: readonly [string, string], other: readonly [string, string]): number {
  const index = one[0] === other[0] ? 1 : 0;
  return one[index]! < other[index]! ? -1 : one[index] === other[index] ? 0 : 1;
}

/**
 * Reads of a row together with its user, in one round trip where possible.
 *
 * @module
 */

import type { AdapterUser } from "../src/types/adapter.ts";
import { isReadable, type Key, type Keys } from "./_kv_keys.ts";
import type { KvEntry, KvStore } from "./_kv_store.ts";

/**
 * Owners that are cached at least: those of the rows that were read last. At most twice
 * as many are, each in about 150 bytes.
 */
const MIN_REMEMBERED = 50_000;

/** A row with its user. */
interface Found<Row> {
  row: Row;
  user: AdapterUser;
}

/**
 * Reads a row and its user.
 *
 * @param ownerOf id of the user that a row belongs to
 */
export type UserReader = <Row>(
  key: Key,
  ownerOf: (row: Row) => string,
  consistency?: "strong" | "eventual",
) => Promise<Found<Row> | null>;

/**
 * Makes the function. The owner of a row seldom changes, so from the second time on both
 * are read at once. The cached owner is only a guess: the stored row decides.
 *
 * @param see is told the version of each user that was read
 */
export function userReader(
  kv: KvStore,
  { userKey }: Keys,
  see: (userId: string, versionstamp: string) => void,
): UserReader {
  const owners = createCache<string>(MIN_REMEMBERED);
  return async <Row>(
    key: Key,
    ownerOf: (row: Row) => string,
    consistency: "strong" | "eventual" = "strong",
  ) => {
    if (!isReadable(key)) return null;
    // A new string: a part of a longer one, such as a header, would keep all of it in memory.
    const name = key.join("\0");
    const guess = owners.get(name);
    const options = { consistency };
    const [{ value: row }, guessed]: [KvEntry<Row>, KvEntry<AdapterUser>?] = guess === undefined
      ? [await kv.get<Row>(key, options)]
      : await kv.getMany<[Row, AdapterUser]>([key, userKey(guess)], options);
    if (row === null) {
      owners.delete(name);
      return null;
    }
    const owner = ownerOf(row);
    const { value: user, versionstamp } = guessed && owner === guess
      ? guessed
      : await kv.get<AdapterUser>(userKey(owner), options);
    if (owner !== guess) owners.set(name, owner);
    if (user === null) return null;
    see(owner, versionstamp!);
    return { row, user };
  };
}

/** A bounded cache that keeps what was used last. */
export interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

/** Makes a cache of the last `size` entries that were used, and at most as many older ones. */
export function createCache<T>(size: number): Cache<T> {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  const set = (key: string, value: T): void => {
    if (recent.size >= size) [recent, older] = [new Map(), recent];
    recent.set(key, value);
  };
  return {
    get(key) {
      const value = recent.get(key);
      if (value !== undefined) return value;
      const found = older.get(key);
      if (found !== undefined) set(key, found);
      return found;
    },
    set,
    delete(key) {
      recent.delete(key);
      older.delete(key);
    },
  };
}

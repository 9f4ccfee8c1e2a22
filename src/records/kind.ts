/**
 * Records of one kind: typed data, an id that is made from a key, and one rule for changes that
 * parallel calls make too.
 *
 * @module
 */

import { hashText, type TextPurpose } from "../base/hashed.ts";
import { nowDate } from "../base/time.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Json, RecordEntry, RecordPage, RecordStore } from "../types/records.ts";
import { pause, randomVersion, tryPut } from "./compare_and_set.ts";
import { ownerOf } from "./owner.ts";

/** Most tries of a change that parallel calls make too. */
const TRIES = 100;

/** Tries that follow each other at once. */
const UNPAUSED = 10;

/** Records that are listed at once. */
const PAGE = 1000;

/** What is written. */
export interface RecordValue<Data> {
  /** Id of the user it belongs to; absent for a record that names no user. */
  readonly userId?: string | undefined;
  /** Time from which it counts as absent; `null`: it stays until it is removed. */
  readonly expires: Date | null;
  /** The data. */
  readonly data: Data;
}

/** What was read. */
export interface FoundRecord<Data> {
  /** Id of the record. */
  readonly id: string;
  /** Owner, as {@linkcode ownerOf} writes it. */
  readonly owner: string | undefined;
  /** Version. */
  readonly version: number;
  /** Time from which it counts as absent. */
  readonly expires: Date | null;
  /** The data. */
  readonly data: Data;
}

/** A kind, by what identifies its records and by their data. */
export interface RecordKind<Key, Data extends Json> {
  /** Name of the kind in the store. */
  readonly name: string;
  /** Id of the record of a key. */
  idOf(key: Key): Awaitable<string>;
  /** Makes a record, for a call that writes it together with other rows. */
  toEntry(key: Key, value: RecordValue<Data>): Promise<RecordEntry>;
  /** Reads a record; `null` when there is none. */
  get(records: Pick<RecordStore, "get">, key: Key): Promise<FoundRecord<Data> | null>;
  /** Writes a record unless there is one; `true` when this call did. */
  add(records: Writable, key: Key, value: RecordValue<Data>): Promise<boolean>;
  /**
   * Writes a record in place of the one that was read.
   *
   * @param known the record that it replaces; `null`: there must be none
   * @returns `false` when another call has changed it meanwhile
   */
  replace(
    records: Writable,
    key: Key,
    value: RecordValue<Data>,
    known: Pick<FoundRecord<Data>, "version"> | null,
  ): Promise<boolean>;
  /** The same, for a caller that needs the record as it was written; `null` when it was not. */
  put(
    records: Writable,
    key: Key,
    value: RecordValue<Data>,
    known: Pick<FoundRecord<Data>, "version"> | null,
  ): Promise<FoundRecord<Data> | null>;
  /**
   * Changes a record, again from what another call has written meanwhile.
   *
   * @param next what to write in place of what was read; `undefined` leaves that
   * @param guess the record as it probably is, `null` for one that is probably new: a first write in
   * its place needs no read
   * @returns what was written
   */
  update(
    records: Writable,
    key: Key,
    next: (known: FoundRecord<Data> | null) => Awaitable<RecordValue<Data> | undefined>,
    guess?: FoundRecord<Data> | null,
  ): Promise<RecordValue<Data> | undefined>;
  /** Reads and removes a record: of any number of callers, one gets it. */
  take(records: Pick<RecordStore, "take">, key: Key): Promise<FoundRecord<Data> | null>;
  /** Removes a record unless another call has changed it since it was read; `true` when this did. */
  removeSame(records: Writable, key: Key, known: FoundRecord<Data>): Promise<boolean>;
  /** Lists the records of a user. */
  list(records: RecordStore, userId: string, page?: RecordPage): Promise<FoundRecord<Data>[]>;
  /** Lists all of them, a page at a time; those of a page may be removed meanwhile. */
  listAll(records: RecordStore, userId: string): AsyncGenerator<FoundRecord<Data>>;
  /**
   * Removes the records of a user.
   *
   * @param exceptId id of one that stays. Default: none
   * @returns number of records that this call removed
   */
  removeAll(records: RecordStore, userId: string, exceptId?: string): Promise<number>;
}

/** What a write needs of a store: after a failure, it reads. */
type Writable = Pick<RecordStore, "get" | "put">;

/**
 * Defines a kind.
 *
 * @param name name in the store; no other kind has it
 * @param idOf id of the record of a key, when that may be read by who sees the store
 */
export function defineKind<Key, Data extends Json>(
  name: string,
  idOf: (key: Key) => Awaitable<string>,
): RecordKind<Key, Data> {
  const toEntry = async (key: Key, value: RecordValue<Data>): Promise<RecordEntry> => ({
    kind: name,
    id: await idOf(key),
    owner: value.userId === undefined ? undefined : ownerOf(value.userId),
    version: randomVersion(),
    expires: value.expires,
    data: value.data,
  });
  // Only this kind writes records of its name.
  const toFound = ({ id, owner, version, expires, data }: RecordEntry): FoundRecord<Data> => ({
    id,
    owner,
    version,
    expires,
    data: data as Data,
  });
  const kind: RecordKind<Key, Data> = {
    name,
    idOf,
    toEntry,
    async get(records, key) {
      const entry = await records.get(name, await idOf(key));
      return entry && toFound(entry);
    },
    add: async (records, key, value) => await kind.put(records, key, value, null) !== null,
    replace: async (records, key, value, known) =>
      await kind.put(records, key, value, known) !== null,
    async put(records, key, value, known) {
      const entry = await toEntry(key, value);
      return await tryPut(records, entry, known && known.version) ? toFound(entry) : null;
    },
    async update(records, key, next, guess) {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const isGuess = attempt === 0 && guess !== undefined;
        const known = isGuess ? guess : await kind.get(records, key);
        const value = await next(known);
        if (!value || await kind.replace(records, key, value, known)) return value;
        // Few callers let each other through without it.
        if (attempt >= UNPAUSED) await pause(attempt - UNPAUSED);
      }
      throw new Error(`Cannot change a record "${name}": other calls changed it each time`);
    },
    async take(records, key) {
      const entry = await records.take(name, await idOf(key));
      return entry && toFound(entry);
    },
    // A store may keep what has expired for a while: there is nothing of it left.
    removeSame: async (records, key, known) =>
      await tryPut(records, {
        ...await toEntry(key, { userId: known.owner, expires: nowDate(), data: known.data }),
        data: null,
      }, known.version),
    list: async (records, userId, page) =>
      (await records.list(ownerOf(userId), name, page)).map(toFound),
    async *listAll(records, userId) {
      let after: string | undefined;
      do {
        const page = await kind.list(records, userId, { after, limit: PAGE });
        yield* page;
        after = page.length < PAGE ? undefined : page.at(-1)!.id;
      } while (after !== undefined);
    },
    removeAll: async (records, userId, exceptId) =>
      await records.deleteOwner(ownerOf(userId), name, exceptId),
  };
  return kind;
}

/** Removes the records of a user, of every kind. */
export async function removeRecords(records: RecordStore, userId: string): Promise<void> {
  await records.deleteOwner(ownerOf(userId));
}

/**
 * Makes ids from texts that the store must not show, such as addresses and tokens.
 *
 * @param purpose sets the ids apart from those of other kinds
 */
export function hashedId(purpose: TextPurpose): (text: string) => Awaitable<string> {
  return (text) => hashText(purpose, text);
}

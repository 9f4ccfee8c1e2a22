/**
 * Records of one kind: typed data, an id that is made from a key, and one rule for changes that
 * parallel calls make too.
 *
 * @module
 */

import { hashText, type TextPurpose } from "../base/hashed.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Json, RecordEntry, RecordPage, RecordStore } from "../types/records.ts";
import { pause, randomVersion, tryPut } from "./compare_and_set.ts";
import { ownerOf } from "./owner.ts";

/** Most tries of a change that parallel calls make too. */
const TRIES = 100;

/** Tries that follow each other at once. */
const UNPAUSED = 10;

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
  /** Reads a record; `null` when there is none. */
  get(records: RecordStore, key: Key): Promise<FoundRecord<Data> | null>;
  /** Writes a record unless there is one; `true` when this call did. */
  add(records: RecordStore, key: Key, value: RecordValue<Data>): Promise<boolean>;
  /**
   * Writes a record in place of the one that was read.
   *
   * @param known the record that it replaces; `null`: there must be none
   * @returns `false` when another call has changed it meanwhile
   */
  replace(
    records: RecordStore,
    key: Key,
    value: RecordValue<Data>,
    known: Pick<FoundRecord<Data>, "version"> | null,
  ): Promise<boolean>;
  /**
   * Changes a record, again from what another call has written meanwhile.
   *
   * @param next what to write in place of what was read; `undefined` leaves that
   * @returns what was written
   */
  update(
    records: RecordStore,
    key: Key,
    next: (known: FoundRecord<Data> | null) => Awaitable<RecordValue<Data> | undefined>,
  ): Promise<RecordValue<Data> | undefined>;
  /** Reads and removes a record: of any number of callers, one gets it. */
  take(records: RecordStore, key: Key): Promise<FoundRecord<Data> | null>;
  /** Lists the records of a user. */
  list(records: RecordStore, userId: string, page?: RecordPage): Promise<FoundRecord<Data>[]>;
  /** Removes the records of a user. */
  removeAll(records: RecordStore, userId: string): Promise<void>;
}

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
    async get(records, key) {
      const entry = await records.get(name, await idOf(key));
      return entry && toFound(entry);
    },
    add: async (records, key, value) => await tryPut(records, await toEntry(key, value), null),
    replace: async (records, key, value, known) =>
      await tryPut(records, await toEntry(key, value), known && known.version),
    async update(records, key, next) {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const known = await kind.get(records, key);
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
    list: async (records, userId, page) =>
      (await records.list(ownerOf(userId), name, page)).map(toFound),
    async removeAll(records, userId) {
      await records.deleteOwner(ownerOf(userId), name);
    },
  };
  return kind;
}

/**
 * Makes ids from texts that the store must not show, such as addresses and tokens.
 *
 * @param purpose sets the ids apart from those of other kinds
 */
export function hashedId(purpose: TextPurpose): (text: string) => Awaitable<string> {
  return (text) => hashText(purpose, text);
}

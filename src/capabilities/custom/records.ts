/**
 * Records of a capability that an app or a package made.
 *
 * @module
 */

import { hashOfApp } from "../../base/hashed.ts";
import { findNeed } from "../../config/needs.ts";
import { defineKind, type FoundRecord, type RecordValue } from "../../records/kind.ts";
import type { Json, RecordPage, RecordStore } from "../../types/records.ts";

export type { FoundRecord, RecordValue };

/** What functions and handlers of a capability get, as far as records need it. */
export interface WithRecords {
  /** Store of records; absent when the app has none. */
  readonly records?: RecordStore | undefined;
}

/** Records of one kind, by a key. They end with their owner. */
export interface CustomRecords<Data extends Json> {
  /** Name of the kind in the store. */
  readonly name: string;
  /** Reads a record; `null` when there is none. */
  get(app: WithRecords, key: string): Promise<FoundRecord<Data> | null>;
  /** Writes a record unless there is one; `true` when this call did. */
  add(app: WithRecords, key: string, value: RecordValue<Data>): Promise<boolean>;
  /**
   * Changes a record, again from what another call has written meanwhile.
   *
   * @param next what to write in place of what was read; `undefined` leaves that
   * @returns what was written
   */
  update(
    app: WithRecords,
    key: string,
    next: (known: FoundRecord<Data> | null) => RecordValue<Data> | undefined,
  ): Promise<RecordValue<Data> | undefined>;
  /** Reads and removes a record: of any number of callers, one gets it. */
  take(app: WithRecords, key: string): Promise<FoundRecord<Data> | null>;
  /** Lists the records of a user, by id. */
  list(app: WithRecords, userId: string, page?: RecordPage): Promise<FoundRecord<Data>[]>;
  /** Removes the records of a user. */
  removeAll(app: WithRecords, userId: string): Promise<void>;
}

/** Options of {@linkcode defineRecords}. */
export interface CustomRecordsOptions {
  /**
   * `true` when the key opens something, such as the token of a link: the store gets its hash.
   * Default `false`.
   */
  isSecretKey?: boolean;
}

/**
 * Defines the records of a capability. Changes are by compare-and-set, tried again when another
 * call was faster.
 *
 * @param name name in the store: the id of the capability, a dot and a word, such as
 * `"guestbook.entry"`
 *
 * @example
 * ```ts
 * import { defineRecords } from "@x/auth/capability";
 * import { MemoryRecords } from "@x/auth/records/memory";
 * import { assertEquals } from "@std/assert";
 *
 * const entries = defineRecords<{ text: string }>("guestbook.entry");
 * const app = { records: MemoryRecords() };
 * await entries.add(app, "1", { userId: "ada", expires: null, data: { text: "Hello" } });
 * assertEquals((await entries.list(app, "ada")).map(({ data }) => data.text), ["Hello"]);
 * ```
 */
export function defineRecords<Data extends Json>(
  name: string,
  { isSecretKey = false }: CustomRecordsOptions = {},
): CustomRecords<Data> {
  const kind = defineKind<string, Data>(
    name,
    isSecretKey ? (key) => hashOfApp(name, key) : (key) => key,
  );
  return {
    name,
    get: async (app, key) => await kind.get(storeOf(app), key),
    add: async (app, key, value) => await kind.add(storeOf(app), key, value),
    update: async (app, key, next) => await kind.update(storeOf(app), key, next),
    take: async (app, key) => await kind.take(storeOf(app), key),
    list: async (app, userId, page) => await kind.list(storeOf(app), userId, page),
    async removeAll(app, userId) {
      await kind.removeAll(storeOf(app), userId);
    },
  };
}

function storeOf({ records }: WithRecords): RecordStore {
  if (records) return records;
  throw findNeed({}, [], { call: "records", records: "always" });
}

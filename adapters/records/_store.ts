/**
 * Makes a store of records from the few operations that a database has to offer: checks
 * arguments, converts entries to rows, and leaves out what has expired.
 *
 * @module
 */

import { nowMs } from "../../src/base/time.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import { checkEntry, checkId, checkKind, checkPage } from "./_check.ts";

/** A record as databases store it. */
export interface RecordRow {
  readonly kind: string;
  readonly id: string;
  readonly owner: string | null;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly expires: number | null;
  /** JSON. */
  readonly data: string;
}

/** A row that was found by its key, which it need not repeat. */
export type FoundRow = Omit<RecordRow, "kind" | "id">;

/**
 * Rows of records. Arguments have been checked. A row has expired unless `expires` is
 * `null` or after `now`, which is the time of the call.
 */
export interface RecordRows {
  /** Finds a row, expired or not. */
  get(kind: string, id: string): Awaitable<FoundRow | null>;
  /** Writes a row if none is there that has not expired, or if that one has the version. */
  put(row: RecordRow, expected: number | null, now: number): Awaitable<boolean>;
  /** Removes and returns a row, expired or not. */
  take(kind: string, id: string): Awaitable<FoundRow | null>;
  /** Lists rows that have not expired; `after` may be empty. */
  list(
    owner: string,
    kind: string,
    page: { after: string; limit: number },
    now: number,
  ): Awaitable<RecordRow[]>;
  /**
   * Removes rows of one kind or, with `null`, of all, and counts those that had not expired.
   *
   * @param except id of a row that stays; `null`: none does
   */
  deleteOwner(
    owner: string,
    kind: string | null,
    except: string | null,
    now: number,
  ): Awaitable<number>;
}

/** `true` until the row expires. */
export function isLive({ expires }: Pick<RecordRow, "expires">, now: number): boolean {
  return expires === null || expires > now;
}

/** Makes the store. Its methods reject, and never throw. */
export function createRecordStore(rows: RecordRows): RecordStore {
  const ifLive = (kind: string, id: string, row: FoundRow | null) =>
    row && isLive(row, nowMs()) ? toEntry(kind, id, row) : null;
  return {
    async get(kind, id) {
      checkKind(kind);
      checkId(id);
      return ifLive(kind, id, await rows.get(kind, id));
    },

    async put(entry, expected) {
      return await rows.put(toRow(entry, expected), expected, nowMs());
    },

    async take(kind, id) {
      checkKind(kind);
      checkId(id);
      return ifLive(kind, id, await rows.take(kind, id));
    },

    async list(owner, kind, page = {}) {
      checkId(owner, "owner");
      checkKind(kind);
      const found = await rows.list(owner, kind, checkPage(page), nowMs());
      return found.map((row) => toEntry(row.kind, row.id, row));
    },

    async deleteOwner(owner, kind, exceptId) {
      checkId(owner, "owner");
      if (kind !== undefined) checkKind(kind);
      if (exceptId !== undefined) checkId(exceptId, "exceptId");
      return await rows.deleteOwner(owner, kind ?? null, exceptId ?? null, nowMs());
    },
  };
}

/** The row of an entry, which is checked. */
export function toRow(entry: RecordEntry, expected: number | null): RecordRow {
  const data = checkEntry(entry, expected);
  const { kind, id, owner = null, version } = entry;
  return { kind, id, owner, version, expires: entry.expires && entry.expires.valueOf(), data };
}

/** The entry of a row. */
export function toEntry(
  kind: string,
  id: string,
  { owner, version, expires, data }: FoundRow,
): RecordEntry {
  const entry = {
    kind,
    id,
    version,
    expires: expires === null ? null : new Date(expires),
    data: JSON.parse(data),
  };
  return owner === null ? entry : { ...entry, owner };
}

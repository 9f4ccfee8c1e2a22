/**
 * What imports have made: one record for each row that became a user. By it, a run that was killed
 * goes on where it ended, and a later run leaves users alone who have changed since, or are gone.
 *
 * @module
 */

import { hashText } from "../base/hashed.ts";
import { msFromNow } from "../base/time.ts";
import { defineKind, type FoundRecord } from "../records/kind.ts";
import type { RecordStore } from "../types/records.ts";

/** Milliseconds for which a row is known: a year. */
const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;

/** Data of a record. */
type Data = {
  /** Id that the user has, or gets. */
  userId: string;
  /** Seconds since 1970 of the proof of the address; `null` without one. */
  verifiedAt: number | null;
  /** `true` once all of the row is stored. */
  isDone: boolean;
};

/** A row that became a user, or is about to. */
export type ImportMark = FoundRecord<Data>;

/**
 * By source and row, hashed. Nobody owns it, so that a user who is deleted does not come back with the
 * next run.
 */
const marks = defineKind<readonly string[], Data>(
  "user.import",
  (parts) => hashText("imported user", JSON.stringify(parts)),
);

/** The record of a row; `null` before its first run. */
export async function findMark(
  records: RecordStore,
  key: readonly string[],
): Promise<ImportMark | null> {
  return await marks.get(records, key);
}

/** Writes the record of a row, in place of the one that was read; `null` when another run was first. */
export async function putMark(
  records: RecordStore,
  key: readonly string[],
  data: Data,
  known: ImportMark | null,
): Promise<ImportMark | null> {
  return await marks.put(records, key, { expires: msFromNow(LIFETIME_MS), data }, known);
}

/**
 * What imports have made: one record for each row that became a user. By it, a run that was killed
 * goes on where it ended, and a later run leaves users alone who have changed since, or are gone.
 *
 * @module
 */

import { hashText } from "../base/hashed.ts";
import { msFromNow } from "../base/time.ts";
import { defineKind, type FoundRecord } from "../records/kind.ts";
import type { RecordEntry, RecordStore } from "../types/records.ts";

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
  /** Steps that were done, once the user is stored. A later run repeats none of them. */
  done?: string[];
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

/** The record of a row whose user is written with it: all of it is done. */
export async function markOfWhole(
  key: readonly string[],
  userId: string,
  verifiedAt: number | null,
): Promise<RecordEntry> {
  const data = { userId, verifiedAt, isDone: true };
  return await marks.toEntry(key, { expires: msFromNow(LIFETIME_MS), data });
}

/** The id of the user whom an earlier run has made, by a record that was in the way of a row. */
export function userOfWhole({ kind, data }: RecordEntry): string | undefined {
  if (kind !== marks.name) return undefined;
  const { userId, isDone } = data as Data;
  return isDone ? userId : undefined;
}

/** Key of the record of the row whose user gets an address; no source is empty. */
export function addressKey(address: string): readonly string[] {
  return ["", "address", address];
}

/** Name of the step that links an account, without what names a person. */
export async function accountStep(provider: string, id: string): Promise<string> {
  return await hashText("imported user", JSON.stringify(["account", provider, id]));
}

/** Adds to the record of a row, also when another run has changed it meanwhile. */
export async function noteStep(
  records: RecordStore,
  key: readonly string[],
  mark: ImportMark,
  { done = [], ...rest }: Partial<Data>,
): Promise<ImportMark> {
  const toValue = (data: Data) => ({
    expires: msFromNow(LIFETIME_MS),
    data: { ...data, ...rest, done: [...new Set([...data.done ?? [], ...done])] },
  });
  const written = await marks.put(records, key, toValue(mark.data), mark);
  if (written) return written;
  await marks.update(records, key, (known) => known ? toValue(known.data) : undefined);
  return await findMark(records, key) ?? mark;
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

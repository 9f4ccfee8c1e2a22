/**
 * Values of exported files, as rows of an import have them.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { msOfIsoTime } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import type { UnreadableUserRow, UserRow } from "../../types/user_import.ts";
import type { FileRow } from "./export_file.ts";

/**
 * Rows of a file, as `users.import` takes them.
 *
 * @since 0.3.0
 */
export type ReadRows = AsyncGenerator<UserRow | UnreadableUserRow>;

/** A truth value; another text stays, for the import to judge. */
export function toFlag(text: string): boolean | string {
  const value = text.toLowerCase();
  if (["1", "t", "true", "y", "yes"].includes(value)) return true;
  return ["0", "f", "false", "n", "no"].includes(value) ? false : text;
}

/** Ends the reading of a row, whose rest would say something else without a value. */
class Unreadable extends Error {}

/**
 * A row of a file by what its value means.
 *
 * @throws {AuthError} when the file cannot be read as a whole
 */
export function mapRow(
  row: FileRow,
  toRow: (value: Record<string, unknown>) => UserRow,
): UserRow | UnreadableUserRow {
  if ("unreadable" in row) return row;
  try {
    return { ...toRow(row.value), line: row.line };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    // The text of another error could have a value in it.
    const unreadable = error instanceof Unreadable ? error.message : "A value has another type";
    return { unreadable, line: row.line };
  }
}

/** Text that is not empty; `undefined` for anything else. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A name of its parts; `undefined` without one. */
export function toName(...parts: unknown[]): string | undefined {
  return toText(parts.map(toText).filter(Boolean).join(" "));
}

/**
 * A time as PostgreSQL writes it, such as `2030-01-31 12:00:00.123456+00`, as ISO 8601; another value
 * stays.
 */
export function toIsoTime(value: unknown): unknown {
  if (typeof value !== "string" || value.length > 40) return value;
  const text = value.replace(/^([\d-]{10}) /, "$1T");
  // A date alone ends alike.
  return text[10] === "T" && /[+-]\d\d$/.test(text) ? `${text}:00` : text;
}

/** Milliseconds since 1970 of a time that {@linkcode toIsoTime} reads; `NaN` for another value. */
export function toMs(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  const text = toIsoTime(value);
  return typeof text === "string" ? msOfIsoTime(text) : NaN;
}

/** A value that is JSON in CSV, and JSON already elsewhere; `undefined` for other text. */
export function toJsonValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** The members of an object; none of another value. */
export function membersOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** The objects of a list; none of an absent one. What is no such list makes the row unreadable. */
export function listOf(value: unknown): Record<string, unknown>[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isRecord)) return value;
  throw new Unreadable("A list has another form");
}

/** The objects of a list that is JSON in CSV; an empty field is none. */
export function listOfJson(value: unknown): Record<string, unknown>[] {
  if (value === "") return [];
  const parsed = toJsonValue(value);
  return listOf(parsed === undefined ? value : parsed);
}

/** The id of a provider here; another value stays. */
export function toProvider(names: Readonly<Record<string, string>>, provider: unknown): unknown {
  return typeof provider === "string" && Object.hasOwn(names, provider)
    ? names[provider]
    : provider;
}

/** An id as text. A number was rounded, when it is so large that another one could have been meant. */
function toId(id: unknown): unknown {
  if (typeof id !== "number") return id;
  if (Number.isSafeInteger(id) && id >= 0) return String(id);
  throw new Unreadable("The id of an account is a number that cannot be read exactly");
}

/** Accounts; `undefined` without one. An id can be a number. */
export function toAccounts(
  accounts: readonly { provider: unknown; id: unknown }[],
): UserRow["accounts"] {
  if (accounts.length === 0) return undefined;
  return accounts.map(({ provider, id }) => ({
    provider: provider as string,
    providerAccountId: toId(id) as string,
  }));
}

/**
 * Checks that a row has columns.
 *
 * @throws {AuthError} for the first one that is missing
 */
export function requireColumns(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  system: string,
): void {
  const missing = columns.find((name) => !Object.hasOwn(row, name));
  if (missing === undefined) return;
  throw new AuthError(`Cannot read the users of ${system}: the file has no column "${missing}"`);
}

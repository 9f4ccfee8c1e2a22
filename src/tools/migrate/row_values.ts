/**
 * Values of exported files, as rows of an import have them.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
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

/** A row of a file by what its value means. */
export function mapRow(
  row: FileRow,
  toRow: (value: Record<string, unknown>) => UserRow,
): UserRow | UnreadableUserRow {
  return "unreadable" in row ? row : { ...toRow(row.value), line: row.line };
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

/** The objects of a list; none of another value. */
export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Accounts; `undefined` without one. An id can be a number. */
export function toAccounts(
  accounts: readonly { provider: unknown; id: unknown }[],
): UserRow["accounts"] {
  if (accounts.length === 0) return undefined;
  return accounts.map(({ provider, id }) => ({
    provider: provider as string,
    providerAccountId: typeof id === "number" ? String(id) : id as string,
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

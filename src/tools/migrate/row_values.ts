/**
 * Values of exported files, as rows of an import have them.
 *
 * @module
 */

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

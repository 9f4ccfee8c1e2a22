/**
 * Rows of CSV text.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc4180 RFC 4180}
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { ImportRow } from "./types.ts";

/** Columns by their name in the first line, in small letters. */
const COLUMNS = ["email", "role", "externalid", "active"];

/**
 * Reads rows, of which the first one names the columns: `email`, `role`, and if wanted `externalId`
 * and `active`. Other columns are left out.
 *
 * @throws {AuthError} when a column is missing, or a quote is open
 */
export function* rowsOfCsv(text: string): Generator<ImportRow> {
  const lines = linesOf(text.replace(/^\ufeff/, ""));
  const names =
    (lines.next().value as string[] | undefined)?.map((name) => name.trim().toLowerCase()) ?? [];
  const [email, role, externalId, active] = COLUMNS.map((name) => names.indexOf(name));
  if (email! < 0 || role! < 0) {
    throw new AuthError("Cannot read the CSV text: its first line must name `email` and `role`");
  }
  for (const line of lines) {
    if (line.length === 1 && line[0] === "") continue;
    const at = (column: number | undefined) => line[column!]?.trim() ?? "";
    yield {
      email: at(email),
      role: at(role),
      ...at(externalId) ? { externalId: at(externalId) } : {},
      active: !/^(false|0|no)$/i.test(at(active)),
    };
  }
}

/** The fields of each line; a quoted field can hold commas, line breaks, and quotes as `""`. */
function* linesOf(text: string): Generator<string[]> {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  let line: string[] = [];
  while (field.lastIndex < text.length || line.length > 0) {
    const found = field.exec(text);
    if (!found) {
      throw new AuthError("Cannot read the CSV text: a quote is open, or in a field without");
    }
    const [, quoted, plain, end] = found;
    line.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    yield line;
    line = [];
    if (end === "") return;
  }
}

/**
 * What a terminal shows: names and addresses are texts of strangers.
 *
 * @module
 */

/** Characters that move the cursor, color the screen, or change the direction of writing. */
const SPECIAL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text without characters that a terminal obeys. */
export function plain(text: string): string {
  return text.replace(SPECIAL, "\u{FFFD}");
}

/** JSON with its characters that a terminal obeys as escapes; lines stay lines. */
export function escapeJson(json: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(SPECIAL, (found) => found === "\n" ? found : found.replace(/./gs, escape));
}

/** A value as JSON for a terminal. */
export function toJson(value: unknown, indent = 2): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

/** Rows in columns, each as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(plain));
  const widths = (cells[0] ?? []).map((_, index) =>
    Math.max(...cells.map((row) => row[index]!.length))
  );
  return cells.map((row) =>
    row.map((cell, index) => cell.padEnd(index < row.length - 1 ? widths[index]! : 0)).join("  ")
      .trimEnd()
  ).join("\n");
}

/** A time, to the second, in UTC; `-` for none. */
export function time(at: Date | null): string {
  return at === null ? "-" : at.toISOString().replace(/\.\d+Z$/, "Z");
}

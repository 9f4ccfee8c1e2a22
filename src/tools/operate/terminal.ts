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

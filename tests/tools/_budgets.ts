/**
 * Comparison of measured sizes with the accepted ones.
 *
 * @module
 */

/** A size with its parts. */
export interface Measure {
  /** The size that has a budget. */
  total: number;
  /** Module → its bytes; they explain a growth, and need not add up to the total. */
  parts: Readonly<Record<string, number>>;
}

/** Name of a budget → its measure. */
export type Measures = Readonly<Record<string, Measure>>;

/** Growth that is accepted, as a share of the accepted total. */
export const MARGIN = 0.02;

/** Most modules that a breach names. */
const MAX_NAMED = 8;

/**
 * One message for each total that is larger than the accepted one by more than
 * the margin; it names the modules that were added or grew most.
 */
export function findBreaches(accepted: Measures, measured: Measures): string[] {
  return Object.entries(measured).flatMap(([name, now]) => {
    const before = accepted[name];
    if (!before) return [`${name}: no accepted figure`];
    if (now.total <= before.total * (1 + MARGIN)) return [];
    const lines = growthOf(before, now);
    return [
      `${name}: ${format(now.total)}, ${share(before.total, now.total)} above the accepted ` +
      `${format(before.total)}; ` +
      (lines.length > 0 ? `grown most:\n${lines.join("\n")}` : "no module grew"),
    ];
  });
}

/** A table of accepted and measured totals. */
export function toTable(accepted: Measures, measured: Measures): string {
  const rows = Object.entries(measured).map(([name, { total }]) => {
    const before = accepted[name]?.total;
    const columns = [before === undefined ? "-" : format(before), format(total)];
    return [name, ...columns, before === undefined ? "new" : share(before, total)];
  });
  return align([["", "accepted", "now", "change"], ...rows]);
}

/** Columns with the same width: the first to the left, the others to the right. */
export function align(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row.map((cell, at) => at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))
      .join("  ")
  ).join("\n");
}

/** A number with separators between thousands. */
export function format(value: number): string {
  return value.toLocaleString("en-US");
}

function growthOf(before: Measure, now: Measure): string[] {
  return Object.entries(now.parts)
    .map(([module, bytes]) => ({
      module,
      grown: bytes - (before.parts[module] ?? 0),
      isNew: !Object.hasOwn(before.parts, module),
    }))
    .filter(({ grown }) => grown > 0)
    .sort((a, b) => b.grown - a.grown)
    .slice(0, MAX_NAMED)
    .map(({ module, grown, isNew }) => `  ${module} +${format(grown)}${isNew ? " (new)" : ""}`);
}

function share(before: number, now: number): string {
  const percent = (now / before - 1) * 100;
  return `${percent < 0 ? "" : "+"}${percent.toFixed(1)} %`;
}

/**
 * All results as one text.
 *
 * @module
 */

import type { Summary } from "./_statistics.ts";
import {
  duration,
  type Limit,
  limitsTable,
  markdown,
  type RateRow,
  ratesTable,
  type Row,
  timesTable,
} from "./_table.ts";

/** Session reads with few and with many stored sessions. */
export interface GrowthRow {
  readonly store: string;
  readonly few: Summary;
  readonly many: Summary;
  /** The store's own read, without a library. */
  readonly bare: Summary;
  /** Bytes that the large store takes. */
  readonly memory: number;
  readonly disk: number;
}

/** Results of a run, as far as it went. */
export interface Results {
  /** CPU times. */
  readonly cpu: Row[];
  readonly wall: Row[];
  readonly limits: Limit[];
  readonly rates: RateRow[];
  readonly growth: GrowthRow[];
  readonly notes: string[];
}

/**
 * Greatest ratio of the times with many and with few sessions. A search of all of them would be a
 * thousand times; what remains are rows that do not fit into the processor's caches.
 */
const MOST_GROWTH = 1.5;

/** Tables that have rows, with a sentence above each. */
export function resultsText(results: Results, run: string, counts: readonly [number, number]) {
  const { cpu, limits, rates, growth, notes } = results;
  const parts = [run];
  if (cpu.length > 0) parts.push(timesTable(cpu));
  if (rates.length > 0) {
    parts.push(
      "Sessions by token over HTTP, 32 connections: requests per second (CPU time of the server " +
        "for each; p50, p99). The bare server does the same cipher without a library.",
      ratesTable(rates),
    );
  }
  if (limits.length > 0) parts.push(limitsTable(limits));
  if (growth.length > 0) {
    parts.push(
      "The time of `GET session` hardly grows with the number of stored sessions:",
      growthTable(growth, counts),
    );
  }
  if (notes.length > 0) parts.push(notes.map((note) => `* ${note}`).join("\n"));
  return parts.join("\n\n");
}

/** Wall times, which other load on the machine changes. */
export function wallText({ wall }: Results): string {
  return wall.length === 0 ? "" : `Wall time:\n\n${timesTable(wall)}`;
}

function growthTable(rows: readonly GrowthRow[], [few, many]: readonly [number, number]): string {
  const sessions = (count: number) => `${count.toLocaleString("en")} sessions`;
  const megabytes = (bytes: number) => bytes === 0 ? "" : `${Math.round(bytes / 1e6)} MB`;
  return markdown(
    ["Store", sessions(few), sessions(many), "ratio", "own read", "memory", "disk", "target"],
    rows.map((row) => {
      const ratio = row.many.median / row.few.median;
      return [
        row.store,
        duration(row.few.median),
        duration(row.many.median),
        `**${ratio.toFixed(2)}×**`,
        duration(row.bare.median),
        megabytes(row.memory),
        megabytes(row.disk),
        `≤ ${MOST_GROWTH}× ${ratio <= MOST_GROWTH ? "met" : "**missed**"}`,
      ];
    }),
  );
}

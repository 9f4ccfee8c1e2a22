/**
 * How many lines the command leaves to a person, by library, in the apps of the matrix.
 *
 * @module
 */

import type { Library } from "../../src/tools/move/app.ts";
import { inApp, moveApps, planOf } from "./_apps.ts";

/** Guide that has the table. */
export const FIGURES_GUIDE: URL = new URL("../../docs/from-auth-js.md", import.meta.url);

/** What is around the table. */
const BLOCK = /(<!-- moves:start -->\n)[^]*?(\n<!-- moves:end -->)/;

/** Libraries of others. */
type Other = Exclude<Library, "x-auth">;

const NAMES: Readonly<Record<Other, string>> = {
  "auth-js": "Auth.js v5",
  "next-auth-4": "next-auth 4",
  "better-auth": "Better Auth",
};

/** Lines that are left to a person, for each app of a library, in ascending order. */
export async function linesLeft(): Promise<Record<Other, number[]>> {
  const counts: Record<Other, number[]> = { "auth-js": [], "next-auth-4": [], "better-auth": [] };
  for (const app of moveApps) {
    await inApp(app, async (folder) => {
      const { plan, library } = await planOf(folder);
      counts[library as Other].push(plan.notes.filter(({ kind }) => kind === "left").length);
    });
  }
  for (const list of Object.values(counts)) list.sort((a, b) => a - b);
  return counts;
}

/** The lower median, as there are whole lines alone. */
export function medianOf(counts: readonly number[]): number {
  return counts[Math.floor((counts.length - 1) / 2)]!;
}

/** A guide with the table of today. */
export async function withFigures(guide: string): Promise<string> {
  const rows = Object.entries(await linesLeft()).map(([library, counts]) => [
    NAMES[library as Other],
    String(counts.length),
    String(medianOf(counts)),
    String(counts.at(-1)),
  ]);
  const head = ["From", "Apps in the tests", "Lines left to a person, median", "Most"];
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]!.length))
  );
  const line = (cells: string[], fill: string) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!, fill)).join(" | ")} |`;
  const table = [
    line(head, " "),
    line(widths.map(() => ""), "-"),
    ...rows.map((row) => line(row, " ")),
  ];
  if (!BLOCK.test(guide)) throw new Error("The guide has no place for the table");
  return guide.replace(
    BLOCK,
    (_, start: string, end: string) => `${start}\n${table.join("\n")}\n${end}`,
  );
}

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

/** An app, and how many lines are left to a person. */
export interface Figure {
  /** What is special about the app. */
  readonly name: string;
  /** Number of lines. */
  readonly left: number;
}

/** Lines that are left to a person, for each app of a library, in ascending order. */
export async function linesLeft(): Promise<Record<Other, Figure[]>> {
  const figures: Record<Other, Figure[]> = { "auth-js": [], "next-auth-4": [], "better-auth": [] };
  for (const app of moveApps) {
    await inApp(app, async (folder) => {
      const { plan, library } = await planOf(folder);
      const left = plan.notes.filter(({ kind }) => kind === "left").length;
      figures[library as Other].push({ name: app.name, left });
    });
  }
  for (const list of Object.values(figures)) list.sort((a, b) => a.left - b.left);
  return figures;
}

/** The lower median, as there are whole lines alone. */
export function medianOf(figures: readonly Figure[]): number {
  return figures[Math.floor((figures.length - 1) / 2)]!.left;
}

/** A guide with the table of the figures. */
export function withFigures(guide: string, figures: Record<Other, Figure[]>): string {
  const rows = Object.entries(figures).map(([library, list]) => [
    NAMES[library as Other],
    String(list.length),
    String(medianOf(list)),
    String(list.at(-1)!.left),
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

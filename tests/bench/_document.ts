/**
 * Writes measured tables into `docs/benchmarks.md`, and the few figures of README.md that are taken
 * from them.
 *
 * @module
 */

import { markdown, replaceMarked } from "./_table.ts";

const root = new URL("../../", import.meta.url).pathname;

/** Documents with figures, from the root. */
export const BENCHMARKS = "docs/benchmarks.md";
export const README = "README.md";

/** A figure of README.md: the row of `docs/benchmarks.md` that has it. */
interface Figure {
  readonly name: string;
  /** First cells of the rows, one for each library or one for all. */
  readonly rows: readonly (readonly string[])[];
  /** Columns of the three libraries, or the one column of all rows. */
  readonly columns: readonly string[];
  /** Takes the figure out of a cell. */
  readonly value: RegExp;
}

const LIBRARIES = ["@x/auth", "Auth.js", "Better Auth"];

const FIGURES: readonly Figure[] = [
  {
    name: "Read a session from a token cookie: CPU time",
    rows: [["`GET session`, token cookie"]],
    columns: ["@x/auth", "@auth/core", "Better Auth"],
    value: /^[\d.]+ [µm]s/,
  },
  {
    name: "Serve sessions over HTTP, on `Deno.serve`: requests per second",
    rows: [["`Deno.serve`"]],
    columns: LIBRARIES,
    value: /^[\d,]+/,
  },
  {
    name: "Start a new Node process, until its first session answer",
    rows: [["new process to its first `session` answer: Node"]],
    columns: ["@x/auth", "@auth/core", "Better Auth"],
    value: /^[\d.]+ [µm]s/,
  },
  {
    name: "Lines that you write in an empty folder until the first sign-in, on Deno",
    rows: LIBRARIES.map((library) => ["Deno.serve", library]),
    columns: ["lines"],
    value: /\d+/,
  },
];

/** Rows of all tables of a document: cells by the head of their column. */
function rowsOf(document: string): { cells: string[]; byHead: Record<string, string> }[] {
  const cellsOf = (line: string) => line.slice(1, -1).split("|").map((cell) => cell.trim());
  const lines = document.split("\n");
  let head: string[] = [];
  return lines.flatMap((line, index) => {
    if (!line.startsWith("|") || /^\|[ -]+\|/.test(line)) return [];
    const cells = cellsOf(line);
    if (!lines[index - 1]?.startsWith("|")) {
      head = cells;
      return [];
    }
    return [{ cells, byHead: Object.fromEntries(head.map((name, at) => [name, cells[at]!])) }];
  });
}

/**
 * The figures of README.md as a table.
 *
 * @param benchmarks text of `docs/benchmarks.md`
 * @throws {Error} when the text lacks one of them
 */
export function toFigures(benchmarks: string): string {
  const all = rowsOf(benchmarks);
  return markdown(
    ["", ...LIBRARIES],
    FIGURES.map(({ name, rows, columns, value }) => {
      const cells = LIBRARIES.map((library, index) => {
        const first = rows[index] ?? rows[0]!;
        const column = columns[index] ?? columns[0]!;
        const row = all.find(({ cells, byHead }) =>
          column in byHead && first.every((cell, at) => cells[at] === cell)
        );
        const found = value.exec(row?.byHead[column] ?? "")?.[0];
        if (!found) throw new Error(`${BENCHMARKS} has no "${name}" of ${library}`);
        return found;
      });
      return [name, ...cells];
    }),
  );
}

/** Replaces a part of `docs/benchmarks.md`, and the figures of README.md by those of the new text. */
export async function writeBenchmarks(name: string, text: string): Promise<void> {
  const document = await Deno.readTextFile(root + BENCHMARKS);
  const benchmarks = replaceMarked(document, name, text);
  await Deno.writeTextFile(root + BENCHMARKS, benchmarks);
  const readme = await Deno.readTextFile(root + README);
  await Deno.writeTextFile(root + README, replaceMarked(readme, "figures", toFigures(benchmarks)));
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", BENCHMARKS, README],
    cwd: root,
  }).output();
  if (!success) throw new Error(`Cannot format ${BENCHMARKS} and ${README}`);
}

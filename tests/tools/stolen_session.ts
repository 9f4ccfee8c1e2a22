/**
 * Prints the matrix of stolen sessions as Markdown, with Better Auth beside it. Every cell is
 * measured by real requests:
 *
 *     deno run -A tests/tools/stolen_session.ts
 *
 * @module
 */

import { FakeTime } from "@std/testing/time";
import {
  attempt,
  CHANGES,
  expected,
  MODES,
  type Outcome,
  type Row,
  ROWS,
  scenesOf,
} from "../conformance/_stolen_session.ts";
import { measureBetterAuth, type Measured } from "./_stolen_better_auth.ts";

/** Tries every change with a cookie; one outcome, and those of the modes that differ. */
async function measureOurs(row: Row): Promise<Map<string, string>> {
  const outcomes = new Map<string, Map<string, Outcome>>();
  for (const mode of MODES) {
    using time = new FakeTime();
    const scenes = scenesOf(row, mode, time);
    for (const change of CHANGES) {
      if (expected(change, row, mode) === "–") continue;
      const { outcome, before, after } = await attempt(await scenes.of(change), change);
      if (outcome === "allowed" || before !== after) scenes.spoil();
      const known = outcomes.get(change.name) ?? new Map<string, Outcome>();
      outcomes.set(change.name, known.set(mode, outcome));
    }
  }
  return new Map([...outcomes].map(([name, byMode]) => [name, summary(byMode)]));
}

function summary(byMode: ReadonlyMap<string, Outcome>): string {
  const first = [...byMode.values()][0]!;
  const others = [...byMode].filter(([, outcome]) => outcome !== first);
  return [first, ...others.map(([mode, outcome]) => `${mode}: ${outcome}`)].join("; ");
}

const notes: string[] = [];

function cell({ outcome, note }: Measured): string {
  if (!note) return outcome;
  if (!notes.includes(note)) notes.push(note);
  return `${outcome} [${notes.indexOf(note) + 1}]`;
}

const columns: { ours: Map<string, string>; theirs: Map<string, Measured> }[] = [];
for (const row of ROWS) {
  const ours = await measureOurs(row);
  using time = new FakeTime();
  columns.push({ ours, theirs: await measureBetterAuth(row, CHANGES, time) });
}

console.log("Each cell: @x/auth / Better Auth\n");
ROWS.forEach(({ cookie }, index) => console.log(`- **C${index + 1}** ${cookie}`));
console.log(`\n| Change | ${ROWS.map((_, index) => `C${index + 1}`).join(" | ")} |`);
console.log(`| --- |${" --- |".repeat(ROWS.length)}`);
for (const { name } of CHANGES) {
  const cells = columns.map(({ ours, theirs }) =>
    `${ours.get(name) ?? "–"} / ${cell(theirs.get(name)!)}`
  );
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
console.log("\nNotes about Better Auth: the reason of its answer, or why a cell was not run.\n");
notes.forEach((note, index) => console.log(`${index + 1}. ${note}`));

/**
 * The table of the rows for the command `move`.
 *
 * @module
 */

import type { MovedBuild } from "./_moved_rows.ts";

/** Number of steps of a row. */
const STEPS = 5;

/** What a run has found out about a row. */
export interface Figures {
  /** Packages of the old library and the framework, with the versions that were installed. */
  versions: string[];
  /** Lines that the command left to a person. */
  left: number;
  /** Lines of the compiler after the move. */
  faults: number;
  /** Number of steps that are done. */
  done: number;
  /** Milliseconds since the epoch, of the first step. */
  begun: number;
  /** Seconds until the last step that is done. */
  seconds: number;
}

/** Figures by row, in the order in which the rows began. */
export const figures = new Map<MovedBuild, Figures>();

/** The rows that ran, as a table; no line when none did. */
export function movedTable(): string[] {
  if (figures.size === 0) return [];
  const rows = [...figures].map(([{ name, has }, { versions, left, faults, done, seconds }]) => [
    ...[name, has, versions.join(", "), String(left), String(faults)],
    ...[done === STEPS ? "ok" : `${done} of ${STEPS} steps`, String(Math.round(seconds))],
  ]);
  const head = ["Row", "Has", "Versions", "Lines left", "Type errors", "Visited", "Seconds"];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** Names of packages of frameworks, by the name that the command prints. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  "Next.js": "next",
  Express: "express",
  Hono: "hono",
  Qwik: "@builder.io/qwik-city",
  SolidStart: "@solidjs/start",
  SvelteKit: "@sveltejs/kit",
};

/** The packages of the old library and the framework, with their versions. */
export async function versionsOf(
  folder: string,
  { packages, framework }: { packages: Record<string, string>; framework: string | null },
): Promise<string[]> {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
  const name = FRAMEWORKS[framework ?? ""];
  if (name === undefined) return versions;
  for (const place of [folder, `${folder}/../..`]) {
    const text = await Deno.readTextFile(`${place}/node_modules/${name}/package.json`)
      .catch(() => undefined);
    if (text !== undefined) return [...versions, `${name} ${JSON.parse(text).version}`];
  }
  return versions;
}

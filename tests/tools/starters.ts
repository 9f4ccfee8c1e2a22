/**
 * Writes the files of the guides into the doctor, whose `init` writes them into apps. Run it when
 * a guide changes:
 *
 *     deno run -A tests/tools/starters.ts
 *
 * @module
 */

import { type Framework, FRAMEWORKS } from "../../src/tools/doctor/frameworks.ts";
import { type Files, stepsOf } from "../outside/_guides.ts";

const docs = new URL("../../docs/", import.meta.url);

/** File with the result. */
export const GUIDE_FILES_PATH = new URL("../../src/tools/doctor/guide_files.ts", import.meta.url);

/** Path of the guide for a framework, below `docs/`. */
export const guideOf = (framework: Framework): string =>
  framework === "deno" ? "first-app.md" : `frameworks/${framework}.md`;

/** Text of the module with the files of all guides. */
export async function guideFiles(): Promise<string> {
  const entries: string[] = [];
  for (const framework of FRAMEWORKS) {
    const markdown = await Deno.readTextFile(new URL(guideOf(framework), docs));
    const files: Files = {};
    for (const step of stepsOf(markdown)) if (step.kind === "write") files[step.path] = step.text;
    entries.push(`  ${JSON.stringify(framework)}: {\n${literalsOf(files)}  },\n`);
  }
  return `// deno-fmt-ignore-file -- with other quotation marks, lines would look like imports of this file
/**
 * Files that the guides write, by framework. Made by \`tests/tools/starters.ts\`.
 *
 * @module
 */

import type { Framework } from "./frameworks.ts";

/** Files by their path in the app. */
export type GuideFiles = Readonly<Record<string, string>>;

/** The files of each guide. */
export const GUIDE_FILES: Readonly<Record<Framework, GuideFiles>> = {
${entries.join("")}};
`;
}

function literalsOf(files: Files): string {
  return Object.entries(files).map(([path, text]) => {
    const lines = text.split("\n").map((line) => `      ${JSON.stringify(line)},\n`);
    return `    ${JSON.stringify(path)}: [\n${lines.join("")}    ].join("\\n"),\n`;
  }).join("");
}

if (import.meta.main) await Deno.writeTextFile(GUIDE_FILES_PATH, await guideFiles());

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
export const GUIDE_FILES_PATH = new URL("../../src/tools/doctor/guide_files.json", import.meta.url);

/** Path of the guide for a framework, below `docs/`. */
export const guideOf = (framework: Framework): string =>
  framework === "deno" ? "first-app.md" : `frameworks/${framework}.md`;

/** The files of all guides: JSON by framework, and by their path in the app. */
export async function guideFiles(): Promise<string> {
  const found: Partial<Record<Framework, Files>> = {};
  for (const framework of FRAMEWORKS) {
    const markdown = await Deno.readTextFile(new URL(guideOf(framework), docs));
    const files: Files = {};
    for (const step of stepsOf(markdown)) if (step.kind === "write") files[step.path] = step.text;
    found[framework] = files;
  }
  return JSON.stringify(found, null, 2) + "\n";
}

if (import.meta.main) await Deno.writeTextFile(GUIDE_FILES_PATH, await guideFiles());

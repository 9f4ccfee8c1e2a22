/**
 * The command line: writes components into an app, or shows how its files differ from them.
 *
 * @module
 */

import { resolve } from "node:path";
import { splitArguments } from "../doctor/arguments.ts";
import {
  type Component,
  COMPONENTS,
  type Framework,
  FRAMEWORKS,
  listFiles,
  makeUsage,
  type Style,
} from "./components.ts";
import { findDifference } from "./difference.ts";
import { type Project, readProject } from "./project.ts";
import type { FileChange } from "../move/plan.ts";
import { writeChanges } from "../move/write.ts";
import { planChanges } from "./places.ts";

const USAGE = `Usage:
  add <components>    writes components into the app: ${COMPONENTS.slice(0, 3).join(", ")},
                      ${COMPONENTS.slice(3).join(", ")}
    --framework <name>  ${FRAMEWORKS.join(", ")}. Default: that of the manifest
    --language <name>   ts or js. Default: that of the app
    --folder <path>     folder within the app. Default: components/auth, in src or app
    --force             replaces files that differ
    --diff              writes nothing, and shows how files of the app differ

Exit code: 0 when all is written, or nothing differs; 1 when a file stays that differs, or when
nothing can be written; 2 for a wrong command line.`;

const FLAGS = {
  withValue: ["--framework", "--language", "--folder"],
  withoutValue: ["--force", "--diff", "--help"],
};

/** Parts of the process that the command uses; tests pass their own. */
export interface AddHost {
  /** Prints a line. */
  print(line: string): void;
  /** Folder of the app. Default: the working directory. */
  folder?: string;
}

/** Runs the command; returns the exit code. */
export async function main(
  args: readonly string[],
  host: AddHost = { print: console.log },
): Promise<number> {
  const split = splitArguments(args, { command: "add", ...FLAGS });
  const problem = typeof split === "string" ? split : checkArguments(split);
  if (typeof split === "string" || problem !== undefined) {
    host.print(`${problem}\n\n${USAGE}`);
    return 2;
  }
  if (split.flags.has("--help")) {
    host.print(USAGE);
    return 0;
  }
  const root = resolve(host.folder ?? ".");
  try {
    return await add(root, split.words as Component[], split.flags, host.print);
  } catch (error) {
    host.print(`Nothing is written: ${(error as Error).message}`);
    return 1;
  }
}

type Flags = ReadonlyMap<string, string>;

/** A sentence about what is wrong. */
function checkArguments(
  { words, flags }: { words: readonly string[]; flags: Flags },
): string | undefined {
  const unknown = words.find((word) => !(COMPONENTS as readonly string[]).includes(word));
  const { framework, language } = choicesIn(flags);
  if (flags.has("--help")) return undefined;
  if (unknown !== undefined) return `There is no component ${unknown}`;
  if (words.length === 0) return "Name a component";
  if (framework !== undefined && !(FRAMEWORKS as readonly string[]).includes(framework)) {
    return `There is no framework ${framework}: use ${FRAMEWORKS.join(", ")}`;
  }
  if (language !== undefined && language !== "ts" && language !== "js") {
    return `There is no language ${language}: use ts or js`;
  }
  return undefined;
}

const choicesIn = (flags: Flags) => ({
  framework: flags.get("--framework"),
  language: flags.get("--language"),
});

async function add(
  root: string,
  components: readonly Component[],
  flags: Flags,
  print: (line: string) => void,
): Promise<number> {
  const project = await readProject(root);
  if (!project) {
    throw new Error("there is no package.json or deno.json. Run it in the app's folder");
  }
  const style = styleFor(project, flags);
  const folder = flags.get("--folder") ?? project.folder;
  const changes = await planChanges(root, folder, listFiles(components, style));
  const differing = changes.filter(({ before, after }) => before !== undefined && before !== after);
  if (flags.has("--diff")) {
    for (const change of changes) printDifference(change, print);
    return differing.length > 0 ? 1 : 0;
  }
  const stays = flags.has("--force") ? [] : differing;
  // What a new file imports must be there, so one that differs keeps nothing else from being written.
  await writeChanges(
    root,
    changes.filter((one) => one.before !== one.after && !stays.includes(one)),
  );
  for (const change of changes) print(lineFor(change, stays.includes(change)));
  if (stays.length > 0) {
    print("\nFiles that differ stay: see them with --diff, replace with --force");
  }
  print("\nUse");
  const shown = (changes[0]!.path.split("/").slice(0, -1).join("/")).replace(
    /^(src|app)(\/|$)/,
    "",
  );
  for (const component of components) print(`  ${makeUsage(component, style, shown)}`);
  print("  within <AuthProvider>, or after setAuth() in Svelte");
  return stays.length > 0 ? 1 : 0;
}

function styleFor(project: Project, flags: Flags): Style {
  const { frameworks, look, areTokensParts } = project;
  const given = choicesIn(flags);
  if (given.framework === undefined && frameworks.length !== 1) {
    const found = frameworks.length === 0 ? "none" : frameworks.join(" and ");
    throw new Error(`the manifest names ${found} of ${FRAMEWORKS.join(", ")}: pass --framework`);
  }
  return {
    framework: given.framework as Framework ?? frameworks[0]!,
    language: given.language as Style["language"] ?? project.language,
    look,
    areTokensParts,
    isClientMarked: project.isClientMarked,
  };
}

function lineFor({ path, before, after }: FileChange, stays: boolean): string {
  if (before === undefined) return `write   ${path}`;
  if (before === after) return `kept    ${path}: it is the copy`;
  return stays ? `kept    ${path}: it differs` : `replace ${path}`;
}

function printDifference({ path, before, after }: FileChange, print: (line: string) => void): void {
  if (before === after) return print(`same    ${path}`);
  if (before === undefined) return print(`new     ${path}`);
  print(`differs ${path}`);
  for (const line of findDifference(before, after)) print(`  ${line}`);
}

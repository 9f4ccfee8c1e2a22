/**
 * Rules about all sources, with what each of them reads: only a change there can break it, so
 * `deno task quick` runs it then. Nothing is remembered between two runs.
 *
 * @module
 */

import { importsOf } from "./unit/_sources.ts";

/** A test file that is about all sources. */
export interface Rule {
  /** Path of the test. */
  test: string;
  /** Files and folders that it reads, besides the modules that it imports. */
  reads: readonly string[];
  /** Paths that it reads too, and finds by itself. */
  finds?: () => Promise<ReadonlySet<string>>;
}

const SOURCES = ["mod.ts", "src", "pages", "adapters"];

const DOCUMENTS = ["README", "SECURITY", "CONTRIBUTING", "PROVIDERS", "CHANGELOG"]
  .concat("CODE_OF_CONDUCT").map((name) => `${name}.md`);

/** The rules. */
export const RULES: readonly Rule[] = [
  {
    test: "tests/unit/architecture_test.ts",
    reads: [...SOURCES, "deno.json", "docs/many-machines.md"],
  },
  { test: "tests/unit/changes_test.ts", reads: ["src"] },
  // A link leads to any file.
  { test: "tests/unit/docs_test.ts", reads: ["."] },
  {
    test: "tests/unit/reference_test.ts",
    reads: ["deno.json", "src/providers", "tests/tools", "docs/.vitepress"],
    finds: publishedFiles,
  },
  { test: "tests/unit/test_habits_test.ts", reads: ["tests"] },
  { test: "tests/unit/words_test.ts", reads: [...SOURCES, "docs", "examples", ...DOCUMENTS] },
];

/**
 * The rules that a change can break.
 *
 * @param changed paths of files that are new, different or gone
 */
export async function rulesFor(changed: readonly string[]): Promise<Rule[]> {
  const found: Rule[] = [];
  for (const rule of RULES) {
    const isNamed = changed.some((path) => rule.reads.some((read) => isBelow(path, read)));
    if (isNamed || await readsOne(rule, new Set(changed))) found.push(rule);
  }
  return found;
}

async function readsOne({ test, finds }: Rule, changed: ReadonlySet<string>): Promise<boolean> {
  const reads = await closure([test]);
  if (changed.intersection(reads).size > 0) return true;
  return finds !== undefined && changed.intersection(await finds()).size > 0;
}

const isBelow = (path: string, folder: string): boolean =>
  folder === "." || path === folder || path.startsWith(`${folder}/`);

/** Imports by path, each file read once. */
const known = new Map<string, readonly string[]>();

async function linksOf(path: string): Promise<readonly string[]> {
  const found = known.get(path);
  if (found) return found;
  const text = await Deno.readTextFile(path).catch(() => "");
  const links = importsOf(path, text).filter((target) => /\.(tsx?|json)$/.test(target));
  known.set(path, links);
  return links;
}

/** Files that modules import, directly or through others, and themselves. */
async function closure(modules: Iterable<string>): Promise<Set<string>> {
  const reached = new Set(modules);
  for (const path of reached) for (const target of await linksOf(path)) reached.add(target);
  return reached;
}

/**
 * Files with something that an app can import, as far as their documentation is read: those of
 * `deno.json`, and those from which they export again.
 */
export async function publishedFiles(): Promise<Set<string>> {
  const reached = new Set(await entries());
  for (const path of reached) {
    const text = await Deno.readTextFile(path).catch(() => "");
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const passesOn = importsOf(path, code.match(/^export [^;]*? from "[^"]+"/gm)?.join("\n") ?? "");
    // A name that was imported is exported by a list, as the default, or by the type of a value.
    const lists = /^export ((type )?\{[^}]*\}(?! from)|default \w+;)/m.test(code);
    for (const target of lists ? await linksOf(path) : passesOn) reached.add(target);
  }
  return reached;
}

/** Files that `deno.json` and the members of its workspace export. */
async function entries(): Promise<string[]> {
  const { exports = {}, workspace = [] } = JSON.parse(await Deno.readTextFile("deno.json"));
  const found = Object.values<string>(exports).map((file) => file.replace("./", ""));
  for (const member of workspace as string[]) {
    const folder = member.replace("./", "");
    if (!folder.startsWith("src/")) continue;
    const { exports: own } = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
    const files = typeof own === "string" ? [own] : Object.values<string>(own);
    found.push(...files.map((file) => file.replace("./", `${folder}/`)));
  }
  return found;
}

/**
 * Prints the figures of the house for this checkout, and beside it for a revision: rooms and the
 * arrows between them, members that the core asks capabilities for, what the compiler does for
 * apps, lines by kind, and how many files an addition touches:
 *
 *     deno run -A tests/tools/house.ts [revision]
 *
 * A revision is read in a temporary folder, and its rooms by its own rules.
 *
 * @module
 */

import ts from "typescript";
import { align, format } from "./_budgets.ts";
import { appOptions } from "./_program.ts";
import { addText } from "./_texts.ts";
import { check, checkExample } from "./instantiations.ts";

const root = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");
const EVERYTHING = new URL("_everything.ts", import.meta.url);

/** Figure by its name, in the order in which they are printed. */
export type Figures = Record<string, string>;

/** All figures of a folder with the sources. */
export async function measureHouse(folder: string): Promise<Figures> {
  const files = await readFiles(folder);
  return {
    ...await roomsOf(folder),
    ...shapesOf(files),
    ...await compilerWork(folder),
    ...linesByKind(files),
    "files of a new text": await filesOfText(files),
    ...filesOfAdditions(files),
  };
}

const run = async (command: string, args: string[], cwd: string): Promise<string> => {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${decode(stderr)}`);
  return decode(stdout);
};

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** What a folder of a checkout has besides sources: made by other programs, or of nobody. */
const LEFT_OUT = /(^|\/)(node_modules|\.git|\.scratch|dist)(\/|$)/;

/** Files with text, by their path. */
export async function readFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const ignored = await Deno.readTextFile(`${folder}/.gitignore`).catch(() => "");
  const visit = async (path: string): Promise<void> => {
    for await (const { name, isDirectory, isFile } of Deno.readDir(`${folder}/${path}`)) {
      const inner = path + name;
      if (LEFT_OUT.test(inner) || ignored.includes(`\n/${inner}/\n`)) continue;
      if (isDirectory) await visit(`${inner}/`);
      else if (isFile && /\.(tsx?|json|md)$/.test(name)) {
        found.set(inner, await Deno.readTextFile(`${folder}/${inner}`));
      }
    }
  };
  await visit("");
  return found;
}

/** The last line of the revision's own tool. */
async function roomsOf(folder: string): Promise<Figures> {
  const printed = await run(
    Deno.execPath(),
    ["run", "-A", "--no-check", "tests/tools/rooms.ts"],
    folder,
  );
  const count = (word: string) => new RegExp(`(\\d+) ${word}`).exec(printed)?.[1] ?? "-";
  return Object.fromEntries(
    [["rooms", "rooms,"], ["arrows", "arrows"], ["upward arrows", "upward"], ["knots", "knots"]]
      .map(([name, word]) => [name, count(word!)]),
  );
}

/** Sizes of declarations that should stay small. */
export function shapesOf(files: ReadonlyMap<string, string>): Figures {
  let members = "-";
  let parameters = "-";
  for (const [path, text] of files) {
    if (
      !path.startsWith("src/") || !/interface CapabilityCode\b|function defineAuth\b/.test(text)
    ) {
      continue;
    }
    for (const one of ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements) {
      if (ts.isInterfaceDeclaration(one) && one.name.text === "CapabilityCode") {
        members = String(one.members.length);
      }
      if (ts.isFunctionDeclaration(one) && one.name?.text === "defineAuth") {
        parameters = String(one.typeParameters?.length ?? 0);
      }
    }
  }
  return { "members of CapabilityCode": members, "type parameters of defineAuth": parameters };
}

async function compilerWork(folder: string): Promise<Figures> {
  const readme = await Deno.readTextFile(`${folder}/README.md`);
  const [, example] = /```ts\n((?:(?!```)[\s\S])*\bdefineAuth\([\s\S]+?)```/.exec(readme) ?? [];
  const guide = await checkExample(folder);
  const work = async (text: string | undefined) =>
    text === undefined ? "-" : await instantiationsOf(text, folder);
  return {
    "instantiations: README": await work(example),
    "instantiations: docs/typescript.md": format(guide.instantiations),
    "instantiations: everything": await work(await Deno.readTextFile(EVERYTHING)),
  };
}

/** Instantiations of an app, or the first error in it. */
async function instantiationsOf(text: string, folder: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, text);
    const { instantiations, fault } = check([file], folder, await appOptions(folder));
    return fault === undefined ? format(instantiations) : `error: ${fault}`;
  } finally {
    await Deno.remove(file);
  }
}

/** Files that a command writes, in folders for people. */
const GENERATED = /(?:Written|Compiled)\s+(?:\*\s+)?(?:by|from)\s+(?:\*\s+)?`/;

/** Lines of published folders, TypeScript of the tools apart, and what commands have made. */
export function linesByKind(files: ReadonlyMap<string, string>): Figures {
  const counts: Record<string, number> = {
    "TypeScript": 0,
    "data (JSON)": 0,
    "generated": 0,
    "src/tools": 0,
    "docs/reference": 0,
    "tests": 0,
  };
  for (const [path, text] of files) {
    const lines = text.split("\n").length - 1;
    const isCode = /\.tsx?$/.test(path);
    const add = (kind: string) => counts[kind] = (counts[kind] ?? 0) + lines;
    if (path.startsWith("docs/reference/")) add("docs/reference");
    else if (path.startsWith("tests/")) isCode && add("tests");
    else if (/^(mod\.ts|(src|pages|adapters)\/)/.test(path)) {
      if (path.endsWith(".json")) add("data (JSON)");
      else if (!isCode) continue;
      else if (GENERATED.test(text.slice(0, 600))) add("generated");
      else add(path.startsWith("src/tools/") ? "src/tools" : "TypeScript");
    }
  }
  return Object.fromEntries(
    Object.entries(counts).map(([kind, lines]) => [`lines: ${kind}`, format(lines)]),
  );
}

/** A text of all languages that the trees before `deno task texts` have, too. */
const OLD_TEXT = /\bendOthers: /;

/** Adds one to a copy with the command that people use; before it, those in which a text stands. */
async function filesOfText(files: ReadonlyMap<string, string>): Promise<string> {
  if (!files.has("tests/tools/texts.ts")) {
    const named = [...files].filter(([path, text]) =>
      /^(src|pages)\//.test(path) && !path.startsWith("src/tools/") && OLD_TEXT.test(text)
    );
    return String(named.length);
  }
  const copy = await Deno.makeTempDir({ prefix: "auth-house-" });
  try {
    const texts = [...files].filter(([path]) => /english\.ts$|^src\/languages\//.test(path));
    for (const [path, text] of texts) {
      await Deno.mkdir(`${copy}/${path.replace(/[^/]*$/, "")}`, { recursive: true });
      await Deno.writeTextFile(`${copy}/${path}`, text);
    }
    await addText("account.planted", "Planted", { root: copy });
    let changed = 0;
    for (const [path, text] of texts) {
      if (await Deno.readTextFile(`${copy}/${path}`) !== text) changed++;
    }
    return String(changed);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

/** One of each kind that has been added: the files of its own, and those that name it. */
export const ADDITIONS: Readonly<Record<string, { own: RegExp; named: RegExp }>> = {
  "endpoint": { own: /^src\/capabilities\/native\/nonce\.ts$/, named: /\bnative\/nonce\b/ },
  "capability": {
    own: /^(src\/capabilities|pages)\/sign_out\/|^docs\/sign-out\.md$/,
    named: /\bcapabilities\/sign_out\b|\/sign-out"|\bProviderSignOut\b/,
  },
  "language": { own: /^src\/languages\/it[./]/, named: /\blanguages\/it\b/ },
  "store": {
    own: /^adapters\/(records\/)?_?postgres|^docs\/postgres\.md$/,
    named: /\b(adapters|records)\/postgres\b/,
  },
};

/** Where an addition is named besides its tests: sources, manifests, lists of rules, documents. */
const NAMING =
  /^(mod\.ts|deno\.json|(src|pages|adapters)\/|(README|CONTRIBUTING|PROVIDERS|CHANGELOG)\.md$|docs\/(?!reference\/|frameworks\/)[^/]+\.md$|tests\/(README\.md|unit\/_\w+\.ts|tools\/[\w/]+\.ts)$)/;

function filesOfAdditions(files: ReadonlyMap<string, string>): Figures {
  return Object.fromEntries(
    Object.entries(ADDITIONS).map(([kind, { own, named }]) => {
      const paths = [...files.keys()].filter((path) => own.test(path));
      const naming = namingFiles(files, { own, named });
      return [`files of a new ${kind}`, `${paths.length} own, ${naming.length} name it`];
    }),
  );
}

/** Paths of files that name an addition, without its own. */
export function namingFiles(
  files: ReadonlyMap<string, string>,
  { own, named }: { own: RegExp; named: RegExp },
): string[] {
  return [...files].filter(([path, text]) =>
    NAMING.test(path) && path !== "tests/tools/house.ts" && !own.test(path) && named.test(text)
  ).map(([path]) => path);
}

/** The figures of a revision. */
async function measureRevision(revision: string): Promise<Figures> {
  const folder = await Deno.makeTempDir({ prefix: "auth-house-" });
  try {
    const archive = `${folder}.tar`;
    await run("git", ["archive", `--output=${archive}`, revision], root);
    await run("tar", ["-xf", archive, "-C", folder], root);
    await Deno.remove(archive);
    return await measureHouse(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [revision] = Deno.args;
  const before = revision === undefined ? undefined : await measureRevision(revision);
  const now = await measureHouse(root);
  console.log(align([
    ["", ...before ? [revision!] : [], "now"],
    ...Object.entries(now).map(([name, figure]) => [
      name,
      ...before ? [before[name] ?? "-"] : [],
      figure,
    ]),
  ]));
}

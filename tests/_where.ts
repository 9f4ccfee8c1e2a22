/**
 * Which tests belong to a source file: the unit test of the same path, and the row of its folder in
 * `tests/README.md`, and that of its room where it stands in another.
 *
 * @module
 */

import { roomOf } from "./unit/_rooms.ts";

/** A row of the table: a folder or file, and patterns of the paths of its tests. */
export interface TableRow {
  folder: string;
  patterns: string[];
}

/** The rows of the table. */
export async function readTable(): Promise<TableRow[]> {
  const text = await Deno.readTextFile(new URL("README.md", import.meta.url));
  return [...text.matchAll(/^\| `([^`]+)` +\|(.+)\|$/gm)].map(([, folder, cells]) => ({
    folder: folder!,
    patterns: [...cells!.matchAll(/`([^`]+)`/g)].map(([, pattern]) => pattern!),
  }));
}

/** Patterns of the tests of a source file, besides its unit tests. */
export function patternsFor(path: string, table: readonly TableRow[]): readonly string[] {
  const own = table.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
  const room = table.find(({ folder }) => folder === roomOf(path));
  return [...new Set([own, room].flatMap((row) => row?.patterns ?? []))];
}

/** The paths that exist for a pattern, whose last part may have a `*`. */
export async function expand(pattern: string): Promise<string[]> {
  const [, folder, name] = /^(.*)\/([^/]+)$/.exec(pattern)!;
  const words = name!.split("*").map((part) => part.replaceAll(/\W/g, "\\$&"));
  const expected = new RegExp(`^${words.join(".*")}$`);
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder!)) {
    if (expected.test(entry.name)) found.push(`${folder}/${entry.name}`);
  }
  return found.toSorted();
}

/**
 * The unit tests that mirror a source file: the one of its name, else those of its folder. A unit
 * test mirrors itself, and a helper beside unit tests all of them.
 */
export async function unitTestsFor(path: string): Promise<string[]> {
  if (/^tests\/unit\/.*_test\.tsx?$/.test(path)) return await exists(path) ? [path] : [];
  const mirrored = path.startsWith("tests/unit/")
    ? path
    : `tests/unit/${path.replace(/^src\//, "")}`;
  for (const ending of [".ts", ".tsx"]) {
    const own = mirrored.replace(/\.tsx?$/, `_test${ending}`);
    if (await exists(own)) return [own];
  }
  const folder = mirrored.replace(/\/[^/]+$/, "");
  if (folder === "tests/unit" || !await exists(folder)) return [];
  return await expand(`${folder}/*_test.ts*`);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/**
 * The published files with their imports, for rules about all of them.
 *
 * @module
 */

import type { SourceFile } from "./_architecture.ts";

const ROOTS = ["mod.ts", "src", "pages", "adapters"];

async function* sourcePaths(path: string): AsyncGenerator<string> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (info?.isFile) yield path;
  if (!info?.isDirectory) return;
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (isDirectory || /\.tsx?$/.test(name)) yield* sourcePaths(`${path}/${name}`);
  }
}

/** Static and dynamic imports and re-exports, types included. */
export function importsOf(path: string, text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const found = code.matchAll(/(?:(?<!")\bfrom|\bimport\()\s*"([^"]+)"/g);
  return [...found].map(([, specifier]) =>
    specifier!.startsWith(".")
      ? new URL(specifier!, `file:///${path}`).pathname.slice(1)
      : specifier!
  );
}

/** Reads every file that is published, with its imports. */
export async function readSources(): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const root of ROOTS) {
    for await (const path of sourcePaths(root)) {
      const text = await Deno.readTextFile(path);
      files.push({ path, text, imports: importsOf(path, text) });
    }
  }
  return files;
}

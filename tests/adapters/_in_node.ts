/**
 * Runs files of this repository in Node, with their types removed first, since
 * older versions of Node cannot load TypeScript.
 *
 * @module
 */

import { stripTypeScriptTypes } from "node:module";

const root = new URL("../../", import.meta.url);

/** Writes a file of the repository and its imports, which must be files of the repository too. */
export async function writeJavaScript(path: string, folder: string): Promise<void> {
  const pending = [path];
  const done = new Set<string>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (done.has(next)) continue;
    done.add(next);
    const source = await Deno.readTextFile(new URL(next, root));
    const code = stripTypeScriptTypes(source, { mode: "transform" }).replaceAll(
      /(\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"]+)\.ts"/g,
      (_, start, specifier) => {
        pending.push(new URL(`${specifier}.ts`, new URL(next!, root)).href.slice(root.href.length));
        return `${start}"${specifier}.mjs"`;
      },
    );
    const file = `${folder}/${next.replace(/\.ts$/, ".mjs")}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, code);
  }
}

/** Runs a module in Node and parses its output as JSON; returns `null` without Node. */
export async function runInNode(folder: string, code: string): Promise<unknown> {
  const file = `${folder}/main.mjs`;
  await Deno.writeTextFile(file, code);
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command("node", { args: [file], cwd: folder }).output();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!output.success) throw new Error(text(output.stderr));
  return JSON.parse(text(output.stdout));
}

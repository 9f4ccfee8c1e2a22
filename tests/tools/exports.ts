/**
 * Compares every export of `deno.json`, and of the wrappers that are separate
 * packages, with those of the last release in `tests/exports.txt`:
 *
 *     deno task exports             # compare
 *     deno task exports --accept    # write the file anew, so that the diff shows the change
 *
 * An addition is listed and passes. An export that was removed or changed fails; so does a
 * required member that was added, since code that makes such objects lacks it.
 *
 * @module
 */

import { compare, fromText, readExports, toText } from "./_exports.ts";

const root = new URL("../../", import.meta.url);
const FILE = new URL("tests/exports.txt", root);

/** Subpath → its file, the wrappers' packages included. */
export async function subpaths(): Promise<Record<string, string>> {
  const { exports, workspace } = await readManifest("");
  const found = prefixed("", "", exports);
  for (const member of workspace as string[]) {
    const wrapper = /^\.\/(src\/frameworks\/(\w+))$/.exec(member);
    if (!wrapper) continue;
    const { exports } = await readManifest(`${wrapper[1]}/`);
    Object.assign(found, prefixed(`/${wrapper[2]}`, `${wrapper[1]}/`, exports));
  }
  return found;
}

async function readManifest(folder: string) {
  return JSON.parse(await Deno.readTextFile(new URL(`${folder}deno.json`, root)));
}

function prefixed(prefix: string, folder: string, exports: string | Record<string, string>) {
  const map = typeof exports === "string" ? { ".": exports } : exports;
  return Object.fromEntries(
    Object.entries(map).map(([subpath, path]) => [
      `@x/auth${prefix}${subpath.slice(1)}`,
      new URL(folder + path.slice(2), root).href,
    ]),
  );
}

if (import.meta.main) {
  const now = await readExports(await subpaths());
  if (Deno.args.includes("--accept")) {
    await Deno.writeTextFile(FILE, toText(now));
    console.log(`Written to ${FILE.pathname}`);
  } else {
    const { breaches, additions } = compare(fromText(await Deno.readTextFile(FILE)), now);
    for (const addition of additions) console.log(`added: ${addition}`);
    for (const breach of breaches) console.error(`\n${breach}`);
    if (breaches.length > 0) {
      console.error(
        "\nApps that use these may break. If you mean it: deno task exports --accept, and an entry " +
          "in CHANGELOG.md that says what to change",
      );
      Deno.exitCode = 1;
    } else console.log(`${Object.keys(now).length} subpaths: no export is removed or changed`);
  }
}

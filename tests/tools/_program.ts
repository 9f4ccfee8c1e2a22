/**
 * Options of the TypeScript compiler with which apps resolve the sources by their
 * published names.
 *
 * @module
 */

import ts from "typescript";

/** @param root folder of the sources, without a slash at its end */
export async function appOptions(root: string): Promise<ts.CompilerOptions> {
  return {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    jsx: ts.JsxEmit.ReactJSX,
    types: [],
    paths: await pathsOf(root),
  };
}

/** Every specifier that apps and wrappers use, and its file. */
async function pathsOf(root: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const add = (prefix: string, map: Record<string, string>, folder: string): void => {
    for (const [name, path] of Object.entries(map)) {
      found[prefix + name.replace(/^\./, "")] = [`${folder}/${path.replace(/^\.\//, "")}`];
    }
  };
  const read = async (folder: string) => JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
  const { name, workspace, exports } = await read(root);
  add(name, exports, root);
  for (const member of workspace as string[]) {
    if (!member.startsWith("./src/frameworks/")) continue;
    const folder = root + member.slice(1);
    const wrapper = await read(folder);
    // `@x/auth-next` is `@x/auth/next` in the npm package.
    add(wrapper.name.replace(`${name}-`, `${name}/`), wrapper.exports, folder);
    add("", wrapper.imports, folder);
  }
  return found;
}

/**
 * From a specifier to a file of the app, and back: with the aliases of its `tsconfig.json`.
 *
 * @module
 */

import { join, posix, resolve } from "node:path";
import type ts from "typescript";
import { pathFrom } from "./app.ts";
import type { TypeScript } from "./typescript.ts";

/** Finds files and names them. */
export interface Resolver {
  /** Path of the file that a module imports; `undefined` for a package. */
  find(from: string, specifier: string): string | undefined;
  /** Specifier by which a module imports a file of the app. */
  name(from: string, path: string): string;
}

/** Makes the resolver of the app in a folder. */
export function makeResolver(
  folder: string,
  parser: TypeScript,
  framework?: string | undefined,
): Resolver {
  const { found, isOfNode } = readOptions(folder, parser);
  // SvelteKit writes its alias into a file that an app has only once it was built.
  const own: Record<string, string[]> = framework === "SvelteKit" && !found.paths?.["$lib/*"]
    ? { $lib: [join(folder, "src/lib")], "$lib/*": [join(folder, "src/lib/*")] }
    : {};
  const options = { ...found, paths: { ...found.paths, ...own } };
  const aliases = listAliases(folder, options);
  const known = new Map<string, string | undefined>();
  const realOf = (path: string) => parser.sys.realpath?.(path) ?? path;
  const find = (from: string, specifier: string): string | undefined => {
    const { resolvedModule } = parser.resolveModuleName(
      specifier,
      join(folder, from),
      options,
      parser.sys,
    );
    if (!resolvedModule || resolvedModule.isExternalLibraryImport) return undefined;
    // A link is the file that it leads to.
    const path = pathFrom(realOf(folder), realOf(resolvedModule.resolvedFileName));
    return path.startsWith("../") ? undefined : path;
  };
  return {
    find(from, specifier) {
      const key = `${posix.dirname(from)}\n${specifier}`;
      if (!known.has(key)) known.set(key, find(from, specifier));
      return known.get(key);
    },
    name(from, path) {
      // Node's own resolution takes whole names of files.
      const stem = isOfNode
        ? path.replace(/\.([cm]?)[jt]sx?$/, ".$1js")
        : path.replace(/\.[cm]?[jt]sx?$/, "").replace(/(?<=.)\/index$/, "");
      for (const [alias, target] of aliases) {
        if (stem.startsWith(target)) return alias + stem.slice(target.length);
      }
      const way = posix.relative(posix.dirname(from), stem);
      return way.startsWith(".") ? way : `./${way}`;
    },
  };
}

function readOptions(
  folder: string,
  parser: TypeScript,
): { readonly found: ts.CompilerOptions; readonly isOfNode: boolean } {
  const needed = { allowJs: true, moduleResolution: parser.ModuleResolutionKind.Bundler };
  for (const name of ["tsconfig.json", "jsconfig.json"]) {
    const path = join(folder, name);
    if (!parser.sys.fileExists(path)) continue;
    const { config } = parser.readConfigFile(path, parser.sys.readFile);
    // Nothing is listed: the files of the app are found by what they import.
    const host = { ...parser.sys, readDirectory: () => [] };
    const { options } = parser.parseJsonConfigFileContent(config ?? {}, host, folder);
    const { Node16, NodeNext } = parser.ModuleResolutionKind;
    const isOfNode = /^node(1|2|next)/i.test(parser.ModuleKind[options.module ?? 0] ?? "") ||
      [Node16, NodeNext].includes(options.moduleResolution as number);
    return { found: { ...options, ...needed }, isOfNode };
  }
  return { found: needed, isOfNode: false };
}

/** `@/` and the folder it stands for, from the paths that end with a star. */
function listAliases(
  folder: string,
  { paths = {}, baseUrl }: ts.CompilerOptions,
): [string, string][] {
  return Object.entries(paths).flatMap(([alias, targets]) => {
    const [target] = targets as string[];
    if (!/^[@~#$]?[\w-]*\/\*$/.test(alias) || !target?.endsWith("/*")) return [];
    const path = pathFrom(folder, resolve(baseUrl ?? folder, target.slice(0, -1)));
    if (path.startsWith("..")) return [];
    return [[alias.slice(0, -1), path === "" ? "" : `${path}/`] as [string, string]];
  });
}

/**
 * Names that a package exports, types included, read with the compiler's API.
 *
 * @module
 */

import ts from "typescript";

/** Targets of `exports` in a `package.json`. */
type Target = string | { types?: string; import?: Target; default?: Target } | undefined;

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  // Names need no declarations of the language.
  noLib: true,
  types: [],
};

/** Reads each file once for all packages, which have most of them in common. */
const host = ts.createCompilerHost(OPTIONS);
const sources = new Map<string, ts.SourceFile | undefined>();
const readSource = host.getSourceFile.bind(host);
host.getSourceFile = (path, ...rest) => {
  if (!sources.has(path)) sources.set(path, readSource(path, ...rest));
  return sources.get(path);
};

/**
 * Exported names by subpath, for every subpath with declarations; a pattern is
 * expanded to each file that it matches.
 *
 * @param dir folder of the installed package
 */
export async function exportedNames(dir: string): Promise<Map<string, string[]>> {
  const { exports } = JSON.parse(await Deno.readTextFile(`${dir}/package.json`));
  const files = new Map<string, string>();
  for (const [subpath, target] of Object.entries<Target>(exports)) {
    const path = declarationsOf(target);
    if (!path?.endsWith(".d.ts")) continue;
    if (!subpath.includes("*")) {
      files.set(subpath, `${dir}/${path.slice(2)}`);
      continue;
    }
    const folder = `${dir}/${path.slice(2, path.lastIndexOf("/"))}`;
    for (const name of declarationsIn(folder)) {
      files.set(subpath.replace("*", name), `${folder}/${name}.d.ts`);
    }
  }
  const program = ts.createProgram([...files.values()], OPTIONS, host);
  const checker = program.getTypeChecker();
  const names = new Map<string, string[]>();
  for (const [subpath, file] of files) {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (!symbol) continue; // a file without exports
    names.set(subpath, checker.getExportsOfModule(symbol).map(({ name }) => name).sort());
  }
  return names;
}

function declarationsOf(target: Target): string | undefined {
  if (typeof target === "string" || !target) return target;
  return target.types ?? declarationsOf(target.import) ?? declarationsOf(target.default);
}

function declarationsIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)]
      .filter(({ name }) => name.endsWith(".d.ts"))
      .map(({ name }) => name.slice(0, -".d.ts".length));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return []; // a pattern without files
    throw error;
  }
}

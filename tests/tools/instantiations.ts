/**
 * Prints how much work the compiler has with apps: type instantiations and
 * types of the README's `defineAuth` example and of the Next example, checked
 * against the sources of this folder, or of another one for comparison.
 *
 *     deno run -A tests/tools/instantiations.ts [folder]
 *
 * @module
 */

import ts from "typescript";

const own = new URL("../../", import.meta.url).pathname;
const root = Deno.args[0] ? `${await Deno.realPath(Deno.args[0])}/` : own;

/** Every specifier that apps and wrappers use, and the file it leads to. */
async function paths(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const { workspace, exports } = JSON.parse(await Deno.readTextFile(`${root}deno.json`));
  const add = (prefix: string, map: Record<string, string>, folder: string) => {
    for (const [name, path] of Object.entries(map)) {
      found[prefix + name.replace(/^\./, "")] = [`${folder}/${path.replace(/^\.\//, "")}`];
    }
  };
  add("@x/auth", exports, root);
  for (const member of workspace as string[]) {
    if (!member.startsWith("./src/frameworks/")) continue;
    const { name, exports, imports } = JSON.parse(
      await Deno.readTextFile(`${root}${member}/deno.json`),
    );
    add(name.replace("auth-", "auth/"), exports, root + member);
    add("", imports, root + member);
  }
  return found;
}

function* filesOf(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesOf(`${folder}/${name}`);
    else if (/(?<!\.d)\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

const options: ts.CompilerOptions = {
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
  paths: await paths(),
};

/** Checks an app's own files. */
function measure(name: string, files: string[]): void {
  const program = ts.createProgram(files, options);
  for (const file of files) program.getSemanticDiagnostics(program.getSourceFile(file));
  console.log(
    `${name}: ${program.getInstantiationCount()} instantiations, ` +
      `${program.getTypeCount()} types`,
  );
}

const example = /```ts\n(import \{ defineAuth,[\s\S]+?)```/
  .exec(await Deno.readTextFile(`${own}README.md`))![1]!;
const file = await Deno.makeTempFile({ suffix: ".ts" });
await Deno.writeTextFile(file, example);
measure("defineAuth of the README", [file]);
await Deno.remove(file);
measure("examples/next", [...filesOf(`${own}examples/next`)]);

/**
 * Prints the compiler's work for apps: the number of type instantiations and
 * types of the `defineAuth` example of the guides and of the Next example, checked
 * against the sources of this folder, or of another one for comparison.
 *
 *     deno run -A tests/tools/instantiations.ts [folder]
 *
 * @module
 */

import ts from "typescript";
import { appOptions } from "./_program.ts";

const own = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** The compiler's work for some files. */
export interface CompilerWork {
  instantiations: number;
  types: number;
  /** Path of each module of the library that is read → its characters. */
  modules: Record<string, number>;
  /** The first error in the files. */
  fault: string | undefined;
}

function* filesOf(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesOf(`${folder}/${name}`);
    else if (/(?<!\.d)\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

/** Checks an app's own files against the sources of a folder. */
export function check(files: string[], root: string, options: ts.CompilerOptions): CompilerWork {
  const program = ts.createProgram(files, options);
  const [fault] = files.flatMap((file) =>
    program.getSemanticDiagnostics(program.getSourceFile(file))
  );
  const modules = program.getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${root}/`))
    .map(({ fileName, text }) => [fileName.slice(root.length + 1), text.length]);
  return {
    instantiations: program.getInstantiationCount(),
    types: program.getTypeCount(),
    modules: Object.fromEntries(modules),
    fault: fault && ts.flattenDiagnosticMessageText(fault.messageText, " ").split("\n")[0],
  };
}

/** Checks the `defineAuth` example of the guides against the sources of a folder. */
export async function checkExample(root: string = own): Promise<CompilerWork> {
  const guide = await Deno.readTextFile(`${own}/docs/typescript.md`);
  const example = /```ts\n(import \{ defineAuth,[\s\S]+?)```/.exec(guide)![1]!;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, example);
    return check([file], root, await appOptions(root));
  } finally {
    await Deno.remove(file);
  }
}

if (import.meta.main) {
  const root = Deno.args[0] ? await Deno.realPath(Deno.args[0]) : own;
  const next = check([...filesOf(`${own}/examples/next`)], root, await appOptions(root));
  const works = { "defineAuth of the guides": await checkExample(root), "examples/next": next };
  for (const [name, { instantiations, types }] of Object.entries(works)) {
    console.log(`${name}: ${instantiations} instantiations, ${types} types`);
  }
}

/**
 * Prints the compiler's work for apps: the number of type instantiations and
 * types of the README's `defineAuth` example and of the Next example, checked
 * against the sources of this folder, or of another one for comparison.
 *
 *     deno run -A tests/tools/instantiations.ts [folder]
 *
 * @module
 */

import ts from "typescript";
import { appOptions } from "./_program.ts";

const own = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const options = await appOptions(Deno.args[0] ? await Deno.realPath(Deno.args[0]) : own);

function* filesOf(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesOf(`${folder}/${name}`);
    else if (/(?<!\.d)\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

/** Checks an app's own files. */
function measure(name: string, files: string[]): void {
  const program = ts.createProgram(files, options);
  for (const file of files) program.getSemanticDiagnostics(program.getSourceFile(file));
  const counts = [program.getInstantiationCount(), program.getTypeCount()];
  console.log(`${name}: ${counts[0]} instantiations, ${counts[1]} types`);
}

const readme = await Deno.readTextFile(`${own}/README.md`);
const example = /```ts\n(import \{ defineAuth,[\s\S]+?)```/.exec(readme)![1]!;
const file = await Deno.makeTempFile({ suffix: ".ts" });
await Deno.writeTextFile(file, example);
measure("defineAuth of the README", [file]);
await Deno.remove(file);
measure("examples/next", [...filesOf(`${own}/examples/next`)]);

/**
 * Writes the components of `examples/components/` into the command that copies them, as they are and
 * without types. Run it when one of them changes:
 *
 *     deno run -A tests/tools/copies.ts
 *
 * @module
 */

import ts from "typescript";
import { FRAMEWORKS } from "../../src/tools/add/components.ts";

const SOURCES = new URL("../../examples/components/", import.meta.url);

/** File with the result. */
export const COPIES_PATH = new URL("../../src/tools/add/copies.json", import.meta.url);

/** Stands for an empty line, which TypeScript does not keep. */
const EMPTY = "// empty line";

/** A module without its types. */
function withoutTypes(text: string): string {
  const marked = text.replaceAll("\n\n", `\n${EMPTY}\n`);
  const { outputText } = ts.transpileModule(marked, {
    fileName: "copy.tsx",
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.Preserve,
      verbatimModuleSyntax: true,
    },
  });
  return outputText.replaceAll(new RegExp(`^\\s*${EMPTY}$`, "gm"), "");
}

/** The script of a file of Vue or Svelte without its types; there are none in its markup. */
async function withoutScriptTypes(text: string): Promise<string> {
  const found = /<script([^>]*?) lang="ts">\n([\s\S]*?)<\/script>/.exec(text)!;
  const [whole, more, script] = found;
  // Vue reads the names of the props from their type.
  const named = script!.replaceAll(
    /defineProps<([\s\S]*?)>\(\)/g,
    (_, type: string) => `defineProps(${JSON.stringify(namesIn(type))})`,
  );
  const untyped = withoutTypes(named).replaceAll(/^export \{\};$/gm, "");
  const formatted = await format("script.ts", untyped);
  const indented = more!.includes("setup") ? formatted : formatted.replaceAll(/^(?=.)/gm, "  ");
  return text.replace(whole, () => `<script${more}>\n${indented}</script>`);
}

/** Names of the members of a type. */
function namesIn(type: string): string[] {
  const file = ts.createSourceFile("props.ts", `type Props = ${type}`, ts.ScriptTarget.ESNext);
  const [statement] = file.statements;
  const { members } = (statement as ts.TypeAliasDeclaration).type as ts.TypeLiteralNode;
  return members.map(({ name }) => (name as ts.Identifier).text);
}

/** Formats files, as the sources are. */
async function format(name: string, text: string): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["fmt", "--no-config", "--line-width=100"],
      ...[`--ext=${name.split(".").at(-1)}`, "-"],
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (!success) throw new Error(`${name}: ${new TextDecoder().decode(stderr)}\n${text}`);
  return new TextDecoder().decode(stdout);
}

/** The copies as JSON. */
export async function copies(): Promise<string> {
  const frameworks: Record<string, { ts: Record<string, string>; js: Record<string, string> }> = {};
  for (const framework of FRAMEWORKS) {
    const found = frameworks[framework] = { ts: {}, js: {} } as typeof frameworks[string];
    for (const [name, text] of [...await filesIn("shared"), ...await filesIn(framework)]) {
      found.ts[name] = text;
      const isModule = /\.tsx?$/.test(name);
      const own = isModule ? name.replace(/ts(x?)$/, "js$1") : name;
      found.js[own] = isModule
        ? await format(own, withoutTypes(text))
        : await withoutScriptTypes(text);
    }
  }
  const styles = Object.fromEntries(
    (await filesIn("styles")).map(([name, text]) => [name.replace(/\.css$/, ""), text]),
  );
  return JSON.stringify({ frameworks, styles }, null, 2) + "\n";
}

async function filesIn(folder: string): Promise<[name: string, text: string][]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(new URL(folder, SOURCES))) names.push(name);
  return await Promise.all(
    names.toSorted().map(async (name): Promise<[string, string]> => [
      name,
      await Deno.readTextFile(new URL(`${folder}/${name}`, SOURCES)),
    ]),
  );
}

if (import.meta.main) await Deno.writeTextFile(COPIES_PATH, await copies());

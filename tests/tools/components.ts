/**
 * Prints what the components of each framework are: lines of their binding, and the size of each
 * hook and component in an app that has it alone, without the framework.
 *
 *     deno run -A tests/tools/components.ts
 *
 * @module
 */

import { build } from "esbuild";
import { gzipSync } from "node:zlib";

/** The frameworks, by the name of their subpath. */
export const BINDINGS = ["react", "vue", "svelte", "solid"] as const;

/** Most lines of a binding. */
export const MOST = 150;

const NAMES = [
  ...["useSession", "useUser", "useFlow", "useOrganizations", "usePasskey"],
  ...["SignedIn", "useSignedIn", "SignIn", "Account", "UserButton", "OrganizationSwitcher"],
];

const pathOf = (name: string) => `src/client/${name}.ts`;

/** Lines that run: without comments, imports, types and lines with a bracket alone. */
export function countLines(text: string): number {
  const code = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/^(import|export type) [\s\S]*?;$/gm, "")
    .replaceAll(/^export interface [\s\S]*?^}$/gm, "");
  return code.split("\n").filter((line) => /[\w"]/.test(line)).length;
}

/** Bytes of an export in a bundle, after `gzip -9`. */
async function sizeOf(binding: string, names: readonly string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names.join(", ")} } from "./${pathOf(binding)}";`,
      resolveDir: Deno.cwd(),
    },
    external: ["react", "vue", "svelte", "svelte/*", "solid-js", "solid-js/*"],
    ...{ bundle: true, minify: true, write: false, format: "esm", target: "es2022" },
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

if (import.meta.main) {
  console.log(`| | ${BINDINGS.join(" | ")} |\n| --- ${"| ---: ".repeat(BINDINGS.length)}|`);
  const row = (name: string, cells: readonly (string | number)[]) =>
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  const texts = await Promise.all(BINDINGS.map((name) => Deno.readTextFile(pathOf(name))));
  row(`lines of the binding, at most ${MOST}`, texts.map(countLines));
  for (const name of NAMES) {
    const cells = await Promise.all(
      BINDINGS.map(async (binding, index) => {
        const isThere = new RegExp(`export (function|const) ${name}\\b`).test(texts[index]!);
        return isThere ? await sizeOf(binding, [name]) : "–";
      }),
    );
    row(`\`${name}\`, bytes`, cells);
  }
  const all = await Promise.all(BINDINGS.map((binding, index) => {
    const names = [...texts[index]!.matchAll(/export (?:function|const) (\w+)/g)].map(([, one]) =>
      one!
    );
    return sizeOf(binding, names);
  }));
  row("all of it, bytes", all);
  Deno.exit();
}

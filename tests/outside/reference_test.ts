/**
 * The configs that pages of providers show, as an app has them.
 *
 * @module
 */

import { assert } from "@std/assert";
import { checkTypes } from "./_guides.ts";

const folder = new URL("../../docs/reference/providers/", import.meta.url);

Deno.test("docs/reference/providers: every config compiles", async () => {
  const files: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folder)) {
    if (name === "README.md") continue;
    const text = await Deno.readTextFile(new URL(name, folder));
    const [, use = ""] = /\n## Use\n([^]*?)\n\[All options\]/.exec(text) ?? [];
    const blocks = [...use.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code!);
    assert(blocks.length > 0, name);
    for (const [index, code] of blocks.entries()) {
      files[`${name.replace(".md", "")}_${index}.ts`] = code;
    }
  }
  assert(Object.keys(files).length > 100);
  // The type of a config is what wrappers take.
  const configs = Object.entries(files).filter(([, code]) =>
    code.includes("export const config =")
  );
  const check = [
    'import type { AuthConfig } from "@x/auth";',
    ...configs.map(([path], index) => `import { config as c${index} } from "./${path}";`),
    `const all: AuthConfig[] = [${configs.map((_, index) => `c${index}`).join(", ")}];`,
    "console.log(all.length);",
  ].join("\n");
  await checkTypes([{ ...files, "all.ts": check }]);
});

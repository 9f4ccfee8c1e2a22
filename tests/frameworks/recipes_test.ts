import { assert, assertEquals } from "@std/assert";
import { freePort } from "../browser/_demo.ts";
import { startProgram } from "./_in_deno.ts";
import { recipeFiles, RUNNING, toRunning, visitRecipe } from "./_recipes.ts";
import type { StartedApp } from "./_scenario.ts";

/** Code blocks of the README's section, as files: `// path` starts one. */
async function readmeFiles(): Promise<Map<string, string>> {
  const readme = await Deno.readTextFile("README.md");
  const section = /^### Other frameworks\n([\s\S]*?)^## /m.exec(readme)?.[1];
  assert(section, "the README has the section");
  const files = new Map<string, string>();
  for (const [, title = "", text = ""] of section.matchAll(/^#### (.*)\n([\s\S]*?)^```\n/gm)) {
    const folder = title.toLowerCase().replace("nestjs", "nest").replaceAll(" ", "_");
    const code = text.slice(text.indexOf("```ts ignore\n") + "```ts ignore\n".length);
    for (const part of code.split(/^(?=\/\/ [\w./$[\]-]+\.tsx?$)/m)) {
      const [first = "", ...lines] = part.split("\n");
      files.set(`${folder}/${first.slice("// ".length)}`, lines.join("\n").trimEnd() + "\n");
    }
  }
  return files;
}

Deno.test("README: its recipes equal the files that the compiler checks", async () => {
  const written = await readmeFiles();
  const checked = new Map(await Array.fromAsync(recipeFiles()));
  assertEquals([...written.keys()].sort(), [...checked.keys()].sort());
  for (const [path, text] of written) assertEquals(text, checked.get(path), path);
});

for (const name of RUNNING) {
  Deno.test(`the recipe for ${name} signs in and out unchanged, in Deno`, async () => {
    const dir = await Deno.makeTempDir();
    const port = freePort();
    for (const [path, text] of Object.entries(await toRunning(name))) {
      await Deno.writeTextFile(`${dir}/${path}`, text);
    }
    const op = { issuer: "", clientId: "", clientSecret: "" } as StartedApp["op"];
    const permissions = ["--allow-net", "--allow-env", "--allow-read", "--allow-sys"];
    const server = await startProgram(
      ["--config=deno.json", ...permissions, `${dir}/server.ts`],
      op,
      port,
    );
    try {
      await visitRecipe(port);
    } finally {
      await server.stop();
      await Deno.remove(dir, { recursive: true });
    }
  });
}

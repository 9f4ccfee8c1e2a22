/**
 * The line for `deno.json` that takes the place of `deno add` until the first release.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { appEnvironment } from "../_environment.ts";
import { statesOf } from "./_guides.ts";

const root = new URL("../../", import.meta.url);

const read = (path: string) => Deno.readTextFile(new URL(path, root));

/** The line, with the path of this repository. */
async function linesOf(path: string): Promise<string> {
  const [, line] = /`(\{ "links": [^`]+ \})`/.exec(await read(path)) ?? [];
  assert(line, path);
  return line.replace('"../auth"', JSON.stringify(root.pathname));
}

/** A module of a program, as Deno found it. */
interface Module {
  specifier: string;
  error?: string;
}

Deno.test("README.md and docs/first-app.md: the same line, with the version of the package", async () => {
  const line = await linesOf("README.md");
  assertEquals(await linesOf("docs/first-app.md"), line);
  assertStringIncludes(line, `@^${JSON.parse(await read("deno.json")).version}`);
});

Deno.test("docs/first-app.md: with its line for a clone, the app and the doctor are found", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-links-" });
  try {
    await Deno.writeTextFile(`${folder}/deno.json`, await linesOf("docs/first-app.md"));
    const [files] = statesOf(await read("docs/first-app.md"));
    await Deno.writeTextFile(`${folder}/main.ts`, files!["main.ts"]!);
    const run = async (...args: string[]) => {
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args,
        cwd: folder,
        clearEnv: true,
        env: appEnvironment({ NO_COLOR: "1" }),
      }).output();
      return new TextDecoder().decode(stdout) || new TextDecoder().decode(stderr);
    };
    const { modules } = JSON.parse(await run("info", "--json", "main.ts"));
    const paths = modules.map(({ specifier, error }: Module) => error ?? specifier);
    assertEquals(paths.filter((path: string) => !/^(file|npm|node):/.test(path)), []);
    assert(paths.includes(new URL("src/frameworks/deno.ts", root).href), paths.join());
    const said = await run("run", "-A", "jsr:@x/auth/doctor", "main.ts", "--offline");
    assertStringIncludes(said, "Doctor of @x/auth: main.ts");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

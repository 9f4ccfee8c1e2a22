/**
 * The line for `deno.json` that takes the place of `deno add` until the first release.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { appEnvironment } from "../_environment.ts";
import { npmNameOf, packagesFor, publishedPackages } from "../_packages.ts";
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

/** Names of the npm packages of which a version is in a folder of Deno's cache. */
async function packagesIn(folder: string, scope = ""): Promise<string[]> {
  const names: string[] = [];
  for (const { name } of await foldersIn(folder)) {
    const inner = `${folder}/${name}`;
    if (name.startsWith("@")) names.push(...await packagesIn(inner, `${name}/`));
    // Without a folder for a version, only the list of versions was read.
    else if ((await foldersIn(inner)).length > 0) names.push(scope + name);
  }
  return names;
}

async function foldersIn(path: string): Promise<Deno.DirEntry[]> {
  return (await Array.fromAsync(Deno.readDir(path))).filter(({ isDirectory }) => isDirectory);
}

Deno.test("docs/first-app.md: an app with its line for a clone installs no package of our tests", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-links-" });
  try {
    const app = `${folder}/app`;
    await Deno.mkdir(app);
    await Deno.writeTextFile(`${app}/deno.json`, await linesOf("docs/first-app.md"));
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["install", "--quiet"],
      cwd: app,
      clearEnv: true,
      env: appEnvironment({ DENO_DIR: `${folder}/cache` }),
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const installed = new Set<string>();
    for (const { name: registry } of await foldersIn(`${folder}/cache/npm`)) {
      for (const name of await packagesIn(`${folder}/cache/npm/${registry}`)) installed.add(name);
    }
    const npmNames = (packages: Readonly<Record<string, string>>) =>
      new Set(Object.values(packages).flatMap((specifier) => npmNameOf(specifier) ?? []));
    const published = npmNames(await publishedPackages());
    assertEquals([...published.difference(installed)], [], "what the library imports");
    const ofTests = npmNames(await packagesFor()).difference(published);
    assert(ofTests.has("better-auth") && ofTests.has("playwright-core"));
    assertEquals([...ofTests.intersection(installed)], [], "what only tests import");
    console.log(`a linking app: ${installed.size} packages of npm`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

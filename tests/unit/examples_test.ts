import { assert, assertEquals } from "@std/assert";
import { npmNameOf, packagesFor } from "../_packages.ts";

const FOLDERS = ["express", "fresh", "next", "qwik", "solid_start", "sveltekit"];
const GUIDES = ["hono.ts", ...FOLDERS.map((name) => `${name}/README.md`)];

async function* sources(path: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (name === "node_modules") continue;
    if (isDirectory) yield* sources(`${path}/${name}`);
    else if (/\.(ts|tsx|js|svelte)$/.test(name)) yield `${path}/${name}`;
  }
}

Deno.test("examples: each one states its requirements in production", async () => {
  for (const guide of GUIDES) {
    const text = await Deno.readTextFile(`examples/${guide}`);
    for (const variable of ["AUTH_SECRET", "AUTH_URL", "AUTH_TRUST_HOST"]) {
      assert(text.includes(variable), `examples/${guide} does not mention ${variable}`);
    }
  }
});

Deno.test("examples: the demo starts by its own config, without the packages of the tests", async () => {
  const index = await Deno.readTextFile("examples/README.md");
  assert(index.includes("\ndeno task --cwd=examples/demo demo\n"), "the command of the demo");
  const { tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
  // A task of the root fetches every package of the root, whatever it starts.
  const started = Object.entries<{ command: string }>(tasks)
    .filter(([, { command }]) => command.includes("examples/"));
  assertEquals(started, []);
  const { npm, workspace } = JSON.parse(await Deno.readTextFile("examples/demo/deno.lock"));
  assert(!Object.keys(npm).some((name) => /better-auth|playwright|oidc-provider/.test(name)));
  // A list that lags behind is written at the first start, which changes a file of the clone.
  const { version } = JSON.parse(await Deno.readTextFile("deno.json"));
  const packagesIn = (list: readonly string[]) =>
    [...new Set(list.flatMap((one) => npmNameOf(one) ?? []))].toSorted();
  assertEquals(
    packagesIn(workspace.links[`jsr:@x/auth@${version}`].dependencies),
    packagesIn(Object.values(await packagesFor())),
    "run `deno task --cwd=examples/demo demo`, and commit its lock file",
  );
});

Deno.test("examples: contain no code that only tests need", async () => {
  const paths: string[] = [];
  for await (const path of sources("examples")) {
    if (/ballast|"big"|\.repeat\(/i.test(await Deno.readTextFile(path))) paths.push(path);
  }
  assertEquals(paths, []);
});

Deno.test("examples: the index lists each one, with a command that it states, and pictures", async () => {
  const index = await Deno.readTextFile("examples/README.md");
  const links = [...index.matchAll(/\]\((?!\.\.)([^)]+)\)/g)].map(([, link]) => link!);
  for await (const { name, isDirectory } of Deno.readDir("examples")) {
    if (name === "README.md") continue;
    const isListed = links.some((link) => link === name || link.startsWith(`${name}/`)) ||
      index.includes(`deno task --cwd=examples/${name} ${name}\n`);
    assert(isListed, `examples/${name} is not in the index`);
    if (isDirectory && name !== "demo" && name !== "guestbook") {
      assert(links.includes(`${name}/README.md`), name);
    }
  }
  const commands = [...index.matchAll(/^ *(.*\bdeno (?:task|run) .+)$/gm)].map(([, line]) => line!);
  assert(commands.length >= 8, commands.join("\n"));
  for (const command of commands) {
    const [, folder, task] = /^deno task --cwd=(\S+) (\w+)$/.exec(command) ?? [];
    if (folder) {
      const { tasks } = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
      assert(tasks[task!], command);
      continue;
    }
    // The comment at the top of a file can break the line.
    const text = await Deno.readTextFile(/ (examples\/\S+)$/.exec(command)![1]!);
    assert(text.replaceAll(/ \\\n\/\/\s+/g, " ").includes(command), command);
  }
  const pictures = [...index.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path]) => path!);
  assert(pictures.length >= 6);
  for (const path of pictures) assert((await Deno.stat(`examples/${path}`)).isFile, path);
});

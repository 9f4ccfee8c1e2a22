/**
 * Follows each guide in `docs/` literally, in an empty folder.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { FRAMEWORKS, isFramework } from "../../src/doctor/frameworks.ts";
import { STARTERS } from "../../src/doctor/starters.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { RECIPE_STARTERS, VERSIONS } from "../frameworks/_recipe_starters.ts";
import { recipeFiles } from "../frameworks/_recipes.ts";
import { starters } from "../frameworks/_starters.ts";
import { checkTypes, type Files, follow, statesOf, stepsOf } from "./_guides.ts";

const docs = new URL("../../docs/", import.meta.url);

/** Documents that are no guides. */
const OTHERS = /(^|\/)README\.md$|^errors\.md$/;

/** Guides for frameworks whose commands run in Deno; for others, see `sourcesOf`. */
const IN_DENO = ["frameworks/express.md", "frameworks/fresh.md", "frameworks/hono.md"];

/** The guide whose reader has a database. */
const POSTGRES = "deno-deploy-postgres.md";

/** Text of each guide by its path. */
const guides = new Map<string, string>();
for (const folder of ["", "frameworks/"]) {
  for await (const { name } of Deno.readDir(new URL(folder, docs))) {
    const path = folder + name;
    if (!name.endsWith(".md") || OTHERS.test(path)) continue;
    guides.set(path, await Deno.readTextFile(new URL(path, docs)));
  }
}

const isFollowed = (path: string) => !path.startsWith("frameworks/") || IN_DENO.includes(path);

for (const [path, markdown] of guides) {
  if (path === POSTGRES || !isFollowed(path)) continue;
  Deno.test(`docs/${path}: its steps work in an empty folder`, async () => {
    assert(stepsOf(markdown).length > 0);
    await follow(markdown);
  });
}

withPostgres(`docs/${POSTGRES}`, (server) => {
  Deno.test(`docs/${POSTGRES}: its steps work in an empty folder`, async () => {
    await follow(guides.get(POSTGRES)!, { DATABASE_URL: server().connectionString });
  });
});

Deno.test("docs: every file that a guide writes compiles", async () => {
  const followed = [...guides].filter(([path]) => isFollowed(path));
  await checkTypes(followed.flatMap(([, markdown]) => statesOf(markdown)));
});

Deno.test("docs/first-app.md: its app is the starter that `init` writes", () => {
  assertEquals(statesOf(guides.get("first-app.md")!), [STARTERS.deno.files]);
});

/** Names of the apps that `deno task frameworks` makes. */
const APPS: Record<string, string> = {
  express: "Express",
  hono: "Hono",
  next: "Next.js",
  qwik: "Qwik City",
  "solid-start": "SolidStart",
  sveltekit: "SvelteKit",
};

/** Files of a framework that are tested with the framework itself. */
async function sourcesOf(name: string): Promise<Files> {
  const app = starters.find((app) => app.name === `new app of ${APPS[name]}`);
  const recipe = `${name.replaceAll("-", "_")}/`;
  const recipes = (await Array.fromAsync(recipeFiles()))
    .filter(([path]) => path.startsWith(recipe))
    .map(([path, text]) => [path.slice(recipe.length), text]);
  const starter = isFramework(name) ? STARTERS[name].files : {};
  return { ...app?.files, ...Object.fromEntries(recipes), ...starter };
}

for (const [path, markdown] of guides) {
  const name = /^frameworks\/(.+)\.md$/.exec(path)?.[1];
  if (!name) continue;
  Deno.test(`docs/${path}: its files are those that are tested with the framework`, async () => {
    const sources = await sourcesOf(name);
    const files = statesOf(markdown).at(-1)!;
    // These apps run in Deno, and the test above starts this file.
    if (IN_DENO.includes(path)) delete files["main.ts"];
    assert(Object.keys(files).length > 0);
    for (const [file, text] of Object.entries(files)) assertEquals(text, sources[file], file);
  });
}

Deno.test("docs/frameworks: every starter and every recipe is in a guide, with all files", async () => {
  const written = new Set<string>();
  for (const [path, markdown] of guides) {
    for (const file of Object.keys(statesOf(markdown).at(-1)!)) {
      written.add(`${path.replace(/^frameworks\//, "").replace(".md", "")}/${file}`);
    }
  }
  const recipes = (await Array.fromAsync(recipeFiles()))
    .map(([path]) => path.replace(/^\w+/, (name) => name.replaceAll("_", "-")));
  const first = FRAMEWORKS.filter((name) => name !== "deno")
    .flatMap((name) => Object.keys(STARTERS[name].files).map((file) => `${name}/${file}`));
  assertEquals([...recipes, ...first].filter((file) => !written.has(file)), []);
});

for (const [name, { title, versionOf }] of Object.entries(RECIPE_STARTERS)) {
  const path = `frameworks/${name.replaceAll("_", "-")}.md`;
  Deno.test(`docs/${path}: it names the version that is tested`, () => {
    const [major] = VERSIONS[versionOf].split(".");
    const [, paragraph] = guides.get(path)!.split("\n\n");
    assertStringIncludes(paragraph!.replaceAll("\n", " "), `an app of ${title} ${major}`);
  });
}

Deno.test("stepsOf() reads files, commands, output and pages", () => {
  const guide = [
    "Write\n`main.ts`:\n\n```ts\nlet a;\n```",
    "Start it:\n\n```sh\n# a comment\ndeno run \\\n  main.ts\n```",
    "Open `http://localhost:8000/`:\n\n```text\nHello …\n```",
    "1. It\n   prints\n\n   ```text\n   ok\n   ```",
  ].join("\n\n");
  assertEquals(stepsOf(guide), [
    { kind: "write", path: "main.ts", text: "let a;\n" },
    { kind: "commands", commands: ["deno run    main.ts"] },
    { kind: "open", url: "http://localhost:8000/", lines: ["Hello …"] },
    { kind: "output", lines: ["ok"] },
  ]);
  assertThrows(() => stepsOf("For example:\n\n```ts\nlet a;\n```"), Error, "No step begins");
});

Deno.test("statesOf() returns the files before the commands that use them", () => {
  const file = (path: string, text: string) => `\`${path}\`:\n\n\`\`\`ts\n${text}\n\`\`\``;
  const commands = "```sh\nls\n```";
  const guide = [file("a.ts", "1"), commands, commands, file("b.ts", "2"), file("a.ts", "3")];
  assertEquals(statesOf(guide.join("\n\n")), [
    { "a.ts": "1\n" },
    { "a.ts": "3\n", "b.ts": "2\n" },
  ]);
});

Deno.test("checkTypes() fails by a wrong type", async () => {
  const wrong = { "a.ts": "export const a: number = `b`;\n" };
  await assertRejects(() => checkTypes([{}, wrong]), Error, "TS2322");
});

Deno.test("follow() fails by a command, and by what is seen", async () => {
  await assertRejects(() => follow("```sh\nexit 3\n```"), Error, "failed");
  await assertRejects(() => follow("```sh\nexport A=1\n```"), Error, "changes the shell");
  const output = "```sh\necho one\n```\n\n```text\ntwo\n```";
  await assertRejects(() => follow(output), Error, '"two" is not in');
  const early = "`main.ts`:\n\n```ts\nDeno.exit();\n```\n\n```sh\ndeno run main.ts\n```";
  await assertRejects(() => follow(early), Error, "ended");
});

/**
 * Follows each guide in `docs/` literally, in an empty folder. `deno task test` follows one of three
 * guides and runs the examples of another one, and checks the types of all, and of the reference;
 * `deno task test tests/outside/guides_test.ts` follows each guide and runs each example.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { withMysql } from "../adapters/_mysql.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { variablesOf, withDynamo } from "../_dynamodb.ts";
import { withRedis } from "../_redis.ts";
import { isChosen } from "../_stride.ts";
import { apps } from "../frameworks/_apps.ts";
import { STARTERS } from "../../src/tools/doctor/starters.ts";
import { makeReference } from "../tools/reference/main.ts";
import {
  checkTypes,
  examplesOf,
  type Files,
  follow,
  pageWith,
  runExamples,
  shownIn,
  statesOf,
  stepsOf,
} from "./_guides.ts";

const docs = new URL("../../docs/", import.meta.url);

/** Documents that are no guides. */
const OTHERS = /(^|\/)README\.md$|^errors\.md$/;

/** Pages with blocks that are only shown, and the tests that run what they show. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "authenticate.md": ["frameworks/authenticate_test.ts"],
  "components.md": ["browser/components_test.ts"],
  "configuration.md": ["permissions/permissions_test.ts"],
  "d1.md": ["adapters/d1_test.ts", "adapters/d1_limits_test.ts", "adapters/records/d1_test.ts"],
  "drizzle.md": ["adapters/drizzle_names_test.ts"],
  "dynamodb.md": ["adapters/records/dynamodb_app_test.ts"],
  "from-auth-js.md": ["move/plan_test.ts", "move/command_test.ts"],
  "from-better-auth.md": ["move/plan_test.ts", "move/command_test.ts"],
  "from-next-auth-4.md": ["move/plan_test.ts", "move/command_test.ts"],
  "import-users.md": ["operate/import_test.ts"],
  "kysely.md": ["adapters/kysely_names_test.ts"],
  "libsql.md": ["adapters/records/libsql_test.ts"],
  "mcp.md": ["frameworks/authenticate_test.ts"],
  "mysql.md": ["adapters/records/mysql_test.ts"],
  "native.md": ["flows/native_test.ts", "flows/native_browser_test.ts", "flows/native_app_test.ts"],
  "observability.md": ["flows/telemetry_test.ts"],
  ...Object.fromEntries(
    ["react", "solid", "svelte", "vue"].map((
      name,
    ) => [`own-pages/${name}.md`, ["browser/components_test.ts"]]),
  ),
  "prisma.md": ["adapters/prisma_test.ts"],
  "production.md": ["doctor/command_test.ts", "outside/npm_doctor_test.ts"],
  "redis.md": ["adapters/records/redis_test.ts", "adapters/records/redis_app_test.ts"],
  "schema.md": ["schema/tools_test.ts"],
  "storage.md": ["adapters/postgres_moved_test.ts", "adapters/mutations_test.ts"],
  "troubleshooting.md": ["doctor/command_test.ts", "outside/npm_doctor_test.ts"],
  "typescript.md": ["types/augmentation_test.ts"],
};

/** Guides for frameworks that run in Deno; others are followed by `deno task frameworks`. */
const IN_DENO = ["frameworks/express.md", "frameworks/fresh.md", "frameworks/hono.md"];

/** The guides whose reader has a database. */
const POSTGRES = "postgres.md";
const TOOLS = ["drizzle.md", "kysely.md", "schema.md"];
const MYSQL = "mysql.md";
const REDIS = "redis.md";
const DYNAMODB = "dynamodb.md";

/** The guide whose reader has users, which `better_auth_guide_test.ts` follows. */
const BETTER_AUTH = "from-better-auth.md";

/** Text of each guide by its path. */
const guides = new Map<string, string>();
for (const folder of ["", "frameworks/", "own-pages/"]) {
  for await (const { name } of Deno.readDir(new URL(folder, docs))) {
    const path = folder + name;
    if (!name.endsWith(".md") || OTHERS.test(path)) continue;
    guides.set(path, await Deno.readTextFile(new URL(path, docs)));
  }
}

/** Guides for apps that are built by Vite, which `deno task frameworks` follows too. */
const WITH_VITE = /^own-pages\/(?!service)/;

const paths = [...guides.keys()].toSorted();

const isFollowed = (path: string) =>
  IN_DENO.includes(path) || !path.startsWith("frameworks/") && !WITH_VITE.test(path);

/** Guides whose steps the first test follows. Pages about a subject have examples alone. */
const withSteps = paths.filter((path) =>
  ![POSTGRES, ...TOOLS, MYSQL, REDIS, DYNAMODB, BETTER_AUTH].includes(path) && isFollowed(path) &&
  stepsOf(guides.get(path)!).length > 0
);

/** All files whose types are checked, at once, by their paths. */
const checked: Files = {};
let errors: Promise<string[]> | undefined;

/** Registers a test by which files compile, unless they are planted. */
function testTypes(
  name: string,
  folder: string,
  files: Files,
  verify: (errors: string[]) => void = (found) => assertEquals(found, []),
): void {
  for (const [path, text] of Object.entries(files)) checked[`${folder}/${path}`] = text;
  Deno.test(name, async () => {
    const found = await (errors ??= checkTypes(checked));
    verify(found.filter((error) => error.includes(`/${folder}/`)));
  });
}

for (const [index, path] of withSteps.entries()) {
  if (!isChosen(index, 3)) continue;
  const markdown = guides.get(path)!;
  Deno.test(`docs/${path}: its steps work in an empty folder`, async () => {
    await follow(markdown);
  });
}

const withExamples = paths.filter((path) => examplesOf(guides.get(path)!).length > 0);

Deno.test("docs: every example runs", async () => {
  assert(withExamples.length > 8, "the examples were not found");
  const chosen = withExamples.filter((path, index) => {
    const step = withSteps.indexOf(path);
    // Examples of guides whose steps are left out, and of every third other page.
    return isChosen(step < 0 ? index : step + 1, 3);
  });
  await runExamples(new Map(chosen.map((path) => [path, examplesOf(guides.get(path)!)])));
});

testTypes(
  "docs: every example compiles",
  "examples",
  Object.fromEntries(withExamples.map((path) => [path, pageWith(examplesOf(guides.get(path)!))])),
);

Deno.test("docs: what is only shown is run by other tests", async () => {
  const pages = [...guides].filter(([, markdown]) => shownIn(markdown).length > 0);
  assertEquals(pages.map(([path]) => path).sort(), Object.keys(SHOWN));
  for (const test of Object.values(SHOWN).flat()) {
    await Deno.stat(new URL(`../tests/${test}`, docs));
  }
});

withPostgres(`docs/${POSTGRES}`, (server) => {
  if (!isChosen(1, 2)) return;
  Deno.test(`docs/${POSTGRES}: its steps work in an empty folder`, async () => {
    await follow(guides.get(POSTGRES)!, { DATABASE_URL: server().connectionString });
  });
});

for (const [index, path] of TOOLS.entries()) {
  if (!isChosen(index, 3)) continue;
  withPostgres(`docs/${path}`, (server) => {
    Deno.test(`docs/${path}: its steps work in an empty folder`, async () => {
      await follow(guides.get(path)!, { DATABASE_URL: server().connectionString });
    });
  });
}

withMysql(`docs/${MYSQL}`, (server) => {
  if (!isChosen(0, 2)) return;
  Deno.test(`docs/${MYSQL}: its steps work in an empty folder`, async () => {
    await follow(guides.get(MYSQL)!, { DATABASE_URL: server().uri });
  });
});

withRedis(`docs/${REDIS}`, (server) => {
  if (!isChosen(1, 2)) return;
  Deno.test(`docs/${REDIS}: its steps work in an empty folder`, async () => {
    await follow(guides.get(REDIS)!, { REDIS_URL: server().url });
  });
});

withDynamo((server) => {
  if (!isChosen(0, 2)) return;
  Deno.test(`docs/${DYNAMODB}: its steps work in an empty folder`, async () => {
    await follow(guides.get(DYNAMODB)!, variablesOf(server()));
  });
});

/** The types of its client change a global of the whole project; its steps are followed all the same. */
const WITHOUT_TYPES = ["libsql.md"];

const states = paths.filter((path) => isFollowed(path) && !WITHOUT_TYPES.includes(path)).flatMap(
  (path) => {
    const all = statesOf(guides.get(path)!);
    // The last one of each guide, in which the app is whole.
    return all.filter((_, index) => isChosen(index === all.length - 1 ? 0 : 1, 2));
  },
);
const written: Files = {};
for (const [index, files] of states.entries()) {
  for (const [path, text] of Object.entries(files)) written[`${index}/${path}`] = text;
}
testTypes("docs: every file that a guide writes compiles", "written", written, (found) => {
  assert(states.length > 8, "the files were not found");
  assertEquals(found, []);
});

/** The configs that pages of providers show, as an app has them. */
const configs: Files = {};
for (const [path, text] of (await makeReference()).pages) {
  const [, name] = /^providers\/(?!README)(.+)\.md$/.exec(path) ?? [];
  if (name === undefined) continue;
  const [, use = ""] = /\n## Use\n([^]*?)\n\[All options\]/.exec(text) ?? [];
  const blocks = [...use.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code!);
  assert(blocks.length > 0, name);
  for (const [index, code] of blocks.entries()) {
    configs[`${name}_${index}.ts`] = code;
  }
}
const exported = Object.keys(configs).filter((path) =>
  configs[path]!.includes("export const config =")
);
// The type of a config is what wrappers take.
const all = [
  'import type { AuthConfig } from "@x/auth";',
  ...exported.map((path, index) => `import { config as c${index} } from "./${path}";`),
  `const all: AuthConfig[] = [${exported.map((_, index) => `c${index}`).join(", ")}];`,
  "console.log(all.length);",
].join("\n");
testTypes(
  "reference of providers: every config compiles",
  "providers",
  { ...configs, "all.ts": all },
  (found) => {
    assert(Object.keys(configs).length > 100);
    assertEquals(found, []);
  },
);

testTypes(
  "doctor init: the app that it writes in an empty folder compiles",
  "init",
  STARTERS.deno.files,
);

for (const [path, markdown] of guides) {
  const name = /^frameworks\/(.+)\.md$/.exec(path)?.[1];
  if (!name) continue;
  Deno.test(`docs/${path}: it is followed, from the first command of its framework`, () => {
    const rows = apps.filter(({ guide }) => guide === name);
    assert(rows.length > 0 || IN_DENO.includes(path));
    // Frameworks whose templates are on GitHub, which need not be reachable where tests run.
    const begins = rows.some(({ begins }) => begins);
    const first = stepsOf(markdown).find(({ kind }) => kind === "commands") as
      | Extract<ReturnType<typeof stepsOf>[number], { kind: "commands" }>
      | undefined;
    if (begins) assertMatch(markdown, /`(npm|npx) create[ -]/);
    else assertMatch(first!.commands[0]!, /^(npm init -y|npx \S+@latest|deno add) ?/);
  });
}

Deno.test("docs/own-pages: the same words in every framework, and a sign-in of 40 lines at most", () => {
  const texts = [...guides].filter(([path]) => WITH_VITE.test(path));
  assertEquals(texts.length, 5);
  const words = new Set<string>();
  for (const [path, markdown] of texts) {
    const [files] = statesOf(markdown);
    words.add(files!["src/steps.ts"]!);
    const [, text] = Object.entries(files!).find(([file]) => /\/SignIn\.\w+$/.test(file))!;
    assert(text.trimEnd().split("\n").length <= 40, path);
  }
  assertEquals(words.size, 1);
});

Deno.test("docs/frameworks: each guide has a table of what the calls return", () => {
  const last = ["requireProof", "getAccessToken", "getSignInOptions"];
  // Next.js has calls of its own, for pages that have no request.
  const own = ["getToken", "readMembership", "authenticate"].map((name) => `| \`${name}(`);
  for (const [path, markdown] of guides) {
    if (!path.startsWith("frameworks/") || /what\s+the calls return\./.test(markdown)) continue;
    const [, table = ""] = /## What the calls return\n\n(\|[\s\S]*?)\n\n/.exec(`${markdown}\n\n`) ??
      [];
    const rows = table.split("\n").slice(2).map((row) => row.split(" | ")[0]!);
    const isOwn = (row: string) => own.some((start) => row.startsWith(start));
    const ownNames = rows.filter(isOwn).map((row) => row.slice(0, row.indexOf("(") + 1));
    assertEquals(ownNames, path === "frameworks/next.md" ? own : [], path);
    const calls = rows.filter((row) => !isOwn(row));
    assertEquals(calls.length, 7, path);
    assertMatch(calls[1]!, /signin/i, path);
    for (const [index, name] of last.entries()) {
      assertMatch(calls[4 + index]!, new RegExp(name), path);
    }
  }
});

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
  assertThrows(() => stepsOf("For example:\n\n```html\n<p>\n```"), Error, "No step begins");
});

Deno.test("examplesOf() and shownIn() tell examples from steps and from what is only shown", () => {
  const page = [
    "For example, with `run`:\n\n```ts\nlet a;\n```",
    "Write `main.ts`:\n\n```ts\nlet b;\n```",
    "```ts ignore\nlet c;\n```",
  ].join("\n\n");
  assertEquals(examplesOf(page), ["let a;\n"]);
  assertEquals(shownIn(page), ["let c;\n"]);
  assertEquals(stepsOf(page), [{ kind: "write", path: "main.ts", text: "let b;\n" }]);
});

Deno.test("runExamples() fails by an example that throws", async () => {
  const page = new Map([["page.md", ['throw new Error("planted");\n']]]);
  await assertRejects(() => runExamples(page), Error, "planted");
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

testTypes(
  "checkTypes() finds what is wrong, in a file and in an example",
  "planted",
  {
    "type.ts": "export const a: number = `b`;\n",
    "config.ts": 'import { defineAuth } from "@x/auth/server";\ndefineAuth({ providers: 1 });\n',
    "page.md": pageWith(["const a: number = `b`;\na;\n"]),
    "import.ts": 'export * from "./nowhere.ts";\n',
  },
  (found) => {
    const codes = { "type.ts": 2322, "config.ts": 2322, "page.md": 2322, "import.ts": 2307 };
    for (const [path, code] of Object.entries(codes)) {
      const said = found.filter((error) => error.includes(`/planted/${path}`));
      assertEquals(said.map((error) => error.split(" ", 1)[0]), [`TS${code}`], found.join(""));
    }
    assertEquals(found.length, 4);
  },
);

Deno.test("follow() fails by a command, and by what is seen", async () => {
  await assertRejects(() => follow("```sh\nexit 3\n```"), Error, "failed");
  await assertRejects(() => follow("```sh\nexport A=1\n```"), Error, "changes the shell");
  const output = "```sh\necho one\n```\n\n```text\ntwo\n```";
  await assertRejects(() => follow(output), Error, '"two" is not in');
  const early = "`main.ts`:\n\n```ts\nDeno.exit();\n```\n\n```sh\ndeno run main.ts\n```";
  await assertRejects(() => follow(early), Error, "ended");
});

/**
 * `init`: what it writes for each framework, and what it leaves alone.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createBrowser, serveIdp } from "@x/auth/testing";
import { main } from "../../src/tools/doctor/command.ts";
import { type Framework, FRAMEWORKS } from "../../src/tools/doctor/frameworks.ts";
import { init } from "../../src/tools/doctor/init.ts";
import { STARTERS } from "../../src/tools/doctor/starters.ts";
import { GUIDE_FILES_PATH, guideFiles, guideOf } from "../tools/starters.ts";
import { appEnvironment } from "../_environment.ts";
import { filesLoadedBy } from "../_module_graph.ts";
import { waitForText, watchChild } from "../_wait.ts";
import { freePort } from "../browser/_demo.ts";
import { runDoctor, writeAppConfig } from "./_run.ts";

const root = new URL("../../", import.meta.url);
const readme = await Deno.readTextFile(new URL("README.md", root));

/** Runs `init` in a new folder with these files; returns the files afterwards. */
async function initIn(
  files: Record<string, string>,
  { isDry = false, framework, ask }: {
    isDry?: boolean;
    framework?: Framework;
    ask?: (question: string) => Promise<boolean>;
  } = {},
): Promise<{ code: number; said: string; after: Record<string, string> }> {
  const folder = await Deno.makeTempDir({ prefix: "auth-init-" });
  try {
    for (const [name, text] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${name}`.replace(/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const code = await init(folder, { isDry, framework, print, ask });
    return { code, said: lines.join("\n"), after: await filesOf(folder) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function filesOf(folder: string, prefix = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) Object.assign(found, await filesOf(path, `${prefix}${name}/`));
    else found[prefix + name] = await Deno.readTextFile(path);
  }
  return found;
}

const dependency = (name: string) => JSON.stringify({ dependencies: { [name]: "*" } });

/** Minimal apps, and the framework that each one has. */
const APPS = [
  ["deno", {}],
  ["deno", { "deno.json": JSON.stringify({ imports: { "@std/assert": "jsr:@std/assert@1" } }) }],
  ["fresh", { "deno.json": JSON.stringify({ imports: { fresh: "jsr:@fresh/core@^2.0.0" } }) }],
  ["hono", { "deno.json": JSON.stringify({ imports: { hono: "npm:hono@^4" } }) }],
  ["hono", { "package.json": dependency("hono") }],
  ["next", { "package.json": dependency("next") }],
  ["express", { "package.json": dependency("express") }],
  ["solid-start", { "package.json": dependency("@solidjs/start") }],
  ["sveltekit", { "package.json": JSON.stringify({ devDependencies: { "@sveltejs/kit": "*" } }) }],
  ["qwik", {
    "package.json": JSON.stringify({ devDependencies: { "@builder.io/qwik-city": "*" } }),
  }],
  ["fastify", { "package.json": dependency("fastify") }],
  ["koa", { "package.json": dependency("koa") }],
  ["nest", {
    "package.json": JSON.stringify({ dependencies: { "@nestjs/core": "*", "express": "*" } }),
  }],
  ["nuxt", { "package.json": dependency("nuxt") }],
  ["astro", { "package.json": dependency("astro") }],
  ["react-router", {
    "package.json": JSON.stringify({
      dependencies: { "react-router": "*" },
      devDependencies: { "@react-router/dev": "*" },
    }),
  }],
  ["tanstack-start", { "package.json": dependency("@tanstack/react-start") }],
  ["cloudflare-workers", {
    "package.json": JSON.stringify({
      dependencies: { hono: "*" },
      devDependencies: { wrangler: "*" },
    }),
  }],
] as const;

/** Files of a starter that only another runtime needs. */
const othersOf = (framework: Framework, files: Record<string, string>): readonly string[] =>
  STARTERS[framework].filesOf["package.json" in files ? "deno" : "node"] ?? [];

for (const [framework, files] of APPS) {
  Deno.test(`init: writes the starter of ${framework} for ${Object.keys(files)[0] ?? "an empty folder"} ${Object.values(files)[0] ?? ""}`, async () => {
    const { code, said, after } = await initIn(files);
    assertEquals(code, 0);
    assertStringIncludes(said, `Framework: ${framework}`);
    const others = othersOf(framework, files);
    for (const [path, text] of Object.entries(STARTERS[framework].files)) {
      assertEquals(after[path], others.includes(path) ? undefined : text);
    }
    const { variables, guide } = STARTERS[framework];
    assertStringIncludes(said, `The guide: ${guide}`);
    const secret = /^AUTH_SECRET=(\S+)$/m.exec(after[variables]!)![1]!;
    assert(secret.length >= 43);
    assert(!said.includes(secret), "the secret was printed");
  });
}

Deno.test("init: the frameworks of the table are all that it knows", () => {
  assertEquals([...new Set(APPS.map(([name]) => name))].sort(), [...FRAMEWORKS].sort());
});

Deno.test("init: a package.json without a known framework is an error that says what to pass", async () => {
  const { code, said, after } = await initIn({ "package.json": dependency("left-pad") });
  assertEquals(code, 1);
  assertStringIncludes(said, "--framework");
  assertEquals(Object.keys(after), ["package.json"]);
});

Deno.test("init: overwrites nothing, and writes the same files once only", async () => {
  const files = {
    ".env": "AUTH_SECRET=mine\nOTHER=1",
    "deno.json": "{}",
    "main.ts": "// mine\n",
    ".git/HEAD": "ref: refs/heads/main\n",
    ".gitignore": "node_modules\n.env\n",
  };
  const { code, said, after } = await initIn(files);
  assertEquals(code, 0);
  assertEquals(after, files);
  assertEquals(said.match(/^kept/gm)?.length, 3);
});

Deno.test("init: an empty folder gets a deno.json with the package, and no step adds it", async () => {
  const { said, after } = await initIn({});
  assertEquals(JSON.parse(after["deno.json"]!), { imports: { "@x/auth": "jsr:@x/auth" } });
  assertStringIncludes(said, "1. Register");
  const other = await initIn({ "deno.json": "{}" });
  assertEquals(other.after["deno.json"], "{}");
  assertStringIncludes(other.said, "1. Run `deno add jsr:@x/auth`");
});

Deno.test("init: a folder with package.json, or for another framework, gets no deno.json", async () => {
  assert(!("deno.json" in (await initIn({ "package.json": dependency("next") })).after));
  assert(!("deno.json" in (await initIn({}, { framework: "express" })).after));
});

Deno.test("init: is also `doctor init`, as the npm package has it", async () => {
  const lines: string[] = [];
  const host = { print: (line: string) => void lines.push(line) };
  assertEquals(await main(["doctor", "init", "--dry-run"], host), 0);
  assertStringIncludes(lines[0]!, "Framework: ");
});

Deno.test("init: loads no more of the library than the secret and the starters need", async () => {
  assertEquals(await filesLoadedBy("src/tools/doctor/mod.ts"), [
    "src/tools/doctor/mod.ts",
    "src/tools/doctor/diagnose.ts",
  ]);
  const others = (await filesLoadedBy("src/tools/doctor/command.ts"))
    .filter((path) =>
      !/^src\/(base\/|config\/(env|defaults)\.|hooks\/logger\.|\w+\.ts$)/.test(path)
    );
  assertEquals(others.sort(), [
    "src/tools/doctor/arguments.ts",
    "src/tools/doctor/command.ts",
    "src/tools/doctor/docs.ts",
    "src/tools/doctor/frameworks.ts",
    "src/tools/doctor/guide_files.json",
    "src/tools/doctor/init.ts",
    "src/tools/doctor/manifest.ts",
    "src/tools/doctor/starters.ts",
    "src/tools/doctor/typescript_hooks.ts",
  ]);
});

Deno.test("init: in a git repository, .env is ignored; elsewhere a line says so", async () => {
  const { after } = await initIn({ ".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "dist" });
  assertEquals(after[".gitignore"], "dist\n.env\n");
  assertMatch((await initIn({})).said, /no git repository/);
});

Deno.test("init: an AUTH_SECRET without a value gets one, beside what .env has", async () => {
  const { after } = await initIn({ ".env": "AUTH_GITHUB_ID=Iv1\nPORT=1" });
  assertMatch(
    after[".env"]!,
    /^AUTH_GITHUB_ID=Iv1\nPORT=1\nAUTH_SECRET=\S{40,}\nAUTH_GITHUB_SECRET=\n$/,
  );
  const empty = await initIn({ ".env": "AUTH_SECRET=\nPORT=1\n" });
  assertMatch(empty.after[".env"]!, /^AUTH_SECRET=\nPORT=1\nAUTH_SECRET=\S{40,}\n/);
});

Deno.test("init: Next's files are below src where the app is", async () => {
  const { after } = await initIn({ "package.json": dependency("next"), "src/app/page.tsx": "" });
  assert("src/auth.ts" in after && "src/app/api/auth/[...nextauth]/route.ts" in after);
  const other = await initIn({ "package.json": dependency("next"), "src/lib/text.ts": "" });
  assert("auth.ts" in other.after);
});

Deno.test("init: --dry-run writes nothing, and prints what it would write", async () => {
  const { code, said, after } = await initIn({}, { isDry: true });
  assertEquals([code, after], [0, {}]);
  assertStringIncludes(said, "DenoAuth({ providers: [GitHub] })");
  assert(!/AUTH_SECRET=\S/.test(said));
});

Deno.test("init: the files are those of the guides: deno run -A tests/tools/starters.ts", async () => {
  assertEquals(await Deno.readTextFile(GUIDE_FILES_PATH), await guideFiles());
});

Deno.test("init: the starter of Deno is the first example of the README", () => {
  const code = /```ts ignore\n([\s\S]*?)```/.exec(readme)![1]!;
  assertEquals(STARTERS.deno.files["main.ts"], code);
});

Deno.test("init: every framework with a guide has a starter, and its commands are those of the guide", async () => {
  const guides = [...Deno.readDirSync(new URL("docs/frameworks/", root))].map(({ name }) => name)
    .filter((name) => !/^(README|next-postgres|next-teams)\.md$/.test(name));
  const known = FRAMEWORKS.filter((name) => name !== "deno").map((name) => `${name}.md`);
  assertEquals(known.toSorted(), guides.toSorted());
  for (const framework of FRAMEWORKS) {
    const starter = STARTERS[framework];
    const guide = await Deno.readTextFile(new URL(`docs/${guideOf(framework)}`, root));
    const { make = "", packages, devPackages, start, basePath, port, page, variables } = starter;
    const origin = `http://localhost:${port}`;
    const words = [
      ...[make, ...packages, ...devPackages, ...Object.values(start).flat(), variables],
      ...[`${origin}${basePath}/callback/github`, page],
    ];
    for (const word of words) assertStringIncludes(guide, word, `${framework}: ${word}`);
    assertEquals(starter.guide.split("/docs/")[1], guideOf(framework));
    assertEquals(starter.isModule, /npm pkg set type=module/.test(guide), framework);
    const others = Object.values(starter.filesOf).flat();
    assert(others.every((path) => path! in starter.files), framework);
  }
});

Deno.test("init: a file of the app is replaced when the user says so, and only then", async () => {
  const files = { "package.json": dependency("koa"), "server.js": "// mine\n" };
  const asked: string[] = [];
  const answering = (answer: boolean) => (question: string) => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  for (const ask of [undefined, answering(false)]) {
    const { after, said } = await initIn(files, { ask });
    assertEquals(after["server.js"], "// mine\n");
    assertMatch(said, /^kept {4}server\.js: it exists$/m);
    assertStringIncludes(said, "Add to server.js what the guide has for it");
  }
  const { after, said } = await initIn(files, { ask: answering(true) });
  assertEquals(after["server.js"], STARTERS.koa.files["server.js"]);
  assertMatch(said, /^replace server\.js$/m);
  assert(!said.includes("Add to server.js"));
  const question = "server.js exists. Replace it by that of the guide?";
  assertEquals(asked, [question, question]);
  const dry = await initIn(files, { ask: answering(true), isDry: true });
  assertEquals([dry.after, asked.length], [files, 2]);
  const again = await initIn({ ...files, ...STARTERS.koa.files }, { ask: answering(true) });
  assertStringIncludes(again.said, "kept    server.js: it is that of the guide");
  assertEquals(asked.length, 2);
});

Deno.test("init: a file that the app has under another name is not written beside it", async () => {
  const { after, said } = await initIn({
    "package.json": dependency("wrangler"),
    "wrangler.jsonc": "{}",
  });
  assert(!("wrangler.toml" in after));
  assertStringIncludes(said, "Add to wrangler.jsonc what the guide has for it");
});

Deno.test("init: where a tool makes the app, an empty folder is told of it", async () => {
  for (const framework of FRAMEWORKS) {
    const { make } = STARTERS[framework];
    if (make === undefined) continue;
    const { code, said, after } = await initIn({}, { framework });
    assertEquals([code, after], [1, {}]);
    assertStringIncludes(said, `\`${make}\``);
  }
});

Deno.test("init: the steps install what package.json lacks, and nothing else", async () => {
  const commands = async (manifest: object, framework?: Framework) =>
    [...(await initIn({ "package.json": JSON.stringify(manifest) }, { framework })).said
      .matchAll(/Run `([^`]+)`/g)].map(([, command]) => command);
  assertEquals(await commands({}, "fastify"), [
    "npm pkg set type=module",
    "npm install @x/auth fastify @fastify/formbody",
    "node --env-file=.env server.js",
  ]);
  const full = {
    type: "module",
    dependencies: { "@x/auth": "*", hono: "*", "@hono/node-server": "*" },
    devDependencies: { tsx: "*" },
  };
  assertEquals(await commands(full), ["npx tsx --env-file=.env server.ts"]);
  const inDeno = await initIn({ "deno.json": '{ "imports": { "hono": "npm:hono@^4" } }' });
  assertStringIncludes(inDeno.said, "1. Run `deno add jsr:@x/auth`");
  assertStringIncludes(
    (await initIn({ "deno.json": "{}" }, { framework: "hono" })).said,
    "1. Run `deno add jsr:@x/auth npm:hono`",
  );
});

Deno.test("init: a secret of a Worker is in .dev.vars, which git ignores", async () => {
  const { after } = await initIn({
    "package.json": dependency("wrangler"),
    ".git/HEAD": "ref: refs/heads/main\n",
    ".gitignore": ".env\n",
  });
  assertMatch(after[".dev.vars"]!, /^AUTH_SECRET=\S{40,}$/m);
  assertEquals(after[".gitignore"], ".env\n.dev.vars\n");
  assert(!(".env" in after));
});

Deno.test("init: in an empty folder, the app passes the doctor and a sign-in", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-init-" });
  await using idp = await serveIdp({ user: { sub: "1", name: "Ada Lovelace" } });
  try {
    const first = await runDoctor(["init"], { cwd: folder });
    assertEquals(first.code, 0, first.stdout + first.stderr);
    // A server on this machine in place of GitHub.
    const fake = `${folder}/github.ts`;
    await Deno.writeTextFile(fake, providerAt(idp.issuer));
    const config = await writeAppConfig(folder, { "@x/auth/providers/github": `file://${fake}` });
    const env = await Deno.readTextFile(`${folder}/.env`);
    const completed = env.replace("GITHUB_ID=", `GITHUB_ID=${idp.clientId}`)
      .replace("GITHUB_SECRET=", `GITHUB_SECRET=${idp.clientSecret}`);
    await Deno.writeTextFile(`${folder}/.env`, completed);
    const diagnosis = await runDoctor(["--env-file", ".env"], { cwd: folder, config });
    assertEquals(diagnosis.code, 0, diagnosis.stdout + diagnosis.stderr);
    assertStringIncludes(diagnosis.stdout, "0 errors, 0 warnings");
    assertEquals(await signIn(folder, config, idp.issuer), "Hello Ada Lovelace");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const providerAt = (issuer: string) =>
  `export default function GitHub(options: object = {}) {
  return { id: "github", name: "GitHub", type: "oidc" as const, issuer: "${issuer}", options };
}
`;

/** Starts the app as the printed steps say, on another port, and signs in. */
async function signIn(folder: string, config: string, issuer: string): Promise<string> {
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-prompt", "--no-check", "--config", config],
      ...["--env-file", "--allow-net", "--allow-env", "main.ts"],
    ],
    cwd: folder,
    clearEnv: true,
    env: appEnvironment({ DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` }),
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(child, child.stderr);
  try {
    await waitForText(/Listening/, watched);
    const origin = `http://127.0.0.1:${port}`;
    const overNetwork = (request: Request) => fetch(request, { redirect: "manual" });
    const browser = createBrowser(origin, { [origin]: overNetwork, [issuer]: overNetwork });
    await (await browser.signIn("github")).response.body?.cancel();
    return await (await browser.fetch("/")).text();
  } finally {
    await watched.stop();
  }
}

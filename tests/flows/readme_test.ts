import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { waitForText, watchChild } from "../_wait.ts";
import { freePort } from "../browser/_demo.ts";

const readme = await Deno.readTextFile("README.md");

Deno.test("README: the first example equals `examples/deno_serve.ts`, which runs", async () => {
  const code = /```ts ignore\n([\s\S]*?)```/.exec(readme)![1]!;
  const example = await Deno.readTextFile("examples/deno_serve.ts");
  assertEquals(code.trim(), example.replace(/^(\/\/.*\n)+/, "").trim());
  assert(code.trim().split("\n").length <= 10, "ten lines were promised");
  // The command in the example's comment.
  const flags = /deno run (--[^\n]*) examples\/deno_serve\.ts/.exec(example)![1]!.split(" ");
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...flags, "examples/deno_serve.ts"],
    env: {
      AUTH_SECRET: "a-secret-of-at-least-32-characters",
      AUTH_GITHUB_ID: "github-id",
      AUTH_GITHUB_SECRET: "github-secret",
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(child, child.stdout, child.stderr);
  try {
    await waitForText(/Listening/, watched);
    const origin = `http://127.0.0.1:${port}`;
    assertEquals(await (await fetch(origin)).text(), "Go to /auth/signin");
    const html = await (await fetch(`${origin}/auth/signin`)).text();
    assertStringIncludes(html, "Continue with GitHub");
  } finally {
    await watched.stop();
  }
});

Deno.test("README: names existing commands and tasks", async () => {
  const commands = readme.matchAll(/deno(?:@[\d.]+)? task (?:--cwd=(\S+) )?([\w:]+)/g);
  const named = [...commands].map(([, folder = ".", name]) => ({ folder, name: name! }));
  assert(named.some(({ name }) => name === "demo") && named.some(({ name }) => name === "test"));
  for (const { folder, name } of named) {
    const { tasks } = JSON.parse(await Deno.readTextFile(`${folder}/deno.json`));
    assert(Object.hasOwn(tasks, name), `${folder}: ${name}`);
  }
  const ci = await Deno.readTextFile(".ci/run");
  assertStringIncludes(ci, "npx -y deno@2.9.6 task test");
});

Deno.test("docs/from-auth-js.md: the number of compared exchanges is correct", async () => {
  const { exchanges } = await import("../compat/_exchanges.ts");
  const guide = await Deno.readTextFile("docs/from-auth-js.md");
  assertStringIncludes(guide, `${exchanges.length} exchanges`);
});

Deno.test("README: every subpath that it names is exported", async () => {
  const { name, exports, workspace } = JSON.parse(await Deno.readTextFile("deno.json"));
  // The npm package also exports the wrappers' subpaths: `auth-next/react` → `./next/react`.
  for (const member of workspace.filter((path: string) => path.includes("/frameworks/"))) {
    const own = JSON.parse(await Deno.readTextFile(`${member}/deno.json`));
    for (const subpath of Object.keys(own.exports)) {
      exports[`./${own.name.slice(`${name}-`.length)}${subpath.slice(1)}`] = member;
    }
  }
  for (const [, subpath] of readme.matchAll(/`@x\/auth((?:\/[\w-]+)*)`/g)) {
    assert(Object.hasOwn(exports, `.${subpath}`), subpath);
  }
});

Deno.test("README: the number of providers and the name of the npm package are the real ones", async () => {
  const { default: manifest } = await import("../../deno.json", { with: { type: "json" } });
  const providers = Object.keys(manifest.exports)
    .filter((path) => path.startsWith("./providers/") && path !== "./providers/oauth");
  assertStringIncludes(readme, `${providers.length} providers are one import away`);
  const tarball = `${manifest.name.slice(1).replace("/", "-")}-${manifest.version}.tgz`;
  const guide = await Deno.readTextFile("docs/frameworks/README.md");
  for (const [, named] of (readme + guide).matchAll(/dist\/npm\/([\w.-]+\.tgz)/g)) {
    assertEquals(named, tarball);
  }
});

Deno.test("docs/passkeys.md: its command bundles the passkey functions for browsers", async () => {
  const guide = await Deno.readTextFile("docs/passkeys.md");
  const command = /`deno (bundle [^`]+) jsr:@x\/auth\/client\/webauthn`/.exec(guide)![1]!;
  const file = await Deno.makeTempFile({ suffix: ".js" });
  try {
    const args = command.split(" ").map((word) => word === "passkeys.js" ? file : word);
    const { code } = await new Deno.Command(Deno.execPath(), {
      args: [...args, "src/client/webauthn.ts"],
      stdout: "null",
      stderr: "inherit",
    }).output();
    assertEquals(code, 0);
    const bundled = await Deno.readTextFile(file);
    assertStringIncludes(bundled, "navigator.credentials");
    assert(!/^import /m.test(bundled), "the bundle imports nothing");
  } finally {
    await Deno.remove(file);
  }
});

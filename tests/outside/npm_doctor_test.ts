/**
 * The command `x-auth` of the npm package, in a folder that has nothing else.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { freePort } from "../browser/_demo.ts";
import { appEnvironment } from "../_environment.ts";
import { isChosen } from "../_stride.ts";
import { waitForAnswer, watchChild } from "../_wait.ts";
import { buildNpmPackage } from "../tools/npm.ts";
import { withNpm } from "./_project.ts";

const SECRET = "Xk3vQ9-fW2_mZ7rT5yL8bN1cH4jD6sG0pA";

const APP = `import { NodeAuth } from "@x/auth/node";
import Credentials from "@x/auth/providers/credentials";
import { createServer } from "node:http";

const { handle } = NodeAuth({
  providers: [Credentials({ credentials: { password: {} }, authorize: () => null })],
});
createServer((req, res) => handle(req, res)).listen(80, () => console.log("started"));
`;

const TABLES = `import { MysqlAdapter } from "@x/auth/adapters/mysql";
const pool = { execute: () => Promise.reject(), getConnection: () => Promise.reject() };
export const config = { providers: [], adapter: MysqlAdapter(pool) };
`;

/** A config in several modules, with specifiers as compilers and bundlers take them. */
const TYPED = {
  "typed.ts": `import type { AuthConfig } from "@x/auth";
import { providers } from "./lib/providers";
import { limits } from "./limits.js";
export const config: AuthConfig = { providers, ...limits } satisfies AuthConfig;
`,
  "lib/providers/index.ts": `import type { Provider } from "@x/auth/providers";
enum Names { Acme = "acme" }
export const providers = [
  { id: Names.Acme, name: "Acme", type: "oauth", clientId: "4711", clientSecret: "9b1d3e7a5c",
    authorization: "https://acme.example/a", token: "https://acme.example/t",
    userinfo: "https://acme.example/u" },
] as unknown as Provider[];
`,
  "limits.ts": "export const limits = { limits: { perAddress: 100 as number } };\n",
};

/** A route of next-auth 4. */
const ROUTE = `import NextAuth from "next-auth";

const handler = NextAuth({ providers: [] });
export { handler as GET, handler as POST };
`;

let dir: string;
let packed: string;

await withNpm("the command of the npm package", () => {
  Deno.test.beforeAll(async () => {
    dir = await Deno.makeTempDir({ prefix: "auth-npx-" });
    const { tarball } = await buildNpmPackage(`${dir}/made`);
    packed = tarball;
    const { code, output } = await run(["npm", "install", "--no-audit", "--no-fund", tarball]);
    assertEquals(code, 0, output);
  });
  Deno.test.afterAll(async () => await Deno.remove(dir, { recursive: true }));

  Deno.test("npx @x/auth doctor init: writes a secret and the starter of the framework", async () => {
    const manifest = JSON.parse(await Deno.readTextFile(`${dir}/package.json`));
    manifest.dependencies.express = "*";
    await Deno.writeTextFile(
      `${dir}/package.json`,
      JSON.stringify({ ...manifest, type: "module" }),
    );
    const { code, output } = await run(["npx", "@x/auth", "doctor", "init"]);
    assertEquals(code, 0, output);
    assertStringIncludes(output, "Framework: express");
    const text = await Deno.readTextFile(`${dir}/auth.js`);
    assertStringIncludes(text, 'import { ExpressAuth } from "@x/auth/express";');
  });

  for (const framework of ["fastify", "hono"]) {
    // They install packages, which takes longest here.
    if (!isChosen(1, 2)) continue;
    Deno.test(`npx @x/auth doctor init: its steps work in an empty folder, for ${framework}`, async () => {
      const folder = await Deno.makeTempDir({ prefix: "auth-init-" });
      try {
        await followSteps(folder, framework);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    });
  }

  Deno.test("npx @x/auth doctor: examines the module that init wrote", async () => {
    const { code, stdout } = await run([
      "npx",
      "@x/auth",
      "doctor",
      "--json",
      "--env-file",
      ".env",
    ]);
    const { subject, findings } = JSON.parse(stdout);
    assertEquals([code, subject], [1, "auth.js"]);
    assertEquals(findings.map(({ id }: { id: string }) => id), ["provider-refused"]);
    assertStringIncludes(findings[0].cure, "AUTH_GITHUB_ID and AUTH_GITHUB_SECRET");
  });

  Deno.test("npx @x/auth doctor: an app that listens on import is examined, and not started", async () => {
    await Deno.writeTextFile(`${dir}/server.js`, APP);
    const { code, stdout, output } = await run(
      ["npx", "@x/auth", "doctor", "server.js", "--json"],
      { AUTH_SECRET: SECRET },
    );
    assertEquals(code, 0, output);
    assertEquals(JSON.parse(stdout).errors, 0);
  });

  Deno.test("npx @x/auth schema: prints the tables of a config", async () => {
    await Deno.writeTextFile(`${dir}/tables.js`, TABLES);
    const { code, stdout, output } = await run(["npx", "@x/auth", "schema", "tables.js", "--json"]);
    assertEquals(code, 0, output);
    const [first] = JSON.parse(stdout).statements;
    assertStringIncludes(first, "CREATE TABLE IF NOT EXISTS `auth_records`");
  });

  Deno.test("npx @x/auth doctor: without TypeScript, a Node that cannot read it says what to do", async () => {
    await write(TYPED);
    const { code, stdout } = await examineTyped();
    const { findings } = JSON.parse(stdout);
    if (await readsTypeScript()) assertEquals(findings[0]?.id, "module-failed"); // of ./enum
    else {
      assertEquals([code, findings[0].id], [1, "module-failed"]);
      assertStringIncludes(findings[0].cure, "npm install --save-dev typescript");
      assertStringIncludes(findings[0].cure, "Node 22.18");
    }
  });

  Deno.test("npx @x/auth move: plans with the TypeScript of the app, and says how to get one", async () => {
    const folder = `${dir}/moved`;
    await Deno.mkdir(`${folder}/app/api/auth/[...nextauth]`, { recursive: true });
    const dependencies = { next: "^15.5.0", "next-auth": "^4.24.11" };
    await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify({ dependencies }));
    await Deno.writeTextFile(`${folder}/app/api/auth/[...nextauth]/route.ts`, ROUTE);
    const move = [`${dir}/node_modules/.bin/x-auth`, "move"];
    const without = await run(move, {}, folder);
    assertEquals(without.code, 1, without.output);
    assertStringIncludes(
      without.output,
      "npx --package=typescript@5 --package=@x/auth x-auth move",
    );
    await Deno.mkdir(`${folder}/node_modules`);
    const install = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "typescript@5.9.3"];
    await Deno.mkdir(`${dir}/alone`);
    await Deno.writeTextFile(`${dir}/alone/package.json`, "{}");
    assertEquals((await run(install, {}, `${dir}/alone`)).code, 0);
    await Deno.rename(
      `${dir}/alone/node_modules/typescript`,
      `${folder}/node_modules/typescript`,
    );
    const { code, stdout, output } = await run([...move, "--json"], {}, folder);
    assertEquals(code, 0, output);
    const { parser, changes } = JSON.parse(stdout);
    assertEquals(parser, "app");
    assertStringIncludes(changes[0].after, "legacy: nextAuth4()");
  });

  for (const [index, version] of ["7.0.2", "6.0.3", "5.9.3"].entries()) {
    if (!isChosen(index, 3)) continue;
    Deno.test(`npx @x/auth doctor: an app in TypeScript ${version} is examined`, async () => {
      const install = ["npm", "install", "--no-audit", "--no-fund", `typescript@${version}`];
      assertEquals((await run(install)).code, 0);
      await write(TYPED);
      const { code, stdout, output } = await examineTyped();
      // Newer versions of Node read TypeScript themselves, and less of it.
      if (await readsTypeScript()) return;
      assertEquals(code, 0, output);
      const { findings, redirectUris } = JSON.parse(stdout);
      assertEquals(findings, []);
      assertEquals(Object.keys(redirectUris), ["acme"]);
    });
  }
});

/** Takes the steps that `init` prints; the last commands start the app and examine it. */
async function followSteps(folder: string, framework: string): Promise<void> {
  const doctor = `${dir}/node_modules/.bin/x-auth doctor`;
  const shell = (command: string) => run(["bash", "-c", command], {}, folder);
  const first = await shell(`${doctor} init --framework ${framework}`);
  assertEquals(first.code, 0, first.output);
  const commands = [...first.stdout.matchAll(/Run `([^`]+)`/g)].map(([, command]) => command!);
  const start = commands.pop()!;
  for (const command of commands) {
    const { code, output } = await shell(command.replace("@x/auth", packed));
    assertEquals(code, 0, output);
  }
  const variables = await Deno.readTextFile(`${folder}/.env`);
  const filled = variables.replace("_ID=", "_ID=Iv1.4f2c").replace(
    "HUB_SECRET=",
    "HUB_SECRET=9b1d",
  );
  await Deno.writeTextFile(`${folder}/.env`, filled);
  const port = freePort();
  const child = new Deno.Command("bash", {
    // The process itself, which gets the signal that ends it.
    args: ["-c", `exec ${start.replace(/^npx /, "node_modules/.bin/")}`],
    cwd: folder,
    clearEnv: true,
    env: appEnvironment({ PORT: String(port) }),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(child, child.stdout, child.stderr);
  try {
    const page = `http://localhost:${port}/auth/signin`;
    await waitForAnswer(page, { child: watched });
    assertStringIncludes(await (await fetch(page)).text(), "Continue with GitHub");
  } finally {
    await watched.stop();
  }
  const step = /Examine it: npx @x\/auth doctor (.+)/.exec(first.stdout)?.[1];
  const { code, output } = await shell(`${doctor} ${step} --offline`);
  assertEquals(code, 0, output);
  assertStringIncludes(output, "0 errors, 0 warnings");
}

/** Runs the doctor on the modules in TypeScript. */
function examineTyped() {
  const command = ["npx", "@x/auth", "doctor", "typed.ts", "--json", "--offline"];
  return run(command, { AUTH_SECRET: SECRET });
}

/** Writes files into the folder. */
async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(`${dir}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${dir}/${path}`, text);
  }
}

/** Returns `true` when this Node reads TypeScript itself. */
async function readsTypeScript(): Promise<boolean> {
  const { stdout } = await run(["node", "-p", "Boolean(process.features.typescript)"]);
  return stdout.trim() === "true";
}

/** Runs a command. */
async function run(command: string[], env: Record<string, string> = {}, cwd = dir) {
  const [name, ...args] = command;
  const { code, stdout, stderr } = await new Deno.Command(name!, {
    args,
    cwd,
    env: { NO_COLOR: "1", ...env },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), output: text(stdout) + text(stderr) };
}

/**
 * The command `x-auth` of the npm package, in a folder that has nothing else.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
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

let dir: string;

await withNpm("the command of the npm package", () => {
  Deno.test.beforeAll(async () => {
    dir = await Deno.makeTempDir({ prefix: "auth-npx-" });
    const { tarball } = await buildNpmPackage(`${dir}/made`);
    const { code, output } = await run(["npm", "install", "--no-audit", "--no-fund", tarball]);
    assertEquals(code, 0, output);
  });
  Deno.test.afterAll(async () => await Deno.remove(dir, { recursive: true }));

  Deno.test("npx x-auth doctor init: writes a secret and the starter of the framework", async () => {
    const manifest = JSON.parse(await Deno.readTextFile(`${dir}/package.json`));
    manifest.dependencies.express = "*";
    await Deno.writeTextFile(
      `${dir}/package.json`,
      JSON.stringify({ ...manifest, type: "module" }),
    );
    const { code, output } = await run(["npx", "x-auth", "doctor", "init"]);
    assertEquals(code, 0, output);
    assertStringIncludes(output, "Framework: express");
    const text = await Deno.readTextFile(`${dir}/auth.js`);
    assertStringIncludes(text, 'import { ExpressAuth } from "@x/auth/express";');
  });

  Deno.test("npx x-auth doctor: examines the module that init wrote", async () => {
    const { code, stdout } = await run(["npx", "x-auth", "doctor", "--json", "--env-file", ".env"]);
    const { subject, findings } = JSON.parse(stdout);
    assertEquals([code, subject], [1, "auth.js"]);
    assertEquals(findings.map(({ id }: { id: string }) => id), ["provider-refused"]);
    assertStringIncludes(findings[0].cure, "AUTH_GITHUB_ID and AUTH_GITHUB_SECRET");
  });

  Deno.test("npx x-auth doctor: an app that listens on import is examined, and not started", async () => {
    await Deno.writeTextFile(`${dir}/server.js`, APP);
    const { code, stdout, output } = await run(
      ["npx", "x-auth", "doctor", "server.js", "--json"],
      { AUTH_SECRET: SECRET },
    );
    assertEquals(code, 0, output);
    assertEquals(JSON.parse(stdout).errors, 0);
  });

  Deno.test("npx x-auth doctor: TypeScript is read, or an error says what to do", async () => {
    await Deno.writeTextFile(
      `${dir}/typed.ts`,
      'import type { AuthConfig } from "@x/auth";\nexport const config: AuthConfig = { providers: [] };\n',
    );
    const { code, stdout } = await run(
      ["npx", "x-auth", "doctor", "typed.ts", "--json"],
      { AUTH_SECRET: SECRET },
    );
    const { stdout: version } = await run(["node", "--version"]);
    const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
    const { findings } = JSON.parse(stdout);
    if (major > 22 || (major === 22 && minor >= 18)) assertEquals([code, findings], [0, []]);
    else {
      assertEquals([code, findings[0].id], [1, "module-failed"]);
      assertStringIncludes(findings[0].cure, "Node 22.18");
    }
  });
});

/** Runs a command in the folder. */
async function run(command: string[], env: Record<string, string> = {}) {
  const [name, ...args] = command;
  const { code, stdout, stderr } = await new Deno.Command(name!, {
    args,
    cwd: dir,
    env: { NO_COLOR: "1", ...env },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), output: text(stdout) + text(stderr) };
}

/**
 * No false alarm: the command finds neither errors nor warnings in the examples, in the demo, and
 * in the app of the permission tests.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Finding } from "../../src/tools/doctor/finding.ts";
import { SECRET } from "./_rig.ts";
import { runDoctorOnEach, type RunResult, writeAppConfig } from "./_run.ts";

const root = new URL("../../", import.meta.url);
const GITHUB = { AUTH_GITHUB_ID: "Iv1.4f2c", AUTH_GITHUB_SECRET: "9b1d3e7a5c" };

/** Modules and the variables that they state as their requirements. */
const MODULES: Readonly<Record<string, Record<string, string>>> = {
  "examples/credentials.ts": {},
  "examples/deno_deploy_kv.ts": GITHUB,
  "examples/deno_serve.ts": GITHUB,
  "examples/demo/main.ts": {},
  "examples/express/app.js": {},
  "examples/express/server.js": {},
  "examples/fresh/main.ts": {},
  "examples/guestbook/app.ts": {},
  "examples/hono.ts": {},
  "examples/magic_link.ts": {},
  "examples/mcp/auth.ts": {},
  "examples/next/auth.ts": {},
  "examples/passkey.ts": {},
  "examples/qwik/src/routes/plugin@auth.ts": {},
  "examples/saas/app.ts": {},
  "examples/solid_start/src/auth.ts": {},
  "examples/sveltekit/src/auth.ts": {},
  "tests/permissions/_app.ts": {},
};

/** Modules that exist in the build of a framework only. */
const BUILD: Readonly<Record<string, string>> = {
  "$app/environment": "export const building = false;",
  "$app/paths": 'export const base = "";',
  "$env/dynamic/private": "export const env = Deno.env.toObject();",
  "@sveltejs/kit": "export const redirect = () => {};",
  "next/cache": "export const unstable_noStore = () => {};",
  "next/headers": "export const cookies = () => {}; export const headers = () => {};",
  "next/navigation": "export const redirect = () => {};",
  "next/server": "export class NextRequest extends Request {}\n" +
    "export class NextResponse extends Response {}",
  "@builder.io/qwik": "export const implicit$FirstArg = (qrl) => (first, ...rest) => " +
    "qrl(first, ...rest);\nexport const inlinedQrl = (value) => value;",
  "@builder.io/qwik/build": "export const isServer = true; export const isDev = false;",
  "@builder.io/qwik-city": "export const routeLoaderQrl = (value) => value;\n" +
    "export const globalActionQrl = (value) => value;",
};

/** A `deno.json` that maps the wrappers to the sources, and their imports to stand-ins. */
async function configWithBuild(folder: string): Promise<string> {
  const map: Record<string, string> = {};
  for (const wrapper of ["next", "qwik", "sveltekit"]) {
    // In a copy, since the `deno.json` beside a wrapper would win.
    const source = new URL(`src/frameworks/${wrapper}/`, root);
    await Deno.mkdir(`${folder}/${wrapper}`);
    for await (const { name, isFile } of Deno.readDir(source)) {
      if (!isFile || name === "deno.json") continue;
      await Deno.copyFile(new URL(name, source), `${folder}/${wrapper}/${name}`);
    }
    map[`@x/auth/${wrapper}`] = `file://${folder}/${wrapper}/mod.ts`;
  }
  for (const [index, [name, text]] of Object.entries(BUILD).entries()) {
    const path = `${folder}/build_${index}.js`;
    await Deno.writeTextFile(path, text);
    map[name] = `file://${path}`;
  }
  return await writeAppConfig(folder, map);
}

/** Modules that are examined in the second process: with stand-ins, or with a part of the first. */
const SECOND = /next|qwik|sveltekit|express\/server/;

/** Results by the module, of two processes. */
async function examineAll(): Promise<Map<string, RunResult>> {
  const cwd = await Deno.makeTempDir({ prefix: "auth-doctor-" });
  const results = new Map<string, RunResult>();
  try {
    const modules = Object.keys(MODULES);
    for (const isSecond of [false, true]) {
      const some = modules.filter((module) => SECOND.test(module) === isSecond);
      const apps = [];
      for (const [index, module] of some.entries()) {
        const folder = `${cwd}/${isSecond}_${index}`;
        await Deno.mkdir(folder);
        const args = [new URL(module, root).pathname, "--json"];
        apps.push({ cwd: folder, args, env: { AUTH_SECRET: SECRET, ...MODULES[module] } });
      }
      const found = await runDoctorOnEach(apps, {
        // The servers of providers cannot be reached from tests, which is only a note.
        flags: [
          "--unstable-kv",
          "--allow-read",
          "--allow-write",
          "--allow-env",
          "--allow-sys",
          "--allow-net=127.0.0.1,localhost",
        ],
        config: isSecond ? await configWithBuild(cwd) : undefined,
      });
      for (const [index, module] of some.entries()) results.set(module, found[index]!);
    }
    return results;
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

let results: ReturnType<typeof examineAll> | undefined;

for (const module of Object.keys(MODULES)) {
  Deno.test(`doctor: no false alarm on ${module}`, async () => {
    const { code, stdout, stderr } = (await (results ??= examineAll())).get(module)!;
    const findings: Finding[] = stdout.startsWith("{") ? JSON.parse(stdout).findings : [];
    const heavy = findings.filter(({ severity }) => severity !== "note");
    assertEquals({ code, heavy }, { code: 0, heavy: [] }, stdout + stderr);
  });
}

Deno.test("doctor: every example is in the table", async () => {
  const found: string[] = [];
  for await (const path of modules("examples")) {
    const text = await Deno.readTextFile(path);
    const makesConfig =
      /\b(DenoAuth|FreshAuth|HonoAuth|NextAuth|SvelteKitAuth|ExpressAuth)\(|serverAuth\$\(|SolidAuthConfig\b/;
    // The config of `saas/next` is that of `saas/app.ts`; `frameworks/_next_teams.ts` runs it.
    const isOther = /^examples\/(demo|saas\/next)\//.test(path);
    if (makesConfig.test(text) && !isOther) found.push(path);
  }
  const listed = Object.keys(MODULES);
  assertEquals(found.filter((path) => !listed.includes(path)), []);
});

async function* modules(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (name === "node_modules") continue;
    if (isDirectory) yield* modules(`${folder}/${name}`);
    else if (/\.(ts|js)$/.test(name)) yield `${folder}/${name}`;
  }
}

/**
 * The npm package in a new project: TypeScript resolves every subpath with every
 * module resolution, an app compiles with it, mistakes do not compile, the names of
 * Auth.js are exported, and an app loads no more files than it needs.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { REPOSITORY } from "../../src/tools/doctor/docs.ts";
import { exportedNames } from "./_names.ts";
import { testFiles } from "./_npm_files.ts";
import { AUTH_JS, createProject, type Outcome, type Project, run, withNpm } from "./_project.ts";
import { isChosen } from "../_stride.ts";
import { LEFT_OUT_NAMES, LEFT_OUT_SUBPATHS } from "./left_out.ts";

const BASE = {
  strict: true,
  noEmit: true,
  // Frameworks are not installed, and the declarations of their wrappers import them.
  skipLibCheck: true,
  noUncheckedIndexedAccess: true,
  esModuleInterop: true,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  jsx: "react-jsx",
};

/** Module resolutions; TypeScript 7 no longer has `"node"`. */
const WAYS: readonly { compiler: string; name: string; options: Record<string, unknown> }[] = [
  {
    compiler: "typescript",
    name: '"moduleResolution": "node"',
    options: { module: "esnext", moduleResolution: "node" },
  },
  {
    compiler: "typescript5.7",
    name: "the oldest TypeScript that the guides name",
    options: { module: "esnext", moduleResolution: "bundler" },
  },
  {
    compiler: "typescript7",
    name: '"moduleResolution": "node16"',
    options: { module: "node16", moduleResolution: "node16" },
  },
  {
    compiler: "typescript7",
    name: '"moduleResolution": "bundler"',
    options: { module: "esnext", moduleResolution: "bundler" },
  },
  {
    compiler: "typescript",
    name: '"exactOptionalPropertyTypes": true',
    options: { module: "nodenext", exactOptionalPropertyTypes: true },
  },
];

const APP = ["augmented.ts", "config.ts", "adapters.ts", "server.ts", "browser.tsx", "all.ts"];

await withNpm("the npm package in a new project", () => {
  let project: Project;
  Deno.test.beforeAll(async () => {
    project = await createProject();
    await Deno.writeTextFile(`${project.dir}/all.ts`, importAll(subpathsOf(project)));
  });
  Deno.test.afterAll(async () => await project[Symbol.asyncDispose]());
  testFiles(() => project);

  for (const { compiler, name, options } of WAYS) {
    // The compiler in Go takes a fifth of the time of the others, and bundlers are the usual way.
    const isUsual = compiler === "typescript7" && options.module === "esnext";
    if (!isChosen(isUsual ? 0 : 1, 2)) continue;
    Deno.test(`npm package: an app and every subpath compile with ${name}`, async () => {
      const { code, output } = await compile(project, compiler, options, APP);
      assertEquals(output, "");
      assertEquals(code, 0);
    });
  }

  Deno.test("npm package: its declarations compile under exactOptionalPropertyTypes", async () => {
    const absent = /^\.\/(next|qwik|sveltekit)\b|^\.\/(solid|svelte|vue)$/;
    const own = subpathsOf(project).filter((path) => !absent.test(path));
    await Deno.writeTextFile(`${project.dir}/own.ts`, importAll(own));
    const options = { module: "nodenext", exactOptionalPropertyTypes: true, skipLibCheck: false };
    assertEquals(await compile(project, "typescript7", options, ["own.ts"]), {
      code: 0,
      output: "",
    });
  });

  Deno.test("npm package: each mistake of an app is an error in its line", async () => {
    const options = { module: "esnext", moduleResolution: "bundler" };
    const { output } = await compile(project, "typescript7", options, ["mistakes.ts"]);
    const found = [...output.matchAll(/^mistakes\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    const lines = (await Deno.readTextFile(`${project.dir}/mistakes.ts`)).split("\n");
    const marked = lines.flatMap((line, index) => line.endsWith("// error") ? [index + 1] : []);
    assertEquals([...new Set(found)], marked);
    assertEquals(marked.length, 6);
  });

  Deno.test("npm package: Node resolves package.json under the subpaths of Auth.js", async () => {
    const names = ["", "/next", "/express", "/sveltekit", "/solid-start", "/qwik"];
    const program = `for (const name of ${JSON.stringify(names)}) {
      console.log(require("@x/auth" + name + "/package.json").name);
    }`;
    const { output } = await run(project.dir, "node", ["--input-type=commonjs", "-e", program]);
    assertEquals(output.trim().split("\n"), names.map(() => "@x/auth"));
  });

  Deno.test("npm package: depends on packages of the original authors, and on no repack", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = project.manifest;
    assertEquals(Object.keys(dependencies as object).sort(), [
      "jose",
      "oauth4webapi",
      "preact",
      "qr",
    ]);
    // npm reads a list of all versions for each peer with a range, used or not.
    assertEquals(Object.keys(peerDependencies as object).sort(), [
      "@simplewebauthn/server",
      "bcryptjs",
      "csv-parse",
      "nodemailer",
      "xml-crypto",
    ]);
    const optional = Object.entries(peerDependenciesMeta as Record<string, { optional: boolean }>)
      .filter(([, meta]) => meta.optional).map(([name]) => name);
    assertEquals(optional.sort(), [
      "@aws-sdk/client-dynamodb",
      "@builder.io/qwik",
      "@builder.io/qwik-city",
      "@simplewebauthn/server",
      "@sveltejs/kit",
      "bcryptjs",
      "csv-parse",
      "next",
      "nodemailer",
      "react",
      "solid-js",
      "svelte",
      "typescript",
      "vue",
      "xml-crypto",
    ]);
  });

  Deno.test("npm package: contains std's negotiation with its license, and pages use it", async () => {
    const dir = `${project.dir}/node_modules/@x/auth/vendor/std`;
    assertStringIncludes(await Deno.readTextFile(`${dir}/LICENSE`), "the Deno authors");
    const program = `
      import { Auth } from "@x/auth";
      import { de } from "@x/auth/languages/de";
      const secret = "a-secret-of-at-least-32-characters";
      const headers = { "accept-language": "fr;q=0.9, de;q=0.8, en;q=0.1" };
      for (const languages of [[de], []]) {
        const config = { providers: [], languages, secret, trustHost: true };
        const request = new Request("http://localhost/auth/signout", { headers });
        const page = await (await Auth(request, config)).text();
        console.log(/<html[^>]* lang="(\\w+)"/.exec(page)[1]);
      }
    `;
    const { output } = await run(project.dir, "node", ["--input-type=module", "-e", program]);
    assertEquals(output, "de\nen\n");
  });

  Deno.test("npm package: without nodemailer, the error of the first mail says what to install", async () => {
    const program = `
      import Nodemailer from "@x/auth/providers/nodemailer";
      const provider = Nodemailer({ server: "smtp://localhost:1" });
      const url = "https://app.example";
      const expires = new Date(Date.now() + 86400000);
      const request = new Request(url);
      const params = { identifier: "a@example.com", url, expires, request, provider, theme: {} };
      await provider.sendVerificationRequest(params).catch((error) => console.log(error.message));
    `;
    const { output } = await run(project.dir, "node", ["--input-type=module", "-e", program]);
    assertStringIncludes(output, "run `npm install nodemailer`");
  });

  Deno.test("npm package: without @simplewebauthn/server, passkeys say what to install", async () => {
    const program = `
      import { Auth } from "@x/auth";
      import { MemoryAdapter } from "@x/auth/adapters/memory";
      import Passkey from "@x/auth/providers/passkey";
      const config = {
        providers: [Passkey],
        adapter: MemoryAdapter(),
        experimental: { enableWebAuthn: true },
        secret: "a-secret-of-at-least-32-characters",
        trustHost: true,
        logger: { error: (error) => console.log(error.message), warn() {} },
      };
      const url = "http://localhost/auth/webauthn-options/passkey";
      console.log((await Auth(new Request(url), config)).status);
    `;
    const { output } = await run(project.dir, "node", ["--input-type=module", "-e", program]);
    assertStringIncludes(output, "run `npm install @simplewebauthn/server`");
    assertMatch(output, /^302$/m);
  });

  Deno.test("npm package: without bcryptjs and csv-parse, hashes and files of users say what to install", async () => {
    const program = `
      import { foreignHashes } from "@x/auth/passwords/foreign";
      import { readCsv, readJsonLines } from "@x/auth/users/readers";
      const say = (error) => console.log(error.message);
      await foreignHashes()("any", "$2b$04$" + "x".repeat(53)).catch(say);
      await readCsv("email\\na@example.com\\n").next().catch(say);
      console.log((await readJsonLines('{"email":"a@example.com"}').next()).value.email);
    `;
    const { output } = await run(project.dir, "node", ["--input-type=module", "-e", program]);
    assertStringIncludes(output, "run `npm install bcryptjs`");
    assertStringIncludes(output, "run `npm install csv-parse`");
    assertMatch(output, /^a@example\.com$/m);
  });

  Deno.test("npm package: names its repository, and every link and image of its README leads there", async () => {
    const { repository, bugs, homepage, keywords, license, engines } = project.manifest;
    assertEquals(repository, { type: "git", url: `git+${REPOSITORY}.git` });
    assertEquals([bugs, homepage], [{ url: `${REPOSITORY}/issues` }, `${REPOSITORY}#readme`]);
    assertEquals([license, engines], ["MIT", { node: ">=20" }]);
    assert((keywords as string[]).includes("authentication"));
    const dir = `${project.dir}/node_modules/@x/auth`;
    const readme = await Deno.readTextFile(`${dir}/README.md`);
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    assert(links.length > 10);
    assertEquals(links.filter((link) => !/^(https:\/\/|#)/.test(link)), []);
    for (const link of links.filter((link) => link.startsWith(`${REPOSITORY}/blob/HEAD/`))) {
      await Deno.stat(link.slice(`${REPOSITORY}/blob/HEAD/`.length).split("#")[0]!);
    }
    const images = [...readme.matchAll(/\bsrc(?:set)?="([^"]+)"/g)].map(([, link]) => link!);
    assert(images.length >= 2);
    for (const image of images) {
      assert(image.startsWith(`${REPOSITORY}/raw/HEAD/`), image);
      await Deno.stat(image.slice(`${REPOSITORY}/raw/HEAD/`.length));
    }
    const names = [...Deno.readDirSync(dir)].map(({ name }) => name);
    assertEquals(names.filter((name) => name === "deno.lock" || name === "tests"), []);
  });

  Deno.test("npm package: exports every name that the packages of Auth.js export", async () => {
    const modules = `${project.dir}/node_modules`;
    const ours = await exportedNames(`${modules}/@x/auth`);
    const missing = new Set<string>();
    const withoutSubpath = new Set<string>();
    for (const peer of Object.keys(AUTH_JS)) {
      const theirs = await exportedNames(`${modules}/${peer}`);
      assert(theirs.get("./providers")!.length > 20, peer);
      for (const [subpath, names] of theirs) {
        const own = ours.get(twinOf(peer, subpath, ours));
        if (!own) withoutSubpath.add(subpath);
        else for (const name of names) if (!own.includes(name)) missing.add(name);
      }
    }
    assertEquals([...missing].sort(), Object.keys(LEFT_OUT_NAMES).sort());
    assertEquals([...withoutSubpath].sort(), Object.keys(LEFT_OUT_SUBPATHS).sort());
  });
});

/** Subpaths of modules. */
function subpathsOf({ manifest }: Project): string[] {
  return Object.keys(manifest.exports).filter((subpath) => !subpath.endsWith(".json"));
}

/** Source of a module that imports all of them. */
function importAll(subpaths: readonly string[]): string {
  const imports = subpaths.map((subpath, index) =>
    `import * as m${index} from "@x/auth${subpath.slice(1)}";\n`
  );
  const names = subpaths.map((_, index) => `m${index}`);
  return `${imports.join("")}export const all: object[] = [${names}];\n`;
}

/** Type-checks files; returns the errors of TypeScript. */
async function compile(
  { dir }: Project,
  compiler: string,
  options: object,
  files: readonly string[],
): Promise<Outcome> {
  const config = { compilerOptions: { ...BASE, ...options }, files };
  await Deno.writeTextFile(`${dir}/tsconfig.json`, JSON.stringify(config));
  return await run(dir, "node", [`node_modules/${compiler}/bin/tsc`, "-p", "tsconfig.json"]);
}

/** `next-auth` + `./react` → `./next/react`; modules of all packages map to one subpath. */
function twinOf(peer: string, subpath: string, ours: ReadonlyMap<string, unknown>): string {
  if (peer === "@auth/core") return subpath;
  const wrapper = peer === "next-auth" ? "next" : peer.slice("@auth/".length);
  const own = `./${wrapper}${subpath.slice(1)}`;
  return ours.has(own) ? own : subpath;
}

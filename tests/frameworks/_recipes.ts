/**
 * The recipes of `docs/frameworks` as files: the compiler checks them against the real
 * frameworks, and the servers among them run.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { freePort } from "../browser/_demo.ts";
import type { PackageStep, Run } from "./_package.ts";
import { createVisitor } from "./_scenario.ts";

const folder = new URL("./recipes/", import.meta.url).pathname;

/** Recipes that are whole servers. */
export const RUNNING = ["fastify", "koa"] as const;

/** Path and text of every file. */
export async function* recipeFiles(path = ""): AsyncGenerator<[string, string]> {
  for await (const { name, isDirectory } of Deno.readDir(folder + path)) {
    if (isDirectory) yield* recipeFiles(`${path}${name}/`);
    else yield [path + name, await Deno.readTextFile(folder + path + name)];
  }
}

/** Replaces GitHub. */
const PROVIDER = `import Credentials from "@x/auth/providers/credentials";

export default Credentials({
  credentials: { username: {}, password: { type: "password" } },
  authorize: ({ username, password }) =>
    username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
});
`;

/** A recipe with a provider that needs no registration, at a port of the environment. */
export async function toRunning(name: typeof RUNNING[number]): Promise<Record<string, string>> {
  const recipe = await Deno.readTextFile(`${folder}${name}/server.ts`);
  const server = recipe
    .replace(`"@x/auth/providers/github"`, `"./provider.ts"`)
    .replace(/\b3000\b/, "Number(process.env.PORT)");
  return { "server.ts": server, "provider.ts": PROVIDER };
}

/** Signs in to a running recipe and out again. */
export async function visitRecipe(port: number): Promise<void> {
  const origin = `http://localhost:${port}`;
  const op = { issuer: "http://127.0.0.1:1" } as Parameters<typeof createVisitor>[0]["op"];
  const visitor = createVisitor({ origin, basePath: "/auth", csrf: true, op });
  assertEquals((await visitor.read("/dashboard")).pathname, "/auth/signin");
  assertEquals(await visitor.session(), null);
  const { url, response } = await visitor.signIn("ada", "lovelace");
  assertEquals(url.pathname, "/dashboard");
  assertStringIncludes(await response.text(), "Hello Ada Lovelace");
  const leave = (from: string) =>
    visitor.browser.fetch("/logout", {
      method: "POST",
      body: new URLSearchParams(),
      headers: { origin: from },
    });
  const foreign = await leave("https://evil.example");
  await foreign.body?.cancel();
  assertEquals([foreign.status >= 400, foreign.headers.getSetCookie()], [true, []]);
  const out = await leave(origin);
  await out.body?.cancel();
  assertEquals([out.status, out.headers.get("location")], [303, `${origin}/`]);
  assertEquals(await visitor.session(), null);
  assertEquals((await visitor.read("/dashboard")).pathname, "/auth/signin");
}

/** Dependencies of the recipes, in the newest versions. */
const DEPENDENCIES = {
  "@fastify/formbody": "^9.0.0",
  "@nestjs/common": "^12.0.0",
  "@nestjs/core": "^12.0.0",
  "@nestjs/platform-express": "^12.0.0",
  "@tanstack/react-router": "^1.169.0",
  "@tanstack/react-start": "^1.169.0",
  "@types/express": "^5.0.0",
  "@types/koa": "^3.0.0",
  "@types/node": "^24.0.0",
  "@types/react": "^19.0.0",
  "astro": "^7.0.0",
  "fastify": "^5.0.0",
  "h3": "^1.15.0",
  "koa": "^3.0.0",
  "react": "^19.0.0",
  "react-dom": "^19.0.0",
  "react-router": "^8.0.0",
  "typescript": "^5.9.0",
  "vite": "^8.0.0",
};

const COMPILER = {
  compilerOptions: {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    strict: true,
    noEmit: true,
    // Declarations of frameworks contain errors.
    skipLibCheck: true,
    experimentalDecorators: true,
    jsx: "preserve",
    types: ["node"],
  },
  include: ["recipes"],
};

/** Files of an app that are not part of a recipe. */
const SURROUNDINGS = {
  "recipes/nest/src/app.module.ts": "export class AppModule {}\n",
  "recipes/tanstack_start/src/routes.d.ts": `import type { AnyRoute } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface FileRoutesByPath {
    "/auth/$": {
      id: "/auth/$";
      path: "/auth/$";
      fullPath: "/auth/$";
      preLoaderRoute: unknown;
      parentRoute: AnyRoute;
    };
  }
}
`,
  "tsconfig.json": JSON.stringify(COMPILER),
  // Files in `recipes` are type-checked, files in `run` are compiled.
  "run.json": JSON.stringify({
    extends: "./tsconfig.json",
    compilerOptions: { noEmit: false, rewriteRelativeImportExtensions: true, outDir: "out" },
    include: ["run"],
  }),
};

/** Steps in a fresh folder, in their order. */
export function recipeSteps(tarball: string, run: Run): PackageStep[] {
  const tsc = ["node_modules/typescript/bin/tsc", "-p"];
  return [
    {
      name: "install next to the real frameworks",
      async run(dir, signal) {
        const dependencies = { ...DEPENDENCIES, "@x/auth": `file:${tarball}` };
        const manifest = { private: true, type: "module", dependencies };
        await Deno.writeTextFile(`${dir}/package.json`, JSON.stringify(manifest));
        const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
        await run(dir, "npm", ["install", ...flags], signal);
        for await (const [path, text] of recipeFiles()) await write(`${dir}/recipes/${path}`, text);
        for (const name of RUNNING) {
          for (const [path, text] of Object.entries(await toRunning(name))) {
            await write(`${dir}/run/${name}/${path}`, text);
          }
        }
        for (const [path, text] of Object.entries(SURROUNDINGS)) {
          await write(`${dir}/${path}`, text);
        }
      },
    },
    {
      name: "every file compiles",
      run: (dir, signal) => run(dir, "node", [...tsc, "."], signal),
    },
    {
      name: "the servers are compiled to JavaScript",
      run: (dir, signal) => run(dir, "node", [...tsc, "run.json"], signal),
    },
    ...RUNNING.map((name) => ({
      name: `${name} signs in and out unchanged, in Node`,
      async run(dir: string, signal: AbortSignal) {
        const port = freePort();
        const server = new Deno.Command("node", {
          args: [`out/${name}/server.js`],
          cwd: dir,
          env: { PORT: String(port), AUTH_SECRET: crypto.randomUUID(), AUTH_TRUST_HOST: "true" },
          stdout: "null",
          stderr: "null",
          signal,
        }).spawn();
        try {
          while (!signal.aborted) {
            const answer = await fetch(`http://localhost:${port}/auth/session`).catch(() => null);
            await answer?.body?.cancel();
            if (answer) break;
          }
          await visitRecipe(port);
        } finally {
          server.kill();
          await server.status;
        }
      },
    })),
  ];
}

async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}

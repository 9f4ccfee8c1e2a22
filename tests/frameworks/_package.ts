/**
 * The npm package without any framework: every subpath loads in Node and Bun,
 * and its declarations are sound on their own.
 *
 * @module
 */

/** Runs a command in a folder; rejects with its output. */
export type Run = (
  cwd: string,
  command: string,
  args: string[],
  signal: AbortSignal,
) => Promise<void>;

/** A step of the package. */
export interface PackageStep {
  name: string;
  run(dir: string, signal: AbortSignal): Promise<void>;
}

/** Subpaths that a framework's bundler has to resolve. */
const BOUND = /^\.\/(next|qwik|sveltekit)\b/;

/** Steps in a fresh folder, in their order. */
export function packageSteps(tarball: string, run: Run): PackageStep[] {
  return [
    {
      name: "installs without any framework",
      async run(dir, signal) {
        const manifest = {
          private: true,
          type: "module",
          dependencies: {
            "@types/node": "^24.0.0",
            "@x/auth": `file:${tarball}`,
            "bun": "^1.3.0",
            "typescript": "^5.9.0",
          },
          allowScripts: { bun: true },
        };
        await Deno.writeTextFile(`${dir}/package.json`, JSON.stringify(manifest));
        await run(dir, "npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], signal);
        const subpaths = await subpathsOf(dir);
        const specifiers = subpaths.map((subpath) => JSON.stringify(`@x/auth${subpath.slice(1)}`));
        await Deno.writeTextFile(
          `${dir}/load.mjs`,
          `import { isBuiltin } from "node:module";
for (const name of [${specifiers}]) {
  // Node has it since 22.5; an app that stores there needs that Node.
  if (name.endsWith("/sqlite") && !isBuiltin("node:sqlite")) continue;
  await import(name);
}
` +
            `const { Auth } = await import("@x/auth");
const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
for (const path of ["session", "signin"]) {
  const response = await Auth(new Request("http://localhost/auth/" + path), config);
  if (response.status !== 200) throw new Error(path + ": " + response.status);
}
`,
        );
        const imports = specifiers.map((name, index) => `import * as m${index} from ${name};`);
        const names = specifiers.map((_, index) => `m${index}`);
        await Deno.writeTextFile(
          `${dir}/types.ts`,
          `${imports.join("\n")}\nexport const all: object[] = [${names}];\n`,
        );
      },
    },
    {
      name: "every subpath loads in Node",
      run: (dir, signal) => run(dir, "node", ["load.mjs"], signal),
    },
    {
      name: "every subpath loads in Bun",
      run: (dir, signal) => run(dir, "node_modules/.bin/bun", ["load.mjs"], signal),
    },
    {
      name: "the declarations are sound, libraries checked",
      run: (dir, signal) =>
        run(dir, "node", [
          "node_modules/typescript/bin/tsc",
          ..."--noEmit --strict --module nodenext --target es2022 --lib es2023,dom,dom.iterable"
            .split(" "),
          "types.ts",
        ], signal),
    },
  ];
}

async function subpathsOf(dir: string): Promise<string[]> {
  const text = await Deno.readTextFile(`${dir}/node_modules/@x/auth/package.json`);
  return Object.keys(JSON.parse(text).exports).filter((subpath) =>
    !BOUND.test(subpath) && !subpath.endsWith(".json")
  );
}

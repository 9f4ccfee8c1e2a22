/**
 * Lets a version of Node that reads no TypeScript import the modules of an app, with the
 * TypeScript that the app has. Node loads this file again, in the thread of its module hooks.
 *
 * @module
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Turns the file of a module into JavaScript. */
type Transpile = (path: string) => string;

/** The part of TypeScript's interface that is used; version 7 has none. */
interface TypeScript {
  transpileModule?(
    text: string,
    options: { fileName: string; compilerOptions: Record<string, unknown> },
  ): { outputText: string };
}

interface Resolved {
  url: string;
  format?: string;
  shortCircuit?: boolean;
}

interface Loaded {
  format: string;
  source: string;
  shortCircuit: boolean;
}

/** URL of this file. */
export const HOOKS = import.meta.url;

const TYPESCRIPT = /(?<!\.d)\.m?tsx?$/;

/** What specifiers leave out, or say of the file that a compiler would write. */
const ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, [".ts", ".tsx"]],
  [/\.mjs$/, [".mts"]],
  [/$/, [".ts", ".tsx", ".js", "/index.ts", "/index.tsx", "/index.js"]],
];

const OPTIONS = { module: "esnext", target: "es2022", jsx: "react-jsx", isolatedModules: true };

let transpile: Transpile | undefined;

/** Returns `true` for a module of TypeScript in a Node that cannot read it. */
export function needsHooks(path: string): boolean {
  const { features, versions } = process as {
    features: { typescript?: unknown };
    versions: Record<string, string | undefined>;
  };
  const readsIt = "Deno" in globalThis || versions.bun || features.typescript;
  return !readsIt && TYPESCRIPT.test(path);
}

/** Returns `true` when the app of a module has TypeScript. */
export function hasTypeScript(path: string): boolean {
  return transpilerOf(path) !== undefined;
}

/** Called by Node in the thread of the hooks, with the path of the module. */
export function initialize(path: string): void {
  transpile = transpilerOf(path);
}

/** Finds the modules whose file has another ending than the specifier, or which have none in it. */
export async function resolve(
  specifier: string,
  context: { parentURL?: string },
  next: (specifier: string, context: object) => Promise<Resolved>,
): Promise<Resolved> {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^(\.{1,2}\/|\/|file:)/.test(specifier)) throw error;
    for (const [ending, others] of ENDINGS) {
      if (!ending.test(specifier)) continue;
      for (const other of others) {
        try {
          return await next(specifier.replace(ending, other), context);
        } catch {
          // Another ending may be that of the file.
        }
      }
    }
    throw error;
  }
}

/** Strips the types of a module. */
export async function load(
  url: string,
  context: object,
  next: (url: string, context: object) => Promise<Loaded>,
): Promise<Loaded> {
  if (!transpile || !TYPESCRIPT.test(new URL(url).pathname)) return await next(url, context);
  return { format: "module", source: transpile(fileURLToPath(url)), shortCircuit: true };
}

function transpilerOf(path: string): Transpile | undefined {
  const require = createRequire(path);
  try {
    const { transpileModule } = require("typescript") as TypeScript;
    if (!transpileModule) return compilerOf(require.resolve("typescript/package.json"));
    return (fileName) =>
      transpileModule(readFileSync(fileName, "utf8"), { fileName, compilerOptions: OPTIONS })
        .outputText;
  } catch {
    return undefined;
  }
}

/** The command of TypeScript 7, which is a program without an interface. */
function compilerOf(manifest: string): Transpile {
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: { tsc: string } };
  const command = join(dirname(manifest), bin.tsc);
  const flags = Object.entries({ ...OPTIONS, moduleResolution: "bundler" })
    .flatMap(([name, value]) => [`--${name}`, String(value)]);
  return (path) => {
    const folder = mkdtempSync(join(tmpdir(), "auth-doctor-"));
    try {
      const own = ["--ignoreConfig", "--noCheck", "--noResolve", "--outDir", folder];
      // Its exit code tells of types too; what matters is the file.
      const { stdout } = spawnSync(process.execPath, [command, ...flags, ...own, path], {
        encoding: "utf8",
      });
      const [name] = readdirSync(folder);
      if (name === undefined) throw new SyntaxError(`TypeScript wrote nothing: ${stdout}`);
      return readFileSync(join(folder, name), "utf8");
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

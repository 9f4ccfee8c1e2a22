/**
 * A new project: an empty folder in which npm installs the package that was just
 * built, the packages of Auth.js, and the imports of the app in
 * `tests/outside/app/`.
 *
 * @module
 */

import { buildNpmPackage } from "../tools/npm.ts";
import { skipTest } from "../_skip.ts";

/** Packages of Auth.js on npm; `next-auth@5` is published as a beta. */
export const AUTH_JS: Readonly<Record<string, string>> = {
  "@auth/core": "0.41.3",
  "@auth/express": "0.12.3",
  "@auth/qwik": "0.9.1",
  "@auth/solid-start": "0.19.2",
  "@auth/sveltekit": "1.11.3",
  "next-auth": "5.0.0-beta.32",
};

const DEPENDENCIES = {
  ...AUTH_JS,
  "@auth/drizzle-adapter": "^1.11.3",
  "@auth/pg-adapter": "^1.11.3",
  "@auth/prisma-adapter": "^2.11.3",
  "@auth/unstorage-adapter": "^2.11.2",
  "@types/express": "^5.0.0",
  "@types/node": "^24.0.0",
  "@cloudflare/workers-types": "^5.20261117.0",
  "@libsql/client": "^0.18.0",
  "@types/pg": "^8.20.0",
  "@types/react": "^19.0.0",
  "drizzle-orm": "^0.45.0",
  "mysql2": "^3.24.6",
  "typescript": "^5.9.0",
  "typescript5.7": "npm:typescript@~5.7.0",
  "typescript7": "npm:typescript@^7.0.0",
  "unstorage": "^1.17.0",
};

/**
 * Registers tests that need npm. On a machine without it the reason is printed, and in CI a
 * test of that name fails.
 */
export async function withNpm(name: string, register: () => void): Promise<void> {
  if (await hasNpm()) return register();
  skipTest(name, "Install Node 20 or newer with npm.");
}

async function hasNpm(): Promise<boolean> {
  try {
    return (await run(".", "npm", ["--version"])).code === 0;
  } catch {
    return false;
  }
}

/** Exit code and output of a command. */
export interface Outcome {
  code: number;
  output: string;
}

/** Runs a command in a folder. */
export async function run(cwd: string, command: string, args: string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, output: text(stdout) + text(stderr) };
}

/** A project on disk; disposing it removes it. */
export interface Project extends AsyncDisposable {
  /** Folder of the project. */
  dir: string;
  /** The `package.json` of the installed package. */
  manifest: {
    exports: Record<string, string | { types: string }>;
    [member: string]: unknown;
  };
}

/** Builds the package, and installs it in a new folder. */
export async function createProject(): Promise<Project> {
  const dir = await Deno.makeTempDir({ prefix: "auth-outside-" });
  const { tarball } = await buildNpmPackage(`${dir}/made`);
  const dependencies = { ...DEPENDENCIES, "@x/auth": `file:${tarball}` };
  await Deno.writeTextFile(
    `${dir}/package.json`,
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  // Frameworks are peer dependencies: they are large, and no test uses them.
  const args = ["install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code, output } = await run(dir, "npm", [...args, "--prefer-offline", "--loglevel=error"]);
  if (code !== 0) throw new Error(`Cannot install the package:\n${output}`);
  const app = new URL("app/", import.meta.url);
  for await (const { name } of Deno.readDir(app)) {
    await Deno.copyFile(new URL(name, app), `${dir}/${name}`);
  }
  const manifest = JSON.parse(
    await Deno.readTextFile(`${dir}/node_modules/@x/auth/package.json`),
  );
  return {
    dir,
    manifest,
    [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }),
  };
}

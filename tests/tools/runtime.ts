/**
 * Runs the npm package on a runtime, in an empty folder:
 *
 *     deno run -A tests/tools/runtime.ts node 24        # the version that npm has
 *     deno run -A tests/tools/runtime.ts bun 1
 *
 * It loads every subpath, and signs up and in with a password.
 *
 * @module
 */

import { buildNpmPackage } from "./npm.ts";
import { run } from "../outside/_project.ts";

const RUNTIMES = ["node", "bun"];

if (import.meta.main) {
  const [runtime, version] = Deno.args;
  if (!runtime || !RUNTIMES.includes(runtime) || !version) {
    console.error(`Name a runtime (${RUNTIMES.join(" or ")}) and its version`);
    Deno.exit(1);
  }
  console.log(await runOn(runtime, version));
}

/** Installs the runtime, the package and its optional peers, and returns what the app says. */
export async function runOn(runtime: string, version: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "auth-runtime-" });
  try {
    const { tarball } = await buildNpmPackage(`${folder}/made`);
    const dependencies = {
      "@x/auth": `file:${tarball}`,
      "@simplewebauthn/server": "^14.0.3",
      nodemailer: "^10.6.0",
      "reflect-metadata": "^0.2.2",
      [runtime]: version,
    };
    const manifest = { private: true, type: "module", dependencies };
    await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(manifest));
    // A dependency of the passkey library expects this import on Bun.
    const app = await Deno.readTextFile(new URL("_runtime_app.mjs", import.meta.url));
    await Deno.writeTextFile(`${folder}/main.mjs`, `import "reflect-metadata";\n${app}`);
    await must(folder, "npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]);
    const program = `${folder}/node_modules/.bin/${runtime}`;
    const found = (await must(folder, program, ["--version"])).trim();
    return `${runtime} ${found}: ${(await must(folder, program, ["main.mjs"])).trim()}`;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function must(cwd: string, command: string, args: string[]): Promise<string> {
  const { code, output } = await run(cwd, command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${output}`);
  return output;
}

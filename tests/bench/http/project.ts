/**
 * A folder in which npm installs this package, Auth.js, Express and Better Auth,
 * with the server of the bench bundled for Node.
 *
 * @module
 */

import { buildSync } from "esbuild";
import { rangeOf } from "../../_packages.ts";
import { buildNpmPackage } from "../../tools/npm.ts";

/** Creates the folder; the caller removes it. */
export async function createNodeProject(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
  const { tarball } = await buildNpmPackage(`${folder}/made`);
  const dependencies = {
    "@auth/core": await rangeOf("@auth/core"),
    "@auth/express": "^0.12.3",
    "@x/auth": `file:${tarball}`,
    "better-auth": await rangeOf("better-auth"),
    "express": await rangeOf("express"),
  };
  const manifest = { private: true, type: "module", dependencies };
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(manifest));
  // Frameworks are peer dependencies: they are large, and nothing here uses them.
  const args = ["install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { success, stderr } = await new Deno.Command("npm", {
    args: [...args, "--prefer-offline", "--loglevel=error"],
    cwd: folder,
    stdout: "null",
  }).output();
  if (!success) throw new Error(`Cannot install: ${new TextDecoder().decode(stderr)}`);
  bundleForNode(new URL("server.ts", import.meta.url).pathname, `${folder}/server.js`);
  return folder;
}

/** Bundles a program, without the packages that it imports. */
export function bundleForNode(entry: string, outfile: string): void {
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
}

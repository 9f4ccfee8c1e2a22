/**
 * Bundles of the npm package, as an app makes them: the package is built,
 * installed with npm, and bundled with esbuild.
 *
 * @module
 */

import { buildSync, type Metafile } from "esbuild";
import { gzipSync } from "node:zlib";
import { buildNpmPackage, buildOfModules } from "./npm.ts";

/** The installed package, each module a file; disposing it removes it. */
export interface InstalledPackage extends AsyncDisposable {
  /** Folder of the app. */
  dir: string;
  /** Folder of the package. */
  files: string;
  /** Size in bytes of the tarball that apps get, whose modules are joined. */
  packedSize: number;
}

/** A bundle in memory. */
export interface Bundle {
  /** Bytes after `gzip -9`. */
  gzip: number;
  /** Module of the package, or name of another package → minified bytes. */
  modules: Record<string, number>;
}

const root = new URL("../../", import.meta.url).pathname;

/** Name of the source that is bundled. */
const APP = "app.js";

/** Builds the package and installs it, with the versions of the lock file. */
export async function installPackage(): Promise<InstalledPackage> {
  const dir = await Deno.makeTempDir({ prefix: "auth-bundle-" });
  const { packedSize } = await buildNpmPackage(`${dir}/made`);
  const { tarball } = await buildOfModules(`${dir}/modules`);
  const dependencies = { "@x/auth": `file:${tarball}`, ...await lockedVersions() };
  await Deno.writeTextFile(
    `${dir}/package.json`,
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  const { success, stderr } = await new Deno.Command("npm", {
    // Frameworks are peer dependencies, and no bundle here has one.
    args: ["install", "--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"],
    cwd: dir,
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`Cannot install: ${new TextDecoder().decode(stderr)}`);
  return {
    dir,
    files: `${dir}/node_modules/@x/auth`,
    packedSize,
    [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }),
  };
}

/** A release of a dependency must not change a figure that the repository states. */
async function lockedVersions(): Promise<Record<string, string>> {
  const { specifiers } = JSON.parse(await Deno.readTextFile(`${root}deno.lock`));
  const names = ["@simplewebauthn/server", "jose", "oauth4webapi", "preact"];
  return Object.fromEntries(names.map((name) => {
    const [, specifier] = Object.entries<string>(specifiers)
      .find(([key]) => key.startsWith(`npm:${name}@`)) ?? [];
    if (!specifier) throw new TypeError(`Cannot find ${name} in deno.lock`);
    return [name, specifier.split("_")[0]!];
  }));
}

/** The folder of an app in which the package is installed. */
type App = Pick<InstalledPackage, "dir">;

/**
 * One file with everything that can be reached, dynamic imports included.
 *
 * @param without packages that are left out
 */
export function bundle({ dir }: App, source: string, without: readonly string[] = []): Bundle {
  const { outputFiles, metafile } = build(dir, source, false, without);
  const [output] = Object.values(metafile.outputs);
  const modules: Record<string, number> = {};
  for (const [path, { bytesInOutput }] of Object.entries(output!.inputs)) {
    const name = nameOf(path);
    if (bytesInOutput > 0) modules[name] = (modules[name] ?? 0) + bytesInOutput;
  }
  return { gzip: sizeOf(outputFiles[0]!.contents), modules };
}

/**
 * Bytes after `gzip -9` of the files that are loaded at start, before the first dynamic
 * import, by apps whose bundler splits the code.
 */
export function startSize({ dir }: App, source: string): number {
  const { outputFiles, metafile } = build(dir, source, true, []);
  // The targets of dynamic imports have an entry point each, too.
  const [entry] = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === APP)!;
  const loaded = new Set<string>([entry]);
  for (const path of loaded) {
    for (const { path: target, kind, external } of metafile.outputs[path]!.imports) {
      if (kind === "import-statement" && !external) loaded.add(target);
    }
  }
  return outputFiles.filter(({ path }) => [...loaded].some((name) => path.endsWith(`/${name}`)))
    .reduce((sum, { contents }) => sum + sizeOf(contents), 0);
}

function build(dir: string, contents: string, splitting: boolean, without: readonly string[]) {
  return buildSync({
    stdin: { contents, resolveDir: dir, sourcefile: APP },
    absWorkingDir: dir,
    outdir: "out",
    bundle: true,
    splitting,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    // A peer dependency, which the mail providers import on first use; a module of Node.
    external: ["nodemailer", "crypto", ...without],
  }) as { outputFiles: { path: string; contents: Uint8Array }[]; metafile: Metafile };
}

/** `node_modules/@x/auth/src/a.js` → `src/a.js`; `node_modules/jose/…` → `jose` */
function nameOf(path: string): string {
  const inner = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  if (inner === path) return path;
  const parts = inner.split("/");
  const size = inner.startsWith("@") ? 2 : 1;
  return inner.startsWith("@x/auth/")
    ? parts.slice(size).join("/")
    : parts.slice(0, size).join("/");
}

function sizeOf(bytes: Uint8Array): number {
  return gzipSync(bytes, { level: 9 }).length;
}

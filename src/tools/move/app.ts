/**
 * What an app is: its manifest, libraries with their versions, framework and router, package manager,
 * and the files that name a library. The text of a file is searched before anything is parsed, so
 * the work grows with the files that use the library.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";
import { isRecord } from "../../base/objects.ts";
import { parseManifest } from "../doctor/manifest.ts";
import { installedVersion } from "./installed.ts";

/** A library that the command knows. */
export type Library = "auth-js" | "next-auth-4" | "better-auth" | "x-auth";

/** A package of a library that an app depends on. */
export interface Found {
  /** The library. */
  readonly library: Library;
  /** Name of the package. */
  readonly name: string;
  /** The installed version, else the range in the manifest. */
  readonly version: string;
}

/** An app as it is before anything changes. */
export interface App {
  /** Absolute path of its folder. */
  readonly folder: string;
  /** `package.json` or `deno.json`, and its text. */
  readonly manifest: { readonly path: string; readonly text: string };
  /** Ranges of its packages by name. */
  readonly packages: ReadonlyMap<string, string>;
  /** The libraries, by package. */
  readonly found: readonly Found[];
  /** Name of the framework; `undefined` without one that is known. */
  readonly framework: string | undefined;
  /** Routers of Next.js that are in use. */
  readonly routers: readonly ("app" | "pages")[];
  /** Package manager. */
  readonly manager: Manager;
  /** Folder whose lock file the app has: its own, or the root of the workspace. */
  readonly root: string;
  /** Folders of a workspace whose manifests name a library, when the app's own does not. */
  readonly members: readonly string[];
  /** Number of files that were searched. */
  readonly searched: number;
  /** Files that name a library or a variable of it, with their texts. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that name a library and are too long to be parsed. */
  readonly long: readonly string[];
  /** Links that name a library, and lead out of the folder. */
  readonly links: readonly string[];
  /** All paths from the folder. */
  readonly paths: ReadonlySet<string>;
}

/** A package manager. */
export type Manager = "npm" | "pnpm" | "yarn" | "bun" | "deno";

/** Files whose text is code. */
export const CODE = /\.([cm]?[jt]sx?|svelte|vue|astro)$/;

/** Folders that are built or installed. */
const SKIPPED =
  /(^|\/)(node_modules|\.git|\.next|\.svelte-kit|\.output|\.vercel|\.turbo|dist|build|coverage)\//;

/** Most characters of a file that is searched; longer ones are made by a machine. */
const MAX_TEXT = 1_000_000;

/**
 * What a text must have to be parsed: the name of a package, of a route or the member `nextauth` of
 * a request, of a variable, or of the cookie or the endpoint of the session, by which a middleware without a package asks for it.
 */
const NAMES =
  /["'`](next-auth|__Secure-next-auth|@next-auth\/|@auth\/|@hono\/auth-js|better-auth|@better-auth\/)|\bnextauth\b|(^|[^\w-])get-session(?![\w-])|better-auth[.-]session_|[.-]session_(token|data)\b/;

/** The variable of a request that `@hono/auth-js` sets, which needs no import. */
const HONO_VARIABLE = /\bauthUser\b/;

/** The same for a move between versions of this library. */
const OWN_NAMES = /["'`]((jsr|npm):\/?)?@x\/auth\b/;

/** Names of packages by library, and of frameworks. */
const LIBRARIES: readonly (readonly [RegExp, Library])[] = [
  [/^(better-auth$|@better-auth\/)/, "better-auth"],
  [/^@auth\/(core|sveltekit|express|solid-start|qwik)$|^@hono\/auth-js$/, "auth-js"],
];

const FRAMEWORKS: readonly (readonly [string, string])[] = [
  ["next", "Next.js"],
  ["@sveltejs/kit", "SvelteKit"],
  ["@builder.io/qwik-city", "Qwik"],
  ["@solidjs/start", "SolidStart"],
  ["hono", "Hono"],
  ["@hono/hono", "Hono"],
  ["express", "Express"],
];

const LOCKS: readonly (readonly [string, Manager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/** Tells how many of the files have been searched. */
export type Progress = (done: number, all: number) => void;

/**
 * Reads the app of a folder.
 *
 * @returns a sentence when there is none
 */
export async function readApp(
  folder: string,
  progress: Progress,
  isOwn = false,
): Promise<App | string> {
  const manifest = await readManifest(folder);
  if (!manifest) {
    return `There is no package.json and no deno.json in ${folder}: run the command in the folder ` +
      "of the app";
  }
  const packages = packagesOf(manifest.text);
  if (typeof packages === "string") return `Cannot read ${manifest.path}: ${packages}`;
  const paths = await listFiles(folder);
  const files = new Map<string, string>();
  const long: string[] = [];
  const code = paths.filter((path) => CODE.test(path));
  const names = isOwn ? OWN_NAMES : NAMES;
  const isOfHono = !isOwn && packages.has("@hono/auth-js");
  for (const [index, path] of code.entries()) {
    if (index % 500 === 0) progress(index, code.length);
    const text = await readFile(join(folder, path), "utf8").catch(() => "");
    if (!names.test(text) && !(isOfHono && HONO_VARIABLE.test(text))) continue;
    if (text.length <= MAX_TEXT) files.set(path, text);
    else long.push(path);
  }
  const found = isOwn ? [] : findLibraries(folder, packages);
  const version = isOwn ? packages.get("@x/auth") : undefined;
  if (version !== undefined) found.push({ library: "x-auth", name: "@x/auth", version });
  if (isOwn || found.some(({ library }) => library === "better-auth")) {
    await addImporters(folder, code, files);
  }
  const links = await takeLinks(folder, files);
  const { manager, root } = await findManager(folder, manifest.path);
  const has = (router: string) =>
    paths.some((path) => path.replace(/^src\//, "").startsWith(router));
  return {
    folder,
    manifest,
    packages,
    found,
    framework: FRAMEWORKS.find(([name]) => packages.has(name))?.[1],
    routers: (["app", "pages"] as const).filter((router) => has(`${router}/`)),
    manager,
    root,
    members: found.length > 0 ? [] : await findMembers(folder, paths),
    searched: code.length,
    files,
    long,
    links,
    paths: new Set(paths),
  };
}

/** Takes links away, since what they name is listed too, and returns those to other folders. */
async function takeLinks(folder: string, files: Map<string, string>): Promise<string[]> {
  const links: string[] = [];
  for (const path of [...files.keys()]) {
    if (!(await lstat(join(folder, path))).isSymbolicLink()) continue;
    files.delete(path);
    const real = await realpath(join(folder, path));
    if (pathFrom(await realpath(folder), real).startsWith("../")) links.push(path);
  }
  return links;
}

/** Modules that make what the rest of an app imports instead of the package. */
const MAKERS = /\b(?:betterAuth|createAuthClient|defineAuth|NextAuth)\b/;

/** Most characters between `export` and `from` that are read. */
const MAX_EXPORT = 200;

/** Returns `true` for a module that passes on what another one exports. */
function passesOn(text: string): boolean {
  return text.split(/\bexport\b/).slice(1).some((rest) =>
    /\bfrom\b/.test(rest.slice(0, MAX_EXPORT).split(/[;"'`]/, 1)[0]!)
  );
}

/** Adds the files that import a module with the config or the client, and not the package. */
async function addImporters(
  folder: string,
  code: readonly string[],
  files: Map<string, string>,
): Promise<void> {
  let homes = [...files].filter(([, text]) => MAKERS.test(text) || passesOn(text))
    .map(([path]) => path);
  while (homes.length > 0) {
    const stems = new Set(homes.map(stemOf));
    homes = [];
    for (const path of code) {
      if (files.has(path)) continue;
      const text = await readFile(join(folder, path), "utf8").catch(() => "");
      const isImporter = text.length <= MAX_TEXT &&
        [...text.matchAll(/["']([@~#$.][^"'\n]{0,300}|[a-z][^"'\n]{0,300})["']/g)].some((
          [, name],
        ) =>
          stems.has(stemOf(name!.startsWith(".") ? posix.join(posix.dirname(path), name!) : name!))
        );
      if (!isImporter) continue;
      files.set(path, text);
      if (passesOn(text)) homes.push(path);
    }
  }
}

/** Last part of a path by which a module is imported. */
function stemOf(path: string): string {
  const parts = path.replace(/\.[cm]?[jt]sx?$/, "").replace(/(?<=.)\/index$/, "").split("/");
  return parts.at(-1)!;
}

async function readManifest(folder: string): Promise<App["manifest"] | undefined> {
  for (const path of ["package.json", "deno.json", "deno.jsonc"]) {
    const text = await readFile(join(folder, path), "utf8").catch(() => undefined);
    if (text !== undefined) return { path, text };
  }
}

/** Ranges by package of a manifest; a sentence when it cannot be read. */
function packagesOf(text: string): Map<string, string> | string {
  let manifest: unknown;
  try {
    manifest = parseManifest(text);
  } catch (error) {
    return (error as Error).message;
  }
  const ranges = new Map<string, string>();
  if (!isRecord(manifest)) return ranges;
  for (const member of ["peerDependencies", "devDependencies", "dependencies"]) {
    const list = manifest[member];
    if (!isRecord(list)) continue;
    for (const [name, range] of Object.entries(list)) ranges.set(name, String(range));
  }
  for (const target of isRecord(manifest.imports) ? Object.values(manifest.imports) : []) {
    const [, name, range] = /^(?:npm|jsr):\/?(@?[^@]+?)(?:@([^/]+))?\/?$/.exec(String(target)) ??
      [];
    if (name !== undefined) ranges.set(name, range ?? "*");
  }
  return ranges;
}

/** Paths of the files, as git knows them, else those that are there. */
async function listFiles(folder: string): Promise<string[]> {
  const listed = await run("git", ["ls-files", "-z", "-c", "-o", "--exclude-standard"], folder);
  const paths = listed?.split("\0").filter(Boolean) ?? await walk(folder);
  return [...new Set(paths)].filter((path) => !SKIPPED.test(path)).sort();
}

async function walk(folder: string, below = ""): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below + entry.name;
    if (entry.isDirectory() && !SKIPPED.test(`${path}/`)) {
      paths.push(...await walk(folder, `${path}/`));
    } else if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
  }
  return paths;
}

/** Output of a command; `undefined` when it fails. */
export function run(
  command: string,
  args: readonly string[],
  folder: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout) => {
      resolve(error ? undefined : stdout);
    });
  });
}

function findLibraries(folder: string, packages: ReadonlyMap<string, string>): Found[] {
  const found: Found[] = [];
  for (const [name, range] of packages) {
    const version = installedVersion(folder, name) ?? range;
    const library = name === "next-auth"
      ? libraryOfNextAuth(version)
      : LIBRARIES.find(([names]) => names.test(name))?.[1];
    if (library) found.push({ library, name, version });
  }
  return found;
}

/** Version 5 was published as a preview alone, under the tag "beta". */
function libraryOfNextAuth(version: string): Library | undefined {
  if (/^\D*5\b|^(beta|experimental|canary)$/.test(version)) return "auth-js";
  return /^\D*4\b|^(latest|\*)$/.test(version) ? "next-auth-4" : undefined;
}

/** The package manager, by the lock file of the folder or of one above it in the repository. */
async function findManager(
  folder: string,
  manifest: string,
): Promise<{ manager: Manager; root: string }> {
  if (manifest !== "package.json") return { manager: "deno", root: folder };
  for (let at = folder;; at = dirname(at)) {
    for (const [name, manager] of LOCKS) {
      if (await exists(join(at, name))) return { manager, root: at };
    }
    if (await exists(join(at, ".git")) || dirname(at) === at) break;
  }
  return { manager: "npm", root: folder };
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false);
}

/** Folders below whose manifests depend on a library. */
async function findMembers(folder: string, paths: readonly string[]): Promise<string[]> {
  const members: string[] = [];
  for (const path of paths.filter((path) => path.endsWith("/package.json"))) {
    const packages = packagesOf(await readFile(join(folder, path), "utf8").catch(() => "{}"));
    if (typeof packages === "string") continue;
    const uses = (name: string) =>
      name === "next-auth" || LIBRARIES.some(([one]) => one.test(name));
    if ([...packages.keys()].some(uses)) members.push(dirname(path));
  }
  return members;
}

/** Path from a folder, with slashes. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

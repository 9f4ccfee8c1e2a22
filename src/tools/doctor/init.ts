/**
 * `init`: a secret in .env, and a starter for the framework of a folder. Nothing that exists is
 * overwritten.
 *
 * @module
 */

import { appendFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomBase64url } from "../../base/crypto/random.ts";
import { isRecord } from "../../base/objects.ts";
import { type Framework, FRAMEWORKS } from "./frameworks.ts";
import { type Starter, STARTERS } from "./starters.ts";

/** Bytes of a secret. */
const SECRET_BYTES = 33;

/** Version of this module, in the URL from which Deno has it. */
const VERSION = /\/@x\/auth\/(\d[^/]*)\//.exec(import.meta.url)?.[1];

const PACKAGE = VERSION === undefined ? "jsr:@x/auth" : `jsr:@x/auth@^${VERSION}`;

/**
 * The `deno.json` of a new folder. `deno add` would fetch every module of the package; with this
 * alone, Deno fetches those that the app imports.
 */
const MANIFEST = `${JSON.stringify({ imports: { "@x/auth": PACKAGE } }, null, 2)}\n`;

/** Packages by which a framework is recognized, the more special ones first. */
const PACKAGES: readonly (readonly [RegExp, Framework])[] = [
  [/^next$/, "next"],
  [/^@sveltejs\/kit$/, "sveltekit"],
  [/^@builder\.io\/qwik-city$/, "qwik"],
  [/^@solidjs\/start$/, "solid-start"],
  [/^(fresh|@fresh\/core)$/, "fresh"],
  [/^(hono|@hono\/hono)$/, "hono"],
  [/^express$/, "express"],
];

/** Options of {@linkcode init}. */
export interface InitOptions {
  /** Framework. Default: the one that the folder's manifest names, else `Deno.serve`. */
  framework?: Framework | undefined;
  /** `true` writes nothing. */
  isDry: boolean;
  /** Prints a line. */
  print(line: string): void;
}

/** Prepares a folder; returns the exit code. */
export async function init(folder: string, options: InitOptions): Promise<number> {
  const { isDry, print } = options;
  const manifests = await readManifests(folder);
  const framework = options.framework ?? detect(manifests);
  if (framework === undefined) {
    print(
      "Cannot tell the framework: package.json names none that is known; pass --framework with one " +
        `of ${FRAMEWORKS.join(", ")}`,
    );
    return 1;
  }
  const starter = await placed(folder, framework);
  const isNew = framework === "deno" && manifests.length === 0;
  print(`Framework: ${framework}${isDry ? " (nothing is written)" : ""}`);
  try {
    if (!isDry) await mkdir(folder, { recursive: true });
    print(await writeSecret(folder, isDry));
    print(await ignoreSecret(folder, isDry));
    const files = isNew ? { "deno.json": MANIFEST, ...starter.files } : starter.files;
    for (const [path, text] of Object.entries(files)) {
      print(await writeStarter(folder, path, text, isDry));
      if (isDry) print(text.replaceAll(/^(?=.)/gm, "    "));
    }
  } catch (error) {
    print(`Cannot write: ${(error as Error).message}`);
    return 1;
  }
  const isDeno = manifests.every(({ name }) => name !== "package.json");
  for (const line of nextSteps(starter, { isDeno, isNew })) print(line);
  return 0;
}

/** Port of a framework's development server; `undefined` where the app itself decides. */
export async function usualPort(folder: string): Promise<number | undefined> {
  const framework = detect(await readManifests(folder));
  const { port } = STARTERS[framework ?? "deno"];
  // These apps are served by Deno too, which has a port of its own.
  const isServed = framework === "deno" || framework === "hono" || framework === "fresh";
  return framework === undefined || ("Deno" in globalThis && isServed) ? undefined : port;
}

interface Manifest {
  name: string;
  packages: string[];
}

async function readManifests(folder: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const name of ["deno.json", "deno.jsonc", "package.json"]) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text !== undefined) found.push({ name, packages: packagesIn(text) });
  }
  return found;
}

/** Names of packages in a manifest; comments, which deno.jsonc can have, are left out. */
function packagesIn(text: string): string[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ""));
  } catch {
    return [];
  }
  if (!isRecord(manifest)) return [];
  const { dependencies, devDependencies, imports } = manifest;
  const targets = Object.values(isRecord(imports) ? imports : {}).map((target) =>
    /^(?:jsr|npm):\/?(@[^/]+\/[^@/]+|[^@/]+)/.exec(String(target))?.[1] ?? ""
  );
  return [...Object.keys({ ...Object(dependencies), ...Object(devDependencies) }), ...targets];
}

function detect(manifests: readonly Manifest[]): Framework | undefined {
  const packages = manifests.flatMap((manifest) => manifest.packages);
  const known = PACKAGES.find(([name]) => packages.some((each) => name.test(each)))?.[1];
  const isNodeOnly = manifests.length > 0 &&
    manifests.every(({ name }) => name === "package.json");
  return known ?? (isNodeOnly ? undefined : "deno");
}

/** The starter with the paths that the folder has: Next's files are below `src` in some apps. */
async function placed(folder: string, framework: Framework): Promise<Starter> {
  const starter = STARTERS[framework];
  if (framework !== "next" || !await exists(join(folder, "src"))) return starter;
  const files = Object.entries(starter.files).map(([path, text]) => [`src/${path}`, text] as const);
  return { ...starter, files: Object.fromEntries(files) };
}

async function writeSecret(folder: string, isDry: boolean): Promise<string> {
  const path = join(folder, ".env");
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (/^[ \t]*(export +)?AUTH_SECRET[ \t]*=[ \t]*\S/m.test(text)) {
    return "kept    .env: it has AUTH_SECRET";
  }
  const lines = ["AUTH_SECRET", "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"]
    .filter((name) => name === "AUTH_SECRET" || !new RegExp(`^\\s*${name}\\s*=`, "m").test(text))
    .map((name) => `${name}=${name === "AUTH_SECRET" ? randomBase64url(SECRET_BYTES) : ""}\n`);
  const before = text === "" || text.endsWith("\n") ? "" : "\n";
  // Other users of the machine may not read it.
  if (!isDry) await appendFile(path, before + lines.join(""), { mode: 0o600 });
  return "write   .env: a random AUTH_SECRET, and the variables of GitHub without values";
}

async function ignoreSecret(folder: string, isDry: boolean): Promise<string> {
  if (!await isInRepository(folder)) {
    return "note    this is no git repository: keep .env out of what you publish";
  }
  const path = join(folder, ".gitignore");
  const text = await readFile(path, "utf8").catch(() => "");
  if (/^\/?(\*?\.env\*?|\.env\.\*)\/?\s*$/m.test(text)) return "kept    .gitignore: it has .env";
  const before = text === "" || text.endsWith("\n") ? "" : "\n";
  if (!isDry) await appendFile(path, `${before}.env\n`);
  return "write   .gitignore: .env";
}

async function isInRepository(folder: string): Promise<boolean> {
  for (let current = folder;; current = dirname(current)) {
    if (await exists(join(current, ".git"))) return true;
    if (dirname(current) === current) return false;
  }
}

async function writeStarter(
  folder: string,
  name: string,
  text: string,
  isDry: boolean,
): Promise<string> {
  const path = join(folder, name);
  if (await exists(path)) return `kept    ${name}: it exists`;
  if (!isDry) {
    await mkdir(dirname(path), { recursive: true });
    // Fails if the file has appeared meanwhile.
    await writeFile(path, text, { flag: "wx" });
  }
  return `write   ${name}`;
}

/** @param isNew `true` when deno.json was written here, with the package */
function nextSteps(
  { basePath, port, step }: Starter,
  { isDeno, isNew }: { isDeno: boolean; isNew: boolean },
): string[] {
  const origin = `http://localhost:${port}`;
  const doctor = isDeno ? "deno run -A jsr:@x/auth/doctor" : "npx @x/auth doctor";
  const steps = [
    isDeno ? "deno add jsr:@x/auth" : "Install @x/auth in this app, if it is not yet",
    `Register an OAuth app at GitHub with the callback URL ${origin}${basePath}/callback/github`,
    "Write its id and secret into .env",
    step,
    `Open ${origin}${basePath}/signin`,
    `Examine it: ${doctor} --env-file .env`,
  ].slice(isNew ? 1 : 0);
  return ["", "Next steps", ...steps.map((text, index) => `  ${index + 1}. ${text}`)];
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false);
}

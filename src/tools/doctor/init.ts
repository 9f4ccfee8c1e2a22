/**
 * `init`: a secret, and the files of the guide for the framework of a folder. A file that exists is
 * replaced only when the user says so.
 *
 * @module
 */

import { appendFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { isRecord } from "../../base/objects.ts";
import { type Framework, FRAMEWORKS } from "./frameworks.ts";
import { parseManifest } from "./manifest.ts";
import { type Runtime, type Starter, STARTERS } from "./starters.ts";
import { needsHooks } from "./typescript_hooks.ts";

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
  [/^nuxt$/, "nuxt"],
  [/^astro$/, "astro"],
  [/^@react-router\/dev$/, "react-router"],
  [/^@tanstack\/react-start$/, "tanstack-start"],
  [/^@nestjs\/core$/, "nest"],
  [/^(fresh|@fresh\/core)$/, "fresh"],
  [/^wrangler$/, "cloudflare-workers"],
  [/^(hono|@hono\/hono)$/, "hono"],
  [/^fastify$/, "fastify"],
  [/^koa$/, "koa"],
  [/^express$/, "express"],
];

/** Other names of a file, by which the app may have it already. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "wrangler.toml": ["wrangler.json", "wrangler.jsonc"],
  "astro.config.mjs": ["astro.config.ts", "astro.config.js", "astro.config.mts"],
};

/** Options of {@linkcode init}. */
export interface InitOptions {
  /** Framework. Default: the one that the folder's manifest names, else `Deno.serve`. */
  framework?: Framework | undefined;
  /** `true` writes nothing. */
  isDry: boolean;
  /** Prints a line. */
  print(line: string): void;
  /** Asks the user; absent where nobody can answer, and then no file is replaced. */
  ask?: ((question: string) => Promise<boolean>) | undefined;
}

/** Prepares a folder; returns the exit code. */
export async function init(folder: string, options: InitOptions): Promise<number> {
  const { isDry, print, ask } = options;
  const manifests = await readManifests(folder);
  const framework = options.framework ?? detect(manifests);
  if (framework === undefined) {
    print(
      "Cannot tell the framework: package.json names none that is known; pass --framework with one " +
        `of ${FRAMEWORKS.join(", ")}`,
    );
    return 1;
  }
  const runtime = pickRuntime(framework, manifests);
  const starter = await placed(folder, framework, runtime);
  const { make, variables } = starter;
  if (make !== undefined && manifests.length === 0) {
    print(`There is no app in this folder. Make one with \`${make}\`, and run init in its folder`);
    return 1;
  }
  const isNew = framework === "deno" && manifests.length === 0;
  print(`Framework: ${framework}${isDry ? " (nothing is written)" : ""}`);
  const existing: string[] = [];
  try {
    if (!isDry) await mkdir(folder, { recursive: true });
    print(await writeSecret(folder, variables, isDry));
    print(await ignoreSecret(folder, variables, isDry));
    const files = isNew ? { "deno.json": MANIFEST, ...starter.files } : starter.files;
    for (const [path, text] of Object.entries(files)) {
      const file = { folder, path, text, isDry };
      const written = await writeGuideFile(file, ask);
      print(written.line);
      if (written.existing) existing.push(written.existing);
      if (isDry && !written.existing) print(text.replaceAll(/^(?=.)/gm, "    "));
    }
  } catch (error) {
    print(`Cannot write: ${(error as Error).message}`);
    return 1;
  }
  for (const line of nextSteps(starter, { runtime, manifests, isNew, existing })) print(line);
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

/** Packages of the app in a folder. */
export async function packagesIn(folder: string): Promise<string[]> {
  return (await readManifests(folder)).flatMap(({ packages }) => packages);
}

interface Manifest {
  name: string;
  packages: string[];
  /** The member `type` of package.json. */
  type?: unknown;
}

async function readManifests(folder: string): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const name of ["deno.json", "deno.jsonc", "package.json"]) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text !== undefined) found.push({ name, ...readManifest(text) });
  }
  return found;
}

/** Packages in a manifest, and its type. */
function readManifest(text: string): Omit<Manifest, "name"> {
  let manifest: unknown;
  try {
    manifest = parseManifest(text);
  } catch {
    return { packages: [] };
  }
  if (!isRecord(manifest)) return { packages: [] };
  const { dependencies, devDependencies, imports, type } = manifest;
  const targets = Object.values(isRecord(imports) ? imports : {}).map((target) =>
    /^(?:jsr|npm):\/?(@[^/]+\/[^@/]+|[^@/]+)/.exec(String(target))?.[1] ?? ""
  );
  const names = Object.keys({ ...Object(dependencies), ...Object(devDependencies) });
  return { packages: [...names, ...targets], type };
}

function detect(manifests: readonly Manifest[]): Framework | undefined {
  const packages = manifests.flatMap((manifest) => manifest.packages);
  const known = PACKAGES.find(([name]) => packages.some((each) => name.test(each)))?.[1];
  const isNodeOnly = manifests.length > 0 &&
    manifests.every(({ name }) => name === "package.json");
  return known ?? (isNodeOnly ? undefined : "deno");
}

/** The runtime of an app: that of its manifest, else the one that it can have, or that runs this. */
function pickRuntime(framework: Framework, manifests: readonly Manifest[]): Runtime {
  const { start } = STARTERS[framework];
  if (!start.deno || !start.node) return start.deno ? "deno" : "node";
  if (manifests.some(({ name }) => name === "package.json")) return "node";
  return manifests.length > 0 || "Deno" in globalThis ? "deno" : "node";
}

/** The starter with the files of its runtime, and the paths that the folder has. */
async function placed(folder: string, framework: Framework, runtime: Runtime): Promise<Starter> {
  const starter = STARTERS[framework];
  const others = starter.filesOf[runtime === "deno" ? "node" : "deno"] ?? [];
  // Next's files are below `src` in some apps.
  const before = framework === "next" && await exists(join(folder, "src/app")) ? "src/" : "";
  const files = Object.entries(starter.files).filter(([path]) => !others.includes(path))
    .map(([path, text]) => [before + path, text] as const);
  return { ...starter, files: Object.fromEntries(files) };
}

async function writeSecret(folder: string, name: string, isDry: boolean): Promise<string> {
  const path = join(folder, name);
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (/^[ \t]*(export +)?AUTH_SECRET[ \t]*=[ \t]*\S/m.test(text)) {
    return `kept    ${name}: it has AUTH_SECRET`;
  }
  const isThere = (variable: string) => new RegExp(`^[ \\t]*${variable}[ \\t]*=`, "m").test(text);
  const github = ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"].filter((each) => !isThere(each));
  const lines = [
    `AUTH_SECRET=${randomBase64url(SECRET_BYTES)}\n`,
    ...github.map((each) => `${each}=\n`),
  ];
  const before = text === "" || text.endsWith("\n") ? "" : "\n";
  // Other users of the machine may not read it.
  if (!isDry) await appendFile(path, before + lines.join(""), { mode: 0o600 });
  return `write   ${name}: a random AUTH_SECRET, and the variables of GitHub without values`;
}

async function ignoreSecret(folder: string, name: string, isDry: boolean): Promise<string> {
  if (!await isInRepository(folder)) {
    return `note    this is no git repository: keep ${name} out of what you publish`;
  }
  const path = join(folder, ".gitignore");
  const text = await readFile(path, "utf8").catch(() => "");
  const escaped = name.replaceAll(".", "\\.");
  if (new RegExp(`^/?\\*?${escaped}(\\*|\\.\\*)?/?\\s*$`, "m").test(text)) {
    return `kept    .gitignore: it has ${name}`;
  }
  const before = text === "" || text.endsWith("\n") ? "" : "\n";
  if (!isDry) await appendFile(path, `${before}${name}\n`);
  return `write   .gitignore: ${name}`;
}

async function isInRepository(folder: string): Promise<boolean> {
  for (let current = folder;; current = dirname(current)) {
    if (await exists(join(current, ".git"))) return true;
    if (dirname(current) === current) return false;
  }
}

interface GuideFile {
  folder: string;
  path: string;
  text: string;
  isDry: boolean;
}

/** Writes a file; returns the line about it, and the name of the file that was kept in its place. */
async function writeGuideFile(
  { folder, path: name, text, isDry }: GuideFile,
  ask: InitOptions["ask"],
): Promise<{ line: string; existing?: string }> {
  const path = join(folder, name);
  const names = [name, ...OTHER_NAMES[name] ?? []];
  for (const found of names) {
    const before = await readFile(join(folder, found), "utf8").catch(() => undefined);
    if (before === undefined) continue;
    if (before === text) return { line: `kept    ${found}: it is that of the guide` };
    const isMeant = !isDry && found === name &&
      await ask?.(`${name} exists. Replace it by that of the guide?`);
    if (!isMeant) return { line: `kept    ${found}: it exists`, existing: found };
    await writeFile(path, text);
    return { line: `replace ${name}` };
  }
  if (!isDry) {
    await mkdir(dirname(path), { recursive: true });
    // Fails if the file has appeared meanwhile.
    await writeFile(path, text, { flag: "wx" });
  }
  return { line: `write   ${name}` };
}

interface Facts {
  runtime: Runtime;
  manifests: readonly Manifest[];
  /** `true` when deno.json was written here, with the package. */
  isNew: boolean;
  /** Files of the app that stand where the guide has one. */
  existing: readonly string[];
}

function nextSteps(starter: Starter, { runtime, manifests, isNew, existing }: Facts): string[] {
  const { basePath, port, page, start, guide, variables, needsBuild } = starter;
  const origin = `http://localhost:${port}`;
  const doctor = runtime === "deno" ? "deno run -A jsr:@x/auth/doctor" : "npx @x/auth doctor";
  const steps = [
    ...isNew ? [] : installation(starter, runtime, manifests),
    ...existing.map((file) => `Add to ${file} what the guide has for it`),
    `Register an OAuth app at GitHub with the callback URL ${origin}${basePath}/callback/github`,
    `Write its id and secret into ${variables}`,
    ...start[runtime]!.map((command) => `Run \`${command}\``),
    `Open ${origin}${page}`,
    needsBuild
      ? `Examine it while it runs: ${doctor} --url ${origin}${basePath}`
      : `Examine it: ${doctor} --env-file ${variables}`,
  ];
  return [
    "",
    "Next steps",
    ...steps.map((text, index) => `  ${index + 1}. ${text}`),
    "",
    `The guide: ${guide}`,
  ];
}

/** Commands for what the app lacks. */
function installation(
  { files, packages, devPackages, isModule, needsBuild }: Starter,
  runtime: Runtime,
  manifests: readonly Manifest[],
): string[] {
  const known = new Set(manifests.flatMap((manifest) => manifest.packages));
  const sources = Object.values(files).join("");
  const imported = packages.filter((name) => sources.includes(`"${name}"`) && !known.has(name));
  const own = known.has("@x/auth") ? [] : ["@x/auth"];
  const of = (command: string, names: readonly string[]) =>
    names.length > 0 ? [`Run \`${command} ${names.join(" ")}\``] : [];
  if (runtime === "deno") {
    return of("deno add", [
      ...own.map((name) => `jsr:${name}`),
      ...imported.map((name) => `npm:${name}`),
    ]);
  }
  const manifest = manifests.find(({ name }) => name === "package.json");
  // With it, the doctor reads the config where Node cannot.
  const isTyped = !needsBuild && Object.keys(files).some(needsHooks);
  const tools = [...devPackages, ...isTyped ? ["typescript"] : []];
  return [
    ...manifest ? [] : ["Run `npm init -y`"],
    ...isModule && manifest?.type !== "module" ? ["Run `npm pkg set type=module`"] : [],
    ...of("npm install", [...own, ...imported]),
    ...of("npm install --save-dev", tools.filter((name) => !known.has(name))),
  ];
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(() => true, () => false);
}

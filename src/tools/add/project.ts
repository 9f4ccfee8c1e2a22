/**
 * What the manifests of an app say about its framework, its language and its folders.
 *
 * @module
 */

import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../base/objects.ts";
import { parseManifest } from "../doctor/manifest.ts";
import { type Framework, FRAMEWORKS, type Language, type Look } from "./components.ts";

/** Most bytes of a manifest. */
const MOST_BYTES = 1_000_000;

/** Packages by which a framework is recognized. */
const PACKAGES: Readonly<Record<Framework, readonly string[]>> = {
  react: ["react", "next"],
  vue: ["vue", "nuxt"],
  svelte: ["svelte", "@sveltejs/kit"],
  solid: ["solid-js", "@solidjs/start"],
};

/** An app. */
export interface Project {
  /** Frameworks that its manifests name. */
  readonly frameworks: readonly Framework[];
  /** Language. */
  readonly language: Language;
  /** Folder for the copies, from the root of the app, with `/`. */
  readonly folder: string;
  /** Style sheet. */
  readonly look: Look;
  /** `true` where the tokens of shadcn are parts of a color, as with Tailwind 3. */
  readonly areTokensParts: boolean;
  /** `true` where modules of the browser say so, as in Next.js. */
  readonly isClientMarked: boolean;
}

/**
 * Reads the manifests of an app; `undefined` where there is none.
 *
 * @throws {Error} for a manifest that cannot be read
 */
export async function readProject(root: string): Promise<Project | undefined> {
  const manifests = await Promise.all(
    ["package.json", "deno.json", "deno.jsonc"].map((name) => read(root, name)),
  );
  if (manifests.every((one) => one === undefined)) return undefined;
  const names = new Set(manifests.flatMap((one) => one ? packagesOf(one) : []));
  const shadcn = await read(root, "components.json");
  const isDeno = manifests[1] !== undefined || manifests[2] !== undefined;
  const isTyped = isDeno || names.has("typescript") || await isThere(root, "tsconfig.json");
  const { tsx, typescript, tailwind, aliases } = shadcn ?? {};
  const isJavaScript = tsx === false || typescript === false || !isTyped;
  const isNext = names.has("next");
  // The folder `app` of Next.js is for its routes.
  const sources = await isThere(root, "src")
    ? "src/"
    : !isNext && await isThere(root, "app")
    ? "app/"
    : "";
  return {
    frameworks: FRAMEWORKS.filter((one) => PACKAGES[one].some((name) => names.has(name))),
    language: isJavaScript ? "js" : "ts",
    folder: `${folderFor(isRecord(aliases) ? aliases.components : undefined, sources)}/auth`,
    look: shadcn ? "shadcn" : "tokens",
    areTokensParts: isRecord(tailwind) && typeof tailwind.config === "string" &&
      tailwind.config !== "",
    isClientMarked: isNext,
  };
}

/** The folder for components, which `components.json` names by an alias. */
function folderFor(alias: unknown, sources: string): string {
  const [, root, rest] = typeof alias === "string" && alias.length < 200
    ? /^(@|~|\$lib)\/([\w/.-]+)$/.exec(alias) ?? []
    : [];
  if (rest === undefined) return `${sources}components`;
  return root === "$lib" ? `src/lib/${rest}` : sources + rest;
}

async function read(root: string, name: string): Promise<Record<string, unknown> | undefined> {
  const path = join(root, name);
  const stats = await lstat(path).catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!stats) return undefined;
  if (stats.size > MOST_BYTES) throw new Error(`${name} is too large`);
  const text = await readFile(path, "utf8");
  let manifest: unknown;
  try {
    manifest = parseManifest(text);
  } catch {
    throw new Error(`${name} is no JSON`);
  }
  if (!isRecord(manifest)) throw new Error(`${name} is no object`);
  return manifest;
}

/** Names of the packages of a manifest, and of those that its imports lead to. */
function packagesOf(manifest: Record<string, unknown>): string[] {
  const { dependencies, devDependencies, imports } = manifest;
  const lists = [dependencies, devDependencies, imports].filter(isRecord);
  return [
    ...lists.flatMap((list) => Object.keys(list)),
    ...Object.values(isRecord(imports) ? imports : {}).flatMap((target) =>
      /^(?:jsr|npm):\/?(@[^/]+\/[^@/]+|[^@/]+)/.exec(String(target).slice(0, 300))?.[1] ?? []
    ),
  ];
}

async function isThere(root: string, name: string): Promise<boolean> {
  return await lstat(join(root, name)).then(() => true, () => false);
}

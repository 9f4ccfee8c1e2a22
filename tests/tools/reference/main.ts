/**
 * Writes `docs/reference/`: a page per group of options, per subpath and per provider, and the
 * closed lists. All of it comes from the sources: what a page lacks is mended there.
 *
 *     deno task reference            # write
 *     deno task reference --check    # fail when a page is stale
 *
 * @module
 */

import { readProviders } from "../providers.ts";
import { announceExports, subpathPath, writeSubpath } from "./_exports_page.ts";
import { GROUPS } from "./_groups.ts";
import { type Library, readLibrary } from "./_library.ts";
import {
  writeAudit,
  writeCookies,
  writeEnvironment,
  writeTelemetry,
  writeTexts,
  writeWarnings,
} from "./_lists.ts";
import { announceOptions, Gaps, optionPath, writeOptions } from "./_options.ts";
import { providerPath, writeProvider, writeProviderList } from "./_providers.ts";

const root = new URL("../../../", import.meta.url);
const folder = new URL("docs/reference/", root);

/** Pages of lists, which the index names with a sentence. */
const LISTS: readonly [page: string, title: string, about: string][] = [
  ["audit.md", "Audit log", "names and reasons of entries"],
  ["warnings.md", "Warnings", "codes of `logger.warn`"],
  ["telemetry.md", "Telemetry", "counters and spans for OpenTelemetry"],
  ["environment.md", "Environment variables", "what the config reads from the environment"],
  ["cookies.md", "Cookies", "names, lifetimes and contents"],
  ["texts.md", "Texts", "every text of pages and emails"],
  ["../errors.md", "Errors", "each class with its causes and cures"],
];

/** The pages, by their path below `docs/reference/`. */
export interface Reference {
  /** Text by path. */
  pages: ReadonlyMap<string, string>;
  /** Number of options that have an entry. */
  options: number;
  /** Number of exports that have an entry. */
  exports: number;
  /** What it was made from. */
  library: Library;
}

/**
 * Makes all pages.
 *
 * @throws {Error} when a source does not say what a page needs
 */
export async function makeReference(): Promise<Reference> {
  const gaps = new Gaps();
  const [library, providers] = await Promise.all([
    readLibrary(),
    readProviders(root.pathname.replace(/\/$/, "")),
  ]);
  const modules = [...library.subpaths.values()].filter(({ specifier, own, others }) =>
    !specifier.startsWith("@x/auth/providers/") && own.length + others.length > 0
  );
  const subpathOf = (module: string) => library.subpaths.get(`@x/auth/providers/${module}`)!;

  // What is described is known before the first link is written.
  announceOptions(library, GROUPS);
  for (const subpath of modules) announceExports(library, subpath, subpathPath(subpath));
  for (const provider of providers) {
    announceExports(
      library,
      subpathOf(provider.module),
      providerPath(provider),
      provider.name,
    );
  }

  const pages = new Map<string, string>();
  let options = 0;
  let exports = 0;
  for (const group of GROUPS) {
    const { text, count } = writeOptions(library, group, gaps, GROUPS);
    pages.set(optionPath(group), text);
    options += count;
  }
  for (const subpath of modules) {
    const { text, count } = writeSubpath(library, subpath);
    pages.set(subpathPath(subpath), text);
    exports += count;
  }
  for (const provider of providers) {
    const subpath = subpathOf(provider.module);
    pages.set(providerPath(provider), await writeProvider(library, subpath, provider));
    exports += subpath.own.length;
  }
  pages.set("providers/README.md", writeProviderList(providers));
  pages.set("audit.md", await writeAudit(library, gaps));
  pages.set("warnings.md", await writeWarnings(library));
  pages.set("telemetry.md", await writeTelemetry(library));
  pages.set("environment.md", writeEnvironment(library, gaps));
  pages.set("cookies.md", writeCookies(library));
  pages.set("texts.md", writeTexts());
  const index = [
    "# Reference\n\nEvery option, every export, every provider, and the lists that an app meets. The " +
    "pages are made from the\nsources, and tests fail when one is stale.\n",
    "\n## Options\n\n",
    ...GROUPS.map((group) => `- [${group.title}](${optionPath(group)}): ${lower(group.about)}\n`),
    "\n## Lists\n\n",
    ...LISTS.map(([page, title, about]) => `- [${title}](${page}): ${about}\n`),
    `\n## Providers\n\n- [All ${providers.length}](providers/README.md): what to register where, ` +
    "variables, and what the profile has\n",
    "\n## Subpaths\n\n",
    ...modules.map((subpath) => `- [${subpath.specifier}](${subpathPath(subpath)})\n`),
  ].join("");
  pages.set("README.md", index);
  gaps.check();
  return {
    pages: new Map([...pages].map(([path, text]) => [path, marked(text)])),
    options,
    exports,
    library,
  };
}

/** The file says where it comes from, so that nobody edits it. */
const marked = (text: string): string =>
  `${text.trimEnd()}\n\n<!-- Written by \`deno task reference\` from the sources: edit those. -->\n`;

/** The first sentence, as the rest of a line. */
const lower = (text: string): string =>
  text.split(/\.(?:\s|$)/)[0]!.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());

/** The pages that are written, by their path. */
export async function readPages(from: URL = folder, path = ""): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  try {
    for await (const { name, isDirectory } of Deno.readDir(from)) {
      if (isDirectory) {
        const inner = await readPages(new URL(`${name}/`, from), `${path}${name}/`);
        for (const [key, text] of inner) found.set(key, text);
      } else found.set(path + name, await Deno.readTextFile(new URL(name, from)));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found;
}

/** Paths of pages that differ from what the sources say, in either direction. */
export function stalePages(
  made: ReadonlyMap<string, string>,
  written: ReadonlyMap<string, string>,
): string[] {
  return [...new Set([...made.keys(), ...written.keys()])]
    .filter((path) => made.get(path) !== written.get(path)).sort();
}

if (import.meta.main) {
  const { pages, options, exports } = await makeReference();
  const written = await readPages();
  const stale = stalePages(pages, written);
  if (Deno.args.includes("--check")) {
    if (stale.length > 0) {
      console.error(
        `Stale pages of docs/reference/: run \`deno task reference\`\n${stale.join("\n")}`,
      );
      Deno.exit(1);
    }
  } else {
    for (const path of stale) {
      const url = new URL(path, folder);
      const text = pages.get(path);
      if (text === undefined) {
        await Deno.remove(url);
        continue;
      }
      await Deno.mkdir(new URL(".", url), { recursive: true });
      await Deno.writeTextFile(url, text);
    }
  }
  const bytes = [...pages.values()].reduce((sum, text) => sum + text.length, 0);
  console.log(
    `docs/reference/: ${pages.size} pages, ${options} options, ${exports} exports, ` +
      `${Math.round(bytes / 1000)} kB${
        Deno.args.includes("--check") ? ", none is stale" : `, ${stale.length} written`
      }`,
  );
}

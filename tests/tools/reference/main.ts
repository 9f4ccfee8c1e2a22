/**
 * Makes the reference: a page per group of options, per subpath and per provider, and the closed
 * lists. All of it comes from the sources: what a page lacks is mended there. The site has it; task
 * `reference` writes it to `docs/reference/`, which git ignores, to be read before it is published.
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

let made: Promise<Reference> | undefined;

/**
 * Makes all pages, once in a process.
 *
 * @throws {Error} when a source does not say what a page needs
 */
export function makeReference(): Promise<Reference> {
  return made ??= make();
}

async function make(): Promise<Reference> {
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
    "pages are made from the\nsources.\n",
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

if (import.meta.main) {
  const { pages, options, exports } = await makeReference();
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  for (const [path, text] of pages) {
    const url = new URL(path, folder);
    await Deno.mkdir(new URL(".", url), { recursive: true });
    await Deno.writeTextFile(url, text);
  }
  const bytes = [...pages.values()].reduce((sum, text) => sum + text.length, 0);
  console.log(
    `docs/reference/: ${pages.size} pages, ${options} options, ${exports} exports, ` +
      `${Math.round(bytes / 1000)} kB`,
  );
}

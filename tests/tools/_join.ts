/**
 * Joins the modules of the npm package into few files. Node opens each file of a package, and
 * development servers compile each of them again, so two hundred small files cost an app a second
 * of its first page. Entry points keep their paths, and declarations stay beside them.
 *
 * What a server loads at start and what it loads on demand stay apart, and so do modules that
 * import other packages: nothing loads a package that it did not load before. The sign-in page is
 * the first thing that most servers load on demand, so what it needs is apart too. All else that is
 * on demand is one file, since bundlers write a copy of what several `import()` have in common.
 *
 * @module
 */

import { type ModuleInfo, rollup } from "rollup";

/** Folder of the joined files in the package. */
const FOLDER = "chunks";

/** Directive of modules for browsers, which must be the first statement of a file. */
const CLIENT = '"use client";';

/** What every server loads before its first request. */
const CORE = ["src/core/auth.js", "src/server/bind.js"];

/** What the sign-in page and the other built-in pages of a sign-in need. */
const PAGES = ["src/core/actions/visited.js", "src/response/page_or_json.js"];

/** Who reaches this module is a server. */
const SERVER = "src/config/resolve.js";

/** Entry points for browsers. */
const BROWSER = /^src\/(client\/|frameworks\/.*(client|react|webauthn)\.js$)/;

/**
 * Replaces the modules of a package by joined ones.
 *
 * @param dir folder of the package
 * @param entries paths of the entry points in it
 */
export async function joinModules(dir: string, entries: readonly string[]): Promise<void> {
  const pathOf = (id: string) => id.slice(dir.length + 1);
  const clients = new Set<string>();
  const bundle = await rollup({
    input: Object.fromEntries(
      entries.map((path) => [path.slice(0, -".js".length), `${dir}/${path}`]),
    ),
    external: (id) => !/^[./]/.test(id),
    preserveEntrySignatures: "strict",
    onwarn(warning) {
      if (warning.code === "MODULE_LEVEL_DIRECTIVE") clients.add(warning.id!);
      // Modules of types only.
      else if (warning.code !== "EMPTY_BUNDLE") throw new Error(warning.message);
    },
  });
  const joined = [...bundle.watchFiles];
  let groups: Groups | undefined;
  const { output } = await bundle.generate({
    entryFileNames: "[name].js",
    chunkFileNames: `${FOLDER}/[name].js`,
    hoistTransitiveImports: false,
    manualChunks(id, { getModuleInfo, getModuleIds }) {
      groups ??= new Groups([...getModuleIds()].map((id) => getModuleInfo(id)!), pathOf);
      return groups.of(id);
    },
    banner: ({ facadeModuleId }) => clients.has(facadeModuleId ?? "") ? CLIENT : "",
  });
  await bundle.close();
  for (const id of joined) await Deno.remove(id);
  await Deno.mkdir(`${dir}/${FOLDER}`);
  for (const chunk of output) {
    if (chunk.type === "chunk") await Deno.writeTextFile(`${dir}/${chunk.fileName}`, chunk.code);
  }
}

/** Decides which modules are joined. */
class Groups {
  readonly #modules: ReadonlyMap<string, ModuleInfo>;
  readonly #pathOf: (id: string) => string;
  /** Modules that every server has loaded before its first request. */
  readonly #core: ReadonlySet<string>;
  /** Modules that a server can load at all. */
  readonly #reachable: ReadonlySet<string>;
  /** Modules that every page needs. */
  readonly #pages: ReadonlySet<string>;
  /** Modules of entry points for browsers. */
  readonly #browser: ReadonlySet<string>;
  /** Modules of the other entry points without a server: providers, adapters, languages. */
  readonly #parts: ReadonlySet<string>;

  constructor(modules: readonly ModuleInfo[], pathOf: (id: string) => string) {
    this.#modules = new Map(modules.map((info) => [info.id, info]));
    this.#pathOf = pathOf;
    const idsOf = (paths: readonly string[]) =>
      modules.map(({ id }) => id).filter((id) => paths.includes(pathOf(id)));
    const [server] = idsOf([SERVER]);
    const pages = idsOf(PAGES);
    const core = idsOf(CORE);
    if (!server || pages.length < PAGES.length || core.length < CORE.length) {
      const needed = [SERVER, ...PAGES, ...CORE].join(", ");
      throw new Error(`Cannot join: ${needed} must be in the package`);
    }
    this.#core = this.#reach(core);
    this.#reachable = this.#reach(core, true);
    this.#pages = this.#reach(pages);
    const others = modules.filter(({ id, isEntry }) => isEntry && !this.#reach([id]).has(server))
      .map(({ id }) => id);
    const isBrowser = (id: string) => BROWSER.test(pathOf(id));
    this.#browser = this.#reach(others.filter(isBrowser));
    this.#parts = this.#reach(others.filter((id) => !isBrowser(id)));
  }

  /** Name of the group of a module; without a group Rollup decides. */
  of(id: string): string | undefined {
    if (!this.#reachable.has(id)) return undefined;
    if (this.#browser.has(id)) return "common";
    if (this.#core.has(id)) return this.#parts.has(id) ? "parts" : "core";
    // Providers of mails load some of what a server loads on demand.
    const late = this.#parts.has(id) ? "mails" : this.#pages.has(id) ? "pages" : "late";
    return [late, ...this.#packagesOf(id)].join("_");
  }

  /** Modules that are loaded with others; with `late` also those that are loaded on demand. */
  #reach(from: readonly string[], late = false): Set<string> {
    const found = new Set(from);
    for (const id of found) {
      const { importedIds = [], dynamicallyImportedIds = [] } = this.#modules.get(id) ?? {};
      for (const next of importedIds) found.add(next);
      if (late) { for (const next of dynamicallyImportedIds) found.add(next); }
    }
    return found;
  }

  /** Packages that are loaded with a module, which modules without them must not load. */
  #packagesOf(id: string): string[] {
    const packages = [...this.#reach([id])].filter((one) => /^[@a-z]/.test(one));
    return [...new Set(packages.map((one) => one.split("/")[0]!))].sort();
  }
}

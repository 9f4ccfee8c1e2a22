/**
 * The exports of the library, and where the reference describes each of them.
 *
 * @module
 */

import { anchorOf } from "../../_anchors.ts";
import { type Declaration, type DocModule, placeOf, readModules } from "../_doc.ts";
import { subpaths } from "../exports.ts";

const root = new URL("../../../", import.meta.url).href;

/** An export, at the subpath that describes it. */
export interface Export {
  /** Name as apps import it; of a default export, the one of its declaration. */
  name: string;
  /** Specifier, such as `@x/auth/types`. */
  subpath: string;
  /** `true` for a default export. */
  isDefault: boolean;
  /** Its declarations. */
  declarations: readonly Declaration[];
}

/** A module that apps import. */
export interface Subpath {
  /** Specifier, such as `@x/auth/types`. */
  specifier: string;
  /** Path of its file in the repository. */
  file: string;
  /** Its documentation. */
  module: DocModule;
  /** What its page describes. */
  own: readonly Export[];
  /** What it exports too, and the page of another subpath describes. */
  others: readonly Export[];
}

/** All exports, and the places of what is described. */
export interface Library {
  /** By specifier, sorted. */
  subpaths: ReadonlyMap<string, Subpath>;
  /** Finds an export: `@x/auth/types#AuthConfig`. */
  find(id: string): Export;
  /** Exports with a name, wherever they are. */
  named(name: string): readonly Export[];
  /** Says on which page an export is described, and below which heading. */
  describe(declaration: Declaration, page: string, heading: string): void;
  /** Link from a page to the description of an export; `undefined` where there is none. */
  linkTo(found: Export, from: string): string | undefined;
}

/** Reads the library. */
export async function readLibrary(): Promise<Library> {
  const files = await subpaths();
  const modules = await readModules(Object.values(files));
  const exporters = new Map<string, string[]>();
  const sizes = new Map<string, number>();
  for (const [specifier, file] of Object.entries(files)) {
    // Has the types of `@x/auth/providers`, where apps of Auth.js look for them.
    if (specifier.endsWith("/providers/oauth")) continue;
    const { symbols } = modules[file]!;
    sizes.set(specifier, symbols.length);
    for (const { declarations } of symbols) {
      const place = placeOf(declarations[0]!.location);
      const known = exporters.get(place) ?? [];
      if (!known.includes(specifier)) exporters.set(place, [...known, specifier]);
    }
  }
  const homes = new Map(
    [...exporters].map(([place, specifiers]) => [place, homeOf(place, specifiers, files, sizes)]),
  );

  const found = new Map<string, Subpath>();
  const byName = new Map<string, Export[]>();
  for (const [specifier, file] of Object.entries(files).sort()) {
    const module = modules[file]!;
    const own: Export[] = [];
    const others: Export[] = [];
    for (const { name, declarations } of module.symbols) {
      const home = homes.get(placeOf(declarations[0]!.location)) ?? specifier;
      const isDefault = name === "default";
      const shown = isDefault ? defaultName(declarations, file) : name;
      const one: Export = { name: shown, subpath: home, isDefault, declarations };
      if (home !== specifier) {
        others.push(one);
        continue;
      }
      // A default export that has a name too is described once.
      if (own.some((known) => known.declarations[0] === declarations[0])) continue;
      own.push(one);
      byName.set(shown, [...byName.get(shown) ?? [], one]);
    }
    const path = file.slice(root.length);
    found.set(specifier, { specifier, file: path, module, own, others });
  }

  const described = new Map<string, { page: string; heading: string }>();
  return {
    subpaths: found,
    find(id) {
      const [specifier = "", name] = id.split("#");
      const subpath = found.get(specifier);
      const one = [...subpath?.own ?? [], ...subpath?.others ?? []]
        .find((one) => one.name === name);
      if (!one) throw new Error(`There is no export ${id}`);
      return one;
    },
    named: (name) => byName.get(name) ?? [],
    describe(declaration, page, heading) {
      const place = placeOf(declaration.location);
      if (!described.has(place)) described.set(place, { page, heading });
    },
    linkTo({ declarations }, from) {
      const place = described.get(placeOf(declarations[0]!.location));
      if (!place) return undefined;
      const anchor = `#${anchorOf(place.heading)}`;
      return place.page === from ? anchor : relative(from, place.page) + anchor;
    },
  };
}

/** A default export that the module names elsewhere, or that is named like the file. */
function defaultName(declarations: readonly Declaration[], file: string): string {
  const name = declarations[0]?.def?.defName;
  if (name) return name;
  const source = Deno.readTextFileSync(new URL(file));
  const [, found] = /^export default (?:function )?(\w+)/m.exec(source) ??
    /export \{[^}]*\b(\w+) as default/.exec(source) ?? [];
  if (!found) throw new Error(`Cannot find the name of the default export of ${file}`);
  return found;
}

/** Subpaths that describe what they share with others, if none has the file itself. */
const GENERAL = ["@x/auth/types", "@x/auth", "@x/auth/server", "@x/auth/wrapper"];

/**
 * The subpath that describes a declaration: that of its file, a general one, or of those that
 * share the most folders with its file the one with the fewest exports.
 */
function homeOf(
  place: string,
  specifiers: readonly string[],
  files: Readonly<Record<string, string>>,
  sizes: ReadonlyMap<string, number>,
): string {
  const file = place.replace(/:\d+$/, "");
  const own = specifiers.find((specifier) => files[specifier] === file);
  const general = GENERAL.find((specifier) => specifiers.includes(specifier));
  if (own ?? general) return (own ?? general)!;
  const nearness = (specifier: string) => {
    const folders = file.split("/");
    return files[specifier]!.split("/").findIndex((part, index) => part !== folders[index]);
  };
  return [...specifiers].sort((a, b) =>
    nearness(b) - nearness(a) || sizes.get(a)! - sizes.get(b)! || (a < b ? -1 : 1)
  )[0]!;
}

/** Relative path between two pages. */
export function relative(from: string, to: string): string {
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  let shared = 0;
  while (shared < here.length && here[shared] === there[shared]) shared++;
  return "../".repeat(here.length - shared) + there.slice(shared).join("/");
}

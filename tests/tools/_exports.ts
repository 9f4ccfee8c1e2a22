/**
 * The public interface as text, one line per member, and its comparison with
 * the accepted one. Documentation, places in files and names of parameters are left
 * out, so that they can change.
 *
 * @module
 */

import {
  accessorOf,
  createPrinter,
  type Declaration,
  type DocSymbol,
  isPublic,
  readModules,
  staticOf,
  visible,
} from "./_doc.ts";

const { generics, indexSignature, list, members, property, signature, type } = createPrinter(false);

/** Name of an export → its lines. */
export type Entry = Readonly<Record<string, readonly string[]>>;

/** Subpath → its exports. */
export type Exports = Readonly<Record<string, Entry>>;

/** Difference between two interfaces. */
export interface Comparison {
  /** Exports that were removed, lost a member, gained a required one, or changed. */
  breaches: string[];
  /** Exports and members that are new. */
  additions: string[];
}

/**
 * Reads the exports of modules.
 *
 * @param files subpath → URL of its module
 */
export async function readExports(files: Readonly<Record<string, string>>): Promise<Exports> {
  const modules = await readModules(Object.values(files));
  return Object.fromEntries(
    Object.entries(files).map(([subpath, file]) => [subpath, entryOf(modules[file]!.symbols)]),
  );
}

/** The lines of every export of a module. */
function entryOf(symbols: readonly DocSymbol[]): Entry {
  return Object.fromEntries(
    symbols.map(({ name, declarations }): [string, string[]] => [
      name,
      visible(declarations).flatMap(linesOf),
    ]).sort(([a], [b]) => a < b ? -1 : 1),
  );
}

/** A line for the declaration and one for each member that a change can break. */
function linesOf({ kind, def }: Declaration): string[] {
  switch (kind) {
    case "function":
      return [signature("function ", def)];
    case "variable":
      return [`${def.kind}: ${type(def.tsType)}`];
    case "typeAlias":
      return [`type${generics(def)} = ${type(def.tsType)}`];
    case "interface":
      return [`interface${generics(def)}${list(" extends ", def.extends)}`, ...members(def)];
    case "class":
      return [
        `class${generics(def)}${def.extends ? ` extends ${def.extends}` : ""}` +
        list(" implements ", def.implements),
        ...[...def.constructors ?? []].map((one) => signature("constructor", one)),
        ...[...def.properties ?? []].filter(isPublic).map((one) => staticOf(one) + property(one)),
        ...[...def.methods ?? []].filter(isPublic).map((one) =>
          signature(`${staticOf(one)}${accessorOf(one)}${one.name}`, one.functionDef)
        ),
        ...[...def.indexSignatures ?? []].map(indexSignature),
      ];
    default:
      throw new Error(`Cannot describe an export of the kind "${kind}"`);
  }
}

/** An optional property or method. */
const OPTIONAL = /^(?:readonly )?[^\s(:]+\?(?::|<|\()/;

/** Additions to a class concern no other code, since the library makes its objects. */
const isHarmless = (line: string, [heading]: readonly string[]): boolean =>
  OPTIONAL.test(line) || heading!.startsWith("class");

/** Compares an interface with the accepted one. */
export function compare(accepted: Exports, now: Exports): Comparison {
  // One declaration is exported by several subpaths, and is reported once.
  const breaches = new Map<string, string[]>();
  const additions = new Map<string, string[]>();
  const report = (to: Map<string, string[]>, what: string, subpath: string) =>
    to.set(what, [...to.get(what) ?? [], subpath]);

  for (const [subpath, entry] of Object.entries(accepted)) {
    for (const [name, before] of Object.entries(entry)) {
      const after = now[subpath]?.[name];
      if (!after) {
        report(breaches, `${name} is removed`, subpath);
        continue;
      }
      const gone = before.filter((line) => !after.includes(line));
      const added = after.filter((line) => !before.includes(line));
      const isBreach = gone.length > 0 || added.some((line) => !isHarmless(line, before));
      const lines = [
        ...gone.map((line) => `\n  - ${line}`),
        ...added.map((line) => `\n  + ${line}`),
      ];
      if (isBreach) report(breaches, `${name} is changed${lines.join("")}`, subpath);
      else if (added.length > 0) report(additions, `${name} has more${lines.join("")}`, subpath);
    }
  }
  for (const [subpath, entry] of Object.entries(now)) {
    for (const name of Object.keys(entry)) {
      if (!accepted[subpath]?.[name]) report(additions, `${name} is new`, subpath);
    }
  }
  return { breaches: [...breaches].map(toMessage), additions: [...additions].map(toMessage) };
}

function toMessage([what, [first, ...others]]: [string, string[]]): string {
  return `${first}${others.length > 0 ? ` and ${others.length} more` : ""}: ${what}`;
}

/**
 * The interface as text: a paragraph for each subpath and one for each
 * declaration. What several subpaths export is written once.
 */
export function toText(exports: Exports): string {
  const declarations = new Map<string, string>();
  const taken = new Map<string, number>();
  const paragraphs: string[] = [];
  for (const [subpath, entry] of Object.entries(exports)) {
    const names = Object.entries(entry).map(([name, lines]) => {
      const text = lines.join("\n  ");
      let id = declarations.get(`${name}\n${text}`);
      if (id === undefined) {
        const count = (taken.get(name) ?? 0) + 1;
        taken.set(name, count);
        id = count === 1 ? name : `${name} of ${subpath}`;
        declarations.set(`${name}\n${text}`, id);
        paragraphs.push(`${id}\n  ${text}`);
      }
      return id;
    });
    paragraphs.push([`# ${subpath}`, ...names].join("\n  "));
  }
  return `${paragraphs.join("\n")}\n`;
}

/** Reads what {@linkcode toText} wrote. */
export function fromText(text: string): Exports {
  const declarations: Record<string, string[]> = {};
  const exports: Record<string, Entry> = {};
  for (const paragraph of text.trimEnd().split(/\n(?! )/)) {
    const [heading, ...lines] = paragraph.split("\n  ") as [string, ...string[]];
    if (heading.startsWith("# ")) {
      exports[heading.slice(2)] = Object.fromEntries(
        lines.map((id) => [id.replace(/ of \S+$/, ""), declarations[id]!]),
      );
    } else declarations[heading] = lines;
  }
  return exports;
}

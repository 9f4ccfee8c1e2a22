/**
 * Pages of subpaths: each export with its signature, its documentation and its members.
 *
 * @module
 */

import {
  accessorOf,
  createPrinter,
  type Declaration,
  isPublic,
  type JsDoc,
  staticOf,
  visible,
} from "../_doc.ts";
import type { Export, Library, Subpath } from "./_library.ts";
import { code, createWriter, item, type PageWriter, takeDefault } from "./_markdown.ts";

// deno-lint-ignore no-explicit-any -- a large tree of which few leaves are read
type Node = any;

const { type, signature, generics, list, property, indexSignature } = createPrinter(true);

/** Path of the page of a subpath that is no provider. */
export function subpathPath({ specifier }: Subpath): string {
  const name = specifier.replace(/^@x\/auth\/?/, "").replaceAll("/", "-");
  return `modules/${name || "auth"}.md`;
}

/**
 * Tells the library what a page describes, before any page links to it.
 *
 * @param title heading of the page, where it describes the default export
 */
export function announceExports(
  library: Library,
  { own }: Subpath,
  page: string,
  title?: string,
): void {
  for (const one of own) {
    const heading = one.isDefault && title ? title : headingOf(one, own);
    for (const declaration of one.declarations) library.describe(declaration, page, heading);
  }
}

/** Heading of an export; a type that differs from a value in case alone says that it is a type. */
function headingOf({ name, declarations }: Export, own: readonly Export[]): string {
  const isType = ["interface", "typeAlias"].includes(declarations[0]!.kind);
  const isTaken = own.some((other) =>
    other.name !== name && other.name.toLowerCase() === name.toLowerCase()
  );
  return isType && isTaken ? `${name} type` : name;
}

/** Text of the page of a subpath, and the number of exports on it. */
export function writeSubpath(library: Library, subpath: Subpath): { text: string; count: number } {
  const page = subpathPath(subpath);
  const writer = createWriter(library, page);
  const { module_doc } = subpath.module;
  const text = [
    `# ${subpath.specifier}\n`,
    ...module_doc?.doc ? [`\n${writer.text(module_doc.doc)}\n`] : [],
    writer.examples(module_doc),
    ...sorted(subpath.own).map((one) => writeExport(library, writer, one, subpath, page)),
    writeOthers(library, writer, subpath),
  ].join("");
  return { text, count: subpath.own.length };
}

/** Functions first, then classes and values, then types; each by its name. */
export function sorted(exports: readonly Export[]): Export[] {
  const ranks = ["function", "class", "variable"];
  const rank = ({ declarations }: Export) => {
    const found = ranks.indexOf(declarations[0]!.kind);
    return found < 0 ? ranks.length : found;
  };
  return [...exports].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

/** What the subpath exports and another page describes; a whole subpath is one link. */
function writeOthers(library: Library, writer: PageWriter, subpath: Subpath): string {
  if (subpath.others.length === 0) return "";
  const rest = new Map(subpath.others.map((one) => [one.declarations[0], one]));
  const whole: string[] = [];
  const bySize = [...library.subpaths.values()].filter((other) =>
    other !== subpath && other.own.length > 5 && !other.specifier.includes("/providers/")
  ).sort((a, b) => b.own.length - a.own.length);
  for (const other of bySize) {
    if (!other.own.every(({ declarations }) => rest.has(declarations[0]!))) continue;
    for (const { declarations } of other.own) rest.delete(declarations[0]!);
    const path = subpathPath(other).replace(/^modules\//, "");
    whole.push(`everything that [\`${other.specifier}\`](${path}) describes`);
  }
  const links = [...whole, ...sorted([...rest.values()]).map(writer.link)];
  return `\n## Exported too\n\n${links.join(", ").replace(/^e/, "E")}.\n`;
}

/** One export. */
export function writeExport(
  library: Library,
  writer: PageWriter,
  one: Export,
  { own }: Subpath,
  page: string,
): string {
  const { name, declarations, isDefault } = one;
  const shown = visible(declarations);
  const { jsDoc } = shown.find(({ jsDoc }) => jsDoc?.doc) ?? shown[0]!;
  const tags = (kind: string) => (jsDoc?.tags ?? []).filter((tag) => tag.kind === kind);
  const [deprecated] = tags("deprecated");
  const details = [
    ...tags("param").filter(({ doc }) => doc)
      .map(({ name, doc }) => `${code(name ?? "")}: ${writer.text(doc)}`),
    ...tags("return").map(({ doc }) => `Returns: ${writer.text(doc)}`),
    ...tags("throws").map((tag) => `Throws${thrown(tag)}: ${writer.text(tag.doc)}`),
    ...tags("since").map(({ doc }) => `Since: ${doc?.trim()}`),
    ...tags("see").map(({ doc }) => `See ${writer.text(doc)}`),
  ];
  const signatures = shown.map((each) => lineOf(name, each, isDefault)).join("\n");
  return [
    `\n## ${headingOf(one, own)}\n`,
    `\n\`\`\`ts\n${signatures}\n\`\`\`\n`,
    ...jsDoc?.doc ? [`\n${writer.text(jsDoc.doc)}\n`] : [],
    ...deprecated ? [`\nDeprecated. ${writer.text(deprecated.doc)}\n`] : [],
    ...details.length > 0 ? [`\n${details.map(item).join("\n")}\n`] : [],
    ...shown.map((each) => writeMembers(library, writer, each, page)),
    writer.examples(jsDoc),
  ].join("");
}

const thrown = (tag: Node): string => tag.tsType?.repr ? ` \`${tag.tsType.repr}\`` : "";

/** First line of an export. */
function lineOf(name: string, { kind, def }: Declaration, isDefault: boolean): string {
  const before = isDefault ? "default " : "";
  switch (kind) {
    case "function":
      return `${before}function ${signature(name, def)}`;
    case "variable":
      return `${before}${def.kind} ${name}: ${type(def.tsType)}`;
    case "typeAlias":
      return `type ${name}${generics(def)} = ${broken(type(def.tsType))}`;
    case "interface":
      return `interface ${name}${generics(def)}${list(" extends ", def.extends)}`;
    case "class":
      return `class ${name}${generics(def)}${def.extends ? ` extends ${def.extends}` : ""}` +
        list(" implements ", def.implements);
    default:
      throw new Error(`Cannot describe an export of the kind "${kind}"`);
  }
}

/** A long union or intersection, a line for each part. */
function broken(text: string): string {
  if (text.length < 90 || !/^[^(){}<>]* [|&] /.test(text)) return text;
  return text.replaceAll(/ ([|&]) (?![^{(<]*[})>])/g, "\n  $1 ");
}

/** Members of an interface or a class; options have pages of their own. */
function writeMembers(
  library: Library,
  writer: PageWriter,
  { kind, def, location }: Declaration,
  page: string,
): string {
  if (kind !== "interface" && kind !== "class") return "";
  const link = library.linkTo(
    { name: "", subpath: "", isDefault: false, declarations: [{ kind, def, location }] },
    page,
  );
  if (link && !link.startsWith("#")) return `\nMembers: see [its options](${link}).\n`;
  const lines: { at: number; text: string }[] = [];
  const add = (node: Node, written: string) =>
    lines.push({
      at: node.location?.byteIndex ?? 0,
      text: item(code(written) + described(writer, node.jsDoc)),
    });
  if (kind === "class") {
    for (const one of def.constructors ?? []) {
      add(one, signature("constructor", one));
    }
    for (const one of (def.properties ?? []).filter(isPublic)) {
      add(one, staticOf(one) + property(one));
    }
    for (const one of (def.methods ?? []).filter(isPublic)) {
      add(one, staticOf(one) + accessorOf(one) + signature(one.name, one.functionDef));
    }
  } else {
    for (const one of def.properties ?? []) {
      add(one, property({ ...one, name: one.computed ? `[${one.name}]` : one.name }));
    }
    for (const one of def.methods ?? []) {
      add(one, signature(one.name + (one.optional ? "?" : ""), one));
    }
    for (const one of def.callSignatures ?? []) add(one, signature("", one));
  }
  for (const one of def.indexSignatures ?? []) add(one, indexSignature(one));
  if (lines.length === 0) return "";
  return `\n${lines.sort((a, b) => a.at - b.at).map(({ text }) => text).join("\n")}\n`;
}

/** Documentation of a member, in one paragraph where it is one. */
function described(writer: PageWriter, doc: JsDoc | undefined): string {
  const { text, fallback } = takeDefault(doc?.doc);
  const deprecated = doc?.tags?.find(({ kind }) => kind === "deprecated");
  const words = [
    writer.text(text),
    ...fallback === undefined ? [] : [`Default: ${writer.text(fallback)}.`],
    ...deprecated ? [`Deprecated. ${writer.text(deprecated.doc)}`] : [],
  ].filter(Boolean).join(" ");
  return words ? `: ${words}` : "";
}

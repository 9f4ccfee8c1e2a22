/**
 * Documentation of the sources as Markdown of a page.
 *
 * @module
 */

import type { JsDoc } from "../_doc.ts";
import type { Export, Library } from "./_library.ts";

/** Writes the parts of one page. */
export interface PageWriter {
  /** Markdown of documentation; links to symbols lead to their description. */
  text(doc: string | undefined): string;
  /** A link to an export, as code; its name alone where nothing describes it. */
  link(found: Export): string;
  /** Links to the exports that a type names. */
  linksOf(type: unknown): string[];
  /** Examples of documentation. */
  examples(doc: JsDoc | undefined): string;
}

/** Types whose names say all of it. */
const PLAIN = ["Awaitable", "Optional"];

/** Makes the writer of a page. */
export function createWriter(library: Library, page: string): PageWriter {
  const link = (found: Export): string => {
    const url = library.linkTo(found, page);
    return url ? `[\`${found.name}\`](${url})` : `\`${found.name}\``;
  };
  const linkCode = (path: string): string => {
    const [name = "", ...members] = path.split(".");
    const found = nearest(library.named(name), page, library);
    const url = found && library.linkTo(found, page);
    if (!url) return `\`${path}\``;
    return `[\`${[name, ...members].join(".")}\`](${url})`;
  };
  const text = (doc = ""): string =>
    escapeTags(
      doc.trim()
        .replaceAll(
          /\{@linkcode\s+([\w.]+)(?:\s+([^}]+))?\}/g,
          (_, name) => linkCode(name),
        )
        .replaceAll(/\{@link\s+(https?:[^\s}]+)\s+([^}]+)\}/g, (_, url, words) =>
          `[${words.replaceAll(/\s+/g, " ")}](${url})`)
        .replaceAll(/\{@link\s+(https?:[^\s}]+)\s*\}/g, (_, url) =>
          `<${url}>`),
    );
  return {
    text,
    link,
    linksOf: (type) =>
      [...new Set(namesOf(type))]
        .filter((name) => !PLAIN.includes(name))
        .map((name) => nearest(library.named(name), page, library))
        .filter((found) => found !== undefined)
        .filter((found) => library.linkTo(found, page) !== undefined)
        .map(link),
    examples: (doc) =>
      (doc?.tags ?? []).filter(({ kind }) => kind === "example")
        .map(({ doc = "" }) => `\n${doc.trim()}\n`).join(""),
  };
}

/** Of several exports with one name, the first that is described. */
function nearest(all: readonly Export[], page: string, library: Library): Export | undefined {
  return all.find((one) => library.linkTo(one, page)?.startsWith("#")) ??
    all.find((one) => library.linkTo(one, page)) ?? all[0];
}

/** Names of the types that a type refers to. */
function namesOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesOf);
  if (typeof node !== "object" || node === null) return [];
  const { kind, value } = node as { kind?: string; value?: { typeName?: string } };
  const own = kind === "typeRef" && value?.typeName ? [value.typeName] : [];
  return [...own, ...Object.values(node).flatMap(namesOf)];
}

/** Tags outside of code are text, which site generators would take for elements. */
function escapeTags(markdown: string): string {
  return markdown.split(/(```[\s\S]*?```|`[^`]*`)/).map((part, index) =>
    index % 2 === 1 ? part : part.replaceAll(/<(?!https?:)(?=[a-z/])/gi, "&lt;")
  ).join("");
}

/** Text in a cell of a table. */
export const cell = (text: string): string =>
  text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

/** Text as code; a run of backticks inside asks for a longer one around. */
export function code(text: string): string {
  const flat = text.replaceAll(/\s*\n\s*/g, " ");
  return flat.includes("`") ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

/** Text of a list item, whose further lines are indented. */
export const item = (text: string): string => `- ${text.trim().replaceAll(/\n(?=.)/g, "\n  ")}`;

/** A default and the rest of a documentation. */
export interface Described {
  /** The rest. */
  text: string;
  /** The default; `undefined` when nothing is said of one. */
  fallback: string | undefined;
}

/** Takes the sentence about the default out of documentation: "Default `jwt`." or "Default: off.". */
export function takeDefault(doc = ""): Described {
  const sentence = /(^|\s)Default(?: of the library)?:?\s+([\s\S]+?)(?:\.(?=\s|$)|(?=\n\n)|$)/;
  const [whole, before, said] = sentence.exec(doc) ?? [];
  if (whole === undefined) return { text: doc, fallback: undefined };
  return {
    text: doc.replace(whole, before!.includes("\n") ? before! : "").trim(),
    fallback: said!.replaceAll(/\s+/g, " ").trim(),
  };
}

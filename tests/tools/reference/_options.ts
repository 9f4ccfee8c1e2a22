/**
 * Pages of options: each member with its type, its default and the version that brought it.
 *
 * @module
 */

import { createPrinter, type JsDoc } from "../_doc.ts";
import type { Library } from "./_library.ts";
import { cell, code, createWriter, item, type PageWriter, takeDefault } from "./_markdown.ts";

/** First published version; what it has bears no tag `@since`. */
export const FIRST = "0.2.0";

/** A group of options. */
export interface OptionGroup {
  /** Name of its file. */
  id: string;
  /** Heading. */
  title: string;
  /** Sentence below the heading. */
  about: string;
  /** Members of the config that it describes. */
  members: readonly string[];
  /** Parts of the page. */
  sections: readonly Section[];
  /** Exports whose examples begin the page. Default: the first section. */
  examples?: readonly string[];
}

/** A type whose members are options. */
export interface Section {
  /** The export. */
  type: string;
  /** What the names of its members begin with, such as `session.`. */
  prefix?: string;
  /** Heading above the members. Default: none. */
  heading?: string;
  /** Members that apps do not write. */
  without?: readonly string[];
  /** `true` when the config leaves all of its members optional. */
  isPartial?: boolean;
  /** `true` for what the library passes to a function: it has no defaults. */
  isGiven?: boolean;
}

/** A member of a type. */
interface Member {
  name: string;
  optional?: boolean;
  jsDoc?: JsDoc;
  tsType?: Node;
}

// deno-lint-ignore no-explicit-any -- a large tree of which few leaves are read
type Node = any;

const { type, signature } = createPrinter(true);

/** What a page lacks, for the message of the failure. */
export class Gaps {
  readonly #found: string[] = [];

  /** Notes what a source must say. */
  add(gap: string): void {
    this.#found.push(gap);
  }

  /** Fails unless there is nothing to mend. */
  check(): void {
    if (this.#found.length > 0) throw new Error(`Mend in the sources:\n${this.#found.join("\n")}`);
  }
}

/** Path of the page of a group. */
export const optionPath = ({ id }: OptionGroup): string => `options/${id}.md`;

/** Tells the library what the pages describe, before any page links to it. */
export function announceOptions(library: Library, groups: readonly OptionGroup[]): void {
  for (const group of groups) {
    for (const [index, section] of group.sections.entries()) {
      const found = library.find(section.type);
      // Options of an option follow it.
      const parent = index > 0 ? section.prefix?.replace(/\.$/, "") : undefined;
      const heading = section.heading ?? parent ?? group.title;
      library.describe(found.declarations[0]!, optionPath(group), heading);
    }
  }
}

/** Text of a page, and the number of options on it. */
export function writeOptions(
  library: Library,
  group: OptionGroup,
  gaps: Gaps,
  groups: readonly OptionGroup[],
): { text: string; count: number } {
  const page = optionPath(group);
  const writer = createWriter(library, page);
  const parts: string[] = [];
  const rows: string[] = [];
  let count = 0;
  for (const section of group.sections) {
    const [declaration] = library.find(section.type).declarations;
    if (section.heading) {
      parts.push(`\n## ${section.heading}\n`);
      if (declaration!.jsDoc?.doc) parts.push(`\n${writer.text(declaration!.jsDoc.doc)}\n`);
      parts.push(writer.examples(declaration!.jsDoc));
    }
    const level = section.heading ? "###" : "##";
    const shared = takeDefaultOfEach(declaration!.jsDoc?.doc);
    for (const member of membersOf(declaration!.def)) {
      if (section.without?.includes(member.name)) continue;
      const optional = { ...member, optional: member.optional || section.isPartial === true };
      const written = writeMember(writer, optional, {
        level,
        path: (section.prefix ?? "") + member.name,
        where: section.type,
        shared,
        isGiven: section.isGiven === true,
        gaps,
        group: group.id === "config"
          ? groups.find(({ members }) => members.includes(member.name))
          : undefined,
      });
      parts.push(...written.parts);
      if (!section.heading) rows.push(...written.rows);
      count += written.count;
    }
  }
  const examples = (group.examples ?? [group.sections[0]!.type])
    .map((id) => writer.examples(library.find(id).declarations.find(({ jsDoc }) => jsDoc)?.jsDoc));
  if (!examples.join("")) gaps.add(`${group.id}: no example in ${group.sections[0]!.type}`);
  const table = rows.length > 0
    ? ["\n| Option | Type | Default |\n| --- | --- | --- |\n", rows.join("\n"), "\n"]
    : [];
  return {
    text: [`# ${group.title}\n\n${group.about}\n`, ...examples, ...table, ...parts].join(""),
    count,
  };
}

interface Place {
  level: string;
  path: string;
  where: string;
  shared: string | undefined;
  isGiven: boolean;
  gaps: Gaps;
  /** Group whose page describes the member further. */
  group?: OptionGroup | undefined;
}

function writeMember(writer: PageWriter, member: Member, place: Place) {
  const { level, path, where, shared, isGiven, gaps, group } = place;
  const { jsDoc } = member;
  const tag = (kind: string) => jsDoc?.tags?.find((tag) => tag.kind === kind);
  if (!jsDoc?.doc && !tag("deprecated")) gaps.add(`${where}: ${member.name} has no documentation`);
  const { text, fallback = shared } = takeDefault(jsDoc?.doc);
  const isRequired = !member.optional && fallback === undefined;
  const shown = isRequired ? "required" : tag("deprecated") ? "none" : fallback;
  if (shown === undefined && !isGiven) {
    gaps.add(`${where}: ${member.name} is optional, and its documentation names no default`);
  }
  const written = type(withoutUndefined(member.tsType));
  const links = writer.linksOf(member.tsType);
  const facts = [
    `Type: ${code(written)}${links.length > 0 ? `, see ${links.join(", ")}` : ""}`,
    ...isGiven ? [] : [isRequired ? "Required" : `Default: ${writer.text(shown)}`],
    `Since: ${tag("since")?.doc?.trim() ?? FIRST}`,
    ...group ? [`Options: [${group.title}](${group.id}.md)`] : [],
  ];
  const deprecated = tag("deprecated");
  const parts = [
    `\n${level} ${path}\n`,
    ...text ? [`\n${writer.text(text)}\n`] : [],
    ...deprecated ? [`\nDeprecated. ${writer.text(deprecated.doc)}\n`] : [],
    `\n${facts.map(item).join("\n")}\n`,
    writer.examples(jsDoc),
  ];
  const short = written.length > 60 ? `${written.slice(0, 57)}…` : written;
  const anchor = path.toLowerCase().replaceAll(/[^\w-]/g, "");
  const rows = [
    `| [${code(path)}](#${anchor}) | ${cell(code(short))} | ${cell(writer.text(brief(shown)))} |`,
  ];
  let count = 1;
  // Members of an object that has no type of its own.
  for (const inner of literalMembers(member.tsType)) {
    const nested = writeMember(writer, inner, { ...place, path: `${path}.${inner.name}` });
    parts.push(...nested.parts);
    rows.push(...nested.rows);
    count += nested.count;
  }
  return { parts, rows, count };
}

/** A long default up to its first break, for the table. */
function brief(text = ""): string {
  if (text.length < 90) return text;
  const [, first = text] = /^(.{10,}?)(?:[;:]|, (?:and|so)) /.exec(text) ?? [];
  return first;
}

/** "Default of each: those of the pages." in the documentation of a type. */
function takeDefaultOfEach(doc = ""): string | undefined {
  return /Default of each:?\s+([^]+?)\.(?=\s|$)/.exec(doc)?.[1]?.replaceAll(/\s+/g, " ");
}

/** Properties and methods of an interface, in the order of the source. */
function membersOf(def: Node): Member[] {
  const methods = (def.methods ?? []).map((method: Node) => ({
    ...method,
    tsType: { kind: "keyword", value: signature("", method) },
  }));
  const line = ({ location }: Node) => location?.byteIndex ?? 0;
  return [...def.properties ?? [], ...methods]
    .sort((a, b) => line(a) - line(b))
    .map((member) => ({ ...member, name: member.computed ? `[${member.name}]` : member.name }));
}

/** A type without `undefined`, which only says that the member may be left out. */
function withoutUndefined(node: Node): Node {
  if (node?.kind !== "union") return node;
  const value = node.value.filter(({ kind, value }: Node) =>
    !(kind === "keyword" && value === "undefined")
  );
  if (value.length !== 1) return { ...node, value };
  return value[0].kind === "parenthesized" ? value[0].value : value[0];
}

function literalMembers(node: Node): Member[] {
  const { kind, value } = withoutUndefined(node) ?? {};
  if (kind === "union") return value.flatMap(literalMembers);
  return kind === "typeLiteral" ? value.properties ?? [] : [];
}

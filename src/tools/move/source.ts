/**
 * A file of the app: its tree, and the edits that are planned for it. An edit replaces a span, so
 * comments and formatting outside of the spans stay as they are.
 *
 * @module
 */

import type ts from "typescript";
import type { TypeScript } from "./typescript.ts";

/** Replaces the characters from `start` up to `end`, which is not included. */
export interface Edit {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last one; that of `start` inserts. */
  readonly end: number;
  /** What stands there afterwards. */
  readonly text: string;
}

/** Files whose scripts stand between other text. */
const EMBEDDED = /\.(svelte|vue|astro)$/;

/** A file with its planned edits. */
export class Source {
  /** Path from the folder of the app, with slashes. */
  readonly path: string;
  /** The text as it is. */
  readonly text: string;
  /** The tree of the text. */
  readonly tree: ts.SourceFile;
  /** What is planned. */
  readonly edits: Edit[] = [];

  /** @param parser the interface of TypeScript */
  constructor(path: string, text: string, parser: TypeScript) {
    this.path = path;
    this.text = text;
    const code = EMBEDDED.test(path) ? scriptsOf(text) : text;
    this.tree = parser.createSourceFile(
      path,
      code,
      parser.ScriptTarget.Latest,
      true,
      findKind(path, parser),
    );
  }

  /** Plans to replace a span; the same edit twice is one. */
  replace(start: number, end: number, text: string): void {
    const isPlanned = this.edits.some((edit) =>
      start !== end && edit.start === start && edit.end === end && edit.text === text
    );
    if (!isPlanned) this.edits.push({ start, end, text });
  }

  /** Plans to replace a node, without the comments before it. */
  replaceNode(node: ts.Node, text: string): void {
    this.replace(node.getStart(this.tree), node.end, text);
  }

  /** Plans to insert text. */
  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  /** The same for what two rules may need there: it is inserted once. */
  insertOnce(at: number, text: string): void {
    const isPlanned = this.edits.some((edit) =>
      edit.start === at && edit.end === at && edit.text === text
    );
    if (!isPlanned) this.insert(at, text);
  }

  /** Plans to remove a statement with its line, and no comment before it. */
  removeStatement(node: ts.Node): void {
    let start = node.getStart(this.tree);
    const line = /^[ \t]*(\r?\n)?/.exec(this.text.slice(node.end))![0];
    const end = node.end + line.length;
    const before = this.text.slice(0, start);
    const isLast = this.text.slice(end).trim() === "";
    if (isLast) start = before.trimEnd().length;
    // Of two blank lines one stays.
    const blank = /^\r?\n/.exec(this.text.slice(end));
    const isFirst = before.trim() === "" || /\n[ \t]*\r?\n$/.test(before);
    const rest = isLast ? "\n" : "";
    this.replace(start, !isLast && blank && isFirst ? end + blank[0].length : end, rest);
  }

  /** `true` when an edit replaces the node. */
  isReplaced(node: ts.Node): boolean {
    return this.edits.some(({ start, end }) =>
      start < end && start <= node.getStart(this.tree) && node.end <= end
    );
  }

  /** `true` when an edit takes the node away. */
  isRemoved(node: ts.Node): boolean {
    return this.edits.some(({ start, end, text }) =>
      text === "" && start <= node.getStart(this.tree) && node.end <= end
    );
  }

  /** Number of the line of an offset or a node, from 1. */
  lineOf(at: number | ts.Node): number {
    const offset = typeof at === "number" ? at : at.getStart(this.tree);
    return this.tree.getLineAndCharacterOfPosition(offset).line + 1;
  }

  /** Text of a node. */
  textOf(node: ts.Node): string {
    return node.getText(this.tree);
  }

  /** The first fault of syntax: its line and its sentence. */
  get fault(): { line: number; message: string } | undefined {
    // The parser keeps them for its program, under a name that has stayed since version 1.
    const { parseDiagnostics = [] } = this.tree as { parseDiagnostics?: ts.Diagnostic[] };
    const [first] = parseDiagnostics;
    if (!first) return undefined;
    const { messageText } = first;
    return {
      line: this.lineOf(first.start ?? 0),
      message: typeof messageText === "string" ? messageText : messageText.messageText,
    };
  }

  /** The text with all edits. */
  get result(): string {
    const isOfWindows = this.text.includes("\r\n");
    const edits = isOfWindows
      ? this.edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, "\r\n") }))
      : this.edits;
    return applyEdits(this.text, edits, this.path);
  }
}

/** Two rules change the same words of a file. */
export class EditsOverlap extends Error {}

/**
 * Applies edits to a text.
 *
 * @throws {EditsOverlap} when two of them overlap, so that a file never gets half of an edit
 */
export function applyEdits(text: string, edits: readonly Edit[], path: string): string {
  let result = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) {
      throw new EditsOverlap(`two edits of ${path} overlap at offset ${edit.start}`);
    }
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The scripts of a component at their offsets, with spaces in place of everything else. */
function scriptsOf(text: string): string {
  const blank = (part: string) => part.replaceAll(/[^\r\n]/g, " ");
  let result = "";
  let at = 0;
  const front = /^---\r?\n/.exec(text);
  if (front) {
    const end = text.indexOf("\n---", front[0].length - 1);
    if (end < 0) return blank(text);
    result = blank(front[0]) + text.slice(front[0].length, end + 1);
    at = end + 1;
  }
  for (;;) {
    const open = text.indexOf("<script", at);
    const begin = open < 0 ? -1 : text.indexOf(">", open) + 1;
    const end = begin <= 0 ? -1 : text.indexOf("</script", begin);
    if (end < 0) return result + blank(text.slice(at));
    result += blank(text.slice(at, begin)) + text.slice(begin, end);
    at = end;
  }
}

function findKind(path: string, { ScriptKind }: TypeScript): ts.ScriptKind {
  if (/\.[cm]?ts$/.test(path) || EMBEDDED.test(path)) return ScriptKind.TS;
  if (path.endsWith(".tsx")) return ScriptKind.TSX;
  return /\.jsonc?$/.test(path) ? ScriptKind.JSON : ScriptKind.JSX;
}

/** Visits a node and everything in it. */
export function visit(node: ts.Node, visitor: (node: ts.Node) => void): void {
  visitor(node);
  node.forEachChild((child) => visit(child, visitor));
}

/** All nodes of a kind in a node. */
export function findAll<T extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  visit(node, (one) => {
    if (is(one)) found.push(one);
  });
  return found;
}

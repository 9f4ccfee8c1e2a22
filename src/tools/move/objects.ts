/**
 * Members of object literals: found, added, removed.
 *
 * @module
 */

import type ts from "typescript";
import type { Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** A member of an object by its name. */
export function findMember(
  ts: TypeScript,
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((one) =>
    one.name && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) &&
    one.name.text === name
  );
}

/** The first member whose name is another one, or is made at run time. */
export function findOther(
  { properties }: ts.ObjectLiteralExpression,
  known: RegExp,
): ts.ObjectLiteralElementLike | undefined {
  return properties.find(({ name }) => !known.test(name?.getText() ?? "…"));
}

/** The value of a member; a shorthand is its own value. */
export function findValue(
  ts: TypeScript,
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.Expression | undefined {
  const member = findMember(ts, object, name);
  if (!member) return undefined;
  if (ts.isPropertyAssignment(member)) return member.initializer;
  return ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

/** The value of a member of a member, as long as they are written out. */
export function objectIn(
  ts: TypeScript,
  object: ts.ObjectLiteralExpression,
  ...names: readonly string[]
): ts.ObjectLiteralExpression | undefined {
  let found: ts.ObjectLiteralExpression | undefined = object;
  for (const name of names) {
    const value: ts.Expression | undefined = found && findValue(ts, found, name);
    found = value && ts.isObjectLiteralExpression(value) ? value : undefined;
  }
  return found;
}

/** Adds a member once at the end of an object, in the style of the one before it. */
export function addMember(source: Source, object: ts.ObjectLiteralExpression, text: string): void {
  const { properties } = object;
  const last = properties.at(-1);
  if (!last) {
    source.insertOnce(object.getStart(source.tree) + 1, ` ${text} `);
    return;
  }
  const isSpread = source.lineOf(object.getStart(source.tree)) !== source.lineOf(last);
  const at = properties.hasTrailingComma ? properties.end : last.end;
  const comma = properties.hasTrailingComma ? "" : ",";
  const indent = readIndent(source, last.getStart(source.tree));
  const inside = text.replaceAll("\n", `\n${indent}`);
  source.insertOnce(
    at,
    isSpread
      ? `${comma}\n${indent}${inside}${properties.hasTrailingComma ? "," : ""}`
      : `, ${text}`,
  );
}

/** White space at the start of the line of an offset. */
export function readIndent(source: Source, at: number): string {
  const begin = source.text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(source.text.slice(begin))![0];
}

/** Removes a member with its comma, and its line where nothing else is on it. */
export function removeMember(
  source: Source,
  object: ts.ObjectLiteralExpression,
  member: ts.ObjectLiteralElementLike,
): void {
  const { text, tree } = source;
  const earlier = object.properties.slice(0, object.properties.indexOf(member));
  let start = member.getStart(tree);
  let end = member.end;
  const comma = /^\s*,/.exec(text.slice(end));
  if (comma) end += comma[0].length;
  else {
    // The comma of the last member that stays goes too.
    const last = earlier.findLast((one) => !source.isRemoved(one));
    const at = last ? text.indexOf(",", last.end) : -1;
    if (at >= 0) source.replace(at, at + 1, "");
    if (at >= 0 && last === earlier.at(-1)) {
      start = Math.max(at + 1, text.slice(0, start).trimEnd().length);
    }
  }
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end));
  if (text.slice(line, start).trim() === "" && rest) {
    start = line;
    end += rest[0].length;
  } else if (comma) end += /^[ \t]*/.exec(text.slice(end))![0].length;
  source.replace(start, end, "");
}

/**
 * Objects of a file of JSON, one at a time: a line each, or the members of one list.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { AuthError } from "../../errors.ts";
import {
  type ExportFile,
  type FileRow,
  MAX_ROW,
  peekText,
  readLines,
  readText,
} from "./export_file.ts";

/** Reads lines of JSON, or one list. */
export async function* readJsonRows(file: ExportFile): AsyncGenerator<FileRow> {
  const { first, whole } = await peekText(file);
  yield* first === "[" ? readJsonList(whole) : readJsonObjects(whole);
}

/** Reads lines of JSON; empty lines are left out. */
export async function* readJsonObjects(file: ExportFile): AsyncGenerator<FileRow> {
  for await (const { line, text } of readLines(file)) {
    if (text === undefined) yield { line, unreadable: `It has over ${MAX_ROW} characters` };
    else if (text.trim() !== "") yield { line, ...parse(text) };
  }
}

/**
 * Reads the objects of a list, which is the whole file, or the member `users` of one object:
 * `[{…}, {…}]` or `{"users": [{…}, {…}]}`. The brackets are counted here, and each object is parsed by
 * itself, so that no file is in memory as a whole.
 *
 * @throws {AuthError} when the file is something else, ends within an object, or goes on after its end
 */
export async function* readJsonList(file: ExportFile): AsyncGenerator<FileRow> {
  /** Brackets around a row: those of the list, and of the object around it. */
  let around = 0;
  /** In the object around: what was read last, and whether a bracket is in the list. */
  let [last, isWanted, isFound] = ["", true, false];
  let [depth, line, begun, size] = [0, 1, 1, 0];
  let [isText, isEscaped] = [false, false];
  let parts: string[] = [];
  for await (const part of readText(file)) {
    let from = 0;
    for (let i = 0; i < part.length; i++) {
      const unit = part[i]!;
      if (unit === "\n") line++;
      const isSpace = depth <= 1 && !isText && /\s/.test(unit);
      if (around > 0 && depth === 0 && !isSpace) {
        throw new AuthError(`Cannot read the file: it goes on after its end, in line ${line}`);
      }
      const before = last;
      if (around !== 1 && depth <= 1 && !isSpace) last = (last + unit).slice(-USERS[0]!.length);
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (unit === "\\") isEscaped = true;
        else if (unit === '"') isText = false;
        continue;
      }
      if (unit === '"') isText = true;
      else if (unit === "{" || unit === "[") {
        if (around === 0) around = unit === "[" ? 1 : 2;
        else if (around === 2 && depth === 1) {
          isWanted = unit === "[" && USERS.includes(before);
          isFound ||= isWanted;
        }
        if (depth === around) [from, begun, size, parts] = [i, line, 0, []];
        depth++;
      } else if (unit === "}" || unit === "]") {
        depth--;
        if (depth !== around || around === 0 || !isWanted) continue;
        size += i + 1 - from;
        if (size <= MAX_ROW) parts.push(part.slice(from, i + 1));
        yield { line: begun, ...size > MAX_ROW ? TOO_LONG : parse(parts.join("")) };
      } else if (around === 0 && !isSpace) {
        throw new AuthError("Cannot read the file: it is neither a list nor an object of JSON");
      }
    }
    if (depth <= around || around === 0 || !isWanted) continue;
    const rest = part.slice(from);
    size += rest.length;
    if (size <= MAX_ROW) parts.push(rest);
  }
  if (depth === 0 && !isText && around > 0) {
    if (around === 1 || isFound) return;
    throw new AuthError('Cannot read the file: it has no list "users"');
  }
  throw new AuthError(`Cannot read the file: it ends too early, in line ${line}`);
}

/** What is before the list in the object around it, without spaces. */
const USERS: readonly string[] = ['{"users":', ',"users":'];

const TOO_LONG = { unreadable: `It has over ${MAX_ROW} characters` };

function parse(text: string): { value: Record<string, unknown> } | { unreadable: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { unreadable: "It is no JSON" };
  }
  return isRecord(value) ? { value } : { unreadable: "It is no object of JSON" };
}

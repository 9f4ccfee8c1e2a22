/**
 * Filters: comparisons with `eq`, joined by `and`. A filter is read in one pass.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2 RFC 7644 §3.4.2.2}
 * @module
 */

import { bad } from "./refusal.ts";

/** A comparison. */
export interface Clause {
  /** Path of the attribute, as it was written. */
  readonly path: string;
  /** Conditions on the entry of a list; absent without brackets. */
  readonly within?: readonly Clause[];
  /** The value; absent where the conditions are all that is asked for. */
  readonly value?: boolean | number | string | null;
}

/** Most characters of a filter. */
const MOST_CHARACTERS = 2000;

/** Most comparisons. */
const MOST_CLAUSES = 10;

/** Where a filter is read. */
interface Reader {
  readonly text: string;
  at: number;
  clauses: number;
}

/**
 * The comparisons of a filter.
 *
 * @throws {ScimRefusal} for a filter with anything else
 */
export function parseFilter(text: string): readonly Clause[] {
  if (text.length > MOST_CHARACTERS) {
    throw invalid(`it has more than ${MOST_CHARACTERS} characters`);
  }
  const reader: Reader = { text, at: 0, clauses: 0 };
  const clauses = readClauses(reader, false);
  if (reader.at < text.length) throw invalid("there is more after its end");
  return clauses;
}

/**
 * The conditions in brackets that begin at a place, with the place after them.
 *
 * @param at place of the opening bracket
 * @throws {ScimRefusal} for anything else
 */
export function parseBrackets(
  text: string,
  at: number,
): { readonly within: readonly Clause[]; readonly end: number } {
  if (text.length > MOST_CHARACTERS) {
    throw invalid(`it has more than ${MOST_CHARACTERS} characters`);
  }
  const reader: Reader = { text, at: at + 1, clauses: 0 };
  const within = readClauses(reader, true);
  if (text[reader.at] !== "]") throw invalid("a bracket has no end");
  return { within, end: reader.at + 1 };
}

function invalid(message: string): Error {
  return bad("invalidFilter", `The filter cannot be used: ${message}`);
}

function readClauses(reader: Reader, isWithin: boolean): Clause[] {
  const clauses = [readClause(reader, isWithin)];
  while (true) {
    skipSpace(reader);
    const { at } = reader;
    const word = readWord(reader).toLowerCase();
    if (word === "") return clauses;
    if (word !== "and") {
      reader.at = at;
      throw invalid('comparisons are joined by "and" alone');
    }
    clauses.push(readClause(reader, isWithin));
  }
}

function readClause(reader: Reader, isWithin: boolean): Clause {
  if (++reader.clauses > MOST_CLAUSES) {
    throw invalid(`it has more than ${MOST_CLAUSES} comparisons`);
  }
  skipSpace(reader);
  const path = readWord(reader);
  if (path === "") throw invalid("an attribute is missing");
  if (reader.text[reader.at] !== "[") return { path, value: readComparison(reader) };
  if (isWithin) throw invalid("brackets are nested");
  reader.at++;
  const within = readClauses(reader, true);
  if (reader.text[reader.at] !== "]") throw invalid("a bracket has no end");
  reader.at++;
  const rest = readWord(reader);
  if (rest !== "" && !rest.startsWith(".")) throw invalid("a bracket is followed by a text");
  if (rest === "") return { path, within };
  return { path: path + rest, within, value: readComparison(reader) };
}

function readComparison(reader: Reader): NonNullable<Clause["value"]> | null {
  skipSpace(reader);
  if (readWord(reader).toLowerCase() !== "eq") throw invalid('the one operator is "eq"');
  skipSpace(reader);
  return readLiteral(reader);
}

function readLiteral(reader: Reader): NonNullable<Clause["value"]> | null {
  const { text, at: from } = reader;
  if (text[from] === '"') {
    let end = from + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    if (end >= text.length) throw invalid("a text has no end");
    reader.at = end + 1;
    return parseLiteral(text.slice(from, end + 1));
  }
  return parseLiteral(readWord(reader).toLowerCase());
}

function parseLiteral(text: string): NonNullable<Clause["value"]> | null {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("a value is neither a text, true, false, null, nor a number");
  }
}

/** Reads up to a space, a bracket, a parenthesis or a quote. */
function readWord(reader: Reader): string {
  const { text, at: from } = reader;
  while (reader.at < text.length && !' []()"'.includes(text[reader.at]!)) reader.at++;
  return text.slice(from, reader.at);
}

function skipSpace(reader: Reader): void {
  while (reader.text[reader.at] === " ") reader.at++;
}

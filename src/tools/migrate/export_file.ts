/**
 * The text of an exported file, a part at a time.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";

/**
 * An exported file: its text, or its parts as text or bytes of UTF-8, such as a stream of the file
 * system.
 */
export type ExportFile =
  | string
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/** Most characters of a row: one that never ends must not fill the memory. */
export const MAX_ROW = 1024 * 1024;

/** A row of a file, or why it cannot be read. */
export type FileRow =
  & { readonly line: number }
  & ({ readonly value: Record<string, unknown> } | { readonly unreadable: string });

/**
 * The parts of a file as text, without a byte order mark.
 *
 * @throws {AuthError} for bytes that are not UTF-8
 */
export async function* readText(file: ExportFile): AsyncGenerator<string> {
  if (typeof file === "string") return yield file.replace(/^\ufeff/, "");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new AuthError("Cannot read the file: it is not UTF-8; convert it, or export it again");
    }
  };
  for await (const part of file) yield typeof part === "string" ? part : decode(part);
  yield decode();
}

/**
 * The text of a file, and the first character of it that is no space; absent in an empty one.
 *
 * @throws {AuthError} when it begins with more spaces than a row may have characters
 */
export async function peekText(
  file: ExportFile,
): Promise<{ first: string | undefined; whole: AsyncIterable<string> }> {
  const parts = readText(file);
  let begin = "";
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    begin += part.value;
    if (/\S/.test(part.value)) break;
    if (begin.length > MAX_ROW) {
      throw new AuthError(`Cannot read the file: it begins with over ${MAX_ROW} spaces`);
    }
  }
  const whole = (async function* () {
    yield begin;
    yield* parts;
  })();
  return { first: /\S/.exec(begin)?.[0], whole };
}

/** The lines of a file; `undefined` for one that is too long. */
export async function* readLines(
  file: ExportFile,
): AsyncGenerator<{ line: number; text: string | undefined }> {
  let line = 1;
  // The parts of the line, since a line can come in very many.
  let [parts, size]: [string[], number] = [[], 0];
  const take = () => {
    const text = size > MAX_ROW ? undefined : parts.join("").replace(/\r$/, "");
    [parts, size] = [[], 0];
    return { line: line++, text };
  };
  for await (const part of readText(file)) {
    const texts = part.split("\n");
    for (const [index, text] of texts.entries()) {
      if (index > 0) yield take();
      size += text.length;
      if (size <= MAX_ROW) parts.push(text);
      else parts = [];
    }
  }
  if (size > 0) yield take();
}

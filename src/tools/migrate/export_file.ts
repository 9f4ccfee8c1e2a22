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

/** The text of a file, and the first character of it that is no space; absent in an empty one. */
export async function peekText(
  file: ExportFile,
): Promise<{ first: string | undefined; whole: AsyncIterable<string> }> {
  const parts = readText(file);
  let begin = "";
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    begin += part.value;
    if (begin.length > MAX_ROW || /\S/.test(part.value)) break;
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
  let [rest, line, isTooLong] = ["", 1, false];
  const take = (text: string) => {
    const found = { line: line++, text: isTooLong ? undefined : text.replace(/\r$/, "") };
    isTooLong = false;
    return found;
  };
  for await (const part of readText(file)) {
    const parts = (rest + part).split("\n");
    rest = parts.pop()!;
    for (const text of parts) {
      isTooLong ||= text.length > MAX_ROW;
      yield take(text);
    }
    if (rest.length > MAX_ROW) [rest, isTooLong] = ["", true];
  }
  if (rest !== "" || isTooLong) yield take(rest);
}

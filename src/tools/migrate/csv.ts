/**
 * Rows of a file of CSV, by the package `csv-parse`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc4180 RFC 4180}
 * @module
 */

import { explainNotLoaded } from "../../base/package.ts";
import { AuthError } from "../../errors.ts";
import { type ExportFile, type FileRow, MAX_ROW, readText } from "./export_file.ts";

/** What the package returns for a row. */
interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads rows, whose columns the first row names.
 *
 * @throws {AuthError} when a quote is open, two columns have one name, or the package is not installed
 */
export async function* readCsvRows(file: ExportFile): AsyncGenerator<FileRow> {
  const { parse, pipeline, source } = { ...await load(), source: withPlainBreaks(readText(file)) };
  const parser = parse({
    info: true,
    max_record_size: MAX_ROW,
    record_delimiter: "\n",
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // What fails is thrown by the loop.
  pipeline(source, parser, () => {});
  let names: readonly string[] | undefined;
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      line = info.lines;
      const begun = line - record.join("").split("\n").length + 1;
      if (!names) {
        names = record.map((name) => name.trim());
        if (new Set(names).size === names.length) continue;
        throw new AuthError("Cannot read the file: its first line names a column twice");
      }
      if (record.length !== names.length) {
        const unreadable = `It has ${record.length} columns in place of ${names.length}`;
        yield { line: begun, unreadable };
      } else {
        yield {
          line: begun,
          value: Object.fromEntries(names.map((name, column) => [name, record[column]])),
        };
      }
    }
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (typeof code !== "string" || !code.startsWith("CSV_")) throw error;
    const [, found = line] = / at line (\d{1,15})/.exec(message.slice(-200)) ?? [];
    throw new AuthError(
      "Cannot read the file: it is no CSV; look for a quote that is open at or before line " +
        found,
      { cause: { err: error as Error } },
    );
  }
}

/** The text with `\\n` for each `\\r\\n`, which the package would count twice in a quoted field. */
async function* withPlainBreaks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const part of parts) {
    const text = (rest + part).replaceAll("\r\n", "\n");
    rest = text.endsWith("\r") ? "\r" : "";
    yield text.slice(0, text.length - rest.length);
  }
  yield rest;
}

async function load() {
  const { pipeline } = await import("node:stream");
  let err: unknown;
  try {
    const found = await import("csv-parse");
    if ("parse" in found) return { parse: found.parse, pipeline };
  } catch (error) {
    err = error;
  }
  throw new AuthError(`Cannot read CSV: ${explainNotLoaded("csv-parse", err)}`, {
    cause: { err: err as Error | undefined },
  });
}

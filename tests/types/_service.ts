/**
 * The compiler as an editor has it: one service sees all programs of a process, so that it parses
 * the sources once, and checks the files alone that it is asked about.
 *
 * @module
 */

import ts from "typescript";
import { appOptions } from "../tools/_program.ts";

/** Folder of this repository, without a slash at its end. */
export const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** A service for one program after the other. */
export interface Service {
  /** Path of the program. */
  file: string;
  /** The service; it sees the text that was given last. */
  service: ts.LanguageService;
  /** Gives the program another text. */
  edit(text: string): void;
  /** Errors of the program, each with its line and column. */
  errors(): string[];
}

let made: Promise<Service> | undefined;

/** The service of this process. */
export const compilerService = (): Promise<Service> => made ??= createService();

async function createService(): Promise<Service> {
  const file = `${root}/tests/types/_program.ts`;
  // Names of Deno, as `deno check` knows them.
  const globals = `${root}/tests/types/_deno.d.ts`;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["types"] }).output();
  const texts = new Map([[file, ""], [globals, new TextDecoder().decode(stdout)]]);
  let version = 0;
  const options = { ...await appOptions(root), lib: ["lib.esnext.d.ts"] };
  const read = (path: string) => texts.get(path) ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [globals, file],
    getScriptVersion: (path) => path === file ? String(version) : "1",
    getScriptSnapshot(path) {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => root,
    fileExists: (path) => texts.has(path) || ts.sys.fileExists(path),
    readFile: read,
  });
  return {
    file,
    service,
    edit(text) {
      texts.set(file, text);
      version++;
    },
    errors() {
      const found = [
        ...service.getSyntacticDiagnostics(file),
        ...service.getSemanticDiagnostics(file),
      ];
      return found.map(({ start = 0, code, messageText }) => {
        const { line, character } = service.toLineColumnOffset!(file, start);
        const text = ts.flattenDiagnosticMessageText(messageText, "\n");
        return `${file}:${line + 1}:${character + 1}: TS${code} ${text}`;
      });
    },
  };
}

/**
 * What a plan is: edits by file, new files, and sentences about both, each with its place.
 *
 * @module
 */

import type { App } from "./app.ts";
import { ImportPlan } from "./imports.ts";
import type { Resolver } from "./resolver.ts";
import { EditsOverlap, Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/**
 * Weight of a sentence: what changes; what a person does; what keeps the command from writing; and
 * what can wait, such as until the sessions of the old library have ended.
 */
export type Kind = "change" | "left" | "stop" | "later";

/** A sentence about a place. */
export interface Note {
  /** Its weight. */
  readonly kind: Kind;
  /** Path from the folder of the app. */
  readonly path: string;
  /** Number of the line, from 1; absent for a whole file. */
  readonly line?: number | undefined;
  /** What is changed or left, and why. */
  readonly text: string;
  /** Page in `docs/`, or a section of one. */
  readonly guide?: string | undefined;
  /** Text that a person copies into a file. */
  readonly code?: string | undefined;
}

/** A file that is written. */
export interface FileChange {
  /** Path from the folder of the app. */
  readonly path: string;
  /** Text as it was; absent for a new file. */
  readonly before?: string | undefined;
  /** Text as it will be. */
  readonly after: string;
}

/** What the command would do. */
export interface Plan {
  /** The app. */
  readonly app: App;
  /** Files that change, by path. */
  readonly changes: readonly FileChange[];
  /** Sentences, by path and line. */
  readonly notes: readonly Note[];
  /** Number of files that were parsed. */
  readonly parsed: number;
}

/** A plan that is being made. */
export class Draft {
  /** The app. */
  readonly app: App;
  /** Interface of TypeScript. */
  readonly ts: TypeScript;
  /** Finds the files of specifiers. */
  readonly resolver: Resolver;
  /** Parsed files by path. */
  readonly sources: Map<string, Source> = new Map();
  /** New files by path. */
  readonly created: Map<string, string> = new Map();
  /** Sentences, in the order in which they came. */
  readonly notes: Note[] = [];
  /** Packages in whose place this library stands, besides those that it always replaces. */
  readonly movedPackages: Set<string> = new Set();
  /** What the first middleware of next-auth 4 says, by option: the config gets it once, for all. */
  readonly middleware: Map<string, string> = new Map();
  /** Text of a file of the app; `undefined` when it is missing. */
  readonly read: (path: string) => string | undefined;
  readonly #imports: Map<Source, ImportPlan> = new Map();
  readonly #results: Map<Source, string | undefined> = new Map();
  /** Where the text of a file moves to, and what its own path gets. */
  readonly #moved: Map<Source, { readonly to: string; readonly text: string }> = new Map();

  /** @param read reads a file of the app; `undefined` when it is missing */
  constructor(
    app: App,
    ts: TypeScript,
    resolver: Resolver,
    read: (path: string) => string | undefined,
  ) {
    this.app = app;
    this.ts = ts;
    this.resolver = resolver;
    this.read = read;
  }

  /** A parsed file; a fault of its syntax is noted, and it is not changed. */
  source(path: string): Source | undefined {
    const known = this.sources.get(path);
    if (known) return known;
    const text = this.app.files.get(path) ?? this.read(path);
    if (text === undefined) return undefined;
    const source = new Source(path, text, this.ts);
    this.sources.set(path, source);
    const { fault } = source;
    if (fault) {
      this.notes.push({
        kind: "stop",
        path,
        line: fault.line,
        text: `the file cannot be parsed: ${fault.message}`,
      });
    }
    return source;
  }

  /** Moves the text of a file with its edits, and leaves another one in its place. */
  move(source: Source, to: string, text: string): void {
    this.#moved.set(source, { to, text });
  }

  /** What becomes of the imports of a file. */
  importsOf(source: Source): ImportPlan {
    const known = this.#imports.get(source) ?? new ImportPlan(source, this.ts);
    this.#imports.set(source, known);
    return known;
  }

  /** Plans the edits of all imports, once the rules have said what they need. */
  applyImports(): void {
    for (const plan of this.#imports.values()) plan.apply();
  }

  /** The files that name a library, as far as they can be parsed. */
  get using(): Source[] {
    return [...this.app.files.keys()].flatMap((path) => {
      const source = this.source(path);
      return source && !source.fault ? [source] : [];
    });
  }

  /** Adds a sentence about a node or a line. */
  note(
    kind: Kind,
    source: Source,
    at: Parameters<Source["lineOf"]>[0],
    text: string,
    guide?: string,
    code?: string,
  ) {
    const line = source.lineOf(at);
    const isKnown = this.notes.some((note) =>
      note.kind === kind && note.path === source.path && note.line === line && note.text === text
    );
    if (!isKnown) this.notes.push({ kind, path: source.path, line, text, guide, code });
  }

  /** The text of a file with its edits; one that cannot be parsed is noted, and is no result. */
  resultOf(source: Source): string | undefined {
    if (!this.#results.has(source)) this.#results.set(source, this.#makeResult(source));
    return this.#results.get(source);
  }

  #makeResult(source: Source): string | undefined {
    const { path } = source;
    const stop = (reason: string) => {
      const text = `the command cannot write this file, change it by hand first: ${reason}`;
      this.notes.push({ kind: "stop", path, text });
    };
    try {
      const { result } = source;
      const { fault } = new Source(path, result, this.ts);
      if (!fault || source.fault) return result;
      stop(`line ${fault.line} would be wrong, ${fault.message}`);
    } catch (error) {
      if (!(error instanceof EditsOverlap)) throw error;
      stop(error.message);
    }
  }

  /** The plan. */
  finish(changes: readonly FileChange[]): Plan {
    const edited = [...this.sources.values()].filter(({ edits }) => edits.length > 0)
      .flatMap((source): FileChange[] => {
        const { path, text: before } = source;
        const after = this.resultOf(source);
        if (after === undefined) return [];
        const moved = this.#moved.get(source);
        if (!moved) return [{ path, before, after }];
        return [{ path: moved.to, after }, { path, before, after: moved.text }];
      });
    const created = [...this.created].map(([path, after]): FileChange => ({ path, after }));
    return {
      app: this.app,
      changes: [...changes, ...edited, ...created]
        .filter(({ before, after }) => before !== after).toSorted(byPath),
      notes: this.notes.toSorted((a, b) => byPath(a, b) || (a.line ?? 0) - (b.line ?? 0)),
      parsed: this.sources.size,
    };
  }
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/**
 * The calls that a store makes of a SQLite client whose methods return promises: single statements,
 * and batches that take effect together. The store repeats a call while another client holds the
 * lock, and its errors say what to do.
 *
 * @module
 */

import { RUN_SCHEMA } from "../src/base/store_facts.ts";
import { AdapterError } from "../src/errors.ts";
import { MAX_TRIES, repeat } from "./_retry.ts";
import type { Row, Value } from "./_rows.ts";
import { isRead } from "./_sql.ts";

/** A statement with the values of its placeholders, `?`. */
export interface SqliteCall {
  readonly text: string;
  readonly params: readonly Value[];
}

/** The statements of a client. */
export interface SqliteClient {
  /** Runs a statement. */
  run(this: void, text: string, params?: readonly Value[]): Promise<Row[]>;
  /** Runs statements that take effect together or not at all. */
  batch(this: void, statements: readonly SqliteCall[]): Promise<Row[][]>;
}

/** What the stores know of a client: how its errors are to be read. */
export interface ClientKind {
  /** Name of the database in errors. */
  readonly name: string;
  /** `true` for an error after which nothing has happened, and a later call may succeed. */
  isBusy?(this: void, error: unknown): boolean;
  /** `true` for an error after which a change has taken place or not. */
  isLost(this: void, error: unknown): boolean;
  /** Says what an error means and how to mend it, where the table of all clients has no row for it. */
  cureOf?(this: void, error: unknown): string | undefined;
}

/** Milliseconds that locks of others are waited for; the client may wait too, at each try. */
const PATIENCE_MS = 5000;

/** Number of tries of a read whose connection was lost. */
const MAX_READS = 5;

const LOCKED = /SQLITE_BUSY|SQLITE_LOCKED|database (?:table )?is locked/;

const READ_ONLY =
  "the database is read-only; pass a client of one that can be written, such as the primary of a " +
  "replica";

/** Text of an error → what is wrong, and its cure. */
const CURES: readonly (readonly [text: RegExp, cure: string])[] = [
  [LOCKED, "another client has locked it for long; nothing was written, so repeat the call"],
  [
    /no such table/,
    `a table does not exist; call \`setup()\` of the store, or ${RUN_SCHEMA}`,
  ],
  [
    /no such column|has no column named/,
    `a table lacks a column; ${RUN_SCHEMA}`,
  ],
  [/readonly database|SQLITE_READONLY|write operations are forbidden/, READ_ONLY],
  [/too big|SQLITE_TOOBIG/, "a value is larger than the database takes; store less in one row"],
  [/disk is full|SQLITE_FULL/, "it is full; free some space"],
  [/not a database|SQLITE_NOTADB/, "the file is no database of SQLite, or is encrypted"],
];

/** Statements that are repeated where nothing can have happened, and whose failures have a cure. */
export function repeated(
  { run, batch }: SqliteClient,
  kind: ClientKind,
): SqliteClient {
  const call = <T>(isRead: boolean, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    return repeat(work, (error) => {
      if (isBusy(kind, error)) return performance.now() - began < PATIENCE_MS ? MAX_TRIES : 1;
      return isRead && kind.isLost(error) ? MAX_READS : 1;
    }).catch((error) => {
      throw explained(kind, error);
    });
  };
  return {
    run: (text, params = []) => call(isRead(text), () => run(text, params)),
    batch: (statements) => call(false, () => batch(statements)),
  };
}

/** Code and message of an error, as the clients have them. */
export function saysOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: string };
  return `${code ?? ""} ${message ?? ""}`;
}

function isBusy(kind: ClientKind, error: unknown): boolean {
  return LOCKED.test(saysOf(error)) || (kind.isBusy?.(error) ?? false);
}

/** The error with what is wrong and its cure, where it is known. */
export function explained(kind: ClientKind, error: unknown): unknown {
  const says = saysOf(error);
  const cure = kind.cureOf?.(error) ?? CURES.find(([text]) => text.test(says))?.[1] ??
    (kind.isLost(error)
      ? "its connection was lost; a change that was under way took place completely or not at " +
        "all, and the next call connects again"
      : undefined);
  if (!cure) return error;
  const { message } = error as Error;
  return new AdapterError(`Cannot use ${kind.name}: ${cure} (${message})`, {
    cause: error as Error,
  });
}

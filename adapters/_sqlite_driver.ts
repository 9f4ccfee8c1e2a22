/**
 * The part of an SQLite driver that the adapter uses, and the runtime's own
 * driver where there is one. The driver is loaded on first use.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { AdapterError } from "../src/errors.ts";
import { forgetful } from "../src/symbols.ts";
import type { Row } from "./_rows.ts";

/** Value of a column. */
export type SqliteValue = string | number | null;

/**
 * A prepared statement. Placeholders are bound in their order, by a {@linkcode SqliteValue} each. The
 * parameters have no narrower type, since that of `@types/better-sqlite3` has no `null`.
 */
export interface SqliteStatement {
  /** The first row, or `undefined`. */
  // deno-lint-ignore no-explicit-any -- see above
  get(...values: any[]): unknown;
  /** Every row. */
  // deno-lint-ignore no-explicit-any -- see above
  all(...values: any[]): unknown[];
  /** Runs a statement without rows. */
  // deno-lint-ignore no-explicit-any -- see above
  run(...values: any[]): {
    /** Number of rows that were written or removed. */
    changes: number | bigint;
  };
}

/** An open database: `DatabaseSync` of `node:sqlite`, `Database` of `better-sqlite3`, or alike. */
export interface SqliteDatabase {
  /** Runs statements without rows. */
  exec(sql: string): unknown;
  /** Prepares one statement. */
  prepare(sql: string): SqliteStatement;
  /** Closes the database. */
  close(): unknown;
  /** `true` while a transaction is open; the name in `node:sqlite`. */
  readonly isTransaction?: boolean;
  /** `true` while a transaction is open; the name in `better-sqlite3`. */
  readonly inTransaction?: boolean;
}

/**
 * Opens a file with the runtime's own driver.
 *
 * @throws {AdapterError} when the runtime has none
 */
function openDatabase(path: string | URL): DatabaseSync {
  const driver = nodeSqlite();
  if (!driver) {
    throw new AdapterError(
      "Cannot open the database: this runtime has no node:sqlite (Node has it since 22.5); pass " +
        "an open database instead of its path, such as `new Database(path)` of better-sqlite3. " +
        "An edge runtime opens no files: let middleware of Next run in Node, by " +
        '`export const config = { runtime: "nodejs" }`',
    );
  }
  return new driver.DatabaseSync(path);
}

function nodeSqlite(): typeof import("node:sqlite") | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => unknown };
  };
  try {
    // The cast holds: the id decides the module, but `getBuiltinModule` is typed for any id.
    return process?.getBuiltinModule?.("node:sqlite") as typeof import("node:sqlite") | undefined;
  } catch {
    // The edge runtime of Next has the function, and it always throws.
    return undefined;
  }
}

/** Marks a store whose database is in memory alone. */
export function forgetfulness(database: string | URL | SqliteDatabase): object {
  if (typeof database === "string") return database === ":memory:" ? { [forgetful]: true } : {};
  // What `node:sqlite` and `better-sqlite3` say of an open database.
  const { memory } = database as { memory?: boolean };
  const isInMemory = (database as Partial<DatabaseSync>).location?.() === null || memory === true;
  return isInMemory ? { [forgetful]: true } : {};
}

/** Milliseconds a writer waits for another process. */
const BUSY_TIMEOUT_MS = 5000;

/** Bytes of the file that are mapped into memory; they take address space, not process memory. */
const MAPPED_BYTES = 1024 ** 3;

/**
 * Opens a path, or takes an open database, and sets it up: write-ahead logging, foreign keys,
 * patience with other processes.
 *
 * @throws {AdapterError} when the runtime has no driver to open a path with
 */
export function connect(database: string | URL | SqliteDatabase): SqliteDatabase {
  const db: SqliteDatabase = typeof database === "string" || database instanceof URL
    ? openDatabase(database)
    : database;
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
  // Reads of a large file go through the page cache of the system, without a call for each page.
  db.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  return db;
}

/**
 * The same database with statements that outlive an error. After one, a statement of `libsql` fails
 * at each later `get` with the same error, whatever the values are, so it is made anew. Those of
 * `node:sqlite` need no such care.
 */
export function withLastingStatements(db: SqliteDatabase): SqliteDatabase {
  if (db.isTransaction !== undefined) return db;
  return {
    exec: (sql) => db.exec(sql),
    prepare: (sql) => lastingStatement(() => db.prepare(sql)),
    close: () => db.close(),
    get inTransaction() {
      return db.inTransaction ?? false;
    },
  };
}

function lastingStatement(prepare: () => SqliteStatement): SqliteStatement {
  let statement: SqliteStatement | undefined = prepare();
  const call = <Result>(use: (statement: SqliteStatement) => Result): Result => {
    const used = statement ??= prepare();
    try {
      return use(used);
    } catch (error) {
      statement = undefined;
      throw error;
    }
  };
  return {
    get: (...values) => call((used) => used.get(...values)),
    all: (...values) => call((used) => used.all(...values)),
    run: (...values) => call((used) => used.run(...values)),
  };
}

/**
 * Makes a statement return the columns of a row as a list, where the driver can: `node:sqlite` makes
 * an object much slower. Other drivers return an object.
 */
export function preferLists(statement: SqliteStatement): SqliteStatement {
  (statement as { setReturnArrays?(isOn: boolean): void }).setReturnArrays?.(true);
  return statement;
}

/** Runs a statement by itself, and returns its rows. */
export function queryOf(
  db: SqliteDatabase,
): (text: string, params?: readonly SqliteValue[]) => Row[] {
  return (text, params = []) => db.prepare(text).all(...params) as Row[];
}

/**
 * Refuses a prefix of table names that is no part of an identifier.
 *
 * @throws {AdapterError}
 */
export function checkPrefix(prefix: string): void {
  if (/^\w*$/.test(prefix)) return;
  throw new AdapterError(
    `Cannot use \`prefix\` "${prefix}": only letters, digits and _ are allowed`,
  );
}

/** Runs work as a transaction, or as a savepoint when the app has a transaction open. */
export function createTransaction(db: SqliteDatabase): <T>(work: () => T) => T {
  return (work) => {
    const [begin, end, undo] = db.isTransaction ?? db.inTransaction
      ? ["SAVEPOINT auth", "RELEASE auth", "ROLLBACK TO auth; RELEASE auth"]
      : ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"];
    db.exec(begin);
    try {
      const result = work();
      db.exec(end);
      return result;
    } catch (error) {
      db.exec(undo);
      throw error;
    }
  };
}

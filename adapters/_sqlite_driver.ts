/**
 * The part of an SQLite driver that the adapter uses, and the runtime's own
 * driver where there is one. The driver is loaded on first use.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { AdapterError } from "../src/errors.ts";

/** Value of a column. */
export type SqliteValue = string | number | null;

/** A prepared statement. Placeholders are bound in their order. */
export interface SqliteStatement {
  /** The first row, or `undefined`. */
  get(...values: SqliteValue[]): unknown;
  /** Every row. */
  all(...values: SqliteValue[]): unknown[];
  /** Runs a statement without rows. */
  run(...values: SqliteValue[]): {
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
export function openDatabase(path: string | URL): DatabaseSync {
  const driver = nodeSqlite();
  if (!driver) {
    throw new AdapterError(
      "Cannot open the database: this runtime has no node:sqlite (Node has it since 22.5); pass " +
        "an open database instead of its path, such as `new Database(path)` of better-sqlite3",
    );
  }
  return new driver.DatabaseSync(path);
}

function nodeSqlite(): typeof import("node:sqlite") | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => unknown };
  };
  // The cast holds: the id decides the module, but `getBuiltinModule` is typed for any id.
  return process?.getBuiltinModule?.("node:sqlite") as typeof import("node:sqlite") | undefined;
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

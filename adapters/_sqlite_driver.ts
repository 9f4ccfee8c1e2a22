/**
 * The part of an SQLite driver that the adapter uses, and the runtime's own
 * driver where there is one. Nothing is loaded before it is asked for.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { AdapterError } from "../src/errors.ts";

/** What a column takes here. */
export type SqliteValue = string | number | null;

/** A prepared statement. Placeholders are bound in their order. */
export interface SqliteStatement {
  /** The first row, or `undefined`. */
  get(...values: SqliteValue[]): unknown;
  /** Every row. */
  all(...values: SqliteValue[]): unknown[];
  /** Runs a statement without rows. */
  run(...values: SqliteValue[]): {
    /** Rows that were written or removed. */
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
  /** Whether a transaction is open, as `node:sqlite` calls it. */
  readonly isTransaction?: boolean;
  /** The same, as `better-sqlite3` calls it. */
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
      "Cannot open the database: this runtime has no node:sqlite, which Node has since 22.5; pass " +
        "an open database instead of its path, such as `new Database(path)` of better-sqlite3",
    );
  }
  return new driver.DatabaseSync(path);
}

function nodeSqlite(): typeof import("node:sqlite") | undefined {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => unknown };
  };
  // The module behind this name is known; the function is typed for any.
  return process?.getBuiltinModule?.("node:sqlite") as typeof import("node:sqlite") | undefined;
}

/** All or nothing; inside a transaction of the app it is a part of that one. */
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

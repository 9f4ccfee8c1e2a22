/**
 * A stand-in for a driver that the app passes.
 *
 * @module
 */

import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement, SqliteValue } from "../../adapters/sqlite.ts";

/** The interface of `better-sqlite3`: it binds by position only, and is strict about rows. */
export class OtherDatabase implements SqliteDatabase {
  readonly #database = new DatabaseSync(":memory:");
  closed = false;

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  exec(sql: string): this {
    this.#database.exec(sql);
    return this;
  }

  prepare(sql: string): SqliteStatement {
    if (/\?\d|[:@$][a-z]/i.test(sql)) throw new TypeError("Named parameters take an object");
    const statement: StatementSync = this.#database.prepare(sql);
    const hasRows = /^\s*SELECT|RETURNING/i.test(sql);
    const count = sql.split("?").length - 1;
    const check = (values: SqliteValue[], rows: boolean) => {
      if (rows !== hasRows) throw new TypeError("This statement returns data, or it does not");
      if (values.length !== count) throw new RangeError("Too many or too few parameter values");
    };
    return {
      get(...values) {
        check(values, true);
        return statement.get(...values);
      },
      all(...values) {
        check(values, true);
        return statement.all(...values);
      },
      run(...values) {
        check(values, false);
        return statement.run(...values);
      },
    };
  }

  close(): this {
    this.#database.close();
    this.closed = true;
    return this;
  }
}

/**
 * The dialect of SQLite, on drivers that answer at once.
 *
 * @module
 */

import {
  type Answers,
  type Dialect,
  onConflict,
  positional,
  type Prepared,
  type Returns,
  type Statement,
  TEXT_IDS,
  textOf,
} from "./_sql.ts";
import { createTransaction, preferLists, type SqliteDatabase } from "./_sqlite_driver.ts";

/** Most expired rows that one write removes, so that no write takes long. */
const MAX_PURGED = 100;

/**
 * Milliseconds without another removal after that many rows, so that many writes at once
 * do not take long either.
 */
const REST_MS = 50;

/** Makes the dialect for a database. */
export function sqliteDialect(db: SqliteDatabase): Dialect {
  const transaction = createTransaction(db);

  const prepare = <What extends Returns>(statement: Statement<What>): Prepared<What> => {
    const { mayList, read, returns } = statement;
    const { text, arrange } = positional(
      `${textOf(statement)}${read ? ` RETURNING ${read}` : ""}`,
    );
    const prepared = mayList ? preferLists(db.prepare(text)) : db.prepare(text);
    const calls: Record<Returns, Prepared<Returns>> = {
      row: (params) => prepared.get(...arrange(params)) as Answers["row"],
      rows: (params) => prepared.all(...arrange(params)) as Answers["rows"],
      count: (params) => Number(prepared.run(...arrange(params)).changes),
    };
    return calls[returns] as Prepared<What>;
  };

  return {
    extra: "extra",
    isSame: "IS",
    lock: "",
    orIgnore: "ON CONFLICT DO NOTHING",
    hasSteps: false,
    mayBeOfApp: false,
    elementsOf: (placeholder) => `SELECT value FROM json_each(${placeholder})`,
    isOwnedBy: (placeholder) => `owner = ${placeholder}`,
    toSql: (placeholder) => placeholder,
    fromSql: (column) => column,
    ids: () => TEXT_IDS,
    prepare,

    together(statements, answer) {
      const steps = statements.map((statement) => prepare(statement));
      return (params) =>
        transaction(() => steps.map((step, index) => step(params[index]!))[answer]);
    },

    upsert: (upsert) => prepare(onConflict(upsert)),

    purge({ table, key, keepMs }) {
      const remove = prepare({
        returns: "count",
        text: `DELETE FROM ${table} WHERE (${key}) IN (
          SELECT ${key} FROM ${table} WHERE expires <= $1 ORDER BY expires LIMIT ${MAX_PURGED})`,
      });
      let restsSince = 0;
      return () => {
        const now = Date.now();
        // A clock that was set back does not stop the purge.
        if (Math.abs(now - restsSince) < REST_MS) return;
        if (Number(remove([now - keepMs])) >= MAX_PURGED) restsSince = now;
      };
    },

    problemOf(error) {
      const { message } = error as Error;
      if (/FOREIGN KEY/.test(message)) return "orphan";
      return /UNIQUE constraint/.test(message) ? "taken" : undefined;
    },
  };
}

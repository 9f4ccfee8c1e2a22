/**
 * The dialect of SQLite, on drivers that answer at once and on clients that answer by promises: a
 * server of libSQL, or D1. Of what belongs together, a driver makes a transaction, and a client one
 * batch, since nothing else holds a transaction of it open.
 *
 * @module
 */

import { nowMs } from "../src/base/time.ts";
import type { Awaitable } from "../src/types/entities.ts";
import { MAX_PURGED as MAX_PURGED_SELDOM, seldom } from "./_retry.ts";
import type { Row } from "./_rows.ts";
import {
  type Answers,
  type Dialect,
  isRead,
  onConflict,
  positional,
  type Prepared,
  type Returns,
  type Statement,
  TEXT_IDS,
  textOf,
} from "./_sql.ts";
import { quote } from "./_sql_verbs.ts";
import type { SqliteClient } from "./_sqlite_client.ts";
import { createTransaction, preferLists, type SqliteDatabase } from "./_sqlite_driver.ts";

/** Most expired rows that one write removes, so that no write takes long. */
const MAX_PURGED = 100;

/**
 * Milliseconds without another removal after that many rows, so that many writes at once
 * do not take long either.
 */
const REST_MS = 50;

/** What a driver and a client do differently. */
interface Way extends Pick<Dialect, "prepare" | "together"> {
  /** Most expired rows that one write removes. */
  readonly maxPurged: number;
  /** Makes the function that a write calls first, from one that removes expired rows. */
  paced(this: void, remove: (now: number) => Awaitable<number>): () => Awaitable<unknown>;
}

/** Makes the dialect for an open database. */
export function sqliteDialect(db: SqliteDatabase): Dialect {
  const transaction = createTransaction(db);
  // After a lock that was waited for too long, a statement of `libsql` stays open, and its connection
  // commits none of the later ones, although they say so. The text that begins a transaction finds the
  // lock first, and does not stay open. Those of `node:sqlite` need no such care.
  const alone = db.isTransaction === undefined
    ? <T>(work: () => T): T => db.inTransaction ? work() : transaction(work)
    : undefined;

  const prepare = <What extends Returns>(statement: Statement<What>): Prepared<What> => {
    const { text, arrange } = positional(returning(statement, ""));
    const locked = isRead(text) ? undefined : alone;
    const prepared = statement.mayList ? preferLists(db.prepare(text)) : db.prepare(text);
    const calls: Record<Returns, Prepared<Returns>> = {
      row: (params) => prepared.get(...arrange(params)) as Answers["row"],
      rows: (params) => prepared.all(...arrange(params)) as Answers["rows"],
      count: (params) => Number(prepared.run(...arrange(params)).changes),
    };
    const call = calls[statement.returns] as Prepared<What>;
    return locked ? (params) => locked(() => call(params)) : call;
  };

  return dialectOf({
    prepare,

    together(statements, answer) {
      const steps = statements.map((statement) => prepare(statement));
      return (params) =>
        transaction(() => steps.map((step, index) => step(params[index]!))[answer]);
    },

    maxPurged: MAX_PURGED,
    paced(remove) {
      let restsSince = 0;
      return () => {
        const now = nowMs();
        // A clock that was set back does not stop the purge.
        if (Math.abs(now - restsSince) < REST_MS) return;
        if (Number(remove(now)) >= MAX_PURGED) restsSince = now;
      };
    },
  });
}

/** Makes the dialect for a client. */
export function sqliteClientDialect({ run, batch }: SqliteClient): Dialect {
  // Rows that a change returns are counted: what clients say of their number differs.
  const counting = " RETURNING 1 AS one";
  const read = <What extends Returns>(returns: What, rows: Row[]) =>
    (returns === "row" ? rows[0] : returns === "rows" ? rows : rows.length) as Answers[What];

  return dialectOf({
    prepare(statement) {
      const { text, arrange } = positional(returning(statement, counting));
      return async (params) => read(statement.returns, await run(text, arrange(params)));
    },

    together(statements, answer) {
      const steps = statements.map((statement) => positional(returning(statement, "")));
      const { returns } = statements[answer]!;
      if (returns === "count") {
        steps[answer] = positional(returning(statements[answer]!, counting));
      }
      return async (params) => {
        const rows = await batch(
          steps.map(({ text, arrange }, index) => ({ text, params: arrange(params[index]!) })),
        );
        return read(returns, rows[answer]!);
      };
    },

    maxPurged: MAX_PURGED_SELDOM,
    paced: (remove) => seldom(() => remove(nowMs())),
  });
}

/** Text of a statement with what it returns. */
function returning(statement: Statement, counting: string): string {
  const { read, returns } = statement;
  return `${textOf(statement)}${read ? ` RETURNING ${read}` : returns === "count" ? counting : ""}`;
}

function dialectOf({ prepare, together, maxPurged, paced }: Way): Dialect {
  return {
    extra: "extra",
    isSame: "IS",
    lock: "",
    orIgnore: "ON CONFLICT DO NOTHING",
    hasSteps: false,
    mayBeOfApp: false,
    elementsOf: (placeholder) => `SELECT value FROM json_each(${placeholder})`,
    isOwnedBy: (placeholder) => `owner = ${placeholder}`,
    inOrder: (text) => text,
    folded: (text) => `lower(${text})`,
    searched: ["email", "name"],
    toSql: (placeholder) => placeholder,
    fromSql: (column) => column,
    ids: () => TEXT_IDS,
    prepare,
    together,
    upsert: (upsert) => prepare(onConflict(upsert)),

    purge({ table, key, expires, toSql, keepMs }) {
      const columns = quote(key);
      const remove = prepare({
        returns: "count",
        text: `DELETE FROM ${table} WHERE (${columns}) IN (
          SELECT ${columns} FROM ${table} WHERE ${expires} <= ${toSql("$1")}
          ORDER BY ${expires} LIMIT ${maxPurged})`,
      });
      return paced((now) => remove([now - keepMs]));
    },

    toError(error) {
      const { message } = error as Error;
      if (/FOREIGN KEY/.test(message)) return "orphan";
      return /UNIQUE constraint/.test(message) ? "taken" : undefined;
    },
  };
}

/**
 * What the SQL of the stores asks of a database: a dialect. Statements are written once, in
 * `_sql_adapter.ts` and `records/_sql_rows.ts`. A dialect says them to a database in its own
 * syntax, and in as few steps as it allows.
 *
 * @module
 */

import type { Awaitable } from "../src/types/entities.ts";
import type { Kind, Row, Value } from "./_rows.ts";
import { isExact } from "./_text.ts";

/** What a statement returns: its first row, its rows, or the number of rows that it changed. */
export interface Answers {
  readonly row: Row | undefined;
  readonly rows: Row[];
  readonly count: number;
}

/** A name of an answer. */
export type Returns = keyof Answers;

/**
 * A statement. Its parameters are `$1`, `$2` and so on; names are in double quotes where they
 * need some.
 */
export interface Statement<Kind extends Returns = Returns> {
  readonly returns: Kind;
  /** The statement; of an `UPDATE` or a `DELETE`, what is before its condition. */
  readonly text: string;
  /** Table of an `UPDATE` or a `DELETE`. */
  readonly table?: string;
  /** Condition that finds the rows before and after an `UPDATE`, or before a `DELETE`. */
  readonly where?: string;
  /** Further condition, on what the statement changes or removes. */
  readonly guard?: string;
  /** What a change returns of its rows, unless it counts them. */
  readonly read?: string;
  /** Allows rows to be lists of their columns, which some drivers make sooner. */
  readonly mayList?: true;
}

/** A statement that a database runs with the values of its parameters. */
export type Prepared<Kind extends Returns> = (
  params: readonly Value[],
) => Awaitable<Answers[Kind]>;

/** A row that is inserted, or replaces the one of the same key if that one meets a condition. */
export interface Upsert {
  readonly table: string;
  readonly columns: readonly string[];
  /** Value of each column. */
  readonly values: readonly string[];
  /** Columns of the key. */
  readonly key: readonly string[];
  /** Condition on the row that is there, `t`. */
  readonly guard: string;
  /** Columns that a row which is there keeps. Default: those of the key. */
  readonly kept?: readonly string[] | undefined;
}

/** Rows that are removed some time after they have expired. Their time has an index. */
export interface Expiring {
  readonly table: string;
  /** Columns of the key. */
  readonly key: readonly string[];
  /** The quoted column with the time. */
  readonly expires: string;
  /** A placeholder as its value. */
  toSql(this: void, placeholder: string): string;
  /** Milliseconds between the expiry of a row and its removal. */
  readonly keepMs: number;
}

/** The ids of users in a database. */
export interface Ids {
  /** `true` when the database makes the ids of new users. */
  readonly areGenerated: boolean;
  /**
   * Returns `true` when a user can have the id. `"01"` would find the user `1` in a column
   * of integers, so it is none.
   */
  isId(this: void, id: string): boolean;
  /** Type of an id in the table, where no statement takes it from the column. Default: text. */
  readonly type?: "uuid";
}

/** Ids that are any text. */
export const TEXT_IDS: Ids = { areGenerated: false, isId: isExact };

/** How a database is spoken to. */
export interface Dialect {
  /** Column for the members without a column of their own. */
  readonly extra: string;
  /** Operator that also finds `NULL` equal to `NULL`. */
  readonly isSame: string;
  /** Clause of a query that locks what it finds; empty where nothing else runs meanwhile. */
  readonly lock: string;
  /** Clause of an `INSERT` that a taken key makes do nothing; empty where it fails. */
  readonly orIgnore: string;
  /**
   * `true` when statements that belong together are one, whose parts read the rows of the first
   * part as `step0`.
   */
  readonly hasSteps: boolean;
  /**
   * `true` when tables of the adapter may be the app's: with ids that the database makes, and with
   * columns and references of the app.
   */
  readonly mayBeOfApp: boolean;
  /** What is in the parentheses of an `IN`: the elements of a list of texts as JSON. */
  elementsOf(this: void, placeholder: string): string;
  /** Condition on the records of an owner, which searches the index. */
  isOwnedBy(this: void, placeholder: string): string;
  /** A column in the order of code points. Default: as it is. */
  byCodePoint?(this: void, column: string): string;
  /** Text of a column or a placeholder in the order of code points, which an index has where one can. */
  inOrder(this: void, text: string): string;
  /** The same of at least its first 200 characters, with capital letters of ASCII as small ones. */
  folded(this: void, text: string): string;
  /** Members of users by whose beginnings an index finds them. */
  readonly searched: readonly ("email" | "name")[];
  /** A placeholder as the value of a column. */
  toSql(this: void, placeholder: string, kind: Kind | undefined): string;
  /** A column as every driver returns it alike. */
  fromSql(this: void, column: string, kind: Kind | undefined): string;

  /** The ids of users, when the tables are there. */
  ids(this: void): Awaitable<Ids>;
  /** Prepares a statement. */
  prepare<Kind extends Returns>(this: void, statement: Statement<Kind>): Prepared<Kind>;
  /**
   * Prepares statements that take effect together or not at all.
   *
   * @param answer index of the one whose answer is returned
   */
  together(
    this: void,
    statements: readonly Statement[],
    answer: number,
  ): (params: readonly (readonly Value[])[]) => Awaitable<Answers[Returns]>;
  /** Prepares the insertion or replacement of a row. */
  upsert(this: void, upsert: Upsert): Prepared<"count">;
  /** Makes the function that a write calls first: it removes a few expired rows. */
  purge(this: void, expiring: Expiring): () => Awaitable<unknown>;
  /** Says of an error that a key is taken, or that a user does not exist. */
  toError(this: void, error: unknown): "taken" | "orphan" | undefined;
}

/** Text of a statement, without what it returns. */
export function textOf({ text, where, guard }: Statement): string {
  return `${text}${where ? ` WHERE ${where}` : ""}${guard ? ` AND ${guard}` : ""}`;
}

/** `true` for a statement that only reads: those of the stores begin with `SELECT`. */
export function isRead(text: string): boolean {
  return /^\s*SELECT\b/.test(text);
}

/** The statement of an {@linkcode Upsert}, for databases that have one. */
export function onConflict(
  { table, columns, values, key, guard, kept = [] }: Upsert,
): Statement<"count"> {
  const quoted = columns.map((column) => `"${column}"`);
  const replaced = columns.filter((column) => !key.includes(column) && !kept.includes(column));
  return {
    returns: "count",
    text: `INSERT INTO ${table} AS t (${quoted}) VALUES (${values})
      ON CONFLICT (${key.map((column) => `"${column}"`)}) DO UPDATE
      SET ${replaced.map((column) => `"${column}" = excluded."${column}"`)} WHERE ${guard}`,
  };
}

/** A statement for drivers that bind by position, with `?` in place of `$1`. */
export interface Positional {
  readonly text: string;
  /** Puts the values of parameters into the order of the placeholders. */
  arrange(this: void, params: readonly Value[]): readonly Value[];
}

/** Numbers the placeholders of a text by their position. */
export function positional(text: string): Positional {
  const order: number[] = [];
  const replaced = text.replaceAll(/\$(\d+)/g, (_, number) => {
    order.push(Number(number) - 1);
    return "?";
  });
  const isOrdered = order.every((index, position) => index === position);
  return {
    text: replaced,
    arrange: (params) =>
      isOrdered && params.length === order.length ? params : order.map((index) => params[index]!),
  };
}

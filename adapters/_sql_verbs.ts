/**
 * What is done with the rows of one table: statements that name its columns alone.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { Awaitable } from "../src/types/entities.ts";
import { after, rescue } from "./_awaitable.ts";
import { MAX_TRIES, pause } from "./_retry.ts";
import { type Row, toValue } from "./_rows.ts";
import type { Answers, Dialect, Prepared, Returns, Statement } from "./_sql.ts";
import type { Table } from "./_sql_tables.ts";
import { isExact } from "./_text.ts";

/** Finds rows by the values of columns; none has a value that text cannot hold. */
export type Search<Result> = (...values: string[]) => Awaitable<Result>;

/** Statements about a table, each of which is prepared when its verb is called. */
export interface Verbs {
  /** Finds the row with these values in the columns. */
  find<T>(this: void, table: Table<T>, ...columns: string[]): Search<T | null>;
  /** Finds all such rows. */
  findAll<T>(this: void, table: Table<T>, ...columns: string[]): Search<T[]>;
  /** Removes the row, and returns it. */
  remove<T>(this: void, table: Table<T>, ...columns: string[]): Search<T | null>;
  /** Removes all such rows, and counts them. */
  removeAll<T>(this: void, table: Table<T>, ...columns: string[]): Search<number>;
  /**
   * Inserts a row, unless its key is taken; `true` when it did.
   *
   * @throws {AdapterError} when no user has the id of its user
   */
  insert<T>(this: void, table: Table<T>): (record: T) => Awaitable<boolean>;
  /**
   * Merges members into the row that one of them identifies, and returns the row. Columns
   * are set; what has no column is written unless a parallel call changed it meanwhile, and
   * then tried again.
   */
  update<T>(
    this: void,
    table: Table<T>,
    key: keyof T & string,
  ): (changes: Partial<T>) => Awaitable<T | null>;
}

/** A list of the names of columns, which may have capital letters. */
export function quote(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

/** The removal of rows. */
export function deletion(table: string, where: string): Statement<"count"> {
  return { returns: "count", text: `DELETE FROM ${table}`, table, where };
}

/** Calls a function; `undefined` when a key that it writes is taken. */
export function unlessTaken<T>(
  { problemOf }: Dialect,
  call: () => Awaitable<T>,
): Awaitable<T | undefined> {
  return rescue<T | undefined>(call, (error) => {
    if (problemOf(error) === "taken") return undefined;
    throw error;
  });
}

/** Makes a write for a user; throws when no user has the id. */
export function writeFor<T>(
  { ids, problemOf }: Dialect,
  userId: unknown,
  call: () => Awaitable<T>,
): Awaitable<T> {
  const noUser = () => new AdapterError("Cannot write for the user: no user has this id");
  return after(ids(), ({ isId }) => {
    if (typeof userId === "string" && !isId(userId)) throw noUser();
    return rescue(call, (error) => {
      throw problemOf(error) === "orphan" ? noUser() : error;
    });
  });
}

/** Makes the verbs of a dialect. */
export function verbsOf(dialect: Dialect): Verbs {
  const { extra, ids, isSame, orIgnore, prepare, toSql } = dialect;

  /** Runs a statement with the values of columns, unless no row can have them. */
  const search = <T, Kind extends Returns, Result>(
    table: Table<T>,
    columns: readonly string[],
    statement: Statement<Kind>,
    read: (answer: Answers[Kind] | undefined) => Result,
  ): Search<Result> => {
    const run = prepare(statement);
    const areIds = columns.map((column) => table.kindOf(column) === "user");
    return (...values) =>
      after(ids(), ({ isId }) => {
        const isValue = (value: string, index: number) =>
          areIds[index] ? isId(value) : isExact(value);
        return values.every(isValue) ? after(run(values), read) : read(undefined);
      });
  };
  const equal = (columns: readonly string[]) =>
    columns.map((column, index) => `"${column}" = $${index + 1}`).join(" AND ");
  const select = <T>(table: Table<T>, columns: readonly string[]) =>
    `SELECT ${table.read()} FROM ${table.name} WHERE ${equal(columns)}`;
  const first = <T>({ fromRow }: Table<T>) => (row: Row | undefined) => row ? fromRow(row) : null;

  return {
    find: (table, ...columns) =>
      search(table, columns, { returns: "row", text: select(table, columns) }, first(table)),
    findAll: (table, ...columns) =>
      search(
        table,
        columns,
        { returns: "rows", text: select(table, columns) },
        (rows = []) => rows.map((row) => table.fromRow(row)),
      ),
    remove: (table, ...columns) =>
      search(
        table,
        columns,
        { ...deletion(table.name, equal(columns)), returns: "row", read: table.read() },
        first(table),
      ),
    removeAll: (table, ...columns) =>
      search(table, columns, deletion(table.name, equal(columns)), (count = 0) => count),

    insert(table) {
      const run = prepare({
        returns: "count",
        text: `INSERT INTO ${table.name} (${quote(table.columns)}) VALUES (${table.values()})
          ${orIgnore}`,
      });
      return (record) => {
        const write = () => unlessTaken(dialect, () => run(table.toRow(record)));
        return after(
          writeFor(dialect, (record as Row).userId, write),
          (count = 0) => count > 0,
        );
      };
    },

    update<T>(table: Table<T>, key: keyof T & string) {
      const find = prepare({
        returns: "row",
        text: `SELECT ${extra} AS extra FROM ${table.name} WHERE "${key}" = $1`,
      });
      const replacements = new Map<string, Prepared<"row">>();
      const prepareReplacement = (members: readonly string[]) => {
        const at = members.length;
        const assignments = members.map((member, index) =>
          `"${member}" = ${toSql(`$${index + 1}`, table.kindOf(member))}`
        );
        return prepare({
          returns: "row",
          text: `UPDATE ${table.name} SET ${[...assignments, `${extra} = $${at + 1}`].join(", ")}`,
          table: table.name,
          where: `"${key}" = $${at + 2}`,
          guard: `${extra} ${isSame} $${at + 3}`,
          read: table.read(),
        });
      };
      return (changes: Partial<T>) => {
        const id = changes[key] as unknown;
        const changed = Object.entries(changes as Row)
          .filter(([member]) => member !== key && table.kindOf(member));
        const members = changed.map(([member]) => member);
        const name = members.join();
        const replace = replacements.get(name) ?? prepareReplacement(members);
        replacements.set(name, replace);
        const values = changed.map(([member, value]) => toValue(value, table.kindOf(member)!));
        const attempt = (id: string, tries: number): Awaitable<T | null> =>
          after(find([id]), (row) => {
            if (!row) return null;
            const before = row.extra as string | null;
            const params = [...values, table.changeExtra(before, changes), id, before];
            const write = () => replace(params);
            return after(writeFor(dialect, (changes as Row).userId, write), (next) => {
              if (next) return table.fromRow(next);
              if (tries < MAX_TRIES) return after(pause(tries), () => attempt(id, tries + 1));
              throw new AdapterError(
                "Cannot write the change: parallel calls changed the row each time",
              );
            });
          });
        return after(ids(), ({ isId }) => {
          const isKey = table.kindOf(key) === "user" ? isId : isExact;
          return typeof id === "string" && isKey(id) ? attempt(id, 1) : null;
        });
      };
    },
  };
}

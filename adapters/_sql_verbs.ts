/**
 * What is done with the rows of one table: statements that name its columns alone.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type { Awaitable } from "../src/types/entities.ts";
import { after, rescue } from "./_awaitable.ts";
import { MAX_TRIES, pause } from "./_retry.ts";
import { type Row, toValue, type Value } from "./_rows.ts";
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

/** Makes a function that keeps what it has made of each value. */
export function keeping<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

/** The removal of rows. */
export function deletion(table: string, where: string): Statement<"count"> {
  return { returns: "count", text: `DELETE FROM ${table}`, table, where };
}

/** Calls a function; `undefined` when a key that it writes is taken. */
export function unlessTaken<T>(
  { toError: problemOf }: Dialect,
  call: () => Awaitable<T>,
): Awaitable<T | undefined> {
  return rescue<T | undefined>(call, (error) => {
    if (problemOf(error) === "taken") return undefined;
    throw error;
  });
}

/** Makes a write for a user; throws when no user has the id. */
export function writeFor<T>(
  { ids, toError: problemOf }: Dialect,
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
  const { ids, isSame, orIgnore, prepare } = dialect;

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
  const equal = <T>(table: Table<T>, columns: readonly string[]) =>
    columns.map((column, index) => table.isEqual(column, `$${index + 1}`)).join(" AND ");
  const select = <T>(table: Table<T>, columns: readonly string[]) =>
    `SELECT ${table.read()} FROM ${table.name} WHERE ${equal(table, columns)}`;
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
        { ...deletion(table.name, equal(table, columns)), returns: "row", read: table.read() },
        first(table),
      ),
    removeAll: (table, ...columns) =>
      search(table, columns, deletion(table.name, equal(table, columns)), (count = 0) => count),

    insert(table) {
      const run = keeping((view: typeof table) =>
        prepare({
          returns: "count",
          text: `INSERT INTO ${view.name} (${quote(view.columns)}) VALUES (${view.values()})
            ${orIgnore}`,
        })
      );
      return (record) => {
        const view = table.having(record);
        const write = () => unlessTaken(dialect, () => run(view)(view.toRow(record)));
        return after(
          writeFor(dialect, (record as Row).userId, write),
          (count = 0) => count > 0,
        );
      };
    },

    update<T>(table: Table<T>, key: keyof T & string) {
      const { extra } = table;
      const read = { returns: "row", text: select(table, [key]) } as const;
      const find = prepare(
        extra
          ? {
            ...read,
            text: `SELECT ${extra} AS extra FROM ${table.name} WHERE ${table.isEqual(key, "$1")}`,
          }
          : read,
      );
      const filled = table.fills.filter(({ changes }) => changes);
      const prepareReplacement = (members: string): Prepared<"row"> => {
        let count = 0;
        const next = () => `$${++count}`;
        const assignments = members.split(",").filter(Boolean).map((member) =>
          `${table.at(member)} = ${table.write(member, next())}`
        );
        assignments.push(...filled.map(({ name, toSql }) => `"${name}" = ${toSql(next())}`));
        if (extra) assignments.push(`${extra} = ${next()}`);
        return prepare({
          returns: "row",
          text: `UPDATE ${table.name} SET ${assignments.join(", ")}`,
          table: table.name,
          where: table.isEqual(key, next()),
          ...extra && { guard: `${extra} ${isSame} ${next()}` },
          read: table.read(),
        });
      };
      const replacement = keeping(prepareReplacement);
      return (changes: Partial<T>) => {
        const id = changes[key] as unknown;
        table.tell(changes);
        const changed = Object.entries(changes as Row)
          .filter(([member]) => member !== key && table.kindOf(member));
        const name = changed.map(([member]) => member).join();
        const values = [
          ...changed.map(([member, value]) => toValue(value, table.kindOf(member)!)),
          ...filled.map(({ make }) => make()),
        ];
        const replace = (params: readonly Value[]) =>
          writeFor(
            dialect,
            (changes as Row).userId,
            () => replacement(name)([...values, ...params]),
          );
        const toRecord = (row: Row | undefined) => row ? table.fromRow(row) : null;
        const attempt = (id: string, tries: number): Awaitable<T | null> =>
          after(find([id]), (row) => {
            if (!row) return null;
            const before = row.extra as string | null;
            return after(replace([table.changeExtra(before, changes), id, before]), (next) => {
              if (next) return table.fromRow(next);
              if (tries < MAX_TRIES) return after(pause(tries), () => attempt(id, tries + 1));
              throw new AdapterError(
                "Cannot write the change: parallel calls changed the row each time",
              );
            });
          });
        return after(ids(), ({ isId }) => {
          const isKey = table.kindOf(key) === "user" ? isId : isExact;
          if (typeof id !== "string" || !isKey(id)) return null;
          if (extra) return attempt(id, 1);
          return after(changed.length > 0 ? replace([id]) : find([id]), toRecord);
        });
      };
    },
  };
}

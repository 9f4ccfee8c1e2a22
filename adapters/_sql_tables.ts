/**
 * The tables of the adapters: their columns, and the conversions between records and rows.
 *
 * @module
 */

import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../src/types/adapter.ts";
import {
  ACCOUNTS,
  AUTHENTICATORS,
  type Codec,
  type Kind,
  type Row,
  SESSIONS,
  USERS,
  type Value,
  VERIFICATION_TOKENS,
} from "./_rows.ts";
import type { Dialect } from "./_sql.ts";

/** Names of the tables, as they are in statements. */
export interface TableNames {
  readonly users: string;
  readonly accounts: string;
  readonly sessions: string;
  readonly verificationTokens: string;
  readonly authenticators: string;
  readonly records: string;
}

/** A table. */
export interface Table<T> extends Pick<Codec<T>, "changeExtra"> {
  readonly name: string;
  /** Every column. */
  readonly columns: readonly string[];
  /** Placeholder of each column, from `$first`; `given` has other values for some columns. */
  values(this: void, given?: Readonly<Record<string, string>>, first?: number): string[];
  /** Values of the placeholders. */
  toRow(this: void, record: T, given?: Readonly<Record<string, string>>): Value[];
  /** Storage form of a member; `undefined` for one without a column. */
  kindOf(this: void, member: string): Kind | undefined;
  /** List of the columns to read, of a row with this alias. */
  read(this: void, alias?: string): string;
  /** The record of a row that was read so. */
  fromRow(this: void, row: Row): T;
  /** A record as it is read after it was written. */
  copy(this: void, record: T): T;
}

/** Every table. */
export interface Tables {
  readonly users: Table<AdapterUser>;
  readonly accounts: Table<AdapterAccount>;
  readonly sessions: Table<AdapterSession>;
  readonly verificationTokens: Table<VerificationToken>;
  readonly authenticators: Table<AdapterAuthenticator>;
}

/** The tables of these names. */
export function tablesOf(dialect: Dialect, names: TableNames): Tables {
  const users = table(dialect, names.users, "user", USERS);
  return {
    users: dialect.mayBeOfApp ? withOwnColumns(users, dialect.extra) : users,
    accounts: table(dialect, names.accounts, "account", ACCOUNTS),
    sessions: table(dialect, names.sessions, "session", SESSIONS),
    verificationTokens: table(dialect, names.verificationTokens, "token", VERIFICATION_TOKENS),
    authenticators: table(dialect, names.authenticators, "authenticator", AUTHENTICATORS),
  };
}

/** @param label prefix of the columns that are read, so that those of two tables do not meet */
function table<T>(
  { extra, toSql, fromSql }: Dialect,
  name: string,
  label: string,
  codec: Codec<T>,
): Table<T> {
  const kinds = new Map(codec.columns);
  const columns = [...kinds.keys(), extra];
  const labels = columns.map((column) => `${label}.${column}`);
  const labelOfExtra = `${label}.${extra}`;
  const fromRow = codec.reader(labels);
  return {
    name,
    columns,
    changeExtra: codec.changeExtra,
    kindOf: (member) => kinds.get(member),
    values: (given = {}, first = 1) =>
      columns.map((column) => given[column] ?? toSql(`$${first++}`, kinds.get(column))),
    toRow(record, given) {
      const values = [...codec.toValues(record), codec.toExtra(record)];
      return given ? values.filter((_, index) => given[columns[index]!] === undefined) : values;
    },
    read: (alias) =>
      columns.map((column, index) => {
        const place = alias ? `${alias}."${column}"` : `"${column}"`;
        return `${fromSql(place, kinds.get(column))} AS "${labels[index]}"`;
      }).join(", "),
    fromRow: (row) => fromRow(row, row[labelOfExtra]),
    copy(record) {
      const values = codec.toValues(record);
      const row = Object.fromEntries(values.map((value, index) => [labels[index]!, value]));
      return fromRow(row, codec.toExtra(record));
    },
  };
}

/**
 * The table of users, with the columns that the app has added: they are read as members,
 * as `@auth/pg-adapter` does, and only the app writes them.
 */
function withOwnColumns<T>(users: Table<T>, extra: string): Table<T> {
  return {
    ...users,
    read: (alias) => `${alias ? `${alias}.` : ""}*, ${users.read(alias)}`,
    fromRow(row) {
      const own = Object.entries(row).filter(([column]) =>
        !column.includes(".") && column !== extra && !users.kindOf(column)
      );
      return { ...users.fromRow(row), ...Object.fromEntries(own) };
    },
  };
}

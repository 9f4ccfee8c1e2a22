/**
 * The tables of the PostgreSQL adapter. Statements name the type of no id: placeholders
 * take it from the column that they are compared with or written to.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../src/types/adapter.ts";
import { EXTRA, type TableNames } from "./_postgres_schema.ts";
import {
  ACCOUNTS,
  AUTHENTICATORS,
  type Codec,
  type Kind,
  type Row,
  SESSIONS,
  toValue,
  USERS,
  type Value,
  VERIFICATION_TOKENS,
} from "./_rows.ts";
import { isExact } from "./_text.ts";

/** The id of a user, which is converted when the type of the column is known. */
export interface UserId {
  readonly userId: string;
}

/** Value of a placeholder. */
export type Param = Value | UserId;

/** A table, with the conversions between its records and its rows. */
export interface Table<T> extends Pick<Codec<T>, "changeExtra"> {
  /** Quoted name. */
  readonly name: string;
  /** List of the columns that are written. */
  columns(this: void, without?: string): string;
  /** List of their placeholders, from `$first`. */
  placeholders(this: void, first?: number, without?: string): string;
  /** Values of the placeholders. */
  toRow(this: void, record: T, without?: string): Param[];
  /** Assignments from the row that conflicted, for `ON CONFLICT DO UPDATE`. */
  readonly excluded: string;
  /** Storage form of a member; `undefined` for one without a column. */
  kindOf(this: void, member: string): Kind | undefined;
  /** List of the columns to read, of a row with this alias. */
  read(this: void, alias?: string): string;
  /** The record of a row that was read so. */
  fromRow(this: void, row: Row): T;
}

/** The ids of users in a database. */
export interface IdType {
  /** `true` when the database makes the ids of new users. */
  readonly areGenerated: boolean;
  /**
   * Returns `true` when a user can have the id. `"01"` would find the user `1` in a column
   * of integers, so it is none.
   */
  isId(this: void, id: string): boolean;
}

/** A UUID as PostgreSQL returns it. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const integers = (max: bigint): IdType => ({
  areGenerated: true,
  isId: (id) => /^(0|[1-9]\d{0,18})$/.test(id) && BigInt(id) <= max,
});

/** Type of a column → its ids. A type that ignores case would confuse two users. */
const ID_TYPES: Readonly<Record<string, IdType>> = {
  "text": { areGenerated: false, isId: isExact },
  "character varying": { areGenerated: false, isId: isExact },
  "uuid": { areGenerated: false, isId: (id) => UUID.test(id) },
  "integer": integers(2n ** 31n - 1n),
  "bigint": integers(2n ** 63n - 1n),
};

/**
 * The ids in a column of this type.
 *
 * @throws {AdapterError} when the type is none of those that are known
 */
export function idsOf(type: string): IdType {
  const ids = ID_TYPES[type];
  if (ids) return ids;
  throw new AdapterError(
    `Cannot use ids of users with the type "${type}": use ${Object.keys(ID_TYPES).join(", ")}`,
  );
}

/** The tables of these names. */
export function tables(names: TableNames): {
  users: Table<AdapterUser>;
  accounts: Table<AdapterAccount>;
  sessions: Table<AdapterSession>;
  verificationTokens: Table<VerificationToken>;
  authenticators: Table<AdapterAuthenticator>;
} {
  return {
    users: withOwnColumns(table(names.users, "user", USERS)),
    accounts: table(names.accounts, "account", ACCOUNTS),
    sessions: table(names.sessions, "session", SESSIONS),
    verificationTokens: table(names.verificationTokens, "token", VERIFICATION_TOKENS),
    authenticators: table(names.authenticators, "authenticator", AUTHENTICATORS),
  };
}

/** @param label prefix of the columns that are read, so that those of two tables do not meet */
function table<T>(name: string, label: string, codec: Codec<T>): Table<T> {
  const kinds = new Map(codec.columns);
  const written = (without?: string) =>
    [...kinds.keys(), EXTRA].filter((column) => column !== without);
  return {
    name,
    changeExtra: codec.changeExtra,
    columns: (without) => written(without).map((column) => `"${column}"`).join(", "),
    placeholders: (first = 1, without) =>
      written(without)
        .map((column, index) => toSql(`$${first + index}`, kinds.get(column))).join(", "),
    toRow: (record, without) => {
      const members = { ...record, [EXTRA]: codec.toExtra(record) } as Row;
      return written(without).map((column) => toParam(members[column], kinds.get(column)));
    },
    excluded: written().map((column) => `"${column}" = excluded."${column}"`).join(", "),
    kindOf: (member) => kinds.get(member),
    read: (alias = "t") =>
      written().map((column) =>
        `${fromSql(`${alias}."${column}"`, kinds.get(column))} AS "${label}.${column}"`
      ).join(", "),
    fromRow: (row) => {
      const read = Object.fromEntries(
        written().map((column) => [column, row[`${label}.${column}`]]),
      );
      return codec.fromRow(read, read[EXTRA]);
    },
  };
}

/**
 * The table of users, with the columns that the app has added: they are read as members,
 * as `@auth/pg-adapter` does, and only the app writes them.
 */
function withOwnColumns<T>(users: Table<T>): Table<T> {
  return {
    ...users,
    read: (alias = "t") => `${alias}.*, ${users.read(alias)}`,
    fromRow: (row) => {
      const own = Object.entries(row).filter(([column]) =>
        !column.includes(".") && column !== EXTRA && !users.kindOf(column)
      );
      return { ...users.fromRow(row), ...Object.fromEntries(own) };
    },
  };
}

/** The value of a placeholder that stores a member. */
export function toParam(member: unknown, kind: Kind | undefined): Param {
  if (kind === "user" && typeof member === "string") return { userId: member };
  return toValue(member, kind ?? "text");
}

/** A placeholder as the value of a column. */
export function toSql(placeholder: string, kind: Kind | undefined): string {
  if (kind === "date") return `to_timestamp(${placeholder}::double precision / 1000)`;
  if (kind === "boolean") return `${placeholder}::int = 1`;
  return placeholder;
}

/** A column as every client returns it alike, whatever its parsers. */
export function fromSql(column: string, kind: Kind | undefined): string {
  if (kind === "date") return `round(extract(epoch FROM ${column}) * 1000)::bigint`;
  if (kind === "boolean") return `${column}::int`;
  if (kind === "user") return `${column}::text`;
  return column;
}

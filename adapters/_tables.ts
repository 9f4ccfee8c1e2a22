/**
 * The tables that an adapter over an app's own tool reads and writes: Drizzle, Prisma or Kysely.
 * Users, accounts, sessions, tokens and passkeys are those of the adapter of Auth.js for the tool,
 * the table of records is new.
 *
 * @module
 */

import {
  ACCOUNTS,
  AUTHENTICATORS,
  type Codec,
  SESSIONS,
  USERS,
  VERIFICATION_TOKENS,
} from "./_rows.ts";
import type { TableNames } from "./_sql_tables.ts";

/** A tool to which the tables of an app may belong. */
export type Tool = "drizzle" | "prisma" | "kysely";

/** A database that a tool speaks to; `mysql` is MariaDB too. */
export type Engine = "sqlite" | "postgres" | "mysql";

/** A table by what is in it. */
export type TableRole = keyof TableNames;

/**
 * What a column holds. `key` is text that identifies something, with at most 255 characters in
 * MySQL; `bytes` is such text with at most 1536 bytes, compared by its bytes. `integer` has 32 bits,
 * `bigint` 64.
 */
export type ColumnKind = "key" | "bytes" | "text" | "integer" | "bigint" | "date" | "boolean";

/** A column. */
export interface ColumnShape {
  /** Its name, which is that of the member too. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** `false`: it may be `NULL`. */
  readonly isRequired: boolean;
}

/** A table. */
export interface TableShape {
  readonly columns: readonly ColumnShape[];
  readonly primaryKey: readonly string[];
  /** Further keys of which each value is there once. */
  readonly unique: readonly (readonly string[])[];
  /** Indexes with repeated values. */
  readonly indexes: readonly (readonly string[])[];
  /** `true`: `userId` refers to a user, with whom the row is removed. */
  readonly isOwned: boolean;
}

/**
 * Column for the members without a column of their own, as JSON. A table may lack it, as those of
 * Auth.js do; then such members are left out.
 */
export const EXTRA_COLUMN = "auth_extra";

/** Columns that identify a row, a user, or what someone else knows it by. */
const KEYS: ReadonlySet<string> = new Set([
  ...["id", "email", "provider", "providerAccountId", "userId", "sessionToken"],
  ...["identifier", "token", "credentialID"],
]);

function shape<T>(
  { columns }: Codec<T>,
  optional: readonly string[],
  keys: Pick<TableShape, "primaryKey"> & Partial<TableShape>,
): TableShape {
  return {
    unique: [],
    indexes: [],
    isOwned: columns.some(([member]) => member === "userId"),
    ...keys,
    columns: [
      ...columns.map(([name, kind]) => ({
        name,
        // The members of the contract have no other kinds.
        kind: KEYS.has(name) || kind === "user" ? "key" : kind as ColumnKind,
        isRequired: !optional.includes(name),
      })),
      { name: EXTRA_COLUMN, kind: "text" as const, isRequired: false },
    ],
  };
}

/** The tables. Columns have the same names in each tool; see {@linkcode TABLE_NAMES} for theirs. */
export const TABLES: Readonly<Record<TableRole, TableShape>> = {
  users: shape(USERS, ["name", "email", "emailVerified", "image"], {
    primaryKey: ["id"],
    unique: [["email"]],
  }),
  accounts: shape(ACCOUNTS, [
    ...["access_token", "refresh_token", "expires_at", "token_type", "scope", "id_token"],
    "session_state",
  ], { primaryKey: ["provider", "providerAccountId"], indexes: [["userId"]] }),
  sessions: shape(SESSIONS, [], {
    primaryKey: ["sessionToken"],
    indexes: [["userId"], ["expires"]],
  }),
  verificationTokens: shape(VERIFICATION_TOKENS, [], {
    primaryKey: ["identifier", "token"],
    indexes: [["expires"]],
  }),
  authenticators: shape(AUTHENTICATORS, ["transports"], {
    primaryKey: ["userId", "credentialID"],
    unique: [["credentialID"]],
  }),
  records: {
    columns: [
      { name: "kind", kind: "bytes", isRequired: true },
      { name: "id", kind: "bytes", isRequired: true },
      { name: "owner", kind: "bytes", isRequired: false },
      { name: "version", kind: "bigint", isRequired: true },
      { name: "expires", kind: "bigint", isRequired: false },
      { name: "data", kind: "text", isRequired: true },
    ],
    primaryKey: ["kind", "id"],
    unique: [],
    indexes: [["owner", "kind"], ["expires"]],
    isOwned: false,
  },
};

/** The roles that a database has to have; passkeys are records where their table is missing. */
export const REQUIRED_ROLES: readonly TableRole[] = [
  ...["users", "accounts", "sessions", "verificationTokens"] as const,
  "records",
];

const MODELS: TableNames = {
  users: "User",
  accounts: "Account",
  sessions: "Session",
  verificationTokens: "VerificationToken",
  authenticators: "Authenticator",
  records: "auth_records",
};

/**
 * Names of the tables in a database, by default. A model of Prisma has the name of its table, and
 * that of records is `AuthRecord`.
 */
export const TABLE_NAMES: Readonly<Record<Tool, TableNames>> = {
  drizzle: {
    users: "user",
    accounts: "account",
    sessions: "session",
    verificationTokens: "verificationToken",
    authenticators: "authenticator",
    records: "auth_records",
  },
  prisma: MODELS,
  kysely: MODELS,
};

/**
 * Type of a column in SQL. Times are those of the tool: a number is of milliseconds since 1970,
 * `TEXT` and `DATETIME` of SQLite are ISO 8601, and a time without a zone is in UTC.
 */
export const COLUMN_TYPES: Readonly<
  Record<Tool, Readonly<Record<Engine, Readonly<Record<ColumnKind, string>>>>>
> = {
  drizzle: typesOf({ postgres: "timestamp", mysql: "timestamp(3)", sqlite: "INTEGER" }),
  prisma: typesOf({ postgres: "timestamp(3)", mysql: "datetime(3)", sqlite: "DATETIME" }),
  kysely: typesOf({ postgres: "timestamptz", mysql: "datetime(3)", sqlite: "TEXT" }),
};

function typesOf(
  date: Readonly<Record<Engine, string>>,
): Readonly<Record<Engine, Readonly<Record<ColumnKind, string>>>> {
  const same = { text: "text", integer: "integer", bigint: "bigint", boolean: "boolean" };
  return {
    postgres: { ...same, key: "text", bytes: "text", date: date.postgres },
    mysql: {
      ...same,
      key: "varchar(255)",
      bytes: "varbinary(1536)",
      text: "longtext",
      date: date.mysql,
    },
    sqlite: {
      ...{ key: "TEXT", bytes: "TEXT", text: "TEXT" },
      ...{ integer: "INTEGER", bigint: "INTEGER", boolean: "INTEGER" },
      date: date.sqlite,
    },
  };
}

/**
 * The tables of the SQLite adapter.
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
  type Row,
  SESSIONS,
  USERS,
  VERIFICATION_TOKENS,
} from "./_rows.ts";
import type { SqliteValue } from "./_sqlite_driver.ts";

/** A table, with the conversions between its records and its rows. */
export interface Table<T> {
  /** Name with the prefix. */
  readonly name: string;
  /** Columns of the primary key. */
  readonly key: string;
  /** `INSERT` with a placeholder for each column. */
  readonly insert: string;
  /** `UPDATE … SET` with the same placeholders. */
  readonly update: string;
  /** Assignments from the row that conflicted, for `ON CONFLICT DO UPDATE`. */
  readonly excluded: string;
  /** Values for the placeholders. */
  toRow(this: void, record: T): SqliteValue[];
  /**
   * The record of a row.
   *
   * @param extra value of the column `extra`, for rows of a join that name it otherwise
   */
  fromRow(this: void, row: Row, extra?: unknown): T;
}

/** The tables under a prefix. */
export function tables(prefix: string): {
  users: Table<AdapterUser>;
  accounts: Table<AdapterAccount>;
  sessions: Table<AdapterSession>;
  verificationTokens: Table<VerificationToken>;
  authenticators: Table<AdapterAuthenticator>;
} {
  return {
    users: table(`${prefix}users`, "id", USERS),
    accounts: table(`${prefix}accounts`, "provider, providerAccountId", ACCOUNTS),
    sessions: table(`${prefix}sessions`, "sessionToken", SESSIONS),
    verificationTokens: table(
      `${prefix}verification_tokens`,
      "identifier, token",
      VERIFICATION_TOKENS,
    ),
    authenticators: table(`${prefix}authenticators`, "credentialID", AUTHENTICATORS),
  };
}

function table<T>(name: string, key: string, codec: Codec<T>): Table<T> {
  const quoted = [...codec.columns.map(([member]) => member), "extra"].map((one) => `"${one}"`);
  return {
    name,
    key,
    insert: `INSERT INTO ${name} (${quoted}) VALUES (${quoted.map(() => "?")})`,
    update: `UPDATE ${name} SET ${quoted.map((column) => `${column} = ?`)}`,
    excluded: `${quoted.map((column) => `${column} = excluded.${column}`)}`,
    toRow: (record) => [...codec.toValues(record), codec.toExtra(record)],
    fromRow: (row, extra = row.extra) => codec.fromRow(row, extra),
  };
}

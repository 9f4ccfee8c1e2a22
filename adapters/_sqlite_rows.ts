/**
 * Records of the contract as rows: a column for each known member, JSON for
 * the others, integers for times and booleans.
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
import type { SqliteValue } from "./_sqlite_driver.ts";

/** A row as the driver returns it. */
export type Row = Record<string, unknown>;

/** Storage form of a member in its column. */
type Kind = "text" | "integer" | "date" | "boolean";

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

const USER = { id: "text", name: "text", email: "text", emailVerified: "date", image: "text" };
const ACCOUNT = {
  provider: "text",
  providerAccountId: "text",
  userId: "text",
  type: "text",
  access_token: "text",
  refresh_token: "text",
  expires_at: "integer",
  token_type: "text",
  scope: "text",
  id_token: "text",
  session_state: "text",
};
const SESSION = { sessionToken: "text", userId: "text", expires: "date" };
const VERIFICATION_TOKEN = { identifier: "text", token: "text", expires: "date" };
const AUTHENTICATOR = {
  credentialID: "text",
  userId: "text",
  providerAccountId: "text",
  credentialPublicKey: "text",
  counter: "integer",
  credentialDeviceType: "text",
  credentialBackedUp: "boolean",
  transports: "text",
};

/** The tables under a prefix. */
export function tables(prefix: string): {
  users: Table<AdapterUser>;
  accounts: Table<AdapterAccount>;
  sessions: Table<AdapterSession>;
  verificationTokens: Table<VerificationToken>;
  authenticators: Table<AdapterAuthenticator>;
} {
  return {
    users: table(`${prefix}users`, "id", USER),
    accounts: table(`${prefix}accounts`, "provider, providerAccountId", ACCOUNT),
    sessions: table(`${prefix}sessions`, "sessionToken", SESSION),
    verificationTokens: table(
      `${prefix}verification_tokens`,
      "identifier, token",
      VERIFICATION_TOKEN,
    ),
    authenticators: table(`${prefix}authenticators`, "credentialID", AUTHENTICATOR),
  };
}

function table<T extends object>(
  name: string,
  key: string,
  columns: Record<string, string>,
): Table<T> {
  const kinds = Object.entries(columns) as [string, Kind][];
  const names = [...Object.keys(columns), "extra"];
  const quoted = names.map((column) => `"${column}"`);
  return {
    name,
    key,
    insert: `INSERT INTO ${name} (${quoted}) VALUES (${quoted.map(() => "?")})`,
    update: `UPDATE ${name} SET ${quoted.map((column) => `${column} = ?`)}`,
    excluded: `${quoted.map((column) => `${column} = excluded.${column}`)}`,
    toRow(record) {
      const members = record as Record<string, unknown>;
      const others = Object.entries(members)
        .filter(([member, value]) => !Object.hasOwn(columns, member) && value !== undefined);
      return [
        ...kinds.map(([member, kind]) => toColumn(members[member], kind)),
        // Absent members are listed, so that reading does not turn them into `null`.
        toJson({
          absent: kinds.flatMap(([member]) => members[member] === undefined ? [member] : []),
          members: Object.fromEntries(others),
        }),
      ];
    },
    fromRow(row, extra = row.extra) {
      const record: Record<string, unknown> = {};
      const { absent, members } = fromJson(extra as string);
      for (const [member, kind] of kinds) {
        const value = row[member];
        if (value !== null || !absent.includes(member)) record[member] = fromColumn(value, kind);
      }
      return (members === NO_EXTRA.members ? record : { ...record, ...members }) as T;
    },
  };
}

function toColumn(value: unknown, kind: Kind): SqliteValue {
  if (value === undefined || value === null) return null;
  if (kind === "date") return (value as Date).valueOf();
  if (kind === "boolean") return value ? 1 : 0;
  return value as SqliteValue;
}

function fromColumn(value: unknown, kind: Kind): unknown {
  if (value === null) return null;
  if (kind === "date") return new Date(value as number);
  if (kind === "boolean") return value !== 0;
  return value;
}

interface Extra {
  /** Columns that are `NULL` because the record had no such member. */
  absent: string[];
  /** Members without a column. */
  members: Record<string, unknown>;
}

/** Serializes the extra part of a row; dates become `{ $date: milliseconds }`. */
function toJson({ absent, members }: Extra): string {
  return JSON.stringify([absent, members], function (key, value) {
    // `value` is a date already turned into text; the holder still has the `Date`.
    const original = (this as Record<string, unknown>)[key];
    return original instanceof Date
      ? { $date: original.valueOf() }
      : renamed(value, WRITTEN, "$$$&");
  });
}

/** Names of an app's own members that equal the date mark, when written and when read. */
const WRITTEN = /^\$+date$/;
const READ = /^\$(?=\$+date$)/;

/** A record with its matching members renamed; any other value unchanged. */
function renamed(value: unknown, from: RegExp, to: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (!entries.some(([name]) => from.test(name))) return value;
  return Object.fromEntries(entries.map(([name, member]) => [name.replace(from, to), member]));
}

/** The extra part of a row with every column and no other member, such as that of a session. */
const NO_EXTRA: Extra = { absent: [], members: {} };
const NOTHING = toJson(NO_EXTRA);

function fromJson(text: string): Extra {
  if (text === NOTHING) return NO_EXTRA;
  // A reviver makes parsing several times slower; most rows have no date and no mark in here.
  const [absent, members] = text.includes('date"')
    ? JSON.parse(
      text,
      (_, value) =>
        typeof value?.$date === "number" ? new Date(value.$date) : renamed(value, READ, ""),
    )
    : JSON.parse(text);
  return { absent, members };
}

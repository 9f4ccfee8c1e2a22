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
  SessionRecord,
  VerificationToken,
} from "../src/types/adapter.ts";
import type { SqliteValue } from "./_sqlite_driver.ts";

/** A row as the driver gives it. */
export type Row = Record<string, unknown>;

/** How a column keeps a member. */
type Kind = "text" | "integer" | "date" | "boolean";

/** A table, and both directions of its records. */
export interface Table<T> {
  /** Name with the prefix. */
  readonly name: string;
  /** `INSERT` with a placeholder for each column. */
  readonly insert: string;
  /** `UPDATE … SET` with the same placeholders. */
  readonly update: string;
  /** Assignments from the row that could not be inserted. */
  readonly excluded: string;
  /** Values for the placeholders. */
  toRow(this: void, record: T): SqliteValue[];
  /** The record of a row. */
  fromRow(this: void, row: Row): T;
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
const SESSION_RECORD = {
  id: "text",
  userId: "text",
  createdAt: "date",
  lastSeenAt: "date",
  expires: "date",
  device: "text",
  address: "text",
};
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
  sessionRecords: Table<SessionRecord>;
  verificationTokens: Table<VerificationToken>;
  authenticators: Table<AdapterAuthenticator>;
} {
  return {
    users: table(`${prefix}users`, USER),
    accounts: table(`${prefix}accounts`, ACCOUNT),
    sessions: table(`${prefix}sessions`, SESSION),
    sessionRecords: table(`${prefix}session_records`, SESSION_RECORD),
    verificationTokens: table(`${prefix}verification_tokens`, VERIFICATION_TOKEN),
    authenticators: table(`${prefix}authenticators`, AUTHENTICATOR),
  };
}

function table<T extends object>(name: string, columns: Record<string, string>): Table<T> {
  const kinds = Object.entries(columns) as [string, Kind][];
  const names = [...Object.keys(columns), "extra"];
  const quoted = names.map((column) => `"${column}"`);
  return {
    name,
    insert: `INSERT INTO ${name} (${quoted}) VALUES (${quoted.map(() => "?")})`,
    update: `UPDATE ${name} SET ${quoted.map((column) => `${column} = ?`)}`,
    excluded: `${quoted.map((column) => `${column} = excluded.${column}`)}`,
    toRow(record) {
      const members = record as Record<string, unknown>;
      const others = Object.entries(members)
        .filter(([member, value]) => !Object.hasOwn(columns, member) && value !== undefined);
      return [
        ...kinds.map(([member, kind]) => toColumn(members[member], kind)),
        // What is absent is told from what is null, so that records come back as they were.
        toJson({
          absent: kinds.flatMap(([member]) => members[member] === undefined ? [member] : []),
          members: Object.fromEntries(others),
        }),
      ];
    },
    fromRow(row) {
      const record: Record<string, unknown> = {};
      const { absent, members } = fromJson(row.extra as string);
      for (const [member, kind] of kinds) {
        if (row[member] !== null || !absent.includes(member)) {
          record[member] = fromColumn(row[member], kind);
        }
      }
      return { ...record, ...members } as T;
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

/** Most rows have nothing extra, and say so in one character. */
function toJson({ absent, members }: Extra): string {
  return JSON.stringify([absent, members], function (key, value) {
    // Dates have become text by now; the holder still has them.
    const original = (this as Record<string, unknown>)[key];
    return original instanceof Date
      ? { $date: original.valueOf() }
      : renamed(value, WRITTEN, "$$$&");
  });
}

/** Members that are called like our mark for dates, on their way in and out. */
const WRITTEN = /^\$+date$/;
const READ = /^\$(?=\$+date$)/;

/** A record whose members of such names got others, or anything else as it is. */
function renamed(value: unknown, from: RegExp, to: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (!entries.some(([name]) => from.test(name))) return value;
  return Object.fromEntries(entries.map(([name, member]) => [name.replace(from, to), member]));
}

function fromJson(text: string): Extra {
  const [absent, members] = JSON.parse(
    text,
    (_, value) =>
      typeof value?.$date === "number" ? new Date(value.$date) : renamed(value, READ, ""),
  );
  return { absent, members };
}

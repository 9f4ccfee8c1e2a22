/**
 * Rows of the contract in an SQL table: a column for each known member, JSON for the
 * others, numbers for times and booleans.
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

/** A row as the driver returns it. */
export type Row = Record<string, unknown>;

/** Value of a column or placeholder. */
export type Value = string | number | null;

/**
 * Storage form of a member in its column; `user` is the id of a user. Columns of the app may also
 * be a `number` with a fraction, `json`, or `other`: what the driver takes and returns. A `clock` is
 * a date by the clock of the process, which changes with its zone.
 */
export type Kind =
  | ("text" | "integer" | "date" | "boolean" | "user")
  | ("number" | "json" | "clock" | "other");

/** Conversions between the records and the rows of a table. */
export interface Codec<T> {
  /** Members with a column of their own. */
  readonly columns: readonly (readonly [member: string, kind: Kind])[];
  /** Values of the columns. */
  toValues(this: void, record: T): Value[];
  /** Value of the column for everything else. */
  toExtra(this: void, record: T): string;
  /** The same value after changes of some members. */
  changeExtra(this: void, extra: string | null, changes: Partial<T>): string;
  /**
   * Makes the function that reads the record of a row, and of its value for everything else.
   *
   * @param labels names of the columns in the row
   */
  reader(this: void, labels: readonly string[]): (row: Row, extra: unknown) => T;
}

/** Users. */
export const USERS: Codec<AdapterUser> = createCodec({
  id: "user",
  name: "text",
  email: "text",
  emailVerified: "date",
  image: "text",
});

/** Accounts. */
export const ACCOUNTS: Codec<AdapterAccount> = createCodec({
  provider: "text",
  providerAccountId: "text",
  userId: "user",
  type: "text",
  access_token: "text",
  refresh_token: "text",
  expires_at: "integer",
  token_type: "text",
  scope: "text",
  id_token: "text",
  session_state: "text",
});

/** Sessions. */
export const SESSIONS: Codec<AdapterSession> = createCodec({
  sessionToken: "text",
  userId: "user",
  expires: "date",
});

/** One-time tokens. */
export const VERIFICATION_TOKENS: Codec<VerificationToken> = createCodec({
  identifier: "text",
  token: "text",
  expires: "date",
});

/** Passkeys. */
export const AUTHENTICATORS: Codec<AdapterAuthenticator> = createCodec({
  credentialID: "text",
  userId: "user",
  providerAccountId: "text",
  credentialPublicKey: "text",
  counter: "integer",
  credentialDeviceType: "text",
  credentialBackedUp: "boolean",
  transports: "text",
});

/** Makes the conversions of members with these storage forms. */
export function createCodec<T extends object>(kinds: Readonly<Record<string, Kind>>): Codec<T> {
  const columns = Object.entries(kinds);
  const othersOf = (record: Partial<T>) =>
    Object.entries(record).filter(([member]) => !Object.hasOwn(kinds, member));
  return {
    columns,
    toValues: (record) => columns.map(([member, kind]) => toValue((record as Row)[member], kind)),

    toExtra: (record) =>
      toJson({
        // Absent members are listed, so that reading does not turn them into `null`.
        absent: columns.flatMap(([member]) =>
          (record as Row)[member] === undefined ? [member] : []
        ),
        members: Object.fromEntries(othersOf(record)),
      }),

    changeExtra(extra, changes) {
      const { absent, members } = fromJson(extra);
      const added = columns.flatMap(([member]) =>
        Object.hasOwn(changes, member) && (changes as Row)[member] === undefined ? [member] : []
      );
      return toJson({
        absent: [...absent.filter((member) => !Object.hasOwn(changes, member)), ...added],
        members: Object.fromEntries([...Object.entries(members), ...othersOf(changes)]),
      });
    },

    reader: (labels) => (row, extra) => {
      const record: Row = {};
      const { absent, members } = fromJson(extra as string | null);
      // Without an iterator, since sessions are read at every request.
      for (let index = 0; index < columns.length; index++) {
        const [member, kind] = columns[index]!;
        const value = row[labels[index]!];
        if (value !== null || !absent.includes(member)) record[member] = fromValue(value, kind);
      }
      return (members === NO_EXTRA.members ? record : { ...record, ...members }) as T;
    },
  };
}

/**
 * The value that stores a member.
 *
 * @throws {AdapterError} for an invalid date or number, which some databases take for another one
 */
export function toValue(member: unknown, kind: Kind): Value {
  if (member === undefined || member === null) return null;
  if (kind === "boolean") return member ? 1 : 0;
  if (kind === "json" || kind === "other" && typeof member === "object") {
    return JSON.stringify(member);
  }
  if (kind === "text" || kind === "user" || kind === "other") return member as Value;
  const value = (member as Date | number).valueOf();
  if (Number.isFinite(value)) {
    return kind === "clock" ? value - new Date(value).getTimezoneOffset() * MINUTE_MS : value;
  }
  throw new AdapterError(
    `Cannot store this: ${value} as a ${kind === "date" || kind === "clock" ? "time" : "number"}`,
  );
}

const MINUTE_MS = 60 * 1000;

/** The date at which a clock of the process shows what one of UTC shows at a time. */
function byClock(time: number): Date {
  const shown = new Date(time);
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()];
  const [hours, minutes] = [shown.getUTCHours(), shown.getUTCMinutes()];
  return new Date(
    ...[year, month, day] as const,
    ...[hours, minutes, shown.getUTCSeconds(), shown.getUTCMilliseconds()] as const,
  );
}

/** Drivers return integers as numbers, text or bigints. */
function fromValue(value: unknown, kind: Kind): unknown {
  if (value === null) return null;
  if (kind === "integer" || kind === "number") return Number(value);
  if (kind === "json") return typeof value === "string" ? JSON.parse(value) : value;
  if (kind === "date") return new Date(Number(value));
  if (kind === "boolean") return Number(value) !== 0;
  return kind === "clock" ? byClock(Number(value)) : value;
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

/** Rows that other code has written have no such value. */
function fromJson(text: string | null): Extra {
  if (text === null || text === NOTHING) return NO_EXTRA;
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

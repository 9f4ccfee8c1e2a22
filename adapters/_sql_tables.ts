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

/** A column with a member of its own. */
export interface Column {
  /** Its name, without quotes. */
  readonly name: string;
  readonly kind: Kind;
  /** A placeholder as its value. */
  toSql(this: void, placeholder: string): string;
  /** The column as every driver returns it alike. */
  fromSql(this: void, place: string): string;
  /** Condition that it has exactly a value. Default: `=`. */
  isEqual?(this: void, place: string, placeholder: string): string;
}

/** A column without a member, which a new row gets a value for. */
export interface Fill {
  readonly name: string;
  /** Makes the value. */
  make(this: void): Value;
  /** Its placeholder as the value. */
  toSql(this: void, placeholder: string): string;
  /** `true`: each change of the row writes it. */
  readonly changes: boolean;
}

/** A table. */
export interface Table<T> extends Pick<Codec<T>, "changeExtra"> {
  readonly name: string;
  /** Names of the columns that a new row has values for, without quotes. */
  readonly columns: readonly string[];
  /** Columns of these that have no member. */
  readonly fills: readonly Fill[];
  /** The quoted column for members without one of their own; `undefined`: they are left out. */
  readonly extra: string | undefined;
  /** `true` with columns of the app, which may have defaults of the database. */
  readonly hasOwn: boolean;
  /** Quoted name of the column of a member. */
  at(this: void, member: string): string;
  /** Condition that a member has exactly the value of a placeholder. */
  isEqual(this: void, member: string, placeholder: string, alias?: string): string;
  /** A placeholder as the value of a member. */
  write(this: void, member: string, placeholder: string): string;
  /** A member as every driver returns it alike. */
  readOne(this: void, member: string): string;
  /** Placeholder of each column, from `$first`; `given` has other values for some members. */
  values(this: void, given?: Readonly<Record<string, string>>, first?: number): string[];
  /** Values of the placeholders. */
  toRow(this: void, record: T, given?: Readonly<Record<string, string>>): Value[];
  /** `true` for a member with a column. */
  has(this: void, member: string): boolean;
  /** Storage form of a member; `undefined` for one that no statement writes. */
  kindOf(this: void, member: string): Kind | undefined;
  /** List of the columns to read, of a row with this alias. */
  read(this: void, alias?: string): string;
  /** The record of a row that was read so. */
  fromRow(this: void, row: Row): T;
  /** A record as it is read after it was written. */
  copy(this: void, record: T): T;
  /** Tells which members of a record are left out. */
  tell(this: void, record: Partial<T>): void;
  /** The table with those columns of the app that a record has values for. */
  having(this: void, record: Partial<T>): Table<T>;
}

/** Every table. */
export interface Tables {
  readonly users: Table<AdapterUser>;
  readonly accounts: Table<AdapterAccount>;
  readonly sessions: Table<AdapterSession>;
  readonly verificationTokens: Table<VerificationToken>;
  /** `undefined`: passkeys are kept elsewhere. */
  readonly authenticators: Table<AdapterAuthenticator> | undefined;
  /** Name of the table of records. */
  readonly records: string;
  /** `true`: they may be the app's, with references that remove no rows of a user. */
  readonly areOfApp: boolean;
  /** Tables whose `expires` has an index, so that what has expired is found. */
  readonly purged: ReadonlySet<"sessions" | "verificationTokens">;
}

/** The tables of these names. */
export function makeTables(dialect: Dialect, names: TableNames): Tables {
  const table = <T>(name: string, label: string, codec: Codec<T>) =>
    createTable({ name, label, codec, columns: ownNames(dialect, codec), extra: dialect.extra });
  const users = table(names.users, "user", USERS);
  return {
    users: dialect.mayBeOfApp ? withOwnColumns(users, dialect.extra) : users,
    accounts: table(names.accounts, "account", ACCOUNTS),
    sessions: table(names.sessions, "session", SESSIONS),
    verificationTokens: table(names.verificationTokens, "token", VERIFICATION_TOKENS),
    authenticators: table(names.authenticators, "authenticator", AUTHENTICATORS),
    records: names.records,
    areOfApp: dialect.mayBeOfApp,
    purged: new Set(["sessions", "verificationTokens"]),
  };
}

/** Columns with the names of their members. */
function ownNames<T>(
  { toSql, fromSql }: Dialect,
  { columns }: Codec<T>,
): ReadonlyMap<string, Column> {
  return new Map(
    columns.map(([name, kind]) => [name, {
      name,
      kind,
      toSql: (placeholder) => toSql(placeholder, kind),
      fromSql: (place) => fromSql(place, kind),
    }]),
  );
}

/** What a table is made of. */
export interface TableParts<T> {
  /** Its name, as statements have it. */
  readonly name: string;
  /** Prefix of the columns that are read, so that those of two tables do not meet. */
  readonly label: string;
  /** Conversions of the members that have a column. */
  readonly codec: Codec<T>;
  /** The columns of these members. */
  readonly columns: ReadonlyMap<string, Column>;
  /** Name of the column for other members; `undefined`: there is none. */
  readonly extra?: string | undefined;
  /** Columns without a member. Default: none. */
  readonly fills?: readonly Fill[] | undefined;
  /** Members of the app, whose columns may have defaults of the database. Default: none. */
  readonly own?: ReadonlySet<string> | undefined;
  /** Makes values of these members for new rows that have none. Default: none. */
  readonly defaults?: ReadonlyMap<string, () => unknown> | undefined;
  /** Is called with a member that is left out. Default: nobody is told. */
  readonly tell?: ((member: string) => void) | undefined;
}

/** Makes a table. */
export function createTable<T>(parts: TableParts<T>): Table<T> {
  const { columns, defaults, fills = [], own = new Set<string>() } = parts;
  const filled = new Set(fills.map(({ name }) => name));
  const written = [...columns].flatMap(([member, { name }]) => filled.has(name) ? [] : [member]);
  const whole = view(parts, written);
  if (own.size === 0) return whole;
  const views = new Map<string, Table<T>>();
  return {
    ...whole,
    hasOwn: true,
    having(record) {
      whole.tell(record);
      const members = written.filter((member) =>
        !own.has(member) || defaults?.has(member) || (record as Row)[member] !== undefined
      );
      const key = members.join();
      const known = views.get(key) ?? view({ ...parts, tell: undefined }, members);
      views.set(key, known);
      return known;
    },
  };
}

/** A table whose new rows have values for these members. */
function view<T>(
  { name, label, codec, columns, extra, fills = [], defaults, tell }: TableParts<T>,
  members: readonly string[],
): Table<T> {
  const column = (member: string) => columns.get(member)!;
  const at = (member: string) => `"${column(member).name}"`;
  const labels = codec.columns.map(([member]) => `${label}.${member}`);
  const labelOfExtra = `${label}.${extra}`;
  const fromRow = codec.reader(labels);
  const isWritten = new Set(members);
  const table: Table<T> = {
    name,
    fills,
    hasOwn: false,
    columns: [
      ...members.map((member) => column(member).name),
      ...extra === undefined ? [] : [extra],
      ...fills.map(({ name }) => name),
    ],
    extra: extra === undefined ? undefined : `"${extra}"`,
    changeExtra: codec.changeExtra,
    at,
    isEqual(member, placeholder, alias) {
      const place = alias ? `${alias}.${at(member)}` : at(member);
      const { isEqual } = column(member);
      return isEqual ? isEqual(place, placeholder) : `${place} = ${placeholder}`;
    },
    write: (member, placeholder) => column(member).toSql(placeholder),
    readOne: (member) => column(member).fromSql(at(member)),
    has: (member) => columns.has(member),
    kindOf: (member) => isWritten.has(member) ? columns.get(member)!.kind : undefined,
    values: (given = {}, first = 1) => [
      ...members.map((member) => given[member] ?? column(member).toSql(`$${first++}`)),
      ...extra === undefined ? [] : [`$${first++}`],
      ...fills.map(({ toSql }) => toSql(`$${first++}`)),
    ],
    toRow(record, given = {}) {
      const made = [...defaults ?? []].filter(([member]) => (record as Row)[member] === undefined);
      const whole = made.length === 0
        ? record
        : { ...record, ...Object.fromEntries(made.map(([member, make]) => [member, make()])) };
      const values = codec.toValues(whole).filter((_, index) => {
        const [member] = codec.columns[index]!;
        return isWritten.has(member) && given[member] === undefined;
      });
      if (extra !== undefined) values.push(codec.toExtra(record));
      return [...values, ...fills.map(({ make }) => make())];
    },
    read: (alias) => {
      const prefix = alias ? `${alias}.` : "";
      const read = codec.columns.map(([member], index) =>
        `${column(member).fromSql(`${prefix}${at(member)}`)} AS "${labels[index]}"`
      );
      if (extra !== undefined) read.push(`${prefix}"${extra}" AS "${labelOfExtra}"`);
      return read.join(", ");
    },
    fromRow: (row) => fromRow(row, row[labelOfExtra] ?? null),
    copy(record) {
      const values = codec.toValues(record);
      const row = Object.fromEntries(values.map((value, index) => [labels[index]!, value]));
      return fromRow(row, extra === undefined ? null : codec.toExtra(record));
    },
    tell(record) {
      if (extra !== undefined || !tell) return;
      for (const [member, value] of Object.entries(record)) {
        if (value !== undefined && value !== null && !columns.has(member)) tell(member);
      }
    },
    having(record) {
      table.tell(record);
      return table;
    },
  };
  return table;
}

/**
 * The table of users, with the columns that the app has added: they are read as members,
 * as `@auth/pg-adapter` does, and only the app writes them.
 */
function withOwnColumns<T>(users: Table<T>, extra: string): Table<T> {
  const table: Table<T> = {
    ...users,
    having: () => table,
    read: (alias) => `${alias ? `${alias}.` : ""}*, ${users.read(alias)}`,
    fromRow(row) {
      const own = Object.entries(row).filter(([column]) =>
        !column.includes(".") && column !== extra && !users.kindOf(column)
      );
      return { ...users.fromRow(row), ...Object.fromEntries(own) };
    },
  };
  return table;
}

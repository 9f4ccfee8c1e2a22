/**
 * Tables of an app, as its database describes them: what the statements of the adapter need to know
 * about columns that the app has named and typed.
 *
 * @module
 */

import { nowMs } from "../src/base/time.ts";
import { AdapterError } from "../src/errors.ts";
import {
  ACCOUNTS,
  AUTHENTICATORS,
  type Codec,
  createCodec,
  type Kind,
  SESSIONS,
  USERS,
  VERIFICATION_TOKENS,
} from "./_rows.ts";
import { type Column, createTable, type Fill, type Table, type Tables } from "./_sql_tables.ts";
import { EXTRA_COLUMN, type TableRole, TABLES } from "./_tables.ts";

/** A column of a database. */
export interface FoundColumn {
  readonly name: string;
  /** Its type, in lower case and without a length. */
  readonly type: string;
  /** `true` when it takes no `NULL`. */
  readonly isRequired: boolean;
  /** `true` when the database has a value for a row that gives none. */
  readonly hasDefault: boolean;
  /** `true` when no row can give one. */
  readonly isGenerated: boolean;
  /** `true` when the database takes two values for one, such as `"a"` and `"A"`. */
  readonly isLoose?: boolean | undefined;
}

/** A key or index of a table. */
export interface FoundIndex {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

/** A table of a database. */
export interface FoundTable {
  readonly columns: ReadonlyMap<string, FoundColumn>;
  readonly indexes: readonly FoundIndex[];
}

/** The tables that were found. */
export type Found = ReadonlyMap<TableRole, FoundTable>;

/** Form in which a column stores times. By default the type of the column decides. */
export type TimeForm = "milliseconds" | "seconds" | "iso" | "iso-offset";

/** A column, as the schema of the tool describes it. */
export interface AppColumn {
  /** Its name in the database. */
  readonly name: string;
  /** Storage form of a member that is the app's. Default: by the type of the column. */
  readonly kind?: Kind | undefined;
  /** Default: by the type of the column. */
  readonly times?: TimeForm | undefined;
  /** Makes the value of a new row that has none, as the tool does. */
  readonly make?: (() => unknown) | undefined;
  /** `true`: the tool writes it at each change. Default: by its name. */
  readonly changes?: boolean | undefined;
}

/** A table, as the schema of the tool describes it. */
export interface AppTable {
  /** Its name in the database. */
  readonly name: string;
  /** Its schema, or its database in MySQL. Default: that of the connection. */
  readonly schema?: string | undefined;
  /** The columns of its members. Default: each column is a member of its name. */
  readonly columns?: ReadonlyMap<string, AppColumn> | undefined;
}

/** The tables of an app; without a table of passkeys, records keep them. */
export type AppTables =
  & Readonly<Record<Exclude<TableRole, "authenticators">, AppTable>>
  & { readonly authenticators?: AppTable | undefined };

/** Functions of a database that convert the values of a column. */
export interface ColumnForms {
  /** `true` for a time whose zone the tool decides. Default: none is. */
  isWithoutZone?(this: void, column: FoundColumn): boolean;
  /** Storage form of a member of the app. */
  kindOf(this: void, column: FoundColumn): Kind;
  /** A column of this kind. */
  makeForm(
    this: void,
    column: FoundColumn,
    kind: Kind,
    times: TimeForm | undefined,
  ): Pick<Column, "toSql" | "fromSql" | "isEqual">;
}

/** Which members a table has in any case, and by which it is found. */
const SHAPES: Readonly<
  Record<
    Exclude<TableRole, "records">,
    // deno-lint-ignore no-explicit-any -- conversions of five kinds of records
    readonly [label: string, codec: Codec<any>, needed: readonly string[], key: readonly string[]]
  >
> = {
  users: ["user", USERS, ["id", "email", "emailVerified"], ["id"]],
  accounts: [
    "account",
    ACCOUNTS,
    ["provider", "providerAccountId", "userId", "type"],
    ["provider", "providerAccountId"],
  ],
  sessions: ["session", SESSIONS, ["sessionToken", "userId", "expires"], ["sessionToken"]],
  verificationTokens: [
    "token",
    VERIFICATION_TOKENS,
    ["identifier", "token", "expires"],
    ["identifier", "token"],
  ],
  authenticators: [
    "authenticator",
    AUTHENTICATORS,
    AUTHENTICATORS.columns.map(([member]) => member).filter((member) => member !== "transports"),
    ["credentialID"],
  ],
};

/** A name that statements can have in quotes. */
const NAME = /^[\p{L}_][\p{L}\p{N}_ -]*$/u;

/** Quoted name of a table. */
export function quotedName({ name, schema }: AppTable): string {
  for (const part of [name, ...schema === undefined ? [] : [schema]]) {
    if (part.length > 128 || !NAME.test(part)) {
      throw new AdapterError(
        `Cannot use the table ${JSON.stringify(part.slice(0, 128))}: its name may have letters, ` +
          "digits, _, - and spaces",
      );
    }
  }
  return `${schema === undefined ? "" : `"${schema}".`}"${name}"`;
}

/** Members for which a table has a column in any case. */
export function neededMembers(role: TableRole): readonly string[] {
  return role === "records" ? TABLES.records.columns.map(({ name }) => name) : SHAPES[role][2];
}

/** Finds the faults of the tables. Each text is the part of an error message that names fault and cure. */
export function faultsIn(wanted: AppTables, found: Found): string[] {
  const faults: string[] = [];
  for (const [role, table] of Object.entries(wanted) as [TableRole, AppTable][]) {
    const place = quotedName(table);
    const there = found.get(role);
    const at = (member: string) => table.columns?.get(member)?.name ?? member;
    if (!there) {
      faults.push(`the table ${place} does not exist`);
      continue;
    }
    const lacking = neededMembers(role).map(at).filter((name) => !there.columns.has(name));
    if (lacking.length > 0) {
      faults.push(`the table ${place} has no column ${lacking.join(", ")}`);
      continue;
    }
    const keys = role === "users" ? [["id"], ["email"]] : [keyOf(role)];
    for (const key of keys) {
      const columns = key.map(at);
      if (isUnique(there, columns)) continue;
      faults.push(
        `the table ${place} has no unique key on ${
          columns.join(", ")
        }, so that two calls at once ` +
          `could double a row`,
      );
    }
  }
  return faults;
}

/** Statements that add the unique keys which tables that are there lack. */
export function lackingKeys(wanted: AppTables, found: Found): string[] {
  return (Object.entries(wanted) as [TableRole, AppTable][]).flatMap(([role, table]) => {
    const there = found.get(role);
    if (!there || role === "records") return [];
    const keys = role === "users" ? [["id"], ["email"]] : [keyOf(role)];
    return keys.map((key) => key.map((member) => table.columns?.get(member)?.name ?? member))
      .filter((columns) =>
        columns.every((name) => there.columns.has(name)) && !isUnique(there, columns)
      )
      .map((columns) =>
        `CREATE UNIQUE INDEX "${table.name}_by_${columns.join("_")}" ON ${quotedName(table)} (${
          columns.map((name) => `"${name}"`).join(", ")
        })`
      );
  });
}

function keyOf(role: TableRole): readonly string[] {
  return role === "records" ? ["kind", "id"] : SHAPES[role][3];
}

function isUnique({ indexes }: FoundTable, columns: readonly string[]): boolean {
  // A key of some of the columns keeps them apart too.
  return indexes.some((index) =>
    index.isUnique && index.columns.every((name) => columns.includes(name))
  );
}

/** The tables, as the statements of the adapter need them. */
export function describeTables(
  wanted: AppTables,
  found: Found,
  forms: ColumnForms,
  { isLocal = false, tell }: {
    /** `true` when times without a zone are those of the process. Default: of UTC. */
    isLocal?: boolean | undefined;
    /** Is called with a member that is left out, and its table. */
    tell(what: string): void;
  },
): Tables {
  const describe = <T>(role: Exclude<TableRole, "records">): Table<T> => {
    const [label, known] = SHAPES[role];
    const there = found.get(role)!;
    const table = wanted[role]!;
    const contract = new Map(known.columns);
    const named = table.columns ??
      new Map<string, AppColumn>([...there.columns.keys()].map((name) => [name, { name }]));
    const columns = new Map<string, Column>();
    const own = new Set<string>();
    const defaults = new Map<string, () => unknown>();
    for (const [member, { name, kind: given, times, make }] of named) {
      const column = there.columns.get(name);
      if (!column || name === EXTRA_COLUMN || isForeign(role, member, contract)) continue;
      const kind = contract.get(member) ?? given ?? forms.kindOf(column);
      const isClock = isLocal && kind === "date" && forms.isWithoutZone?.(column);
      columns.set(member, {
        name,
        kind: isClock ? "clock" : kind,
        ...forms.makeForm(column, kind, times),
      });
      if (contract.has(member)) continue;
      own.add(member);
      if (make && !column.hasDefault) defaults.set(member, make);
    }
    const kinds = Object.fromEntries([...columns].map(([member, { kind }]) => [member, kind]));
    return createTable<T>({
      name: quotedName(table),
      label,
      codec: createCodec(kinds) as unknown as Codec<T & object>,
      columns,
      extra: there.columns.has(EXTRA_COLUMN) ? EXTRA_COLUMN : undefined,
      fills: [...listFills(role, there, named, forms, contract)],
      own,
      defaults,
      tell: (member) => tell(`${member} (${table.name})`),
    });
  };
  const isIndexed = (role: "sessions" | "verificationTokens") => {
    const expires = wanted[role].columns?.get("expires")?.name ?? "expires";
    return found.get(role)!.indexes.some(({ columns }) => columns[0] === expires);
  };
  return {
    users: describe("users"),
    accounts: describe("accounts"),
    sessions: describe("sessions"),
    verificationTokens: describe("verificationTokens"),
    authenticators: wanted.authenticators && describe("authenticators"),
    records: quotedName(wanted.records),
    areOfApp: true,
    purged: new Set((["sessions", "verificationTokens"] as const).filter(isIndexed)),
  };
}

/** Columns that are no members: the key of a row that its own members identify. */
function isForeign(
  role: TableRole,
  member: string,
  contract: ReadonlyMap<string, Kind>,
): boolean {
  return role !== "users" && member === "id" && !contract.has(member);
}

/** Columns without a member that a new row needs a value for, as the tool makes it. */
function* listFills(
  role: TableRole,
  { columns }: FoundTable,
  named: ReadonlyMap<string, AppColumn>,
  forms: ColumnForms,
  contract: ReadonlyMap<string, Kind>,
): Iterable<Fill> {
  const members = new Map([...named].map(([member, column]) => [column.name, { member, column }]));
  for (const column of columns.values()) {
    const { member = column.name, column: said } = members.get(column.name) ?? {};
    const isLacking = column.isRequired && !column.hasDefault;
    if (!isLacking && !said?.changes || column.isGenerated) continue;
    if (contract.has(member) || column.name === EXTRA_COLUMN) continue;
    const kind = said?.kind ?? forms.kindOf(column);
    const { toSql } = forms.makeForm(column, kind, said?.times);
    const common = { name: column.name, toSql };
    if (kind === "date") {
      const changes = said?.changes ?? /upd|modif|chang/i.test(column.name);
      yield { ...common, make: nowMs, changes };
    } else if (role !== "users" && kind === "text" && /^_?(id|uuid)$/i.test(column.name)) {
      yield {
        ...common,
        make: () => String(said?.make?.() ?? crypto.randomUUID()),
        changes: false,
      };
    }
  }
}

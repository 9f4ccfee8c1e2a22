/**
 * Tables of Better Auth → users with all that belongs to them.
 *
 * @module
 */

import type {
  BetterAuthAccount,
  BetterAuthFlag,
  BetterAuthPasskey,
  BetterAuthRow,
  BetterAuthRows,
  BetterAuthSession,
  BetterAuthTables,
  BetterAuthTime,
  BetterAuthTwoFactor,
  BetterAuthUser,
} from "./better_auth_types.ts";

/** Tables by their names without case, underscores and the plural. */
const MEMBERS = {
  account: "accounts",
  passkey: "passkeys",
  twofactor: "twoFactors",
  session: "sessions",
} as const;

/**
 * Puts the rows of tables together: each user with its accounts, passkeys, second factors and
 * sessions.
 *
 * @throws {TypeError} when there is no table `user`
 *
 * @example
 * ```ts
 * import { betterAuthRows } from "@x/auth/legacy/better-auth";
 * import { assertEquals } from "@std/assert";
 *
 * const [row] = betterAuthRows({
 *   user: [{ id: "1", email: "ada@example.com" }],
 *   account: [{ id: "2", user_id: "1", provider_id: "github", account_id: "7" }],
 * });
 * assertEquals(row?.accounts.length, 1);
 * ```
 */
export function betterAuthRows(tables: BetterAuthTables): BetterAuthRows {
  const named = new Map(Object.entries(tables).map(([name, rows]) => [tableOf(name), rows ?? []]));
  const users = named.get("user");
  if (!users) throw new TypeError("Cannot read the tables: there is no table `user`");
  const empty = () => ({ accounts: [], passkeys: [], twoFactors: [], sessions: [] });
  const found = users.map((user) => ({ user: user as BetterAuthUser, ...empty() }));
  const byId = new Map<string, Record<string, unknown[]>>(
    found.map(({ user, ...lists }) => [String(columnsOf(user).get("id")), lists]),
  );
  for (const [table, member] of Object.entries(MEMBERS)) {
    for (const row of named.get(table) ?? []) {
      byId.get(String(columnsOf(row).get("userid")))?.[member]?.push(row);
    }
  }
  // What belongs to no user comes with the rows.
  return Object.defineProperty(found, "tables", { value: tables }) as unknown as BetterAuthRows;
}

/** Columns that are read, by tables; the other columns of a row say whose it is. */
const READ: Readonly<Record<string, readonly string[]>> = {
  user: [],
  account: ["userId"],
  passkey: ["userId"],
  twofactor: ["userId"],
  session: ["userId"],
  organization: ["id", "name", "slug", "createdAt"],
  member: ["id", "organizationId", "userId", "role", "createdAt"],
  invitation: ["id", "organizationId", "email", "role", "status", "expiresAt", "inviterId"],
  apikey: [
    ...["id", "referenceId", "userId", "key", "name", "enabled", "expiresAt", "createdAt"],
    ...["permissions", "remaining"],
  ],
};

/**
 * What of the tables is not read: each table, and each column that has values, with the number of
 * rows.
 *
 * @param columns columns of users that are read besides
 */
export function unreadIn(
  tables: BetterAuthTables,
  columns: readonly string[] = [],
): { table: string; column?: string; rows: number }[] {
  const names: Readonly<Record<string, object>> = {
    user: { ...USER, ...Object.fromEntries(columns.map((name) => [name, true])) },
    account: ACCOUNT,
    passkey: PASSKEY,
    twofactor: TWO_FACTOR,
    session: SESSION,
  };
  return Object.entries(tables).flatMap(([table, rows]) => {
    const name = tableOf(table);
    if (!rows || rows.length === 0) return [];
    if (!Object.hasOwn(READ, name)) return [{ table, rows: rows.length }];
    const read = new Set([...READ[name]!, ...Object.keys(names[name] ?? {})].map(plain));
    const unread = new Map<string, number>();
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (value === null || value === undefined || read.has(plain(column))) continue;
        unread.set(column, (unread.get(column) ?? 0) + 1);
      }
    }
    return [...unread].map(([column, rows]) => ({ table, column, rows }));
  });
}

/** Name of a table without case, underscores and the plural. */
export function tableOf(name: string): string {
  return plain(name).replace(/s$/, "");
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Values of a row by the names of the columns, without case and underscores. */
export function columnsOf(row: object): Map<string, unknown> {
  return new Map(Object.entries(row).map(([name, value]) => [plain(name), value]));
}

/** Values of one row, by the names that its table has in Better Auth. */
function reader<T extends object>(row: T): <Name extends keyof T & string>(name: Name) => T[Name] {
  const columns = columnsOf(row);
  // The types of columns are those of the table, whatever their names look like.
  return <Name extends keyof T & string>(name: Name) => columns.get(plain(name)) as T[Name];
}

/** A row of Better Auth with the names of its columns as they are in the documentation. */
export function readRow({ user, accounts, passkeys, twoFactors, sessions }: BetterAuthRow): {
  user: BetterAuthUser;
  accounts: BetterAuthAccount[];
  passkeys: BetterAuthPasskey[];
  twoFactors: BetterAuthTwoFactor[];
  sessions: BetterAuthSession[];
} {
  return {
    user: named(user, USER),
    accounts: accounts.map((row) => named(row, ACCOUNT)),
    passkeys: (passkeys ?? []).map((row) => named(row, PASSKEY)),
    twoFactors: (twoFactors ?? []).map((row) => named(row, TWO_FACTOR)),
    sessions: (sessions ?? []).map((row) => named(row, SESSION)),
  };
}

function named<T extends object>(row: T, names: Names<T>): T {
  const read = reader(row);
  const members = (Object.keys(names) as (keyof T & string)[]).map((name) => [name, read(name)]);
  return Object.fromEntries(members);
}

/** All columns of a table that are read; the compiler asks for each. */
type Names<T> = Readonly<Record<keyof T & string, true>>;

const USER: Names<BetterAuthUser> = {
  id: true,
  name: true,
  email: true,
  emailVerified: true,
  image: true,
  createdAt: true,
  updatedAt: true,
  banned: true,
  banExpires: true,
  twoFactorEnabled: true,
  isAnonymous: true,
  username: true,
  displayUsername: true,
};

const ACCOUNT: Names<BetterAuthAccount> = {
  id: true,
  providerId: true,
  accountId: true,
  password: true,
  accessToken: true,
  refreshToken: true,
  idToken: true,
  accessTokenExpiresAt: true,
  scope: true,
};

const PASSKEY: Names<BetterAuthPasskey> = {
  id: true,
  name: true,
  publicKey: true,
  credentialID: true,
  counter: true,
  deviceType: true,
  backedUp: true,
  transports: true,
};

const TWO_FACTOR: Names<BetterAuthTwoFactor> = {
  id: true,
  secret: true,
  backupCodes: true,
  verified: true,
};

const SESSION: Names<BetterAuthSession> = {
  id: true,
  token: true,
  expiresAt: true,
  createdAt: true,
  impersonatedBy: true,
};

/** Texts and numbers by which databases and dumps say yes. */
const TRUE: ReadonlySet<unknown> = new Set([true, 1, "1", "t", "true", "TRUE"]);

/** Some databases keep numbers, and some dumps have text. */
export function isTrue(value: BetterAuthFlag): boolean {
  return TRUE.has(value);
}

/** Text of a time without an offset from UTC, such as MySQL writes. */
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** A time; `undefined` without one, and when it cannot be read. */
export function toDate(time: BetterAuthTime): Date | undefined {
  if (time === null || time === undefined) return undefined;
  const date = new Date(
    typeof time === "string" && WITHOUT_OFFSET.test(time) ? `${time.replace(" ", "T")}Z` : time,
  );
  return Number.isNaN(date.valueOf()) ? undefined : date;
}

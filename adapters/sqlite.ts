/**
 * Stores all data in an SQLite file, with the runtime's own `node:sqlite`: no
 * flag, no dependency, one file. For one machine; several processes may share
 * the file. Where the runtime has no driver, the app passes an open database.
 *
 * Tables, after the prefix (`auth_`): `users`, `accounts`, `sessions`,
 * `verification_tokens`, `authenticators`, `records`, and
 * `schema` for the version. Times are integers: milliseconds since 1970. Members
 * without a column of their own are kept as JSON in the column `extra`. Expired rows
 * are removed by later writes to their table, at most a hundred at a time.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { AdapterError } from "../src/errors.ts";
import type { Adapter, AdapterAccount, AdapterExtras, AdapterUser } from "../src/types/adapter.ts";
import type { Row } from "./_rows.ts";
import {
  checkPrefix,
  connect,
  createTransaction,
  forgetfulness,
  type SqliteDatabase,
  type SqliteStatement,
  type SqliteValue,
  withLastingStatements,
} from "./_sqlite_driver.ts";
import { createPurge } from "./_sqlite_purge.ts";
import { type Table, tables } from "./_sqlite_rows.ts";
import { migrate } from "./_sqlite_schema.ts";
import { assertExact, isExact } from "./_text.ts";
import { createRecordRows } from "./records/_sqlite_rows.ts";
import { createRecordStore } from "./records/_store.ts";

export type { SqliteDatabase, SqliteStatement, SqliteValue } from "./_sqlite_driver.ts";

/** Options of {@linkcode SqliteAdapter}. */
export interface SqliteAdapterOptions {
  /** Prefix of the table names: letters, digits and `_`. Default `auth_`. */
  prefix?: string | undefined;
}

/**
 * The adapter, which can also be closed.
 *
 * @typeParam Database The driver's own type of an open database.
 */
export interface SqliteAdapterInstance<Database extends SqliteDatabase = DatabaseSync>
  extends Required<Adapter>, Required<AdapterExtras>, Disposable {
  /** The open database, for the app's own queries. */
  readonly database: Database;
  /** Closes the database. */
  close(): void;
}

/** Milliseconds after expiry from which the next writes remove a session or one-time token. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;

/**
 * Opens a file, creates or migrates the tables, and turns on write-ahead
 * logging. Needs read and write permission for the file and its neighbours
 * `-wal` and `-shm`.
 *
 * A path is opened with the runtime's own `node:sqlite`, which Deno has, and Node since
 * 22.5. On Node 20, pass an open database of `better-sqlite3`:
 * `SqliteAdapter(new Database("auth.db"))`.
 *
 * @param database path of the file, `":memory:"`, or an open database
 * @throws {AdapterError} when the tables were created by a newer version, or when
 * the runtime has no `node:sqlite` to open a path with
 *
 * @example
 * ```ts
 * import { SqliteAdapter } from "@x/auth/adapters/sqlite";
 * import { assertEquals } from "@std/assert";
 *
 * using adapter = SqliteAdapter(":memory:");
 * const user = await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * assertEquals((await adapter.getUserByEmail("ada@example.com"))?.id, user.id);
 * ```
 */
export function SqliteAdapter(
  database: string | URL,
  options?: SqliteAdapterOptions,
): SqliteAdapterInstance;
/** Stores all data in an open database. */
export function SqliteAdapter<Database extends SqliteDatabase>(
  database: Database,
  options?: SqliteAdapterOptions,
): SqliteAdapterInstance<Database>;
export function SqliteAdapter(
  database: string | URL | SqliteDatabase,
  { prefix = "auth_" }: SqliteAdapterOptions = {},
): SqliteAdapterInstance<SqliteDatabase> {
  checkPrefix(prefix);
  const opened = connect(database);
  const db = withLastingStatements(opened);
  migrate(db, prefix);
  const recordRows = createRecordRows(db, prefix);

  const { users, accounts, sessions, verificationTokens, authenticators } = tables(prefix);
  const prepare = (sql: string): SqliteStatement => db.prepare(sql);
  const get = <T>(table: Table<T>, statement: SqliteStatement, ...values: SqliteValue[]) => {
    if (values.some((value) => typeof value === "string" && !isExact(value))) return null;
    const row = statement.get(...values) as Row | undefined;
    return row ? table.fromRow(row) : null;
  };
  const all = <T>(table: Table<T>, statement: SqliteStatement, ...values: SqliteValue[]): T[] =>
    (statement.all(...values) as Row[]).map((row) => table.fromRow(row));
  const write = <T>(
    table: Table<T>,
    statement: SqliteStatement,
    record: T,
    ...key: SqliteValue[]
  ): T | null => {
    try {
      const row = statement.get(...table.toRow(record), ...key) as Row | undefined;
      return row ? table.fromRow(row) : null;
    } catch (error) {
      if (!/FOREIGN KEY/.test((error as Error).message)) throw error;
      return fail("Cannot write for the user: no user has this id");
    }
  };

  const purgeSessions = createPurge(db, sessions, KEEP_EXPIRED_MS);
  const purgeTokens = createPurge(db, verificationTokens, KEEP_EXPIRED_MS);

  const insertUser = prepare(`${users.insert} ON CONFLICT DO NOTHING RETURNING *`);
  const userById = prepare(`SELECT * FROM ${users.name} WHERE id = ?`);
  const userByEmail = prepare(`SELECT * FROM ${users.name} WHERE email = ?`);
  const userByAccount = prepare(
    `SELECT u.* FROM ${users.name} u JOIN ${accounts.name} a ON a.userId = u.id
     WHERE a.provider = ? AND a.providerAccountId = ?`,
  );
  const replaceUser = prepare(`${users.update} WHERE id = ? RETURNING *`);
  const removeUser = prepare(`DELETE FROM ${users.name} WHERE id = ? RETURNING *`);
  const insertAccount = prepare(`${accounts.insert} ON CONFLICT DO NOTHING RETURNING *`);
  const upsertAccount = prepare(
    `${accounts.insert} ON CONFLICT (provider, providerAccountId) DO UPDATE
     SET ${accounts.excluded} WHERE userId = excluded.userId RETURNING *`,
  );
  const accountByKey = prepare(
    `SELECT * FROM ${accounts.name} WHERE provider = ? AND providerAccountId = ?`,
  );
  const removeAccount = prepare(
    `DELETE FROM ${accounts.name} WHERE provider = ? AND providerAccountId = ? RETURNING *`,
  );
  const accountsByUser = prepare(`SELECT * FROM ${accounts.name} WHERE userId = ?`);
  const insertSession = prepare(`${sessions.insert} ON CONFLICT DO NOTHING RETURNING *`);
  const sessionByToken = prepare(`SELECT * FROM ${sessions.name} WHERE sessionToken = ?`);
  const sessionWithUser = prepare(
    `SELECT u.*, s.sessionToken, s.userId, s.expires, s.extra AS sessionExtra
     FROM ${sessions.name} s JOIN ${users.name} u ON u.id = s.userId WHERE s.sessionToken = ?`,
  );
  const replaceSession = prepare(`${sessions.update} WHERE sessionToken = ? RETURNING *`);
  const moveSession = prepare(
    `UPDATE ${sessions.name} SET expires = ? WHERE sessionToken = ? AND expires = ?`,
  );
  const removeSession = prepare(`DELETE FROM ${sessions.name} WHERE sessionToken = ? RETURNING *`);
  const removeSessionOf = prepare(
    `DELETE FROM ${sessions.name} WHERE userId = ? AND sessionToken = ?`,
  );
  const sessionsByUser = prepare(`SELECT * FROM ${sessions.name} WHERE userId = ?`);
  const insertToken = prepare(`${verificationTokens.insert} ON CONFLICT DO NOTHING`);
  const takeToken = prepare(
    `DELETE FROM ${verificationTokens.name} WHERE identifier = ? AND token = ? RETURNING *`,
  );
  const removeTokensOf = prepare(`DELETE FROM ${verificationTokens.name} WHERE identifier = ?`);
  const insertAuthenticator = prepare(
    `${authenticators.insert} ON CONFLICT DO NOTHING RETURNING *`,
  );
  const authenticatorById = prepare(
    `SELECT * FROM ${authenticators.name} WHERE credentialID = ?`,
  );
  const authenticatorsByUser = prepare(`SELECT * FROM ${authenticators.name} WHERE userId = ?`);
  const setCounter = prepare(
    `UPDATE ${authenticators.name} SET counter = ? WHERE credentialID = ? RETURNING *`,
  );

  const replaceAuthenticator = prepare(
    `${authenticators.update} WHERE credentialID = ? RETURNING *`,
  );
  const removeAuthenticator = prepare(
    `DELETE FROM ${authenticators.name} AS k WHERE credentialID = ? AND (? OR EXISTS (
       SELECT 1 FROM ${authenticators.name} o
       WHERE o.userId = k.userId AND o.credentialID <> k.credentialID))`,
  );
  const transaction = createTransaction(db);

  const addUser = (user: AdapterUser): AdapterUser | null => {
    assertExact(user.id, user.email);
    return write(users, insertUser, { ...user, id: user.id ?? crypto.randomUUID() });
  };

  /** Removes rows of a user in one transaction, and returns the ids of those there were. */
  const removeEach = (statement: SqliteStatement, userId: string, ids: readonly string[]) =>
    transaction(() => ids.filter((id) => isExact(id) && statement.run(userId, id).changes > 0));

  const methods: Required<Adapter> & Required<Omit<AdapterExtras, "records">> = {
    createUser: (user) =>
      addUser(user) ?? fail("Cannot create the user: its id or email address is already in use"),

    getUser: (id) => get(users, userById, id),
    getUserByEmail: (email) => get(users, userByEmail, email),
    getUserByAccount: ({ provider, providerAccountId }) =>
      get(users, userByAccount, provider, providerAccountId),

    updateUser: (changes) =>
      transaction(() => {
        const user = get(users, userById, changes.id) ??
          fail("Cannot update the user: no user has this id");
        const next: AdapterUser = { ...user, ...changes };
        assertExact(next.email);
        const namesake = next.email ? get(users, userByEmail, next.email) : null;
        if (namesake && namesake.id !== next.id) {
          fail("Cannot update the user: its email address is already in use");
        }
        return write(users, replaceUser, next, next.id)!;
      }),

    // The schema deletes all other rows of the user (ON DELETE CASCADE).
    deleteUser: (userId) =>
      transaction(() => {
        const user = get(users, removeUser, userId);
        if (user?.email) removeTokensOf.run(user.email);
        if (isExact(userId)) recordRows.deleteOwner(userId, null, null, Date.now());
        return user;
      }),

    linkAccount(account) {
      assertExact(account.provider, account.providerAccountId);
      return write(accounts, upsertAccount, account) ??
        fail("Cannot link the account: it belongs to another user");
    },

    unlinkAccount: ({ provider, providerAccountId }) =>
      get(accounts, removeAccount, provider, providerAccountId) ?? undefined,

    getAccount: (providerAccountId, provider) =>
      get(accounts, accountByKey, provider, providerAccountId),

    createSession(session) {
      assertExact(session.sessionToken);
      purgeSessions();
      return write(sessions, insertSession, session) ??
        fail("Cannot create the session: its token is already in use");
    },

    getSessionAndUser(sessionToken) {
      if (!isExact(sessionToken)) return null;
      const row = sessionWithUser.get(sessionToken) as Row | undefined;
      if (!row) return null;
      return { session: sessions.fromRow(row, row.sessionExtra), user: users.fromRow(row) };
    },

    updateSession: (changes) =>
      transaction(() => {
        const session = get(sessions, sessionByToken, changes.sessionToken);
        const { sessionToken } = changes;
        return session && write(sessions, replaceSession, { ...session, ...changes }, sessionToken);
      }),

    deleteSession: (sessionToken) => get(sessions, removeSession, sessionToken),

    createVerificationToken(token) {
      assertExact(token.identifier, token.token);
      purgeTokens();
      insertToken.run(...verificationTokens.toRow(token));
      return token;
    },

    useVerificationToken: ({ identifier, token }) =>
      get(verificationTokens, takeToken, identifier, token),

    deleteVerificationTokens(identifier) {
      if (isExact(identifier)) removeTokensOf.run(identifier);
    },

    createAuthenticator(authenticator) {
      assertExact(authenticator.credentialID);
      return write(authenticators, insertAuthenticator, authenticator) ??
        fail("Cannot store the passkey: its id is already in use");
    },

    getAuthenticator: (credentialID) => get(authenticators, authenticatorById, credentialID),
    listAuthenticatorsByUserId: (userId) => all(authenticators, authenticatorsByUser, userId),

    updateAuthenticatorCounter: (credentialID, counter) =>
      get(authenticators, setCounter, counter, credentialID) ??
        fail("Cannot update the passkey: no passkey has this id"),

    renameAuthenticator: (credentialID, name) =>
      transaction(() => {
        const key = get(authenticators, authenticatorById, credentialID) ??
          fail("Cannot rename the passkey: no passkey has this id");
        write(authenticators, replaceAuthenticator, { ...key, name }, credentialID);
      }),

    deleteAuthenticator: (credentialID, { unlessLast = false } = {}) =>
      isExact(credentialID) &&
      removeAuthenticator.run(credentialID, unlessLast ? 0 : 1).changes > 0,

    createUserWithAccount(user, account) {
      assertExact(account.provider, account.providerAccountId);
      const taken = Symbol();
      try {
        return transaction(() => {
          const row = addUser(user);
          const owned = { ...account, userId: row?.id } as AdapterAccount;
          if (!row || !write(accounts, insertAccount, owned)) throw taken;
          return row;
        });
      } catch (error) {
        if (error === taken) return null;
        throw error;
      }
    },

    extendSession: (sessionToken, seen, expires) =>
      moveSession.run(expires.valueOf(), sessionToken, seen.valueOf()).changes > 0,

    listAccounts: (userId) => all(accounts, accountsByUser, userId),
    listSessions: (userId) => all(sessions, sessionsByUser, userId),
    deleteSessions: (userId, tokens) => removeEach(removeSessionOf, userId, tokens),
  };

  const close = () => db.close();
  const records = createRecordStore(recordRows);
  return {
    ...promised(methods),
    records,
    database: opened,
    close,
    [Symbol.dispose]: close,
    ...forgetfulness(database),
  };
}

/** Makes the methods async: the driver throws, and callers expect a rejection on failure. */
function promised<T extends object>(methods: T): T {
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      // deno-lint-ignore require-await -- see above
      async (...args: unknown[]) => method(...args),
    ]),
  ) as T;
}

function fail(message: string): never {
  throw new AdapterError(message);
}

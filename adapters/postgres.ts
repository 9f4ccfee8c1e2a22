/**
 * Stores all data in PostgreSQL, by any client with
 * `query(text, params): Promise<{ rows }>`: a `Pool` or `Client` of `pg` or of
 * `@neondatabase/serverless`, or `postgres` with one line, see
 * {@linkcode PostgresAdapter}. Several processes may share the database. Version 11 or
 * newer, with UTF-8.
 *
 * The tables are those of `@auth/pg-adapter`, `users`, `accounts`, `sessions` and
 * `verification_token`, with `authenticators` and `auth_records` beside them, and
 * {@linkcode postgresSchema} adds what they lack. Members without a column of their own are
 * kept as JSON in the column `auth_extra`. Each change is one statement, so that a pool needs
 * no transaction. Expired rows are removed by later writes to their table, at most 200 at a
 * time.
 *
 * @module
 */

import { AdapterError } from "../src/errors.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterExtras,
  AdapterTraits,
  AdapterUser,
} from "../src/types/adapter.ts";
import { codeOf, createPurge, type PostgresClient } from "./_postgres_client.ts";
import { fromSql, type Param, type Table, tables, toSql } from "./_postgres_rows.ts";
import { createTables, tableNames } from "./_postgres_schema.ts";
import { openStore } from "./_postgres_store.ts";
import { assertExact, isExact } from "./_text.ts";
import { createRecordRows, isOwnedBy, recordNames } from "./records/_postgres_rows.ts";
import { createRecordStore } from "./records/_store.ts";

export type { PostgresClient } from "./_postgres_client.ts";

/** Options of {@linkcode PostgresAdapter}: its tables. */
export interface PostgresAdapterOptions {
  /**
   * Prefix of the tables' names: letters, digits and `_`. Default: `auth_` for the table of
   * records, which is that of `PostgresRecords`, and none for the others, which are those of
   * `@auth/pg-adapter`.
   */
  prefix?: string | undefined;
  /** Schema of the tables, which must exist. Default: the first of the `search_path`. */
  schema?: string | undefined;
  /**
   * `true` makes the tables at the first call in a database that has none of users, for
   * development and tests; existing ones are changed by `setup` alone. Default `false`: calls
   * without tables throw `AdapterError`, with the command that makes them.
   */
  createTables?: boolean | undefined;
}

/** The adapter, which can also create or migrate its tables. */
export interface PostgresAdapterInstance
  extends Required<Adapter>, Required<AdapterExtras>, Required<AdapterTraits> {
  /**
   * Runs {@linkcode postgresSchema} unless the tables are complete; several processes may do
   * so at the same time. With complete tables, this takes one query, and no right to create
   * tables.
   */
  setup(): Promise<void>;
}

/** Milliseconds after expiry from which later writes remove a session or one-time token. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;

/** SQLSTATE of a unique key that is taken. */
const TAKEN = "23505";

/**
 * SQL that creates the tables, or adds to those of `@auth/pg-adapter` what they lack: unique
 * addresses, accounts and session tokens, references to users, indexes, the column
 * `auth_extra`, and the tables of passkeys and records. For apps that run their migrations
 * themselves; {@linkcode PostgresAdapterInstance.setup} runs it too.
 *
 * It is one statement, which can be repeated. Ids of users keep their type, such as
 * `integer`. When rows break the new rules, it fails with a message that says how to find
 * them, and nothing is changed. The tables are locked until it ends.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 *
 * @example
 * ```ts
 * import { postgresSchema } from "@x/auth/adapters/postgres";
 * import { assertStringIncludes } from "@std/assert";
 *
 * assertStringIncludes(postgresSchema(), 'CREATE TABLE IF NOT EXISTS "users"');
 * assertStringIncludes(postgresSchema({ schema: "auth" }), '"auth"."auth_records"');
 * ```
 */
export function postgresSchema(options: PostgresAdapterOptions = {}): string {
  return createTables(options);
}

/**
 * Makes an adapter. A conflict with another transaction is repeated with random pauses, at
 * most a hundred times. The first write of a session or one-time token and every twentieth
 * remove up to 200 rows that expired more than a day ago, the oldest first.
 *
 * Ids of users are strings. In tables whose ids are integers, which the database makes, the
 * adapter converts them. Columns that the app has added to `users` are members of the users
 * that are read; only the app writes them.
 *
 * The tables are made before the app starts, by {@linkcode PostgresAdapterInstance.setup} or by
 * the SQL of {@linkcode postgresSchema}. Without them, each call throws `AdapterError`, with the
 * command that makes them; see {@linkcode PostgresAdapterOptions.createTables}.
 *
 * @throws {AdapterError} when `prefix` or `schema` has other characters
 *
 * @example
 * ```ts ignore
 * import { PostgresAdapter } from "@x/auth/adapters/postgres";
 * import { Pool } from "pg"; // or from "@neondatabase/serverless"
 *
 * const adapter = PostgresAdapter(new Pool({ connectionString: DATABASE_URL }));
 * ```
 *
 * @example With `postgres`
 * ```ts ignore
 * import { PostgresAdapter } from "@x/auth/adapters/postgres";
 * import postgres from "postgres";
 *
 * const sql = postgres(DATABASE_URL);
 * const adapter = PostgresAdapter({
 *   query: async (text, params) => ({ rows: await sql.unsafe(text, params) }),
 * });
 * ```
 */
export function PostgresAdapter(
  client: PostgresClient,
  options: PostgresAdapterOptions = {},
): PostgresAdapterInstance {
  const { users, accounts, sessions, verificationTokens, authenticators } = tables(
    tableNames(options),
  );
  const records = recordNames(options).name;
  const { setup, idsOfUsers, run, get, all, write, insert, update } = openStore(client, options);

  const purgeOf = <T>({ name }: Table<T>, key: readonly string[]) => {
    const isOld = `expires < ${toSql("$1", "date")}`;
    const purge = createPurge(run, { name, key, isOld });
    return () => purge(Date.now() - KEEP_EXPIRED_MS);
  };
  const purgeSessions = purgeOf(sessions, ["sessionToken"]);
  const purgeTokens = purgeOf(verificationTokens, ["identifier", "token"]);

  const selectUser = `SELECT ${users.read()} FROM ${users.name} AS t`;
  const selectAccount = `SELECT ${accounts.read()} FROM ${accounts.name} AS t`;
  const selectSession = `SELECT ${sessions.read()} FROM ${sessions.name} AS t`;
  const selectAuthenticator = `SELECT ${authenticators.read()} FROM ${authenticators.name} AS t`;
  const isAccount = 'provider = $1 AND "providerAccountId" = $2';

  const userByAccount = `${selectUser} JOIN ${accounts.name} AS a ON a."userId" = t.id
    WHERE a.provider = $1 AND a."providerAccountId" = $2`;
  // References to the user remove rows that are written meanwhile; those of an app may
  // forbid the removal of a user who has rows.
  const removeUser = `WITH t AS (DELETE FROM ${users.name} WHERE id = $1 RETURNING *),
      a AS (DELETE FROM ${accounts.name} WHERE "userId" = $1),
      s AS (DELETE FROM ${sessions.name} WHERE "userId" = $1),
      k AS (DELETE FROM ${authenticators.name} WHERE "userId" = $1),
      v AS (DELETE FROM ${verificationTokens.name} USING t WHERE identifier = t.email),
      r AS (DELETE FROM ${records} WHERE ${isOwnedBy("$2")})
    SELECT ${users.read()} FROM t`;
  const removeAccount = `DELETE FROM ${accounts.name} AS t WHERE ${isAccount}
    RETURNING ${accounts.read()}`;
  const sessionWithUser = `SELECT ${users.read("u")}, ${sessions.read()}
    FROM ${sessions.name} AS t JOIN ${users.name} AS u ON u.id = t."userId"
    WHERE t."sessionToken" = $1`;
  const moveSession = `UPDATE ${sessions.name} SET expires = ${toSql("$3", "date")}
    WHERE "sessionToken" = $1 AND ${fromSql("expires", "date")} = $2 RETURNING 1`;
  const removeSession = `DELETE FROM ${sessions.name} AS t WHERE t."sessionToken" = $1
    RETURNING ${sessions.read()}`;
  const removeSessions = `DELETE FROM ${sessions.name} WHERE "userId" = $1
      AND "sessionToken" IN (SELECT jsonb_array_elements_text($2::text::jsonb))
    RETURNING "sessionToken"`;
  const takeToken = `DELETE FROM ${verificationTokens.name} AS t
    WHERE t.identifier = $1 AND t.token = $2 RETURNING ${verificationTokens.read()}`;
  const removeTokens = `DELETE FROM ${verificationTokens.name} WHERE identifier = $1`;
  const setCounter = `UPDATE ${authenticators.name} AS t SET counter = $2
    WHERE t."credentialID" = $1 RETURNING ${authenticators.read()}`;
  const removeAuthenticator = `DELETE FROM ${authenticators.name}
    WHERE "credentialID" = $1 RETURNING 1`;
  // Each call locks all keys of the user, in the same order, and counts those that are left
  // when it has the locks.
  const removeUnlessLast = `WITH keys AS (
      SELECT 1 FROM ${authenticators.name} WHERE "userId" = (
        SELECT "userId" FROM ${authenticators.name} WHERE "credentialID" = $1)
      ORDER BY "credentialID" FOR UPDATE)
    DELETE FROM ${authenticators.name}
    WHERE "credentialID" = $1 AND (SELECT count(*) FROM keys) > 1 RETURNING 1`;

  /** The statement that creates a user, and the values of its placeholders. */
  const insertUser = async (user: AdapterUser): Promise<[string, Param[]]> => {
    assertExact(user.id, user.email);
    const row = { ...user, id: user.id ?? crypto.randomUUID() };
    const { areGenerated, isId } = await idsOfUsers();
    const without = areGenerated || !isId(row.id) ? "id" : undefined;
    const statement = `INSERT INTO ${users.name} AS t (${users.columns(without)})
      VALUES (${users.placeholders(1, without)}) ON CONFLICT DO NOTHING`;
    return [statement, users.toRow(row, without)];
  };

  return {
    records: createRecordStore(createRecordRows(run, options)),
    setup,
    generatesUserIds: async () => (await idsOfUsers()).areGenerated,

    async createUser(user) {
      const [statement, values] = await insertUser(user);
      return await write(users, `${statement} RETURNING ${users.read()}`, values) ??
        fail("Cannot create the user: its id or email address is already in use");
    },

    getUser: (id) => get(users, `${selectUser} WHERE t.id = $1`, { userId: id }),
    getUserByEmail: (email) => get(users, `${selectUser} WHERE t.email = $1`, email),
    getUserByAccount: ({ provider, providerAccountId }) =>
      get(users, userByAccount, provider, providerAccountId),

    async updateUser(changes) {
      assertExact(changes.email);
      try {
        return await update(users, "id", changes) ??
          fail("Cannot update the user: no user has this id");
      } catch (error) {
        if (codeOf(error) !== TAKEN) throw error;
        return fail("Cannot update the user: its email address is already in use");
      }
    },

    deleteUser: (userId) => get(users, removeUser, { userId }, isExact(userId) ? userId : null),

    async linkAccount(account) {
      assertExact(account.provider, account.providerAccountId);
      const onConflict = `(provider, "providerAccountId") DO UPDATE SET ${accounts.excluded}
        WHERE t."userId" = excluded."userId"`;
      return await insert(accounts, account, onConflict) ??
        fail("Cannot link the account: it belongs to another user");
    },

    unlinkAccount: async ({ provider, providerAccountId }) =>
      await get(accounts, removeAccount, provider, providerAccountId) ?? undefined,

    getAccount: (providerAccountId, provider) =>
      get(accounts, `${selectAccount} WHERE ${isAccount}`, provider, providerAccountId),

    async createSession(session) {
      assertExact(session.sessionToken);
      await purgeSessions();
      return await insert(sessions, session, "DO NOTHING") ??
        fail("Cannot create the session: its token is already in use");
    },

    async getSessionAndUser(sessionToken) {
      if (!isExact(sessionToken)) return null;
      const [row] = await run(sessionWithUser, [sessionToken]);
      return row ? { session: sessions.fromRow(row), user: users.fromRow(row) } : null;
    },

    updateSession: (changes) => update(sessions, "sessionToken", changes),
    deleteSession: (sessionToken) => get(sessions, removeSession, sessionToken),

    async createVerificationToken(token) {
      assertExact(token.identifier, token.token);
      await purgeTokens();
      await insert(verificationTokens, token, "DO NOTHING");
      return token;
    },

    useVerificationToken: ({ identifier, token }) =>
      get(verificationTokens, takeToken, identifier, token),

    async deleteVerificationTokens(identifier) {
      if (isExact(identifier)) await run(removeTokens, [identifier]);
    },

    async createAuthenticator(authenticator) {
      assertExact(authenticator.credentialID);
      return await insert(authenticators, authenticator, "DO NOTHING") ??
        fail("Cannot store the passkey: its id is already in use");
    },

    getAuthenticator: (credentialID) =>
      get(authenticators, `${selectAuthenticator} WHERE t."credentialID" = $1`, credentialID),
    listAuthenticatorsByUserId: (userId) =>
      all(authenticators, `${selectAuthenticator} WHERE t."userId" = $1`, { userId }),

    updateAuthenticatorCounter: async (credentialID, counter) =>
      await get(authenticators, setCounter, credentialID, counter) ??
        fail("Cannot update the passkey: no passkey has this id"),

    async renameAuthenticator(credentialID, name) {
      await update(authenticators, "credentialID", { credentialID, name }) ??
        fail("Cannot rename the passkey: no passkey has this id");
    },

    deleteAuthenticator: async (credentialID, { unlessLast = false } = {}) =>
      isExact(credentialID) &&
      (await run(unlessLast ? removeUnlessLast : removeAuthenticator, [credentialID])).length > 0,

    async createUserWithAccount(user, account) {
      assertExact(account.provider, account.providerAccountId);
      const [statement, values] = await insertUser(user);
      // A taken account fails the statement, and so undoes the insertion of the user.
      const both = `WITH t AS (${statement} RETURNING *), a AS (
          INSERT INTO ${accounts.name} (${accounts.columns("userId")}, "userId")
          SELECT ${accounts.placeholders(values.length + 1, "userId")}, t.id FROM t)
        SELECT ${users.read()} FROM t`;
      try {
        const linked = accounts.toRow(account as AdapterAccount, "userId");
        const [row] = await run(both, [...values, ...linked]);
        return row ? users.fromRow(row) : null;
      } catch (error) {
        if (codeOf(error) !== TAKEN) throw error;
        return null;
      }
    },

    extendSession: async (sessionToken, seen, expires) =>
      isExact(sessionToken) &&
      (await run(moveSession, [sessionToken, seen.valueOf(), expires.valueOf()])).length > 0,

    listAccounts: (userId) => all(accounts, `${selectAccount} WHERE t."userId" = $1`, { userId }),
    listSessions: (userId) => all(sessions, `${selectSession} WHERE t."userId" = $1`, { userId }),

    async deleteSessions(userId, sessionTokens) {
      const tokens = sessionTokens.filter(isExact);
      if (tokens.length === 0) return [];
      const removed = await run(removeSessions, [{ userId }, JSON.stringify(tokens)]);
      return removed.map(({ sessionToken }) => sessionToken as string);
    },
  };
}

function fail(message: string): never {
  throw new AdapterError(message);
}

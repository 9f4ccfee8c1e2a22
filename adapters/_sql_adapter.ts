/**
 * The adapter for SQL databases: every statement of users, accounts, sessions, one-time tokens
 * and passkeys, once for all dialects.
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
import type { Awaitable } from "../src/types/entities.ts";
import { after, rejecting } from "./_awaitable.ts";
import { type Row, toValue } from "./_rows.ts";
import type { Dialect, Statement } from "./_sql.ts";
import { type TableNames, tablesOf } from "./_sql_tables.ts";
import { deletion, quote, unlessTaken, verbsOf, writeFor } from "./_sql_verbs.ts";
import { assertExact, isExact } from "./_text.ts";
import { createRecordRows } from "./records/_sql_rows.ts";
import { createRecordStore } from "./records/_store.ts";

/** What every adapter for SQL has. */
export type SqlAdapter = Required<Adapter> & Required<AdapterExtras> & Required<AdapterTraits>;

/** Milliseconds after expiry from which later writes remove a session or one-time token. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;

/** Makes the adapter on tables that are there when a statement runs. */
export function createSqlAdapter(dialect: Dialect, names: TableNames): SqlAdapter {
  const { users, accounts, sessions, verificationTokens, authenticators } = tablesOf(
    dialect,
    names,
  );
  const { fromSql, hasSteps, ids, lock, mayBeOfApp, orIgnore, prepare, together, toSql } = dialect;
  const { find, findAll, remove, removeAll, insert, update } = verbsOf(dialect);

  const purgeOf = ({ name: table }: { name: string }, ...key: string[]) =>
    dialect.purge({ table, key, kind: "date", keepMs: KEEP_EXPIRED_MS });
  const purgeSessions = purgeOf(sessions, "sessionToken");
  const purgeTokens = purgeOf(verificationTokens, "identifier", "token");

  const userByAccount = prepare({
    returns: "row",
    text: `SELECT ${users.read("u")} FROM ${users.name} AS u
      JOIN ${accounts.name} AS a ON a."userId" = u.id
      WHERE a.provider = $1 AND a."providerAccountId" = $2`,
  });
  const sessionWithUser = prepare({
    returns: "row",
    text: `SELECT ${users.read("u")}, ${sessions.read("s")} FROM ${sessions.name} AS s
      JOIN ${users.name} AS u ON u.id = s."userId" WHERE s."sessionToken" = $1`,
  });
  const moveSession = prepare({
    returns: "count",
    text: `UPDATE ${sessions.name} SET expires = ${toSql("$1", "date")}`,
    table: sessions.name,
    where: `"sessionToken" = $2`,
    guard: `${fromSql("expires", "date")} = $3`,
  });
  const removeSessions = prepare({
    ...deletion(
      sessions.name,
      `"userId" = $1 AND "sessionToken" IN (${dialect.elementsOf("$2")})`,
    ),
    returns: "rows",
    read: `${fromSql('"sessionToken"', "text")} AS token`,
  });
  const setCounter = prepare({
    returns: "row",
    text: `UPDATE ${authenticators.name} SET counter = $1`,
    table: authenticators.name,
    where: `"credentialID" = $2`,
    read: authenticators.read(),
  });
  const upsertAccount = dialect.upsert({
    table: accounts.name,
    columns: accounts.columns,
    values: accounts.values(),
    key: ["provider", "providerAccountId"],
    guard: `t."userId" = $${accounts.columns.length + 1}`,
  });

  // References to the user remove rows, also those that are written meanwhile. References of an
  // app may forbid the removal of a user who has rows.
  const owned = mayBeOfApp ? [accounts, sessions, authenticators] : [];
  const removals: Statement[] = [
    ...owned.map(({ name }) => deletion(name, `"userId" = $1`)),
    deletion(
      verificationTokens.name,
      `identifier = (SELECT email FROM ${users.name} WHERE id = $1)`,
    ),
    { ...deletion(users.name, "id = $1"), returns: "row", read: users.read() },
    deletion(names.records, dialect.isOwnedBy("$1")),
  ];
  const removeUser = together(removals, removals.length - 2);

  // Each call locks all keys of the user, in the same order, and counts those that are left
  // when it has the locks.
  const keysOfUser = `SELECT 1 FROM ${authenticators.name} WHERE "userId" =
    (SELECT "userId" FROM ${authenticators.name} WHERE "credentialID" = $1)`;
  const lockKeys: Statement[] = lock === ""
    ? []
    : [{ returns: "rows", text: `${keysOfUser} ORDER BY "credentialID" ${lock}` }];
  const keys = hasSteps ? "step0" : `(${keysOfUser} LIMIT 2) AS step0`;
  const removeUnlessLast = together([...lockKeys, {
    ...deletion(authenticators.name, `"credentialID" = $1`),
    guard: `(SELECT count(*) FROM ${keys}) > 1`,
  }], lockKeys.length);

  /** Statements that insert a user, whose columns have the values of `given`. */
  const insertionsOf = (given: Readonly<Record<string, string>>) => {
    const user: Statement<"row" | "count"> = {
      ...mayBeOfApp ? { returns: "row", read: users.read() } : { returns: "count" },
      text: `INSERT INTO ${users.name} (${quote(users.columns)}) VALUES (${users.values(given)})`,
    };
    const orNothing = { ...user, text: `${user.text} ${orIgnore}` };
    const owner: Readonly<Record<string, string>> = hasSteps ? { userId: "step0.id" } : {};
    const values = accounts.values(owner);
    // A taken account fails its statement, which undoes the insertion of the user.
    const account: Statement = {
      returns: "count",
      text: `INSERT INTO ${accounts.name} (${quote(accounts.columns)})
        ${hasSteps ? `SELECT ${values} FROM step0` : `VALUES (${values})`}`,
    };
    const alone = prepare(orNothing);
    const both = together([hasSteps ? orNothing : user, account], 0);
    return (record: AdapterUser, linked: AdapterAccount | null) => {
      const row = users.toRow(record, given);
      return linked ? both([row, accounts.toRow(linked, owner)]) : alone(row);
    };
  };
  const insertUser = insertionsOf({});
  let insertUnnamed: typeof insertUser | undefined;

  /** Creates a user, with an account if there is one; `null` when a key is taken. */
  const addUser = (
    user: AdapterUser,
    account: Pick<AdapterAccount, "provider" | "type" | "providerAccountId"> | null,
  ): Awaitable<AdapterUser | null> => {
    assertExact(user.id, user.email, account?.provider, account?.providerAccountId);
    const record = { ...user, id: user.id ?? crypto.randomUUID() };
    const linked = account && { ...account, userId: record.id };
    return after(ids(), ({ areGenerated, isId }) => {
      const insert = areGenerated || !isId(record.id)
        ? insertUnnamed ??= insertionsOf({ id: "DEFAULT" })
        : insertUser;
      return after(
        unlessTaken<Row | Row[] | number | undefined>(dialect, () => insert(record, linked)),
        (answer) => !answer ? null : mayBeOfApp ? users.fromRow(answer as Row) : users.copy(record),
      );
    });
  };

  const saveSession = insert(sessions);
  const saveToken = insert(verificationTokens);
  const saveAuthenticator = insert(authenticators);
  const changeUser = update(users, "id");
  const changeAuthenticator = update(authenticators, "credentialID");
  const findAccount = find(accounts, "provider", "providerAccountId");
  const removeAccount = remove(accounts, "provider", "providerAccountId");
  const removeToken = remove(verificationTokens, "identifier", "token");
  const removeSessionOf = removeAll(sessions, "userId", "sessionToken");
  const removeAuthenticator = removeAll(authenticators, "credentialID");

  return {
    ...rejecting<Omit<SqlAdapter, "records">>({
      generatesUserIds: () => after(ids(), ({ areGenerated }) => areGenerated),

      createUser: (user) =>
        orFail(
          addUser(user, null),
          "Cannot create the user: its id or email address is already in use",
        ),

      getUser: find(users, "id"),
      getUserByEmail: find(users, "email"),
      getUserByAccount: ({ provider, providerAccountId }) =>
        isExact(provider) && isExact(providerAccountId)
          ? after(
            userByAccount([provider, providerAccountId]),
            (row) => row ? users.fromRow(row) : null,
          )
          : null,

      updateUser(changes) {
        assertExact(changes.email);
        const updated = unlessTaken(
          dialect,
          () => orFail(changeUser(changes), "Cannot update the user: no user has this id"),
        );
        return orFail(updated, "Cannot update the user: its email address is already in use");
      },

      deleteUser: (userId) =>
        after(ids(), ({ isId }) => {
          const id = isId(userId) ? userId : null;
          const ids = removals.slice(1).map(() => [id]);
          return after(
            removeUser([...ids, [isExact(userId) ? userId : null]]),
            (row) => row ? users.fromRow(row as Row) : null,
          );
        }),

      linkAccount(account) {
        assertExact(account.provider, account.providerAccountId);
        const { userId } = account;
        const link = () => upsertAccount([...accounts.toRow(account), userId]);
        return after(
          writeFor(dialect, userId, link),
          (count) =>
            count
              ? accounts.copy(account)
              : fail("Cannot link the account: it belongs to another user"),
        );
      },

      unlinkAccount: ({ provider, providerAccountId }) =>
        after(removeAccount(provider, providerAccountId), (account) => account ?? undefined),

      getAccount: (providerAccountId, provider) => findAccount(provider, providerAccountId),

      createSession(session) {
        assertExact(session.sessionToken);
        return after(
          after(purgeSessions(), () => saveSession(session)),
          (isNew) =>
            isNew
              ? sessions.copy(session)
              : fail("Cannot create the session: its token is already in use"),
        );
      },

      getSessionAndUser: (sessionToken) =>
        isExact(sessionToken)
          ? after(
            sessionWithUser([sessionToken]),
            (row) => row ? { session: sessions.fromRow(row), user: users.fromRow(row) } : null,
          )
          : null,

      updateSession: update(sessions, "sessionToken"),
      deleteSession: remove(sessions, "sessionToken"),

      createVerificationToken(token) {
        assertExact(token.identifier, token.token);
        return after(purgeTokens(), () => after(saveToken(token), () => token));
      },

      useVerificationToken: ({ identifier, token }) => removeToken(identifier, token),

      deleteVerificationTokens: removeAll(verificationTokens, "identifier") as never,

      createAuthenticator(authenticator) {
        assertExact(authenticator.credentialID);
        return after(
          saveAuthenticator(authenticator),
          (isNew) =>
            isNew
              ? authenticators.copy(authenticator)
              : fail("Cannot store the passkey: its id is already in use"),
        );
      },

      getAuthenticator: find(authenticators, "credentialID"),
      listAuthenticatorsByUserId: findAll(authenticators, "userId"),

      updateAuthenticatorCounter(credentialID, counter) {
        const row = isExact(credentialID) ? setCounter([counter, credentialID]) : undefined;
        return after(
          orFail(row, "Cannot update the passkey: no passkey has this id"),
          authenticators.fromRow,
        );
      },

      renameAuthenticator: (credentialID, name) =>
        after(
          orFail(
            changeAuthenticator({ credentialID, name }),
            "Cannot rename the passkey: no passkey has this id",
          ),
          () => {},
        ),

      deleteAuthenticator(credentialID, { unlessLast = false } = {}) {
        if (!isExact(credentialID)) return false;
        const id = [credentialID];
        const removed = unlessLast
          ? removeUnlessLast(lockKeys.length === 0 ? [id] : [id, id])
          : removeAuthenticator(credentialID);
        return after(removed, (count) => Number(count) > 0);
      },

      createUserWithAccount: addUser,

      extendSession: (sessionToken, seen, expires) =>
        isExact(sessionToken) &&
        after(
          moveSession([toValue(expires, "date"), sessionToken, toValue(seen, "date")]),
          (count) => count > 0,
        ),

      listAccounts: findAll(accounts, "userId"),
      listSessions: findAll(sessions, "userId"),

      deleteSessions: (userId, sessionTokens) =>
        after(ids(), ({ isId }) => {
          const tokens = sessionTokens.filter(isExact);
          if (tokens.length === 0 || !isId(userId)) return [];
          // A list takes longer to read than one row to remove.
          if (tokens.length === 1) {
            return after(removeSessionOf(userId, tokens[0]!), (count) => count > 0 ? tokens : []);
          }
          return after(
            removeSessions([userId, JSON.stringify(tokens)]),
            (rows) => rows.map(({ token }) => token as string),
          );
        }),
    }),
    records: createRecordStore(createRecordRows(dialect, names.records)),
  };
}

function orFail<T>(value: Awaitable<T>, message: string): Awaitable<NonNullable<T>> {
  return after(value, (found) => found ?? fail(message));
}

function fail(message: string): never {
  throw new AdapterError(message);
}

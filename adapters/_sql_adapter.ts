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
  AdapterAuthenticator,
  AdapterExtras,
  AdapterTraits,
  AdapterUser,
} from "../src/types/adapter.ts";
import type { Awaitable } from "../src/types/entities.ts";
import { after, rejecting } from "./_awaitable.ts";
import { type Row, toValue } from "./_rows.ts";
import type { Dialect, Statement } from "./_sql.ts";
import type { Table, Tables } from "./_sql_tables.ts";
import { usersIn } from "./_sql_users.ts";
import { deletion, keeping, quote, unlessTaken, verbsOf, writeFor } from "./_sql_verbs.ts";
import { assertExact, isExact } from "./_text.ts";
import { createRecordRows } from "./records/_sql_rows.ts";
import { createRecordStore } from "./records/_store.ts";

/** What every adapter for SQL has. */
export type SqlAdapter = Required<Adapter> & Required<AdapterExtras> & Required<AdapterTraits>;

/** Methods for passkeys. */
type AuthenticatorMethods = Pick<
  SqlAdapter,
  Extract<keyof SqlAdapter, `${string}Authenticator${string}`>
>;

/** Milliseconds after expiry from which later writes remove a session or one-time token. */
const KEEP_EXPIRED_MS = 24 * 60 * 60 * 1000;

/**
 * Makes the adapter on tables that are there when a statement runs. Without a table of passkeys, it
 * lacks the methods for them.
 */
export function createSqlAdapter(dialect: Dialect, tables: Tables): SqlAdapter {
  const { users, accounts, sessions, verificationTokens, authenticators } = tables;
  const { hasSteps, ids, orIgnore, prepare, together } = dialect;
  const { find, findAll, remove, removeAll, insert, update } = verbsOf(dialect);

  const makePurge = <T>(
    use: "sessions" | "verificationTokens",
    table: Table<T>,
    ...key: string[]
  ) =>
    tables.purged.has(use)
      ? dialect.purge({
        table: table.name,
        key: key.map((member) => table.at(member).slice(1, -1)),
        expires: table.at("expires"),
        toSql: (placeholder) => table.write("expires", placeholder),
        keepMs: KEEP_EXPIRED_MS,
      })
      : () => undefined;
  const purgeSessions = makePurge("sessions", sessions, "sessionToken");
  const purgeTokens = makePurge("verificationTokens", verificationTokens, "identifier", "token");

  const userId = users.at("id");
  const userByAccount = prepare({
    returns: "row",
    text: `SELECT ${users.read("u")} FROM ${users.name} AS u
      JOIN ${accounts.name} AS a ON a.${accounts.at("userId")} = u.${userId}
      WHERE ${accounts.isEqual("provider", "$1", "a")}
        AND ${accounts.isEqual("providerAccountId", "$2", "a")}`,
  });
  const sessionWithUser = prepare({
    returns: "row",
    text: `SELECT ${users.read("u")}, ${sessions.read("s")} FROM ${sessions.name} AS s
      JOIN ${users.name} AS u ON u.${userId} = s.${sessions.at("userId")}
      WHERE ${sessions.isEqual("sessionToken", "$1", "s")}`,
  });
  const moveSession = prepare({
    returns: "count",
    text: `UPDATE ${sessions.name} SET ${sessions.at("expires")} = ${
      sessions.write("expires", "$1")
    }`,
    table: sessions.name,
    where: sessions.isEqual("sessionToken", "$2"),
    guard: `${sessions.readOne("expires")} = $3`,
  });
  const dates = sessions.kindOf("expires")!;
  const removeSessions = prepare({
    ...deletion(
      sessions.name,
      `${sessions.isEqual("userId", "$1")}
        AND ${sessions.at("sessionToken")} IN (${dialect.elementsOf("$2")})`,
    ),
    returns: "rows",
    read: `${sessions.readOne("sessionToken")} AS token`,
  });
  const linkAccount = keeping((view: typeof accounts) => {
    const key = ["provider", "providerAccountId"].map((member) => view.at(member).slice(1, -1));
    return dialect.upsert({
      table: view.name,
      columns: view.columns,
      values: view.values(),
      key,
      guard: `t.${view.at("userId")} = $${view.columns.length + 1}`,
      kept: view.fills.flatMap(({ name, changes }) => changes ? [] : [name]),
    });
  });

  // References to the user remove rows, also those that are written meanwhile. References of an
  // app may forbid the removal of a user who has rows.
  const owned = [accounts, sessions, ...authenticators ? [authenticators] : []] as const;
  const removals: Statement[] = [
    ...tables.areOfApp
      ? owned.map((table) => deletion(table.name, table.isEqual("userId", "$1")))
      : [],
    deletion(
      verificationTokens.name,
      `${verificationTokens.at("identifier")} =
        (SELECT ${users.at("email")} FROM ${users.name} WHERE ${users.isEqual("id", "$1")})`,
    ),
    { ...deletion(users.name, users.isEqual("id", "$1")), returns: "row", read: users.read() },
    deletion(tables.records, dialect.isOwnedBy("$1")),
  ];
  const removeUser = together(removals, removals.length - 2);

  /** Statements that insert a user, whose members have the values of `given`. */
  const makeInsertions = (
    users: Tables["users"],
    accounts: Tables["accounts"],
    given: Readonly<Record<string, string>>,
  ) => {
    const user: Statement<"row" | "count"> = {
      ...hasSteps
        ? { returns: "row", read: `${userId} AS "user.key", ${users.read()}` }
        : { returns: "count" },
      text: `INSERT INTO ${users.name} (${quote(users.columns)}) VALUES (${users.values(given)})`,
    };
    const orNothing = { ...user, text: `${user.text} ${orIgnore}` };
    const owner: Readonly<Record<string, string>> = hasSteps ? { userId: `step0."user.key"` } : {};
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
  const insertions = keeping((users: Tables["users"]) =>
    keeping((accounts: Tables["accounts"]) =>
      keeping((isNamed: boolean) =>
        makeInsertions(users, accounts, isNamed ? {} : { id: "DEFAULT" })
      )
    )
  );

  /** Creates a user, with an account if there is one; `null` when a key is taken. */
  const addUser = (
    user: AdapterUser,
    account: Pick<AdapterAccount, "provider" | "type" | "providerAccountId"> | null,
  ): Awaitable<AdapterUser | null> => {
    assertExact(user.id, user.email, account?.provider, account?.providerAccountId);
    const record = { ...user, id: user.id ?? crypto.randomUUID() };
    const linked = account && { ...account, userId: record.id };
    return after(ids(), ({ areGenerated, isId }) => {
      const isNamed = !areGenerated && isId(record.id);
      const insert = insertions(users.having(record))(accounts.having(linked ?? {}))(isNamed);
      return after(
        unlessTaken<Row | Row[] | number | undefined>(dialect, () => insert(record, linked)),
        (answer) => {
          if (!answer) return null;
          if (hasSteps) return users.fromRow(answer as Row);
          return users.hasOwn ? findUser(record.id) : users.copy(record);
        },
      );
    });
  };

  const saveSession = insert(sessions);
  const saveToken = insert(verificationTokens);
  const findUser = find(users, "id");
  const changeUser = update(users, "id");
  const findAccount = find(accounts, "provider", "providerAccountId");
  const removeAccount = remove(accounts, "provider", "providerAccountId");
  const findToken = find(verificationTokens, "identifier", "token");
  const removeToken = remove(verificationTokens, "identifier", "token");
  const removeSessionOf = removeAll(sessions, "userId", "sessionToken");

  return {
    ...rejecting<Omit<SqlAdapter, "records" | keyof AuthenticatorMethods>>({
      generatesUserIds: () => after(ids(), ({ areGenerated }) => areGenerated),

      createUser: (user) =>
        orFail(
          addUser(user, null),
          "Cannot create the user: its id or email address is already in use",
        ),

      getUser: findUser,
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
        const view = accounts.having(account);
        const link = () => linkAccount(view)([...view.toRow(account), userId]);
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

      getVerificationToken: ({ identifier, token }) => findToken(identifier, token),

      deleteVerificationTokens: removeAll(verificationTokens, "identifier") as never,

      createUserWithAccount: addUser,

      extendSession: (sessionToken, seen, expires) =>
        isExact(sessionToken) &&
        after(
          moveSession([toValue(expires, dates), sessionToken, toValue(seen, dates)]),
          (count) => count > 0,
        ),

      listAccounts: findAll(accounts, "userId"),
      listSessions: findAll(sessions, "userId"),
      listUsers: usersIn(dialect, users),

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
    // Where they are missing, the caller says so.
    ...(authenticators && authenticatorMethods(dialect, authenticators)) as AuthenticatorMethods,
    records: createRecordStore(createRecordRows(dialect, tables.records)),
  };
}

function authenticatorMethods(
  dialect: Dialect,
  authenticators: Table<AdapterAuthenticator>,
): AuthenticatorMethods {
  const { hasSteps, lock, prepare, together } = dialect;
  const { find, findAll, removeAll, insert, update } = verbsOf(dialect);
  const { name: table, at, isEqual } = authenticators;

  const setCounter = prepare({
    returns: "row",
    text: `UPDATE ${table} SET ${at("counter")} = $1`,
    table,
    where: isEqual("credentialID", "$2"),
    read: authenticators.read(),
  });

  // Each call locks all keys of the user, in the same order, and counts those that are left
  // when it has the locks.
  const keysOfUser = `SELECT 1 FROM ${table} WHERE ${at("userId")} =
    (SELECT ${at("userId")} FROM ${table} WHERE ${isEqual("credentialID", "$1")})`;
  const lockKeys: Statement[] = lock === ""
    ? []
    : [{ returns: "rows", text: `${keysOfUser} ORDER BY ${at("credentialID")} ${lock}` }];
  const keys = hasSteps ? "step0" : `(${keysOfUser} LIMIT 2) AS step0`;
  const removeUnlessLast = together([...lockKeys, {
    ...deletion(table, isEqual("credentialID", "$1")),
    guard: `(SELECT count(*) FROM ${keys}) > 1`,
  }], lockKeys.length);

  const saveAuthenticator = insert(authenticators);
  const changeAuthenticator = update(authenticators, "credentialID");
  const removeAuthenticator = removeAll(authenticators, "credentialID");

  return rejecting<AuthenticatorMethods>({
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
  });
}

function orFail<T>(value: Awaitable<T>, message: string): Awaitable<NonNullable<T>> {
  return after(value, (found) => found ?? fail(message));
}

function fail(message: string): never {
  throw new AdapterError(message);
}

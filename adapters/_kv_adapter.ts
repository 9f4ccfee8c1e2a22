/**
 * Stores all data in Deno KV; `deno_kv.ts` says under which keys.
 *
 * @module
 */

import { nowMs } from "../src/base/time.ts";
import { AdapterError } from "../src/errors.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterExtras,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../src/types/adapter.ts";
import { authenticatorsIn } from "./_kv_authenticators.ts";
import { absent, isReadable, type Key, keysUnder } from "./_kv_keys.ts";
import { ownedRowsIn } from "./_kv_owned.ts";
import {
  commit,
  deleteAll,
  hasSameExpiry,
  isSame,
  type KvAtomic,
  type KvKeyPart,
  type KvStore,
  listAll,
  millisecondsUntil,
  partsOf,
  retry,
} from "./_kv_store.ts";
import { listUsers } from "./_kv_user_pages.ts";
import { createCache, userReader } from "./_kv_users.ts";
import { assertExact } from "./_text.ts";
import { createRecordRows } from "./records/_kv_rows.ts";
import { createRecordStore } from "./records/_store.ts";

/** The adapter. */
export type KvAdapter = Required<Adapter> & Required<AdapterExtras>;

/** The options, complete. */
export interface KvSettings {
  readonly prefix: readonly KvKeyPart[];
  readonly sessionConsistency: "strong" | "eventual";
}

/** A one-time token, or the mark of its use, which tells the call that used it from others. */
type StoredToken = VerificationToken | { usedBy: string };

/** Milliseconds until the mark of a used token is removed; long enough to check a lost answer. */
const USED_MARK_MS = 60_000;

/** Users whose versions are remembered, at least; at most twice as many. */
const MOST_SEEN = 1000;

/** Makes the adapter that {@linkcode DenoKvAdapter} loads. */
export function createKvAdapter(
  kv: KvStore,
  { prefix, sessionConsistency }: KvSettings,
): KvAdapter {
  const keys = keysUnder(prefix);
  const recordRows = createRecordRows(kv, prefix);
  const {
    userKey,
    emailKey,
    accountKey,
    accountsOf,
    sessionKey,
    sessionsOf,
    tokensOf,
    tokenKey,
    authenticatorsOf,
    deletingKey,
  } = keys;

  const read = async <T>(key: Key): Promise<T | null> =>
    isReadable(key) ? (await kv.get<T>(key)).value : null;

  const readUserById = (id: string): Promise<AdapterUser | null> => read<AdapterUser>(userKey(id));
  const seen = createCache<string>(MOST_SEEN);
  const readWithUser = userReader(kv, keys, seen.set);
  const readUserVia = async (index: Key): Promise<AdapterUser | null> => {
    const found = await readWithUser<string | AdapterAccount>(
      index,
      (row) => typeof row === "string" ? row : row.userId,
    );
    return found && found.user;
  };

  /**
   * Reads the key of a new row, and the two rows that it depends on: its user exists and is
   * not being deleted. All three are checks of the write.
   */
  const readForInsert = async <T>(userId: string, key: Key) => {
    const [user, deleting, taken] = await kv.getMany<[AdapterUser, true, T]>([
      userKey(userId),
      deletingKey(userId),
      key,
    ]);
    // A deletion was begun and not finished, for example because of a crash.
    if (deleting.value) await finishDeletion(userId);
    if (!user.value || deleting.value) {
      throw new AdapterError("Cannot write for the user: no user has this id");
    }
    return { taken, checks: [user, deleting, taken] };
  };

  const finishDeletion = async (userId: string): Promise<AdapterUser | null> =>
    await retry("delete the user", async () => {
      const user = await kv.get<AdapterUser>(userKey(userId));
      if (!user.value) {
        await commit(kv.atomic().delete(deletingKey(userId)));
        return null;
      }
      const owned: [Key, (rest: Key) => Key][] = [
        [sessionsOf(userId), ([token]) => sessionKey(String(token))],
        [accountsOf(userId), ([provider, id]) => accountKey(String(provider), String(id))],
        [authenticatorsOf(userId), ([id]) => keys.authenticatorKey(String(id))],
      ];
      const { email } = user.value;
      const [tokens, lists] = await Promise.all([
        email && isReadable([email]) ? listAll(kv, tokensOf(email)) : [],
        Promise.all(
          owned.map(async ([index, rowOf]) =>
            (await listAll(kv, index)).map(({ key }) => [key, rowOf(key.slice(index.length))])
          ),
        ),
        recordRows.deleteOwner(userId, null, null, nowMs()),
      ]);
      const parts = partsOf([...lists.flat(), ...tokens.map(({ key }) => [key])]);
      // Rows that do not fit into one commit with the user are deleted before it.
      const withUser = parts.pop() ?? [];
      await Promise.all(parts.map((part) => commit(deleteAll(kv.atomic(), part.flat()))));
      const last = deleteAll(kv.atomic().check(user), [
        ...withUser.flat(),
        userKey(userId),
        deletingKey(userId),
      ]);
      if (email) last.delete(emailKey(email));
      return await commit(last) ? user.value : undefined;
    });

  const { readOwned, deleteOwned } = ownedRowsIn(kv);

  const listSessions = (userId: string): Promise<AdapterSession[]> =>
    readOwned(
      sessionsOf(userId),
      ([token]) => sessionKey(String(token)),
      ({ key, value }) =>
        value instanceof Date
          ? { sessionToken: String(key.at(-1)), userId, expires: value }
          : undefined,
    );

  const writeSession = (atomic: KvAtomic, session: AdapterSession): KvAtomic => {
    const options = { expireIn: millisecondsUntil(session.expires) };
    return atomic
      .set(sessionKey(session.sessionToken), session, options)
      .set([...sessionsOf(session.userId), session.sessionToken], session.expires, options);
  };

  const deleteSession = async (sessionToken: string): Promise<AdapterSession | null> => {
    const session = await read<AdapterSession>(sessionKey(sessionToken));
    if (!session) return null;
    await commit(deleteAll(kv.atomic(), [
      sessionKey(sessionToken),
      [...sessionsOf(session.userId), sessionToken],
    ]));
    return session;
  };

  /** Changes a session atomically; a deleted session is not created again. */
  const changeSession = (
    sessionToken: string,
    change: (session: AdapterSession) => AdapterSession | null,
  ): Promise<AdapterSession | null> =>
    retry("update the session", async () => {
      if (!isReadable([sessionToken])) return null;
      const entry = await kv.get<AdapterSession>(sessionKey(sessionToken));
      const next = entry.value && change(entry.value);
      if (!next) return null;
      return await commit(writeSession(kv.atomic().check(entry), next)) ? next : undefined;
    });

  return {
    records: createRecordStore(recordRows),

    async createUser(user) {
      const row = { ...user, id: user.id ?? crypto.randomUUID() };
      assertExact(row.id, row.email);
      const atomic = kv.atomic().check(absent(userKey(row.id))).set(userKey(row.id), row);
      if (row.email) atomic.check(absent(emailKey(row.email))).set(emailKey(row.email), row.id);
      if (await commit(atomic)) return row;
      // The commit may have succeeded although its answer was lost: only then does a new id exist.
      if (!user.id || !(await isSame(readUserById(row.id), row))) {
        throw new AdapterError(
          "Cannot create the user: its id or email address is already in use",
        );
      }
      return row;
    },

    getUser: readUserById,
    getUserByEmail: (email) => readUserVia(emailKey(email)),
    getUserByAccount: ({ provider, providerAccountId }) =>
      readUserVia(accountKey(provider, providerAccountId)),

    updateUser: (changes) =>
      retry("update the user", async () => {
        const entry = await kv.get<AdapterUser>(userKey(changes.id));
        if (!entry.value) {
          throw new AdapterError("Cannot update the user: no user has this id");
        }
        const next: AdapterUser = { ...entry.value, ...changes };
        assertExact(next.email);
        const atomic = kv.atomic().check(entry).set(userKey(next.id), next);
        if (next.email !== entry.value.email) {
          if (next.email) {
            const taken = await kv.get<string>(emailKey(next.email));
            if (taken.value !== null && taken.value !== next.id) {
              throw new AdapterError(
                "Cannot update the user: its email address is already in use",
              );
            }
            atomic.check(taken).set(emailKey(next.email), next.id);
          }
          if (entry.value.email) atomic.delete(emailKey(entry.value.email));
        }
        seen.delete(next.id);
        return await commit(atomic) ? next : undefined;
      }),

    async deleteUser(userId) {
      if (!await readUserById(userId)) return null;
      // With this mark no call adds rows to the user, so the lists that follow are complete.
      await commit(kv.atomic().set(deletingKey(userId), true));
      return await finishDeletion(userId);
    },

    linkAccount: (account) =>
      retry("link the account", async () => {
        const { provider, providerAccountId, userId } = account;
        assertExact(provider, providerAccountId);
        const key = accountKey(provider, providerAccountId);
        const { checks, taken } = await readForInsert<AdapterAccount>(userId, key);
        if (taken.value && taken.value.userId !== userId) {
          throw new AdapterError("Cannot link the account: it belongs to another user");
        }
        const atomic = kv.atomic().check(...checks).set(key, account)
          .set([...accountsOf(userId), provider, providerAccountId], true);
        return await commit(atomic) ? account : undefined;
      }),

    unlinkAccount: ({ provider, providerAccountId }) =>
      retry("unlink the account", async () => {
        const entry = await kv.get<AdapterAccount>(accountKey(provider, providerAccountId));
        if (!entry.value) return null;
        const atomic = deleteAll(kv.atomic().check(entry), [
          entry.key,
          [...accountsOf(entry.value.userId), provider, providerAccountId],
        ]);
        return await commit(atomic) ? entry.value : undefined;
      }).then((account) => account ?? undefined),

    getAccount: (providerAccountId, provider) => read(accountKey(provider, providerAccountId)),

    async createSession(session) {
      const { sessionToken, userId } = session;
      assertExact(sessionToken);
      const key = sessionKey(sessionToken);
      const versionstamp = seen.get(userId);
      if (versionstamp !== undefined) {
        // A user who was just read is not read again, and no other session has a random token.
        const user = { key: userKey(userId), versionstamp };
        const atomic = kv.atomic().check(user, absent(deletingKey(userId)), absent(key));
        if (await commit(writeSession(atomic, session))) return session;
      }
      return await retry("create the session", async () => {
        const { checks, taken } = await readForInsert<AdapterSession>(userId, key);
        // Written by this call already, when the commit succeeded and its answer was lost.
        if (taken.value?.userId === userId && hasSameExpiry(taken.value, session)) return session;
        if (taken.value) {
          throw new AdapterError("Cannot create the session: its token is already in use");
        }
        const atomic = writeSession(kv.atomic().check(...checks), session);
        return await commit(atomic) ? session : undefined;
      });
    },

    async getSessionAndUser(sessionToken) {
      const find = (consistency: "strong" | "eventual") =>
        readWithUser<AdapterSession>(sessionKey(sessionToken), (row) => row.userId, consistency);
      const found = await find(sessionConsistency) ??
        (sessionConsistency === "eventual" ? await find("strong") : null);
      return found && { session: found.row, user: found.user };
    },

    updateSession: (changes) =>
      changeSession(changes.sessionToken, (session) => ({ ...session, ...changes })),

    deleteSession,

    async createVerificationToken(row) {
      assertExact(row.identifier, row.token);
      const expireIn = millisecondsUntil(row.expires);
      await commit(kv.atomic().set(tokenKey(row), row, { expireIn }));
      return row;
    },

    async useVerificationToken(params) {
      const key = tokenKey(params);
      if (!isReadable(key)) return null;
      const entry = await kv.get<StoredToken>(key);
      if (!entry.value || "usedBy" in entry.value) return null;
      const usedBy = crypto.randomUUID();
      const atomic = kv.atomic().check(entry).set(key, { usedBy }, { expireIn: USED_MARK_MS });
      if (await commit(atomic)) return entry.value;
      // The commit may have succeeded although its answer was lost.
      const now = await read<StoredToken>(key);
      return now && "usedBy" in now && now.usedBy === usedBy ? entry.value : null;
    },

    async getVerificationToken(params) {
      const row = await read<StoredToken>(tokenKey(params));
      return row && "usedBy" in row ? null : row;
    },

    async deleteVerificationTokens(identifier) {
      if (!isReadable([identifier])) return;
      const tokens = await listAll(kv, tokensOf(identifier));
      const parts = partsOf(tokens.map(({ key }) => key));
      await Promise.all(parts.map((part) => commit(deleteAll(kv.atomic(), part))));
    },

    ...authenticatorsIn(kv, keys, readForInsert, readOwned),

    async createUserWithAccount(user, account) {
      const row = { ...user, id: user.id ?? crypto.randomUUID() };
      assertExact(row.id, row.email, account.provider, account.providerAccountId);
      const { provider, providerAccountId } = account;
      const key = accountKey(provider, providerAccountId);
      const atomic = kv.atomic()
        .check(absent(userKey(row.id)), absent(key))
        .set(userKey(row.id), row)
        .set(key, { ...account, userId: row.id })
        .set([...accountsOf(row.id), provider, providerAccountId], true);
      if (row.email) atomic.check(absent(emailKey(row.email))).set(emailKey(row.email), row.id);
      if (await commit(atomic)) return row;
      const owner = await read<AdapterAccount>(key);
      return owner?.userId === row.id && await isSame(readUserById(row.id), row) ? row : null;
    },

    async extendSession(sessionToken, seen, expires) {
      const next = await changeSession(
        sessionToken,
        (session) => hasSameExpiry(session, { expires: seen }) ? { ...session, expires } : null,
      );
      return next !== null;
    },

    listAccounts: (userId) =>
      readOwned(accountsOf(userId), ([provider, id]) => accountKey(String(provider), String(id))),

    listSessions,
    listUsers: (search) => listUsers(kv, keys, search),
    async deleteSessions(userId, sessionTokens) {
      const meant = new Set<unknown>(sessionTokens);
      const deleted = await deleteOwned(
        sessionsOf(userId),
        ([token]) => sessionKey(String(token)),
        ([token]) => meant.has(token),
      );
      return deleted.map(({ key }) => String(key.at(-1)));
    },
  };
}

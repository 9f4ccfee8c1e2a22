/**
 * Keeps everything in Deno KV: in memory, in a file, on Deno Deploy, or in any
 * database that speaks KV Connect.
 *
 * ## Key layout
 *
 * After the prefix, which is `["auth"]` unless an option says otherwise:
 *
 * | Key | Value |
 * |---|---|
 * | `"user", id` | user |
 * | `"user_by_email", email` | user id |
 * | `"account", provider, providerAccountId` | account |
 * | `"account_by_user", userId, provider, providerAccountId` | `true` |
 * | `"session", sessionToken` | session |
 * | `"session_by_user", userId, sessionToken` | `true` |
 * | `"verification_token", identifier, token` | one-time token, or who used it |
 * | `"authenticator", credentialID` | passkey |
 * | `"authenticator_by_user", userId, credentialID` | `true` |
 * | `"session_record", id` | session record |
 * | `"session_record_by_user", userId, id` | `true` |
 * | `"used", key` | who used a value that may be used once, and until when it counts |
 * | `"deleting", userId` | `true` while the user is being deleted |
 *
 * A row and its indexes are written and removed in one atomic operation that
 * checks what it relies on, so a crash leaves all of it or nothing. Sessions
 * and one-time tokens carry their expiry in the value, and also `expireIn`,
 * which removes them some time later.
 *
 * @module
 */

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
import { sessionsIn } from "./_kv_sessions.ts";
import { absent, isReadable, type Key, keysUnder } from "./_kv_keys.ts";
import { sessionRecordsIn } from "./_kv_records.ts";
import {
  commit,
  deleteAll,
  hasSameExpiry,
  isSame,
  type KvAtomic,
  type KvKeyPart,
  type KvStore,
  millisecondsUntil,
  retry,
} from "./_kv_store.ts";
import { assertExact } from "./_text.ts";

export type { KvAtomic, KvCheck, KvEntry, KvKeyPart, KvStore } from "./_kv_store.ts";

/** Options of {@linkcode DenoKvAdapter}. */
export interface DenoKvAdapterOptions {
  /** What every key begins with. Default `["auth"]`. */
  prefix?: readonly KvKeyPart[] | undefined;
  /**
   * How sessions are read. `"eventual"` lets Deno Deploy answer from the nearest
   * region, which is faster and may miss the last seconds: a session that was
   * ended elsewhere can live on for that long. A session that is not there is
   * looked for again with strong consistency. Default `"strong"`.
   */
  sessionConsistency?: "strong" | "eventual" | undefined;
}

/** A one-time token, or the mark its use leaves so that a repeated answer can be told apart. */
type StoredToken = VerificationToken | { usedBy: string };

/** Mutations in one atomic operation, with room to spare below KV's own 1000 and 80 KiB of keys. */
const MAX_MUTATIONS = 150;

/** Milliseconds the mark of a used token stays: long enough for a repeated answer. */
const USED_MARK_MS = 60_000;

/**
 * Creates an adapter over an open store. It opens and closes nothing.
 *
 * @example
 * ```ts
 * import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
 * import { assertEquals } from "@std/assert";
 *
 * using kv = await Deno.openKv(":memory:");
 * const adapter = DenoKvAdapter(kv);
 * const user = await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * assertEquals(await adapter.getUserByEmail("ada@example.com"), user);
 * ```
 */
export function DenoKvAdapter(
  kv: KvStore,
  { prefix = ["auth"], sessionConsistency = "strong" }: DenoKvAdapterOptions = {},
): Required<Adapter> & Required<AdapterExtras> {
  const keys = keysUnder(prefix);
  const {
    userKey,
    emailKey,
    accountKey,
    accountsOf,
    sessionKey,
    sessionsOf,
    tokenKey,
    authenticatorsOf,
    deletingKey,
    recordKey,
    recordsOf,
  } = keys;

  const read = async <T>(key: Key): Promise<T | null> =>
    isReadable(key) ? (await kv.get<T>(key)).value : null;

  const readUserById = (id: string): Promise<AdapterUser | null> => read<AdapterUser>(userKey(id));
  const readUserVia = async (index: Key): Promise<AdapterUser | null> => {
    const found = await read<string | AdapterAccount>(index);
    if (found === null) return null;
    return await readUserById(typeof found === "string" ? found : found.userId);
  };

  /** What a new row of a user relies on: that the user is there and stays. */
  const requireUser = async (userId: string) => {
    const [user, deleting] = await kv.getMany<[AdapterUser, true]>([
      userKey(userId),
      deletingKey(userId),
    ]);
    // Somebody asked for the deletion and did not come to its end.
    if (deleting.value) await finishDeletion(userId);
    if (!user.value || deleting.value) {
      throw new AdapterError("Cannot write for the user: there is none with this id");
    }
    return [user, deleting] as const;
  };

  const finishDeletion = async (userId: string): Promise<AdapterUser | null> =>
    await retry("delete the user", async () => {
      const user = await kv.get<AdapterUser>(userKey(userId));
      if (!user.value) {
        await commit(kv.atomic().delete(deletingKey(userId)));
        return null;
      }
      const doomed: Key[] = [];
      const owned: [Key, (rest: Key) => Key][] = [
        [sessionsOf(userId), ([token]) => sessionKey(String(token))],
        [accountsOf(userId), ([provider, id]) => accountKey(String(provider), String(id))],
        [recordsOf(userId), ([id]) => recordKey(String(id))],
        [authenticatorsOf(userId), ([id]) => keys.authenticatorKey(String(id))],
      ];
      for (const [index, rowOf] of owned) {
        for await (const { key } of kv.list<true>({ prefix: index })) {
          doomed.push(key, rowOf(key.slice(index.length)));
        }
      }
      // More than fits into one step: sessions come first, and the user comes last.
      while (doomed.length > MAX_MUTATIONS) {
        await commit(deleteAll(kv.atomic(), doomed.splice(0, MAX_MUTATIONS)));
      }
      const { email } = user.value;
      const last = deleteAll(kv.atomic(), [...doomed, userKey(userId), deletingKey(userId)])
        .check(user);
      if (email) last.delete(emailKey(email));
      return await commit(last) ? user.value : undefined;
    });

  const readOwned = async <T>(index: Key, rowOf: (rest: Key) => Key): Promise<T[]> => {
    if (!isReadable(index)) return [];
    const keys: Key[] = [];
    for await (const { key } of kv.list<true>({ prefix: index })) {
      keys.push(rowOf(key.slice(index.length)));
    }
    const rows = await Promise.all(keys.map((key) => kv.get<T>(key)));
    // A row may have expired a moment before its index.
    return rows.flatMap(({ value }) => value === null ? [] : [value]);
  };

  const listSessions = (userId: string): Promise<AdapterSession[]> =>
    readOwned(sessionsOf(userId), ([token]) => sessionKey(String(token)));

  const writeSession = (atomic: KvAtomic, session: AdapterSession): KvAtomic => {
    const options = { expireIn: millisecondsUntil(session.expires) };
    return atomic
      .set(sessionKey(session.sessionToken), session, options)
      .set([...sessionsOf(session.userId), session.sessionToken], true, options);
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

  /** Changes a session while nobody else does; a gone one stays gone. */
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
    async createUser(user) {
      const row = { ...user, id: user.id ?? crypto.randomUUID() };
      assertExact(row.id, row.email);
      const atomic = kv.atomic().check(absent(userKey(row.id))).set(userKey(row.id), row);
      if (row.email) atomic.check(absent(emailKey(row.email))).set(emailKey(row.email), row.id);
      if (await commit(atomic)) return row;
      // The store may have done it and lost the answer: a fresh id is found only if it is ours.
      if (!user.id || !(await isSame(readUserById(row.id), row))) {
        throw new AdapterError("Cannot create the user: its id or e-mail address is taken");
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
          throw new AdapterError("Cannot update the user: there is none with this id");
        }
        const next: AdapterUser = { ...entry.value, ...changes };
        assertExact(next.email);
        const atomic = kv.atomic().check(entry).set(userKey(next.id), next);
        if (next.email !== entry.value.email) {
          if (next.email) {
            const taken = await kv.get<string>(emailKey(next.email));
            if (taken.value !== null && taken.value !== next.id) {
              throw new AdapterError("Cannot update the user: its e-mail address is taken");
            }
            atomic.check(taken).set(emailKey(next.email), next.id);
          }
          if (entry.value.email) atomic.delete(emailKey(entry.value.email));
        }
        return await commit(atomic) ? next : undefined;
      }),

    async deleteUser(userId) {
      if (!await readUserById(userId)) return null;
      // From here on nobody adds rows to the user, so what is listed is all there is.
      await commit(kv.atomic().set(deletingKey(userId), true));
      return await finishDeletion(userId);
    },

    linkAccount: (account) =>
      retry("link the account", async () => {
        const { provider, providerAccountId, userId } = account;
        assertExact(provider, providerAccountId);
        const key = accountKey(provider, providerAccountId);
        const checks = await requireUser(userId);
        const taken = await kv.get<AdapterAccount>(key);
        if (taken.value && taken.value.userId !== userId) {
          throw new AdapterError("Cannot link the account: it belongs to another user");
        }
        const atomic = kv.atomic().check(...checks, taken).set(key, account)
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

    createSession: (session) =>
      retry("create the session", async () => {
        assertExact(session.sessionToken);
        const checks = await requireUser(session.userId);
        const key = sessionKey(session.sessionToken);
        const taken = await kv.get<AdapterSession>(key);
        // Ours already, when the store did it and lost the answer.
        if (taken.value?.userId === session.userId && hasSameExpiry(taken.value, session)) {
          return session;
        }
        if (taken.value) throw new AdapterError("Cannot create the session: its token is taken");
        const atomic = writeSession(kv.atomic().check(...checks, taken), session);
        return await commit(atomic) ? session : undefined;
      }),

    getSessionAndUser: sessionsIn(kv, keys, sessionConsistency),

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
      // The store may have done it and lost the answer.
      const now = await read<StoredToken>(key);
      return now && "usedBy" in now && now.usedBy === usedBy ? entry.value : null;
    },

    ...authenticatorsIn(kv, keys, requireUser, readOwned),

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

    ...sessionRecordsIn(kv, keys, readOwned),

    listAccounts: (userId) =>
      readOwned(accountsOf(userId), ([provider, id]) => accountKey(String(provider), String(id))),

    listSessions,

    async deleteSessionsByUserId(userId, exceptSessionToken) {
      const tokens = (await listSessions(userId)).map(({ sessionToken }) => sessionToken)
        .filter((token) => token !== exceptSessionToken);
      await Promise.all(tokens.map(deleteSession));
      return tokens.length;
    },
  };
}

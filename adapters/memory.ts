/**
 * Stores all data in memory: for tests, examples and a single process whose data
 * may be lost at restart. Each method runs in one step, so it is atomic.
 *
 * @module
 */

import { nowMs } from "../src/base/time.ts";
import { AdapterError } from "../src/errors.ts";
import { forgetful } from "../src/symbols.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterExtras,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../src/types/adapter.ts";
import { rejecting } from "./_awaitable.ts";
import { createPurge, createTable, searchUsers } from "./_memory_tables.ts";
import { createRecordRows } from "./records/_memory_rows.ts";
import { describeStore } from "./_store_facts.ts";
import { createRecordStore } from "./records/_store.ts";

/**
 * Creates an empty store.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const user = await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * assertEquals(await adapter.getUserByEmail("ada@example.com"), user);
 * ```
 */
export function MemoryAdapter(): Required<Adapter> & Required<AdapterExtras> {
  const users = new Map<string, AdapterUser>();
  const userIdsByEmail = new Map<string, string>();
  const accounts = createTable<AdapterAccount>();
  const sessions = createTable<AdapterSession>();
  // In the list of their address.
  const tokens = createTable<VerificationToken & { userId: string }>();
  const authenticators = createTable<AdapterAuthenticator>();
  const recordRows = createRecordRows();

  const expiryOf = ({ expires }: { expires: Date }) => expires;
  const purgeSessions = createPurge(sessions, expiryOf);
  const purgeTokens = createPurge(tokens, expiryOf);

  const accountKey = (account: Pick<AdapterAccount, "provider" | "providerAccountId">) =>
    JSON.stringify([account.provider, account.providerAccountId]);
  const tokenKey = (token: Pick<VerificationToken, "identifier" | "token">) =>
    JSON.stringify([token.identifier, token.token]);
  const copy = <T extends object>(row: T | undefined): T | null => row ? { ...row } : null;

  const insertUser = (user: AdapterUser): AdapterUser => {
    const row = { ...user, id: user.id ?? crypto.randomUUID() };
    if (users.has(row.id)) {
      throw new AdapterError("Cannot create the user: its id is already in use");
    }
    // Several users may have no address.
    if (row.email && userIdsByEmail.has(row.email)) {
      throw new AdapterError("Cannot create the user: its email address is already in use");
    }
    users.set(row.id, row);
    if (row.email) userIdsByEmail.set(row.email, row.id);
    return { ...row };
  };

  const adapter = rejecting<Required<Adapter> & Required<Omit<AdapterExtras, "records">>>({
    createUser: (user) => insertUser(user),
    getUser: (id) => copy(users.get(id)),
    getUserByEmail: (email) => copy(users.get(userIdsByEmail.get(email) ?? "")),
    getUserByAccount: (account) => copy(users.get(accounts.get(accountKey(account))?.userId ?? "")),

    updateUser(changes) {
      const row = users.get(changes.id);
      if (!row) throw new AdapterError("Cannot update the user: no user has this id");
      const next = { ...row, ...changes };
      const owner = userIdsByEmail.get(next.email);
      if (owner !== undefined && owner !== row.id) {
        throw new AdapterError("Cannot update the user: its email address is already in use");
      }
      userIdsByEmail.delete(row.email);
      if (next.email) userIdsByEmail.set(next.email, next.id);
      users.set(next.id, next);
      return { ...next };
    },

    deleteUser(userId) {
      const row = users.get(userId);
      if (!row) return null;
      users.delete(userId);
      userIdsByEmail.delete(row.email);
      if (row.email) tokens.deleteOf(row.email);
      for (const table of [accounts, sessions, authenticators]) table.deleteOf(userId);
      recordRows.deleteOwner(userId, null, null, nowMs());
      return row;
    },

    linkAccount(account) {
      const key = accountKey(account);
      const taken = accounts.get(key);
      if (taken && taken.userId !== account.userId) {
        throw new AdapterError("Cannot link the account: it belongs to another user");
      }
      if (!users.has(account.userId)) {
        throw new AdapterError("Cannot link the account: no user has this id");
      }
      accounts.set(key, account);
      return { ...account };
    },

    unlinkAccount(account) {
      const row = accounts.get(accountKey(account));
      accounts.delete(accountKey(account));
      return row ?? undefined;
    },

    getAccount: (providerAccountId, provider) =>
      accounts.get(accountKey({ provider, providerAccountId })),

    createSession(session) {
      purgeSessions();
      if (sessions.get(session.sessionToken)) {
        throw new AdapterError("Cannot create the session: its token is already in use");
      }
      if (!users.has(session.userId)) {
        throw new AdapterError("Cannot create the session: no user has this id");
      }
      sessions.set(session.sessionToken, session);
      return { ...session };
    },

    getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken);
      const user = session && users.get(session.userId);
      return user ? { session, user: { ...user } } : null;
    },

    updateSession(changes) {
      const row = sessions.get(changes.sessionToken);
      if (!row) return null;
      const next = { ...row, ...changes };
      sessions.set(next.sessionToken, next);
      return { ...next };
    },

    deleteSession(sessionToken) {
      const row = sessions.get(sessionToken);
      sessions.delete(sessionToken);
      return row ?? null;
    },

    createVerificationToken(token) {
      purgeTokens();
      tokens.set(tokenKey(token), { ...token, userId: token.identifier });
      return { ...token };
    },

    useVerificationToken(params) {
      const row = tokens.get(tokenKey(params));
      if (!row) return null;
      tokens.delete(tokenKey(params));
      const { userId: _, ...token } = row;
      return token;
    },

    getVerificationToken(params) {
      const row = tokens.get(tokenKey(params));
      if (!row) return null;
      const { userId: _, ...token } = row;
      return token;
    },

    deleteVerificationTokens(identifier) {
      tokens.deleteOf(identifier);
    },

    createAuthenticator(authenticator) {
      if (authenticators.get(authenticator.credentialID)) {
        throw new AdapterError("Cannot store the passkey: its id is already in use");
      }
      if (!users.has(authenticator.userId)) {
        throw new AdapterError("Cannot store the passkey: no user has this id");
      }
      authenticators.set(authenticator.credentialID, authenticator);
      return { ...authenticator };
    },

    getAuthenticator: (credentialID) => authenticators.get(credentialID),

    listAuthenticatorsByUserId: (userId) => authenticators.of(userId),

    updateAuthenticatorCounter(credentialID, counter) {
      const row = authenticators.get(credentialID);
      if (!row) throw new AdapterError("Cannot update the passkey: no passkey has this id");
      const next = { ...row, counter };
      authenticators.set(credentialID, next);
      return { ...next };
    },

    createUserWithAccount(user, account) {
      const key = accountKey(account);
      if (accounts.get(key) || (user.email && userIdsByEmail.has(user.email))) return null;
      const row = insertUser(user);
      // The cast holds: with `userId`, every required member is present.
      accounts.set(key, { ...account, userId: row.id } as AdapterAccount);
      return row;
    },

    extendSession(sessionToken, seen, expires) {
      const row = sessions.get(sessionToken);
      if (!row || row.expires.valueOf() !== seen.valueOf()) return false;
      sessions.set(sessionToken, { ...row, expires });
      return true;
    },

    listAccounts: (userId) => accounts.of(userId),
    listSessions: (userId) => sessions.of(userId),
    listUsers: (search) => searchUsers(users.values(), search),
    deleteSessions: (userId, tokens) => sessions.deleteEach(userId, tokens),

    renameAuthenticator(credentialID, name) {
      const row = authenticators.get(credentialID);
      if (!row) throw new AdapterError("Cannot rename the passkey: no passkey has this id");
      authenticators.set(credentialID, { ...row, name });
    },

    deleteAuthenticator(credentialID, { unlessLast = false } = {}) {
      const row = authenticators.get(credentialID);
      if (!row) return false;
      if (unlessLast && authenticators.of(row.userId).length < 2) return false;
      return authenticators.delete(credentialID);
    },
  });
  return Object.assign(adapter, {
    records: createRecordStore(recordRows),
    [forgetful]: true,
    ...describeStore("Memory"),
  });
}

/**
 * Typical mistakes of adapters, one at a time: `testAdapter()` must report each.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { checkAdapter } from "@x/auth/testing/adapter";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { CHECKS } from "../../src/tools/testing/adapter/run.ts";

type Full = ReturnType<typeof MemoryAdapter>;

/** Yields to concurrent calls between two steps, as a network does. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

const MUTATIONS: Record<string, (adapter: Full) => Partial<Full>> = {
  "a lookup returns undefined": (adapter) => ({
    getUser: async (id) => (await adapter.getUser(id) ?? undefined) as never,
  }),
  "an account is found by its id alone": (adapter) => ({
    getUserByAccount: async ({ providerAccountId }) => {
      for (const provider of ["github", "google", "one", "two"]) {
        const user = await adapter.getUserByAccount({ provider, providerAccountId });
        if (user) return user;
      }
      return null;
    },
  }),
  "a token is used by its hash alone": (adapter) => {
    const identifiers = new Map<string, string>();
    return {
      createVerificationToken: (row) => {
        identifiers.set(row.token, row.identifier);
        return adapter.createVerificationToken(row);
      },
      useVerificationToken: ({ token }) =>
        adapter.useVerificationToken({ token, identifier: identifiers.get(token) ?? "" }),
    };
  },
  "a token is read first and deleted later": (adapter) => {
    const used = new Set<string>();
    const rows = new Map<string, unknown>();
    return {
      createVerificationToken: (row) => {
        rows.set(row.identifier + row.token, row);
        return adapter.createVerificationToken(row);
      },
      useVerificationToken: async ({ identifier, token }) => {
        const key = identifier + token;
        const row = used.has(key) ? null : rows.get(key) ?? null;
        await pause();
        used.add(key);
        return row as never;
      },
    };
  },
  "a token can be used twice": (adapter) => {
    const rows = new Map<string, never>();
    return {
      createVerificationToken: (row) => {
        rows.set(row.identifier + row.token, row as never);
        return adapter.createVerificationToken(row);
      },
      useVerificationToken: ({ identifier, token }) => rows.get(identifier + token) ?? null,
    };
  },
  "a token that is looked at is taken": (adapter) => ({
    getVerificationToken: (key) => adapter.useVerificationToken(key),
  }),
  "the tokens of an address are left": () => ({ deleteVerificationTokens: () => {} }),
  "passkeys are counted first and deleted later": (adapter) => ({
    deleteAuthenticator: async (id, { unlessLast } = {}) => {
      const key = await adapter.getAuthenticator(id);
      const keys = key ? await adapter.listAuthenticatorsByUserId(key.userId) : [];
      await pause();
      return unlessLast && keys.length < 2 ? false : await adapter.deleteAuthenticator(id);
    },
  }),
  "renaming an unknown passkey is not an error": (adapter) => ({
    renameAuthenticator: async (id, name) => {
      if (await adapter.getAuthenticator(id)) await adapter.renameAuthenticator(id, name);
    },
  }),
  "dates are returned as strings": (adapter) => ({
    getSessionAndUser: async (token) => {
      const found = await adapter.getSessionAndUser(token);
      return found && {
        ...found,
        session: { ...found.session, expires: found.session.expires.toISOString() as never },
      };
    },
  }),
  "updateUser replaces instead of merging": (adapter) => ({
    updateUser: (changes) =>
      adapter.updateUser({ name: null, image: null, emailVerified: null, ...changes }),
  }),
  "updateUser reads, waits, and writes everything": (adapter) => ({
    updateUser: async (changes) => {
      const user = (await adapter.getUser(changes.id))!;
      await pause();
      return await adapter.updateUser({ ...user, ...changes });
    },
  }),
  "an address is checked before the write, not in the same step": (adapter) => {
    const emails = new Map<string, string>();
    return {
      createUser: async (user) => {
        if (emails.has(user.email)) throw new Error("taken");
        await pause();
        emails.set(user.email, user.id);
        return await adapter.createUser({ ...user, email: `${user.id} ${user.email}` });
      },
      getUserByEmail: async (email) => {
        const user = await adapter.getUser(emails.get(email) ?? "");
        return user && { ...user, email };
      },
    };
  },
  "linkAccount moves an account to another user": (adapter) => ({
    linkAccount: async (account) => {
      await adapter.unlinkAccount(account);
      return await adapter.linkAccount(account);
    },
  }),
  "deleteUser keeps the sessions": (adapter) => {
    const sessions = new Map<string, unknown>();
    return {
      createSession: async (session) => {
        const created = await adapter.createSession(session);
        sessions.set(
          session.sessionToken,
          (await adapter.getSessionAndUser(session.sessionToken))!,
        );
        return created;
      },
      deleteSession: (token) => {
        sessions.delete(token);
        return adapter.deleteSession(token);
      },
      getSessionAndUser: async (token) =>
        await adapter.getSessionAndUser(token) ?? (sessions.get(token) ?? null) as never,
    };
  },
  "deleteUser keeps the accounts": (adapter) => ({
    deleteUser: async (id) => {
      const accounts = await adapter.listAccounts(id);
      const user = await adapter.deleteUser(id);
      const ghost = await adapter.createUser({
        id: `ghost of ${id}`,
        email: `${id}@ghost`,
        emailVerified: null,
      });
      for (const account of accounts) await adapter.linkAccount({ ...account, userId: ghost.id });
      return user;
    },
  }),
  "deleteUser keeps the records": (adapter) => {
    const { records } = MemoryAdapter();
    return { records, deleteUser: (id) => adapter.deleteUser(id) };
  },
  "updateSession creates a missing session": (adapter) => {
    const owners = new Map<string, string>();
    return {
      createSession: (session) => {
        owners.set(session.sessionToken, session.userId);
        return adapter.createSession(session);
      },
      updateSession: async (changes) =>
        await adapter.updateSession(changes) ??
          await adapter.createSession({
            expires: new Date(Date.now() + 1000),
            userId: owners.get(changes.sessionToken)!,
            ...changes,
          }),
    };
  },
  "extendSession ignores the expected expiry": (adapter) => ({
    extendSession: async (sessionToken, _seen, expires) =>
      await adapter.updateSession({ sessionToken, expires }) !== null,
  }),
  "unlinkAccount removes every account of the user": (adapter) => ({
    unlinkAccount: async (account) => {
      const owner = await adapter.getUserByAccount(account);
      for (const one of owner ? await adapter.listAccounts(owner.id) : []) {
        await adapter.unlinkAccount(one);
      }
      return undefined;
    },
  }),
  "createUserWithAccount keeps the user when the account is taken": (adapter) => ({
    createUserWithAccount: async (user, account) => {
      if (await adapter.getUserByEmail(user.email)) return null;
      const created = await adapter.createUser(user);
      try {
        await adapter.linkAccount({ ...account, userId: created.id } as never);
        return created;
      } catch {
        return null;
      }
    },
  }),
  "strings are normalized before they are compared": (adapter) => ({
    linkAccount: (account) =>
      adapter.linkAccount({
        ...account,
        providerAccountId: account.providerAccountId.normalize("NFC"),
      }),
    getUserByAccount: (account) =>
      adapter.getUserByAccount({
        ...account,
        providerAccountId: account.providerAccountId.normalize("NFC"),
      }),
  }),
  "deleteSession keeps the session": (adapter) => ({
    deleteSession: () => null,
    getSessionAndUser: (token) => adapter.getSessionAndUser(token),
  }),
  "updating the counter of an unknown passkey is not an error": (adapter) => ({
    updateAuthenticatorCounter: async (id, counter) =>
      await adapter.getAuthenticator(id)
        ? await adapter.updateAuthenticatorCounter(id, counter)
        : ({ credentialID: id, counter } as never),
  }),
  "deleteSessions ends sessions of other users": (adapter) => ({
    deleteSessions: async (_, tokens) => {
      const ended = [];
      for (const token of tokens) if (await adapter.deleteSession(token)) ended.push(token);
      return ended;
    },
  }),
  "deleteSessions returns what it was given": (adapter) => ({
    deleteSessions: async (userId, tokens) => {
      await adapter.deleteSessions(userId, tokens);
      return [...tokens];
    },
  }),
  "deleteSessions lists first and deletes later": (adapter) => ({
    deleteSessions: async (userId, tokens) => {
      const found = (await adapter.listSessions(userId)).map((row) => row.sessionToken)
        .filter((token) => tokens.includes(token));
      await pause();
      await adapter.deleteSessions(userId, found);
      return found;
    },
  }),
  "deleteSessions forgets the rows after the first hundred": (adapter) => ({
    deleteSessions: (userId, tokens) => adapter.deleteSessions(userId, tokens.slice(0, 100)),
  }),
};

/** Checks of whole sign-ins and of many rows, which take most of the time. */
const SLOW = /sign-ins in parallel|ten thousand rows|a failure at any call/;

/** Each mistake breaks the rule of another check, so that these need not run for it. */
const skip = Object.fromEntries(
  CHECKS.filter(({ name }) => SLOW.test(name)).map((
    { name },
  ) => [name, "another check reports it"]),
);

Deno.test("testAdapter(): reports each typical mistake with a rule that names it", async () => {
  for (const [mistake, mutate] of Object.entries(MUTATIONS)) {
    const results = await checkAdapter(() => {
      const adapter = MemoryAdapter();
      return { adapter: { ...adapter, ...mutate(adapter) } };
    }, { skip });
    const failed = results.filter(({ outcome }) => outcome === "failed");
    assert(failed.length > 0, `not reported: ${mistake}`);
    assert(failed.every(({ detail }) => detail), mistake);
    console.log(`${mistake}: ${failed[0]!.name} (${failed.length})`);
  }
  console.log(`${Object.keys(MUTATIONS).length} mistakes, all reported`);
});

Deno.test("testAdapter(): reports nothing for a correct adapter", async () => {
  const results = await checkAdapter(() => ({ adapter: MemoryAdapter() }));
  assertEquals(results.filter(({ outcome }) => outcome !== "passed"), []);
});

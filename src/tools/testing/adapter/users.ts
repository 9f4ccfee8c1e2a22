/**
 * Checks of users and accounts, with one call after another: reads return what
 * was written.
 *
 * @module
 */

import type { RecordEntry } from "../../../types/records.ts";
import {
  type AdapterCheck,
  expect,
  expectEqual,
  expectRejects,
  expectRow,
  inAnHour,
  keyOf,
  newAccount,
  newSession,
  newUser,
} from "./check.ts";

/** Strings that stores often do not keep exactly. */
export const TEXTS = [
  "Zoë 🦊 李雷",
  "' OR 1=1; --",
  '"quoted" \\ back',
  "e\u0301",
  "\u00e9",
  "%_*?",
  "__proto__",
  " a ",
];

/** The checks. */
export const userChecks: AdapterCheck[] = [
  {
    name: "createUser returns the user, with the id that finds it",
    needs: ["createUser", "getUser", "getUserByEmail"],
    async run(adapter) {
      const written = newUser({ emailVerified: inAnHour() });
      const created = await adapter.createUser(written);
      expect(typeof created.id === "string" && created.id !== "", "createUser returns an id");
      expectRow(created, { ...written, id: created.id }, "createUser");
      expectEqual(await adapter.getUser(created.id), created, "getUser");
      expectEqual(await adapter.getUserByEmail(written.email), created, "getUserByEmail");
    },
  },
  {
    name: "lookups return null, never undefined, when there is no row",
    needs: ["getUser", "getUserByEmail", "getUserByAccount", "getSessionAndUser"],
    async run(adapter) {
      const none = crypto.randomUUID();
      expectEqual(await adapter.getUser(none), null, "getUser");
      expectEqual(await adapter.getUserByEmail(`${none}@example.com`), null, "getUserByEmail");
      const account = { provider: "github", providerAccountId: none };
      expectEqual(await adapter.getUserByAccount(keyOf(account)), null, "getUserByAccount");
      expectEqual(await adapter.getSessionAndUser(none), null, "getSessionAndUser");
    },
  },
  {
    name: "updateUser merges members, and changes the email address",
    needs: ["createUser", "getUser", "updateUser", "getUserByEmail"],
    async run(adapter) {
      const written = newUser();
      const user = { ...written, id: (await adapter.createUser(written)).id };
      const emailVerified = inAnHour();
      const updated = await adapter.updateUser({ id: user.id, emailVerified });
      expectRow(updated, { ...user, emailVerified }, "updateUser");
      const email = `${crypto.randomUUID()}@example.com`;
      await adapter.updateUser({ id: user.id, email });
      expectEqual(await adapter.getUserByEmail(user.email), null, "the old address");
      expectEqual((await adapter.getUserByEmail(email))?.id, user.id, "the new address");
      expectRow(await adapter.getUser(user.id), { ...user, emailVerified, email }, "getUser");
    },
  },
  {
    name: "updateUser can remove an email address, which is then free for another user",
    needs: ["createUser", "getUser", "updateUser", "getUserByEmail"],
    async run(adapter) {
      const holder = await adapter.createUser(newUser());
      const { email } = holder;
      // The contract's type requires an address.
      await adapter.updateUser({ id: holder.id, email: null as unknown as string });
      expectEqual((await adapter.getUser(holder.id))?.email ?? null, null, "the old user");
      const owner = await adapter.createUser(newUser({ email }));
      expectEqual((await adapter.getUserByEmail(email))?.id, owner.id, "the address");
      expectEqual((await adapter.getUser(holder.id))?.id, holder.id, "the user without one");
    },
  },
  {
    name: "an email address belongs to one user",
    needs: ["createUser", "updateUser", "getUserByEmail"],
    async run(adapter) {
      const first = await adapter.createUser(newUser());
      const second = await adapter.createUser(newUser());
      await expectRejects(() => adapter.createUser(newUser({ email: first.email })), "createUser");
      await expectRejects(
        () => adapter.updateUser({ id: second.id, email: first.email }),
        "updateUser",
      );
      expectEqual((await adapter.getUserByEmail(first.email))?.id, first.id, "the address");
      expectEqual((await adapter.getUserByEmail(second.email))?.id, second.id, "the other one");
    },
  },
  {
    name: "members outside the contract are stored, with their dates",
    needs: ["createUser", "getUser"],
    async run(adapter) {
      const more = { role: "admin", born: new Date("1815-12-10T00:00:00Z"), tags: ["a", "b"] };
      const user = await adapter.createUser(newUser(more as object));
      expectRow(await adapter.getUser(user.id), { ...user, ...more }, "getUser");
    },
  },
  {
    name: "strings are returned unchanged, and different strings stay different",
    needs: ["createUser", "linkAccount", "getUserByAccount", "getUser"],
    async run(adapter) {
      const ids: string[] = [];
      for (const text of TEXTS) {
        const user = await adapter.createUser(newUser({ name: text }));
        ids.push(user.id);
        await adapter.linkAccount(newAccount(user.id, { providerAccountId: text }));
        expectEqual((await adapter.getUser(user.id))?.name, text, "a name");
      }
      for (const [index, providerAccountId] of TEXTS.entries()) {
        const user = await adapter.getUserByAccount({ provider: "github", providerAccountId });
        expectEqual(user?.id, ids[index], `the account ${JSON.stringify(providerAccountId)}`);
      }
    },
  },
  {
    name: "an account id with a lone surrogate or a NUL finds no other account",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      await adapter.linkAccount(newAccount(user.id, { providerAccountId: "a\ufffd" }));
      await adapter.linkAccount(newAccount(user.id, { providerAccountId: "b" }));
      for (const providerAccountId of ["a\ud800", "b\0", "b\0c"]) {
        let found: unknown = null;
        try {
          found = await adapter.getUserByAccount({ provider: "github", providerAccountId });
        } catch {
          // An adapter may also refuse such an id.
        }
        expectEqual(found, null, `the account ${JSON.stringify(providerAccountId)}`);
      }
    },
  },
  {
    name: "an account is found by provider and id together, and belongs to one user",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(adapter) {
      const [ada, grace] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ];
      const account = newAccount(ada.id);
      await adapter.linkAccount(account);
      await adapter.linkAccount(newAccount(grace.id, { provider: "google" }));
      expectEqual((await adapter.getUserByAccount(keyOf(account)))?.id, ada.id, "its owner");
      expectEqual(
        await adapter.getUserByAccount({ ...keyOf(account), provider: "google" }),
        null,
        "the same id at another provider",
      );
      await expectRejects(
        () => adapter.linkAccount({ ...account, userId: grace.id }),
        "linking an account of another user",
      );
      expectEqual(
        (await adapter.getUserByAccount(keyOf(account)))?.id,
        ada.id,
        "its owner afterwards",
      );
    },
  },
  {
    name: "unlinkAccount removes that account and no other",
    needs: ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const [one, two] = [newAccount(user.id), newAccount(user.id)];
      await adapter.linkAccount(one);
      await adapter.linkAccount(two);
      await adapter.unlinkAccount(keyOf(one));
      expectEqual(await adapter.getUserByAccount(keyOf(one)), null, "the removed account");
      expectEqual((await adapter.getUserByAccount(keyOf(two)))?.id, user.id, "the other account");
    },
  },
  {
    name: "getAccount takes the id first, and returns the whole account",
    needs: ["createUser", "linkAccount", "getAccount"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const account = newAccount(user.id);
      await adapter.linkAccount(account);
      const { providerAccountId, provider } = account;
      const found = await adapter.getAccount(providerAccountId, provider);
      expectRow(found, account, "getAccount");
      expectEqual(await adapter.getAccount(provider, providerAccountId), null, "swapped arguments");
    },
  },
  {
    name: "deleteUser deletes the user's accounts, sessions and address, and no other rows",
    needs: [
      "createUser",
      "deleteUser",
      "getUser",
      "getUserByEmail",
      "linkAccount",
      "getUserByAccount",
      "createSession",
      "getSessionAndUser",
    ],
    async run(adapter) {
      const [ada, grace] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ];
      const accounts = [newAccount(ada.id), newAccount(ada.id), newAccount(grace.id)];
      const sessions = [newSession(ada.id), newSession(ada.id), newSession(grace.id)];
      for (const account of accounts) await adapter.linkAccount(account);
      for (const session of sessions) await adapter.createSession(session);
      await adapter.deleteUser(ada.id);
      expectEqual(await adapter.getUser(ada.id), null, "the user");
      expectEqual(await adapter.getUserByEmail(ada.email), null, "the address");
      const owners = [];
      for (const account of accounts) {
        owners.push((await adapter.getUserByAccount(keyOf(account)))?.id ?? null);
      }
      expectEqual(owners, [null, null, grace.id], "the accounts");
      const users = [];
      for (const { sessionToken } of sessions) {
        users.push((await adapter.getSessionAndUser(sessionToken))?.user.id ?? null);
      }
      expectEqual(users, [null, null, grace.id], "the sessions");
      // The address and the account can be used again.
      const again = await adapter.createUser(newUser({ email: ada.email }));
      await adapter.linkAccount({ ...accounts[0]!, userId: again.id });
      expectEqual(
        (await adapter.getUserByAccount(keyOf(accounts[0]!)))?.id,
        again.id,
        "the new owner",
      );
    },
  },
  {
    name: "deleteUser removes the records of the user, and of no other owner",
    needs: ["createUser", "deleteUser", "records"],
    async run(adapter) {
      const { records } = adapter;
      const { id } = await adapter.createUser(newUser());
      const makeEntry = (kind: string, owner?: string): RecordEntry => ({
        kind,
        id: crypto.randomUUID(),
        owner,
        version: 1,
        expires: inAnHour(),
        data: null,
      });
      const [code, key] = [makeEntry("code", id), makeEntry("key", id)];
      const others = [makeEntry("code", `${id}0`), makeEntry("code")];
      for (const entry of [code, key, ...others]) await records.put(entry, null);
      await adapter.deleteUser(id);
      for (const { kind, id } of [code, key]) {
        expectEqual(await records.get(kind, id), null, "a record of the user");
      }
      expectEqual(await records.list(id, "code"), [], "the list of the user");
      for (const entry of others) {
        expectEqual(await records.get(entry.kind, entry.id), entry, "another record");
      }
    },
  },
  {
    name: "no row is written for a user who does not exist",
    needs: ["createSession", "linkAccount", "getUserByAccount", "extendSession"],
    async run(adapter) {
      const none = crypto.randomUUID();
      const account = newAccount(none);
      await expectRejects(() => adapter.linkAccount(account), "linkAccount");
      expectEqual(await adapter.getUserByAccount(keyOf(account)), null, "the account");
      await expectRejects(() => adapter.createSession(newSession(none)), "createSession");
    },
  },
  {
    name: "createUserWithAccount writes both or nothing",
    needs: ["createUserWithAccount", "getUser", "getUserByEmail", "getUserByAccount"],
    async run(adapter) {
      const user = newUser();
      const { userId: _, ...account } = newAccount("");
      const created = await adapter.createUserWithAccount(user, account);
      expect(created, "createUserWithAccount");
      if (!await adapter.generatesUserIds?.()) expectEqual(created.id, user.id, "the id");
      expectEqual((await adapter.getUserByAccount(keyOf(account)))?.id, created.id, "the account");
      const other = newUser();
      expectEqual(await adapter.createUserWithAccount(other, account), null, "a taken account");
      expectEqual(await adapter.getUserByEmail(other.email), null, "its user");
      const { userId: __, ...free } = newAccount("");
      const namesake = newUser({ email: user.email });
      expectEqual(await adapter.createUserWithAccount(namesake, free), null, "a taken address");
      expectEqual(await adapter.getUserByAccount(keyOf(free)), null, "its account");
    },
  },
  {
    name: "lists hold the rows of the user",
    needs: ["createUser", "linkAccount", "createSession", "listAccounts", "listSessions"],
    async run(adapter) {
      const [ada, grace] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ];
      expectEqual(await adapter.listAccounts(ada.id), [], "no accounts");
      expectEqual(await adapter.listSessions(ada.id), [], "no sessions");
      const account = newAccount(ada.id);
      await adapter.linkAccount(account);
      await adapter.linkAccount(newAccount(grace.id));
      const session = newSession(ada.id);
      await adapter.createSession(session);
      await adapter.createSession(newSession(grace.id));
      expectEqual(await adapter.listAccounts(ada.id), [account], "listAccounts");
      expectEqual(await adapter.listSessions(ada.id), [session], "listSessions");
    },
  },
  {
    name: "ten thousand rows are handled correctly",
    needs: ["createUser", "getUserByEmail", "createSession", "getSessionAndUser", "deleteUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const sessions = Array.from({ length: 9_990 }, () => newSession(user.id));
      for (let from = 0; from < sessions.length; from += 100) {
        await Promise.all(
          sessions.slice(from, from + 100).map(async (row) => await adapter.createSession(row)),
        );
      }
      const others = [];
      for (let count = 0; count < 10; count++) others.push(await adapter.createUser(newUser()));
      expectEqual(await adapter.getUserByEmail(others[5]!.email), others[5], "a user among many");
      const { sessionToken } = sessions[5_000]!;
      expectEqual((await adapter.getSessionAndUser(sessionToken))?.user.id, user.id, "a session");
      await adapter.deleteUser(user.id);
      for (const { sessionToken } of [sessions[0]!, sessions[5_000]!, sessions.at(-1)!]) {
        expectEqual(await adapter.getSessionAndUser(sessionToken), null, "after deleteUser");
      }
    },
  },
];

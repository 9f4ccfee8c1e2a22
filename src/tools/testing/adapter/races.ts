/**
 * Checks of fifty concurrent calls: exactly one succeeds, in any order.
 *
 * @module
 */

import type { AdapterSession } from "../../../types/adapter.ts";
import {
  type AdapterCheck,
  CROWD,
  crowd,
  expect,
  expectEqual,
  inAnHour,
  keyOf,
  newAccount,
  newAuthenticator,
  newSession,
  newUser,
  valuesOf,
} from "./check.ts";

/** The checks. */
export const raceChecks: AdapterCheck[] = [
  {
    name: "fifty users with one address: one is created",
    needs: ["createUser", "getUserByEmail"],
    async run(adapter) {
      const email = `${crypto.randomUUID()}@example.com`;
      const created = valuesOf(await crowd(() => adapter.createUser(newUser({ email }))));
      expectEqual(created.length, 1, "number of created users");
      expectEqual((await adapter.getUserByEmail(email))?.id, created[0]!.id, "the winner");
    },
  },
  {
    name: "fifty users link one account: one succeeds",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(adapter) {
      const users = valuesOf(await crowd(() => adapter.createUser(newUser())));
      expectEqual(users.length, CROWD, "users");
      const account = newAccount("");
      const results = await crowd((index) =>
        adapter.linkAccount({ ...account, userId: users[index]!.id })
      );
      const winners = results.flatMap(({ status }, index) =>
        status === "fulfilled" ? [users[index]!.id] : []
      );
      expectEqual(winners.length, 1, "number of users who linked it");
      expectEqual((await adapter.getUserByAccount(keyOf(account)))?.id, winners[0], "its owner");
    },
  },
  {
    name: "fifty uses of one token: one succeeds",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(adapter) {
      const identifier = `${crypto.randomUUID()}@example.com`;
      const token = crypto.randomUUID();
      await adapter.createVerificationToken({ identifier, token, expires: inAnHour() });
      const taken = valuesOf(
        await crowd(() => adapter.useVerificationToken({ identifier, token })),
      );
      expectEqual(taken.filter((row) => row !== null).length, 1, "number of uses that succeeded");
    },
  },
  {
    name: "fifty passkeys removed at once with unlessLast: one is left",
    needs: [
      "createUser",
      "createAuthenticator",
      "deleteAuthenticator",
      "listAuthenticatorsByUserId",
    ],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const keys = Array.from({ length: CROWD }, () => newAuthenticator(user.id));
      for (const key of keys) await adapter.createAuthenticator(key);
      const results = await crowd((index) =>
        adapter.deleteAuthenticator(keys[index]!.credentialID, { unlessLast: true })
      );
      const left = await adapter.listAuthenticatorsByUserId(user.id);
      expect(left.length >= 1, "at least one passkey is left");
      expectEqual(
        left.length,
        CROWD - valuesOf(results).filter(Boolean).length,
        "the number of passkeys left",
      );
    },
  },
  {
    name: "fifty extensions of one session: one succeeds",
    needs: ["createUser", "createSession", "extendSession", "getSessionAndUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const session = newSession(user.id);
      await adapter.createSession(session);
      const moved = await crowd((index) =>
        adapter.extendSession(
          session.sessionToken,
          session.expires,
          new Date(session.expires.valueOf() + (index + 1) * 1000),
        )
      );
      expectEqual(valuesOf(moved).filter(Boolean).length, 1, "number of changes");
      expect(await adapter.getSessionAndUser(session.sessionToken), "the session still exists");
    },
  },
  {
    name: "fifty creations with one account: one user is left",
    needs: ["createUserWithAccount", "getUserByAccount", "getUserByEmail"],
    async run(adapter) {
      const { userId: _, ...account } = newAccount("");
      const users = Array.from({ length: CROWD }, () => newUser());
      const results = valuesOf(
        await crowd((index) => adapter.createUserWithAccount(users[index]!, account)),
      ).filter((user) => user !== null);
      expectEqual(results.length, 1, "number of created users");
      expectEqual(
        (await adapter.getUserByAccount(keyOf(account)))?.id,
        results[0]!.id,
        "the owner",
      );
      let left = 0;
      for (const { email } of users) if (await adapter.getUserByEmail(email)) left++;
      expectEqual(left, 1, "users that are left");
    },
  },
  {
    name: "fifty changes of one user: none is lost",
    needs: ["createUser", "updateUser", "getUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const results = await crowd((index) =>
        adapter.updateUser(
          index % 2 === 0
            ? { id: user.id, name: `Countess ${index}` }
            : { id: user.id, image: `https://example.com/${index}` },
        )
      );
      expectEqual(valuesOf(results).length, CROWD, "changes that succeeded");
      const after = await adapter.getUser(user.id);
      expect(after?.name?.startsWith("Countess "), "the last name is one of those written");
      expect(after?.image?.startsWith("https://"), "the image was not overwritten");
      expectEqual(after?.email, user.email, "the address");
    },
  },
  {
    name: "a session extended while it is deleted stays deleted",
    needs: ["createUser", "createSession", "updateSession", "deleteSession", "getSessionAndUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const sessions = Array.from({ length: CROWD }, () => newSession(user.id));
      for (const session of sessions) await adapter.createSession(session);
      await crowd(async (index) => {
        const { sessionToken, expires } = sessions[index]!;
        await Promise.allSettled([
          adapter.updateSession({ sessionToken, expires: new Date(expires.valueOf() + 1000) }),
          adapter.deleteSession(sessionToken),
          adapter.updateSession({ sessionToken, expires: new Date(expires.valueOf() + 2000) }),
        ]);
      });
      for (const { sessionToken } of sessions) {
        expectEqual(await adapter.getSessionAndUser(sessionToken), null, "a deleted session");
      }
    },
  },
  {
    name: "fifty calls that end the same sessions: each session is returned once",
    needs: ["createUser", "createSession", "deleteSessions", "listSessions"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const sessions = Array.from({ length: CROWD }, () => newSession(user.id));
      for (const session of sessions) await adapter.createSession(session);
      const tokens = sessions.map(({ sessionToken }) => sessionToken);
      const ended = valuesOf(await crowd(() => adapter.deleteSessions(user.id, tokens))).flat();
      expectEqual(ended.toSorted(), tokens.toSorted(), "the ended sessions");
      expectEqual(await adapter.listSessions(user.id), [], "the sessions afterwards");
    },
  },
  {
    name: "sessions that begin or are extended while others end: those that ended stay ended",
    needs: ["createUser", "createSession", "updateSession", "deleteSessions", "listSessions"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const [old, young] = [0, 1].map(() =>
        Array.from({ length: CROWD }, () => newSession(user.id))
      ) as [AdapterSession[], AdapterSession[]];
      for (const session of old) await adapter.createSession(session);
      const ended = await crowd(async (index) => {
        const { sessionToken, expires } = old[index]!;
        const later = new Date(expires.valueOf() + 1000);
        const [tokens] = await Promise.all([
          adapter.deleteSessions(user.id, old.slice(index).map((row) => row.sessionToken)),
          adapter.createSession(young[index]!),
          Promise.resolve(adapter.updateSession({ sessionToken, expires: later })).catch(() => {}),
        ]);
        return tokens;
      });
      expectEqual(valuesOf(ended).flat().length, CROWD, "number of ended sessions");
      const tokensOf = (rows: AdapterSession[]) => rows.map((row) => row.sessionToken).toSorted();
      expectEqual(tokensOf(await adapter.listSessions(user.id)), tokensOf(young), "those left");
    },
  },
  {
    name: "rows written while their user is deleted do not stay behind",
    needs: [
      "createUser",
      "deleteUser",
      "createSession",
      "linkAccount",
      "getUserByAccount",
      "getSessionAndUser",
      "listSessions",
      "listAccounts",
    ],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const account = newAccount(user.id);
      await crowd((index) =>
        index === CROWD / 2
          ? adapter.deleteUser(user.id)
          : index % 2 === 0
          ? adapter.createSession(newSession(user.id))
          : adapter.linkAccount({ ...account, providerAccountId: `${user.id} ${index}` })
      );
      await adapter.deleteUser(user.id);
      expectEqual(await adapter.listSessions(user.id), [], "sessions");
      expectEqual(await adapter.listAccounts(user.id), [], "accounts");
      // An account row left behind would keep its owner from signing in again.
      const again = await adapter.createUser(newUser());
      for (let index = 1; index < CROWD; index += 2) {
        const providerAccountId = `${user.id} ${index}`;
        await adapter.linkAccount({ ...account, userId: again.id, providerAccountId });
      }
    },
  },
];

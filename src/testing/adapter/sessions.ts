/**
 * Checks of sessions, one-time tokens, passkeys and session records.
 *
 * @module
 */

import {
  type AdapterCheck,
  expect,
  expectEqual,
  expectRejects,
  inAnHour,
  newAuthenticator,
  newRecord,
  newSession,
  newUser,
} from "./check.ts";

/** Number of rows that one call removes; more than a store may remove in one step. */
const MANY = 250;

/** The checks. */
export const sessionChecks: AdapterCheck[] = [
  {
    name: "a session is found with its user, and its expiry is a Date",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      await adapter.createUser(newUser());
      const session = newSession(user.id);
      await adapter.createSession(session);
      const found = await adapter.getSessionAndUser(session.sessionToken);
      expect(found, "getSessionAndUser finds it");
      expect(found.session.expires instanceof Date, "expires is a Date");
      expectEqual(found.user, user, "its user");
      expectEqual({ ...found.session, id: undefined }, session, "the session");
    },
  },
  {
    name: "updateSession changes the expiry, and never creates a session",
    needs: ["createUser", "createSession", "updateSession", "deleteSession", "getSessionAndUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const session = newSession(user.id);
      await adapter.createSession(session);
      const expires = new Date(session.expires.valueOf() + 60_000);
      const { sessionToken } = session;
      await adapter.updateSession({ sessionToken, expires });
      expectEqual(
        (await adapter.getSessionAndUser(sessionToken))?.session.expires,
        expires,
        "expires",
      );
      await adapter.deleteSession(sessionToken);
      await Promise.resolve(adapter.updateSession({ sessionToken, expires })).catch(() => {});
      expectEqual(await adapter.getSessionAndUser(sessionToken), null, "a deleted session");
    },
  },
  {
    name: "deleteSession ends one session, and ignores unknown tokens",
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const [one, two] = [newSession(user.id), newSession(user.id)];
      await adapter.createSession(one);
      await adapter.createSession(two);
      await adapter.deleteSession(one.sessionToken);
      await adapter.deleteSession(one.sessionToken);
      expectEqual(await adapter.getSessionAndUser(one.sessionToken), null, "the ended session");
      expect(await adapter.getSessionAndUser(two.sessionToken), "the other session still exists");
    },
  },
  {
    name: "extendSession changes an expiry only when it equals the given one",
    needs: ["createUser", "createSession", "extendSession", "getSessionAndUser"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const { sessionToken, expires, userId } = newSession(user.id);
      await adapter.createSession({ sessionToken, expires, userId });
      const later = new Date(expires.valueOf() + 60_000);
      const other = new Date(expires.valueOf() + 1000);
      expectEqual(await adapter.extendSession(sessionToken, other, later), false, "a stale call");
      expectEqual(await adapter.extendSession(sessionToken, expires, later), true, "a good call");
      const found = await adapter.getSessionAndUser(sessionToken);
      expectEqual(found?.session.expires, later, "the expiry");
      const none = crypto.randomUUID();
      expectEqual(await adapter.extendSession(none, expires, later), false, "an unknown session");
      expectEqual(await adapter.getSessionAndUser(none), null, "the unknown session afterwards");
    },
  },
  {
    name: "a one-time token is taken once, by identifier and token together",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(adapter) {
      const token = {
        identifier: `${crypto.randomUUID()}@example.com`,
        token: crypto.randomUUID(),
        expires: inAnHour(),
      };
      await adapter.createVerificationToken(token);
      const strange = { ...token, identifier: "someone@example.com" };
      expectEqual(await adapter.useVerificationToken(strange), null, "another identifier");
      const wrong = { ...token, token: "wrong" };
      expectEqual(await adapter.useVerificationToken(wrong), null, "another token");
      const { identifier, token: hash } = token;
      const taken = await adapter.useVerificationToken({ identifier, token: hash });
      expectEqual(taken, token, "the token");
      expect(taken?.expires instanceof Date, "its expiry is a Date");
      expectEqual(
        await adapter.useVerificationToken({ identifier, token: hash }),
        null,
        "the second time",
      );
    },
  },
  {
    name: "a passkey is stored, listed by user, counted, and unique",
    needs: [
      "createUser",
      "createAuthenticator",
      "getAuthenticator",
      "listAuthenticatorsByUserId",
      "updateAuthenticatorCounter",
    ],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const [one, two] = [newAuthenticator(user.id), newAuthenticator(user.id)];
      expectEqual(await adapter.listAuthenticatorsByUserId(user.id), [], "none yet");
      expectEqual(await adapter.createAuthenticator(one), one, "createAuthenticator");
      await adapter.createAuthenticator(two);
      expectEqual(await adapter.getAuthenticator(one.credentialID), one, "getAuthenticator");
      expectEqual(await adapter.getAuthenticator("none"), null, "an unknown one");
      const listed = (await adapter.listAuthenticatorsByUserId(user.id))
        .map(({ credentialID }) => credentialID).sort();
      expectEqual(listed, [one.credentialID, two.credentialID].sort(), "the list");
      const counted = await adapter.updateAuthenticatorCounter(one.credentialID, 7);
      expectEqual(counted, { ...one, counter: 7 }, "updateAuthenticatorCounter");
      expectEqual((await adapter.getAuthenticator(one.credentialID))?.counter, 7, "the counter");
      await expectRejects(
        () => adapter.updateAuthenticatorCounter("none", 1),
        "an unknown counter",
      );
      await expectRejects(
        () => adapter.createAuthenticator({ ...one, userId: user.id }),
        "a passkey with the same id",
      );
    },
  },
  {
    name: "a passkey can be renamed",
    needs: ["createUser", "createAuthenticator", "getAuthenticator", "renameAuthenticator"],
    async run(adapter) {
      const user = await adapter.createUser(newUser());
      const key = newAuthenticator(user.id);
      await adapter.createAuthenticator(key);
      await adapter.renameAuthenticator(key.credentialID, "Phone 📱");
      const found = await adapter.getAuthenticator(key.credentialID);
      expectEqual(found, { ...key, name: "Phone 📱" }, "the passkey");
      await expectRejects(() => adapter.renameAuthenticator("none", "x"), "an unknown passkey");
    },
  },
  {
    name: "deleteAuthenticator removes a passkey, but with unlessLast not a user's last one",
    needs: [
      "createUser",
      "createAuthenticator",
      "deleteAuthenticator",
      "getAuthenticator",
      "listAuthenticatorsByUserId",
    ],
    async run(adapter) {
      const [ada, grace] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ];
      const [one, two] = [newAuthenticator(ada.id), newAuthenticator(ada.id)];
      for (const key of [one, two, newAuthenticator(grace.id)]) {
        await adapter.createAuthenticator(key);
      }
      const remove = (key: { credentialID: string }, unlessLast: boolean) =>
        adapter.deleteAuthenticator(key.credentialID, { unlessLast });
      expectEqual(await remove({ credentialID: "none" }, false), false, "an unknown passkey");
      expectEqual(await remove(one, true), true, "one of two");
      expectEqual(await adapter.getAuthenticator(one.credentialID), null, "the removed one");
      expectEqual(await remove(one, true), false, "the removed one again");
      expectEqual(await remove(two, true), false, "the last one");
      expectEqual(await adapter.listAuthenticatorsByUserId(ada.id), [two], "what is left");
      expectEqual(await adapter.deleteAuthenticator(two.credentialID), true, "without unlessLast");
      expectEqual(await adapter.listAuthenticatorsByUserId(ada.id), [], "all");
      expectEqual((await adapter.listAuthenticatorsByUserId(grace.id)).length, 1, "another user's");
    },
  },
  {
    name: "a value is used once until it expires",
    needs: ["useOnce"],
    async run(adapter) {
      const key = crypto.randomUUID();
      const past = new Date(Date.now() - 1000);
      expectEqual(await adapter.useOnce(key, inAnHour()), true, "the first use");
      expectEqual(await adapter.useOnce(key, inAnHour()), false, "the second use");
      expectEqual(await adapter.useOnce(`${key}2`, inAnHour()), true, "another value");
      await adapter.useOnce(`${key}3`, past);
      expectEqual(await adapter.useOnce(`${key}3`, inAnHour()), true, "after it expired");
    },
  },
  {
    name: "deleteSessionsByUserId keeps the excepted session, and returns the number of the others",
    needs: ["createUser", "createSession", "deleteSessionsByUserId", "getSessionAndUser"],
    async run(adapter) {
      const [ada, grace] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ];
      const mine = [newSession(ada.id), newSession(ada.id), newSession(ada.id)];
      const theirs = newSession(grace.id);
      for (const session of [...mine, theirs]) await adapter.createSession(session);
      const kept = mine[1]!.sessionToken;
      expectEqual(
        await adapter.deleteSessionsByUserId(ada.id, kept),
        2,
        "number of ended sessions",
      );
      expect(await adapter.getSessionAndUser(kept), "the excepted session still exists");
      expectEqual(await adapter.getSessionAndUser(mine[0]!.sessionToken), null, "another one");
      expect(
        await adapter.getSessionAndUser(theirs.sessionToken),
        "the session of another user still exists",
      );
      expectEqual(await adapter.deleteSessionsByUserId(ada.id), 1, "the rest");
    },
  },
  {
    name: "deleteSessions ends the given sessions of the user, and returns their tokens",
    needs: ["createUser", "createSession", "deleteSessions", "getSessionAndUser", "listSessions"],
    async run(adapter) {
      const [ada, grace] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ];
      const [kept, theirs] = [newSession(ada.id), newSession(grace.id)];
      const meant = Array.from({ length: MANY }, () => newSession(ada.id));
      for (const session of [kept, theirs, ...meant]) await adapter.createSession(session);
      const tokens = meant.map(({ sessionToken }) => sessionToken);
      expectEqual(await adapter.deleteSessions(ada.id, []), [], "no tokens");
      const given = [...tokens, tokens[0]!, theirs.sessionToken, crypto.randomUUID()];
      const ended = await adapter.deleteSessions(ada.id, given);
      expectEqual(ended.toSorted(), tokens.toSorted(), "the ended sessions");
      expectEqual(await adapter.deleteSessions(ada.id, given), [], "the second time");
      expectEqual(await adapter.getSessionAndUser(tokens[0]!), null, "an ended session");
      expectEqual(await adapter.listSessions(ada.id), [kept], "the other session of the user");
      expect(
        await adapter.getSessionAndUser(theirs.sessionToken),
        "the session of another user still exists",
      );
    },
  },
  {
    name: "deleteSessionRecords removes the given records of the user, and returns their ids",
    needs: [
      "createSessionRecord",
      "getSessionRecord",
      "listSessionRecords",
      "deleteSessionRecords",
    ],
    async run(adapter) {
      const [ada, grace] = [crypto.randomUUID(), crypto.randomUUID()];
      const [kept, theirs] = [newRecord(ada), newRecord(grace)];
      const meant = Array.from({ length: MANY }, () => newRecord(ada));
      for (const record of [kept, theirs, ...meant]) await adapter.createSessionRecord(record);
      const ids = meant.map(({ id }) => id);
      expectEqual(await adapter.deleteSessionRecords(ada, []), [], "no ids");
      const given = [...ids, ids[0]!, theirs.id, crypto.randomUUID()];
      const removed = await adapter.deleteSessionRecords(ada, given);
      expectEqual(removed.toSorted(), ids.toSorted(), "the removed records");
      expectEqual(await adapter.deleteSessionRecords(ada, given), [], "the second time");
      expectEqual(await adapter.getSessionRecord(ids[0]!), null, "a removed record");
      expectEqual(await adapter.listSessionRecords(ada), [kept], "the other record of the user");
      expect(await adapter.getSessionRecord(theirs.id), "another user's record still exists");
    },
  },
  {
    name: "a session record is stored, listed by user, and changed, but never created by a change",
    needs: [
      "createSessionRecord",
      "getSessionRecord",
      "updateSessionRecord",
      "listSessionRecords",
      "deleteSessionRecord",
    ],
    async run(adapter) {
      const record = newRecord(crypto.randomUUID());
      await adapter.createSessionRecord(record);
      expectEqual(await adapter.getSessionRecord(record.id), record, "getSessionRecord");
      const lastSeenAt = new Date(record.lastSeenAt.valueOf() + 1000);
      const changes = { lastSeenAt, address: "192.0.2.1" };
      expectEqual(await adapter.updateSessionRecord(record.id, changes), true, "a change");
      const listed = await adapter.listSessionRecords(record.userId);
      expectEqual(listed, [{ ...record, ...changes }], "listSessionRecords");
      expectEqual(await adapter.listSessionRecords("none"), [], "the list of an unknown user");
      expectEqual(await adapter.deleteSessionRecord(record.id), true, "deleteSessionRecord");
      expectEqual(await adapter.deleteSessionRecord(record.id), false, "the second time");
      expectEqual(await adapter.updateSessionRecord(record.id, changes), false, "a late change");
      expectEqual(await adapter.getSessionRecord(record.id), null, "after the end");
      expectEqual(await adapter.listSessionRecords(record.userId), [], "the list after the end");
    },
  },
];

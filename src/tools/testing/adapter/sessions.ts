/**
 * Checks of sessions, one-time tokens and passkeys.
 *
 * @module
 */

import {
  type AdapterCheck,
  expect,
  expectEqual,
  expectRejects,
  expectRow,
  inAnHour,
  newAuthenticator,
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
      expectRow(found.session, session, "the session");
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
      const { identifier, token: hash } = token;
      const strange = { identifier: "someone@example.com", token: hash };
      expectEqual(await adapter.useVerificationToken(strange), null, "another identifier");
      const wrong = { identifier, token: "wrong" };
      expectEqual(await adapter.useVerificationToken(wrong), null, "another token");
      const taken = await adapter.useVerificationToken({ identifier, token: hash });
      expectRow(taken, token, "the token");
      expect(taken?.expires instanceof Date, "its expiry is a Date");
      expectEqual(
        await adapter.useVerificationToken({ identifier, token: hash }),
        null,
        "the second time",
      );
    },
  },
  {
    name: "getVerificationToken finds a one-time token, and leaves it",
    needs: ["createVerificationToken", "useVerificationToken", "getVerificationToken"],
    async run(adapter) {
      const identifier = `${crypto.randomUUID()}@example.com`;
      const key = { identifier, token: crypto.randomUUID() };
      const row = { ...key, expires: inAnHour() };
      await adapter.createVerificationToken(row);
      for (const strange of [{ ...key, token: "wrong" }, { ...key, identifier: "a@b.example" }]) {
        expectEqual(await adapter.getVerificationToken(strange), null, "another token");
      }
      for (const time of ["the first time", "the second time"]) {
        const found = await adapter.getVerificationToken(key);
        expectRow(found, row, time);
        expect(found?.expires instanceof Date, "its expiry is a Date");
      }
      expectRow(await adapter.useVerificationToken(key), row, "the token, which is taken");
      expectEqual(await adapter.getVerificationToken(key), null, "a token that was taken");
    },
  },
  {
    name: "deleteVerificationTokens removes the one-time tokens of one address alone",
    needs: ["createVerificationToken", "useVerificationToken", "deleteVerificationTokens"],
    async run(adapter) {
      const [address, other] = [`${crypto.randomUUID()}@example.com`, "someone@example.com"];
      const tokens = [address, address, other].map((identifier) => ({
        identifier,
        token: crypto.randomUUID(),
        expires: inAnHour(),
      }));
      for (const token of tokens) await adapter.createVerificationToken(token);
      await adapter.deleteVerificationTokens(address);
      await adapter.deleteVerificationTokens(`${crypto.randomUUID()}@example.com`);
      const left = [];
      for (const { identifier, token } of tokens) {
        left.push(await adapter.useVerificationToken({ identifier, token }) !== null);
      }
      expectEqual(left, [false, false, true], "the tokens that are left");
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
      expectRow(await adapter.createAuthenticator(one), one, "createAuthenticator");
      await adapter.createAuthenticator(two);
      expectRow(await adapter.getAuthenticator(one.credentialID), one, "getAuthenticator");
      expectEqual(await adapter.getAuthenticator("none"), null, "an unknown one");
      const listed = (await adapter.listAuthenticatorsByUserId(user.id))
        .map(({ credentialID }) => credentialID).sort();
      expectEqual(listed, [one.credentialID, two.credentialID].sort(), "the list");
      const counted = await adapter.updateAuthenticatorCounter(one.credentialID, 7);
      expectRow(counted, { ...one, counter: 7 }, "updateAuthenticatorCounter");
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
    name: "deleteSessions ends the given sessions of the user, and returns their tokens",
    needs: ["createUser", "createSession", "deleteSessions", "getSessionAndUser", "listSessions"],
    async run(adapter) {
      const [ada, grace] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ];
      const [spared, theirs] = [newSession(ada.id), newSession(grace.id)];
      const meant = Array.from({ length: MANY }, () => newSession(ada.id));
      for (const session of [spared, theirs, ...meant]) await adapter.createSession(session);
      const tokens = meant.map(({ sessionToken }) => sessionToken);
      expectEqual(await adapter.deleteSessions(ada.id, []), [], "no tokens");
      const given = [...tokens, tokens[0]!, theirs.sessionToken, crypto.randomUUID()];
      const ended = await adapter.deleteSessions(ada.id, given);
      expectEqual(ended.toSorted(), tokens.toSorted(), "the ended sessions");
      expectEqual(await adapter.deleteSessions(ada.id, given), [], "the second time");
      expectEqual(await adapter.getSessionAndUser(tokens[0]!), null, "an ended session");
      expectEqual(await adapter.listSessions(ada.id), [spared], "the other session of the user");
      expect(
        await adapter.getSessionAndUser(theirs.sessionToken),
        "the session of another user still exists",
      );
    },
  },
];

import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { type AuthConfig, AuthError } from "../../../mod.ts";
import {
  identify as identifySession,
  list as listSessions,
  revoke as revokeSession,
  revokeAll as revokeAllSessions,
  revokeOthers as revokeOtherSessions,
} from "../../../src/server/sessions.ts";
import { getSession } from "../../../src/frameworks/server.ts";
import { sessionIdOf } from "../../../src/session/database.ts";
import type { RecordEntry } from "../../../src/types/records.ts";
import { SECRET } from "../_context.ts";

const silent = { error: () => {}, warn: () => {}, debug: () => {} };
const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

function record(id: string, owner: string, seen: number, expires = 60): RecordEntry {
  const at = inMinutes(seen).toISOString();
  const data = { createdAt: at, lastSeenAt: at, device: `device of ${id}`, address: null };
  return { kind: "session", id, owner, version: 1, expires: inMinutes(expires), data };
}

/** Token sessions of Ada (`a1`, `a2`, one that has expired) and Bob (`b1`). */
async function createTokenRig() {
  const adapter = MemoryAdapter();
  for (
    const one of [
      record("a1", "ada", -10),
      record("a2", "ada", -5),
      record("over", "ada", -90, -1),
      record("b1", "bob", -1),
    ]
  ) await adapter.records.put(one, null);
  const config: AuthConfig = {
    providers: [],
    secret: SECRET,
    trustHost: true,
    logger: silent,
    adapter,
    session: { strategy: "jwt", revocation: {} },
  };
  const ids = async (userId: string) =>
    (await adapter.records.list(userId, "session")).map(({ id }) => id);
  return { adapter, config, ids };
}

/** A database session without a record. */
async function createRowRig() {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
  for (const sessionToken of ["token 1", "token 2"]) {
    await adapter.createSession({ sessionToken, userId: "ada", expires: inMinutes(60) });
  }
  const config: AuthConfig = {
    providers: [],
    secret: SECRET,
    trustHost: true,
    logger: silent,
    adapter,
  };
  return { adapter, config };
}

/** Reads the session of a cookie, as the browser that has it. */
async function read(config: AuthConfig, sessionToken: string): Promise<boolean> {
  const headers = { cookie: `authjs.session-token=${encodeURIComponent(sessionToken)}` };
  return await getSession(new Request("http://localhost/", { headers }), config) !== null;
}

/** Three database sessions of Ada and one of Bob in a store that lists none, with records. */
async function createBesideRig(secret: string | string[] = SECRET) {
  const memory = MemoryAdapter();
  for (const id of ["ada", "bob"]) {
    await memory.createUser({ id, email: `${id}@example.com`, emailVerified: null });
  }
  const { listSessions: _, deleteSessions: __, records: ___, ...adapter } = memory;
  const records = MemoryRecords();
  const config: AuthConfig = {
    providers: [],
    secret,
    trustHost: true,
    logger: silent,
    adapter,
    records,
    session: { strategy: "database", revocation: {} },
  };
  const tokens = ["token 1", "token 2", "token 3", "token of bob"];
  const expires = new Date(Date.now() + 30 * 24 * 60 * MINUTE);
  for (const sessionToken of tokens) {
    const userId = sessionToken === "token of bob" ? "bob" : "ada";
    await memory.createSession({ sessionToken, userId, expires });
    // The first read gives a session its record.
    assertEquals(await read(config, sessionToken), true);
  }
  /** Tokens of the sessions that go on. */
  const left = async () => {
    const found: string[] = [];
    for (const token of tokens) if (await read(config, token)) found.push(token);
    return found;
  };
  /** The same app with other secrets. */
  const withSecret = (other: string | string[]): AuthConfig => ({ ...config, secret: other });
  return { config, memory, records, left, withSecret };
}

Deno.test("listSessions() returns live sessions of one user, the last seen first, without the user id", async () => {
  const { config } = await createTokenRig();
  const sessions = await listSessions(config, "ada");
  assertEquals(sessions.map(({ id }) => id), ["a2", "a1"]);
  assertEquals(sessions[0]!.device, "device of a2");
  assertEquals("userId" in sessions[0]!, false);
});

Deno.test("listSessions() returns database sessions without records too, by ids that are not their tokens", async () => {
  const { config } = await createRowRig();
  const sessions = await listSessions(config, "ada");
  assertEquals(
    sessions.map(({ id }) => id).sort(),
    [await sessionIdOf("token 1"), await sessionIdOf("token 2")].sort(),
  );
  assertEquals(JSON.stringify(sessions).includes("token 1"), false);
  assertEquals(sessions[0]!.device, null);
});

Deno.test("revokeSession() ends one session of that user, and never another user's", async () => {
  const { config, ids } = await createTokenRig();
  assertEquals(await revokeSession(config, "ada", "b1"), false);
  assertEquals(await ids("bob"), ["b1"]);
  assertEquals(await revokeSession(config, "ada", "a1"), true);
  assertEquals(await revokeSession(config, "ada", "a1"), false);
  assertEquals(await ids("ada"), ["a2"]);
});

Deno.test("revokeSession() returns false for an id that no session has, whatever the text is", async () => {
  const { config, ids } = await createTokenRig();
  const rows = await createRowRig();
  const beside = await createBesideRig();
  for (const id of ["", "\0", "\ud800", "a 1", "x".repeat(1000), "__proto__"]) {
    assertEquals(await revokeSession(config, "ada", id), false);
    assertEquals(await revokeSession(rows.config, "ada", id), false);
    assertEquals(await revokeSession(beside.config, "ada", id), false);
  }
  assertEquals(await ids("ada"), ["a1", "a2"]);
  assertEquals((await listSessions(rows.config, "ada")).length, 2);
});

Deno.test("revokeOtherSessions() and revokeAllSessions() return the number of ended sessions", async () => {
  const { config, ids } = await createTokenRig();
  // The one that has expired does not count.
  assertEquals(await revokeOtherSessions(config, "ada", "a2"), 1);
  assertEquals(await ids("ada"), ["a2"]);
  assertEquals(await revokeAllSessions(config, "ada"), 1);
  assertEquals([await ids("ada"), await ids("bob")], [[], ["b1"]]);
});

Deno.test("revokeOtherSessions() with an id that no session has ends all of them", async () => {
  for (const id of ["", "\0", "x".repeat(1000)]) {
    const { config, ids } = await createTokenRig();
    assertEquals(await revokeOtherSessions(config, "ada", id), 2);
    assertEquals(await ids("ada"), []);
    const rows = await createRowRig();
    const recorded = { ...rows.config, session: { revocation: {} } };
    assertEquals(await revokeOtherSessions(recorded, "ada", id), 2);
  }
});

Deno.test("revokeOtherSessions() and revokeAllSessions() end each session in a store without batches", async () => {
  const rows = await createRowRig();
  Object.assign(rows.adapter, { deleteSessions: undefined });
  const kept = await sessionIdOf("token 2");
  assertEquals(await revokeOtherSessions(rows.config, "ada", kept), 1);
  assertEquals(await revokeAllSessions(rows.config, "ada"), 1);
  assertEquals(await rows.adapter.listSessions("ada"), []);
});

Deno.test("revokeAllSessions() calls the store once for any number of sessions", async () => {
  const { adapter, config } = await createRowRig();
  const calls: string[][] = [];
  const { deleteSessions } = adapter;
  adapter.deleteSessions = (userId, tokens) => {
    calls.push([userId, ...tokens]);
    return deleteSessions(userId, tokens);
  };
  adapter.deleteSession = () => Promise.reject(new Error("one by one"));
  assertEquals(await revokeAllSessions(config, "ada"), 2);
  assertEquals(calls, [["ada", "token 1", "token 2"]]);
});

Deno.test("revokeSession() ends a database session by its id", async () => {
  const { config, adapter } = await createRowRig();
  assertEquals(await revokeSession(config, "ada", "token 1"), false);
  assertEquals(await revokeSession(config, "ada", await sessionIdOf("token 1")), true);
  assertEquals((await adapter.listSessions("ada")).map((row) => row.sessionToken), ["token 2"]);
});

Deno.test("listSessions() lists database sessions of a store that lists none, and shows no token", async () => {
  const { config, records } = await createBesideRig();
  const sessions = await listSessions(config, "ada");
  const ids = await Promise.all(["token 1", "token 2", "token 3"].map(sessionIdOf));
  assertEquals(sessions.map(({ id }) => id).sort(), ids.sort());
  for (const session of sessions) {
    assertEquals(Object.keys(session).sort(), [
      "address",
      "createdAt",
      "device",
      "expires",
      "id",
      "lastSeenAt",
    ]);
  }
  // In the record, the token is sealed.
  const stored = JSON.stringify(await records.list("ada", "session"));
  assertEquals(["token 1", "token%201", "token+1"].some((text) => stored.includes(text)), false);
});

Deno.test("revokeSession() ends a database session of a store that lists none, by its record", async () => {
  const { config, memory, left } = await createBesideRig();
  const id = await sessionIdOf("token 2");
  assertEquals(await revokeSession(config, "bob", id), false);
  assertEquals(await revokeSession(config, "ada", "token 2"), false);
  assertEquals(await left(), ["token 1", "token 2", "token 3", "token of bob"]);
  assertEquals(await revokeSession(config, "ada", id), true);
  assertEquals(await revokeSession(config, "ada", id), false);
  assertEquals(await left(), ["token 1", "token 3", "token of bob"]);
  assertEquals(await memory.getSessionAndUser("token 2"), null);
  assertEquals((await listSessions(config, "ada")).length, 2);
});

Deno.test("revokeOtherSessions() and revokeAllSessions() end database sessions of a store that lists none", async () => {
  const { config, memory, left } = await createBesideRig();
  const kept = await sessionIdOf("token 2");
  assertEquals(await revokeOtherSessions(config, "ada", kept), 2);
  assertEquals(await left(), ["token 2", "token of bob"]);
  assertEquals(await revokeAllSessions(config, "ada"), 1);
  assertEquals(await left(), ["token of bob"]);
  assertEquals(await memory.listSessions("ada"), []);
  assertEquals(await listSessions(config, "ada"), []);
  assertEquals(await revokeAllSessions(config, "ada"), 0);
});

Deno.test("revokeAllSessions() ends database sessions that have no record yet, in a store that lists none", async () => {
  const { config, memory } = await createBesideRig();
  const expires = new Date(Date.now() + 29 * 24 * 60 * MINUTE);
  await memory.createSession({ sessionToken: "never read", userId: "ada", expires });
  assertEquals(await revokeAllSessions(config, "ada"), 3);
  assertEquals(await read(config, "never read"), false);
  assertEquals(await memory.listSessions("ada"), []);
});

Deno.test("revokeAllSessions() opens tokens that a secret in the list sealed", async () => {
  const { withSecret, left } = await createBesideRig("the-first-secret-of-32-characters-");
  const rotated = withSecret([SECRET, "the-first-secret-of-32-characters-"]);
  assertEquals(await revokeAllSessions(rotated, "ada"), 3);
  assertEquals(await left(), ["token of bob"]);
});

Deno.test("revokeAllSessions() seals a token anew with the next use of its session", async () => {
  using time = new FakeTime();
  const { withSecret, left } = await createBesideRig("the-first-secret-of-32-characters-");
  const rotated = withSecret([SECRET, "the-first-secret-of-32-characters-"]);
  time.tick(5 * MINUTE);
  for (const token of ["token 1", "token 2", "token 3"]) await read(rotated, token);
  assertEquals(await revokeAllSessions(withSecret(SECRET), "ada"), 3);
  assertEquals(await left(), ["token of bob"]);
});

Deno.test("revokeSession() and revokeAllSessions() throw an error that says what to do after the secret was dropped", async () => {
  const { withSecret, left } = await createBesideRig("the-first-secret-of-32-characters-");
  const dropped = withSecret(SECRET);
  const id = await sessionIdOf("token 1");
  for (
    const call of [
      () => revokeSession(dropped, "ada", id),
      () => revokeOtherSessions(dropped, "ada", id),
      () => revokeAllSessions(dropped, "ada"),
    ]
  ) await assertRejects(call, AuthError, "keep the old secret in the list");
  // The records stay, so that the sessions can be ended with the old secret.
  assertEquals((await listSessions(dropped, "ada")).length, 3);
  assertEquals((await left()).length, 4);
});

Deno.test("identifySession() and getSession() agree for every host, scheme and cookie name", async () => {
  const { config } = await createRowRig();
  const identity = { id: await sessionIdOf("token 1"), userId: "ada" };
  const plain = "authjs.session-token";
  const secure = `__Secure-${plain}`;
  // The session is found under the public scheme, on trusted hosts.
  const table: [AuthConfig["trustHost"], string, string, boolean][] = [];
  for (const trustHost of [true, undefined]) {
    for (const host of ["app.example", "localhost:8000", "127.0.0.1", "localhost.evil.example"]) {
      for (const scheme of ["http", "https"]) {
        for (const cookie of [plain, secure]) {
          const isTrusted = trustHost === true ||
            (scheme === "http" && /^(localhost:8000|127\.0\.0\.1)$/.test(host));
          const isIts = cookie === (scheme === "https" ? secure : plain);
          table.push([trustHost, `${scheme}://${host}/`, cookie, isTrusted && isIts]);
        }
      }
    }
  }
  for (const [trustHost, url, cookie, isThere] of table) {
    const own = { ...config, trustHost };
    const request = () => new Request(url, { headers: { cookie: `${cookie}=token%201` } });
    const name = `${url} ${cookie} ${trustHost}`;
    assertEquals(await identifySession(own, request()), isThere ? identity : null, name);
    assertEquals(await getSession(request(), own) !== null, isThere, name);
  }
  const nonsense = new Request("http://localhost/", { headers: { cookie: `${plain}=other` } });
  assertEquals(await identifySession(config, nonsense), null);
});

Deno.test("session functions throw an error that names the option for token sessions without records", async () => {
  const { config } = await createTokenRig();
  const plain = { ...config, session: { strategy: "jwt" as const } };
  for (
    const call of [
      () => listSessions(plain, "ada"),
      () => revokeSession(plain, "ada", "a1"),
      () => revokeAllSessions(plain, "ada"),
    ]
  ) await assertRejects(call, AuthError, "`session.revocation`");
});

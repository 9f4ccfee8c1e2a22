import { assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { type AuthConfig, AuthError } from "../../../mod.ts";
import {
  identifySession,
  listSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
} from "../../../src/server/sessions.ts";
import { getSession } from "../../../src/server/mod.ts";
import { sessionIdOf } from "../../../src/session/database.ts";
import type { SessionRecord } from "../../../src/types/adapter.ts";
import { SECRET } from "../_context.ts";

const silent = { error: () => {}, warn: () => {}, debug: () => {} };
const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

function record(id: string, userId: string, seen: number, expires = 60): SessionRecord {
  return {
    id,
    userId,
    createdAt: inMinutes(seen),
    lastSeenAt: inMinutes(seen),
    expires: inMinutes(expires),
    device: `device of ${id}`,
    address: null,
  };
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
  ) await adapter.createSessionRecord(one);
  const config: AuthConfig = {
    providers: [],
    secret: SECRET,
    trustHost: true,
    logger: silent,
    adapter,
    session: { strategy: "jwt", revocation: {} },
  };
  const ids = async (userId: string) =>
    (await adapter.listSessionRecords(userId)).map(({ id }) => id);
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
  assertEquals(await ids("ada"), ["a2", "over"]);
});

Deno.test("revokeOtherSessions() and revokeAllSessions() return the number of ended sessions", async () => {
  const { config, ids } = await createTokenRig();
  assertEquals(await revokeOtherSessions(config, "ada", "a2"), 2);
  assertEquals(await ids("ada"), ["a2"]);
  assertEquals(await revokeAllSessions(config, "ada"), 1);
  assertEquals([await ids("ada"), await ids("bob")], [[], ["b1"]]);
});

Deno.test("revokeOtherSessions() and revokeAllSessions() end one session after the other in a store without batches", async () => {
  const tokens = await createTokenRig();
  const rows = await createRowRig();
  for (const { adapter } of [tokens, rows]) {
    Object.assign(adapter, { deleteSessions: undefined, deleteSessionRecords: undefined });
  }
  assertEquals(await revokeOtherSessions(tokens.config, "ada", "a2"), 2);
  assertEquals([await tokens.ids("ada"), await tokens.ids("bob")], [["a2"], ["b1"]]);
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
    assertEquals(await identifySession(request(), own), isThere ? identity : null, name);
    assertEquals(await getSession(request(), own) !== null, isThere, name);
  }
  const nonsense = new Request("http://localhost/", { headers: { cookie: `${plain}=other` } });
  assertEquals(await identifySession(nonsense, config), null);
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

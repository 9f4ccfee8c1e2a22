import { assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { type AuthConfig, AuthError, type SessionRecord } from "../../../mod.ts";
import {
  identifySession,
  listSessions,
  revokeAllSessions,
  revokeOtherSessions,
  revokeSession,
} from "../../../src/server/sessions.ts";
import { sessionIdOf } from "../../../src/session/database.ts";
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

/** Token sessions of Ada (`a1`, `a2`, one that is over) and Bob (`b1`). */
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

Deno.test("listSessions() shows live sessions of one user, the last seen first, and whose they are to nobody", async () => {
  const { config } = await createTokenRig();
  const sessions = await listSessions(config, "ada");
  assertEquals(sessions.map(({ id }) => id), ["a2", "a1"]);
  assertEquals(sessions[0]!.device, "device of a2");
  assertEquals("userId" in sessions[0]!, false);
});

Deno.test("listSessions() shows database sessions without records too, by ids that open nothing", async () => {
  const { config } = await createRowRig();
  const sessions = await listSessions(config, "ada");
  assertEquals(
    sessions.map(({ id }) => id).sort(),
    [await sessionIdOf("token 1"), await sessionIdOf("token 2")].sort(),
  );
  assertEquals(JSON.stringify(sessions).includes("token 1"), false);
  assertEquals(sessions[0]!.device, null);
});

Deno.test("revokeSession() ends one session of that user, and never somebody else's", async () => {
  const { config, ids } = await createTokenRig();
  assertEquals(await revokeSession(config, "ada", "b1"), false);
  assertEquals(await ids("bob"), ["b1"]);
  assertEquals(await revokeSession(config, "ada", "a1"), true);
  assertEquals(await revokeSession(config, "ada", "a1"), false);
  assertEquals(await ids("ada"), ["a2", "over"]);
});

Deno.test("revokeOtherSessions() and revokeAllSessions() tell how many ended", async () => {
  const { config, ids } = await createTokenRig();
  assertEquals(await revokeOtherSessions(config, "ada", "a2"), 2);
  assertEquals(await ids("ada"), ["a2"]);
  assertEquals(await revokeAllSessions(config, "ada"), 1);
  assertEquals([await ids("ada"), await ids("bob")], [[], ["b1"]]);
});

Deno.test("revokeSession() ends a database session by its id", async () => {
  const { config, adapter } = await createRowRig();
  assertEquals(await revokeSession(config, "ada", "token 1"), false);
  assertEquals(await revokeSession(config, "ada", await sessionIdOf("token 1")), true);
  assertEquals((await adapter.listSessions("ada")).map((row) => row.sessionToken), ["token 2"]);
});

Deno.test("identifySession() knows the session of a request under either cookie name", async () => {
  const { config } = await createRowRig();
  const identify = (cookie: string) =>
    identifySession(new Request("http://inside/", { headers: { cookie } }), config);
  const found = { id: await sessionIdOf("token 1"), userId: "ada" };
  assertEquals(await identify("authjs.session-token=token%201"), found);
  assertEquals(await identify("__Secure-authjs.session-token=token%201"), found);
  assertEquals(await identify("authjs.session-token=other"), null);
  assertEquals(await identify(""), null);
});

Deno.test("token sessions without records cannot be managed, and the option is named", async () => {
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

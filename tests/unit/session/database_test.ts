import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import { AdapterError, AuthError } from "../../../src/errors.ts";
import { databaseStrategy, sessionIdOf } from "../../../src/session/database.ts";
import type { Context } from "../../../src/types/internal.ts";
import type { Proof } from "../../../src/types/proof.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { ACME, createTestContext, outgoing } from "../_context.ts";

const COOKIE = "__Secure-authjs.session-token";
const DAY_MS = 24 * 60 * 60 * 1000;
const account = { provider: "acme", providerAccountId: "1", type: "oauth" as const };
const proof: Proof = { at: 1_700_000_000, methods: ["fed"], provider: "acme" };
const user = { id: "7", name: "Ada", email: "ada@example.com", emailVerified: null };

/** A store with one user and one session that lasts the full time. */
async function createStore(expires = new Date(Date.now() + 30 * DAY_MS)) {
  const adapter = MemoryAdapter();
  await adapter.createUser(user);
  await adapter.createSession({ sessionToken: "token", userId: "7", expires });
  return adapter;
}

async function withStore(
  adapter: AuthConfig["adapter"],
  config: Partial<AuthConfig> = {},
  token = "token",
) {
  return await createTestContext({
    cookie: `${COOKIE}=${token}`,
    config: { adapter, ...config },
  });
}

Deno.test("databaseStrategy.issue() stores a random token and sets it as the cookie", async () => {
  const adapter = await createStore();
  const { ctx } = await createTestContext({ config: { adapter } });
  await databaseStrategy.issue(ctx, { user, account, proof });
  const [cookie] = ctx.cookies.outgoing();
  assertMatch(cookie!.value, /^[0-9a-f-]{36}$/);
  const found = await adapter.getSessionAndUser(cookie!.value);
  assertEquals(found?.user.id, "7");
  assertEquals(found?.session.expires, cookie!.options.expires);
});

Deno.test("databaseStrategy.issue() uses the app's tokens, and the row that the store returns", async () => {
  const adapter = await createStore();
  const expires = new Date(Date.now() + 1000);
  const store = {
    ...adapter,
    createSession: (session: Parameters<typeof adapter.createSession>[0]) => ({
      ...session,
      sessionToken: `${session.sessionToken}-stored`,
      expires,
    }),
  };
  const { ctx } = await createTestContext({
    config: {
      adapter: store,
      session: { generateSessionToken: () => "mine", revocation: {} },
    },
  });
  await databaseStrategy.issue(ctx, { user, account, proof });
  assertEquals(outgoing(ctx), [`${COOKIE}=mine-stored`]);
  assertEquals(ctx.cookies.outgoing()[0]!.options.expires, expires);
  const [record] = await adapter.records.list("7", "session");
  assertEquals(record!.id, await sessionIdOf("mine-stored"));
});

Deno.test("databaseStrategy.issue() does not change a session that is kept", async () => {
  const adapter = await createStore();
  const { ctx } = await withStore(adapter);
  await databaseStrategy.issue(ctx, { user, account, proof, keepsSession: true });
  assertEquals(outgoing(ctx), []);
  assertEquals((await adapter.listSessions("7")).length, 1);
});

Deno.test("databaseStrategy.issue() ends the session that its cookie replaces", async () => {
  const adapter = await createStore();
  const { ctx } = await withStore(adapter);
  await databaseStrategy.issue(ctx, { user, account, proof });
  assertEquals(await adapter.getSessionAndUser("token"), null);
  assertEquals((await adapter.listSessions("7")).length, 1);
});

Deno.test("databaseStrategy.issue() deletes a row that the store wrote before it failed", async () => {
  const adapter = await createStore();
  const store = {
    ...adapter,
    createSession: async (row: Parameters<typeof adapter.createSession>[0]) => {
      await adapter.createSession(row);
      throw new Error("the connection broke");
    },
  };
  const { ctx } = await createTestContext({ config: { adapter: store } });
  await assertRejects(() => databaseStrategy.issue(ctx, { user, account, proof }), AdapterError);
  assertEquals(outgoing(ctx), []);
  assertEquals((await adapter.listSessions("7")).map((row) => row.sessionToken), ["token"]);
});

Deno.test("databaseStrategy.read() returns the public members of the stored user", async () => {
  const adapter = await createStore();
  const { ctx, errors } = await withStore(adapter);
  const session = await databaseStrategy.read(ctx);
  const shown = { name: "Ada", email: "ada@example.com", image: undefined };
  assertEquals(session?.user, { ...shown, emailVerified: false });
  assertEquals(typeof session?.expires, "string");
  assertEquals(JSON.stringify(session).includes("token"), false);
  assertEquals(outgoing(ctx), []);
  assertEquals(errors, []);

  await adapter.updateUser({ id: "7", emailVerified: new Date() });
  const again = await withStore(adapter);
  assertEquals((await databaseStrategy.read(again.ctx))?.user, shown);
});

Deno.test("databaseStrategy.read() does not warn about addresses that are verified or set by the app", async () => {
  const credentials = Credentials({ authorize: () => null });
  for (const provider of [{ ...ACME, emailVerified: true }, credentials]) {
    const { ctx } = await withStore(await createStore(), { providers: [provider] });
    const session = await databaseStrategy.read(ctx);
    assertEquals(session?.user, { name: "Ada", email: "ada@example.com", image: undefined });
  }
});

Deno.test("databaseStrategy.read() keeps the cookie of an unknown session, which a replica may lack", async () => {
  const adapter = await createStore();
  const { ctx } = await withStore(adapter, {}, "other");
  assertEquals(await databaseStrategy.read(ctx), null);
  assertEquals(outgoing(ctx), []);
  await databaseStrategy.end(ctx);
  assertEquals(outgoing(ctx), [`-${COOKIE}`]);
});

Deno.test("databaseStrategy.read() deletes the row of an expired session", async () => {
  for (const [seconds, isDeleted] of [[1, false], [60, false], [61, true]] as const) {
    using _time = new FakeTime();
    const adapter = await createStore(new Date(Date.now() - seconds * 1000));
    const { ctx } = await withStore(adapter);
    assertEquals(await databaseStrategy.read(ctx), null);
    assertEquals(outgoing(ctx), isDeleted ? [`-${COOKIE}`] : []);
    assertEquals((await adapter.listSessions("7")).length, isDeleted ? 0 : 1);
  }
});

Deno.test("databaseStrategy.read() does not query the store for values that are too long", async () => {
  const adapter = await createStore();
  const asked: string[] = [];
  const store = {
    ...adapter,
    getSessionAndUser: (token: string) => {
      asked.push(token);
      return null;
    },
  };
  const { ctx } = await withStore(store, {}, "x".repeat(513));
  assertEquals(await databaseStrategy.read(ctx), null);
  assertEquals(asked, []);
  await databaseStrategy.read((await withStore(store, {}, "x".repeat(512))).ctx);
  assertEquals(asked.length, 1);
});

Deno.test("databaseStrategy.read() extends when updateAge has passed, not before", async () => {
  using time = new FakeTime();
  const adapter = await createStore();
  time.tick(DAY_MS - 1);
  const early = await withStore(adapter);
  await databaseStrategy.read(early.ctx);
  assertEquals(outgoing(early.ctx), []);
  time.tick(1);
  const due = await withStore(adapter);
  const session = await databaseStrategy.read(due.ctx);
  const expires = new Date(time.now + 30 * DAY_MS);
  assertEquals(session?.expires, expires.toISOString());
  assertEquals(outgoing(due.ctx), [`${COOKIE}=token`]);
  assertEquals((await adapter.getSessionAndUser("token"))?.session.expires, expires);
});

Deno.test("databaseStrategy.read() extends once for fifty parallel reads", async () => {
  using time = new FakeTime();
  const adapter = await createStore();
  time.tick(2 * DAY_MS);
  const moved: boolean[] = [];
  const store = {
    ...adapter,
    extendSession: async (...args: Parameters<typeof adapter.extendSession>) => {
      moved.push(await adapter.extendSession(...args));
      return moved.at(-1)!;
    },
  };
  const contexts = await Promise.all(Array.from({ length: 50 }, () => withStore(store)));
  const sessions = await Promise.all(contexts.map(({ ctx }) => databaseStrategy.read(ctx)));
  assertEquals(sessions.filter(Boolean).length, 50);
  assertEquals(moved.filter(Boolean).length, 1);
});

Deno.test("databaseStrategy.read() extends with updateSession when the store has no extendSession", async () => {
  using time = new FakeTime();
  const { extendSession: _, ...adapter } = await createStore();
  time.tick(2 * DAY_MS);
  const { ctx } = await withStore(adapter);
  assert(await databaseStrategy.read(ctx));
  assertEquals(
    (await adapter.getSessionAndUser("token"))?.session.expires,
    new Date(time.now + 30 * DAY_MS),
  );
});

Deno.test("databaseStrategy.read() keeps the cookie when the store or a callback fails, and throws for the store alone", async () => {
  const adapter = await createStore();
  const fail = () => Promise.reject(new Error("down"));
  const away = await withStore(adapter, { adapter: { ...adapter, getSessionAndUser: fail } });
  await assertRejects(() => databaseStrategy.read(away.ctx), AdapterError, "down");
  assertEquals(outgoing(away.ctx), []);
  // An error of an adapter that the callback asks itself is one of the callback.
  const own = () => Promise.reject(new AdapterError("down"));
  for (const session of [fail, own]) {
    const { ctx, errors } = await withStore(adapter, { callbacks: { session } });
    assertEquals(await databaseStrategy.read(ctx), null);
    assertEquals(outgoing(ctx), []);
    assertEquals(errors.map(({ name }) => name), ["SessionTokenError"]);
  }
});

Deno.test("databaseStrategy.read() returns the session that it has read when the store cannot extend it", async () => {
  const adapter = await createStore();
  const fail = () => Promise.reject(new Error("down"));
  using time = new FakeTime();
  time.tick(2 * DAY_MS);
  const { ctx, errors } = await withStore(adapter, {
    adapter: { ...adapter, extendSession: fail, updateSession: fail },
  });
  assertEquals((await databaseStrategy.read(ctx))?.user?.name, user.name);
  assertEquals(outgoing(ctx), []);
  assertEquals(errors.map(({ name }) => name), ["AdapterError"]);
});

Deno.test("databaseStrategy.read() passes the row, the user and an update to `session`", async () => {
  const calls: Record<string, unknown>[] = [];
  const events: unknown[] = [];
  const { ctx } = await withStore(await createStore(), {
    callbacks: {
      session: ({ session, ...rest }) => {
        calls.push({ sessionToken: session.sessionToken, owner: session.user.id, ...rest });
        return { expires: "soon", user: { name: "shown" } };
      },
    },
    events: { session: (message) => void events.push(message) },
  });
  const session = await databaseStrategy.read(ctx, { data: { name: "B" } });
  assertEquals(calls, [
    { sessionToken: "token", owner: "7", user, newSession: { name: "B" }, trigger: "update" },
  ]);
  assertEquals(events, [{ session }]);
});

Deno.test("databaseStrategy.end() deletes row and cookie and returns the ended session", async () => {
  const adapter = await createStore();
  const messages: unknown[] = [];
  const events = { signOut: (message: unknown) => void messages.push(message) };
  const [row] = await adapter.listSessions("7");
  const { ctx } = await withStore(adapter, { events });
  await databaseStrategy.end(ctx);
  assertEquals(messages, [{ session: row }]);
  assertEquals(outgoing(ctx), [`-${COOKIE}`]);
  assertEquals(await adapter.listSessions("7"), []);

  const again = await withStore(adapter, { events });
  await databaseStrategy.end(again.ctx);
  assertEquals(messages[1], { session: null });
  const signedOut = await createTestContext({ config: { adapter, events } });
  await databaseStrategy.end(signedOut.ctx);
  assertEquals(messages.length, 2);
});

Deno.test("databaseStrategy.end() deletes the cookie even when the store fails", async () => {
  const adapter = {
    ...await createStore(),
    deleteSession: () => Promise.reject(new Error("down")),
  };
  const { ctx, errors } = await withStore(adapter);
  await databaseStrategy.end(ctx);
  assertEquals(outgoing(ctx), [`-${COOKIE}`]);
  assertEquals(errors.map(({ name }) => name), ["SignOutError"]);
});

Deno.test("databaseStrategy.open() returns the signed-in user, and null after the expiry", async () => {
  const userOf = async (ctx: Context) => await (await databaseStrategy.open(ctx))?.user() ?? null;
  const adapter = await createStore();
  assertEquals(await userOf((await withStore(adapter)).ctx), user);
  assertEquals(await userOf((await withStore(adapter, {}, "x")).ctx), null);
  assertEquals(
    await userOf((await createTestContext({ config: { adapter } })).ctx),
    null,
  );
  const over = await createStore(new Date(0));
  assertEquals(await userOf((await withStore(over)).ctx), null);
});

Deno.test("databaseStrategy.read() returns no token when `session` returns its argument", async () => {
  for (const copies of [false, true]) {
    const { ctx } = await withStore(await createStore(), {
      callbacks: { session: ({ session }) => copies ? { ...session, role: "admin" } : session },
    });
    const session = await databaseStrategy.read(ctx);
    assertEquals((session as { userId?: string }).userId, "7");
    assertEquals(JSON.stringify(session).includes('"token"'), false);
  }
});

Deno.test("databaseStrategy.prove() moves the proof in the record, and refuses without one", async () => {
  const proofOf = async (ctx: Context) => await (await databaseStrategy.open(ctx))?.proof() ?? null;
  const adapter = await createStore();
  const { ctx } = await withStore(adapter, { session: { revocation: {} } });
  const now = Math.floor(Date.now() / 1000);
  const first: Proof = { ...proof, at: now - 30 };
  const next = (known: Proof): Proof => known.methods.length ? { ...known, at: now } : first;
  const unproven = await proofOf(ctx);
  assertEquals(await databaseStrategy.prove(ctx, next), true);
  // A copy of the session's cookie, which lacks the one that came with the proof.
  assertEquals(await proofOf(ctx), unproven);
  const after = async ({ cookies }: Pick<typeof ctx, "cookies">) => {
    const set = cookies.outgoing().map(({ name, value }) => `${name}=${value}`);
    const cookie = [`${COOKIE}=token`, ...set].join("; ");
    const config = { adapter, session: { revocation: {} } };
    return (await createTestContext({ cookie, config })).ctx;
  };
  const proven = await after(ctx);
  assertEquals(await proofOf(proven), first);
  await Promise.all(Array.from({ length: 50 }, () => databaseStrategy.prove(proven, next)));
  const moved = await after(proven);
  assertEquals(await proofOf(moved), { ...proof, at: now });
  // Of a form that is posted twice, the browser may keep either cookie; a minute later, the
  // cookies from before the last proof are a copy.
  assertEquals(await proofOf(proven), { ...proof, at: now });
  using time = new FakeTime();
  time.tick(61_000);
  assertEquals(await databaseStrategy.prove(moved, next), true);
  assertEquals(await proofOf(await after(moved)), { ...proof, at: now });
  assertEquals(await proofOf(await after(ctx)), unproven);

  const unkept = await withStore(adapter);
  await assertRejects(() => databaseStrategy.prove(unkept.ctx, next), AuthError, "revocation");
  const unknown = await withStore(adapter, {}, "another");
  assertEquals(await databaseStrategy.prove(unknown.ctx, next), false);
});

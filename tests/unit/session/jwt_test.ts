import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { type AuthConfig, decode, encode, type JWT } from "../../../mod.ts";
import { nodeCrypto } from "../../../src/base/crypto/runtime.ts";
import { databaseStrategy } from "../../../src/session/database.ts";
import { jwtStrategy } from "../../../src/session/jwt.ts";
import type { Context } from "../../../src/types/internal.ts";
import type { Proof } from "../../../src/types/proof.ts";
import "../base/crypto/_with_node.ts";
import { ACME, createTestContext, outgoing, SECRET, toCookieHeader } from "../_context.ts";

const COOKIE = "__Secure-authjs.session-token";
const DAY = 24 * 60 * 60;
const account = { provider: "acme", providerAccountId: "1", type: "oauth" as const };
const proof: Proof = { at: 1_700_000_000, methods: ["fed"], provider: "acme" };
const user = { id: "7", name: "Ada", email: "ada@example.com", image: "https://a.example/p.png" };

const seal = (token: JWT, maxAge?: number, secret = SECRET) =>
  encode({ token, secret, salt: COOKIE, maxAge });

async function withToken(token: string, config: Partial<AuthConfig> = {}) {
  return await createTestContext({ cookie: `${COOKIE}=${token}`, config });
}

Deno.test("jwtStrategy.issue() encrypts name, address, picture and id, and calls `jwt` with other data", async () => {
  const calls: unknown[] = [];
  const { ctx } = await createTestContext({
    path: "callback/acme",
    config: {
      callbacks: {
        jwt: (params) => {
          calls.push({ ...params, token: { ...params.token } });
          return { ...params.token, role: "admin" };
        },
      },
    },
  });
  const profile = { sub: "1" };
  await jwtStrategy.issue(ctx, { user, account, proof, isNewUser: true }, profile);
  const known = { name: "Ada", email: "ada@example.com", picture: user.image, sub: "7" };
  assertEquals(calls, [
    { token: known, user, account, profile, isNewUser: true, trigger: "signUp" },
  ]);
  const [cookie] = ctx.cookies.outgoing();
  assertEquals(cookie!.name, COOKIE);
  assert(cookie!.options.httpOnly && cookie!.options.secure);
  const claims = await decode({ token: cookie!.value, secret: SECRET, salt: COOKIE });
  assertEquals(claims?.role, "admin");
  assertEquals(claims?.exp, claims!.iat! + 30 * DAY);
});

Deno.test("jwtStrategy.issue() deletes the cookie when `jwt` returns null", async () => {
  const { ctx } = await withToken("old", { callbacks: { jwt: () => null } });
  await jwtStrategy.issue(ctx, { user, account, proof });
  assertEquals(outgoing(ctx), [`-${COOKIE}`]);
});

Deno.test("jwtStrategy.read() returns null without a cookie, and calls no callback", async () => {
  const { ctx } = await createTestContext({
    config: {
      callbacks: {
        jwt: () => {
          throw new Error("asked");
        },
      },
    },
  });
  assertEquals(await jwtStrategy.read(ctx), null);
  assertEquals(outgoing(ctx), []);
});

Deno.test("jwtStrategy.read() returns a new token's session and sets no cookie", async () => {
  const { ctx, errors } = await withToken(await seal({ name: "Ada", sub: "7", role: "admin" }));
  const session = await jwtStrategy.read(ctx);
  assertEquals(session?.user, { name: "Ada", email: undefined, image: undefined });
  assertMatch(session!.expires, /^\d{4}-\d\d-\d\dT/);
  assertEquals(outgoing(ctx), []);
  assertEquals(errors, []);
});

const unreadable: [string, () => Promise<string> | string, number][] = [
  ["garbage", () => "garbage", 1],
  ["a tampered token", async () => (await seal({})).slice(0, -2) + "AA", 1],
  ["an expired token, without a log line", () => seal({}, -60), 0],
];
/** Tokens that this app has not sealed, and that nothing shows to be changed. */
const foreign: [string, () => Promise<string>][] = [
  ["another secret", () => seal({}, DAY, "another-secret-of-32-characters-or-more")],
  ["another cookie", () => encode({ token: {}, secret: SECRET, salt: "x" })],
];
for (const [name, make] of foreign) {
  for (const strategy of [jwtStrategy, databaseStrategy]) {
    const which = strategy === jwtStrategy ? "jwt" : "database";
    Deno.test(`read() and end() of ${which} leave a token of ${name} alone, since it is that of another app`, async () => {
      const debug: string[] = [];
      const errors: Error[] = [];
      const { ctx } = await withToken(await make(), {
        adapter: MemoryAdapter(),
        session: { strategy: which },
        logger: {
          error: (error) => void errors.push(error),
          warn() {},
          debug: (line) => void debug.push(line),
        },
      });
      assertEquals(await strategy.read(ctx), null);
      await strategy.end(ctx);
      assertEquals(outgoing(ctx), []);
      assertEquals(errors, []);
      assertEquals(debug.filter((line) => line.includes("of another app")).length, 1);
    });
  }
}

for (const [name, make, lines] of unreadable) {
  Deno.test(`jwtStrategy.read() returns null for ${name} and deletes it`, async () => {
    const { ctx, errors } = await withToken(await make());
    assertEquals(await jwtStrategy.read(ctx), null);
    assertEquals(outgoing(ctx), [`-${COOKIE}`]);
    assertEquals(errors.map(({ name }) => name), Array(lines).fill("JWTSessionError"));
  });
}

Deno.test("jwtStrategy.read() renews a token when it is older than updateAge, not before", async () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  const token = await seal({ sub: "7" });
  time.tick((DAY - 1) * 1000);
  const early = await withToken(token);
  assertEquals((await jwtStrategy.read(early.ctx))?.expires, "2030-01-31T00:00:00.000Z");
  assertEquals(outgoing(early.ctx), []);
  time.tick(1000);
  const due = await withToken(token);
  assertEquals((await jwtStrategy.read(due.ctx))?.expires, "2030-02-01T00:00:00.000Z");
  const [cookie] = due.ctx.cookies.outgoing();
  assertEquals(cookie!.options.expires!.toISOString(), "2030-02-01T00:00:00.000Z");
});

Deno.test("jwtStrategy.read() encrypts a token again that `jwt` changed, and deletes one that it ended", async () => {
  const token = await seal({ sub: "7" });
  const changed = await withToken(token, {
    callbacks: { jwt: ({ token }) => ({ ...token, seen: 1 }) },
  });
  await jwtStrategy.read(changed.ctx);
  const [cookie] = changed.ctx.cookies.outgoing();
  assertEquals((await decode({ token: cookie!.value, secret: SECRET, salt: COOKIE }))?.seen, 1);

  const ended = await withToken(token, { callbacks: { jwt: () => null } });
  assertEquals(await jwtStrategy.read(ended.ctx), null);
  assertEquals(outgoing(ended.ctx), [`-${COOKIE}`]);
});

Deno.test("jwtStrategy.read() encrypts a token of an old secret again with the newest", async () => {
  const next = "the-newest-secret-of-32-characters-or-so";
  const { ctx } = await withToken(await seal({ sub: "7" }), { secret: [next, SECRET] });
  assert(await jwtStrategy.read(ctx));
  const [cookie] = ctx.cookies.outgoing();
  assertEquals((await decode({ token: cookie!.value, secret: next, salt: COOKIE }))?.sub, "7");
});

Deno.test("jwtStrategy.read() keeps the token when a callback fails", async () => {
  for (const name of ["jwt", "session"]) {
    const broken = () => {
      throw new Error("the app's database is down");
    };
    const { ctx, errors } = await withToken(await seal({}), { callbacks: { [name]: broken } });
    assertEquals(await jwtStrategy.read(ctx), null);
    assertEquals(outgoing(ctx), []);
    assertEquals(errors.map(({ name }) => name), ["JWTSessionError"]);
  }
});

Deno.test("jwtStrategy.read() names the callback that threw, and says where the id is", async () => {
  const callbacks = {
    // A well-known example for database sessions.
    session: ({ session, user }: { session: { user: { id: string } }; user: { id: string } }) => {
      session.user.id = user.id;
      return session;
    },
  } as unknown as AuthConfig["callbacks"];
  const { ctx, errors } = await withToken(await seal({ sub: "7" }), { callbacks });
  assertEquals(await jwtStrategy.read(ctx), null);
  assertMatch(errors[0]!.message, /^The callback `callbacks\.session` threw TypeError: /);
  assertMatch(errors[0]!.message, /the id is `token\.sub`/);
  const jwt = () => {
    throw new Error("out of tea");
  };
  const other = await withToken(await seal({ sub: "7" }), { callbacks: { jwt } });
  assertEquals(await jwtStrategy.read(other.ctx), null);
  assertEquals(other.errors[0]!.message, "The callback `callbacks.jwt` threw Error: out of tea");
});

Deno.test("jwtStrategy.read() keeps the token when the runtime's crypto fails", async () => {
  const { ctx, errors } = await withToken(await seal({ name: "Ada" }));
  const crypto = nodeCrypto()!;
  const { createDecipheriv } = crypto;
  crypto.createDecipheriv = () => {
    throw new Error("the machine is out of memory");
  };
  try {
    assertEquals(await jwtStrategy.read(ctx), null);
  } finally {
    crypto.createDecipheriv = createDecipheriv;
  }
  assertEquals(outgoing(ctx), []);
  assertEquals(errors.map(({ name }) => name), ["JWTSessionError"]);
  assertEquals((await jwtStrategy.read(ctx))?.user?.name, "Ada");
});

Deno.test("jwtStrategy.read() passes an update to both callbacks, and always encrypts again", async () => {
  const calls: unknown[] = [];
  const { ctx } = await withToken(await seal({ sub: "7" }), {
    callbacks: {
      jwt: ({ token, trigger, session }) => {
        calls.push([trigger, session]);
        return token;
      },
      session: ({ session, trigger, newSession }) => {
        calls.push([trigger, newSession]);
        return session;
      },
    },
  });
  await jwtStrategy.read(ctx, { data: { name: "B" } });
  assertEquals(calls, [["update", { name: "B" }], ["update", { name: "B" }]]);
  assertEquals(ctx.cookies.outgoing().length, 1);
});

Deno.test("jwtStrategy.read() passes the callback's result to the session event", async () => {
  const messages: unknown[] = [];
  const { ctx } = await withToken(await seal({ sub: "7" }), {
    callbacks: { session: ({ session }) => ({ ...session, extra: 1 }) },
    events: { session: ({ session, token }) => void messages.push([session, token?.sub]) },
  });
  const session = await jwtStrategy.read(ctx);
  assertEquals(messages, [[session, "7"]]);
});

Deno.test("jwtStrategy.read() reads and writes with the app's own encryption", async () => {
  const { ctx } = await withToken("own:Ada", {
    jwt: {
      decode: ({ token }) => ({ name: token!.slice(4) }),
      encode: ({ token }) => `own:${token!.name}`,
    },
  });
  // Without `iat`, its age is unknown, so it is renewed.
  assertEquals((await jwtStrategy.read(ctx))?.user?.name, "Ada");
  assertEquals(outgoing(ctx), [`${COOKIE}=own:Ada`]);
  const unreadable = await withToken("x", { jwt: { decode: () => null } });
  assertEquals(await jwtStrategy.read(unreadable.ctx), null);
});

Deno.test("jwtStrategy.open() reads a malformed proof, or none, as one of unknown methods at `iat`", async () => {
  const proofIn = async ({ ctx }: { ctx: Context }) =>
    await (await jwtStrategy.open(ctx))?.proof() ?? null;
  const proofOf = async (claims: JWT) => await proofIn(await withToken(await seal(claims)));
  assertEquals(await proofOf({ sub: "7", session_proof: proof }), proof);
  const malformed = [undefined, "mfa", { ...proof, methods: ["magic"] }, { ...proof, at: 1e12 }];
  for (const session_proof of malformed) {
    const now = Math.floor(Date.now() / 1000);
    const { at, ...rest } = (await proofOf({ sub: "7", session_proof }))!;
    assertEquals(rest, { methods: [], provider: null });
    assert(at >= now && at <= now + 60);
  }
  assertEquals(await proofIn(await withToken("garbage")), null);
  const own = { decode: () => ({ sub: "7" }) };
  const withoutTime = await proofIn(await withToken("x", { jwt: own }));
  assertEquals(withoutTime, { at: 0, methods: [], provider: null });
});

Deno.test("jwtStrategy.prove() moves the proof and keeps all claims, without a callback", async () => {
  const config: Partial<AuthConfig> = {
    callbacks: { jwt: () => Promise.reject(new Error("must not run")) },
  };
  const claims = { sub: "7", cart: { items: [1] }, session_proof: proof };
  const { ctx } = await withToken(await seal(claims), config);
  assertEquals(await jwtStrategy.prove(ctx, (known) => ({ ...known, at: known.at + 60 })), true);
  const token = ctx.cookies.outgoing()[0]!.value;
  const { iat: _, exp: __, jti: ___, ...rest } =
    (await decode({ token, secret: SECRET, salt: COOKIE }))!;
  assertEquals(rest, { ...claims, session_proof: { ...proof, at: proof.at + 60 } });
  const invalid = await withToken("garbage");
  assertEquals(await jwtStrategy.prove(invalid.ctx, (known) => known), false);
  assertEquals(outgoing(invalid.ctx), []);
});

Deno.test("jwtStrategy.prove() is refused by a session that was ended", async () => {
  const records = MemoryRecords();
  const config: Partial<AuthConfig> = { records, session: { strategy: "jwt", revocation: {} } };
  const { ctx } = await createTestContext({ config });
  await jwtStrategy.issue(ctx, { user, account, proof });
  const copy = await createTestContext({ cookie: toCookieHeader(ctx), config });
  await records.deleteOwner("7", "session");
  assertEquals(await jwtStrategy.prove(copy.ctx, (known) => known), false);
  assertEquals(outgoing(copy.ctx), []);
});

Deno.test("jwtStrategy.prove() gives a session from before records were kept its record", async () => {
  const records = MemoryRecords();
  const config: Partial<AuthConfig> = { records, session: { strategy: "jwt", revocation: {} } };
  const { ctx } = await withToken(await seal({ sub: "7" }), config);
  assertEquals(await jwtStrategy.prove(ctx, () => proof), true);
  const [record] = await records.list("7", "session");
  const copy = await createTestContext({ cookie: toCookieHeader(ctx), config });
  assertEquals((await jwtStrategy.open(copy.ctx))?.identity?.id, record?.id);
});

Deno.test("jwtStrategy.read() keeps the record's id when `jwt` changes it in place", async () => {
  const records = MemoryRecords();
  const config: Partial<AuthConfig> = {
    records,
    session: { strategy: "jwt", revocation: { maxLag: 0 } },
    callbacks: { jwt: ({ token }) => Object.assign(token, { session_id: "of-another-session" }) },
  };
  const { ctx } = await createTestContext({ config });
  await jwtStrategy.issue(ctx, { user, account, proof });
  const [record] = await records.list("7", "session");
  const read = await createTestContext({ cookie: toCookieHeader(ctx), config });
  assertEquals((await jwtStrategy.read(read.ctx))?.user?.name, "Ada");
  const renewed = read.ctx.cookies.outgoing()[0]!.value;
  const claims = await decode({ token: renewed, secret: SECRET, salt: COOKIE });
  assertEquals(claims?.session_id, record!.id);
});

Deno.test("jwtStrategy stores a long token in chunks, and deletes each of them", async () => {
  const { ctx } = await createTestContext({
    config: { callbacks: { jwt: ({ token }) => ({ ...token, long: "x".repeat(3500) }) } },
  });
  await jwtStrategy.issue(ctx, { user, account, proof });
  const names = ctx.cookies.outgoing().map(({ name }) => name);
  assertEquals(names, [0, 1, 2, 3].map((index) => `${COOKIE}.${index}`).slice(0, names.length));
  assert(names.length >= 2);
  const cookie = toCookieHeader(ctx);
  assertEquals(
    (await jwtStrategy.read((await createTestContext({ cookie })).ctx))?.user?.name,
    "Ada",
  );
  const end = await createTestContext({ cookie: `${cookie}; ${COOKIE}.x=theirs` });
  await jwtStrategy.end(end.ctx);
  assertEquals(outgoing(end.ctx), names.map((name) => `-${name}`));
});

Deno.test("jwtStrategy.end() returns the ended token, and deletes even one it cannot read", async () => {
  const messages: unknown[] = [];
  const events = { signOut: (message: unknown) => void messages.push(message) };
  const { ctx } = await withToken(await seal({ sub: "7" }), { events });
  await jwtStrategy.end(ctx);
  assertEquals((messages[0] as { token: JWT }).token.sub, "7");
  assertEquals(outgoing(ctx), [`-${COOKIE}`]);

  const garbage = await withToken("garbage", { events });
  await jwtStrategy.end(garbage.ctx);
  assertEquals(outgoing(garbage.ctx), [`-${COOKIE}`]);
  assertEquals(garbage.errors.map(({ name }) => name), ["SignOutError"]);
  assertEquals(messages.length, 1);

  const signedOut = await createTestContext({ config: { events } });
  await jwtStrategy.end(signedOut.ctx);
  assertEquals(outgoing(signedOut.ctx), []);
  assertEquals(messages.length, 1);
});

Deno.test("jwtStrategy.open() returns the stored user of the token, and null for other tokens", async () => {
  const adapter = MemoryAdapter();
  const stored = { ...user, emailVerified: null };
  await adapter.createUser(stored);
  const ask = async (token: string, config: Partial<AuthConfig> = { adapter }) => {
    const { ctx } = await withToken(token, { session: { strategy: "jwt" }, ...config });
    return await (await jwtStrategy.open(ctx))?.user() ?? null;
  };
  assertEquals(await ask(await seal({ sub: "7" })), stored);
  assertEquals(await ask(await seal({ sub: "8" })), null);
  assertEquals(await ask(await seal({})), null);
  assertEquals(await ask("garbage"), null);
  assertEquals(await ask(await seal({ sub: "7" }), {}), null);
});

Deno.test("jwtStrategy warns about an address that is not verified", async () => {
  const { ctx } = await createTestContext();
  await jwtStrategy.issue(ctx, { user, account, proof, hasUnprovenAddress: true });
  const token = ctx.cookies.outgoing()[0]!.value;
  const later = await withToken(token);
  const { name, email, image } = user as typeof user & { image?: string };
  assertEquals((await jwtStrategy.read(later.ctx))?.user, {
    name,
    email,
    image,
    emailVerified: false,
  });
  assertEquals(outgoing(later.ctx), []);

  // When the app can verify addresses, an unverified one is removed from the token.
  const providers = [{ ...ACME, emailVerified: true }];
  const proving = await withToken(token, { providers });
  const session = await jwtStrategy.read(proving.ctx);
  assertEquals([session?.user?.email, session?.user?.emailVerified], [undefined, undefined]);
  const renewed = await withToken(proving.ctx.cookies.outgoing()[0]!.value);
  assertEquals((await jwtStrategy.read(renewed.ctx))?.user?.email, undefined);
});

Deno.test("jwtStrategy.issue() rethrows errors of `jwt`", async () => {
  const { ctx } = await createTestContext({
    config: { callbacks: { jwt: () => Promise.reject(new Error("no")) } },
  });
  await assertRejects(() => jwtStrategy.issue(ctx, { user, account, proof }), Error, "no");
  assertEquals(outgoing(ctx), []);
});

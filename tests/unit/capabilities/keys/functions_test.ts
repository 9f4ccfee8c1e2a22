import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { AuthError, MissingCSRF, UserSuspended } from "../../../../src/errors.ts";
import { defineAuth } from "../../../../src/frameworks/define.ts";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { ApiKeys } from "../../../../src/capabilities/keys/mod.ts";
import { API, createKeyApp, done, keyOf, membership, outcome, reasonOf, signIn } from "./_keys.ts";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const OPTIONS = { name: "CI", scopes: ["project:read"] } as const;

Deno.test("keys.create(): a user with a fresh proof, who is notified", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = done(await app.auth.keys.create(ada.request(), OPTIONS));
  assertEquals([key.name, key.scopes, key.createdBy], ["CI", ["project:read"], ada.id]);
  assertEquals(key.hint, `${secret.slice(0, 12)}…`);
  assert(secret.includes(key.id));
  assertEquals(await outcome(app, secret), "in");
  assertEquals(app.mails.map(({ to, subject }) => [to, subject]), [
    ["ada@app.example", "An API key was created for your account (App)"],
  ]);
  const text = JSON.stringify([app.mails, app.entries]);
  assert(!text.includes(secret) && !text.includes(secret.slice(24)), "no secret leaves");
  const entry = app.entries.find(({ name }) => name === "key.created");
  assertEquals([entry?.userId, entry?.credential], [ada.id, key.id]);
});

Deno.test("keys.create(): without a session, a fresh proof, or as another person", async () => {
  const app = createKeyApp();
  const create = (request: Request) => app.auth.keys.create(request, OPTIONS);
  const none = await create(new Request(API, { method: "POST" }));
  assertEquals(none, {
    ok: false,
    reason: "signed-out",
    location: "https://app.example/auth/signin?callbackUrl=%2Fapi",
  });
  const old = Math.floor(Date.now() / 1000) - 3 * HOUR;
  const stale = await create((await signIn(app, "ada", { proof: { at: old } })).request());
  assert(!stale.ok);
  assertEquals(stale.reason, "proof-too-weak");
  assert(stale.location?.startsWith("https://app.example/auth/"), stale.location);
  const acting = await create((await signIn(app, "ada", { proof: { actor: "eve" } })).request());
  assertEquals(acting, { ok: false, reason: "forbidden" });
  assertEquals(app.calls.filter((call) => call === "put key"), []);
});

Deno.test("keys.create(): another site, an ended session and a suspended user make none", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const foreign = new Request(ada.request(), { headers: { origin: "https://evil.example" } });
  foreign.headers.set("cookie", ada.request().headers.get("cookie")!);
  await assertRejects(() => app.auth.keys.create(foreign, OPTIONS), MissingCSRF);
  await app.auth.users.suspend(ada.id);
  assertEquals(reasonOf(await app.auth.keys.create(ada.request(), OPTIONS)), "signed-out");
  await assertRejects(() => app.auth.keys.createFor(ada.id, OPTIONS), UserSuspended);
  await assertRejects(() => app.auth.keys.createFor("unknown", OPTIONS), UserSuspended);
  assertEquals(await app.records.list(ada.id, "key"), []);
  assertEquals(await app.records.list("unknown", "anchor"), []);
});

Deno.test("keys.create(): what cannot be used is named", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const fieldOf = async (options: object) => {
    const error = await assertRejects(
      () => app.auth.keys.createFor(ada.id, { ...OPTIONS, ...options }),
      AuthError,
    );
    return (error.cause as { field?: string }).field;
  };
  for (const name of ["", "  ", "a".repeat(65), "a\u202eb", undefined, 12]) {
    assertEquals(await fieldOf({ name }), "name");
  }
  for (const scopes of [[], ["typo"], ["project:read", "typo"], "project:read"]) {
    assertEquals(await fieldOf({ scopes }), "scopes");
  }
  for (const expiresIn of [0, -1, NaN, Infinity, "1", 101 * 365 * DAY]) {
    assertEquals(await fieldOf({ expiresIn }), "expiresIn");
  }
  const { key } = await keyOf(app, ada.id, {
    name: "  a\u00a0 b ",
    scopes: ["project:write", "project:read", "project:write"],
  });
  assertEquals([key.name, key.scopes], ["a b", ["project:read", "project:write"]]);
});

Deno.test("keys.create(): no scope beyond those of the user", async () => {
  const app = createKeyApp({ permissionsOf: () => ["project:read"] });
  const ada = await signIn(app, "ada", { membership: { organization: "acme", role: "guest" } });
  const { organization: { id: organization } } = await membership(app, ada);
  const ask = async (
    scopes: ("project:read" | "project:write")[] | "all",
    organization?: string,
  ) => {
    const bound = organization === undefined ? {} : { organization };
    return reasonOf(await app.auth.keys.createFor(ada.id, { name: "CI", scopes, ...bound }));
  };
  assertEquals(await ask(["project:read"]), "ok");
  assertEquals(await ask(["project:read", "project:write"]), "forbidden");
  // As much as the user may do, whatever that is.
  assertEquals(await ask("all"), "ok");
  assertEquals(await ask(["project:read"], organization), "ok");
  assertEquals(await ask(["project:write"], organization), "forbidden");
  assertEquals(await ask("all", organization), "ok");
  assertEquals(await ask(["project:read"], "other"), "not-member");
});

Deno.test("keys.create(): a user has 100 keys at most, and 200 with those that are rotated", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const made = [];
  for (let i = 0; i < 100; i++) made.push(await keyOf(app, ada.id));
  const create = async () => reasonOf(await app.auth.keys.createFor(ada.id, OPTIONS));
  assertEquals(await create(), "too-many");
  for (let i = 0; i < 100; i++) done(await app.auth.keys.rotate(ada.id, made[i]!.key.id));
  assertEquals(await create(), "too-many");
  const current = (await app.auth.keys.list(ada.id)).filter((key) => !key.isRotated);
  assertEquals(current.length, 100);
  assertEquals(reasonOf(await app.auth.keys.rotate(ada.id, current[0]!.id)), "too-many");
  for (const { id } of await app.auth.keys.list(ada.id)) {
    assertEquals(await app.auth.keys.revoke(ada.id, id), true);
  }
  assertEquals(await create(), "ok");
});

Deno.test("keys: those that a suspension has ended count for no limit, and go with the next key", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const made = [];
  for (let i = 0; i < 100; i++) made.push(await keyOf(app, ada.id));
  await app.auth.users.suspend(ada.id);
  await app.auth.users.resume(ada.id);
  const { key, secret } = await keyOf(app, ada.id);
  assertEquals((await app.records.list(ada.id, "key")).map(({ id }) => id), [key.id]);
  assertEquals(await outcome(app, made[0]!.secret), "revoked");
  const next = done(await app.auth.keys.rotate(ada.id, key.id));
  assertEquals([await outcome(app, secret), await outcome(app, next.secret)], ["in", "in"]);
});

Deno.test("keys.list(): the newest first, and nothing that opens anything", async () => {
  using time = new FakeTime();
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const eve = await signIn(app, "eve");
  const secrets = [];
  for (const name of ["first", "second", "third"]) {
    secrets.push(
      (await keyOf(app, ada.id, { name, expiresIn: name === "second" ? 60 : DAY })).secret,
    );
    await time.tickAsync(1000);
  }
  await keyOf(app, eve.id);
  const names = async () => (await app.auth.keys.list(ada.id)).map(({ name }) => name);
  assertEquals(await names(), ["third", "second", "first"]);
  await time.tickAsync(60_000);
  assertEquals(await names(), ["third", "first"]);
  const text = JSON.stringify(await app.auth.keys.list(ada.id));
  for (const secret of secrets) assert(!text.includes(secret.slice(24, 67)));
  assert(!/hash|anchor/.test(text));
});

Deno.test("keys.revoke() and keys.rotate(): the keys of another user, and no ids", async () => {
  const app = createKeyApp();
  const [ada, eve] = [await signIn(app, "ada"), await signIn(app, "eve")];
  const { secret, key } = await keyOf(app, ada.id);
  for (const id of [key.id, "0000000000000000", "", "x".repeat(2000), undefined as never]) {
    assertEquals(await app.auth.keys.revoke(eve.id, id), false);
    assertEquals(reasonOf(await app.auth.keys.rotate(eve.id, id)), "unknown");
  }
  assertEquals(await outcome(app, secret), "in");
  assertEquals(await app.auth.keys.revoke(ada.id, key.id), true);
  const entry = app.entries.find(({ name }) => name === "key.revoked");
  assertEquals([entry?.userId, entry?.credential], [ada.id, key.id]);
});

Deno.test("keys.rotate(): the successor is the same key with its whole time ahead", async () => {
  using time = new FakeTime();
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id, { expiresIn: 10 * DAY });
  await time.tickAsync(4 * DAY * 1000);
  const next = done(await app.auth.keys.rotate(ada.id, key.id));
  assertEquals(next.key.expires!.valueOf(), Date.now() + 10 * DAY * 1000);
  const { name, scopes, owner, organization, createdBy } = next.key;
  assertEquals(
    [name, scopes, owner, organization, createdBy],
    [key.name, key.scopes, key.owner, key.organization, key.createdBy],
  );
  assert(next.secret !== secret && next.key.id !== key.id);
  const [listed, old] = await app.auth.keys.list(ada.id);
  assertEquals([listed!.isRotated, old!.isRotated], [false, true]);
  assertEquals(old!.expires!.valueOf(), Date.now() + DAY * 1000);
  assertEquals(await outcome(app, secret), "in");
  assertEquals(await outcome(app, next.secret), "in");
  assertEquals(reasonOf(await app.auth.keys.rotate(ada.id, key.id)), "rotated");
  await time.tickAsync(DAY * 1000);
  assertEquals(await outcome(app, secret), "expired");
  assertEquals(await outcome(app, next.secret), "in");
  const entry = app.entries.find((one) => one.name === "key.rotated");
  assertEquals(entry?.credential, next.key.id);
});

Deno.test("keys.rotate(): a suspension meanwhile ends the key, also where it is over", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { key } = await keyOf(app, ada.id);
  let made: Awaited<ReturnType<typeof keyOf>> | undefined;
  // The rotation lists the keys once it has seen the anchor.
  const { list } = app.records;
  app.records.list = async (...page) => {
    app.records.list = list;
    await app.auth.users.suspend(ada.id);
    await app.auth.users.resume(ada.id);
    made = await keyOf(app, ada.id);
    return await list(...page);
  };
  assertEquals(await app.auth.keys.rotate(ada.id, key.id), { ok: false, reason: "unknown" });
  // The keys that were made since are valid.
  assertEquals(await outcome(app, made!.secret), "in");
  assertEquals((await app.auth.keys.list(ada.id)).map(({ id }) => id), [made!.key.id]);
});

Deno.test("keys.rotate(): a suspension that is over, without another key, gives none that opens nothing", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { key } = await keyOf(app, ada.id);
  const { list } = app.records;
  app.records.list = async (...page) => {
    app.records.list = list;
    await app.auth.users.suspend(ada.id);
    await app.auth.users.resume(ada.id);
    return await list(...page);
  };
  assertEquals(await app.auth.keys.rotate(ada.id, key.id), { ok: false, reason: "unknown" });
  assertEquals(await app.auth.keys.list(ada.id), []);
});

Deno.test("keys.rotate(): the overlap", async () => {
  using _time = new FakeTime();
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id);
  for (const overlap of [-1, NaN, Infinity, "1" as never]) {
    await assertRejects(() => app.auth.keys.rotate(ada.id, key.id, overlap), AuthError, "overlap");
  }
  const next = done(await app.auth.keys.rotate(ada.id, key.id, 0));
  assertEquals(await outcome(app, secret), "expired");
  assertEquals(await outcome(app, next.secret), "in");
  // It lengthens no key.
  const short = await keyOf(app, ada.id, { expiresIn: 60 });
  done(await app.auth.keys.rotate(ada.id, short.key.id, DAY));
  const old = (await app.auth.keys.list(ada.id)).find(({ id }) => id === short.key.id);
  assertEquals(old?.expires?.valueOf(), Date.now() + 60_000);
  const endless = await keyOf(app, ada.id, { expiresIn: "never" });
  const after = done(await app.auth.keys.rotate(ada.id, endless.key.id, 0));
  assertEquals(after.key.expires, null);
  assertEquals(await outcome(app, endless.secret), "expired");
});

Deno.test("users.export(): the keys of the user, without what they are compared with", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { key } = await keyOf(app, ada.id, { name: "Nightly" });
  const exported = await app.auth.users.export(ada.id);
  const text = JSON.stringify(exported);
  assert(text.includes("Nightly") && text.includes(key.createdAt.toISOString()));
  const stored = (await app.records.get("key", key.id))!.data as { hash: string; anchor: string };
  assert(!text.includes(stored.hash) && !text.includes(stored.anchor));
});

Deno.test("keys: the store has no byte of a secret, and none of a user who was deleted", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const written: string[] = [];
  const put = app.records.put;
  app.records.put = (entry, expected) => {
    written.push(JSON.stringify(entry));
    return put(entry, expected);
  };
  const one = done(await app.auth.keys.create(ada.request(), OPTIONS));
  assertEquals(await outcome(app, one.secret), "in");
  const two = done(await app.auth.keys.rotate(ada.id, one.key.id));
  await app.auth.keys.revoke(ada.id, one.key.id);
  for (const { secret } of [one, two]) {
    for (let at = 24; at + 8 <= 67; at++) {
      assert(!written.join("\n").includes(secret.slice(at, at + 8)));
    }
  }
  await app.auth.users.delete(ada.id);
  for (const kind of ["key", "key.ended", "anchor"]) {
    assertEquals(await app.records.list(ada.id, kind), []);
  }
  const ids = written.map((text) => JSON.parse(text) as { kind: string; id: string });
  for (const { kind, id } of ids) {
    const left = await app.records.get(kind, id);
    assert(!JSON.stringify(left).includes(ada.id), `${kind} ${id}`);
  }
});

Deno.test("ApiKeys(): options that cannot be used are refused by name", async () => {
  const valid = { prefix: "acme", scopes: ["read"] };
  const errorOf = async (options: object, config: object = {}) => {
    const auth = defineAuth({
      providers: [],
      adapter: MemoryAdapter(),
      session: { revocation: {} },
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      logger: { error: () => {}, warn: () => {}, debug: () => {} },
      ...config,
      keys: ApiKeys({ ...valid, ...options }),
    });
    const error = await auth.keys.list("ada").then(() => undefined, (error) => error);
    return error && [error.constructor.name, (error.cause as { option?: string })?.option];
  };
  assertEquals(await errorOf({}), undefined);
  const cells: [options: object, option: string][] = [
    [{ prefix: "a" }, "keys.prefix"],
    [{ prefix: "Acme" }, "keys.prefix"],
    [{ prefix: undefined }, "keys.prefix"],
    [{ scopes: undefined }, "keys.scopes"],
    [{ scopes: "read" }, "keys.scopes"],
    [{ scopes: {} }, "keys.scopes"],
    [{ scopes: ["a b"] }, "keys.scopes"],
    [{ scopes: [""] }, "keys.scopes"],
    [{ scopes: ['a"b'] }, "keys.scopes"],
    [{ scopes: ["all"] }, "keys.scopes"],
    [{ scopes: ["a", "a"] }, "keys.scopes"],
    [{ maxAge: 0 }, "keys.maxAge"],
    [{ maxAge: "90d" }, "keys.maxAge"],
    [{ permissionsOf: {} }, "keys.permissionsOf"],
    [{ limit: 0 }, "keys.limit"],
    [{ limit: 1.5 }, "keys.limit"],
    [{ maxLag: -1 }, "keys.maxLag"],
    [{ maxLag: Infinity }, "keys.maxLag"],
  ];
  for (const [options, option] of cells) {
    assertEquals(await errorOf(options), ["AuthError", option], JSON.stringify(options));
  }
  assertEquals(await errorOf({}, { adapter: undefined, session: {} }), [
    "MissingAdapter",
    "keys",
  ]);
  assertEquals(await errorOf({}, { session: { strategy: "jwt" } }), undefined);
  const { records: _, ...bare } = MemoryAdapter();
  assertEquals((await errorOf({}, { adapter: bare }))?.[0], "AuthError");
  assertEquals(
    (await errorOf({}, { adapter: { ...MemoryAdapter(), getUser: undefined } }))?.[0],
    "MissingAdapterMethods",
  );
});

Deno.test("keys: an app without organizations", async () => {
  const adapter = MemoryAdapter();
  const auth = defineAuth({
    providers: [],
    adapter,
    session: { revocation: {} },
    keys: ApiKeys({ prefix: "acme", scopes: ["read", "write"] }),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  await adapter.createUser({ id: "ada", email: "ada@app.example", emailVerified: null });
  const { secret } = done(await auth.keys.createFor("ada", { name: "CI", scopes: ["read"] }));
  const request = new Request(API, { headers: { authorization: `Bearer ${secret}` } });
  const who = await auth.authenticate(request, { accept: ["key"], scopes: ["read"] });
  assert(who.ok);
  await assertRejects(
    () => auth.keys.createFor("ada", { name: "CI", scopes: ["read"], organization: "acme" }),
    AuthError,
    "has no `organizations`",
  );
});

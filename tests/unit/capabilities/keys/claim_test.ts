import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { AccountPage } from "../../../../src/capabilities/account/mod.ts";
import { keys } from "../../../../src/capabilities/keys/kinds.ts";
import { UserSuspended } from "../../../../src/errors.ts";
import { defineAuth } from "../../../../src/frameworks/define.ts";
import { removeAnchor } from "../../../../src/session/anchor.ts";
import { suspend } from "../../../../src/session/user_status.ts";
import {
  API,
  authenticate,
  createKeyApp,
  done,
  keyOf,
  membership,
  outcome,
  type ScopeName,
  signIn,
  withKey,
} from "./_keys.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("authenticate: the principal of a key", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id, { name: "Nightly" });
  const who = await authenticate(app, secret);
  assert(who.ok);
  assertEquals([who.id, who.kind, who.via, who.name], [ada.id, "user", "key", "Nightly"]);
  assertEquals([who.credential, [...who.scopes as Set<string>]], [key.id, ["project:read"]]);
  assertEquals([who.can("project:read"), who.can("project:write")], [true, false]);
  assertEquals(await outcome(app, secret, { scopes: ["project:read"] }), "in");
  assertEquals(await outcome(app, secret, { scopes: ["project:write"] }), "insufficient-scope");
  assertEquals(await outcome(app, secret, { resource: API }), "in");
  assertEquals(await outcome(app, secret, { resource: "https://o.example/" }), "wrong-audience");
});

Deno.test("authenticate: a key is accepted only where the app accepts keys, and as Bearer", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret } = await keyOf(app, ada.id);
  const ask = async (request: Request, accept: ("key" | "session")[]) => {
    const who = await app.auth.authenticate(request, { accept });
    return who.ok ? "in" : who.reason;
  };
  assertEquals(await ask(withKey(secret), ["session"]), "not-accepted");
  assertEquals(await ask(withKey(secret), ["session", "key"]), "in");
  assertEquals(await ask(withKey(secret, "DPoP"), ["key"]), "not-accepted");
  assertEquals(await ask(withKey(secret, "Basic"), ["key"]), "key-misplaced");
});

Deno.test("authenticate: a key that has ended says why to the one who has it", async () => {
  using time = new FakeTime();
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const [expiring, revoked, endless] = [
    await keyOf(app, ada.id, { expiresIn: 60 }),
    await keyOf(app, ada.id),
    await keyOf(app, ada.id, { expiresIn: "never" }),
  ];
  await time.tickAsync(60_000);
  assertEquals(await outcome(app, expiring.secret), "expired");
  assertEquals(await app.auth.keys.revoke(ada.id, expiring.key.id), false);
  for (const { key } of [revoked, endless]) {
    assertEquals(await app.auth.keys.revoke(ada.id, key.id), true);
    assertEquals(await app.auth.keys.revoke(ada.id, key.id), false);
  }
  assertEquals(await outcome(app, revoked.secret), "revoked");
  assertEquals(await outcome(app, endless.secret), "revoked");
  assertEquals((await authenticate(app, revoked.secret) as { status: number }).status, 401);
  const refusals = app.entries.filter(({ name }) => name === "credential.refused");
  assertEquals(
    refusals.map(({ reason, credential }) => [reason, credential]),
    [
      ["expired", expiring.key.id],
      ["revoked", revoked.key.id],
      ["revoked", endless.key.id],
      ["revoked", revoked.key.id],
    ],
  );
  // The memory of it ends too.
  await time.tickAsync(31 * DAY_MS);
  assertEquals(await outcome(app, expiring.secret), "unknown");
  await time.tickAsync(90 * DAY_MS);
  assertEquals(await outcome(app, endless.secret), "unknown");
  assertEquals(await outcome(app, revoked.secret), "unknown");
});

Deno.test("authenticate: a key is valid for 90 days unless its maker says otherwise", async () => {
  using time = new FakeTime();
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id);
  assertEquals(key.expires!.valueOf() - key.createdAt.valueOf(), 90 * DAY_MS);
  const endless = await keyOf(app, ada.id, { expiresIn: "never" });
  assertEquals(endless.key.expires, null);
  await time.tickAsync(90 * DAY_MS - 1);
  assertEquals(await outcome(app, secret), "in");
  await time.tickAsync(1);
  assertEquals(await outcome(app, secret), "expired");
  assertEquals(await outcome(app, endless.secret), "in");
});

Deno.test("authenticate: the keys of a suspended user end for good", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id);
  await app.auth.users.suspend(ada.id);
  assertEquals(await outcome(app, secret), "suspended");
  assertEquals(await app.auth.keys.rotate(ada.id, key.id), { ok: false, reason: "unknown" });
  await app.auth.users.resume(ada.id);
  assertEquals(await outcome(app, secret), "revoked");
  assertEquals(await app.auth.keys.list(ada.id), []);
  assertEquals(await outcome(app, (await keyOf(app, ada.id)).secret), "in");
  // A later key brings none of them back, nor does a rotation.
  assertEquals(await outcome(app, secret), "revoked");
  assertEquals(await app.auth.keys.rotate(ada.id, key.id), { ok: false, reason: "unknown" });
});

Deno.test("authenticate: a write of a key from before a suspension opens nothing under a later anchor", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id);
  const record = await keys.get(app.records, key.id);
  await app.auth.users.suspend(ada.id);
  await app.auth.users.resume(ada.id);
  const later = await keyOf(app, ada.id);
  const { owner: userId, expires, data } = record!;
  await keys.add(app.records, key.id, { userId, expires, data });
  assertEquals(await outcome(app, later.secret), "in");
  assertEquals(await outcome(app, secret), "revoked");
});

Deno.test("authenticate: the keys of a user whose deletion waits end, and none is made", async () => {
  const app = createKeyApp({}, { account: AccountPage({ deletion: { graceDays: 7 } }) });
  const ada = await signIn(app, "ada");
  const { secret } = await keyOf(app, ada.id);
  await app.auth.users.requestDeletion(ada.id);
  assertEquals(await outcome(app, secret), "revoked");
  await assertRejects(() => keyOf(app, ada.id), UserSuspended);
  await app.auth.users.cancelDeletion(ada.id);
  assertEquals(await outcome(app, secret), "revoked");
  assertEquals(await outcome(app, (await keyOf(app, ada.id)).secret), "in");
});

Deno.test("authenticate: a key of an organization, in an app without organizations any more", async () => {
  const app = createKeyApp();
  const { auth } = app;
  const ada = await signIn(app, "ada");
  const made = await auth.organizations.createOrganization(ada.id, { name: "Tea", slug: "tea" });
  assert(made.ok);
  const team = auth.organizations.asSystem(made.organization.id);
  const key = await auth.keys.createForOrganization(team, { name: "Build", scopes: "all" });
  assert(key.ok);
  const later = defineAuth({ ...auth.config, organizations: undefined });
  const request = new Request(API, { headers: { authorization: `Bearer ${key.secret}` } });
  const who = await later.authenticate(request, { accept: ["key"] });
  assert(!who.ok);
  assertEquals([who.reason, who.status], ["not-member", 404]);
});

Deno.test("authenticate: a key of a user who was deleted", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id);
  const record = await keys.get(app.records, key.id);
  await app.auth.users.delete(ada.id);
  assertEquals(await outcome(app, secret), "unknown");
  // A write of the key that was on its way opens nothing.
  const { owner: userId, expires, data } = record!;
  await keys.add(app.records, key.id, { userId, expires, data });
  assertEquals(await outcome(app, secret), "deleted");
});

Deno.test("authenticate: without the anchor, neither access nor an old suspension counts", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret } = await keyOf(app, ada.id);
  // The suspension alone is no evidence; the anchor is.
  await suspend(app.records, ada.id);
  await removeAnchor(app.records, ada.id);
  assertEquals(await outcome(app, secret), "suspended");
});

Deno.test("authenticate: reads and writes of a key", async () => {
  using time = new FakeTime();
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id);
  const callsOf = async () => {
    app.calls.length = 0;
    assertEquals(await outcome(app, secret), "in");
    return app.calls.map((call) => call.split(" ").slice(0, 2).join(" "));
  };
  assertEquals((await app.auth.keys.list(ada.id))[0]!.lastUsedAt, null);
  assertEquals(await callsOf(), ["get key", "get anchor", "put key"]);
  assertEquals(await callsOf(), ["get key", "get anchor"]);
  await time.tickAsync(5 * 60_000 - 1);
  assertEquals(await callsOf(), ["get key", "get anchor"]);
  await time.tickAsync(1);
  assertEquals(await callsOf(), ["get key", "get anchor", "put key"]);
  const [listed] = await app.auth.keys.list(ada.id);
  assertEquals([listed!.id, listed!.lastUsedAt!.valueOf()], [key.id, Date.now()]);
});

Deno.test("authenticate: fifty uses at once write once, and a failed write refuses nothing", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada");
  const { secret } = await keyOf(app, ada.id);
  app.calls.length = 0;
  const used = await Promise.all(Array.from({ length: 50 }, () => outcome(app, secret)));
  assertEquals(new Set(used), new Set(["in"]));
  const other = await keyOf(app, ada.id);
  const put = app.records.put;
  app.records.put = (entry, expected) => {
    if (entry.kind === "key") throw new Error("no writes today");
    return put(entry, expected);
  };
  assertEquals(await outcome(app, other.secret), "in");
  assertEquals(app.errors.at(-1)?.message, "no writes today");
});

Deno.test("authenticate: `limit` counts the requests of each key", async () => {
  using time = new FakeTime();
  const app = createKeyApp({ limit: 3 });
  const ada = await signIn(app, "ada");
  const [one, two] = [await keyOf(app, ada.id), await keyOf(app, ada.id)];
  for (let i = 0; i < 3; i++) assertEquals(await outcome(app, one.secret), "in");
  const refused = await authenticate(app, one.secret);
  assert(!refused.ok);
  assertEquals([refused.reason, refused.status], ["too-many", 429]);
  assertEquals(refused.response().headers.get("retry-after"), "20");
  assertEquals(await outcome(app, two.secret), "in");
  await time.tickAsync(20_000);
  assertEquals(await outcome(app, one.secret), "in");
  assertEquals(await outcome(app, one.secret), "too-many");
});

Deno.test("authenticate: `maxLag` reuses reads, and a change by this process counts at once", async () => {
  using time = new FakeTime();
  const app = createKeyApp({ maxLag: 30 });
  const ada = await signIn(app, "ada");
  const { secret, key } = await keyOf(app, ada.id);
  assertEquals(await outcome(app, secret), "in");
  assertEquals(await outcome(app, secret), "in");
  app.calls.length = 0;
  assertEquals(await outcome(app, secret), "in");
  assertEquals(app.calls, []);
  // Another process removes the anchor: it counts here within the 30 seconds.
  await app.adapter.records!.take(
    "anchor",
    (await app.adapter.records!.list(ada.id, "anchor"))[0]!.id,
  );
  assertEquals(await outcome(app, secret), "in");
  await time.tickAsync(30_000);
  assertEquals(await outcome(app, secret), "revoked");
  const next = await keyOf(app, ada.id);
  // The first use is written, and then read again.
  for (let i = 0; i < 2; i++) assertEquals(await outcome(app, next.secret), "in");
  await app.auth.users.suspend(ada.id);
  assertEquals(await outcome(app, next.secret), "suspended");
  await app.auth.users.resume(ada.id);
  const last = await keyOf(app, ada.id);
  for (let i = 0; i < 2; i++) assertEquals(await outcome(app, last.secret), "in");
  await app.auth.keys.revoke(ada.id, last.key.id);
  assertEquals(await outcome(app, last.secret), "revoked");
  assertEquals(await outcome(app, secret), "revoked");
  assertEquals(key.isRotated, false);
});

Deno.test("authenticate: a key in an organization has the role of its user now", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada", { membership: { organization: "acme", role: "owner" } });
  const bob = await signIn(app, "bob", { membership: { organization: "acme", role: "member" } });
  await signIn(app, "eve", { membership: { organization: "other", role: "owner" } });
  const { organization } = await membership(app, ada);
  const bound = await keyOf(app, bob.id, {
    organization: organization.id,
    scopes: ["project:read", "project:write"],
  });
  const free = await keyOf(app, bob.id, { scopes: "all" });
  assertEquals(bound.key.organization, organization.id);
  const ask = async (secret: string, organization?: string) => {
    const who = await authenticate(app, secret, organization ? { organization } : {});
    if (!who.ok) return who.reason;
    return [who.organization?.role, who.scopes === "all" ? "all" : [...who.scopes].sort()];
  };
  const both: ScopeName[] = ["project:read", "project:write"];
  assertEquals(await ask(bound.secret), ["member", both]);
  assertEquals(await ask(bound.secret, "acme"), ["member", both]);
  assertEquals(await ask(bound.secret, "other"), "not-member");
  assertEquals(await ask(free.secret), [undefined, "all"]);
  assertEquals(await ask(free.secret, "acme"), ["member", both]);
  const system = app.auth.organizations.asSystem(organization.id);
  done(await app.auth.organizations.changeRole(system, bob.id, "guest"));
  assertEquals(await ask(bound.secret), ["guest", ["project:read"]]);
  assertEquals(await ask(free.secret, "acme"), ["guest", ["project:read"]]);
  done(await app.auth.organizations.removeMember(system, bob.id));
  assertEquals(await ask(bound.secret), "not-member");
  assertEquals(await ask(free.secret, "acme"), "not-member");
  assertEquals(await ask(free.secret), [undefined, "all"]);
});

Deno.test("authenticate: a key bound to an organization is for no other one of its user", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada", { membership: { organization: "acme", role: "owner" } });
  await signIn(app, "ada", { membership: { organization: "other", role: "owner" } });
  const { organization } = await membership(app, ada);
  const { secret } = await keyOf(app, ada.id, { organization: organization.id });
  assertEquals(await outcome(app, secret, { organization: "other" }), "other-organization");
  assertEquals(await outcome(app, secret, { organization: "acme" }), "in");
});

Deno.test("authenticate: the policy of an organization holds for keys by the proof that made them", async () => {
  const app = createKeyApp();
  const ada = await signIn(app, "ada", { membership: { organization: "acme", role: "owner" } });
  const { organization } = await membership(app, ada);
  const { secret } = done(
    await app.auth.keys.create(ada.request(), {
      name: "CI",
      scopes: ["project:read"],
      organization: organization.id,
    }),
  );
  const unproven = await keyOf(app, ada.id, { organization: organization.id });
  assertEquals(await outcome(app, secret), "in");
  const system = app.auth.organizations.asSystem(organization.id);
  const policy = async (methods: ("mfa" | "pwd")[]) =>
    done(await app.auth.organizations.updateOrganization(system, { policy: { methods } }));
  await policy(["pwd"]);
  assertEquals(await outcome(app, secret), "in");
  assertEquals(await outcome(app, unproven.secret), "proof-too-weak");
  await policy(["mfa"]);
  assertEquals(await outcome(app, secret), "proof-too-weak");
});

Deno.test("authenticate: `permissionsOf` narrows the scopes of a user now, and a failure is none", async () => {
  let own: string[] | "all" | Error = "all";
  const app = createKeyApp({
    permissionsOf: () => {
      if (own instanceof Error) throw own;
      return own as "all";
    },
  });
  const ada = await signIn(app, "ada");
  const { secret } = await keyOf(app, ada.id, { scopes: ["project:read", "project:write"] });
  const ask = async () => {
    const who = await authenticate(app, secret);
    return who.ok && who.scopes !== "all" ? [...who.scopes].sort() : who;
  };
  assertEquals(await ask(), ["project:read", "project:write"]);
  own = ["project:read", "billing:manage"];
  assertEquals(await ask(), ["project:read"]);
  own = [];
  assertEquals(await ask(), []);
  own = new Error("the app's table is away");
  await assertRejects(() => ask(), Error, "the app's table is away");
});

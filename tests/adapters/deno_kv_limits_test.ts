/**
 * Limits of Deno KV, and the adapter's behavior at each.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { DenoKvAdapter, type KvAtomic, type KvStore } from "../../adapters/deno_kv.ts";
import { AdapterError } from "../../src/errors.ts";
import { assertNothingDangles, findDangling } from "./_kv_check.ts";

const soon = () => new Date(Date.now() + 60_000);

/** A value with a stored form of about this many bytes. */
const user = (id: string, bytes: number) => ({
  id,
  email: `${id}@example.com`,
  emailVerified: null,
  name: "x".repeat(bytes),
});

/** The store with another `commit`. */
function withCommit(
  kv: Deno.Kv,
  commit: (done: () => Promise<{ ok: boolean }>) => unknown,
): KvStore {
  const wrap = (atomic: Deno.AtomicOperation): KvAtomic =>
    new Proxy(atomic, {
      get(target, name) {
        if (name === "commit") return () => commit(() => target.commit());
        const member = Reflect.get(target, name);
        return (...args: unknown[]) => {
          member.apply(target, args);
          return wrap(target);
        };
      },
    }) as unknown as KvAtomic;
  return new Proxy(kv, {
    get(target, name) {
      if (name === "atomic") return () => wrap(target.atomic());
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  }) as unknown as KvStore;
}

Deno.test("DenoKvAdapter: stores a value just below 64 KiB, rejects a larger one with a clear error", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const large = await adapter.createUser(user("1", 65_000));
  assertEquals(await adapter.getUser("1"), large);
  const error = await assertRejects(
    async () => await adapter.createUser(user("2", 66_000)),
    AdapterError,
  );
  assert(error.message.includes("64 KiB"), error.message);
  assertEquals(await adapter.getUserByEmail("2@example.com"), null);
  await assertRejects(
    async () => await adapter.updateUser({ id: "1", image: "y".repeat(2000) }),
    AdapterError,
  );
  assertEquals(await adapter.getUser("1"), large);
  await assertNothingDangles(kv);
});

Deno.test("DenoKvAdapter: finds no key above 2 KiB, rejects writing one with a clear error", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const long = "x".repeat(3000);
  const account = { provider: "github", providerAccountId: long, type: "oauth" as const };
  assertEquals(await adapter.getUserByAccount(account), null);
  assertEquals(await adapter.getSessionAndUser(long), null);
  assertEquals(await adapter.getUserByEmail(long), null);
  assertEquals(await adapter.useVerificationToken({ identifier: long, token: long }), null);
  const { id } = await adapter.createUser(user("1", 1));
  for (
    const write of [
      () => adapter.createUser({ ...user("2", 1), email: long }),
      () => adapter.createSession({ sessionToken: long, userId: id, expires: soon() }),
      () => adapter.createUserWithAccount(user("3", 1), account),
    ]
  ) await assertRejects(async () => await write(), Error, "Key too large");
  await assertNothingDangles(kv);
});

Deno.test("DenoKvAdapter: prefixes separate two apps in one store", async () => {
  using kv = await Deno.openKv(":memory:");
  const [one, two] = [DenoKvAdapter(kv, { prefix: ["one"] }), DenoKvAdapter(kv)];
  await one.createUser(user("1", 1));
  assertEquals(await two.getUser("1"), null);
  await two.createUser(user("1", 2));
  await two.deleteUser("1");
  assertEquals((await one.getUser("1"))?.name, "x");
  await assertNothingDangles(kv, ["one"]);
});

Deno.test("DenoKvAdapter: retries a write to a locked file", async () => {
  using kv = await Deno.openKv(":memory:");
  let failures = 3;
  const adapter = DenoKvAdapter(withCommit(kv, (done) => {
    if (failures-- > 0) throw new TypeError("database is locked");
    return done();
  }));
  await adapter.createUser(user("1", 1));
  assertEquals((await adapter.getUser("1"))?.id, "1");
});

Deno.test("DenoKvAdapter: does not retry other failures", async () => {
  using kv = await Deno.openKv(":memory:");
  let tries = 0;
  const adapter = DenoKvAdapter(withCommit(kv, () => {
    tries++;
    throw new TypeError("connection lost");
  }));
  await assertRejects(async () => await adapter.createUser(user("1", 1)), TypeError, "connection");
  assertEquals(tries, 1);
});

Deno.test("DenoKvAdapter: a write that always conflicts ends in a clear error", async () => {
  using kv = await Deno.openKv(":memory:");
  await DenoKvAdapter(kv).createUser(user("1", 1));
  const adapter = DenoKvAdapter(withCommit(kv, () => ({ ok: false })));
  await assertRejects(
    async () => await adapter.updateUser({ id: "1", name: "Ada" }),
    AdapterError,
    "other calls changed it",
  );
});

Deno.test("DenoKvAdapter: sessions carry their expiry in the value, whenever the store removes them", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const { id } = await adapter.createUser(user("1", 1));
  const expires = new Date(Date.now() - 1000);
  await adapter.createSession({ sessionToken: "s", userId: id, expires });
  const found = await adapter.getSessionAndUser("s");
  // The store removes rows later: the caller compares the time.
  if (found) assertEquals(found.session.expires, expires);
});

Deno.test("DenoKvAdapter: an eventual read without a result is repeated as a consistent read", async () => {
  using kv = await Deno.openKv(":memory:");
  const asked: unknown[] = [];
  const lagging = new Proxy(kv, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (name !== "get") return member.bind?.(target) ?? member;
      return async (key: Deno.KvKey, options?: { consistency?: Deno.KvConsistencyLevel }) => {
        const entry = await target.get(key, options);
        if (key[1] !== "session") return entry;
        asked.push(options?.consistency);
        return options?.consistency === "eventual"
          ? { key, value: null, versionstamp: null }
          : entry;
      };
    },
  }) as unknown as KvStore;
  const adapter = DenoKvAdapter(lagging, { sessionConsistency: "eventual" });
  const { id } = await adapter.createUser(user("1", 1));
  await adapter.createSession({ sessionToken: "s", userId: id, expires: soon() });
  asked.length = 0;
  assertEquals((await adapter.getSessionAndUser("s"))?.user.id, id);
  assertEquals(asked, ["eventual", "strong"]);
});

Deno.test("DenoKvAdapter: the next call finishes an interrupted deletion", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const { id } = await adapter.createUser(user("1", 1));
  await adapter.createSession({ sessionToken: "s", userId: id, expires: soon() });
  const record = { kind: "code", id: "1", owner: id, version: 1, expires: null, data: null };
  await adapter.records.put(record, null);
  let commits = 0;
  const dying = DenoKvAdapter(withCommit(kv, (done) => {
    if (++commits > 1) throw new Error("the process was killed");
    return done();
  }));
  await assertRejects(
    async () => await dying.deleteUser(id),
    Error,
    "the process was killed",
  );
  assertEquals((await findDangling(kv)).length, 1);
  await assertRejects(
    async () => await adapter.createSession({ sessionToken: "t", userId: id, expires: soon() }),
    AdapterError,
    "no user has this id",
  );
  assertEquals(await adapter.getUser(id), null);
  assertEquals(await adapter.records.get("code", "1"), null);
  await adapter.createUser(user("2", 1));
  await assertNothingDangles(kv);
});

Deno.test("DenoKvAdapter: deletes a user with more rows than fit into one commit", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const { id } = await adapter.createUser(user("1", 1));
  for (let count = 0; count < 500; count++) {
    const sessionToken = `${"s".repeat(400)}${count}`;
    await adapter.createSession({ sessionToken, userId: id, expires: soon() });
  }
  assertEquals((await adapter.deleteUser(id))?.id, id);
  for await (const { key } of kv.list({ prefix: [] })) throw new Error(`left: ${key.join("/")}`);
});

Deno.test("DenoKvAdapter: deletes a user whose accounts have the longest ids that fit into a key", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const { id: userId } = await adapter.createUser(user("1", 1));
  for (let count = 0; count < 300; count++) {
    const providerAccountId = `${"x".repeat(1900)}${count}`;
    await adapter.linkAccount({ userId, type: "oauth", provider: "github", providerAccountId });
  }
  assertEquals((await adapter.deleteUser(userId))?.id, userId);
  for await (const { key } of kv.list({ prefix: [] })) throw new Error(`left: ${key.join("/")}`);
});

Deno.test("DenoKvAdapter: when a part of many sessions cannot be ended, the call fails, and the next one ends the rest", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const { id } = await adapter.createUser(user("1", 1));
  const tokens = Array.from({ length: 350 }, (_, index) => `s${index}`);
  for (const sessionToken of tokens) {
    await adapter.createSession({ sessionToken, userId: id, expires: soon() });
  }
  let commits = 0;
  const failing = DenoKvAdapter(withCommit(kv, (done) => {
    if (++commits === 2) throw new Error("connection lost");
    return done();
  }));
  await assertRejects(async () => await failing.deleteSessions(id, tokens), Error, "lost");
  const left = (await adapter.listSessions(id)).map(({ sessionToken }) => sessionToken);
  assert(left.length > 0 && left.length < 350, String(left.length));
  await assertNothingDangles(kv);
  assertEquals((await adapter.deleteSessions(id, tokens)).toSorted(), left.toSorted());
  assertEquals(await adapter.listSessions(id), []);
  await assertNothingDangles(kv);
});

Deno.test("DenoKvAdapter: sessions whose index entries have no expiry, as in 0.1.0, are listed with the others", async () => {
  using kv = await Deno.openKv(":memory:");
  const adapter = DenoKvAdapter(kv);
  const { id } = await adapter.createUser(user("1", 1));
  const expires = soon();
  for (const sessionToken of ["new", "old"]) {
    await adapter.createSession({ sessionToken, userId: id, expires });
  }
  await kv.set(["auth", "session_by_user", id, "old"], true);
  const sessions = await adapter.listSessions(id);
  assertEquals(sessions.map(({ sessionToken }) => sessionToken).toSorted(), ["new", "old"]);
  for (const session of sessions) assertEquals([session.userId, session.expires], [id, expires]);
  assertEquals(await adapter.deleteSessions(id, ["old"]), ["old"]);
  assertEquals((await adapter.listSessions(id)).length, 1);
});

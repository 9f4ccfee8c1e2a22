import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { AccessDenied } from "../../../src/errors.ts";
import { endBefore, suspend } from "../../../src/session/user_status.ts";
import {
  closeRecord,
  endRecord,
  endRecords,
  hasRecord,
  isLegacySessionValid,
  listRecords,
  migratedId,
  migrateLegacySession,
  newSessionId,
  openRecord,
  touchLastSeen,
  writeTombstone,
} from "../../../src/session/record.ts";
import type { SessionRevocationOptions } from "../../../src/types/config.ts";
import type { ResolvedRevocation } from "../../../src/types/internal.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { createTestContext } from "../_context.ts";

const NOW = "2030-01-01T00:00:00Z";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAX_AGE = 30 * DAY / 1000;
const identity = { id: "the-id", userId: "7" };

/** A store, and its calls and writes with the kinds of records. */
function createStore() {
  const records = MemoryRecords();
  const asked: string[] = [];
  const written: string[] = [];
  const store: RecordStore = {
    ...records,
    get: (kind, id) => {
      asked.push(`get ${kind}`);
      return records.get(kind, id);
    },
    put: async (entry, expected) => {
      asked.push(`put ${entry.kind}`);
      const isWritten = await records.put(entry, expected);
      if (isWritten) written.push(entry.kind);
      return isWritten;
    },
  };
  return { store, asked, written };
}

async function createRig(options: SessionRevocationOptions = {}, userAgent = "browser") {
  const { store, asked, written } = createStore();
  const { ctx } = await createTestContext({
    headers: { "user-agent": userAgent },
    config: { records: store, session: { strategy: "jwt", revocation: options } },
  });
  const revocation: ResolvedRevocation = ctx.config.revocation!;
  const ids = async (userId: string) => (await listRecords(revocation, userId)).map(({ id }) => id);
  return { ctx, store, asked, written, revocation, ids };
}

Deno.test("newSessionId() returns random ids for cookies and URLs", () => {
  assertMatch(newSessionId(), /^[\w-]{22}$/);
  assertNotEquals(newSessionId(), newSessionId());
});

Deno.test("openRecord() stores user, times, address and device", async () => {
  using _time = new FakeTime(NOW);
  const { ctx, store, asked, revocation } = await createRig(
    { address: () => "192.0.2.1" },
    "x".repeat(300),
  );
  await openRecord(ctx, identity);
  // The user is read after the write.
  assertEquals(asked, ["put session", "get access"]);
  const now = new Date(NOW);
  const shown = {
    id: "the-id",
    createdAt: now,
    lastSeenAt: now,
    // The lifetime of the session, plus ten minutes for later writes.
    expires: new Date(now.valueOf() + 30 * DAY + 10 * MINUTE),
    device: "x".repeat(256),
    address: "192.0.2.1",
  };
  assertEquals(await listRecords(revocation, "7"), [shown]);
  const entry = await store.get("session", "the-id");
  assertEquals([entry?.owner, entry?.expires], ["7", shown.expires]);
});

Deno.test("openRecord() stores the sealed token, and touchLastSeen() seals it anew when it writes", async () => {
  using time = new FakeTime(NOW);
  const { ctx, revocation } = await createRig();
  let seals = 0;
  const seal = () => Promise.resolve(`seal ${++seals}`);
  const tokens = async () => (await listRecords(revocation, "7")).map(({ token }) => token);
  await openRecord(ctx, identity, { seal });
  assertEquals(await tokens(), ["seal 1"]);
  time.tick(5 * MINUTE - 1);
  await touchLastSeen(ctx, identity, { beganAt: 0, seal });
  assertEquals(await tokens(), ["seal 1"]);
  time.tick(1);
  await touchLastSeen(ctx, identity, { beganAt: 0, seal });
  assertEquals(await tokens(), ["seal 2"]);
  time.tick(5 * MINUTE);
  await touchLastSeen(ctx, identity, { beganAt: 0 });
  assertEquals(await tokens(), ["seal 2"], "kept when there is no new one");
});

Deno.test("openRecord() keeps the record that a parallel read has created", async () => {
  using time = new FakeTime(NOW);
  const { ctx, revocation } = await createRig();
  await openRecord(ctx, identity);
  time.tick(1000);
  await Promise.all(Array.from({ length: 50 }, () => openRecord(ctx, identity)));
  const [record, ...others] = await listRecords(revocation, "7");
  assertEquals([record?.createdAt, others], [new Date(NOW), []]);
});

Deno.test("openRecord() stores nothing without the option", async () => {
  const { store, asked } = createStore();
  const { ctx } = await createTestContext({ config: { records: store } });
  await openRecord(ctx, identity);
  await touchLastSeen(ctx, identity, { beganAt: 0 });
  await closeRecord(ctx, "the-id");
  await migrateLegacySession(ctx, identity, 0, new Date());
  await writeTombstone(ctx, "the-id", new Date());
  assertEquals(await hasRecord(ctx, "any"), true);
  assertEquals(await isLegacySessionValid(ctx, identity, 0), true);
  assertEquals(asked, []);
  assertEquals(await store.list("7", "session"), []);
});

Deno.test("openRecord() throws AccessDenied for a suspended user, and leaves no record", async () => {
  const { ctx, store, ids } = await createRig();
  await suspend(store, "7");
  await assertRejects(() => openRecord(ctx, identity), AccessDenied);
  assertEquals(await ids("7"), []);
  assertEquals(await hasRecord(ctx, "the-id"), false);
  await openRecord(ctx, { id: "other", userId: "8" });
  assertEquals(await ids("8"), ["other"]);
});

Deno.test("openRecord() leaves no record when the user is suspended while it is written", async () => {
  for (const isBefore of [true, false]) {
    const { ctx, store, ids } = await createRig({ maxLag: 3600 });
    const { put } = store;
    store.put = async (entry, expected) => {
      if (entry.kind !== "session") return await put(entry, expected);
      if (isBefore) await suspend(store, "7");
      const isWritten = await put(entry, expected);
      if (!isBefore) await suspend(store, "7");
      return isWritten;
    };
    await assertRejects(() => openRecord(ctx, identity), AccessDenied);
    assertEquals(await ids("7"), []);
    assertEquals(await hasRecord(ctx, "the-id"), false);
  }
});

Deno.test("openRecord() leaves no record when the user is suspended among fifty sign-ins", async () => {
  const { ctx, store, revocation, ids } = await createRig();
  const begin = (from: number, count: number) =>
    Promise.allSettled(
      Array.from(
        { length: count },
        (_, at) => openRecord(ctx, { id: `${from + at}`, userId: "7" }),
      ),
    );
  const isRefused = (outcome: PromiseSettledResult<void>) =>
    outcome.status === "rejected" && outcome.reason instanceof AccessDenied;
  const before = await begin(0, 10);
  assertEquals(before.some(isRefused), false);
  const ended = suspend(store, "7").then(() => endRecords(revocation, "7"));
  const [during] = await Promise.all([begin(10, 30), ended]);
  assert(during.every((outcome) => outcome.status === "fulfilled" || isRefused(outcome)));
  const after = await begin(40, 10);
  assertEquals(after.every(isRefused), true);
  assertEquals(await ids("7"), []);
});

Deno.test("openRecord() refuses a session that began before all sessions of its user were ended", async () => {
  using time = new FakeTime(NOW);
  const { ctx, store, ids } = await createRig();
  await endBefore(store, "7", MAX_AGE);
  await assertRejects(() => openRecord(ctx, identity, { beganAt: time.now }), AccessDenied);
  assertEquals(await ids("7"), []);
  await openRecord(ctx, identity, { beganAt: time.now + 1 });
  await openRecord(ctx, { ...identity, id: "new" });
  assertEquals(await ids("7"), ["new", "the-id"]);
});

Deno.test("hasRecord() returns false when the record is deleted or has expired", async () => {
  using time = new FakeTime(NOW);
  const { ctx } = await createRig();
  assertEquals(await hasRecord(ctx, "the-id"), false);
  await openRecord(ctx, identity);
  assertEquals(await hasRecord(ctx, "the-id"), true);
  await closeRecord(ctx, "the-id");
  assertEquals(await hasRecord(ctx, "the-id"), false);
  await openRecord(ctx, { ...identity, id: "another" });
  time.tick(31 * DAY);
  assertEquals(await hasRecord(ctx, "another"), false);
});

Deno.test("hasRecord() returns false for text that no session has as its id", async () => {
  const { ctx, revocation, asked } = await createRig();
  for (const id of ["", "\0", "\ud800", "a b", "x".repeat(1000)]) {
    assertEquals(await hasRecord(ctx, id), false);
    assertEquals(await endRecord(revocation, id), false);
  }
  assertEquals(asked, []);
});

Deno.test("hasRecord() queries the store every time, or once per maxLag", async () => {
  using time = new FakeTime(NOW);
  const eager = await createRig();
  await openRecord(eager.ctx, identity);
  eager.asked.length = 0;
  for (let read = 0; read < 3; read++) await hasRecord(eager.ctx, "the-id");
  assertEquals(eager.asked, ["get session", "get session", "get session"]);

  const lazy = await createRig({ maxLag: 60 });
  await openRecord(lazy.ctx, identity);
  await lazy.store.take("session", "the-id"); // by another process
  lazy.asked.length = 0;
  time.tick(MINUTE - 1);
  assertEquals(await hasRecord(lazy.ctx, "the-id"), true);
  assertEquals(lazy.asked, []);
  time.tick(1);
  assertEquals(await hasRecord(lazy.ctx, "the-id"), false);
});

Deno.test("endRecords() ends what is meant of a user's records, here at once whatever maxLag is", async () => {
  const { ctx, revocation, ids } = await createRig({ maxLag: 3600 });
  for (const id of ["one", "two", "three"]) await openRecord(ctx, { id, userId: "7" });
  await openRecord(ctx, { id: "other", userId: "8" });
  assertEquals(await endRecords(revocation, "7", "two"), 2);
  const live = async () =>
    await Promise.all(["one", "two", "three", "other"].map((id) => hasRecord(ctx, id)));
  assertEquals(await live(), [false, true, false, true]);
  assertEquals(await endRecords(revocation, "7"), 1);
  assertEquals(await live(), [false, false, false, true]);
  assertEquals([await ids("7"), await ids("8")], [[], ["other"]]);
});

Deno.test("endRecords() ends records here at once even when the store's answer was lost", async () => {
  const { ctx, store, revocation } = await createRig({ maxLag: 3600 });
  await openRecord(ctx, identity);
  const { deleteOwner } = store;
  store.deleteOwner = async (...args) => {
    await deleteOwner(...args);
    throw new Error("connection lost");
  };
  await assertRejects(() => endRecords(revocation, "7"), Error, "connection lost");
  assertEquals(await hasRecord(ctx, "the-id"), false);
});

Deno.test("endRecords() counts no record that another call ended", async () => {
  const { ctx, revocation } = await createRig();
  for (let at = 0; at < 10; at++) await openRecord(ctx, { id: `${at}`, userId: "7" });
  const counts = await Promise.all(Array.from({ length: 50 }, () => endRecords(revocation, "7")));
  assertEquals(counts.reduce((sum, count) => sum + count), 10);
});

Deno.test("endRecord() ends a record once, of fifty calls at once, and only that of the given user", async () => {
  const { ctx, revocation, ids } = await createRig({ maxLag: 3600 });
  await openRecord(ctx, identity);
  assertEquals(await endRecord(revocation, "the-id", "8"), false);
  assertEquals(await hasRecord(ctx, "the-id"), true);
  assertEquals(await endRecord(revocation, "unknown", "7"), false);
  const ended = await Promise.all(
    Array.from({ length: 50 }, () => endRecord(revocation, "the-id", "7")),
  );
  assertEquals(ended.filter(Boolean).length, 1);
  assertEquals([await hasRecord(ctx, "the-id"), await ids("7")], [false, []]);
});

Deno.test("listRecords() and endRecords() have more records than one page, and those of one user", async () => {
  const { store, revocation, ids } = await createRig();
  const all = Array.from({ length: 2001 }, (_, index) => String(index).padStart(4, "0"));
  const data = { createdAt: NOW, lastSeenAt: NOW, device: null, address: null };
  const expires = new Date(Date.now() + DAY);
  for (const id of all) {
    await store.put({ kind: "session", id, owner: "7", version: 1, expires, data }, null);
  }
  await store.put({ kind: "session", id: "x", owner: "8", version: 1, expires, data }, null);
  assertEquals(await ids("7"), all);
  assertEquals(await endRecords(revocation, "7"), all.length);
  assertEquals([await ids("7"), await ids("8")], [[], ["x"]]);
});

Deno.test("hasRecord() updates `lastSeenAt` at most every five minutes", async () => {
  using time = new FakeTime(NOW);
  const { ctx, asked, revocation } = await createRig();
  await openRecord(ctx, identity);
  asked.length = 0;
  time.tick(5 * MINUTE - 1);
  await hasRecord(ctx, "the-id");
  assertEquals(asked, ["get session"]);
  time.tick(1);
  await hasRecord(ctx, "the-id");
  assertEquals(asked, ["get session", "get session", "put session"]);
  const [record] = await listRecords(revocation, "7");
  assertEquals(record?.lastSeenAt, new Date(time.now));
  assertEquals(record?.createdAt, new Date(NOW));
  assert(record!.expires.valueOf() > time.now + 30 * DAY);
});

Deno.test("hasRecord() updates the address, and keeps the one before when there is none", async () => {
  using time = new FakeTime(NOW);
  let address: string | undefined = "192.0.2.1";
  const { ctx, revocation } = await createRig({ address: () => address });
  await openRecord(ctx, identity);
  const seenFrom = async (next: string | undefined) => {
    address = next;
    time.tick(5 * MINUTE);
    await hasRecord(ctx, "the-id");
    return (await listRecords(revocation, "7"))[0]?.address;
  };
  assertEquals(await seenFrom("192.0.2.2"), "192.0.2.2");
  assertEquals(await seenFrom(undefined), "192.0.2.2");
});

Deno.test("hasRecord() returns false when the record is deleted between reading and writing", async () => {
  using time = new FakeTime(NOW);
  const { ctx, store, ids } = await createRig();
  await openRecord(ctx, identity);
  const { get } = store;
  store.get = async (kind, id) => {
    const entry = await get(kind, id);
    await store.take(kind, id);
    return entry;
  };
  time.tick(5 * MINUTE);
  assertEquals(await hasRecord(ctx, "the-id"), false);
  assertEquals(await ids("7"), []);
});

Deno.test("hasRecord() does not bring back a session that ends during fifty reads", async () => {
  using time = new FakeTime(NOW);
  const { ctx, revocation, ids } = await createRig();
  await openRecord(ctx, identity);
  time.tick(5 * MINUTE);
  const reads = Array.from({ length: 50 }, () => hasRecord(ctx, "the-id"));
  await Promise.all([...reads, endRecord(revocation, "the-id")]);
  assertEquals([await hasRecord(ctx, "the-id"), await ids("7")], [false, []]);
});

Deno.test("hasRecord() returns true for fifty reads that all write the last use", async () => {
  using time = new FakeTime(NOW);
  const { ctx, written } = await createRig();
  await openRecord(ctx, identity);
  time.tick(5 * MINUTE);
  const reads = await Promise.all(Array.from({ length: 50 }, () => hasRecord(ctx, "the-id")));
  assertEquals(reads.every(Boolean), true);
  assertEquals(written, ["session", "session"], "one of them wrote");
});

Deno.test("touchLastSeen() creates a missing record, and queries the store at most every five minutes", async () => {
  using time = new FakeTime(NOW);
  const { ctx, asked, ids } = await createRig();
  await touchLastSeen(ctx, identity, { beganAt: time.now });
  assertEquals(await ids("7"), ["the-id"]);
  await touchLastSeen(ctx, identity, { beganAt: time.now });
  assertEquals(asked, ["get session", "put session", "get access"]);
  asked.length = 0;
  time.tick(5 * MINUTE);
  await touchLastSeen(ctx, identity, { beganAt: time.now });
  assertEquals(asked, ["get session", "put session"]);
});

Deno.test("touchLastSeen() throws AccessDenied for a session without a record whose user may have none", async () => {
  using time = new FakeTime(NOW);
  const { ctx, store, ids } = await createRig();
  await endBefore(store, "7", MAX_AGE);
  await assertRejects(() => touchLastSeen(ctx, identity, { beganAt: time.now }), AccessDenied);
  assertEquals(await ids("7"), []);
  await touchLastSeen(ctx, identity, { beganAt: time.now + 1 });
  assertEquals(await ids("7"), ["the-id"]);
  await suspend(store, "8");
  await assertRejects(
    () => touchLastSeen(ctx, { id: "8s", userId: "8" }, { beganAt: time.now + 1 }),
    AccessDenied,
  );
});

Deno.test("isLegacySessionValid() accepts a session without a record, unless its user's sessions were ended after it began", async () => {
  using time = new FakeTime(NOW);
  const { ctx, store } = await createRig();
  const beganAt = time.now;
  assertEquals(await isLegacySessionValid(ctx, identity, beganAt), true);
  time.tick(MINUTE);
  await endBefore(store, "7", MAX_AGE);
  assertEquals(await isLegacySessionValid(ctx, identity, beganAt), false);
  assertEquals(await isLegacySessionValid(ctx, identity, time.now), false);
  assertEquals(await isLegacySessionValid(ctx, identity, time.now + 1), true);
  assertEquals(await isLegacySessionValid(ctx, { ...identity, userId: "8" }, beganAt), true);
  await suspend(store, "8");
  assertEquals(await isLegacySessionValid(ctx, { ...identity, userId: "8" }, Infinity), false);
});

Deno.test("isLegacySessionValid() accepts an adopted session until its record is removed, for as long as its token lasts", async () => {
  using time = new FakeTime(NOW);
  const { ctx, ids } = await createRig();
  const until = new Date(time.now + 2 * DAY);
  await migrateLegacySession(ctx, identity, time.now, until);
  assertEquals([await isLegacySessionValid(ctx, identity, 0), await ids("7")], [true, ["the-id"]]);
  await closeRecord(ctx, "the-id");
  for (let day = 0; day < 2; day++) {
    assertEquals(await isLegacySessionValid(ctx, identity, 0), false);
    time.tick(DAY);
  }
  assertEquals(await isLegacySessionValid(ctx, identity, 0), false);
});

Deno.test("retire() ends a session that never had a record", async () => {
  using time = new FakeTime(NOW);
  const { ctx, ids } = await createRig();
  await writeTombstone(ctx, "the-id", new Date(time.now + DAY));
  assertEquals([await isLegacySessionValid(ctx, identity, 0), await ids("7")], [false, []]);
});

Deno.test("migratedId() depends on the claims alone, and does not show them", async () => {
  const id = await migratedId('{"sub":"7"}');
  assertEquals(await migratedId('{"sub":"7"}'), id);
  assertNotEquals(await migratedId('{"sub":"8"}'), id);
  assertMatch(id, /^[\w-]+$/);
});

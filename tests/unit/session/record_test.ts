import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import {
  closeRecord,
  endRecords,
  hasRecord,
  newSessionId,
  noteSeen,
  openRecord,
} from "../../../src/session/record.ts";
import type { SessionRevocationOptions } from "../../../src/types/config.ts";
import { createTestContext } from "../_context.ts";

const NOW = "2030-01-01T00:00:00Z";
const MINUTE = 60_000;
const identity = { id: "the-id", userId: "7" };

/** A store that counts its calls. */
function createStore() {
  const store = MemoryAdapter();
  const asked: string[] = [];
  const counting = {
    ...store,
    getSessionRecord: (id: string) => {
      asked.push("get");
      return store.getSessionRecord(id);
    },
    updateSessionRecord: (...args: Parameters<typeof store.updateSessionRecord>) => {
      asked.push("update");
      return store.updateSessionRecord(...args);
    },
  };
  return { store: counting, asked };
}

async function createRig(options: SessionRevocationOptions = {}, userAgent = "browser") {
  const { store, asked } = createStore();
  const { ctx } = await createTestContext({
    headers: { "user-agent": userAgent },
    config: { adapter: store, session: { strategy: "jwt", revocation: options } },
  });
  return { ctx, store, asked };
}

Deno.test("newSessionId() returns random ids for cookies and URLs", () => {
  assertMatch(newSessionId(), /^[\w-]{22}$/);
  assertNotEquals(newSessionId(), newSessionId());
});

Deno.test("openRecord() stores user, times, address and device", async () => {
  using _time = new FakeTime(NOW);
  const { ctx, store } = await createRig({ address: () => "192.0.2.1" }, "x".repeat(300));
  await openRecord(ctx, identity);
  const now = new Date(NOW);
  assertEquals(await store.getSessionRecord("the-id"), {
    id: "the-id",
    userId: "7",
    createdAt: now,
    lastSeenAt: now,
    // The lifetime of the session, plus ten minutes for later writes.
    expires: new Date(now.valueOf() + 30 * 24 * 60 * MINUTE + 10 * MINUTE),
    device: "x".repeat(256),
    address: "192.0.2.1",
  });
});

Deno.test("openRecord() stores nothing without the option", async () => {
  const { store, asked } = createStore();
  const { ctx } = await createTestContext({ config: { adapter: store } });
  await openRecord(ctx, identity);
  await noteSeen(ctx, identity);
  await closeRecord(ctx, "the-id");
  assertEquals(await hasRecord(ctx, "any"), true);
  assertEquals(await store.listSessionRecords("7"), []);
  assertEquals(asked, []);
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
  time.tick(31 * 24 * 60 * MINUTE);
  assertEquals(await hasRecord(ctx, "another"), false);
});

Deno.test("hasRecord() queries the store every time, or once per maxLag", async () => {
  using time = new FakeTime(NOW);
  const eager = await createRig();
  await openRecord(eager.ctx, identity);
  for (let read = 0; read < 3; read++) await hasRecord(eager.ctx, "the-id");
  assertEquals(eager.asked, ["get", "get", "get"]);

  const lazy = await createRig({ maxLag: 60 });
  await openRecord(lazy.ctx, identity);
  await lazy.store.deleteSessionRecord("the-id"); // by another process
  time.tick(MINUTE - 1);
  assertEquals(await hasRecord(lazy.ctx, "the-id"), true);
  assertEquals(lazy.asked, []);
  time.tick(1);
  assertEquals(await hasRecord(lazy.ctx, "the-id"), false);
});

Deno.test("endRecords() ends what is meant of a user's records, here at once whatever maxLag is", async () => {
  const { ctx, store } = await createRig({ maxLag: 3600 });
  for (const id of ["one", "two", "three"]) await openRecord(ctx, { id, userId: "7" });
  await openRecord(ctx, { id: "other", userId: "8" });
  const { revocation } = ctx.config;
  assertEquals(await endRecords(revocation, "7", (id) => id === "two"), ["two"]);
  assertEquals(await hasRecord(ctx, "two"), false);
  assertEquals(await hasRecord(ctx, "one"), true);
  assertEquals((await endRecords(revocation, "7")).sort(), ["one", "three"]);
  assertEquals(await hasRecord(ctx, "one"), false);
  assertEquals((await store.listSessionRecords("8")).length, 1);
});

Deno.test("endRecords() counts no record that another call ended, and none where none are kept", async () => {
  const { ctx, store } = await createRig();
  await openRecord(ctx, identity);
  const list = store.listSessionRecords;
  store.listSessionRecords = async (userId) => {
    const records = await list(userId);
    await store.deleteSessionRecord("the-id");
    return records;
  };
  assertEquals(await endRecords(ctx.config.revocation, "7"), []);
  assertEquals(await endRecords(undefined, "7"), []);
});

Deno.test("hasRecord() updates `lastSeenAt` at most every five minutes", async () => {
  using time = new FakeTime(NOW);
  const { ctx, store, asked } = await createRig();
  await openRecord(ctx, identity);
  time.tick(5 * MINUTE - 1);
  await hasRecord(ctx, "the-id");
  assertEquals(asked, ["get"]);
  time.tick(1);
  await hasRecord(ctx, "the-id");
  assertEquals(asked, ["get", "get", "update"]);
  const record = await store.getSessionRecord("the-id");
  assertEquals(record?.lastSeenAt, new Date(time.now));
  assert(record!.expires.valueOf() > time.now + 30 * 24 * 60 * MINUTE);
});

Deno.test("hasRecord() returns false when the record is deleted between reading and writing", async () => {
  using time = new FakeTime(NOW);
  const { ctx, store } = await createRig();
  await openRecord(ctx, identity);
  const read = store.getSessionRecord;
  store.getSessionRecord = async (id) => {
    const record = await read(id);
    await store.deleteSessionRecord(id);
    return record;
  };
  time.tick(5 * MINUTE);
  assertEquals(await hasRecord(ctx, "the-id"), false);
});

Deno.test("noteSeen() creates a missing record, and queries the store at most every five minutes", async () => {
  using time = new FakeTime(NOW);
  const { ctx, store, asked } = await createRig();
  await noteSeen(ctx, identity);
  assertEquals((await store.listSessionRecords("7")).length, 1);
  await noteSeen(ctx, identity);
  assertEquals(asked, ["get"]);
  time.tick(5 * MINUTE);
  await noteSeen(ctx, identity);
  assertEquals(asked, ["get", "get", "update"]);
});

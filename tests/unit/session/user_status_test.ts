import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import {
  canStartSession,
  endBefore,
  findEndReason,
  findSuspension,
  findUserRefusal,
  refuseDeleted,
  refuseWayIn,
  resume,
  suspend,
} from "../../../src/session/user_status.ts";
import { AccessDenied } from "../../../src/errors.ts";
import type { RecordEntry, RecordStore } from "../../../src/types/records.ts";

const NOW = "2030-01-01T00:00:00Z";
const DAY = 24 * 60 * 60 * 1000;
const MAX_AGE = 30 * DAY / 1000;

/** A store, and the entries that it has written. */
function createStore(): { store: RecordStore; written: RecordEntry[] } {
  const records = MemoryRecords();
  const written: RecordEntry[] = [];
  const put: RecordStore["put"] = async (entry, expected) => {
    const isWritten = await records.put(entry, expected);
    if (isWritten) written.push(entry);
    return isWritten;
  };
  return { store: { ...records, put }, written };
}

/** Calls all fifty times at once, in turn. */
async function crowd(...calls: (() => Promise<void>)[]): Promise<void> {
  await Promise.all(Array.from({ length: 50 }, (_, index) => calls[index % calls.length]!()));
}

Deno.test("canStartSession() permits sessions of a user without a record of the state", async () => {
  const { store } = createStore();
  assertEquals(await canStartSession(store, "ada"), true);
  assertEquals(await canStartSession(store, "ada", 0), true);
  assertEquals(await findSuspension(store, "ada"), null);
});

Deno.test("suspend() refuses every session of the user until resume(), and of no other user", async () => {
  using time = new FakeTime(NOW);
  const { store } = createStore();
  await suspend(store, "ada");
  for (let day = 0; day < 400; day += 100) {
    assertEquals(await canStartSession(store, "ada"), false);
    assertEquals(await canStartSession(store, "ada", time.now + 1), false);
    time.tick(100 * DAY);
  }
  assertEquals(await findSuspension(store, "ada"), new Date(NOW));
  assertEquals([await canStartSession(store, "bob"), await findSuspension(store, "bob")], [
    true,
    null,
  ]);
  await resume(store, "ada", MAX_AGE);
  assertEquals([await canStartSession(store, "ada"), await findSuspension(store, "ada")], [
    true,
    null,
  ]);
});

Deno.test("suspend() keeps the time of the first suspension, and ends what began since", async () => {
  using time = new FakeTime(NOW);
  const { store } = createStore();
  await suspend(store, "ada");
  time.tick(DAY);
  await suspend(store, "ada");
  assertEquals(await findSuspension(store, "ada"), new Date(NOW));
  await resume(store, "ada", MAX_AGE);
  time.tick(DAY);
  await suspend(store, "ada");
  assertEquals(await findSuspension(store, "ada"), new Date(time.now));
});

Deno.test("resume() keeps sessions ended that began before", async () => {
  using time = new FakeTime(NOW);
  const { store } = createStore();
  const before = time.now;
  await suspend(store, "ada");
  time.tick(1000);
  const meanwhile = time.now - 1;
  await resume(store, "ada", MAX_AGE);
  assertEquals(await canStartSession(store, "ada", before), false);
  assertEquals(await canStartSession(store, "ada", meanwhile), false);
  assertEquals(await canStartSession(store, "ada", time.now), false);
  assertEquals(await canStartSession(store, "ada", time.now + 1), true);
  assertEquals(await canStartSession(store, "ada"), true);
});

Deno.test("endBefore() refuses sessions that began before, for as long as one can live", async () => {
  using time = new FakeTime(NOW);
  const { store } = createStore();
  const before = time.now - 1;
  await endBefore(store, "ada", MAX_AGE);
  assertEquals([await canStartSession(store, "ada"), await findSuspension(store, "ada")], [
    true,
    null,
  ]);
  time.tick(MAX_AGE * 1000 - 1);
  assertEquals(await canStartSession(store, "ada", before), false);
  assertEquals(await canStartSession(store, "bob", before), true);
  time.tick(1);
  assertEquals((await store.list("ada", "access")).length, 0, "no record is kept longer");
});

Deno.test("endBefore() does not end a suspension", async () => {
  using time = new FakeTime(NOW);
  const { store } = createStore();
  await suspend(store, "ada");
  time.tick(DAY);
  await endBefore(store, "ada", 60);
  time.tick(DAY);
  assertEquals(await findSuspension(store, "ada"), new Date(NOW));
  assertEquals(await canStartSession(store, "ada"), false);
});

Deno.test("suspend(), resume() and endBefore() write nothing about a user who was deleted", async () => {
  const { store, written } = createStore();
  await refuseDeleted(store, "ada@example.com");
  await suspend(store, "ada@example.com");
  await resume(store, "ada@example.com", MAX_AGE);
  await endBefore(store, "ada@example.com", MAX_AGE);
  assertEquals(written.map(({ owner }) => owner), [undefined]);
  assertEquals(await canStartSession(store, "ada@example.com"), false);
});

Deno.test("refuseDeleted() refuses sign-ins for an hour, in a record that names no user", async () => {
  using time = new FakeTime(NOW);
  const { store, written } = createStore();
  await suspend(store, "ada@example.com");
  await refuseDeleted(store, "ada@example.com");
  assertEquals(JSON.stringify(written.at(-1)).includes("ada"), false);
  assertEquals(await store.deleteOwner("ada@example.com"), 0, "no record belongs to the user");
  assertEquals(await canStartSession(store, "ada@example.com"), false);
  time.tick(60 * 60 * 1000 - 1);
  assertEquals(await canStartSession(store, "ada@example.com"), false);
  time.tick(1);
  assertEquals(await canStartSession(store, "ada@example.com"), true);
});

Deno.test("the record of a user's state belongs to the user, under an id that does not name one", async () => {
  const { store, written } = createStore();
  await suspend(store, "ada");
  const [entry] = await store.list("ada", "access");
  assertEquals(entry, written[0]);
  assert(!entry!.id.includes("ada"));
  assertEquals(await store.deleteOwner("ada"), 1);
  assertEquals(await canStartSession(store, "ada"), true);
});

Deno.test("fifty calls at once all succeed, and the state is that of one of them", async () => {
  const { store } = createStore();
  await crowd(() => suspend(store, "ada"));
  assert(await findSuspension(store, "ada"));
  assertEquals(await canStartSession(store, "ada"), false);
  await crowd(() => resume(store, "ada", MAX_AGE));
  assertEquals([await findSuspension(store, "ada"), await canStartSession(store, "ada")], [
    null,
    true,
  ]);
  await crowd(() => endBefore(store, "ada", MAX_AGE), () => suspend(store, "ada"));
  assert(await findSuspension(store, "ada"), "ending sessions never ends a suspension");
  await crowd(() => refuseDeleted(store, "ada"));
  assertEquals(await canStartSession(store, "ada"), false);
});

Deno.test("calls at the same time write the same once", async () => {
  using _time = new FakeTime(NOW);
  const { store, written } = createStore();
  await crowd(() => suspend(store, "ada"));
  assertEquals(written.length, 1);
});

Deno.test("a call that began earlier and writes later does not admit what a later call ended", async () => {
  using time = new FakeTime(NOW);
  const { store } = createStore();
  const { get } = store;
  const slow: RecordStore = {
    ...store,
    async get(kind, id) {
      store.get = get;
      time.tick(1000);
      await endBefore(store, "ada", MAX_AGE);
      return await get(kind, id);
    },
  };
  await endBefore(slow, "ada", MAX_AGE);
  assertEquals(await canStartSession(store, "ada", time.now - 500), false);
});

Deno.test("suspend() rejects when every write meets another one", async () => {
  const { store } = createStore();
  const busy: RecordStore = { ...store, put: () => false };
  await assertRejects(() => suspend(busy, "ada"), Error, "other calls changed it each time");
});

Deno.test("refuseWayIn() has a way in that begins a session checked again, for an hour, and ends nothing", async () => {
  using time = new FakeTime(NOW);
  const { store, written } = createStore();
  let checks = 0;
  const wayIn = (hash: string) => ({ hash, recheck: () => Promise.resolve(void checks++) });
  const began = time.now - DAY;
  await refuseWayIn(store, "ada", "gone");
  assertEquals(await canStartSession(store, "ada", began, wayIn("other")), true);
  assertEquals(await canStartSession(store, "bob", began, wayIn("gone")), true);
  assertEquals(checks, 0);
  assertEquals(await canStartSession(store, "ada", began, wayIn("gone")), true);
  assertEquals(checks, 1);
  // Other changes of the state keep it, and its own write keeps them.
  time.tick(60_000);
  await endBefore(store, "ada", 1);
  await refuseWayIn(store, "ada", "second");
  assertEquals(await canStartSession(store, "ada", began, wayIn("gone")), false);
  assertEquals(await canStartSession(store, "ada", Infinity, wayIn("gone")), true);
  assertEquals(await canStartSession(store, "ada", Infinity, wayIn("second")), true);
  assertEquals(checks, 3);
  await suspend(store, "ada");
  assertEquals(await canStartSession(store, "ada", Infinity, wayIn("gone")), false);
  await resume(store, "ada", MAX_AGE);
  assertEquals(await canStartSession(store, "ada", Infinity, wayIn("gone")), true);
  assertEquals(checks, 4);
  // The last write leaves out what was removed an hour before.
  time.tick(DAY / 24);
  await refuseWayIn(store, "ada", "third");
  assertEquals(await canStartSession(store, "ada", Infinity, wayIn("gone")), true);
  assertEquals(checks, 4);
  assertEquals((written.at(-1)!.data as { removed: unknown[] }).removed.length, 1);
});

Deno.test("refuseWayIn() throws what the check throws", async () => {
  const { store } = createStore();
  await refuseWayIn(store, "ada", "gone");
  const recheck = () => Promise.reject(new AccessDenied("removed"));
  await assertRejects(
    () => canStartSession(store, "ada", Infinity, { hash: "gone", recheck }),
    AccessDenied,
    "removed",
  );
});

Deno.test("findEndReason() and findUserRefusal() tell a deleted user, a suspended one, and the rest", async () => {
  const { store: records } = createStore();
  const users = new Set(["ada", "bob"]);
  const store = { getUser: (id: string) => Promise.resolve(users.has(id) ? { id } : null) };
  const refusal = (id: string) => findUserRefusal({ store, records } as never, id);
  await suspend(records, "ada");
  await suspend(records, "gone");
  assertEquals(await findEndReason(records, "ada"), "suspended");
  assertEquals(await findEndReason(records, "bob"), "revoked");
  assertEquals(await refusal("ada"), "suspended");
  assertEquals(await refusal("bob"), "revoked");
  // Deletion wins over a suspension before it.
  assertEquals(await refusal("gone"), "deleted");
  await resume(records, "ada", MAX_AGE);
  assertEquals(await findEndReason(records, "ada"), "revoked");
});

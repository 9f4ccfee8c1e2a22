import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { sessionRecordsIn } from "../../../src/hooks/session_records.ts";
import type { SessionRecord } from "../../../src/types/adapter.ts";
import type { RecordStore } from "../../../src/types/records.ts";

const record = (id: string, members: Partial<SessionRecord> = {}): SessionRecord => ({
  id,
  userId: "ada",
  createdAt: new Date("2026-01-02T03:04:05.678Z"),
  lastSeenAt: new Date("2026-01-02T04:04:05.678Z"),
  expires: new Date(Date.now() + 60_000),
  device: "Laptop",
  address: null,
  ...members,
});

Deno.test("sessionRecordsIn() returns what was stored, and one object per store", async () => {
  const records = MemoryRecords();
  const sessions = sessionRecordsIn(records);
  assertStrictEquals(sessionRecordsIn(records), sessions);
  const first = record("1");
  await sessions.createSessionRecord(first);
  assertEquals(await sessions.getSessionRecord("1"), first);
  assertEquals(await sessions.getSessionRecord("2"), null);
  const again = record("1", { device: null });
  await sessions.createSessionRecord(again);
  assertEquals(await sessions.getSessionRecord("1"), again, "a record is replaced");
  assertEquals(await sessions.listSessionRecords("ada"), [again]);
  assertEquals(await sessions.listSessionRecords("grace"), []);
});

Deno.test("sessionRecordsIn() changes a record, and never creates one", async () => {
  const sessions = sessionRecordsIn(MemoryRecords());
  await sessions.createSessionRecord(record("1"));
  const lastSeenAt = new Date();
  assertEquals(await sessions.updateSessionRecord("1", { lastSeenAt, address: "192.0.2.1" }), true);
  assertEquals((await sessions.getSessionRecord("1"))?.lastSeenAt, lastSeenAt);
  assertEquals((await sessions.getSessionRecord("1"))?.address, "192.0.2.1");
  assertEquals(await sessions.updateSessionRecord("2", { lastSeenAt }), false);
  assertEquals(await sessions.getSessionRecord("2"), null);
});

Deno.test("sessionRecordsIn() ends each session once, of fifty calls at once", async () => {
  const sessions = sessionRecordsIn(MemoryRecords());
  await sessions.createSessionRecord(record("1"));
  const ended = await Promise.all(
    Array.from({ length: 50 }, () => sessions.deleteSessionRecord("1")),
  );
  assertEquals(ended.filter(Boolean).length, 1);
});

Deno.test("sessionRecordsIn() does not bring back a session that ends during fifty changes", async () => {
  const sessions = sessionRecordsIn(MemoryRecords());
  await sessions.createSessionRecord(record("1"));
  const lastSeenAt = new Date();
  await Promise.allSettled([
    ...Array.from({ length: 50 }, () => sessions.updateSessionRecord("1", { lastSeenAt })),
    sessions.deleteSessionRecord("1"),
  ]);
  assertEquals(await sessions.getSessionRecord("1"), null);
});

Deno.test("sessionRecordsIn() lists and ends more sessions than one page has", async () => {
  const sessions = sessionRecordsIn(MemoryRecords());
  const ids = Array.from({ length: 2001 }, (_, index) => String(index).padStart(4, "0"));
  for (const id of ids) await sessions.createSessionRecord(record(id));
  await sessions.createSessionRecord(record("other", { userId: "grace" }));
  assertEquals((await sessions.listSessionRecords("ada")).map(({ id }) => id), ids);
  const ended = await sessions.deleteSessionRecords!("ada", ids);
  assertEquals(ended.toSorted(), ids);
  assertEquals(await sessions.listSessionRecords("ada"), []);
  assertEquals((await sessions.listSessionRecords("grace")).length, 1);
});

Deno.test("sessionRecordsIn() gives up when every write meets another one", async () => {
  const records: RecordStore = { ...MemoryRecords(), put: () => false };
  const sessions = sessionRecordsIn(records);
  await assertRejects(async () => await sessions.createSessionRecord(record("1")), Error, "Cannot");
});

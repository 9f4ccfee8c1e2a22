import { assertEquals, assertRejects } from "@std/assert";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { defineKind, hashedId, removeRecords } from "../../../src/records/kind.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { readCode } from "../_changes.ts";

const notes = defineKind<string, { count: number }>("note", hashedId("new device"));

/** Its keys are its ids. */
const marks = defineKind<string, null>("mark", (id) => id);

const value = (count: number, userId?: string) => ({ userId, expires: null, data: { count } });

Deno.test("kind: a key is hashed, and a record is read with its owner and version", async () => {
  const records = MemoryRecords();
  assertEquals(await notes.get(records, "ada"), null);
  assertEquals(await notes.add(records, "ada", value(1, "7")), true);
  assertEquals(await notes.add(records, "ada", value(2, "7")), false, "there is one already");
  const found = (await notes.get(records, "ada"))!;
  assertEquals([found.owner, found.expires, found.data], ["7", null, { count: 1 }]);
  assertEquals(found.id.includes("ada"), false);
  assertEquals(await records.get("note", found.id) !== null, true);
});

Deno.test("kind: a record is replaced only as it was read", async () => {
  const records = MemoryRecords();
  await notes.add(records, "ada", value(1));
  const known = await notes.get(records, "ada");
  assertEquals(await notes.replace(records, "ada", value(2), known), true);
  assertEquals(await notes.replace(records, "ada", value(3), known), false);
  assertEquals((await notes.get(records, "ada"))?.data.count, 2);
});

Deno.test("kind: of fifty changes at once, each counts", async () => {
  const records = MemoryRecords();
  const add = () =>
    notes.update(records, "ada", (known) => value((known?.data.count ?? 0) + 1, "7"));
  await Promise.all(Array.from({ length: 50 }, add));
  assertEquals((await notes.get(records, "ada"))?.data.count, 50);
});

Deno.test("kind: a change that is called off writes nothing", async () => {
  const records = MemoryRecords();
  assertEquals(await notes.update(records, "ada", () => undefined), undefined);
  assertEquals(await notes.get(records, "ada"), null);
});

Deno.test("kind: a write whose answer is lost counts once", async () => {
  const inner = MemoryRecords();
  const records: RecordStore = {
    ...inner,
    async put(entry, expected) {
      await inner.put(entry, expected);
      throw new Error("the connection broke");
    },
  };
  await notes.update(records, "ada", (known) => value((known?.data.count ?? 0) + 1));
  assertEquals((await notes.get(records, "ada"))?.data.count, 1);
});

Deno.test("kind: a record that others change each time is given up with its name", async () => {
  const records: RecordStore = { ...MemoryRecords(), put: () => false };
  await assertRejects(() => notes.update(records, "ada", () => value(1)), Error, '"note"');
});

Deno.test("kind: of fifty that take a record, one gets it; the records of a user end together", async () => {
  const records = MemoryRecords();
  await notes.add(records, "ada", value(1, "7"));
  await notes.add(records, "bob", value(2, "8"));
  await notes.add(records, "cy", value(3, "7"));
  const taken = await Promise.all(
    Array.from({ length: 50 }, () => notes.take(records, "ada")),
  );
  assertEquals(taken.filter(Boolean).map((one) => one!.data.count), [1]);
  assertEquals((await notes.list(records, "7")).map(({ data }) => data.count), [3]);
  await notes.removeAll(records, "7");
  assertEquals((await notes.list(records, "7")).length, 0);
  assertEquals((await notes.list(records, "8")).length, 1);
});

Deno.test("kind: a write hands over what it wrote, by which the next one replaces it", async () => {
  const records = MemoryRecords();
  const first = (await notes.put(records, "ada", value(1, "7"), null))!;
  assertEquals(first, await notes.get(records, "ada"));
  assertEquals(await notes.put(records, "ada", value(2, "7"), null), null, "there is one already");
  const second = await notes.put(records, "ada", value(3, "7"), first);
  assertEquals(second, await notes.get(records, "ada"));
  assertEquals(await notes.put(records, "ada", value(4, "7"), first), null, "it has changed since");
});

Deno.test("kind: a change that guesses right reads nothing, and one that guesses wrong reads", async () => {
  const inner = MemoryRecords();
  let reads = 0;
  const records: RecordStore = { ...inner, get: (...key) => (reads++, inner.get(...key)) };
  const add = (known: { data: { count: number } } | null) => value((known?.data.count ?? 0) + 1);
  await notes.update(records, "ada", add, null);
  assertEquals([(await notes.get(inner, "ada"))?.data.count, reads], [1, 0]);
  const known = await notes.get(inner, "ada");
  await notes.update(records, "ada", add, known);
  assertEquals([(await notes.get(inner, "ada"))?.data.count, reads], [2, 0]);
  for (const wrong of [null, known]) await notes.update(records, "ada", add, wrong);
  assertEquals([(await notes.get(inner, "ada"))?.data.count, reads], [4, 2]);
});

Deno.test("kind: of fifty new records at once that all guess so, each change counts", async () => {
  const records = MemoryRecords();
  const add = () =>
    notes.update(records, "ada", (known) => value((known?.data.count ?? 0) + 1), null);
  await Promise.all(Array.from({ length: 50 }, add));
  assertEquals((await notes.get(records, "ada"))?.data.count, 50);
});

Deno.test("kind: a record is removed only as it was read, with nothing left of its data", async () => {
  const inner = MemoryRecords();
  const written: unknown[] = [];
  const records: RecordStore = {
    ...inner,
    put: (entry, expected) => (written.push([entry.owner, entry.data]), inner.put(entry, expected)),
  };
  await notes.add(records, "ada", value(1, "7"));
  const known = (await notes.get(records, "ada"))!;
  await notes.replace(records, "ada", value(2, "7"), known);
  assertEquals(await notes.removeSame(records, "ada", known), false);
  assertEquals((await notes.get(records, "ada"))?.data.count, 2);
  const current = (await notes.get(records, "ada"))!;
  assertEquals(await notes.removeSame(records, "ada", current), true);
  assertEquals(await notes.get(records, "ada"), null);
  // A store may keep what has expired for a while.
  assertEquals(written.at(-1), ["7", null]);
});

Deno.test("kind: all records of an owner are listed, of whatever number, and removed but one", async () => {
  const records = MemoryRecords();
  const ids = Array.from({ length: 2100 }, (_, index) => String(index));
  for (const id of ids) await marks.add(records, id, { userId: "7", expires: null, data: null });
  await marks.add(records, "other", { userId: "8", expires: null, data: null });
  const found: string[] = [];
  for await (const { id } of marks.listAll(records, "7")) found.push(id);
  assertEquals(found, ids.toSorted());
  assertEquals(await marks.removeAll(records, "7", "42"), 2099);
  assertEquals((await marks.list(records, "7")).map(({ id }) => id), ["42"]);
  await removeRecords(records, "7");
  assertEquals(await marks.get(records, "42"), null);
  assertEquals(await marks.get(records, "other") !== null, true);
});

Deno.test("kind: no two kinds have the same name", async () => {
  const names = (await readCode()).flatMap(({ code }) => [
    ...[...code.matchAll(/\bdefineKind<[^()]*>\(\s*"([\w.-]+)"/g)].map(([, name]) => name!),
    ...[...code.matchAll(/\bconst [A-Z]*KIND = "([\w.-]+)"/g)].map(([, name]) => name!),
  ]);
  assertEquals(names.length >= 18, true, `${names}`);
  assertEquals(names.length, new Set(names).size, names.sort().join(" "));
});

import { assertEquals, assertRejects } from "@std/assert";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { defineKind, hashedId } from "../../../src/records/kind.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { readCode } from "../_changes.ts";

const notes = defineKind<string, { count: number }>("note", hashedId("new device"));

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

Deno.test("kind: no two kinds have the same name", async () => {
  const names = (await readCode()).flatMap(({ code }) => [
    ...[...code.matchAll(/\bdefineKind<[^()]*>\(\s*"([\w.-]+)"/g)].map(([, name]) => name!),
    ...[...code.matchAll(/\bconst [A-Z]*KIND = "([\w.-]+)"/g)].map(([, name]) => name!),
  ]);
  assertEquals(names.length >= 18, true, `${names}`);
  assertEquals(names.length, new Set(names).size, names.sort().join(" "));
});

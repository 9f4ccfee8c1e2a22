import { assertEquals, assertStrictEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { recordsOf } from "../../../src/config/records.ts";

Deno.test("recordsOf() returns the config's records, else those of its adapter", () => {
  const records = MemoryRecords();
  const adapter = MemoryAdapter();
  assertStrictEquals(recordsOf({ records, adapter }), records);
  assertStrictEquals(recordsOf({ records }), records);
  assertStrictEquals(recordsOf({ adapter }), adapter.records);
});

Deno.test("recordsOf() returns undefined without a store, and for a member that is a function", () => {
  const wrapped = { records: () => {} } as never;
  assertEquals(recordsOf({}), undefined);
  assertEquals(recordsOf({ adapter: {} }), undefined);
  assertEquals(recordsOf({ adapter: wrapped }), undefined);
});

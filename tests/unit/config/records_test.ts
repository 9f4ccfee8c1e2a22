import { assertEquals, assertStrictEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { recordsOf } from "../../../src/config/records.ts";

Deno.test("recordsOf() returns the config's records, else those of its adapter", () => {
  const records = MemoryRecords();
  const adapter = MemoryAdapter();
  assertStrictEquals(recordsOf({ providers: [], records, adapter }), records);
  assertStrictEquals(recordsOf({ providers: [], records }), records);
  assertStrictEquals(recordsOf({ providers: [], adapter }), adapter.records);
});

Deno.test("recordsOf() returns undefined without a store, and for a member that is a function", () => {
  const wrapped = { records: () => {} } as never;
  assertEquals(recordsOf({ providers: [] }), undefined);
  assertEquals(recordsOf({ providers: [], adapter: {} }), undefined);
  assertEquals(recordsOf({ providers: [], adapter: wrapped }), undefined);
});

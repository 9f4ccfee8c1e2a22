/**
 * Keeps records in memory: for tests, and for a single process whose records may be lost
 * at restart.
 *
 * @module
 */

import { forgetful } from "../../src/symbols.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { describeStore } from "../_store_facts.ts";
import { createRecordRows } from "./_memory_rows.ts";
import { createRecordStore } from "./_store.ts";

/**
 * Makes an empty store.
 *
 * @example
 * ```ts
 * import { MemoryRecords } from "@x/auth/records/memory";
 * import { assertEquals } from "@std/assert";
 *
 * const records = MemoryRecords();
 * const expires = new Date(Date.now() + 60_000);
 * await records.put({ kind: "code", id: "1", version: 1, expires, data: { tries: 0 } }, null);
 * assertEquals((await records.take("code", "1"))?.data, { tries: 0 });
 * assertEquals(await records.take("code", "1"), null);
 * ```
 */
export function MemoryRecords(): RecordStore {
  return Object.assign(createRecordStore(createRecordRows()), {
    [forgetful]: true,
    ...describeStore("Memory"),
  });
}

import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MAX_COUNTS, memoryCounts } from "../../../src/limits/memory.ts";
import type { RecordEntry } from "../../../src/types/records.ts";

const entry = (id: string, version = 1, lifetimeMs = 1000): RecordEntry => ({
  kind: "limit",
  id,
  version,
  expires: new Date(Date.now() + lifetimeMs),
  data: version,
});

Deno.test("memoryCounts compares versions, and forgets what has expired", () => {
  using time = new FakeTime();
  const { get, put, take } = memoryCounts;
  assertEquals(put(entry("a"), 1), false);
  assertEquals(put(entry("a"), null), true);
  assertEquals(put(entry("a", 2), null), false);
  assertEquals(put(entry("a", 2), 3), false);
  assertEquals(put(entry("a", 2), 1), true);
  assertEquals((get("limit", "a") as RecordEntry).data, 2);
  assertEquals(get("other", "a"), null);
  time.tick(1000);
  assertEquals(get("limit", "a"), null);
  assertEquals(put(entry("a"), null), true);
  assertEquals((take("limit", "a") as RecordEntry).data, 1);
  assertEquals([take("limit", "a"), get("limit", "a")], [null, null]);
});

Deno.test("memoryCounts keeps a bounded number of counts, the newest", () => {
  using _time = new FakeTime();
  const { get, put } = memoryCounts;
  const total = MAX_COUNTS + 1000;
  for (let i = 0; i < total; i++) put(entry(`id ${i}`), null);
  let kept = 0;
  for (let i = 0; i < total; i++) if (get("limit", `id ${i}`)) kept++;
  assertEquals(kept, MAX_COUNTS);
  assertEquals(get("limit", `id ${total - MAX_COUNTS - 1}`), null);
  assertEquals((get("limit", `id ${total - MAX_COUNTS}`) as RecordEntry).data, 1);
});

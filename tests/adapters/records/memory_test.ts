import { assertEquals } from "@std/assert";
import { testRecords } from "@x/auth/testing/records";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { compareCodePoints, createRecordRows } from "../../../adapters/records/_memory_rows.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";

testRecords("MemoryRecords", () => ({ store: MemoryRecords() }));
testRecords("MemoryAdapter().records", () => ({ store: MemoryAdapter().records }));

Deno.test("compareCodePoints() orders text as the bytes of its UTF-8", () => {
  const texts = ["", "a", "ab", "b", "\uFFFF", "🦊", "🦊a", "🦋", "\ue000", "\ud7ff", "\u{10FFFF}"];
  const bytes = (text: string) => [...new TextEncoder().encode(text)];
  const compareBytes = (a: number[], b: number[]) => {
    const at = a.findIndex((byte, index) => byte !== b[index]);
    return at === -1 ? a.length - b.length : a[at]! - (b[at] ?? -1);
  };
  for (const a of texts) {
    for (const b of texts) {
      const expected = Math.sign(compareBytes(bytes(a), bytes(b)));
      assertEquals(Math.sign(compareCodePoints(a, b)), expected, `${a} ${b}`);
    }
  }
});

Deno.test("MemoryRecords: each write removes up to twenty expired records, and all are removed in the end", () => {
  const rows = createRecordRows();
  const old = { kind: "test", owner: "ada", version: 1, data: "0" };
  const twoDaysAgo = Date.now() - 2 * 24 * 60 * 60 * 1000;
  // The clock stands still for the rows, so that none of them counts as expired when written.
  for (let id = 0; id < 100; id++) {
    rows.put({ ...old, id: `${id}`, expires: Date.now() + 60_000 }, null, 0);
  }
  for (let id = 0; id < 100; id++) {
    rows.put({ ...old, id: `${id}`, version: 2, expires: twoDaysAgo }, 1, 0);
  }
  const count = () => {
    let left = 0;
    for (let id = 0; id < 100; id++) if (rows.get("test", `${id}`)) left++;
    return left;
  };
  const counts = [count()];
  for (let write = 0; write < 20; write++) {
    rows.put(
      { ...old, owner: null, id: "new", version: write + 2, expires: null },
      write ? write + 1 : null,
      0,
    );
    counts.push(count());
  }
  assertEquals(counts.every((left, at) => at === 0 || counts[at - 1]! - left <= 20), true);
  assertEquals(counts.at(-1), 0);
});

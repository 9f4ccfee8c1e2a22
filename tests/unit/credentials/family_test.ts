import { assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  firstGeneration,
  hashOfGeneration,
  judgeGeneration,
} from "../../../src/credentials/family.ts";

Deno.test("judgeGeneration: the one that counts, the one before for ten seconds, and copies", async () => {
  using time = new FakeTime();
  const hashes = await Promise.all(["a", "b", "c"].map(hashOfGeneration));
  const [a, b, c] = hashes as [string, string, string];
  const first = { current: a, previous: null, replacedAt: Date.now() };
  assertEquals([a, b].map((hash) => judgeGeneration(first, hash)), ["current", "reused"]);
  const third = { current: c, previous: b, replacedAt: Date.now() };
  assertEquals([a, b, c].map((hash) => judgeGeneration(third, hash)), [
    ...["reused", "replaced", "current"],
  ]);
  time.tick(10_000);
  assertEquals(judgeGeneration(third, b), "reused");
  assertEquals(judgeGeneration(third, c), "current");
});

Deno.test("firstGeneration: its record has a hash, which is no digest of the text alone", async () => {
  const { generation, known } = await firstGeneration();
  assertEquals([known.current, known.previous], [await hashOfGeneration(generation), null]);
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(generation));
  const plain = new Uint8Array(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
  assertNotEquals(known.current, plain);
  assertNotEquals((await firstGeneration()).generation, generation);
});

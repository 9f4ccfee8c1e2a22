import { assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  hashOfGeneration,
  judgeGeneration,
  nextGenerations,
} from "../../../src/credentials/family.ts";

Deno.test("judgeGeneration: the one that counts, the one before for ten seconds, and copies", async () => {
  using time = new FakeTime();
  const hashes = await Promise.all(["a", "b", "c"].map(hashOfGeneration));
  const [a, b, c] = hashes as [string, string, string];
  const first = { current: a, previous: null, replacedAt: Date.now() };
  assertEquals([a, b].map((hash) => judgeGeneration(first, hash)), ["current", "reused"]);
  const second = nextGenerations(first, b);
  assertEquals([a, b].map((hash) => judgeGeneration(second, hash)), ["replaced", "current"]);
  const third = nextGenerations(second, c);
  assertEquals([a, b, c].map((hash) => judgeGeneration(third, hash)), [
    ...["reused", "replaced", "current"],
  ]);
  time.tick(10_000);
  assertEquals(judgeGeneration(third, b), "reused");
  assertEquals(judgeGeneration(third, c), "current");
});

Deno.test("hashOfGeneration: it is no digest of the text alone", async () => {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("a"));
  const plain = new Uint8Array(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
  assertNotEquals(await hashOfGeneration("a"), plain);
});

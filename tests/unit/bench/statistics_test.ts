import { assertEquals, assertThrows } from "@std/assert";
import { percentile, summarize } from "../../bench/_statistics.ts";

Deno.test("summarize() takes the median and the range of the middle 80 %", () => {
  const samples = Array.from({ length: 25 }, (_, index) => 25 - index);
  assertEquals(summarize(samples), { median: 13, low: 3, high: 23 });
});

Deno.test("summarize() is not moved by one slow sample", () => {
  assertEquals(summarize([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 900]), { median: 1, low: 1, high: 1 });
});

Deno.test("summarize() keeps its input and takes a single sample", () => {
  const samples = [3, 1, 2];
  assertEquals(summarize(samples).median, 2);
  assertEquals(samples, [3, 1, 2]);
  assertEquals(summarize([7]), { median: 7, low: 7, high: 7 });
});

Deno.test("summarize() refuses an empty list", () => {
  assertThrows(() => summarize([]), RangeError, "no samples");
});

Deno.test("percentile() returns one of the samples, the ends included", () => {
  assertEquals(percentile([1, 2, 3, 4], 0), 1);
  assertEquals(percentile([1, 2, 3, 4], 0.5), 2);
  assertEquals(percentile([1, 2, 3, 4], 1), 4);
});

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  duration,
  limitsTable,
  ratesTable,
  replaceMarked,
  type Row,
  timesTable,
  withoutTargets,
} from "../../bench/_table.ts";

const exactly = (median: number) => ({ median, low: median, high: median });

const row: Row = {
  workload: "session",
  times: {
    ours: { median: 10.2, low: 9.14, high: 12 },
    peer: exactly(163.2),
    floor: exactly(8.16),
  },
  targets: { overPeer: 16, overFloor: 1.25 },
};

/** Last cell of the last line: the verdicts. */
const verdict = (table: string) => table.split("\n").at(-1)!.split("|").at(-2)!.trim();

Deno.test("timesTable() shows medians, ranges and ratios", () => {
  assertEquals(
    timesTable([row]).split("\n").at(-1),
    "| session | 10.2 µs (9.14–12) | 163 µs (163–163) | 8.16 µs (8.16–8.16) |  " +
      "| **16.0×** | 1.25× | ≥ 16× met, ≤ 1.25× met |",
  );
});

Deno.test("timesTable() prints a missed target as missed", () => {
  const times = { ...row.times, ours: exactly(10.21) };
  const table = timesTable([{ ...row, times }]);
  assertEquals(verdict(table), "≥ 16× **missed**, ≤ 1.25× **missed**");
  assertStringIncludes(table, "**15.9×**"); // never rounded up to the target
});

Deno.test("timesTable() says when not even the floor reaches a target", () => {
  const times = { ...row.times, peer: exactly(122.4), ours: exactly(10) };
  const table = timesTable([{ ...row, times }]);
  assertEquals(verdict(table), "≥ 16× **missed** (the floor: 15.0×), ≤ 1.25× met");
});

Deno.test("timesTable() has no verdict without a contender or a target", () => {
  const { ours } = row.times;
  assertEquals(verdict(timesTable([{ ...row, times: { ours } }])), "");
  assertEquals(verdict(timesTable([{ ...row, targets: {} }])), "");
});

Deno.test("limitsTable() prints a figure above its bound as missed", () => {
  const limit = { name: "calls", unit: "", most: 4 };
  assertEquals(verdict(limitsTable([{ ...limit, value: 4 }])), "≤ 4 met");
  assertEquals(verdict(limitsTable([{ ...limit, value: 5 }])), "≤ 4 **missed**");
});

Deno.test("ratesTable() compares requests per second", () => {
  const rate = (perSecond: number) => ({ perSecond, cpu: 90, p50: 1.5, p99: 4 });
  const table = (ours: number) =>
    ratesTable([{
      server: "Deno.serve",
      rates: { ours: rate(ours), peer: rate(1000), floor: rate(8000) },
      overPeer: 7.5,
      ofFloor: 0.95,
    }]);
  assertStringIncludes(table(7600), "7,600/s (90 µs; 1.50, 4 ms)");
  assertEquals(verdict(table(7600)), "≥ 7.5× met, ≥ 95 % met");
  assertEquals(verdict(table(7000)), "≥ 7.5× **missed**, ≥ 95 % **missed**");
});

Deno.test("duration() has three digits", () => {
  assertEquals([1.234, 12.34, 123.4, 12340].map(duration), [
    "1.23 µs",
    "12.3 µs",
    "123 µs",
    "12.3 ms",
  ]);
});

Deno.test("withoutTargets() leaves out the verdicts, and no other column", () => {
  const text = `Above.\n\n${timesTable([row])}\n\n| Server | to peer |\n| --- | --- |\n| a | b |`;
  const cut = withoutTargets(text);
  assertStringIncludes(text, "met");
  assertEquals(cut.includes("met") || cut.includes("target"), false);
  assertStringIncludes(cut, "| **16.0×** | 1.25× |");
  assertStringIncludes(cut, "| Server | to peer |\n| --- | --- |\n| a | b |");
});

Deno.test("replaceMarked() replaces the text between the marks, and nothing else", () => {
  const document = "a\n<!-- bench:start -->\n\nold\n\n<!-- bench:end -->\nb\n";
  const replaced = "a\n<!-- bench:start -->\n\nnew\n\n<!-- bench:end -->\nb\n";
  assertEquals(replaceMarked(document, "bench", "new"), replaced);
  assertEquals(replaceMarked(replaced, "bench", "new"), replaced);
});

Deno.test("replaceMarked() refuses a document without the marks", () => {
  assertThrows(
    () => replaceMarked("a\n<!-- bench:start -->\n", "bench", "new"),
    Error,
    "bench:end",
  );
  assertThrows(
    () => replaceMarked("<!-- bench:end -->\n<!-- bench:start -->", "bench", "new"),
    Error,
    "bench:start",
  );
});

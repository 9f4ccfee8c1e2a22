import { assert, assertEquals, assertThrows } from "@std/assert";
import { BENCHMARKS, README, toFigures } from "../../bench/_document.ts";

/** Cells of a table, without the padding of the formatter. */
const cells = (table: string) =>
  table.trim().split("\n").filter((line) => !/^\|[ |-]+\|$/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

Deno.test("README.md: its figures are those of docs/benchmarks.md", async () => {
  const readme = await Deno.readTextFile(README);
  const [, table = ""] = /<!-- figures:start -->([\s\S]*?)<!-- figures:end -->/.exec(readme) ?? [];
  assertEquals(cells(table), cells(toFigures(await Deno.readTextFile(BENCHMARKS))));
});

Deno.test("docs/benchmarks.md: has figures, and no targets of this project", async () => {
  const text = await Deno.readTextFile(BENCHMARKS);
  assert(text.split("\n").filter((line) => line.startsWith("|")).length > 40);
  assertEquals(/missed|\btargets?\b/.exec(text)?.[0], undefined);
});

Deno.test("toFigures() takes each figure from its row, and refuses a document without it", async () => {
  const text = await Deno.readTextFile(BENCHMARKS);
  const planted = text.replace(/(\| Deno\.serve +\| @x\/auth +\| \**)\d+/, "$1777");
  assert(planted !== text);
  assertEquals(cells(toFigures(planted)).at(-1)![2], "777");
  assertThrows(() => toFigures(text.replace("token cookie", "cookie")), Error, "Read a session");
});

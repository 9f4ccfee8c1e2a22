import { assert, assertEquals, assertThrows } from "@std/assert";
import { MARKS } from "../../tools/_marks.ts";
import { endPoints, shorten } from "../../tools/_svg_path.ts";
import { ICONS } from "../../tools/marks.ts";

Deno.test("shorten() rounds end points by themselves, so that errors do not add up", () => {
  // Each step is 0.004 too short after rounding; a hundred of them would be 0.4.
  const path = `M0 0${"l.104.104".repeat(100)}z`;
  const ends = endPoints(shorten(path));
  assertEquals(ends.length, 102);
  const [x, y] = ends.at(-2)!;
  assert(Math.abs(x - 10.4) < 0.01 && Math.abs(y - 10.4) < 0.01, `${x} ${y}`);
});

Deno.test("shorten() reads absolute commands, flags without separators and further pairs", () => {
  assertEquals(shorten("M 1.0001 2.0001 3.0001 4.0001 L 3.0001 9.0001 Z"), "M1 2l2 2v5z");
  assertEquals(shorten("M1.00012 0a2.00012 2.00012 0 013.00012.50012z"), "M1 0a2 2 0 013 .5z");
  assertEquals(shorten("m1.00012 2C1.00012 3 4 5 6 7S8 9 10 11"), "M1 2c0 1 3 3 5 5s2 2 4 4");
});

Deno.test("shorten() returns the path itself where nothing becomes shorter", () => {
  assertEquals(shorten("M0 0h9v9H0z"), "M0 0h9v9H0z");
});

Deno.test("shorten() refuses text that is no path", () => {
  assertThrows(() => shorten("M0 0h#"), SyntaxError, "Cannot read h#");
});

Deno.test("shorten() moves no corner of a mark by more than a hundredth of its box's 24 units", () => {
  for (const name of Object.values(MARKS)) {
    const { path } = ICONS[name]!;
    const short = shorten(path);
    assert(short.length <= path.length, name);
    const ends = endPoints(short);
    for (const [x, y] of endPoints(path)) {
      const nearest = Math.min(...ends.map((end) => Math.hypot(end[0] - x, end[1] - y)));
      assert(nearest < 0.01, `${name}: ${x} ${y} moved by ${nearest}`);
    }
  }
});

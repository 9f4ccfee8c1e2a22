import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../../_any_text.ts";
import { contrast, textOn, toColor } from "../../../src/base/color.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

for (
  const color of [
    "#fff",
    "#FFFF",
    "#24292f",
    "#24292fcc",
    "red",
    "RebeccaPurple",
    "rgb(1,2,3)",
    "rgb(1 2 3 / 50%)",
    "rgba(1, 2, 3, .5)",
    "hsl(120, 50%, 50%)",
  ]
) {
  Deno.test(`toColor() accepts ${color}`, () => {
    assertEquals(toColor(color), color);
    assertEquals(toColor(` ${color}\n`), color);
  });
}

for (
  const text of [
    undefined,
    "",
    " ",
    "#ff",
    "#fffff",
    "#fffffff",
    "#ggg",
    "red;",
    "red}body{display:none",
    "red</style>",
    "red/**/",
    "url(https://evil.example)",
    "expression(alert(1))",
    "var(--x)",
    "rgb(1,2,3);x:y",
    "rgb(1,2,3",
    "rgb(1,2)",
    "hsl(,,)",
    "rgb(url(x))",
    "rgb(" + "1".repeat(41) + ")",
    "red\\3b",
    "re d",
    "#fff\n#fff",
  ]
) {
  Deno.test(`toColor() drops ${JSON.stringify(text)}`, () =>
    assertEquals(toColor(text), undefined));
}

Deno.test("toColor() rejects values that could end a declaration", () => {
  fc.assert(fc.property(anyText(), (text) => {
    const color = toColor(text);
    assert(color === undefined || /^[#\w\s().,%/]+$/.test(color));
    assert(color === undefined || !/[;{}<>:"'\\]|\/\*/.test(color));
  }));
});

Deno.test("contrast() returns the contrast of WCAG 2.2", () => {
  assertAlmostEquals(contrast("#000", "#fff")!, 21, 1e-9);
  assertAlmostEquals(contrast("#fff", "#000000")!, 21, 1e-9);
  assertAlmostEquals(contrast("#abcdef", "#abcdef")!, 1, 1e-9);
  assertAlmostEquals(contrast("#767676", "#fff")!, 4.54, 0.01);
  assertAlmostEquals(contrast("#777777", "#ffffff")!, 4.48, 0.01);
  assertAlmostEquals(contrast("#f00", "#fff")!, 4, 0.01);
  assertEquals(contrast("red", "#fff"), undefined);
  assertAlmostEquals(contrast("#fff", "rgb(0,0,0)")!, 21, 1e-9);
  assertAlmostEquals(contrast("hsl(0 0% 100%)", "rgb(0% 0% 0% / 50%)")!, 21, 1e-9);
});

Deno.test("textOn() returns a readable color on every color", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const background = `#${value.toString(16).padStart(6, "0")}`;
      assert(contrast(textOn(background), background)! >= 4.5, background);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("textOn() prefers white, and returns it when the contrast cannot be computed", () => {
  assertEquals(textOn("#000"), "#ffffff");
  assertEquals(textOn("#767676"), "#ffffff");
  assertEquals(textOn("#777777"), "#000000");
  assertEquals(textOn("#ff0"), "#000000");
  assertEquals(textOn("#ff0f"), "#000000");
  assertEquals(textOn("rgb(255 255 0)"), "#000000");
  assertEquals(textOn("yellow"), "#ffffff");
});

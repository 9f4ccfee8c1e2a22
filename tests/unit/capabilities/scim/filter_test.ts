import { assertEquals, assertThrows } from "@std/assert";
import { parseFilter } from "../../../../src/capabilities/scim/filter.ts";
import { ScimRefusal } from "../../../../src/capabilities/scim/refusal.ts";

Deno.test("filter: comparisons, conditions in brackets, and what joins them", () => {
  assertEquals(parseFilter('a eq "b"'), [{ path: "a", value: "b" }]);
  assertEquals(parseFilter('a EQ "b\\"c\\u0064" AND d.e eq true'), [
    { path: "a", value: 'b"cd' },
    { path: "d.e", value: true },
  ]);
  assertEquals(parseFilter('a[b eq "c" and d eq null].e eq 1'), [
    {
      path: "a.e",
      within: [{ path: "b", value: "c" }, { path: "d", value: null }],
      value: 1,
    },
  ]);
  assertEquals(parseFilter('a[b eq "c"]'), [
    { path: "a", within: [{ path: "b", value: "c" }] },
  ]);
});

Deno.test("filter: all other text is refused as a filter, and by nothing else", () => {
  const parts = ["a", "eq", "and", "or", '"b"', '"', "[", "]", "(", ")", ".", "\\", "true", " "];
  for (let number = 0; number < 3000; number++) {
    const length = number % 9;
    const text = Array.from(
      { length },
      (_, at) => parts[(number * 7 + at * (1 + number % 5)) % parts.length],
    ).join(number % 2 ? " " : "");
    try {
      parseFilter(text);
    } catch (error) {
      assertEquals((error as ScimRefusal).scimType, "invalidFilter", text);
    }
  }
  for (
    const text of ['a eq "', 'a eq "\\', "a eq [", "a[", "a]", "[", '"a" eq "b"', "a eq \u00a0"]
  ) {
    const error = assertThrows(() => parseFilter(text), ScimRefusal, "", text);
    assertEquals(error.status, 400);
  }
});

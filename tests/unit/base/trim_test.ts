import { assertEquals } from "@std/assert";
import { withoutEnd, withoutStart } from "../../../src/base/trim.ts";

Deno.test("withoutEnd() and withoutStart() take off every such character, and no other", () => {
  const cases = [["", ""], ["=", ""], ["==", ""], ["a", "a"], ["a=b", "a=b"], ["=a", "=a"]];
  for (const [text, rest] of cases) assertEquals(withoutEnd(text!, "="), rest);
  assertEquals(withoutEnd("=a==", "="), "=a");
  assertEquals(withoutStart("//a/", "/"), "a/");
  assertEquals(withoutStart("//", "/"), "");
  assertEquals(withoutStart("", "/"), "");
});

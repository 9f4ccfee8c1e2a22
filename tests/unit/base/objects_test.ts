import { assertEquals } from "@std/assert";
import { isRecord, textMembers, withoutUndefined } from "../../../src/base/objects.ts";

Deno.test("isRecord() is true for objects that are not arrays", () => {
  assertEquals([{}, Object.create(null), new Date()].map(isRecord), [true, true, true]);
  assertEquals([null, undefined, [], "text", 1, () => {}].map(isRecord), Array(6).fill(false));
});

Deno.test("withoutUndefined() copies defined members, also those with symbols as keys", () => {
  const symbol = Symbol("s");
  const record = { a: 1, b: undefined, c: null, d: "", [symbol]: undefined };
  assertEquals(withoutUndefined(record) as object, { a: 1, c: null, d: "", [symbol]: undefined });
  assertEquals("b" in record, true);
});

Deno.test("textMembers() copies the members that are strings", () => {
  assertEquals(textMembers({ a: "x", b: "", c: 1, d: null, e: ["x"] }), { a: "x", b: "" });
});

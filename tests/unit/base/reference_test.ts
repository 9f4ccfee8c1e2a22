import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { refer, referenceOf, toReference } from "../../../src/base/reference.ts";

Deno.test("refer() gives an error a random reference, which stays", () => {
  const error = new Error("a");
  assertEquals(referenceOf(error), undefined);
  const reference = refer(error)!;
  assertMatch(reference, /^[0-9A-F]{6}$/);
  assertEquals([refer(error), referenceOf(error)], [reference, reference]);
  assertNotEquals(refer(new Error("a")), reference);
});

Deno.test("refer() leaves what an app means by the name, and frozen errors", () => {
  const order = Object.assign(new Error("a"), { reference: "order of Ada" });
  assertEquals([refer(order), referenceOf(order)], [undefined, undefined]);
  assertEquals(order.reference, "order of Ada");
  assertEquals(refer(Object.freeze(new Error("a"))), undefined);
});

Deno.test("toReference() takes no other text", () => {
  assertEquals(toReference("7F3A9C"), "7F3A9C");
  for (const other of ["", "7f3a9c", "7F3A9", "7F3A9C0", "7F3A9C\n", "<b>0900", 7, undefined]) {
    assertEquals(toReference(other), undefined);
  }
});

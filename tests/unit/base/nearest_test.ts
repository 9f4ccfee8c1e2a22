import { assertEquals } from "@std/assert";
import { didYouMean, nearest } from "../../../src/base/nearest.ts";

Deno.test("nearest(): finds what was meant, and guesses nothing", () => {
  const known = ["project:read", "project:write", "member:invite"];
  const cells: [string, string | undefined][] = [
    ["project:raed", "project:read"],
    ["project:wirte", "project:write"],
    ["Project:Read", "project:read"],
    ["projects:read", "project:read"],
    ["member.invite", "member:invite"],
    ["billing:pay", undefined],
    ["", undefined],
    ["x".repeat(65), undefined],
    ["project:read" + "x".repeat(60), undefined],
  ];
  for (const [name, found] of cells) assertEquals(nearest(name, known), found, name);
  assertEquals(nearest("a", []), undefined);
  assertEquals(nearest("a", ["x".repeat(65)]), undefined);
});

Deno.test("didYouMean(): ends a sentence", () => {
  assertEquals(didYouMean("raed", ["read"]), '; did you mean "read"?');
  assertEquals(didYouMean("write", ["read"]), "");
  assertEquals(didYouMean(undefined, ["read"]), "");
});

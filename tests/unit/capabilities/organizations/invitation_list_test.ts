import { assertEquals, assertThrows } from "@std/assert";
import { AuthError } from "../../../../src/errors.ts";
import {
  MOST_TYPED,
  splitAddresses,
} from "../../../../src/capabilities/organizations/invitation_list.ts";

const TWO = ["ada@example.com", "bob@example.com"];

Deno.test("splitAddresses() takes lists as people write and copy them", () => {
  for (
    const between of [",", ";", "\n", "\r\n", " ", "،", "、", "，", "；", ", ", " ;\t", "\u3000"]
  ) {
    assertEquals(splitAddresses(` ${TWO.join(between)}${between}`), TWO, JSON.stringify(between));
  }
  for (
    const typed of [
      "Ada Lovelace <ada@example.com>, Bob <bob@example.com>",
      "Ada Lovelace <ada@example.com>\nbob@example.com",
      "Ada <ada@example.com> Bob <bob@example.com>",
      '"Lovelace, Ada" <ada@example.com>; <bob@example.com>',
      "ada@example.com Bob<bob@example.com>",
      "ada@example.com, ada@example.com <bob@example.com>",
    ]
  ) assertEquals(splitAddresses(typed), TWO, typed);
});

Deno.test("splitAddresses() drops nothing that could be an address", () => {
  assertEquals(splitAddresses("ada@example.com <bob@example.com>"), TWO);
  assertEquals(splitAddresses("Ada Lovelace"), ["Ada", "Lovelace"]);
  assertEquals(splitAddresses("<ada@example.com"), ["<ada@example.com"]);
  assertEquals(splitAddresses(" <> , "), []);
});

Deno.test("splitAddresses() refuses long lists", () => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `${at}@example.com`);
  assertEquals(splitAddresses(list(50).join()).length, 50);
  assertThrows(() => splitAddresses(list(51).join()), AuthError, "more than 50");
  assertThrows(() => splitAddresses(" ".repeat(MOST_TYPED + 1)), AuthError);
  const brackets = "a@b.example <a@b.example> ".repeat(600);
  assertEquals(splitAddresses(brackets), ["a@b.example"]);
});

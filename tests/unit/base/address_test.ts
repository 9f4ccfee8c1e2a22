import { assert, assertEquals, assertIsError, assertThrows } from "@std/assert";
import { findFault, parseAddress } from "../../../src/base/address.ts";
import { ACCEPTED, HOSTILE } from "../_addresses.ts";

Deno.test("parseAddress() normalizes plain addresses, and findFault() accepts them", () => {
  for (const [typed, address] of Object.entries(ACCEPTED)) {
    assertEquals(parseAddress(typed), address);
    assertEquals(parseAddress(address), address);
    assertEquals(findFault(address), undefined);
  }
});

function outcomeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

Deno.test("parseAddress() refuses every hostile address with an error that does not contain it", () => {
  assert(HOSTILE.length >= 60);
  for (const typed of HOSTILE) {
    const error = outcomeOf(() => parseAddress(typed));
    const reason = /^(?:it|the part (?:before|after) the @) \w+ /;
    assertIsError(error, TypeError, reason, JSON.stringify(typed)?.slice(0, 80));
    assertEquals(`${error.message} ${error.cause}`.includes("example"), false);
  }
});

Deno.test("parseAddress() checks the result of another normalization", () => {
  assertEquals(parseAddress("Ada@example.com", (typed) => typed), "Ada@example.com");
  for (const typed of HOSTILE) {
    if (typeof typed !== "string") continue;
    assertThrows(() => parseAddress("ada@example.com", () => typed), TypeError, findFault(typed));
  }
});

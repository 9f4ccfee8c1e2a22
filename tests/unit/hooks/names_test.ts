import { assertEquals, assertThrows } from "@std/assert";
import { AuthError } from "../../../src/errors.ts";
import { requireName } from "../../../src/hooks/names.ts";

Deno.test("requireName() says which thing cannot be renamed", () => {
  assertEquals(requireName("passkey", " Phone "), "Phone");
  assertThrows(() => requireName("passkey", "\u200b"), AuthError, "Cannot rename the passkey");
  assertThrows(() => requireName("user", "Ac\u043ce"), AuthError, "the letters of one script");
});

import { assertEquals, assertMatch } from "@std/assert";
import { randomBase64url, randomHex } from "../../../../src/base/crypto/random.ts";

Deno.test("randomHex() returns two lower-case digits per byte", () => {
  assertMatch(randomHex(32), /^[0-9a-f]{64}$/);
  assertMatch(randomHex(1), /^[0-9a-f]{2}$/);
  assertEquals(randomHex(0), "");
});

Deno.test("randomBase64url() returns a valid code verifier of RFC 7636 §4.1 for 32 bytes", () => {
  assertMatch(randomBase64url(32), /^[\w-]{43}$/);
  assertMatch(randomBase64url(16), /^[\w-]{22}$/);
});

Deno.test("randomHex() and randomBase64url() never repeat, and use every digit", () => {
  const values = Array.from({ length: 500 }, () => [randomHex(16), randomBase64url(16)]).flat();
  assertEquals(new Set(values).size, values.length);
  assertEquals(new Set(values.filter((_, i) => i % 2 === 0).join("")).size, 16);
  assertEquals(new Set(values.filter((_, i) => i % 2 === 1).join("")).size, 64);
});

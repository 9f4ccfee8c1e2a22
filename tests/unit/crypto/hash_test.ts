import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isEqual, sha256Base64url, sha256Hex, toHex } from "../../../src/crypto/hash.ts";

Deno.test("sha256Hex() is SHA-256 of the UTF-8 text in lower-case hex", async () => {
  assertEquals(
    await sha256Hex("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  assertEquals(
    await sha256Hex(""),
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("Grüße 🔑"));
  assertEquals(await sha256Hex("Grüße 🔑"), toHex(new Uint8Array(digest)));
});

Deno.test("sha256Base64url() is the S256 challenge of RFC 7636 appendix B", async () => {
  assertEquals(
    await sha256Base64url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

Deno.test("toHex() writes two digits for every byte", () => {
  assertEquals(toHex(Uint8Array.of(0, 1, 15, 16, 255)), "00010f10ff");
  assertEquals(toHex(new Uint8Array()), "");
  // Engines without a method of their own.
  assertEquals(toHex([0, 1, 15, 16, 255] as unknown as Uint8Array), "00010f10ff");
});

Deno.test("isEqual() is true for equal texts only", () => {
  for (
    const [a, b, same] of [
      ["", "", true],
      ["a", "a", true],
      ["a", "b", false],
      ["a", "", false],
      ["", "a", false],
      ["abc", "abcd", false],
      ["abcd", "abc", false],
      ["xbc", "abc", false],
      ["abx", "abc", false],
      ["é", "e\u0301", false],
      // Characters whose lower bytes are the same.
      ["\u0161", "\u0261", false],
      ["\u0000", "", false],
    ] as const
  ) assertEquals(isEqual(a, b), same, JSON.stringify([a, b]));
});

Deno.test("isEqual() agrees with === on any two texts", () => {
  const text = fc.string({ unit: "binary", maxLength: 40 });
  fc.assert(fc.property(text, text, (a, b) => {
    assertEquals(isEqual(a, b), a === b);
    assertEquals(isEqual(a, a), true);
  }));
  fc.assert(fc.property(fc.string({ minLength: 1 }), fc.nat(), (a, at) => {
    const i = at % a.length;
    const changed = a.slice(0, i) + String.fromCharCode(a.charCodeAt(i) ^ 1) + a.slice(i + 1);
    assertEquals(isEqual(a, changed), false);
  }));
});

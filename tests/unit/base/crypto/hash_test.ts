import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../../../_any_text.ts";
import {
  hmacSha1,
  isEqual,
  prepareMac,
  sha256Base64url,
  sha256Hex,
} from "../../../../src/base/crypto/hash.ts";
import { toHex } from "../../../../src/base/crypto/bytes.ts";
import { createHmac } from "node:crypto";
import { nodeCrypto } from "../../../../src/base/crypto/runtime.ts";

import "./_with_node.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

Deno.test("sha256Hex() returns SHA-256 of the UTF-8 string in lower-case hex", async () => {
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

Deno.test("sha256Base64url() returns the S256 challenge of RFC 7636 appendix B", async () => {
  assertEquals(
    await sha256Base64url("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

Deno.test("isEqual() is true only for equal strings", () => {
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

Deno.test("isEqual() agrees with === for any two strings", () => {
  const text = anyText({ maxLength: 40 });
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

Deno.test("isEqual() reads every character, wherever the first difference is", () => {
  const readsOf = (a: string, b: string) => {
    let reads = 0;
    const counting = { length: a.length, charCodeAt: (i: number) => (reads++, a.charCodeAt(i)) };
    isEqual(counting as unknown as string, b);
    return reads;
  };
  for (const other of ["abcdef", "xbcdef", "abcdex", "uvwxyz"]) {
    assertEquals(readsOf("abcdef", other), 6, other);
  }
});

const hexOf = (base64: string) =>
  Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/** RFC 2202 §3, the cases with a string as key and data. */
const VECTORS: [key: string, text: string, mac: string][] = [
  ["\x0b".repeat(20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"],
  ["Jefe", "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
  ["\x0c".repeat(20), "Test With Truncation", "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"],
];

for (const [key, text, mac] of VECTORS) {
  Deno.test(`hmacSha1() passes the test case of RFC 2202: ${text}`, async () => {
    assertEquals(hexOf(await hmacSha1(key, text)), mac);
  });
}

Deno.test("hmacSha1() signs UTF-8, and an empty string", async () => {
  assertEquals(await hmacSha1("ö&", "é"), await hmacSha1("ö&", "\u00e9"));
  assertEquals(hexOf(await hmacSha1("k", "")).length, 40);
});

import "./_with_node.ts";

const node = nodeCrypto()!;
const bytes = (text: string) => new TextEncoder().encode(text);

// RFC 4231 §4.2, §4.3 and §4.4.
const MAC_VECTORS: [key: Uint8Array, message: Uint8Array, mac: string][] = [
  [
    new Uint8Array(20).fill(0x0b),
    bytes("Hi There"),
    "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde" +
    "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
  ],
  [
    bytes("Jefe"),
    bytes("what do ya want for nothing?"),
    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554" +
    "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
  ],
  [
    new Uint8Array(20).fill(0xaa),
    new Uint8Array(50).fill(0xdd),
    "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39" +
    "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
  ],
];

Deno.test("prepareMac() returns the HMAC-SHA-512 of the test vectors of RFC 4231", () => {
  for (const [key, message, mac] of MAC_VECTORS) {
    assertEquals(prepareMac(node, key)(message), mac);
  }
});

Deno.test("prepareMac() returns the same as the runtime's HMAC for every length, again and again", () => {
  for (const length of [0, 1, 31, 32, 127, 128]) {
    const key = crypto.getRandomValues(new Uint8Array(length));
    const mac = prepareMac(node, key);
    for (const size of [0, 1, 111, 112, 127, 128, 129, 4096, 0]) {
      const message = crypto.getRandomValues(new Uint8Array(size));
      const expected = createHmac("sha512", key).update(message).digest("hex");
      assertEquals(mac(message), expected);
    }
  }
});

Deno.test("prepareMac() refuses a key that HMAC would have to hash first", () => {
  assertThrows(() => prepareMac(node, new Uint8Array(129)), RangeError, "too long");
});

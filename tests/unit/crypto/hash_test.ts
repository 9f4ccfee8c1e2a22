import { assertEquals } from "@std/assert";
import { hmacSha1 } from "../../../src/crypto/hash.ts";

const toHex = (base64: string) =>
  Array.from(atob(base64), (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/** RFC 2202 §3, the cases whose key and data are text. */
const VECTORS: [key: string, text: string, mac: string][] = [
  ["\x0b".repeat(20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"],
  ["Jefe", "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
  ["\x0c".repeat(20), "Test With Truncation", "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"],
];

for (const [key, text, mac] of VECTORS) {
  Deno.test(`hmacSha1() is that of RFC 2202: ${text}`, async () => {
    assertEquals(toHex(await hmacSha1(key, text)), mac);
  });
}

Deno.test("hmacSha1() signs UTF-8, and an empty text", async () => {
  assertEquals(await hmacSha1("ö&", "é"), await hmacSha1("ö&", "\u00e9"));
  assertEquals(toHex(await hmacSha1("k", "")).length, 40);
});

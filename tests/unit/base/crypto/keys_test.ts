import { assert, assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import { calculateJwkThumbprint } from "jose";
import { fromBase64url, toBase64url } from "../../../../src/base/crypto/bytes.ts";
import { deriveKey } from "../../../../src/base/crypto/keys.ts";
import "./_with_node.ts";

async function hkdf(secret: string, salt: string, info: string, length: number) {
  const encode = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: encode(salt), info: encode(info) },
    material,
    length * 8,
  );
  return new Uint8Array(bits);
}

for (
  const [enc, length, digest] of [
    ["A256CBC-HS512", 64, "sha512"],
    ["A256GCM", 32, "sha256"],
  ] as const
) {
  Deno.test(`deriveKey() derives, names and prepares a key for ${enc} by the RFCs`, async () => {
    for (const secret of ["secret", "Geheimnis mit Umlaut ü", "x".repeat(300)]) {
      const key = await deriveKey(secret, "authjs.state", enc);
      const info = "Auth.js Generated Encryption Key (authjs.state)";
      assertEquals(key.bytes, await hkdf(secret, "authjs.state", info, length));
      const jwk = { kty: "oct", k: toBase64url(key.bytes) };
      assertEquals(key.kid, await calculateJwkThumbprint(jwk, digest));
      assertEquals(JSON.parse(new TextDecoder().decode(fromBase64url(key.header))), {
        alg: "dir",
        enc,
        kid: key.kid,
      });
    }
  });
}

Deno.test("deriveKey() returns a different key for every secret, purpose and algorithm", async () => {
  const kids = new Set<string>();
  for (const secret of ["a", "b", "a,b", "a b", ""]) {
    for (const salt of ["a", "b", "authjs.session-token", ""]) {
      for (const enc of ["A256CBC-HS512", "A256GCM"] as const) {
        kids.add((await deriveKey(secret, salt, enc)).kid);
      }
    }
  }
  assertEquals(kids.size, 5 * 4 * 2);
});

Deno.test("deriveKey() does not confuse pairs of arguments", async () => {
  const first = await deriveKey("c", "a\nb", "A256CBC-HS512");
  const second = await deriveKey("b\nc", "a", "A256CBC-HS512");
  assertNotEquals(first.kid, second.kid);
  assertEquals(
    second.bytes,
    await hkdf("b\nc", "a", "Auth.js Generated Encryption Key (a)", 64),
  );
});

Deno.test("deriveKey() returns the cached key for the same arguments", async () => {
  const first = await deriveKey("remembered", "purpose", "A256CBC-HS512");
  const again = deriveKey("remembered", "purpose", "A256CBC-HS512");
  assertEquals("then" in again, false);
  assertStrictEquals(again, first);
});

Deno.test("deriveKey() removes the oldest of more than 256 keys from the cache, and derives it again", async () => {
  const derive = (i: number) => deriveKey("bounded", `purpose ${i}`, "A256CBC-HS512");
  const first = await derive(0);
  for (let i = 1; i < 256; i++) await derive(i);
  assertStrictEquals(await derive(0), first, "forgotten too early");
  await derive(256);
  const anew = await derive(0);
  assert(anew !== first, "nothing is ever forgotten");
  assertEquals(anew.bytes, first.bytes);
  assertEquals(anew.header, first.header);
});

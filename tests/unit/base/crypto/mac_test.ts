import { assertEquals, assertThrows } from "@std/assert";
import { createHmac } from "node:crypto";
import { prepareMac } from "../../../../src/base/crypto/mac.ts";
import { nodeCrypto } from "../../../../src/base/crypto/runtime.ts";
import "./_with_node.ts";

const node = nodeCrypto()!;
const bytes = (text: string) => new TextEncoder().encode(text);

// RFC 4231 §4.2, §4.3 and §4.4.
const VECTORS: [key: Uint8Array, message: Uint8Array, mac: string][] = [
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
  for (const [key, message, mac] of VECTORS) {
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

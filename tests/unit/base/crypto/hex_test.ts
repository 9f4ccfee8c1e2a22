import { assertEquals } from "@std/assert";
import { fromHex, toHex } from "../../../../src/base/crypto/hex.ts";

const all = Uint8Array.from({ length: 256 }, (_, index) => index);

Deno.test("toHex() writes two digits for every byte, and fromHex() reads them", () => {
  assertEquals(toHex(Uint8Array.of(0, 1, 15, 16, 255)), "00010f10ff");
  assertEquals(toHex(new Uint8Array()), "");
  assertEquals(fromHex("00010f10ff"), Uint8Array.of(0, 1, 15, 16, 255));
  assertEquals(fromHex(""), new Uint8Array());
  assertEquals(fromHex(toHex(all.subarray(3, 250))), all.slice(3, 250));
});

Deno.test("toHex() and fromHex() return the same on engines without native methods", async () => {
  const prototype = Uint8Array.prototype as { toHex?: unknown };
  const { toHex: own } = prototype;
  const hex = toHex(all);
  delete prototype.toHex;
  try {
    // A new instance of the module, which detects the changed engine.
    const url = `${import.meta.resolve("../../../../src/base/crypto/hex.ts")}?plain`;
    const plain: typeof import("../../../../src/base/crypto/hex.ts") = await import(url);
    assertEquals(plain.toHex(all), hex);
    assertEquals(plain.fromHex(hex), all);
    assertEquals(plain.fromHex(""), new Uint8Array());
  } finally {
    Object.defineProperty(prototype, "toHex", {
      value: own,
      configurable: true,
      writable: true,
      enumerable: false,
    });
  }
});

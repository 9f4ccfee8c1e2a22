import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { fromBase64url, toBase64url } from "../../../../src/base/crypto/base64url.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

const bytes = (...values: number[]) => Uint8Array.from(values);

// RFC 4648 §10 without padding, and the two characters that differ from base64.
const known: [Uint8Array, string][] = [
  [bytes(), ""],
  [new TextEncoder().encode("f"), "Zg"],
  [new TextEncoder().encode("fo"), "Zm8"],
  [new TextEncoder().encode("foo"), "Zm9v"],
  [new TextEncoder().encode("foob"), "Zm9vYg"],
  [bytes(0xfb, 0xff, 0xbf), "-_-_"],
  [bytes(0, 0, 0), "AAAA"],
];

Deno.test("toBase64url() and fromBase64url() agree with RFC 4648 §10", () => {
  for (const [raw, text] of known) {
    assertEquals(toBase64url(raw), text);
    assertEquals(fromBase64url(text), raw);
  }
});

Deno.test("fromBase64url() decodes any bytes, also those of a view into a longer buffer", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (raw, offset) => {
      const buffer = new Uint8Array(raw.length + offset + 7).fill(0xaa);
      buffer.set(raw, offset);
      const text = toBase64url(buffer.subarray(offset, offset + raw.length));
      assertEquals(/^[\w-]*$/.test(text), true);
      assertEquals(fromBase64url(text), Uint8Array.from(raw));
    }),
  );
});

for (
  const [why, text] of [
    ["padding", "Zg=="],
    ["a character of plain base64", "ab+/"],
    ["white space, which engines ignore", "Zm 9v"],
    ["a line break", "Zm9v\n"],
    ["a dot", "Zm.9v"],
    ["letters beyond ASCII", "Zm9ü"],
    ["an impossible length", "Zm9vY"],
  ] as const
) {
  Deno.test(`fromBase64url() refuses ${why}`, () => {
    assertThrows(() => fromBase64url(text), SyntaxError, "Cannot read base64url");
  });
}

Deno.test("toBase64url() and fromBase64url() return the same on engines without native methods", async () => {
  const prototype = Uint8Array.prototype as { toBase64?: unknown };
  const engine = Uint8Array as { fromBase64?: unknown };
  const { toBase64 } = prototype;
  const { fromBase64 } = engine;
  // A new instance of the module, which detects the changed engine.
  const url = `${import.meta.resolve("../../../../src/base/crypto/base64url.ts")}?plain`;
  let plain: typeof import("../../../../src/base/crypto/base64url.ts");
  try {
    delete prototype.toBase64;
    delete engine.fromBase64;
    plain = await import(url);
    for (const [raw, text] of known) {
      assertEquals(plain.toBase64url(raw), text);
      assertEquals(plain.fromBase64url(text), raw);
    }
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    assertEquals(plain.fromBase64url(plain.toBase64url(all)), all);
    assertThrows(() => plain.fromBase64url("Zm9vY"), SyntaxError, "Cannot read base64url");
  } finally {
    Object.assign(prototype, { toBase64 });
    Object.assign(engine, { fromBase64 });
    Object.defineProperty(prototype, "toBase64", { enumerable: false });
    Object.defineProperty(engine, "fromBase64", { enumerable: false });
  }
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  assertEquals(plain.toBase64url(all), toBase64url(all));
});

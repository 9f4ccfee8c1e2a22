import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  fromBase64url,
  fromHex,
  randomBase64url,
  randomHex,
  toBase64url,
  toHex,
} from "../../../../src/base/crypto/bytes.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

const bytes = (...values: number[]) => Uint8Array.from(values);

const all = Uint8Array.from({ length: 256 }, (_, index) => index);

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

Deno.test("toHex() writes two digits for every byte, and fromHex() reads them", () => {
  assertEquals(toHex(Uint8Array.of(0, 1, 15, 16, 255)), "00010f10ff");
  assertEquals(toHex(new Uint8Array()), "");
  assertEquals(fromHex("00010f10ff"), Uint8Array.of(0, 1, 15, 16, 255));
  assertEquals(fromHex(""), new Uint8Array());
  assertEquals(fromHex(toHex(all.subarray(3, 250))), all.slice(3, 250));
});

const HIDDEN: readonly (readonly [object, string])[] = [
  [Uint8Array.prototype, "toBase64"],
  [Uint8Array.prototype, "toHex"],
  [Uint8Array, "fromBase64"],
  [Uint8Array, "fromHex"],
];

/** Loads a new instance of the module, which detects that members of the engine are missing. */
async function loadWithout(
  hidden: typeof HIDDEN,
  name: string,
): Promise<typeof import("../../../../src/base/crypto/bytes.ts")> {
  const saved = hidden.map(([owner, member]) => Object.getOwnPropertyDescriptor(owner, member)!);
  for (const [owner, member] of hidden) Reflect.deleteProperty(owner, member);
  try {
    return await import(`${import.meta.resolve("../../../../src/base/crypto/bytes.ts")}?${name}`);
  } finally {
    for (const [index, [owner, member]] of hidden.entries()) {
      Object.defineProperty(owner, member, saved[index]!);
    }
  }
}

for (
  const [engine, hidden] of [
    ["with Buffer", HIDDEN],
    ["without it", [...HIDDEN, [globalThis, "Buffer"]]],
  ] as const
) {
  Deno.test(`bytes: texts are the same on engines without native methods, ${engine}`, async () => {
    const plain = await loadWithout(hidden, encodeURIComponent(engine));
    for (const [raw, text] of known) {
      assertEquals(plain.toBase64url(raw), text);
      assertEquals(plain.fromBase64url(text), raw);
    }
    assertEquals(plain.toBase64url(all), toBase64url(all));
    assertEquals(plain.fromBase64url(toBase64url(all)), all);
    assertThrows(() => plain.fromBase64url("Zm9vY"), SyntaxError, "Cannot read base64url");
    assertEquals(plain.toHex(all), toHex(all));
    assertEquals(plain.fromHex(toHex(all)), all);
    assertEquals(plain.fromHex(""), new Uint8Array());
  });
}

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

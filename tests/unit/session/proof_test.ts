import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { readProof, toProviderProof, unknownProof } from "../../../src/session/proof.ts";
import type { Proof, ProviderProof } from "../../../src/types/proof.ts";

const NOW = 1_900_000_000;
const proof: Proof = {
  at: NOW - 60,
  methods: ["fed", "mfa"],
  provider: "acme",
  upstream: { acr: "urn:acme:loa:2", amr: ["pwd", "otp"], authTime: NOW - 90, sid: "s-1" },
  actor: "support-7",
};

Deno.test("readProof() returns a stored proof as it was, without other members", () => {
  using _time = new FakeTime(NOW * 1000);
  assertEquals(readProof(JSON.parse(JSON.stringify(proof))), proof);
  assertEquals(readProof({ ...proof, role: "admin" }), proof);
  const small = { at: 0, methods: [], provider: null };
  assertEquals(readProof(small), small);
  assertEquals(unknownProof(0), small);
});

const malformed: [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["text", "fed"],
  ["a list", [proof]],
  ["no time", { ...proof, at: undefined }],
  ["a time as text", { ...proof, at: String(NOW) }],
  ["a negative time", { ...proof, at: -1 }],
  ["a time that is no number", { ...proof, at: NaN }],
  ["an endless time", { ...proof, at: Infinity }],
  ["a time more than 5 minutes ahead", { ...proof, at: NOW + 301 }],
  ["no methods", { ...proof, methods: undefined }],
  ["methods as text", { ...proof, methods: "mfa" }],
  ["an unknown method", { ...proof, methods: ["fed", "magic"] }],
  ["a method of the prototype", { ...proof, methods: ["toString"] }],
  ["a method in a list", { ...proof, methods: [["mfa"]] }],
  ["no provider", { ...proof, provider: undefined }],
  ["a provider that is a number", { ...proof, provider: 7 }],
];

Deno.test("readProof(): an actor that cannot be read is somebody all the same", () => {
  using _time = new FakeTime(NOW * 1000);
  for (const actor of [true, null, 7, {}, ["eve"]]) {
    assertEquals(readProof({ ...proof, actor }), { ...proof, actor: "" });
  }
});

Deno.test("readProof(): the time of an actor is at most an hour, and has begun", () => {
  using _time = new FakeTime(NOW * 1000);
  const read = (acting: unknown) => readProof({ ...proof, actor: "eve", acting })?.acting;
  const whole = { since: NOW, until: NOW + 3600 };
  assertEquals(read({ ...whole, more: 1 }), whole);
  for (
    const acting of [
      ...[null, 7, "x", [], {}, { since: NOW }, { until: NOW + 1 }],
      { since: NOW, until: NOW + 3601 },
      { since: NOW, until: NOW },
      { since: NOW + 3600, until: NOW + 7200 },
      { since: -1, until: 100 },
      { since: NOW, until: Infinity },
      { since: NaN, until: NOW + 60 },
      { since: String(NOW), until: String(NOW + 60) },
    ]
  ) assertEquals(read(acting), undefined, JSON.stringify(acting));
});

for (const [name, value] of malformed) {
  Deno.test(`readProof() refuses ${name}`, () => {
    using _time = new FakeTime(NOW * 1000);
    assertEquals(readProof(value), undefined);
  });
}

Deno.test("readProof() accepts a time of a clock that is up to 5 minutes ahead", () => {
  using _time = new FakeTime(NOW * 1000);
  assertEquals(readProof({ ...proof, at: NOW + 300 })?.at, NOW + 300);
});

const ignored: [string, Record<string, unknown>][] = [
  ["an acr that is a list", { acr: ["2"] }],
  ["an empty acr", { acr: "" }],
  ["an acr of 257 characters", { acr: "a".repeat(257) }],
  ["an acr with NUL", { acr: "a\0" }],
  ["an amr that is text", { amr: "mfa" }],
  ["an amr with a number", { amr: ["pwd", 1] }],
  ["an empty amr", { amr: [] }],
  ["an amr of 17 methods", { amr: Array(17).fill("pwd") }],
  ["an amr with a method that is too long", { amr: ["pwd", "a".repeat(257)] }],
  ["an authTime that is text", { authTime: String(NOW) }],
  ["an authTime before 1970", { authTime: -1 }],
  ["an authTime more than 5 minutes ahead", { authTime: NOW + 301 }],
  ["an endless authTime", { authTime: Infinity }],
  ["a sid that is a number", { sid: 7 }],
  ["a sid with a lone surrogate", { sid: "\ud800" }],
  ["another claim", { role: "admin" }],
];

for (const [name, statement] of ignored) {
  Deno.test(`toProviderProof() ignores ${name}`, () => {
    using _time = new FakeTime(NOW * 1000);
    assertEquals(toProviderProof(statement), undefined);
    const others = Object.entries(proof.upstream!).filter(([member]) => !(member in statement));
    const expected: ProviderProof = Object.fromEntries(others);
    assertEquals(toProviderProof({ ...proof.upstream, ...statement }), expected);
  });
}

Deno.test("toProviderProof() returns nothing for a value that is no object", () => {
  for (const value of [undefined, null, "x", 1, [proof.upstream]]) {
    assertEquals(toProviderProof(value), undefined);
  }
});

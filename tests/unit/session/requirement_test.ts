import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { joinProofs, missingProof } from "../../../src/session/requirement.ts";
import type { Proof, RequireProofOptions } from "../../../src/types/proof.ts";

const NOW = 1_900_000_000;
const password: Proof = { at: NOW - 3600, methods: ["pwd"], provider: "credentials" };
const both: Proof = { at: NOW - 3600, methods: ["pwd", "otp", "mfa"], provider: "credentials" };
const fed: Proof = { at: NOW - 3600, methods: ["fed"], provider: "op" };
const code: Proof = { at: NOW, methods: ["otp"], provider: null };
const login: Proof = { at: NOW, methods: ["fed"], provider: "op", upstream: { authTime: NOW } };
const silent: Proof = { at: NOW, methods: ["fed"], provider: "op" };

const proofs: [string, Proof, RequireProofOptions, boolean][] = [
  ["any known proof", password, {}, true],
  ["an unknown one", { at: NOW, methods: [], provider: null }, {}, false],
  ["a recent one", { ...password, at: NOW - 600 }, { maxAge: 600 }, true],
  ["a stale one", { ...password, at: NOW - 601 }, { maxAge: 600 }, false],
  ["one within the way back", { ...password, at: NOW - 30 }, { maxAge: 0 }, true],
  ["one after it", { ...password, at: NOW - 31 }, { maxAge: 0 }, false],
  ["two factors", both, { methods: ["mfa"] }, true],
  ["one factor of two", password, { methods: ["mfa"] }, false],
  ["one method of two", password, { methods: ["pwd", "otp"] }, false],
  ["a silent sign-in", silent, { maxAge: 600 }, false],
  ["a silent sign-in that is allowed", silent, { maxAge: 600, allowSilentSignIn: true }, true],
  [
    "an old login that the provider states, where silent sign-ins are allowed,",
    {
      ...login,
      upstream: { authTime: NOW - 601 },
    },
    { maxAge: 600, allowSilentSignIn: true },
    false,
  ],
  ["an old login with a new sign-in", { ...login, upstream: { authTime: NOW - 601 } }, {
    maxAge: 600,
  }, false],
  ["a factor after a silent sign-in", { ...silent, methods: ["fed", "otp", "mfa"] }, {
    maxAge: 600,
  }, true],
  ["a context that was stated", { ...fed, upstream: { acr: "2" } }, { acrValues: ["2"] }, true],
  ["another context", { ...fed, upstream: { acr: "1" } }, { acrValues: ["2"] }, false],
  ["no context", fed, { acrValues: ["2"] }, false],
  ["a password, where a provider needs a context", password, { acrValues: ["2"] }, true],
  ["an act for the user", { ...both, at: NOW, actor: "admin" }, {}, false],
];

for (const [name, proof, options, isEnough] of proofs) {
  Deno.test(`missingProof(): ${name} is ${isEnough ? "" : "not "}enough`, () => {
    using _ = new FakeTime(NOW * 1000);
    assertEquals(
      missingProof(proof, options) === undefined,
      isEnough,
      missingProof(proof, options),
    );
  });
}

const further: [string, Proof, Proof, RequireProofOptions, boolean][] = [
  ["a code after a password", password, code, { maxAge: 600, methods: ["mfa"] }, true],
  ["a password after two factors", both, { ...password, at: NOW }, {
    maxAge: 600,
    methods: ["mfa"],
  }, true],
  ["a code alone", { at: 0, methods: [], provider: null }, code, { methods: ["mfa"] }, false],
  [
    "a silent sign-in after two factors",
    { ...fed, methods: ["fed", "otp", "mfa"] },
    silent,
    { maxAge: 600 },
    false,
  ],
  [
    "a silent sign-in after two factors, also where it is allowed,",
    { ...fed, methods: ["fed", "otp", "mfa"] },
    silent,
    { maxAge: 600, allowSilentSignIn: true },
    false,
  ],
  ["a login after two factors", { ...fed, methods: ["fed", "otp", "mfa"] }, login, {
    maxAge: 600,
  }, true],
  ["a code instead of a context", fed, code, { acrValues: ["2"] }, false],
  [
    "a login without the context that was stated before",
    { ...fed, upstream: { acr: "2" } },
    login,
    {
      maxAge: 600,
      acrValues: ["2"],
    },
    false,
  ],
];

for (const [name, known, added, options, isEnough] of further) {
  Deno.test(`joinProofs(): ${name} is ${isEnough ? "" : "not "}enough`, () => {
    using _ = new FakeTime(NOW * 1000);
    const fault = missingProof(joinProofs(known, added, options), options);
    assertEquals(fault === undefined, isEnough, fault);
  });
}

Deno.test("joinProofs(): time and methods move, the provider of the session stays", () => {
  assertEquals(joinProofs(password, code, {}), {
    at: NOW,
    methods: ["pwd", "otp", "mfa"],
    provider: "credentials",
  });
});

Deno.test("joinProofs(): the time never moves back, except that of unknown methods", () => {
  const older = { ...password, at: NOW - 7200 };
  assertEquals(joinProofs(password, older, {}).at, NOW - 3600);
  const unknown: Proof = { at: NOW, methods: [], provider: null };
  assertEquals(joinProofs(unknown, older, {}), older);
});

Deno.test("joinProofs(): a new statement of the provider replaces the old one", () => {
  const before: Proof = { ...fed, upstream: { acr: "2", authTime: NOW - 3600 } };
  assertEquals(joinProofs(before, login, {}).upstream, { authTime: NOW });
  assertEquals(joinProofs(before, code, {}).upstream, before.upstream);
  assertEquals("upstream" in joinProofs(before, silent, {}), false);
});

import { assertEquals } from "@std/assert";
import {
  claimsAddresses,
  findRiskyLinks,
  findUnproven,
  isProven,
  provesAddresses,
} from "../../../src/config/address_proof.ts";
import type { Provider } from "../../../mod.ts";
import Credentials from "../../../src/providers/credentials.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import type { Account } from "../../../src/types/entities.ts";
import { ACME, createConfig } from "../_context.ts";

const MAIL = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
} as const;
const OP = {
  id: "op",
  name: "OP",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "c",
} as const;

/** A provider in the form of the config. */
function resolved(provider: Provider) {
  return [...createConfig({ providers: [provider] }).config.providers.values()][0]!;
}

const acme = (members: object) => resolved({ ...ACME, ...members });
const dangerous = { allowDangerousEmailAccountLinking: true };

/** Name, provider, `true` when it can verify addresses, `true` when it can have unverified ones. */
const abilities: [string, ReturnType<typeof resolved>, boolean, boolean][] = [
  ["mail", resolved(MAIL), true, false],
  ["credentials", resolved(Credentials({ authorize: () => null })), false, false],
  ["a passkey provider", resolved(Passkey()), false, true],
  ["OAuth without a statement", acme({}), false, true],
  ["OIDC without a statement", resolved(OP), false, true],
  ["true", acme({ emailVerified: true }), true, true],
  ["false", acme({ emailVerified: false }), false, true],
  ["a member", acme({ emailVerified: "verified" }), true, true],
  ["a function", acme({ emailVerified: () => false }), true, true],
  ["linking by address", acme(dangerous), true, true],
  ["false and linking by address", acme({ emailVerified: false, ...dangerous }), true, true],
];

for (const [name, provider, proves, claims] of abilities) {
  Deno.test(`provesAddresses() and claimsAddresses(): ${name}`, () => {
    assertEquals([provesAddresses(provider), claimsAddresses(provider)], [proves, claims]);
  });
}

const ACCOUNT = { provider: "acme", type: "oauth", providerAccountId: "1" } as const;
const proven = (provider: ReturnType<typeof resolved>, profile?: object) =>
  isProven(provider, { account: ACCOUNT, profile: profile as Record<string, unknown> });

const claims: [unknown, boolean][] = [
  [true, true],
  ["true", true],
  ...[false, "false", 0, "0", 1, "1", "no", "yes", "TRUE", "", null, {}, []]
    .map((claim): [unknown, boolean] => [claim, false]),
];

for (const [claim, expected] of claims) {
  Deno.test(`isProven(): email_verified ${JSON.stringify(claim)} is ${expected}`, () => {
    const profile = { email_verified: claim, ok: true };
    for (
      const statement of [undefined, true, "ok", "email_verified", () => true] as const
    ) {
      assertEquals(proven(acme({ emailVerified: statement }), profile), expected, `${statement}`);
    }
    assertEquals(proven(acme(dangerous), profile), expected);
    assertEquals(proven(resolved(OP), profile), expected);
    // An address that the provider does not verify stays unverified.
    assertEquals(proven(acme({ emailVerified: false }), profile), false);
    // Unless the app vouches for it and the provider's claim does not contradict.
    assertEquals(proven(acme({ emailVerified: false, ...dangerous }), profile), expected);
    // A member of the provider's profile is read in the same way.
    assertEquals(proven(acme({ emailVerified: "own" }), { own: claim }), expected);
  });
}

const silent: [unknown, boolean][] = [
  [undefined, false],
  [true, true],
  [false, false],
  ["missing", false],
  [() => true, true],
  [() => false, false],
  [() => "true", false],
  [() => 1, false],
  [({ emails }: { emails: { ok: boolean }[] }) => emails[0]!.ok, false],
];

for (const [statement, expected] of silent) {
  Deno.test(`isProven(): without a claim, ${statement} is ${expected}`, () => {
    assertEquals(proven(acme({ emailVerified: statement }), { email: "a@b.c" }), expected);
    assertEquals(proven(acme({ emailVerified: statement })), expected);
  });
}

Deno.test("isProven() is true for mail and linking by address, false for other providers", () => {
  assertEquals(proven(acme(dangerous), {}), true);
  const by = (provider: Provider, type: Account["type"]) =>
    isProven(resolved(provider), { account: { ...ACCOUNT, type } });
  assertEquals(by(MAIL, "email"), true);
  assertEquals(by(Passkey(), "webauthn"), false);
  assertEquals(by(Credentials({ authorize: () => null }), "credentials"), false);
});

Deno.test("resolveConfig() states if addresses can be verified", () => {
  const can = (...providers: Provider[]) => createConfig({ providers }).config.canProve;
  assertEquals(can(ACME, OP), false);
  assertEquals(can(ACME, { ...OP, emailVerified: "email_verified" }), true);
  assertEquals(can(ACME, { ...OP, emailVerified: false }), false);
});

Deno.test("findUnproven() returns providers that verify no address, and those without a statement", () => {
  const providers = [
    acme({}),
    acme({ id: "told", emailVerified: false }),
    acme({ id: "linked", ...dangerous }),
    acme({ id: "other" }),
    resolved(OP),
    resolved(MAIL),
    resolved(Passkey()),
  ];
  assertEquals(findUnproven(providers), ["acme", "told", "other"]);
});

Deno.test("resolveConfig() warns once about providers without a statement, by name, when a store is used", () => {
  const warnings: string[][] = [];
  const logger = {
    error: () => {},
    debug: () => {},
    warn: (...args: string[]) => void warnings.push(args),
  };
  const one = { ...ACME, id: "silent-one" };
  const two = { ...ACME, id: "silent-two" };
  createConfig({ logger, providers: [one, two] });
  assertEquals(warnings, []);
  for (let i = 0; i < 2; i++) {
    createConfig({ logger, providers: [one, { ...ACME, emailVerified: true }, two, OP] });
  }
  assertEquals(warnings, [["unproven-addresses", "silent-one, silent-two"]]);
});

Deno.test("findRiskyLinks() lists providers that link by addresses they do not verify", () => {
  const ids = (...providers: Provider[]) =>
    findRiskyLinks([...createConfig({ providers }).config.providers.values()]);
  assertEquals(ids({ ...ACME, ...dangerous }), ["acme"]);
  assertEquals(ids({ ...ACME, ...dangerous, emailVerified: false }), ["acme"]);
  assertEquals(ids({ ...OP, ...dangerous, emailVerified: false }), ["op"]);
  assertEquals(ids(ACME, { ...OP, ...dangerous }, MAIL), []);
  assertEquals(ids({ ...ACME, ...dangerous, emailVerified: true }), []);
  assertEquals(ids({ ...ACME, ...dangerous, emailVerified: "verified" }), []);
});

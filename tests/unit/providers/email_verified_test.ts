/**
 * Statement of each provider about the addresses in its profiles.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { resolveProvider } from "../../../src/config/providers.ts";
import Discord from "../../../src/providers/discord.ts";
import Eventbrite from "../../../src/providers/eventbrite.ts";
import GitHub from "../../../src/providers/github.ts";
import Kakao from "../../../src/providers/kakao.ts";
import Spotify from "../../../src/providers/spotify.ts";
import Wikimedia from "../../../src/providers/wikimedia.ts";
import type { ProfileCallback } from "../../../src/types/provider.ts";
import { readProviders } from "../../tools/providers.ts";
import { CATALOGUE } from "./_catalogue.ts";

type Members = Record<string, unknown>;

/** A profile with one value for the claim that verifies its address, or without the claim. */
type WithProof = (proof: Members) => Members;

/** Values of a claim that must not verify an address, with any provider. */
const NOT_TRUE = [false, undefined, null, 0, "0", "no", "false", "", "1", "TRUE", [], {}, [true]];

const providers = (await readProviders("."))
  .filter(({ type }) => type === "oauth" || type === "oidc");

/** Claims at the top of the profile. No provider states `true`; all others state `false`. */
const CLAIMS: Record<string, string> = {
  ...Object.fromEntries(
    [
      "apple asgardeo atlassian auth0 authentik cognito descope dropbox duende-identity-server6",
      "frontegg fusionauth github google huggingface identity-server4 keycloak linkedin logto",
      "mattermost okta ory-hydra passage ping-id salesforce simplelogin slack twitch vipps",
      "wordpress zitadel",
    ].join(" ").split(" ").map((module) => [module, "email_verified"]),
  ),
  discord: "verified",
  "united-effects": "verified",
  wikimedia: "confirmed_email",
};

/** Other claims: their nesting, their name, and the value that verifies an address. */
const FUNCTIONS: Record<string, [WithProof, name: string, proofs: unknown[]]> = {
  eventbrite: [(proof) => ({ emails: [{ primary: true, ...proof }] }), "verified", [true]],
  freshbooks: [(proof) => ({ response: proof }), "confirmed_at", ["2024-05-01T10:00:00Z"]],
  gitlab: [(proof) => proof, "confirmed_at", ["2024-05-01T10:00:00.000Z"]],
  kakao: [
    (proof) => ({ kakao_account: { is_email_valid: true, ...proof } }),
    "is_email_verified",
    [true],
  ],
  patreon: [(proof) => ({ data: { attributes: proof } }), "is_email_verified", [true]],
  todoist: [(proof) => proof, "verification_status", ["verified"]],
  zoom: [(proof) => proof, "verified", [1]],
};

Deno.test("emailVerified: every OAuth provider states it, and is in the tables of this file", () => {
  assert(providers.length > 90, "the providers were not found");
  for (const { module, emailVerified } of providers) {
    const expected = module in FUNCTIONS ? "function" : CLAIMS[module] ?? false;
    const stated = typeof emailVerified === "function" ? "function" : emailVerified;
    assertEquals(stated, expected, `${module} states its emailVerified otherwise`);
  }
  const modules = providers.map(({ module }) => module);
  for (const module of Object.keys({ ...CLAIMS, ...FUNCTIONS })) assert(modules.includes(module));
});

Deno.test("emailVerified: a claim is a documented member of the profile", async () => {
  for (const { file, module } of providers) {
    const name = CLAIMS[module] ?? FUNCTIONS[module]?.[1];
    if (!name) continue;
    const source = await Deno.readTextFile(file);
    const isStandard = name === "email_verified" && /extends OIDCProfile\b/.test(source);
    if (!isStandard) assertMatch(source, new RegExp(`\\*/\\n +${name}\\??: `), module);
  }
});

/** Documented meaning of each kind of statement. */
function proves(stated: unknown, profile: Members): boolean {
  if (typeof stated === "function") return stated(profile) === true;
  if (typeof stated !== "string") return stated === true;
  return profile[stated] === true || profile[stated] === "true";
}

Deno.test("emailVerified: a top-level claim verifies an address only when it is true", () => {
  for (const { module, emailVerified } of providers) {
    if (module in FUNCTIONS) continue;
    const name = CLAIMS[module];
    for (const value of [true, "true"]) {
      const profile = { email_verified: value, ...name ? { [name]: value } : {} };
      assertEquals(proves(emailVerified, profile), name !== undefined, module);
    }
    for (const value of NOT_TRUE) {
      const profile = { email_verified: value, ...name ? { [name]: value } : {} };
      assertEquals(proves(emailVerified, profile), false, `${module}: ${JSON.stringify(value)}`);
    }
    assertEquals(proves(emailVerified, {}), false, module);
  }
});

Deno.test("emailVerified: documented profiles have a verified address when a claim is stated", () => {
  const samples = new Map(CATALOGUE.map((entry) => [entry.module, entry]));
  for (const { module, emailVerified } of providers) {
    const { sample } = samples.get(module)!;
    assertEquals(proves(emailVerified, sample), emailVerified !== false, module);
  }
});

for (const { module, emailVerified } of providers) {
  const nested = FUNCTIONS[module];
  if (!nested) continue;
  const [withProof, name, proofs] = nested;
  const verify = (profile: Members) => proves(emailVerified, profile);

  Deno.test(`emailVerified: ${module} verifies an address only by ${name}`, () => {
    for (const proof of proofs) assertEquals(verify(withProof({ [name]: proof })), true);
    for (const value of [...NOT_TRUE, "true", 2, -1, "verified?", "2024"]) {
      assertEquals(verify(withProof({ [name]: value })), false, JSON.stringify(value));
    }
    assertEquals(verify(withProof({})), false, "absent");
    assertEquals(verify({}), false, "an empty profile");
    // The standard claim has another name.
    assertEquals(verify({ ...withProof({}), email_verified: true }), false);
  });
}

Deno.test("emailVerified: Kakao's address must be verified and valid", () => {
  const verify = resolveProvider(Kakao(), { providers: [] }) as unknown as {
    emailVerified: (profile: Members) => boolean;
  };
  const cases: [unknown, unknown, boolean][] = [
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [undefined, true, false],
  ];
  for (const [is_email_valid, is_email_verified, expected] of cases) {
    const profile = { id: 1, kakao_account: { is_email_valid, is_email_verified } };
    assertEquals(verify.emailVerified(profile), expected);
  }
});

Deno.test("emailVerified: another verified address of Eventbrite does not verify the main one", () => {
  const { emailVerified } = Eventbrite();
  assert(typeof emailVerified === "function");
  const own = { email: "own@example.com", primary: false, verified: true };
  const foreign = { email: "foreign@example.com", primary: true, verified: false };
  const user = { id: "1", name: "Eve", image_id: null };
  assertEquals(emailVerified({ ...user, emails: [own, foreign] }), false);
  assertEquals(emailVerified({ ...user, emails: [own] }), false);
  assertEquals(emailVerified({ ...user, emails: [own, { ...foreign, verified: true }] }), true);
});

Deno.test("emailVerified: GitHub Enterprise Server verifies no address", () => {
  assertEquals(GitHub().emailVerified, "email_verified");
  const enterprise = { baseUrl: "https://github.example.com" };
  assertEquals(GitHub({ enterprise }).emailVerified, false);
});

Deno.test("emailVerified: the app's statement replaces the provider's", () => {
  const resolve = (emailVerified: boolean | string | undefined) =>
    (resolveProvider(Spotify({ emailVerified }), { providers: [] }) as unknown as Members)
      .emailVerified;
  assertEquals(resolve(true), true);
  assertEquals(resolve("verified"), "verified");
  assertEquals(resolve(undefined), false);
});

const email = "foreign@example.com";

// deno-lint-ignore no-explicit-any -- each provider has another profile type
const mapped: [string, ProfileCallback<any>, Members][] = [
  ["Discord", Discord().profile!, {
    id: "1",
    username: "eve",
    discriminator: "0",
    avatar: null,
    email,
    verified: false,
  }],
  ["Kakao", Kakao().profile!, { id: 1, kakao_account: { email, is_email_verified: false } }],
  ["Wikimedia", Wikimedia().profile!, { sub: "1", username: "eve", email, confirmed_email: false }],
];

for (const [name, profile, answer] of mapped) {
  Deno.test(`${name}() maps every address; only emailVerified states if it is verified`, async () => {
    assertEquals((await profile(answer, {})).email, email);
  });
}

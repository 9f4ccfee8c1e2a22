import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { AuthError, WebAuthnVerificationError } from "../../../../src/errors.ts";
import { PasskeyFactor } from "../../../../src/capabilities/factors/passkey.ts";
import {
  type AuthenticatorLies,
  createAuthenticator,
  type SoftwareAuthenticator,
} from "../../../../src/tools/testing/mod.ts";
import type {
  WebAuthnCreationOptionsJSON,
  WebAuthnRequestOptionsJSON,
} from "../../../../src/types/webauthn.ts";
import { createContext, type TestContext } from "./_context.ts";

const APP = "https://app.example";
const EVIL = "https://evil.example";

/** Begins an enrolment and answers it. */
async function answerEnrolment(
  ctx: TestContext,
  authenticator: SoftwareAuthenticator,
  lies?: AuthenticatorLies,
  factor = PasskeyFactor(),
) {
  const { data, options } = await factor.enrol(ctx);
  const creation = options as WebAuthnCreationOptionsJSON;
  const answer = JSON.stringify(await authenticator.create(creation, lies));
  return { data, answer, options: creation };
}

/** Enrols a key. */
async function enrol(
  ctx: TestContext,
  authenticator: SoftwareAuthenticator,
  factor = PasskeyFactor(),
): Promise<WebAuthnCreationOptionsJSON> {
  const { data, answer, options } = await answerEnrolment(ctx, authenticator, {}, factor);
  const stored = await factor.confirm!(ctx, data, answer);
  assert(stored !== undefined);
  const id = crypto.randomUUID();
  const common = { factor: factor.id, name: null, createdAt: new Date(), usedAt: null };
  ctx.enrolments.push({ ...common, id, data: stored });
  return options;
}

/** Begins a proof and signs it. */
async function answerProof(
  ctx: TestContext,
  authenticator: SoftwareAuthenticator,
  lies?: AuthenticatorLies,
  factor = PasskeyFactor(),
): Promise<string> {
  const options = await factor.options!(ctx) as WebAuthnRequestOptionsJSON;
  return JSON.stringify(await authenticator.get(options, lies));
}

Deno.test("PasskeyFactor() asks for a key that need not be discoverable, and for verification", async () => {
  const ctx = createContext();
  const options = await enrol(ctx, createAuthenticator(APP));
  assertEquals(options.rp, { id: "app.example", name: "app.example" });
  assertEquals([options.user.name, options.user.displayName], Array(2).fill("ada@example.com"));
  assertEquals(options.authenticatorSelection, {
    residentKey: "discouraged",
    userVerification: "preferred",
    requireResidentKey: false,
  });
  const second = await enrol(ctx, createAuthenticator(APP, { transports: ["usb"] }));
  assertEquals(second.user.id, options.user.id, "one handle for all keys of a user");
  assertEquals(second.excludeCredentials?.length, 1);
  const request = await PasskeyFactor().options!(ctx) as WebAuthnRequestOptionsJSON;
  assertEquals([request.rpId, request.userVerification], ["app.example", "preferred"]);
  assertEquals(
    request.allowCredentials?.map(({ transports }) => transports),
    [["internal"], ["usb"]],
  );
  const other = await enrol(createContext(), createAuthenticator(APP));
  assertNotEquals(other.user.id, options.user.id, "the handle is random");
});

Deno.test("PasskeyFactor() stores the key and the handle, and nothing about the device", async () => {
  const ctx = createContext();
  const authenticator = createAuthenticator(APP, { synced: true });
  await enrol(ctx, authenticator);
  const { handle, credentialID, credentialPublicKey, ...rest } = ctx.enrolments[0]!
    .data as Record<string, unknown>;
  assertEquals(handle, authenticator.credentials[0]!.userHandle);
  assertEquals([typeof credentialID, typeof credentialPublicKey], ["string", "string"]);
  assertEquals(rest, { counter: 0, credentialDeviceType: "multiDevice", transports: "internal" });
});

for (
  const [name, synced, userVerified, methods] of [
    ["a security key with a PIN", false, true, ["hwk", "user", "mfa"]],
    ["a security key without a PIN", false, false, ["hwk", "user"]],
    ["a synced passkey", true, true, ["swk", "user", "mfa"]],
  ] as const
) {
  Deno.test(`PasskeyFactor() returns the methods of ${name}`, async () => {
    const ctx = createContext();
    const authenticator = createAuthenticator(APP, { synced });
    await enrol(ctx, authenticator);
    const answer = await answerProof(ctx, authenticator, { userVerified });
    assertEquals(await PasskeyFactor().verify(ctx, answer), methods);
  });
}

const LIES: [string, AuthenticatorLies][] = [
  ["the origin of another site", { origin: EVIL }],
  ["the origin of another port", { origin: `${APP}:8443` }],
  ["another relying party", { rpId: "evil.example" }],
  ["another challenge", { challenge: "AAAA" }],
  ["a page in a frame of another site", { crossOrigin: true }],
  ["no presence of the user", { userPresent: false, userVerified: false }],
];

const PROOF_LIES: typeof LIES = [
  ...LIES,
  ["the type of a registration", { type: "webauthn.create" }],
  ["the id of another key", { credentialId: "AAAA" }],
  ["a counter that went back", { counter: 4 }],
  ["a counter that stood still", { counter: 5 }],
];

for (const [name, lies] of PROOF_LIES) {
  Deno.test(`PasskeyFactor() refuses a proof with ${name}`, async () => {
    const ctx = createContext();
    const authenticator = createAuthenticator(APP);
    await enrol(ctx, authenticator);
    const right = await answerProof(ctx, authenticator, { counter: 5 });
    assert(await PasskeyFactor().verify(ctx, right));
    const before = ctx.enrolments[0];
    const wrong = await answerProof(ctx, authenticator, { counter: 6, ...lies });
    await assertRejects(
      () => Promise.resolve(PasskeyFactor().verify(ctx, wrong)),
      WebAuthnVerificationError,
    );
    assertEquals(ctx.enrolments[0], before);
    const next = await answerProof(ctx, authenticator, { counter: 6 });
    assert(await PasskeyFactor().verify(ctx, next), "the right answer of another try");
  });
}

for (const [name, lies] of [...LIES, ["the type of a proof", { type: "webauthn.get" }]] as const) {
  Deno.test(`PasskeyFactor() refuses an enrolment with ${name}`, async () => {
    const ctx = createContext();
    const { data, answer } = await answerEnrolment(ctx, createAuthenticator(APP), lies);
    await assertRejects(
      () => Promise.resolve(PasskeyFactor().confirm!(ctx, data, answer)),
      WebAuthnVerificationError,
    );
  });
}

for (
  const answer of ["", "null", "{}", "[]", '{"id":"AAAA"}', '{"id":"AAAA","response":{}}', "x"]
) {
  Deno.test(`PasskeyFactor() refuses the answer ${JSON.stringify(answer)}`, async () => {
    const ctx = createContext();
    const factor = PasskeyFactor();
    const authenticator = createAuthenticator(APP);
    await enrol(ctx, authenticator);
    await factor.options!(ctx);
    for (
      const check of [
        () => factor.verify(ctx, answer),
        () => factor.confirm!(ctx, { challenge: "AAAA", handle: "AAAA" }, answer),
      ]
    ) await assertRejects(() => Promise.resolve(check()), WebAuthnVerificationError);
  });
}

Deno.test("PasskeyFactor() accepts an answer once", async () => {
  const ctx = createContext();
  // A counter would refuse the second use too.
  const authenticator = createAuthenticator(APP, { counts: false });
  await enrol(ctx, authenticator);
  const answer = await answerProof(ctx, authenticator);
  assert(await PasskeyFactor().verify(ctx, answer));
  await assertRejects(
    () => Promise.resolve(PasskeyFactor().verify(ctx, answer)),
    WebAuthnVerificationError,
    "its challenge was used",
  );
  await answerProof(ctx, authenticator);
  await assertRejects(
    () => Promise.resolve(PasskeyFactor().verify(ctx, answer)),
    WebAuthnVerificationError,
    "challenge",
  );
});

Deno.test("PasskeyFactor() refuses the key of another user, and a foreign user handle", async () => {
  const [ada, grace] = [createContext(), createContext()];
  const [hers, other] = [createAuthenticator(APP), createAuthenticator(APP)];
  await enrol(ada, hers);
  await enrol(grace, other);
  const options = await PasskeyFactor().options!(ada) as WebAuthnRequestOptionsJSON;
  const foreign = await other.get({ ...options, allowCredentials: [] });
  await assertRejects(
    () => Promise.resolve(PasskeyFactor().verify(ada, JSON.stringify(foreign))),
    WebAuthnVerificationError,
    "the user has not enrolled this key",
  );
  hers.credentials[0]!.userHandle = other.credentials[0]!.userHandle;
  const misnamed = await answerProof(ada, hers);
  await assertRejects(
    () => Promise.resolve(PasskeyFactor().verify(ada, misnamed)),
    WebAuthnVerificationError,
    "its user handle",
  );
});

Deno.test("PasskeyFactor() refuses a key that the user has enrolled before", async () => {
  const ctx = createContext();
  const authenticator = createAuthenticator(APP);
  await enrol(ctx, authenticator);
  const credentialId = authenticator.credentials[0]!.id;
  const { data, answer } = await answerEnrolment(ctx, createAuthenticator(APP), { credentialId });
  await assertRejects(
    () => Promise.resolve(PasskeyFactor().confirm!(ctx, data, answer)),
    WebAuthnVerificationError,
    "enrolled this key before",
  );
});

Deno.test("PasskeyFactor() returns false when another call changed the enrolment meanwhile", async () => {
  const ctx = createContext({ replace: () => Promise.resolve(false) });
  const authenticator = createAuthenticator(APP);
  await enrol(ctx, authenticator);
  const answer = await answerProof(ctx, authenticator);
  assertEquals(await PasskeyFactor().verify(ctx, answer), false);
});

Deno.test("PasskeyFactor() enrols on https and on loopback only", async () => {
  for (const origin of ["http://app.example", "http://192.168.0.7:8000"]) {
    await assertRejects(
      () => Promise.resolve(PasskeyFactor().enrol(createContext({ origin }))),
      AuthError,
      `Cannot enrol a passkey at "${origin}"`,
    );
  }
  const origin = "http://localhost:8000";
  const ctx = createContext({ origin });
  const authenticator = createAuthenticator(origin);
  await enrol(ctx, authenticator);
  assert(await PasskeyFactor().verify(ctx, await answerProof(ctx, authenticator)));
});

Deno.test("PasskeyFactor() shares keys among the origins that the app lists", async () => {
  const id = "example.com";
  const [www, shop] = ["https://www.example.com", "https://shop.example.com"] as const;
  const factor = PasskeyFactor({ relayingParty: { id, name: "Example", origin: [www, shop] } });
  const authenticator = createAuthenticator(www);
  const ctx = createContext({ origin: www });
  const options = await enrol(ctx, authenticator, factor);
  assertEquals(options.rp, { id, name: "Example" });
  const proveAt = async (origin: string) => {
    const there = { ...ctx, origin };
    return await factor.verify(there, await answerProof(there, authenticator, { origin }, factor));
  };
  assert(await proveAt(shop));
  await assertRejects(() => proveAt(EVIL), WebAuthnVerificationError, "origin");
  await assertRejects(
    () => Promise.resolve(PasskeyFactor({ relayingParty: { id } }).options!(ctx)),
    AuthError,
    "set `relayingParty.origin` to the origins",
  );
});

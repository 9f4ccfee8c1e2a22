/**
 * Logout tokens of OpenID Connect Back-Channel Logout: what is refused ends nothing.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth } from "../../mod.ts";
import type { Signature, StatementOptions } from "../../src/tools/testing/mod.ts";
import { APP, assertIn, type BackChannel, createBackChannel } from "../flows/_back_channel.ts";

type Claims = Record<string, unknown>;

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const now = () => Math.floor(Date.now() / 1000);
const changed = (claims: (claims: Claims) => unknown): StatementOptions => ({
  claims: (all) => void claims(all),
});

const refused: [name: string, options: StatementOptions, reason: RegExp][] = [
  ["another issuer", changed((all) => all.iss = "https://evil.example"), /"iss"/],
  ["an issuer with an additional slash", changed((all) => all.iss += "/"), /"iss"/],
  ["no issuer", changed((all) => delete all.iss), /"iss"/],
  ["an issuer in a list", changed((all) => all.iss = [all.iss]), /"iss"/],
  ["another audience", changed((all) => all.aud = "another-client"), /"aud"/],
  ["no audience", changed((all) => delete all.aud), /"aud"/],
  ["an empty audience", changed((all) => all.aud = []), /"aud"/],
  ["several audiences without azp", changed((all) => all.aud = [all.aud, "other"]), /"azp"/],
  ["another azp", changed((all) => all.azp = "other"), /"azp"/],
  ["no iat", changed((all) => delete all.iat), /"iat"/],
  ["an iat that is text", changed((all) => all.iat = String(now())), /"iat"/],
  ["an iat far ahead", changed((all) => all.iat = now() + 3600), /"iat"/],
  [
    "an iat long ago",
    changed((all) => {
      all.iat = now() - 3600;
      all.exp = now() + 3600;
    }),
    /"iat"/,
  ],
  ["no exp", changed((all) => delete all.exp), /"exp"/],
  ["an exp in the past", changed((all) => all.exp = now() - 60), /"exp"/],
  ["an exp that is text", changed((all) => all.exp = "9999999999"), /"exp"/],
  ["an nbf far ahead", changed((all) => all.nbf = now() + 3600), /"nbf"/],
  ["no jti", changed((all) => delete all.jti), /"jti"/],
  ["an empty jti", changed((all) => all.jti = ""), /"jti"/],
  ["a jti that is a number", changed((all) => all.jti = 7), /"jti"/],
  ["a nonce", changed((all) => all.nonce = "n"), /"nonce"/],
  ["an empty nonce", changed((all) => all.nonce = ""), /"nonce"/],
  ["a nonce that is null", changed((all) => all.nonce = null), /"nonce"/],
  ["no events", changed((all) => delete all.events), /"events"/],
  ["empty events", changed((all) => all.events = {}), /"events"/],
  ["events in a list", changed((all) => all.events = [EVENT]), /"events"/],
  ["another event", changed((all) => all.events = { "https://example.com/event": {} }), /event/],
  ["an event that is null", changed((all) => all.events = { [EVENT]: null }), /event/],
  ["an event that is text", changed((all) => all.events = { [EVENT]: "{}" }), /event/],
  ["an event that is a list", changed((all) => all.events = { [EVENT]: [] }), /event/],
  [
    "neither sub nor sid",
    changed((all) => {
      delete all.sid;
      delete all.sub;
    }),
    /"sub"/,
  ],
  ["a sid that is a number", changed((all) => all.sid = 1), /"sid"/],
  ["an empty sid", changed((all) => all.sid = ""), /"sid"/],
  ["a sub that is null", changed((all) => all.sub = null), /"sub"/],
  ["an empty sub", changed((all) => all.sub = ""), /"sub"/],
  ["the type at+jwt", { type: "at+jwt" }, /type/],
  ["the type secevent+jwt", { type: "secevent+jwt" }, /type/],
  ["the type dpop+jwt", { type: "dpop+jwt" }, /type/],
  ["an empty type", { type: "" }, /type/],
  ...([
    "bad",
    "none",
    "empty",
    "foreign-key",
    "embedded-key",
    "critical-header",
    "hmac-public-key",
    "hmac-client-secret",
    "unknown-kid",
  ] satisfies Signature[]).map((signature): [string, StatementOptions, RegExp] => [
    `the signature "${signature}"`,
    { signature },
    /signature/,
  ]),
];

/** Asserts the answer to a token, and that nobody was signed out by it. */
async function assertRefused(
  { post, entries, errors }: BackChannel,
  token: string,
  reason: RegExp,
): Promise<void> {
  const response = await post({ logout_token: token });
  assertEquals(response.status, 400);
  assertEquals(response.headers.get("content-type"), "application/json");
  assertMatch(response.headers.get("cache-control") ?? "", /no-store/);
  assertEquals(response.headers.getSetCookie(), []);
  const { error, error_description } = await response.json();
  assertEquals(error, "invalid_request");
  assertMatch(error_description, reason);
  assertEquals(entries.map(({ name, reason }) => `${name} ${reason}`), [
    "signout.refused invalid-answer",
  ]);
  assertEquals(errors.map(({ message }) => `${message}.`), [error_description]);
  if (token) assert(!JSON.stringify([entries, error_description]).includes(token));
}

for (const [name, options, reason] of refused) {
  Deno.test(`logout token: ${name} is refused, and ends nothing`, async () => {
    const rig = await createBackChannel("jwt");
    const browser = await rig.signIn("s1");
    rig.entries.length = 0;
    const token = await rig.idp.logoutToken({ sub: "ada", sid: "s1" }, options);
    await assertRefused(rig, token, reason);
    await assertIn([browser], [true]);
    // The control: the same subject in a token without the fault.
    assertEquals(await rig.logOut(await rig.idp.logoutToken({ sub: "ada", sid: "s1" })), 200);
    await assertIn([browser], [false]);
  });
}

const unreadable: [name: string, make: (token: string) => string][] = [
  ["no token", () => ""],
  ["text that is no JWT", () => "%00"],
  ["an encrypted JWT", (token) => `${token}.AAAA.AAAA`],
  ["a header that is no JSON", (token) => token.replace(/^[^.]+/, "AAAA")],
  ["a header that is a list", (token) => token.replace(/^[^.]+/, btoa("[]").replace("=", ""))],
  ["a token with padding", (token) => token.replace(".", "=.")],
  ["a token of 17 KiB", (token) => token + "A".repeat(17 * 1024)],
];

for (const [name, make] of unreadable) {
  Deno.test(`logout token: ${name} is refused without a request to the provider`, async () => {
    const rig = await createBackChannel("jwt");
    const token = make(await rig.idp.logoutToken({ sid: "s1" }));
    await assertRefused(rig, token, /./);
    assertEquals(rig.idp.requests, []);
  });
}

Deno.test("logout token: other content and other tokens of the provider are refused", async () => {
  const rig = await createBackChannel("jwt");
  const browser = await rig.signIn("s1");
  const send = async (body: BodyInit, type: string) => {
    const headers = { "content-type": type };
    const request = new Request(`${APP}/auth/signout/idp`, { method: "POST", headers, body });
    const response = await Auth(request, rig.config);
    await response.body?.cancel();
    return response.status;
  };
  const token = await rig.idp.logoutToken({ sid: "s1" });
  assertEquals(await send(token, "text/plain"), 415);
  assertEquals(await send(token, "application/jwt"), 415);
  assertEquals(await send(token, "application/secevent+jwt"), 400, "as a security event");
  const event = await rig.idp.securityEvent({ format: "opaque", id: "s1" });
  assertEquals(await rig.logOut(event), 400, "a security event as a logout token");
  const idToken = await rig.idp.logoutToken({ sub: "ada" }, {
    type: "JWT",
    claims(claims) {
      delete claims.events;
      claims.nonce = "n";
    },
  });
  assertEquals(await rig.logOut(idToken), 400, "an ID token");
  await assertIn([browser], [true]);
});

const accepted: [name: string, options: StatementOptions][] = [
  ["the type JWT", { type: "JWT" }],
  ["no type", { type: null }],
  ["the type in other letters, with its prefix", { type: "application/Logout+JWT" }],
  ["an audience in a list", changed((all) => all.aud = [all.aud])],
  [
    "several audiences with azp",
    changed((all) => {
      all.azp = all.aud;
      all.aud = [all.aud, "other"];
    }),
  ],
  ["an exp a few seconds ago", changed((all) => all.exp = now() - 5)],
  ["an iat a few seconds ahead", changed((all) => all.iat = now() + 5)],
  ["an event with members", changed((all) => all.events = { [EVENT]: { a: 1 } })],
  ["a further event", changed((all) => all.events = { [EVENT]: {}, "https://example.com/e": {} })],
  ["no key id, with one key", { signature: "no-kid" }],
];

for (const [name, options] of accepted) {
  Deno.test(`logout token: ${name} is accepted`, async () => {
    const rig = await createBackChannel("jwt");
    const browser = await rig.signIn("s1");
    const response = await rig.post({
      logout_token: await rig.idp.logoutToken({ sid: "s1" }, options),
    });
    assertEquals([response.status, await response.text()], [200, ""]);
    assertMatch(response.headers.get("cache-control") ?? "", /no-store/);
    assertEquals(response.headers.getSetCookie(), []);
    await assertIn([browser], [false]);
  });
}

Deno.test("logout token: HMAC with the client secret is accepted only when the app configures it", async () => {
  const provider = { client: { id_token_signed_response_alg: "HS256" } };
  const rig = await createBackChannel("jwt", {}, provider);
  rig.idp.hostile.signature = "hmac-client-secret";
  const browser = await rig.signIn("s1");
  await assertIn([browser], [true]);
  const make = (signature: Signature) => rig.idp.logoutToken({ sid: "s1" }, { signature });
  for (const signature of ["proper", "hmac-public-key", "none"] as const) {
    assertEquals(await rig.logOut(await make(signature)), 400, signature);
  }
  assertEquals(await rig.logOut(await make("hmac-client-secret")), 200);
  await assertIn([browser], [false]);
});

Deno.test("logout token: an algorithm that the provider does not announce is refused", async () => {
  const rig = await createBackChannel("jwt");
  rig.idp.hostile.answer = {
    discovery: async (response) => {
      const metadata = await response.json();
      metadata.id_token_signing_alg_values_supported = ["RS256", "HS256", "none"];
      return Response.json(metadata);
    },
  };
  for (const signature of ["proper", "hmac-client-secret", "none"] as const) {
    const token = await rig.idp.logoutToken({ sid: "s1" }, { signature });
    assertEquals(await rig.logOut(token), 400, signature);
  }
});

Deno.test("logout token: keys are fetched once for a flood of tokens with made-up key ids", async () => {
  const { idp, logOut } = await createBackChannel("jwt");
  const signature = "unknown-kid";
  for (let i = 0; i < 50; i++) {
    assertEquals(await logOut(await idp.logoutToken({ sid: "s1" }, { signature })), 400);
  }
  assertEquals([idp.count("discovery"), idp.count("jwks")], [1, 1]);
});

Deno.test("logout token: a new key of the provider, and a provider that works again, are found after ten seconds", async () => {
  using time = new FakeTime();
  const rig = await createBackChannel("jwt");
  const send = async (sid: string) => await rig.logOut(await rig.idp.logoutToken({ sid }));
  assertEquals(await send("s1"), 200);
  await rig.idp.rotateKeys();
  assertEquals(await send("s2"), 400);
  time.tick(10_000);
  assertEquals(await send("s2"), 200);
  await rig.idp.rotateKeys();
  rig.idp.hostile.answer = { jwks: () => new Response("down", { status: 503 }) };
  time.tick(10_000);
  assertEquals(await send("s3"), 400);
  rig.idp.hostile.answer = {};
  assertEquals(await send("s3"), 400);
  time.tick(10_000);
  assertEquals(await send("s3"), 200);
});

Deno.test("logout token: a provider that fails is asked once for a flood of tokens", async () => {
  const rig = await createBackChannel("jwt");
  rig.idp.hostile.answer = { jwks: () => new Response("down", { status: 503 }) };
  for (let i = 0; i < 50; i++) {
    const response = await rig.post({ logout_token: await rig.idp.logoutToken({ sid: "s1" }) });
    assertEquals([response.status, await response.json()], [400, { error: "server_error" }]);
  }
  assertEquals([rig.idp.count("discovery"), rig.idp.count("jwks")], [1, 1]);
  assertEquals(rig.entries[0]?.reason, "failed");
});

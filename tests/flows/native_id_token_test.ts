/**
 * Sign-ins with the ID token of a native SDK: what it must have, and that all else is as after a
 * callback.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { sha256Hex } from "../../src/base/crypto/hash.ts";
import { createNativeClient } from "../../src/client/native.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { createIdp, type Idp } from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";
import { codeOf } from "./_factors.ts";
import { APP } from "./_flow.ts";
import { createAda, createNativeApp, enrol, enter, type NativeApp } from "./_native.ts";
import { ADA, CHEAP } from "./_passwords.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const CLIENT = "com.example.app";

async function appAt(
  strategy: Strategy,
  config: Partial<AuthConfig> = {},
  members: Parameters<typeof providerAt>[2] = {},
  issuer?: string,
) {
  const idp = await createIdp({
    ...issuer ? { issuer } : {},
    user: { sub: "1", name: "Ada", email: ADA, email_verified: true },
  });
  const mail = {
    id: "mail",
    name: "Email",
    type: "email" as const,
    sendVerificationRequest: () => {},
    sendMail: () => {},
  };
  const app = createNativeApp(strategy, {
    providers: [providerAt(idp, "op", members), Password(CHEAP), mail],
    ...config,
  }, { idTokens: { op: [CLIENT] } });
  return { app, idp };
}

const nonceOf = async (app: NativeApp) => {
  const { nonce } = await (await app.post("native/nonce", {})).json();
  assertEquals(typeof nonce, "string");
  return nonce as string;
};

async function present(app: NativeApp, body: Record<string, unknown>, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await app.post("native/id-token", { provider: "op", ...body }, headers);
  return { httpStatus: response.status, ...await response.json() };
}

const tokenOf = async (app: NativeApp, idp: Idp, claims: Record<string, unknown> = {}) => {
  const nonce = await nonceOf(app);
  return { nonce, idToken: await idp.idToken({ aud: CLIENT, nonce, ...claims }) };
};

for (const strategy of STRATEGIES) {
  Deno.test(`native/id-token, ${strategy}: begins a session once`, async () => {
    const { app, idp } = await appAt(strategy);
    const sent = await tokenOf(app, idp);
    const answer = await present(app, { ...sent, client: "Acme for iOS" });
    assert(answer.tokens, JSON.stringify(answer));
    const who = await app.who(answer.tokens.accessToken);
    assert(who.ok && who.via === "bearer");
    assertEquals([who.client, who.proof.methods, who.proof.provider], [
      "Acme for iOS",
      ["fed"],
      "op",
    ]);
    assertEquals(who.session.user?.email, ADA);
    const again = await present(app, sent);
    assertEquals([again.httpStatus, again.error], [400, "invalid_grant"]);
    // The same user at the next sign-in.
    const second = await present(app, await tokenOf(app, idp));
    const same = await app.who(second.tokens.accessToken);
    assert(same.ok);
    assertEquals(same.id, who.id);
  });

  Deno.test(`native/id-token, ${strategy}: of fifty at once, one begins a session`, async () => {
    const { app, idp } = await appAt(strategy);
    const sent = await tokenOf(app, idp);
    const all = await Promise.all(Array.from({ length: 50 }, () => present(app, sent)));
    assertEquals(all.filter(({ tokens }) => tokens).length, 1);
    assertEquals(all.filter(({ error }) => error === "invalid_grant").length, 49);
  });

  Deno.test(`native/id-token, ${strategy}: asks for the second factor`, async () => {
    const { app, idp } = await appAt(strategy);
    await createAda(app);
    const first = await enter(app);
    // Linked by the user, with a fresh proof.
    const linked = await present(app, await tokenOf(app, idp), first.accessToken);
    assertEquals(linked.httpStatus, 200, JSON.stringify(linked));
    const secret = await enrol(app);
    const pending = await present(app, await tokenOf(app, idp));
    assertEquals(pending.tokens, undefined);
    assertEquals(new URL(pending.location).pathname, "/auth/factor");
    const asked = await app.call({ path: "factor", state: pending.state });
    const done = await app.call({
      path: "factor",
      method: "POST",
      state: asked.state,
      body: { ...asked.body.fields, answer: await codeOf(secret, Date.now() + 30_000) },
    });
    const who = await app.who(done.tokens!.accessToken);
    assert(who.ok);
    assertEquals(who.proof.methods, ["fed", "otp", "mfa"]);
  });

  Deno.test(`native/id-token, ${strategy}: the rules for accounts and new users hold`, async () => {
    const { app, idp } = await appAt(strategy, { signUp: "invited" });
    const stranger = await present(app, await tokenOf(app, idp));
    assertEquals(stranger.tokens, undefined);
    assert(stranger.location.includes("error=AccessDenied"), stranger.location);
    const other = await appAt(strategy);
    await createAda(other.app);
    const notLinked = await present(other.app, await tokenOf(other.app, other.idp));
    assertEquals(notLinked.tokens, undefined);
    assert(notLinked.location.includes("error=OAuthAccountNotLinked"), notLinked.location);
    const reasons = other.app.entries.filter(({ name }) => name === "signin.refused")
      .map(({ reason }) => reason);
    assertEquals(reasons, ["not-linked"]);
  });
}

Deno.test("native/id-token: ends no step-up, since nobody may have been asked", async () => {
  const { app, idp } = await appAt("jwt");
  const first = await present(app, await tokenOf(app, idp));
  const time = new FakeTime(Date.now() + 11 * 60_000);
  try {
    const { access_token: token } = await app.token({
      grant_type: "refresh_token",
      refresh_token: first.tokens.refreshToken,
    });
    const page = await app.call({ path: "account?step=export", token });
    const { proofUrl } = page.body;
    const path = proofUrl.slice(`${APP}/auth/`.length);
    const asked = await app.call({ path, token, state: page.state });
    assert(asked.state, JSON.stringify(asked));
    const sent = await tokenOf(app, idp, { auth_time: Math.floor(Date.now() / 1000) });
    const answer = await present(app, { ...sent, state: asked.state }, token);
    assertEquals(answer.httpStatus, 200);
    // It is still the session with the old proof.
    const after = await app.call({
      path: "account?step=export",
      token: answer.tokens?.accessToken ?? token,
    });
    assert(after.body.proofUrl, JSON.stringify(after));
  } finally {
    time.restore();
  }
});

Deno.test("native/id-token: what an ID token must have", async () => {
  const { app, idp } = await appAt("jwt");
  const now = Math.floor(Date.now() / 1000);
  const wrong: [string, Record<string, unknown>][] = [
    ["the client of the web app", { aud: idp.clientId }],
    ["no audience", { aud: undefined }],
    ["another audience", { aud: "com.evil.app" }],
    ["several audiences without azp", { aud: [CLIENT, "other"] }],
    ["another azp", { azp: "com.evil.app" }],
    ["another issuer", { iss: "https://evil.example" }],
    ["another nonce", { nonce: "other" }],
    ["no nonce", { nonce: undefined }],
    ["an expiry that has passed", { exp: now - 31 }],
    ["no expiry", { exp: undefined }],
    ["a time of issue that is to come", { iat: now + 400 }],
    ["no time of issue", { iat: undefined }],
    ["a time before which it does not count", { nbf: now + 100 }],
    ["an empty sub", { sub: "" }],
    ["a sub that is a number", { sub: 1 }],
  ];
  for (const [name, claims] of wrong) {
    const answer = await present(app, await tokenOf(app, idp, claims));
    assertEquals([answer.httpStatus, answer.error], [400, "invalid_grant"], name);
  }
  const nonce = await nonceOf(app);
  const hashed = await idp.idToken({ aud: CLIENT, nonce: await sha256Hex(nonce) });
  assertEquals((await present(app, { nonce, idToken: hashed })).error, "invalid_grant");
  for (const idToken of ["none", "a.b.c", "x".repeat(20_000)]) {
    const answer = await present(app, { idToken, nonce: await nonceOf(app) });
    assertEquals([answer.httpStatus, answer.error], [400, "invalid_grant"]);
  }
  const { idToken } = await tokenOf(app, idp);
  assertEquals((await present(app, { idToken, nonce: "made up" })).error, "invalid_grant");
  const forgeries = [
    ...["bad", "none", "empty", "foreign-key", "embedded-key", "critical-header"] as const,
    ...["hmac-public-key", "hmac-client-secret", "unknown-kid"] as const,
  ];
  for (const signature of forgeries) {
    const fresh = await nonceOf(app);
    const forged = await idp.idToken({ aud: CLIENT, nonce: fresh }, signature);
    const answer = await present(app, { nonce: fresh, idToken: forged });
    assertEquals(answer.error, "invalid_grant", signature);
  }
  for (const provider of ["password", "unknown", "__proto__"]) {
    const answer = await present(app, { ...await tokenOf(app, idp), provider });
    assertEquals([answer.httpStatus, answer.error], [400, "invalid_request"], provider);
  }
  const good = await present(app, await tokenOf(app, idp, { aud: [CLIENT, "x"], azp: CLIENT }));
  assert(good.tokens);
});

Deno.test("native/id-token: Apple hashes the nonce", async () => {
  const { app, idp } = await appAt("jwt", {}, {}, "https://appleid.apple.com");
  const nonce = await nonceOf(app);
  const idToken = await idp.idToken({ aud: CLIENT, nonce: await sha256Hex(nonce) });
  assert((await present(app, { nonce, idToken })).tokens);
});

Deno.test("native client: signs in with an ID token", async () => {
  const { app, idp } = await appAt("database");
  let kept: string | null = null;
  const client = createNativeClient({
    url: `${APP}/auth`,
    storage: { get: () => kept, set: (text) => kept = text },
    fetch: async (...request) => await Auth(new Request(...request), app.config),
  });
  const next = await client.withIdToken(
    "op",
    (nonce) => idp.idToken({ aud: CLIENT, nonce }),
  );
  assertEquals([next, (await client.session())?.user?.email], [undefined, ADA]);
});

/**
 * Passkeys that a browser makes without a dialog, after it has filled a password, and the
 * origins that share passkeys.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { AuthConfig } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { signInAs, type SignInAsOptions, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { answer, APP, ask, createRig, type Rig, run, send } from "./_passkeys.ts";

const ADD = { action: "register" };
const QUIET = { action: "register", mediation: "conditional" };
/** The browser asks nothing of the person, so the key states no presence. */
const ABSENT = { userPresent: false, userVerified: false };
const REFUSED = `${APP}/auth/error?error=WebAuthnVerificationError`;
const USER = { id: "ada", name: "Ada", email: "ada@example.com" };

async function signedIn(
  rig: Rig,
  proof: SignInAsOptions["proof"] = { methods: ["pwd"] },
): Promise<TestBrowser> {
  const browser = rig.openBrowser();
  const { setCookies } = await signInAs(rig.config, USER, { origin: APP, proof });
  browser.cookies.store(new URL(APP), setCookies);
  return browser;
}

const configs: Record<string, Partial<AuthConfig>> = {
  jwt: { session: { strategy: "jwt" } },
  database: { session: { strategy: "database", revocation: {} } },
};

for (const [strategy, config] of Object.entries(configs)) {
  Deno.test(`webauthn: a passkey is made without a dialog after a password (${strategy})`, async () => {
    const rig = createRig(config);
    const browser = await signedIn(rig);
    assertEquals((await run(rig, browser, QUIET, ABSENT)).href, `${APP}/after`);
    const { id } = (await rig.adapter.getUserByEmail(USER.email))!;
    assertEquals((await rig.adapter.listAuthenticatorsByUserId(id)).length, 1);
    // It signs in like any other.
    const other = rig.openBrowser();
    assertEquals((await run(rig, other, {})).href, `${APP}/after`);
    assertEquals((await other.session())?.user?.email, USER.email);
  });
}

Deno.test("webauthn: only a ceremony without a dialog accepts a key without presence", async () => {
  const rig = createRig(configs.jwt);
  const browser = await signedIn(rig);
  assertEquals((await run(rig, browser, ADD, ABSENT)).href, REFUSED);
  const asked = await ask(browser, ADD);
  const fields = await answer(asked, rig.authenticator, ABSENT);
  assertEquals((await send(browser, { ...fields, mediation: "conditional" })).href, REFUSED);
});

/** Sessions for which no passkey is made without a dialog. */
const sessions: Record<string, SignInAsOptions["proof"] | null> = {
  "without a session": null,
  "by a link": { methods: ["mail"] },
  "by a provider": { methods: ["fed"] },
  "by a password six minutes ago": { methods: ["pwd"], at: Date.now() / 1000 - 360 },
  "of a person who acts for the user": { methods: ["pwd"], actor: "eve" },
};

for (const [which, proof] of Object.entries(sessions)) {
  Deno.test(`webauthn: no passkey without a dialog in a session ${which}`, async () => {
    const rig = createRig(configs.jwt);
    const browser = proof === null ? rig.openBrowser() : await signedIn(rig, proof);
    const query = new URLSearchParams({ ...QUIET, email: USER.email });
    const response = await browser.fetch(`/auth/webauthn-options/passkey?${query}`);
    assertEquals([response.status, (await response.json()).code], [400, "no_password"]);
  });
}

Deno.test("webauthn: the answer of a ceremony without a dialog can be late by no more than its seal", async () => {
  using time = new FakeTime();
  const rig = createRig(configs.jwt);
  const browser = await signedIn(rig);
  const fields = await answer(await ask(browser, QUIET), rig.authenticator, ABSENT);
  time.tick(17 * 60_000);
  assertMatch((await send(browser, fields)).href, /error=Configuration&code=InvalidCheck$/);
});

const shared = (origin?: string | string[]): AuthConfig => ({
  providers: [Passkey({ relayingParty: { id: "app.example", origin } })],
  adapter: createRig().adapter,
  experimental: { enableWebAuthn: true },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
});

const askFor = (config: AuthConfig, init?: RequestInit) =>
  defineAuth(config).handler(new Request("https://app.example/.well-known/webauthn", init));

Deno.test("passkeys: the handler answers with the origins that share them, as JSON", async () => {
  const origins = ["https://app.example", "https://app.example.de"];
  const response = await askFor(shared(origins));
  assertEquals(response.status, 200);
  assertMatch(response.headers.get("content-type")!, /^application\/json/);
  assertEquals(response.headers.getSetCookie(), []);
  assertEquals(await response.json(), { origins });
  const head = await askFor(shared(origins), { method: "HEAD" });
  assertEquals([head.status, (await askFor(shared(origins), { method: "POST" })).status], [
    200,
    405,
  ]);
});

Deno.test("passkeys: without a list of origins, the path is the app's", async () => {
  for (const config of [shared(), shared("https://app.example"), { ...shared(), providers: [] }]) {
    const { handler } = DenoAuth(config);
    const request = new Request("https://app.example/.well-known/webauthn");
    const response = await handler(() => new Response("the app's"))(request);
    assertEquals(await response.text(), "the app's");
  }
});

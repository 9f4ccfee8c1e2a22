/** @module */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { getProof, requireProof } from "../../src/frameworks/server.ts";
import { identify as identifySession } from "../../src/server/sessions.ts";
import {
  type AuthenticatorLies,
  createAuthenticator,
  createBrowser,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { WebAuthnOptionsResponse } from "../../src/types/webauthn.ts";
import { Auth } from "../../mod.ts";
import { formOf, unescapeHtml } from "./_email.ts";
import { createFactorApp, STRATEGY_CONFIGS, submit } from "./_factors.ts";
import { answer, ask, send } from "./_passkeys.ts";

const APP = "https://app.example";

/** Signs in any user by name. */
const anyone = Credentials({
  authorize: ({ username }) => ({ id: String(username), email: `${username}@example.com` }),
});

/** An app that asks for a passkey. */
function createPasskeyApp(overrides: Partial<AuthConfig> = {}) {
  const app = createFactorApp({
    providers: [anyone],
    factors: [PasskeyFactor()],
    factorPolicy: { required: () => true },
    ...overrides,
  });
  const openBrowser = () =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? Auth(request, app.config)
          : new Response("app"),
    });
  return { ...app, openBrowser, authenticator: createAuthenticator(APP) };
}

type App = ReturnType<typeof createPasskeyApp>;

/** The ceremony in the form of a page. */
function ceremonyOn(html: string): WebAuthnOptionsResponse {
  return JSON.parse(unescapeHtml(/data-ceremony="([^"]*)"/.exec(html)![1]!));
}

/** Signs in by name; returns the page of the second factor. */
async function begin(browser: TestBrowser, username = "ada"): Promise<string> {
  const { url, response } = await browser.signInWithCredentials({ username });
  assertEquals(url.pathname, "/auth/factor");
  return await response.text();
}

/** Answers the ceremony of a page. */
async function respond(
  browser: TestBrowser,
  html: string,
  authenticator: SoftwareAuthenticator,
  lies?: AuthenticatorLies,
) {
  const { data } = await answer(ceremonyOn(html), authenticator, lies);
  return await submit(browser, html, { answer: data });
}

/** Signs in and enrols a key at the gate. */
async function enrol(
  { browser, authenticator }: Pick<App, "browser" | "authenticator">,
  username?: string,
) {
  const choice = await begin(browser, username);
  const page = await submit(browser, choice, { step: "enrol", factor: "passkey" });
  return await respond(browser, page.html, authenticator);
}

async function methodsOf({ config, browser }: App): Promise<readonly string[] | undefined> {
  const cookie = browser.cookies.header(new URL(APP));
  return (await getProof(new Request(APP, { headers: { cookie } }), config))?.methods;
}

const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().filter((cookie) => /session-token=[^;]/.test(cookie));

for (const [strategy, config] of STRATEGY_CONFIGS) {
  Deno.test(`passkey factor: is enrolled, asked for and proven (${strategy} session)`, async () => {
    const app = createPasskeyApp(config);
    const { url } = await enrol(app);
    assertEquals(url.href, `${APP}/`);
    assertEquals(await methodsOf(app), ["pwd", "swk", "user", "mfa"]);
    await app.browser.post("/signout");

    const html = await begin(app.browser);
    assertEquals(await app.browser.session(), null);
    assertStringIncludes(html, "Use the passkey or security key of this account");
    const { action, options } = ceremonyOn(html);
    assertEquals(action, "authenticate");
    assertEquals(
      (options as { allowCredentials?: { id: string }[] }).allowCredentials?.map(({ id }) => id),
      app.authenticator.credentials.map(({ id }) => id),
    );
    const done = await respond(app.browser, html, app.authenticator);
    assertEquals(done.url.href, `${APP}/`);
    assertEquals(await methodsOf(app), ["pwd", "hwk", "user", "mfa"]);
    assertEquals(app.errors, []);
  });
}

Deno.test("passkey factor: a refused answer is a wrong one, and the log says why", async () => {
  const app = createPasskeyApp();
  const html = await begin(app.browser);
  const lied = await respond(app.browser, html, app.authenticator, {
    origin: "https://a.example",
  });
  assertStringIncludes(lied.html, "That did not work. Please try again.");
  assertEquals(await app.browser.session(), null);
  // The same form can be sent again.
  await respond(app.browser, lied.html, app.authenticator);
  assert(await app.browser.session());
  await app.browser.post("/signout");

  const copied = await respond(
    app.browser,
    await begin(app.browser),
    app.authenticator,
    { counter: 9 },
  );
  assertEquals(copied.url.pathname, "/");
  await app.browser.post("/signout");
  const again = await begin(app.browser);
  const wrong = await respond(app.browser, again, app.authenticator, { counter: 7 });
  assertEquals(wrong.url.search, "?factor=passkey&error=InvalidCode");
  assertEquals(await app.browser.session(), null);
  assertEquals(app.errors.map(({ name }) => name), Array(2).fill("WebAuthnVerificationError"));
  assertMatch(app.errors[0]!.message, /origin/);
  assertMatch(app.errors[1]!.message, /counter value 7/);
});

Deno.test("passkey factor: an answer is bound to its sign-in, its user and its page", async () => {
  const app = createPasskeyApp();
  const { authenticator } = app;
  await enrol(app);
  const other = createAuthenticator(APP);
  await enrol({ browser: app.openBrowser(), authenticator: other }, "grace");

  const [first, second, foreign] = [app.openBrowser(), app.openBrowser(), app.openBrowser()];
  const html = await begin(first);
  const { data } = await answer(ceremonyOn(html), authenticator);
  const elsewhere = await submit(second, await begin(second), { answer: data });
  assertEquals(elsewhere.url.searchParams.get("error"), "InvalidCode", "of another sign-in");
  const hers = await submit(foreign, await begin(foreign, "grace"), { answer: data });
  assertEquals(hers.url.searchParams.get("error"), "InvalidCode", "of another user");
  // The page that was shown last counts.
  const { response } = await first.visit("/auth/factor");
  const shown = await response.text();
  const late = await submit(first, html, { answer: data });
  assertEquals(late.url.searchParams.get("error"), "InvalidCode", "of an older page");
  const used = await respond(first, shown, authenticator);
  assertEquals(used.url.searchParams.get("error"), "InvalidCode", "the older answer used it up");
  const done = await respond(first, used.html, authenticator);
  assertEquals(done.url.pathname, "/");
  for (const browser of [second, foreign]) assertEquals(await browser.session(), null);
});

for (
  const [name, prepare] of [
    ["proofs", async (app: App) => {
      await enrol(app);
      await app.browser.post("/signout");
      return await begin(app.browser);
    }],
    [
      "enrolments",
      async (app: App) =>
        (await submit(app.browser, await begin(app.browser), { step: "enrol" })).html,
    ],
  ] as const
) {
  Deno.test(`passkey factor: of fifty equal ${name} at once, one begins a session`, async () => {
    const adapter = MemoryAdapter();
    const app = createPasskeyApp({ adapter, limits: { perAccount: 100 } });
    const html = await prepare(app);
    const { action, fields } = formOf(html);
    const { data } = await answer(ceremonyOn(html), app.authenticator);
    const responses = await Promise.all(Array.from({ length: 50 }, () =>
      app.browser.fetch(action, {
        method: "POST",
        body: new URLSearchParams({ ...fields, answer: data }),
      })));
    const winners = responses.filter((response) => cookiesOf(response).length > 0);
    assertEquals(winners.length, 1);
    const enrolments = await adapter.records.list("ada", "factor");
    assertEquals(enrolments.length, 1);
  });
}

Deno.test("passkey factor: its key signs nobody in, and a key of the provider proves no factor", async () => {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
  const app = createPasskeyApp({
    adapter,
    providers: [anyone, Passkey],
    session: { strategy: "jwt" },
    experimental: { enableWebAuthn: true },
    factors: [PasskeyFactor(), Totp()],
  });
  const { browser, authenticator } = app;
  await enrol(app);

  // The same device makes another key for the provider, under another handle.
  const registration = await ask(browser, { action: "register" });
  assert(registration.action === "register");
  assertEquals(registration.options.excludeCredentials ?? [], []);
  const own = createAuthenticator(APP);
  await send(browser, await answer(registration, own));
  assert(own.credentials[0]!.userHandle !== authenticator.credentials[0]!.userHandle);
  assertEquals((await adapter.listAuthenticatorsByUserId("ada")).length, 1);
  await browser.post("/signout");

  // The key of the factor at the provider.
  const stranger = app.openBrowser();
  const asked = await ask(stranger, {});
  const refused = await send(stranger, await answer(asked, authenticator));
  assertEquals(refused.searchParams.get("error"), "WebAuthnVerificationError");
  assertEquals(await stranger.session(), null);
  assertMatch(app.errors.at(-1)!.message, /no user has registered this key/);

  // The key of the provider as the factor.
  const html = await begin(browser);
  const { options } = ceremonyOn(html);
  const any = { action: "authenticate" as const, options: { ...options, allowCredentials: [] } };
  const { data } = await answer(any as WebAuthnOptionsResponse, own);
  const wrong = await submit(browser, html, { answer: data });
  assertEquals(wrong.url.searchParams.get("error"), "InvalidCode");
  assertEquals(await browser.session(), null);
  assertMatch(app.errors.at(-1)!.message, /the user has not enrolled this key/);

  // Each in its own place.
  const entered = await send(stranger, await answer(await ask(stranger, {}), own));
  assertEquals(entered.href, `${APP}/after`);
  assert(await stranger.session(), "user verification makes a passkey enough");
  await respond(browser, wrong.html, authenticator);
  assert(await browser.session());
});

Deno.test("passkey factor: a key that is no longer enrolled ends nothing and proves nothing", async () => {
  const adapter = MemoryAdapter();
  const app = createPasskeyApp({ adapter });
  await enrol(app);
  await app.browser.post("/signout");
  const html = await begin(app.browser);
  const [enrolment] = await adapter.records.list("ada", "factor");
  await adapter.records.take("factor", enrolment!.id);
  const { data } = await answer(ceremonyOn(html), app.authenticator);
  const { status } = await submit(app.browser, html, { answer: data });
  assertEquals([status >= 400, await app.browser.session()], [true, null]);
});

Deno.test("passkey factor: its page has the script and the options, and the other ways", async () => {
  const app = createPasskeyApp({ factors: [PasskeyFactor(), Totp()] });
  const choice = await begin(app.browser);
  const { response } = await app.browser.visit("/auth/factor");
  const readPolicy = (response: Response) => response.headers.get("content-security-policy")!;
  assert(!readPolicy(response).includes("script-src"), "the page that asks which one to enrol");
  assertStringIncludes(choice, "Set up passkey or security key");
  const { action, fields } = formOf(choice);
  const body = new URLSearchParams({ ...fields, step: "enrol", factor: "passkey" });
  const page = await app.browser.visit(action, { method: "POST", body });
  assertMatch(readPolicy(page.response), /; script-src 'sha256-[A-Za-z0-9+/]{43}='; connect-src/);
  const html = await page.response.text();
  assertEquals(ceremonyOn(html).action, "register");
  assertStringIncludes(html, "<noscript>");
  assertStringIncludes(html, "Choose another method");
  const totp = await submit(app.browser, choice, { step: "enrol", factor: "totp" });
  assertStringIncludes(totp.html, "data-copy=", "its script copies the key, and is not needed");
});

for (const [strategy, config] of STRATEGY_CONFIGS) {
  Deno.test(`passkey factor: proves a session again, which keeps its id (${strategy} session)`, async () => {
    using time = new FakeTime();
    const app = createPasskeyApp(config);
    await enrol(app);
    const request = () =>
      new Request(APP, { headers: { cookie: app.browser.cookies.header(new URL(APP)) } });
    const id = await identifySession(app.config, request());
    time.tick(60 * 60 * 1000);
    const options = { maxAge: 600, methods: ["mfa"] } as const;
    const url = await requireProof(request(), app.config, options);
    const { response } = await app.browser.visit(url!);
    const html = await response.text();
    const stranger = await respond(app.browser, html, createAuthenticator(APP)).catch(() => null);
    assertEquals(stranger, null, "an authenticator without the key");
    const back = await respond(app.browser, html, app.authenticator);
    assertEquals(back.url.href, `${APP}/`);
    assertEquals(await requireProof(request(), app.config, options), null);
    assertEquals(await identifySession(app.config, request()), id);
  });
}

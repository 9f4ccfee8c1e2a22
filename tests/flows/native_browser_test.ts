/**
 * The sign-in of an app in the browser of its user: the question, the code, and its exchange.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { randomBase64url } from "../../src/base/crypto/bytes.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { formOf } from "./_email.ts";
import { APP } from "./_flow.ts";
import {
  APP_URI,
  AT_PORT,
  createAda,
  createNativeApp,
  type NativeApp,
  signInBrowser,
} from "./_native.ts";
import { ADA } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

async function begin(more: Record<string, string> = {}) {
  const verifier = randomBase64url(32);
  const query = new URLSearchParams({
    redirect_uri: AT_PORT,
    code_challenge: await sha256Base64url(verifier),
    code_challenge_method: "S256",
    state: "state-1",
    client: "Acme CLI",
    ...more,
  });
  return { verifier, url: `/auth/native/authorize?${query}` };
}

/** Posts one of the forms of the page, without following the redirect. */
async function press(browser: TestBrowser, html: string, step: string): Promise<Response> {
  const form = html.split("<form").find((part) => part.includes(`value="${step}"`))!;
  const { action, fields } = formOf(`<form${form}`);
  const response = await browser.fetch(new URL(action, APP).href, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await response.body?.cancel();
  return response;
}

/** The answer to the app. */
function answerIn(response: Response): Record<string, string> & { to: string } {
  const location = response.headers.get("location") ?? "";
  const [to = ""] = location.split("?");
  return { to, ...Object.fromEntries(new URL(location).searchParams) };
}

async function codeFor(browser: TestBrowser, more?: Record<string, string>) {
  const { url, verifier } = await begin(more);
  const html = await (await browser.fetch(url)).text();
  const { code } = answerIn(await press(browser, html, "continue"));
  assert(code);
  return { code, verifier, redirect_uri: more?.redirect_uri ?? AT_PORT };
}

const exchange = (
  app: NativeApp,
  { code, verifier, redirect_uri }: { code: string; verifier: string; redirect_uri: string },
  headers?: Record<string, string>,
) =>
  app.token(
    { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri },
    headers,
  );

for (const strategy of STRATEGIES) {
  const test = (
    name: string,
    run: (app: NativeApp, browser: TestBrowser, id: string) => Promise<void>,
  ) =>
    Deno.test(`native/authorize, ${strategy}: ${name}`, async () => {
      const app = createNativeApp(strategy);
      const id = await createAda(app);
      const browser = app.open();
      await signInBrowser(browser);
      await run(app, browser, id);
    });

  test("the user continues, and the app gets a session of its own", async (app, browser, id) => {
    const { url, verifier } = await begin();
    const page = await browser.fetch(url);
    const html = await page.text();
    assertMatch(html, /Sign in to Acme CLI\?/);
    assertMatch(html, /<dd>An app on this computer<\/dd>/);
    assert(!html.includes("<bdi>127.0.0.1"));
    assertMatch(html, new RegExp(ADA));
    assertMatch(
      page.headers.get("content-security-policy")!,
      /form-action 'self' https: http:\/\/127\.0\.0\.1:\*/,
    );
    const response = await press(browser, html, "continue");
    assertEquals(response.status, 302);
    const answer = answerIn(response);
    assertEquals([answer.to, answer.state, answer.iss], [AT_PORT, "state-1", `${APP}/auth`]);
    const tokens = await exchange(app, { code: answer.code!, verifier, redirect_uri: AT_PORT });
    assertEquals(tokens.status, 200, JSON.stringify(tokens));
    const who = await app.who(tokens.access_token);
    assert(who.ok && who.via === "bearer");
    assertEquals([who.id, who.client, who.proof.methods], [id, "Acme CLI", ["pwd"]]);
    const sessions = await app.auth.sessions.list(id);
    assertEquals(sessions.length, 2);
    assertEquals(sessions.filter(({ device }) => device === "Acme CLI").length, 1);
    // Each ends by itself.
    await app.auth.sessions.revoke(id, who.credential);
    assertEquals(await app.reason(tokens.access_token), "revoked");
    assertEquals((await browser.session())?.user?.email, ADA);
    assertEquals(app.errors, []);
  });

  test("a code counts once, for its verifier and redirect URI", async (app, browser) => {
    const wrong: ((sent: Awaited<ReturnType<typeof codeFor>>) => object)[] = [
      () => ({ verifier: randomBase64url(32) }),
      () => ({ redirect_uri: "http://127.0.0.1:1/callback" }),
      ({ code }) => ({ code: `${code}x` }),
      () => ({ code: "none" }),
    ];
    for (const change of wrong) {
      const sent = await codeFor(browser);
      const answer = await exchange(app, { ...sent, ...change(sent) });
      assertEquals([answer.status, answer.error], [400, "invalid_grant"]);
    }
    const sent = await codeFor(browser);
    const first = await exchange(app, sent);
    assertEquals(first.status, 200);
    assertEquals(await app.reason(first.access_token), "in");
    // Its answer was lost.
    assertEquals((await exchange(app, sent)).error, "invalid_grant");
    assertEquals(await app.reason(first.access_token), "in");
    // A copy.
    const copied = { ...sent, verifier: randomBase64url(32) };
    assertEquals((await exchange(app, copied)).error, "invalid_grant");
    assertEquals(await app.reason(first.access_token), "revoked");
    const again = { grant_type: "refresh_token", refresh_token: first.refresh_token };
    assertEquals((await app.token(again)).error, "invalid_grant");
    assertEquals((await browser.session())?.user?.email, ADA);
  });

  test("of fifty exchanges at once, one begins a session", async (app, browser, id) => {
    const sent = await codeFor(browser);
    const all = await Promise.all(Array.from({ length: 50 }, () => exchange(app, sent)));
    const good = all.filter(({ status }) => status === 200);
    assertEquals(good.length, 1);
    assertEquals(await app.reason(good[0]!.access_token), "in");
    assertEquals((await app.auth.sessions.list(id)).length, 2);
  });

  test("a session that ended meanwhile begins none", async (app, browser, id) => {
    const sent = await codeFor(browser);
    await app.auth.sessions.revokeAll(id);
    assertEquals((await exchange(app, sent)).error, "invalid_grant");
    assertEquals(await app.auth.sessions.list(id), []);
  });

  test("fifty forks and the end of the session at once leave none", async (app, browser, id) => {
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeFor(browser)));
    await Promise.all([
      ...codes.slice(0, 25).map((sent) => exchange(app, sent)),
      app.auth.sessions.revokeAll(id),
      ...codes.slice(25).map((sent) => exchange(app, sent)),
    ]);
    assertEquals(await app.auth.sessions.list(id), []);
  });

  test("a code expires", async (app, browser) => {
    const sent = await codeFor(browser);
    const time = new FakeTime(Date.now() + 61_000);
    try {
      assertEquals((await exchange(app, sent)).error, "invalid_grant");
    } finally {
      time.restore();
    }
  });
}

Deno.test("native/authorize: only registered redirect URIs, and errors go to those alone", async () => {
  const app = createNativeApp();
  await createAda(app);
  const browser = app.open();
  await signInBrowser(browser);
  for (
    const uri of [
      "http://127.0.0.1/other",
      "http://127.0.0.1:1/callback?x=1",
      "http://localhost/callback",
      "http://[::1]/callback",
      "http://127.0.0.1.evil.example/callback",
      "http://127.0.0.1@evil.example/callback",
      "https://evil.example/callback",
      "com.example.app:/callback/",
      "com.example.app:/callback#x",
      "javascript:alert(1)",
      "",
    ]
  ) {
    const { url } = await begin({ redirect_uri: uri, code_challenge: "x" });
    const response = await browser.fetch(url, { redirect: "manual" });
    await response.body?.cancel();
    assertEquals([response.status, response.headers.get("location")], [400, null], uri);
  }
  const faults: [Record<string, string>, string][] = [
    [{ code_challenge: "short" }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ client: "\u202eevil" }, "invalid_request"],
  ];
  for (const [fault, error] of faults) {
    for (const redirect_uri of [AT_PORT, APP_URI]) {
      const { url } = await begin({ ...fault, redirect_uri });
      const response = await browser.fetch(url, { redirect: "manual" });
      const { to, ...answer } = answerIn(response);
      assertEquals([to, answer], [
        redirect_uri,
        { error, state: "state-1", iss: `${APP}/auth` },
      ]);
    }
  }
});

Deno.test("native/authorize: an old session, which may be a copy, is led to a proof and back", async () => {
  using time = new FakeTime();
  const app = createNativeApp();
  await createAda(app);
  const browser = app.open();
  await signInBrowser(browser);
  const { url } = await begin();
  const html = await (await browser.fetch(url)).text();
  time.tick(60 * 60 * 1000);
  const asked = await browser.fetch(url, { redirect: "manual" });
  await asked.body?.cancel();
  const answers = [asked, await press(browser, html, "continue")];
  for (const { headers } of answers) {
    const { pathname, searchParams } = new URL(headers.get("location")!, APP);
    assertEquals([pathname, searchParams.has("stepUp")], ["/auth/signin", true]);
    assertMatch(searchParams.get("callbackUrl")!, /\/auth\/native\/authorize\?redirect_uri=/);
  }
});

Deno.test("native/authorize: the user cancels, or uses another account", async () => {
  const app = createNativeApp();
  await createAda(app);
  const browser = app.open();
  await signInBrowser(browser);
  const { url } = await begin({ redirect_uri: APP_URI });
  const page = await browser.fetch(url);
  const html = await page.text();
  assertMatch(html, /<bdi>com\.example\.app<\/bdi>/);
  assertMatch(page.headers.get("content-security-policy")!, /form-action [^;]*com\.example\.app:/);
  const { error, code } = answerIn(await press(browser, html, "cancel"));
  assertEquals([error, code], ["access_denied", undefined]);
  const other = html.split("<form").find((part) => part.includes("/auth/signout"))!;
  const { action, fields } = formOf(`<form${other}`);
  const { url: after } = await browser.visit(action, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  // Signed out, the page leads to the sign-in page, and back.
  const { pathname, searchParams } = new URL(after);
  assertEquals(pathname, "/auth/signin");
  assertEquals(searchParams.get("callbackUrl"), APP + url);
});

Deno.test("native/authorize: without the token of the form nothing happens", async () => {
  const app = createNativeApp();
  await createAda(app);
  const browser = app.open();
  await signInBrowser(browser);
  const { url } = await begin();
  const fields = Object.fromEntries(new URL(url, APP).searchParams);
  const response = await browser.fetch("/auth/native/authorize", {
    method: "POST",
    body: new URLSearchParams({ ...fields, step: "continue" }),
    redirect: "manual",
  });
  await response.body?.cancel();
  assertNotEquals(response.headers.get("location")?.startsWith(AT_PORT), true);
});

Deno.test("native/authorize: a visitor signs in first, with the provider that the app names", async () => {
  const app = createNativeApp();
  await createAda(app);
  const browser = app.open();
  for (const [provider, path] of [["", "/auth/signin"], ["github", "/auth/signin/github"]]) {
    const { url } = await begin(provider ? { provider } : {});
    const response = await browser.fetch(url, { redirect: "manual" });
    await response.body?.cancel();
    const target = new URL(response.headers.get("location")!, APP);
    assertEquals(target.pathname, path);
    assertEquals(target.searchParams.get("callbackUrl"), APP + url);
  }
});

/**
 * What a person sees after a request that fails: a page that says what happened and leads on, with a
 * reference that the log has; programs get what they got before.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { AuthError } from "../../src/errors.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import GitHub from "../../src/providers/github.ts";
import { ADA, createPasswordApp, signUp } from "./_passwords.ts";

const APP = "https://app.example";
const HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

type App = ReturnType<typeof createPasswordApp>;

/** Asks as a browser does that shows the answer to a person. */
async function show(app: App, path: string, init: RequestInit = {}, browser = app.open()) {
  const headers = { accept: HTML, ...init.headers };
  const response = await browser.fetch(path, { ...init, headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const referencesIn = (app: App) =>
  app.errors.flatMap((error) => (error as AuthError).reference ?? []);

const FAILURES: readonly [what: string, path: string, init: RequestInit, status: number][] = [
  ["an unknown path", "/auth/login", {}, 404],
  ["a path that is too long for its action", "/auth/signin/github/more", {}, 404],
  ["an unknown provider", "/auth/signin/nope", {}, 404],
  ["a method that no page has", "/auth/signin", { method: "DELETE" }, 404],
  ["a body that nobody reads", "/auth/signin", {
    method: "POST",
    body: "x",
    headers: { "content-type": "text/plain" },
  }, 415],
];

for (const [what, path, init, status] of FAILURES) {
  Deno.test(`error pages: ${what} is a page for people, and JSON for programs`, async () => {
    const app = createPasswordApp();
    const page = await show(app, path, init);
    assertEquals(page.status, status);
    assertEquals(page.headers.get("content-type"), "text/html; charset=utf-8");
    assertMatch(page.html, /<html lang="en"/);
    assertMatch(page.html, /<title>Error: .* – App<\/title>/);
    assertStringIncludes(page.html, `href="${APP}/auth/signin"`);
    assertStringIncludes(page.html, `href="${APP}"`);
    const [, reference] = /Reference ([0-9A-F]{6})</.exec(page.html)!;
    assertEquals(referencesIn(app), [reference!]);

    const program = await createPasswordApp().open().fetch(path, init);
    assertEquals(program.status, status === 404 ? 400 : status);
    assertMatch(await program.json(), /^Bad request\. /);
  });
}

Deno.test("error pages: GET of a provider's sign-in is a page with its button alone", async () => {
  const app = createPasswordApp({
    providers: [GitHub({ clientId: "id", clientSecret: "secret" }), {
      id: "mail",
      name: "Email",
      type: "email",
      sendVerificationRequest: () => {},
    }],
  });
  const { status, html } = await show(app, "/auth/signin/github");
  assertEquals(status, 200);
  assertStringIncludes(html, `action="${APP}/auth/signin/github"`);
  assert(!html.includes("/auth/signin/mail"));
  assertEquals(app.errors, []);
  assertEquals((await app.open().fetch("/auth/signin/github")).status, 400, "for programs");
});

Deno.test("error pages: a failure that leads to the error page has its reference there and in the log", async () => {
  const app = createPasswordApp({
    providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  });
  const answer = await show(app, "/auth/callback/github?code=x&state=y");
  const url = new URL(answer.headers.get("location") ?? "", APP);
  const reference = url.searchParams.get("reference")!;
  assertMatch(reference, /^[0-9A-F]{6}$/);
  assertEquals(referencesIn(app), [reference]);
  const page = await show(app, url.href);
  assertStringIncludes(page.html, `Reference ${reference}`);
  const evil = await show(app, "/auth/error?error=Verification&reference=<b>call+0900</b>");
  assert(!evil.html.includes("0900"));
});

Deno.test("error pages: two failures in one minute have two references, and none is shown that is not logged", async () => {
  const app = createPasswordApp();
  const first = await show(app, "/auth/login");
  const second = await show(app, "/auth/login");
  assertMatch(first.html, /Reference/);
  assertEquals(app.errors.length, 1);
  assert(!second.html.includes("Reference"));
});

Deno.test("error pages: a limit says when to try again, by what was tried", async () => {
  const app = createPasswordApp({ limits: { perAccount: 3, perRecipient: 2 } });
  await signUp(app, app.open());
  const browser = app.open();
  const csrfToken = await browser.csrf();
  const post = (path: string, fields: Record<string, string>) =>
    show(app, path, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, ...fields }),
    }, browser);
  let page = await post("/auth/callback/password", { email: ADA, password: "wrong" });
  for (let i = 0; i < 12 && page.status !== 429; i++) {
    page = await post("/auth/callback/password", { email: ADA, password: `wrong ${i}` });
  }
  assertEquals(page.status, 429);
  assertMatch(page.html, /Try again in (1 hour|\d+ minutes)\. You can also sign in another way/);
  assertStringIncludes(page.html, "Too many attempts");
  assertStringIncludes(page.html, 'class="submit"');
  page = await post("/auth/signin/mail", { email: ADA });
  for (let i = 0; i < 5 && page.status !== 429; i++) {
    page = await post("/auth/signin/mail", {
      email: `${ADA.toUpperCase().slice(0, i)}${ADA.slice(i)}`,
    });
  }
  if (page.status === 429) {
    assertMatch(page.html, /Try again in .*\. The newest email that we sent still works\./);
    assert(!page.html.includes('class="submit"'), "the sign-in page leads to the same limit");
  }
});

Deno.test("error pages: the sign-out page says as whom, and that nobody is signed in", async () => {
  const app = createPasswordApp();
  const browser = app.open();
  await signUp(app, browser);
  const asked = await show(app, "/auth/signout", {}, browser);
  assertStringIncludes(asked.html, `You are signed in as ${ADA}.`);
  await browser.post("/signout");
  const { html } = await show(app, "/auth/signout", {}, browser);
  assertStringIncludes(html, "You are signed out");
  assert(!html.includes("<form"));
  assertStringIncludes(html, `href="${APP}/auth/signin`);
});

Deno.test("error pages: who is led to the sign-in page learns why", async () => {
  const app = createPasswordApp({
    adapter: MemoryAdapter(),
    account: AccountPage(),
    factors: [Totp()],
    sendMail: () => {},
  });
  for (const path of ["account", "factors", "address"]) {
    const { headers } = await show(app, `/auth/${path}`);
    const url = new URL(headers.get("location")!);
    assertEquals(url.pathname + url.search.slice(0, 22), "/auth/signin?error=SessionRequired");
    assert(url.searchParams.get("callbackUrl")!.startsWith(`${APP}/auth/${path}`));
    const { html } = await show(app, url.href);
    assertStringIncludes(html, "Please sign in to see this page.");
    assertStringIncludes(html, "<title>Sign in – ");
  }
});

Deno.test("error pages: an old link of an undo leads on", async () => {
  const app = createPasswordApp({ account: AccountPage() });
  const { html } = await show(app, "/auth/address?undo=old");
  assertStringIncludes(html, "This link cannot be used");
  assertStringIncludes(html, `href="${APP}/auth/signin"`);
});

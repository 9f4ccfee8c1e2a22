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
import type { LimitsOptions } from "../../src/types/limits.ts";
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

Deno.test("error pages: failures of one minute share the reference of their one log line", async () => {
  const app = createPasswordApp();
  const program = await app.open().fetch("/auth/login");
  await program.body?.cancel();
  const [reference] = referencesIn(app);
  for (let i = 0; i < 2; i++) {
    const { html } = await show(app, "/auth/login");
    assertStringIncludes(html, `Reference ${reference}<`);
  }
  assertEquals(app.errors.length, 1);
});

Deno.test("error pages: a failure of the app has a reference too, which a script's answer leads to", async () => {
  const app = createPasswordApp({
    callbacks: {
      redirect() {
        throw new TypeError("The app fails");
      },
    },
  });
  const path = "/auth/signin?callbackUrl=/a";
  const { headers } = await show(app, path);
  const script = await app.open().fetch(path, { headers: { "x-auth-return-redirect": "1" } });
  const urls = [headers.get("location")!, (await script.json() as { url: string }).url];
  assertEquals(
    urls.map((url) => new URL(url).searchParams.get("reference")),
    app.errors.map((error) => (error as AuthError).reference ?? "none"),
  );
  assertEquals(new Set(urls).size, 2);
  const program = await app.open().fetch(path);
  assertEquals(program.headers.get("location"), `${APP}/auth/error?error=Configuration`);
});

Deno.test("error pages: an unusable config is a page on every path, whose reference stays", async () => {
  const app = createPasswordApp({ adapter: undefined });
  const post = { method: "POST", body: new URLSearchParams() };
  for (
    const [path, init] of [["signin", {}], ["callback/password", {}], [
      "signin/mail",
      post,
    ]] as const
  ) {
    const page = await show(app, `/auth/${path}`, init);
    assertEquals(page.status, 500, path);
    assertStringIncludes(page.html, "Sign-in is not available");
    assertStringIncludes(page.html, `Reference ${referencesIn(app)[0]}<`);
    assert(!page.html.includes("session.revocation"), "the reason is in the log alone");
  }
  assertEquals(app.errors.length, 1);
  const program = await app.open().fetch("/auth/callback/password");
  assertEquals(program.status, 500);
  assertEquals(Object.keys(await program.json() as object), ["message"]);
});

/** What comes too often, what the page says beside the time, and whether its button signs in. */
const LIMITS: readonly [
  what: string,
  limits: LimitsOptions,
  send: (post: Post) => Promise<Page>,
  text: RegExp,
  hasButton: boolean,
][] = [
  [
    "wrong passwords",
    { perAccount: 1 },
    (post) => post("/auth/callback/password", { email: ADA, password: "wrong" }),
    /Try again in \d\d minutes\. You can also sign in another way/,
    true,
  ],
  [
    "emails",
    { perRecipient: 1 },
    (post) => post("/auth/signin/mail", { email: ADA }),
    /Try again in \d\d minutes\. The newest email that we sent still works\.</,
    false,
  ],
  [
    "requests of a network",
    { perAddress: 1, clientAddress: () => "203.0.113.7" },
    (post) => post("/auth/signin/mail", { email: ADA }),
    /Try again in \d\d seconds\. There were many requests from your network\.</,
    false,
  ],
  [
    "requests of everybody",
    { perAction: { signin: 1 } },
    (post) => post("/auth/signin/mail", { email: ADA }),
    /Try again in \d\d seconds\.</,
    false,
  ],
];

type Post = (path: string, fields: Record<string, string>) => Promise<Page>;
type Page = Awaited<ReturnType<typeof show>>;

for (const [what, limits, send, text, hasButton] of LIMITS) {
  Deno.test(`error pages: too many ${what}: the page says when to try again`, async () => {
    const app = createPasswordApp({ limits: { perRecipient: false, ...limits } });
    const post: Post = async (path, fields) => {
      const browser = app.open();
      const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
      return await show(app, path, { method: "POST", body }, browser);
    };
    assertEquals((await send(post)).status, 302);
    const page = await send(post);
    assertEquals(page.status, 429);
    assertMatch(page.html, text);
    assertEquals(page.html.includes('class="submit"'), hasButton);
    assertStringIncludes(page.html, `href="${APP}"`);
    assertStringIncludes(page.html, `Reference ${referencesIn(app).at(-1)}<`);
  });
}

Deno.test("error pages: a limit leads the app's own page to the log too, and tells scripts", async () => {
  const app = createPasswordApp({
    limits: { perAction: { signin: 1 } },
    pages: { error: "/oops" },
  });
  const browser = app.open();
  const csrfToken = await browser.csrf();
  const send = (headers: HeadersInit) =>
    browser.fetch("/auth/signin/mail", {
      method: "POST",
      headers,
      body: new URLSearchParams({ csrfToken, email: ADA }),
    });
  await (await send({})).body?.cancel();
  const own = await send({ accept: HTML });
  const [reference] = referencesIn(app);
  const url = new URL(own.headers.get("location")!);
  assertEquals([url.pathname, url.searchParams.get("reference")], ["/oops", reference!]);
  const script = await send({ accept: "application/json" });
  assertEquals((await script.json() as { reference: string }).reference, reference);
});

Deno.test("error pages: the sign-out page says as whom, and that nobody is signed in", async () => {
  const app = createPasswordApp();
  const browser = app.open();
  await signUp(app, browser);
  const asked = await show(app, "/auth/signout", {}, browser);
  assertStringIncludes(asked.html, `You are signed in as ${ADA}.`);
  await browser.post("/signout");
  const { html } = await show(app, "/auth/signout", {}, browser);
  assertStringIncludes(html, "<title>You are signed out – App</title>");
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
  assertStringIncludes(html, "<title>Error: This link can’t be used – App</title>");
  assertStringIncludes(html, `href="${APP}/auth/signin">Sign in<`);
  assertStringIncludes(html, `href="${APP}">`);
  const browser = app.open();
  await signUp(app, browser);
  const signedIn = await show(app, "/auth/address?undo=old", {}, browser);
  assertStringIncludes(signedIn.html, `href="${APP}/auth/account">Go to your account<`);
});

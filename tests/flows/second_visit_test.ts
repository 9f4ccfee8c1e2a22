/**
 * A callback that the same browser opens twice, and forms that were open for longer than their token.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { createRig } from "../conformance/_rig.ts";
import { APP, createEmailApp } from "./_email.ts";
import { createAccountApp, enter } from "./_accounts.ts";
import { createPasswordApp, PASSWORD } from "./_passwords.ts";

const ADA = "ada@example.com";

/** Starts a sign-in at the provider; returns the URL that it sends the browser back with. */
async function callbackOf({ browser }: Awaited<ReturnType<typeof createRig>>): Promise<string> {
  const url = await browser.start("test", { callbackUrl: "/after" });
  const answer = await browser.fetch(url);
  await answer.body?.cancel();
  return answer.headers.get("location")!;
}

Deno.test("second visit: a callback that is opened twice leads to where the first visit went", async () => {
  const rig = await createRig();
  const url = await callbackOf(rig);
  assertEquals((await rig.browser.visit(url)).url.href, `${APP}/after`);
  const session = rig.browser.cookies.header(new URL(APP));
  assertEquals((await rig.browser.visit(url)).url.href, `${APP}/after`);
  assertEquals(rig.browser.cookies.header(new URL(APP)), session, "no session begins");
  assertEquals(rig.idp.count("token"), 1, "the code is not used again");
});

Deno.test("second visit: nobody but the one whom the first visit signed in is led on", async () => {
  using time = new FakeTime();
  const rig = await createRig();
  const url = await callbackOf(rig);
  await rig.browser.visit(url);
  // Another provider has begun the session.
  const other = await createRig();
  const elsewhere = new URL(url);
  other.config.providers = [{ ...(other.config.providers[0] as object), id: "other" } as never];
  await other.browser.signIn("other");
  elsewhere.pathname = "/auth/callback/test";
  other.config.providers.push(rig.config.providers[0]!);
  const refused = (href: string) => href.includes("error=Configuration&code=InvalidCheck");
  assert(refused((await other.browser.visit(elsewhere.href)).url.href));
  // The session is older than any attempt.
  time.tick(16 * 60_000);
  assert(refused((await rig.browser.visit(url)).url.href));
  await rig.browser.post("/signout");
  assert(refused((await rig.browser.visit(url)).url.href));
});

Deno.test("second visit: a link that is clicked twice leads on, and is asked about by nobody else", async () => {
  const app = createEmailApp({ config: { session: { strategy: "jwt" } } });
  await app.ask(ADA);
  const [mail] = app.mails;
  const first = await app.browser.visit(mail!.url);
  const second = await app.browser.visit(mail!.url);
  assertEquals(second.url.href, first.url.href);
  assertEquals((await app.browser.session())?.user?.email, ADA);
  // A browser without the session is refused.
  const stranger = app.newBrowser();
  const refused = await stranger.visit(mail!.url);
  assertStringIncludes(refused.url.href, "error=Verification");
  // So does one that has the session of another address.
  await app.ask("bob@example.com", stranger);
  await stranger.visit(app.mails[1]!.url);
  assertStringIncludes(
    (await stranger.visit(mail!.url)).url.href,
    "error=Verification",
  );
});

const SAME = { "sec-fetch-site": "same-origin" };

/** Posts a form whose token is that of a browser which has lost its cookie. */
async function postStale(
  browser: ReturnType<typeof createAccountApp>["browser"],
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<string> {
  const body = new URLSearchParams({ csrfToken: "0".repeat(64), ...fields });
  const response = await browser.fetch(path, { method: "POST", body, headers });
  await response.body?.cancel();
  return response.headers.get("location") ?? String(response.status);
}

Deno.test("stale token: where the browser proves the origin, sign-out and what was typed are not lost", async () => {
  const app = createAccountApp("jwt");
  const { browser } = app;
  await enter(app);
  const refused = (location: string) => location.includes("error=MissingCSRF");
  for (const site of ["cross-site", "same-site", "none", ""]) {
    const headers: Record<string, string> = site ? { "sec-fetch-site": site } : {};
    assert(refused(await postStale(browser, "/auth/signout", {}, headers)), site);
  }
  // A form of another site has no token at all.
  const bare = await browser.fetch("/auth/signout", {
    method: "POST",
    body: new URLSearchParams(),
    headers: SAME,
  });
  assert(refused(bare.headers.get("location")!));
  await bare.body?.cancel();
  assert(await browser.session());
  assert(!refused(await postStale(browser, "/auth/signout", {}, SAME)));
  assertEquals(await browser.session(), null);
  const step = await postStale(
    browser,
    "/auth/signin",
    { email: ADA, callbackUrl: "/after" },
    SAME,
  );
  assertStringIncludes(step, "step=password");
  assertStringIncludes(await (await browser.fetch(step)).text(), `value="${ADA}"`);
  // One that had no other cookie goes on too; one that keeps none is told so, and not asked again
  // without a word.
  const other = app.open();
  const next = await postStale(other, "/auth/signin", { email: ADA }, SAME);
  assertStringIncludes(await (await other.fetch(next)).text(), `value="${ADA}"`);
  const told = "Your browser blocks cookies";
  assert(!(await (await other.fetch(next)).text()).includes(told));
  assertStringIncludes(await (await app.open().fetch(next)).text(), told);
});

Deno.test("no cookies: a password that is posted straight to the callback leads past a page that says so", async () => {
  const app = createPasswordApp();
  await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  await setPassword(app.config, "ada", PASSWORD);
  const fields = { email: ADA, password: PASSWORD, callbackUrl: "/after" };
  const post = async (browser: TestBrowser, more: Record<string, string> = {}) =>
    await postStale(browser, "/auth/callback/password", { ...fields, ...more }, SAME);
  const path = (location: string) => location.replace(app.origin, "");
  // One that had lost its cookies, and keeps new ones.
  const browser = app.open();
  const past = await post(browser);
  assertEquals(
    past,
    `${app.origin}/auth/signin?step=cookies&callbackUrl=${
      encodeURIComponent(`${app.origin}/after`)
    }`,
  );
  assertEquals((await browser.visit(past)).url.href, `${app.origin}/after`);
  assertEquals((await browser.session())?.user?.email, ADA);
  // One that keeps none.
  const told = "Your browser blocks cookies";
  assertStringIncludes(await (await app.open().fetch(past)).text(), told);
  const json = await app.open().fetch(past, { headers: { accept: "application/json" } });
  assertEquals((await json.json()).error, "MissingCSRF");
  // Nobody else is led past it.
  assertEquals(path(await post(browser)), "/after");
  assertStringIncludes(await post(app.open(), { password: "wrong" }), "error=CredentialsSignin");
  const away = "/auth/signin?step=cookies&callbackUrl=https://evil.example";
  assertEquals((await browser.visit(away)).url.origin, app.origin);

  const own = createPasswordApp({ adapter: app.adapter, pages: { signIn: "/login" } });
  const login = (await own.open().visit(path(past))).url;
  assertEquals(login.pathname, "/login");
  assertEquals(
    [login.searchParams.get("error"), login.searchParams.get("code")],
    ["MissingCSRF", "NoCookies"],
  );
});

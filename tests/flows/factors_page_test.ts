/**
 * The page of second factors in whole flows, with both session strategies.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig, EmailConfig } from "../../mod.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { getProof } from "../../src/frameworks/server.ts";
import { list as listFactors } from "../../src/capabilities/factors/functions.ts";
import { revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import { suspend as suspendUser } from "../../src/server/users.ts";
import { de } from "../../src/languages/de.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { Auth } from "../../mod.ts";
import {
  codeOf,
  createFactorApp,
  PASSWORD,
  password,
  secretOn,
  STRATEGY_CONFIGS,
  submit,
} from "./_factors.ts";
import {
  addTotp,
  codesOn,
  idsOn,
  PAGE,
  post,
  setUpTotp,
  show,
  signInTwice,
} from "./_factors_page.ts";

const APP = "https://app.example";
const NOW = 1_900_000_000_000;
const MINUTE = 60_000;
const ADA = "ada";

async function createRig(config: Partial<AuthConfig>) {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: ADA, email: "ada@example.com", emailVerified: new Date(NOW) });
  const app = createFactorApp({
    adapter,
    factors: [Totp(), MailCode(), RecoveryCodes()],
    ...config,
  });
  const open = () => createBrowser(APP, { [APP]: (request) => answer(request, app.config) });
  return { ...app, adapter, open };
}

async function answer(request: Request, config: AuthConfig): Promise<Response> {
  const { pathname } = new URL(request.url);
  return pathname.startsWith("/auth/") ? await Auth(request, config) : new Response("app");
}

const requestOf = (browser: TestBrowser) =>
  new Request(APP, { headers: { cookie: browser.cookies.header(new URL(APP)) } });

const trustCookie = (browser: TestBrowser) =>
  browser.cookies.header(new URL(APP)).includes("authjs.trusted");

for (const [strategy, session] of STRATEGY_CONFIGS) {
  const test = (name: string, run: (time: FakeTime) => Promise<void>) =>
    Deno.test(`factors: ${name} (${strategy} session)`, async () => {
      using time = new FakeTime(NOW);
      await run(time);
    });

  test("without a session, the page leads to the sign-in page and back", async () => {
    const app = await createRig(session);
    const { url } = await show(app.browser);
    assertEquals(url.pathname, "/auth/signin");
    assertEquals(url.searchParams.get("callbackUrl"), PAGE);
    const posted = await post(app.browser, { step: "enrol", factor: "totp" });
    assertEquals(posted.url.pathname, "/auth/signin");
  });

  test("a user adds an app, and the session has proven it", async () => {
    const app = await createRig(session);
    await app.browser.signInWithCredentials(PASSWORD);
    const empty = await show(app.browser);
    assertStringIncludes(empty.html, "Two-step verification is off.");
    assertStringIncludes(empty.html, "Step 1 of 3");
    assertStringIncludes(empty.html, "Set up authenticator app");
    assert(!empty.html.includes("Create recovery codes"), "codes stand in for another factor");
    const begun = await post(app.browser, { step: "enrol", factor: "totp" });
    const wrong = await submit(app.browser, begun.html, { answer: "abcdef" });
    assertStringIncludes(wrong.html, "That code is wrong.");
    assertStringIncludes(wrong.html, "<title>Error: Two-step verification – ");
    assertEquals(secretOn(wrong.html), secretOn(begun.html), "the same key");
    assertEquals(await listFactors(app.config, ADA), []);
    const right = await codeOf(secretOn(wrong.html));
    const done = await submit(app.browser, wrong.html, { answer: right });
    assertEquals(done.url.href, `${PAGE}?step=codes`);
    const list = await submit(app.browser, done.html, { step: "saved", saved: "1" });
    assertEquals(list.url.href, `${PAGE}?done=added&factor=totp`);
    assertStringIncludes(list.html, "Authenticator app was added.");
    assertEquals((await getProof(requestOf(app.browser), app.config))?.methods, [
      "pwd",
      "otp",
      "mfa",
    ]);
    assertEquals(app.mails.map(({ to, subject }) => [to, subject]), [[
      "ada@example.com",
      "A two-step verification method was added (App)",
    ]]);
    assertEquals(app.errors, []);
  });

  // Locks wait in real time.
  Deno.test(`factors: a confirmation that is posted thrice at once is stored once (${strategy} session)`, async () => {
    const app = await createRig(session);
    await app.browser.signInWithCredentials(PASSWORD);
    const begun = await post(app.browser, { step: "enrol", factor: "totp" });
    const code = await codeOf(secretOn(begun.html));
    await Promise.all([1, 2, 3].map(() => submit(app.browser, begun.html, { answer: code })));
    const kinds = (await listFactors(app.config, ADA)).map(({ factor }) => factor).sort();
    assertEquals(kinds, ["recovery", "totp"]);
  });

  test("recovery codes are shown once, and new ones replace them", async (time) => {
    const app = await createRig(session);
    await app.browser.signInWithCredentials(PASSWORD);
    const { page: first } = await setUpTotp(app.browser);
    time.tick(1000);
    const codes = codesOn(first.html);
    assertEquals(codes.length, 10);
    assertStringIncludes(first.html, 'download="recovery-codes.txt"');
    const list = await show(app.browser);
    assertStringIncludes(list.html, "10 codes left");
    assert(!list.html.includes(codes[0]!));
    const second = await post(app.browser, { step: "enrol", factor: "recovery" });
    assertEquals((await listFactors(app.config, ADA)).map(({ factor }) => factor), [
      "totp",
      "recovery",
    ]);
    await app.browser.post("/signout");
    const { response } = await app.browser.signInWithCredentials(PASSWORD);
    await response.body?.cancel();
    const page = await show(app.browser, `${APP}/auth/factor?factor=recovery`);
    const old = await submit(app.browser, page.html, { answer: codes[0]! });
    assertEquals(old.url.searchParams.get("error"), "InvalidCode");
    await submit(app.browser, old.html, { answer: codesOn(second.html)[0]! });
    assert(await app.browser.session());
    assertEquals(app.mails.map(({ subject }) => subject), [
      "A two-step verification method was added (App)",
      "A two-step verification method was replaced (App)",
      "A recovery code was used (App)",
    ]);
  });

  test("two codes left are a warning", async (time) => {
    const app = await createRig(session);
    await app.browser.signInWithCredentials(PASSWORD);
    const { secret, page: made } = await setUpTotp(app.browser);
    const codes = codesOn(made.html);
    for (const code of codes.slice(0, 8)) {
      const browser = app.open();
      await (await browser.signInWithCredentials(PASSWORD)).response.body?.cancel();
      const page = await show(browser, `${APP}/auth/factor?factor=recovery`);
      await submit(browser, page.html, { answer: code });
    }
    time.tick(MINUTE);
    const browser = app.open();
    await signInTwice(browser, secret);
    const { html } = await show(browser);
    assertStringIncludes(html, "2 codes left");
    assertStringIncludes(html, "You have few recovery codes left.");
  });

  test("a factor is renamed and removed", async () => {
    const app = await createRig(session);
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    const [id] = idsOn((await show(app.browser)).html) as [string];
    const one = await show(app.browser, `${PAGE}?id=${id}`);
    assertStringIncludes(one.html, ">Save</button>");
    const bad = await post(app.browser, { step: "rename", id, name: " " });
    assertStringIncludes(bad.html, "Use 1 to 64 visible characters.");
    assertStringIncludes(bad.html, "<title>Error: ");
    assertEquals(bad.url.searchParams.get("error"), "InvalidName", "a page that can be reloaded");
    const named = await post(app.browser, { step: "rename", id, name: "<b> Phone" });
    assertStringIncludes(named.html, "&lt;b> Phone");
    const asked = await show(app.browser, `${PAGE}?id=${id}&step=remove`);
    assertStringIncludes(asked.html, "Remove &lt;b> Phone?");
    const removed = await submit(app.browser, asked.html, { step: "remove" });
    assertEquals(removed.url.href, `${PAGE}?done=removed`);
    assertEquals((await listFactors(app.config, ADA)).map(({ factor }) => factor), ["recovery"]);
    const { subject, text } = app.mails.at(-1)!;
    assertEquals(subject, "A two-step verification method was removed (App)");
    assert(!text.includes("Phone"), "a mail holds nothing that a person typed");
    assertStringIncludes(text, "Method: Authenticator app\nTime: March 17, 2030 at 5:46 PM UTC");
  });

  test("a stale proof changes nothing, and a code makes it fresh", async (time) => {
    const app = await createRig(session);
    await app.browser.signInWithCredentials(PASSWORD);
    const secret = await addTotp(app.browser);
    const [id] = idsOn((await show(app.browser)).html) as [string];
    time.tick(11 * MINUTE);
    const { html } = await show(app.browser);
    assertStringIncludes(html, "Verify it’s you to change your methods.");
    assertEquals(idsOn(html), []);
    for (const step of ["enrol", "confirm", "rename", "remove"]) {
      const refused = await post(app.browser, { step, id, factor: "recovery", name: "Phone" });
      assertEquals(refused.url.pathname, "/auth/factor", step);
    }
    assertEquals((await listFactors(app.config, ADA)).map(({ name }) => name), [null, null]);
    const asked = await post(app.browser, { step: "remove", id });
    const back = await submit(app.browser, asked.html, { answer: await codeOf(secret) });
    assertEquals(back.url.href, `${PAGE}?id=${id}&step=remove`);
    await post(app.browser, { step: "remove", id });
    assertEquals((await listFactors(app.config, ADA)).map(({ factor }) => factor), ["recovery"]);
  });

  test("a session from before a factor must prove it before a change", async () => {
    const app = await createRig(session);
    const other = app.open();
    await other.signInWithCredentials(PASSWORD);
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    const [id] = idsOn((await show(app.browser)).html) as [string];
    const refused = await post(other, { step: "remove", id });
    assertEquals(refused.url.pathname, "/auth/factor");
    assertEquals((await listFactors(app.config, ADA)).length, 2);
  });

  test("a form of another site, and the enrolment of another user, change nothing", async () => {
    const app = await createRig(session);
    await app.adapter.createUser({ id: "eve", email: "eve@example.com", emailVerified: null });
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    const [id] = idsOn((await show(app.browser)).html) as [string];
    const forged = await post(app.browser, { step: "remove", id, csrfToken: "other" });
    assertEquals(new URL(forged.url).searchParams.get("error"), "MissingCSRF");
    const eve = await createRigOfEve(app.config);
    const missed = await post(eve, { step: "remove", id });
    assertEquals(missed.url.href, PAGE);
    assertEquals((await listFactors(app.config, ADA)).length, 2);
  });

  test("the last factor stays while the policy requires one", async () => {
    const required = (user: { id?: string }, { account }: { account: { provider: string } }) =>
      user.id === ADA && account.provider === "credentials";
    const app = await createRig({ ...session, factorPolicy: { required } });
    const { response } = await app.browser.signInWithCredentials(PASSWORD);
    const chosen = await submit(app.browser, await response.text(), {
      step: "enrol",
      factor: "totp",
    });
    await submit(app.browser, chosen.html, { answer: await codeOf(secretOn(chosen.html)) });
    const [id] = idsOn((await show(app.browser)).html) as [string];
    const refused = await post(app.browser, { step: "remove", id });
    assertStringIncludes(refused.html, "this is your last method");
    assertEquals(refused.url.searchParams.get("error"), "required");
    assertEquals((await listFactors(app.config, ADA)).length, 2);
    const begun = await post(app.browser, { step: "enrol", factor: "mail" });
    const code = /\d{4} \d{4}/.exec(app.mails.at(-1)!.text)![0];
    await submit(app.browser, begun.html, { answer: code });
    const removed = await post(app.browser, { step: "remove", id });
    assertEquals(removed.url.searchParams.get("done"), "removed");
    const kinds = (await listFactors(app.config, ADA)).map(({ factor }) => factor).sort();
    assertEquals(kinds, ["mail", "recovery"]);
  });

  test("after a link by email, no mail code can be added, nor be left alone", async (time) => {
    const links: string[] = [];
    const email: EmailConfig = {
      id: "email",
      name: "Email",
      type: "email",
      sendVerificationRequest: ({ url }) => void links.push(url),
    };
    const app = await createRig({ ...session, providers: [email, password] });
    const enter = async (browser: TestBrowser) => {
      await browser.start("email", { fields: { email: "ada@example.com" } });
      return await browser.visit(links.pop()!);
    };
    await (await enter(app.browser)).response.body?.cancel();
    assert(!(await show(app.browser)).html.includes("Set up codes by email"));
    const refused = await post(app.browser, { step: "enrol", factor: "mail" });
    assertEquals(refused.url.searchParams.get("error"), "Configuration");
    const secret = await addTotp(app.browser);

    const other = app.open();
    time.tick(MINUTE);
    await signInTwice(other, secret);
    const begun = await post(other, { step: "enrol", factor: "mail" });
    const code = /\d{4} \d{4}/.exec(app.mails.at(-1)!.text)![0];
    await submit(other, begun.html, { answer: code });
    time.tick(1000);
    const known = (await listFactors(app.config, ADA)).filter(({ factor }) =>
      factor !== "recovery"
    );
    assertEquals(known.map(({ factor }) => factor), ["totp", "mail"]);
    const kept = await post(app.browser, { step: "remove", id: known[0]!.id });
    assertStringIncludes(kept.html, "Your other methods don’t work with the way you sign in");
    assertEquals((await listFactors(app.config, ADA)).length, 3);
    await post(app.browser, { step: "remove", id: known[1]!.id });
    await post(app.browser, { step: "remove", id: known[0]!.id });
    assertEquals((await listFactors(app.config, ADA)).map(({ factor }) => factor), ["recovery"]);
  });

  test("a mail that cannot be sent is logged, and changes nothing else", async () => {
    const app = await createRig({
      ...session,
      factors: [Totp()],
      sendMail: () => Promise.reject(new Error("no mail server")),
    });
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    assertEquals((await listFactors(app.config, ADA)).length, 1);
    assertEquals(app.errors.map(({ message }) => message), [
      "Cannot tell a user by email of a change of the account",
    ]);
  });

  test("the page and its mails speak German", async () => {
    const app = await createRig({ ...session, languages: [de] });
    await app.browser.signInWithCredentials(PASSWORD);
    const visit = (init: RequestInit = {}) =>
      app.browser.visit(PAGE, { ...init, headers: { "accept-language": "de-CH,de" } });
    const { response } = await visit();
    assertStringIncludes(await response.text(), "Authenticator‑App einrichten");
    const csrfToken = await app.browser.csrf();
    const begun = await visit({
      method: "POST",
      body: new URLSearchParams({ csrfToken, step: "enrol", factor: "mail" }),
    });
    await begun.response.body?.cancel();
    assertMatch(app.mails.at(-1)!.subject, /^\d{4} \d{4} ist Ihr Code für App$/);
    assertEquals(app.mails.at(-1)!.language, "de");
  });

  /** An app whose user has proven a factor in this browser, and trusts it. */
  const trust = async (time: FakeTime) => {
    const app = await createRig({
      ...session,
      factorPolicy: { trustedDevice: { maxAge: 24 * 60 * 60 } },
    });
    await app.browser.signInWithCredentials(PASSWORD);
    const secret = await addTotp(app.browser);
    await app.browser.post("/signout");
    time.tick(MINUTE);
    await signInTwice(app.browser, secret, { trust: "1" });
    return { app, secret };
  };

  // Database sessions have no such callback.
  if (session.session?.strategy !== "database") {
    test("a device is not trusted by a sign-in that the jwt callback refuses", async (time) => {
      let isRefused = false;
      const app = await createRig({
        ...session,
        factorPolicy: { trustedDevice: { maxAge: 24 * 60 * 60 } },
        callbacks: { jwt: ({ token }) => isRefused ? null : token },
      });
      await app.browser.signInWithCredentials(PASSWORD);
      const secret = await addTotp(app.browser);
      await app.browser.post("/signout");
      time.tick(MINUTE);
      isRefused = true;
      await signInTwice(app.browser, secret, { trust: "1" });
      assertEquals(trustCookie(app.browser), false);
      isRefused = false;
      const { url, response } = await app.browser.signInWithCredentials(PASSWORD);
      await response.body?.cancel();
      assertEquals(url.pathname, "/auth/factor");
    });
  }

  test("a trusted device is not asked again, and its sessions have one factor", async (time) => {
    const { app } = await trust(time);
    assert(trustCookie(app.browser));
    const again = async (browser: TestBrowser) => {
      await browser.post("/signout");
      const { url, response } = await browser.signInWithCredentials(PASSWORD);
      await response.body?.cancel();
      return url.pathname;
    };
    assertEquals(await again(app.browser), "/");
    assertEquals((await getProof(requestOf(app.browser), app.config))?.methods, ["pwd"]);
    assertEquals(await again(app.open()), "/auth/factor", "another browser");
    const { id } = (await listFactors(app.config, ADA))[0]!;
    const refused = await post(app.browser, { step: "remove", id });
    assertEquals(refused.url.pathname, "/auth/factor", "trust is no proof");
    time.tick(24 * 60 * MINUTE);
    assertEquals(await again(app.browser), "/auth/factor", "it has expired");
  });

  for (
    const [what, end] of [
      ["a new factor", async ({ browser }, secret) => {
        const asked = await post(browser, { step: "enrol", factor: "recovery" });
        await submit(browser, asked.html, { answer: await codeOf(secret) });
        await post(browser, { step: "enrol", factor: "recovery" });
      }],
      ["the end of all sessions", ({ config }) => revokeAllSessions(config, ADA)],
      ["a suspension", ({ config }) => suspendUser(config, ADA)],
    ] as [string, (app: Awaited<ReturnType<typeof createRig>>, secret: string) => unknown][]
  ) {
    test(`a trusted device ends with ${what}`, async (time) => {
      const { app, secret } = await trust(time);
      const records = app.adapter.records!;
      assertEquals((await records.list(ADA, "trusted")).length, 1);
      time.tick(11 * MINUTE);
      await end(app, secret);
      assertEquals(await records.list(ADA, "trusted"), []);
    });
  }

  test("without the option, no device is trusted", async (time) => {
    const app = await createRig(session);
    await app.browser.signInWithCredentials(PASSWORD);
    const secret = await addTotp(app.browser);
    await app.browser.post("/signout");
    time.tick(MINUTE);
    await signInTwice(app.browser, secret, { trust: "1" });
    assert(await app.browser.session());
    assertEquals(trustCookie(app.browser), false);
    assertEquals(await app.adapter.records!.list(ADA, "trusted"), []);
  });
}

/** A browser of another user of the same store. */
async function createRigOfEve(config: AuthConfig): Promise<TestBrowser> {
  const own = {
    ...config,
    providers: [{
      ...password,
      options: undefined,
      authorize: () => ({ id: "eve", email: "eve@example.com" }),
    }],
  };
  const browser = createBrowser(APP, { [APP]: (request) => answer(request, own) });
  await browser.signInWithCredentials(PASSWORD);
  return browser;
}

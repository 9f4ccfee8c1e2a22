/**
 * Deletion after days of grace: the request ends every session, a sign-in asks its user whether to
 * keep the account, and afterwards whoever meets it first deletes it.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth } from "../../mod.ts";
import { AuthError } from "../../src/errors.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { revokeAll } from "../../src/server/sessions.ts";
import * as users from "../../src/server/users.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { type AccountApp, APP, enter, open, post, signIn } from "./_accounts.ts";
import {
  askForDeletion,
  countOf,
  createDeletionApp,
  DAY_MS,
  GRACE_DAYS,
  KEEP,
  subjectsOf,
} from "./_deletion.ts";
import { codeOf, secretOn, submit } from "./_factors.ts";
import { ADA } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

/** A Monday; the deletion is due on December 8. */
const NOW = new Date("2026-11-24T12:00:00Z").valueOf();

/** The step of the page as JSON. */
async function stepOf(browser: TestBrowser, path: string): Promise<Record<string, unknown>> {
  const answer = await browser.fetch(path, { headers: { accept: "application/json" } });
  return await answer.json();
}

/** Posts a decision about the sign-in that waits. */
async function decide(browser: TestBrowser, step: "keep" | "leave") {
  return await post(browser, step);
}

/** The URL at which a sign-in ends, which must be that of the decision. */
async function signInToDecision(browser: TestBrowser, callbackUrl = "/after"): Promise<string> {
  const path = await signIn(browser, callbackUrl);
  assertMatch(path, KEEP);
  return path;
}

for (const strategy of STRATEGIES) {
  const test = (name: string, run: (app: AccountApp, time: FakeTime) => Promise<void>) =>
    Deno.test(`account deletion: ${name} (${strategy})`, async () => {
      using time = new FakeTime(NOW);
      await run(createDeletionApp(strategy), time);
    });

  test("a request ends all sessions, and tells the day and how to come back", async (app) => {
    await enter(app);
    const phone = app.open("phone");
    await signIn(phone);
    assertMatch(
      await open(app.browser, "?step=delete"),
      /Until December 8, 2026, you can sign in and keep your account/,
    );
    const html = await askForDeletion(app.browser);
    assertStringIncludes(html, "Your account will be deleted on December 8, 2026");
    assertEquals(await app.browser.session(), null);
    assertEquals(await phone.session(), null);
    assertEquals(app.browser.cookies.header(new URL(APP)), "");
    assert(await app.adapter.getUser("ada"), "the account is there");
    assertEquals(subjectsOf(app), ["Your account will be deleted on December 8, 2026"]);
    assertMatch(app.mails[0]!.text, /To keep your account, sign in before that day\./);
    assertStringIncludes(app.mails[0]!.link!.url, "/auth/account");
    assertEquals(countOf(app, "user.deletion-requested"), 1);
    assertEquals(countOf(app, "user.deleted"), 0);
    assertEquals(
      await users.pendingDeletion(app.config, "ada"),
      new Date(NOW + GRACE_DAYS * DAY_MS),
    );
    assertEquals(app.errors, []);
  });

  test("a sign-in asks, and one button keeps the account and signs in", async (app) => {
    await enter(app);
    await askForDeletion(app.browser);
    app.mails.length = 0;
    const path = await signInToDecision(app.browser);
    assertEquals(await app.browser.session(), null, "the sign-in waits");
    const page = await open(app.browser, new URL(path, APP).search);
    assertStringIncludes(page, "Your account will be deleted on December 8, 2026");
    assertStringIncludes(page, ADA);
    const kept = await decide(app.browser, "keep");
    assertEquals(kept.path, "/after");
    assertEquals((await app.browser.session())?.user?.email, ADA);
    assertEquals(await users.pendingDeletion(app.config, "ada"), null);
    assertEquals(subjectsOf(app), ["Your account stays"]);
    assertEquals(countOf(app, "user.deletion-cancelled"), 1);
    // It is an account like any other.
    assertEquals(await signIn(app.open("phone")), "/after");
    assertEquals(app.errors, []);
  });

  test("the step is JSON too, with the form that keeps the account", async (app) => {
    await enter(app);
    await askForDeletion(app.browser);
    const path = await signInToDecision(app.browser);
    const { step, account, dueAt, formAction, fields, csrfToken } = await stepOf(app.browser, path);
    assertEquals({ step, account, dueAt, formAction, fields }, {
      step: "account:pending",
      account: ADA,
      dueAt: new Date(NOW + GRACE_DAYS * DAY_MS).toISOString(),
      formAction: `${APP}/auth/account`,
      fields: { step: "keep" },
    });
    const [browserToken] = (await app.browser.csrf()).split(".");
    assertMatch(String(csrfToken), new RegExp(`^${browserToken}\\.~`));
  });

  test("a sign-in at a provider asks too", async (app) => {
    await enter(app);
    await app.browser.signIn("one");
    await askForDeletion(app.browser);
    const { url, response } = await app.browser.signIn("one", { callbackUrl: "/paper" });
    await response.body?.cancel();
    assertMatch(url.pathname + url.search, KEEP);
    assertEquals(await app.browser.session(), null);
    assertEquals((await decide(app.browser, "keep")).path, "/paper");
    assert(await app.browser.session());
  });

  test("who leaves is signed out, and the deletion waits", async (app) => {
    await enter(app);
    await askForDeletion(app.browser);
    const path = await signInToDecision(app.browser);
    assertMatch((await decide(app.browser, "leave")).path, /^\/auth\/signin/);
    assertEquals(await app.browser.session(), null);
    assert(await users.pendingDeletion(app.config, "ada"));
    // The page of the history leads to the sign-in, and its form does nothing.
    const { url, response } = await app.browser.visit(path);
    await response.body?.cancel();
    assertEquals(url.pathname, "/auth/signin");
    assertMatch((await decide(app.browser, "keep")).path, /^\/auth\/signin/);
    assert(await users.pendingDeletion(app.config, "ada"));
  });

  test("the decision needs the CSRF token, and the browser of the sign-in", async (app) => {
    await enter(app);
    await askForDeletion(app.browser);
    await signInToDecision(app.browser);
    const forged = await app.browser.fetch("/auth/account", {
      method: "POST",
      body: new URLSearchParams({ step: "keep" }),
    });
    await forged.body?.cancel();
    assertStringIncludes(forged.headers.get("location")!, "MissingCSRF");
    assertMatch((await decide(app.open("other"), "keep")).path, /^\/auth\/signin/);
    assert(await users.pendingDeletion(app.config, "ada"));
    assertEquals((await decide(app.browser, "keep")).path, "/after");
  });

  test("a decision is made once, also with a copy of the cookies", async (app) => {
    await enter(app);
    await askForDeletion(app.browser);
    await signInToDecision(app.browser);
    const csrfToken = await app.browser.csrf();
    const cookie = app.browser.cookies.header(new URL(APP));
    const send = () =>
      Auth(
        new Request(`${APP}/auth/account`, {
          method: "POST",
          headers: { cookie },
          body: new URLSearchParams({ csrfToken, step: "keep" }),
        }),
        app.config,
      );
    const targets: string[] = [];
    for (const _ of [1, 2]) {
      const answer = await send();
      await answer.body?.cancel();
      targets.push(new URL(answer.headers.get("location")!, APP).pathname);
    }
    assertEquals(targets, ["/after", "/auth/signin"]);
    assertEquals(countOf(app, "session.started"), 1);
  });

  test("after its time, a sign-in deletes the account", async (app, time) => {
    await enter(app);
    await askForDeletion(app.browser);
    app.mails.length = 0;
    time.tick(GRACE_DAYS * DAY_MS);
    assertMatch(await signIn(app.browser), /error=AccessDenied/);
    assertEquals(await app.adapter.getUser("ada"), null);
    assertEquals(subjectsOf(app), ["Your account was deleted"]);
    assertEquals(countOf(app, "user.deleted"), 1);
    assertEquals(await users.pendingDeletion(app.config, "ada"), null);
    assertMatch(await signIn(app.browser), /error=CredentialsSignin/);
  });

  test(
    "a page that was left open does not keep an account whose time has come",
    async (app, time) => {
      await enter(app);
      await askForDeletion(app.browser);
      time.tick(GRACE_DAYS * DAY_MS - 60_000);
      await signInToDecision(app.browser);
      time.tick(60_000);
      assertMatch((await decide(app.browser, "keep")).path, /error=AccessDenied/);
      assertEquals(await app.adapter.getUser("ada"), null);
      assertEquals(await app.browser.session(), null);
    },
  );

  test("a schedule deletes what is due, and nothing else", async (app, time) => {
    await enter(app);
    for (const id of ["1", "2", "3"]) {
      await app.adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null });
    }
    await users.requestDeletion(app.config, "1");
    await users.requestDeletion(app.config, "2");
    await users.cancelDeletion(app.config, "2");
    time.tick(DAY_MS);
    await users.requestDeletion(app.config, "3");
    assertEquals(await users.deleteDue(app.config), 0);
    time.tick((GRACE_DAYS - 1) * DAY_MS);
    assertEquals(await users.deleteDue(app.config), 1);
    const left = await Promise.all(["1", "2", "3", "ada"].map((id) => app.adapter.getUser(id)));
    assertEquals(left.map((user) => user?.id), [undefined, "2", "3", "ada"]);
    time.tick(DAY_MS);
    assertEquals(await users.deleteDue(app.config), 1);
    assertEquals(await users.deleteDue(app.config), 0);
    assertEquals(app.errors, []);
  });

  test("a copy of the data names the day, and deletes what is due", async (app, time) => {
    await enter(app);
    assertEquals((await users.export(app.config, "ada"))?.deletionDueAt, null);
    await askForDeletion(app.browser);
    const copy = await users.export(app.config, "ada");
    assertEquals(copy?.deletionDueAt, new Date(NOW + GRACE_DAYS * DAY_MS));
    assertEquals(copy?.user.email, ADA);
    time.tick(GRACE_DAYS * DAY_MS);
    assertEquals(await users.export(app.config, "ada"), null);
    assertEquals(await app.adapter.getUser("ada"), null);
  });

  test("a further request keeps the day, and sends no further email", async (app, time) => {
    await enter(app);
    const due = await users.requestDeletion(app.config, "ada");
    time.tick(DAY_MS);
    assertEquals(await users.requestDeletion(app.config, "ada"), due);
    assertEquals(app.mails.length, 1);
    assertEquals(await users.cancelDeletion(app.config, "ada"), true);
    assertEquals(await users.cancelDeletion(app.config, "ada"), false);
    const later = await users.requestDeletion(app.config, "ada");
    assertEquals(later, new Date(due.valueOf() + DAY_MS));
    assertEquals(app.mails.length, 3);
  });

  test("a suspended user decides nothing, and is deleted all the same", async (app, time) => {
    await enter(app);
    await askForDeletion(app.browser);
    await signInToDecision(app.browser);
    await users.suspend(app.config, "ada");
    // The sign-in that waited has ended with the suspension.
    assertMatch((await decide(app.browser, "keep")).path, /^\/auth\/signin/);
    assertMatch(await signIn(app.browser), /error=AccessDenied/);
    assert(await users.pendingDeletion(app.config, "ada"));
    await users.resume(app.config, "ada");
    await signInToDecision(app.browser);
    await users.suspend(app.config, "ada");
    time.tick(GRACE_DAYS * DAY_MS);
    assertEquals(await users.deleteDue(app.config), 1);
    assertEquals(await app.adapter.getUser("ada"), null);
  });

  test("the kill switches end a sign-in that waits", async (app) => {
    await enter(app);
    await askForDeletion(app.browser);
    const ends: Record<string, () => Promise<unknown>> = {
      "all sessions are revoked": () => revokeAll(app.config, "ada"),
      "the password is set anew": () =>
        setPassword(app.config, "ada", "looms follow punched cards"),
    };
    for (const [title, end] of Object.entries(ends)) {
      if (title.includes("anew")) assertMatch(await signIn(app.browser), KEEP);
      else await signInToDecision(app.browser);
      await end();
      assertMatch((await decide(app.browser, "keep")).path, /^\/auth\/signin/, title);
      assertEquals(await app.browser.session(), null, title);
    }
    assert(await users.pendingDeletion(app.config, "ada"));
    await users.delete(app.config, "ada");
    assertEquals(await users.pendingDeletion(app.config, "ada"), null, "the record went too");
    assertEquals(await users.deleteDue(app.config), 0);
  });

  test("a browser that is signed in as another user gets the question all the same", async (app) => {
    await enter(app);
    await askForDeletion(app.browser);
    const grace = await app.adapter.createUser({
      id: "grace",
      email: "grace@example.com",
      emailVerified: new Date(),
    });
    assertEquals(await setPassword(app.config, grace.id, "compilers read english words"), null);
    const { response } = await app.browser.signInWithCredentials({
      email: "grace@example.com",
      password: "compilers read english words",
    }, "password");
    await response.body?.cancel();
    assertEquals((await app.browser.session())?.user?.email, "grace@example.com");
    const path = await signInToDecision(app.browser);
    assertStringIncludes(await open(app.browser, new URL(path, APP).search), ADA);
    assertEquals((await app.browser.session())?.user?.email, "grace@example.com");
    await decide(app.browser, "keep");
    assertEquals((await app.browser.session())?.user?.email, ADA);
  });

  Deno.test(`account deletion: a second factor comes before the decision (${strategy})`, async () => {
    using _time = new FakeTime(NOW);
    const app = createDeletionApp(strategy, { factors: [Totp(), RecoveryCodes()] });
    await enter(app);
    const begun = await app.browser.visit("/auth/factors", {
      method: "POST",
      body: new URLSearchParams({
        csrfToken: await app.browser.csrf(),
        step: "enrol",
        factor: "totp",
      }),
    });
    const page = await begun.response.text();
    const secret = secretOn(page);
    await submit(app.browser, page, { answer: await codeOf(secret) });
    // The session that enrols a factor has proven it.
    await askForDeletion(app.browser);

    const landed = await signIn(app.browser);
    assertEquals(landed, "/auth/factor");
    // The decision does not open a sign-in that waits for a factor.
    assertMatch((await decide(app.browser, "keep")).path, /^\/auth\/signin/);
    assert(await users.pendingDeletion(app.config, "ada"));
    assertEquals(await app.browser.session(), null);

    _time.tick(60_000);
    const asked = await app.browser.visit(landed);
    const answered = await submit(app.browser, await asked.response.text(), {
      answer: await codeOf(secret),
    });
    assertMatch(answered.url.pathname + answered.url.search, KEEP);
    // Nor does the page of a factor open one that waits for the decision.
    const { url, response } = await app.browser.visit("/auth/factor");
    await response.body?.cancel();
    assertEquals(url.pathname, "/auth/signin");
    assertEquals(await app.browser.session(), null);
    assertEquals((await decide(app.browser, "keep")).path, "/after");
    assertEquals((await app.browser.session())?.user?.email, ADA);
  });

  Deno.test(`account deletion: without the option, the account is deleted at once (${strategy})`, async () => {
    const app = createDeletionApp(strategy, { account: AccountPage() });
    await enter(app);
    const answer = await post(app.browser, "delete", { confirm: ADA });
    assertMatch(answer.html, /Your account was deleted/);
    assertEquals(await app.adapter.getUser("ada"), null);
    for (const step of ["keep", "leave"]) {
      assertMatch((await post(app.browser, step)).path, /^\/auth\/signin/);
    }
    const { url, response } = await app.browser.visit("/auth/account?step=keep");
    await response.body?.cancel();
    assertEquals(url.pathname, "/auth/signin");
    for (
      const call of [
        () => users.requestDeletion(app.config, "ada"),
        () => users.pendingDeletion(app.config, "ada"),
        () => users.cancelDeletion(app.config, "ada"),
        () => users.deleteDue(app.config),
      ]
    ) await assertRejects(call, AuthError, "AccountPage({ deletion: { graceDays } })");
  });
}

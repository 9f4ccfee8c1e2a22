/**
 * The set-up of two-step verification as a walk, whose pages can be reloaded and left, and the way
 * out of the page that asks for a proof.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { AuthConfig } from "../../mod.ts";
import { list as listFactors } from "../../src/capabilities/factors/functions.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  codeOf,
  createFactorApp,
  PASSWORD,
  secretOn,
  STRATEGY_CONFIGS,
  submit,
} from "./_factors.ts";
import { addTotp, codesOn, PAGE, post, setUpTotp, show } from "./_factors_page.ts";

const APP = "https://app.example";
const FACTOR = `${APP}/auth/factor`;
const NOW = 1_900_000_000_000;
const ADA = "ada";
const REQUIRED: Partial<AuthConfig> = { factorPolicy: { required: () => true } };

/** Signs in with the password, up to the page of the second factor. */
async function wait(browser: TestBrowser): Promise<string> {
  return await (await browser.signInWithCredentials(PASSWORD)).response.text();
}

const kindsOf = async (config: AuthConfig) =>
  (await listFactors(config, ADA)).map(({ factor }) => factor).sort();

for (const [strategy, session] of STRATEGY_CONFIGS) {
  const create = (config: Partial<AuthConfig> = {}) =>
    createFactorApp({
      factors: [Totp(), MailCode(), RecoveryCodes()],
      theme: { name: "Acme" },
      ...session,
      ...config,
    });
  const test = (name: string, run: (time: FakeTime) => Promise<void>) =>
    Deno.test(`factor set-up: ${name} (${strategy} session)`, async () => {
      using time = new FakeTime(NOW);
      await run(time);
    });

  test("at a sign-in, the walk has three steps and ends where the user was going", async () => {
    const app = create(REQUIRED);
    await app.browser.fetch("/auth/signin?callbackUrl=/paper");
    const choice = await wait(app.browser);
    assertStringIncludes(choice, "Step 1 of 3");
    const begun = await submit(app.browser, choice, { step: "enrol", factor: "totp" });
    assertEquals(begun.url.search, "?step=confirm&factor=totp");
    assertStringIncludes(begun.html, "Step 2 of 3");
    const answer = await codeOf(secretOn(begun.html));
    const codes = await submit(app.browser, begun.html, { answer });
    assertEquals(codes.url.href, `${PAGE}?step=codes`);
    assertStringIncludes(codes.html, "Step 3 of 3");
    assert(await app.browser.session(), "the factor is proven");
    assertEquals(await kindsOf(app.config), ["recovery", "totp"]);
    const done = await submit(app.browser, codes.html, { step: "saved", saved: "1" });
    assertEquals(done.url.href, `${APP}/paper`);
    assertEquals(app.errors, []);
  });

  test("a reload shows the same key and the same codes, and sends no email", async () => {
    const app = create(REQUIRED);
    const choice = await wait(app.browser);
    const mailed = await submit(app.browser, choice, { step: "enrol", factor: "mail" });
    assertEquals(app.mails.length, 1);
    assertStringIncludes((await show(app.browser, mailed.url.href)).html, "We sent a code to");
    assertEquals(app.mails.length, 1, "sent when it is asked for");

    const begun = await submit(app.browser, choice, { step: "enrol", factor: "totp" });
    const secret = secretOn(begun.html);
    const wrong = await submit(app.browser, begun.html, { answer: "000000" });
    assertEquals(wrong.url.search, "?step=confirm&factor=totp&error=InvalidCode");
    for (const url of [begun.url.href, wrong.url.href, begun.url.href]) {
      assertEquals(secretOn((await show(app.browser, url)).html), secret);
    }
    // Back to the other method, whose code is still valid.
    const back = await show(app.browser, mailed.url.href);
    assertStringIncludes(back.html, 'value="mail"');

    const { html, url } = await submit(app.browser, begun.html, { answer: await codeOf(secret) });
    const reloaded = await show(app.browser, url.href);
    assertEquals(codesOn(reloaded.html), codesOn(html));
    assertEquals(app.mails.filter(({ subject }) => subject.includes("two-step")).length, 1);
    assertEquals((await app.config.adapter!.records!.list(ADA, "factor")).length, 2);
  });

  test("codes are shown until they are saved, and to their user only", async () => {
    const app = create();
    await app.browser.signInWithCredentials(PASSWORD);
    const { page } = await setUpTotp(app.browser);
    const codes = codesOn(page.html);
    for (const fact of ["Acme", "ada@example.com", "March 17, 2030"]) {
      assertStringIncludes(page.html, `<bdi>${fact}</bdi>`);
      assertStringIncludes(page.html, encodeURIComponent(fact));
    }
    assertStringIncludes(page.html, 'name="saved" value="1" required');
    const early = await submit(app.browser, page.html, { step: "saved" });
    assertEquals(codesOn(early.html), codes, "the box is required");
    const list = await submit(app.browser, page.html, { step: "saved", saved: "1" });
    assertEquals(list.url.href, `${PAGE}?done=added&factor=totp`);
    const again = await show(app.browser, page.url.href);
    assertEquals(codesOn(again.html), [], "back in the history");
    assertEquals((await submit(app.browser, page.html, { step: "saved" })).url.href, PAGE);

    const second = await post(app.browser, { step: "enrol", factor: "recovery" });
    assertNotEquals(codesOn(second.html), codes);
    assert(!second.html.includes("Step "), "new codes are no set-up");
    await app.browser.post("/signout");
    assertEquals((await show(app.browser, second.url.href)).url.pathname, "/auth/signin");
  });

  test("after the confirmation, its page is the list", async () => {
    const app = create();
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    const back = await show(app.browser, `${PAGE}?step=confirm&factor=totp`);
    assertStringIncludes(back.html, "Your methods");
    assert(!back.html.includes('name="answer"'));
  });

  test("who has recovery codes gets no new ones, nor does an app without them", async () => {
    const app = create();
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    const { page } = await setUpTotp(app.browser);
    assertEquals(page.url.href, `${PAGE}?done=added&factor=totp`);
    assertStringIncludes(page.html, "Authenticator app was added.");

    const bare = create({ factors: [Totp()] });
    await bare.browser.signInWithCredentials(PASSWORD);
    assertEquals((await setUpTotp(bare.browser)).page.url.href, `${PAGE}?done=added&factor=totp`);
    assertEquals(await kindsOf(bare.config), ["totp"]);
  });

  test("codes that cannot be made are logged, and the factor works", async () => {
    const broken = { ...RecoveryCodes(), enrol: () => Promise.reject(new Error("no luck")) };
    const app = create({ ...REQUIRED, factors: [Totp(), broken] });
    const html = await wait(app.browser);
    const done = await submit(app.browser, html, { answer: await codeOf(secretOn(html)) });
    assertEquals(done.url.pathname, "/");
    assert(await app.browser.session());
    assertEquals(app.errors.map(({ message }) => message), ["no luck"]);
    assertStringIncludes((await show(app.browser)).html, "Make recovery codes too.");
  });

  test("a single factor is not asked for", async () => {
    const app = create({ ...REQUIRED, factors: [Totp()] });
    const html = await wait(app.browser);
    assert(!html.includes("Step "), "nor is a single step counted");
    assert(!html.includes("Choose another method"));
    assertEquals(secretOn((await show(app.browser, FACTOR)).html), secretOn(html));
    await submit(app.browser, html, { answer: await codeOf(secretOn(html)) });
    assert(await app.browser.session());
  });

  test("a single factor that sends a code waits for the user", async () => {
    const app = create({ ...REQUIRED, factors: [MailCode(), RecoveryCodes()] });
    const html = await wait(app.browser);
    assertStringIncludes(html, "We send a code to ada@example.com.");
    assertStringIncludes(html, "Step 1 of 2");
    assertEquals(app.mails, []);
    const sent = await submit(app.browser, html, { step: "enrol" });
    assertStringIncludes(sent.html, "Send new code");
    await show(app.browser, FACTOR);
    assertEquals(app.mails.length, 1);
    const code = () => /^\d{4} \d{4}/m.exec(app.mails.at(-1)!.text)![0];
    const first = code();
    await submit(app.browser, sent.html, { step: "enrol" });
    const old = await submit(app.browser, sent.html, { answer: first });
    assertStringIncludes(old.html, "That code is wrong.");
    await submit(app.browser, old.html, { answer: code() });
    assert(await app.browser.session());
  });

  test("a passkey is recommended where there is a choice", async () => {
    const app = create({ ...REQUIRED, factors: [Totp(), PasskeyFactor()] });
    const html = await wait(app.browser);
    assert(html.indexOf("Set up passkey") < html.indexOf("Set up authenticator"));
    assertEquals(html.match(/Recommended/g)?.length, 1);
    const begun = await submit(app.browser, html, { step: "enrol", factor: "passkey" });
    assertStringIncludes(begun.html, "Choose another method");
    const challenge = /challenge&quot;:&quot;([\w-]+)/;
    const reloaded = await show(app.browser, begun.url.href);
    assertEquals(challenge.exec(reloaded.html)![1], challenge.exec(begun.html)![1]);
  });

  test("somebody else leaves the sign-in", async (time) => {
    const app = create({ factors: [Totp()] });
    await app.browser.signInWithCredentials(PASSWORD);
    const secret = await addTotp(app.browser);
    await app.browser.post("/signout");
    time.tick(60_000);
    await app.browser.fetch("/auth/signin?callbackUrl=/paper");
    const html = await wait(app.browser);
    assertStringIncludes(html, "<bdi>ada<wbr/>@example.com</bdi>");
    assertStringIncludes(html, "Not you?");
    const left = await submit(app.browser, html, { step: "leave" });
    assertEquals(
      left.url.href,
      `${APP}/auth/signin?callbackUrl=${encodeURIComponent(`${APP}/paper`)}`,
    );
    const answer = await codeOf(secret);
    assertEquals((await submit(app.browser, html, { answer })).url.pathname, "/auth/error");
    assertEquals((await show(app.browser, FACTOR)).url.pathname, "/auth/signin");
    assertEquals((await submit(app.browser, html, { step: "leave" })).url.pathname, "/auth/signin");
    assertEquals(await app.config.adapter!.records!.list(ADA, "pending"), []);
    assertEquals(await app.browser.session(), null);
    const forged = await submit(app.browser, html, { step: "leave", csrfToken: "other" });
    assertEquals(forged.url.searchParams.get("error"), "MissingCSRF");
  });

  test("a step-up is of the user who is signed in, so nobody leaves it", async (time) => {
    const app = create({ factors: [Totp()] });
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    time.tick(11 * 60_000);
    const asked = await post(app.browser, { step: "enrol", factor: "totp" });
    assertEquals(asked.url.pathname, "/auth/factor");
    assertStringIncludes(asked.html, "Verify it’s you");
    assert(!asked.html.includes("Not you?"));
  });

  test("the page says what to do without any factor", async (time) => {
    const app = create({ factors: [Totp()] });
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    await app.browser.post("/signout");
    time.tick(60_000);
    const html = await wait(app.browser);
    assertStringIncludes(html, "<summary>I can’t use any of these</summary>");
    assertStringIncludes(html, "Otherwise contact Acme.");
    app.config.factorPolicy = { recoveryText: "Call <us> at 555 0100." };
    const own = await show(app.browser, FACTOR);
    assertStringIncludes(own.html, "Call &lt;us> at 555 0100.");
    assert(!own.html.includes("Otherwise contact"));
  });

  test("the factor that was used last is asked for first", async (time) => {
    const app = create({ factors: [Totp(), MailCode(), RecoveryCodes()] });
    await app.browser.signInWithCredentials(PASSWORD);
    const { page } = await setUpTotp(app.browser);
    const [recovery] = codesOn(page.html);
    const begun = await post(app.browser, { step: "enrol", factor: "mail" });
    const code = () =>
      /^\d{4} \d{4}/m.exec(
        app.mails.filter(({ text }) => /^\d{4} \d{4}$/m.test(text)).at(-1)!.text,
      )![0];
    await submit(app.browser, begun.html, { answer: code() });
    const signIn = async () => {
      await app.browser.post("/signout");
      time.tick(60_000);
      return await wait(app.browser);
    };
    assertStringIncludes(await signIn(), "authenticator app shows", "as in the config");
    const mailPage = await show(app.browser, `${FACTOR}?factor=mail`);
    await submit(app.browser, mailPage.html, { step: "send" });
    const sent = await show(app.browser, `${FACTOR}?factor=mail&sent=1`);
    await submit(app.browser, sent.html, { step: "", answer: code() });
    assertStringIncludes(await signIn(), "We send a code to a•••@example.com.");
    const paper = await show(app.browser, `${FACTOR}?factor=recovery`);
    await submit(app.browser, paper.html, { answer: recovery! });
    assertStringIncludes(await signIn(), "We send a code to", "recovery codes stay last");
  });

  test("the box says for how long the device is trusted", async (time) => {
    const app = create({
      factors: [Totp()],
      factorPolicy: { trustedDevice: { maxAge: 30 * 24 * 60 * 60 } },
    });
    await app.browser.signInWithCredentials(PASSWORD);
    await addTotp(app.browser);
    await app.browser.post("/signout");
    time.tick(60_000);
    assertStringIncludes(await wait(app.browser), "Do not ask again on this device for 30 days");
  });
}

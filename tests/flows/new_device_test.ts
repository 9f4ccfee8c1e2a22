/**
 * The email about the first sign-in in a browser: who gets it, who does not, and that the sign-in
 * neither waits for it nor depends on it.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import { waitUntil } from "../_wait.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { type AccountApp, APP, createAccountApp, post, signIn } from "./_accounts.ts";
import { LOCAL_STORES } from "./_factor_stores.ts";
import { codeOf, secretOn, submit } from "./_factors.ts";
import { post as postFactor } from "./_factors_page.ts";
import { ADA, PASSWORD } from "./_passwords.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/130.0.0.0 Safari/537.36";

const ABOUT = "New sign-in to your account (App)";

/** An app with Ada, who has a password. */
async function createAdasApp(config: Partial<AuthConfig> = {}, strategy: Strategy = "jwt") {
  const app = createAccountApp(strategy, { notifyNewDevice: true, ...config });
  await app.adapter.createUser({ id: "ada", name: "Ada", email: ADA, emailVerified: new Date() });
  assertEquals(await setPassword(app.config, "ada", PASSWORD), null);
  app.mails.length = 0;
  app.entries.length = 0;
  return app;
}

/** The same, after the sign-in in her first browser. */
async function createTellingApp(config: Partial<AuthConfig> = {}, strategy: Strategy = "jwt") {
  const app = await createAdasApp(config, strategy);
  await signIn(app.browser);
  await told(app, 1);
  app.mails.length = 0;
  app.entries.length = 0;
  return app;
}

/** Waits for a number of emails, since they leave after the answer; returns those about browsers. */
async function told({ mails }: AccountApp, count: number): Promise<AccountMail[]> {
  const about = () => mails.filter(({ subject }) => subject === ABOUT);
  await waitUntil(`${count} emails about a new browser are there`, () => about().length >= count);
  return about();
}

/**
 * Asserts that no email about a browser is on its way: one about a further browser leaves later than
 * all others.
 */
async function assertToldOnly(app: AccountApp, count: number): Promise<void> {
  const last = app.open("a client of its own");
  await signIn(last);
  assertEquals((await told(app, count + 1)).length, count + 1);
}

/** A browser with the same cookies, of the same name. */
function copyOf(app: AccountApp, browser: TestBrowser): TestBrowser {
  const copy = app.open(CHROME);
  copy.cookies.store(
    new URL(APP),
    browser.cookies.list(new URL(APP).hostname).map(({ name, value }) =>
      `${name}=${value}; Path=/${name.startsWith("__") ? "; Secure" : ""}`
    ),
  );
  return copy;
}

for (const strategy of STRATEGIES) {
  Deno.test(`new device: the user is told once for each browser (${strategy})`, async () => {
    const app = await createTellingApp({
      account: AccountPage({ place: () => "Hamburg, Germany" }),
    }, strategy);
    const other = app.open(CHROME);
    await signIn(other);
    const [mail] = await told(app, 1);
    assertEquals([mail!.to, mail!.heading], [ADA, "New sign-in to your account"]);
    assertMatch(
      mail!.text,
      /\n\nDevice: Chrome on Linux\nLocation: Hamburg, Germany\nTime: \w+ \d+, \d{4} at [\d:]+.[AP]M UTC\n\n/,
    );
    assertMatch(
      mail!.text,
      /Wasn’t you\?\n\nSecure your account\nhttps:\/\/app\.example\/auth\/account\n\nYou get this email because/,
    );
    assertEquals(mail!.link?.url, `${APP}/auth/account`);
    const { userId, device } = app.entries.find(({ name }) => name === "device.new")!;
    assertEquals([userId, device], ["ada", CHROME]);
    for (const browser of [other, app.browser]) {
      await browser.post("/signout");
      await signIn(browser);
    }
    await assertToldOnly(app, 1);
    assertEquals(app.errors, []);
  });
}

Deno.test("new device: a user who is new is told of the second browser, and not of the first", async () => {
  const links: string[] = [];
  const app = createAccountApp("jwt", { notifyNewDevice: true });
  app.config.providers = app.config.providers.map((one) =>
    "sendVerificationRequest" in one
      ? { ...one, sendVerificationRequest: ({ url }) => void links.push(url) }
      : one
  );
  const enter = async (browser: TestBrowser) => {
    await (await browser.post("/signin/mail", { email: ADA })).body?.cancel();
    await (await browser.visit(links.at(-1)!)).response.body?.cancel();
    assertEquals((await browser.session())?.user?.email, ADA);
  };
  await enter(app.browser);
  await enter(app.open(CHROME));
  const [mail] = await told(app, 1);
  assertStringIncludes(mail!.text, "Chrome on Linux");
  assertEquals(app.mails.length, 1);
});

Deno.test("new device: an account that is connected, and a proof that is given again, tell nothing", async () => {
  const app = await createTellingApp();
  await app.browser.signIn("one");
  await post(app.browser, "name", { name: "Ada King" });
  await assertToldOnly(app, 0);
});

Deno.test("new device: a sign-in with a second factor tells once it is complete", async () => {
  const app = await createTellingApp({ factors: [Totp()] });
  const { html } = await postFactor(app.browser, { step: "enrol", factor: "totp" });
  const secret = secretOn(html);
  await submit(app.browser, html, { answer: await codeOf(secret) });
  const other = app.open(CHROME);
  assertMatch(await signIn(other), /^\/auth\/factor/);
  // Without the second proof nobody has signed in.
  const page = await (await other.visit("/auth/factor")).response.text();
  assertEquals(app.mails.some(({ subject }) => subject === ABOUT), false);
  await submit(other, page, { answer: await codeOf(secret, Date.now() + 30_000) });
  assertEquals((await told(app, 1)).length, 1);
});

for (const [name, open] of Object.entries(LOCAL_STORES)) {
  Deno.test(`new device: fifty sign-ins of a browser at once send one email (${name})`, async () => {
    const store = await open();
    try {
      const app = await createTellingApp({ adapter: store.adapter });
      const browser = app.open(CHROME);
      await browser.csrf();
      await Promise.all(Array.from({ length: 50 }, () => signIn(copyOf(app, browser))));
      await told(app, 1);
      await assertToldOnly(app, 1);
    } finally {
      await store.close();
    }
  });
}

Deno.test("new device: the sign-in waits for no email, and a failed one is logged", async () => {
  const mail = Promise.withResolvers<void>();
  const sending = Promise.withResolvers<void>();
  const app = await createTellingApp();
  app.config.sendMail = () => {
    sending.resolve();
    return mail.promise;
  };
  assertEquals(await signIn(app.open(CHROME)), "/after");
  await sending.promise;
  mail.reject(new Error("no server"));
  await waitUntil("the log has the error", () => app.errors.length > 0);
  assertStringIncludes(app.errors[0]!.message, "Cannot tell a user by email");
});

Deno.test("new device: a store that fails afterwards changes no sign-in", async () => {
  const app = await createTellingApp();
  const { records } = app.adapter;
  app.config.records = {
    ...records,
    put: (entry, expected) =>
      entry.kind === "device.new"
        ? Promise.reject(new Error("the store is down"))
        : records.put(entry, expected),
  };
  const other = app.open(CHROME);
  assertEquals(await signIn(other), "/after");
  assertEquals((await other.session())?.user?.email, ADA);
  await waitUntil("the log has the error", () => app.errors.length > 0);
  assertEquals(app.mails, []);
});

Deno.test("new device: one cookie knows the user and the account whose password was right", async () => {
  const app = await createAdasApp({ limits: { perAddress: false } });
  const cookiesOf = async () => {
    const answer = await app.browser.post("/callback/password", { email: ADA, password: PASSWORD });
    await answer.body?.cancel();
    assert(await app.browser.session());
    return answer.headers.getSetCookie().filter((line) => line.includes("authjs.device"));
  };
  assertEquals((await cookiesOf()).length, 1);
  assertEquals(await cookiesOf(), [], "the second sign-in finds all that the first one wrote");
  await told(app, 1);
});

Deno.test("new device: turned off, or without `account`, `factors` and `Password`, it sets no cookie", async () => {
  const off = await createAdasApp({ notifyNewDevice: false });
  await signIn(off.browser);
  const plain = createAccountApp("jwt", {
    notifyNewDevice: true,
    account: undefined,
    sendMail: (mail) => void off.mails.push(mail),
  });
  plain.config.providers = plain.config.providers.slice(-2);
  await (await plain.browser.signIn("one")).response.body?.cancel();
  assert(await plain.browser.session());
  for (const { browser } of [off, plain]) {
    assertEquals(browser.cookies.header(new URL(APP))!.includes("authjs.device"), false);
  }
  assertEquals(off.mails, []);
});

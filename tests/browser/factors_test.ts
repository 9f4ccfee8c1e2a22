import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { addEnrolment, newEnrolmentId } from "../../src/capabilities/factors/enrolments.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { AccountMail, Factor } from "../../src/types/factor.ts";
import { browserTest, showsCount } from "../_chromium.ts";
import { codeOf, password } from "../flows/_factors.ts";
import { createContext } from "../unit/capabilities/factors/_context.ts";
import { violations } from "./_axe.ts";
import { addAuthenticator, type PasskeyApp, startPasskeyApp } from "./_passkey_app.ts";
import { readQr } from "./_qr.ts";

const SCHEMES = ["light", "dark"] as const;

/** A small phone. */
const PHONE = { width: 360, height: 740 };

interface FactorApp extends PasskeyApp {
  mails: AccountMail[];
}

/** An app where Ada must prove a second factor. */
function startFactorApp(factors: Factor[], overrides: Partial<AuthConfig> = {}): FactorApp {
  const mails: AccountMail[] = [];
  const app = startPasskeyApp({
    providers: [password],
    session: { strategy: "jwt" },
    callbacks: {},
    factors,
    factorPolicy: { required: () => true },
    sendMail: (mail) => void mails.push(mail),
    ...overrides,
  });
  return { ...app, mails };
}

/** A page on a phone. */
interface Phone {
  page: Page;
  /** A page with scripts: the same one, or one for copies, since axe is a script. */
  scripted: Page;
}

async function openPhone(
  browser: Browser,
  colorScheme: typeof SCHEMES[number],
  hasScripts: boolean,
): Promise<Phone> {
  const open = async (javaScriptEnabled: boolean) => {
    const options = {
      colorScheme,
      javaScriptEnabled,
      hasTouch: true,
      locale: "en",
      viewport: PHONE,
    };
    return await (await browser.newContext(options)).newPage();
  };
  const scripted = await open(true);
  return { page: hasScripts ? scripted : await open(false), scripted };
}

async function signIn(page: Page, { origin }: PasskeyApp): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${origin}/auth/signin?callbackUrl=/home`);
  await page.getByLabel("username").fill("ada");
  await page.getByLabel("password").fill("right");
  await page.locator("button[type=submit]").click();
  assertEquals(new URL(page.url()).pathname, "/auth/factor");
}

async function sessionEmail(page: Page, { origin }: PasskeyApp): Promise<string | undefined> {
  const response = await page.request.get(`${origin}/auth/session`);
  return (await response.json())?.user?.email;
}

/** Asserts that a page breaks no rule, fits the screen, and is no session. */
async function check({ page, scripted }: Phone, app: PasskeyApp): Promise<void> {
  if (page !== scripted) {
    await page.waitForLoadState();
    const html = await page.content();
    await scripted.setContent(
      html.replaceAll(/<script>.*?<\/script>/gs, "").replaceAll("noscript>", "div>"),
    );
  }
  assertEquals(await violations(scripted), []);
  assertEquals(await scripted.evaluate("document.documentElement.scrollWidth"), PHONE.width);
  assertEquals(await sessionEmail(page, app), undefined);
}

async function assertSignedIn(page: Page, app: PasskeyApp): Promise<void> {
  assertEquals(page.url(), `${app.origin}/home`);
  assertEquals(await sessionEmail(page, app), "ada@example.com");
  assertEquals(app.errors, []);
}

const choose = (page: Page, name: string) =>
  page.getByRole("button", { name: `Set up ${name}` }).click();
const proceed = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const enterCode = async (page: Page, code: string) => {
  await page.getByRole("textbox", { name: /code/i }).fill(code);
  await proceed(page);
};

/** Codes of the time steps before, at and after the present: each is accepted once. */
const codesOf = (secret: string) =>
  Promise.all([-30_000, 0, 30_000].map((ms) => codeOf(secret, Date.now() + ms)));

for (const colorScheme of SCHEMES) {
  browserTest(
    `factors: an authenticator app, without scripts, in ${colorScheme}`,
    async (browser) => {
      await using app = startFactorApp([Totp(), MailCode(), PasskeyFactor()]);
      const phone = await openPhone(browser, colorScheme, false);
      const { page } = phone;
      await signIn(page, app);
      await check(phone, app);
      await choose(page, "Authenticator app");
      await check(phone, app);
      const secret = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
      const canvas = await browser.newPage();
      const uri = await readQr(page.getByRole("img", { name: "QR code" }), canvas);
      const host = new URL(app.origin).hostname;
      assertEquals(
        uri,
        `otpauth://totp/${encodeURIComponent(`${host}:ada@example.com`)}?secret=${secret}` +
          `&issuer=${encodeURIComponent(host)}`,
      );
      const onDevice = page.getByRole("link", { name: "Open authenticator app" });
      assertEquals(await onDevice.getAttribute("href"), uri);
      assert(await onDevice.isVisible());
      await enterCode(page, "000 00");
      assertMatch(await page.getByRole("alert").innerText(), /code is wrong/);
      await check(phone, app);
      const [before, now] = await codesOf(secret);
      await enterCode(page, before!);
      await assertSignedIn(page, app);

      await signIn(page, app);
      await check(phone, app);
      await enterCode(page, before!);
      assertMatch(await page.getByRole("alert").innerText(), /code is wrong/);
      await check(phone, app);
      await page.getByRole("textbox", { name: "Code" }).fill(now!);
      await page.keyboard.press("Enter");
      await page.waitForURL(`${app.origin}/home`);
      await assertSignedIn(page, app);
    },
  );

  browserTest(`factors: a recovery code, without scripts, in ${colorScheme}`, async (browser) => {
    const factors = [RecoveryCodes(), Totp()];
    await using app = startFactorApp(factors);
    const records = app.adapter.records;
    const { codes = [], data } = await RecoveryCodes().enrol(createContext());
    const key = await Totp().enrol(createContext());
    await addEnrolment(records, "ada", newEnrolmentId(), RecoveryCodes(), data);
    await addEnrolment(records, "ada", newEnrolmentId(), Totp(), key.data);
    const phone = await openPhone(browser, colorScheme, false);
    const { page } = phone;
    await signIn(page, app);
    // The stand-in comes last.
    await showsCount(page.getByRole("textbox", { name: "Code" }), 1);
    await page.getByRole("link", { name: "Recovery code" }).click();
    await check(phone, app);
    await enterCode(page, "AAAA-AAAA-AAAA-AAAA");
    assertMatch(await page.getByRole("alert").innerText(), /code is wrong/);
    await check(phone, app);
    await enterCode(page, codes[3]!.toLowerCase());
    await assertSignedIn(page, app);

    await signIn(page, app);
    await page.getByRole("link", { name: "Recovery code" }).click();
    await enterCode(page, codes[3]!);
    assertMatch(await page.getByRole("alert").innerText(), /code is wrong/);
    assertEquals(await sessionEmail(page, app), undefined, "each works once");
  });

  browserTest(`factors: a code by email, without scripts, in ${colorScheme}`, async (browser) => {
    await using app = startFactorApp([MailCode()]);
    const phone = await openPhone(browser, colorScheme, false);
    const { page } = phone;
    // The other mails are notices.
    const codes = () =>
      app.mails.map(({ text }) => /^\d{4} \d{4}$/m.exec(text)?.[0]).filter(Boolean);
    const typeMailed = async () => await enterCode(page, codes().at(-1)!);
    await signIn(page, app);
    await check(phone, app);
    assertEquals(codes(), [], "nothing is sent before the button");
    await page.getByRole("button", { name: "Send code" }).click();
    await check(phone, app);
    await typeMailed();
    await assertSignedIn(page, app);

    await signIn(page, app);
    assertMatch(await page.locator("main").innerText(), /We send a code to a•••@example\.com/);
    await check(phone, app);
    assertEquals(codes().length, 1, "sent when it is asked for");
    await page.getByRole("button", { name: "Send code" }).click();
    await check(phone, app);
    await enterCode(page, "0000 0000");
    assertMatch(await page.getByRole("alert").innerText(), /code is wrong/);
    await check(phone, app);
    await page.getByRole("button", { name: /^Send (new )?code/ }).click();
    await typeMailed();
    await assertSignedIn(page, app);
  });

  browserTest(`factors: a passkey, in ${colorScheme}`, async (browser) => {
    await using app = startFactorApp([PasskeyFactor(), Totp()], {
      factorPolicy: { required: () => true, trustedDevice: { maxAge: 86_400 } },
    });
    const phone = await openPhone(browser, colorScheme, true);
    const { page } = phone;
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.addInitScript(`{
      window.asked = 0;
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = (options) => (window.asked++, get(options));
    }`);
    const authenticator = await addAuthenticator(page.context(), page);
    await signIn(page, app);
    await check(phone, app);
    await choose(page, "Passkey or security key");
    await check(phone, app);
    // A key without user verification is enough beside a password.
    await authenticator.setVerified(false);
    await page.getByRole("button", { name: "Set up passkey" }).press("Enter");
    await page.getByRole("alert").waitFor();
    assertMatch(await page.getByRole("alert").innerText(), /No passkey or security key was used/);
    await check(phone, app);
    await authenticator.setVerified(true);
    await page.getByRole("button", { name: "Set up passkey" }).press("Enter");
    await page.waitForURL(`${app.origin}/home`);
    await assertSignedIn(page, app);

    await signIn(page, app);
    await check(phone, app);
    await authenticator.setPresent(false);
    const button = page.getByRole("button", { name: "Use passkey" });
    await button.click();
    await page.locator("form[aria-busy=true]").waitFor();
    await check(phone, app);
    await page.keyboard.press("Enter");
    assertEquals(await page.evaluate("window.asked"), 1, "a second press asks no second time");
    await page.reload();
    await authenticator.setPresent(true);
    await page.getByLabel("Do not ask again on this device for 24 hours").check();
    await button.click();
    await page.waitForURL(`${app.origin}/home`);
    await assertSignedIn(page, app);
    await page.context().clearCookies({ name: "authjs.session-token" });
    await page.goto(`${app.origin}/auth/signin?callbackUrl=/home`);
    await page.getByLabel("username").fill("ada");
    await page.getByLabel("password").fill("right");
    await page.locator("button[type=submit]").click();
    await assertSignedIn(page, app);
    assertEquals(problems, []);
  });
}

browserTest(
  "factors: without scripts or passkeys, a note is shown and the others work",
  async (browser) => {
    await using app = startFactorApp([PasskeyFactor(), Totp()]);
    const [passkey, totp] = [PasskeyFactor(), Totp()];
    const key = await totp.enrol(createContext());
    for (const factor of [passkey, totp]) {
      await addEnrolment(app.adapter.records, "ada", newEnrolmentId(), factor, key.data);
    }
    const plain = await openPhone(browser, "light", false);
    await signIn(plain.page, app);
    assertMatch(await plain.page.locator("main").innerText(), /need JavaScript/);
    assertEquals(await plain.page.getByRole("button").allInnerTexts(), ["Not you?"]);
    await check(plain, app);
    await plain.page.getByRole("link", { name: "Authenticator app" }).click();
    await showsCount(plain.page.getByRole("textbox", { name: "Code" }), 1);

    const old = await openPhone(browser, "light", true);
    await old.page.addInitScript("delete window.PublicKeyCredential");
    await signIn(old.page, app);
    assertMatch(await old.page.locator("main").innerText(), /This browser can’t use passkeys/);
    assertEquals(await old.page.getByRole("button").allInnerTexts(), ["Not you?"]);
    await check(old, app);
  },
);

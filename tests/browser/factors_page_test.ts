/**
 * The pages of second factors in Chromium, without JavaScript: every state in light, dark
 * and on a phone. What scripts add: buttons that copy and print.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { de } from "../../src/languages/de.ts";
import Credentials from "../../src/providers/credentials.ts";
import { reset as resetFactors } from "../../src/capabilities/factors/functions.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import { browserTest, showsCount } from "../_chromium.ts";
import { codeOf } from "../flows/_factors.ts";
import { serve } from "./_app.ts";
import { violations } from "./_axe.ts";
import { PICTURES, visit, type Visitor } from "./_visitor.ts";

const ADA = { id: "ada", name: "Ada", email: "ada@example.com" };

async function startApp() {
  const mails: AccountMail[] = [];
  const adapter = MemoryAdapter();
  await adapter.createUser({ ...ADA, emailVerified: new Date() });
  const config: AuthConfig = {
    providers: [Credentials({
      credentials: { username: { label: "User" }, password: { type: "password" } },
      authorize: ({ password }) => password === "right" ? ADA : null,
    })],
    adapter,
    languages: [de],
    session: { strategy: "database", revocation: {} },
    factors: [Totp(), MailCode(), RecoveryCodes()],
    factorPolicy: { trustedDevice: { maxAge: 86_400 } },
    sendMail: (mail) => void mails.push(mail),
    limits: false,
    theme: { name: "App" },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  };
  return { ...serve(config), config, mails };
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/auth/factors`);
  await page.getByLabel("User").fill("ada");
  await page.locator("input[type=password]").fill("right");
  await page.locator("button[type=submit]").click();
}

const focusedOn = (page: Page) => page.evaluate("document.activeElement.id");

/** What is on paper: the codes and what they belong to, and nothing to press. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/factors_print.png`, fullPage: true });
  assertEquals(await page.locator(".sheet").isVisible(), true);
  for (const hidden of ["form", ".keep", "h1"]) {
    assertEquals(await page.locator(hidden).first().isVisible(), false, hidden);
  }
  await page.emulateMedia({ media: null });
}

/** Walks through every state of both pages. */
async function walk({ context, page, look }: Visitor): Promise<void> {
  const problems: string[] = [];
  await using app = await startApp();
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const add = (id: string) =>
    page.locator(`form:has(input[value=${id}]) button[value=enrol]`).click();
  await signIn(page, app.origin);
  await look("empty");

  await add("totp");
  await look("totp", { hasScript: true });
  assertEquals(await focusedOn(page), "input-answer");
  await page.locator("#input-answer").fill("000000");
  await page.locator("#submitButton").click();
  await look("totp-wrong", { hasScript: true });
  const answer = page.locator("#input-answer");
  assertEquals(await answer.getAttribute("aria-describedby"), "answer-error");
  assertEquals(await focusedOn(page), "input-answer");
  assertEquals(await page.locator("[data-copy]").isVisible(), false, "without a script");
  const secret = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
  await page.locator("#input-answer").fill(await codeOf(secret));
  await page.locator("#submitButton").click();
  await showsCount(page.locator(".codes li"), 10);
  await look("codes", { hasScript: true });
  const code = await page.locator(".codes code").first().innerText();
  await page.reload();
  assertEquals(await page.locator(".codes code").first().innerText(), code, "the same codes");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("a[download]").click(),
  ]);
  const file = await Deno.readTextFile(await download.path());
  for (const part of ["App\n", "\nada@example.com\n", `\n${code}\n`]) {
    assertStringIncludes(file, part);
  }
  await print(page);
  await page.locator("form:has(input[name=step][value=saved]) button").click();
  assertEquals(new URL(page.url()).searchParams.get("step"), "codes", "the box is required");
  await page.locator("#input-saved").check();
  await page.locator("form:has(input[name=step][value=saved]) button").click();
  await look("added");
  await page.goBack();
  assertEquals(await page.locator(".codes").count(), 0, "they are not shown again");
  await page.goForward();

  await add("mail");
  await look("mail", { hasScript: true });
  await page.locator("#input-answer").fill(/\d{4} \d{4}/.exec(app.mails.at(-1)!.text)![0]);
  await page.locator("#submitButton").click();
  await look("list");

  await page.locator(".enrolments a").last().click();
  await look("one");
  await page.locator("a.danger").click();
  await look("remove");
  await page.goBack();
  await page.locator("#input-name").fill("\u202e");
  await page.locator("button[value=rename]").click();
  await look("invalid-name");
  assertEquals(await focusedOn(page), "input-name");
  await page.locator("#input-name").fill("A sheet of paper in the safe of my aunt Augusta");
  await page.locator("button[value=rename]").click();
  await look("renamed");

  await resetFactors(app.config, ADA.id);
  await page.reload();
  await look("reset");
  await page.locator("button[value=cancel-reset]").click();
  assertEquals(new URL(page.url()).searchParams.get("done"), "reset-cancelled");

  app.config.factorPolicy = { changeMaxAge: 60, trustedDevice: { maxAge: 86_400 } };
  await context.clearCookies();
  await signIn(page, app.origin);
  await look("prove", { hasScript: true });
  await page.locator("summary").click();
  await look("prove-lost", { hasScript: true });
  await page.goto(`${app.origin}/auth/factor?factor=recovery`);
  await page.locator("#input-answer").fill(code);
  await page.locator("#input-trust").check();
  await page.locator("#submitButton").click();
  await context.clearCookies({ name: "authjs.session-token" });
  await signIn(page, app.origin);
  assertEquals(new URL(page.url()).pathname, "/auth/factors", "the device is trusted");
  await look("stale");
  await page.locator("a.prove").click();
  assertEquals(new URL(page.url()).pathname, "/auth/factor");
  assertEquals(await page.locator("#input-trust").count(), 0, "a step-up trusts no device");
  await look("step-up", { hasScript: true });
  assertEquals(problems, []);
}

for (
  const [variant, options] of [
    ["desktop, light", { colorScheme: "light", locale: "en" }],
    ["desktop, dark", { colorScheme: "dark", locale: "de" }],
    ["phone, German", {
      colorScheme: "light",
      locale: "de",
      viewport: { width: 320, height: 640 },
    }],
  ] as const
) {
  browserTest(
    `factors: every state passes axe and works without JavaScript (${variant})`,
    async (browser) => {
      await walk(await visit(browser, options, `factors ${variant}`));
    },
  );
}

browserTest("factors: the Tab key reaches every control in reading order", async (browser) => {
  await using app = await startApp();
  const page = await browser.newPage();
  await signIn(page, app.origin);
  await page.goto(`${app.origin}/auth/factors`);
  const reached: string[] = [];
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate("document.activeElement.innerText") as string);
  }
  assertEquals(reached, [
    "Set up authenticator app",
    "Set up codes by email",
    "App",
  ]);
});

browserTest("factors: with a script, a key and codes are copied and printed", async (browser) => {
  await using app = await startApp();
  const context = await browser.newContext({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.addInitScript("window.print = () => window.printed = true");
  const copied = () => page.evaluate("navigator.clipboard.readText()");
  await signIn(page, app.origin);
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const secret = await copied() as string;
  assertEquals((await page.locator(".secret code").innerText()).replaceAll(" ", ""), secret);
  assertEquals(await violations(page), []);
  // Enter can come before the page is drawn again, and a code counts once.
  const posted = page.evaluate(`new Promise((resolve) => {
    const field = document.querySelector("#input-answer");
    let count = 0;
    field.form.addEventListener("submit", (event) => count += event.defaultPrevented ? 0 : 1);
    field.value = "${await codeOf(secret)}";
    field.dispatchEvent(new Event("input"));
    field.form.requestSubmit();
    resolve(count);
  })`);
  assertEquals(await posted, 1);
  await page.waitForURL(/step=codes/);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const text = await copied() as string;
  for (const code of await page.locator(".codes code").allInnerTexts()) {
    assertStringIncludes(text, code);
  }
  assertStringIncludes(text, "ada@example.com");
  await page.getByRole("button", { name: "Print" }).click();
  assertEquals(await page.evaluate("window.printed"), true);
  assertEquals(await violations(page), []);
  await page.getByRole("checkbox", { name: "I have saved these codes" }).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForURL(/done=added/);
  assertEquals(problems, []);
});

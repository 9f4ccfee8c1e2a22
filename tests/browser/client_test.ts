// Functions passed to `evaluate` run in the browser.
/// <reference lib="dom" />

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { BrowserContext, Page } from "playwright-core";
import { browserTest } from "../_chromium.ts";
import { startClientApp } from "./_client_app.ts";

type App = ReturnType<typeof startClientApp>;

/** A tab that collects the errors that the browser reports. */
async function openTab(context: BrowserContext, url: string, problems: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(url);
  return page;
}

/** Waits until both parts of a page show the greeting. */
async function shows(page: Page, account: string): Promise<void> {
  await page.locator("#account", { hasText: account }).waitFor();
  const name = account.split(": ")[1]!;
  const greeting = `Hello ${name === "none" ? "stranger" : name}`;
  await page.locator("#greeting", { hasText: greeting }).waitFor();
}

const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Signs in or out in this browser without notifying the pages. */
async function postQuietly(context: BrowserContext, { origin }: App, path: string) {
  const { csrfToken } = await (await context.request.get(`${origin}/auth/csrf`)).json();
  await context.request.post(origin + path, { form: { csrfToken, password: "right" } });
}

/** Simulates that a tab becomes visible again. */
const comeBack = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));

browserTest("useSession(): renders the server's session without a request", async (browser) => {
  await using app = startClientApp();
  const context = await browser.newContext();
  const problems: string[] = [];
  const page = await openTab(context, `${app.origin}/`, problems);
  await shows(page, "unauthenticated: none");
  await postQuietly(context, app, "/auth/callback/credentials");
  await page.reload();
  await shows(page, "authenticated: Ada");
  assertEquals(app.reads, []);
  assertEquals([problems, app.violations], [[], []]);
});

browserTest("useSession(): hooks without a server session share one request", async (browser) => {
  await using app = startClientApp();
  const context = await browser.newContext();
  const problems: string[] = [];
  await postQuietly(context, app, "/auth/callback/credentials");
  const page = await openTab(context, `${app.origin}/bare`, problems);
  await shows(page, "authenticated: Ada");
  assertEquals(app.reads.length, 1);
  assertEquals([problems, app.violations], [[], []]);
});

browserTest(
  "useSession(): other tabs show a sign-in, an update and a sign-out",
  async (browser) => {
    await using app = startClientApp();
    const context = await browser.newContext();
    const problems: string[] = [];
    const first = await openTab(context, `${app.origin}/`, problems);
    const second = await openTab(context, `${app.origin}/`, problems);
    await shows(second, "unauthenticated: none");

    await click(first, "Wrong");
    await first.waitForFunction(() => document.title === "CredentialsSignin");
    await shows(first, "unauthenticated: none");
    assertEquals(app.reads, []);

    await click(first, "Right");
    await shows(first, "authenticated: Ada");
    await shows(second, "authenticated: Ada");
    assertEquals(app.reads.length, 2); // one per tab

    await click(second, "Rename");
    await second.waitForFunction(() => document.title === "Countess");
    await shows(second, "authenticated: Countess");
    await shows(first, "authenticated: Countess");

    await click(first, "Sign out");
    await shows(first, "unauthenticated: none");
    await shows(second, "unauthenticated: none");
    assertEquals([problems, app.violations], [[], []]);
  },
);

browserTest("useSession(): other tabs are notified when the page navigates", async (browser) => {
  await using app = startClientApp();
  const context = await browser.newContext();
  const problems: string[] = [];
  const first = await openTab(context, `${app.origin}/`, problems);
  const second = await openTab(context, `${app.origin}/`, problems);
  await shows(second, "unauthenticated: none");
  await click(first, "Right and go");
  await first.waitForURL(`${app.origin}/home`);
  await shows(first, "authenticated: Ada");
  await shows(second, "authenticated: Ada");
  await click(second, "Sign out and go");
  await second.waitForURL(`${app.origin}/bye`);
  await shows(second, "unauthenticated: none");
  await shows(first, "unauthenticated: none");
  assertEquals([problems, app.violations], [[], []]);
});

browserTest(
  "useSession(): hooks of a tab that becomes visible share one request",
  async (browser) => {
    await using app = startClientApp();
    const context = await browser.newContext();
    const problems: string[] = [];
    const page = await openTab(context, `${app.origin}/`, problems);
    await shows(page, "unauthenticated: none");
    await postQuietly(context, app, "/auth/callback/credentials");
    await comeBack(page);
    await shows(page, "authenticated: Ada");
    await postQuietly(context, app, "/auth/signout");
    await comeBack(page);
    await shows(page, "unauthenticated: none");
    assertEquals(app.reads.length, 2);
    assertEquals([problems, app.violations], [[], []]);
  },
);

browserTest("the test page: its policy reports eval", async (browser) => {
  await using app = startClientApp();
  const page = await openTab(await browser.newContext(), `${app.origin}/`, []);
  const reported = page.waitForRequest(`${app.origin}/violations`);
  await page.evaluate(() => void setTimeout("1")).catch(() => {});
  assertStringIncludes((await reported).postData()!, "script");
});

// Functions passed to `evaluate` run in the browser.
/// <reference lib="dom" />

/**
 * A person with the components, in each framework: the same words, so the same visits.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { signInAs, totpCode } from "../../src/tools/testing/mod.ts";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { waitUntil } from "../_wait.ts";
import { violations } from "./_axe.ts";
import { addAuthenticator } from "./_passkey_app.ts";
import { ADA, type Framework, OTHER, PASSWORD, startComponents } from "./components/_server.ts";
import { render as renderReact } from "./components/react_server.ts";
import { render as renderSolid } from "./components/solid_server.ts";
import { makeEntry, render as renderSvelte } from "./components/svelte_server.ts";
import { render as renderVue } from "./components/vue_server.ts";

const FRAMEWORKS: readonly Framework[] = [
  { name: "react", render: renderReact },
  { name: "vue", render: renderVue },
  { name: "solid", render: renderSolid },
  { name: "svelte", render: renderSvelte, makeEntry },
];

type App = Awaited<ReturnType<typeof startComponents>>;

/** What the components of the account page ask for: never the session, which they have. */
const STEPS = ["/auth/account", "/auth/organizations"];

/** Opens a page that has no errors in the end. */
async function visit(
  browser: Browser,
  framework: Framework,
  run: (page: Page, app: App) => Promise<void>,
): Promise<void> {
  await using app = await startComponents(framework);
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    const isBroken = message.text().includes("net::ERR_FAILED");
    if (["error", "warning"].includes(message.type()) && !isBroken) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  try {
    await run(page, app);
  } catch (error) {
    const shown = await page.innerText("body").catch(String);
    throw new Error(`${page.url()} shows:\n${shown}\n${problems.join("\n")}`, { cause: error });
  }
  assertEquals([problems, app.violations], [[], []]);
}

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Types an answer into the field that a step has, and sends it. */
async function answer(page: Page, label: string, text: string, button: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text);
  await press(page, button);
}

async function isAccessible(page: Page): Promise<void> {
  assertEquals(await violations(page), []);
}

/** Gives the browser the session of Ada. */
async function signInQuietly(page: Page, app: App): Promise<void> {
  const { headers } = await signInAs(app.auth, { id: "ada", email: ADA });
  const cookies = headers.get("cookie")!.split("; ").map((one) => {
    const [name, value] = [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)];
    return { name, value, url: app.origin };
  });
  await page.context().addCookies(cookies);
}

/** Signs in with a password, and sets the second factor up. */
async function signIn(page: Page): Promise<string> {
  await answer(page, "Email", ADA, "Continue");
  await answer(page, "Password", "wrong", "Sign in");
  await page.getByText("Wrong email or password.").waitFor();
  await isAccessible(page);
  await answer(page, "Password", PASSWORD, "Sign in");
  const key = page.locator(".auth-secret code");
  await key.waitFor();
  await isAccessible(page);
  const secret = (await key.innerText()).replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByText("That code is wrong").or(page.getByText("wrong")).first().waitFor();
  await page.getByLabel("Code", { exact: true }).fill(await totpCode(secret));
  await page.getByRole("checkbox").waitFor();
  await isAccessible(page);
  await page.getByRole("checkbox").check();
  await press(page, "Done");
  await page.getByText(`Hello ${ADA}`).waitFor();
  return secret;
}

for (const [number, framework] of FRAMEWORKS.entries()) {
  const { name } = framework;
  if (!isChosen(number, FRAMEWORKS.length)) continue;
  const test = (what: string, run: (page: Page, app: App) => Promise<void>) =>
    browserTest(`components of ${name}: ${what}`, (browser) => visit(browser, framework, run), {
      choosesCases: true,
    });

  test("signs in with a second factor, and shows the account and the menus", async (page, app) => {
    await page.goto(app.origin);
    await heading(page, "Sign in");
    await isAccessible(page);
    assertEquals(await page.locator("[role=alert]:visible").count(), 0);
    // The part of the app stands in place of each button.
    assert(await page.locator("button[data-part=button][data-own=yes]").count() > 0);
    const secret = await signIn(page);
    await page.locator("#editor").waitFor();

    // The menus ask for nothing before they are opened.
    app.requests.length = 0;
    await page.goto(`${app.origin}/teams/acme`);
    await page.getByText(`Hello ${ADA}`).waitFor();
    await page.locator("summary", { hasText: ADA }).click();
    assertEquals(app.requests.filter((one) => one.includes("signout")).length <= 1, true);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await isAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Sign out" }).waitFor({ state: "hidden" });
    await page.locator("summary", { hasText: "Acme" }).click();
    const current = page.locator("a[aria-current=true]");
    await current.waitFor();
    assertEquals(await current.innerText(), "A\nAcme");
    await isAccessible(page);
    await page.getByRole("link", { name: "Looms" }).click();
    await page.waitForURL(`${app.origin}/teams/looms`);

    await page.goto(`${app.origin}/account`);
    await heading(page, "Your account");
    await isAccessible(page);
    const main = page.locator("main");
    await main.getByRole("link", { name: "Change: Name" }).click();
    await heading(page, "What’s your name?");
    assertEquals(await page.evaluate("document.activeElement.tagName"), "H1");
    await isAccessible(page);
    await answer(page, "Your name", "Ada Lovelace", "Save");
    await main.getByText("Ada Lovelace").first().waitFor();
    await main.getByRole("link", { name: "Download your data" }).click();
    await heading(page, "Download your data");
    const download = page.waitForEvent("download");
    await press(page, "Download file");
    const file = JSON.parse(await Deno.readTextFile((await (await download).path())!));
    assertEquals(file.user.name, "Ada Lovelace");

    // The second sign-in asks for the factor. All digits of a code send it.
    await page.locator("summary", { hasText: "Ada" }).click();
    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Hello stranger").waitFor();
    await page.goto(app.origin);
    await answer(page, "Email", ADA, "Continue");
    await answer(page, "Password", PASSWORD, "Sign in");
    const later = new Date(Date.now() + 30_000);
    await page.getByLabel("Code", { exact: true }).fill(await totpCode(secret, later));
    await page.getByText(`Hello ${ADA}`).waitFor();
  });

  test(
    "shows the session that the server read, and hydrates without a change",
    async (page, app) => {
      await signInQuietly(page, app);
      for (const [path, asks] of [["/teams/acme", []], ["/account", STEPS]] as const) {
        await page.goto(`${app.origin}${path}?still`);
        const before = await page.screenshot();
        const asked: string[] = [];
        // The answers wait, so that the picture is of the first paint.
        await page.route("**/auth/**", (route) => {
          asked.push(new URL(route.request().url()).pathname);
        });
        await page.goto(app.origin + path);
        await page.locator("body[data-ready]").waitFor();
        assertEquals(await page.screenshot(), before);
        assertEquals(asked.toSorted(), asks);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      }
      // Who opens the menu before the script is there gets its list, too.
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route("**/app.js", async (route) => {
        await promise;
        await route.continue();
      });
      await page.goto(`${app.origin}/teams/acme`, { waitUntil: "commit" });
      await page.locator("summary", { hasText: "ada" }).click();
      resolve();
      await page.getByRole("button", { name: "Sign out" }).waitFor();
      assertEquals(
        await page.evaluate("JSON.stringify([localStorage, sessionStorage])"),
        "[{},{}]",
      );
    },
  );

  test("adds a passkey and signs in with it, and with a code of an email", async (page, app) => {
    const authenticator = await addAuthenticator(page.context(), page);
    await page.goto(`${app.origin}/signup`);
    await answer(page, "Email", "grace@example.com", "Continue");
    await heading(page, "Check your email");
    await isAccessible(page);
    const code = await waitUntil("the code is sent", () => app.codes.at(-1));
    await page.getByLabel("Code", { exact: true }).fill(code);
    await heading(page, "Set your password");
    await isAccessible(page);
    await page.getByRole("button", { name: "Show password" }).click();
    assertEquals(await page.getByLabel("New password").getAttribute("type"), "text");
    await answer(page, "New password", OTHER, "Save password");
    await page.getByText("Hello grace@example.com").waitFor();

    await page.goto(`${app.origin}/account`);
    await press(page, "Add passkey");
    await page.getByText("On one device only").waitFor();
    await isAccessible(page);
    await page.locator("summary", { hasText: "grace" }).click();
    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Hello stranger").waitFor();
    // A dialog ends the offer in the field, which waits as long as nobody touches the device.
    await authenticator.setPresent(false);
    const offered = page.waitForResponse(/\/webauthn-options\//);
    await page.goto(app.origin);
    await offered;
    await page.route(/\/webauthn-options\//, async (route) => {
      await authenticator.setPresent(true);
      await route.continue();
    });
    await page.getByRole("button", { name: "Sign in with a passkey" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Hello grace@example.com").waitFor();
    await page.locator("summary", { hasText: "grace" }).click();
    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Hello stranger").waitFor();
    // The browser offers the passkey in the field for the address, and nobody presses a button.
    await page.goto(app.origin);
    await page.getByText("Hello grace@example.com").waitFor();
  });

  test(
    "fits a small phone in dark, and comes back to the account after a proof",
    async (page, app) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.emulateMedia({ colorScheme: "dark" });
      await signInQuietly(page, app);
      const main = page.getByRole("main");
      const fits = async () => {
        assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
        await isAccessible(page);
      };
      await page.goto(`${app.origin}/account`);
      await heading(page, "Your account");
      await fits();
      // An app that is light for everybody says so, or says nothing.
      await page.evaluate("void (document.documentElement.style.colorScheme = 'light')");
      await fits();
      await main.getByRole("link", { name: "Manage organizations" }).click();
      await heading(page, "Your organizations");
      await main.getByRole("link", { name: "Acme" }).first().click();
      await heading(page, "Acme");
      await fits();
      // A list holds the choice of the page.
      assertEquals(await page.getByLabel("Role").inputValue(), "member");
      const now = Date.now;
      Date.now = () => now() + 11 * 60_000;
      try {
        await page.goto(`${app.origin}/account`);
        await main.getByRole("link", { name: "Remove password" }).click();
        await main.getByRole("link", { name: "Verify it’s you" }).click();
        await heading(page, "Verify it’s you");
        await fits();
        await answer(page, "Password", PASSWORD, "Sign in");
        await press(page, "Remove password");
        await heading(page, "Your account");
        await fits();
      } finally {
        Date.now = now;
      }
    },
  );

  test("keeps what was typed while there is no connection, and says so", async (page, app) => {
    await page.goto(app.origin);
    await page.getByLabel("Email", { exact: true }).fill(ADA);
    await page.route("**/auth/signin", (route) => route.abort());
    await press(page, "Continue");
    await page.getByText("There is no connection. Please try again.").waitFor();
    await isAccessible(page);
    assertEquals(await page.getByLabel("Email", { exact: true }).inputValue(), ADA);
    await page.unrouteAll();
    await press(page, "Email me a sign-in link");
    const code = page.getByLabel("Code", { exact: true });
    await code.waitFor();
    await page.route("**/auth/callback/**", (route) => route.abort());
    // All digits send the form, which can be changed again.
    await code.fill("12345678");
    await page.getByText("There is no connection. Please try again.").waitFor();
    assertEquals(await page.locator("form[inert]").count(), 0);
  });

  test(
    "follows the organization of the page, and keeps what an app has in its own elements",
    async (page, app) => {
      await signInQuietly(page, app);
      await page.goto(`${app.origin}/teams/acme`);
      await page.locator("body[data-ready]").waitFor();
      const become = (detail?: { name: string; slug: string }) =>
        page.evaluate((detail) => {
          document.dispatchEvent(new CustomEvent("team", { detail }));
        }, detail);
      await page.locator("summary", { hasText: "Acme" }).click();
      const current = page.locator("a[aria-current=true]");
      await current.getByText("Acme").waitFor();
      await become({ name: "Looms", slug: "looms" });
      await page.locator("summary", { hasText: "Looms" }).waitFor();
      await current.getByText("Looms").waitFor();
      assertEquals(await current.count(), 1);
      // Without an organization of the page, the menu has its general name.
      await become();
      await page.locator("summary", { hasText: "Switch organization" }).waitFor();
      assertEquals(await current.count(), 0);

      // A sentence comes before the button, which stays before the content of the app.
      // The element of the app that has no content yet is the same once it has some.
      const group = page.locator(".auth-entries[data-own=group]");
      await group.evaluate((element) => void (element.dataset.kept = "yes"));
      await page.locator("summary", { hasText: ADA.split("@")[0]! }).click();
      await group.locator("[data-own=form]").waitFor();
      assertEquals(await group.getAttribute("data-kept"), "yes");
      await page.route("**/auth/signout", (route) => route.abort());
      await press(page, "Sign out");
      await page.getByText("There is no connection. Please try again.").waitFor();
      const order = await page.locator("form:has([data-own=form])").evaluate((form) =>
        [...form.querySelectorAll("[role=alert],button,[data-own]")].map(({ tagName }) => tagName)
      );
      assertEquals(order, ["DIV", "BUTTON", "SMALL"]);
    },
  );

  test("leaves what a person has changed in a box and in a password", async (page, app) => {
    const element = (tag: string, part: string, attributes: object, children: unknown[] = []) => ({
      ...{ tag, part, attributes, children },
    });
    const form = element("form", "form", { action: "/auth/signin", method: "POST" }, [
      element("input", "checkbox", { id: "box", type: "checkbox", name: "mfa", checked: true }),
      element("input", "input", { id: "secret", type: "password", name: "password" }),
      element("button", "show", {
        ...{ type: "button", "aria-pressed": "false", "aria-controls": "secret" },
        "aria-label": "Show",
      }),
      element("p", "text", { "data-caps": "Caps lock is on" }),
    ]);
    const step = { step: "signin", title: "", parts: [form], failures: { default: "Failed" } };
    await page.route("**/auth/signin*", (route) => route.fulfill({ json: step }));
    await page.goto(app.origin);
    const box = page.locator("#box");
    await box.uncheck();
    await page.getByRole("button", { name: "Show" }).click();
    const secret = page.locator("#secret");
    await secret.pressSequentially("looms");
    assertEquals(await secret.getAttribute("type"), "text");
    assertEquals(await secret.inputValue(), "looms");
    assertEquals(await box.isChecked(), false);
  });
}

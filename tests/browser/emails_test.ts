/**
 * Every email of the library, in Chromium, from its HTML part, in light and in dark: links and
 * buttons are clicked, and emails without a link have none.
 *
 * An email that is new in `types/texts.ts` has no entry here, and does not compile.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { resolveConfig } from "../../src/config/resolve.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import type { Theme } from "../../src/types/options.ts";
import { type EmailName, EMAILS, type SampleCaller } from "../../src/tools/gallery/emails.ts";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import type { ReceivedMail } from "../_smtp.ts";
import { codeOf } from "../flows/_factors.ts";
import { html, type MailApp, startMailApp } from "./_app.ts";
import { violations } from "./_axe.ts";
import { PICTURES } from "./_visitor.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";

/** A user, and a mailbox that is open in the same browser. */
interface Scene {
  app: MailApp;
  page: Page;
  /** Clicks the link of the newest email to an address; returns the page that opens. */
  click(to: string, what: string): Promise<Page>;
}

const ADA = "ada@example.com";
const NEW = "countess.of.lovelace@analytical-engines.example.com";
const PHRASE = "engines weave algebraic patterns";

/**
 * For an email with a link of its own, every way to get it and what the link must do; for others, the
 * path of the page that the link leads to, after a sign-in.
 */
const LINKS: Record<
  EmailName | "mails.link",
  | "no link"
  | "account"
  | "organization/acme"
  | "organizations"
  | ((scene: Scene) => Promise<void>)[]
> = {
  "mails.link": [signIn, setPassword, resetPassword],
  "mails.factorCode": "no link",
  "mails.addressCode": "no link",
  "mails.addressTaken": "no link",
  "notices.account.account-linked": "account",
  "notices.account.account-unlinked": "account",
  "notices.account.app-allowed": "account",
  "notices.account.deleted": "no link",
  "notices.account.deletion-cancelled": "account",
  "notices.account.deletion-requested": "account",
  "notices.account.exported": "account",
  "notices.account.key-created": "account",
  "notices.account.merged-away": "no link",
  "notices.account.merged-into": "account",
  "notices.account.new-device": "account",
  "notices.account.passkey-added": "account",
  "notices.account.passkey-removed": "account",
  "notices.account.passkey-renamed": "account",
  "notices.account.renamed": "account",
  "notices.account.sessions-ended": "account",
  "notices.acting.began": "no link",
  "notices.acting.ended": "no link",
  "notices.address.changed": [undoChange],
  "notices.address.changed-for-good": "no link",
  "notices.address.changed-unproven": "no link",
  "notices.address.restored": "no link",
  "notices.address.removed": "no link",
  "notices.address.undo-cancelled": "no link",
  "notices.address.undo-requested": [keepAddress],
  "notices.connections.domain-lost": "organization/acme",
  "notices.connections.secret-expires": "organization/acme",
  "notices.connections.certificate-expires": "organization/acme",
  "notices.connections.link-changed": "organization/acme",
  "notices.connections.link-removed": "organization/acme",
  "notices.factors.added": "account",
  "notices.factors.removed": "account",
  "notices.factors.replaced": "account",
  "notices.factors.recovery-used": "account",
  "notices.factors.reset-requested": "account",
  "notices.factors.reset": "account",
  "notices.organizations.added": "organization/acme",
  "notices.organizations.deleted": "organizations",
  "notices.organizations.invitation": [openInvitation],
  "notices.organizations.ownership-moved": "organization/acme",
  "notices.organizations.removed": "organizations",
  "notices.organizations.role-changed": "organization/acme",
  "notices.passwords.set": "account",
  "notices.passwords.changed": "account",
  "notices.passwords.removed": "account",
};

/** Name of the app, which a mail program turns into a link. */
const NAME = "app.example.com";

/** Sends an email of the gallery through the library, over SMTP. */
async function send(
  app: MailApp,
  name: EmailName,
  theme: Theme = { name: NAME },
): Promise<ReceivedMail> {
  const config = resolveConfig({ ...app.config, theme });
  await EMAILS[name]({
    config: config as SampleCaller["config"],
    request: { origin: app.origin, request: new Request(app.origin) } as SampleCaller["request"],
  });
  return app.smtp.mails.at(-1)!;
}

/** A webmail, on another site than the app: it shows one email, and opens links in a tab. */
async function openMailbox(context: BrowserContext) {
  let shown = "";
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => html(shown),
  );
  const page = await context.newPage();
  let count = 0;
  return {
    page,
    async show(mail: ReceivedMail, what: string): Promise<void> {
      shown = mail.html;
      await page.goto(`http://127.0.0.1:${server.addr.port}`);
      if (PICTURES) {
        const name = `email ${what} ${++count}`.replaceAll(/\W+/g, "_");
        await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
      }
      assertEquals(await violations(page), [], what);
      const width = await page.evaluate("document.documentElement.scrollWidth") as number;
      assert(width <= page.viewportSize()!.width, `${what} is ${width} pixels wide`);
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Two images of 160 by 40 pixels, on another origin than the app. */
function serveLogos() {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><circle r="9"/></svg>`;
    return new Response(svg, { headers: { "content-type": "image/svg+xml" } });
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const startApp = () =>
  startMailApp((mail) => ({
    providers: [Password({ cost: { ln: 4 } }), {
      ...mail,
      options: { ...mail.options, code: true },
    }],
    account: AccountPage(),
    factors: [Totp()],
    organizations: Organizations({
      access: defineAccess({ permissions: {}, roles: { guest: {} } }),
    }),
    limits: false,
  }));

async function askForLink({ app, page }: Scene): Promise<void> {
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
  await page.getByLabel("Email").fill(ADA);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

async function signIn(scene: Scene): Promise<void> {
  await askForLink(scene);
  const opened = await scene.click(ADA, "sign in");
  await opened.waitForURL(`${scene.app.origin}/after`);
}

async function setPassword({ app, page, click }: Scene): Promise<void> {
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
  await page.getByLabel("Email").fill(ADA);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const opened = await click(ADA, "set a password");
  await opened.getByLabel("New password", { exact: true }).fill(PHRASE);
  await opened.getByRole("button", { name: "Save password" }).click();
  await opened.waitForURL((url) => url.pathname !== "/auth/password");
}

async function resetPassword(scene: Scene): Promise<void> {
  await setPassword(scene);
  await scene.page.context().clearCookies();
  await setPassword(scene);
}

async function undoChange(scene: Scene): Promise<void> {
  await changeAddress(scene);
  const opened = await scene.click(ADA, "undo the change");
  await opened.getByRole("button", { name: "Undo change" }).click();
  await opened.getByRole("heading", { name: "The change was undone" }).waitFor();
  assertEquals((await scene.app.adapter.getUserByEmail(ADA))?.email, ADA);
}

async function keepAddress(scene: Scene): Promise<void> {
  await changeAddress(scene);
  const { app, page, click } = scene;
  await page.goto(`${app.origin}/auth/factors`);
  await page.locator("form:has(input[value=totp]) button[value=enrol]").click();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.locator("input[autocomplete=one-time-code]").fill(await codeOf(secret));
  await page.waitForURL(/done=added/);
  const opened = await click(ADA, "undo the change");
  await opened.getByRole("button", { name: "Undo change" }).click();
  await opened.getByRole("heading", { name: "The change will be undone later" }).waitFor();
  const asked = await click(NEW, "keep the address");
  await asked.getByRole("heading", { name: "Someone wants to undo" }).waitFor();
  await asked.getByRole("button", { name: "Keep new address" }).click();
  await asked.getByRole("heading", { name: "Your address stays" }).waitFor();
}

async function openInvitation(scene: Scene): Promise<void> {
  await enter(scene);
  const { app, page, click } = scene;
  await page.goto(`${app.origin}/auth/organizations`);
  await page.getByLabel("Name", { exact: true }).fill("acme.example.com");
  await page.getByLabel("URL name").fill("acme");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByLabel("Invite by email").fill(NEW);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("status").waitFor();
  const opened = await click(NEW, "see the invitation");
  await opened.getByRole("heading", { name: "Join acme.example.com?" }).waitFor();
}

/** Opens a session, without an email. */
async function enter({ app, page }: Scene): Promise<void> {
  const { config, origin } = app;
  const { id } = await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  const { storageState } = await signInAs(config, { id, email: ADA }, { origin });
  await page.context().addCookies(storageState.cookies);
}

async function changeAddress(scene: Scene): Promise<void> {
  await enter(scene);
  const { app, page } = scene;
  await page.goto(`${app.origin}/auth/address`);
  await page.getByLabel("New email").fill(NEW);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByRole("heading", { name: "Enter the code" }).waitFor();
  const { text } = app.smtp.mails.findLast(({ to }) => to.includes(NEW))!;
  await page.getByLabel("Code").fill(/^\d{4} \d{4}$/m.exec(text)![0]);
  // The code sends itself.
  await page.getByRole("heading", { name: "Your address is confirmed" }).waitFor();
}

for (const [shift, colorScheme] of (["light", "dark"] as const).entries()) {
  const openContext = (browser: Browser) =>
    browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });

  browserTest(
    `emails: every email has an entry, and shows its link if it has one (${colorScheme})`,
    async (browser) => {
      assertEquals([...Object.keys(EMAILS), "mails.link"].sort(), Object.keys(LINKS).sort());
      await using app = await startApp();
      const context = await openContext(browser);
      await using mailbox = await openMailbox(context);
      for (const [index, name] of (Object.keys(EMAILS) as EmailName[]).entries()) {
        if (!isChosen(index + 6 * shift, 12)) continue;
        const entry = LINKS[name];
        if (Array.isArray(entry)) continue;
        const mail = await send(app, name);
        await mailbox.show(mail, `${name} ${colorScheme}`);
        assertEquals(await mailbox.page.locator("button, form").count(), 0, name);
        const links = mailbox.page.getByRole("link");
        const url = `${app.origin}/auth/${entry}`;
        assertEquals(await links.count(), entry === "no link" ? 0 : 1, name);
        const shown = await mailbox.page.getByRole("main").innerText();
        // Mail programs would make a link of it.
        assertEquals(shown.includes(NAME), false, name);
        assertStringIncludes(shown.replaceAll("\u2060", ""), NAME, name);
        assert(!/\d{4}-\d\d-\d\d/.test(shown), `${name}: a time for machines`);
        assert(!/\{\w+\}/.test(shown + mail.text), `${name}: an open slot`);
        for (const line of mail.text.split(/\r?\n/)) {
          assert(line.length <= 72 || line === url, line);
        }
        if (entry === "no link") continue;
        assertEquals(await links.getAttribute("href"), url, name);
        assert(mail.text.split(/\r?\n/).includes(url), name);
        const tab = context.waitForEvent("page");
        await links.click();
        const opened = await tab;
        await opened.waitForURL((opened) => opened.searchParams.get("callbackUrl") === url);
        await opened.close();
      }
    },
    { choosesCases: true },
  );

  browserTest(
    `emails: wear the theme of the app, also without images (${colorScheme})`,
    async (browser) => {
      await using images = serveLogos();
      const logo = { light: `${images.origin}/light.svg`, dark: `${images.origin}/dark.svg` };
      const theme: Theme = {
        name: "Acme",
        logo,
        brandColor: "#7c3aed",
        radius: "0.25rem",
        colors: { light: { card: "#fffbf5" }, dark: { card: "#241638" } },
        links: { terms: "/terms", support: "mailto:help@acme.example" },
      };
      await using app = await startApp();
      const context = await openContext(browser);
      const page = await context.newPage();
      for (const name of ["notices.account.new-device", "mails.addressCode"] as const) {
        const mail = await send(app, name, theme);
        await page.setContent(mail.html, { waitUntil: "load" });
        const image = page.getByRole("img", { name: "Acme" });
        const shown = await image.evaluate((element) => {
          const { currentSrc, naturalWidth } = element as HTMLImageElement;
          return [currentSrc, naturalWidth];
        });
        assertEquals(shown, [logo[colorScheme], 160], name);
        const styleOf = async (selector: string, property: string) =>
          await page.locator(selector).first().evaluate(
            (element, property) => getComputedStyle(element).getPropertyValue(property),
            property,
          );
        assertEquals(
          await styleOf(".card", "background-color"),
          colorScheme === "light" ? "rgb(255, 251, 245)" : "rgb(36, 22, 56)",
        );
        if (name === "notices.account.new-device") {
          const button = "a[href$='/auth/account']";
          assertEquals(await styleOf(button, "background-color"), "rgb(124, 58, 237)");
          assertEquals(await styleOf(button, "border-radius"), "4px");
        }
        const foot = page.locator("a.foot");
        assertEquals(
          await foot.evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
          [`${app.origin}/terms`, "mailto:help@acme.example"],
        );
        assertEquals(await violations(page), [], name);
        if (PICTURES) {
          const file = `email_theme_${name.replaceAll(/\W+/g, "_")}_${colorScheme}.png`;
          await page.screenshot({ path: `${PICTURES}/${file}`, fullPage: true });
        }
      }
      // Most programs load images when the reader asks for it: until then there is the name.
      await page.route(`${images.origin}/**`, (route) => route.abort());
      await page.setContent((await send(app, "notices.passwords.set", theme)).html);
      const image = page.getByRole("img", { name: "Acme" });
      assert(await image.isVisible());
      const width = await image.evaluate((element) => element.getBoundingClientRect().width);
      assert(width > 20, `the name has ${width} pixels`);
    },
  );

  for (const [name, ways] of Object.entries(LINKS)) {
    if (!Array.isArray(ways)) continue;
    for (const way of ways) {
      browserTest(
        `emails: the link of ${name} works from its HTML: ${way.name} (${colorScheme})`,
        async (browser) => {
          await using app = await startApp();
          const context = await openContext(browser);
          await using mailbox = await openMailbox(context);
          await way({
            app,
            page: await context.newPage(),
            async click(to, what) {
              const mail = app.smtp.mails.findLast((one) => one.to.includes(to))!;
              await mailbox.show(mail, `${what} ${colorScheme}`);
              const links = mailbox.page.getByRole("link");
              assertEquals(await links.count(), 1);
              const { link } = mail;
              assertEquals(await links.getAttribute("href"), link);
              const shown = await mailbox.page.getByRole("main").innerText();
              // The email with the link to sign in has it only in the button.
              if (!what.includes("sign in") && !what.includes("password")) {
                assertStringIncludes(shown, link);
              }
              const tab = context.waitForEvent("page");
              await links.click();
              return await tab;
            },
          });
        },
      );
    }
  }
}

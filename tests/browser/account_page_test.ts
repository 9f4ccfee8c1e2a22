/**
 * The account page of a person who uses all of it, as people see it: on a wide screen and on a
 * phone, in the light and in the dark, with the keyboard, and without scripts. And the way back to
 * an account that will be deleted.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import Apple from "../../src/providers/apple.ts";
import Discord from "../../src/providers/discord.ts";
import Facebook from "../../src/providers/facebook.ts";
import GitHub from "../../src/providers/github.ts";
import GitLab from "../../src/providers/gitlab.ts";
import Google from "../../src/providers/google.ts";
import LinkedIn from "../../src/providers/linkedin.ts";
import MicrosoftEntraId from "../../src/providers/microsoft_entra_id.ts";
import Slack from "../../src/providers/slack.ts";
import Spotify from "../../src/providers/spotify.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { newAuthenticator } from "../../src/tools/testing/adapter/check.ts";
import { publish } from "../../src/hooks/topics.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { serve, type Served } from "./_app.ts";
import { violations } from "./_axe.ts";
import { NARROW, PICTURES, visit } from "./_visitor.ts";
import { scaledLimit } from "../_wait.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
interface App extends Served {
  config: AuthConfig;
}

const site = { clientId: "client-1", clientSecret: "secret-1" };

/** An app with many providers, and Ada, who has two accounts at GitHub and three passkeys. */
async function startApp(members: Partial<AuthConfig> = {}): Promise<App> {
  const adapter = MemoryAdapter();
  const config: AuthConfig = {
    providers: [
      Password({ cost: { ln: 4 } }),
      { id: "mail", name: "Email", type: "email", sendVerificationRequest: () => {} },
      Passkey,
      ...[Google, GitHub, Apple, Facebook, Discord, GitLab, LinkedIn, Slack, Spotify]
        .map((provider) => (provider as typeof GitHub)(site)),
      MicrosoftEntraId(site),
    ],
    adapter,
    account: AccountPage({ place: () => "Hamburg, Germany", deletion: { graceDays: 14 } }),
    factors: [Totp(), RecoveryCodes()],
    session: { strategy: "jwt", revocation: { address: () => "192.0.2.1" } },
    sendMail: () => {},
    experimental: { enableWebAuthn: true },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    theme: { name: "Acme" },
    limits: false,
    notifyNewDevice: false,
    logger: { error: (error) => console.error(error), warn: () => {}, debug: () => {} },
    ...members,
  };
  await adapter.createUser({
    id: "ada",
    name: "Ada Lovelace",
    email: ADA,
    emailVerified: new Date(),
  });
  assertEquals(await setPassword(config, "ada", PASSWORD), null);
  await addWaysIn(config, adapter);
  return { config, ...serve(config) };
}

async function addWaysIn(config: AuthConfig, adapter: ReturnType<typeof MemoryAdapter>) {
  const resolved = resolveConfig(config);
  const accounts = [
    ["google", "1", "andy@gmail.com"],
    ["github", "2", "ada-at-work"],
    ["github", "3", "ada"],
  ] as const;
  for (const [provider, providerAccountId, login] of accounts) {
    const type = provider === "google" ? "oidc" : "oauth";
    await adapter.linkAccount({ userId: "ada", type, provider, providerAccountId });
    const identity = {
      user: { name: "Ada" },
      account: { type, provider, providerAccountId },
      profile: { login },
      methods: [],
    };
    await publish(resolved, "account.proven", {
      ctx: { config: resolved } as never,
      identity: identity as never,
      userId: "ada",
    });
  }
  const keys = [
    [null, "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"],
    ["Keys at home", "cb69481e-8ff7-4039-93ec-0a2729a154a8"],
    [null, undefined],
  ] as const;
  for (const [index, [name, aaguid]] of keys.entries()) {
    const key = { ...newAuthenticator("ada"), ...name ? { name } : {} };
    const credentialID = btoa(`key ${index}`);
    await adapter.createAuthenticator({
      ...key,
      credentialID,
      providerAccountId: credentialID,
      credentialDeviceType: name ? "singleDevice" : "multiDevice",
    });
    if (index === 2) continue;
    const passkey = { config: resolved, userId: "ada", credentialID };
    await publish(resolved, "passkey.added", { ...passkey, aaguid });
    await publish(resolved, "passkey.used", passkey);
  }
}

/** Signs the browser in as Ada. */
async function enter(page: Page, { config, origin }: App) {
  const { setCookies } = await signInAs(config, { id: "ada", email: ADA }, { origin });
  await page.context().addCookies(setCookies.map((cookie) => {
    const [pair] = cookie.split(";");
    const at = pair!.indexOf("=");
    return { name: pair!.slice(0, at), value: pair!.slice(at + 1), url: origin };
  }));
}

async function picture(page: Page, name: string) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

for (const [shift, colorScheme] of (["light", "dark"] as const).entries()) {
  browserTest(
    `account page: looks right on a wide screen and on a phone (${colorScheme})`,
    async (browser) => {
      await using app = await startApp();
      const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      page.setDefaultTimeout(scaledLimit(10_000));
      await enter(page, app);
      for (const [column, width] of [1280, 360, NARROW.width].entries()) {
        await page.setViewportSize({ width, height: 800 });
        for (const [row, view] of ["", "?step=name", "?step=delete"].entries()) {
          // Of six, one runs: each width and each view once, in one of the color schemes.
          if (!isChosen(2 * ((column + row) % 3) + (column + shift) % 2, 6)) continue;
          await page.goto(`${app.origin}/auth/account${view}`);
          await picture(
            page,
            `page ${colorScheme} ${width} ${view || "list"}`.replaceAll(/\W+/g, "_"),
          );
          assertEquals(await violations(page), [], `${width} ${view}`);
          const needed = await page.evaluate("document.documentElement.scrollWidth") as number;
          assert(needed <= width, `${view} is ${needed} pixels wide where ${width} are`);
        }
      }
    },
    { choosesCases: true },
  );
}

browserTest(
  "account page: more providers are behind one key, and every link says what it is about",
  async (browser) => {
    await using app = await startApp();
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    page.setDefaultTimeout(scaledLimit(10_000));
    await enter(page, app);
    await page.goto(`${app.origin}/auth/account`);
    const connected = page.locator("#connected");
    for (const name of ["Google · andy@gmail.com", "GitHub · ada-at-work", "GitHub · ada"]) {
      await connected.getByRole("link", { name: `Disconnect ${name}`, exact: true }).waitFor();
    }
    const buttons = connected.getByRole("button");
    assertEquals(await buttons.count(), 4);
    await page.locator("summary", { hasText: "More ways" }).focus();
    await page.keyboard.press("Enter");
    await buttons.nth(7).waitFor();
    assertEquals(await buttons.count(), 8);
    for (const button of await buttons.all()) {
      // A person who speaks the word that is shown finds the button (WCAG 2.5.3).
      const [name, shown] = [await button.getAttribute("aria-label"), await button.innerText()];
      assert(name!.includes(shown.trim().split("\n").at(-1)!), `${name} ${shown}`);
    }
    // A tab leads to its part, also with a short window.
    await page.getByRole("link", { name: "Data", exact: true }).click();
    assertEquals(new URL(page.url()).hash, "#data");
  },
);

browserTest(
  "account page: the pages of password, address and two-step verification lead back",
  async (browser) => {
    await using app = await startApp();
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    page.setDefaultTimeout(scaledLimit(10_000));
    await enter(page, app);
    const elsewhere = encodeURIComponent("https://evil.example/auth/account");
    for (const path of ["password", "address", "factors"]) {
      for (const query of ["", `?callbackUrl=${elsewhere}`]) {
        await page.goto(`${app.origin}/auth/${path}${query}`);
        await picture(page, `back ${path}`.replaceAll(" ", "_"));
        await page.getByRole("link", { name: "Back to your account", exact: true }).click();
        assertEquals(page.url(), `${app.origin}/auth/account`, path);
      }
    }
    // Who has forgotten the password is in no account.
    const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await stranger.goto(`${app.origin}/auth/password`);
    await stranger.getByRole("heading", { level: 1 }).waitFor();
    assertEquals(await stranger.getByRole("link", { name: "Back to your account" }).count(), 0);
  },
);

for (
  const [name, options] of [
    ["wide", { viewport: { width: 1280, height: 800 } }],
    ["phone dark", { viewport: { width: 360, height: 740 }, colorScheme: "dark" }],
  ] as const
) {
  browserTest(
    `account page: an account that will be deleted can be kept, without scripts (${name})`,
    async (browser) => {
      await using app = await startApp({ factors: [] });
      const { page, look } = await visit(browser, options, `deletion ${name}`);
      const button = (label: string) => page.getByRole("button", { name: label, exact: true });
      const heading = () =>
        page.getByRole("heading", { level: 1, name: /^Your account will be deleted on / })
          .waitFor();
      const signIn = async () => {
        await page.locator("input[type=email]").first().fill(ADA);
        await page.locator("button.submit").first().click();
        await page.locator("input[type=password]").first().fill(PASSWORD);
        await page.locator("button.submit").first().click();
      };
      await enter(page, app);
      await page.goto(`${app.origin}/auth/account`);
      await page.getByRole("link", { name: "Delete account" }).click();
      await page.locator("#input-confirm").fill(ADA);
      await look("ask");
      await button("Delete account").click();
      await heading();
      await look("leaving");
      assertEquals(await page.context().cookies(), []);

      await page.getByRole("link", { name: "Sign in to keep your account" }).click();
      await signIn();
      await heading();
      await look("pending", {
        tree: [
          `heading "${await page.getByRole("heading", { level: 1 }).innerText()}"`,
          'button "Keep my account"',
          'button "Sign out"',
        ],
      });
      await button("Sign out").click();
      await page.locator("input[type=email]").first().waitFor();

      await page.goto(`${app.origin}/auth/account`);
      await signIn();
      await heading();
      await button("Keep my account").click();
      await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
      assertEquals(new URL(page.url()).pathname, "/auth/account");
    },
  );
}

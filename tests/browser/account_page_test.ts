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
import { resolveConfig } from "../../src/config/resolve.ts";
import { browserTest } from "../_chromium.ts";
import { serve, type Served } from "./_app.ts";
import { violations } from "./_axe.ts";
import { NARROW, PICTURES } from "./_visitor.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like " +
  "Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

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
  const page = await resolved.account!.load();
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
    await page.noteAccount({ config: resolved } as never, identity as never, "ada");
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
    await page.notePasskey(resolved, { userId: "ada", credentialID, aaguid });
    await page.notePasskeyUse(resolved, { userId: "ada", credentialID });
  }
}

/** Signs the browser in as Ada. */
async function enter(page: Page, { config, origin }: App, agents: readonly string[] = []) {
  const user = { id: "ada", email: ADA };
  for (const agent of agents) {
    await fetch(`${origin}/auth/session`, { headers: { "user-agent": agent } }).then((r) =>
      r.body?.cancel()
    );
    await signInAs(config, user, { origin });
  }
  const { setCookies } = await signInAs(config, user, { origin });
  await page.context().addCookies(setCookies.map((cookie) => {
    const [pair] = cookie.split(";");
    const at = pair!.indexOf("=");
    return { name: pair!.slice(0, at), value: pair!.slice(at + 1), url: origin };
  }));
}

async function picture(page: Page, name: string) {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

for (const colorScheme of ["light", "dark"] as const) {
  browserTest(
    `account page: looks right on a wide screen and on a phone (${colorScheme})`,
    async (browser) => {
      await using app = await startApp();
      const context = await browser.newContext({ colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await enter(page, app, [WINDOWS, PHONE]);
      for (const width of [1280, 360, NARROW.width]) {
        await page.setViewportSize({ width, height: 800 });
        for (const view of ["", "?step=name", "?step=delete"]) {
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
  );
}

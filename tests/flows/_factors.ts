/**
 * An app with second factors, and a user who proves them.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { fromBase32 } from "../../src/base/crypto/base32.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { makePassword, stepAt } from "../../src/capabilities/factors/one_time_password.ts";
import Credentials from "../../src/providers/credentials.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { formOf } from "./_email.ts";
import { createApp } from "./_rig.ts";

/** The two session strategies. */
export const STRATEGY_CONFIGS: readonly [string, Partial<AuthConfig>][] = [
  ["token", { session: { strategy: "jwt", revocation: {} } }],
  ["database", { session: { strategy: "database", revocation: {} } }],
];

/** Fields of a right password. */
export const PASSWORD = { username: "ada", password: "right" };

/** A provider whose only user is Ada. */
export const password = Credentials({
  credentials: { username: {}, password: { type: "password" } },
  authorize: ({ username, password }) =>
    username === PASSWORD.username && password === PASSWORD.password
      ? { id: "ada", name: "Ada", email: "ada@example.com" }
      : null,
});

/** An app that asks for a second factor. */
export function createFactorApp(config: Partial<AuthConfig> = {}) {
  const mails: AccountMail[] = [];
  const app = createApp({
    providers: [password],
    adapter: MemoryAdapter(),
    factors: [Totp()],
    session: { revocation: {} },
    sendMail: (mail) => void mails.push(mail),
    // Its email is not among those that tests count.
    notifyNewDevice: false,
    ...config,
  });
  return { ...app, mails };
}

/** The code that an authenticator app shows. */
export async function codeOf(secret: string, atMs = Date.now()): Promise<string> {
  return await makePassword(fromBase32(secret)!, stepAt(atMs), 6, "SHA-1");
}

/** The key on the page of a new authenticator app. */
export function secretOn(html: string): string {
  return /<code>([A-Z2-7 ]+)<\/code>/.exec(html)![1]!.replaceAll(" ", "");
}

/** Posts the last form of a page, with the fields that the user types. */
export async function submit(
  browser: TestBrowser,
  html: string,
  typed: Record<string, string>,
): Promise<{ html: string; url: URL; status: number }> {
  const { action, fields } = formOf(html);
  const body = new URLSearchParams({ ...fields, ...typed });
  const { response, url } = await browser.visit(action, { method: "POST", body });
  return { html: await response.text(), url, status: response.status };
}

/** Signs in with the password, enrols an authenticator app at the gate, and returns its key. */
export async function enrolTotp(browser: TestBrowser): Promise<string> {
  const { response } = await browser.signInWithCredentials(PASSWORD);
  const html = await response.text();
  const secret = secretOn(html);
  await submit(browser, html, { answer: await codeOf(secret) });
  return secret;
}

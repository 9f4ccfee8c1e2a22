/**
 * An app with passwords and links by email, and users who set a password.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Password, {
  type PasswordOptions,
} from "../../src/capabilities/passwords/password_provider.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import { formOf } from "./_email.ts";
import { createApp } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";

export const ADA = "ada@example.com";
export const PASSWORD = "engines weave algebraic patterns";
export const OTHER = "looms weave flowers and leaves";

/** Work that takes no time. */
export const CHEAP: PasswordOptions = { cost: { ln: 1, r: 1, p: 1, iterations: 1 } };

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

export function createPasswordApp(
  config: Partial<AuthConfig> = {},
  options: PasswordOptions = {},
  strategy: Strategy = "jwt",
) {
  const links: string[] = [];
  const mails: AccountMail[] = [];
  const entries: AuditEntry[] = [];
  const adapter = MemoryAdapter();
  const app = createApp({
    providers: [Password({ ...CHEAP, ...options }), {
      id: "mail",
      name: "Email",
      type: "email",
      sendVerificationRequest: ({ url }) => void links.push(url),
      sendMail: (mail) => void mails.push(mail),
    }],
    adapter,
    session: { strategy, revocation: {} },
    secret: `a-secret-of-at-least-32-characters ${++apps}`,
    // Its email is not among those that tests count.
    notifyNewDevice: false,
    limits: { perRecipient: false },
    events: { audit: (entry) => void entries.push(entry) },
    ...config,
  });
  const { origin, config: effective } = app;
  const handle = (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? Auth(request, effective)
      : new Response("app");
  const open = () => createBrowser(origin, { [origin]: handle });
  return { ...app, adapter, links, mails, entries, open };
}

export type PasswordApp = ReturnType<typeof createPasswordApp>;

/** Asks for a link on the page for passwords, and opens it; returns the page it leads to. */
export async function openLink(app: PasswordApp, browser: TestBrowser, email = ADA) {
  const page = await browser.fetch("/auth/password?callbackUrl=/after");
  const { action, fields } = formOf(await page.text());
  const body = new URLSearchParams({ ...fields, email });
  await (await browser.visit(action, { method: "POST", body })).response.body?.cancel();
  const { response, url } = await browser.visit(app.links.at(-1)!);
  return { url, html: await response.text() };
}

/** Posts the first form of the page with the fields that the user types. */
export async function save(browser: TestBrowser, html: string, typed: Record<string, string>) {
  const { action, fields } = formOf(html.slice(0, html.indexOf("</form>")));
  const body = new URLSearchParams({ ...fields, ...typed });
  const { response, url } = await browser.visit(action, { method: "POST", body });
  return { url, html: await response.text(), status: response.status };
}

/** Signs up: proves the address by a link, and sets a password. */
export async function signUp(
  app: PasswordApp,
  browser = app.browser,
  password = PASSWORD,
  email = ADA,
) {
  const { html } = await openLink(app, browser, email);
  return await save(browser, html, { password });
}

/** Signs in with the form of the sign-in page; returns the path of the last page. */
export async function enter(browser: TestBrowser, password = PASSWORD, email = ADA) {
  const { response, url } = await browser.visit("/auth/callback/password", {
    method: "POST",
    body: new URLSearchParams({
      csrfToken: await browser.csrf(),
      email,
      password,
      callbackUrl: "/after",
    }),
  });
  await response.body?.cancel();
  return url.pathname + url.search;
}

/**
 * An app whose users change their addresses, on the page or by functions of the app.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import { formOf } from "./_email.ts";
import { CHEAP } from "./_passwords.ts";
import { createApp } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

export const ADA = "ada@example.com";
export const NEW = "countess@example.com";
export const GRACE = "grace@example.com";

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

/** An app with links by email, passwords and the page for addresses. */
export function createAddressApp(
  config: Partial<AuthConfig> = {},
  strategy: Strategy = "jwt",
) {
  const links: string[] = [];
  const mails: AccountMail[] = [];
  const entries: AuditEntry[] = [];
  const adapter = MemoryAdapter();
  const { providers = [], ...others } = config;
  const app = createApp({
    adapter,
    account: AccountPage(),
    session: { strategy, revocation: {} },
    secret: `a-secret-of-at-least-32-characters ${++apps}`,
    // Its email is not among those that tests count.
    notifyNewDevice: false,
    limits: { perRecipient: false },
    events: { audit: (entry) => void entries.push(entry) },
    ...others,
    providers: [
      Password(CHEAP),
      {
        id: "mail",
        name: "Email",
        type: "email",
        sendVerificationRequest: ({ url }) => void links.push(url),
        sendMail: (mail) => void mails.push(mail),
      },
      ...providers,
    ],
  });
  const { origin, config: effective } = app;
  const handle = (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? Auth(request, effective)
      : new Response("app");
  const open = () => createBrowser(origin, { [origin]: handle });
  /** Names of the audit entries about addresses, with their reasons. */
  const trail = () =>
    entries.filter(({ name }) => name.startsWith("address."))
      .map(({ name, reason }) => reason ? `${name} ${reason}` : name);
  return { ...app, adapter, links, mails, entries, open, trail };
}

export type AddressApp = ReturnType<typeof createAddressApp>;

/** Signs in by a link. */
export async function signIn(app: AddressApp, browser = app.browser, email = ADA) {
  await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
  const { response, url } = await browser.visit(app.links.at(-1)!);
  await response.body?.cancel();
  return url.pathname;
}

/** Posts a form of the page; `step` names it. */
export async function post(
  browser: TestBrowser,
  step: string,
  typed: Record<string, string>,
) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), step, ...typed });
  const { response, url } = await browser.visit("/auth/address", { method: "POST", body });
  return { url, html: await response.text(), status: response.status };
}

/** Asks for a code for an address; returns the page. */
export async function ask(app: AddressApp, browser = app.browser, email = NEW) {
  return await post(browser, "request", { email });
}

/** The code in the newest mail to an address; empty when that mail has none. */
export function codeTo({ mails }: Pick<AddressApp, "mails">, to: string): string {
  return /^(\d{4}) (\d{4})$/m.exec(mails.findLast((mail) => mail.to === to)?.text ?? "")
    ?.slice(1).join("") ?? "";
}

/** Types the code; returns the page. */
export async function type(browser: TestBrowser, code: string) {
  return await post(browser, "confirm", { code });
}

/** Changes the address, with the code. */
export async function change(app: AddressApp, browser = app.browser, email = NEW) {
  await ask(app, browser, email);
  return await type(browser, codeTo(app, email));
}

/** The link in the newest mail to an address that undoes a change. */
export function undoLinkTo({ mails }: Pick<AddressApp, "mails">, to: string): string {
  const texts = mails.filter((mail) => mail.to === to).map(({ text }) => text);
  return /https:\S+[?&]undo=\S+/.exec(texts.findLast((text) => text.includes("undo=")) ?? "")
    ?.[0] ??
    "";
}

/** Opens a link that undoes a change, and presses the button; returns the last page. */
export async function undo(browser: TestBrowser, link: string) {
  const page = await browser.visit(link);
  const html = await page.response.text();
  if (!html.includes("<form")) return { url: page.url, html };
  const { action, fields } = formOf(html);
  const { response, url } = await browser.visit(action, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return { url, html: await response.text() };
}

/** The address in the session of a browser. */
export async function emailOf(browser: TestBrowser): Promise<string | null | undefined> {
  return (await browser.session())?.user?.email;
}

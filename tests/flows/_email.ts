/**
 * An app with magic links, in process: its mails are kept in a list.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, type EmailConfig } from "../../mod.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { EmailProviderSendVerificationRequestParams } from "../../src/types/provider.ts";
import { SECRET } from "./_rig.ts";

export const APP = "https://app.example";

/** Logs calls to callbacks, events and the store; tests can pass their own store. */
export type EmailAdapter = NonNullable<AuthConfig["adapter"]>;

export interface EmailApp {
  config: AuthConfig;
  adapter: EmailAdapter;
  browser: TestBrowser;
  newBrowser(): TestBrowser;
  mails: EmailProviderSendVerificationRequestParams[];
  errors: Error[];
  /** Calls of callbacks, events and the store, in order. */
  calls: string[];
  /** Requests a link; returns the target of the redirect. */
  ask(email: string, browser?: TestBrowser): Promise<string>;
}

export function createEmailApp(
  { adapter = MemoryAdapter(), provider = {}, config = {} }: {
    adapter?: EmailAdapter;
    provider?: Partial<EmailConfig>;
    config?: Partial<AuthConfig>;
  } = {},
): EmailApp {
  const mails: EmailApp["mails"] = [];
  const errors: Error[] = [];
  const calls: string[] = [];
  const recorded = Object.fromEntries(
    Object.entries(adapter).map(([name, method]) => [name, (...args: never[]) => {
      calls.push(`A.${name}`);
      return (method as (...args: never[]) => unknown)(...args);
    }]),
  );
  const email: EmailConfig = {
    id: "mail",
    name: "Email",
    type: "email",
    sendVerificationRequest(params) {
      calls.push("send");
      mails.push(params);
    },
    ...provider,
  };
  const effective: AuthConfig = {
    providers: [email],
    adapter: recorded,
    secret: SECRET,
    trustHost: true,
    // One address gets more mails here than a person asks for.
    limits: false,
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    events: {
      createUser: () => void calls.push("E.createUser"),
      updateUser: () => void calls.push("E.updateUser"),
      signIn: ({ isNewUser }) => void calls.push(`E.signIn ${isNewUser}`),
    },
    callbacks: {
      signIn({ email }) {
        calls.push(email?.verificationRequest ? "S.request" : "S");
        return true;
      },
    },
    ...config,
  };
  const origins = {
    [APP]: (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, effective)
        : new Response("app"),
  };
  const newBrowser = () => createBrowser(APP, origins);
  const browser = newBrowser();
  return {
    config: effective,
    adapter,
    browser,
    newBrowser,
    mails,
    errors,
    calls,
    ask: (email, from = browser) =>
      from.start("mail", { fields: { email }, callbackUrl: "/after" }),
  };
}

/** Hidden fields of the only form on a page. */
export function formOf(html: string): { action: string; fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  const hidden = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;
  for (const [, name, value] of html.matchAll(hidden)) fields[name!] = unescapeHtml(value!);
  return { action: unescapeHtml(/<form action="([^"]*)"/.exec(html)![1]!), fields };
}

/** The text of an attribute. */
export function unescapeHtml(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}

/** Submits the confirmation page; a link that does not work leads to another. */
export async function confirm(browser: TestBrowser, link: string) {
  const page = await browser.visit(link);
  if (page.url.searchParams.get("error") === "Verification") return page;
  const { action, fields } = formOf(await page.response.text());
  return await browser.visit(action, { method: "POST", body: new URLSearchParams(fields) });
}

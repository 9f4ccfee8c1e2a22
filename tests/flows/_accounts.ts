/**
 * An app with the account page and every way to sign in, and Ada, who uses it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { setClientAddress } from "../../src/http/client_address.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import { answer, ask } from "./_passkeys.ts";
import { ADA, CHEAP, PASSWORD } from "./_passwords.ts";
import { SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";
import { providerAt } from "../_idp.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

export const APP = "https://app.example";
export const FIREFOX =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Network address of every client. */
export const PEER = "192.0.2.1";

const idps = {
  one: await createIdp({ issuer: "https://one.example", user: { sub: "1", name: "Ada" } }),
  two: await createIdp({ issuer: "https://two.example", user: { sub: "2", name: "Ada" } }),
};

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

export function createAccountApp(strategy: Strategy, config: Partial<AuthConfig> = {}) {
  const mails: AccountMail[] = [];
  const entries: AuditEntry[] = [];
  const errors: Error[] = [];
  const adapter = MemoryAdapter();
  const effective: AuthConfig = {
    providers: [
      Password(CHEAP),
      {
        id: "mail",
        name: "Email",
        type: "email",
        sendVerificationRequest: () => {},
        sendMail: (mail) => void mails.push(mail),
      },
      Passkey,
      ...Object.entries(idps).map(([id, idp]) => providerAt(idp, id, { name: `Site ${id}` })),
    ],
    adapter,
    account: AccountPage(),
    session: { strategy, revocation: {} },
    experimental: { enableWebAuthn: true },
    secret: `${SECRET} ${++apps}`,
    trustHost: true,
    theme: { name: "App" },
    // Its email is not among those that tests count.
    notifyNewDevice: false,
    limits: false,
    events: { audit: (entry) => void entries.push(entry) },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...config,
  };
  const handle = (request: Request, agent: string) => {
    if (!new URL(request.url).pathname.startsWith("/auth/")) return new Response("app");
    if (!request.headers.has("user-agent")) request.headers.set("user-agent", agent);
    setClientAddress(request, PEER);
    return Auth(request, effective);
  };
  /** A browser with an empty jar. */
  const open = (agent = FIREFOX) =>
    createBrowser(APP, {
      [APP]: (request) => handle(request, agent),
      [idps.one.issuer]: idps.one.handler,
      [idps.two.issuer]: idps.two.handler,
    });
  return {
    config: effective,
    adapter: effective.adapter as typeof adapter,
    mails,
    entries,
    errors,
    browser: open(),
    open,
    authenticator: createAuthenticator(APP),
  };
}

export type AccountApp = ReturnType<typeof createAccountApp>;

/** Stores Ada with a password, and signs in with it. */
export async function enter(app: AccountApp, browser = app.browser): Promise<string> {
  const { config } = app;
  let user = await config.adapter!.getUserByEmail!(ADA);
  if (!user) {
    user = await config.adapter!.createUser!({
      id: "ada",
      name: "Ada",
      email: ADA,
      emailVerified: new Date(),
    });
    assertEquals(await setPassword(config, user.id, PASSWORD), null);
  }
  await signIn(browser);
  app.mails.length = 0;
  app.entries.length = 0;
  return user.id;
}

/** Signs in with the password. */
export async function signIn(browser: TestBrowser, callbackUrl = "/after"): Promise<string> {
  const { response, url } = await browser.visit("/auth/callback/password", {
    method: "POST",
    body: new URLSearchParams({
      csrfToken: await browser.csrf(),
      email: ADA,
      password: PASSWORD,
      callbackUrl,
    }),
  });
  await response.body?.cancel();
  return url.pathname + url.search;
}

/** Adds a passkey as the page's script does; returns its id. */
export async function addKey(app: AccountApp, browser = app.browser): Promise<string> {
  const known = new Set((await app.adapter.listAuthenticatorsByUserId("ada")).map(keyId));
  const fields = await answer(await ask(browser, { action: "register" }), app.authenticator);
  const body = new URLSearchParams({ ...fields, callbackUrl: "/auth/account?done=passkey-added" });
  const { response, url } = await browser.visit("/auth/callback/passkey", { method: "POST", body });
  await response.body?.cancel();
  assertEquals(url.pathname + url.search, "/auth/account?done=passkey-added");
  const added = (await app.adapter.listAuthenticatorsByUserId("ada")).map(keyId)
    .find((id) => !known.has(id));
  assert(added);
  return added;
}

const keyId = ({ credentialID }: { credentialID: string }) => credentialID;

/** Opens the page; returns its text. */
export async function open(browser: TestBrowser, query = ""): Promise<string> {
  const { response, url } = await browser.visit(`/auth/account${query}`);
  assertEquals(url.pathname, "/auth/account");
  return await response.text();
}

/** Posts a step; returns where it leads, and the text of that page. */
export async function post(
  browser: TestBrowser,
  step: string,
  fields: Record<string, string> = {},
): Promise<{ path: string; html: string; status: number; headers: Headers }> {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), step, ...fields });
  const { response, url } = await browser.visit("/auth/account", { method: "POST", body });
  const { status, headers } = response;
  return { path: url.pathname + url.search, html: await response.text(), status, headers };
}

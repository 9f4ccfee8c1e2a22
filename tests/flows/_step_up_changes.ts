/**
 * Ada, who signs in the way she always does, and an app whose every page she uses as a browser
 * shows it: she follows links, fills fields and presses buttons.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import { oauth2At, providerAt, statesLogins } from "../_idp.ts";
import { codeOf, secretOn } from "./_factors.ts";
import { unescapeHtml } from "./_email.ts";
import { answer } from "./_passkeys.ts";
import { ADA, CHEAP, PASSWORD } from "./_passwords.ts";
import { SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

export const APP = "https://app.example";

const user = { sub: "1", name: "Ada" };
const idps = {
  plain: await createIdp({ issuer: "https://plain.example", user }),
  timed: await createIdp({ issuer: "https://timed.example", user }),
  other: await createIdp({ issuer: "https://other.example", user }),
};
const timed = statesLogins(idps.timed);

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

/** Providers at servers of other sites. */
export const sites: AuthConfig["providers"] = [
  oauth2At(idps.plain, "plain"),
  providerAt(idps.timed, "timed"),
  providerAt(idps.other, "other"),
];

export interface App {
  /** Another object takes effect with the next request. */
  config: AuthConfig;
  adapter: ReturnType<typeof MemoryAdapter>;
  mails: AccountMail[];
  links: string[];
  errors: Error[];
  authenticator: SoftwareAuthenticator;
  open(): TestBrowser;
}

/** An app with every capability, and Ada as its only user. */
export async function createApp(
  strategy: Strategy,
  config: Partial<AuthConfig> = {},
): Promise<App> {
  const mails: AccountMail[] = [];
  const links: string[] = [];
  const errors: Error[] = [];
  const adapter = MemoryAdapter();
  const effective: AuthConfig = {
    providers: [Password(CHEAP), Passkey, ...sites, mailTo(links)],
    adapter,
    account: AccountPage(),
    factors: [Totp(), MailCode(), RecoveryCodes()],
    factorPolicy: { trustedDevice: { maxAge: 60 * 24 * 60 * 60 } },
    sendMail: (mail) => void mails.push(mail),
    session: { strategy, revocation: {} },
    experimental: { enableWebAuthn: true },
    secret: `${SECRET} ${++apps}`,
    trustHost: true,
    theme: { name: "App" },
    // Its email is not among those that tests count.
    notifyNewDevice: false,
    limits: false,
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...config,
  };
  await adapter.createUser({ id: "ada", name: "Ada", email: ADA, emailVerified: new Date() });
  const app: App = {
    config: effective,
    adapter,
    mails,
    links,
    errors,
    authenticator: createAuthenticator(APP),
    open: () =>
      createBrowser(APP, {
        [APP]: (request) =>
          new URL(request.url).pathname.startsWith("/auth/")
            ? Auth(request, app.config)
            : new Response("app"),
        ...Object.fromEntries(Object.values(idps).map((idp) => [idp.issuer, idp.handler])),
      }),
  };
  return app;
}

/** An email provider whose links are kept in a list. */
function mailTo(links: string[]): AuthConfig["providers"][number] {
  return {
    id: "mail",
    name: "Email",
    type: "email",
    sendVerificationRequest: ({ url }) => void links.push(url),
  };
}

/** Number of requests that reached a provider's page. */
export function visitsOf(id: keyof typeof idps): number {
  return idps[id].count("authorize");
}

/** A page that was shown. */
export interface Page {
  url: URL;
  html: string;
  status: number;
}

/** A form of a page. */
export interface Form {
  action: string;
  /** Fields with what they hold. */
  fields: Record<string, string>;
}

/** The forms of a page; a form with several buttons is listed once for each. */
export function formsOf(html: string): Form[] {
  const forms: Form[] = [];
  for (const [, tag, content] of html.matchAll(/<form ([^>]*)>([\s\S]*?)<\/form>/g)) {
    const fields: Record<string, string> = {};
    for (const [input] of content!.matchAll(/<input [^>]*>/g)) {
      const name = attribute(input, "name");
      if (name !== undefined && attribute(input, "type") !== "checkbox") {
        fields[name] = attribute(input, "value") ?? "";
      }
    }
    const action = attribute(tag!, "action")!;
    const buttons = [...content!.matchAll(/<button [^>]*>/g)].map(([button]) => button);
    for (const button of buttons.length > 0 ? buttons : [""]) {
      const name = attribute(button, "name");
      const pressed = name === undefined ? {} : { [name]: attribute(button, "value") ?? "" };
      forms.push({
        action: attribute(button, "formaction") ?? action,
        fields: { ...fields, ...pressed },
      });
    }
  }
  return forms;
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescapeHtml(value);
}

/** The form that posts to a path of the library, or holds a field with a value. */
export function formOn({ html, url }: Page, wanted: string | Record<string, string>): Form {
  const fitting = formsOf(html).filter(({ action, fields }) =>
    typeof wanted === "string"
      ? new URL(action, APP).pathname === wanted
      : Object.entries(wanted).every(([name, value]) => fields[name] === value)
  );
  // A button for a new password stands before the one for a link.
  const found = fitting.find(({ fields }) => fields.purpose !== "password") ?? fitting[0];
  assert(found, `${url.href} has no form for ${JSON.stringify(wanted)}`);
  return found;
}

/** The link to a proof on a page. */
export function proofLinkOn({ html }: Page): string | undefined {
  const [, href] = /<a class="submit prove" href="([^"]*)"/.exec(html) ?? [];
  return href?.includes("stepUp=") ? unescapeHtml(href) : undefined;
}

/** Ada at her browser. */
export interface Person {
  app: App;
  browser: TestBrowser;
  /** Key of the authenticator app. */
  secret?: string;
  /** Step-ups that were begun. */
  stepUps: number;
  visit(url: string, init?: RequestInit): Promise<Page>;
  /** Presses the button of a form, after typing. */
  press(page: Page, wanted: Parameters<typeof formOn>[1], typed?: Record<string, string>): Promise<
    Page
  >;
}

export function createPerson(app: App, browser = app.open()): Person {
  const person: Person = {
    app,
    browser,
    stepUps: 0,
    async visit(url, init) {
      const landing = await browser.visit(url, init);
      person.stepUps +=
        landing.trail.filter((one) => one.url.startsWith(`${APP}/auth/signin?stepUp=`)).length;
      const html = await landing.response.text();
      return { url: landing.url, html, status: landing.response.status };
    },
    async press(page, wanted, typed = {}) {
      const { action, fields } = formOn(page, wanted);
      const body = new URLSearchParams({ ...fields, ...typed });
      const headers = { referer: page.url.href };
      return await person.visit(action, { method: "POST", body, headers });
    },
  };
  return person;
}

/** How Ada signs in, and proves again who she is. */
export type Way = "password" | "mail" | "passkey" | "plain" | "timed";

/** Signs in on the sign-in page, or on that of a step-up. */
export async function signInOn(person: Person, page: Page, way: Way): Promise<Page> {
  const { app, browser } = person;
  // The page of a step-up knows the address.
  const isProof = page.html.includes("Verify it’s you");
  const known = isProof || (way !== "password" && way !== "mail")
    ? page
    : await person.press(page, "/auth/signin", { email: ADA });
  switch (way) {
    case "password":
      return await person.press(known, "/auth/callback/password", { password: PASSWORD });
    case "mail":
      await person.press(known, "/auth/signin/mail");
      return await person.visit(app.links.at(-1)!);
    case "passkey": {
      // As the script of the page asks.
      const [, action] = /data-action="(\w+)"/.exec(page.html) ?? [];
      const query = action === undefined ? "" : `?action=${action}`;
      const asked = await (await browser.fetch(`/auth/webauthn-options/passkey${query}`)).json();
      return await person.press(
        page,
        "/auth/callback/passkey",
        await answer(asked, app.authenticator),
      );
    }
    default:
      return await person.press(page, `/auth/signin/${way}`);
  }
}

/** Answers the page of a proof, whichever it is. */
export async function prove(person: Person, page: Page, way: Way): Promise<Page> {
  if (page.url.pathname === "/auth/factor") {
    assert(person.secret, "a code is asked for, and Ada has no authenticator app");
    return await person.press(page, { factor: "totp" }, {
      answer: await codeOf(person.secret),
    });
  }
  assertEquals(page.url.pathname, "/auth/signin", page.url.href);
  return await signInOn(person, page, way);
}

/** Adds an authenticator app and recovery codes, in a session with a fresh proof. */
export async function addTotp(person: Person): Promise<void> {
  const page = await person.press(await person.visit("/auth/factors"), {
    factor: "totp",
    step: "enrol",
  });
  person.secret = secretOn(page.html);
  const added = await person.press(page, { step: "confirm" }, {
    answer: await codeOf(person.secret),
  });
  assertEquals(added.url.search, "?step=codes");
  const list = await person.press(added, {}, { step: "saved", saved: "1" });
  assertEquals(list.url.search, "?done=added&factor=totp");
}

/** Stores a passkey of Ada, by the ceremony of a session with a fresh proof. */
export async function addPasskey(person: Person, authenticator: SoftwareAuthenticator) {
  const page = await person.visit("/auth/account");
  const asked = await (await person.browser.fetch(
    "/auth/webauthn-options/passkey?action=register",
  )).json();
  return await person.press(page, "/auth/callback/passkey", await answer(asked, authenticator));
}

/** A kind of user. */
export interface Kind {
  name: string;
  way: Way;
  /** `true` for sessions that lack a factor from their first minute. */
  lacksFactor?: boolean;
  /**
   * Prepares the store, and signs in.
   *
   * @param prepare is called in a session with a fresh proof
   */
  enter(
    person: Person,
    tick: (ms: number) => void,
    prepare: () => Promise<void> | undefined,
  ): Promise<void>;
}

export async function enter(person: Person, way: Way): Promise<Page> {
  return await signInOn(person, await person.visit("/auth/signin?callbackUrl=/after"), way);
}

export async function enterByPassword(person: Person): Promise<Page> {
  assertEquals(await setPassword(person.app.config, "ada", PASSWORD), null);
  return await enter(person, "password");
}

export async function enterByAccount(person: Person, provider: "plain" | "timed"): Promise<void> {
  timed.login();
  await give(person, provider);
  assertEquals((await enter(person, provider)).url.pathname, "/after");
}

/** Links an account to Ada. */
export async function give(person: Person, provider: "plain" | "timed" | "other"): Promise<void> {
  await person.app.adapter.linkAccount({
    userId: "ada",
    type: provider === "plain" ? "oauth" : "oidc",
    provider,
    providerAccountId: "1",
  });
}

export const KINDS: readonly Kind[] = [
  {
    name: "a password",
    way: "password",
    async enter(ada, _tick, prepare) {
      await enterByPassword(ada);
      await prepare();
    },
  },
  {
    name: "a password and an authenticator app",
    way: "password",
    async enter(ada, tick, prepare) {
      await enterByPassword(ada);
      await addTotp(ada);
      // A code counts once.
      tick(60_000);
      await prepare();
    },
  },
  {
    name: "an authenticator app, on a trusted device",
    way: "password",
    lacksFactor: true,
    async enter(ada, tick, prepare) {
      await enterByPassword(ada);
      await addTotp(ada);
      tick(60_000);
      await prepare();
      await ada.browser.post("/signout");
      tick(60_000);
      const page = await enter(ada, "password");
      const code = { answer: await codeOf(ada.secret!), trust: "1" };
      await ada.press(page, { factor: "totp" }, code);
      await ada.browser.post("/signout");
      assertEquals((await enter(ada, "password")).url.pathname, "/after", "no code is asked for");
    },
  },
  {
    name: "a passkey",
    way: "passkey",
    async enter(ada, _tick, prepare) {
      await enter(ada, "mail");
      await addPasskey(ada, ada.app.authenticator);
      await ada.browser.post("/signout");
      assertEquals((await enter(ada, "passkey")).url.pathname, "/after");
      await prepare();
    },
  },
  {
    name: "links by email",
    way: "mail",
    async enter(ada, _tick, prepare) {
      assertEquals((await enter(ada, "mail")).url.pathname, "/after");
      await prepare();
    },
  },
  {
    name: "an OAuth 2 provider",
    way: "plain",
    async enter(ada, _tick, prepare) {
      await enterByAccount(ada, "plain");
      await prepare();
    },
  },
  {
    name: "an OpenID provider that states logins",
    way: "timed",
    async enter(ada, _tick, prepare) {
      await enterByAccount(ada, "timed");
      await prepare();
    },
  },
];

/**
 * Real apps in this process, and a person who goes through their pages: each page that is shown is a
 * state of the built-in pages.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { Auth, type AuthConfig, customFetch, type OIDCConfig } from "../../../mod.ts";
import type { Theme } from "../../../src/types/options.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { set as setPassword } from "../../../src/capabilities/passwords/functions.ts";
import { setClientAddress } from "../../../src/http/client_address.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  type Idp,
  type Landing,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../../src/tools/testing/mod.ts";
import Google, { type GoogleProfile } from "../../../src/providers/google.ts";
import type { EmailConfig } from "../../../src/types/provider.ts";
import type { AccountMail } from "../../../src/types/factor.ts";
import type { Translation } from "../../../src/types/texts.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import { SECRET } from "../../flows/_rig.ts";

/** Origin of the apps. Browsers require HTTPS for passkeys. */
export const APP = "https://app.example";

/** Address of the user. */
export const ADA = "ada.lovelace@analytical-engine.example";

/** Her password. */
export const PASSWORD = "engines weave algebraic patterns";

/** A page as its app has answered it. */
export interface State {
  /** Page and state, such as `signin/one-provider`. */
  name: string;
  url: URL;
  status: number;
  headers: Headers;
  html: string;
  /** Answers what the page itself requests, in the browser that it was shown in. */
  fetch(request: Request): Promise<Response>;
}

/** In which language and look the states are shown. */
export interface StageOptions {
  /** Texts of the pages. Default: English. */
  translation?: Translation | undefined;
  /** Look of the pages. Default: an app with a name. */
  theme?: Theme | undefined;
}

/** A link or a code that an app sent by email. */
export interface SentLink {
  to: string;
  url: string;
  code: string;
}

/** An app, and what it has sent. */
export interface StagedApp {
  config: AuthConfig;
  adapter: ReturnType<typeof MemoryAdapter>;
  /** Emails to sign in. */
  links: SentLink[];
  /** Emails about the account. */
  mails: AccountMail[];
  /** Has the passkeys of the user. */
  authenticator: SoftwareAuthenticator;
  /** Server of its provider `google`, with which anyone can sign in. */
  idp: Idp;
  /** Opens a browser without cookies. */
  open(agent?: string): TestBrowser;
}

/** Providers that an app can have. */
export interface Parts {
  /** Links by email, with a code. */
  mail: EmailConfig;
  /** Google, at a server in this process, with which Ada has an account. */
  google: OIDCConfig<GoogleProfile>;
}

/** Where states are shown. */
export interface Stage {
  /**
   * Starts an app.
   *
   * @param membersFor members of the config that differ. Default: passwords, links and passkeys
   */
  app(membersFor?: (parts: Parts) => Partial<AuthConfig>): Promise<StagedApp>;
  /** Keeps a page as a state, and returns its text. */
  show(name: string, browser: TestBrowser, page: Landing | string): Promise<string>;
  /** Lets time pass for all apps. */
  elapse(ms: number): void;
}

/** Shows some states. */
export type Journey = (stage: Stage) => Promise<void>;

/** Computer of the user. */
export const COMPUTER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Phone of the user. */
export const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like " +
  "Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

/** Goes through journeys, and returns the states that they show. */
export async function statesOf(
  journeys: readonly Journey[],
  { translation, theme = { name: "Acme" } }: StageOptions = {},
): Promise<State[]> {
  const states: State[] = [];
  let ageMs = 0;
  const RealDate = Date;
  globalThis.Date = laterBy(() => ageMs);
  const stage: Stage = {
    async app(membersFor = ({ mail }) => ({ providers: [Password(CHEAP), mail, Passkey] })) {
      const links: SentLink[] = [];
      const mails: AccountMail[] = [];
      const adapter = MemoryAdapter();
      const idp = await createIdp({
        issuer: "https://accounts.google.example",
        user: { sub: "google-ada", name: "Ada Lovelace", email: ADA, email_verified: true },
      });
      const mail: EmailConfig = {
        id: "mail",
        name: "Email",
        type: "email",
        code: true,
        sendVerificationRequest: ({ identifier, url, code = "" }) =>
          void links.push({ to: identifier, url, code }),
        sendMail: (mail) => void mails.push(mail),
      };
      const { issuer, clientId, clientSecret, fetch } = idp;
      const google = Google({ issuer, clientId, clientSecret, [customFetch]: fetch });
      const effective: AuthConfig = {
        providers: [],
        adapter,
        session: { strategy: "jwt", revocation: {} },
        secret: `${SECRET} ${++apps}`,
        trustHost: true,
        limits: false,
        notifyNewDevice: false,
        experimental: { enableWebAuthn: true },
        logger: { error: () => {}, warn: () => {}, debug: () => {} },
        languages: translation ? [translation] : [],
        theme,
        ...membersFor({ mail, google }),
      };
      const handle = async (request: Request, agent: string) => {
        const { headers, url } = request;
        if (!/^\/(auth|\.well-known)\//.test(new URL(url).pathname)) return new Response("app");
        if (!headers.has("accept")) headers.set("accept", "text/html,*/*;q=0.8");
        if (!headers.has("user-agent")) headers.set("user-agent", agent);
        headers.set("accept-language", translation?.language ?? "en");
        setClientAddress(request, agent === PHONE ? "198.51.100.7" : "192.0.2.1");
        return await Auth(request, effective);
      };
      return {
        config: effective,
        adapter,
        links,
        mails,
        authenticator: createAuthenticator(APP),
        idp,
        open: (agent = COMPUTER) =>
          createBrowser(APP, {
            [APP]: (request) => handle(request, agent),
            [idp.issuer]: idp.handler,
          }),
      };
    },
    async show(name, browser, page) {
      const { url, response } = typeof page === "string" ? await browser.visit(page) : page;
      assert(!states.some((state) => state.name === name), `Two states are called ${name}`);
      const html = await response.text();
      assert(html.startsWith("<!DOCTYPE html>"), `${name} is no page: ${response.status} ${html}`);
      const { status, headers } = response;
      const fetch = async (request: Request) =>
        await browser.fetch(request.url, {
          method: request.method,
          headers: { accept: request.headers.get("accept") ?? "*/*" },
          ...(request.body ? { body: await request.arrayBuffer() } : {}),
        });
      states.push({ name, url, status, headers, html, fetch });
      return html;
    },
    elapse: (ms) => void (ageMs += ms),
  };
  try {
    for (const journey of journeys) {
      ageMs = 0;
      await journey(stage);
    }
  } finally {
    globalThis.Date = RealDate;
  }
  return states;
}

/** The class `Date` of a later time. Timers keep theirs, since locks wait for real. */
function laterBy(ageMs: () => number): DateConstructor {
  const RealDate = Date;
  return class extends RealDate {
    constructor(...args: [] | [number | string | Date]) {
      super(...(args.length === 0 ? [RealDate.now() + ageMs()] : args) as [number]);
    }
    static override now(): number {
      return RealDate.now() + ageMs();
    }
    // Copies of the runtime, as of `structuredClone`, are of its own class.
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate;
    }
  } as DateConstructor;
}

/** Posts a form of a page, and follows redirects. */
export async function post(
  browser: TestBrowser,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Landing> {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
  return await browser.visit(path, { method: "POST", body });
}

/** The same, for a page that nobody looks at. */
export async function pass(...args: Parameters<typeof post>): Promise<URL> {
  const { response, url } = await post(...args);
  await response.body?.cancel();
  return url;
}

/** Stores Ada; with a password unless `password` is `null`. */
export async function addAda(
  { config, adapter }: StagedApp,
  { name = "Ada Lovelace", password = PASSWORD as string | null } = {},
): Promise<string> {
  const { id } = await adapter.createUser({
    id: "ada",
    name,
    email: ADA,
    emailVerified: new Date(),
  });
  if (password !== null) assertEquals(await setPassword(config, id, password), null);
  return id;
}

/** Signs Ada in with her password; returns the page where that leads. */
export async function signIn(
  browser: TestBrowser,
  callbackUrl = "/after",
  password = PASSWORD,
): Promise<Landing> {
  return await post(browser, "/auth/callback/password", { email: ADA, password, callbackUrl });
}

/** The same, up to the session. */
export async function signedIn(app: StagedApp, agent?: string): Promise<TestBrowser> {
  const browser = app.open(agent);
  const { response, url } = await signIn(browser);
  await response.body?.cancel();
  assertEquals(url.pathname, "/after");
  return browser;
}

/** Asks for an email to sign in. */
export async function askForLink(
  browser: TestBrowser,
  fields: Readonly<Record<string, string>> = {},
  email = ADA,
): Promise<Landing> {
  return await post(browser, "/auth/signin/mail", { email, callbackUrl: "/after", ...fields });
}

/** Signs in by a link. */
export async function signInByLink(
  { links }: StagedApp,
  browser: TestBrowser,
  email = ADA,
): Promise<void> {
  const { response } = await askForLink(browser, {}, email);
  await response.body?.cancel();
  const landing = await browser.visit(links.at(-1)!.url);
  await landing.response.body?.cancel();
}

/** Options of the ceremony on a page. */
export function ceremonyOn(html: string): { action: "authenticate" | "register"; options: never } {
  const [, json] = /data-ceremony="([^"]*)"/.exec(html) ?? [];
  assert(json, "The page has no ceremony");
  return JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}

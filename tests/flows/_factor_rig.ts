/**
 * An app with six ways to sign in to one user, who has a second factor.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, customFetch } from "../../mod.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { makeFactorContext, readEnrolled } from "../../src/capabilities/factors/context.ts";
import {
  addEnrolment,
  listEnrolments,
  removeEnrolment,
} from "../../src/capabilities/factors/enrolments.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import {
  type AuthenticatorLies,
  createAuthenticator,
  createBrowser,
  createIdp,
  createOAuth1Server,
  type Landing,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AccountMail, Enrolment, Factor } from "../../src/types/factor.ts";
import type { RequestInternal } from "../../src/types/internal.ts";
import type { WebAuthnOptionsResponse } from "../../src/types/webauthn.ts";
import { formOf, unescapeHtml } from "./_email.ts";
import { codeOf, PASSWORD, submit } from "./_factors.ts";
import { answer, ask } from "./_passkeys.ts";
import { SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";
import { providerAt } from "../_idp.ts";
import { OAuth1 } from "../../src/capabilities/oauth1/mod.ts";

export const APP = "https://app.example";
export const ADA = "ada@example.com";

/** An app, and what its user holds. */
export interface FactorRig {
  config: AuthConfig;
  adapter: FullAdapter;
  userId: string;
  mails: AccountMail[];
  /** Mails of the way in by email. */
  links: { url: string; code: string }[];
  /** Has the key of the passkey provider. */
  authenticator: SoftwareAuthenticator;
  /** Has the keys of the second factor. */
  securityKey: SoftwareAuthenticator;
  errors: Error[];
  /** A browser with an empty jar. */
  open(): TestBrowser;
  /** A browser with a copy of the cookies of another. */
  copy(browser: TestBrowser): TestBrowser;
}

const lax = { requireUserVerification: false };

/** Creates the app; Ada can sign in to it in every way. */
export async function createFactorRig(
  strategy: Strategy,
  factors: AuthConfig["factors"],
  overrides: Partial<AuthConfig> = {},
  adapter: FullAdapter = MemoryAdapter(),
): Promise<FactorRig> {
  const emailVerified = new Date();
  const ada = { id: "user-ada-4c1f", name: "Ada", email: ADA, emailVerified };
  const { id: userId } = await adapter.createUser(ada);
  const person = { sub: "idp-ada", email: ADA, email_verified: true, name: "Ada" };
  const idp = await createIdp({ issuer: "https://op.example", user: person });
  const site = { clientId: idp.clientId, clientSecret: idp.clientSecret, [customFetch]: idp.fetch };
  // A second site, whose accounts nobody has linked.
  const other = await createIdp({
    issuer: "https://further.example",
    user: { sub: "further", email: "further@example.com", email_verified: true },
  });
  const oauth1 = createOAuth1Server({ user: { id: "oauth1-ada", name: "Ada", email: ADA } });
  const mails: AccountMail[] = [];
  const links: FactorRig["links"] = [];
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [
      { id: "oidc", name: "OIDC", type: "oidc", issuer: idp.issuer, ...site },
      {
        id: "oauth2",
        name: "OAuth 2",
        type: "oauth",
        authorization: `${idp.issuer}/authorize`,
        token: `${idp.issuer}/token`,
        userinfo: `${idp.issuer}/userinfo`,
        profile: ({ sub, name, email }) => ({ id: String(sub), name, email }),
        ...site,
      },
      {
        ...OAuth1({ id: "oauth1", name: "OAuth 1.0a", ...oauth1.provider }),
        [customFetch]: oauth1.fetch,
      },
      providerAt(other, "further", { name: "Further" }),
      {
        id: "mail",
        name: "Mail",
        type: "email",
        code: true,
        sendVerificationRequest: ({ url, code }) => void links.push({ url, code: code! }),
      },
      Credentials({
        credentials: { username: {}, password: { type: "password" } },
        authorize: ({ password }) =>
          password === PASSWORD.password ? { id: userId, name: "Ada", email: ADA } : null,
      }),
      Passkey({ verifyAuthenticationOptions: lax, verifyRegistrationOptions: lax }),
    ],
    adapter,
    session: { strategy, revocation: {} },
    secret: SECRET,
    trustHost: true,
    theme: { name: "App" },
    // Its email is not among those that tests count.
    notifyNewDevice: false,
    // Wrappers on plain http read the same cookies.
    useSecureCookies: true,
    experimental: { enableWebAuthn: true },
    limits: false,
    sendMail: (mail) => void mails.push(mail),
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
    ...factors && { factors },
    ...overrides,
  };
  for (
    const [provider, providerAccountId] of [
      ["oidc", "idp-ada"],
      ["oauth2", "idp-ada"],
      ["oauth1", "oauth1-ada"],
    ] as const
  ) {
    const type = provider === "oidc" ? "oidc" : "oauth";
    await adapter.linkAccount({ userId, provider, providerAccountId, type });
  }
  const origins = (used: AuthConfig) => ({
    [APP]: (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, used) : new Response(),
    [idp.issuer]: idp.handler,
    [other.issuer]: other.handler,
    [oauth1.origin]: oauth1.handler,
  });
  const authenticator = createAuthenticator(APP);
  const rig: FactorRig = {
    config,
    adapter,
    userId,
    mails,
    links,
    authenticator,
    securityKey: createAuthenticator(APP),
    errors,
    open: () => createBrowser(APP, origins(config)),
    copy(browser) {
      const copied = createBrowser(APP, origins(config));
      for (const { name, value } of browser.cookies.list(new URL(APP).hostname)) {
        copied.cookies.plant(APP, `${name}=${value}; Path=/; Secure`);
      }
      return copied;
    },
  };
  // The passkey is registered while there are no factors.
  const without = { ...config, factors: undefined, factorPolicy: undefined };
  const before = createBrowser(APP, origins(without));
  await before.signInWithCredentials(PASSWORD);
  await passkey(rig, before, "register");
  await before.post("/signout");
  errors.length = 0;
  return rig;
}

/** Runs a ceremony of the passkey provider. */
export async function passkey(
  { authenticator }: Pick<FactorRig, "authenticator">,
  browser: TestBrowser,
  action: "authenticate" | "register",
  lies?: AuthenticatorLies,
): Promise<Landing> {
  const fields = await answer(await ask(browser, { action }), authenticator, lies);
  const body = new URLSearchParams({ callbackUrl: "/after", ...fields });
  return await browser.visit("/auth/callback/passkey", { method: "POST", body });
}

/** A way to sign in, up to the page where the browser ends. */
export type Way = (rig: FactorRig, browser: TestBrowser) => Promise<Landing>;

/** The ways in. None of them is two factors. */
export const WAYS: Record<string, Way> = {
  "OIDC": (_, browser) => browser.signIn("oidc"),
  "OAuth 2": (_, browser) => browser.signIn("oauth2"),
  "OAuth 1.0a": (_, browser) => browser.signIn("oauth1"),
  "mail link": async ({ links }, browser) => {
    await browser.start("mail", { fields: { email: ADA } });
    return await browser.visit(links.at(-1)!.url);
  },
  "code by email": async ({ links }, browser) => {
    const page = await browser.visit(await browser.start("mail", { fields: { email: ADA } }));
    const { action, fields } = formOf(await page.response.text());
    const body = new URLSearchParams({ ...fields, code: links.at(-1)!.code });
    return await browser.visit(action, { method: "POST", body });
  },
  "credentials": (_, browser) => browser.signInWithCredentials(PASSWORD),
  "passkey": (rig, browser) => passkey(rig, browser, "authenticate", { userVerified: false }),
};

/** A second factor: how Ada gets it, and how she proves it on its page. */
export interface Proving {
  factors: Factor[];
  /** Factor that is proven. */
  id: string;
  /** Ways in beside which it does not count. */
  refused?: readonly string[];
  prove(
    rig: FactorRig,
    browser: TestBrowser,
    html: string,
    held: Held,
  ): Promise<{ html: string; url: URL; status: number }>;
}

/** What Ada holds after her enrolment. */
export interface Held {
  secret: string;
  codes: readonly string[];
}

/** The second factors. */
export const PROVINGS: Record<string, Proving> = {
  "totp": {
    factors: [Totp()],
    id: "totp",
    prove: async (_, browser, html, { secret }) =>
      await submit(browser, html, { answer: await codeOf(secret) }),
  },
  "recovery": {
    factors: [Totp(), RecoveryCodes()],
    id: "recovery",
    prove: async (_, browser, _html, { codes }) =>
      await submit(browser, await pageOf(browser, "recovery"), { answer: codes[0]! }),
  },
  "mail code": {
    factors: [MailCode()],
    id: "mail",
    refused: ["mail link", "code by email"],
    async prove({ mails }, browser, html) {
      const { html: sent } = await submit(browser, html, { step: "send" });
      return await submit(browser, sent, { step: "", answer: codeIn(mails) });
    },
  },
  "passkey": {
    factors: [PasskeyFactor()],
    id: "passkey",
    refused: ["passkey"],
    async prove({ securityKey }, browser, html) {
      const ceremony = JSON.parse(unescapeHtml(/data-ceremony="([^"]*)"/.exec(html)![1]!));
      const { data } = await answer(ceremony, securityKey, { userVerified: false });
      return await submit(browser, html, { answer: data });
    },
  },
};

/** The page of a factor. */
export async function pageOf(browser: TestBrowser, factor: string): Promise<string> {
  return await (await browser.fetch(`/auth/factor?factor=${factor}`)).text();
}

/** Begins an enrolment at a sign-in that waits, and returns the page that confirms it. */
export async function beginEnrolment(browser: TestBrowser, factor: string): Promise<string> {
  const response = await browser.post("/factor", { step: "enrol", factor });
  await response.body?.cancel();
  const { response: page } = await browser.visit(response.headers.get("location") ?? "");
  return await page.text();
}

/** The code in the last mail. */
export function codeIn(mails: readonly AccountMail[]): string {
  return /^(\d{4} \d{4})$/m.exec(mails.at(-1)!.text)![1]!;
}

/** Replaces all enrolments of Ada by new ones, none of whose codes was used. */
export async function enrol(
  { config, userId, adapter, securityKey }: FactorRig,
  factors: readonly Factor[],
): Promise<Held> {
  const { records } = adapter;
  for (const { id } of await listEnrolments(records, userId)) {
    await removeEnrolment(records, userId, id);
  }
  const resolved = resolveConfig(config);
  const request = { origin: APP, request: new Request(APP) } as RequestInternal;
  const held = { secret: "", codes: [] as readonly string[] };
  for (const factor of factors) {
    const enrolled = await readEnrolled(resolved, { id: userId, email: ADA });
    const context = makeFactorContext({ config: resolved, request }, enrolled, factor, "setup");
    const enrolling = await factor.enrol(context);
    const { options, secret, codes } = enrolling;
    let { data } = enrolling;
    if (options) {
      const ceremony = { action: "register", options } as WebAuthnOptionsResponse;
      data = (await factor.confirm!(context, data, (await answer(ceremony, securityKey)).data))!;
    }
    if (secret !== undefined) held.secret = secret;
    if (codes) held.codes = codes;
    await addEnrolment(records, userId, crypto.randomUUID(), factor, data);
  }
  return held;
}

/** The enrolments of Ada. */
export async function enrolmentsIn({ adapter, userId }: FactorRig): Promise<Enrolment[]> {
  return await listEnrolments(adapter.records, userId);
}

/** Signs in with the password, up to the page of the second factor. */
export async function wait(browser: TestBrowser): Promise<string> {
  const { response } = await browser.signInWithCredentials(PASSWORD);
  return await response.text();
}

/** Posts a form of the second factor. */
export async function postFactor(
  browser: TestBrowser,
  fields: Record<string, string>,
): Promise<Response> {
  const response = await browser.post("/factor", fields);
  await response.body?.cancel();
  return response;
}

/** Where a redirect leads: a path, and the error in its query. */
export function targetOf(response: Response): string {
  const location = response.headers.get("location");
  if (location === null) return String(response.status);
  const { pathname, searchParams } = new URL(location, APP);
  const error = searchParams.get("error");
  return error === null ? pathname : `${pathname} ${error}`;
}

/** A copy of the config for a wrapper, which can have a base path of its own. */
export function ownConfig({ config }: FactorRig): AuthConfig {
  const { basePath: _, ...own } = config;
  return own;
}

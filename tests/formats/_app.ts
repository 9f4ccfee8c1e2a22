/**
 * The app of the fixtures: every kind of sign-in, on a given store. Earlier sets rely on
 * its origins and on the ids of its providers.
 *
 * @module
 */

import type { AuthConfig } from "../../mod.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { Cookies } from "./_set.ts";

/** Origin of the app; cookies of it have a name prefix. */
export const APP = "https://app.example";
/** Origin whose cookies have no name prefix. */
export const PLAIN_APP = "http://localhost:3000";
/** Address of the user in every set. */
export const ADA = "ada@example.com";

/** Second factors of the visits that have some. */
export const FACTORS = [Totp(), RecoveryCodes(), MailCode()];

/** Provider of the visits that have passwords. */
export const PASSWORDS = Password({ cost: { ln: 4, p: 1, iterations: 10 } });

/** Puts cookies into a browser. */
export function plant(browser: TestBrowser, origin: string, cookies: Cookies): void {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  for (const [name, value] of Object.entries(cookies)) {
    browser.cookies.plant(origin, `${name}=${value}; Path=/${secure}`);
  }
}

/** A mail that the app sent. */
export interface Mail {
  url: string;
  token: string;
  code?: string | undefined;
}

/** The app, its provider and its mails. */
export interface App {
  config: AuthConfig;
  mails: Mail[];
  /** Mails of second factors. */
  texts: string[];
  openBrowser(origin?: string): TestBrowser;
}

/**
 * @param handle `Auth` of this library, or of Auth.js
 * @param customFetch symbol of the same package
 */
export async function createApp(
  handle: (request: Request, config: AuthConfig) => Promise<Response>,
  customFetch: symbol,
  { providers = [], ...overrides }: Partial<AuthConfig>,
): Promise<App> {
  const idp = await createIdp();
  idp.user = { sub: "ada", name: "Ada", email: ADA, email_verified: true };
  const mails: Mail[] = [];
  const texts: string[] = [];
  const oidc = (id: string, checks: ("state" | "pkce" | "nonce")[]) => ({
    id,
    name: id,
    type: "oidc" as const,
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    checks,
    allowDangerousEmailAccountLinking: true,
    [customFetch]: idp.fetch,
  });
  const config: AuthConfig = {
    providers: [
      oidc("state", ["state", "pkce", "nonce"]),
      oidc("pkce", ["pkce"]),
      oidc("nonce", ["nonce"]),
      // Some adapters of Auth.js keep no passkeys.
      ...overrides.adapter?.createAuthenticator ? [Passkey] : [],
      {
        id: "mail",
        name: "Mail",
        type: "email",
        code: true,
        maxAge: 24 * 60 * 60,
        sendVerificationRequest: ({ url, token, code }) => void mails.push({ url, token, code }),
      },
      Credentials({
        authorize: ({ name }) => ({ id: "ada", name: String(name), email: ADA }),
      }),
      ...providers,
    ],
    trustHost: true,
    basePath: "/auth",
    experimental: { enableWebAuthn: true },
    ...overrides.factors ? { sendMail: ({ text }) => void texts.push(text) } : {},
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    ...overrides,
  };
  const app = (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? handle(request, config)
      : new Response("app");
  const origins = { [APP]: app, [PLAIN_APP]: app, [idp.issuer]: idp.handler };
  return { config, mails, texts, openBrowser: (origin = APP) => createBrowser(origin, origins) };
}

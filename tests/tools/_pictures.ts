/**
 * The pages in the pictures of the README, of the documents and of the examples. A picture is as old as the page that
 * it was made of: `pages.json` beside the pictures has the fingerprint of each page, without what
 * differs from one request to the next, and a test compares it.
 *
 * @module
 */

import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { Guestbook } from "../../examples/guestbook/guestbook.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import GitHub from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { createGallery } from "../../src/tools/gallery/handler.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

/** HTTPS origin, which browsers require for passkeys. */
export const ORIGIN = "https://app.example";

/** A site with a user who signs in for the first time. */
const site = (): AuthConfig => ({
  providers: [
    GitHub({ clientId: "id", clientSecret: "secret" }),
    Google({ clientId: "id", clientSecret: "secret" }),
    Password(),
    Nodemailer({ name: "Email", server: "smtp://localhost", from: "a@b.example" }),
    // Chromium has no passkeys here, so an offer in the list of the field would fail.
    Passkey({ enableConditionalUI: false }),
  ],
  adapter: MemoryAdapter(),
  session: { strategy: "jwt", revocation: {} },
  account: AccountPage(),
  experimental: { enableWebAuthn: true },
  logger: { warn: () => {} },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
});

const withGuestbook = (): AuthConfig => ({
  ...site(),
  capabilities: { guestbook: Guestbook({ key: "a-key-of-16-characters" }) },
});

/** A browser without automatic passkeys, as most readers have. */
export const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0";

/** A picture. */
export interface Picture {
  name: string;
  /** Path of the page; below `/auth/` of the site that `makeConfig` makes, else of the gallery. */
  path: string;
  viewport: { width: number; height: number };
  /** Element that it is cropped to. Default: it is the visible page. */
  crop?: string;
  /** Button or link that is there once the page is. */
  button: RegExp;
  /** Makes the config of a site of its own. Default: the page is one of the gallery, with samples. */
  makeConfig?: () => AuthConfig;
  /** `true` with a user who is signed in. */
  isSignedIn?: boolean;
}

export const PICTURES: readonly Picture[] = [
  {
    name: "signin",
    path: "/auth/signin",
    viewport: { width: 800, height: 1000 },
    crop: ".card",
    button: /passkey/,
    makeConfig: site,
    isSignedIn: false,
  },
  {
    name: "account",
    path: "/auth/account",
    viewport: { width: 640, height: 720 },
    button: /passkey/,
    makeConfig: site,
    isSignedIn: true,
  },
  {
    name: "guestbook",
    path: "/auth/guestbook",
    viewport: { width: 800, height: 600 },
    crop: ".card",
    button: /Sign/,
    makeConfig: withGuestbook,
    isSignedIn: true,
  },
  {
    name: "organization",
    path: "/pages/organization",
    viewport: { width: 800, height: 720 },
    button: /invitation/,
  },
  {
    name: "consent",
    path: "/pages/oauth-links",
    viewport: { width: 800, height: 1000 },
    crop: ".card",
    button: /Allow/,
  },
  {
    name: "email",
    path: "/emails/mails.link",
    viewport: { width: 640, height: 420 },
    button: /Sign in/,
  },
];

const gallery = createGallery({ app: { theme: { name: "Acme" } } });

/** Answers a request for the page of a picture, or for what belongs to it. */
export async function answerFor(
  request: Request,
  config: AuthConfig | undefined,
): Promise<Response> {
  return config ? await Auth(request, config) : await gallery(request);
}

/** Cookies of a session, which the sign-in page does not show. */
export async function sessionCookies(config: AuthConfig) {
  const user = { name: "Ada Lovelace", email: "ada@app.example", emailVerified: new Date() };
  const account = { provider: "github", providerAccountId: "1" };
  return (await signInAs(config, user, { origin: ORIGIN, account })).cookies;
}

/** File with the fingerprints, in the folder of the pictures. */
export const FINGERPRINTS = "pages.json";

/** Page → a hash of its markup, styles and scripts. */
export async function fingerprintsNow(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, path, makeConfig, isSignedIn } of PICTURES) {
    const config = makeConfig?.();
    const cookies = config && isSignedIn ? await sessionCookies(config) : [];
    const headers = {
      "accept": "text/html",
      "accept-language": "en",
      "cookie": cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      "user-agent": USER_AGENT,
    };
    const response = await answerFor(new Request(ORIGIN + path, { headers }), config);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    found[name] = await sha256Base64url(lasting(await response.text()));
  }
  return found;
}

/** A page without its nonces, tokens and days, which differ from one request to the next. */
export function lasting(html: string): string {
  return html
    .replaceAll(/nonce="[\w-]+"/g, "")
    .replaceAll(/name="csrfToken" value="[\w.-]+"/g, "")
    .replaceAll(/visitor=[\w-]+/g, "")
    .replaceAll(/[A-Z][a-z]{2,8} \d{1,2}, \d{4}/g, "a day");
}

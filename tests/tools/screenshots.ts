/**
 * Writes the pictures of the README and of the examples, in light and dark: the sign-in page,
 * cropped to its card, the top of the account page, and the page of the guestbook. Needs Chromium. Run it when the page's look or texts change:
 *
 *     deno task screenshots [folder]      # default: .github/images
 *
 * @module
 */

import { type Browser, chromium, type Route } from "playwright-core";
import { Guestbook } from "../../examples/guestbook/guestbook.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import GitHub from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { packPng } from "./_png.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

/** HTTPS origin, which browsers require for passkeys. */
const ORIGIN = "https://app.example";

/** CSS pixels around the card. */
const MARGIN = 10;

const config: AuthConfig = {
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
};

const withGuestbook: AuthConfig = {
  ...config,
  capabilities: { guestbook: Guestbook({ key: "a-key-of-16-characters" }) },
};

/** Answers a request of the browser, so that no port and no certificate are needed. */
async function answer(route: Route, config: AuthConfig): Promise<void> {
  const asked = route.request();
  const request = new Request(asked.url(), { headers: await asked.allHeaders() });
  const response = await Auth(request, config);
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
}

/** A picture. */
interface Picture {
  name: string;
  path: string;
  viewport: { width: number; height: number };
  /** Element that it is cropped to. Default: it is the visible page. */
  crop?: string;
  /** Button that is there once the page is. */
  button: RegExp;
  config: AuthConfig;
  /** `true` with a user who is signed in. */
  isSignedIn: boolean;
}

const PICTURES: readonly Picture[] = [
  {
    name: "signin",
    path: "/auth/signin",
    viewport: { width: 800, height: 1000 },
    crop: ".card",
    button: /passkey/,
    config,
    isSignedIn: false,
  },
  {
    name: "account",
    path: "/auth/account",
    viewport: { width: 640, height: 720 },
    button: /passkey/,
    config,
    isSignedIn: true,
  },
  {
    name: "guestbook",
    path: "/auth/guestbook",
    viewport: { width: 800, height: 600 },
    crop: ".card",
    button: /Sign/,
    config: withGuestbook,
    isSignedIn: true,
  },
];

/** Cookies of a session, which the sign-in page does not show. */
async function sessionCookies(config: AuthConfig) {
  const user = { name: "Ada Lovelace", email: "ada@app.example", emailVerified: new Date() };
  const account = { provider: "github", providerAccountId: "1" };
  return (await signInAs(config, user, { origin: ORIGIN, account })).cookies;
}

async function shoot(
  browser: Browser,
  colorScheme: "light" | "dark",
  { path, viewport, crop, button, config, isSignedIn }: Picture,
): Promise<Uint8Array> {
  const context = await browser.newContext({
    colorScheme,
    deviceScaleFactor: 1.5,
    locale: "en",
    viewport,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0",
  });
  if (isSignedIn) await context.addCookies(await sessionCookies(config));
  const page = await context.newPage();
  await page.route(`${ORIGIN}/**`, (route) => answer(route, config));
  await page.goto(ORIGIN + path);
  await page.getByRole("button", { name: button }).last().waitFor();
  const box = crop === undefined ? undefined : (await page.locator(crop).boundingBox())!;
  const picture = await page.screenshot(
    box && {
      clip: {
        x: box.x - MARGIN,
        y: box.y - MARGIN,
        width: box.width + 2 * MARGIN,
        height: box.height + 2 * MARGIN,
      },
    },
  );
  await context.close();
  return packPng(picture);
}

if (import.meta.main) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_ENABLE);
  const folder = Deno.args[0] ?? ".github/images";
  await Deno.mkdir(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    for (const scheme of ["light", "dark"] as const) {
      for (const wanted of PICTURES) {
        const path = `${folder}/${wanted.name}-${scheme}.png`;
        const picture = await shoot(browser, scheme, wanted);
        await Deno.writeFile(path, picture);
        console.log(`${path}: ${Math.ceil(picture.length / 1000)} kB`);
      }
    }
  } finally {
    await browser.close();
  }
}

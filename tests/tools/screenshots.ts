/**
 * Writes the pictures of the README: the sign-in page in light and dark, cropped
 * to its card. Needs Chromium. Run it when the page's look or texts change:
 *
 *     deno task screenshots [folder]      # default: .github/images
 *
 * @module
 */

import { type Browser, chromium, type Route } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import GitHub from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import Passkey from "../../src/providers/passkey.ts";
import Password from "../../src/providers/password.ts";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import { packPng } from "./_png.ts";

/** HTTPS origin, which browsers require for passkeys. */
const ORIGIN = "https://app.example";

/** CSS pixels around the card. */
const MARGIN = 10;

const config: AuthConfig = {
  providers: [
    GitHub({ clientId: "id", clientSecret: "secret" }),
    Google({ clientId: "id", clientSecret: "secret" }),
    Password(),
    Nodemailer({ name: "Email", server: "smtp://localhost" }),
    Passkey,
  ],
  adapter: MemoryAdapter(),
  session: { strategy: "jwt", revocation: {} },
  experimental: { enableWebAuthn: true },
  logger: { warn: () => {} },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
};

/** Answers a request of the browser, so that no port and no certificate are needed. */
async function answer(route: Route): Promise<void> {
  const asked = route.request();
  const request = new Request(asked.url(), { headers: await asked.allHeaders() });
  const response = await Auth(request, config);
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
}

async function shoot(
  browser: Browser,
  colorScheme: "light" | "dark",
): Promise<Uint8Array> {
  const context = await browser.newContext({
    colorScheme,
    deviceScaleFactor: 1.5,
    locale: "en",
    viewport: { width: 800, height: 1000 },
  });
  const page = await context.newPage();
  await page.route(`${ORIGIN}/**`, answer);
  await page.goto(`${ORIGIN}/auth/signin`);
  await page.getByRole("button", { name: "Create a passkey" }).waitFor();
  const card = (await page.locator(".card").boundingBox())!;
  const picture = await page.screenshot({
    clip: {
      x: card.x - MARGIN,
      y: card.y - MARGIN,
      width: card.width + 2 * MARGIN,
      height: card.height + 2 * MARGIN,
    },
  });
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
      const path = `${folder}/signin-${scheme}.png`;
      const picture = await shoot(browser, scheme);
      await Deno.writeFile(path, picture);
      console.log(`${path}: ${Math.ceil(picture.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
  }
}

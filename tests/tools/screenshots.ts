/**
 * Writes the pictures of the README, of the documents and of the examples, in light and dark. Needs
 * Chromium. Run it when the look or the texts of a page change:
 *
 *     deno task screenshots [folder]      # default: .github/images
 *
 * @module
 */

import { type Browser, chromium, type Route } from "playwright-core";
import type { AuthConfig } from "../../mod.ts";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import {
  answerFor,
  FINGERPRINTS,
  fingerprintsNow,
  ORIGIN,
  type Picture,
  PICTURES,
  sessionCookies,
  USER_AGENT,
} from "./_pictures.ts";
import { packPng } from "./_png.ts";

/** CSS pixels around the card. */
const MARGIN = 10;

/** Answers a request of the browser, so that no port and no certificate are needed. */
async function answer(route: Route, config: AuthConfig | undefined): Promise<void> {
  const asked = route.request();
  const request = new Request(asked.url(), { headers: await asked.allHeaders() });
  const response = await answerFor(request, config);
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
}

async function shoot(
  browser: Browser,
  colorScheme: "light" | "dark",
  { path, viewport, crop, button, makeConfig, isSignedIn }: Picture,
): Promise<Uint8Array> {
  const config = makeConfig?.();
  const context = await browser.newContext({
    colorScheme,
    deviceScaleFactor: 1.5,
    locale: "en",
    viewport,
    userAgent: USER_AGENT,
  });
  if (config && isSignedIn) await context.addCookies(await sessionCookies(config));
  const page = await context.newPage();
  await page.route(`${ORIGIN}/**`, (route) => answer(route, config));
  await page.goto(ORIGIN + path);
  await page.getByRole("button", { name: button }).or(page.getByRole("link", { name: button }))
    .last().waitFor();
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
    const fingerprints = JSON.stringify(await fingerprintsNow(), null, 2);
    await Deno.writeTextFile(`${folder}/${FINGERPRINTS}`, `${fingerprints}\n`);
  } finally {
    await browser.close();
  }
}

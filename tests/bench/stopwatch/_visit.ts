/**
 * The first sign-in, in Chromium.
 *
 * @module
 */

import type { Browser, Page } from "playwright-core";
import type { Recipe } from "./_recipe.ts";

/** The person who signs in, by the name that the provider knows. */
const NAME = "Ada Lovelace";

/** Longest time of what a page does, in milliseconds. */
const LIMIT = 60_000;

/** Signs in, and checks the session; returns the seconds of both parts. */
export async function visit(
  browser: Browser,
  { signInPath, hasButton }: Recipe,
  origin: string,
  picture?: string,
): Promise<{ open: number; signIn: number }> {
  const context = await browser.newContext();
  const stranger = await browser.newContext();
  try {
    for (const each of [context, stranger]) each.setDefaultTimeout(LIMIT);
    const page = await context.newPage();
    const open = await timed(() => showsNobody(page, origin));
    const signIn = await timed(async () => {
      await page.goto(origin + signInPath);
      if (hasButton) await page.getByRole("button", { name: /sign in|continue/i }).click();
      await page.getByRole("button", { name: NAME }).click();
      await page.getByText(`Hello ${NAME}`).waitFor();
    });
    if (page.url() !== `${origin}/`) throw new Error(`The sign-in ended at ${page.url()}`);
    if (picture !== undefined) await page.screenshot({ path: picture });
    await page.goto(origin);
    await page.getByText(`Hello ${NAME}`).waitFor();
    await showsNobody(await stranger.newPage(), origin);
    return { open, signIn };
  } finally {
    await context.close();
    await stranger.close();
  }
}

/** The page of an app without a session: it says where to sign in, and has no name. */
async function showsNobody(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByText(/sign ?in/i).first().waitFor();
  if (await page.getByText(NAME).count() > 0) throw new Error("There is a name without a sign-in");
}

/** Seconds that a function takes. */
export async function timed(run: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / 1000;
}

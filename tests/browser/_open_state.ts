/**
 * Opens states of the built-in pages in Chromium, at their own URLs and with their own headers.
 *
 * @module
 */

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { APP, type State } from "./_states.ts";

/** A page of Chromium that shows one state after the other. */
export interface StatePage {
  page: Page;
  /** What the browser refused or failed to do for the state that is open. */
  problems: string[];
  /** Opens a state. */
  open(state: State): Promise<void>;
}

/** Opens a page without cookies. */
export async function openStatePage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<StatePage> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  let current: State | undefined;
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    // The browser also reports the page's own error status.
    const isStatus = /the server responded with a status of/.test(message.text());
    if (message.type() === "error" && !isStatus) problems.push(message.text());
  });
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (request.isNavigationRequest() && current) {
      const { status, headers, html } = current;
      return await route.fulfill({
        status,
        headers: Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie")),
        body: html,
      });
    }
    if (!request.url().startsWith(APP) || !current) {
      problems.push(`The page requests ${request.url()}`);
      return await route.abort();
    }
    const response = await current.fetch(
      new Request(request.url(), {
        method: request.method(),
        headers: { accept: await request.headerValue("accept") ?? "*/*" },
        body: request.postDataBuffer() as BodyInit | null,
      }),
    );
    await route.fulfill({
      status: response.status,
      headers: { "content-type": response.headers.get("content-type") ?? "text/plain" },
      body: await response.text(),
    });
  });
  return {
    page,
    problems,
    async open(state) {
      problems.length = 0;
      current = state;
      // A fragment of the page before would make this no navigation.
      await page.goto(state.url.href.split("#")[0]!, { waitUntil: "load" });
    },
  };
}

/**
 * Visits the built site: every page and every link of it, and some pages in Chromium, in light, in
 * dark and on a phone, where the search is used too.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../../_chromium.ts";
import { violations } from "../../browser/_axe.ts";
import { GALLERY } from "./_gallery.ts";
import { serveSite } from "./_serve.ts";

/** Pages that are looked at. */
const LOOKS: Readonly<Record<string, string>> = {
  home: "",
  guide: "first-app",
  option: "reference/options/session",
  provider: "reference/providers/github",
  module: "reference/modules/sessions",
  providers: "reference/providers/",
  examples: "examples",
};

/** What people search, and the page and section that comes first. */
const SEARCHES: readonly [words: string, first: string][] = [
  ["session.maxAge", "reference/options/session#sessionmaxage"],
  ["trustHost", "reference/options/config#trusthost"],
  ["environment variables", "reference/environment#environment-variables"],
  ["Keycloak", "reference/providers/keycloak#keycloak"],
];

/**
 * Checks a built site, and prints what was seen.
 *
 * @param pictures folder for pictures of the pages that are looked at
 */
export async function checkSite(folder: URL, base: string, pictures?: string): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_ENABLE);
  const server = serveSite(folder, base, 0);
  const site = `http://localhost:${server.port}${base}`;
  try {
    const started = performance.now();
    const { pages, links, bytes } = await visitAll(folder, site);
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
    let looks = 0;
    try {
      for (const scheme of ["light", "dark"] as const) {
        // The gate takes both schemes and both widths, pictures every pair of them.
        for (const width of pictures ? [1280, 360] : [scheme === "light" ? 1280 : 360]) {
          const context = await browser.newContext({
            colorScheme: scheme,
            viewport: { width, height: 900 },
          });
          const strangers = await watchHosts(context, site);
          for (const [name, path] of Object.entries(LOOKS)) {
            const page = await context.newPage();
            await look(page, site + path, width);
            if (pictures) await shoot(page, `${pictures}/${name}-${scheme}-${width}.png`);
            await page.close();
            looks++;
          }
          if (pictures || scheme === "light") {
            await search(context, site, pictures && `${pictures}/search-${scheme}-${width}.png`);
          }
          assertEquals(strangers, [], "requests to other hosts");
          await context.close();
        }
      }
      for (const width of [1280, 360]) {
        await lookAtGallery(browser, site, width, pictures);
        looks++;
      }
    } finally {
      await browser.close();
    }
    console.log(
      `Site: ${pages} pages answer 200, ${links} links lead somewhere, ${looks} looks and ` +
        `${SEARCHES.length} searches in Chromium, no request to another host; ` +
        `${(bytes / 1e6).toFixed(1)} MB, checked in ` +
        `${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  } finally {
    await server.stop();
  }
}

/** Files below a folder. */
async function filesOf(folder: URL, path = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(path, folder))) {
    if (isDirectory) found.push(...await filesOf(folder, `${path}${name}/`));
    else found.push(path + name);
  }
  return found;
}

/** Asks the server for every page, and follows every link. */
async function visitAll(folder: URL, site: string) {
  const files = await filesOf(folder);
  // Links of the pages in the frame of the gallery lead nowhere; its own lead to them.
  const isFramed = (path: string) => path.startsWith(GALLERY) && path.split("/").length > 2;
  const documents = files.filter((path) =>
    path.endsWith(".html") && path !== "404.html" && !isFramed(path)
  );
  const ids = new Map<string, Set<string>>();
  const texts = new Map<string, string>();
  let bytes = 0;
  for (const path of documents) {
    const url = site + path.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "");
    const response = await fetch(url);
    const html = await response.text();
    assertEquals(response.status, 200, url);
    texts.set(url, html);
    ids.set(url, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => unescape(id!))));
  }
  for (const path of files) bytes += (await Deno.stat(new URL(path, folder))).size;

  const broken: string[] = [];
  const known = new Map<string, boolean>();
  let links = 0;
  for (const [url, html] of texts) {
    for (const [, element, attributes] of html.matchAll(/<(a|link|script|img|source)\s([^>]*)>/g)) {
      const [, link] = /\s?(?:href|src|srcset)="([^"]*)"/.exec(attributes!) ?? [];
      if (link === undefined) continue;
      const target = new URL(unescape(link), url);
      if (!target.href.startsWith(site)) {
        // A link may lead away; nothing may be loaded from there.
        if (element !== "a" || !/^(https?|mailto):$/.test(target.protocol)) {
          broken.push(`${url}: <${element}> ${link}`);
        }
        continue;
      }
      links++;
      const hash = decodeURIComponent(target.hash.slice(1));
      target.hash = "";
      const page = ids.get(target.href);
      if (!page && !known.has(target.href)) {
        const response = await fetch(target);
        await response.body?.cancel();
        known.set(target.href, response.ok);
      }
      if (page ? hash && !page.has(hash) : !known.get(target.href)) broken.push(`${url}: ${link}`);
    }
  }
  assertEquals([...new Set(broken)], [], "links that lead nowhere");
  for (const path of files.filter((path) => path.endsWith(".css"))) {
    const css = await Deno.readTextFile(new URL(path, folder));
    assertEquals(css.match(/(?:url\(|@import)\s*["']?(?:https?:)?\/\/[^)"']*/g), null, path);
  }
  for (const name of ["llms.txt", "llms-full.txt"]) {
    const text = await (await fetch(site + name)).text();
    assert(text.startsWith(name === "llms.txt" ? "# " : "<!-- "), name);
    for (const [, link] of text.matchAll(/\]\((\/[^)]+)\)/g)) {
      if (name !== "llms.txt") break;
      const response = await fetch(new URL(link!, site));
      await response.body?.cancel();
      assertEquals(response.status, 200, `${name}: ${link}`);
    }
  }
  return { pages: texts.size, links, bytes };
}

const unescape = (text: string): string =>
  text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");

/** Refuses requests to other hosts, and returns the list of them. */
async function watchHosts(context: BrowserContext, site: string): Promise<string[]> {
  const strangers: string[] = [];
  await context.route((url) => !url.href.startsWith(new URL(site).origin), async (route) => {
    strangers.push(route.request().url());
    await route.abort();
  });
  return strangers;
}

/** Opens a page: it has a heading, is no wider than the window, and nothing on it is unreadable. */
async function look(page: Page, url: string, width: number): Promise<void> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const response = await page.goto(url);
  assertEquals(response?.status(), 200, url);
  await page.locator("h1").first().waitFor();
  // The scripts run once the search button is there.
  await page.locator("#local-search button").first().waitFor({ state: "attached" });
  const wide = await page.evaluate("document.documentElement.scrollWidth") as number;
  assert(wide <= width, `${url} is ${wide} px wide in a window of ${width} px`);
  assertEquals(errors, [], url);
  // The structure is the theme's; the colors are ours.
  const unreadable = (await violations(page)).filter((one) => one.startsWith("color-contrast"));
  assertEquals(unreadable, [], url);
}

/** Opens the gallery, and one entry of it in each scheme, in a browser that prefers none. */
async function lookAtGallery(browser: Browser, site: string, width: number, pictures?: string) {
  const context = await browser.newContext({ colorScheme: null, viewport: { width, height: 900 } });
  const strangers = await watchHosts(context, site);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(site + GALLERY);
  const shown = page.frameLocator("iframe");
  await shown.getByRole("button").first().waitFor();
  await page.getByRole("link", { name: "account", exact: true }).click();
  await shown.getByRole("heading", { name: "Your account", exact: true }).waitFor();
  const colors = new Set<unknown>();
  for (const scheme of ["Light", "Dark"]) {
    await page.getByLabel(scheme).check();
    colors.add(
      await shown.locator("body").evaluate("getComputedStyle(document.body).backgroundColor"),
    );
    if (pictures) await shoot(page, `${pictures}/gallery-${scheme.toLowerCase()}-${width}.png`);
  }
  assertEquals(colors.size, 2, [...colors].join());
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL(`${site}${GALLERY}de.html`);
  await shown.locator("html[lang=de]").waitFor({ state: "attached" });
  const wide = await page.evaluate("document.documentElement.scrollWidth") as number;
  assert(wide <= width, `the gallery is ${wide} px wide in a window of ${width} px`);
  assertEquals([errors, strangers], [[], []], "the gallery");
  await context.close();
}

async function shoot(page: Page, path: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await page.screenshot({ path });
}

/** Searches in the box of the site, and follows the first result. */
async function search(context: BrowserContext, site: string, picture?: string): Promise<void> {
  for (const [words, first] of SEARCHES) {
    const page = await context.newPage();
    await page.goto(`${site}guides`);
    await page.locator("#local-search button").first().click();
    await page.locator("#localsearch-input").fill(words);
    const result = page.locator("#localsearch-list a").first();
    await result.waitFor();
    if (picture && words === SEARCHES[0]![0]) await shoot(page, picture);
    const link = await result.getAttribute("href");
    assertEquals(new URL(link!, site).href, site + first, `the first result of "${words}"`);
    await result.click();
    await page.waitForURL(site + first);
    await page.close();
  }
}

/**
 * A user whose browser runs no scripts, and the checks of each page that the user sees.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { keepContext } from "../_chromium.ts";
import { violations } from "./_axe.ts";
import { scaledLimit } from "../_wait.ts";

/** Folder for pictures of every page: for a look at them. */
export const PICTURES: string | undefined = Deno.env.get("PICTURES");

/** WCAG 2.2, 1.4.10: no scrolling in two directions at this width. */
export const NARROW = { width: 320, height: 640 };

/** Languages and screens in which the pages of a capability are visited. */
export const VARIANTS: readonly [
  name: string,
  language: "en" | "de",
  options: BrowserContextOptions,
][] = [
  ["desktop, light", "en", { colorScheme: "light" }],
  ["desktop, dark", "en", { colorScheme: "dark" }],
  ["phone, German", "de", { locale: "de", viewport: { width: 390, height: 844 } }],
];

/** A user without scripts. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Types into the field with a label. */
  type(label: string, text: string): Promise<void>;
  /** Clicks the button with a name, or with a name that contains the text. */
  click(name: string): Promise<void>;
  /** Waits for a heading. */
  heading(text: string): Promise<void>;
  /** Opens a page in a browser without cookies. */
  openOther(): Promise<Page>;
  /** Checks a page: accessibility, scripts, and nothing wider than the window or 320 pixels. */
  look(what: string, expected?: Expected): Promise<void>;
}

/** What a page is checked for beside the rules of all pages. */
export interface Expected {
  /** The page. Default: the visitor's first page. */
  of?: Page;
  /** Headings, fields, buttons, links and messages, see {@linkcode treeOf}. */
  tree?: readonly string[];
  /** `true` for a page with a script. Default: `false`. */
  hasScript?: boolean;
}

/** @param pictures begins the names of the files with pictures */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  pictures: string,
): Promise<Visitor> {
  const open = async (own: BrowserContextOptions) =>
    await browser.newContext({ ...options, ...own });
  const context = await open({ javaScriptEnabled: false });
  const page = await newPage(context);
  const copy = await copyPage(browser);
  const { colorScheme = "light" } = options;
  let count = 0;
  const picture = async (of: Page, what: string) => {
    if (!PICTURES) return;
    const name = `${pictures} ${what}`.replaceAll(/\W+/g, "_");
    await of.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  return {
    context,
    page,
    type: async (label, text) => await page.getByLabel(label, { exact: true }).fill(text),
    click: async (name) => await page.getByRole("button", { name }).click(),
    heading: async (name) => await page.getByRole("heading", { name }).waitFor(),
    openOther: async () => await newPage(await open({ javaScriptEnabled: false })),
    async look(what, { of = page, tree, hasScript = false } = {}) {
      await of.waitForLoadState();
      if (tree) assertEquals(await treeOf(of), tree, what);
      assertEquals(await of.locator("script").count(), hasScript ? 1 : 0, what);
      await picture(of, `${++count} ${what}`);
      const viewport = of.viewportSize()!;
      await copy.emulateMedia({ colorScheme });
      await copy.setViewportSize(viewport);
      await copy.setContent(await of.content());
      assertEquals(await violations(copy), [], what);
      for (const size of [viewport, NARROW]) {
        const { width } = size;
        await copy.setViewportSize(size);
        const needed = await copy.evaluate("document.documentElement.scrollWidth") as number;
        assert(needed <= width, `${what} is ${needed} pixels wide where ${width} are`);
      }
      await picture(copy, `${count} ${what} narrow`);
    },
  };
}

const copies = new WeakMap<Browser, Promise<Page>>();

/**
 * The page on which all visitors look at copies of theirs. The accessibility checks are a script,
 * which is loaded once there; a color that still changes would be measured in between.
 */
async function copyPage(browser: Browser): Promise<Page> {
  const open = async () => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    keepContext(context);
    return await newPage(context);
  };
  if (!copies.has(browser)) copies.set(browser, open());
  return await copies.get(browser)!;
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(scaledLimit(10_000));
  return page;
}

/** What a screen reader finds on a page, in its order: roles with names, without the text. */
export async function treeOf(page: Page): Promise<string[]> {
  const tree = await page.locator("main").ariaSnapshot();
  return [...tree.matchAll(/- ((?:heading|textbox|button|link) ".*"|alert|status)/g)]
    .map(([, node]) => node!);
}

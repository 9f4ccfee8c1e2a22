/**
 * The pages of all languages in Chromium, in both color schemes and on the narrowest screens.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { isRightToLeft } from "../../src/base/language.ts";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { TRANSLATIONS } from "../unit/languages/_texts.ts";
import { violations } from "./_axe.ts";
import { EMAIL, pagesIn } from "./_language_pages.ts";
import { NARROW, PICTURES } from "./_visitor.ts";

/** The pages that are checked in both color schemes. */
const MAIN = ["signin", "error", "password", "factors", "account", "address"];

/** Text that is cut off, or that leaves its box or the screen. */
const CLIPPED = `(() => {
  // The page's script shows what this browser can use.
  for (const hidden of document.querySelectorAll("form[hidden],button[hidden]")) {
    hidden.hidden = false;
  }
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("The page scrolls sideways");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!data.trim() || !parentElement.checkVisibility() || parentElement.tagName === "SCRIPT") {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = parentElement.closest("button,.button,.submit,li,.card,main,body");
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const isMark = parentElement.className === "last";
    for (const rect of range.getClientRects()) {
      const isInside = rect.left >= Math.max(0, left) - 1 &&
        rect.right <= Math.min(innerWidth, right) + 1 &&
        (isMark || rect.top >= top - 1 && rect.bottom <= bottom + 1);
      if (!isInside) found.push(data);
    }
  }
  for (const label of document.querySelectorAll("label,.last,h1,h2,strong,.facts")) {
    if (label.scrollWidth > label.clientWidth + 1 && label.clientWidth > 0) {
      found.push(label.textContent);
    }
  }
  return found;
})()`;

/** Words that continue on the next line without a hyphen, other than parts of addresses and keys. */
const BROKEN = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const { parentElement } = node;
    if (!parentElement.checkVisibility() || parentElement.closest("script,code")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{M}\\p{N}@.\u2011\u00ad-]{2,}/gu)) {
      // Addresses, of people and of machines.
      const around = [node.data[index - 1], node.data[index + word.length]];
      if (word.includes("@") || /^[\\da-f]{1,4}$/.test(word) && around.includes(":")) continue;
      // Where a line may end with a hyphen, another part of the word begins.
      let start = index;
      for (const part of word.split(/(?<=[-\u00ad])/u)) {
        // Chromium counts the hyphen at the end of a line as part of the next character.
        const isAfterHyphen = node.data[start - 1] === "\u00ad";
        range.setStart(node, start + (isAfterHyphen && part.length > 1));
        range.setEnd(node, start + part.length);
        start += part.length;
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (new Set(tops.map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
  }
  return found;
})()`;

/** Languages whose lines may end within a word. */
const UNSPACED = /^(ja|zh)/;

const WORDINGS = [{ language: "en" }, ...TRANSLATIONS];

/** `true` when each character of a text is to the right of the one before. */
async function runsFromLeft(page: Page, text: string): Promise<boolean> {
  return await page.evaluate(`(() => {
    const text = ${JSON.stringify(text)};
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const start = texts.currentNode.data.indexOf(text);
      if (start < 0 || !texts.currentNode.parentElement.checkVisibility()) continue;
      const lefts = [...text].map((_, index) => {
        const range = document.createRange();
        range.setStart(texts.currentNode, start + index);
        range.setEnd(texts.currentNode, start + index + 1);
        return range.getBoundingClientRect().left;
      });
      return lefts.every((left, index) => index === 0 || left > lefts[index - 1]);
    }
    throw new Error("The page does not show " + text);
  })()`);
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

browserTest("languages: no page scrolls sideways or cuts text off at 320 px", async (browser) => {
  const page = await browser.newPage({ viewport: NARROW });
  for (const [first, wording] of WORDINGS.entries()) {
    const pages = pagesIn(wording);
    for (const [number, name] of Object.keys(pages).entries()) {
      if (!isChosen(first + number, 8)) continue;
      await page.setContent(pages[name]!);
      const what = `${wording.language} ${name}`;
      assertEquals(await page.evaluate(CLIPPED), [], what);
      if (!UNSPACED.test(wording.language)) assertEquals(await page.evaluate(BROKEN), [], what);
      await picture(page, `narrow-${wording.language}-${name}`);
    }
  }
  // The check finds a word that is cut off.
  await page.setContent('<main><label style="display:block;width:20px">Unbreakable</label></main>');
  assert((await page.evaluate(CLIPPED) as string[]).length > 0);
  const word = (text: string) =>
    page.setContent(`<main style="overflow-wrap:anywhere;width:60px">${text}</main>`);
  await word("Unbreakable");
  assertEquals(await page.evaluate(BROKEN), ["Unbreakable"]);
  await word("Un&shy;break&shy;able");
  assertEquals(await page.evaluate(BROKEN), []);
  await page.close();
}, { choosesCases: true });

for (const [shift, colorScheme] of (["light", "dark"] as const).entries()) {
  browserTest(`languages: six pages are accessible in each (${colorScheme})`, async (browser) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1024, height: 768 } });
    for (const [first, wording] of WORDINGS.entries()) {
      const pages = pagesIn(wording);
      for (const [number, name] of MAIN.entries()) {
        if (!isChosen(first + number + 3 * shift, 6)) continue;
        const what = `${wording.language} ${name} ${colorScheme}`;
        await page.setContent(pages[name]!);
        assertEquals(await violations(page), [], what);
        const { lang, dir } = await page.evaluate(
          "({ lang: document.documentElement.lang, dir: document.documentElement.dir })",
        ) as { lang: string; dir: string };
        assertEquals(lang, wording.language);
        assertEquals(dir, isRightToLeft(wording.language) ? "rtl" : "");
        await picture(page, `${colorScheme}-${wording.language}-${name}`);
      }
    }
    await page.close();
  }, { choosesCases: true });
}

for (const wording of TRANSLATIONS.filter(({ language }) => isRightToLeft(language))) {
  const { language } = wording;
  browserTest(
    `languages: ${language} is mirrored, but not addresses and codes`,
    async (browser) => {
      const page = await browser.newPage({ viewport: NARROW });
      const pages = pagesIn(wording);
      const styleOf = async (selector: string) =>
        await page.locator(selector).first().evaluate((element) => {
          const { direction, textAlign } = getComputedStyle(element);
          return { direction, textAlign };
        });
      await page.setContent(pages.signin!);
      assertEquals((await styleOf("label")).direction, "rtl");
      assertEquals(await styleOf("input[type=email]"), { direction: "ltr", textAlign: "end" });
      const [mark, text] = await Promise.all(
        [".mark", ".button span:not(.mark)"].map((one) => page.locator(one).first().boundingBox()),
      );
      assert(mark!.x > text!.x, "the mark of a provider is where lines begin");
      await page.setContent(pages.factor!);
      assertEquals(await styleOf("#input-answer"), { direction: "ltr", textAlign: "center" });
      await page.setContent(pages["factor-confirm"]!);
      assertEquals((await styleOf(".secret code")).direction, "ltr");
      await page.setContent(pages["factors-codes"]!);
      assertEquals((await styleOf(".codes code")).direction, "ltr");

      // Digits before a sign would change places with what follows it.
      const [email, ip] = ["123@app.example", "2001:db8::1"];
      const account = pages.account!.replaceAll(EMAIL, email).replaceAll("203.0.113.7", ip);
      await page.setContent(account);
      assert(await runsFromLeft(page, email), email);
      assert(await runsFromLeft(page, ip), ip);
      // The check finds an address that changes places.
      await page.setContent(`<p dir="rtl">${email}</p>`);
      assertEquals(await runsFromLeft(page, email), false);
      await page.setContent(pages.password!.replaceAll(EMAIL, email));
      assert(await runsFromLeft(page, email), email);
      await page.setContent(pages.factors!.replaceAll("Pixel 9", ip));
      assert(await runsFromLeft(page, ip), ip);
      await page.close();
    },
  );
}

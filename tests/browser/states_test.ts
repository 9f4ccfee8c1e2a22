/**
 * Every state of the built-in pages in Chromium: light, dark, on a phone, at 200 %, and in languages
 * that are long, that run from the right, and that have no spaces. `deno task test` opens every
 * fourth state in one of these variants, `deno task test:all` each in all of them.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { BrowserContextOptions, Page } from "playwright-core";
import { isRightToLeft } from "../../src/base/language.ts";
import { ar } from "../../src/languages/ar.ts";
import { de } from "../../src/languages/de.ts";
import { ja } from "../../src/languages/ja.ts";
import type { Translation } from "../../src/types/texts.ts";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { violations } from "./_axe.ts";
import { CUT_OFF } from "./_cut_off.ts";
import { openStatePage } from "./_open_state.ts";
import { type State, statesIn } from "./_states.ts";
import { NARROW } from "./_visitor.ts";

/** A window of a browser, and the language that it prefers. */
interface Variant {
  name: string;
  translation?: Translation;
  options: BrowserContextOptions;
}

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

const VARIANTS: readonly Variant[] = [
  { name: "light on a desktop", options: { colorScheme: "light", viewport: DESKTOP } },
  { name: "dark on a phone", options: { colorScheme: "dark", viewport: PHONE } },
  {
    name: "enlarged to 200 %",
    // What a window of 1280 × 800 pixels has left.
    options: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  },
  {
    name: "Arabic, light on a phone",
    translation: ar,
    options: { colorScheme: "light", viewport: PHONE },
  },
  {
    name: "Japanese, dark on a desktop",
    translation: ja,
    options: { colorScheme: "dark", viewport: DESKTOP },
  },
  {
    name: "German, dark on a phone",
    translation: de,
    options: { colorScheme: "dark", viewport: PHONE },
  },
];

/** Pages on which the first field is not what the person came for. */
const WITHOUT_FOCUS =
  /^(step-up\/link$|account\/(?!invalid-name)|custom\/|factors\/(one|recovery|required|locked-out)$|theme-.*\/account$|address\/contested$)/;

/** What the page tells about its language, and where the cursor is. */
interface Facts {
  lang: string;
  dir: string;
  headings: number;
  /** Labels of visible fields that can be typed into. */
  fields: string[];
  /** Labels of those that are marked as wrong. */
  invalid: string[];
  /** Label of the field with the cursor; empty when it is in none. */
  focused: string;
}

async function factsOf(page: Page): Promise<Facts> {
  return await page.evaluate(`(() => {
    const nameOf = ({ labels, name }) => labels?.[0]?.innerText ?? name ?? "";
    const fields = [...document.querySelectorAll("main input")].filter((field) =>
      field.checkVisibility() && !/hidden|checkbox/.test(field.type) && !field.readOnly
    );
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      headings: document.querySelectorAll("h1").length,
      fields: fields.map(nameOf),
      invalid: fields.filter((field) => field.ariaInvalid === "true").map(nameOf),
      focused: document.activeElement === document.body ? "" : nameOf(document.activeElement),
    };
  })()`);
}

function assertFocus(state: State, { fields, invalid, focused }: Facts): void {
  if (invalid.length > 0) {
    return assert(invalid.includes(focused), `the cursor is in "${focused}", not in ${invalid}`);
  }
  if (fields.length === 0) return assertEquals(focused, "", "focus without a field");
  if (WITHOUT_FOCUS.test(state.name)) return;
  assertEquals(focused, fields[0], "the cursor is not in the first field");
}

/** The states in English, which three variants open. */
let english: ReturnType<typeof statesIn> | undefined;

for (const [number, { name, translation, options }] of VARIANTS.entries()) {
  browserTest(
    `states: accessible, whole and with the cursor in place: ${name}`,
    async (browser) => {
      const states = await (translation ? statesIn({ translation }) : english ??= statesIn());
      // Each variant begins with another state, so that of eight states one is opened.
      const first = 8 * number + number % 8;
      const chosen = states.filter((_, index) => isChosen(index + first, 8 * VARIANTS.length));
      const { page, open, problems } = await openStatePage(browser, options);
      const { language = "en" } = translation ?? {};
      const found: string[] = [];
      for (const state of chosen) {
        await page.setViewportSize(options.viewport!);
        await open(state);
        // Browsers place the cursor when they draw the page.
        await page.evaluate(
          "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
        const facts = await factsOf(page);
        const note = (check: () => void) => {
          try {
            check();
          } catch (error) {
            found.push(`${state.name}: ${(error as Error).message}`);
          }
        };
        note(() => assertFocus(state, facts));
        note(() => assertEquals(facts.headings, 1));
        note(() => assertEquals(facts.lang, language));
        note(() => assertEquals(facts.dir, isRightToLeft(language) ? "rtl" : ""));
        const broken = [...problems, ...await violations(page)];
        for (const size of [options.viewport!, NARROW]) {
          await page.setViewportSize(size);
          broken.push(...await page.evaluate(CUT_OFF) as string[]);
        }
        found.push(...broken.map((what) => `${state.name}: ${what}`));
      }
      assertEquals(found, []);
    },
    { choosesCases: true },
  );
}

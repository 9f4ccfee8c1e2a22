/**
 * Writes a picture of every state of the built-in pages into a folder, and sheets with many of them
 * for a look at the whole. Needs Chromium.
 *
 *     deno run -A tests/tools/states.ts [folder] [--look=phone] [--only=account/]
 *
 * @module
 */

import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { ar } from "../../src/languages/ar.ts";
import { de } from "../../src/languages/de.ts";
import { ja } from "../../src/languages/ja.ts";
import type { Translation } from "../../src/types/texts.ts";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import { openStatePage } from "../browser/_open_state.ts";
import { statesIn } from "../browser/_states.ts";

/** How the states are pictured: their window, and how many stand in a row of a sheet. */
interface Look {
  options: BrowserContextOptions;
  translation?: Translation;
  columns: number;
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

const LOOKS: Readonly<Record<string, Look>> = {
  desktop: { options: { colorScheme: "light", viewport: DESKTOP }, columns: 4 },
  phone: { options: { colorScheme: "light", viewport: PHONE }, columns: 8 },
  dark: { options: { colorScheme: "dark", viewport: PHONE }, columns: 8 },
  // What a window of 1280 × 800 pixels has left at 200 %.
  large: { options: { colorScheme: "light", viewport: { width: 640, height: 400 } }, columns: 5 },
  arabic: { options: { colorScheme: "light", viewport: PHONE }, translation: ar, columns: 8 },
  german: { options: { colorScheme: "dark", viewport: PHONE }, translation: de, columns: 8 },
  japanese: { options: { colorScheme: "dark", viewport: DESKTOP }, translation: ja, columns: 4 },
};

/** Width of a sheet, and rows on it. */
const SHEET = { width: 1760, rows: 3 };

/** A picture of a state. */
interface Picture {
  name: string;
  path: string;
}

async function shoot(browser: Browser, look: string, folder: string, only: string) {
  const { options, translation } = LOOKS[look]!;
  const states = (await statesIn({ translation })).filter(({ name }) => name.includes(only));
  const { page, open } = await openStatePage(browser, { locale: "en", ...options });
  const pictures: Picture[] = [];
  for (const state of states) {
    await open(state);
    const path = `${folder}/${look}-${state.name.replaceAll("/", "-")}.png`;
    await page.screenshot({ path, fullPage: true });
    pictures.push({ name: state.name, path });
  }
  await page.context().close();
  return pictures;
}

/** Joins pictures to sheets; a long page is cut, and stands whole in its own file. */
async function join(browser: Browser, look: string, folder: string, pictures: readonly Picture[]) {
  const { columns, options: { viewport } } = LOOKS[look]!;
  const width = Math.floor(SHEET.width / columns) - 12;
  const height = Math.round(width * viewport!.height / viewport!.width * 1.25);
  const page = await browser.newPage({ viewport: { width: SHEET.width, height: 600 } });
  const perSheet = columns * SHEET.rows;
  for (let first = 0; first < pictures.length; first += perSheet) {
    const cells = await Promise.all(
      pictures.slice(first, first + perSheet).map(async ({ name, path }) => {
        const data = (await Deno.readFile(path)).toBase64();
        return `<figure><figcaption>${name}</figcaption>` +
          `<div><img src="data:image/png;base64,${data}"></div></figure>`;
      }),
    );
    await page.setContent(
      `<style>body{margin:6px;display:flex;flex-wrap:wrap;gap:8px;font:11px sans-serif;` +
        `background:#bbb}figure{margin:0;width:${width}px}img{width:100%;display:block}` +
        `div{height:${height}px;overflow:hidden}</style>${cells.join("")}`,
    );
    const number = String(first / perSheet + 1).padStart(2, "0");
    await page.screenshot({ path: `${folder}/sheet-${look}-${number}.png`, fullPage: true });
  }
  await page.close();
}

if (import.meta.main) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_ENABLE);
  const valueOf = (name: string) =>
    Deno.args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const folder = Deno.args.find((arg) => !arg.startsWith("--")) ?? ".states";
  const looks = valueOf("look")?.split(",") ?? Object.keys(LOOKS);
  const unknown = looks.find((look) => !Object.hasOwn(LOOKS, look));
  if (unknown) {
    throw new Error(`There is no look "${unknown}"; use ${Object.keys(LOOKS).join(", ")}`);
  }
  await Deno.mkdir(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    for (const look of looks) {
      const pictures = await shoot(browser, look, folder, valueOf("only") ?? "");
      await join(browser, look, folder, pictures);
      console.log(`${look}: ${pictures.length} pictures in ${folder}`);
    }
  } finally {
    await browser.close();
  }
}

/**
 * Prints how often a person presses a key or a button for each way to sign in, as measured in
 * Chromium: here, on the pages of Auth.js, and in the example of Better Auth.
 *
 *     deno run -A tests/tools/presses.ts
 *
 * @module
 */

import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import { measurePresses } from "../browser/_presses.ts";

if (import.meta.main) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_ENABLE);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    console.log("| Way | Here | Auth.js | Better Auth |\n| --- | --: | --: | --: |");
    for (const { name, because, ours, authJs, betterAuth } of await measurePresses(browser)) {
      const way = because === undefined ? name : `${name}; ${because}`;
      console.log(`| ${way} | ${ours} | ${authJs ?? "–"} | ${betterAuth ?? "–"} |`);
    }
  } finally {
    await browser.close();
  }
}

/**
 * Chromium for browser tests: found once, started once per process. When it is missing,
 * the tests print why they are ignored, and fail in CI.
 *
 * @module
 */

import { type Browser, type BrowserContext, chromium, type Locator } from "playwright-core";
import { skipTest } from "./_skip.ts";
import { isChosen } from "./_stride.ts";
import { waitUntil } from "./_wait.ts";

/** The first one has no windows, which take more than half of the time of a test. */
const CANDIDATES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Features that Playwright turns off, as far as pages on this machine could meet them, since of two
 * switches with one name the last counts. The last is ours: with it, Chromium makes a new frame in
 * all of its processes for each page of a tab, which takes a fifth of the time of a short test, and
 * which no page sees.
 */
const DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "PreconnectToSearch",
  "RenderDocument",
];

/** Flags for containers, and for tests without background traffic. */
export const CHROMIUM_ARGS: string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Fewer processes, which take most of the time of a short test.
  "--in-process-gpu",
  "--no-zygote",
  "--renderer-process-limit=1",
  `--disable-features=${DISABLED_FEATURES.join()}`,
];

/** Path of the browser: `CHROMIUM_PATH`, or one of the usual places. */
export function findChromium(): string | undefined {
  const own = Deno.env.get("CHROMIUM_PATH");
  return [...own ? [own] : [], ...CANDIDATES].find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/** Instruction that is printed when there is no browser. */
export const HOW_TO_ENABLE =
  "Browser tests need Chromium: install it (apt-get install chromium-headless-shell, or chromium " +
  "where there is no such package) or set CHROMIUM_PATH";

const executablePath = findChromium();

/** The browser of all tests in this process. */
let running: Promise<Browser> | undefined;

Deno.test.afterAll(async () => {
  await (await running)?.close();
});

/** Contexts that stay open for later tests. */
const kept = new WeakSet<BrowserContext>();

/** Keeps a context of all tests of this process, which sees no app. */
export function keepContext(context: BrowserContext): void {
  kept.add(context);
}

/** Looks in which tests are repeated, as they stand at the end of a name: `in dark`, `(phone, German)`. */
const LOOKS = [["desktop, light", "desktop, dark", "phone, German"], ["light", "dark"]];

/**
 * Says whether a test runs. Tests that are repeated in another look only are a long matrix: `some`
 * has them in one look, as the rest of the name decides, so that all looks are seen.
 */
function isLookChosen(name: string): boolean {
  const whole = name.replace(/\)$/, "");
  for (const looks of LOOKS) {
    const number = looks.findIndex((look) => whole.endsWith(look));
    if (number < 0) continue;
    return isChosen(whole.length - looks[number]!.length + number, looks.length);
  }
  return isChosen(0, 1);
}

/**
 * Registers a test with a browser that has no contexts of other tests, so no
 * cookies and no storage. Without Chromium it is ignored with a printed reason, and fails in CI.
 *
 * @param options.choosesCases `true` for a test that calls `isChosen` itself, and always runs
 */
export function browserTest(
  name: string,
  fn: (browser: Browser) => Promise<void>,
  { choosesCases = false } = {},
): void {
  if (!choosesCases && !isLookChosen(name)) return;
  if (!executablePath) return skipTest(name, HOW_TO_ENABLE);
  Deno.test({
    name,
    // The browser's driver keeps its own pipes and timers open.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      running ??= chromium.launch({ executablePath, args: CHROMIUM_ARGS });
      const browser = await running;
      try {
        await fn(browser);
      } finally {
        for (const context of browser.contexts()) {
          if (!kept.has(context)) await context.close();
        }
      }
    },
  });
}

/**
 * Waits until a page shows so many elements, at least one. Right after a click, the browser may have begun
 * with the next page, and not have read it whole.
 */
export async function showsCount(locator: Locator, count: number): Promise<void> {
  await waitUntil(`there are ${count} of ${locator}`, async () => await locator.count() === count);
}

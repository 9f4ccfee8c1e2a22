/**
 * The device that a request came from, as its browser describes it.
 *
 * @module
 */

/** Characters kept of a `User-Agent`. */
const MAX_LENGTH = 256;

/** Returns the start of the `User-Agent` header; `null` without one. */
export function deviceOf({ headers }: Request): string | null {
  return headers.get("user-agent")?.slice(0, MAX_LENGTH) ?? null;
}

/** Name of a program, which the `User-Agent` of a browser is none of: that has a slash. */
const PROGRAM = /^[A-Za-z0-9](?:[\w .,'&+:-]{0,62}[A-Za-z0-9+])?$/;

/** Begins the `User-Agent` of an app that is no browser with its name, as `curl/8.5.0` does. */
const PRODUCT = /^([A-Za-z][\w.-]{0,31})\/\d/;

/** Names with which browsers begin, and parts of a system that many apps share. */
const SHARED: ReadonlySet<string> = new Set(["Dalvik", "Mozilla", "Opera"]);

/** Returns `true` for the name of a program without a browser, such as `Acme CLI`. */
export function isProgramName(text: string): boolean {
  return PROGRAM.test(text);
}

/** Parts of a device in words. */
export interface DeviceWords {
  /**
   * Name of the browser, such as `Firefox`, or that of an app without one, as it is: `Acme CLI`, or the
   * first product, such as `curl` (RFC 9110 §10.1.5); `null` for any other `User-Agent`.
   */
  browser: string | null;
  /** Name of the operating system, such as `Windows`; `null` when it is not a common one. */
  system: string | null;
}

/** Browsers with all their signs, those first that name others beside themselves. */
const BROWSERS: readonly (readonly [name: string, ...signs: RegExp[]])[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|OPiOS|OPT|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+ /, /\bSafari\//],
];

/** Operating systems, in the same order. */
const SYSTEMS: typeof BROWSERS = [
  ["iPadOS", /\biPad\b/],
  ["iOS", /\b(iPhone|iPod)\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(intosh| OS X)\b/],
  ["Linux", /\b(Linux|X11)\b/],
];

/**
 * Describes a device by its `User-Agent`, such as that of `sessions.list`, for people who look
 * for a session that is not theirs. A client can send any text, so it proves nothing.
 *
 * @example
 * ```ts
 * import { describeDevice } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
 * assertEquals(describeDevice(agent), { browser: "Firefox", system: "Linux" });
 * ```
 */
export function describeDevice(device: string | null): DeviceWords {
  if (device === null) return { browser: null, system: null };
  if (isProgramName(device)) return { browser: device, system: null };
  const find = (table: typeof BROWSERS) =>
    table.find(([, ...signs]) => signs.every((sign) => sign.test(device)))?.[0] ?? null;
  return { browser: find(BROWSERS) ?? productIn(device), system: find(SYSTEMS) };
}

function productIn(device: string): string | null {
  const name = PRODUCT.exec(device)?.[1];
  return name === undefined || SHARED.has(name) ? null : name;
}

/**
 * The gallery, started by its task, with the theme of a module that changes.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest } from "../_chromium.ts";
import { waitForText, watchChild } from "../_wait.ts";
import { isChosen } from "../_stride.ts";
import { violations } from "./_axe.ts";
import { freePort } from "./_demo.ts";

const BRAND = "#7c3aed";
const LOGO = `data:image/svg+xml,${
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="40" height="40"/></svg>`,
  )
}`;

/** Text of a module with a theme, whose color is in a module of its own. */
const THEME = `import { brandColor } from "./color.ts";
export const theme = {
  name: "Acme",
  brandColor,
  logo: ${JSON.stringify(LOGO)},
  links: { terms: "/terms", privacy: "/privacy" },
};
`;

/** Starts the task, with the theme of a module in a folder of its own. */
async function startGallery() {
  const folder = await Deno.makeTempDir({ prefix: "gallery-" });
  const write = (name: string, text: string) => Deno.writeTextFile(`${folder}/${name}`, text);
  const writeColor = (color: string) =>
    write("color.ts", `export const brandColor = ${JSON.stringify(color)};\n`);
  await write("theme.ts", THEME);
  await writeColor(BRAND);
  const { tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
  const [, ...args] = tasks.gallery.command.split(" ");
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args, `${folder}/theme.ts`, `--port=${freePort()}`],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const watched = watchChild(child, child.stdout);
  const [, origin] = await waitForText(/Gallery (http:\S+)\/\n/, watched);
  return {
    origin: origin!,
    write,
    writeColor,
    async [Symbol.asyncDispose]() {
      await watched.stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** The gallery of the tests that change no theme. */
let shared: ReturnType<typeof startGallery> | undefined;
const sharedGallery = () => shared ??= startGallery();

Deno.test.afterAll(async () => void await (await shared)?.[Symbol.asyncDispose]());

/** The entries that the index lists: their path, by the label. */
async function entriesOf(page: Page): Promise<string[]> {
  const links = await page.locator("nav a").evaluateAll((links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("show")!)
  );
  return links.filter((show) => show !== "all");
}

/** The color of the main button in the frame. */
async function buttonColor(page: Page): Promise<string> {
  return await page.frameLocator("iframe").locator(".submit").first()
    .evaluate((button) => getComputedStyle(button).backgroundColor);
}

for (const [shift, colorScheme] of (["light", "dark"] as const).entries()) {
  browserTest(
    `gallery: every entry loads in the theme, and from its own origin (${colorScheme})`,
    async (browser) => {
      const gallery = await sharedGallery();
      const { origin } = gallery;
      const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } });
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (!/^data:/.test(request.url()) && !request.url().startsWith(origin)) {
          foreign.push(request.url());
        }
      });
      await page.goto(origin);
      assertEquals(await violations(page), [], "the index");
      const entries = await entriesOf(page);
      assert(entries.length > 80, `${entries.length} entries`);
      const statuses: Record<string, number> = {};
      const seen = entries.filter((_, index) => isChosen(index + shift, 16));
      for (const path of seen) {
        const answer = await page.goto(`${origin}/${path}?language=en`);
        const status = answer!.status();
        if (status !== 200) statuses[path] = status;
        assertEquals(await violations(page), [], path);
        const isPage = path.startsWith("pages/");
        // The pages show the logo, whose URL no email can load: there it is the name.
        const head = isPage
          ? page.getByRole("img", { name: "Acme" })
          : page.locator(".card").getByText("Acme", { exact: true });
        assert(await head.first().isVisible(), `${path} shows the app`);
        // The question of an app with links has those of the app too.
        const terms = path === "pages/oauth-links" ? 2 : 1;
        assertEquals(await page.getByRole("link", { name: "Terms" }).count(), terms, path);
        const width = await page.evaluate("document.documentElement.scrollWidth") as number;
        assert(width <= 390, `${path} is ${width} pixels wide`);
      }
      const expected = Object.entries({
        "pages/error": 429,
        "pages/error-bad-request": 400,
        "pages/error-wrong-browser": 400,
        "pages/error-access-denied": 403,
        "pages/error-no-proof": 403,
        "pages/error-connection": 403,
        "pages/error-no-connection": 403,
        "pages/error-not-admitted": 403,
        "pages/error-other-domain": 403,
        "pages/error-link": 403,
        "pages/error-passkey": 403,
        "pages/error-not-found": 404,
        "pages/error-account-limit": 429,
        "pages/error-email-limit": 429,
        "pages/error-network-limit": 429,
        "pages/error-configuration": 500,
      }).filter(([path]) => seen.includes(path));
      assertEquals(statuses, Object.fromEntries(expected));
      assertEquals(foreign, []);
      await page.close();
    },
    { choosesCases: true },
  );
}

browserTest(
  "gallery: shows every button, a language, a scheme and a width, and sees a changed file",
  async (browser) => {
    await using gallery = await startGallery();
    const { origin } = gallery;
    // Frames follow the switch of the gallery where nothing emulates a device.
    const page = await browser.newPage({
      colorScheme: null,
      viewport: { width: 1280, height: 900 },
    });
    await page.goto(`${origin}/?show=pages/signin-first`);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("heading", { name: "Sign in" }).waitFor();
    assertEquals(await buttonColor(page), "rgb(124, 58, 237)");
    assertEquals(await page.getByRole("alert").count(), 0);

    const schemeOf = () =>
      frame.locator("html").evaluate(() => matchMedia("(prefers-color-scheme:dark)").matches);
    assertEquals(await schemeOf(), false);
    await page.getByLabel("Colors").selectOption("dark");
    await page.getByLabel("Width").selectOption("phone");
    await page.getByLabel("Language").selectOption("de");
    await page.getByRole("button", { name: "Show" }).click();
    await frame.getByRole("heading", { name: "Anmelden" }).waitFor();
    assertEquals(await schemeOf(), true);
    assertEquals((await page.locator("iframe").boundingBox())!.width, 390);
    // An email follows too.
    await page.getByRole("link", { name: "notices.passwords.changed" }).click();
    await frame.getByText("Ihr Passwort wurde geändert").waitFor();
    assertEquals(await schemeOf(), true);

    // The module of the theme stays as it is; what it imports changes.
    await page.goto(`${origin}/?show=pages/signin-first`);
    await frame.getByRole("heading", { name: "Sign in" }).waitFor();
    await gallery.writeColor("#0b5cff");
    await page.waitForFunction(() => {
      const document = globalThis.document.querySelector("iframe")?.contentDocument;
      const button = document?.querySelector(".submit");
      return button && getComputedStyle(button).backgroundColor === "rgb(11, 92, 255)";
    });
    // A text that cannot be read, in the words of the log.
    await gallery.write(
      "theme.ts",
      `export const theme = { brandColor: "#ffff00", buttonText: "#fff" };\n`,
    );
    const alert = page.getByRole("alert");
    await alert.waitFor();
    assertStringIncludes(
      await alert.innerText(),
      "Cannot use `theme.buttonText`: its contrast with",
    );
    await gallery.write("theme.ts", "export const other = 1;\n");
    await page.getByText("exports no `theme`, and makes no config").waitFor();
    await page.close();
  },
);

browserTest("gallery: its page of all providers has every button", async (browser) => {
  const gallery = await sharedGallery();
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await page.goto(`${gallery.origin}/pages/providers`);
  await page.locator("summary").click();
  const buttons = await page.locator(".provider button").count();
  assert(buttons >= 90, `${buttons} buttons`);
  assert(await page.locator(".mark svg").count() > 60);
  await page.close();
});

browserTest("gallery: shows all entries on one page", async (browser) => {
  const gallery = await sharedGallery();
  const page = await browser.newPage();
  // The entries are loaded by the test of each of them.
  await page.route(/\/(?:pages|emails)\//, (route) => route.fulfill({ body: "" }));
  await page.goto(`${gallery.origin}/?show=all`);
  assertEquals(await page.locator("iframe").count(), (await entriesOf(page)).length);
  await page.close();
});

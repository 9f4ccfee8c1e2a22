import { assert, assertEquals } from "@std/assert";
import { browserTest } from "../_chromium.ts";
import { waitForText, watchChild } from "../_wait.ts";
import { violations } from "./_axe.ts";
import { freePort } from "./_demo.ts";

/** Starts the example as its task does. */
async function startGallery() {
  const { tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
  const child = new Deno.Command(Deno.execPath(), {
    args: [...tasks.gallery.command.split(" ").slice(1), `--port=${freePort()}`],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const watched = watchChild(child, child.stdout);
  const [, url] = await waitForText(/^.*?(http:\S+).*\n/, watched);
  return { url: url!, [Symbol.asyncDispose]: () => watched.stop() };
}

browserTest(
  "gallery: loads every button from its own origin, passes axe and fits a phone",
  async (browser) => {
    await using gallery = await startGallery();
    const { origin } = new URL(gallery.url);
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 900 } });
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(origin)) foreign.push(request.url());
      });
      await page.goto(gallery.url);
      await page.locator("summary").click();
      const buttons = await page.getByRole("button").count();
      assert(buttons >= 90, `${buttons} buttons`);
      assertEquals(await page.locator(".mark svg").count() > 55, true);
      assertEquals(await violations(page), [], colorScheme);
      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assertEquals(overflow, 0, "it fits a small phone");
      assertEquals(foreign, []);
      await page.close();
    }
  },
);

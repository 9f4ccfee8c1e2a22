/**
 * A session of the test kit in a browser that Playwright drives.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { browserTest } from "../_chromium.ts";

for (const strategy of ["jwt", "database"] as const) {
  browserTest(
    `signInAs(): Chromium opens a page with the session (${strategy})`,
    async (browser) => {
      const auth = defineAuth({
        providers: [],
        adapter: MemoryAdapter(),
        session: { strategy },
        secret: "a-secret-of-at-least-32-characters",
      });
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        async (request) => {
          if (new URL(request.url).pathname.startsWith("/auth/")) {
            return await auth.handler(request);
          }
          return new Response(
            `Hello ${(await auth.getSession(request))?.user?.name ?? "stranger"}`,
          );
        },
      );
      const origin = `http://127.0.0.1:${server.addr.port}`;
      const user = { name: "Ada", email: "ada@app.example" };
      const { storageState } = await signInAs(auth, user, { origin });
      const textOf = async (options: { storageState?: typeof storageState }) => {
        const context = await browser.newContext(options);
        const page = await context.newPage();
        await page.goto(origin);
        const text = await page.locator("body").innerText();
        await page.goto(`${origin}/auth/signout`);
        if (options.storageState) await page.getByRole("button", { name: "Sign out" }).click();
        else await page.getByRole("heading", { name: "You are signed out" }).waitFor();
        await page.goto(origin);
        const after = await page.locator("body").innerText();
        await context.close();
        return [text, after];
      };
      assertEquals(await textOf({ storageState }), ["Hello Ada", "Hello stranger"]);
      assertEquals(await textOf({}), ["Hello stranger", "Hello stranger"]);
    },
  );
}

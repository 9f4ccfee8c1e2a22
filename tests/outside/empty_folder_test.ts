/**
 * The first process of an app in an empty folder, without a cache or a lock file,
 * and with the configuration of an app that uses the published files. Deno then
 * resolves the versions of packages anew, which a lock file or a cache of an
 * earlier run would hide.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { createBrowser } from "@x/auth/testing";
import { isChosen } from "../_stride.ts";
import { startInEmptyFolder } from "./_empty_folder.ts";

/** Lines at the start of the app's file, by name of the app. */
const HEADS: Record<string, string> = {
  "an app": "",
  "an app that renders with Preact":
    'import { h } from "preact";\nexport const greeting = h("p", {}, "Hello");',
  "an app that shows the session with Preact": 'export * from "@x/auth/client/preact";',
};

const APP = `
import { DenoAuth } from "@x/auth/deno";
import Credentials from "@x/auth/providers/credentials";

const { handler, auth } = DenoAuth({
  secret: "a-secret-of-more-than-thirty-two-characters",
  providers: [
    Credentials({
      credentials: { password: { label: "Password", type: "password" } },
      authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
    }),
  ],
});

const serve = handler(async (request) => Response.json((await auth(request))?.user?.name ?? null));
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) }, serve);
`;

for (const [row, [what, head]] of Object.entries(HEADS).entries()) {
  for (const [column, settings] of [{}, { lock: false }].entries()) {
    if (!isChosen(row + column, 2)) continue;
    const name = `${what} in an empty folder with ${JSON.stringify(settings)}`;
    Deno.test(`${name}: session, pages and a sign-in work in its first process`, async () => {
      await using app = await startInEmptyFolder({ "main.ts": `${head}\n${APP}` }, settings);
      const { origin } = app;
      const browser = createBrowser(origin, {
        [origin]: (request) => fetch(request, { redirect: "manual" }),
      });
      const get = async (path: string) => {
        const response = await browser.fetch(path);
        return { status: response.status, text: await response.text() };
      };
      assertEquals(await get("/auth/session"), { status: 200, text: "null" });
      const signin = await get("/auth/signin");
      assertEquals(signin.status, 200);
      assertStringIncludes(signin.text, `action="${origin}/auth/callback/credentials"`);
      const error = await get("/auth/error?error=AccessDenied");
      assertEquals(error.status, 403);
      assertStringIncludes(error.text, "<h1>");
      const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(signin.text)![1]!;
      const landing = await browser.visit("/auth/callback/credentials", {
        method: "POST",
        body: new URLSearchParams({ csrfToken, password: "right" }),
      });
      await landing.response.body?.cancel();
      assertEquals(await get("/"), { status: 200, text: '"Ada"' });
      const signout = await get("/auth/signout");
      assertEquals(signout.status, 200);
      assertEquals(await app.stop(), "");
    });
  }
}

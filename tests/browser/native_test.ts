/**
 * The sign-in of an app in a real browser: the question, and the way back to the app on this
 * computer, which the policy of the page must let pass.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { fill, textsIn } from "../../src/base/language.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { createNativeClient } from "../../src/client/native.ts";
import { authenticate } from "../../src/frameworks/server.ts";
import { de as german } from "../../src/languages/de.ts";
import { browserTest } from "../_chromium.ts";
import { startMailApp } from "./_app.ts";
import { VARIANTS, visit } from "./_visitor.ts";
import { nativeEnglish } from "../../pages/native/english.ts";

const ADA = "ada@example.com";

for (const [name, language, options] of VARIANTS) {
  const words = textsIn(nativeEnglish, {
    language,
    texts: language === "de" ? german.texts : undefined,
  }, ({ native }) => native);
  browserTest(
    `native: a program signs in in the browser, and is ended there (${name})`,
    async (browser) => {
      await using app = await startMailApp((mail) => ({
        providers: [mail],
        languages: [german],
        account: AccountPage(),
        native: NativeClients({ redirectUris: ["http://127.0.0.1/callback"] }),
        theme: { name: "App" },
        notifyNewDevice: false,
        limits: false,
      }));
      const { page, look } = await visit(browser, options, `native ${name}`);
      const arrived = Promise.withResolvers<string>();
      await using loopback = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        (request) => {
          if (new URL(request.url).pathname === "/callback") arrived.resolve(request.url);
          return new Response("You can close this window.");
        },
      );
      let kept: string | null = null;
      const client = createNativeClient({
        url: `${app.origin}/auth`,
        client: "Acme CLI",
        storage: { get: () => kept, set: (text) => void (kept = text) },
      });
      await client.signIn({
        redirectUri: `http://127.0.0.1:${loopback.addr.port}/callback`,
        receive: () => arrived.promise,
        async open(url) {
          await page.goto(url);
          await page.locator("input[type=email]").fill(ADA);
          await page.locator("button.submit").first().click();
          await page.waitForURL(/verify-request/);
          await page.goto(app.smtp.mails.at(-1)!.link);
          const title = fill(words.heading, { client: "Acme CLI" });
          await page.getByRole("heading", { level: 1, name: title }).waitFor();
          await look("asked");
          await page.getByRole("button", { name: words.submit, exact: true }).click();
          await page.getByText("You can close this window.").waitFor();
        },
      });
      assertEquals((await client.session())?.user?.email, ADA);
      const token = JSON.parse(kept!);
      const access = JSON.stringify(token).match(/xa1_[^"]+/)![0];
      const request = () =>
        new Request(app.origin, { headers: { authorization: `Bearer ${access}` } });
      const who = await authenticate(request(), app.config, { accept: ["bearer"] });
      assert(who.ok);
      assertEquals(who.client, "Acme CLI");

      await page.goto(`${app.origin}/auth/account`);
      const device = page.locator("li", { hasText: "Acme CLI" });
      await look("account");
      await device.getByRole("button").first().click();
      await page.waitForURL(/done=/);
      const ended = await authenticate(request(), app.config, { accept: ["bearer"] });
      assert(!ended.ok);
      assertEquals(ended.reason, "revoked");
      assertEquals(await client.session(), null);
    },
  );
}

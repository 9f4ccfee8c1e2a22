/**
 * The code of another device in a real browser: typed wrong, typed right, and allowed.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { fill, textsIn } from "../../src/base/language.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { de as german } from "../../src/languages/de.ts";
import { browserTest } from "../_chromium.ts";
import { startMailApp } from "./_app.ts";
import { VARIANTS, visit } from "./_visitor.ts";
import { deviceEnglish } from "../../pages/oauth_server/device_english.ts";
import { oauthServerEnglish } from "../../pages/oauth_server/english.ts";

for (const [name, language, options] of VARIANTS) {
  const wording = { language, texts: language === "de" ? german.texts : undefined };
  const words = textsIn(deviceEnglish, wording, ({ device }) => device);
  const { ask } = textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer);
  browserTest(
    `device: a television gets access by a code that its owner types (${name})`,
    async (browser) => {
      await using app = await startMailApp((mail) => ({
        providers: [mail],
        languages: [german],
        theme: { name: "App" },
        notifyNewDevice: false,
        limits: false,
      }));
      const issuer = app.origin;
      app.config.oauthServer = OAuthServer({
        issuer,
        resources: { [`${issuer}/mcp`]: { name: "Projects", scopes: ["read"] } },
        clients: { tv: { name: "Television", grants: ["device"] } },
      });
      const { page, look } = await visit(browser, options, `device ${name}`);
      const post = async (path: string, fields: Record<string, string>) => {
        const body = new URLSearchParams({ client_id: "tv", ...fields });
        const response = await fetch(`${issuer}/auth/oauth/${path}`, { method: "POST", body });
        return await response.json();
      };
      const device = await post("device", { scope: "read" });
      const token = async () =>
        await post("token", {
          grant_type: "urn:ietf:params:oauth:grant-type:device_code",
          device_code: device.device_code,
        });

      await page.goto(device.verification_uri);
      await page.locator("input[type=email]").fill("ada@example.com");
      await page.locator("button.submit").first().click();
      await page.waitForURL(/verify-request/);
      await page.goto(app.smtp.mails.at(-1)!.link);
      await page.getByRole("heading", { level: 1, name: words.enter.heading }).waitFor();
      await look("enter");
      const field = page.getByLabel(words.enter.label);
      await field.fill("XXXX-XXXX");
      await page.keyboard.press("Enter");
      await page.getByText(words.enter.unknown).waitFor();
      await look("unknown");
      await field.fill(device.user_code.toLowerCase());
      await page.keyboard.press("Enter");
      const heading = fill(ask.heading, { client: "Television", site: "App" });
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await page.getByText(device.user_code).waitFor();
      await page.getByText("Read", { exact: true }).waitFor();
      await look("asked");
      assertEquals((await token()).error, "authorization_pending");

      // The first key that a person presses gives nothing away.
      await page.keyboard.press("Tab");
      assertEquals(await page.evaluate("document.activeElement.value"), "deny");
      await page.getByRole("button", { name: ask.allow, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: words.allowed.heading }).waitFor();
      await look("allowed");
      const { access_token } = await token();
      assert(access_token);
    },
  );
}

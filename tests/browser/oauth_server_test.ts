/**
 * Access of another app in a real browser: the question, the way back to a program on this computer,
 * which the policy of the page must let pass, and the end of the access.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { fill, textsIn } from "../../src/base/language.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { de as german } from "../../src/languages/de.ts";
import { browserTest } from "../_chromium.ts";
import { startMailApp } from "./_app.ts";
import { VARIANTS, visit } from "./_visitor.ts";
import { oauthServerEnglish } from "../../pages/oauth_server/english.ts";

const ADA = "ada@example.com";

for (const [name, language, options] of VARIANTS) {
  const words = textsIn(oauthServerEnglish, {
    language,
    texts: language === "de" ? german.texts : undefined,
  }, ({ oauthServer }) => oauthServer);
  browserTest(
    `oauth server: a program gets access in the browser, and loses it there (${name})`,
    async (browser) => {
      await using app = await startMailApp((mail) => ({
        providers: [mail],
        languages: [german],
        account: AccountPage(),
        theme: { name: "App" },
        notifyNewDevice: false,
        limits: false,
      }));
      const issuer = app.origin;
      app.config.oauthServer = OAuthServer({
        issuer,
        resources: { [`${issuer}/mcp`]: { name: "Projects", scopes: ["read"] } },
        clients: { cli: { name: "Acme CLI", redirectUris: ["http://127.0.0.1/callback"] } },
      });
      const { page, look } = await visit(browser, options, `oauth server ${name}`);
      const arrived: URL[] = [];
      const posted: URLSearchParams[] = [];
      await using loopback = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen() {} },
        async (request) => {
          const url = new URL(request.url);
          if (request.method === "POST") posted.push(new URLSearchParams(await request.text()));
          else if (url.pathname === "/callback") arrived.push(url);
          return new Response("You can close this window.");
        },
      );
      const redirectUri = `http://127.0.0.1:${loopback.addr.port}/callback`;
      const verifier = "v".repeat(43);
      const asked = new URLSearchParams({
        ...{ client_id: "cli", redirect_uri: redirectUri, response_type: "code", scope: "read" },
        ...{ state: "state-1", code_challenge_method: "S256" },
        code_challenge: await sha256Base64url(verifier),
      });
      const start = `${issuer}/auth/oauth/authorize?${asked}`;
      await page.goto(start);
      await page.locator("input[type=email]").fill(ADA);
      await page.locator("button.submit").first().click();
      await page.waitForURL(/verify-request/);
      await page.goto(app.smtp.mails.at(-1)!.link);
      const title = fill(words.ask.heading, { client: "Acme CLI", site: "App" });
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await look("asked");

      // The first key that a person presses gives nothing away.
      await page.keyboard.press("Tab");
      const focused = await page.evaluate("document.activeElement.value");
      assertEquals(focused, "deny");
      await page.keyboard.press("Enter");
      await page.getByText("You can close this window.").waitFor();
      assertEquals(arrived.at(-1)!.searchParams.get("error"), "access_denied");

      await page.goto(start);
      await page.getByRole("button", { name: words.ask.allow, exact: true }).click();
      await page.getByText("You can close this window.").waitFor();
      const { code, state, iss } = Object.fromEntries(arrived.at(-1)!.searchParams);
      assertEquals([state, iss], ["state-1", issuer]);
      const response = await fetch(`${issuer}/auth/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          ...{ grant_type: "authorization_code", client_id: "cli", redirect_uri: redirectUri },
          ...{ code: code!, code_verifier: verifier },
        }),
      });
      const tokens = await response.json();
      assertEquals(response.status, 200, JSON.stringify(tokens));

      // The answer is posted by a button where scripts are off, as here, and else by the page itself.
      const byForm = `${start}&response_mode=form_post`;
      await page.goto(byForm);
      await page.locator("form[data-answer] button").click();
      await page.getByText("You can close this window.").waitFor();
      assertEquals([...posted.at(-1)!.keys()].sort(), ["code", "iss", "state"]);
      const storageState = await page.context().storageState();
      const withScripts = await browser.newContext({ storageState });
      try {
        const other = await withScripts.newPage();
        await other.goto(byForm, { waitUntil: "commit" });
        await other.getByText("You can close this window.").waitFor();
      } finally {
        await withScripts.close();
      }
      assertEquals(posted.length, 2);
      assert(posted[0]!.get("code") !== posted[1]!.get("code"));

      await page.goto(`${issuer}/auth/account`);
      await page.getByRole("link", { name: words.apps.row.open }).click();
      await look("apps");
      const end = fill(words.apps.end.actOf, { client: "Acme CLI" });
      await page.getByRole("link", { name: end }).click();
      await look("end");
      await page.getByRole("button", { name: words.apps.end.submit }).click();
      await page.getByText(words.apps.ended).waitFor();
      const refreshed = await fetch(`${issuer}/auth/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          ...{ grant_type: "refresh_token", client_id: "cli" },
          refresh_token: tokens.refresh_token,
        }),
      });
      assertEquals((await refreshed.json()).error, "invalid_grant");
      assert(app.smtp.mails.length > 1, "the owner was not notified");
    },
  );
}

/**
 * From "our customer wants single sign-on" to "signed in", in Chromium: somebody without an account
 * opens an admin link, and a member of the company signs in. Pages and presses are counted.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { Auth, type AuthConfig } from "../../mod.ts";
import type { Idp } from "../../src/tools/testing/mod.ts";
import { browserTest } from "../_chromium.ts";
import { createWorld } from "../flows/_connections.ts";
import { createOrg, done, membership, signIn } from "../flows/_organizations.ts";
import { html } from "./_app.ts";
import { violations } from "./_axe.ts";

const IDP = "https://idp.acme.example";

/** The app on this machine, which leads browsers to the provider at a path of its own. */
function start(config: AuthConfig, { handler }: Pick<Idp, "handler">) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/idp/")) {
      return await handler(new Request(`${IDP}${pathname.slice("/idp".length)}${search}`));
    }
    if (!pathname.startsWith("/auth/")) return html("<h1>App</h1>");
    const answer = await Auth(request, config);
    const to = answer.headers.get("location");
    if (!to?.startsWith(`${IDP}/`)) return answer;
    const headers = new Headers(answer.headers);
    headers.set("location", to.replace(IDP, "/idp"));
    return new Response(null, { status: answer.status, headers });
  });
  return {
    origin: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A person whose presses of buttons and of Enter are counted, without what is typed. */
async function sitDown(browser: Browser) {
  const page = await (await browser.newContext()).newPage();
  const seen: string[] = [];
  let presses = 0;
  return {
    page,
    seen,
    get presses() {
      return presses;
    },
    /** Presses a button, and waits for what follows. */
    async press(name: string, next: string) {
      presses++;
      await page.getByRole("button", { name, exact: true }).click();
      await arrive(page, next);
      seen.push(next);
    },
    /** Presses Enter in the last field that was filled in. */
    async enter(fields: Readonly<Record<string, string>>, next: string) {
      for (const [label, text] of Object.entries(fields)) {
        await page.getByLabel(label, { exact: true }).fill(text);
      }
      presses++;
      await page.keyboard.press("Enter");
      await arrive(page, next);
      seen.push(next);
    },
    async open(url: string, next: string) {
      await page.goto(url);
      await arrive(page, next);
      seen.push(next);
    },
  };
}

async function arrive(page: Page, text: string) {
  await page.getByText(text, { exact: true }).first().waitFor();
}

browserTest(
  "connections: a customer's IT department sets single sign-on up by a link, with five presses",
  async (browser) => {
    const world = createWorld();
    const owner = await signIn(world.app, "boss@founders.example", world.open());
    await createOrg(world.app, owner, "acme");
    const idp = await world.startIdp(IDP);
    await using app = start(world.app.config, idp);
    const boss = await membership(world.app, owner, "acme");
    const { url } = done(await world.sso.createAdminLink(boss));

    const it = await sitDown(browser);
    const link = new URL(url);
    await it.open(`${app.origin}${link.pathname}${link.search}`, "Set up single sign-on for Acme");
    await it.press("Start setup", "Domains");
    await it.enter({ Domain: "acme.example" }, "Not confirmed");
    const [record] = done(await world.domains.list(boss)).domains;
    world.dns.set(record!.record.name, [record!.record.value]);
    await it.press("Check now: acme.example", "Confirmed");
    const { issuer, clientId, clientSecret } = idp;
    await it.enter(
      { Issuer: issuer, "Client ID": clientId, "Client secret": clientSecret },
      "The identity provider was connected. Test the connection next.",
    );
    idp.user = { sub: "1", name: "Ada", email: "ada@acme.example" };
    await it.press("Test sign-in", "The sign-in works");
    assertEquals(await violations(it.page), []);
    assertEquals([it.presses, it.seen.length], [5, 6]);

    const ada = await sitDown(browser);
    await ada.open(`${app.origin}/auth/signin?callbackUrl=/home`, "Sign in");
    await ada.enter({ Email: "ada@acme.example" }, "App");
    assertEquals(ada.presses, 1);
    assertEquals((await world.userOf("ada@acme.example"))?.email, "ada@acme.example");
  },
);

/**
 * What a new user is asked (`signUp.name`): each way to sign up under each value.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { createOrganization } from "../../src/capabilities/organizations/functions.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { signInAs, type TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  ADA,
  createPasswordApp,
  openLink,
  PASSWORD,
  type PasswordApp,
  save,
} from "./_passwords.ts";
import { createAccountApp } from "./_accounts.ts";
import { answer, ask } from "./_passkeys.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

type Name = "ask" | "optional" | "none";

function createApp(name: Name | undefined, strategy: Strategy = "jwt") {
  return createPasswordApp(
    {
      account: AccountPage(),
      ...name ? { signUp: { name } } : {},
      organizations: Organizations({
        access: defineAccess({ permissions: { page: ["read"] }, roles: { guest: {} } }),
      }),
    },
    {},
    strategy,
  );
}

async function nameOf(app: PasswordApp, browser = app.browser): Promise<unknown[]> {
  const user = await app.adapter.getUserByEmail(ADA);
  return [user?.name ?? null, (await browser.session())?.user?.name ?? null];
}

for (const strategy of STRATEGIES) {
  Deno.test(`signUp.name: the page for the first password asks (${strategy})`, async () => {
    for (const name of [undefined, "optional", "ask", "none"] as const) {
      const app = createApp(name, strategy);
      const { html } = await openLink(app, app.browser);
      assertEquals(html.includes('name="name"'), name !== "none", name);
      const label = name === "ask" ? "Your name<" : "Your name (optional)<";
      assertEquals(html.includes(label), name !== "none", name);
      const typed = { password: PASSWORD, name: "  Ada\tLovelace " };
      const { url } = await save(app.browser, html, typed);
      assertEquals(url.pathname, "/after", name);
      const expected = name === "none" ? null : "Ada Lovelace";
      assertEquals(await nameOf(app), [expected, expected], name);
      assertEquals(app.mails, [], "nobody is warned of what belongs to the sign-up");
    }
  });
}

Deno.test("signUp.name: an optional name can be left empty, and a needed one is checked by the server", async () => {
  const optional = createApp(undefined);
  const { html } = await openLink(optional, optional.browser);
  const { url } = await save(optional.browser, html, { password: PASSWORD, name: "  " });
  assertEquals([url.pathname, ...await nameOf(optional)], ["/after", null, null]);

  const needed = createApp("ask");
  const page = await openLink(needed, needed.browser);
  for (const name of ["", " ", "\u200b", "x".repeat(65), "x".repeat(100_000)]) {
    const refused = await save(needed.browser, page.html, { password: PASSWORD, name });
    assertEquals([refused.url.pathname, refused.url.searchParams.get("error")], [
      "/auth/password",
      "name",
    ]);
    assertStringIncludes(refused.html, "Enter your name with 1 to 64 visible characters.");
  }
  // A refused password keeps the name that was typed, and no password.
  const weak = await save(needed.browser, page.html, { password: "short-one", name: "Countess" });
  assertStringIncludes(weak.html, 'value="Countess"');
  assertEquals(weak.html.includes("short-one"), false);
  assertEquals(await nameOf(needed), [null, null]);
  // The name is as easy to guess as the address.
  const name = "Augusta Ada King of Lovelace";
  const guessed = await save(needed.browser, page.html, { password: name, name });
  assertEquals(guessed.url.searchParams.get("error"), "personal");
  await save(needed.browser, page.html, { password: PASSWORD, name: "Ada" });
  assertEquals(await nameOf(needed), ["Ada", "Ada"]);
});

Deno.test("signUp.name: a user with a name, or with a password, is not asked", async () => {
  const app = createApp("ask");
  await app.adapter.createUser({ id: "1", email: ADA, name: "Ada", emailVerified: new Date() });
  const { html } = await openLink(app, app.browser);
  assertEquals(html.includes('name="name"'), false);
  const { url } = await save(app.browser, html, { password: PASSWORD, name: "Eve" });
  assertEquals([url.pathname, ...await nameOf(app)], ["/after", "Ada", "Ada"]);

  const nameless = createApp("none");
  const first = await openLink(nameless, nameless.browser);
  await save(nameless.browser, first.html, { password: PASSWORD });
  const config = { ...nameless.config, signUp: { name: "ask" as const } };
  assert(resolveConfig(config).signUpName === "ask");
  const reset = createPasswordApp({ ...config, adapter: nameless.adapter });
  const again = await openLink({ ...reset, adapter: nameless.adapter }, reset.browser);
  assertEquals(again.html.includes('name="name"'), false);
});

/** The page that asks, which goes on to where the sign-up led. */
async function answerName(app: PasswordApp, browser: TestBrowser, page: URL, target: string) {
  assertEquals([page.pathname, page.searchParams.get("step")], ["/auth/account", "name"]);
  const { html } = { html: await (await browser.fetch(page.href)).text() };
  assertStringIncludes(html, "What’s your name?");
  const wrong = await save(browser, html, { name: " " });
  assertStringIncludes(wrong.html, "What’s your name?");
  const { url } = await save(browser, wrong.html, { name: "Ada" });
  assertEquals(url.pathname, target);
  assertEquals(await nameOf(app, browser), ["Ada", "Ada"]);
}

Deno.test("signUp.name: with ask, every other sign-up leads to the page that asks", async () => {
  // A link.
  const app = createApp("ask");
  await app.browser.start("mail", { fields: { email: ADA }, callbackUrl: "/after" });
  const linked = await app.browser.visit(app.links.at(-1)!);
  await linked.response.body?.cancel();
  await answerName(app, app.browser, linked.url, "/after");
  // The next sign-in asks nobody.
  const second = app.open();
  await second.start("mail", { fields: { email: ADA }, callbackUrl: "/after" });
  assertEquals((await second.visit(app.links.at(-1)!)).url.pathname, "/after");

  // A passkey.
  const keyed = createAccountApp("jwt", { signUp: { name: "ask" } });
  const fields = await answer(
    await ask(keyed.browser, { action: "register", email: ADA }),
    keyed.authenticator,
  );
  const body = new URLSearchParams({ ...fields, callbackUrl: "/after" });
  const made = await keyed.browser.visit("/auth/callback/passkey", { method: "POST", body });
  await made.response.body?.cancel();
  // The address is confirmed first.
  assertEquals(made.url.pathname, "/auth/address");
  const next = new URL(made.url.searchParams.get("callbackUrl")!);
  assertEquals([next.pathname, next.searchParams.get("step")], ["/auth/account", "name"]);
  const named = await save(
    keyed.browser,
    await (await keyed.browser.fetch(next.href)).text(),
    { name: "Ada" },
  );
  assertEquals(named.url.pathname, "/after");
  assertEquals((await keyed.browser.session())?.user?.name, "Ada");

  // An invitation.
  const invited = createApp("ask");
  const owner = { id: "owner", name: "Owner", email: "owner@example.com" };
  const origin = invited.origin;
  const { setCookies } = await signInAs(
    invited.config,
    { ...owner, emailVerified: new Date() },
    { origin, proof: { methods: ["pwd"] } },
  );
  invited.browser.cookies.store(new URL(origin), setCookies);
  await createOrganization(invited.config, "owner", { name: "Acme", slug: "acme" });
  const body2 = new URLSearchParams({
    csrfToken: await invited.browser.csrf(),
    step: "invite",
    email: ADA,
    role: "guest",
  });
  await invited.browser.fetch("/auth/organization/acme", { method: "POST", body: body2 });
  const link = /https?:\S+\/auth\/invitation\S+/.exec(invited.mails.at(-1)!.text)![0];
  const guest = invited.open();
  await guest.start("mail", { fields: { email: ADA }, callbackUrl: link });
  const arrived = await guest.visit(invited.links.at(-1)!);
  await arrived.response.body?.cancel();
  await answerName(invited, guest, arrived.url, new URL(link).pathname);
});

Deno.test("signUp: an object has a policy and a name, and nothing else", () => {
  const fault = (config: object) =>
    resolveConfig({ ...createApp("none").config, ...config } as AuthConfig).error?.message ?? "";
  for (
    const [config, message] of [
      [{ signUp: { polcy: "invited" } }, 'no member "polcy"'],
      [{ signUp: { policy: "closed" } }, 'not "open", "invited" or a function'],
      [{ signUp: { policy: null } }, 'not "open", "invited" or a function'],
      [{ signUp: null }, 'not "open", "invited" or a function'],
      [{ signUp: [] }, 'not "open", "invited" or a function'],
      [{ signUp: "" }, 'not "open", "invited" or a function'],
      [{ signUp: { name: "required" } }, 'not "ask", "optional" or "none"'],
      [{ signUp: { name: null } }, 'not "ask", "optional" or "none"'],
      [{ signUp: { name: "ask" }, account: undefined }, "add `account: AccountPage()`"],
    ] as const
  ) assertStringIncludes(fault(config), message);
  for (const signUp of [undefined, {}, { policy: undefined }, { name: "none" }, "invited"]) {
    assertEquals(fault({ signUp }), "");
  }
  const { signUp, signUpName, enabledPaths } = resolveConfig({
    ...createApp("none").config,
    signUp: { policy: "invited", name: "ask" },
  });
  assertEquals([signUp, signUpName, enabledPaths.has("signup")], ["invited", "ask", false]);
});

/**
 * The address of a sign-up is not lost: whichever way the account was created, it ends in "confirm
 * your address". Until the code proves it, the address counts for nothing.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";
import { type AccountApp, APP, createAccountApp } from "./_accounts.ts";
import { answer, ask } from "./_passkeys.ts";
import { STRATEGIES } from "./_strategies.ts";

const NEW = "new@example.com";
const CONFIRM = "/auth/address?callbackUrl=";

const idp = await createIdp({
  issuer: "https://unproven.example",
  user: { sub: "7", name: "New", email: NEW, email_verified: false },
});

interface Scene extends AccountApp {
  browser: TestBrowser;
}

function createScene(config: Partial<AuthConfig>): Scene {
  const app = createAccountApp("jwt", config);
  app.config.providers = [...app.config.providers, providerAt(idp, "unproven")];
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, app.config)
        : new Response("app"),
    [idp.issuer]: idp.handler,
  });
  return { ...app, browser };
}

async function signUpByPasskey({ browser, authenticator }: Scene): Promise<URL> {
  const asked = await ask(browser, { action: "register", email: NEW });
  const fields = await answer(asked, authenticator);
  const body = new URLSearchParams({ ...fields, callbackUrl: "/after" });
  const { response, url } = await browser.visit("/auth/callback/passkey", { method: "POST", body });
  await response.body?.cancel();
  return url;
}

async function signUpByProvider({ browser }: Scene): Promise<URL> {
  const { response, url } = await browser.signIn("unproven", { callbackUrl: "/after" });
  await response.body?.cancel();
  return url;
}

const WAYS = { "a passkey": signUpByPasskey, "a provider": signUpByProvider };

async function read(browser: TestBrowser, path: string): Promise<string> {
  return await (await browser.visit(path)).response.text();
}

async function post(browser: TestBrowser, step: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), step, ...fields });
  const { response, url } = await browser.visit("/auth/address", { method: "POST", body });
  return { html: await response.text(), url };
}

const codeIn = (text: string) => /^\d{4} \d{4}$/m.exec(text)![0];

for (const strategy of STRATEGIES) {
  for (const [way, signUp] of Object.entries(WAYS)) {
    const test = (title: string, run: (app: Scene) => Promise<void>) =>
      Deno.test(`address of a sign-up by ${way}: ${title} (${strategy})`, async () => {
        const app = createScene({ session: { strategy, revocation: {} } });
        await run(app);
        assertEquals(app.errors, []);
      });

    test("it is kept, and a code confirms it", async (app) => {
      const url = await signUp(app);
      assertEquals(url.pathname + url.search, `${CONFIRM}${encodeURIComponent(`${APP}/after`)}`);
      const [mail] = app.mails;
      assertEquals([app.mails.length, mail?.to], [1, NEW]);
      assertStringIncludes(await read(app.browser, url.href), NEW);
      assertEquals(
        (await app.browser.session())?.user?.email ?? "",
        "",
        "it is not the user's yet",
      );
      assertEquals(await app.adapter.getUserByEmail(NEW), null, "it finds nobody");
      const page = await read(app.browser, "/auth/account");
      assertMatch(page, /new@example\.com<\/bdi><span class="facts">Not confirmed</);
      assertStringIncludes(page, "Add a way to get back in");
      const done = await post(app.browser, "confirm", { code: codeIn(mail!.text) });
      assertEquals(done.url.searchParams.get("error"), null);
      const user = await app.adapter.getUserByEmail(NEW);
      assert(user?.emailVerified);
      assertEquals(await app.adapter.records!.list(user.id, "address.change"), []);
      assertEquals((await app.browser.session())?.user?.email, NEW);
      assert(!(await read(app.browser, "/auth/account")).includes("Send again"));
    });

    test("it is sent again after the code has ended, and goes with the user", async (app) => {
      await signUp(app);
      await post(app.browser, "cancel");
      assertMatch(await read(app.browser, "/auth/address"), /value="new@example\.com"/);
      const page = await read(app.browser, "/auth/account");
      assertStringIncludes(page, '<button class="small" type="submit">Send again</button>');
      const sent = await post(app.browser, "request", { email: NEW });
      assertStringIncludes(sent.html, NEW);
      assertEquals(app.mails.map(({ to }) => to), [NEW, NEW]);
      const [id] = [...new Set(app.entries.flatMap(({ userId }) => userId ?? []))];
      const records = app.adapter.records!;
      assertEquals((await records.list(id!, "address.change")).length, 2);
      await deleteUser(app.config, id!);
      assertEquals(await records.list(id!, "address.change"), []);
    });

    test("that of another user gets another email, and links nothing", async (app) => {
      const owner = await app.adapter.createUser({
        id: "owner",
        email: NEW,
        emailVerified: new Date(),
      });
      if (way === "a passkey") {
        // The address is free while the key is made, and taken when it is confirmed.
        await app.adapter.updateUser({ id: owner.id, email: "old@example.com" });
        await signUp(app);
        await app.adapter.updateUser({ id: owner.id, email: NEW });
        const done = await post(app.browser, "confirm", { code: codeIn(app.mails[0]!.text) });
        assertEquals(done.url.searchParams.get("error"), "taken");
      } else {
        await signUp(app);
        assertMatch(app.mails[0]!.subject, /^Your address is in use/);
      }
      assertEquals((await app.adapter.getUserByEmail(NEW))?.id, "owner");
      assertEquals(await app.adapter.listAccounts("owner"), []);
      assertEquals((await app.browser.session())?.user?.email ?? "", "");
    });
  }
}

Deno.test("address of a sign-up: of fifty visits at once, one gets the code, and it counts once", async () => {
  const app = createScene({});
  await signUpByPasskey(app);
  const pages = await Promise.all(
    Array.from({ length: 50 }, () => read(app.browser, "/auth/address")),
  );
  assert(pages.some((html) => html.includes('name="code"')));
  const code = codeIn(app.mails[0]!.text);
  const csrfToken = await app.browser.csrf();
  const answers = await Promise.all(Array.from({ length: 50 }, async () => {
    const body = new URLSearchParams({ csrfToken, step: "confirm", code });
    const { response, url } = await app.browser.visit("/auth/address", { method: "POST", body });
    await response.body?.cancel();
    return url.searchParams.get("done");
  }));
  assert(answers.includes("changed"));
  assertEquals(app.entries.filter(({ name }) => name === "address.changed").length, 1);
  assertEquals(app.mails.length, 1);
});

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { de } from "../../src/languages/de.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import {
  list as listPasskeys,
  remove as removePasskey,
} from "../../src/capabilities/passkeys/functions.ts";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { waitForText, watchChild } from "../_wait.ts";
import { violations } from "./_axe.ts";
import { freePort } from "./_demo.ts";
import { addAuthenticator, startPasskeyApp } from "./_passkey_app.ts";

const ADA = "ada@example.com";

/** Errors that the browser reports, and requests to other origins. */
function watch(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (400|403)/.test(message.text())) {
      problems.push(message.text());
    }
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(request.url());
  });
  return problems;
}

async function sessionEmail(page: Page, origin: string): Promise<string | undefined> {
  const response = await page.request.get(`${origin}/auth/session`);
  return (await response.json())?.user?.email;
}

async function signUp(page: Page, origin: string, email = ADA): Promise<void> {
  await page.goto(`${origin}/auth/signup?callbackUrl=/home`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await page.waitForURL(`${origin}/home`);
}

browserTest("passkeys: signs up, out, and in again through autofill", async (browser) => {
  await using app = startPasskeyApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = watch(page, app.origin);
  const authenticator = await addAuthenticator(context, page);
  await signUp(page, app.origin);
  assertEquals(await sessionEmail(page, app.origin), ADA);
  const [held] = await authenticator.credentials();
  assertEquals(held!.userName, ADA);
  const [stored] = await app.adapter.listAuthenticatorsByUserId(await app.idOf(ADA));
  assertEquals(stored!.credentialID, held!.credentialId);
  assertEquals(stored!.transports, "internal");

  await context.clearCookies();
  assertEquals(await sessionEmail(page, app.origin), undefined);
  // Without a click: the browser offers the passkey, and the user accepts.
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/home`);
  await page.waitForURL(`${app.origin}/home`);
  assertEquals(await sessionEmail(page, app.origin), ADA);
  assertEquals(problems, []);
  assertEquals(app.errors, []);
});

browserTest("passkeys: the button signs in a known address", async (browser) => {
  await using app = startPasskeyApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = watch(page, app.origin);
  const authenticator = await addAuthenticator(context, page);
  await signUp(page, app.origin);
  await context.clearCookies();
  await authenticator.setPresent(false);
  const offered = page.waitForResponse(/\/webauthn-options\//);
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/home`);
  await offered;
  await page.getByLabel("Email").fill(ADA);
  // The button has ended the autofill when it asks for options: no earlier can the authenticator
  // answer, or the autofill would sign in.
  await page.route(/\/webauthn-options\//, async (route) => {
    await authenticator.setPresent(true);
    await route.continue();
  });
  await page.getByLabel("Email").press("Enter");
  await page.waitForURL(`${app.origin}/home`);
  assertEquals(await sessionEmail(page, app.origin), ADA);
  assertEquals(problems, []);
});

browserTest(
  "passkeys: the button signs in without an address, with autofill or not",
  async (browser) => {
    for (const enableConditionalUI of [true, false]) {
      await using app = startPasskeyApp({ providers: [Passkey({ enableConditionalUI })] });
      const context = await browser.newContext();
      const page = await context.newPage();
      if (enableConditionalUI) {
        await page.addInitScript("delete PublicKeyCredential.isConditionalMediationAvailable");
      }
      const asked: string[] = [];
      page.on("request", (request) => void asked.push(request.url()));
      await addAuthenticator(context, page);
      // Registration needs an address.
      await page.goto(`${app.origin}/auth/signup?callbackUrl=/home`);
      await page.getByRole("button", { name: "Create passkey" }).click();
      assertEquals(asked.filter((url) => url.includes("action=register")), []);
      await signUp(page, app.origin);
      await context.clearCookies();
      await page.goto(`${app.origin}/auth/signin?callbackUrl=/home`);
      assertEquals(await violations(page), []);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.waitForURL(`${app.origin}/home`);
      assertEquals(await sessionEmail(page, app.origin), ADA);
      await context.close();
    }
  },
);

browserTest("passkeys: failures show a message, and another try works", async (browser) => {
  await using app = startPasskeyApp({
    providers: [Passkey({ enableConditionalUI: false })],
    languages: [de],
  });
  for (
    const [locale, submit, words, details] of [
      ["en", "Create passkey", /No passkey was used\. Try again/, /Check your details/],
      ["de", "Passkey erstellen", /Es wurde kein Passkey verwendet/, /Prüfen Sie Ihre Angaben/],
    ] as const
  ) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const authenticator = await addAuthenticator(context, page);
    await page.goto(`${app.origin}/auth/signup?callbackUrl=/home`);
    const field = page.getByLabel(locale === "de" ? "E‑Mail" : "Email");
    const alert = page.getByRole("alert");
    // An address for the browser, but not for the server.
    await field.fill(`${locale}%example.com@evil.example`);
    await page.getByRole("button", { name: submit }).click();
    await alert.filter({ hasText: details }).waitFor();
    await field.fill(`${locale}@example.com`);
    await authenticator.setVerified(false);
    await page.getByRole("button", { name: submit }).click();
    await alert.filter({ hasText: words }).waitFor();
    assertEquals(await violations(page), []);
    await authenticator.setVerified(true);
    await page.getByRole("button", { name: submit }).click();
    await page.waitForURL(`${app.origin}/home`);
    await context.close();
  }
});

browserTest("passkeys: a signed-in user is told so, and nothing else begins", async (browser) => {
  await using app = startPasskeyApp({
    providers: [Passkey({ enableConditionalUI: false })],
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await addAuthenticator(context, page);
  await signUp(page, app.origin);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).search));
  await page.goto(`${app.origin}/auth/signin`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").waitFor();
  assertEquals(await page.getByRole("alert").innerText(), "You are signed in already.");
  assertEquals(asked, ["", ""]);
});

browserTest(
  "passkeys: the page does not report a failure of the autofill that no user began",
  async (browser) => {
    await using app = startPasskeyApp();
    const context = await browser.newContext();
    const page = await context.newPage();
    const authenticator = await addAuthenticator(context, page);
    await signUp(page, app.origin);
    await context.clearCookies();
    await authenticator.setVerified(false);
    // Marks the end of the attempt that begins with the page.
    await page.addInitScript(`{
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) =>
      get(options).catch((error) => {
        // As a page that is slow to give the field the focus.
        document.activeElement.blur();
        document.querySelector("[type=email]").focus();
        setTimeout(() => document.body.dataset.failed = error.name);
        throw error;
      });
  }`);
    await page.goto(`${app.origin}/auth/signin`);
    await page.locator("[data-failed=NotAllowedError]").waitFor();
    assertEquals(await page.getByRole("alert").count(), 0);
    // From here on the person may have chosen a passkey. The next focus of the field offers them again.
    await page.getByRole("heading").click();
    await page.getByLabel("Email").click();
    await page.getByRole("alert").waitFor();
    assertMatch(await page.getByRole("alert").innerText(), /No passkey was used/);
  },
);

browserTest("passkeys: the form keeps its shape beside many providers", async (browser) => {
  const ids = ["gitlab", "discord", "slack", "zoom", "twitch", "spotify", "notion", "line"];
  await using app = startPasskeyApp({
    providers: [
      Passkey,
      ...["github", ...ids].map((id) => ({ ...GitHub({ clientId: "c", clientSecret: "s" }), id })),
    ],
  });
  for (const width of [390, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(`${app.origin}/auth/signin`);
    const boxOf = async (name: string) =>
      (await page.getByRole("button", { name }).first().boundingBox())!;
    const submit = await boxOf("Sign in with a passkey");
    const more = (await page.locator("summary").boundingBox())!;
    assertEquals([more.width, more.height], [submit.width, submit.height]);
    const provider = await boxOf("GitHub");
    assert(submit.y + submit.height < provider.y && provider.y + provider.height < more.y);
    await page.close();
  }
});

browserTest("passkeys: a copied passkey is refused with an instruction", async (browser) => {
  await using app = startPasskeyApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  const authenticator = await addAuthenticator(context, page);
  await signUp(page, app.origin);
  const [held] = await authenticator.credentials();
  await app.adapter.updateAuthenticatorCounter(held!.credentialId, 100);
  await context.clearCookies();
  await authenticator.rewind(held!.credentialId, 7);
  await page.goto(`${app.origin}/auth/signin`);
  await page.waitForURL(/error=WebAuthnVerificationError/);
  assertMatch(await page.locator("main").innerText(), /Your passkey was not accepted/);
  assertEquals(await violations(page), []);
  assertEquals(await sessionEmail(page, app.origin), undefined);
  assertMatch(app.errors[0]!.message, /counter/);
});

browserTest(
  "passkeys: a message is shown without JavaScript or without passkey support",
  async (browser) => {
    await using app = startPasskeyApp({
      providers: [Passkey, GitHub({ clientId: "c", clientSecret: "s" })],
    });
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto(`${app.origin}/auth/signin`);
    assertMatch(await page.locator("main").innerText(), /Passkeys need JavaScript/);
    assertEquals(await page.getByRole("button").count(), 1);
    const old = await browser.newContext();
    await old.addInitScript("delete window.PublicKeyCredential");
    const second = await old.newPage();
    await second.goto(`${app.origin}/auth/signin`);
    assertMatch(await second.locator("main").innerText(), /This browser can’t use passkeys here/);
    assertEquals(await second.getByRole("button").count(), 1);
    assertEquals(await violations(second), []);
  },
);

for (const [shift, colorScheme] of (["light", "dark"] as const).entries()) {
  browserTest(
    `passkeys: the sign-in page passes axe in ${colorScheme}`,
    async (browser) => {
      await using app = startPasskeyApp({
        providers: [
          GitHub({ clientId: "c", clientSecret: "s" }),
          Passkey,
          Credentials({
            credentials: { password: { label: "Password", type: "password" } },
            authorize: () => null,
          }),
        ],
      });
      for (const [column, width] of [320, 1280].entries()) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
        const problems = watch(page, app.origin);
        for (const [row, query] of ["", "?error=AccountNotLinked"].entries()) {
          // Of four, one runs: each width and each message once, in one of the color schemes.
          if (!isChosen(2 * ((column + row) % 2) + (column + shift) % 2, 4)) continue;
          await page.goto(`${app.origin}/auth/signin${query}`);
          await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
          assertEquals(await violations(page), []);
          assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
        }
        assertEquals(problems, []);
        await page.close();
      }
    },
    { choosesCases: true },
  );
}

browserTest(
  "passkeys: only the page with passkeys allows a script, and only its own",
  async (browser) => {
    await using app = startPasskeyApp();
    const page = await browser.newPage();
    const readPolicy = async (path: string) =>
      (await page.request.get(`${app.origin}/auth/${path}`)).headers()["content-security-policy"]!;
    const policy = await readPolicy("signin");
    assertMatch(policy, /; script-src 'sha256-[A-Za-z0-9+/]{43}='; connect-src 'self'$/);
    assert(!policy.includes("unsafe"));
    for (const path of ["signout", "error", "verify-request"]) {
      assert(!(await readPolicy(path)).includes("script-src"), path);
    }
    app.config.providers = [GitHub({ clientId: "c", clientSecret: "s" })];
    assert(!(await readPolicy("signin")).includes("script-src"));
    app.config.providers = [Passkey({ formFields: false, enableConditionalUI: false })];
    assert(!(await readPolicy("signin")).includes("script-src"));

    app.config.providers = [Passkey];
    await page.goto(`${app.origin}/auth/signin`);
    // The policy does not apply to code from the debugging protocol, but to elements.
    await page.evaluate(`
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);`);
    assertEquals(await page.evaluate("window.injected"), undefined);
  },
);

browserTest("client: signs up, adds and removes keys, keeps the last one", async (browser) => {
  await using app = startPasskeyApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems = watch(page, app.origin);
  const first = await addAuthenticator(context, page);
  const signIn = async (options: Record<string, unknown>) => {
    await page.goto(app.origin);
    await page.waitForFunction("window.client");
    return await page.evaluate(`client.signIn("passkey", ${JSON.stringify(options)})`) as {
      ok: boolean;
      error?: string;
      code?: string;
      url: string | null;
    };
  };

  const signedUp = await signIn({
    action: "register",
    email: ADA,
    redirect: false,
    redirectTo: "/in",
  });
  assertEquals(signedUp, { ok: true, status: 200, url: `${app.origin}/in` } as never);
  assertEquals(await sessionEmail(page, app.origin), ADA);
  const userId = await app.idOf(ADA);

  const again = await signIn({ action: "register", redirect: false });
  assertEquals([again.ok, again.error], [false, "PasskeyExists"]);
  const unasked = await signIn({ redirect: false });
  assertEquals([unasked.error, unasked.code], ["PasskeyRefused", "signed_in"]);

  await first.remove();
  const second = await addAuthenticator(context, page);
  assertEquals((await signIn({ action: "register", redirect: false })).ok, true);
  assertEquals((await app.adapter.listAuthenticatorsByUserId(userId)).length, 2);

  await context.clearCookies();
  assertEquals((await signIn({ action: "authenticate", redirect: false })).ok, true);
  assertEquals(await sessionEmail(page, app.origin), ADA);

  await page.goto(`${app.origin}/settings`);
  await page.getByRole("button", { name: "Remove" }).first().click();
  assertEquals(await page.locator("#outcome").innerText(), "removed");
  await page.getByRole("button", { name: "Remove" }).click();
  assertEquals(await page.locator("#outcome").innerText(), "kept");
  const [left] = await app.adapter.listAuthenticatorsByUserId(userId);
  assertEquals(left!.credentialID, (await second.credentials())[0]!.credentialId);
  assertEquals((await app.adapter.listAccounts(userId)).length, 1);

  await context.clearCookies();
  await second.setVerified(false);
  const refused = await signIn({ action: "authenticate", redirect: false });
  assertEquals([refused.ok, refused.error], [false, "PasskeyCancelled"]);
  await second.setVerified(true);
  await app.adapter.updateAuthenticatorCounter(left!.credentialID, 1000);
  const copied = await signIn({ action: "authenticate", redirect: false });
  assertEquals([copied.ok, copied.error], [false, "WebAuthnVerificationError"]);
  assertEquals(problems, []);
});

browserTest("client: autofill signs in, redirects and can be aborted", async (browser) => {
  await using app = startPasskeyApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  const authenticator = await addAuthenticator(context, page);
  await signUp(page, app.origin);
  await context.clearCookies();
  await page.goto(app.origin);
  await page.waitForFunction("window.client");
  assertEquals(await page.evaluate("client.isSupported()"), true);
  assertEquals(await page.evaluate("client.isAutofillSupported()"), true);
  await authenticator.setPresent(false);
  const aborted = await page.evaluate(`(async () => {
    const controller = new AbortController();
    const asked = client.signIn("passkey", { autofill: true, signal: controller.signal });
    controller.abort();
    return await asked;
  })()`) as { error: string };
  assertEquals(aborted.error, "PasskeyCancelled");
  await authenticator.setPresent(true);
  await page.evaluate(`void client.signIn("passkey", { autofill: true, redirectTo: "/in" })`);
  await page.waitForURL(`${app.origin}/in`);
  assertEquals(await sessionEmail(page, app.origin), ADA);
});

/** Starts the example by the command in its first line. */
async function startExample() {
  const example = await Deno.readTextFile("examples/passkey.ts");
  const flags = /deno run (--[^\n]*) examples\/passkey\.ts/.exec(example)![1]!.split(" ");
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...flags, "examples/passkey.ts"],
    env: {
      AUTH_SECRET: "a-secret-of-at-least-32-characters",
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(child, child.stderr);
  await waitForText(/Listening/, watched);
  return {
    origin: `http://localhost:${port}`,
    [Symbol.asyncDispose]: () => watched.stop(),
  };
}

browserTest("example: passkey.ts signs up, renames, and keeps the last key", async (browser) => {
  await using app = await startExample();
  const context = await browser.newContext();
  const page = await context.newPage();
  await addAuthenticator(context, page);
  await page.goto(app.origin);
  await page.getByRole("link", { name: "Sign in or up" }).click();
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Email").fill(ADA);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await page.getByText(`Hello ${ADA}`).waitFor();
  await page.getByLabel("Name").fill("Laptop");
  await page.getByRole("button", { name: "Rename" }).click();
  assertEquals(await page.getByLabel("Name").inputValue(), "Laptop");
  await page.getByRole("button", { name: "Remove" }).click();
  assertMatch(await page.locator("main").innerText(), /This is your only way to sign in/);
  await page.goto(app.origin);
  assertEquals(await page.getByLabel("Name").count(), 1);
});

browserTest("passkeys: the browser learns of new names and removed passkeys", async (browser) => {
  await using app = startPasskeyApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  const authenticator = await addAuthenticator(context, page);
  await signUp(page, app.origin);
  const id = await app.idOf(ADA);
  const sync = async () => {
    await page.goto(`${app.origin}/home`);
    await page.waitForFunction("window.client");
    return await page.evaluate("client.syncPasskeys()");
  };
  await app.adapter.updateUser({ id, email: "lovelace@example.com" });
  assertEquals(await sync(), true);
  assertEquals((await authenticator.credentials())[0]!.userName, "lovelace@example.com");

  const [key] = await listPasskeys(app.config, id);
  assertEquals(await removePasskey(app.config, id, key!.id, { hasOtherWayIn: true }), true);
  assertEquals(await sync(), true);
  assertEquals(await authenticator.credentials(), []);

  await context.clearCookies();
  assertEquals(await sync(), false);
});

browserTest(
  "passkeys: a passkey that the server does not know is not offered again",
  async (browser) => {
    await using app = startPasskeyApp();
    const context = await browser.newContext();
    const page = await context.newPage();
    const authenticator = await addAuthenticator(context, page);
    await signUp(page, app.origin);
    await context.clearCookies();
    const id = await app.idOf(ADA);
    const [key] = await listPasskeys(app.config, id);
    await removePasskey(app.config, id, key!.id, { hasOtherWayIn: true });
    await page.goto(`${app.origin}/home`);
    await page.waitForFunction("window.client");
    const result = await page.evaluate(`client.signIn("passkey", { redirect: false })`);
    assertEquals(result, {
      ok: false,
      status: 200,
      url: null,
      error: "WebAuthnVerificationError",
      code: "unknown_passkey",
    });
    assertEquals(await authenticator.credentials(), []);
  },
);

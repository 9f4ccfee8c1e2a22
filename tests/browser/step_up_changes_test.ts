/**
 * Users whose sessions are 20 days old change their accounts in Chromium: every kind of user
 * once, and every change once. The whole product of both is in `tests/flows/`.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { newAuthenticator } from "../../src/tools/testing/adapter/check.ts";
import { serveIdp } from "../../src/tools/testing/idp.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import { browserTest, showsCount } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { oauth2At, providerAt, statesLogins } from "../_idp.ts";
import { codeOf } from "../flows/_factors.ts";
import { serve, type Served } from "./_app.ts";
import { addAuthenticator } from "./_passkey_app.ts";
import { visit } from "./_visitor.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { scaledLimit } from "../_wait.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const OTHER = "looms weave flowers and leaves";
const STALE = 20 * 24 * 60 * 60 * 1000;

interface App extends Served {
  config: AuthConfig;
  adapter: ReturnType<typeof MemoryAdapter>;
  mails: AccountMail[];
  links: string[];
  /** The person logs in at the OpenID provider. */
  login(): void;
  /** Moves the clock of the app. */
  sleep(ms?: number): void;
}

async function startApp(): Promise<App> {
  const user = { sub: "1", name: "Ada" };
  const [plain, timed] = [await serveIdp({ user }), await serveIdp({ user })];
  const mails: AccountMail[] = [];
  const links: string[] = [];
  const adapter = MemoryAdapter();
  const config: AuthConfig = {
    providers: [
      Password({ cost: { ln: 4 } }),
      {
        id: "mail",
        name: "Email",
        type: "email",
        sendVerificationRequest: ({ url }) => void links.push(url),
      },
      // The virtual authenticator answers the autofill at once, before a user could see the page.
      Passkey({ enableConditionalUI: false }),
      oauth2At(plain, "plain", "Site One"),
      providerAt(timed, "timed", { name: "Site Two" }),
    ],
    adapter,
    account: AccountPage(),
    factors: [Totp(), RecoveryCodes()],
    factorPolicy: { trustedDevice: { maxAge: STALE * 3 / 1000 } },
    sendMail: (mail) => void mails.push(mail),
    session: { strategy: "jwt", maxAge: 20 * STALE / 1000, revocation: {} },
    experimental: { enableWebAuthn: true },
    // Counts in the memory of the process would be those of all apps.
    limits: false,
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  };
  await adapter.createUser({ id: "ada", name: "Ada", email: ADA, emailVerified: new Date() });
  assertEquals(await setPassword(config, "ada", PASSWORD), null);
  const served = serve(config);
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  return {
    origin: served.origin,
    config,
    adapter,
    mails,
    links,
    login: statesLogins(timed).login,
    sleep: (ms = STALE) => void (ahead += ms),
    async [Symbol.asyncDispose]() {
      Date.now = now;
      for (const one of [served, plain, timed]) await one[Symbol.asyncDispose]();
    },
  };
}

/** How a user signs in, and proves again who it is. */
type Way = "password" | "mail" | "passkey" | "plain" | "timed";

const formTo = (page: Page, path: string) => page.locator(`form[action$="${path}"]`);

/** The form of a step: the step is in a hidden field, or in the button. */
const buttonOf = (page: Page, step: string): Locator =>
  page.locator(`form:has(input[name=step][value=${step}]) button, button[value=${step}]`);

/** The page of a step-up knows the address. */
async function typeAddress(page: Page): Promise<void> {
  const field = page.locator("input[type=email]").first();
  if (isStepUp(page)) return assertEquals(await field.inputValue(), ADA);
  await field.fill(ADA);
  await formTo(page, "/auth/signin").locator("button.submit").click();
  await page.waitForURL(/step=password/);
}

/** The button of a provider that needs no field: the first one is that of the form. */
const providerButton = (page: Page, id: string): Locator =>
  page.locator(`button[formaction$="/signin/${id}"]`).or(
    formTo(page, `/signin/${id}`).locator("button:not([formaction])"),
  );

const isStepUp = (page: Page) => new URL(page.url()).searchParams.has("stepUp");

/** Signs in on the sign-in page, or on that of a step-up. */
async function signIn(page: Page, app: App, way: Way): Promise<void> {
  switch (way) {
    case "password":
      await typeAddress(page);
      await page.locator("input[type=password]").fill(PASSWORD);
      return await formTo(page, "/callback/password").locator("button.submit").click();
    case "mail": {
      const sent = app.links.length;
      await typeAddress(page);
      await page.locator('button[formaction$="/signin/mail"]:not([name=purpose])').click();
      await page.waitForURL(/verify-request/);
      assertEquals(app.links.length, sent + 1);
      return void await page.goto(app.links.at(-1)!);
    }
    case "passkey":
      return await page.locator("#submitButton-passkey").click();
    default:
      return await providerButton(page, way).click();
  }
}

async function typeCode(page: Page, secret: string, trusts = false): Promise<void> {
  const field = page.locator("#input-answer");
  // With scripts, the whole code posts itself.
  const posts = await field.getAttribute("data-digits") !== null &&
    await page.evaluate("matchMedia('(scripting: enabled)').matches");
  await field.fill(await codeOf(secret));
  if (trusts) await page.locator("#input-trust").check();
  if (!posts) await page.locator("#submitButton").click();
}

/** Adds an authenticator app on the page of factors; returns its key. */
async function addTotp(page: Page, app: App): Promise<string> {
  await page.goto(`${app.origin}/auth/factors`);
  return await confirmTotp(
    page,
    () => page.locator("form:has(input[value=totp]) button[value=enrol]").click(),
  );
}

async function confirmTotp(page: Page, enrol: () => Promise<void>): Promise<string> {
  await enrol();
  const secret = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
  await typeCode(page, secret);
  await page.locator("#input-saved").check();
  await buttonOf(page, "saved").click();
  await page.waitForURL(/done=added/);
  return secret;
}

async function link({ adapter }: App, provider: "plain" | "timed"): Promise<void> {
  const type = provider === "plain" ? "oauth" : "oidc";
  await adapter.linkAccount({ userId: "ada", type, provider, providerAccountId: "1" });
}

interface Kind {
  name: string;
  way: Way;
  /** What the page of the step-up offers, in its order. */
  offers: string;
  options: BrowserContextOptions;
  /** Prepares the user, who has signed in by password when this is absent; returns a key. */
  enter?(page: Page, app: App): Promise<string | void>;
}

const PHONE = { viewport: { width: 390, height: 844 } };
const DARK = { colorScheme: "dark" } as const;

async function enter(page: Page, app: App, way: Way): Promise<void> {
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
  await signIn(page, app, way);
  await page.waitForURL(`${app.origin}/after`);
}

const KINDS: readonly Kind[] = [
  {
    name: "a password",
    way: "password",
    offers: "password mail",
    options: {},
    enter: (page, app) => enter(page, app, "password"),
  },
  {
    name: "a password and an authenticator app",
    way: "password",
    offers: "factor",
    options: PHONE,
    async enter(page, app) {
      await enter(page, app, "password");
      return await addTotp(page, app);
    },
  },
  {
    name: "an authenticator app, on a trusted device",
    way: "password",
    offers: "factor",
    options: DARK,
    async enter(page, app) {
      await enter(page, app, "password");
      const secret = await addTotp(page, app);
      app.sleep(60_000);
      await page.context().clearCookies();
      await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
      await signIn(page, app, "password");
      await typeCode(page, secret, true);
      await page.waitForURL(`${app.origin}/after`);
      await page.context().clearCookies({ name: "authjs.session-token" });
      await enter(page, app, "password");
      return secret;
    },
  },
  {
    name: "a passkey",
    way: "passkey",
    offers: "passkey password mail",
    options: { ...DARK, ...PHONE },
    async enter(page, app) {
      await enter(page, app, "password");
      await page.goto(`${app.origin}/auth/account`);
      await page.locator(".ceremony button").click();
      await page.waitForURL(/done=passkey-added/);
      await page.context().clearCookies();
      await enter(page, app, "passkey");
    },
  },
  {
    name: "links by email",
    way: "mail",
    offers: "mail password",
    options: PHONE,
    enter: (page, app) => enter(page, app, "mail"),
  },
  {
    name: "an OAuth 2 provider",
    way: "plain",
    offers: "plain password mail",
    options: DARK,
    async enter(page, app) {
      await link(app, "plain");
      await enter(page, app, "plain");
    },
  },
  {
    name: "an OpenID provider that states logins",
    way: "timed",
    offers: "timed password mail",
    options: {},
    async enter(page, app) {
      app.login();
      await link(app, "timed");
      await enter(page, app, "timed");
    },
  },
];

/** The ways that the page of a step-up offers. */
async function offered(page: Page): Promise<string> {
  if (new URL(page.url()).pathname === "/auth/factor") return "factor";
  const actions = await page.locator("form button:not([name=purpose])").evaluateAll((buttons) =>
    buttons.map((button) =>
      // A field of the passkey form has the name `action`.
      button.getAttribute("formaction") ?? button.closest("form")!.getAttribute("action")
    )
  );
  return actions.map((action) => action!.split("/").at(-1)).join(" ");
}

for (const [number, { name, way, offers, options, enter }] of KINDS.entries()) {
  const hasScripts = way === "passkey";
  browserTest(
    `changes: a user with ${name} proves once${hasScripts ? "" : ", without scripts"}`,
    async (browser) => {
      await using app = await startApp();
      const visitor = await visit(browser, options, `changes ${name}`);
      const { look } = visitor;
      let { page } = visitor;
      if (hasScripts) {
        const context = await browser.newContext(options);
        page = await context.newPage();
        page.setDefaultTimeout(scaledLimit(10_000));
        await addAuthenticator(context, page);
      }
      const secret = await enter!(page, app);
      const account = `${app.origin}/auth/account`;
      await page.goto(`${account}?step=name`);
      app.sleep();

      await page.locator("#input-name").fill("Augusta & Ada");
      await buttonOf(page, "name").click();
      await page.waitForURL(/stepUp=|for=session/);
      assertEquals(await offered(page), offers);
      if (isChosen(number, 2)) {
        await look("proof", { of: page, hasScript: hasScripts || secret !== undefined });
      }
      await (secret ? typeCode(page, secret) : signIn(page, app, way));

      await page.waitForURL(`${account}?**`);
      assertEquals(page.url(), `${account}?step=name`, "what was typed is in no URL");
      assertEquals(await page.locator("#input-name").inputValue(), "Augusta & Ada");
      assertEquals(await page.getByRole("status").count(), 0, "nothing was done yet");
      if (isChosen(number + 1, 2)) await look("back", { of: page });
      await buttonOf(page, "name").click();
      await page.waitForURL(`${account}?done=name`);
      assertEquals((await app.adapter.getUser("ada"))?.name, "Augusta & Ada");
    },
    { choosesCases: true },
  );
}

browserTest("changes: each of them needs one proof, and keeps what was typed", async (browser) => {
  await using app = await startApp();
  const { adapter, origin } = app;
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(scaledLimit(10_000));
  await addAuthenticator(context, page);
  const key = { ...newAuthenticator("ada"), name: "Laptop" };
  const { providerAccountId } = key;
  await adapter.linkAccount({
    userId: "ada",
    type: "webauthn",
    provider: "passkey",
    providerAccountId,
  });
  await adapter.createAuthenticator(key);
  const keyPage = `account?step=passkey&id=${encodeURIComponent(key.credentialID)}`;
  let secret: string | undefined;
  let way: Way = "password";
  let stepUps = 0;
  page.on("framenavigated", (frame) => {
    if (/\/signin\?stepUp=|\/factor\?for=session$/.test(frame.url())) stepUps++;
  });
  await enter(page, app, "password");

  /** Proves on the page of a step-up, and comes back to the page that asked. */
  const prove = async (asked: URL): Promise<void> => {
    await page.waitForURL(/stepUp=|for=session/);
    await (secret ? typeCode(page, secret) : signIn(page, app, way));
    await page.waitForURL((url) => url.pathname === asked.pathname);
    const shown = new URL(page.url());
    for (const name of ["step", "id", "provider"]) {
      assertEquals(shown.searchParams.get(name), asked.searchParams.get(name), name);
    }
    assertEquals(await page.getByRole("status").count(), 0, "nothing was done yet");
  };
  const told: string[] = [];
  let sent = "";
  /** Keeps what the owner was told since the last time. */
  const note = () => {
    for (const { subject, text } of app.mails.splice(0)) {
      told.push(subject.replace(/ \(?localhost:\d+\)?$/, "").replace(/^[\d ]+ is/, "This is"));
      sent = text;
    }
  };
  /**
   * @param press asks for the change, on a page that was opened before
   * @param done URL of the page after the change, or what it shows
   * @param field what the user types
   */
  const change = async (
    path: string,
    press: () => Promise<void>,
    done: RegExp | string,
    field?: [selector: string, text: string],
  ): Promise<void> => {
    await page.goto(`${origin}/auth/${path}`);
    const asked = new URL(page.url());
    // The page was opened with a fresh proof.
    const link = page.locator("a.prove");
    if (await link.count() > 0 && /stepUp/.test(await link.getAttribute("href") ?? "")) {
      await link.click();
      await prove(asked);
    }
    if (field) await page.locator(field[0]).fill(field[1]);
    app.sleep();
    app.mails.length = stepUps = 0;
    await press();
    await prove(asked);
    if (field) assertEquals(await page.locator(field[0]).inputValue(), field[1]);
    await press();
    await (typeof done === "string" ? page.locator(done).waitFor() : page.waitForURL(done));
    assertEquals(stepUps, 1, path);
    note();
  };
  const click = (step: string) => () => buttonOf(page, step).first().click();

  await change("account?step=name", click("name"), /done=name/, ["#input-name", "Augusta"]);
  await change(keyPage, click("passkey-rename"), /done=passkey-renamed/, ["#input-name", "Old"]);
  await change(keyPage, click("passkey-remove"), /done=passkey-removed/);
  await change(
    "account",
    () => page.locator(".ceremony button").click(),
    /done=passkey-added/,
  );
  assertEquals((await adapter.listAuthenticatorsByUserId("ada")).length, 1);
  await change(
    "account",
    () => providerButton(page, "plain").click(),
    /done=linked/,
  );
  await change("account?step=account&provider=plain&id=1", click("unlink"), /done=unlinked/);
  await change("account?step=export", async () => {
    if (stepUps === 0) return await click("export")();
    const [file] = await Promise.all([page.waitForEvent("download"), click("export")()]);
    await page.goto(`${origin}/auth/account?downloaded=${file.suggestedFilename()}`);
  }, /downloaded=account.json/);

  await enter(await (await browser.newContext()).newPage(), app, "password");
  await change("account?step=sessions", click("sessions-end"), /done=sessions-ended/);

  const enrol = (factor: string) => () =>
    page.locator(`form:has(input[value=${factor}]) button[value=enrol]`).click();
  await change("factors", enrol("totp"), ".secret");
  secret = await confirmTotp(page, () => Promise.resolve());
  note();
  const enrolled = await adapter.records.list("ada", "factor");
  const pageOf = (factor: string) => {
    const { id } = enrolled.find(({ data }) => (data as { factor: string }).factor === factor)!;
    return `factors?id=${id}`;
  };
  await change(pageOf("recovery"), enrol("recovery"), ".codes");
  await showsCount(page.locator(".codes li"), 10);
  const factor = pageOf("totp");
  await change(factor, click("rename"), /done=renamed/, ["#input-name", "Old phone"]);

  await change("address", click("request"), "#input-code", ["#input-email", "ada@new.example"]);
  await page.locator("#input-code").fill(/\d{4} \d{4}/.exec(sent)![0]);
  // The whole code posts itself.
  await page.waitForURL(/done=changed/);
  assertEquals((await adapter.getUser("ada"))?.email, "ada@new.example");
  note();

  const fill = async () => {
    await page.locator("#input-current").fill(PASSWORD);
    await page.locator("#input-password").fill(OTHER);
    await page.locator("#submitButton").click();
  };
  await change("password?callbackUrl=/auth/account", fill, /done=1/);
  await change("account?step=password", click("password-remove"), /done=password-removed/);
  // The codes stand in for the app, so the next proof is none of them.
  await change(`${factor}&step=remove`, click("remove"), /done=removed/);
  secret = undefined;
  way = "passkey";
  const email = "ada@new.example";
  await change("account?step=delete", click("delete"), "text=Your account was deleted", [
    "#input-confirm",
    email,
  ]);
  assertEquals(await adapter.getUser("ada"), null);
  assertEquals(told, [
    "The name of your account was changed",
    "A passkey of your account was renamed",
    "A passkey was removed from your account",
    "A passkey was added to your account",
    "An account was connected to yours",
    "An account was disconnected from yours",
    "A copy of your account’s data was made",
    "Devices were signed out of your account",
    "A two-step verification method was added",
    "A two-step verification method was replaced",
    "This is your code for",
    "Your email address was changed",
    "Your password was changed",
    "Your password was removed",
    "A two-step verification method was removed",
    "Your account was deleted",
  ]);
});

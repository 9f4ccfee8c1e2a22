/**
 * An app that draws every step itself, in two frameworks, and a person who uses it in Chromium: the
 * same words, so the same visits. `own_pages/` has the apps.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { captureMail, signInAs, totpCode } from "../../src/tools/testing/mod.ts";
import type { Proof } from "../../src/types/proof.ts";
import { addAuthenticator } from "../browser/_passkey_app.ts";
import { readQr } from "../browser/_qr.ts";
import { scaledLimit } from "../_wait.ts";

const PASSWORD = "engines weave algebraic patterns";
const OTHER = "looms weave flowers and leaves";
const ADA = "ada@example.com";
/** A user who must have a second factor. */
const REQUIRED = "required@example.com";

/** Pages of the app: each has the path of its first step. */
const PAGES = {
  signIn: "/signin",
  signUp: "/signup",
  verifyRequest: "/verify-request",
  confirm: "/confirm",
  error: "/error",
  factor: "/factor",
  factors: "/factors",
  account: "/account",
  password: "/password",
  address: "/address",
};

const TYPES: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };

/** Serves the built app, and the service on the same origin. */
async function start(dist: string) {
  const adapter = MemoryAdapter();
  const auth = defineAuth({
    providers: [
      Password({ cost: { ln: 1, r: 1, p: 1, iterations: 1 } }),
      Passkey(),
      {
        id: "mail",
        name: "Email",
        type: "email",
        code: true,
        sendVerificationRequest: () => {},
        sendMail: () => {},
      },
    ],
    adapter,
    session: { strategy: "jwt", revocation: {} },
    factors: [Totp(), PasskeyFactor(), RecoveryCodes()],
    factorPolicy: { required: ({ email }) => email === REQUIRED },
    account: AccountPage(),
    pages: PAGES,
    experimental: { enableWebAuthn: true },
    secret: crypto.randomUUID() + crypto.randomUUID(),
    notifyNewDevice: false,
    trustHost: true,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  });
  const inbox = captureMail(auth);
  for (const email of [ADA, REQUIRED]) {
    const { id } = await adapter.createUser({ id: email, email, emailVerified: new Date() });
    await auth.passwords.set(id, PASSWORD);
  }
  inbox.mails.forEach(({ to }) => void inbox.next(to));
  const index = await Deno.readFile(`${dist}/index.html`);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/auth/")) return await auth.handler(request);
      const type = TYPES[pathname.split(".").at(-1)!];
      return type
        ? new Response(await Deno.readFile(dist + pathname), { headers: { "content-type": type } })
        : new Response(index, { headers: { "content-type": "text/html; charset=utf-8" } });
    },
  );
  const origin = `http://localhost:${server.addr.port}`;
  return {
    origin,
    inbox,
    /** Cookies of a session that began with a password, too long ago for a change. */
    async oldSessionOf(email: string) {
      const at = Math.floor(Date.now() / 1000) - 11 * 60;
      const proof: Partial<Proof> = { at, methods: ["pwd"], provider: "password" };
      return (await signInAs(auth, { email }, { origin, proof })).cookies;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

type App = Awaited<ReturnType<typeof start>>;

/** A person with a browser, who must never see a page of the library. */
async function open(browser: Browser, { origin, inbox }: App) {
  const context = await browser.newContext();
  context.setDefaultTimeout(scaledLimit(30_000));
  const page = await context.newPage();
  const ours: string[] = [];
  page.on("response", (response) => {
    const isHtml = response.headers()["content-type"]?.includes("text/html");
    if (isHtml && new URL(response.url()).pathname.startsWith("/auth/")) ours.push(response.url());
  });
  const press = async (name: string) =>
    await page.getByRole("button", { name, exact: true }).click();
  const type = async (label: string, text: string) =>
    await page.getByLabel(label, { exact: true }).fill(text);
  const heading = async (name: string) =>
    await page.getByRole("heading", { name, exact: true }).waitFor();
  const see = async (text: string) => await page.getByText(text).waitFor();
  const visit = async (path: string) => void await page.goto(origin + path);
  /** Types into the only field of the step. */
  const answer = async (label: string, text: string) => {
    await type(label, text);
    await press("Continue");
  };
  const home = async (text: string) => {
    await heading("Home");
    await see(text);
    assertEquals(ours, []);
  };
  return {
    context,
    page,
    press,
    type,
    heading,
    see,
    visit,
    answer,
    home,
    /** Types the address, and the password on the next step. */
    async signIn(email: string, password = PASSWORD) {
      await visit("/signin");
      await answer("Email", email);
      await heading("Your password");
      await answer("Password", password);
    },
    async signOut() {
      await visit("/account");
      await press("Sign out");
      await home("Signed out");
    },
    /** The code of the next email that has one. */
    async codeFor(email: string): Promise<string> {
      while (true) {
        const { code } = await inbox.next(email);
        if (code) return code;
      }
    },
  };
}

async function forget(context: BrowserContext, name: RegExp): Promise<void> {
  const before = (await context.cookies()).length;
  await context.clearCookies({ name });
  assertNotEquals((await context.cookies()).length, before, `${name}`);
}

/** The secret in the picture of the step. */
async function scan(page: Page): Promise<string> {
  const picture = page.getByRole("img");
  await picture.waitFor();
  const uri = await readQr(picture, page);
  assert(uri !== undefined && uri.startsWith("otpauth:"), uri);
  return uri;
}

/** The code of the half minute after the one that was used. */
const nextCode = (secret: string, halfMinutes = 1) =>
  totpCode(secret, new Date(Date.now() + halfMinutes * 30_000));

async function passwordsAndCodes(browser: Browser, app: App): Promise<void> {
  const grace = "grace@example.com";
  const me = await open(browser, app);
  await me.visit("/signup");
  await me.answer("Email", grace);
  await me.heading("Check your email");
  const code = await me.codeFor(grace);
  const wrong = (code.startsWith("0") ? "1" : "0").repeat(code.length);
  await me.answer("Code", wrong);
  await me.see("That code is wrong.");
  await me.answer("Code", code);
  await me.heading("Choose a password");
  await me.answer("New password", "short");
  await me.see("That password is too short.");
  await me.answer("New password", PASSWORD);
  await me.home(`Signed in as ${grace}`);

  await me.signOut();
  await me.signIn(grace, "wrong");
  await me.see("Wrong email or password.");
  await me.answer("Password", PASSWORD);
  await me.home(`Signed in as ${grace}`);

  await me.signOut();
  await me.visit("/signin");
  await me.answer("Email", grace);
  await me.press("Email me a code");
  await me.heading("Check your email");
  await me.press("Send another code");
  await me.see("The last email is on its way.");
  await me.answer("Code", await me.codeFor(grace));
  await me.home(`Signed in as ${grace}`);

  await me.signOut();
  await me.visit("/signin");
  await me.answer("Email", grace);
  await me.press("Forgot the password?");
  await me.heading("Reset the password");
  await me.answer("Email", grace);
  await me.answer("Code", await me.codeFor(grace));
  await me.heading("Choose a password");
  await me.answer("New password", OTHER);
  await me.home(`Signed in as ${grace}`);

  // The page of the account asks for a session first.
  await me.signOut();
  await me.visit("/account");
  await me.see("Sign in to go on.");
  await me.answer("Email", grace);
  await me.answer("Password", OTHER);
  await me.heading("Account");

  // The link of an email, in another browser.
  await me.signOut();
  await me.visit("/signin");
  await me.answer("Email", grace);
  await me.press("Email me a code");
  await me.heading("Check your email");
  const mails = app.inbox.mails.filter(({ to, url }) => to === grace && url);
  const other = await open(browser, app);
  await other.page.goto(mails.at(-1)!.url!);
  await other.heading(`Sign in as ${grace}?`);
  await other.press("Sign in");
  await other.home(`Signed in as ${grace}`);
}

async function secondFactor(browser: Browser, app: App): Promise<void> {
  const me = await open(browser, app);
  const { page, context } = me;
  await me.signIn(REQUIRED);
  await me.heading("Protect your account");
  await me.press("Add: Authenticator app");
  await me.see("Step 2 of 3");
  const secret = await scan(page);
  await me.answer("Code", "000000");
  await me.see("That code is wrong.");
  assertEquals(await scan(page), secret);
  await me.answer("Code", await nextCode(secret, 0));
  await me.heading("Recovery codes");
  const codes = await page.locator("code").allTextContents();
  assert(codes.length > 0, "recovery codes");
  await page.reload();
  await me.heading("Recovery codes");
  assertEquals(await page.locator("code").allTextContents(), codes);
  await page.getByLabel("I have saved them").check();
  await me.press("Continue");
  await me.home(`Signed in as ${REQUIRED}`);

  // Wrong codes, a reload, the back button, and a cookie that was lost.
  await me.signOut();
  await me.signIn(REQUIRED);
  await me.heading("Authenticator app");
  await me.answer("Code", "000000");
  await me.see("That code is wrong.");
  await page.reload();
  await me.heading("Authenticator app");
  await page.goBack();
  await me.heading("Sign in");
  await page.goForward();
  await me.heading("Authenticator app");
  await forget(context, /csrf/);
  await me.answer("Code", await nextCode(secret));
  await me.home(`Signed in as ${REQUIRED}`);
  // Back again, once it is over.
  await page.goBack();
  await me.see(`Signed in as ${REQUIRED}`);

  await me.signOut();
  await me.signIn(REQUIRED);
  await me.press("Recovery codes");
  await me.heading("Recovery codes");
  await me.answer("Code", codes[0]!);
  await me.home(`Signed in as ${REQUIRED}`);

  // What the link of an email leads to is a page of the app too.
  await me.signOut();
  await me.visit("/signin");
  await me.answer("Email", REQUIRED);
  await me.press("Email me a code");
  await me.heading("Check your email");
  const link = app.inbox.mails.findLast(({ to, url }) => to === REQUIRED && url);
  await page.goto(link!.url!);
  await me.heading("Authenticator app");
  assertEquals(new URL(page.url()).pathname, PAGES.factor);
  await forget(context, /factor/);
  await me.answer("Code", "000000");
  await me.heading("Something went wrong");
  await me.see("That took too long, or was done already.");
  await me.press("Start again");
  await me.heading("Sign in");

  await me.signIn(REQUIRED);
  await me.heading("Authenticator app");
  const limited = page.getByText("Too many tries. Try again in");
  for (let tries = 0; !await limited.isVisible(); tries++) {
    assert(tries < 20, "a limit");
    await me.type("Code", "000000");
    await me.press("Continue");
    await page.locator("[aria-busy=false]").waitFor();
  }
  await me.press("Somebody else");
  await me.heading("Sign in");
}

async function account(browser: Browser, app: App): Promise<void> {
  const me = await open(browser, app);
  const { page, context } = me;
  const key = await addAuthenticator(context, page);
  await me.signIn(ADA);
  await me.home(`Signed in as ${ADA}`);
  await me.visit("/account");
  await me.press("Change the name");
  await me.type("Name", "Countess");
  await me.press("Yes");
  await me.see("Done: name");
  await me.see("Name: Countess");

  await key.setVerified(false);
  await me.press("Add a passkey");
  await me.see("No passkey was used.");
  await key.setVerified(true);
  await me.press("Add a passkey");
  await me.see("Done: passkey-added");
  assertEquals(await page.getByLabel("Passkeys").getByRole("listitem").count(), 1);

  const other = await open(browser, app);
  await other.signIn(ADA);
  await other.home(`Signed in as ${ADA}`);
  await me.visit("/account");
  await me.press("Sign it out");
  await me.see("Done: session-ended");
  await other.visit("/account");
  await other.see("Sign in to go on.");

  // A passkey as the second factor.
  await me.press("Second factors: 0");
  await me.press("Add: Passkey or security key");
  await me.heading("Set up: Passkey or security key");
  await me.press("Make the passkey");
  await me.heading("Recovery codes");
  await page.getByLabel("I have saved them").check();
  await me.press("Continue");
  await me.see("Done: added");
  await me.signOut();
  await me.signIn(ADA);
  await me.heading("Passkey or security key");
  await key.setVerified(false);
  await me.press("Use the passkey");
  await me.see("No passkey was used.");
  await key.setVerified(true);
  await me.press("Use the passkey");
  await me.home(`Signed in as ${ADA}`);

  await me.signOut();
  await me.visit("/signin");
  await me.press("Use a passkey");
  await me.home(`Signed in as ${ADA}`);

  // An old proof: the user gives a new one, and finds what was typed.
  await context.clearCookies();
  await context.addCookies(await app.oldSessionOf(ADA));
  await me.visit("/account");
  await me.press("Change the name");
  await me.press("Confirm that it is you");
  await me.heading("Passkey or security key");
  await me.press("Use the passkey");
  await me.heading("Are you sure?");
  assertEquals(await page.getByLabel("Name").inputValue(), "Countess");
  await me.type("Name", "Ada");
  await me.press("Yes");
  await me.see("Name: Ada");

  await me.press("Change the address");
  await me.answer("New email", "countess@example.com");
  await me.heading("Check countess@example.com");
  await me.answer("Code", await me.codeFor("countess@example.com"));
  await me.heading("Your address is countess@example.com");
  await me.press("Go on");
  await me.heading("Account");
}

const VISITS: Readonly<Record<string, (browser: Browser, app: App) => Promise<void>>> = {
  "passwords and codes by email": passwordsAndCodes,
  "a second factor, its set-up, and what goes wrong with it": secondFactor,
  "the account, with devices and passkeys": account,
};

/** What the pages show, for an error. */
async function shownIn(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const texts = pages.map(async (page) => `${page.url()}\n${await page.innerText("body")}`);
  return `The pages show:\n${(await Promise.all(texts)).join("\n\n")}`;
}

/**
 * The visits of an app, by their names.
 *
 * @param distIn folder of the built app
 */
export function visitsOf(
  distIn: (dir: string) => string,
): { name: string; run: (browser: Browser, dir: string) => Promise<void> }[] {
  return Object.entries(VISITS).map(([name, visit]) => ({
    name,
    async run(browser, dir) {
      await using app = await start(distIn(dir));
      try {
        await visit(browser, app);
      } catch (error) {
        throw new Error(await shownIn(browser), { cause: error });
      } finally {
        for (const context of browser.contexts()) await context.close();
      }
    },
  }));
}

/**
 * What a person presses from the open page to the session, besides what is typed: keys and clicks,
 * here, on the pages of Auth.js with the same ways to sign in, and in the example of Better Auth.
 *
 * @module
 */

import { Auth as PeerAuth, type AuthConfig as PeerConfig } from "@auth/core";
import PeerCredentials from "@auth/core/providers/credentials";
import PeerGitHub from "@auth/core/providers/github";
import PeerNodemailer from "@auth/core/providers/nodemailer";
import PeerPasskey from "@auth/core/providers/passkey";
import type { Browser, Locator, Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import GitHub from "../../src/providers/github.ts";
import { type MailServer, startMailServer } from "../_smtp.ts";
import { codeOf } from "../flows/_factors.ts";
import { html, mailProvider, newSecret, serve } from "./_app.ts";
import { startBetterAuthPages } from "./_better_auth_pages.ts";
import { addAuthenticator } from "./_passkey_app.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const CLIENT = { clientId: "id", clientSecret: "secret" };
const GITHUB = "github.com";

/** The eleven providers before GitHub. */
const ELEVEN = Array.from(
  { length: 11 },
  (_, index) => ({ id: `op-${index}`, name: `Op ${index}` }),
);

/** A person at a page, whose keys and clicks are counted. */
interface Person {
  page: Page;
  /** Number of keys and clicks so far, without what was typed. */
  readonly presses: number;
  /** Places the cursor: with a click, when it is elsewhere. */
  focus(field: Locator): Promise<void>;
  /** Types into a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Presses Enter in the field that has the cursor. */
  enter(): Promise<void>;
  click(target: Locator): Promise<void>;
}

async function sitDown(browser: Browser): Promise<Person> {
  const page = await (await browser.newContext()).newPage();
  // The pages of the provider are not ours: arriving there is the end.
  await page.route(
    `https://${GITHUB}/**`,
    (route) => route.fulfill({ contentType: "text/html", body: `<h1>${GITHUB}</h1>` }),
  );
  // Auth.js loads its script for passkeys from there; what is counted comes before it.
  await page.route("https://unpkg.com/**", (route) => route.abort());
  let presses = 0;
  const focus = async (field: Locator) => {
    await field.waitFor();
    await page.waitForLoadState();
    // Browsers place the cursor when they draw the page.
    await page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
    );
    if (await field.evaluate((element) => element === document.activeElement)) return;
    presses++;
    await field.click();
  };
  return {
    page,
    get presses() {
      return presses;
    },
    focus,
    async type(field, text) {
      await focus(field);
      await page.keyboard.type(text);
    },
    async enter() {
      presses++;
      await page.keyboard.press("Enter");
    },
    async click(target) {
      presses++;
      await target.click();
    },
  };
}

/** Walks from the open page to the session. */
type Walk = (person: Person, site: Site) => Promise<void>;

const field = ({ page }: Person, label: string) => page.getByLabel(label, { exact: true });
const button = ({ page }: Person, name: string | RegExp) => page.getByRole("button", { name });

/** Where the walk of a way ends. */
async function arrive({ page }: Person, heading = ADA): Promise<void> {
  await page.getByRole("heading", { name: heading, exact: true }).waitFor();
}

/** Waits for the page that follows an email, and returns the email. */
async function mailOf({ page }: Person, { smtp }: Site) {
  await page.getByRole("heading", { name: /check your email/i }).waitFor();
  return smtp.mails.findLast(({ to }) => to.includes(ADA))!;
}

/** What an app has for a way. */
interface Setting {
  /** Ada has an authenticator app. */
  hasTotp?: boolean;
  /** Eleven providers stand before GitHub. */
  hasTwelve?: boolean;
  /** Id of the provider that the browser used last. */
  last?: string;
}

/** An app, and the URL of its page to sign in. */
interface Site extends AsyncDisposable {
  url: string;
  /** Where its emails arrive. */
  smtp: MailServer;
  /** Key of the authenticator app, where it is set up before. */
  secret?: string;
}

async function startOurs(smtp: MailServer, { hasTotp, hasTwelve }: Setting): Promise<Site> {
  const adapter = MemoryAdapter();
  const auth = defineAuth({
    providers: [
      Password({ cost: { ln: 4 } }),
      mailProvider(smtp, { code: true }),
      ...(hasTwelve ? ELEVEN.map((names) => ({ ...GitHub(CLIENT), ...names })) : []),
      GitHub(CLIENT),
      Passkey,
    ],
    adapter,
    session: { strategy: "jwt", revocation: {} },
    secret: newSecret(),
    trustHost: true,
    rememberProvider: true,
    theme: { name: "App" },
    experimental: { enableWebAuthn: true },
    logger: { warn: () => {} },
    ...(hasTotp ? { factors: [Totp()] } : {}),
  });
  const { id } = await adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  await auth.passwords.set(id, PASSWORD);
  const app = serve(auth.config, async (request) => {
    const session = await auth.getSession(request);
    // The address of a new passkey is not proven.
    return html(`<h1>${session ? session.user?.email ?? "somebody" : "nobody"}</h1>`);
  });
  return {
    smtp,
    url: `${app.origin}/auth/signin?callbackUrl=/home`,
    [Symbol.asyncDispose]: app[Symbol.asyncDispose],
  };
}

async function startAuthJs(smtp: MailServer, { hasTwelve }: Setting): Promise<Site> {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  const config = {
    providers: [
      ...(hasTwelve ? ELEVEN.map((names) => ({ ...PeerGitHub(CLIENT), ...names })) : []),
      PeerGitHub(CLIENT),
      PeerNodemailer({ server: smtp.url, from: "App <app@example.com>" }),
      PeerCredentials({
        credentials: {
          email: { label: "Email" },
          password: { label: "Password", type: "password" },
        },
        authorize: ({ password }) => password === PASSWORD ? { id: "ada", email: ADA } : null,
      }),
      PeerPasskey,
    ],
    adapter,
    basePath: "/auth",
    session: { strategy: "jwt" },
    secret: newSecret(),
    trustHost: true,
    experimental: { enableWebAuthn: true },
    logger: { warn: () => {} },
  } as unknown as PeerConfig;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const url = new URL(request.url);
      if (url.pathname.startsWith("/auth/")) return await PeerAuth(request, config) as Response;
      const session = await PeerAuth(
        new Request(`${url.origin}/auth/session`, { headers: request.headers }),
        config,
      ) as Response;
      return html(`<h1>${(await session.json())?.user?.email ?? "nobody"}</h1>`);
    },
  );
  return {
    smtp,
    url: `http://localhost:${server.addr.port}/auth/signin?callbackUrl=/home`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function startBetterAuth(smtp: MailServer, { hasTotp }: Setting): Promise<Site> {
  const pages = await startBetterAuthPages({ email: ADA, password: PASSWORD });
  return {
    smtp,
    url: `${pages.origin}/sign-in`,
    ...(hasTotp ? { secret: await pages.addTotp() } : {}),
    [Symbol.asyncDispose]: pages[Symbol.asyncDispose],
  };
}

/** A way to sign in. */
interface Way {
  name: string;
  setting?: Setting;
  ours: Walk;
  /** Absent where the pages of Auth.js have no such way. */
  authJs?: Walk;
  /** Absent where the example of Better Auth has no such way. */
  betterAuth?: Walk;
  /** Why a person presses more here than elsewhere. */
  because?: string;
}

/** Our first step, and the password on the second. */
const givePassword: Walk = async (person) => {
  await person.type(field(person, "Email"), ADA);
  await person.enter();
  await person.type(field(person, "Password"), PASSWORD);
  await person.enter();
};

const askForLink: Walk = async (person) => {
  await person.type(field(person, "Email"), ADA);
  await person.click(button(person, "Email me a sign-in link"));
};

/** On the page of Better Auth, which has both fields at once. */
const giveBoth: Walk = async (person) => {
  await person.type(field(person, "Email"), ADA);
  await person.type(field(person, "Password"), PASSWORD);
  await person.enter();
};

const pressGitHub: Walk = async (person) => {
  // A page that a redirect leads to is not always one that can be replaced.
  const asked = person.page.waitForRequest(`https://${GITHUB}/**`);
  await person.click(button(person, /GitHub/));
  await asked;
};

/** Creates a passkey of another person and leaves the session, which is not counted. */
async function holdPasskey({ page }: Person, { url }: Site) {
  const authenticator = await addAuthenticator(page.context(), page);
  await page.goto(url.replace("/signin", "/signup"));
  await page.getByLabel("Email", { exact: true }).fill("grace@example.com");
  await page.getByRole("button", { name: /passkey/i }).click();
  await page.getByRole("heading", { name: "somebody" }).waitFor();
  await page.context().clearCookies();
  await authenticator.setPresent(false);
  await page.goto(url);
  return authenticator;
}

/** Adds an authenticator app and leaves the session, which is not counted; returns its key. */
async function holdTotp({ page }: Person, { url }: Site): Promise<string> {
  await page.goto(url.replace("/home", "/auth/factors"));
  await page.getByLabel("Email", { exact: true }).fill(ADA);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /authenticator app/i }).click();
  const secret = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
  await page.locator("#input-answer").fill(await codeOf(secret));
  await page.getByText("was added").waitFor();
  await page.context().clearCookies();
  await page.goto(url);
  return secret;
}

const WAYS: readonly Way[] = [
  {
    name: "password",
    async ours(person, site) {
      await givePassword(person, site);
      await arrive(person);
    },
    async authJs(person) {
      await person.type(person.page.locator("input[name=email]").nth(1), ADA);
      await person.type(field(person, "Password"), PASSWORD);
      await person.enter();
      await arrive(person);
    },
    async betterAuth(person, site) {
      await giveBoth(person, site);
      await arrive(person);
    },
  },
  {
    name: "link by email",
    async ours(person, site) {
      await askForLink(person, site);
      await person.page.goto((await mailOf(person, site)).link);
      await arrive(person);
    },
    async authJs(person, site) {
      await person.type(person.page.locator("#input-email-for-nodemailer-provider"), ADA);
      await person.enter();
      await person.page.goto((await mailOf(person, site)).link);
      await arrive(person);
    },
  },
  {
    name: "code by email",
    async ours(person, site) {
      await askForLink(person, site);
      const { text } = await mailOf(person, site);
      await person.type(field(person, "Code"), /^\d{4} \d{4}$/m.exec(text)![0]);
      await arrive(person);
    },
  },
  {
    // Choosing it in the browser's own list is the same everywhere, and not counted.
    name: "passkey",
    async ours(person, site) {
      const authenticator = await holdPasskey(person, site);
      await person.focus(field(person, "Email"));
      await authenticator.setPresent(true);
      // Chromium's test device answers only what is asked while a finger is on it.
      await person.page.reload();
      await arrive(person, "somebody");
    },
    // The browser offers passkeys in the field of their form.
    authJs: async (person) => await person.focus(person.page.locator("[autocomplete~=webauthn]")),
    async betterAuth(person, { url }) {
      const { page } = person;
      await addAuthenticator(page.context(), page);
      await page.getByLabel("Email").fill(ADA);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Login" }).click();
      await arrive(person);
      await page.evaluate("addPasskey()");
      await page.context().clearCookies();
      await page.goto(url);
      await person.click(button(person, "Sign in with Passkey"));
      await arrive(person);
    },
  },
  { name: "provider", ours: pressGitHub, authJs: pressGitHub, betterAuth: pressGitHub },
  {
    name: "the last of twelve providers",
    setting: { hasTwelve: true },
    async ours(person, site) {
      await person.click(person.page.getByText("More ways to sign in"));
      await pressGitHub(person, site);
    },
    authJs: pressGitHub,
    because: "eight of them stand behind one button",
  },
  {
    name: "the last of twelve providers, in a browser that used it",
    setting: { hasTwelve: true, last: "github" },
    ours: pressGitHub,
    authJs: pressGitHub,
  },
  {
    name: "password and authenticator app",
    setting: { hasTotp: true },
    async ours(person, site) {
      const secret = await holdTotp(person, site);
      await givePassword(person, site);
      // That of now was used to add it.
      const code = await codeOf(secret, Date.now() + 30_000);
      // The sixth digit posts the form.
      await person.type(person.page.locator("#input-answer"), code);
      await arrive(person);
    },
    async betterAuth(person, site) {
      await giveBoth(person, site);
      await person.type(field(person, "TOTP Code"), await codeOf(site.secret!));
      await person.enter();
      await arrive(person);
    },
  },
];

/** Presses of a way, here and elsewhere; `undefined` where there is no such way. */
export interface Row {
  name: string;
  ours: number;
  authJs: number | undefined;
  betterAuth: number | undefined;
  because: string | undefined;
}

const STARTS = { ours: startOurs, authJs: startAuthJs, betterAuth: startBetterAuth };

/** Walks every way in a new browser, against an app of its own. */
export async function measurePresses(browser: Browser, { peers = true } = {}): Promise<Row[]> {
  await using smtp = await startMailServer();
  const count = async (way: Way, whose: keyof typeof STARTS): Promise<number | undefined> => {
    const { [whose]: walk, setting = {} } = way;
    if (!walk || whose !== "ours" && !peers) return undefined;
    await using site = await STARTS[whose](smtp, setting);
    const person = await sitDown(browser);
    const { page } = person;
    if (setting.last) {
      await page.context().addCookies([
        { name: "authjs.last", value: setting.last, url: site.url },
      ]);
    }
    await page.goto(site.url);
    await walk(person, site);
    await page.context().close();
    return person.presses;
  };
  const rows: Row[] = [];
  for (const way of WAYS) {
    const [ours, authJs, betterAuth] = [
      await count(way, "ours"),
      await count(way, "authJs"),
      await count(way, "betterAuth"),
    ];
    rows.push({ name: way.name, ours: ours!, authJs, betterAuth, because: way.because });
  }
  return rows;
}

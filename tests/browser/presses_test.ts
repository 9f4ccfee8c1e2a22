/**
 * What a person presses from the open page to the session, besides what is typed: keys and clicks,
 * here and on the pages of Auth.js with the same ways to sign in.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Auth as PeerAuth, type AuthConfig as PeerConfig } from "@auth/core";
import PeerCredentials from "@auth/core/providers/credentials";
import PeerGitHub from "@auth/core/providers/github";
import PeerNodemailer from "@auth/core/providers/nodemailer";
import type { Browser, Locator, Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import GitHub from "../../src/providers/github.ts";
import { browserTest } from "../_chromium.ts";
import { type MailServer, startMailServer } from "../_smtp.ts";
import { codeOf } from "../flows/_factors.ts";
import { html, mailProvider, serve } from "./_app.ts";
import { addAuthenticator } from "./_passkey_app.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const SECRET = "a-secret-of-at-least-32-characters";
const CLIENT = { clientId: "id", clientSecret: "secret" };

/** A person at a page, whose keys and clicks are counted. */
interface Person {
  page: Page;
  /** Number of keys and clicks so far, without what was typed. */
  readonly presses: number;
  /** Types into a field: with a click first, when the cursor is elsewhere. */
  type(field: Locator, text: string): Promise<void>;
  /** Presses Enter in the field that has the cursor. */
  enter(): Promise<void>;
  click(target: Locator): Promise<void>;
}

async function sitDown(browser: Browser, url: string): Promise<Person> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  let presses = 0;
  return {
    page,
    get presses() {
      return presses;
    },
    async type(field, text) {
      await field.waitFor();
      await page.waitForLoadState();
      // Browsers place the cursor when they draw the page.
      await page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
      );
      const hasCursor = await field.evaluate((element) => element === document.activeElement);
      if (!hasCursor) {
        presses++;
        await field.click();
      }
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
type Walk = (person: Person, smtp: MailServer) => Promise<void>;

const field = ({ page }: Person, label: string) => page.getByLabel(label, { exact: true });
const button = ({ page }: Person, name: string | RegExp) => page.getByRole("button", { name });

/** Waits for an email to the address, and returns it. */
async function mailOf({ page }: Person, smtp: MailServer) {
  await page.getByRole("heading", { name: /check your email/i }).waitFor();
  return smtp.mails.findLast(({ to }) => to.includes(ADA))!;
}

const OURS: Record<string, Walk> = {
  async password(person) {
    await person.type(field(person, "Email"), ADA);
    await person.enter();
    await person.type(field(person, "Password"), PASSWORD);
    await person.enter();
  },
  async link(person, smtp) {
    await person.type(field(person, "Email"), ADA);
    await person.enter();
    await person.click(button(person, "Email me a sign-in link"));
    await person.page.goto((await mailOf(person, smtp)).link);
  },
  async code(person, smtp) {
    await person.type(field(person, "Email"), ADA);
    await person.enter();
    await person.click(button(person, "Email me a sign-in link"));
    const { text } = await mailOf(person, smtp);
    await person.type(field(person, "Code"), /^\d{4} \d{4}$/m.exec(text)![0]);
  },
  async provider(person) {
    await person.click(button(person, /GitHub/));
  },
};

const THEIRS: Record<string, Walk> = {
  async password(person) {
    await person.type(field(person, "Email").last(), ADA);
    await person.type(field(person, "Password"), PASSWORD);
    await person.enter();
  },
  async link(person, smtp) {
    await person.type(person.page.locator("#input-email-for-nodemailer-provider"), ADA);
    await person.enter();
    await person.page.goto((await mailOf(person, smtp)).link);
  },
  async provider(person) {
    await person.click(button(person, /GitHub/));
  },
};

async function startOurs(
  smtp: MailServer,
  members: Partial<AuthConfig> = {},
  hasPassword = true,
) {
  const auth = defineAuth({
    providers: [
      Password({ cost: { ln: 4 } }),
      mailProvider(smtp, { code: true }),
      GitHub(CLIENT),
      Passkey,
    ],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    secret: SECRET,
    trustHost: true,
    experimental: { enableWebAuthn: true },
    logger: { warn: () => {} },
    ...members,
  });
  const { adapter } = auth.config;
  const { id } = await adapter!.createUser!({ id: "ada", email: ADA, emailVerified: new Date() });
  if (hasPassword) await auth.passwords.set(id, PASSWORD);
  const app = serve(auth.config, async (request) => {
    const session = await auth.getSession(request);
    // The address of a new passkey is not proven.
    return html(`<h1>${session ? session.user?.email ?? "somebody" : "nobody"}</h1>`);
  });
  return { ...app, auth, id };
}

async function startTheirs(smtp: MailServer) {
  const adapter = MemoryAdapter();
  await adapter.createUser!({ id: "ada", email: ADA, emailVerified: new Date() });
  const config = {
    providers: [
      PeerGitHub(CLIENT),
      PeerNodemailer({ server: smtp.url, from: "App <app@example.com>" }),
      PeerCredentials({
        credentials: {
          email: { label: "Email" },
          password: { label: "Password", type: "password" },
        },
        authorize: ({ password }) => password === PASSWORD ? { id: "ada", email: ADA } : null,
      }),
    ],
    adapter,
    basePath: "/auth",
    session: { strategy: "jwt" },
    secret: SECRET,
    trustHost: true,
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
    origin: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Walks, and returns the number of presses. */
async function count(
  browser: Browser,
  origin: string,
  smtp: MailServer,
  [name, walk]: [string, Walk],
): Promise<number> {
  const person = await sitDown(browser, `${origin}/auth/signin?callbackUrl=/home`);
  // The page of the provider is not ours: arriving there is the end.
  await person.page.route(
    "https://github.com/**",
    (route) => route.fulfill({ contentType: "text/html", body: "<h1>GitHub</h1>" }),
  );
  await walk(person, smtp);
  const end = name === "provider" ? "GitHub" : ADA;
  await person.page.getByRole("heading", { name: end, exact: true }).waitFor();
  await person.page.context().close();
  return person.presses;
}

browserTest(
  "presses: no way to sign in takes more than on the pages of Auth.js",
  async (browser) => {
    await using smtp = await startMailServer();
    await using ours = await startOurs(smtp);
    await using theirs = await startTheirs(smtp);
    const rows: Record<string, [number, number | undefined]> = {};
    for (const walk of Object.entries(OURS)) {
      const [name] = walk;
      const peer = THEIRS[name];
      rows[name] = [
        await count(browser, ours.origin, smtp, walk),
        peer && await count(browser, theirs.origin, smtp, [name, peer]),
      ];
    }
    assertEquals(rows, {
      password: [2, 3],
      // Their page has a form for each way, so it asks for the address twice.
      link: [2, 1],
      code: [2, undefined],
      provider: [1, 1],
    });
    await using links = await startOurs(smtp, { providers: [mailProvider(smtp)] }, false);
    const link: Walk = async (person, smtp) => {
      await person.type(field(person, "Email"), ADA);
      await person.enter();
      await person.page.goto((await mailOf(person, smtp)).link);
    };
    assertEquals(await count(browser, links.origin, smtp, ["link alone", link]), 1);
  },
);

browserTest(
  "presses: a second factor takes one more, a passkey none but that of the browser",
  async (browser) => {
    await using smtp = await startMailServer();
    await using app = await startOurs(smtp, { factors: [Totp()] });
    const person = await sitDown(browser, `${app.origin}/auth/signin?callbackUrl=/auth/factors`);
    const { page } = person;
    await OURS.password!(person, smtp);
    await button(person, /authenticator app/i).click();
    const secret = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
    await page.locator("#input-answer").fill(await codeOf(secret));
    await button(person, "Continue").click();
    await page.getByText("was added").waitFor();

    const again = await sitDown(browser, `${app.origin}/auth/signin?callbackUrl=/home`);
    await OURS.password!(again, smtp);
    await again.type(
      again.page.locator("#input-answer"),
      await codeOf(secret, Date.now() + 30_000),
    );
    await again.enter();
    await again.page.getByRole("heading", { name: ADA, exact: true }).waitFor();
    assertEquals(again.presses, 3);

    await using plain = await startOurs(smtp);
    const owner = await sitDown(browser, `${plain.origin}/auth/signup?callbackUrl=/home`);
    await addAuthenticator(owner.page.context(), owner.page);
    await field(owner, "Email").fill("grace@example.com");
    await button(owner, /passkey/i).click();
    await owner.page.getByRole("heading", { name: "somebody" }).waitFor();
    await owner.page.context().clearCookies();
    await owner.page.goto(`${plain.origin}/auth/signin?callbackUrl=/home`);
    // The browser offers it in the field that has the cursor; here it is chosen at once.
    await owner.page.getByRole("heading", { name: "somebody" }).waitFor();
    assertEquals(owner.presses, 0);
  },
);

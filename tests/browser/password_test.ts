import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import Password from "../../src/providers/password.ts";
import { browserTest } from "../_chromium.ts";
import { type MailServer, startMailServer } from "../_smtp.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";
const OTHER = "looms weave flowers and leaves";

/** Folder for pictures of every page: for a look at them. */
const PICTURES = Deno.env.get("PICTURES");

interface App extends AsyncDisposable {
  origin: string;
  smtp: MailServer;
  /** Moves the proofs of all later requests back by eleven minutes. */
  age(): void;
}

async function startApp(): Promise<App> {
  const smtp = await startMailServer();
  let ageMs = 0;
  const config: AuthConfig = {
    providers: [
      Password({ cost: { ln: 4 } }),
      Nodemailer({ name: "Email", server: smtp.url, from: "App <app@example.com>" }),
    ],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  };
  const now = Date.now;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      if (new URL(request.url).pathname.startsWith("/auth/")) return await Auth(request, config);
      return new Response("<h1>App</h1>", { headers: { "content-type": "text/html" } });
    },
  );
  Date.now = () => now() + ageMs;
  return {
    origin: `http://localhost:${server.addr.port}`,
    smtp,
    age: () => void (ageMs += 11 * 60_000),
    async [Symbol.asyncDispose]() {
      Date.now = now;
      await server.shutdown();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

/** Accessibility rules that a page breaks, as text. */
async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate(`${axe.source};axe.run()`) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    passes: unknown[];
  };
  assert(results.passes.length > 0, "axe checked no rule");
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  );
}

/** What a screen reader finds on a page, in its order: roles with names, without the text. */
async function treeOf(page: Page): Promise<string[]> {
  const tree = await page.locator("main").ariaSnapshot();
  return [...tree.matchAll(/- ((?:heading|textbox|button|link) ".*"|alert|status)/g)]
    .map(([, node]) => node!);
}

/** Words of the pages in one language. */
interface Words {
  link: string;
  send: string;
  check: string;
  password: string;
  repeat: string;
  current: string;
  save: string;
  done: string;
  next: string;
  set: string;
  signIn: string;
  mail: string;
  forgot: string;
  email: string;
  field: string;
  change: string;
}

const en: Words = {
  link: "Forgot your password, or here for the first time?",
  send: "Send a link",
  check: "Check your email",
  password: "New password",
  repeat: "New password again",
  current: "Current password",
  save: "Save the password",
  done: "Your password is set",
  next: "Continue",
  set: "Set a password",
  signIn: "Sign in",
  mail: "Send me a link",
  forgot: "Forgot it? Send a link",
  email: "Email",
  field: "Password",
  change: "Change your password",
};

const de: Words = {
  link: "Passwort vergessen oder zum ersten Mal hier?",
  send: "Link senden",
  check: "Öffnen Sie Ihre E-Mails",
  password: "Neues Passwort",
  repeat: "Neues Passwort wiederholen",
  current: "Aktuelles Passwort",
  save: "Passwort speichern",
  done: "Ihr Passwort ist festgelegt",
  next: "Weiter",
  set: "Passwort festlegen",
  signIn: "Anmelden",
  mail: "Link per E-Mail senden",
  forgot: "Vergessen? Link senden",
  email: "E-Mail",
  field: "Passwort",
  change: "Passwort ändern",
};

const VARIANTS: [name: string, words: Words, options: BrowserContextOptions][] = [
  ["light", en, { colorScheme: "light" }],
  ["dark", en, { colorScheme: "dark" }],
  ["phone, German", de, { locale: "de", viewport: { width: 390, height: 844 } }],
];

for (const [name, words, options] of VARIANTS) {
  browserTest(
    `password: sign-up, sign-in, change and reset work without scripts (${name})`,
    async (browser) => {
      await using app = await startApp();
      const context = await browser.newContext({ javaScriptEnabled: false, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      // The accessibility checks are a script, so they look at a copy of the page.
      const copy = await (await browser.newContext(options)).newPage();
      let pictures = 0;
      /** Checks a page: accessibility, its tree, no script, nothing wider than the window. */
      const look = async (what: string, tree: string[]) => {
        assertEquals(await treeOf(page), tree, what);
        await copy.setContent(await page.content());
        assertEquals(await violations(copy), [], what);
        assertEquals(await page.locator("script").count(), 0, what);
        const width = await copy.evaluate("document.documentElement.scrollWidth") as number;
        assert(width <= page.viewportSize()!.width, `${what} is ${width} pixels wide`);
        if (!PICTURES) return;
        await page.screenshot({
          path: `${PICTURES}/${name.replaceAll(/\W+/g, "_")}_${++pictures}_${what}.png`,
          fullPage: true,
        });
      };
      const type = (label: string, text: string) =>
        page.getByLabel(label, { exact: true }).fill(text);
      const click = (label: string) => page.getByRole("button", { name: label }).click();
      const heading = (text: string) => page.getByRole("heading", { name: text }).waitFor();
      const fields = (...labels: string[]) => labels.map((label) => `textbox "${label}"`);
      const buttons = (...labels: string[]) => labels.map((label) => `button "${label}"`);
      const choose = [...fields(words.password, words.repeat), ...buttons(words.save)];
      const change = [...fields(words.current), ...choose, ...buttons(words.forgot)];
      const openLink = async () => {
        await page.goto(app.smtp.mails.findLast(({ text }) => text.includes("/callback/"))!.link);
      };

      await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
      await look("signin", [
        `heading "${words.signIn}"`,
        ...fields(words.email, words.field),
        ...buttons(words.signIn, words.mail),
        `link "${words.link}"`,
      ]);
      await page.getByRole("link", { name: words.link }).click();
      await look("ask", [
        `heading "${words.set}"`,
        ...fields(words.email),
        ...buttons(words.send),
      ]);
      await type(words.email, ADA);
      await click(words.send);
      await heading(words.check);
      await openLink();
      await look("set", [`heading "${words.set}"`, ...choose]);
      await type(words.password, "password password");
      await type(words.repeat, "password password");
      await click(words.save);
      await page.getByRole("alert").waitFor();
      assertEquals(await page.getByLabel(words.password, { exact: true }).inputValue(), "");
      await look("refused", [`heading "${words.set}"`, "alert", ...choose]);
      await type(words.password, PASSWORD);
      await type(words.repeat, PASSWORD);
      await click(words.save);
      await heading(words.done);
      await look("done", [`heading "${words.done}"`, "status", `link "${words.next}"`]);
      await page.locator("a.submit").click();
      assertEquals(page.url(), `${app.origin}/after`);

      await context.clearCookies();
      await page.goto(`${app.origin}/auth/signin?callbackUrl=/after`);
      const form = page.locator("form", { hasText: words.link });
      await form.getByLabel(words.email, { exact: true }).fill(ADA);
      await type(words.field, "wrong");
      await click(words.signIn);
      await page.getByRole("alert").waitFor();
      await form.getByLabel(words.email, { exact: true }).fill(ADA);
      await type(words.field, PASSWORD);
      await click(words.signIn);
      assertEquals(page.url(), `${app.origin}/after`);

      await page.goto(`${app.origin}/auth/password?callbackUrl=/after`);
      await heading(words.change);
      await look("change", [`heading "${words.change}"`, ...change]);
      await type(words.current, "wrong");
      await type(words.password, OTHER);
      await type(words.repeat, OTHER);
      await click(words.save);
      await page.getByRole("alert").waitFor();
      await look("wrong", [`heading "${words.change}"`, "alert", ...change]);
      await type(words.current, PASSWORD);
      await type(words.password, OTHER);
      await type(words.repeat, OTHER);
      await click(words.save);
      await heading(words.done);

      // Forgotten: the link leads to the page without the field for the present password.
      await page.goto(`${app.origin}/auth/password?callbackUrl=/after`);
      await page.locator("button.create").click();
      await heading(words.check);
      await openLink();
      assertEquals(await page.getByLabel(words.current, { exact: true }).count(), 0);
      app.age();
      await page.reload();
      await heading(words.change);
      assertEquals(await treeOf(page), [`heading "${words.change}"`, ...change]);
    },
  );
}

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { BrowserContextOptions } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import { browserTest } from "../_chromium.ts";
import { type MailServer, startMailServer } from "../_smtp.ts";
import { violations } from "./_axe.ts";

const ADA = "ada@example.com";
const NEW = "countess.of.lovelace.and.first.programmer@analytical-engines.example.com";

/** Folder for pictures of every page: for a look at them. */
const PICTURES = Deno.env.get("PICTURES");

interface App extends AsyncDisposable {
  origin: string;
  smtp: MailServer;
  adapter: ReturnType<typeof MemoryAdapter>;
  /** Moves the proofs of all later requests back by eleven minutes. */
  age(): void;
}

async function startApp(): Promise<App> {
  const smtp = await startMailServer();
  let ageMs = 0;
  const adapter = MemoryAdapter();
  const config: AuthConfig = {
    providers: [Nodemailer({ name: "Email", server: smtp.url, from: "App <app@example.com>" })],
    adapter,
    account: true,
    // Counts in the memory of the process would be those of all apps.
    limits: false,
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
    adapter,
    age: () => void (ageMs += 11 * 60_000),
    async [Symbol.asyncDispose]() {
      Date.now = now;
      await server.shutdown();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

/** Words of the pages in one language. */
interface Words {
  email: string;
  link: string;
  change: string;
  field: string;
  send: string;
  prove: string;
  code: string;
  type: string;
  confirm: string;
  another: string;
  done: string;
  stale: string;
  ask: string;
  undo: string;
  undone: string;
  lost: string;
}

const en: Words = {
  email: "Email",
  link: "Sign in with Email",
  change: "Change your email address",
  field: "New email",
  send: "Send a code",
  prove: "Confirm this address",
  code: "Code",
  type: "Type the code",
  confirm: "Confirm the address",
  another: "Use another address",
  done: "Your address is confirmed",
  stale: "First confirm that it is you.",
  ask: "Undo the change of your address?",
  undo: "Undo the change",
  undone: "The change was undone",
  lost: "This link cannot be used",
};

const de: Words = {
  email: "E-Mail",
  link: "Mit Email anmelden",
  change: "E-Mail-Adresse ändern",
  field: "Neue E-Mail",
  send: "Code senden",
  prove: "Diese Adresse bestätigen",
  code: "Code",
  type: "Code eingeben",
  confirm: "Adresse bestätigen",
  another: "Andere Adresse verwenden",
  done: "Ihre Adresse ist bestätigt",
  stale: "Bestätigen Sie zuerst, dass Sie es sind.",
  ask: "Änderung Ihrer Adresse rückgängig machen?",
  undo: "Rückgängig machen",
  undone: "Die Änderung ist rückgängig gemacht",
  lost: "Dieser Link gilt nicht",
};

const VARIANTS: [name: string, words: Words, options: BrowserContextOptions][] = [
  ["light", en, { colorScheme: "light" }],
  ["dark", en, { colorScheme: "dark" }],
  ["phone, German", de, { locale: "de", viewport: { width: 390, height: 844 } }],
];

for (const [name, words, options] of VARIANTS) {
  browserTest(
    `address: change, later proof and undo work without scripts (${name})`,
    async (browser) => {
      await using app = await startApp();
      const context = await browser.newContext({ javaScriptEnabled: false, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      // The accessibility checks are a script, so they look at a copy of the page.
      const copy = await (await browser.newContext(options)).newPage();
      let pictures = 0;
      /** Checks a page: accessibility, no script, nothing wider than the window. */
      const look = async (what: string, of = page) => {
        await copy.setContent(await of.content());
        assertEquals(await violations(copy), [], what);
        assertEquals(await of.locator("script").count(), 0, what);
        const width = await copy.evaluate("document.documentElement.scrollWidth") as number;
        assert(width <= of.viewportSize()!.width, `${what} is ${width} pixels wide`);
        if (!PICTURES) return;
        await of.screenshot({
          path: `${PICTURES}/address_${name.replaceAll(/\W+/g, "_")}_${++pictures}_${what}.png`,
          fullPage: true,
        });
      };
      const click = (label: string) => page.getByRole("button", { name: label }).click();
      const heading = (text: string) => page.getByRole("heading", { name: text }).waitFor();
      const type = (label: string, text: string) =>
        page.getByLabel(label, { exact: true }).fill(text);
      const mailTo = (to: string) => app.smtp.mails.findLast((mail) => mail.to.includes(to))!;
      const codeTo = (to: string) => /^\d{4} \d{4}$/m.exec(mailTo(to).text)![0];

      await page.goto(`${app.origin}/auth/signin?callbackUrl=/auth/address?callbackUrl=/after`);
      await type(words.email, ADA);
      await page.getByRole("button").first().click();
      await page.goto(app.smtp.mails.at(-1)!.link);
      await heading(words.change);
      await look("request");

      await type(words.field, "ada@example");
      const field = page.getByLabel(words.field, { exact: true });
      assertEquals(await field.getAttribute("autocomplete"), "email");
      await type(words.field, ADA);
      await click(words.send);
      await page.getByRole("alert").waitFor();
      await look("same");

      const { id } = (await app.adapter.getUserByEmail(ADA))!;
      await app.adapter.updateUser({ id, emailVerified: null });
      await page.reload();
      await look("unproven");
      await click(words.prove);
      await heading(words.type);
      await type(words.code, codeTo(ADA));
      await click(words.confirm);
      await heading(words.done);

      await page.goto(`${app.origin}/auth/address?callbackUrl=/after`);
      await type(words.field, NEW);
      await click(words.send);
      await heading(words.type);
      await look("code");
      await click(words.another);
      await heading(words.change);
      await type(words.field, NEW);
      await click(words.send);
      await type(words.code, "1234 5678");
      await click(words.confirm);
      await page.getByRole("alert").waitFor();
      await look("wrong");
      const input = page.getByLabel(words.code, { exact: true });
      assertEquals(await input.getAttribute("autocomplete"), "one-time-code");
      const tree = await page.locator("main").ariaSnapshot();
      assertStringIncludes(tree, `textbox "${words.code}"`);
      assertStringIncludes(tree, `button "${words.confirm}"`);
      await type(words.code, codeTo(NEW));
      await click(words.confirm);
      await heading(words.done);
      await look("done");
      await page.locator("a.submit").click();
      assertEquals(page.url(), `${app.origin}/after`);

      app.age();
      await page.goto(`${app.origin}/auth/address?callbackUrl=/after`);
      await page.getByText(words.stale).waitFor();
      await look("stale");

      // The link in the mail, in a browser that has never been here.
      const other = await (await browser.newContext({ javaScriptEnabled: false, ...options }))
        .newPage();
      other.setDefaultTimeout(10_000);
      const { text } = mailTo(ADA);
      const link = /http:\S+[?&]undo=\S+/.exec(text)![0];
      await other.goto(link);
      await other.getByRole("heading", { name: words.ask }).waitFor();
      await look("undo", other);
      await other.getByRole("button", { name: words.undo }).click();
      await other.getByRole("heading", { name: words.undone }).waitFor();
      await look("undone", other);
      await other.goto(link);
      await other.getByRole("heading", { name: words.lost }).waitFor();
      await look("lost", other);
      assertEquals((await app.adapter.getUser(id))!.email, ADA);
      await page.goto(`${app.origin}/auth/address`);
      assertEquals(new URL(page.url()).pathname, "/auth/signin");
    },
  );
}

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import { de } from "../../src/languages/de.ts";
import type { NodemailerUserConfig } from "../../src/providers/nodemailer.ts";
import { browserTest } from "../_chromium.ts";
import { type MailServer, startMailServer } from "../_smtp.ts";
import { html, mailProvider, newSecret, serve, type Served } from "./_app.ts";
import { violations } from "./_axe.ts";
import { PICTURES } from "./_visitor.ts";

const ADA = "ada@example.com";

interface GreetingApp extends Served {
  smtp: MailServer;
}

/** An app that greets its user, and its SMTP server. */
async function startApp(options: NodemailerUserConfig = {}): Promise<GreetingApp> {
  const smtp = await startMailServer();
  const config: AuthConfig = {
    providers: [mailProvider(smtp, options)],
    adapter: MemoryAdapter(),
    languages: [de],
    secret: newSecret(),
    trustHost: true,
  };
  const { auth } = DenoAuth(config);
  const app = serve(
    config,
    async (request) => html(`<h1>Hello ${(await auth(request))?.user?.email ?? "stranger"}</h1>`),
  );
  return {
    origin: app.origin,
    smtp,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

/** Requests a link on the sign-in page; returns the mail. */
async function ask(page: Page, { origin, smtp }: GreetingApp, email = ADA) {
  await page.goto(`${origin}/auth/signin?callbackUrl=/`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  return smtp.mails.at(-1)!;
}

const greeting = (page: Page) => page.getByRole("heading").innerText();

browserTest(
  "email: clicking the link in the mail signs in",
  async (browser) => {
    await using app = await startApp();
    const context = await browser.newContext();
    const page = await context.newPage();
    const mail = await ask(page, app);
    assertEquals(mail.to, [ADA]);

    // The mail in a webmail: on another site, with a link that opens a tab.
    const webmail = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => html(mail.html),
    );
    try {
      await page.goto(`http://127.0.0.1:${webmail.addr.port}`);
      assertEquals(await page.getByRole("link").count(), 1);
      assertEquals(await violations(page), []);
      const tab = context.waitForEvent("page");
      await page.getByRole("link", { name: "Sign in" }).click();
      const opened = await tab;
      await opened.waitForURL(`${app.origin}/`);
      assertEquals(await greeting(opened), `Hello ${ADA}`);
    } finally {
      await webmail.shutdown();
    }
    const cookies = await context.cookies(app.origin);
    assertEquals(cookies.filter(({ name }) => name.includes("authjs.email")), []);
  },
);

browserTest(
  "email: the link still signs in after a mail scanner opened it",
  async (browser) => {
    await using app = await startApp();
    const context = await browser.newContext();
    const page = await context.newPage();
    const { link } = await ask(page, app);
    const head = await fetch(link, { method: "HEAD", redirect: "manual" });
    assertEquals([head.status, await head.text()], [200, ""]);
    for (let i = 0; i < 3; i++) {
      const response = await fetch(link, { redirect: "manual" });
      assertEquals(response.status, 200);
      assertEquals(
        response.headers.getSetCookie().some((cookie) => cookie.includes("session-token")),
        false,
      );
      await response.body?.cancel();
    }
    // A scanner that runs scripts.
    const sandbox = await (await browser.newContext()).newPage();
    await sandbox.goto(link);
    await page.goto(link);
    assertEquals(page.url(), `${app.origin}/`);
    assertEquals(await greeting(page), `Hello ${ADA}`);
  },
);

browserTest("email: on another device, without scripts, one button signs in", async (browser) => {
  await using app = await startApp();
  const page = await (await browser.newContext()).newPage();
  const { link } = await ask(page, app);
  const phone = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await phone.goto(link);
  assertStringIncludes(await phone.locator("main").innerText(), `as ${ADA}.`);
  await phone.getByRole("button", { name: "Sign in" }).click();
  assertEquals(await greeting(phone), `Hello ${ADA}`);
  await page.goto(link);
  assertMatch(page.url(), /\/auth\/error\?error=Verification&reference=[0-9A-F]{6}$/);
});

browserTest(
  "email: the code from the mail works without scripts; six wrong codes end it and not the link",
  async (browser) => {
    await using app = await startApp({ code: true });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const codeOf = ({ text }: { text: string }) => /^\d{4} \d{4}$/m.exec(text)![0];
    const first = await ask(page, app);
    await page.getByLabel("Code").fill(codeOf(first));
    await page.getByRole("button", { name: "Continue" }).click();
    assertEquals(await greeting(page), `Hello ${ADA}`);

    const second = await ask(page, app, "bob@example.com");
    const wrong = codeOf(second).startsWith("9") ? "00000000" : "99999999";
    for (let left = 5; left >= 0; left--) {
      await page.getByLabel("Code").fill(wrong);
      await page.getByRole("button", { name: "Continue" }).click();
      if (left > 0) {
        assertStringIncludes(
          await page.getByRole("alert").innerText(),
          left === 1 ? "one more try" : `${left} more tries`,
        );
      }
    }
    assertEquals(
      await page.getByRole("alert").innerText(),
      "The code no longer works. The link in the email still does.",
    );
    assertEquals(await page.getByLabel("Code").count(), 0);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/code_ended.png`, fullPage: true });
    await page.goto(second.link);
    assertEquals(await greeting(page), "Hello bob@example.com");
  },
);

for (const colorScheme of ["light", "dark"] as const) {
  browserTest(
    `email: its pages pass axe and fit a phone in ${colorScheme}`,
    async (browser) => {
      for (const locale of ["en-US", "de-DE"]) {
        await using app = await startApp({ code: 6 });
        const context = await browser.newContext({
          colorScheme,
          locale,
          viewport: { width: 320, height: 640 },
        });
        const page = await context.newPage();
        const problems: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error" && !message.location().url.endsWith("favicon.ico")) {
            problems.push(message.text());
          }
        });
        const look = async () => {
          assertEquals(await violations(page), []);
          assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 320);
        };
        await page.goto(`${app.origin}/auth/signin`);
        await page.locator("input[type=email]").fill("a.rather.long.address@some.example.com");
        await page.locator("#submitButton").click();
        await page.waitForURL(/verify-request/);
        await look();
        await page.locator("#input-code").fill("1");
        await page.locator("#submitButton").click();
        await page.getByRole("alert").waitFor();
        await look();
        const { link } = app.smtp.mails[0]!;
        await context.clearCookies();
        await page.goto(link);
        await look();
        assertEquals(problems, []);
        await context.close();
      }
    },
  );
}

browserTest("email: a code is posted once, when its last digit is typed", async (browser) => {
  await using app = await startApp({ code: true });
  const page = await (await browser.newContext()).newPage();
  const { text } = await ask(page, app);
  const code = /^\d{4} \d{4}$/m.exec(text)![0];
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posted.push(request.postData()!);
  });
  await page.locator("#input-code:focus").waitFor();
  await page.keyboard.type(code.slice(0, -1));
  assertEquals(posted, []);
  await page.keyboard.type(code.slice(-1));
  await page.waitForURL(`${app.origin}/`);
  assertEquals(await greeting(page), `Hello ${ADA}`);
  assertEquals(posted.length, 1);
});

browserTest(
  "email: the waiting tab goes on once the link was opened in another one",
  async (browser) => {
    await using app = await startApp({ code: true });
    const context = await browser.newContext();
    const page = await context.newPage();
    const { link } = await ask(page, app);
    // What a browser tells the page whose tab is chosen.
    const come = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.locator("#input-code:focus").waitFor();
    await page.keyboard.type("1234");
    const answered = page.waitForResponse(/verify-request/);
    await come();
    await answered;
    assertEquals(await page.getByLabel("Code").inputValue(), "1234", "nothing typed is lost");
    const other = await context.newPage();
    await other.goto(link);
    assertEquals(await greeting(other), `Hello ${ADA}`);
    await come();
    await page.waitForURL(`${app.origin}/`);
    assertEquals(await greeting(page), `Hello ${ADA}`);
  },
);

browserTest(
  "email: the waiting window goes on by itself, and when it gets the focus",
  async (browser) => {
    for (const way of ["focus", "time"] as const) {
      await using app = await startApp({ code: true });
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.clock.install();
      const { link } = await ask(page, app);
      await page.locator("#input-code:focus").waitFor();
      await page.keyboard.type("1234");
      // No timer runs by itself from now on.
      await page.clock.pauseAt(Date.now() + 60_000);
      const other = await context.newPage();
      await other.goto(link);
      assertEquals(await greeting(other), `Hello ${ADA}`);
      if (way === "focus") await page.evaluate("dispatchEvent(new Event('focus'))");
      else await page.clock.runFor(5000);
      await page.waitForURL(`${app.origin}/`);
      await context.close();
    }
  },
);

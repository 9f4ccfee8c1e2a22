import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { Totp } from "../../src/capabilities/factors/totp.ts";
import { browserTest } from "../_chromium.ts";
import { startMailServer } from "../_smtp.ts";
import { html, mailProvider, newSecret, serve, type Served } from "./_app.ts";

const ADA = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";

/** An app that leads every path to the sign-in page, the browser's own requests included. */
interface ClosedApp extends Served {
  /** Paths of images that were led to the sign-in page. */
  images: string[];
  /** The link in the last email. */
  link(): string;
}

async function startClosedApp(): Promise<ClosedApp> {
  const smtp = await startMailServer();
  const adapter = MemoryAdapter();
  const auth = defineAuth({
    providers: [Password({ cost: { ln: 4 } }), mailProvider(smtp)],
    adapter,
    session: { strategy: "jwt", revocation: {} },
    factors: [Totp()],
    secret: newSecret(),
    trustHost: true,
    logger: { error: () => {}, warn: () => {} },
  });
  const { id } = await adapter.createUser!({
    id: "ada",
    email: ADA,
    emailVerified: new Date(),
  });
  await auth.passwords.set(id, PASSWORD);
  const images: string[] = [];
  const served = serve(auth.config, async (request) => {
    const { pathname } = new URL(request.url);
    if (await auth.getSession(request)) return html(`<h1>${pathname}</h1>`);
    if (request.headers.get("sec-fetch-dest") === "image") images.push(pathname);
    return await auth.signIn(request, undefined, { redirectTo: pathname });
  });
  return {
    origin: served.origin,
    images,
    link: () => smtp.mails.findLast(({ text }) => text.includes("/callback/"))!.link,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? "with scripts" : "without scripts";

  browserTest(
    `sign-in: leads back to the page that was asked for, and never to the site's icon (${scripts})`,
    async (browser) => {
      await using app = await startClosedApp();
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const target = () => new URL(page.url()).searchParams.get("callbackUrl");
      const address = async () => {
        await page.getByLabel("Email").fill(ADA);
        await page.getByRole("button", { name: "Continue" }).click();
      };
      const type = async (password: string) => {
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
      };
      await page.goto(`${app.origin}/docs`);
      // The browser's own request, with its cookies; a browser without windows leaves it out.
      const headers = { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
      await context.request.get(`${app.origin}/favicon.ico`, { headers });
      assert(app.images.includes("/favicon.ico"), "the icon was led to the sign-in page");

      await address();
      await type("wrong");
      await page.getByRole("alert").waitFor();
      assertEquals(target(), `${app.origin}/docs`);
      assertEquals(await page.getByLabel("Email").inputValue(), ADA);
      assertEquals(page.url().includes("ada"), false, "the address is not in the URL");
      const focused = page.locator(":focus");
      assertEquals(await focused.getAttribute("name"), "password");
      assertEquals(await focused.getAttribute("aria-invalid"), "true");
      const message = await focused.getAttribute("aria-describedby");
      assertEquals(await page.getByRole("alert").getAttribute("id"), message);
      await type("wrong too");
      await page.getByRole("alert").waitFor();
      assertEquals(target(), `${app.origin}/docs`, "the second time too");
      await type(PASSWORD);
      assertEquals(page.url(), `${app.origin}/docs`);

      // A link that was used leads to the error page, and from there to the sign-in page.
      await context.clearCookies();
      await page.goto(`${app.origin}/reports`);
      await address();
      await page.getByRole("button", { name: "Email me a sign-in link" }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await page.goto(app.link());
      assertEquals(page.url(), `${app.origin}/reports`);
      await context.clearCookies();
      await page.goto(app.link());
      assert(page.url().includes("error=Verification"), page.url());
      await page.locator("a.submit").click();
      assertEquals(target(), `${app.origin}/reports`);

      // A reset begins on the page of the password, and ends where the user wanted to go.
      await context.clearCookies();
      await page.goto(`${app.origin}/bills`);
      await address();
      await page.getByRole("button", { name: /Forgot/ }).click();
      await page.getByRole("heading", { name: "Check your email" }).waitFor();
      await page.goto(app.link());
      await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL(`${app.origin}/bills`);

      // No sign-in of this browser waits for a second factor any more.
      await context.clearCookies();
      await page.goto(`${app.origin}/plans`);
      await page.goto(`${app.origin}/auth/factor`);
      assertEquals(target(), `${app.origin}/plans`);
    },
  );
}

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, showsCount } from "../_chromium.ts";
import { PICTURES } from "./_visitor.ts";
import { codeOf } from "../flows/_factors.ts";
import { TRANSLATIONS } from "../unit/languages/_texts.ts";
import { violations } from "./_axe.ts";
import { DEMO, type Demo, demoFlags, freePort, startDemo } from "./_demo.ts";
import { addAuthenticator } from "./_passkey_app.ts";

const PASSWORD = "nine lives of a copper kettle";

const port = () => `--port=${freePort()}`;

/** The demo of the tests that use accounts of their own. */
let shared: Promise<Demo> | undefined;
const sharedDemo = (): Promise<Demo> => shared ??= startDemo(port());

Deno.test.afterAll(async () => void await (await shared)?.stop());

/** Opens the provider's page and chooses a user. */
async function chooseAda(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue with Demo Provider" }).click();
  await page.getByRole("button", { name: "Ada Lovelace" }).click();
}

browserTest(
  "demo: OpenID Connect sign-in, session, update and sign-out work in the browser",
  async (browser) => {
    const demo = await sharedDemo();
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      // The built-in pages link no icon, and the demo serves none.
      const isIcon = message.location().url.endsWith("/favicon.ico");
      if (message.type() === "error" && !isIcon) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));

    await page.goto(demo.origin);
    await page.getByRole("link", { name: "Open the dashboard" }).click();
    assertEquals(new URL(page.url()).pathname, "/auth/signin");
    await chooseAda(page);
    assertEquals(page.url(), `${demo.origin}/dashboard`);
    assertStringIncludes(await page.locator("#session").innerText(), '"name": "Ada Lovelace"');
    assertStringIncludes(await page.locator("#token").innerText(), '"jti"');

    await page.getByLabel("New name").fill("Countess");
    await page.getByRole("button", { name: "Update session" }).click();
    assertStringIncludes(await page.locator("#session").innerText(), '"name": "Countess"');

    await page.locator("#signout").click();
    assertEquals(page.url(), `${demo.origin}/`);
    await page.goto(`${demo.origin}/dashboard`);
    assertEquals(new URL(page.url()).pathname, "/auth/signin");
    assertEquals(problems, []);
  },
);

browserTest(
  "demo: the sign-in page has all that the picture of the README has",
  async (browser) => {
    const demo = await sharedDemo();
    const page = await browser.newPage();
    await page.goto(`${demo.origin}/auth/signin`);
    await page.getByRole("button", { name: "Continue with Demo Provider" }).waitFor();
    await page.getByLabel("Email", { exact: true }).waitFor();
    for (const name of ["Continue", "Sign in with a passkey"]) {
      await page.getByRole("button", { name, exact: true }).waitFor();
    }
    await page.getByRole("link", { name: "Create account" }).waitFor();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/demo-signin.png`, fullPage: true });
  },
);

browserTest(
  "demo: begins with a person on four devices, and shows emails as people see them",
  async (browser) => {
    const demo = await sharedDemo();
    const [, email, password] = /(\S+@\S+) has four devices; password: (.+)/.exec(
      demo.output.join("\n"),
    )!;
    const page = await browser.newPage();
    await page.goto(`${demo.origin}/auth/account`);
    await page.getByLabel("Email", { exact: true }).fill(email!);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByLabel("Password", { exact: true }).fill(password!);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/auth\/account/);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/demo-account.png`, fullPage: true });
    for (const device of ["Safari on iOS", "Chrome on Windows"]) {
      await page.getByText(device).first().waitFor();
    }
    await page.getByText("Hamburg, Germany").first().waitFor();
    await page.goto(`${demo.origin}/inbox`);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/demo-inbox.png`, fullPage: true });
    const opened = page.waitForEvent("popup");
    await page.frameLocator("iframe").first().getByRole("link").first().click();
    await (await opened).waitForURL(/\/auth\/account/);
  },
);

browserTest(
  "demo: a password and a second factor, set up and asked for without scripts",
  async (browser) => {
    const demo = await sharedDemo();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const signIn = async (password: string) => {
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    const address = async () => {
      await page.getByLabel("Email", { exact: true }).fill("turing@example.com");
      await page.getByRole("button", { name: "Continue", exact: true }).click();
    };
    await page.goto(`${demo.origin}/dashboard`);
    await page.getByRole("link", { name: "Create account" }).click();
    await address();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await page.goto(`${demo.origin}/inbox`);
    await page.getByRole("link", { name: "Open the link" }).first().click();
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Save password" }).click();
    // It goes on by itself.
    await page.waitForURL(`${demo.origin}/dashboard`);
    await page.locator("#signout").click();

    await page.goto(`${demo.origin}/dashboard`);
    await address();
    await signIn("wrong password");
    await page.getByRole("alert").waitFor();
    await signIn(PASSWORD);
    assertEquals(page.url(), `${demo.origin}/dashboard`);

    await page.getByRole("link", { name: "Manage your account" }).click();
    await page.getByRole("heading", { name: "Your account", exact: true }).waitFor();
    await page.goto(`${demo.origin}/auth/factors`);
    await page.getByRole("button", { name: "Set up authenticator app" }).click();
    const secret = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
    // Without scripts, a code does not post itself.
    await page.getByRole("textbox", { name: "Code" }).fill(await codeOf(secret));
    await page.keyboard.press("Enter");
    await page.waitForURL(/step=codes/);
    await page.getByLabel("I have saved these codes").check();
    await page.getByRole("button", { name: "Done" }).click();
    await page.waitForURL(/done=added/);
    await page.goto(`${demo.origin}/auth/signout`);
    await page.getByRole("button", { name: "Sign out" }).click();

    await page.goto(`${demo.origin}/dashboard`);
    await address();
    await signIn(PASSWORD);
    // Each code is accepted once: this one is that of the next time step.
    await page.getByRole("textbox", { name: "Code" }).fill(
      await codeOf(secret, Date.now() + 30_000),
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(`${demo.origin}/dashboard`);
    assertStringIncludes(await page.locator("#session").innerText(), "turing@example.com");
  },
);

browserTest("demo: the link from the inbox signs in, and so does the code", async (browser) => {
  const demo = await sharedDemo();
  const page = await (await browser.newContext()).newPage();
  const ask = async (address: string) => {
    await page.goto(`${demo.origin}/dashboard`);
    await page.getByLabel("Email", { exact: true }).fill(address);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    await page.getByLabel("Code").waitFor();
  };
  await ask("hopper@example.com");
  await page.goto(`${demo.origin}/inbox`);
  assertStringIncludes(await page.locator("main").innerText(), "To hopper@example.com");
  await page.getByRole("link", { name: "Open the link" }).first().click();
  assertEquals(page.url(), `${demo.origin}/dashboard`);
  assertStringIncludes(
    await page.locator("main").innerText(),
    "Signed in as hopper@example.com until",
  );

  await page.locator("#signout").click();
  await ask("lamarr@example.com");
  const inbox = await page.context().newPage();
  await inbox.goto(`${demo.origin}/inbox`);
  const code = /^\d{4} \d{4}$/m.exec((await inbox.locator("pre").first().textContent())!)![0];
  // The script posts it.
  await page.getByLabel("Code").fill(code);
  await page.waitForURL(`${demo.origin}/dashboard`);
});

browserTest(
  "demo: the pages are in the language of the browser, or in the one chosen",
  async (browser) => {
    const demo = await sharedDemo();
    const page = await (await browser.newContext({ locale: "ja" })).newPage();
    await page.goto(`${demo.origin}/auth/signin`);
    await page.getByRole("heading", { name: "ログイン", exact: true }).waitFor();
    await page.goto(demo.origin);
    assertEquals(await page.locator("#languages a").count(), TRANSLATIONS.length + 1);
    await page.getByRole("link", { name: "العربية" }).click();
    await page.getByRole("heading", { name: "تسجيل الدخول", exact: true }).waitFor();
    assertEquals(await page.locator("html").getAttribute("dir"), "rtl");
  },
);

browserTest(
  "demo: canceling at the provider leads back to the sign-in page",
  async (browser) => {
    const demo = await sharedDemo();
    const page = await browser.newPage();
    await page.goto(`${demo.origin}/auth/signin`);
    await page.getByRole("button", { name: "Continue with Demo Provider" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    assertMatch(page.url(), /\/auth\/signin\?error=OAuthCallbackError$/);
    assertStringIncludes(await page.getByRole("alert").innerText(), "did not work");
  },
);

browserTest(
  "demo: five tabs that started together can finish in the order 5, 1, 4, 2, 3",
  async (browser) => {
    const demo = await sharedDemo();
    const context = await browser.newContext();
    const tabs: Page[] = [];
    for (let number = 1; number <= 5; number++) {
      const tab = await context.newPage();
      await tab.goto(
        `${demo.origin}/auth/signin?callbackUrl=${encodeURIComponent(`/?tab=${number}`)}`,
      );
      await tab.getByRole("button", { name: "Continue with Demo Provider" }).click();
      await tab.getByRole("button", { name: "Ada Lovelace" }).waitFor();
      tabs.push(tab);
    }
    for (const number of [5, 1, 4, 2, 3]) {
      const tab = tabs[number - 1]!;
      await tab.getByRole("button", { name: "Ada Lovelace" }).click();
      assertEquals(tab.url(), `${demo.origin}/?tab=${number}`);
    }
    assertStringIncludes(await tabs[0]!.locator("main").innerText(), "Hello Ada Lovelace");
    const open = (await context.cookies(demo.origin)).filter(({ name }) =>
      name.includes(".state.")
    );
    assertEquals(open, []);
  },
);

browserTest("demo: signs up with a passkey, out, and in through autofill", async (browser) => {
  const demo = await sharedDemo();
  const context = await browser.newContext();
  const page = await context.newPage();
  await addAuthenticator(context, page);
  await page.goto(`${demo.origin}/dashboard`);
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Email").fill("noether@example.com");
  await page.getByRole("button", { name: "Create passkey" }).click();
  // The address is asked to be confirmed, which can wait.
  await page.getByLabel("Code").waitFor();
  await page.goto(`${demo.origin}/dashboard`);
  assertMatch(await page.locator("main").innerText(), /Signed in with a passkey until/);
  await page.locator("#signout").click();
  await page.waitForURL((url) => url.pathname !== "/dashboard");
  await page.goto(`${demo.origin}/dashboard`);
  await page.waitForURL(`${demo.origin}/dashboard`);
  assertMatch(await page.locator("main").innerText(), /Signed in with a passkey until/);
  // The demo can verify addresses by email, so it does not store an unverified one.
  assertEquals((await page.locator("#session").innerText()).includes("noether"), false);
});

for (const colorScheme of ["light", "dark"] as const) {
  browserTest(`demo: passes axe in ${colorScheme}`, async (browser) => {
    const demo = await sharedDemo();
    const page = await browser.newPage({ colorScheme });
    await page.goto(demo.origin);
    assertEquals(await violations(page), []);
    await page.goto(`${demo.origin}/dashboard`);
    await page.getByRole("button", { name: "Continue with Demo Provider" }).click();
    assertEquals(await violations(page), []);
    await page.getByRole("button", { name: "Ada Lovelace" }).click();
    assertEquals(await violations(page), []);
  });
}

Deno.test("demo: fetches fewer than 30 packages, in the versions of its own lock file", async () => {
  const lock = JSON.parse(await Deno.readTextFile(`${DEMO}/deno.lock`));
  assertEquals(Object.keys(lock.npm).length < 30, true, Object.keys(lock.npm).join(", "));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["cache", "--frozen", "main.ts"],
    cwd: DEMO,
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals(success, true, new TextDecoder().decode(stderr));
  // A start of the demo would write other dependencies of the linked package into the file.
  const { workspace } = JSON.parse(await Deno.readTextFile("deno.lock"));
  const [, linked] = Object.entries<{ dependencies: string[] }>(lock.workspace.links)
    .find(([name]) => name.startsWith("jsr:@x/auth@"))!;
  assertEquals(linked.dependencies, workspace.dependencies);
});

Deno.test("demo: a requested port that is busy is a clear error", async () => {
  using taken = Deno.listen({ hostname: "localhost", port: 0 });
  const [flags, busy] = [await demoFlags(), taken.addr];
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...flags, `--port=${busy.port}`],
    cwd: DEMO,
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals(code, 1);
  assertStringIncludes(
    new TextDecoder().decode(stderr),
    `Port ${busy.port} is busy. Stop the program that uses it`,
  );
});

Deno.test("demo: a busy default port is skipped, and Ctrl-C stops both servers", async () => {
  using _taken = takeDefaultPort();
  await using demo = await startDemo();
  assertEquals(new URL(demo.origin).port === "8000", false);
  assertMatch(demo.output.join("\n"), /Port 8000 is busy: using \d+ instead/);

  assertEquals(await demo.stop(), 0);
  assertEquals(demo.output.at(-1), "Stopped.");
  const providerOrigin = /Provider\s+(http:\S+)/.exec(demo.output.join("\n"))![1]!;
  for (const origin of [demo.origin, providerOrigin]) {
    const answers = await fetch(origin).then(() => true, () => false);
    assertEquals(answers, false, origin);
  }
});

/** Listens on the port that the demo uses by default, unless another program does. */
function takeDefaultPort(): Deno.Listener | undefined {
  try {
    return Deno.listen({ hostname: "localhost", port: 8000 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
  }
}

browserTest(
  "demo: users and sessions persist over a restart, and another browser can end them",
  async (browser) => {
    const folder = `.demo/test-${crypto.randomUUID()}`;
    const args = [port(), `--data=${folder}`];
    const page = await (await browser.newContext()).newPage();
    {
      await using demo = await startDemo(...args);
      await page.goto(`${demo.origin}/dashboard`);
      await chooseAda(page);
      assertEquals(page.url(), `${demo.origin}/dashboard`);
    }
    await using demo = await startDemo(...args);
    await page.goto(`${demo.origin}/dashboard`);
    assertStringIncludes(await page.locator("#session").innerText(), '"name": "Ada Lovelace"');

    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(`${demo.origin}/dashboard`);
    await chooseAda(elsewhere);
    await page.reload();
    await showsCount(page.locator("#sessions li"), 2);
    assertStringIncludes(await page.locator("#sessions").innerText(), "Chrome, ");
    await page.locator("#sessions").getByRole("button", { name: "Sign out" }).click();
    await showsCount(page.locator("#sessions li"), 1);
    await elsewhere.reload();
    assertEquals(new URL(elsewhere.url()).pathname, "/auth/signin");
    await page.reload();
    assertEquals(new URL(page.url()).pathname, "/dashboard");
    await demo.stop();
    await Deno.remove(`${DEMO}/${folder}`, { recursive: true });
  },
);

browserTest(
  "demo: a team, a key that reads the API, and an app of a partner whose access ends",
  async (browser) => {
    const demo = await sharedDemo();
    const [, email, password] = /(\S+@\S+) has four devices; password: (.+)/.exec(
      demo.output.join("\n"),
    )!;
    const page = await browser.newPage();
    const picture = async (name: string) => {
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/demo-${name}.png`, fullPage: true });
    };
    await page.goto(`${demo.origin}/auth/organizations`);
    await page.getByLabel("Email", { exact: true }).fill(email!);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByLabel("Password", { exact: true }).fill(password!);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Flight Research" }).waitFor();
    await picture("teams");

    await page.goto(`${demo.origin}/auth/keys`);
    await page.getByText("Nightly report").waitFor();
    await picture("keys");
    await page.getByLabel("Name", { exact: true }).fill("Build server");
    await page.getByLabel("Read your projects").check();
    await page.getByRole("button", { name: "Create key" }).click();
    const key = /acme_\w+/.exec(await page.locator("main").innerText())![0];
    const headers = { authorization: `Bearer ${key}` };
    const read = await fetch(`${demo.origin}/api/projects`, { headers });
    assertEquals([read.status, (await read.json()).mayWrite], [200, false]);

    await page.goto(`${demo.origin}/orbit`);
    await page.getByRole("link", { name: "Sign in with Acme" }).click();
    await picture("consent");
    await page.getByRole("button", { name: /Allow/ }).click();
    assertStringIncludes(await page.locator("#projects").innerText(), '"via": "token"');
    await picture("orbit");
    await page.goto(`${demo.origin}/auth/account`);
    await picture("account");
    await page.getByText("Apps with access").first().waitFor();
    await page.goto(`${demo.origin}/auth/apps`);
    await page.getByText("Orbit").first().waitFor();
    await picture("apps");
  },
);

import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { de } from "../../src/languages/de.ts";
import Credentials from "../../src/providers/credentials.ts";
import Apple from "../../src/providers/apple.ts";
import Discord from "../../src/providers/discord.ts";
import Facebook from "../../src/providers/facebook.ts";
import GitHub from "../../src/providers/github.ts";
import GitLab from "../../src/providers/gitlab.ts";
import Google from "../../src/providers/google.ts";
import LinkedIn from "../../src/providers/linkedin.ts";
import Microsoft from "../../src/providers/microsoft_entra_id.ts";
import Notion from "../../src/providers/notion.ts";
import Reddit from "../../src/providers/reddit.ts";
import Slack from "../../src/providers/slack.ts";
import Spotify from "../../src/providers/spotify.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { browserTest } from "../_chromium.ts";
import { isChosen } from "../_stride.ts";
import { newSecret, serve } from "./_app.ts";
import { violations } from "./_axe.ts";
import { addAuthenticator } from "./_passkey_app.ts";
import { PICTURES } from "./_visitor.ts";

const client = { clientId: "id", clientSecret: "secret" };

function createConfig(overrides: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [
      Google(client),
      GitHub(client),
      {
        id: "acme",
        name: "Acme",
        type: "oidc",
        issuer: "https://acme.example",
        style: { brandColor: "#ffe000" },
        ...client,
      },
      Credentials({
        credentials: {
          username: { label: "User" },
          password: { label: "Password", type: "password" },
        },
        authorize: () => null,
      }),
    ],
    languages: [de],
    secret: newSecret(),
    trustHost: true,
    ...overrides,
  };
}

/** Paths of every built-in page in every visual state. */
const PAGES = [
  "signin",
  "signin?error=CredentialsSignin",
  "signout",
  "error",
  "error?error=Configuration",
  "error?error=Configuration&code=InvalidCheck",
  "error?error=AccessDenied",
  "error?error=Verification",
  "error?error=TooManyRequests",
  "verify-request",
];

for (const [shift, colorScheme] of (["light", "dark"] as const).entries()) {
  browserTest(`pages: pass axe in ${colorScheme}`, async (browser) => {
    const themes = [{}, {
      colorScheme,
      brandColor: "#ffcc00",
      logo: "data:image/png;base64,iVBORw0KGgo=",
    }];
    for (const [place, theme] of themes.entries()) {
      await using app = serve(createConfig({ theme }));
      const page = await browser.newPage({ colorScheme });
      for (const [number, path] of PAGES.entries()) {
        if (!isChosen(number + shift + 2 * place, 4)) continue;
        await page.goto(`${app.origin}/auth/${path}`);
        assertEquals(await violations(page), [], path);
      }
      await page.close();
    }
  }, { choosesCases: true });
}

browserTest(
  "pages: violate no rule of their own policy, on a phone and on a desktop",
  async (browser) => {
    await using app = serve(createConfig());
    const viewports = [{ width: 320, height: 640 }, { width: 1280, height: 800 }];
    for (const [shift, viewport] of viewports.entries()) {
      const page = await browser.newPage({ viewport });
      const problems: string[] = [];
      page.on("console", (message) => {
        // The browser also reports the page's own error status.
        if (message.type() === "error" && !/status of (400|403|429|500)/.test(message.text())) {
          problems.push(message.text());
        }
      });
      page.on("requestfailed", (request) => problems.push(request.url()));
      page.on("request", (request) => {
        if (new URL(request.url()).origin !== app.origin) problems.push(request.url());
      });
      for (const [number, path] of PAGES.entries()) {
        if (!isChosen(number + shift, 2)) continue;
        await page.goto(`${app.origin}/auth/${path}`);
        const width = await page.evaluate("document.documentElement.scrollWidth") as number;
        assertEquals(width, viewport.width, `${path} scrolls sideways`);
      }
      assertEquals(problems, []);
      await page.close();
    }
  },
  { choosesCases: true },
);

browserTest("pages: the Tab key goes on from the first field in reading order", async (browser) => {
  await using app = serve(createConfig());
  const page = await browser.newPage();
  await page.goto(`${app.origin}/auth/signin`);
  await page.locator("[name=username]:focus").waitFor();
  const reached: string[] = [];
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(
        "document.activeElement.innerText || document.activeElement.name",
      ) as string,
    );
  }
  assertEquals(reached.map((text) => text.trim().replaceAll(/\s+/g, " ")), [
    "password",
    "Continue with Credentials",
    "Google",
    "GitHub",
    "A Acme",
  ]);
});

browserTest(
  "pages: a form reaches where the provider sends people on to, which no list of endpoints knows",
  async (browser) => {
    const listen = (answer: () => Response) => {
      const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
      return {
        origin: `http://127.0.0.1:${server.addr.port}`,
        [Symbol.asyncDispose]: () => server.shutdown(),
      };
    };
    // The login of the person's company, on another origin than the endpoint.
    await using login = listen(() => new Response("Login"));
    await using endpoint = listen(() => Response.redirect(`${login.origin}/login`));
    await using app = serve(createConfig({
      providers: [{
        id: "acme",
        name: "Acme",
        type: "oauth",
        authorization: `${endpoint.origin}/authorize`,
        token: `${endpoint.origin}/token`,
        userinfo: `${endpoint.origin}/me`,
        ...client,
      }],
    }));
    const page = await browser.newPage();
    const press = () => page.getByRole("button", { name: "Continue with Acme" }).click();
    await page.goto(`${app.origin}/auth/signin`);
    await press();
    await page.waitForURL(`${login.origin}/login`);

    // With the origins of this site and of the endpoint alone, Chromium stops there.
    await page.route(`${app.origin}/auth/signin`, async (route) => {
      const response = await route.fetch();
      const policy = response.headers()["content-security-policy"]!
        .replace(/form-action [^;]*/, `form-action 'self' ${endpoint.origin}`);
      const headers = { ...response.headers(), "content-security-policy": policy };
      await route.fulfill({ response, headers });
    });
    await page.goto(`${app.origin}/auth/signin`);
    const refused = page.waitForEvent("console", (message) => /form-action/.test(message.text()));
    await press();
    await refused;
    assertEquals(page.url(), `${app.origin}/auth/signin`);
  },
);

browserTest("pages: stay empty in a frame on another origin", async (browser) => {
  await using app = serve(createConfig());
  await using host = (() => {
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () =>
        new Response(`<iframe src="${app.origin}/auth/signin"></iframe>`, {
          headers: { "content-type": "text/html" },
        }),
    );
    return { port: server.addr.port, [Symbol.asyncDispose]: () => server.shutdown() };
  })();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${host.port}`);
  const frame = page.frames()[1];
  assertEquals(await frame?.getByRole("button").count(), 0);
});

browserTest(
  "pages: a locked account leads to a page in words, and back to the sign-in page",
  async (browser) => {
    await using app = serve(createConfig({ limits: { perAccount: 1 } }));
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "de" });
    const page = await context.newPage();
    for (const status of [200, 429]) {
      await page.goto(`${app.origin}/auth/signin`);
      await page.getByLabel("User").fill("ada");
      await page.getByLabel("Password").fill("wrong");
      const [answer] = await Promise.all([
        page.waitForNavigation(),
        page.getByRole("button", { name: "Weiter mit Credentials" }).click(),
      ]);
      assertEquals(answer?.status(), status);
    }
    assertEquals(await page.getByRole("heading").innerText(), "Zu viele Versuche");
    await page.getByRole("link", { name: "Anmelden" }).click();
    assertEquals(page.url(), `${app.origin}/auth/signin`);
  },
);

const ADA = "ada@example.com";

/** An app whose sign-in page has every kind of method; mails and posted addresses are kept. */
function createFullConfig() {
  const mails: { identifier: string; body: string }[] = [];
  const config = createConfig({
    providers: [
      Google(client),
      GitHub(client),
      Apple(client),
      Credentials({
        id: "password",
        name: "Password",
        credentials: {
          email: { label: "Email", type: "email" },
          password: { label: "Password", type: "password", required: true },
        },
        authorize: ({ email, password }) =>
          password === "opensesame" ? { id: "1", email: String(email) } : null,
      }),
      {
        id: "mail",
        name: "Email",
        type: "email",
        async sendVerificationRequest({ identifier, request }) {
          mails.push({ identifier, body: await request.text() });
        },
      },
      Passkey,
    ],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    experimental: { enableWebAuthn: true },
    rememberProvider: true,
    limits: false,
    logger: { warn: () => {} },
  });
  return { config, mails };
}

/** Types where the cursor is, and presses a button or the Enter key. */
async function enter(page: Page, text: string, button = "Enter"): Promise<void> {
  // The cursor is in the field when the page has been parsed.
  await page.locator(":focus").waitFor();
  const done = page.waitForNavigation();
  await page.keyboard.type(text);
  if (button === "Enter") await page.keyboard.press("Enter");
  else await page.getByRole("button", { name: button, exact: true }).click();
  await done;
}

async function addressOf(page: Page, origin: string): Promise<string | undefined> {
  return (await (await page.request.get(`${origin}/auth/session`)).json())?.user?.email;
}

browserTest(
  "signin: a page with every kind of method is one screen on a phone",
  async (browser) => {
    const { config } = createFullConfig();
    const providers = config.providers.map((provider) =>
      "id" in provider && provider.id === "password" ? Password() : provider
    );
    await using app = serve({ ...config, providers });
    let looks = 0;
    for (const locale of ["en", "de"]) {
      for (const colorScheme of ["light", "dark"] as const) {
        for (const javaScriptEnabled of [true, false]) {
          if (!isChosen(looks++, 3)) continue;
          const viewport = { width: 390, height: 844 };
          const context = await browser.newContext({
            viewport,
            locale,
            colorScheme,
            javaScriptEnabled,
          });
          const page = await context.newPage();
          await page.goto(`${app.origin}/auth/signin`);
          const name = locale === "en" ? "Sign in with a passkey" : "Mit Passkey anmelden";
          if (javaScriptEnabled) await page.getByRole("button", { name }).waitFor();
          assertEquals(await page.getByRole("button").count(), javaScriptEnabled ? 6 : 5);
          const create = locale === "en" ? "Create account" : "Konto erstellen";
          assert(await page.getByRole("link", { name: create }).isVisible());
          // The only part of the body, which has no margin.
          const box = (await page.locator(".page").boundingBox())!;
          assertEquals([box.x, box.y, box.width], [0, 0, 390]);
          assert(box.height <= 844, `${locale}, ${colorScheme}: ${box.height}`);
          if (PICTURES) {
            const scripts = javaScriptEnabled ? "" : "_without_scripts";
            await page.screenshot({
              path: `${PICTURES}/signin_${locale}_${colorScheme}${scripts}.png`,
            });
          }
          await context.close();
        }
      }
    }
  },
  { choosesCases: true },
);

browserTest(
  "signin: a page is one request of at most 24 kB, and of 26 kB with twelve providers",
  async (browser) => {
    const { config } = createFullConfig();
    const more = [
      ...[Microsoft(client), Facebook(client), LinkedIn(client), Slack(client), Discord(client)],
      ...[GitLab(client), Spotify(client), Notion(client), Reddit(client)],
    ];
    const variants: [AuthConfig["providers"], number][] = [
      [config.providers, 24_000],
      [[...config.providers, ...more], 26_000],
    ];
    for (const [providers, most] of variants) {
      await using app = serve({ ...config, providers });
      const page = await browser.newPage();
      const urls: string[] = [];
      page.on("request", (request) => void urls.push(new URL(request.url()).pathname));
      const asked = page.waitForRequest("**/webauthn-options/**");
      const answer = await page.goto(`${app.origin}/auth/signin`);
      await asked;
      const { length } = await answer!.body();
      assert(length <= most, `${providers.length} providers: ${length} bytes`);
      // Its script asks for the challenge of a passkey once the page is shown.
      assertEquals(urls, ["/auth/signin", "/auth/webauthn-options/passkey"]);
      await page.close();
    }
  },
);

browserTest("signin: the two steps work without scripts and without the mouse", async (browser) => {
  const { config, mails } = createFullConfig();
  await using app = serve(config);
  for (const button of ["Sign in", "Enter"]) {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${app.origin}/auth/signin?callbackUrl=/auth/signout`);
    await enter(page, ADA);
    await enter(page, "wrong", button);
    assert(page.url().includes("error=CredentialsSignin"), page.url());
    assertEquals(await page.getByRole("alert").innerText(), "Wrong email or password.");
    assertEquals(await page.getByLabel("Email").inputValue(), ADA);
    // The page can be loaded again, and loses nothing.
    await page.reload();
    await enter(page, "opensesame", button);
    assertEquals(await addressOf(page, app.origin), ADA);
    await context.close();
  }
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${app.origin}/auth/signin`);
  await enter(page, "eve@example.com");
  const changed = page.waitForNavigation();
  await page.getByRole("link", { name: "Change" }).click();
  await changed;
  assertEquals(await page.getByLabel("Email").inputValue(), "eve@example.com");
  await page.getByLabel("Email").fill("");
  await enter(page, ADA);
  await enter(page, "opensesame", "Email me a sign-in link");
  assert(page.url().includes("/auth/verify-request"), page.url());
  assertEquals(mails.map(({ identifier }) => identifier), [ADA]);
  assertEquals(mails[0]!.body.includes("opensesame"), false);
  assertEquals(page.url().includes("example.com"), false);
  await context.close();
});

browserTest("signin: says who is signed in, and leads on", async (browser) => {
  const { config } = createFullConfig();
  await using app = serve(config);
  const page = await browser.newPage();
  await page.goto(`${app.origin}/auth/signin`);
  await enter(page, ADA);
  await enter(page, "opensesame");
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/there`);
  assertEquals(await page.getByRole("status").innerText(), `You are signed in as ${ADA}. Continue`);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(`${app.origin}/there`);
  await page.close();
});

browserTest("signup: the address names the user of a new passkey", async (browser) => {
  const { config } = createFullConfig();
  await using app = serve(config);
  const context = await browser.newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  page.on("request", (request) => void sent.push(request.url() + (request.postData() ?? "")));
  await addAuthenticator(context, page);
  const create = page.getByRole("button", { name: "Create passkey" });
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/auth/signout`);
  await page.getByRole("link", { name: "Create account" }).click();
  // Registration needs an address.
  await create.click();
  assertEquals(sent.filter((text) => text.includes("action=register")), []);
  await page.getByLabel("Email").fill(ADA);
  await create.click();
  await page.waitForURL(`${app.origin}/auth/signout`);
  assert(sent.some((text) => text.includes("email=ada%40example.com&action=register")));
  const session = await (await page.request.get(`${app.origin}/auth/session`)).json();
  assert(session.user);
  await context.clearCookies();
  // The browser's autofill offers the passkey at the field of the first step.
  await page.goto(`${app.origin}/auth/signin?callbackUrl=/auth/signout`);
  await page.waitForURL(`${app.origin}/auth/signout`);
});

for (const [shift, colorScheme] of (["light", "dark"] as const).entries()) {
  browserTest(
    `signin: both steps and the page for new accounts pass axe in ${colorScheme}`,
    async (browser) => {
      const { config } = createFullConfig();
      await using app = serve(config);
      for (const [number, width] of [320, 390, 1280].entries()) {
        if (!isChosen(number + shift, 3)) continue;
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
        const page = await context.newPage();
        const look = async (title: string) => {
          assertEquals(await page.title(), title);
          assertEquals(await violations(page), []);
          assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
        };
        const host = new URL(app.origin).host;
        for (const id of ["github", "passkey"]) {
          await context.addCookies([{ name: "authjs.last", value: id, url: app.origin }]);
          await page.goto(`${app.origin}/auth/signin`);
          await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
          await look(`Sign in – ${host}`);
          assertEquals(await page.getByRole("button", { name: / Last used$/ }).count(), 1);
        }
        for (
          const [id, password, title] of [
            ["password", undefined, "Sign in"],
            ["mail", "wrong", "Error: Sign in"],
          ] as const
        ) {
          await context.addCookies([{ name: "authjs.last", value: id, url: app.origin }]);
          await page.goto(`${app.origin}/auth/signin`);
          await enter(page, ADA);
          if (password) await enter(page, password);
          await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
          await look(`${title} – ${host}`);
          assertEquals(await page.getByRole("button", { name: / Last used$/ }).count(), 1);
        }
        await enter(page, "", "Email me a sign-in link Last used");
        await look(`Check your email – ${host}`);
        await page.goto(`${app.origin}/auth/signup`);
        await page.getByRole("button", { name: "Create passkey" }).waitFor();
        await look(`Create account – ${host}`);
        await context.close();
      }
    },
    { choosesCases: true },
  );
}

browserTest("signin: the Tab key goes through the steps in reading order", async (browser) => {
  const { config } = createFullConfig();
  await using app = serve(config);
  const page = await browser.newPage();
  const passkey = page.getByRole("button", { name: "Sign in with a passkey" });
  const tabs = async (count: number) => {
    await passkey.waitFor();
    const reached: string[] = [];
    for (let i = 0; i < count; i++) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate(
          "document.activeElement.innerText || document.activeElement.labels[0].innerText",
        ) as string,
      );
    }
    return reached.map((text) => text.trim());
  };
  await page.goto(`${app.origin}/auth/signin`);
  assertEquals(await tabs(7), [
    "Continue",
    "Email me a sign-in link",
    "Sign in with a passkey",
    "Google",
    "GitHub",
    "Apple",
    "Create account",
  ]);
  await page.goto(`${app.origin}/auth/signin`);
  await enter(page, ADA);
  assertEquals(await tabs(3), ["Sign in", "Email me a sign-in link", "Sign in with a passkey"]);
});

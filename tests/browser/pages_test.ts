import { assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import { browserTest } from "../_chromium.ts";
import { violations } from "./_axe.ts";
import { freePort, startDemo } from "./_demo.ts";

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
    secret: "a-secret-of-at-least-32-characters",
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

function serve(config: AuthConfig) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => Auth(request, config),
  );
  return {
    origin: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

for (const colorScheme of ["light", "dark"] as const) {
  browserTest(`pages: pass axe in ${colorScheme}`, async (browser) => {
    const themes = [{}, {
      colorScheme,
      brandColor: "#ffcc00",
      logo: "data:image/png;base64,iVBORw0KGgo=",
    }];
    for (const theme of themes) {
      await using app = serve(createConfig({ theme }));
      const page = await browser.newPage({ colorScheme });
      for (const path of PAGES) {
        await page.goto(`${app.origin}/auth/${path}`);
        assertEquals(await violations(page), [], path);
      }
      await page.close();
    }
  });

  browserTest(`demo: passes axe in ${colorScheme}`, async (browser) => {
    await using demo = await startDemo(`--port=${freePort()}`);
    const page = await browser.newPage({ colorScheme });
    await page.goto(demo.origin);
    assertEquals(await violations(page), []);
    await page.goto(`${demo.origin}/dashboard`);
    await page.getByRole("button", { name: "Sign in with Demo Provider" }).click();
    assertEquals(await violations(page), []);
    await page.getByRole("button", { name: "Ada Lovelace" }).click();
    assertEquals(await violations(page), []);
  });
}

browserTest(
  "pages: violate no rule of their own policy, on a phone and on a desktop",
  async (browser) => {
    await using app = serve(createConfig());
    for (const viewport of [{ width: 320, height: 640 }, { width: 1280, height: 800 }]) {
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
      for (const path of PAGES) {
        await page.goto(`${app.origin}/auth/${path}`);
        const width = await page.evaluate("document.documentElement.scrollWidth") as number;
        assertEquals(width, viewport.width, `${path} scrolls sideways`);
      }
      assertEquals(problems, []);
      await page.close();
    }
  },
);

browserTest("pages: the Tab key reaches every control in reading order", async (browser) => {
  await using app = serve(createConfig());
  const page = await browser.newPage();
  await page.goto(`${app.origin}/auth/signin`);
  const reached: string[] = [];
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(
        "document.activeElement.innerText || document.activeElement.name",
      ) as string,
    );
  }
  assertEquals(reached.map((text) => text.trim().replaceAll(/\s+/g, " ")), [
    "Sign in with Google",
    "Sign in with GitHub",
    "A Sign in with Acme",
    "username",
    "password",
    "Sign in with Credentials",
  ]);
});

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
        page.getByRole("button", { name: "Mit Credentials anmelden" }).click(),
      ]);
      assertEquals(answer?.status(), status);
    }
    assertEquals(await page.getByRole("heading").innerText(), "Zu viele Versuche");
    await page.getByRole("link", { name: "Anmelden" }).click();
    assertEquals(page.url(), `${app.origin}/auth/signin`);
  },
);

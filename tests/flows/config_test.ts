import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  Auth,
  type AuthConfig,
  CredentialsSignin,
  setEnvDefaults,
  skipCSRFCheck,
} from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import { createApp, SECRET } from "./_rig.ts";
import { captureConsole } from "../_console.ts";

const provider = Credentials({ authorize: ({ ok }) => ok ? { id: "1", name: "Ada" } : null });

for (const basePath of ["/api/auth", "/a.b/c", "/auth/", "/"]) {
  Deno.test(`basePath "${basePath}": sign-in, session and pages are below it`, async () => {
    const config: AuthConfig = {
      providers: [provider, GitHub({ clientId: "c", clientSecret: "s" })],
      secret: SECRET,
      trustHost: true,
      basePath,
    };
    const base = `https://app.example${basePath.replace(/\/$/, "")}`;
    const providers = await (await Auth(new Request(`${base}/providers`), config)).json();
    assertEquals(providers.github.signinUrl, `${base}/signin/github`);
    assertEquals(providers.github.callbackUrl, `${base}/callback/github`);
    const html = await (await Auth(new Request(`${base}/signin`), config)).text();
    assert(html.includes(`action="${base}/signin/github"`));
  });
}

Deno.test("pages: requests are redirected to the app's pages, with queries and as URLs", async () => {
  const { browser } = createApp({
    providers: [provider],
    pages: {
      signIn: "/login?theme=dark",
      signOut: "/bye",
      error: "https://help.example/oops#top",
      verifyRequest: "/check",
    },
  });
  const location = async (path: string) =>
    (await browser.fetch(`/auth/${path}`)).headers.get("location");
  assertEquals(
    await location("signin?callbackUrl=/x&error=SessionRequired"),
    "https://app.example/login?theme=dark&callbackUrl=https%3A%2F%2Fapp.example%2Fx&error=SessionRequired",
  );
  assertEquals(await location("signout"), "https://app.example/bye");
  assertEquals(
    await location("error?error=AccessDenied"),
    "https://help.example/oops?error=AccessDenied#top",
  );
  assertEquals(await location("error"), "https://help.example/oops#top");
  assertEquals(
    await location("verify-request?provider=p&type=email"),
    "https://app.example/check?provider=p&type=email",
  );
  const refused = await browser.post("/callback/credentials", {});
  assertEquals(
    refused.headers.get("location"),
    "https://app.example/login?theme=dark&error=CredentialsSignin&code=credentials" +
      "&callbackUrl=https%3A%2F%2Fapp.example%2Fx",
  );
});

Deno.test("X-Auth-Return-Redirect: turns redirects into JSON and keeps their cookies", async () => {
  const { browser } = createApp({ providers: [provider] });
  const post = async (fields: Record<string, string>) =>
    await browser.fetch("/auth/callback/credentials", {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken: await browser.csrf(), ...fields }),
    });
  const refused = await post({});
  assertEquals(refused.status, 200);
  assertEquals(await refused.json(), {
    url: "https://app.example/auth/signin?error=CredentialsSignin&code=credentials",
  });
  const signedIn = await post({ ok: "1", callbackUrl: "/in" });
  assertEquals(await signedIn.json(), { url: "https://app.example/in" });
  assertEquals((await browser.session())?.user?.name, "Ada");
});

Deno.test("cookies: the app's names and attributes are used, and the name is the salt", async () => {
  const { browser } = createApp({
    providers: [provider],
    cookies: {
      sessionToken: { name: "mine", options: { sameSite: "strict", maxAge: 60 } },
      csrfToken: { name: "anti" },
    },
  });
  await browser.signInWithCredentials({ ok: "1" });
  const cookies = browser.cookies.list("app.example");
  const session = cookies.find(({ name }) => name === "mine")!;
  assertEquals(session.sameSite, "strict");
  assert(session.secure && session.httpOnly);
  assert(cookies.some(({ name }) => name === "anti"));
  assertEquals((await browser.session())?.user?.name, "Ada");
});

Deno.test("useSecureCookies: follows the URL unless it is set", async () => {
  const nameAt = async (url: string, useSecureCookies?: boolean) => {
    const config = { providers: [], secret: SECRET, trustHost: true, useSecureCookies };
    const response = await Auth(new Request(`${url}/auth/csrf`), config);
    return response.headers.getSetCookie()[0]!.split("=")[0];
  };
  assertEquals(await nameAt("https://app.example"), "__Host-authjs.csrf-token");
  assertEquals(await nameAt("http://app.example"), "authjs.csrf-token");
  assertEquals(await nameAt("http://app.example", true), "__Host-authjs.csrf-token");
  assertEquals(await nameAt("https://app.example", false), "authjs.csrf-token");
});

Deno.test("skipCSRFCheck: the CSRF token is neither sent nor required", async () => {
  const warnings: string[] = [];
  const { browser, config } = createApp({ providers: [provider], skipCSRFCheck });
  config.logger = { error: () => {}, warn: (code) => void warnings.push(code) };
  const csrf = await browser.fetch("/auth/csrf");
  assertEquals(csrf.status, 404);
  assertEquals(warnings, ["csrf-disabled"]);
  const body = new URLSearchParams({ ok: "1" });
  await browser.fetch("/auth/callback/credentials", { method: "POST", body });
  assertEquals((await browser.session())?.user?.name, "Ada");
});

Deno.test("config: a reassigned member applies from the next request on", async () => {
  const { browser, config } = createApp({ providers: [] });
  const providers = async () => Object.keys(await (await browser.fetch("/auth/providers")).json());
  assertEquals(await providers(), []);
  config.providers = [provider];
  assertEquals(await providers(), ["credentials"]);
  config.providers.push(GitHub({ clientId: "c" }));
  assertEquals(await providers(), ["credentials", "github"]);
});

Deno.test("config: `basePath` and `logger` are filled in, and a frozen config works", async () => {
  const config: AuthConfig = { providers: [], secret: SECRET, trustHost: true };
  await Auth(new Request("https://app.example/auth/session"), config);
  assertEquals(config.basePath, "/auth");
  assert(config.logger);
  const frozen = Object.freeze({ providers: [], secret: SECRET, trustHost: true });
  assertEquals((await Auth(new Request("https://app.example/auth/session"), frozen)).status, 200);
});

Deno.test("secret: is optional only on a loopback origin outside production", async () => {
  const warnings: string[] = [];
  const create = (env: Record<string, string>): AuthConfig => {
    const config: AuthConfig = {
      providers: [provider],
      logger: { error: () => {}, warn: (code) => void warnings.push(code) },
    };
    setEnvDefaults(env, config);
    config.trustHost = true;
    return config;
  };
  const status = async (origin: string, env = {}) =>
    (await Auth(new Request(`${origin}/auth/session`), create(env))).status;
  assertEquals(await status("http://localhost:3000"), 200);
  assertEquals(await status("http://127.0.0.1"), 200);
  assertEquals(await status("http://[::1]:8000"), 200);
  assertEquals(warnings, ["generated-secret"]);
  for (
    const origin of [
      "https://localhost",
      "http://app.example",
      "http://localhost.evil.example",
      "http://10.0.0.1",
    ]
  ) assertEquals(await status(origin), 500, origin);
  assertEquals(await status("http://localhost", { NODE_ENV: "production" }), 500);
  assertEquals(await status("http://localhost", { DENO_DEPLOYMENT_ID: "x" }), 500);
});

Deno.test("debug: switches debug lines on, and no line contains a secret", async () => {
  using logged = captureConsole("error", "warn", "log");
  const config: AuthConfig = { providers: [provider], secret: SECRET, trustHost: true };
  await Auth(
    new Request("https://app.example/auth/session", {
      headers: { cookie: "__Secure-authjs.session-token=tampered-token-value" },
    }),
    config,
  );
  assertMatch(logged.lines.join("\n"), /\[auth\]\[error\] JWTSessionError/);
  assertEquals(/tampered-token-value|at .*\.ts:\d+/.test(logged.lines.join("\n")), false);
});

for (
  const [what, overrides] of [
    ["pages cannot be rendered", {
      theme: {
        get logo(): string {
          throw new Error("no logo");
        },
      },
    }],
    ["pages cannot be rendered and the secret is missing", {
      secret: "",
      theme: {
        get logo(): string {
          throw new Error("no logo");
        },
      },
    }],
  ] as [string, Partial<AuthConfig>][]
) {
  Deno.test(`pages: no redirect leads to itself when ${what}`, async () => {
    const { browser } = createApp({ providers: [provider], logger: { error() {} }, ...overrides });
    for (const path of ["/auth/signin?callbackUrl=/a", "/auth/error?callbackUrl=/a"]) {
      const { response } = await browser.visit(path);
      assertEquals(response.status, 500);
      assertEquals(response.headers.get("content-type"), "text/plain; charset=utf-8");
      await response.body?.cancel();
    }
  });
}

Deno.test("pages: no redirect leads to itself when the `redirect` callback always throws", async () => {
  const { config } = createApp({
    callbacks: {
      redirect: () => {
        throw new CredentialsSignin();
      },
    },
  });
  const cookie = "__Secure-authjs.callback-url=https%3A%2F%2Fapp.example%2Fa";
  const ask = (url: string) => Auth(new Request(url, { headers: { cookie } }), config);
  const first = await ask("https://app.example/auth/signin");
  const second = await ask(first.headers.get("location")!);
  assertEquals([first.status, second.status], [302, 500]);
  assertEquals(second.headers.get("content-type"), "text/plain; charset=utf-8");
});

Deno.test("nosniff: every response with a body forbids MIME sniffing", async () => {
  const { browser, config } = createApp({ providers: [provider, GitHub({ clientId: "c" })] });
  const json = { "x-auth-return-redirect": "1" };
  const csrfToken = await browser.csrf();
  const form = (fields: Record<string, string>) => ({
    method: "POST",
    headers: json,
    body: new URLSearchParams({ csrfToken, ...fields }),
  });
  const answers: [string, RequestInit?][] = [
    ["session"],
    ["session", form({})],
    ["session", { method: "POST", body: new URLSearchParams() }],
    ["csrf"],
    ["providers"],
    ["signin"],
    ["signin", form({})],
    ["signout"],
    ["signout", form({})],
    ["error"],
    ["verify-request"],
    ["callback/credentials", form({ ok: "1" })],
    ["callback/credentials", form({})],
    ["nowhere"],
    ["signin/unknown"],
    ["callback/github", { headers: json }],
  ];
  const ask = async () => {
    for (const [path, init] of answers) {
      const response = await browser.fetch(`/auth/${path}`, init);
      const name = `${init?.method ?? "GET"} ${path}`;
      assert((await response.text()).length > 0, name);
      assertEquals(response.headers.get("x-content-type-options"), "nosniff", name);
    }
  };
  await ask();
  config.secret = "";
  answers.length = 5;
  await ask();
});

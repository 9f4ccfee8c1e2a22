import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { Auth, AuthError, CredentialsSignin, raw, skipCSRFCheck, type User } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import { warningText } from "../../src/hooks/logger.ts";
import { createApp } from "./_rig.ts";

class Locked extends CredentialsSignin {
  override code = "locked";
}

const provider = Credentials({
  authorize: async ({ password }, request): Promise<User | null> => {
    if (password === "locked") throw new Locked();
    if (password === "broken") throw new Error("database password is hunter2");
    if (password === "echo") return { id: "1", name: JSON.stringify(await request.json()) };
    if (password === "right") return { id: "7", name: "Ada", email: "ada@example.com" };
    if (password === "no id") return { name: "Ada" };
    return null;
  },
});

Deno.test("credentials: a valid form signs in and leads to the callback URL", async () => {
  const { browser } = createApp({ providers: [provider] });
  const landing = await browser.signInWithCredentials({ password: "right", callbackUrl: "/in" });
  assertEquals(landing.url.href, "https://app.example/in");
  assertEquals((await browser.session())?.user, { name: "Ada", email: "ada@example.com" });
});

Deno.test("credentials: JSON works like a form, and `authorize` receives it as JSON", async () => {
  const { browser } = createApp({ providers: [provider] });
  const response = await browser.fetch("/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
    body: JSON.stringify({ csrfToken: await browser.csrf(), password: "echo", n: { deep: 1 } }),
  });
  assertEquals(response.status, 200);
  assertEquals(await response.json(), { url: "https://app.example" });
  const body = JSON.parse((await browser.session())!.user!.name!);
  assertEquals(body.n, { deep: 1 });
});

const refused: [string, string, string][] = [
  ["null", "wrong", "/auth/signin?error=CredentialsSignin&code=credentials"],
  ["CredentialsSignin with a code", "locked", "/auth/signin?error=CredentialsSignin&code=locked"],
  ["any other error", "broken", "/auth/error?error=Configuration"],
];
for (const [name, password, page] of refused) {
  Deno.test(`credentials: ${name} from \`authorize\` creates no session`, async () => {
    const [entries, messages]: [AuditEntry[], string[]] = [[], []];
    const errors: Error[] = [];
    const { browser } = createApp({
      providers: [provider],
      events: { audit: (entry) => void entries.push(entry) },
      logger: {
        error: (error) => void errors.push(error),
        debug: (message) => void messages.push(message),
      },
    });
    const landing = await browser.signInWithCredentials({ password });
    assertEquals(landing.url.href, `https://app.example${page}`);
    assertEquals((await landing.response.text()).includes("hunter2"), false);
    assertEquals(await browser.session(), null);
    const isWrong = password !== "broken";
    assertEquals(entries.map(({ name, reason }) => `${name} ${reason}`), [
      `signin.refused ${isWrong ? "wrong-credentials" : "failed"}`,
    ]);
    const isTold = messages.some((message) => message.startsWith("CredentialsSignin: "));
    assertEquals([errors.length, isTold], isWrong ? [0, true] : [1, false]);
    if (!isWrong) assertInstanceOf(errors[0], AuthError);
  });
}

Deno.test("credentials: a form without the CSRF token creates no session", async () => {
  const { browser } = createApp({ providers: [provider] });
  for (const csrfToken of ["", "x", "0".repeat(64)]) {
    await browser.csrf();
    const body = new URLSearchParams({ csrfToken, password: "right" });
    const response = await browser.fetch("/auth/callback/credentials", { method: "POST", body });
    assertEquals(
      response.headers.get("location"),
      "https://app.example/auth/signin?error=MissingCSRF",
    );
  }
  assertEquals(await browser.session(), null);
});

Deno.test("credentials: the CSRF token of another browser is rejected", async () => {
  const { browser, config } = createApp({ providers: [provider] });
  const other = createApp(config).browser;
  await browser.csrf();
  const body = new URLSearchParams({ csrfToken: await other.csrf(), password: "right" });
  await browser.fetch("/auth/callback/credentials", { method: "POST", body });
  assertEquals(await browser.session(), null);
});

Deno.test("credentials: GET does not sign in", async () => {
  const { browser } = createApp({ providers: [provider] });
  const response = await browser.fetch("/auth/callback/credentials?password=right");
  assertEquals(response.status, 400);
});

Deno.test("credentials: a user without an id gets a generated one", async () => {
  const ids: unknown[] = [];
  const { browser } = createApp({
    providers: [provider],
    callbacks: {
      jwt({ token, user }) {
        if (user) ids.push(user.id, token.sub);
        return token;
      },
    },
  });
  await browser.signInWithCredentials({ password: "no id" });
  assertEquals(ids[0], ids[1]);
  assertEquals(String(ids[0]).length, 36);
});

Deno.test("credentials: events and callbacks are called in order, with the fields", async () => {
  const calls: unknown[] = [];
  const { browser } = createApp({
    providers: [provider],
    callbacks: {
      signIn({ account, credentials }) {
        calls.push(["signIn", account, credentials?.password]);
        return true;
      },
      jwt({ token, trigger }) {
        calls.push(["jwt", trigger]);
        return token;
      },
    },
    events: { signIn: ({ user }) => void calls.push(["event", user.name]) },
  });
  await browser.signInWithCredentials({ password: "right" });
  assertEquals(calls, [
    ["signIn", { providerAccountId: "7", type: "credentials", provider: "credentials" }, "right"],
    ["jwt", "signIn"],
    ["event", "Ada"],
  ]);
});

const decisions: [string, () => boolean | string, string][] = [
  ["false", () => false, "https://app.example/auth/error?error=AccessDenied"],
  ["a path", () => "/unpaid", "https://app.example/unpaid"],
  ["a URL of another origin", () => "https://evil.example/x", "https://app.example"],
  ["an exception", () => {
    throw new Error("secret detail");
  }, "https://app.example/auth/error?error=AccessDenied"],
  ["an AuthError", () => {
    throw new Locked();
  }, "https://app.example/auth/signin?error=CredentialsSignin&code=locked"],
];
for (const [name, signIn, location] of decisions) {
  Deno.test(`signIn callback: ${name} creates no session`, async () => {
    const { browser } = createApp({ providers: [provider], callbacks: { signIn } });
    const response = await browser.post("/callback/credentials", { password: "right" });
    assertEquals(response.headers.get("location"), location);
    assertEquals(await browser.session(), null);
  });
}

Deno.test("raw: returns the internal response, and throws failures", async () => {
  const { config } = createApp({ providers: [provider] });
  const internal = { ...config, raw, skipCSRFCheck } as const;
  const post = (password: string) =>
    Auth(
      new Request("https://app.example/auth/callback/credentials", {
        method: "POST",
        body: new URLSearchParams({ password }),
      }),
      internal,
    );
  const answer = await post("right");
  if (answer instanceof Response) throw new Error("expected the internal answer");
  assertEquals(answer.redirect, "https://app.example");
  assertEquals(answer.cookies?.map(({ name }) => name), ["__Secure-authjs.session-token"]);
  const error = await assertRejects(() => post("locked"), CredentialsSignin);
  assertEquals(error.code, "locked");
  assertInstanceOf(await Auth(new Request("https://app.example/auth/nope"), internal), Response);
});

Deno.test("credentials: what was typed is kept for the page of the failure, sealed, and never a secret", async () => {
  const form = {
    ...provider,
    credentials: { email: {}, password: { type: "password" }, pin: {}, token: {} },
  };
  const { browser } = createApp({ providers: [form] });
  const fields = { email: "ada@example.com", password: "wrong", pin: "1234", token: "4321" };
  const landing = await browser.signInWithCredentials(fields);
  const page = await landing.response.text();
  assertStringIncludes(page, 'value="ada@example.com"');
  assertEquals(/1234|4321|wrong/.test(page.replace(/<style[^]*?<\/style>/, "")), false);
  assertEquals(landing.url.href.includes("ada"), false);
  const again = await (await browser.fetch(landing.url.href)).text();
  assertStringIncludes(again, 'value="ada@example.com"', "the page can be loaded again");
  const other = await (await browser.fetch("/auth/signin")).text();
  assertEquals(other.includes("ada@example.com"), false, "the plain page does not know it");
});

Deno.test("credentials: `authorize` that returns true is told what to return", async () => {
  const yes = Credentials({ authorize: (() => true) as never });
  const { browser, errors } = createApp({ providers: [yes] });
  const landing = await browser.signInWithCredentials({});
  assertEquals(landing.url.href, "https://app.example/auth/error?error=Configuration");
  assertStringIncludes(errors[0]!.message, '`authorize` of "credentials" returned true: return');
  assertEquals(await browser.session(), null);
});

Deno.test("credentials: an error of `authorize` warns once for each provider, and names CredentialsSignin", async () => {
  const warnings: string[] = [];
  const failing = Credentials({
    id: "throws-always",
    authorize: () => Promise.reject(new Error("Wrong password")),
  });
  const { browser } = createApp({
    providers: [failing, provider],
    logger: {
      error: () => {},
      warn: (code: string, about?: string) => void warnings.push(`${code} ${about}`),
    },
  });
  for (let i = 0; i < 2; i++) await browser.post("/callback/throws-always", { password: "x" });
  for (const password of ["locked", "wrong", "right"]) {
    await browser.post("/callback/credentials", { password });
  }
  assertEquals(warnings, ["thrown-by-authorize throws-always"]);
  assertStringIncludes(warningText("thrown-by-authorize"), "`CredentialsSignin`");
});

/**
 * The facts of the sign-in page, for pages of an app, and the form that providers share.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { InvalidCallbackUrl, MissingSecret } from "../../src/errors.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { defineAuth, getSignInOptions } from "../../src/frameworks/server.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";

const APP = "https://app.example";
const ADA = "ada@example.com";

function createConfig(overrides: Partial<AuthConfig> = {}) {
  const mails: { url: string; body: string }[] = [];
  const config: AuthConfig = {
    providers: [
      GitHub({ clientId: "id", clientSecret: "secret" }),
      Credentials({
        id: "password",
        name: "Password",
        credentials: { email: { label: "Email" }, password: { type: "password" } },
        authorize: ({ email, password }) =>
          password === "opensesame" ? { id: "1", email: String(email) } : null,
      }),
      {
        id: "mail",
        name: "Email",
        type: "email",
        async sendVerificationRequest({ url, request }) {
          mails.push({ url, body: await request.text() });
        },
      },
      Passkey,
    ],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    experimental: { enableWebAuthn: true },
    pages: { signIn: "/login" },
    secret: SECRET,
    trustHost: true,
    limits: false,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    ...overrides,
  };
  return { config, mails };
}

/** A browser, and an app with a sign-in page of plain forms. */
function open(config: AuthConfig) {
  const app = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await Auth(request, config);
    if (pathname !== "/login") return new Response("app");
    const headers = new Headers();
    const page = await getSignInOptions(request, config, headers);
    return new Response(JSON.stringify(page), { headers });
  };
  const browser = createBrowser(APP, { [APP]: app });
  const read = async (query = "") => {
    const response = await browser.fetch(`/login${query}`);
    return await response.json() as Awaited<ReturnType<typeof getSignInOptions>>;
  };
  return { browser, read };
}

Deno.test("getSignInOptions(): returns the ways to sign in, in order, with what they share", async () => {
  const { read } = open(createConfig().config);
  const { providers, csrfToken, ...rest } = await read(
    "?callbackUrl=/in&error=CredentialsSignin&code=credentials",
  );
  assertEquals(
    providers.map(({ id, type, action, identifier }) => [id, type, action, identifier]),
    [
      ["github", "oauth", `${APP}/auth/signin/github`, undefined],
      ["password", "credentials", `${APP}/auth/callback/password`, "email"],
      ["mail", "email", `${APP}/auth/signin/mail`, "email"],
      ["passkey", "webauthn", `${APP}/auth/callback/passkey`, "email"],
    ],
  );
  assertEquals(providers.map(({ fields }) => Object.keys(fields)), [
    [],
    ["email", "password"],
    ["email"],
    ["email"],
  ]);
  assertEquals(providers[3]!.optionsUrl, `${APP}/auth/webauthn-options/passkey`);
  assertEquals(csrfToken?.length, 64);
  assertEquals(rest, {
    callbackUrl: `${APP}/in`,
    error: "CredentialsSignin",
    code: "credentials",
  });
});

Deno.test("getSignInOptions(): every form works with its fields, token and cookie", async () => {
  const { config, mails } = createConfig();
  const post = async (id: string, fields: Record<string, string>) => {
    const { browser, read } = open(config);
    const { providers, csrfToken, callbackUrl } = await read("?callbackUrl=/in");
    const { action } = providers.find((provider) => provider.id === id)!;
    const body = new URLSearchParams({ csrfToken: csrfToken!, callbackUrl, ...fields });
    const response = await browser.fetch(action, { method: "POST", body });
    return new URL(response.headers.get("location")!);
  };
  assertEquals((await post("github", {})).host, "github.com");
  const entered = await post("password", { email: ADA, password: "opensesame" });
  assertEquals(entered.href, `${APP}/in`);
  assertEquals((await post("mail", { email: ADA })).pathname, "/auth/verify-request");
  assertEquals(new URL(mails[0]!.url).searchParams.get("callbackUrl"), `${APP}/in`);
});

Deno.test("signin/<email>: a password in the shared form does not reach the code that sends emails", async () => {
  const { config, mails } = createConfig();
  const { browser } = open(config);
  const fields = { email: ADA, password: "opensesame", theme: "dark" };
  await browser.start("mail", { fields });
  assertEquals(mails.length, 1);
  const { body } = mails[0]!;
  assertEquals([body.includes("opensesame"), body.includes(ADA), body.includes("dark")], [
    false,
    true,
    true,
  ]);
});

Deno.test("getSignInOptions(): fields of different names are not shared", async () => {
  const lists: [AuthConfig["providers"], number][] = [
    [[Credentials({ credentials: { username: {}, password: { type: "password" } } })], 0],
    [[Credentials({ credentials: { email: {}, pin: {}, password: { type: "password" } } })], 0],
    [[Credentials({ credentials: { email: {} } })], 0],
    [[Passkey({ formFields: { name: { autocomplete: "username webauthn" } } })], 0],
    [[Passkey({ formFields: false, enableConditionalUI: false })], 0],
    [[Credentials({ credentials: { email: {}, word: { type: "password" } } })], 2],
    [[Passkey, { ...Passkey(), id: "other", enableConditionalUI: false }], 2],
  ];
  for (const [others, count] of lists) {
    const [, , mail] = createConfig().config.providers;
    const { config } = createConfig({ providers: [mail!, ...others] });
    const { providers } = await open(config).read();
    assertEquals(providers.length, others.length + 1);
    assertEquals(providers.filter(({ identifier }) => identifier === "email").length, count);
  }
});

Deno.test("getSignInOptions(): text of a query that is no word is left out", async () => {
  const { read } = open(createConfig().config);
  const { error, code } = await read(`?error=${encodeURIComponent("<b>")}&code=a%20b`);
  assertEquals([error, code], [undefined, undefined]);
});

Deno.test("getSignInOptions(): the token stays the same for calls and requests of a browser", async () => {
  const { config } = createConfig();
  const { browser, read } = open(config);
  const first = await read();
  assertEquals((await read()).csrfToken, first.csrfToken);
  assertEquals((await browser.csrf()).split(".")[0], first.csrfToken);
  const auth = defineAuth(config as AuthConfig & { providers: [] });
  const request = new Request(`${APP}/login`);
  const [one, two] = [new Headers(), new Headers()];
  const { csrfToken } = await auth.getSignInOptions(request, one);
  assertEquals((await auth.getSignInOptions(request, two)).csrfToken, csrfToken);
  assert(one.get("set-cookie")!.includes(csrfToken!));
  assert(two.get("set-cookie")!.includes(csrfToken!));
});

Deno.test("getSignInOptions(): a wrapper adds the cookie to the app's response", async () => {
  const { config } = createConfig();
  const { handler, getSignInOptions } = DenoAuth(config);
  let token: string | undefined;
  const handle = handler(async (request) => {
    token = (await getSignInOptions(request)).csrfToken;
    return new Response("page");
  });
  const response = await handle(new Request(`${APP}/login`));
  assertEquals(response.headers.getSetCookie().length, 1);
  assert(response.headers.get("set-cookie")!.includes(token!));
});

Deno.test("getSignInOptions(): throws for a target that is no URL, and for an unusable config", async () => {
  const headers = new Headers();
  const { config } = createConfig();
  const request = new Request(`${APP}/login?callbackUrl=javascript:alert(1)`);
  await assertRejects(() => getSignInOptions(request, config, headers), InvalidCallbackUrl);
  const unusable = createConfig({ secret: undefined }).config;
  const plain = new Request(`${APP}/login`);
  await assertRejects(() => getSignInOptions(plain, unusable, headers), MissingSecret);
  assertEquals([...headers], []);
});

Deno.test("rememberProvider: the way used last is kept in a cookie, only when the app asks", async () => {
  for (const rememberProvider of [true, false]) {
    const { config } = createConfig({ rememberProvider });
    const { browser, read } = open(config);
    assertEquals((await read()).lastProvider, undefined);
    const csrfToken = await browser.csrf();
    const body = new URLSearchParams({ csrfToken, email: ADA, password: "opensesame" });
    const response = await browser.fetch("/auth/callback/password", { method: "POST", body });
    const cookies = response.headers.getSetCookie().filter((line) => line.includes("authjs.last"));
    assertEquals((await read()).lastProvider, rememberProvider ? "password" : undefined);
    if (!rememberProvider) {
      assertEquals(cookies, []);
      continue;
    }
    const [cookie] = cookies;
    assert(cookie!.startsWith("__Secure-authjs.last=password; Max-Age=31536000;"), cookie);
    assertEquals(cookie!.includes("ada"), false);
  }
});

Deno.test("rememberProvider: a cookie that names no provider of the app marks none", async () => {
  const { config } = createConfig({ rememberProvider: true, pages: {} });
  for (const value of ["gone", "__proto__", "%3Cscript%3E", "github"]) {
    const headers = { cookie: `__Secure-authjs.last=${value}` };
    const response = await Auth(new Request(`${APP}/auth/signin`, { headers }), config);
    const html = await response.text();
    assertEquals(html.includes('class="last"'), value === "github");
    assertEquals(html.includes("gone"), false);
  }
});

/**
 * Defects that the compatible core is known for, one by one. What has a test of
 * its own elsewhere is named in the table; the rest is tried here.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, type EmailConfig } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import Passkey from "../../src/providers/passkey.ts";
import { createBrowser } from "../../src/testing/mod.ts";
import { csrfOf, quiet } from "./_requests.ts";

/** Defect → file and beginning of the test that shows that it is not here. */
const ELSEWHERE: [string, string, string][] = [
  [
    "used check cookies stay after an error",
    "conformance/attempt",
    "attempt: a failure uses it up",
  ],
  ["`?` is appended to pages that have one", "unit/http/url", "withQuery() adds members"],
  ["lists are merged by index", "unit/config/providers", "resolveProvider() replaces a list"],
  [
    "a string endpoint is lost when only params are overridden",
    "unit/config/providers",
    "resolveProvider() takes for the authorization endpoint",
  ],
  [
    "a built-in customFetch hides the app's",
    "unit/config/providers",
    "resolveProvider() takes the provider's own fetch, which calls the app's",
  ],
  [
    "token.request is ignored",
    "flows/oauth_providers_a_to_k",
    "a provider's own requests go through",
  ],
  [
    "wellKnown is ignored",
    "unit/config/providers",
    "resolveProvider() finds the issuer in wellKnown only when none is given",
  ],
  ["jwks_endpoint is ignored", "conformance/id_token_signature", "ID token: static endpoints"],
  ["todoist cannot be used", "flows/oauth_providers_m_to_z", "TodoistProvider() reads the user"],
  ["netsuite cannot be used", "flows/oauth_providers_m_to_z", "NetSuite() asks the RESTlet"],
  [
    "bungie has an unfilled placeholder",
    "flows/oauth_providers_a_to_k",
    "Bungie() sends its API key",
  ],
  [
    "dribbble asks for the scope undefined",
    "flows/oauth_providers_a_to_k",
    "Dribbble() asks for the scope",
  ],
  [
    "credentials with database sessions",
    "flows/storage",
    "storage: credentials work with database sessions",
  ],
  [
    "cookies that share the session's prefix are deleted",
    "unit/http/cookie_jar",
    "CookieJar.delete() deletes every chunk, and no cookie that shares",
  ],
  [
    "lists of secrets make CSRF cookies that no single secret knows",
    "unit/request/csrf",
    "requireCsrf() keeps open pages alive through a rotation",
  ],
  [
    "lists of secrets make links that no single secret knows",
    "unit/flows/email/token",
    "useToken() takes tokens of old secrets, and of the joined form",
  ],
  ["a scanner uses the link up", "flows/email", "email: scanners see a page"],
  ["ID tokens are not verified", "conformance/id_token_signature", "ID token"],
  [
    "discovery is asked twice per sign-in",
    "conformance/server_cache",
    "discovery and keys are fetched once for later sign-ins",
  ],
  [
    "webauthn: where the signIn callback leads is ignored",
    "flows/webauthn",
    "webauthn: new users land on pages.newUser, signIn may send elsewhere",
  ],
  [
    "pages can be framed",
    "unit/response/render",
    "renderBuiltIn() answers a page that nobody may frame",
  ],
  [
    "addresses are split on commas and quotes",
    "unit/flows/email/address",
    "toIdentifier() refuses every hostile address",
  ],
  [
    "checks of one provider serve another",
    "conformance/attempt",
    "attempt: the answer of provider A",
  ],
  ["getToken() throws on a malformed bearer", "unit/jwt", "getToken() finds"],
  ["tokens of one purpose serve another", "unit/jwt", "decode() keeps purposes apart"],
  ["callback URLs of any scheme", "unit/http/url", "toAbsoluteUrl() makes"],
  ["mails show what a person typed", "unit/providers/mail", "createMail() shows no address"],
];

for (const [defect, file, test] of ELSEWHERE) {
  Deno.test(`not here: ${defect} (tests/${file}_test.ts)`, async () => {
    const source = await Deno.readTextFile(new URL(`../${file}_test.ts`, import.meta.url));
    assert(
      source.includes(`Deno.test("${test}`) || source.includes(`Deno.test(\`${test}`),
      `there is no test whose name begins with: ${test}`,
    );
  });
}

const APP = "https://app.example";

const password = Credentials({
  credentials: { username: { label: "Name" } },
  authorize: () => ({ id: "1", name: "Ada" }),
});

const mail = (links: string[] = []): EmailConfig => ({
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: ({ url }) => void links.push(url),
});

const configOf = (overrides: Partial<AuthConfig> = {}): AuthConfig => ({
  providers: [GitHub({ clientId: "id", clientSecret: "secret" }), password],
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  logger: quiet,
  ...overrides,
});

const get = (path: string, config = configOf(), init?: RequestInit) =>
  Auth(new Request(APP + path, init), config);

const open = (config: AuthConfig) =>
  createBrowser(APP, {
    [APP]: async (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? await Auth(request, config)
        : new Response("app"),
  });

Deno.test("not here: what one config needs is demanded of the next", () => {
  const needy = [
    configOf({ providers: [mail()] }),
    configOf({ providers: [Passkey], experimental: { enableWebAuthn: true } }),
  ];
  for (const config of needy) assertEquals(resolveConfig(config).problem?.name, "MissingAdapter");
  assertEquals(resolveConfig(configOf()).problem, undefined);
  assertEquals(resolveConfig(configOf({ adapter: MemoryAdapter() })).problem, undefined);
});

Deno.test("not here: a query fills the inputs of the sign-in page", async () => {
  const names = ["username", "csrfToken", "name", "value", "type", "formAction", "placeholder"];
  const query = new URLSearchParams(names.map((name) => [name, "planted"]));
  const page = await (await get(`/auth/signin?${query}`)).text();
  assertMatch(page, /name="username"/);
  assertFalse(page.includes("planted"));
});

Deno.test("not here: pages at absolute URLs are joined to the origin", async () => {
  const pages = { signIn: "https://login.example/in?a=1", error: "https://login.example/oops#b" };
  const config = configOf({ pages });
  const location = async (path: string) => (await get(path, config)).headers.get("location");
  assertEquals(
    await location("/auth/signin?error=AccessDenied"),
    "https://login.example/in?a=1&callbackUrl=https%3A%2F%2Fapp.example&error=AccessDenied",
  );
  const error = await location("/auth/error?error=AccessDenied");
  assertEquals(error, "https://login.example/oops?error=AccessDenied#b");
});

Deno.test("not here: the error page leads on from the current URL", async () => {
  for (const path of ["/auth/error?error=AccessDenied", "/auth//error/?error=AccessDenied"]) {
    const page = await (await get(path)).text();
    assertMatch(page, /href="https:\/\/app\.example\/auth\/signin"/);
  }
});

Deno.test("not here: a later sign-in calls methods that no contract names", async () => {
  const called = new Set<string>();
  const memory = MemoryAdapter();
  const adapter = new Proxy(memory, {
    get(target, name) {
      if (typeof name === "string") called.add(name);
      return Reflect.get(target, name);
    },
    has: (target, name) => Reflect.has(target, name),
  });
  const links: string[] = [];
  const config = configOf({ providers: [mail(links)], adapter });
  for (let i = 0; i < 2; i++) {
    const browser = open(config);
    await browser.start("mail", { fields: { email: "ada@example.com" } });
    await browser.visit(links.at(-1)!);
    assertEquals((await browser.session())?.user?.email, "ada@example.com");
  }
  for (const name of called) assert(Object.hasOwn(memory, name), `unknown method: ${name}`);
});

Deno.test("not here: createUser is told of a user who was there before", async () => {
  const events: string[] = [];
  const links: string[] = [];
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  const config = configOf({
    providers: [mail(links)],
    adapter,
    events: {
      createUser: () => void events.push("createUser"),
      updateUser: () => void events.push("updateUser"),
    },
  });
  const browser = open(config);
  await browser.start("mail", { fields: { email: "ada@example.com" } });
  await browser.visit(links[0]!);
  assertEquals(events, ["updateUser"]);
});

Deno.test("not here: AUTH_TRUST_HOST=false means true", async () => {
  const { isTrusted } = await import("../../src/config/env.ts");
  for (const value of ["false", "FALSE", "0", "no", ""]) {
    assertEquals(isTrusted({ AUTH_TRUST_HOST: value }), false, value);
  }
  assertEquals(isTrusted({ AUTH_TRUST_HOST: "true" }), true);
});

Deno.test("not here: the base path is a pattern, and needs no slash after it", async () => {
  const config = configOf({ basePath: "/a.b+(c)" });
  const status = async (path: string) => (await get(path, config)).status;
  assertEquals(await status("/a.b+(c)/session"), 200);
  for (
    const path of ["/aXb+(c)/session", "/a.bb(c)/session", "/a.b+(c)session", "/a.b+cc/session"]
  ) {
    assertEquals(await status(path), 400, path);
  }
});

Deno.test("not here: answers whose headers cannot be changed", async () => {
  const broken = configOf({ secret: "", pages: { error: "/oops" } });
  const answers = [
    await get("/auth/signin", configOf({ pages: { signIn: "/in" } })),
    await get("/auth/callback/github?code=1&state=2"),
    await get("/auth/error", broken),
    await get("/auth/nothing"),
    await Auth(
      new Request(`${APP}/auth/signout`, { method: "POST", body: new URLSearchParams() }),
      configOf(),
    ),
  ];
  for (const { headers, status } of answers) {
    headers.append("set-cookie", "app=1");
    assert(headers.getSetCookie().includes("app=1"), String(status));
  }
});

Deno.test("not here: PKCE is dropped where a nonce is sent too", async () => {
  const github = GitHub({ clientId: "id", clientSecret: "secret" });
  const config = configOf({
    providers: [{
      ...github,
      type: "oidc",
      issuer: "https://github.com",
      checks: ["pkce", "nonce"],
    }],
  });
  const { form, cookie } = await csrfOf(config);
  const init = { method: "POST", headers: { cookie }, body: form };
  const { headers } = await get("/auth/signin/github", config, init);
  const { searchParams } = new URL(headers.get("location")!);
  assertEquals(searchParams.get("code_challenge_method"), "S256");
  assertMatch(searchParams.get("nonce")!, /^[\w-]{43}$/);
});

Deno.test("not here: the wrapper's base path and the core's differ", async () => {
  for (const basePath of ["/api/auth", "/api/auth/", "api/auth"]) {
    const handle = DenoAuth(configOf({ basePath })).handler();
    const response = await handle(new Request(`${APP}/api/auth/providers`));
    const { github } = await response.json();
    assertEquals(github.callbackUrl, `${APP}/api/auth/callback/github`);
  }
});

Deno.test("not here: answers that caches may keep", async () => {
  for (const action of ["providers", "session", "csrf", "signin", "signout", "error"]) {
    const { headers } = await get(`/auth/${action}`);
    assertEquals(headers.get("cache-control"), "private, no-cache, no-store", action);
  }
});

Deno.test("not here: one failure is logged twice", async () => {
  const failures: Partial<AuthConfig>[] = [
    {
      callbacks: {
        redirect: () => {
          throw new Error("redirect");
        },
      },
    },
    {
      session: { strategy: "database" },
      adapter: {
        ...MemoryAdapter(),
        getSessionAndUser: () => Promise.reject(new Error("adapter")),
      },
    },
  ];
  for (const failure of failures) {
    const errors: Error[] = [];
    const logger = { ...quiet, error: (error: Error) => void errors.push(error) };
    const headers = { cookie: "__Secure-authjs.session-token=x" };
    const path = "/auth/session?callbackUrl=/x";
    await (await get(path, configOf({ ...failure, logger }), { headers })).body?.cancel();
    assertEquals(errors.length, 1, errors.join());
  }
});

Deno.test("not here: a reader of sessions takes an answer that is none for a session", async () => {
  const unusable: Partial<AuthConfig>[] = [
    { secret: [] },
    { trustHost: false },
    { providers: [mail()] },
    { session: { strategy: "database" } },
  ];
  for (const overrides of unusable) {
    const { auth } = DenoAuth(configOf(overrides));
    const headers = { cookie: "__Secure-authjs.session-token=x" };
    assertEquals(await auth(new Request(APP, { headers })), null, Object.keys(overrides)[0]);
  }
});

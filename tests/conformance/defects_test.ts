/**
 * Known defects of Auth.js, which this library must not have. The table names
 * the tests of defects that are tested in other files; the rest is tested here.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, type EmailConfig } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { csrfOf, quiet } from "./_requests.ts";

/** Defect, file, and start of the name of the test that shows its absence. */
const ELSEWHERE: [string, string, string][] = [
  [
    "used check cookies stay after an error",
    "conformance/attempt",
    "attempt: a failure invalidates the attempt",
  ],
  ["`?` is appended to pages that have one", "unit/http/url", "withQuery() adds members"],
  ["lists are merged by index", "unit/config/providers", "resolveProvider() replaces a list"],
  [
    "a string endpoint is lost when only params are overridden",
    "unit/config/providers",
    "resolveProvider() builds the authorization endpoint from",
  ],
  [
    "a built-in customFetch hides the app's",
    "unit/config/providers",
    "resolveProvider() uses the provider's own fetch, which calls the app's",
  ],
  [
    "token.request is ignored",
    "flows/oauth_providers_a_to_k",
    "a provider sends its own requests through",
  ],
  [
    "wellKnown is ignored",
    "unit/config/providers",
    "resolveProvider() derives the issuer from wellKnown only when none is given",
  ],
  ["jwks_endpoint is ignored", "conformance/id_token_signature", "ID token: static endpoints"],
  ["todoist cannot be used", "flows/oauth_providers_m_to_z", "TodoistProvider() reads the user"],
  ["netsuite cannot be used", "flows/oauth_providers_m_to_z", "NetSuite() calls the app's RESTlet"],
  [
    "bungie has an unfilled placeholder",
    "flows/oauth_providers_a_to_k",
    "Bungie() sends its API key",
  ],
  [
    "dribbble requests the scope undefined",
    "flows/oauth_providers_a_to_k",
    "Dribbble() requests the configured scope",
  ],
  [
    "credentials with database sessions",
    "flows/storage",
    "storage: credentials work with database sessions",
  ],
  [
    "cookies that share the session's prefix are deleted",
    "unit/http/cookie",
    "CookieJar.delete() deletes every chunk, and no cookie that shares",
  ],
  [
    "with a list of secrets, CSRF cookies are invalid for a single secret",
    "unit/request/csrf",
    "requireBrowserToken() accepts tokens of open pages after a rotation",
  ],
  [
    "with a list of secrets, magic links are invalid for a single secret",
    "unit/flows/email/token",
    "useToken() accepts tokens of old secrets, and of the joined form",
  ],
  ["a scanner invalidates the link", "flows/email", "email: a scanner gets a page"],
  ["ID tokens are not verified", "conformance/id_token_signature", "ID token"],
  [
    "the discovery document is fetched twice per sign-in",
    "conformance/server_cache",
    "discovery and keys are fetched once for later sign-ins",
  ],
  [
    "webauthn: the redirect of the signIn callback is ignored",
    "flows/webauthn",
    "webauthn: new users are redirected to pages.newUser; the signIn callback can redirect",
  ],
  [
    "pages can be framed",
    "unit/response/render",
    "renderBuiltIn() sends headers against framing",
  ],
  [
    "addresses are split on commas and quotes",
    "unit/flows/email/address",
    "toIdentifier() refuses every hostile address",
  ],
  [
    "checks of one provider are accepted for another",
    "conformance/attempt",
    "attempt: a callback with the answer of another provider",
  ],
  ["getToken() throws on a malformed bearer", "unit/jwt", "getToken() finds"],
  [
    "tokens of one purpose are accepted for another",
    "unit/jwt",
    "decode() rejects tokens of another purpose",
  ],
  ["callback URLs of any scheme", "unit/http/url", "toAbsoluteUrl() makes"],
  [
    "mails show the address that a user typed",
    "unit/mail/layout",
    "createMail() shows no address",
  ],
];

for (const [defect, file, test] of ELSEWHERE) {
  Deno.test(`defect absent: ${defect} (tests/${file}_test.ts)`, async () => {
    const source = await Deno.readTextFile(new URL(`../${file}_test.ts`, import.meta.url));
    assert(
      source.includes(`Deno.test("${test}`) || source.includes(`Deno.test(\`${test}`),
      `there is no test whose name starts with: ${test}`,
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

Deno.test("defect absent: requirements of one config apply to the next", () => {
  const needy = [
    configOf({ providers: [mail()] }),
    configOf({ providers: [Passkey], experimental: { enableWebAuthn: true } }),
  ];
  for (const config of needy) assertEquals(resolveConfig(config).error?.name, "MissingAdapter");
  assertEquals(resolveConfig(configOf()).error, undefined);
  assertEquals(resolveConfig(configOf({ adapter: MemoryAdapter() })).error, undefined);
});

Deno.test("defect absent: a query fills the inputs of the sign-in page", async () => {
  const names = ["username", "csrfToken", "name", "value", "type", "formAction", "placeholder"];
  const query = new URLSearchParams(names.map((name) => [name, "planted"]));
  const page = await (await get(`/auth/signin?${query}`)).text();
  assertMatch(page, /name="username"/);
  assertFalse(page.includes("planted"));
});

Deno.test("defect absent: pages at absolute URLs are joined to the origin", async () => {
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

Deno.test("defect absent: the link of the error page is relative to the current URL", async () => {
  for (const path of ["/auth/error?error=AccessDenied", "/auth//error/?error=AccessDenied"]) {
    const page = await (await get(path)).text();
    assertMatch(page, /href="https:\/\/app\.example\/auth\/signin"/);
  }
});

Deno.test("defect absent: a later sign-in calls methods outside the adapter contract", async () => {
  const called = new Set<string>();
  const memory = MemoryAdapter();
  const adapter = new Proxy(memory, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        called.add(String(name));
        return member.apply(target, args);
      };
    },
  });
  const links: string[] = [];
  const config = configOf({ providers: [mail(links)], adapter });
  for (let i = 0; i < 2; i++) {
    const browser = open(config);
    await browser.start("mail", { fields: { email: "ada@example.com" } });
    await browser.visit(links.at(-1)!);
    assertEquals((await browser.session())?.user?.email, "ada@example.com");
  }
  const contract: readonly string[] = CONTRACT;
  assert(called.has("createUser"));
  assertEquals([...called].filter((name) => !contract.includes(name)), []);
});

Deno.test("defect absent: the createUser event is called for an existing user", async () => {
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

Deno.test("defect absent: AUTH_TRUST_HOST=false means true", async () => {
  const { isTrusted } = await import("../../src/config/env.ts");
  for (const value of ["false", "FALSE", "0", "no", ""]) {
    assertEquals(isTrusted({ AUTH_TRUST_HOST: value }), false, value);
  }
  assertEquals(isTrusted({ AUTH_TRUST_HOST: "true" }), true);
});

Deno.test("defect absent: the base path is used as a pattern, without a slash after it", async () => {
  const config = configOf({ basePath: "/a.b+(c)" });
  const status = async (path: string) => (await get(path, config)).status;
  assertEquals(await status("/a.b+(c)/session"), 200);
  for (
    const path of ["/aXb+(c)/session", "/a.bb(c)/session", "/a.b+(c)session", "/a.b+cc/session"]
  ) {
    assertEquals(await status(path), 400, path);
  }
});

Deno.test("defect absent: the headers of responses are immutable", async () => {
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

Deno.test("defect absent: PKCE is omitted when a nonce is sent", async () => {
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

Deno.test("defect absent: the base paths of wrapper and core differ", async () => {
  for (const basePath of ["/api/auth", "/api/auth/", "api/auth"]) {
    const handle = DenoAuth(configOf({ basePath })).handler();
    const response = await handle(new Request(`${APP}/api/auth/providers`));
    const { github } = await response.json();
    assertEquals(github.callbackUrl, `${APP}/api/auth/callback/github`);
  }
});

Deno.test("defect absent: caches may store responses", async () => {
  for (const action of ["providers", "session", "csrf", "signin", "signout", "error"]) {
    const { headers } = await get(`/auth/${action}`);
    assertEquals(headers.get("cache-control"), "private, no-cache, no-store", action);
  }
});

Deno.test("defect absent: one failure is logged twice", async () => {
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

Deno.test("defect absent: auth() treats an error response as a session", async () => {
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

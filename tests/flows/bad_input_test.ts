import { assert, assertEquals, assertMatch } from "@std/assert";
import { Auth, type AuthConfig, encode, skipCSRFCheck } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import { SECRET } from "./_rig.ts";

const ORIGIN = "https://app.example";
const errors: Error[] = [];
const config: AuthConfig = {
  providers: [
    GitHub({ clientId: "id", clientSecret: "secret" }),
    Credentials({ authorize: ({ password }) => password === "right" ? { id: "1" } : null }),
  ],
  secret: SECRET,
  trustHost: true,
  logger: { error: (error) => void errors.push(error), warn: () => {} },
};
const ask = (path: string, init?: RequestInit) => Auth(new Request(ORIGIN + path, init), config);
const form = { "content-type": "application/x-www-form-urlencoded" };

const unknown: [string, string, RequestInit?][] = [
  ["an unknown action", "/auth/nope"],
  ["no action", "/auth/"],
  ["another base path", "/other/session"],
  ["a base path without a slash", "/authsession"],
  ["a third segment", "/auth/signin/github/x"],
  ["a provider after an action without one", "/auth/session/github"],
  ["an unknown provider", "/auth/callback/nope"],
  ["no provider", "/auth/callback"],
  ["__proto__ as a provider", "/auth/callback/__proto__"],
  ["constructor as a provider", "/auth/signin/constructor", { method: "POST" }],
  ["constructor as an action", "/auth/constructor"],
  ["a sign-in by GET", "/auth/signin/github"],
  ["PUT", "/auth/session", { method: "PUT" }],
  ["HEAD", "/auth/session", { method: "HEAD" }],
  ["OPTIONS", "/auth/session", { method: "OPTIONS" }],
  ["POST of csrf", "/auth/csrf", { method: "POST" }],
  ["POST of providers", "/auth/providers", { method: "POST" }],
  ["POST of error", "/auth/error", { method: "POST" }],
  ["POST of verify-request", "/auth/verify-request", { method: "POST" }],
  ["dot segments out of the base path", "/auth/../session"],
  ["encoded dot segments", "/auth/%2e%2e/session"],
  ["an encoded slash", "/auth%2Fsession"],
  ["a NUL byte", "/auth/session%00"],
  ["another case", "/auth/SESSION"],
  ["passkey options without passkeys", "/auth/webauthn-options/github"],
  ["malformed JSON", "/auth/signin/github", {
    method: "POST",
    body: "{",
    headers: { "content-type": "application/json" },
  }],
  ["JSON that is not an object", "/auth/signin/github", {
    method: "POST",
    body: "[1]",
    headers: { "content-type": "application/json" },
  }],
  ["a callback URL with the javascript scheme", "/auth/signin?callbackUrl=javascript:alert(1)"],
  ["a callback URL that cannot be parsed", "/auth/session?callbackUrl=nonsense"],
];

for (const [name, path, init] of unknown) {
  Deno.test(`bad input: ${name} is answered with 400 and a reason`, async () => {
    const response = await ask(path, init);
    assertEquals(response.status, 400);
    assertEquals(response.headers.get("content-type"), "application/json");
    assertMatch(await response.json(), /^Bad request\. .+\.$/);
    assertEquals(response.headers.getSetCookie(), []);
  });
}

Deno.test("bad input: a body of another content type is answered with 415", async () => {
  const multipart = new FormData();
  multipart.set("csrfToken", "x");
  for (const body of [multipart, "plain text", new Uint8Array([1, 2, 3])]) {
    const response = await ask("/auth/signin/github", { method: "POST", body });
    assertEquals(response.status, 415);
    assertMatch(await response.json(), /urlencoded or application\/json/);
  }
});

Deno.test("bad input: an oversized body is answered with 413, with or without Content-Length", async () => {
  const chunk = new Uint8Array(256 * 1024).fill(97);
  let read = 0;
  const stream = new ReadableStream({
    pull(controller) {
      if (++read > 40) controller.close();
      else controller.enqueue(chunk);
    },
  });
  for (const body of ["a=".padEnd(1024 * 1024 + 1, "b"), stream]) {
    const response = await ask("/auth/signin/github", { method: "POST", headers: form, body });
    assertEquals(response.status, 413);
    await response.body?.cancel();
  }
  assert(read < 12, `it read ${read} chunks`);
});

const noSession: [string, string | Promise<string>][] = [
  ["garbage", "garbage"],
  ["an empty token", ""],
  ["four dots", "...."],
  ["a JWT that is not encrypted", "eyJhbGciOiJub25lIn0.e30."],
  [
    "a token with another secret",
    encode({ token: {}, secret: "foreign", salt: "__Secure-authjs.session-token" }),
  ],
  ["a token for another cookie", encode({ token: {}, secret: SECRET, salt: "x" })],
  [
    "an expired token",
    encode({ token: {}, secret: SECRET, salt: "__Secure-authjs.session-token", maxAge: -60 }),
  ],
  [
    "a tampered token",
    encode({ token: {}, secret: SECRET, salt: "__Secure-authjs.session-token" })
      .then((token) => token.slice(0, -4) + "AAAA"),
  ],
  ["percent signs", "%E0%A4%A"],
  ["100,000 characters", "x".repeat(100_000)],
];

for (const [name, value] of noSession) {
  Deno.test(`bad input: ${name} as the session cookie means no session, and other cookies are kept`, async () => {
    const cookie = `theirs=1; __Secure-authjs.session-token=${await value}; other=2`;
    const response = await ask("/auth/session", { headers: { cookie } });
    assertEquals(response.status, 200);
    assertEquals(await response.json(), null);
    for (const line of response.headers.getSetCookie()) {
      assertMatch(line, /^__Secure-authjs\.session-token=; Max-Age=0; /);
    }
  });
}

Deno.test("bad input: a planted callback-url cookie blocks no sign-in", async () => {
  for (const value of ["javascript:alert(1)", "%00", "nonsense"]) {
    const response = await ask("/auth/signin", {
      headers: { cookie: `__Secure-authjs.callback-url=${value}` },
    });
    assertEquals(response.status, 200);
    assertEquals((await response.text()).includes("javascript:"), false);
  }
});

Deno.test("bad input: the query cannot change the forms of the sign-in page", async () => {
  const response = await ask(
    "/auth/signin?csrfToken=evil&providers=evil&theme=evil&formAction=evil",
  );
  assertEquals((await response.text()).includes("evil"), false);
});

Deno.test("bad input: query and body keys cannot reach prototypes", async () => {
  for (const key of ["__proto__", "constructor", "hasOwnProperty", "toString"]) {
    const json = `{"${key}":{"csrfToken":"x"},"callbackUrl":"/x"}`;
    const response = await ask(`/auth/callback/credentials?${key}=x`, {
      method: "POST",
      body: json,
      headers: { "content-type": "application/json" },
    });
    assertEquals(
      response.headers.get("location"),
      `${ORIGIN}/auth/signin?error=MissingCSRF&callbackUrl=https%3A%2F%2Fapp.example%2Fx`,
    );
    const page = await ask(`/auth/error?error=${key}`);
    assertEquals(page.status, 200);
    assertMatch(await page.text(), /Something went wrong/);
    await (await ask(`/auth/signin?error=${key}`)).text();
  }
  assertEquals(({} as { csrfToken?: unknown }).csrfToken, undefined);
});

Deno.test("bad input: callback URLs of other origins are ignored", async () => {
  const csrf = await ask("/auth/csrf");
  const cookie = csrf.headers.getSetCookie()[0]!.split(";")[0]!;
  const { csrfToken } = await csrf.json();
  const urls = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "https://app.example.evil.example",
    "https://app.example@evil.example",
    "https:/\\evil.example",
    "/%0d%0aset-cookie:x=y",
    "/\r\nset-cookie: x=y",
    "/\u0430",
    "http://app.example",
  ];
  for (const callbackUrl of urls) {
    const response = await ask("/auth/signout", {
      method: "POST",
      headers: { ...form, cookie },
      body: new URLSearchParams({ csrfToken, callbackUrl }),
    });
    assertEquals(response.status, 302, callbackUrl);
    const location = response.headers.get("location")!;
    assertEquals(new URL(location).origin, ORIGIN, callbackUrl);
    assertEquals(response.headers.get("set-cookie")?.includes("x=y;"), false);
  }
});

const broken: [string, Partial<AuthConfig>, RegExp, RegExp][] = [
  [
    "an untrusted host",
    { trustHost: undefined },
    /UntrustedHost/,
    /host of https.*AUTH_URL.*AUTH_TRUST_HOST/,
  ],
  ["no secret", { secret: undefined }, /MissingSecret/, /`secret` or AUTH_SECRET/],
  ["an empty secret", { secret: [] }, /MissingSecret/, /AUTH_SECRET/],
  ["a secret that is not a string", { secret: [7 as never] }, /MissingSecret/, /AUTH_SECRET/],
  ["no providers", { providers: undefined as never }, /AuthError/, /`providers`/],
  [
    "a redirect proxy that is not a URL",
    { redirectProxyUrl: "nope", providers: [] },
    /AuthError/,
    /`redirectProxyUrl`/,
  ],
  [
    "a lifetime that is not a number",
    { session: { maxAge: "1h" as never } },
    /AuthError/,
    /`session.maxAge`: 1h/,
  ],
  [
    "an unknown strategy",
    { session: { strategy: "x" as never } },
    /AuthError/,
    /`session.strategy`/,
  ],
  [
    "database sessions without a store",
    { session: { strategy: "database" } },
    /MissingAdapter/,
    /`adapter`/,
  ],
  [
    "a cookie name with a space",
    { cookies: { state: { name: "a b" } } },
    /AuthError/,
    /`cookies.state`/,
  ],
  [
    "a __Host- cookie with a domain",
    {
      cookies: { csrfToken: { name: "__Host-x", options: { domain: "a.example" } } },
    },
    /AuthError/,
    /`cookies.csrfToken`/,
  ],
];

for (const [name, overrides, type, cure] of broken) {
  Deno.test(`broken config: ${name} is answered with 500, and the log says what to do`, async () => {
    const logged: Error[] = [];
    const own = {
      ...config,
      ...overrides,
      logger: { error: (error: Error) => void logged.push(error), warn: () => {} },
    };
    const response = await Auth(new Request(`${ORIGIN}/auth/session`), own);
    assertEquals(response.status, 500);
    const { message } = await response.json();
    assertMatch(message, /server configuration/);
    assertEquals(logged.length, 1);
    assertMatch(logged[0]!.name, type);
    assertMatch(logged[0]!.message, cure);

    const page = await Auth(new Request(`${ORIGIN}/auth/signin`), own);
    assertEquals(page.status, 500);
    assertEquals(page.headers.get("content-type"), "text/html; charset=utf-8");
    assertMatch(await page.text(), /Sign-in is not available/);
  });
}

Deno.test("broken config: redirects to the app's error page, but never in a loop", async () => {
  const own = { ...config, trustHost: false, pages: { error: "/oops" } };
  const response = await Auth(new Request(`${ORIGIN}/auth/signin`), own);
  // No response contains a host that is not trusted.
  assertEquals(response.headers.get("location"), "/oops?error=Configuration");
  const loop = await Auth(new Request(`${ORIGIN}/auth/signin?callbackUrl=/oops`), own);
  assertEquals(loop.status, 500);
  await loop.body?.cancel();
});

/** A recursive merge, as many apps and packages contain. */
function deepMerge(target: Record<string, unknown>, source: Record<string, unknown>) {
  for (const key of Object.keys(source)) {
    const [value, present] = [source[key], target[key]];
    const isDeep = value !== null && typeof value === "object" && present !== undefined;
    if (isDeep) deepMerge(present as typeof target, value as typeof source);
    // As in Node, where `__proto__` has a setter; Deno has none.
    else if (key === "__proto__") Object.setPrototypeOf(target, value as object);
    else target[key] = value;
  }
  return target;
}

const POISONED = ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"admin":true}}}'];
for (const poison of POISONED) {
  Deno.test(`poisoned members: ${poison} reaches neither \`authorize\` nor a session update`, async () => {
    const merged: Record<string, unknown>[] = [];
    const take = (source: unknown): Record<string, unknown> => {
      const target = deepMerge({ nested: {} }, source as Record<string, unknown>);
      merged.push(target, target.nested as Record<string, unknown>);
      return target;
    };
    const own: AuthConfig = {
      ...config,
      skipCSRFCheck,
      session: { strategy: "jwt" },
      providers: [Credentials({
        async authorize(credentials, request) {
          take(credentials);
          take(await request.json());
          return { id: "1", name: "Ada" };
        },
      })],
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          if (trigger === "update") take(session);
          return token;
        },
      },
    };
    const post = (path: string, body: string, cookie = "") =>
      Auth(
        new Request(`${ORIGIN}/auth/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", cookie },
          body,
        }),
        own,
      );
    const members = poison.slice(1, -1);
    const body = `{${members},"nested":${poison}}`;
    const signedIn = await post("callback/credentials", body);
    const cookie = signedIn.headers.getSetCookie().find((line) => line.includes("session-token"))!;
    const updated = await post("session", `{"data":${body}}`, cookie.split(";")[0]);
    assertEquals((await updated.json()).user.name, "Ada");
    assertEquals(merged.length, 6);
    const admins = ([{}, ...merged] as Record<string, unknown>[]).map(({ admin }) => admin);
    Reflect.deleteProperty(Object.prototype, "admin");
    assertEquals(admins.filter(Boolean), []);
  });
}

Deno.test("bad input: JSON with the deepest nesting that its size allows is answered without an error", async () => {
  const body = `{"data":${"[".repeat(400_000)}${"]".repeat(400_000)}}`;
  const headers = { "content-type": "application/json" };
  const response = await ask("/auth/session", { method: "POST", headers, body });
  assertEquals(response.status, 400);
  await response.body?.cancel();
});

/**
 * Sessions that began with next-auth 4 itself go on in this library.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig, type JWT } from "../../mod.ts";
import { nextAuth4 } from "../../src/tools/migrate/next_auth_4.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import { explain, getProof, getToken } from "../../src/frameworks/server.ts";
import { list as listSessions, revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { type OldApp, startOldApp } from "./_next_auth_4.ts";
import { SECRET } from "./_rig.ts";

const HTTPS = "https://app.example";
const HTTP = "http://localhost:3000";
const OLD = "next-auth.session-token";
const OWN = "authjs.session-token";
const OTHER_SECRET = "another-secret-of-32-characters-or-more";
const ADA = { sub: "7", name: "Ada", email: "ada@example.com", picture: "https://a.example/p.png" };
const provider = Credentials({ authorize: () => ({ id: "7", name: "Ada" }) });

let app: OldApp;
Deno.test.beforeAll(async () => {
  app = await startOldApp(HTTPS, SECRET);
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

interface Site {
  browser: TestBrowser;
  config: AuthConfig;
  errors: Error[];
}

/** The app after the change, and a browser that has cookies of next-auth. */
function createSite(
  cookies: Readonly<Record<string, string>>,
  overrides: Partial<AuthConfig> = {},
  origin = HTTPS,
): Site {
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [provider],
    secret: SECRET,
    trustHost: true,
    basePath: "/api/auth",
    legacy: nextAuth4(),
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...overrides,
  };
  const browser = createBrowser(
    origin,
    { [origin]: (request) => Auth(request, config) },
    "/api/auth",
  );
  const secure = origin === HTTPS ? "; Secure" : "";
  browser.cookies.store(
    new URL(origin),
    Object.entries(cookies).map(([name, value]) =>
      `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`
    ),
  );
  return { browser, config, errors };
}

/** Names of the session cookies that a browser has. */
function namesOf({ cookies }: TestBrowser, origin = HTTPS): string[] {
  return cookies.header(new URL(origin)).split("; ").map((pair) => pair.split("=", 1)[0]!)
    .filter((name) => name.includes("session-token") || name === "sid").sort();
}

/** A token in the chunks of next-auth 4. */
function chunked(name: string, token: string): Record<string, string> {
  const chunks: Record<string, string> = {};
  for (let i = 0; i * 3933 < token.length; i++) {
    chunks[`${name}.${i}`] = token.slice(i * 3933, (i + 1) * 3933);
  }
  return chunks;
}

interface Shape {
  name: string;
  /** Cookies of the browser, given the tokens of next-auth. */
  cookies: (encode: (claims?: JWT, params?: object) => Promise<string>) => Promise<
    Record<string, string>
  >;
  config?: Partial<AuthConfig>;
  origin?: string;
  /** Session cookies after the first request. Default: the one of this library. */
  then?: string[];
}

const SECURE_OLD = `__Secure-${OLD}`;
const SECURE_OWN = `__Secure-${OWN}`;
const BALLAST = { ballast: "x".repeat(6000) };

const READ: Shape[] = [
  { name: "a cookie over https", cookies: async (encode) => ({ [SECURE_OLD]: await encode() }) },
  {
    name: "a cookie over http",
    cookies: async (encode) => ({ [OLD]: await encode() }),
    origin: HTTP,
    then: [OWN],
  },
  {
    name: "chunks over https",
    cookies: async (encode) => chunked(SECURE_OLD, await encode(BALLAST)),
    then: [0, 1, 2].map((i) => `${SECURE_OWN}.${i}`),
  },
  {
    name: "chunks over http",
    cookies: async (encode) => chunked(OLD, await encode(BALLAST)),
    origin: HTTP,
    then: [0, 1, 2].map((i) => `${OWN}.${i}`),
  },
  {
    name: "a token of the secret before the newest",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode() }),
    config: { secret: [OTHER_SECRET, SECRET] },
  },
  {
    name: "a token of the newest secret of two",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode() }),
    config: { secret: [SECRET, OTHER_SECRET] },
  },
  {
    name: "a token of `jwt.secret`",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode() }),
    config: { secret: OTHER_SECRET, jwt: { secret: SECRET } },
  },
  {
    name: "a cookie with a name of the app",
    cookies: async (encode) => ({ sid: await encode() }),
    config: { legacy: nextAuth4({ cookie: { name: "sid" } }) },
  },
  {
    name: "a cookie whose name the app keeps",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode() }),
    config: { cookies: { sessionToken: { name: SECURE_OLD } } },
    then: [SECURE_OLD],
  },
  {
    name: "a token that expires in a minute",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode({}, { maxAge: 60 }) }),
  },
  {
    name: "a token that expired ten seconds ago, since clocks differ",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode({}, { maxAge: -10 }) }),
  },
  {
    name: "a token with other claims under the names of the library's own",
    cookies: async (encode) => ({
      [SECURE_OLD]: await encode({ session_id: "mine", session_proof: 1, session_tokens: "x" }),
    }),
    config: { session: { revocation: {} }, records: MemoryRecords() },
  },
  {
    name: "a token beside a session cookie of next-auth for the other scheme",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode(), [OLD]: "other" }),
    then: [SECURE_OWN, OLD],
  },
];

const REFUSED: Shape[] = [
  {
    name: "an expired token",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode({}, { maxAge: -60 }) }),
  },
  {
    name: "a token whose content was changed",
    cookies: async (encode) => ({ [SECURE_OLD]: flip(await encode(), 3) }),
  },
  {
    name: "a token whose tag was changed",
    cookies: async (encode) => ({ [SECURE_OLD]: flip(await encode(), 4) }),
  },
  {
    name: "a token whose header names another algorithm",
    cookies: async (encode) => {
      const header = btoa('{"alg":"none","enc":"A256GCM"}').replaceAll("=", "");
      return { [SECURE_OLD]: header + (await encode()).slice((await encode()).indexOf("..")) };
    },
  },
  {
    name: "a token of which a chunk is missing",
    cookies: async (encode) => {
      const { [`${SECURE_OLD}.1`]: _, ...rest } = chunked(SECURE_OLD, await encode(BALLAST));
      return rest;
    },
  },
  {
    name: "a token of another secret",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode({}, { secret: OTHER_SECRET }) }),
  },
  {
    name: "a token without a user",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode({ sub: undefined }) }),
  },
  {
    name: "a token with an empty user",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode({ sub: "" }) }),
  },
  {
    name: "the cookie of a sign-in attempt of next-auth before 4.24.5",
    cookies: async () => ({
      [SECURE_OLD]: await app.encode({ token: { value: "state" }, secret: SECRET }),
    }),
  },
  {
    name: "the cookie of a sign-in attempt of next-auth since 4.24.5",
    cookies: async (encode) => ({
      [SECURE_OLD]: await encode({}, { salt: "__Secure-next-auth.state" }),
    }),
  },
];

const IGNORED: Shape[] = [
  {
    name: "a cookie without prefix over https, which another host can set",
    cookies: async (encode) => ({ [OLD]: await encode() }),
    then: [OLD],
  },
  {
    name: "a cookie of next-auth without `legacy`",
    cookies: async (encode) => ({ [SECURE_OLD]: await encode() }),
    config: { legacy: undefined },
    then: [SECURE_OLD],
  },
];

/** Changes one character in a part of a token. */
function flip(token: string, part: number): string {
  const parts = token.split(".");
  const [first, ...rest] = parts[part]!;
  parts[part] = (first === "A" ? "B" : "A") + rest.join("");
  return parts.join(".");
}

const encode = (claims: JWT = {}, params: object = {}) =>
  app.encode({ token: { ...ADA, ...claims }, secret: SECRET, ...params });

for (const { name, cookies, config, origin, then = [SECURE_OWN] } of READ) {
  Deno.test(`next-auth 4: reads ${name}`, async () => {
    const { browser, errors } = createSite(await cookies(encode), config, origin);
    const { user } = (await browser.session())!;
    assertEquals(user, { name: "Ada", email: ADA.email, image: ADA.picture });
    assertEquals(namesOf(browser, origin), then);
    assertEquals((await browser.session())?.user?.name, "Ada");
    assertEquals(errors, []);
  });
}

for (const { name, cookies, config } of REFUSED) {
  Deno.test(`next-auth 4: refuses ${name}`, async () => {
    const { browser } = createSite(await cookies(encode), config);
    assertEquals(await browser.session(), null);
    assertEquals(namesOf(browser), []);
  });
}

for (const { name, cookies, config, then } of IGNORED) {
  Deno.test(`next-auth 4: leaves alone ${name}`, async () => {
    const { browser } = createSite(await cookies(encode), config);
    assertEquals(await browser.session(), null);
    assertEquals(namesOf(browser), then);
  });
}

/** The app, which changes its library while browsers are signed in. */
async function move(options: { ballast?: string } = {}, overrides: Partial<AuthConfig> = {}) {
  const before = await startOldApp(HTTPS, SECRET, options);
  try {
    let handle: (request: Request) => Response | Promise<Response> = before.handle;
    const browser = createBrowser(HTTPS, { [HTTPS]: (request) => handle(request) }, "/api/auth");
    await browser.signInWithCredentials({ password: "right" });
    const session = await browser.session();
    const cookies = namesOf(browser);
    const { config, errors } = createSite({}, {
      callbacks: {
        jwt: ({ token }) => token,
        session: ({ session, token }) => ({ ...session, role: token.role }),
      },
      ...overrides,
    });
    handle = (request) => answer(request, config);
    return { browser, config, errors, session, cookies };
  } finally {
    await before[Symbol.asyncDispose]();
  }
}

/** An app with a dashboard. */
function answer(request: Request, config: AuthConfig): Response | Promise<Response> {
  const { handler, auth, signIn } = DenoAuth(config);
  return handler(async (request) => {
    const session = await auth(request);
    if (!session?.user) return await signIn(request, undefined, { redirectTo: request.url });
    return new Response(`Hello ${session.user.name}, ${(session as { role?: string }).role}`);
  })(request);
}

for (const [size, options] of Object.entries({ "one cookie": {}, "three cookies": BALLAST })) {
  Deno.test(`next-auth 4: its user opens the dashboard after the change, with ${size}`, async () => {
    const { browser, session, cookies, errors } = await move(options);
    assertEquals(session?.user?.name, "Ada");
    assertEquals(cookies.every((name) => name.startsWith(SECURE_OLD)), true);
    assertEquals(cookies.length, size === "one cookie" ? 1 : 3);
    const page = await browser.fetch("/dashboard");
    assertEquals(await page.text(), "Hello Ada, admin");
    assertEquals(namesOf(browser).every((name) => name.startsWith(SECURE_OWN)), true);
    assertEquals(await browser.session(), {
      ...session!,
      expires: (await browser.session())!.expires,
    });
    assertEquals(errors, []);
    await browser.post("/signout");
    assertEquals(namesOf(browser), []);
    assertEquals((await browser.fetch("/dashboard")).status, 303);
  });
}

Deno.test("next-auth 4: a sign-out without a read before deletes its cookies", async () => {
  const { browser } = createSite(chunked(SECURE_OLD, await encode(BALLAST)));
  await browser.post("/signout");
  assertEquals(namesOf(browser), []);
});

Deno.test("next-auth 4: the cookie of a domain is deleted under that domain", async () => {
  const options = { domain: "app.example" };
  const { browser } = createSite({}, { legacy: nextAuth4({ cookie: { options } }) });
  const token = `${SECURE_OLD}=${await encode()}; Path=/; Secure; HttpOnly; Domain=app.example`;
  browser.cookies.store(new URL(HTTPS), [token]);
  assertEquals((await browser.session())?.user?.name, "Ada");
  assertEquals(namesOf(browser), [SECURE_OWN]);
});

Deno.test("next-auth 4: the `jwt` callback gets the claims as when a session is read", async () => {
  const calls: Parameters<NonNullable<NonNullable<AuthConfig["callbacks"]>["jwt"]>>[0][] = [];
  const { browser } = createSite({ [SECURE_OLD]: await encode({ role: "admin" }) }, {
    callbacks: {
      jwt: (params) => {
        calls.push({ ...params, token: { ...params.token } });
        return params.token;
      },
    },
  });
  await browser.session();
  const [{ token, trigger, user, account }] = calls as [typeof calls[0]];
  assertEquals([trigger, user, account], [undefined, undefined, undefined]);
  const { iat: _iat, exp: _exp, jti: _jti, ...claims } = token;
  assertEquals(claims, { ...ADA, role: "admin" });
});

Deno.test("next-auth 4: the proof of its session is of unknown methods", async () => {
  const { browser, config } = createSite({ [SECURE_OLD]: await encode() });
  const ask = () => getProof(requestOf(browser), config);
  const before = await ask();
  assertEquals([before?.methods, before?.provider], [[], null]);
  await browser.session();
  assertEquals(await ask(), before);
});

Deno.test("next-auth 4: `getToken` reads its session", async () => {
  const { browser, config } = createSite({ [SECURE_OLD]: await encode({ role: "admin" }) });
  const token = await getToken(requestOf(browser), config);
  assertEquals([token?.sub, token?.role], ["7", "admin"]);
});

Deno.test("next-auth 4: `explain` knows its session", async () => {
  const cookies = { [OLD]: await encode() };
  const { browser, config } = createSite(cookies, { useSecureCookies: false }, HTTP);
  const cookie = browser.cookies.header(new URL(HTTP));
  const request = new Request(`${HTTP}/dashboard`, { headers: { cookie } });
  assertEquals((await explain(request, config)).cause, "signed-in");
});

function requestOf(browser: TestBrowser, cookie = browser.cookies.header(new URL(HTTPS))) {
  return new Request(`${HTTPS}/dashboard`, { headers: { cookie } });
}

const withRecords = () => ({ session: { revocation: {} }, records: MemoryRecords() });

Deno.test("next-auth 4: with records, a copy of its cookie opens nothing after a sign-out", async () => {
  const cookies = { [SECURE_OLD]: await encode() };
  const records = withRecords();
  const first = createSite(cookies, records);
  const copy = createSite(cookies, records);
  await first.browser.session();
  await copy.browser.session();
  assertEquals((await listSessions(first.config, "7")).length, 1);
  await first.browser.post("/signout");
  assertEquals(await copy.browser.session(), null);
  const again = createSite(cookies, records);
  assertEquals(await again.browser.session(), null);
  assertEquals(namesOf(again.browser), []);
});

Deno.test("next-auth 4: with records, its sessions end with all others of the user", async () => {
  const site = createSite({ [SECURE_OLD]: await encode() }, withRecords());
  await revokeAllSessions(site.config, "7");
  assertEquals(await site.browser.session(), null);
});

Deno.test("next-auth 4: without records, a copy of its cookie is valid until the token expires", async () => {
  const cookies = { [SECURE_OLD]: await encode({}, { maxAge: 60 }) };
  using time = new FakeTime();
  const first = createSite(cookies);
  await first.browser.session();
  await first.browser.post("/signout");
  const copy = createSite(cookies);
  assertEquals((await copy.browser.session())?.user?.name, "Ada");
  time.tick(76_000);
  const late = createSite(cookies);
  assertEquals(await late.browser.session(), null);
});

Deno.test("next-auth 4: ten parallel requests with its cookie all have the session", async () => {
  const records = withRecords();
  const site = createSite(chunked(SECURE_OLD, await encode(BALLAST)), records);
  const sessions = await Promise.all(Array.from({ length: 10 }, () => site.browser.session()));
  assertEquals(sessions.map((session) => session?.user?.name), Array(10).fill("Ada"));
  assertEquals((await listSessions(site.config, "7")).length, 1);
  assertEquals(site.errors, []);
});

Deno.test("next-auth 4: an update needs the CSRF token, and moves the session", async () => {
  const { browser } = createSite({ [SECURE_OLD]: await encode() });
  const send = (body: object) =>
    browser.fetch("/api/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await send({ data: {} });
  assertEquals(namesOf(browser), [SECURE_OLD]);
  await send({ csrfToken: await browser.csrf(), data: {} });
  assertEquals(namesOf(browser), [SECURE_OWN]);
});

Deno.test("next-auth 4: a sign-in replaces its session", async () => {
  const cookies = { [SECURE_OLD]: await encode() };
  const records = withRecords();
  const { browser, config } = createSite(cookies, records);
  await browser.signInWithCredentials({});
  assertEquals(namesOf(browser), [SECURE_OWN]);
  assertEquals((await listSessions(config, "7")).length, 1);
  assertEquals(await createSite(cookies, records).browser.session(), null);
});

Deno.test("next-auth 4: a database session keeps its row, and gets the cookie of this library", async () => {
  const adapter = MemoryAdapter();
  const user = await adapter.createUser({
    id: "",
    name: "Ada",
    email: "ada@example.com",
    emailVerified: new Date(),
  });
  const sessionToken = crypto.randomUUID();
  const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  await adapter.createSession({ sessionToken, userId: user.id, expires });
  const { browser, errors } = createSite({ [SECURE_OLD]: sessionToken }, { adapter });
  assertEquals((await browser.session())?.user?.name, "Ada");
  assertEquals(namesOf(browser), [SECURE_OWN]);
  assert(browser.cookies.header(new URL(HTTPS)).includes(`${SECURE_OWN}=${sessionToken}`));
  await browser.post("/signout");
  assertEquals(await adapter.getSessionAndUser(sessionToken), null);
  assertEquals(namesOf(browser), []);
  assertEquals(errors, []);
});

Deno.test("next-auth 4: the `session` callback shows the browser no column that next-auth did not show", async () => {
  const adapter = MemoryAdapter();
  const user = await adapter.createUser(
    {
      id: "7",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: new Date(),
      hash: "x",
    } as never,
  );
  const sessionToken = crypto.randomUUID();
  const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  await adapter.createSession({ sessionToken, userId: user.id, expires });
  const { browser } = createSite({ [SECURE_OLD]: sessionToken }, {
    adapter,
    callbacks: {
      session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }),
    },
  });
  const session = await browser.session();
  assertEquals({ ...session?.user }, { name: "Ada", email: "ada@example.com", id: user.id });
});

Deno.test("next-auth 4: the cookie of a database session without a row stays until a sign-in or a sign-out", async () => {
  const { browser } = createSite({ [SECURE_OLD]: crypto.randomUUID() }, {
    adapter: MemoryAdapter(),
  });
  assertEquals(await browser.session(), null);
  assertEquals(namesOf(browser), [SECURE_OLD]);
  await browser.post("/signout");
  assertEquals(namesOf(browser), []);
});

/** The session as next-auth itself reads it from the cookies of a browser. */
async function readByOldApp(browser: TestBrowser) {
  const headers = { cookie: browser.cookies.header(new URL(HTTPS)) };
  const response = await app.handle(new Request(`${HTTPS}/api/auth/session`, { headers }));
  return await response.json();
}

const KEPT = { legacy: nextAuth4({ keepCookie: true }) };

for (const [what, withStore] of [["without", () => ({})], ["with", withRecords]] as const) {
  Deno.test(`next-auth 4: with \`keepCookie\`, both libraries read its session (${what} records)`, async () => {
    using time = new FakeTime();
    const cookies = chunked(SECURE_OLD, await encode(BALLAST));
    const { browser, config, errors } = createSite(cookies, { ...withStore(), ...KEPT });
    for (let day = 0; day < 3; day++) {
      assertEquals((await browser.session())?.user?.name, "Ada");
      assertEquals(namesOf(browser), Object.keys(cookies));
      assertEquals((await readByOldApp(browser)).user.name, "Ada");
      time.tick(24 * 60 * 60 * 1000);
    }
    // Without the option, the session moves.
    config.legacy = nextAuth4();
    assertEquals((await browser.session())?.user?.name, "Ada");
    assertEquals(namesOf(browser).every((name) => name.startsWith(SECURE_OWN)), true);
    assertEquals(errors, []);
  });
}

Deno.test("next-auth 4: with `keepCookie`, a sign-out ends the session in both cookies", async () => {
  const cookies = { [SECURE_OLD]: await encode() };
  const records = withRecords();
  const { browser } = createSite(cookies, { ...records, ...KEPT });
  assertEquals((await browser.session())?.user?.name, "Ada");
  await browser.post("/signout");
  assertEquals(namesOf(browser), []);
  assertEquals(await createSite(cookies, { ...records, ...KEPT }).browser.session(), null);
});

Deno.test("next-auth 4: with `keepCookie`, a sign-in replaces its session, and an update keeps it", async () => {
  const updated = createSite({ [SECURE_OLD]: await encode() }, KEPT).browser;
  await updated.fetch("/api/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken: await updated.csrf(), data: {} }),
  });
  assertEquals(namesOf(updated), [SECURE_OLD, SECURE_OWN].sort());
  assertEquals((await readByOldApp(updated)).user.name, "Ada");
  await updated.post("/signout");
  assertEquals(namesOf(updated), []);

  const { browser } = createSite({ [SECURE_OLD]: await encode() }, KEPT);
  await browser.signInWithCredentials({});
  assertEquals(namesOf(browser), [SECURE_OWN]);
});

Deno.test("next-auth 4: with `keepCookie`, a database session stays in its cookie", async () => {
  const adapter = MemoryAdapter();
  const user = await adapter.createUser({ id: "", name: "Ada", email: ADA.email } as never);
  const sessionToken = crypto.randomUUID();
  const expires = new Date(Date.now() + 1000 * 60 * 60);
  await adapter.createSession({ sessionToken, userId: user.id, expires });
  const { browser } = createSite({ [SECURE_OLD]: sessionToken }, { adapter, ...KEPT });
  assertEquals((await browser.session())?.user?.name, "Ada");
  assertEquals(namesOf(browser), [SECURE_OLD]);
  await browser.post("/signout");
  assertEquals([namesOf(browser), await adapter.getSessionAndUser(sessionToken)], [[], null]);
});

Deno.test("next-auth 4: a form that was opened before the change can be posted after it", async () => {
  const opened = await app.handle(new Request(`${HTTPS}/api/auth/csrf`));
  const { csrfToken } = await opened.json();
  const cookie = opened.headers.getSetCookie().find((line) => line.includes("csrf-token"))!;
  assert(cookie.startsWith("__Host-next-auth.csrf-token="), cookie);
  const post = async (
    token: string,
    overrides: Partial<AuthConfig> = {},
    lines: readonly string[] = [cookie],
  ) => {
    const { browser } = createSite({}, overrides);
    // Another tab has been opened since.
    await browser.csrf();
    browser.cookies.store(new URL(HTTPS), lines);
    const body = new URLSearchParams({ csrfToken: token, callbackUrl: "/after" });
    await browser.fetch("/api/auth/callback/credentials", { method: "POST", body });
    return namesOf(browser);
  };
  assertEquals(await post(csrfToken), [SECURE_OWN]);
  assertEquals(await post("0".repeat(64)), []);
  assertEquals(await post(csrfToken, {}, []), [], "without the cookie");
  assertEquals(await post(csrfToken, { secret: OTHER_SECRET }), [], "made with another secret");
  assertEquals(await post(csrfToken, { legacy: undefined }), [], "without `legacy`");
});

/** Users by their password, and what refuses one, as in the app before. */
const sameApp: Partial<AuthConfig> = {
  providers: [Credentials({
    authorize({ password }) {
      const [what, ...words] = String(password).split(" ");
      if (what === "throw") throw new Error(words.join(" "));
      if (what === "right") return { id: "7", name: "Ada" };
      if (what === "banned") return { id: "9", name: "Banned" };
      return what === "denied" ? { id: "8", name: "Denied" } : null;
    },
  })],
  callbacks: {
    signIn({ user }) {
      if (user.name === "Denied") throw new Error("Ask your boss.");
      return user.name !== "Banned";
    },
  },
};

/** What a script learns from a sign-in, as `signIn(…, { redirect: false })` reads it. */
async function tryBy(browser: TestBrowser, password: string) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), password, json: "true" });
  const headers = { "x-auth-return-redirect": "1" };
  const response = await browser.fetch("/api/auth/callback/credentials", {
    method: "POST",
    headers,
    body,
  });
  const { url } = await response.json();
  return { status: response.status, error: new URL(url).searchParams.get("error") };
}

const tries = [
  "right",
  "wrong",
  "throw Email or password is wrong.",
  'throw {"field":"email","text":"Unbekannte Adresse & so"}',
  "denied",
  "banned",
];
for (const password of tries) {
  Deno.test(`next-auth 4: a script is answered as before to "${password}"`, async () => {
    const old = createBrowser(HTTPS, { [HTTPS]: (request) => app.handle(request) }, "/api/auth");
    const { browser } = createSite({}, sameApp);
    const [before, after] = [await tryBy(old, password), await tryBy(browser, password)];
    assertEquals(after.error, before.error);
    // next-auth answers 200 where the callback has thrown, although there is no session.
    assertEquals(after.status, password === "denied" ? 403 : before.status);
  });
}

Deno.test("next-auth 4: a message of `authorize` reaches the page of the app, and no page of the library", async () => {
  const text = "Email or password is wrong.";
  const landing = async (pages?: AuthConfig["pages"]) => {
    const { browser } = createSite({}, { ...sameApp, pages });
    const response = await browser.post("/callback/credentials", { password: `throw ${text}` });
    assertEquals(response.status, 302);
    const { pathname, searchParams } = new URL(response.headers.get("location")!, HTTPS);
    return [pathname, searchParams.get("error")];
  };
  assertEquals(await landing({ signIn: "/login" }), ["/login", text]);
  assertEquals(await landing({ signIn: "/login", error: "/oops" }), ["/oops", text]);
  assertEquals(await landing(), ["/api/auth/signin", "CredentialsSignin"]);
});

Deno.test("next-auth 4: a wrong password that throws counts for the limit of its account", async () => {
  const { browser } = createSite({}, { ...sameApp, limits: { perAccount: 3 } });
  const post = async () => {
    const form = { email: "ada@example.com", password: "throw Wrong." };
    return (await browser.post("/callback/credentials", form)).headers.get("location");
  };
  for (let i = 0; i < 3; i++) assertMatch((await post())!, /error=CredentialsSignin/);
  assertEquals(await post(), null);
});

class PrismaError extends Error {
  override name = "PrismaError";
}

/** Errors of databases, networks and code, whose messages are for the log. */
const FAULTS: unknown[] = [
  Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:5432"), { code: "ECONNREFUSED" }),
  new Error("Cannot reach postgres://app:hunter2@db/app"),
  new TypeError("Cannot read properties of null (reading 'hash')"),
  new PrismaError("Unique constraint failed"),
  new Error("x".repeat(1001)),
  new Error(""),
  "a text",
  null,
];

Deno.test("nextAuth4(): a fault of the server reaches no browser as a text", async () => {
  for (const thrown of FAULTS) {
    const authorize = () => Promise.reject(thrown);
    const { browser, errors } = createSite({}, { providers: [Credentials({ authorize })] });
    const answer = await tryBy(browser, "x");
    assertEquals(answer, { status: 500, error: "Configuration" });
    assertEquals(errors.map((error) => error.name), ["CallbackRouteError"]);
  }
});

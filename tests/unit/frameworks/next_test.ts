import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { AuthError, type Cookie, CredentialsSignin, encode } from "../../../mod.ts";
import {
  defineAccess,
  type Membership,
  type OrganizationPolicy,
  Organizations,
} from "../../../src/capabilities/organizations/mod.ts";
import { MissingCSRF } from "../../../src/errors.ts";
import Credentials from "../../../src/providers/credentials.ts";
import {
  type Authenticated,
  type ConfigFor,
  createNextAuth,
} from "../../../src/frameworks/next/logic.ts";
import { nextConfigOf } from "../../../src/frameworks/next/next_url.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { parseCookies } from "../../../src/http/cookie.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import { captureConsole } from "../../_console.ts";

const secret = "a-secret-of-at-least-32-characters";
const SALT = "__Secure-authjs.session-token";

const base: ConfigFor<Request> = {
  providers: [
    Credentials({
      authorize: (fields) => {
        seenFields.push(fields);
        return fields.password === "right" ? { id: "1", name: "Ada" } : null;
      },
    }),
    {
      id: "op",
      name: "OP",
      type: "oauth",
      clientId: "c",
      authorization: "https://op.example/authorize",
      token: "https://op.example/token",
      userinfo: "https://op.example/userinfo",
    },
  ],
  secret,
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
};
const seenFields: object[] = [];

/** Calls to Next. */
class Redirected extends Error {
  constructor(readonly url: string) {
    super(url);
  }
}

/** An answer 404 of Next. */
class Absent extends Error {}

/** An app at https://app.example behind Next, which has another host in its URLs. */
function createApp(
  config: Parameters<typeof createNextAuth<Request>>[0] = base,
  env: Record<string, string> = {},
) {
  const jar = new Map<string, Cookie>();
  const headers = new Headers({ host: "app.example", "x-forwarded-proto": "https" });
  const next = createNextAuth<Request>(config, {
    env,
    // A test changes them between requests.
    headers: () => Promise.resolve(new Headers(headers)),
    setCookie: (cookie) => Promise.resolve(void jar.set(cookie.name, cookie)),
    redirect: (url) => Promise.reject(new Redirected(url)),
    next: () => new Response(null, { headers: { "x-middleware-next": "1" } }),
    notFound: () => Promise.reject(new Absent()),
    withUrl: (request, url) => new Request(url, request),
  });
  const request = (path: string, init: RequestInit = {}) =>
    new Request(`http://0.0.0.0:3000${path}`, {
      ...init,
      headers: { ...Object.fromEntries(headers), ...init.headers as Record<string, string> },
    });
  return { ...next, jar, headers, request };
}

async function cookieOf(claims: Record<string, unknown>, salt = SALT): Promise<string> {
  return `${salt}=${await encode({ token: claims, secret, salt })}`;
}

/** Location of the redirect that a call throws. */
async function redirectOf(run: () => Promise<unknown>): Promise<string> {
  return (await assertRejects(run, Redirected)).url;
}

const passes = (response: unknown) =>
  (response as Response).headers.get("x-middleware-next") === "1";

Deno.test("createNextAuth(): handlers answer under /api/auth, at the public origin", async () => {
  const { handlers, request } = createApp();
  const response = await handlers.GET(request("/api/auth/providers"));
  assertEquals(
    (await response.json()).op.callbackUrl,
    "https://app.example/api/auth/callback/op",
  );
});

Deno.test("createNextAuth(): AUTH_URL sets origin and base path, the app's base path overrides it", async () => {
  const callbackUrl = async (env: Record<string, string>, basePath?: string) => {
    const { handlers, request } = createApp({ ...base, basePath }, env);
    const path = basePath ?? (new URL(env.AUTH_URL!).pathname.replace(/\/$/, "") || "/api/auth");
    return (await (await handlers.GET(request(`${path}/providers`))).json()).op.callbackUrl;
  };
  const at = (url: string) => ({ AUTH_URL: url });
  assertEquals(await callbackUrl(at("https://a.example/x")), "https://a.example/x/callback/op");
  assertEquals(
    await callbackUrl(at("https://a.example")),
    "https://a.example/api/auth/callback/op",
  );
  assertEquals(
    await callbackUrl(at("https://a.example/x"), "/y"),
    "https://a.example/y/callback/op",
  );
});

Deno.test("auth() reads the session of the current request and sets no cookie", async () => {
  const { auth, headers, jar } = createApp({ ...base, session: { updateAge: 0 } });
  assertEquals(await auth(), null);
  headers.set("cookie", await cookieOf({ name: "Ada", sub: "1" }));
  const session = await auth() as { user: { name: string } };
  assertEquals(session.user.name, "Ada");
  assertEquals(jar.size, 0);
});

Deno.test("auth() returns null without a valid session", async () => {
  const good = await cookieOf({ name: "Ada" });
  const other = await encode({
    token: { name: "Eve" },
    secret: "another-secret-of-32-characters!",
    salt: SALT,
  });
  const cookies = [
    `${SALT}=${other}`,
    `${SALT}=garbage`,
    good.slice(0, -8),
    good.replace("__Secure-", ""),
  ];
  for (const cookie of cookies) {
    const { auth, headers } = createApp();
    headers.set("cookie", cookie);
    assertEquals(await auth(), null);
  }
  const broken: ConfigFor<Request>[] = [
    { ...base, secret: "" },
    { ...base, trustHost: false },
    { ...base, callbacks: { session: () => Promise.reject(new Error("no")) } },
    { ...base, callbacks: { jwt: () => null } },
  ];
  for (const config of broken) {
    const { auth, headers } = createApp(config);
    headers.set("cookie", good);
    assertEquals(await auth(), null);
  }
  const { auth, headers } = createApp(() => Promise.reject(new Error("unknown tenant")));
  headers.set("cookie", good);
  using _errors = captureConsole("error");
  assertEquals(await auth(), null);
});

Deno.test("auth() rethrows errors of Next during prerendering", async () => {
  const next = createNextAuth<Request>(base, {
    env: {},
    headers: () => Promise.reject(new Error("dynamic")),
    setCookie: () => Promise.resolve(),
    redirect: (url) => Promise.reject(new Redirected(url)),
    next: () => new Response(),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request) => request,
  });
  await assertRejects(() => next.auth() as Promise<unknown>, Error, "dynamic");
});

Deno.test("auth() returns all members of the session on the server", async () => {
  const claims = { name: "Ada", email: "ada@example.com", role: "admin", sub: "1" };
  const read = async (callbacks?: ConfigFor<Request>["callbacks"]) => {
    const { auth, headers } = createApp({ ...base, callbacks });
    headers.set("cookie", await cookieOf(claims));
    return await auth() as { user: Record<string, unknown>; expires?: string };
  };
  assertEquals((await read()).user, { name: "Ada", email: "ada@example.com", image: undefined });
  const whole = await read({
    session: ({ session: { expires } }) => ({ expires: String(expires) }),
  });
  assertEquals(whole.user.role, "admin");
  const own = await read({
    session: ({ session, token }) => ({ ...session, user: { name: `${token.role}` } }),
  });
  assertEquals(own.user, { name: "admin" });
});

/** Request and response of an API route. `@types/node` before 18.3 has no `appendHeader`. */
async function createCall(claims: Record<string, unknown>) {
  const cookie = await cookieOf(claims);
  const chunks = cookie.slice(SALT.length + 1);
  const split = `${SALT}.0=${chunks.slice(0, 3900)}; ${SALT}.1=${chunks.slice(3900)}`;
  const headers = { host: "app.example", "x-forwarded-proto": "https", cookie: split };
  const set = new Map<string, unknown>([["set-cookie", ["own=1"]]]);
  const res = {
    statusCode: 200,
    headersSent: false,
    getHeader: (name: string) => set.get(name) as string[] | undefined,
    setHeader: (name: string, value: unknown) => set.set(name, value),
    removeHeader: (name: string) => void set.delete(name),
    end: () => {},
  };
  return { req: { headers }, res, lines: () => set.get("set-cookie") as string[] };
}

Deno.test("auth(request, response) and auth({ req, res }) extend the session with the response", async () => {
  const { auth } = createApp({ ...base, session: { updateAge: 0 } });
  for (const form of ["two", "context"]) {
    const { req, res, lines } = await createCall({ name: "Ada", ballast: "x".repeat(5000) });
    const session = await (form === "two" ? auth(req, res) : auth({ req, res }));
    assertEquals((session as { user: { name: string } }).user.name, "Ada");
    const [own, ...others] = lines();
    assertEquals([own, others.length], ["own=1", 2]);
    assertMatch(others[1]!, /^__Secure-authjs\.session-token\.1=/);
  }
});

Deno.test("auth(request) and auth({ req }) read the session without a response", async () => {
  const { auth } = createApp({ ...base, session: { updateAge: 0 } });
  const { req } = await createCall({ name: "Ada" });
  for (const given of [{ ...req }, { req: { ...req } }]) {
    assertEquals((await auth(given) as { user: { name: string } }).user.name, "Ada");
  }
  assertEquals(await auth({ req: { headers: { host: "app.example" } } }), null);
});

Deno.test("auth({ req, res }) reads and extends the session in the edge runtime", async () => {
  const { auth, request } = createApp({ ...base, session: { updateAge: 0 } });
  const req = request("/", { headers: { cookie: await cookieOf({ name: "Ada" }) } });
  const res = new Response();
  assertEquals((await auth({ req, res }) as { user: { name: string } }).user.name, "Ada");
  assertEquals(res.headers.getSetCookie().length, 1);
});

Deno.test("getToken() returns the claims: of the current request, and of one that is passed", async () => {
  const { getToken, headers, request } = createApp();
  const claims = { name: "Ada", sub: "1", role: "admin" };
  const cookie = await cookieOf(claims);
  const web = () => request("/", { headers: { cookie } });
  const node = { headers: { host: "app.example", "x-forwarded-proto": "https", cookie } };
  for (const given of [web(), { req: web() }, { ...node }, { req: { ...node } }]) {
    assertEquals((await getToken(given))?.role, "admin");
  }
  assertEquals([await getToken(), await getToken(request("/"))], [null, null]);
  headers.set("cookie", cookie);
  assertEquals((await getToken())?.role, "admin");
});

Deno.test("auth as middleware calls `authorized` and redirects to the sign-in page", async () => {
  const seen: unknown[] = [];
  const { auth, request } = createApp({
    ...base,
    callbacks: {
      authorized({ request, auth }) {
        seen.push([new URL(request.url).pathname, auth?.user?.name]);
        return Boolean(auth);
      },
    },
  });
  const stopped = await auth(request("/dashboard?tab=2"), {}) as Response;
  assertEquals(stopped.status, 307);
  assertEquals(
    stopped.headers.get("location"),
    `https://app.example/api/auth/signin?callbackUrl=${
      encodeURIComponent("https://app.example/dashboard?tab=2")
    }`,
  );
  const headers = { cookie: await cookieOf({ name: "Ada" }) };
  assertEquals(passes(await auth(request("/dashboard", { headers }), {})), true);
  assertEquals(seen, [["/dashboard", undefined], ["/dashboard", "Ada"]]);
});

Deno.test("auth as middleware allows requests to sign in", async () => {
  const { auth, request } = createApp({
    ...base,
    pages: { signIn: "/login" },
    callbacks: { authorized: () => false },
  });
  for (const path of ["/login", "/api/auth/csrf", "/api/auth/callback/op"]) {
    assertEquals(passes(await auth(request(path), {})), true, path);
  }
  for (const path of ["/", "/api/auth", "/api/auth/elsewhere", "/login/2", "/api/authx/csrf"]) {
    const response = await auth(request(path), {}) as Response;
    assertMatch(response.headers.get("location")!, /^https:\/\/app\.example\/login\?/, path);
  }
});

Deno.test("auth as middleware returns a response of `authorized`, unless it redirects to itself", async () => {
  const to = (path: string) => Response.redirect(`https://app.example${path}`);
  const answer = async (path: string, target: string) => {
    const { auth, request } = createApp({
      ...base,
      pages: { signIn: "/login" },
      callbacks: { authorized: () => to(target) },
    });
    return await auth(request(path), {}) as Response;
  };
  assertEquals(
    (await answer("/dashboard", "/login")).headers.get("location"),
    "https://app.example/login",
  );
  assertEquals(passes(await answer("/login", "/login?error=x")), true);
  assertEquals((await answer("/dashboard", "/dashboard?x")).status, 302);
  const { auth, request } = createApp({
    ...base,
    callbacks: { authorized: () => Response.json("no", { status: 401 }) },
  });
  assertEquals((await auth(request("/"), {}) as Response).status, 401);
});

Deno.test("auth(handler) passes the session to the handler, and keeps every cookie of both", async () => {
  const { auth, request } = createApp({ ...base, session: { updateAge: 0 } });
  const wrapped = auth((request: Authenticated<Request>, context: { params: string }) =>
    Response.json({ name: request.auth?.user?.name ?? null, ...context }, {
      headers: { "set-cookie": "own=1" },
    })
  ) as (request: Request, context: unknown) => Promise<Response>;
  const signedOut = await wrapped(request("/api/me"), { params: "p" });
  assertEquals(await signedOut.json(), { name: null, params: "p" });
  const headers = { cookie: await cookieOf({ name: "Ada" }) };
  const signedIn = await wrapped(request("/api/me", { headers }), { params: "p" });
  assertEquals((await signedIn.json()).name, "Ada");
  const names = signedIn.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
  assertEquals(names, ["own", SALT]);
  assertEquals(signedIn.headers.get("cache-control"), "private, no-store");
  assertEquals(signedOut.headers.get("cache-control"), null);
  const silent = auth(() => undefined) as typeof wrapped;
  assertEquals(passes(await silent(request("/"), {})), true);
});

Deno.test("auth as middleware refuses requests when the config function throws", async () => {
  const { auth, request } = createApp(() => Promise.reject(new Error("unknown tenant")));
  await assertRejects(() => auth(request("/dashboard"), {}) as Promise<unknown>, Error, "tenant");
});

Deno.test("auth as middleware: an invalid config means no session, so protected pages are refused", async () => {
  const { auth, request } = createApp({
    ...base,
    secret: "",
    callbacks: { authorized: ({ auth }) => Boolean(auth) },
  }, { NODE_ENV: "production" });
  const headers = { cookie: await cookieOf({ name: "Ada" }) };
  assertEquals((await auth(request("/dashboard", { headers }), {}) as Response).status, 307);
});

Deno.test("auth as middleware passes the URL with the origin of AUTH_URL", async () => {
  const seen: string[] = [];
  const { auth, request } = createApp({
    ...base,
    callbacks: { authorized: ({ request }) => seen.push(request.url) > 0 },
  }, { AUTH_URL: "https://fixed.example" });
  await auth(request("/dashboard?x=1"), {});
  assertEquals(seen, ["https://fixed.example/dashboard?x=1"]);
});

Deno.test("signIn() with credentials sets the session and redirects", async () => {
  const { signIn, auth, jar, headers } = createApp();
  const url = await redirectOf(() =>
    signIn("credentials", { password: "right", redirectTo: "/home" })
  );
  assertEquals(url, "https://app.example/home");
  const cookie = jar.get(SALT)!;
  assertEquals([cookie.options.httpOnly, cookie.options.secure], [true, true]);
  headers.set("cookie", `${SALT}=${cookie.value}`);
  assertEquals((await auth() as { user: { name: string } }).user.name, "Ada");
});

Deno.test("signIn() throws the error, and changes nothing", async () => {
  const { signIn, jar } = createApp();
  const error = await assertRejects(
    () => signIn("credentials", { password: "x" }),
    CredentialsSignin,
  );
  assertEquals([error.type, error.code], ["CredentialsSignin", "credentials"]);
  assertEquals(jar.size, 0);
  for (const config of [{ ...base, secret: "" }, { ...base, trustHost: false }]) {
    const { signIn, signOut, unstable_update, jar } = createApp(config, { NODE_ENV: "production" });
    await assertRejects(() => signIn("credentials", { password: "right" }), AuthError);
    await assertRejects(() => signOut(), AuthError);
    await assertRejects(() => unstable_update({}), AuthError);
    assertEquals(jar.size, 0);
  }
});

Deno.test("signIn() takes a form and removes the fields that React added", async () => {
  const { signIn } = createApp();
  const form = new FormData();
  for (
    const [name, value] of Object.entries({
      $ACTION_ID_1: "",
      username: "ada",
      password: "right",
      redirectTo: "/home",
      redirect: "false",
    })
  ) form.set(name, value);
  assertEquals(await signIn("credentials", form), "https://app.example/home");
  const { csrfToken: _, callbackUrl: __, ...fields } = seenFields.at(-1) as Record<string, unknown>;
  assertEquals(fields, { username: "ada", password: "right" });
});

Deno.test("signIn() with a provider redirects there, with its cookies and extra members", async () => {
  const { signIn, jar } = createApp();
  const options = { redirect: false as const, redirectTo: "/home" };
  const url = new URL(await signIn("op", options, { prompt: "consent" }));
  assertEquals(url.origin, "https://op.example");
  assertEquals(url.searchParams.get("prompt"), "consent");
  assertEquals(
    url.searchParams.get("redirect_uri"),
    "https://app.example/api/auth/callback/op",
  );
  assertMatch([...jar.keys()].join(), /__Host-authjs\.pkce\.code_verifier\./);
});

Deno.test("signIn() without a known provider redirects to the sign-in page", async () => {
  const { signIn, headers } = createApp();
  headers.set("referer", "https://app.example/here");
  for (const provider of [undefined, "unknown", "constructor"]) {
    assertEquals(
      await redirectOf(() => signIn(provider)),
      "https://app.example/api/auth/signin?callbackUrl=https%3A%2F%2Fapp.example%2Fhere",
    );
  }
});

Deno.test("signIn() never redirects to another site", async () => {
  const { signIn } = createApp();
  const options = { password: "right", redirectTo: "https://evil.example/" };
  assertEquals(await redirectOf(() => signIn("credentials", options)), "https://app.example/");
});

Deno.test("signIn(), signOut() and unstable_update() refuse forms of another site", async () => {
  const { signIn, signOut, unstable_update, headers, jar } = createApp();
  const foreign = [
    "https://evil.example",
    "null",
    "https://app.example.evil.example",
    "http://app.example",
  ];
  for (const origin of foreign) {
    headers.set("origin", origin);
    await assertRejects(() => signIn("credentials", { password: "right" }), MissingCSRF);
    await assertRejects(() => signOut(), MissingCSRF);
    await assertRejects(() => unstable_update({}), MissingCSRF);
  }
  assertEquals(jar.size, 0);
  headers.set("origin", "https://app.example");
  await redirectOf(() => signIn("credentials", { password: "right" }));
});

Deno.test("signOut() ends the session and redirects", async () => {
  const { signOut, headers, jar } = createApp();
  headers.set("cookie", await cookieOf({ name: "Ada" }));
  assertEquals(await redirectOf(() => signOut({ redirectTo: "/bye" })), "https://app.example/bye");
  assertEquals([jar.get(SALT)!.value, jar.get(SALT)!.options.maxAge], ["", 0]);
  const answer = await signOut({ redirect: false });
  assertEquals(answer.redirect, "https://app.example/");
});

Deno.test("unstable_update() returns the new session and sets its cookie", async () => {
  const { unstable_update, headers, jar } = createApp({
    ...base,
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === "update" ? { ...token, name: session.user.name } : token,
    },
  });
  headers.set("cookie", await cookieOf({ name: "Ada" }));
  const session = await unstable_update({ user: { name: "Countess" } });
  assertEquals(session?.user?.name, "Countess");
  assertStringIncludes(parseCookies(`${SALT}=${jar.get(SALT)!.value}`).get(SALT)!, "ey");
});

Deno.test("createNextAuth(): a config function receives the request when there is one", async () => {
  const seen: (string | undefined)[] = [];
  const { handlers, auth, signIn, request } = createApp((request) => {
    seen.push(request && new URL(request.url).pathname);
    return base;
  });
  await handlers.GET(request("/api/auth/session"));
  await auth();
  await auth(request("/page"), {});
  await redirectOf(() => signIn());
  assertEquals(seen, ["/api/auth/session", undefined, "/page", undefined]);
});

Deno.test("createNextAuth(): a Host header that is no host means 400 and no session", async () => {
  for (const host of ["a b/c@d", "localhost/@evil.example", "a@localhost", "localhost:99999"]) {
    const { handlers, auth, signOut, headers, jar, request } = createApp();
    headers.set("host", host);
    headers.set("cookie", await cookieOf({ name: "Ada" }, "authjs.session-token"));
    assertEquals(await auth(), null, host);
    assertEquals((await handlers.GET(request("/api/auth/session"))).status, 400, host);
    const guarded = await auth(request("/page"), {}) as Response;
    assertEquals(guarded.status, 400, host);
    await assertRejects(() => signOut(), AuthError);
    assertEquals(jar.size, 0);
  }
});

Deno.test("auth(handler): what the handler ends or begins wins over a renewal", async () => {
  const app = createApp({ ...base, session: { updateAge: 0 } });
  const headers = new Headers(app.headers);
  headers.set("cookie", await cookieOf({ name: "Ada", sub: "1" }));
  const jar = new Map<string, Cookie>();
  const next = createNextAuth<Request>({ ...base, session: { updateAge: 0 } }, {
    env: {},
    // Next has one such object per request, and it is not the request's own.
    headers: () => Promise.resolve(headers),
    setCookie: (cookie) => Promise.resolve(void jar.set(cookie.name, cookie)),
    redirect: (url) => Promise.reject(new Redirected(url)),
    next: () => new Response(),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request, url) => new Request(url, request),
  });
  const handle = next.auth(async () => {
    assertEquals((await next.auth() as { user: { name: string } }).user.name, "Ada");
    await next.signOut({ redirect: false });
    return new Response("bye");
  }) as (request: Request, context: unknown) => Promise<Response>;
  const cookie = headers.get("cookie")!;
  const response = await handle(app.request("/bye", { method: "POST", headers: { cookie } }), {});
  assertEquals(jar.get(SALT)?.value, "");
  // Next lets the cookies of the response win.
  const sessions = response.headers.getSetCookie().filter((text) => text.startsWith(SALT));
  assertEquals(sessions.map((text) => text.includes("Max-Age=0")), [true]);
});

Deno.test("auth as middleware requires a session for pages.newUser", async () => {
  const { auth, request } = createApp({
    ...base,
    pages: { signIn: "/login", newUser: "/dashboard" },
    callbacks: { authorized: ({ auth }) => Boolean(auth) },
  });
  const response = await auth(request("/dashboard"), {}) as Response;
  assertMatch(response.headers.get("location")!, /^https:\/\/app\.example\/login\?/);
});

Deno.test("nextConfigOf() removes base path and language from protected paths", () => {
  assertEquals(nextConfigOf({ basePath: "", locale: "" }), { basePath: "" });
  assertEquals(nextConfigOf({ basePath: "/docs", locale: "de", defaultLocale: "en" }), {
    basePath: "/docs",
    i18n: { locales: ["de", "en"], defaultLocale: "en" },
  });
  assertEquals(nextConfigOf({ basePath: "", locale: "en", defaultLocale: "en" }), {
    basePath: "",
    i18n: { locales: ["en"], defaultLocale: "en" },
  });
});

Deno.test("auth as middleware protects routes of the app below an action", async () => {
  const { auth, request } = createApp({
    ...base,
    callbacks: { authorized: ({ auth }) => Boolean(auth) },
  });
  for (const path of ["session/all", "callback/op/tokens", "signin/..%2f..%2fdashboard/x"]) {
    const response = await auth(request(`/api/auth/${path}`), {}) as Response;
    assertEquals([response.status, passes(response)], [307, false], path);
  }
  for (const path of ["signin", "/signin", "callback/op", "webauthn-options/key/", "error"]) {
    assertEquals(passes(await auth(request(`/api/auth/${path}`), {})), true, path);
  }
});

const team = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { member: { project: ["read"] } },
});

/** An app with teams; `acme` has Ada as a member. */
function createTeams() {
  const config = {
    ...base,
    basePath: "/api/auth",
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    sendMail: () => {},
    organizations: Organizations({ access: team }),
  };
  const teams = defineAuth(config);
  const ada = { name: "Ada", email: "ada@app.example", emailVerified: new Date() };
  const signIn = (proof?: { at: number }) =>
    signInAs(teams, ada, {
      origin: "https://app.example",
      membership: { organization: "acme", role: "member" },
      ...proof ? { proof } : {},
    });
  const app = createApp(config);
  return {
    ...app,
    teams,
    async open(proof?: { at: number }) {
      app.headers.set("cookie", (await signIn(proof)).headers.get("cookie")!);
    },
    async policy(policy: OrganizationPolicy) {
      const request = new Request("https://app.example/", { headers: app.headers });
      const at = await teams.organizations.readMembership(request, "acme");
      assert(at.ok);
      const system = teams.organizations.asSystem(at.organization.id);
      assert((await teams.organizations.updateOrganization(system, { policy })).ok);
    },
  };
}

Deno.test("readMembership(): a membership, or the way to it, or `notFound()` of Next", async () => {
  const { headers, readMembership: readMembership, open, policy, teams } = createTeams();
  const back = { redirectTo: "/teams/acme?tab=2" };
  const locationOf = async (name: string) => {
    const { url } = await assertRejects(() => readMembership(name, back), Redirected);
    return new URL(url);
  };
  // Without a session: the sign-in page, also for what does not exist.
  await open();
  const cookie = headers.get("cookie")!;
  headers.delete("cookie");
  for (const name of ["acme", "nothing"]) {
    const { pathname, searchParams } = await locationOf(name);
    assertEquals([pathname, searchParams.get("callbackUrl")], [
      "/api/auth/signin",
      "/teams/acme?tab=2",
    ]);
  }
  headers.set("cookie", cookie);
  const at = await readMembership("acme", back) as Membership<"member" | "owner">;
  assertEquals([at.role, at.organization.slug], ["member", "acme"]);
  assertEquals(teams.organizations.can(at, "project:read"), true);
  assertEquals(teams.organizations.can(at, "project:write"), false);
  // It is a membership for changes too.
  assertEquals((await teams.organizations.listMembers(at)).ok, true);
  await assertRejects(() => readMembership("nothing", back), Absent);
  for (const nothing of [undefined, null, "", Promise.resolve("acme")] as never[]) {
    await assertRejects(() => readMembership(nothing, back), TypeError, "`organization` is ");
  }
  // A policy leads to a proof, and back; one that no proof meets leads to the error page.
  await policy({ proofMaxAge: 60 });
  await open({ at: Math.floor(Date.now() / 1000) - 3600 });
  const proof = await locationOf("acme");
  assertEquals(proof.pathname, "/api/auth/signin");
  assert(proof.searchParams.has("stepUp"));
  assertEquals(proof.searchParams.get("callbackUrl"), "/teams/acme?tab=2");
  await open();
  await policy({ providers: ["op"] });
  assertEquals(
    (await locationOf("acme")).href,
    "https://app.example/api/auth/error?error=AccessDenied",
  );
});

Deno.test("readMembership(): an app without organizations is told", async () => {
  const { readMembership: readMembership } = createApp();
  await assertRejects(
    () => readMembership("acme", { redirectTo: "/" }),
    TypeError,
    "the config has no `organizations`",
  );
});

Deno.test("authenticate(): the way back of a page is the one that it names", async () => {
  const { authenticate, open } = createTeams();
  const location = async (redirectTo?: string) => {
    const who = await authenticate({
      organization: "acme",
      ...redirectTo === undefined ? {} : { redirectTo },
    });
    assert(!who.ok);
    return new URL(who.location!).searchParams.get("callbackUrl");
  };
  assertEquals(await location(), "/");
  assertEquals(await location("/teams/acme"), "/teams/acme");
  await open();
  const who = await authenticate({ organization: "acme", redirectTo: "/teams/acme" });
  assert(who.ok);
  assertEquals(who.organization?.role, "member");
  await assertRejects(
    () => authenticate({ organization: undefined, redirectTo: "/" } as object),
    TypeError,
    "`organization` is undefined",
  );
});

import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { type AuthConfig, encode } from "../../../mod.ts";
import { CredentialsSignin, InvalidCallbackUrl, MissingCSRF } from "../../../src/errors.ts";
import { FreshAuth } from "../../../src/frameworks/fresh.ts";
import {
  getSession as getHonoSession,
  HonoAuth,
  type HonoContext,
  protect as honoProtect,
  signIn as honoSignIn,
  signOut as honoSignOut,
} from "../../../src/frameworks/hono.ts";
import {
  getSession as getSolidSession,
  signIn as solidSignIn,
  signOut as solidSignOut,
  SolidAuth,
  type SolidAuthConfig,
} from "../../../src/frameworks/solid_start.ts";
import Credentials from "../../../src/providers/credentials.ts";
import type { SignInOptions } from "../../../src/server/request_actions.ts";
import type { Session } from "../../../src/types/entities.ts";
import type { Principal } from "../../../src/types/principal.ts";

const secret = "a-secret-of-at-least-32-characters";
const origin = "http://localhost:3000";

const createConfig = (members: Partial<AuthConfig> = {}): AuthConfig => ({
  secret,
  basePath: "/auth",
  providers: [Credentials({
    authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
  })],
  logger: { error: () => {}, warn: () => {} },
  ...members,
});

/** Functions of a wrapper for one request, called from a page of the app. */
interface Bound {
  /** Response to an action, or 404. */
  answer(request: Request): Promise<Response>;
  /** The session, and the response of a page that has read it. */
  read(request: Request): Promise<{ session: Session | null; response: Response }>;
  signIn(request: Request, provider?: string, fields?: SignInOptions): Promise<Response>;
  /** Reads the session first, like a page. */
  signOut(request: Request): Promise<Response>;
}

const page = () => new Response("page", { headers: { "set-cookie": "app=1" } });

function bindHono(config: AuthConfig): Bound {
  const run = async (
    request: Request,
    handle: (c: HonoContext) => Promise<Response>,
  ): Promise<Response> => {
    let response: Response | undefined;
    const c: HonoContext = {
      req: { raw: request },
      get res() {
        return response!;
      },
      header: (name, value = "", options = {}) =>
        response!.headers[options.append ? "append" : "set"](name, value),
    };
    const answer = await HonoAuth(config)(c, async () => void (response = await handle(c)));
    return answer ?? response!;
  };
  return {
    answer: (request) => run(request, () => Promise.resolve(new Response("", { status: 404 }))),
    async read(request) {
      let session: Session | null = null;
      const response = await run(request, async (c) => {
        session = await getHonoSession(c);
        return page();
      });
      return { session, response };
    },
    signIn: (request, provider, fields) => run(request, (c) => honoSignIn(c, provider, fields)),
    signOut: (request) =>
      run(request, async (c) => {
        await getHonoSession(c);
        return await honoSignOut(c, { redirectTo: "/" });
      }),
  };
}

function bindFresh(config: AuthConfig): Bound {
  const auth = FreshAuth(config);
  const createContext = (req: Request, next: () => Promise<Response>) => {
    const state: { auth?: Session | null } = {};
    return { req, state, next };
  };
  const run = (
    req: Request,
    handle: (ctx: ReturnType<typeof createContext>) => Promise<Response>,
  ) => {
    const ctx = createContext(req, () => handle(ctx));
    return auth(ctx);
  };
  return {
    answer: (request) => run(request, () => Promise.resolve(new Response("", { status: 404 }))),
    async read(request) {
      let session: Session | null | undefined;
      const response = await run(request, ({ state }) => {
        session = state.auth;
        return Promise.resolve(page());
      });
      assert(session !== undefined, "the state was not set");
      return { session, response };
    },
    signIn: (request, provider, fields) =>
      run(request, (ctx) => auth.signIn(ctx, provider, fields)),
    signOut: (request) => run(request, (ctx) => auth.signOut(ctx, { redirectTo: "/" })),
  };
}

function bindSolid(config: AuthConfig): Bound {
  const merge = (response: Response, headers: Headers): Response => {
    for (const cookie of headers.getSetCookie()) response.headers.append("set-cookie", cookie);
    return response;
  };
  return {
    async answer(request) {
      const { GET, POST } = SolidAuth(config);
      return await (request.method === "GET" ? GET : POST)({ request }) ??
        new Response("", { status: 404 });
    },
    async read(request) {
      const event = { request, response: { headers: new Headers() } };
      const session = await getSolidSession(event, config);
      return { session, response: merge(page(), event.response.headers) };
    },
    signIn: (request, provider, fields) => solidSignIn(request, config, provider, fields),
    signOut: (request) => solidSignOut(request, config, { redirectTo: "/" }),
  };
}

const wrappers: [string, (config: AuthConfig) => Bound][] = [
  ["HonoAuth", bindHono],
  ["FreshAuth", bindFresh],
  ["SolidAuth", bindSolid],
];

const tokenOf = (claims: Record<string, unknown>) =>
  encode({ token: { sub: "1", ...claims }, secret, salt: "authjs.session-token" });

const get = (path: string, headers: HeadersInit = {}) => new Request(origin + path, { headers });
const post = (path: string, headers: HeadersInit = {}, fields: Record<string, string> = {}) =>
  new Request(origin + path, { method: "POST", headers, body: new URLSearchParams(fields) });

for (const [name, bind] of wrappers) {
  Deno.test(`${name}: answers the actions, and passes other paths to the app`, async () => {
    const { answer } = bind(createConfig());
    const status = async (request: Request) => (await answer(request)).status;
    assertEquals(await (await answer(get("/auth/session"))).json(), null);
    assertEquals(await status(get("/auth/webauthn-options/x")), 400);
    for (
      const path of ["/auth", "/auth/", "/auth/profile", "/authsession", "/", "/x/auth/session"]
    ) {
      assertEquals(await status(get(path)), 404, path);
    }
    const body = new ReadableStream({
      start(controller) {
        for (const one of ["csrfToken", "=x&pass", "word=y"]) {
          controller.enqueue(new TextEncoder().encode(one));
        }
        controller.close();
      },
    });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const streamed = new Request(`${origin}/auth/callback/credentials`, {
      method: "POST",
      headers,
      body,
    });
    const response = await answer(streamed);
    assertMatch(response.headers.get("location") ?? "", /error=MissingCSRF|csrf/);
  });

  Deno.test(`${name}: returns null without a valid session`, async () => {
    const cookie = `authjs.session-token=${await tokenOf({ name: "Ada" })}`;
    const read = async (config: AuthConfig, headers: HeadersInit, own = origin) =>
      (await bind(config).read(new Request(`${own}/`, { headers }))).session;
    assertEquals((await read(createConfig(), { cookie }))?.user?.name, "Ada");
    const failing = (): never => {
      throw new Error("no");
    };
    const cases: [string, AuthConfig, HeadersInit, string?][] = [
      ["no cookie", createConfig(), {}],
      ["garbage", createConfig(), { cookie: "authjs.session-token=%E0%A4%A; =;" }],
      ["an untrusted host", createConfig(), { cookie }, "http://app.example"],
      ["the cookie of the other scheme", createConfig(), { cookie }, "https://localhost"],
      ["another secret", createConfig({ secret: "x".repeat(32) }), { cookie }],
      ["a callback that throws", createConfig({ callbacks: { session: failing } }), { cookie }],
      ["an empty session", createConfig({ callbacks: { session: () => ({}) as never } }), {
        cookie,
      }],
      [
        "no secret",
        createConfig({ secret: [], trustHost: false }),
        { cookie },
        "https://x.example",
      ],
    ];
    for (const [what, config, headers, own] of cases) {
      assertEquals(await read(config, headers, own), null, what);
    }
  });

  Deno.test(`${name}: uses x-forwarded-* only when the app trusts it`, async () => {
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "app.example" };
    const callbackUrl = async (members: Partial<AuthConfig>) => {
      const response = await bind(createConfig(members)).answer(get("/auth/providers", headers));
      return (await response.json()).credentials.callbackUrl;
    };
    assertEquals(await callbackUrl({}), `${origin}/auth/callback/credentials`);
    assertEquals(
      await callbackUrl({ trustHost: { forwardedHops: 1 } }),
      "https://app.example/auth/callback/credentials",
    );
    assertEquals(
      await callbackUrl({ trustHost: true }),
      "https://localhost:3000/auth/callback/credentials",
    );
  });

  Deno.test(`${name}: extends a session that is due with the page, once`, async () => {
    const cookie = `authjs.session-token=${await tokenOf({ name: "Ada" })}`;
    let reads = 0;
    const config = createConfig({
      session: { updateAge: 0 },
      callbacks: { session: ({ session }) => (reads++, session) },
    });
    const { response } = await bind(config).read(get("/", { cookie }));
    assertEquals(reads, 1);
    const [own, renewed, ...rest] = response.headers.getSetCookie();
    assertEquals(own, "app=1");
    assertMatch(renewed ?? "", /^authjs\.session-token=ey/);
    assertEquals(rest, []);
    // SolidStart adds the cookies itself, after the wrapper has run.
    const kept = name === "SolidAuth" ? null : "private, no-store";
    assertEquals(response.headers.get("cache-control"), kept);
  });

  Deno.test(`${name}: signIn() in forms throws refusals, and sets every cookie on success`, async () => {
    const config = createConfig({
      callbacks: { jwt: ({ token }) => ({ ...token, x: "x".repeat(3500) }) },
    });
    const { signIn } = bind(config);
    await assertRejects(
      () => signIn(post("/login"), "credentials", { password: "wrong" }),
      CredentialsSignin,
    );
    const response = await signIn(post("/login"), "credentials", {
      password: "right",
      redirectTo: "/home",
    });
    assertEquals([response.status, response.headers.get("location")], [303, `${origin}/home`]);
    const chunks = response.headers.getSetCookie().filter((one) => /session-token\.\d=./.test(one));
    assert(chunks.length >= 2, response.headers.getSetCookie().join("\n"));
    assertEquals(
      new Set(response.headers.getSetCookie().map((one) => one.split("=")[0])).size,
      response.headers.getSetCookie().length,
    );
  });

  Deno.test(`${name}: forms of another site start and end no session, but lead to the sign-in page`, async () => {
    const { signIn, signOut } = bind(createConfig());
    const foreign: HeadersInit[] = [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      const fields = { password: "right" };
      await assertRejects(
        () => signIn(post("/login", headers), "credentials", fields),
        MissingCSRF,
      );
      await assertRejects(() => signOut(post("/out", headers)), MissingCSRF);
      const location = (await signIn(post("/x", headers), undefined, { redirectTo: "/x" }))
        .headers.get("location");
      assertEquals(location, `${origin}/auth/signin?callbackUrl=%2Fx`);
    }
  });

  Deno.test(`${name}: neither sign-in nor sign-out redirects to another site`, async () => {
    const { signIn } = bind(createConfig());
    for (const redirectTo of ["https://evil.example/", "//evil.example/", "/\\evil.example"]) {
      const response = await signIn(post("/login"), "credentials", {
        password: "right",
        redirectTo,
      });
      assertEquals(new URL(response.headers.get("location") ?? "").origin, origin, redirectTo);
    }
    const script = { password: "right", redirectTo: "javascript:alert(1)" };
    await assertRejects(() => signIn(post("/login"), "credentials", script), InvalidCallbackUrl);
  });

  Deno.test(`${name}: a sign-out discards the renewal of the session it ends`, async () => {
    const cookie = `authjs.session-token=${await tokenOf({ name: "Ada" })}`;
    const { signOut } = bind(createConfig({ session: { updateAge: 0 } }));
    const response = await signOut(post("/out", { cookie, origin }));
    const sessions = response.headers.getSetCookie().filter((one) => one.includes("session-token"));
    assertEquals(sessions.length, 1);
    assertMatch(sessions[0] ?? "", /^authjs\.session-token=;.*Max-Age=0/i);
  });
}

Deno.test("HonoAuth: getSession() throws without the middleware", async () => {
  const c: HonoContext = { req: { raw: get("/") }, res: new Response(), header: () => {} };
  await assertRejects(() => getHonoSession(c), TypeError, "HonoAuth is not in front");
});

Deno.test("HonoAuth: protect() lets no request pass without the middleware", async () => {
  const c: HonoContext = { req: { raw: get("/") }, res: new Response(), header: () => {} };
  let isReached = false;
  for (const guard of [HonoAuth(createConfig()).protect(), honoProtect()]) {
    await assertRejects(
      () => guard(c, () => Promise.resolve(void (isReached = true))),
      TypeError,
      "HonoAuth is not in front",
    );
  }
  assertEquals(isReached, false);
});

Deno.test("HonoAuth: a config function that throws is an error, not a missing session", async () => {
  const c: HonoContext = { req: { raw: get("/") }, res: new Response(), header: () => {} };
  let isReached = false;
  const middleware = HonoAuth(() => Promise.reject(new Error("no")));
  await assertRejects(
    () => middleware(c, () => Promise.resolve(void (isReached = true))),
    Error,
    "no",
  );
  assertEquals(isReached, false);
});

Deno.test("FreshAuth: `protect` leads pages to the sign-in page, and client navigations too", async () => {
  const cookie = `authjs.session-token=${await tokenOf({ sub: "1", name: "Ada" })}`;
  const enter = async (request: Request) => {
    const state: { principal?: Principal } = {};
    const next = () => Promise.resolve(new Response(state.principal?.id));
    const response = await FreshAuth(createConfig()).protect()({ req: request, state, next });
    return response.headers.get("location") ?? `${response.status} ${await response.text()}`;
  };
  const base = `${origin}/auth/signin?callbackUrl=`;
  const page = { accept: "text/html" };
  assertEquals(await enter(get("/in", { cookie })), "200 1");
  assertEquals(await enter(get("/in?a=1&b", page)), `${base}%2Fin%3Fa%3D1%26b`);
  // Fresh's client fetches pages.
  assertEquals(await enter(get("/in?fresh-partial=true&a=1")), `${base}%2Fin%3Fa%3D1`);
  assertMatch(await enter(get("/in")), /^401 /);
  assertMatch(await enter(post("/in", page)), /^401 /);
  const foreign = { origin: "https://evil.example", cookie };
  assertMatch(await enter(post("/in", foreign)), /^403 /);
});

Deno.test("FreshAuth: `protect` makes a middleware, and refuses to be one", () => {
  const { protect } = FreshAuth(createConfig());
  const ctx: object = { req: get("/"), state: {} };
  const sentence = "write `app.use(path, auth.protect(options)).get(path, handler)`";
  assertThrows(() => protect(ctx), TypeError, sentence);
});

Deno.test("SolidAuth: `prefix` is the base path unless `basePath` is set", async () => {
  const read = async (config: Partial<SolidAuthConfig>, path: string) => {
    const { GET } = SolidAuth({ providers: [], secret, ...config });
    return (await GET({ request: get(path) }))?.status;
  };
  assertEquals(await read({}, "/api/auth/session"), 200);
  assertEquals(await read({}, "/auth/session"), undefined);
  assertEquals(await read({ prefix: "/x" }, "/x/session"), 200);
  assertEquals(await read({ prefix: "/x/" }, "/x/session"), 200);
  assertEquals(await read({ prefix: "/x" }, "/api/auth/session"), undefined);
  assertEquals(await read({ basePath: "/y" }, "/y/session"), 200);
  const config = { prefix: "/x", providers: [], secret };
  const cookie = `authjs.session-token=${await tokenOf({ name: "Ada" })}`;
  assertEquals((await getSolidSession(get("/", { cookie }), config))?.user?.name, "Ada");
});

Deno.test("HonoAuth: a sign-out discards a renewal, also when a middleware replaced the request", async () => {
  const cookie = `authjs.session-token=${await encode({
    token: { name: "Ada" },
    secret,
    salt: "authjs.session-token",
  })}`;
  const response: { current?: Response } = {};
  const c = {
    get res() {
      return response.current!;
    },
    req: { raw: new Request(`${origin}/logout`, { method: "POST", headers: { cookie } }) },
    header: (name: string, value = "", options: { append?: boolean } = {}) =>
      response.current!.headers[options.append ? "append" : "set"](name, value),
  };
  await HonoAuth(createConfig({ session: { updateAge: 0 } }))(c, async () => {
    assertEquals((await getHonoSession(c))?.user?.name, "Ada");
    c.req.raw = new Request(c.req.raw, { body: "limited" }); // like Hono's bodyLimit
    response.current = await honoSignOut(c);
  });
  const cookies = response.current!.headers.getSetCookie();
  const sessions = cookies.filter((one) => one.startsWith("authjs.session-token"));
  assertEquals(sessions.map((one) => one.includes("Max-Age=0")), [true], sessions.join("\n"));
});

Deno.test("SolidAuth: a sign-out removes every chunk of the renewed session it ends", async () => {
  let name = "Ada";
  const config = createConfig({
    session: { updateAge: 0 },
    callbacks: { jwt: ({ token }) => ({ ...token, name }) },
  });
  const cookie = `authjs.session-token=${await tokenOf({ name })}`;
  name = "x".repeat(3500);
  // Functions may get the event, or its request alone.
  for (const alone of [false, true]) {
    const headers = new Headers({ "set-cookie": "own=1" });
    const event = { request: post("/out", { cookie, origin }), response: { headers } };
    await getSolidSession(event, config);
    assertEquals(headers.getSetCookie().length > 2, true, "nothing was renewed");
    const response = await solidSignOut(alone ? event.request : event, config);
    // SolidStart adds the event's cookies to whatever is returned.
    assertEquals(response.headers.getSetCookie(), []);
    assertEquals(headers.getSetCookie().map((text) => text.replace(/=.*?; /, ": ")), [
      "own=1",
      "authjs.callback-url: Path=/; HttpOnly; SameSite=Lax",
      "authjs.session-token: Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
  }
});

Deno.test("SolidAuth: without an event, the redirect carries the cookies", async () => {
  const cookie = `authjs.session-token=${await tokenOf({ name: "Ada" })}`;
  const response = await solidSignOut(post("/out", { cookie, origin }), createConfig());
  assertMatch(response.headers.getSetCookie().join(), /authjs\.session-token=; Max-Age=0/);
});

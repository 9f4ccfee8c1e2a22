import { assert, assertEquals, assertMatch } from "@std/assert";
import { encode } from "../../../mod.ts";
import {
  ExpressAuth,
  type ExpressAuthConfig,
  getSession,
} from "../../../src/frameworks/express.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { FakeRequest, type FakeResponse } from "./_express.ts";

const secret = "a-secret-of-at-least-32-characters";
const seen: unknown[] = [];

const createConfig = (members: Partial<ExpressAuthConfig> = {}): ExpressAuthConfig => ({
  secret,
  providers: [Credentials({
    authorize(credentials) {
      seen.push({ ...credentials });
      return credentials.password === "right" ? { id: "1", name: "Ada" } : null;
    },
  })],
  logger: { error: () => {}, warn: () => {} },
  ...members,
});

/** Response of the middleware, or the value that it passed to `next`. */
async function send(
  req: FakeRequest,
  config = createConfig(),
): Promise<FakeResponse & { next?: unknown[] }> {
  let next: unknown[] | undefined;
  await ExpressAuth(config)(req, req.res, (...args) => next = args);
  return Object.assign(req.res, { next });
}

async function csrf(): Promise<{ cookie: string; csrfToken: string }> {
  const res = await send(new FakeRequest({ originalUrl: "/auth/csrf" }));
  const cookie = res.cookies.map((one) => one.split(";")[0]).join("; ");
  return { cookie, csrfToken: JSON.parse(res.text).csrfToken };
}

Deno.test("ExpressAuth() reads bodies, parsed or not", async () => {
  const { cookie, csrfToken } = await csrf();
  const fields = { csrfToken, password: "right", n: "1" };
  const form = new URLSearchParams(fields).toString();
  const type = (value: string) => ({ host: "localhost", cookie, "content-type": value });
  const FORM = "application/x-www-form-urlencoded";
  const ways: [string, Partial<FakeRequest>][] = [
    ["a stream", { chunks: [form], headers: type(FORM) }],
    ["many pieces", { chunks: [...form], headers: type(FORM) }],
    ["JSON as a stream", {
      chunks: [JSON.stringify(fields)],
      headers: type("application/json; charset=utf-8"),
    }],
    ["a parsed form", { body: fields, readableDidRead: true, headers: type(FORM) }],
    ["parsed JSON, with the length of the original", {
      body: fields,
      readableDidRead: true,
      headers: {
        ...type("application/json"),
        "content-length": "99999999",
        "content-encoding": "gzip",
      },
    }],
    ["a parsed form of several parts", {
      body: { ...fields, n: ["0", "1"], deep: { a: "x" }, nothing: null },
      readableDidRead: true,
      headers: type("multipart/form-data; boundary=x"),
    }],
    ["text", { body: form, readableDidRead: true, headers: type(FORM) }],
    ["bytes", {
      body: new TextEncoder().encode(form),
      readableDidRead: true,
      headers: type(FORM),
    }],
    [
      "a parser that flags it",
      Object.assign({ body: fields, headers: type(FORM) }, { _body: true }),
    ],
    ["an empty object of a parser that did not read the body", {
      body: {},
      chunks: [form],
      headers: type(FORM),
    }],
  ];
  for (const [way, members] of ways) {
    seen.length = 0;
    const originalUrl = "/auth/callback/credentials";
    const res = await send(new FakeRequest({ method: "POST", originalUrl, ...members }));
    assertEquals(res.statusCode, 302, way);
    assertMatch(res.cookies.join(), /authjs\.session-token=ey/, way);
    const [credentials] = seen as Record<string, string>[];
    assertEquals(credentials?.n, "1", way);
  }
});

Deno.test("ExpressAuth() reads every body to the end, and answers requests with too large ones", async () => {
  const headers = {
    host: "localhost",
    "content-type": "application/x-www-form-urlencoded",
  };
  const originalUrl = "/auth/signin/credentials";
  const req = new FakeRequest({
    method: "POST",
    originalUrl,
    headers,
    chunks: Array.from({ length: 40 }, () => "x".repeat(50_000)),
  });
  const res = await send(req);
  assertEquals(res.statusCode, 413);
  assert(req.paused > 0, "it never asked to wait");
  const broken = await send(
    new FakeRequest({ method: "POST", originalUrl, headers, chunks: ["a=b"], breaks: true }),
  );
  assertEquals([broken.statusCode, broken.cookies, broken.next], [400, [], undefined]);
});

Deno.test("ExpressAuth() refuses invalid requests", async () => {
  const cases: [string, Partial<FakeRequest>][] = [
    ["no host", { headers: {} }],
    ["a host with a user", { headers: { host: "a@evil.example" } }],
    ["a host with a path", { headers: { host: "evil.example/x" } }],
    ["a host with spaces", { headers: { host: "a b" } }],
    ["an invalid port", { headers: { host: "localhost:99999" } }],
    ["TRACE", { method: "TRACE" }],
    ["PUT", { method: "PUT" }],
    ["the base path itself", { originalUrl: "/auth" }],
    ["an unknown action", { originalUrl: "/auth/constructor" }],
    ["an action of another site", { originalUrl: "http://evil.example/other" }],
  ];
  for (const [name, members] of cases) {
    const res = await send(new FakeRequest(members));
    assertEquals(res.statusCode, 400, name);
    assertEquals(res.next, undefined, name);
    assert(!/\n\s+at /.test(res.text), `${name}: a stack trace`);
  }
});

Deno.test("ExpressAuth() reads the origin from the host header, not from an absolute URL of the request", async () => {
  const res = await send(
    new FakeRequest({ originalUrl: "http://evil.example/auth/providers" }),
  );
  const { credentials } = JSON.parse(res.text);
  assertEquals(credentials.callbackUrl, "http://localhost:3000/auth/callback/credentials");
});

Deno.test("ExpressAuth() derives its base path from every kind of mount", async () => {
  const cases: [Partial<FakeRequest>, string | undefined][] = [
    [{ originalUrl: "/auth/providers", baseUrl: "/auth" }, "/auth"],
    [{ originalUrl: "/a/b/providers?x=/auth/", baseUrl: "/a/b" }, "/a/b"],
    [
      { originalUrl: "/auth/providers", baseUrl: "/auth/providers", params: { 0: "providers" } },
      "/auth",
    ],
    [
      { originalUrl: "/a/providers", baseUrl: "/a/providers", params: { rest: ["providers"] } },
      "/a",
    ],
    [
      { originalUrl: "/t1/auth/providers", baseUrl: "/t1/auth", params: { tenant: "t1" } },
      "/t1/auth",
    ],
    // A parameter that equals the end of the path is not a wildcard.
    [
      { originalUrl: "/p/auth/providers", baseUrl: "/p/auth", params: { tenant: "providers" } },
      "/p/auth",
    ],
    [{ originalUrl: "/auth/providers", baseUrl: "" }, "/auth"],
    [{ originalUrl: "/auth/providers", baseUrl: "", params: { 0: "auth/providers" } }, "/auth"],
    [{ originalUrl: "/elsewhere", baseUrl: "" }, undefined],
    [{ originalUrl: "/authors/providers", baseUrl: "" }, undefined],
  ];
  for (const [members, expected] of cases) {
    const res = await send(new FakeRequest(members));
    if (expected === undefined) {
      assertEquals(res.next, [], members.originalUrl);
      continue;
    }
    assertEquals(
      JSON.parse(res.text).credentials.callbackUrl,
      `http://localhost:3000${expected}/callback/credentials`,
      JSON.stringify(members),
    );
  }
});

Deno.test("ExpressAuth() caches a limited number of base paths", async () => {
  const config = createConfig();
  const handle = ExpressAuth(config);
  for (let tenant = 0; tenant < 150; tenant++) {
    const baseUrl = `/${tenant}/auth`;
    const req = new FakeRequest({ originalUrl: `${baseUrl}/providers`, baseUrl });
    await handle(req, req.res, () => {});
    assertMatch(req.res.text, new RegExp(`localhost:3000/${tenant}/auth/callback`));
  }
  assertEquals(config.basePath, undefined);
});

Deno.test("ExpressAuth() passes exceptions to Express, and sends no response twice", async () => {
  const req = new FakeRequest();
  req.res.headersSent = true;
  const res = await send(req);
  assertEquals([res.text, res.next], ["", undefined]);
  const failing = new FakeRequest({ method: "NOT A METHOD" });
  assertEquals((await send(failing)).next?.[0] instanceof TypeError, true);
});

Deno.test("getSession() returns null for everything except a session", async () => {
  const config = createConfig();
  const token = await encode({
    token: { name: "Ada", sub: "1" },
    secret,
    salt: "authjs.session-token",
  });
  const cookie = `authjs.session-token=${token}`;
  const read = (members: Partial<FakeRequest>, own = config) =>
    getSession(new FakeRequest(members), own);
  const host = "localhost";
  assertEquals((await read({ headers: { host, cookie } }))?.user?.name, "Ada");
  assertEquals((await getSession({ headers: { host, cookie } }, config))?.user?.name, "Ada");
  const cases: [string, Partial<FakeRequest>, ExpressAuthConfig?][] = [
    ["no cookie", { headers: { host } }],
    ["garbage", { headers: { host, cookie: "authjs.session-token=x; ;;=%" } }],
    ["no host", { headers: { cookie } }],
    ["an invalid host", { headers: { host: "a b", cookie } }],
    ["an untrusted host", { headers: { host: "app.example", cookie } }],
    ["the cookie of the other scheme", { protocol: "https", headers: { host, cookie } }],
    ["another secret", { headers: { host, cookie } }, createConfig({ secret: "x".repeat(32) })],
    [
      "a callback that throws",
      { headers: { host, cookie } },
      createConfig({
        callbacks: {
          session() {
            throw new Error("no");
          },
        },
      }),
    ],
    [
      "a callback with an empty answer",
      { headers: { host, cookie } },
      createConfig({
        callbacks: { session: () => ({}) as never },
      }),
    ],
    ["an invalid config", { headers: { host, cookie } }, {
      logger: { error: () => {} },
    } as unknown as ExpressAuthConfig],
  ];
  for (const [name, members, own] of cases) assertEquals(await read(members, own), null, name);
});

Deno.test("getSession() reads once per request, fifty at once, and sets each cookie once", async () => {
  let reads = 0;
  const config = createConfig({
    session: { updateAge: 0 },
    callbacks: { session: ({ session }) => (reads++, session) },
  });
  const token = await encode({ token: { sub: "1" }, secret, salt: "authjs.session-token" });
  const headers = { host: "localhost", cookie: `authjs.session-token=${token}` };
  const req = new FakeRequest({ headers });
  req.res.setHeader("set-cookie", "app=1");
  await Promise.all(Array.from({ length: 50 }, () => getSession(req, config)));
  assertEquals(reads, 1);
  assertEquals(req.res.cookies.length, 2);
  assertEquals(req.res.cookies[0], "app=1");
  const late = new FakeRequest({ headers });
  late.res.headersSent = true;
  assert(await getSession(late, config));
});

Deno.test("ExpressAuth() ignores the fields of a parser that also parsed bodies of other types", async () => {
  const { cookie, csrfToken } = await csrf();
  // Every leaf would repeat the names of all its parents.
  let deep: object = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, 1]));
  for (let level = 0; level < 3_000; level++) deep = { a: deep };
  const fields = { csrfToken, password: "right" };
  for (const kind of ["text/plain", "application/vnd.api+json"]) {
    for (const body of [fields, { ...fields, deep }]) {
      const originalUrl = "/auth/callback/credentials";
      const headers = { host: "localhost", cookie, "content-type": kind };
      const parsed = { method: "POST", originalUrl, headers, body, readableDidRead: true };
      const res = await send(new FakeRequest(parsed));
      assertEquals([res.statusCode, res.cookies], [415, []], kind);
    }
  }
});

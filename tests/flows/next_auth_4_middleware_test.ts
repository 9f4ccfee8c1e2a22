/**
 * Middleware of Next.js before and after the move: next-auth 4 itself, and what its guide writes
 * instead, answer each page alike.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import { encode } from "../../mod.ts";
import { nextAuth4 } from "../../src/tools/migrate/next_auth_4.ts";
import {
  type Authenticated,
  type ConfigFor,
  createNextAuth,
} from "../../src/frameworks/next/logic.ts";
import { type OldApp, startOldApp } from "./_next_auth_4.ts";
import { SECRET } from "./_rig.ts";

const APP = "http://localhost:3000";
const OLD = "next-auth.session-token";
const OWN = "authjs.session-token";

let before: OldApp;
Deno.test.beforeAll(async () => {
  before = await startOldApp(APP, SECRET);
});
Deno.test.afterAll(async () => await before[Symbol.asyncDispose]());

type Next = ReturnType<typeof createNextAuth<Request>>;
type Middleware = (request: Request, event: unknown) => Promise<Response>;

const warnings: string[] = [];

const base: ConfigFor<Request> = {
  providers: [],
  secret: SECRET,
  trustHost: true,
  callbacks: {
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
  logger: {
    error: () => {},
    warn: (code: string, about?: string) => void warnings.push(`${code} ${about}`),
  },
};

const moved: ConfigFor<Request> = { ...base, legacy: nextAuth4() };

/** Adds a callback that lets administrators pass. */
const onlyAdmins = (config: ConfigFor<Request>): ConfigFor<Request> => ({
  ...config,
  callbacks: {
    ...config.callbacks,
    authorized: ({ auth }) => (auth as { role?: unknown } | null)?.role === "admin",
  },
});

const signIn = { pages: { signIn: "/login" } };

/** `NextAuth(config)`, in a process of Next. */
function bindNext(config: Parameters<typeof createNextAuth<Request>>[0]): Next {
  return createNextAuth<Request>(config, {
    env: { NODE_ENV: "production" },
    headers: () => Promise.reject(new Error("middleware has no headers of a render")),
    setCookie: () => Promise.resolve(),
    redirect: (url) => Promise.reject(new Error(url)),
    next: () => new Response(null, { headers: { "x-middleware-next": "1" } }),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request, url) => new Request(url, request),
  });
}

/** The second argument of middleware. Next's event throws for its other members. */
class FetchEvent {
  waitUntil(): void {}
}

/** What middleware did: `passes`, `handler`, or the path of the sign-in page. */
async function outcome(middleware: Middleware, path: string, cookie: string): Promise<string> {
  const request = new Request(APP + path, { headers: { host: "localhost:3000", cookie } });
  const response = await middleware(request, new FetchEvent());
  const location = response.headers.get("location");
  if (location) return pageOf(location);
  return response.headers.has("x-middleware-next") ? "passes" : await response.text();
}

/** The sign-in page of a redirect, and where it leads afterwards. */
function pageOf(location: string): string {
  const { pathname, searchParams } = new URL(location, APP);
  const target = new URL(searchParams.get("callbackUrl") ?? "", APP);
  return `${pathname} -> ${target.pathname}${target.search}`;
}

const handler = () => new Response("handler");

/** `auth`, in the forms that an app exports it. */
const asMiddleware = ({ auth }: Next) => auth as Middleware;
const wrapping = ({ auth }: Next) => auth(handler) as Middleware;
const calling = ({ auth }: Next): Middleware => (request) => auth(request) as Promise<Response>;

/** A form of next-auth 4, and the forms in which an app writes it afterwards. */
const FORMS: Readonly<Record<string, readonly [string, Middleware][]>> = {
  "export { default }": [
    ["export { auth as middleware }", asMiddleware(bindNext(moved))],
    ["export { auth as proxy } of a function", asMiddleware(bindNext(() => moved))],
    ["export default (request) => auth(request)", calling(bindNext(moved))],
    ["NextAuth(config).auth", bindNext({ ...moved }).auth as Middleware],
  ],
  "withAuth(options)": [
    ["auth and authorized", asMiddleware(bindNext(onlyAdmins(moved)))],
  ],
  "withAuth({ pages })": [
    ["auth and pages", asMiddleware(bindNext({ ...moved, ...signIn }))],
  ],
  "withAuth(handler)": [
    ["auth(handler)", wrapping(bindNext(moved))],
  ],
  "withAuth(handler, options)": [
    ["auth(handler) and authorized", wrapping(bindNext(onlyAdmins({ ...moved, ...signIn })))],
  ],
};

/** Pages that a person opens, and files that a page needs. */
const PATHS = [
  "/",
  "/dashboard?tab=2",
  "/login",
  "/api/auth/signin",
  "/api/auth/callback/github",
  "/_next/static/chunks/main.js",
  "/favicon.ico",
];

/** The cookie that a browser has, by who uses it. */
async function cookiesOf(role: string | undefined): Promise<string[]> {
  if (role === undefined) return ["", `${OLD}=forged`];
  const claims = { sub: "7", name: "Ada", role };
  const own = await encode({ token: claims, secret: SECRET, salt: OWN });
  return [`${OLD}=${await before.encode({ token: claims, secret: SECRET })}`, `${OWN}=${own}`];
}

for (const [form, forms] of Object.entries(FORMS)) {
  for (const [name, middleware] of forms) {
    Deno.test(`${form} of next-auth 4 becomes ${name}, which guards the same pages`, async () => {
      for (const role of [undefined, "user", "admin"]) {
        const [old, ...others] = await cookiesOf(role);
        for (const path of PATHS) {
          const answer = await before.middleware({ form, url: APP + path, cookie: old });
          const expected = /^(passes|handler)$/.test(answer) ? answer : pageOf(answer);
          for (const cookie of [old!, ...others]) {
            const actual = await outcome(middleware, path, cookie);
            assertEquals(actual, expected, `${path} as ${role}`);
          }
        }
      }
      assertEquals(warnings, []);
    });
  }
}

Deno.test("auth as middleware of a moved app guards the data of pages, and no other app's files", async () => {
  const middleware = asMiddleware(bindNext(moved));
  const guarded = ["/_next/data/b/dashboard.json", "/favicon.ico/x", "/_nextdoor", "/x/_next/y"];
  for (const path of guarded) {
    assertMatch(await outcome(middleware, path, ""), /^\/api\/auth\/signin/, path);
  }
});

Deno.test("auth(handler) of a moved app as a route handler gets requests without a session", async () => {
  const route = bindNext(moved).auth((request: Authenticated<Request>) =>
    Response.json(request.auth)
  ) as Middleware;
  for (const params of [undefined, Promise.resolve({ id: "1" })]) {
    const request = new Request(`${APP}/api/me`, { headers: { host: "localhost:3000" } });
    assertEquals(await (await route(request, { params })).json(), null);
  }
  assertEquals(warnings, []);
});

/** Forms without the sessions of next-auth 4, which let pass whom Auth.js lets pass. */
const OPEN: readonly [name: string, middleware: Middleware, result: string, warning: RegExp][] = [
  ["auth without authorized", asMiddleware(bindNext(base)), "passes", /`callbacks\.authorized`/],
  [
    "auth(handler) and authorized",
    wrapping(bindNext(onlyAdmins(base))),
    "handler",
    /`auth\(handler\)` runs/,
  ],
];

for (const [name, middleware, result, warning] of OPEN) {
  Deno.test(`${name} as middleware lets everyone pass, as in Auth.js, and warns once`, async () => {
    for (const path of ["/dashboard", "/"]) {
      assertEquals(await outcome(middleware, path, ""), result);
    }
    const [line, ...others] = warnings.splice(0);
    assertMatch(line!, /^open-middleware /);
    assertMatch(line!, warning);
    assertEquals(others, []);
  });
}

Deno.test("middleware whose app has decided about every page warns of nothing", async () => {
  const open = { ...base, callbacks: { authorized: () => true } };
  const decided = [
    asMiddleware(bindNext(open)),
    asMiddleware(bindNext(onlyAdmins(base))),
    wrapping(bindNext(open)),
    wrapping(bindNext(base)),
  ];
  for (const middleware of decided) await outcome(middleware, "/dashboard", "");
  assertEquals(warnings, []);
});

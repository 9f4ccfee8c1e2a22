/**
 * Explanations of a session, for cookies that the library made.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, AuthError } from "../../mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import { bind } from "../../src/server/bind.ts";
import { defineAuth, explain, type SessionCause, signOut } from "../../src/frameworks/server.ts";
import { identify as identifySession, revoke as revokeSession } from "../../src/server/sessions.ts";
import { resume as resumeUser } from "../../src/server/users.ts";
import { suspend } from "../../src/session/user_status.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { overNetwork, SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";

const LOCAL = "http://localhost:8000";
const DEVELOPMENT = { NODE_ENV: "development" };
const silent = { error: () => {}, warn: () => {}, debug: () => {} };
const ADA = { id: "ada", name: "Ada", email: "ada@example.com" };

/** A user who has signed in, and the cookies of that browser. */
async function signIn(strategy: Strategy, overrides: Partial<AuthConfig> = {}, origin = LOCAL) {
  const adapter = MemoryAdapter();
  await adapter.createUser({ ...ADA, emailVerified: null });
  /** Calls of the store and the store of records. */
  const calls: string[] = [];
  const recorded = (object: object) =>
    Object.fromEntries(
      Object.entries(object).map(([name, member]) => [
        name,
        typeof member !== "function" ? member : (...args: never[]) => {
          calls.push(name);
          return member(...args);
        },
      ]),
    ) as never;
  const config: AuthConfig = {
    providers: [Credentials({ authorize: () => ({ ...ADA }) })],
    adapter: recorded({ ...adapter, records: undefined }),
    records: recorded(adapter.records),
    session: { strategy, revocation: {} },
    secret: SECRET,
    trustHost: true,
    logger: silent,
    ...overrides,
  };
  const browser = createBrowser(origin, {
    [origin]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, config)
        : new Response("app"),
  });
  await browser.signInWithCredentials({});
  const cookie = browser.cookies.header(new URL(origin), { method: "GET" });
  const request = () => new Request(`${origin}/`, { headers: { cookie } });
  const identity = await identifySession(config, request());
  calls.length = 0;
  return { adapter, config, cookie, request, calls, id: identity?.id ?? "", userId: ADA.id };
}

type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Value of the session cookie. */
const tokenOf = ({ cookie }: SignedIn) => /session-token=([^;]+)/.exec(cookie)![1]!;

const withToken = ({ config, cookie }: SignedIn, from: string, to: string) =>
  explain(new Request(LOCAL, { headers: { cookie: cookie.replace(from, to) } }), config);

/** Explanation under an environment. */
async function explainIn(
  env: Record<string, string>,
  origin: string,
  cookie: string,
  config: AuthConfig,
) {
  const request = new Request(`${origin}/`, { headers: { cookie } });
  return await (await bind<void>(config, { env }).of(request)).explain();
}

type Ask = (strategy: Strategy) => Promise<{ cause: SessionCause; message: string }>;

const cases: [what: string, jwt: SessionCause, database: SessionCause, ask: Ask][] = [
  ["a live session", "signed-in", "signed-in", async (strategy) => {
    const ada = await signIn(strategy);
    return await explain(ada.request(), ada.config);
  }],
  ["a session without records", "signed-in", "signed-in", async (strategy) => {
    const ada = await signIn(strategy);
    const config = { ...ada.config, session: { strategy } };
    return await explain(ada.request(), config);
  }],
  ["a browser that never signed in", "no-cookie", "no-cookie", async (strategy) => {
    const { config } = await signIn(strategy);
    return await explain(new Request(LOCAL), config);
  }],
  ["a sign-in that waits for a second factor", "pending-factor", "pending-factor", async (
    strategy,
  ) => {
    const factors = [Totp()];
    const ada = await signIn(strategy, { factors, factorPolicy: { required: () => true } });
    return await explain(ada.request(), ada.config);
  }],
  ["another secret", "other-secret", "signed-in", async (strategy) => {
    const ada = await signIn(strategy);
    const secret = "another-secret-of-32-characters-or-more";
    return await explain(ada.request(), { ...ada.config, secret });
  }],
  ["an old secret that is still listed", "signed-in", "signed-in", async (strategy) => {
    const ada = await signIn(strategy);
    const secret = ["another-secret-of-32-characters-or-more", SECRET];
    return await explain(ada.request(), { ...ada.config, secret });
  }],
  ["an expired session", "expired", "expired", async (strategy) => {
    using time = new FakeTime();
    const ada = await signIn(strategy);
    time.tick(31 * 24 * 60 * 60 * 1000);
    return await explain(ada.request(), ada.config);
  }],
  ["a session that was revoked", "revoked", "no-row", async (strategy) => {
    const ada = await signIn(strategy);
    assert(await revokeSession(ada.config, ada.userId, ada.id));
    return await explain(ada.request(), ada.config);
  }],
  ["a session from before records were kept", "signed-in", "signed-in", async (strategy) => {
    const ada = await signIn(strategy, { session: { strategy } });
    const session = { strategy, revocation: {} };
    return await explain(ada.request(), { ...ada.config, session });
  }],
  ["a session from before records were kept, which was ended", "revoked", "no-row", async (
    strategy,
  ) => {
    const ada = await signIn(strategy, { session: { strategy } });
    const config = { ...ada.config, session: { strategy, revocation: {} } };
    await signOut(ada.request(), config);
    return await explain(ada.request(), config);
  }],
  ["a session from before a suspension that has ended", "revoked", "revoked", async (strategy) => {
    using time = new FakeTime();
    const ada = await signIn(strategy, { session: { strategy } });
    time.tick(1000);
    const config = { ...ada.config, session: { strategy, revocation: {} } };
    await suspend(ada.adapter.records, ADA.id);
    await resumeUser(config, ADA.id);
    return await explain(ada.request(), config);
  }],
  ["a suspended user", "suspended", "suspended", async (strategy) => {
    const ada = await signIn(strategy);
    // `suspendUser` removes the row of a database session too, which would leave no trace.
    await suspend(ada.adapter.records, ada.userId);
    await ada.adapter.records.deleteOwner(ada.userId, "session");
    return await explain(ada.request(), ada.config);
  }],
  ["a cookie that was changed", "tampered", "no-row", async (strategy) => {
    const ada = await signIn(strategy);
    const token = tokenOf(ada);
    const half = Math.floor(token.length / 2);
    const changed = token.slice(0, half) + (token[half] === "a" ? "b" : "a") +
      token.slice(half + 1);
    return await withToken(ada, token, changed);
  }],
  ["a cookie that was cut", "tampered", "no-row", async (strategy) => {
    const ada = await signIn(strategy);
    return await withToken(ada, tokenOf(ada), tokenOf(ada).slice(0, -20));
  }],
  ["a cookie of the other strategy", "tampered", "no-row", async (strategy) => {
    const ada = await signIn(strategy);
    const other = await signIn(strategy === "jwt" ? "database" : "jwt");
    return await withToken(ada, tokenOf(ada), tokenOf(other));
  }],
  ["a session of a database without it", "signed-in", "no-row", async (strategy) => {
    const ada = await signIn(strategy);
    const { records } = ada.config;
    return await explain(ada.request(), { ...ada.config, adapter: MemoryAdapter(), records });
  }],
  ["an http cookie over https", "wrong-scheme", "wrong-scheme", async (strategy) => {
    const { config, cookie } = await signIn(strategy);
    return await explainIn(DEVELOPMENT, "https://localhost", cookie, config);
  }],
  ["an https cookie over http", "wrong-scheme", "wrong-scheme", async (strategy) => {
    const { config, cookie } = await signIn(strategy, {}, "https://app.example");
    return await explain(new Request(LOCAL, { headers: { cookie } }), config);
  }],
  ["secure cookies that are forced over http", "wrong-scheme", "wrong-scheme", async (strategy) => {
    const { config } = await signIn(strategy);
    return await explain(new Request(LOCAL), { ...config, useSecureCookies: true });
  }],
  ["AUTH_URL at another host", "other-host", "other-host", async (strategy) => {
    const { config } = await signIn(strategy);
    const env = { AUTH_URL: `${LOCAL}/auth` };
    return await explainIn(env, "http://127.0.0.1:8000", "", config);
  }],
  ["a cookie domain that is not the host's", "other-host", "other-host", async (strategy) => {
    const { config } = await signIn(strategy);
    const cookies = { sessionToken: { options: { domain: ".app.example" } } };
    return await explain(new Request(LOCAL), { ...config, cookies });
  }],
  ["a host that is not trusted", "config", "config", async (strategy) => {
    const { config, cookie } = await signIn(strategy);
    const own = { ...config, trustHost: undefined };
    return await explainIn(DEVELOPMENT, "https://app.example", cookie, own);
  }],
  ["a config that cannot be used", "config", "config", async (strategy) => {
    const ada = await signIn(strategy);
    return await explain(ada.request(), { ...ada.config, session: { strategy, maxAge: -1 } });
  }],
  ["a store that fails", "config", "config", async (strategy) => {
    const ada = await signIn(strategy);
    const fail = () => Promise.reject(new Error("the store is down"));
    Object.assign(ada.config.adapter!, { getSessionAndUser: fail });
    Object.assign(ada.config.records!, { get: fail });
    return await explain(ada.request(), ada.config);
  }],
];

for (const [what, jwt, database, ask] of cases) {
  for (const [strategy, expected] of [["jwt", jwt], ["database", database]] as const) {
    Deno.test(`explain() returns "${expected}" for ${what} (${strategy})`, async () => {
      const { cause, message } = await ask(strategy);
      assertEquals(cause, expected, message);
      assertMatch(message, /^[A-Z].{15,}[^.]$/);
    });
  }
}

Deno.test("explain(): every cause has a case", () => {
  const causes: Record<SessionCause, true> = {
    "config": true,
    "expired": true,
    "no-cookie": true,
    "no-row": true,
    "other-host": true,
    "other-secret": true,
    "pending-factor": true,
    "revoked": true,
    "signed-in": true,
    "suspended": true,
    "tampered": true,
    "wrong-scheme": true,
  };
  const explained = new Set(cases.flatMap(([, jwt, database]) => [jwt, database]));
  assertEquals([...explained].sort(), Object.keys(causes).sort());
});

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`explain() reads the stores only, and shows no token (${strategy})`, async () => {
    const ada = await signIn(strategy);
    using time = new FakeTime();
    // Late enough for a renewal and for the time of the last use.
    time.tick(2 * 24 * 60 * 60 * 1000);
    const { cause, message } = await explain(ada.request(), ada.config);
    assertEquals(cause, "signed-in");
    assertEquals(ada.calls.filter((name) => name !== "get" && name !== "getSessionAndUser"), []);
    assert(ada.calls.length > 0);
    assertEquals(message.includes(tokenOf(ada)), false);
  });
}

Deno.test("explain() names the random secret of a process without one", async () => {
  const ada = await signIn("jwt");
  const config = { ...ada.config, secret: undefined };
  const { cause, message } = await explain(ada.request(), config);
  assertEquals(cause, "other-secret");
  assertMatch(message, /AUTH_SECRET/);
});

const environments: [env: Record<string, string>, origin: string, works: boolean][] = [
  [{}, LOCAL, true],
  [{}, "http://127.0.0.1:8000", true],
  [{}, "https://app.example", false],
  [DEVELOPMENT, "https://app.example", true],
  [{ NODE_ENV: "test" }, "https://app.example", false],
  [{ NODE_ENV: "production" }, LOCAL, false],
  [{ NODE_ENV: "development", DENO_DEPLOYMENT_ID: "1" }, LOCAL, false],
  [{ AUTH_URL: "https://app.example" }, LOCAL, false],
];
for (const [env, origin, works] of environments) {
  Deno.test(`explain() ${works ? "works" : "is refused"} at ${origin} with ${JSON.stringify(env)}`, async () => {
    const config: AuthConfig = { providers: [], secret: SECRET, trustHost: true, logger: silent };
    const asked = () => explainIn(env, origin, "", config);
    if (works) assertEquals((await asked()).cause, "no-cookie");
    else await assertRejects(asked, AuthError, "outside development");
  });
}

Deno.test("defineAuth(): explain() tells why a browser of Deno.serve has no session", async () => {
  const auth = defineAuth({
    providers: [Credentials({ authorize: () => ({ ...ADA }) })],
    secret: SECRET,
    logger: silent,
  });
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request, info) =>
      new URL(request.url).pathname === "/why"
        ? Response.json(await auth.explain(request))
        : await auth.handler(request, info),
  );
  const origin = `http://localhost:${server.addr.port}`;
  const browser = createBrowser(origin, { [origin]: overNetwork });
  const why = async () => {
    const response = await browser.fetch("/why");
    assertEquals(response.headers.getSetCookie(), []);
    return (await response.json()).cause;
  };
  assertEquals(await why(), "no-cookie");
  const form = await browser.post("/callback/credentials");
  await form.body?.cancel();
  assertEquals(await why(), "signed-in");
  await (await browser.post("/signout")).body?.cancel();
  assertEquals(await why(), "no-cookie");
});

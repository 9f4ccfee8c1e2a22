/**
 * Arbitrary requests to every action of several apps. A failure prints the
 * request, shrunk, and the command to run it again.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { MemoryAdapter } from "../../adapters/memory.ts";
import {
  Auth,
  type AuthConfig,
  customFetch,
  encode,
  type Provider,
  skipCSRFCheck,
} from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { assertInvariants } from "./_invariants.ts";
import { type Belongings, hugeBody, requestSeed, toRequest } from "./_requests.ts";
import { runs, SEED } from "./_seed.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const CLIENT_SECRET = "the-client-secret-of-the-app";
const ENDPOINT = "https://acme.example/authorize";
const USER = { id: "7", name: "Ada", email: "ada@example.com", emailVerified: null };

const MAIL: Provider = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
};

interface App {
  origin: string;
  config: AuthConfig;
  own: Belongings;
  /** Tells if app or provider were called to authenticate a user, and did, since the last reset. */
  proof: { asked: boolean; given: boolean };
}

/** Response of the provider, chosen by the generator. */
interface ProviderSeed {
  token: "right" | "error" | "html" | "empty" | "down" | "wrong";
  profile: unknown;
}

const providerSeed: fc.Arbitrary<ProviderSeed> = fc.record({
  token: fc.constantFrom("right", "right", "right", "error", "html", "empty", "down", "wrong"),
  profile: fc.oneof(
    fc.constantFrom({ id: 1, name: "Eve", email: "eve@example.com" }, { sub: "\ud800" }, null),
    fc.jsonValue({ maxDepth: 2 }),
  ),
});

let provider: ProviderSeed = { token: "right", profile: null };

async function createApp(origin: string, overrides: Partial<AuthConfig> = {}): Promise<App> {
  const proof = { asked: false, given: false };
  const answer = (path: string): Response => {
    if (path === "/me") {
      proof.given = true;
      return Response.json(provider.profile);
    }
    switch (provider.token) {
      case "right":
        return Response.json({ access_token: "a", token_type: "Bearer", expires_in: 60 });
      case "wrong":
        return Response.json({ access_token: 1, token_type: [], expires_in: "x" });
      case "error":
        return Response.json({ error: "invalid_grant" }, { status: 400 });
      case "html":
        return new Response("<h1>Sorry</h1>", { headers: { "content-type": "text/html" } });
      case "empty":
        return new Response(null, { status: 204 });
      case "down":
        throw new TypeError("connection refused");
    }
  };
  const config: AuthConfig = {
    providers: [
      {
        id: "acme",
        name: "Acme",
        type: "oauth",
        authorization: ENDPOINT,
        token: "https://acme.example/token",
        userinfo: "https://acme.example/me",
        clientId: "client",
        clientSecret: CLIENT_SECRET,
        checks: ["state", "pkce"],
        // deno-lint-ignore require-await -- a refused connection is a rejection
        [customFetch]: async (input) => answer(new URL(new Request(input).url).pathname),
      },
      Credentials({
        credentials: { password: { type: "password" } },
        authorize: ({ password }) => {
          proof.asked = true;
          proof.given = password === "right";
          return proof.given ? { ...USER } : null;
        },
      }),
    ],
    secret: SECRET,
    trustHost: true,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    ...overrides,
  };
  return { origin, config, own: await collect(origin, config), proof };
}

/** Cookies and tokens of a browser that opened a form, started a sign-in, and is signed in. */
async function collect(origin: string, config: AuthConfig): Promise<Belongings> {
  const base = config.basePath ?? "/auth";
  const protectedConfig = { ...config, skipCSRFCheck: undefined };
  const browser = createBrowser(origin, {
    [origin]: (request) => Auth(request, protectedConfig),
  }, base);
  // It names no visitor, so that it is valid with a session and without.
  const { csrfToken } = await (await browser.fetch(`${origin}${base}/csrf`)).json();
  const start = new URL(await browser.start("acme"));
  const { hostname, protocol } = new URL(origin);
  const secure = protocol === "https:" ? "__Secure-" : "";
  const pairs = browser.cookies.list(hostname).map(({ name, value }) => `${name}=${value}`);
  const find = (part: string) => pairs.find((pair) => pair.includes(part)) ?? "none=1";
  const salt = `${secure}authjs.session-token`;
  const token = config.adapter
    ? "the-stored-token"
    : await encode({ token: { sub: "7", name: "Ada" }, secret: SECRET, salt });
  return {
    csrfToken,
    csrfCookie: find("csrf-token"),
    state: start.searchParams.get("state")!,
    attemptCookie: find("authjs.state."),
    sessionCookie: `${salt}=${token}`,
  };
}

async function createStore() {
  const adapter = MemoryAdapter();
  await adapter.createUser(USER);
  const expires = new Date(Date.now() + 60 * 60 * 1000);
  await adapter.createSession({ sessionToken: "the-stored-token", userId: USER.id, expires });
  return {
    ...adapter,
    // Signing out works once; every other request should have a valid session.
    deleteSession: (token: string) =>
      token === "the-stored-token" ? null : adapter.deleteSession(token),
  };
}

/**
 * Sends many requests and checks every response.
 *
 * @returns reached outcomes as `"<action> <method> <status>"`, and `issued`
 */
async function assertHolds(
  app: App,
  numRuns: number,
  seed: number,
  bodies?: typeof hugeBody,
): Promise<Set<string>> {
  const reached = new Set<string>();
  const basePath = app.config.basePath ?? "/auth";
  const base = app.origin + basePath;
  await fc.assert(
    fc.asyncProperty(requestSeed(bodies), providerSeed, async (written, answers) => {
      const request = toRequest(base, written, app.own);
      if (!request) return;
      provider = answers;
      Object.assign(app.proof, { asked: false, given: false });
      const { pathname } = new URL(request.url);
      const action = pathname.startsWith(`${basePath}/`)
        ? pathname.slice(basePath.length).split("/").find(Boolean) ?? ""
        : "";
      const response = await Auth(request, app.config);
      reached.add(`${action} ${request.method} ${response.status}`);
      if (app.proof.given && response.headers.get("set-cookie")?.includes("session-token=")) {
        reached.add("issued");
      }
      const isProtected = app.config.skipCSRFCheck === undefined;
      assert(
        !app.proof.asked || written.csrf || !isProtected,
        "a user was authenticated without the CSRF token",
      );
      await assertInvariants(response, {
        request,
        proved: app.proof.given,
        hadSession: written.session,
        origin: app.origin,
        authorizationEndpoint: ENDPOINT,
        redirectOrigin: new URL(app.config.redirectProxyUrl ?? app.origin).origin,
        action,
        secrets: [SECRET, CLIENT_SECRET],
      });
    }),
    { seed, numRuns },
  );
  return reached;
}

const apps: [string, () => Promise<App>][] = [
  ["token sessions over https", () => createApp("https://app.example")],
  [
    "token sessions that are extended on every read, over http, at the root",
    () => createApp("http://localhost:8000", { basePath: "/", session: { updateAge: 0 } }),
  ],
  ["database sessions and magic links", async () => {
    const app = await createApp("https://app.example", { adapter: await createStore() });
    app.config.providers = [...app.config.providers, MAIL];
    return app;
  }],
  ["pages of the app", () =>
    createApp("https://app.example", {
      basePath: "/api/auth",
      pages: {
        signIn: "/login",
        signOut: "/bye",
        error: "/oops",
        verifyRequest: "/mail",
        newUser: "/welcome",
      },
    })],
  [
    "a redirect proxy",
    () => createApp("https://app.example", { redirectProxyUrl: "https://stable.example/auth" }),
  ],
  ["no CSRF protection", () => createApp("https://app.example", { skipCSRFCheck })],
];

/** Outcomes that the generator must reach to be useful. */
const REACHED = [
  "issued",
  "callback GET 302",
  "callback POST 302",
  "csrf GET 200",
  "error GET 200",
  "error GET 403",
  "error GET 500",
  "session GET 200",
  "session POST 200",
  "session POST 400",
  "signin GET 200",
  "signin POST 200",
  "signin POST 302",
  "signout POST 302",
];

for (const [index, [name, create]] of apps.entries()) {
  const seed = SEED + index;
  Deno.test(`Auth(): the response to any request follows the rules, with ${name} (seed ${seed})`, async () => {
    // The first one needs as many as reach every outcome.
    const numRuns = index === 0 ? runs(6000) : runs(3000);
    const reached = await assertHolds(await create(), numRuns, seed);
    if (index === 0) assertEquals(REACHED.filter((what) => !reached.has(what)), []);
  });
}

Deno.test(`Auth(): answers bodies around the size limit (seed ${SEED})`, async () => {
  const reached = await assertHolds(
    await createApp("https://app.example"),
    runs(60),
    SEED,
    hugeBody,
  );
  assert([...reached].some((what) => what.endsWith("413")));
});

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type AuthConfig, CredentialsSignin, encode } from "../../../mod.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { clientAddressOf } from "../../../src/http/client_address.ts";
import { setCookie, setCookieText } from "../../../src/frameworks/qwik/cookies.ts";
import { checkSignIn, checkSignOut } from "../../../src/frameworks/qwik/input.ts";
import {
  createQwikAuth,
  type QwikActionEvent,
  type QwikAuthConfig,
  type QwikEvent,
} from "../../../src/frameworks/qwik/logic.ts";
import { captureConsole } from "../../_console.ts";

const secret = "a-secret-of-at-least-32-characters";
const SALT = "authjs.session-token";
const ORIGIN = "http://localhost:3000";

class TooMany extends CredentialsSignin {
  override code = "too_many";
}

const base: QwikAuthConfig = {
  providers: [
    Credentials({
      authorize({ password }) {
        if (password === "often") throw new TooMany();
        return password === "right" ? { id: "1", name: "Ada" } : null;
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

/** Value that Qwik City throws to stop. */
class Stopped extends Error {}

interface TestEvent extends QwikActionEvent {
  /** Values of `Set-Cookie`. */
  set: Map<string, string>;
  /** Response to the browser. */
  answer: { status: number; response?: Response };
}

/** Creates an app on a platform with these variables. */
function createApp(
  config: QwikAuthConfig | ((event: QwikEvent) => QwikAuthConfig | Promise<QwikAuthConfig>) = base,
  { variables = {}, basePathname = "/", isDevelopment = false }: {
    variables?: Record<string, string>;
    basePathname?: string;
    isDevelopment?: boolean;
  } = {},
) {
  let reads = 0;
  let configs = 0;
  const qwik = createQwikAuth((event) => {
    configs++;
    return typeof config === "function" ? config(event) : config;
  }, { isDevelopment });
  const event = (path: string, init?: RequestInit, ip?: string): TestEvent => {
    const url = new URL(path, ORIGIN);
    const request = new Request(url, init);
    url.pathname = url.pathname.replace(/\/q-data\.json$/, "") || "/";
    const set: TestEvent["set"] = new Map();
    const headers = new Headers();
    const answer: TestEvent["answer"] = { status: 200 };
    return {
      request,
      url,
      basePathname,
      set,
      headers,
      answer,
      clientConn: { ip },
      sharedMap: new Map(),
      env: {
        get(name) {
          reads++;
          return variables[name];
        },
      },
      cookie: {
        set(name, value, options = {}) {
          const attributes = Object.entries(options).filter(([, value]) => value !== undefined);
          const texts = attributes.map(([name, value]) => `; ${name}=${value}`);
          set.set(name, value + texts.join(""));
        },
      },
      redirect(status, location) {
        answer.status = status;
        headers.set("location", location.replaceAll(/([^:])\/{2,}/g, "$1/"));
        return new Stopped();
      },
      send(response) {
        Object.assign(answer, { status: response.status, response });
        return new Stopped();
      },
      fail(status, data) {
        answer.status = status;
        return { ...data, failed: true };
      },
    };
  };
  /** Response of `onRequest`, or the event that it passes to the app. */
  const visit = async (visited: TestEvent) => {
    try {
      await qwik.onRequest(visited);
      return "app";
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      return visited.answer.response!;
    }
  };
  const post = (headers: HeadersInit = {}) => ({
    method: "POST",
    headers: { origin: ORIGIN, ...headers },
  });
  return { ...qwik, event, visit, post, counts: () => ({ reads, configs }) };
}

const cookieOf = async (claims: Record<string, unknown>) =>
  `${SALT}=${await encode({ token: claims, secret, salt: SALT })}`;

const json = async (answer: Response | "app") => {
  assert(answer instanceof Response);
  return await answer.json();
};

const locationOf = async (event: TestEvent, run: () => Promise<unknown>) => {
  await assertRejects(run, Stopped);
  assertEquals(event.answer.status, 303);
  return event.headers.get("location")!;
};

Deno.test("onRequest() answers the actions and passes other requests to the app", async () => {
  const { event, visit } = createApp();
  assertEquals(await json(await visit(event("/auth/session"))), null);
  for (const path of ["/", "/auth", "/auth/", "/auth/profile", "/authx/session"]) {
    const visited = event(path);
    assertEquals(await visit(visited), "app", path);
    assertEquals(visited.sharedMap.get("session"), null);
  }
});

Deno.test("onRequest() answers under the app's own base path", async () => {
  const { event, visit } = createApp({ ...base, basePath: "/ignored" }, { basePathname: "/app/" });
  const { op } = await json(await visit(event("/app/auth/providers")));
  assertEquals(op.callbackUrl, `${ORIGIN}/app/auth/callback/op`);
  assertEquals(await visit(event("/auth/providers")), "app");
});

Deno.test("onRequest() answers a client that requests the data of a built-in page", async () => {
  const { event, visit } = createApp();
  const answer = await visit(event("/auth/signin/q-data.json?callbackUrl=/x"));
  assert(answer instanceof Response);
  assertEquals(answer.status, 200);
  assertMatch(answer.headers.get("content-type")!, /^text\/html/);
});

Deno.test("onRequest() keeps every cookie of a response", async () => {
  const { event, visit } = createApp();
  const headers = { cookie: `${SALT}.0=a; ${SALT}.1=b; ${SALT}=c` };
  const visited = event("/auth/signout", { method: "POST", headers });
  const answer = await visit(visited);
  assert(answer instanceof Response);
  assertEquals(answer.headers.getSetCookie(), []);
  for (const name of [SALT, `${SALT}.0`, `${SALT}.1`]) {
    assertMatch(visited.set.get(name)!, /^; Max-Age=0; Path=\/; HttpOnly/);
  }
});

Deno.test("onRequest() requires a CSRF token only for posts from other origins", async () => {
  const { event, visit, post } = createApp();
  const cookie = await cookieOf({ name: "Ada" });
  const own = event("/auth/signout", post({ cookie }));
  await visit(own);
  assertMatch(own.set.get(SALT)!, /^;/);
  for (const origin of ["https://evil.example", "null"]) {
    const foreign = event("/auth/signout", post({ cookie, origin }));
    const answer = await visit(foreign);
    assert(answer instanceof Response);
    assertEquals(foreign.set.has(SALT), false);
    const location = new URL(answer.headers.get("location")!, ORIGIN);
    assertEquals(location.searchParams.get("error"), "MissingCSRF");
  }
});

Deno.test("onRequest() shares the session and extends it, and a form can end it", async () => {
  const { event, visit, session, signOut, post } = createApp({
    ...base,
    session: { updateAge: 0 },
  });
  const cookie = await cookieOf({ name: "Ada" });
  const visited = event("/", { headers: { cookie } });
  await visit(visited);
  assertEquals(session(visited)?.user?.name, "Ada");
  assertMatch(visited.set.get(SALT)!, /^ey\S+; .*httpOnly=true.*path=\/.*sameSite=lax/);
  const posted = event("/", post({ cookie }));
  await visit(posted);
  assertEquals(session(posted)?.user?.name, "Ada");
  assertMatch(posted.set.get(SALT)!, /^ey/);
  await assertRejects(() => signOut({}, posted as never), Stopped);
  assertMatch(posted.set.get(SALT)!, /^; .*maxAge=0/);
});

Deno.test("onRequest() converts sessions to plain values, with any result of the callback", async () => {
  const read = async (made: Record<string, unknown>) => {
    const { event, visit, session } = createApp({
      ...base,
      callbacks: { session: () => made as never },
    });
    const visited = event("/", { headers: { cookie: await cookieOf({ name: "Ada" }) } });
    await visit(visited);
    return session(visited);
  };
  const date = new Date(0);
  const plain: unknown = await read({ user: { name: "Ada", since: date, none: undefined } });
  assertEquals(plain, { user: { name: "Ada", since: "1970-01-01T00:00:00.000Z" } });
  assertEquals(await read({ user: { name: "Ada", visits: 1n } }), null);
});

Deno.test("onRequest() shares null without a valid session", async () => {
  const good = await cookieOf({ name: "Ada" });
  const read = async (config: Parameters<typeof createApp>[0], cookie: string) => {
    const { event, visit, session } = createApp(config);
    const visited = event("/", { headers: { cookie } });
    await visit(visited);
    return session(visited);
  };
  assertEquals((await read(base, good))?.user?.name, "Ada");
  for (const cookie of [`${SALT}=garbage`, good.slice(0, -8), "other=1"]) {
    assertEquals(await read(base, cookie), null);
  }
  const broken: Partial<AuthConfig>[] = [
    { providers: {} as never },
    { trustHost: false, secret: "" },
    { callbacks: { session: () => Promise.reject(new Error("no")) } },
  ];
  for (const members of broken) {
    assertEquals(await read({ ...base, ...members }, good), null, JSON.stringify(members));
  }
  using _errors = captureConsole("error");
  assertEquals(await read(() => Promise.reject(new Error("unknown tenant")), good), null);
  const { event, session } = createApp();
  assertEquals(session(event("/")), null);
});

Deno.test("onRequest() reads neither config nor environment without a session cookie", async () => {
  const { event, visit, counts } = createApp();
  await visit(event("/"));
  assertEquals(counts(), { reads: 0, configs: 0 });
});

Deno.test("onRequest() completes the config from the platform's variables, once per request", async () => {
  const { secret: _, trustHost: __, ...rest } = base;
  const variables = { AUTH_SECRET: secret, AUTH_TRUST_HOST: "true" };
  const { event, visit, session, signOut, counts, post } = createApp(() => ({ ...rest }), {
    variables,
  });
  const visited = event("/", post({ cookie: await cookieOf({ name: "Ada" }) }));
  await visit(visited);
  assertEquals(session(visited)?.user?.name, "Ada");
  await locationOf(visited, () => signOut({}, visited));
  assertEquals(counts().configs, 1);
});

Deno.test("onRequest() trusts other hosts only in development", async () => {
  const { trustHost: _, ...rest } = base;
  for (const isDevelopment of [true, false]) {
    const { event, visit } = createApp(rest, { isDevelopment });
    const visited = event("https://app.example/auth/session");
    const answer = await visit(visited);
    assert(answer instanceof Response);
    assertEquals(answer.status, isDevelopment ? 200 : 500);
  }
});

Deno.test("onRequest() passes the address of the client to session records", async () => {
  const peers: (string | undefined)[] = [];
  const { event, visit, signIn, post } = createApp({
    ...base,
    // They would ask for the address too.
    limits: false,
    adapter: MemoryAdapter(),
    session: {
      strategy: "jwt",
      revocation: {
        address(request) {
          peers.push(clientAddressOf(request));
          return undefined;
        },
      },
    },
  });
  const body = new URLSearchParams({ password: "right" });
  for (const path of ["/auth/callback/credentials", "/auth/callback/credentials/q-data.json"]) {
    await visit(event(path, { ...post(), body }, "192.0.2.1"));
  }
  const posted = event("/login", post(), "192.0.2.1");
  await visit(posted);
  const input = { providerId: "credentials", options: { password: "right" } };
  await locationOf(posted, () => signIn(input, posted));
  assertEquals(peers, ["192.0.2.1", "192.0.2.1", "192.0.2.1"]);
});

Deno.test("signIn(): credentials set the session and redirect", async () => {
  const { signIn, session, event, visit, post } = createApp();
  const posted = event("/login?qaction=x", post());
  const input = {
    providerId: "credentials",
    redirectTo: "/elsewhere",
    options: { password: "right", redirectTo: "/home" },
  };
  assertEquals(await locationOf(posted, () => signIn(input, posted)), `${ORIGIN}/home`);
  const token = posted.set.get(SALT)!.split(";")[0];
  const visited = event("/", { headers: { cookie: `${SALT}=${token}` } });
  await visit(visited);
  assertEquals(session(visited)?.user?.name, "Ada");
});

Deno.test("signIn(): without a target, redirects to the page of the form", async () => {
  const { signIn, event, post } = createApp();
  const options = { password: "right" };
  const run = async (path: string, input: object) => {
    const posted = event(path, post());
    return await locationOf(
      posted,
      () => signIn({ providerId: "credentials", options, ...input }, posted),
    );
  };
  assertEquals(await run("/login?tab=2&qaction=x", {}), `${ORIGIN}/login?tab=2`);
  assertEquals(await run("/login?qaction=x", { redirectTo: "" }), `${ORIGIN}/login`);
  assertEquals(await run("/login", { redirectTo: "/x" }), `${ORIGIN}/x`);
  assertEquals(await run("/login", { redirectTo: "https://evil.example/" }), ORIGIN + "/");
});

Deno.test("signIn(): returns the target to a client that requested data", async () => {
  const { signIn, event, post } = createApp();
  const posted = event("/login/q-data.json?qaction=x", post());
  const input = { providerId: "credentials", options: { password: "right" } };
  assertEquals(await signIn(input, posted), undefined);
  assertEquals(posted.answer.status, 200);
  assertEquals(posted.headers.get("location"), `${ORIGIN}/login`);
  assert(posted.set.has(SALT));
});

Deno.test("signIn(): returns a refusal to the page, and changes nothing", async () => {
  const { signIn, event, post } = createApp();
  const refused = async (password: string) => {
    const posted = event("/login", post());
    const answer = await signIn({ providerId: "credentials", options: { password } }, posted);
    assertEquals(posted.answer.status, 401);
    assertEquals([posted.set.size, posted.headers.has("location")], [0, false]);
    return answer;
  };
  const common = {
    failed: true as const,
    fieldErrors: {},
    formErrors: ["CredentialsSignin"],
    error: "CredentialsSignin",
  };
  assertEquals(await refused("wrong"), { ...common, code: "credentials" });
  assertEquals(await refused("often"), { ...common, code: "too_many" });
});

Deno.test("signIn(): other failures return no more than a built-in page shows", async () => {
  const answerOf = async (members: Partial<AuthConfig>) => {
    const { signIn, event, post } = createApp({ ...base, ...members });
    const posted = event("/login", post());
    const input = { providerId: "credentials", options: { password: "right" } };
    const answer = await signIn(input, posted);
    assertEquals([posted.set.size, posted.headers.has("location")], [0, false]);
    return [posted.answer.status, answer?.error, answer?.formErrors];
  };
  assertEquals(
    await answerOf({ callbacks: { signIn: () => false } }),
    [403, "AccessDenied", ["AccessDenied"]],
  );
  const configuration = [500, "Configuration", ["Configuration"]];
  assertEquals(await answerOf({ session: { maxAge: -1 } }), configuration);
  assertEquals(
    await answerOf({ callbacks: { jwt: () => Promise.reject(new Error("secret fact")) } }),
    configuration,
  );
});

Deno.test("signIn() and signOut() refuse forms of other sites, and change nothing", async () => {
  const { signIn, signOut, event, post } = createApp();
  const cookie = await cookieOf({ name: "Ada" });
  for (const origin of ["https://evil.example", "null"]) {
    const input = { providerId: "credentials", options: { password: "right" } };
    for (const run of [signIn, signOut]) {
      const posted = event("/login", post({ cookie, origin }));
      const answer = await run(input, posted);
      assertEquals([answer?.failed, answer?.error], [true, "MissingCSRF"]);
      assertEquals(posted.set.size, 0);
    }
  }
});

Deno.test("signIn(): redirects to a provider with its cookies and extra members", async () => {
  const { signIn, event, post } = createApp();
  const all = ["prompt=consent", new URLSearchParams("prompt=consent"), { prompt: "consent" }];
  for (const authorizationParams of all) {
    const posted = event("/login", post());
    const url = new URL(
      await locationOf(posted, () => signIn({ providerId: "op", authorizationParams }, posted)),
    );
    assertEquals([url.origin, url.pathname], ["https://op.example", "/authorize"]);
    assertEquals(url.searchParams.get("prompt"), "consent");
    assertMatch([...posted.set.keys()].join(), /authjs\.pkce\.code_verifier\./);
  }
});

Deno.test("signIn() does not change a location, slashes included", async () => {
  const providers = base.providers.map((provider) =>
    "authorization" in provider
      ? { ...provider, authorization: "https://op.example//a//b?next=/x//y" }
      : provider
  );
  const { signIn, event, post } = createApp({ ...base, providers });
  const posted = event("/login", post());
  const location = await locationOf(posted, () => signIn({ providerId: "op" }, posted));
  assertEquals(new URL(location).pathname, "//a//b");
});

Deno.test("signIn(): without a known provider, redirects to the sign-in page", async () => {
  const { signIn, event, post } = createApp();
  for (const input of [{}, { providerId: "" }, { providerId: "unknown" }]) {
    const posted = event("/login", post());
    assertEquals(
      await locationOf(posted, () => signIn({ ...input, redirectTo: "/x" }, posted)),
      `${ORIGIN}/auth/signin?callbackUrl=%2Fx`,
    );
  }
});

Deno.test("signOut() ends the session and redirects", async () => {
  const { signOut, session, event, visit, post } = createApp();
  const cookie = await cookieOf({ name: "Ada" });
  const posted = event("/home?qaction=x", post({ cookie }));
  await visit(posted);
  assertEquals(
    await locationOf(posted, () => signOut({ redirectTo: "/bye" }, posted)),
    `${ORIGIN}/bye`,
  );
  assertMatch(posted.set.get(SALT)!, /^; .*maxAge=0/);

  const forData = event("/home/q-data.json?qaction=x", post({ cookie }));
  await visit(forData);
  assertEquals(session(forData)?.user?.name, "Ada");
  assertEquals(await signOut({}, forData), undefined);
  assertEquals(forData.headers.get("location"), `${ORIGIN}/home`);
  assertEquals(session(forData), null);
});

Deno.test("signIn() and signOut() refuse invalid fields with their names", async () => {
  const { signIn, signOut, event, post, counts } = createApp();
  const posted = event("/login", post());
  const answer = await signIn({ providerId: 1, options: [] }, posted);
  assertEquals([answer?.failed, posted.answer.status], [true, 400]);
  assertEquals(Object.keys(answer?.fieldErrors ?? {}), ["providerId", "options"]);
  assertEquals(answer?.formErrors, []);
  assertEquals((await signOut({ redirectTo: {} }, posted))?.fieldErrors, {
    redirectTo: ["Expected a string"],
  });
  assertEquals((await signOut([], posted))?.formErrors, ["Expected an object"]);
  assertEquals([counts().configs, posted.set.size], [0, 0]);
});

Deno.test("checkSignIn() keeps the fields that forms and calls send, and drops others", () => {
  const usable = [
    {},
    { providerId: "op", redirectTo: "/", options: { redirectTo: "/", password: "x", n: 1 } },
    { authorizationParams: "a=b" },
    { authorizationParams: { a: "b" } },
    { options: {} },
  ];
  for (const input of usable) assertEquals(checkSignIn(input).value, input);
  assertEquals(checkSignIn({ providerId: undefined, other: 1 }).value, {});
  assertEquals(checkSignIn(Object.create({ providerId: "inherited" })).value, {});
});

Deno.test("checkSignIn() and checkSignOut() name every invalid field", () => {
  const unusable: [object, string][] = [
    [{ providerId: null }, "providerId"],
    [{ redirectTo: ["/"] }, "redirectTo"],
    [{ options: "x" }, "options"],
    [{ options: null }, "options"],
    [{ options: { redirectTo: 1 } }, "options"],
    [{ authorizationParams: 1 }, "authorizationParams"],
    [{ authorizationParams: ["a"] }, "authorizationParams"],
    [{ authorizationParams: { a: 1 } }, "authorizationParams"],
  ];
  for (const [input, field] of unusable) {
    const { value, fieldErrors } = checkSignIn(input);
    assertEquals([value, Object.keys(fieldErrors)], [undefined, [field]], JSON.stringify(input));
  }
  assertEquals(checkSignOut({ redirectTo: 1, providerId: 1 }).fieldErrors, {
    redirectTo: ["Expected a string"],
  });
  for (const input of [undefined, null, "x", []]) {
    assertEquals(checkSignIn(input).formErrors.length, 1);
  }
});

Deno.test("setCookie() passes supported attributes to Qwik City, and writes the header for others", () => {
  const set: unknown[][] = [];
  const store = { set: (...args: unknown[]) => set.push(args) as never };
  const options = { path: "/", maxAge: 1.5, sameSite: false, secure: true } as const;
  setCookie(store, { name: "a", value: "x y", options });
  setCookie(store, { name: "b", value: "1", options: { path: "/", partitioned: true } });
  setCookieText(store, "c=d=e; Path=/");
  const absent = { domain: undefined, expires: undefined, httpOnly: undefined };
  assertEquals(set, [
    ["a", "x%20y", { ...absent, path: "/", maxAge: 1, sameSite: undefined, secure: true }],
    ["b", "1; Path=/; Partitioned"],
    ["c", "d=e; Path=/"],
  ]);
});

Deno.test("createQwikAuth() warns on start about a config that browsers can read", () => {
  using warnings = captureConsole("warn");
  createQwikAuth(() => base, { isDevelopment: false });
  createQwikAuth(() => base, { isDevelopment: false, isPublished: false });
  assertEquals(warnings.lines, []);
  createQwikAuth(() => base, { isDevelopment: false, isPublished: true });
  assertEquals(warnings.lines.length, 1);
  assertMatch(warnings.lines[0]!, /qwik-config-published.*serverAuth\$/);
});

Deno.test("protect(): stops a request, and the client that asked for data loads the page", async () => {
  const { authenticate, event, protect } = createApp();
  const data = event("/reports/q-data.json?year=2026&qaction=x");
  await assertRejects(() => protect()(data), Stopped);
  // Qwik's client takes only its own JSON for data, and goes to the page otherwise.
  assertEquals([data.answer.status, data.sharedMap.has("principal")], [401, false]);
  const page = event("/reports?year=2026", { headers: { accept: "text/html" } });
  await assertRejects(() => protect()(page), Stopped);
  const location = new URL(page.answer.response!.headers.get("location")!);
  assertEquals(location.searchParams.get("callbackUrl"), "/reports?year=2026");
  const refused = await authenticate(data);
  assert(!refused.ok);
  const back = new URL(refused.location!).searchParams.get("callbackUrl");
  assertEquals(back, "/reports?year=2026");
});

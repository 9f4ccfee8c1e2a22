import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type AuthConfig, AuthError, CredentialsSignin, encode } from "../../../mod.ts";
import { MissingCSRF } from "../../../src/errors.ts";
import Credentials from "../../../src/providers/credentials.ts";
import {
  type AuthLocals,
  type CookieOptions,
  createSvelteKitAuth,
  type KitEvent,
  type SvelteKitAuthConfig,
} from "../../../src/frameworks/sveltekit/logic.ts";
import { captureConsole } from "../../_console.ts";

const secret = "a-secret-of-at-least-32-characters";
const SALT = "authjs.session-token";

const base: SvelteKitAuthConfig = {
  providers: [
    Credentials({
      authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
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

class Redirected extends Error {
  constructor(readonly url: string) {
    super(url);
  }
}

interface TestEvent extends KitEvent {
  jar: Map<string, { value: string; options: CookieOptions }>;
  locals: AuthLocals;
}

/** An app in development. */
function createApp(
  config: Parameters<typeof createSvelteKitAuth>[0] = base,
  root = "",
  isBuilding = false,
) {
  let reads = 0;
  const env = new Proxy<Record<string, string | undefined>>({}, {
    get: () => {
      reads++;
      return undefined;
    },
  });
  const kit = createSvelteKitAuth(config, {
    env,
    basePath: () => `${root}/auth`,
    redirect: (status, url) => {
      assertEquals(status, 303);
      throw new Redirected(url);
    },
    isBuilding,
    isDevelopment: false,
  });
  const event = (path: string, init?: RequestInit, isSent = false): TestEvent => {
    const url = new URL(path, "http://localhost:5173");
    const jar: TestEvent["jar"] = new Map();
    return {
      request: new Request(url, init),
      url,
      jar,
      cookies: {
        set(name, value, options) {
          if (isSent) throw new Error("the response has been generated");
          jar.set(name, { value, options });
        },
      },
      // `handle` adds its members.
      locals: {} as AuthLocals,
    };
  };
  const visit = async (visited: TestEvent) =>
    await kit.handle({ event: visited, resolve: () => new Response("app") });
  const form = (fields: Record<string, string>, headers: HeadersInit = {}) => ({
    method: "POST",
    headers: { origin: "http://localhost:5173", ...headers },
    body: new URLSearchParams(fields),
  });
  return { ...kit, event, visit, form, environmentReads: () => reads };
}

const cookieOf = async (claims: Record<string, unknown>) =>
  `${SALT}=${await encode({ token: claims, secret, salt: SALT })}`;

async function redirectOf(run: () => Promise<unknown>): Promise<string> {
  return (await assertRejects(run, Redirected)).url;
}

Deno.test("handle() answers the actions and passes other requests to the app", async () => {
  const { event, visit } = createApp();
  assertEquals(await (await visit(event("/auth/session"))).json(), null);
  for (const path of ["/", "/auth", "/auth/", "/auth/profile", "/authx/session"]) {
    assertEquals(await (await visit(event(path))).text(), "app", path);
  }
});

Deno.test("handle() does not read the config while pages are made at build time", async () => {
  let reads = 0;
  const config = () => {
    reads++;
    return base;
  };
  for (const isBuilding of [true, false]) {
    const { event, visit } = createApp(config, "", isBuilding);
    assertEquals(await (await visit(event("/auth/welcome"))).text(), "app");
    assertEquals(reads > 0, !isBuilding);
  }
});

Deno.test("handle() answers under the app's own base path", async () => {
  const { event, visit } = createApp({ ...base, basePath: "/ignored" }, "/app");
  const { op } = await (await visit(event("/app/auth/providers"))).json();
  assertEquals(op.callbackUrl, "http://localhost:5173/app/auth/callback/op");
  assertEquals(await (await visit(event("/auth/providers"))).text(), "app");
});

Deno.test("locals.auth() returns the session and extends it", async () => {
  const { event, visit } = createApp({
    ...base,
    session: { updateAge: 0 },
    cookies: { sessionToken: { options: { secure: undefined } } },
  });
  const headers = { cookie: await cookieOf({ name: "Ada" }) };
  const visited = event("/", { headers });
  await visit(visited);
  assertEquals((await visited.locals.auth())?.user?.name, "Ada");
  assertEquals((await visited.locals.getSession())?.user?.name, "Ada");
  const { options } = visited.jar.get(SALT)!;
  // SvelteKit sets `secure` by default, and browsers drop such cookies over plain http.
  assertEquals([options.httpOnly, options.secure, options.path], [true, false, "/"]);
});

Deno.test("locals.auth() returns null without a valid session", async () => {
  const good = await cookieOf({ name: "Ada" });
  const read = async (config: Parameters<typeof createSvelteKitAuth>[0], cookie: string) => {
    const { event, visit } = createApp(config);
    const visited = event("/", { headers: { cookie } });
    await visit(visited);
    return await visited.locals.auth();
  };
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
});

Deno.test("locals.auth() returns the session after the response was sent", async () => {
  const { event, visit } = createApp({ ...base, session: { updateAge: 0 } });
  const visited = event("/", { headers: { cookie: await cookieOf({ name: "Ada" }) } }, true);
  await visit(visited);
  assertEquals((await visited.locals.auth())?.user?.name, "Ada");
});

Deno.test("locals.auth() reads neither config nor environment without a session cookie", async () => {
  let configs = 0;
  const { event, visit, environmentReads } = createApp(() => {
    configs++;
    return Promise.resolve(base);
  });
  const visited = event("/");
  await visit(visited);
  assertEquals(await visited.locals.auth(), null);
  assertEquals([configs, environmentReads()], [0, 0]);
});

Deno.test("signIn action: credentials set the session and redirect", async () => {
  const { signIn, event, form, visit } = createApp();
  const posted = event(
    "/login",
    form({
      providerId: "credentials",
      password: "right",
      redirectTo: "/home",
    }),
  );
  assertEquals(await redirectOf(() => signIn(posted)), "http://localhost:5173/home");
  const visited = event("/", { headers: { cookie: `${SALT}=${posted.jar.get(SALT)!.value}` } });
  await visit(visited);
  assertEquals((await visited.locals.auth())?.user?.name, "Ada");
});

Deno.test("signIn action: throws a refusal, and changes nothing", async () => {
  const { signIn, event, form } = createApp();
  const posted = event("/login", form({ providerId: "credentials", password: "wrong" }));
  const error = await assertRejects(() => signIn(posted), CredentialsSignin);
  assertEquals([error.type, error.code], ["CredentialsSignin", "credentials"]);
  assertEquals(posted.jar.size, 0);
  const broken = createApp({ ...base, session: { maxAge: -1 } });
  const there = broken.event("/login", form({ providerId: "credentials", password: "right" }));
  await assertRejects(() => broken.signIn(there), AuthError);
  assertEquals(there.jar.size, 0);
});

Deno.test("signIn action: redirects to a provider with its cookies and the form's extra members", async () => {
  const { signIn, event, form } = createApp();
  const posted = event(
    "/login",
    form({
      providerId: "op",
      "authorizationParams-prompt": "consent",
    }),
  );
  const url = new URL(await redirectOf(() => signIn(posted)));
  assertEquals(url.origin, "https://op.example");
  assertEquals(url.searchParams.get("prompt"), "consent");
  assertMatch([...posted.jar.keys()].join(), /authjs\.pkce\.code_verifier\./);
});

Deno.test("signIn action: without a known provider, redirects to the sign-in page", async () => {
  const { signIn, event, form } = createApp();
  const own: Record<string, string>[] = [{}, { providerId: "unknown" }];
  for (const fields of own) {
    const posted = event("/login", form({ ...fields, redirectTo: "/x" }));
    assertEquals(
      await redirectOf(() => signIn(posted)),
      "http://localhost:5173/auth/signin?callbackUrl=%2Fx",
    );
  }
});

Deno.test("signOut action ends the session and redirects", async () => {
  const { signOut, event, form } = createApp();
  const cookie = await cookieOf({ name: "Ada" });
  const posted = event("/", form({ redirectTo: "/bye" }, { cookie }));
  assertEquals(await redirectOf(() => signOut(posted)), "http://localhost:5173/bye");
  assertEquals(posted.jar.get(SALT)!.value, "");
});

Deno.test("handle() requires a CSRF token only for posts from other origins", async () => {
  const { event, visit, form } = createApp();
  const cookie = await cookieOf({ name: "Ada" });
  const own = await visit(event("/auth/signout", form({}, { cookie })));
  assertEquals(own.headers.getSetCookie().some((set) => set.startsWith(`${SALT}=;`)), true);
  for (const origin of ["https://evil.example", "null"]) {
    const response = await visit(event("/auth/signout", form({}, { cookie, origin })));
    assertEquals(response.headers.getSetCookie().some((set) => set.startsWith(SALT)), false);
    assertEquals(
      new URL(response.headers.get("location")!, "http://x").searchParams.get("error"),
      "MissingCSRF",
    );
  }
});

Deno.test("signIn and signOut actions refuse forms of another site when SvelteKit accepts them", async () => {
  const { event, signIn, signOut, form } = createApp();
  const cookie = await cookieOf({ name: "Ada" });
  for (const from of ["https://evil.example", "null"]) {
    const headers = { cookie, origin: from };
    const fields = { providerId: "credentials", password: "right" };
    const login = event("/login", form(fields, headers));
    await assertRejects(() => signIn(login), MissingCSRF, "not from http://localhost:5173");
    const logout = event("/logout", form({}, headers));
    await assertRejects(() => signOut(logout), MissingCSRF, "not from http://localhost:5173");
    assertEquals([login.jar.size, logout.jar.size], [0, 0]);
  }
});

Deno.test("locals.auth() discards a renewal when the action of the request ends the session", async () => {
  let name = "Ada";
  const { event, visit, form, signOut } = createApp({
    ...base,
    session: { updateAge: 0 },
    callbacks: { jwt: ({ token }) => ({ ...token, name }) },
  });
  const headers = { cookie: await cookieOf({ name }) };
  name = "x".repeat(3500); // the renewed cookie has chunks, whose names are not in the request
  const visited = event("/logout", form({}, headers));
  await visit(visited);
  await visited.locals.auth();
  await assertRejects(() => signOut(visited), Redirected);
  await visited.locals.auth();
  const left = [...visited.jar].filter(([name, { value }]) => name.startsWith(SALT) && value);
  assertEquals(left.map(([name]) => name), []);
});

Deno.test("signIn action: a redirect to a provider keeps the current session", async () => {
  const { event, visit, form, signIn } = createApp({ ...base, session: { updateAge: 0 } });
  const headers = { cookie: await cookieOf({ name: "Ada" }) };
  const visited = event("/login", form({ providerId: "op" }, headers));
  await visit(visited);
  await visited.locals.auth();
  await assertRejects(() => signIn(visited), Redirected);
  assertEquals(visited.jar.get(SALT)?.value === "", false);
});

Deno.test("requireProof() leads back to the page of a form, without the name of its action", async () => {
  const { requireProof, event } = createApp();
  const backFrom = async (path: string, method: string) => {
    const url = await requireProof(event(path, { method }), { maxAge: 600 });
    return new URL(url!).searchParams.get("callbackUrl");
  };
  assertEquals(await backFrom("/settings?/change", "POST"), "/settings");
  assertEquals(await backFrom("/settings?tab=2&/change", "POST"), "/settings?tab=2");
  assertEquals(await backFrom("/settings?q=%2F&x", "GET"), "/settings?q=%2F&x");
});

Deno.test("authenticate(): a refusal leads back to the page, not to the URL of its data", async () => {
  const { authenticate, event } = createApp();
  const backFrom = async (path: string, own: string) => {
    const visited = event(path);
    const who = await authenticate({ ...visited, request: new Request(new URL(own, visited.url)) });
    assert(!who.ok);
    return new URL(who.location!).searchParams.get("callbackUrl");
  };
  assertEquals(
    await backFrom("/reports?year=2026", "/reports/__data.json?x=1"),
    "/reports?year=2026",
  );
});

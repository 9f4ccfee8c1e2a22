import { assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { DenoAuth, type LazyConfig } from "../../src/frameworks/deno.ts";
import { MissingCSRF } from "../../src/errors.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../mod.ts";
import { overNetwork, SECRET } from "./_rig.ts";
import { captureConsole } from "../_console.ts";

const base: AuthConfig = {
  providers: [
    Credentials({
      authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
    }),
    GitHub({ clientId: "c", clientSecret: "s" }),
  ],
  secret: SECRET,
  logger: { error: () => {}, warn: () => {} },
};

function start(config: LazyConfig<Request> = base) {
  const deno = DenoAuth(config);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    deno.handler(async (request, info: Deno.ServeHandlerInfo) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/in") {
        const redirectTo = "/home";
        return await deno.signIn(request, "credentials", { redirectTo, password: "right" });
      }
      if (pathname === "/github") {
        return await deno.signIn(request, "github", { redirectTo: "/home" }, { prompt: "consent" });
      }
      if (pathname === "/choose") {
        return await deno.signIn(request, undefined, { redirectTo: "/x" });
      }
      if (pathname === "/read-and-out") await deno.auth(request);
      if (pathname.endsWith("out")) return await deno.signOut(request, { redirectTo: "/home" });
      const session = await deno.auth(request);
      return Response.json({ name: session?.user?.name ?? null, from: info.remoteAddr.transport });
    }),
  );
  const origin = `http://localhost:${server.addr.port}`;
  const browser = createBrowser(origin, { [origin]: overNetwork });
  return { origin, browser, deno, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("DenoAuth: the app and the actions share a port, and the app reads the session", async () => {
  await using app = start();
  const home = async () => await (await app.browser.fetch("/home")).json();
  assertEquals(await home(), { name: null, from: "tcp" });
  const landing = await app.browser.signInWithCredentials({
    password: "right",
    callbackUrl: "/home",
  });
  assertEquals(landing.url.pathname, "/home");
  assertEquals((await landing.response.json()).name, "Ada");
  await (await app.browser.post("/signout")).body?.cancel();
  assertEquals((await home()).name, null);
});

Deno.test("DenoAuth: the app handles other paths", async () => {
  await using app = start();
  for (const path of ["/auth", "/auth/", "/auth/profile", "/authsession", "/"]) {
    const response = await app.browser.fetch(path);
    assertEquals(response.status, 200, path);
    assertEquals((await response.json()).from, "tcp", path);
  }
});

Deno.test("DenoAuth: signIn and signOut return redirects with their cookies", async () => {
  await using app = start();
  const landing = await app.browser.visit("/in");
  assertEquals(landing.url.pathname, "/home");
  assertEquals((await landing.response.json()).name, "Ada");
  const github = await app.browser.fetch("/github");
  const url = new URL(github.headers.get("location")!);
  assertEquals(url.hostname, "github.com");
  assertEquals(url.searchParams.get("prompt"), "consent");
  assertEquals(url.searchParams.get("redirect_uri"), `${app.origin}/auth/callback/github`);
  const choose = await app.browser.fetch("/choose");
  assertEquals(choose.headers.get("location"), `${app.origin}/auth/signin?callbackUrl=%2Fx`);
  const out = await app.browser.visit("/out", { method: "POST" });
  assertEquals((await out.response.json()).name, null);
});

Deno.test("DenoAuth: signIn and signOut refuse forms that another site posted", async () => {
  const { signIn, signOut } = DenoAuth(base);
  const post = (headers: HeadersInit) =>
    new Request("http://localhost/in", { method: "POST", headers });
  const foreign: [string, string][] = [
    ["origin", "https://evil.example"],
    ["origin", "null"],
    ["sec-fetch-site", "cross-site"],
  ];
  for (const header of foreign) {
    const headers = [header];
    await assertRejects(() => signIn(post(headers), "github"), MissingCSRF);
    await assertRejects(() => signOut(post(headers)), MissingCSRF);
  }
  assertEquals((await signOut(post({ origin: "http://localhost" }))).status, 303);
});

Deno.test("DenoAuth: a config function is called for each request", async () => {
  const seen: string[] = [];
  await using app = start((request) => {
    seen.push(new URL(request.url).pathname);
    return base;
  });
  await (await app.browser.fetch("/auth/session")).body?.cancel();
  assertEquals(seen, ["/auth/session"]);
});

Deno.test("DenoAuth: an invalid config means no session, never an exception", async () => {
  const { auth } = DenoAuth({ ...base, secret: "", trustHost: false });
  assertEquals(await auth(new Request("https://app.example/")), null);
});

Deno.test("DenoAuth: the app's response extends an old session, not a new one", async () => {
  await using app = start({ ...base, session: { updateAge: 0 } });
  await (await app.browser.visit("/in")).response.body?.cancel();
  const renewed = await app.browser.fetch("/home");
  assertMatch(renewed.headers.getSetCookie().join(), /^authjs\.session-token=ey/);
  await renewed.body?.cancel();
  await using fresh = start();
  await (await fresh.browser.visit("/in")).response.body?.cancel();
  const unchanged = await fresh.browser.fetch("/home");
  assertEquals(unchanged.headers.getSetCookie(), []);
  await unchanged.body?.cancel();
});

Deno.test("DenoAuth: a sign-out discards the renewal of the session it ends", async () => {
  await using app = start({ ...base, session: { updateAge: 0 } });
  await (await app.browser.visit("/in")).response.body?.cancel();
  const out = await app.browser.fetch("/read-and-out", { method: "POST" });
  await out.body?.cancel();
  const sessions = out.headers.getSetCookie().filter((cookie) => cookie.includes("session-token"));
  assertEquals(sessions.length, 1);
  assertMatch(sessions[0] ?? "", /session-token=;.*Max-Age=0/);
});

Deno.test("DenoAuth: trusts only loopback origins by default", async () => {
  const serve = DenoAuth(base).handler();
  const status = async (origin: string) =>
    (await serve(new Request(`${origin}/auth/session`))).status;
  assertEquals(await status("http://localhost:8000"), 200);
  assertEquals(await status("https://app.example"), 500);
  const trusting = DenoAuth({ ...base, trustHost: true }).handler();
  assertEquals((await trusting(new Request("https://app.example/auth/session"))).status, 200);
});

Deno.test("DenoAuth: accepts a forwarded host through the configured number of proxies", async () => {
  const request = () =>
    new Request("http://10.0.0.7:8000/auth/providers", {
      headers: { "x-forwarded-proto": "https", "x-forwarded-host": "app.example, inner" },
    });
  const originOf = async (trustHost: AuthConfig["trustHost"]) => {
    const { github } = await (await DenoAuth({ ...base, trustHost }).handler()(request())).json();
    return new URL(github.callbackUrl).origin;
  };
  assertEquals(await originOf({ forwardedHops: 1 }), "https://inner");
  assertEquals(await originOf({ forwardedHops: 2 }), "https://app.example");
  assertEquals(await originOf(true), "https://10.0.0.7:8000");
  const wary = DenoAuth(base).handler();
  assertEquals((await wary(request())).status, 500);
  const far = DenoAuth({ ...base, trustHost: { forwardedHops: 3 } }).handler();
  assertEquals((await far(request())).status, 500);
});

Deno.test("DenoAuth: a session is extended when the app's response has immutable headers", async () => {
  const { handler, auth } = DenoAuth({ ...base, session: { updateAge: 0 } });
  const serve = handler(async (request) => {
    await auth(request);
    return Response.redirect("http://localhost/next");
  });
  const signedIn = await serve(
    await (async () => {
      const csrf = await serve(new Request("http://localhost/auth/csrf"));
      const cookie = csrf.headers.getSetCookie()[0]!.split(";")[0]!;
      const { csrfToken } = await csrf.json();
      return new Request("http://localhost/auth/callback/credentials", {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ csrfToken, password: "right" }),
      });
    })(),
  );
  const cookie = signedIn.headers.getSetCookie().at(-1)!.split(";")[0]!;
  const response = await serve(new Request("http://localhost/", { headers: { cookie } }));
  assertEquals(response.status, 302);
  assertMatch(response.headers.getSetCookie().join(), /^authjs\.session-token=ey/);
});

Deno.test("DenoAuth: a config function that throws means no session", async () => {
  using errors = captureConsole("error");
  const { auth } = DenoAuth(() => {
    throw new Error("the tenant is unknown");
  });
  assertEquals(await auth(new Request("http://localhost/")), null);
  assertMatch(errors.lines.join(), /the tenant is unknown/);
});

Deno.test("DenoAuth: session and other providers work when a provider's factory throws", async () => {
  const broken = () => {
    throw new Error("needs an issuer");
  };
  const { handler, auth } = DenoAuth({ ...base, providers: [broken, ...base.providers] });
  const get = async (path: string) => {
    const response = await handler()(new Request(`http://localhost/auth/${path}`));
    return [response.status, await response.json()];
  };
  assertEquals(await get("session"), [200, null]);
  const [status, providers] = await get("providers");
  assertEquals([status, Object.keys(providers)], [200, ["credentials", "github"]]);
  assertEquals(await auth(new Request("http://localhost/")), null);
});

/** An app that extends the session on every read, and a browser's cookie for it. */
async function createExtending(app: () => Response) {
  const { handler, auth } = DenoAuth({ ...base, session: { updateAge: 0 } });
  const serve = handler(async (request) => {
    await auth(request);
    return app();
  });
  const csrf = await serve(new Request("http://localhost/auth/csrf"));
  const { csrfToken } = await csrf.json();
  const signedIn = await serve(
    new Request("http://localhost/auth/callback/credentials", {
      method: "POST",
      headers: { cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]! },
      body: new URLSearchParams({ csrfToken, password: "right" }),
    }),
  );
  const cookie = signedIn.headers.getSetCookie().at(-1)!.split(";")[0]!;
  return { serve, cookie };
}

for (
  const [written, expected] of [
    ["public, max-age=600", "private, no-store"],
    ["s-maxage=600", "private, no-store"],
    [undefined, "private, no-store"],
    ["private, max-age=60", "private, max-age=60"],
    ["no-store", "no-store"],
  ] as const
) {
  Deno.test(`DenoAuth: a response that extends the session is not cacheable (${written})`, async () => {
    const headers = written ? { "cache-control": written } : undefined;
    const { serve, cookie } = await createExtending(() => new Response("page", { headers }));
    const ask = async (headers?: HeadersInit) => {
      const { headers: got } = await serve(new Request("http://localhost/", { headers }));
      return [got.getSetCookie().length, got.get("cache-control")];
    };
    assertEquals(await ask({ cookie }), [1, expected]);
    assertEquals(await ask(), [0, written ?? null], "there is no session, so the header stays");
  });
}

Deno.test("DenoAuth: a WebSocket upgrade works while a session is due for extension", async () => {
  const upgrade = Object.defineProperty(new Response(), "status", { value: 101 });
  const { serve, cookie } = await createExtending(() => upgrade);
  const response = await serve(new Request("http://localhost/", { headers: { cookie } }));
  assertStrictEquals(response, upgrade);
});

Deno.test("DenoAuth: an AUTH_URL that is not a URL, or `trustHost` set to 'false', trusts no host", async () => {
  const errors: string[] = [];
  const warnings: string[] = [];
  const logger = {
    error: (error: Error) => void errors.push(error.name),
    warn: (code: string) => void warnings.push(code),
  };
  // Other test files run in the same process, to which its environment belongs.
  const { get } = Deno.env;
  Deno.env.get = (name) => name === "AUTH_URL" ? "app.example" : get(name);
  try {
    const { handler } = DenoAuth({ ...base, logger });
    const response = await handler()(new Request("https://evil.example/auth/csrf"));
    assertEquals(response.status, 500);
    await response.body?.cancel();
  } finally {
    Deno.env.get = get;
  }
  assertEquals([errors, warnings], [["UntrustedHost"], ["env-url-invalid"]]);
  for (const trustHost of ["false", "0", ""]) {
    // Plain JavaScript can pass a variable's value as it is.
    const { handler } = DenoAuth({ ...base, logger, trustHost: trustHost as never });
    const response = await handler()(new Request("https://evil.example/auth/csrf"));
    assertEquals(response.status, 500, JSON.stringify(trustHost));
    await response.body?.cancel();
  }
});

import { assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { type AuthConfig, encode } from "../../../mod.ts";
import { bind, createBinder } from "../../../src/server/bind.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { APP, SECRET } from "../_context.ts";
import { captureConsole } from "../../_console.ts";

const silent = { error: () => {}, warn: () => {}, debug: () => {} };
const env = { AUTH_SECRET: SECRET, AUTH_TRUST_HOST: "true" };

Deno.test("bind() completes a copy, once per config object", async () => {
  const config: AuthConfig = Object.freeze({ providers: [], logger: silent });
  let made = 0;
  const provider = () => (made++, Credentials({ authorize: () => null }));
  const written = { ...config, providers: [provider] };
  const bound = bind(written, { env });
  for (const path of ["/auth/session", "/auth/providers", "/"]) {
    const auth = await bound.of(new Request(APP + path), undefined);
    assertEquals(auth.isAction, path !== "/");
    assertEquals(await auth.session(), null);
  }
  assertEquals(made, 2, "once for the check, once for the requests");
  assertEquals((written as AuthConfig).secret, undefined);
  assertEquals(written.providers, [provider]);
});

Deno.test("bind() returns one object per request, by the key of the framework", async () => {
  const bound = bind<void>({ providers: [], logger: silent }, { env });
  const request = new Request(APP);
  assertStrictEquals(await bound.of(request), await bound.of(request));
  const context = {};
  const replaced = new Request(request);
  assertStrictEquals(
    await bound.of(request, undefined, context),
    await bound.of(replaced, undefined, context),
  );
});

Deno.test("bind() calls a config function once per request", async () => {
  const subjects: string[] = [];
  const bound = bind(async (subject: string) => {
    subjects.push(subject);
    return await Promise.resolve({ providers: [], basePath: "/own", logger: silent });
  }, { env });
  const request = new Request(`${APP}/own/session`);
  const auth = await bound.of(request, "subject");
  assertEquals(await bound.session(request, "subject"), null);
  assertEquals(subjects, ["subject"]);
  assertEquals([auth.isAction, auth.basePath], [true, "/own"]);
});

Deno.test("bind() throws the error of a config function, and reads no session", async () => {
  using errors = captureConsole("error");
  const bound = bind<void>(() => Promise.reject(new Error("no config today")));
  assertEquals(await bound.session(new Request(APP)), null);
  await assertRejects(() => bound.of(new Request(APP)), Error, "no config today");
  assertMatch(errors.lines.join("\n"), /no config today/);
});

Deno.test("bind() applies the framework's base path without a second config", async () => {
  const seen: unknown[] = [];
  const config = { providers: [], logger: { ...silent, warn: (code: string) => seen.push(code) } };
  const options = {
    env: { ...env, AUTH_URL: `${APP}/elsewhere` },
    basePath: (_: AuthConfig, __: unknown, tenant: string) => `/${tenant}/auth/`,
  };
  const bound = bind<string>(config, options);
  for (const tenant of ["a", "b", "a"]) {
    const auth = await bound.of(new Request(`${APP}/${tenant}/auth/session`), tenant);
    assertEquals([auth.basePath, auth.isAction], [`/${tenant}/auth`, true]);
    assertEquals((await auth.handle()).status, 200);
  }
  assertEquals(seen, []);
});

Deno.test("createBinder() binds a config object once", () => {
  const boundTo = createBinder();
  const config = { providers: [] };
  assertStrictEquals(boundTo(config), boundTo(config));
});

Deno.test("bind() calls read callbacks for sessions on the server, not for responses of actions", async () => {
  const salt = "__Secure-authjs.session-token";
  const token = await encode({ token: { name: "Ada", role: "admin" }, secret: SECRET, salt });
  const config: AuthConfig = { providers: [], secret: SECRET, trustHost: true, logger: silent };
  const bound = bind<void>(config, {
    env: {},
    readingCallbacks: (callbacks) => ({
      ...callbacks,
      session: ({ session, token }) => ({ ...session, role: token?.role }) as never,
    }),
  });
  const headers = { cookie: `${salt}=${token}` };
  const auth = await bound.of(new Request(`${APP}/auth/session`, { headers }));
  assertEquals((await auth.session() as { role?: string } | null)?.role, "admin");
  assertEquals((await (await auth.handle()).json()).role, undefined);
});

Deno.test("bind(): with skipsAnonymous, a request without cookies needs no config", async () => {
  let made = 0;
  const config = () => {
    made++;
    return { providers: [], secret: SECRET, trustHost: true };
  };
  const bound = bind<void>(config, { env: {}, skipsAnonymous: true });
  const request = new Request(APP);
  assertEquals([await bound.session(request), made], [null, 0]);
  const other = new Request(APP, { headers: { cookie: "a=1" } });
  assertEquals([await bound.session(other), made], [null, 1]);
  // An earlier call for the request may have started a session.
  await bound.of(request);
  assertEquals([await bound.session(request), made], [null, 2]);
});

Deno.test("bind() takes what defineAuth() returned: the object, copies of it, and functions", async () => {
  const auth = defineAuth({ providers: [], basePath: "/own", logger: silent });
  for (const config of [auth, { ...auth }, () => auth, () => Promise.resolve(auth)]) {
    const { written, basePath } = await bind(config, { env }).of(new Request(APP), undefined);
    assertStrictEquals(written, auth.config);
    assertEquals(basePath, "/own");
  }
  const boundTo = createBinder();
  assertStrictEquals(boundTo(auth), boundTo(auth.config));
});

Deno.test("bind() does not take another object's `config` for a config", async () => {
  const impostor = { config: { providers: [], secret: SECRET, basePath: "/own" } };
  const { written, basePath } = await bind(impostor as never, { env }).of(new Request(APP), null);
  assertEquals([written, basePath], [impostor as never, "/auth"]);
});

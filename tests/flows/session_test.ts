import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { type AuthConfig, encode, type JWT } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import { createApp, SECRET } from "./_rig.ts";

const provider = Credentials({ authorize: () => ({ id: "1", name: "Ada" }) });
const NAME = "__Secure-authjs.session-token";
const DAY = 24 * 60 * 60 * 1000;

async function signedIn(config: Partial<AuthConfig> = {}) {
  const app = createApp({ providers: [provider], ...config });
  await app.browser.signInWithCredentials({});
  return app;
}

/** Response of the session action, and the session cookies that it sets. */
async function read({ browser }: Awaited<ReturnType<typeof signedIn>>) {
  const response = await browser.fetch("/auth/session");
  assertEquals(response.status, 200);
  assertEquals(response.headers.get("cache-control"), "private, no-cache, no-store");
  const cookies = response.headers.getSetCookie().filter((line) => line.startsWith(NAME));
  return { session: await response.json(), cookies };
}

function update(
  { browser }: Awaited<ReturnType<typeof signedIn>>,
  csrfToken: string,
  data: unknown,
): Promise<Response> {
  return browser.fetch("/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data }),
  });
}

Deno.test("session: reading changes no cookie until updateAge is over, then extends it", async () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  const app = await signedIn();
  assertEquals((await read(app)).cookies, []);
  assertEquals((await read(app)).session.expires, "2030-01-31T00:00:00.000Z");
  time.tick(DAY - 1000);
  assertEquals((await read(app)).cookies, []);
  time.tick(1000);
  const renewed = await read(app);
  assertEquals(renewed.cookies.length, 1);
  assertEquals(renewed.session.expires, "2030-02-01T00:00:00.000Z");
  assertEquals((await read(app)).cookies, []);
});

Deno.test("session: is extended while it is in use and ends when idle", async () => {
  using time = new FakeTime();
  const app = await signedIn({ session: { maxAge: 3600 } });
  for (let i = 0; i < 10; i++) {
    time.tick(50 * 60 * 1000);
    assert((await read(app)).session, `after ${i + 1} reads`);
  }
  time.tick(61 * 60 * 1000);
  assertEquals((await read(app)).session, null);
});

Deno.test("session: updateAge 0 renews on every read", async () => {
  const app = await signedIn({ session: { updateAge: 0 } });
  for (let i = 0; i < 3; i++) assertEquals((await read(app)).cookies.length, 1);
});

Deno.test("session: a copied token expires after maxAge", async () => {
  using time = new FakeTime();
  const app = await signedIn({ session: { maxAge: 60 } });
  const cookie = app.browser.cookies.header(new URL(app.origin));
  time.tick(60_000 + 16_000);
  const response = await app.browser.fetch("/auth/session", { headers: { cookie } });
  assertEquals(await response.json(), null);
});

Deno.test("session update: the jwt callback decides what is stored", async () => {
  const triggers: unknown[] = [];
  const app = await signedIn({
    callbacks: {
      jwt({ token, trigger, session }) {
        triggers.push(trigger);
        return trigger === "update" ? { ...token, name: session.name } : token;
      },
    },
  });
  const response = await update(app, await app.browser.csrf(), { name: "Countess" });
  assertEquals(response.status, 200);
  assertEquals((await response.json()).user.name, "Countess");
  assertEquals((await read(app)).session.user.name, "Countess");
  assertEquals(triggers, ["signIn", "update", undefined]);
});

Deno.test("session update: without the CSRF token, the response is 400 null and nothing changes", async () => {
  const app = await signedIn();
  await app.browser.csrf();
  const response = await update(app, "x", { name: "Eve" });
  assertEquals(response.status, 400);
  assertEquals(await response.json(), null);
  assertEquals((await read(app)).session.user.name, "Ada");
});

Deno.test("session: ends when the jwt callback returns null", async () => {
  let ends = false;
  const app = await signedIn({
    callbacks: { jwt: ({ token }) => ends ? null : token },
  });
  ends = true;
  assertEquals((await read(app)).session, null);
  assertEquals(app.browser.cookies.names("app.example").includes(NAME), false);
});

Deno.test("a sign-in that the jwt callback refuses emits no event, and is not remembered", async () => {
  for (const isRefused of [true, false]) {
    const signIns: unknown[] = [];
    const app = await signedIn({
      rememberProvider: true,
      callbacks: { jwt: ({ token }) => isRefused ? null : token },
      events: { signIn: (event) => void signIns.push(event) },
    });
    const count = isRefused ? 0 : 1;
    assertEquals(signIns.length, count);
    const names = app.browser.cookies.names("app.example");
    assertEquals(names.filter((name) => /session-token|authjs\.last/.test(name)).length, 2 * count);
    assertEquals((await read(app)).session === null, isRefused);
  }
});

Deno.test("session: a callback that throws means no session for this request, and keeps the cookie", async () => {
  for (const callback of ["jwt", "session"] as const) {
    let fails = false;
    const app = await signedIn({
      callbacks: {
        [callback]: (params: { token: JWT; session: never }) => {
          if (fails) throw new Error("store is down");
          return callback === "jwt" ? params.token : { expires: "", user: { name: "Ada" } };
        },
      },
    });
    fails = true;
    assertEquals((await read(app)).session, null);
    assertEquals(app.errors.map(({ name }) => name), ["JWTSessionError"]);
    fails = false;
    assertEquals((await read(app)).session.user.name, "Ada", callback);
  }
});

Deno.test("session: a long token is split over cookies, read back, and extra cookies are cleared when it shrinks", async () => {
  let size = 3_500;
  const app = await signedIn({
    callbacks: { jwt: ({ token }) => ({ ...token, data: "x".repeat(size) }) },
  });
  const chunks = () => app.browser.cookies.names("app.example").filter((n) => n.startsWith(NAME));
  assertEquals(chunks(), [0, 1, 2, 3, 4].map((i) => `${NAME}.${i}`).slice(0, chunks().length));
  assert(chunks().length >= 2);
  for (const { value } of app.browser.cookies.list("app.example")) assert(value.length <= 3936);
  assertEquals((await read(app)).session.user.name, "Ada");
  size = 10;
  assertEquals((await read(app)).session.user.name, "Ada");
  assertEquals(chunks(), [NAME]);
  size = 3_500;
  await read(app);
  assertEquals(chunks().includes(NAME), false);
  await app.browser.post("/signout");
  assertEquals(chunks(), []);
});

Deno.test("session: cookies that only share its name's prefix are not changed", async () => {
  const app = await signedIn();
  app.browser.cookies.plant(app.origin, `${NAME}-legacy=x; Path=/; Secure`);
  app.browser.cookies.plant(app.origin, `${NAME}.old=x; Path=/; Secure`);
  assertEquals((await read(app)).session.user.name, "Ada");
  await app.browser.post("/signout");
  const names = app.browser.cookies.names("app.example");
  assert(names.includes(`${NAME}-legacy`) && names.includes(`${NAME}.old`));
  assertEquals(names.includes(NAME), false);
});

Deno.test("session: after a rotation, tokens of old secrets are read and renewed, tokens of unknown secrets are not", async () => {
  const old = "the-old-secret-of-at-least-32-characters";
  const app = await signedIn({ secret: old });
  app.config.secret = [SECRET, old];
  const rotated = await read(app);
  assertEquals(rotated.session.user.name, "Ada");
  assertEquals(rotated.cookies.length, 1, "encrypted again with the newest secret");
  app.config.secret = SECRET;
  assertEquals((await read(app)).session.user.name, "Ada");
  app.config.secret = "a-foreign-secret-of-at-least-32-characters";
  assertEquals((await read(app)).session, null);
});

Deno.test("session: the app's `jwt.encode` and `jwt.decode` are used only for the session token", async () => {
  const app = await signedIn({
    jwt: {
      encode: ({ token }) => btoa(JSON.stringify(token)),
      decode: ({ token }) => token ? JSON.parse(atob(token)) : null,
    },
  });
  assertEquals((await read(app)).session.user.name, "Ada");
});

Deno.test("sign-out: ends the session, calls the event, and clears exactly the cookies that were sent", async () => {
  const tokens: unknown[] = [];
  const app = await signedIn({
    events: { signOut: (message) => void tokens.push("token" in message && message.token?.name) },
  });
  const response = await app.browser.post("/signout", { callbackUrl: "/bye" });
  assertEquals(response.headers.get("location"), "https://app.example/bye");
  assertEquals(tokens, ["Ada"]);
  assertEquals(await app.browser.session(), null);
  const again = await app.browser.post("/signout");
  assertEquals(again.status, 302);
  assertEquals(tokens.length, 1);
});

Deno.test("sign-out: clears a token that cannot be read", async () => {
  const app = createApp({ providers: [provider] });
  app.browser.cookies.plant(app.origin, `${NAME}=garbage; Path=/; Secure; HttpOnly`);
  await app.browser.post("/signout");
  assertEquals(app.errors.map(({ name }) => name), ["SignOutError"]);
  assertEquals(app.browser.cookies.names("app.example").includes(NAME), false);
});

Deno.test("session: reads parallel to a sign-out do not restore it", async () => {
  const app = await signedIn();
  const csrfToken = await app.browser.csrf();
  const reads = Array.from({ length: 50 }, () => app.browser.session());
  const out = app.browser.fetch("/auth/signout", {
    method: "POST",
    body: new URLSearchParams({ csrfToken }),
  });
  await Promise.all([...reads, out]);
  assertEquals(await app.browser.session(), null);
});

Deno.test("events: an error of a handler is logged and does not stop the request", async () => {
  const app = await signedIn({
    events: {
      signIn: () => {
        throw new Error("audit log is full");
      },
    },
  });
  assertEquals(app.errors.map(({ name }) => name), ["EventError"]);
  assertEquals((await read(app)).session.user.name, "Ada");
});

Deno.test("session: a token for another purpose is rejected", async () => {
  const app = createApp({ providers: [provider] });
  for (const salt of ["authjs.session-token", "authjs.attempt", "encodedState"]) {
    const token = await encode({ token: { name: "Eve" }, secret: SECRET, salt });
    app.browser.cookies.plant(app.origin, `${NAME}=${token}; Path=/; Secure`);
    assertEquals(await app.browser.session(), null, salt);
  }
  assertEquals(app.errors, []);
});

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`callbacks.session: returning undefined is logged once and means no session (${strategy})`, async () => {
    const adapter = MemoryAdapter();
    await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
    const { browser, config, errors } = await signedIn({ adapter, session: { strategy } });
    for (const [answer, lines] of [[null, 0], [undefined, 1]] as const) {
      config.callbacks = { session: () => answer as never };
      for (let i = 0; i < 3; i++) {
        const response = await browser.fetch("/auth/session");
        assertEquals([response.status, await response.json()], [200, null]);
      }
      assertEquals(errors.length, lines);
    }
    assertEquals(
      errors[0]!.message,
      "The callback `callbacks.session` returned undefined: return the session, or `null` for none",
    );
    config.callbacks = {};
    assertEquals((await browser.session())?.expires !== undefined, true, "the cookie stayed");
  });
}

Deno.test("callbacks.jwt: returning undefined is logged, at sign-in and once for reads", async () => {
  const { browser, config, errors } = await signedIn();
  const words = "The callback `callbacks.jwt` returned undefined: return the token, or `null` to " +
    "end the session";
  config.callbacks = { jwt: () => undefined as never };
  for (let i = 0; i < 3; i++) assertEquals(await browser.session(), null);
  assertEquals(errors.map(({ message }) => message), [words]);
  errors.length = 0;
  const { url } = await browser.signInWithCredentials({});
  assertEquals(url.search, "?error=Configuration");
  assertEquals(errors.map(({ message }) => message), [words]);
  config.callbacks = {};
  assertEquals((await browser.session())?.user?.name, "Ada", "the cookie stayed");
});

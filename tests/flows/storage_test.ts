import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";
import { providerAt } from "../_idp.ts";

const APP = "https://app.example";
const COOKIE = "__Secure-authjs.session-token";

async function createRig(overrides: Partial<AuthConfig> = {}, linking = false) {
  const idp = await createIdp();
  const adapter = MemoryAdapter();
  const calls: string[] = [];
  const errors: Error[] = [];
  const provider = (id: string) =>
    providerAt(idp, id, { allowDangerousEmailAccountLinking: linking });
  const record = (name: string) => () => void calls.push(name);
  const config: AuthConfig = {
    providers: [
      provider("one"),
      provider("two"),
      Credentials({
        authorize: ({ id, email }) => ({ id: String(id), email: email as string, name: "Ada" }),
      }),
    ],
    adapter,
    secret: SECRET,
    trustHost: true,
    events: {
      createUser: record("E.createUser"),
      linkAccount: record("E.linkAccount"),
      signIn: ({ isNewUser }) => void calls.push(`E.signIn ${isNewUser}`),
      signOut: (message) => void calls.push(`E.signOut ${"session" in message}`),
    },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...overrides,
  };
  const origins = {
    [APP]: (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, config)
        : new Response("app"),
    [idp.issuer]: idp.handler,
  };
  const newBrowser = () => createBrowser(APP, origins);
  return { idp, adapter, config, calls, errors, newBrowser, browser: newBrowser() };
}

const tokenOf = (browser: TestBrowser) =>
  browser.cookies.list("app.example").find(({ name }) => name === COOKIE)?.value;

Deno.test("storage: a first sign-in creates user, account and session, a second finds them", async () => {
  const { browser, adapter, calls, newBrowser } = await createRig();
  await browser.signIn("one");
  assertEquals(calls, ["E.createUser", "E.linkAccount", "E.signIn true"]);
  const user = (await adapter.getUserByEmail("ada@example.com"))!;
  assertEquals(user.emailVerified, null);
  const [account] = await adapter.listAccounts(user.id);
  assertEquals(account!.providerAccountId, "user-1");
  assert(account!.access_token && account!.refresh_token && account!.expires_at);
  assertEquals(Object.hasOwn(account!, "expires_in"), false);
  assertEquals((await adapter.listSessions(user.id)).length, 1);
  assertEquals((await browser.session())?.user?.email, "ada@example.com");

  calls.length = 0;
  await newBrowser().signIn("one");
  assertEquals(calls, ["E.signIn false"]);
  assertEquals((await adapter.listSessions(user.id)).length, 2);
});

Deno.test("storage: fifty parallel first sign-ins create one user with one account", async () => {
  const { adapter, newBrowser, calls } = await createRig();
  const browsers = Array.from({ length: 50 }, newBrowser);
  await Promise.all(browsers.map((browser) => browser.signIn("one")));
  const sessions = await Promise.all(browsers.map((browser) => browser.session()));
  assertEquals(sessions.filter((session) => session?.user?.name === "Ada Lovelace").length, 50);
  const user = (await adapter.getUserByEmail("ada@example.com"))!;
  assertEquals((await adapter.listAccounts(user.id)).length, 1);
  assertEquals(calls.filter((call) => call === "E.createUser").length, 1);
});

Deno.test("storage: fifty parallel first sign-ins on a store without atomic creation create one user", async () => {
  const adapter = MemoryAdapter();
  const { createUserWithAccount: _, extendSession: __, ...plain } = adapter;
  const { newBrowser } = await createRig({ adapter: plain });
  const browsers = Array.from({ length: 50 }, newBrowser);
  await Promise.all(browsers.map((browser) => browser.signIn("one")));
  const sessions = await Promise.all(browsers.map((browser) => browser.session()));
  assertEquals(sessions.filter(Boolean).length, 50);
  const user = (await adapter.getUserByEmail("ada@example.com"))!;
  assertEquals((await adapter.listAccounts(user.id)).length, 1);
});

Deno.test("storage: another provider with the same address is refused, unless it is allowed", async () => {
  const { browser, newBrowser, errors } = await createRig();
  await browser.signIn("one");
  const landing = await newBrowser().signIn("two");
  assertEquals(landing.url.href, `${APP}/auth/signin?error=OAuthAccountNotLinked`);
  assertEquals(errors[0]?.name, "OAuthAccountNotLinked");

  const lenient = await createRig({}, true);
  await lenient.browser.signIn("one");
  lenient.calls.length = 0;
  await lenient.newBrowser().signIn("two");
  assertEquals(lenient.calls, ["E.linkAccount", "E.signIn false"]);
});

Deno.test("storage: a sign-in while signed in links, and keeps the session", async () => {
  for (const strategy of ["database", "jwt"] as const) {
    const { browser, adapter, calls } = await createRig({ session: { strategy } });
    await browser.signIn("one");
    const before = tokenOf(browser);
    calls.length = 0;
    await browser.signIn("two");
    assertEquals(calls, ["E.linkAccount", "E.signIn false"], strategy);
    if (strategy === "database") assertEquals(tokenOf(browser), before);
    const user = (await adapter.getUserByEmail("ada@example.com"))!;
    assertEquals((await adapter.listAccounts(user.id)).map(({ provider }) => provider), [
      "one",
      "two",
    ]);
  }
});

Deno.test("storage: another user's account cannot be taken over", async () => {
  const { browser, idp, newBrowser } = await createRig();
  await browser.signIn("one");
  idp.user = { sub: "user-2", name: "Grace", email: "grace@example.com" };
  const other = newBrowser();
  await other.signIn("one");
  idp.user = { sub: "user-1", name: "Ada Lovelace", email: "ada@example.com" };
  const landing = await other.signIn("one");
  assertEquals(landing.url.href, `${APP}/auth/signin?error=OAuthAccountNotLinked`);
  assertEquals((await other.session())?.user?.name, "Grace");
});

Deno.test("storage: with the jwt strategy the token belongs to the stored user", async () => {
  const triggers: unknown[] = [];
  const { browser, adapter, newBrowser } = await createRig({
    session: { strategy: "jwt" },
    callbacks: {
      jwt({ token, trigger }) {
        if (trigger) triggers.push([trigger, token.sub]);
        return token;
      },
    },
  });
  await browser.signIn("one");
  await newBrowser().signIn("one");
  const { id } = (await adapter.getUserByEmail("ada@example.com"))!;
  assertEquals(triggers, [["signUp", id], ["signIn", id]]);
  assertEquals(await adapter.listSessions(id), []);
});

Deno.test("storage: credentials work with database sessions", async () => {
  const { browser, adapter, newBrowser, calls } = await createRig();
  await browser.signInWithCredentials({ id: "7", email: "ada@example.com" });
  assertEquals(calls, ["E.createUser", "E.signIn true"]);
  assertEquals((await browser.session())?.user?.email, "ada@example.com");
  await newBrowser().signInWithCredentials({ id: "7", email: "ada@example.com" });
  const user = (await adapter.getUserByEmail("ada@example.com"))!;
  assertEquals((await adapter.listSessions(user.id)).length, 2);

  const crowd = Array.from({ length: 50 }, newBrowser);
  await Promise.all(
    crowd.map((one) => one.signInWithCredentials({ id: "8", email: "g@example.com" })),
  );
  const grace = (await adapter.getUserByEmail("g@example.com"))!;
  assertEquals((await adapter.listSessions(grace.id)).length, 50);
});

Deno.test("storage: credentials without a stored user or an address are a clear error", async () => {
  const { browser, errors } = await createRig();
  await browser.signInWithCredentials({ id: "7" });
  assert(errors.some(({ message }) => message.includes("id of a stored user, or an email")));
  assertEquals(await browser.session(), null);
});

Deno.test("storage: a session is extended once per updateAge, also with parallel reads", async () => {
  using time = new FakeTime();
  const { browser, adapter } = await createRig();
  await browser.signIn("one");
  const token = tokenOf(browser)!;
  let extensions = 0;
  const { extendSession } = adapter;
  adapter.extendSession = async (...args) => {
    const won = await extendSession(...args);
    if (won) extensions++;
    return won;
  };
  await browser.session();
  assertEquals(extensions, 0);
  time.tick(25 * 60 * 60 * 1000);
  await Promise.all(Array.from({ length: 50 }, () => browser.session()));
  assertEquals(extensions, 1);
  const { session } = (await adapter.getSessionAndUser(token))!;
  assertEquals(session.expires.valueOf(), Date.now() + 30 * 24 * 60 * 60 * 1000);
});

Deno.test("storage: an expired session's row is deleted", async () => {
  using time = new FakeTime();
  const { browser, adapter } = await createRig({ session: { maxAge: 60 } });
  await browser.signIn("one");
  const cookie = browser.cookies.header(new URL(APP));
  const token = tokenOf(browser)!;
  // A replica may lag behind an extension in the last moment.
  time.tick(61_000);
  await (await browser.fetch("/auth/session", { headers: { cookie } })).body?.cancel();
  assert(await adapter.getSessionAndUser(token));
  time.tick(60_000);
  const response = await browser.fetch("/auth/session", { headers: { cookie } });
  assertEquals(await response.json(), null);
  assertEquals(await adapter.getSessionAndUser(token), null);
});

Deno.test("storage: sign-out deletes the row and calls the event", async () => {
  const { browser, adapter, calls } = await createRig();
  await browser.signIn("one");
  const token = tokenOf(browser)!;
  await browser.post("/signout");
  assertEquals(calls.at(-1), "E.signOut true");
  assertEquals(await adapter.getSessionAndUser(token), null);
  assertEquals(tokenOf(browser), undefined);
});

Deno.test("storage: changing the strategy of a running app means no session, never an error", async () => {
  const { browser, config, errors } = await createRig();
  await browser.signIn("one");
  config.session = { strategy: "jwt" };
  assertEquals(await browser.session(), null);
  await browser.signIn("one");
  assertEquals((await browser.session())?.user?.name, "Ada Lovelace");
  errors.length = 0;
  config.session = { strategy: "database" };
  assertEquals(await browser.session(), null);
  assertEquals(errors, []);
});

Deno.test("storage: while the store fails, the session is unknown, and the cookie stays", async () => {
  const { browser, adapter, errors } = await createRig();
  await browser.signIn("one");
  const { getSessionAndUser } = adapter;
  adapter.getSessionAndUser = () => Promise.reject(new Error("connection lost"));
  const { status, headers } = await browser.fetch("/auth/session");
  assertEquals([status, headers.get("retry-after"), headers.getSetCookie()], [503, "5", []]);
  assertEquals(errors.map(({ name }) => name), ["AdapterError"]);
  adapter.getSessionAndUser = getSessionAndUser;
  assertEquals((await browser.session())?.user?.name, "Ada Lovelace");
});

Deno.test("storage: an error names the missing methods", async () => {
  const { createSession: _, ...adapter } = MemoryAdapter();
  const { browser, errors } = await createRig({ adapter });
  const response = await browser.fetch("/auth/session");
  assertEquals(response.status, 500);
  await response.body?.cancel();
  assert(errors[0]!.message.includes("`createSession`"));
});

Deno.test("storage: class instances with inherited methods work", async () => {
  class Store {
    inner = MemoryAdapter();
    createUser(...args: Parameters<typeof this.inner.createUser>) {
      return this.inner.createUser(...args);
    }
    getUserByAccount(...args: Parameters<typeof this.inner.getUserByAccount>) {
      return this.inner.getUserByAccount(...args);
    }
    getUserByEmail(...args: Parameters<typeof this.inner.getUserByEmail>) {
      return this.inner.getUserByEmail(...args);
    }
    linkAccount(...args: Parameters<typeof this.inner.linkAccount>) {
      return this.inner.linkAccount(...args);
    }
    getUser(...args: Parameters<typeof this.inner.getUser>) {
      return this.inner.getUser(...args);
    }
  }
  const { browser } = await createRig({ adapter: new Store(), session: { strategy: "jwt" } });
  await browser.signIn("one");
  assertEquals((await browser.session())?.user?.name, "Ada Lovelace");
});

for (const atomic of [true, false]) {
  Deno.test(`storage: after a failure of any call of a sign-in, a retry works (atomic: ${atomic})`, async () => {
    const outcomes: string[] = [];
    for (const strategy of ["database", "jwt"] as const) {
      for (const moment of ["before", "after"] as const) {
        for (let k = 1;; k++) {
          const inner = MemoryAdapter();
          let count = 0;
          let armed = true;
          const adapter = Object.fromEntries(
            Object.entries(inner)
              .filter(([name]) => atomic || name !== "createUserWithAccount")
              .map(([name, method]) => [name, async (...args: never[]) => {
                const fails = armed && ++count === k;
                if (fails && moment === "before") throw new Error("store failed");
                const result = await (method as (...a: never[]) => unknown)(...args);
                if (fails) throw new Error("store failed");
                return result;
              }]),
          );
          const { browser, newBrowser } = await createRig({ adapter, session: { strategy } });
          const landing = await browser.signIn("one", { callbackUrl: "/after" });
          const reached = count >= k;
          armed = false;
          if (!reached) {
            assertEquals(landing.url.pathname, "/after");
            break;
          }
          const retry = newBrowser();
          await retry.signIn("one", { callbackUrl: "/after" });
          const name = `${strategy}, call ${k} ${moment}`;
          assertEquals((await retry.session())?.user?.name, "Ada Lovelace", name);
          const user = (await inner.getUserByEmail("ada@example.com"))!;
          assertEquals((await inner.listAccounts(user.id)).length, 1, name);
          outcomes.push(name);
        }
      }
    }
    console.log(`${outcomes.length} fault points, a retry works after each`);
    assert(outcomes.length >= 10);
  });
}

Deno.test("storage: a failing rollback is logged, and the next sign-in reports the reason", async () => {
  const inner = MemoryAdapter();
  const { createUserWithAccount: _, ...rest } = inner;
  const fail = () => Promise.reject(new Error("store failed"));
  const { browser, errors } = await createRig({
    adapter: { ...rest, linkAccount: fail, deleteUser: fail },
  });
  await browser.signIn("one");
  assertEquals(await browser.session(), null);
  assertEquals(errors.filter(({ name }) => name === "AdapterError").length >= 2, true);
  await assertRejects(() => Promise.resolve(fail()), Error, "store failed");
});

Deno.test("storage: an account id with characters that stores change is refused", async () => {
  const { browser, idp, adapter, errors } = await createRig();
  for (const sub of ["user\ud800", "user\0"]) {
    idp.user = { sub, name: "Ada", email: "ada@example.com" };
    await browser.signIn("one");
    assertEquals(await browser.session(), null);
  }
  assertEquals(errors.length, 2);
  assertEquals(await adapter.getUserByEmail("ada@example.com"), null);
});

Deno.test("storage: stores an unverified address only when no provider links by address", async () => {
  const { browser, idp, adapter, newBrowser } = await createRig();
  idp.user = { sub: "user-1", name: "Ada", email: "ada@example.com", email_verified: false };
  await browser.signIn("one");
  assertEquals((await browser.session())?.user?.email, "ada@example.com");
  assertEquals((await adapter.getUserByEmail("ada@example.com"))?.emailVerified, null);

  // Another provider links by address, so an unverified one is not stored.
  const lenient = await createRig({}, true);
  lenient.idp.user = {
    sub: "user-1",
    name: "Ada",
    email: "ada@example.com",
    email_verified: false,
  };
  await lenient.browser.signIn("one");
  assertEquals((await lenient.browser.session())?.user?.name, "Ada");
  assertEquals(await lenient.adapter.getUserByEmail("ada@example.com"), null);
  const landing = await newBrowser().signIn("two");
  assertEquals(landing.url.searchParams.get("error"), "OAuthAccountNotLinked");
});

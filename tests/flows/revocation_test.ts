/**
 * Sessions that a user can end from another browser, with both strategies and on
 * every adapter.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig, AuthError } from "../../mod.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import Credentials from "../../src/providers/credentials.ts";
import { getToken } from "../../src/frameworks/server.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import {
  identify as identifySession,
  list as listSessions,
  revoke as revokeSession,
  revokeAll as revokeAllSessions,
  revokeOthers as revokeOtherSessions,
} from "../../src/server/sessions.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { setClientAddress } from "../../src/http/client_address.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { SECRET } from "./_rig.ts";

const APP = "https://app.example";

type Store = { adapter: FullAdapter; records?: RecordStore; close(): void };

const STORES: Record<string, () => Promise<Store> | Store> = {
  memory: () => ({ adapter: MemoryAdapter(), close() {} }),
  sqlite: () => {
    const adapter = SqliteAdapter(":memory:");
    return { adapter, close: () => adapter.close() };
  },
  kv: async () => {
    const kv = await Deno.openKv(":memory:");
    return { adapter: DenoKvAdapter(kv), close: () => kv.close() };
  },
  "records beside an adapter without them": () => ({
    adapter: withContractOnly(MemoryAdapter()),
    records: MemoryRecords(),
    close() {},
  }),
};

/** An adapter such as those of Auth.js, which list no sessions and keep no records. */
function withContractOnly(adapter: FullAdapter): FullAdapter {
  // The type promises all methods; the tests call none of those that are missing.
  return Object.fromEntries(
    CONTRACT.map((name) => [name, adapter[name]]),
  ) as unknown as FullAdapter;
}

/** An app with one user, who signs in with any number of browsers. */
async function createRig(
  { adapter, records, strategy, ...session }: {
    adapter: FullAdapter;
    records?: RecordStore | undefined;
    strategy: "jwt" | "database";
    maxLag?: number;
  },
) {
  const errors: Error[] = [];
  const user = await adapter.createUser({
    id: crypto.randomUUID(),
    email: "ada@example.com",
    emailVerified: null,
    name: "Ada",
  });
  const createConfig = (): AuthConfig => ({
    providers: [
      Credentials({ authorize: () => ({ id: user.id, name: "Ada", email: "ada@example.com" }) }),
    ],
    adapter,
    records,
    session: { strategy, revocation: { maxLag: session.maxLag } },
    secret: SECRET,
    trustHost: true,
    // All browsers of all tests have one address.
    limits: { perAddress: false },
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
  });
  const config = createConfig();
  const newBrowser = (device = "Test", address = "192.0.2.1") =>
    createBrowser(APP, {
      [APP]: (request) => {
        request.headers.set("user-agent", device);
        setClientAddress(request, address);
        return new URL(request.url).pathname.startsWith("/auth/")
          ? Auth(request, config)
          : new Response();
      },
    });
  const signIn = async (device?: string, address?: string) => {
    const browser = newBrowser(device, address);
    await browser.signInWithCredentials({});
    return browser;
  };
  const identify = (browser: TestBrowser) => {
    const cookie = browser.cookies.header(new URL(APP));
    return identifySession(config, new Request(APP, { headers: { cookie } }));
  };
  return { user, config, createConfig, errors, signIn, newBrowser, identify };
}

const isIn = async (browser: TestBrowser) => (await browser.session())?.user?.name === "Ada";

for (const [name, createStore] of Object.entries(STORES)) {
  for (const strategy of ["jwt", "database"] as const) {
    const title = `revocation (${strategy}, ${name})`;

    Deno.test(`${title}: lists sessions with device, address and times, and ends one`, async () => {
      const { close, ...store } = await createStore();
      const { user, config, signIn, identify, errors } = await createRig({ ...store, strategy });
      const laptop = await signIn("Laptop", "192.0.2.1");
      const phone = await signIn("Phone", "2001:db8::1");
      const listed = await listSessions(config, user.id);
      assertEquals(
        listed.map(({ device, address }) => `${device} ${address}`).sort(),
        ["Laptop 192.0.2.1", "Phone 2001:db8::1"],
      );
      for (const { createdAt, lastSeenAt, expires } of listed) {
        assert(createdAt! <= new Date() && lastSeenAt! <= new Date() && expires > new Date());
      }
      const { id, userId } = (await identify(phone))!;
      assertEquals(userId, user.id);
      assertEquals(await revokeSession(config, user.id, id), true);
      assertEquals(await isIn(phone), false);
      assertEquals(await isIn(laptop), true);
      assertEquals((await listSessions(config, user.id)).map(({ device }) => device), ["Laptop"]);
      assertEquals(await revokeSession(config, user.id, id), false);
      assertEquals(errors, []);
      close();
    });

    Deno.test(`${title}: a copied cookie ends with its session`, async () => {
      const { close, ...store } = await createStore();
      const { signIn, newBrowser, user, config } = await createRig({ ...store, strategy });
      const owner = await signIn();
      const cookie = owner.cookies.header(new URL(APP));
      const thief = newBrowser();
      const asThief = async () =>
        await (await thief.fetch("/auth/session", { headers: { cookie } })).json();
      assertEquals((await asThief()).user.name, "Ada");
      await owner.post("/signout");
      assertEquals(await asThief(), null);
      assertEquals(await listSessions(config, user.id), []);
      close();
    });

    Deno.test(`${title}: ends the other sessions, then all, and none of other users`, async () => {
      const { close, ...store } = await createStore();
      const { signIn, identify, user, config } = await createRig({ ...store, strategy });
      const browsers = [await signIn(), await signIn(), await signIn()];
      const { id } = (await identify(browsers[1]!))!;
      assertEquals(await revokeAllSessions(config, "another-user"), 0);
      assertEquals(await revokeSession(config, "another-user", id), false);
      assertEquals(await revokeOtherSessions(config, user.id, id), 2);
      assertEquals(await Promise.all(browsers.map(isIn)), [false, true, false]);
      assertEquals(await revokeAllSessions(config, user.id), 1);
      assertEquals(await isIn(browsers[1]!), false);
      close();
    });

    Deno.test(`${title}: a session stays ended after fifty parallel ends and reads`, async () => {
      const { close, ...store } = await createStore();
      const { signIn, identify, user, config } = await createRig({ ...store, strategy });
      const browser = await signIn();
      const { id } = (await identify(browser))!;
      await Promise.all(
        Array.from(
          { length: 50 },
          (_, index) => index % 2 ? revokeSession(config, user.id, id) : browser.session(),
        ),
      );
      assertEquals(await isIn(browser), false);
      assertEquals(await listSessions(config, user.id), []);
      close();
    });

    Deno.test(`${title}: deleting the user ends every session`, async () => {
      const { close, ...store } = await createStore();
      const { signIn, user, config } = await createRig({ ...store, strategy });
      const browsers = [await signIn(), await signIn()];
      await deleteUser(config, user.id);
      assertEquals(await Promise.all(browsers.map(isIn)), [false, false]);
      assertEquals(await listSessions(config, user.id), []);
      assertEquals(await store.adapter.getUser(user.id), null);
      close();
    });

    Deno.test(`${title}: signing in again replaces the session of that browser`, async () => {
      const { close, ...store } = await createStore();
      const { signIn, user, config } = await createRig({ ...store, strategy });
      const browser = await signIn();
      await browser.signInWithCredentials({});
      assertEquals(await isIn(browser), true);
      assertEquals((await listSessions(config, user.id)).length, 1);
      close();
    });
  }
}

Deno.test("revocation: `lastSeenAt` and the address are updated every five minutes", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    using time = new FakeTime();
    const adapter = MemoryAdapter();
    const { signIn, user, config } = await createRig({ adapter, strategy });
    const browser = await signIn();
    let writes = 0;
    const { put } = adapter.records;
    adapter.records.put = (...args) => {
      writes++;
      return put(...args);
    };
    for (let minute = 0; minute < 20; minute++) {
      time.tick(60_000);
      await browser.session();
    }
    assertEquals(writes, 4, strategy);
    const [session] = await listSessions(config, user.id);
    assertEquals(session!.lastSeenAt!.valueOf(), Date.now());
  }
});

Deno.test("revocation: a session in daily use outlives maxAge, and so does its record", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    using time = new FakeTime();
    const { signIn } = await createRig({ adapter: MemoryAdapter(), strategy });
    const browser = await signIn();
    for (let day = 0; day < 90; day++) {
      time.tick(24 * 60 * 60 * 1000);
      assertEquals(await isIn(browser), true, `${strategy}, day ${day}`);
    }
  }
});

Deno.test("revocation: another process accepts an ended token for at most maxLag", async () => {
  using time = new FakeTime();
  const adapter = MemoryAdapter();
  const { signIn, identify, user, createConfig } = await createRig({
    adapter,
    strategy: "jwt",
    maxLag: 30,
  });
  const browser = await signIn();
  const { id } = (await identify(browser))!;
  assertEquals(await isIn(browser), true);
  // Simulates another process: another object on the same records.
  const { adapter: _, ...elsewhere } = createConfig();
  elsewhere.records = { ...adapter.records };
  elsewhere.session = { strategy: "jwt", revocation: {} };
  assertEquals(await revokeSession(elsewhere, user.id, id), true);
  time.tick(29_000);
  assertEquals(await isIn(browser), true);
  time.tick(2_000);
  assertEquals(await isIn(browser), false);
});

Deno.test("revocation: without maxLag, every read queries the store; while it fails, the answer is 503 and the cookie stays", async () => {
  const adapter = MemoryAdapter();
  const { signIn, errors } = await createRig({ adapter, strategy: "jwt" });
  const browser = await signIn();
  const { get } = adapter.records;
  adapter.records.get = () => Promise.reject(new Error("connection lost"));
  const { status, headers } = await browser.fetch("/auth/session");
  assertEquals([status, headers.get("retry-after"), headers.getSetCookie()], [503, "5", []]);
  assertEquals(errors.map(({ name }) => name), ["AdapterError"]);
  adapter.records.get = get;
  assertEquals(await isIn(browser), true);
});

Deno.test("revocation: sessions that started before it was enabled can be ended", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const { signIn, config, user } = await createRig({ adapter: MemoryAdapter(), strategy });
    config.session = { strategy };
    const browser = await signIn();
    config.session = { strategy, revocation: {} };
    assertEquals(await isIn(browser), true);
    const [session] = await listSessions(config, user.id);
    assertEquals(session!.device, "Test");
    await revokeSession(config, user.id, session!.id);
    assertEquals(await isIn(browser), false, strategy);
  }
});

/** A browser that signed in before revocation was enabled, and a copy of its cookie. */
async function createOldSession(name: string) {
  const { close, ...store } = await STORES[name]!();
  const rig = await createRig({ ...store, strategy: "jwt" });
  const { config, signIn, newBrowser, user } = rig;
  config.session = { strategy: "jwt" };
  const owner = await signIn();
  const cookie = owner.cookies.header(new URL(APP));
  config.session = { strategy: "jwt", revocation: {} };
  /** Reads the session in a new browser that has only the copy. */
  const readCopy = async (): Promise<boolean> => {
    const response = await newBrowser("Copy").fetch("/auth/session", { headers: { cookie } });
    return (await response.json())?.user?.name === "Ada";
  };
  const ids = async () => (await listSessions(config, user.id)).map(({ id }) => id);
  return { ...rig, owner, cookie, readCopy, ids, close };
}

for (const name of Object.keys(STORES)) {
  const title = `revocation (jwt, ${name}): for a session that started before it was enabled,`;

  Deno.test(`${title} all copies share one record, and end with it`, async () => {
    const { owner, readCopy, ids, user, config, errors, close } = await createOldSession(name);
    assertEquals(await readCopy(), true);
    assertEquals(await isIn(owner), true);
    const reads = await Promise.all(Array.from({ length: 50 }, readCopy));
    assertEquals(reads.every(Boolean), true);
    assertEquals((await ids()).length, 1);
    assertEquals(await revokeAllSessions(config, user.id), 1);
    for (let i = 0; i < 3; i++) {
      assertEquals([await readCopy(), await isIn(owner), await ids()], [false, false, []]);
    }
    assertEquals(errors, []);
    close();
  });

  Deno.test(`${title} the same token in other characters ends too`, async () => {
    const { owner, cookie, newBrowser, user, config, close } = await createOldSession(name);
    const [, start, token, end] = /^(.*session-token=)([^;]+)(.*)$/.exec(cookie)!;
    // Some bits of a part's last character are not decoded.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const variants = token!.split(".").flatMap((part, index, parts) =>
      [...part && alphabet].map((char) => parts.with(index, part.slice(0, -1) + char).join("."))
    );
    const toHeaders = (variant: string) => ({ cookie: start + variant + end });
    assertEquals(await isIn(owner), true);
    const accepted: string[] = [];
    for (const variant of new Set(variants)) {
      const request = new Request(APP, { headers: toHeaders(variant) });
      if (await getToken(request, config)) accepted.push(variant);
    }
    assert(accepted.length > 1, "more than one spelling is accepted");
    await revokeAllSessions(config, user.id);
    for (const variant of accepted) {
      const response = await newBrowser("Copy").fetch("/auth/session", {
        headers: toHeaders(variant),
      });
      assertEquals(await response.json(), null, variant);
    }
    close();
  });

  Deno.test(`${title} a sign-out ends the copies`, async () => {
    for (const wasRead of [true, false]) {
      const { owner, cookie, readCopy, ids, config, close } = await createOldSession(name);
      if (wasRead) assertEquals([await isIn(owner), await readCopy()], [true, true]);
      await owner.post("/signout");
      assertEquals([await readCopy(), await ids()], [false, []], `read before: ${wasRead}`);
      const request = new Request(APP, { headers: { cookie } });
      assertEquals(await getToken(request, config), null, "getToken() rejects the copy too");
      close();
    }
  });

  Deno.test(`${title} the next sign-in of its browser ends the copies`, async () => {
    const { owner, readCopy, ids, close } = await createOldSession(name);
    await owner.signInWithCredentials({});
    assertEquals([await readCopy(), await isIn(owner)], [false, true]);
    assertEquals((await ids()).length, 1);
    close();
  });
}

Deno.test("revocation: the record that an old session has ended lasts as long as its token", async () => {
  using time = new FakeTime();
  const { owner, readCopy, config, user } = await createOldSession("sqlite");
  assertEquals(await isIn(owner), true);
  await revokeAllSessions(config, user.id);
  for (let day = 0; day < 31; day++) {
    // Other sign-ins make the store delete expired rows.
    await owner.signInWithCredentials({});
    assertEquals(await readCopy(), false, `day ${day}`);
    time.tick(24 * 60 * 60 * 1000);
  }
});

Deno.test("revocation: a jwt callback that returns a new token keeps the session's id", async () => {
  const { signIn, config, user } = await createRig({ adapter: MemoryAdapter(), strategy: "jwt" });
  config.callbacks = { jwt: ({ token }) => ({ sub: token.sub, name: token.name, at: Date.now() }) };
  const browser = await signIn();
  await isIn(browser);
  await isIn(browser);
  assertEquals((await listSessions(config, user.id)).length, 1);
});

Deno.test("revocation: a jwt callback that ends a session ends it for every copy", async () => {
  const { signIn, config, user } = await createRig({ adapter: MemoryAdapter(), strategy: "jwt" });
  const browser = await signIn();
  const other = await signIn();
  const copy = new Request(`${APP}/auth/session`, {
    headers: { cookie: browser.cookies.header(new URL(APP)) },
  });
  // Whatever it does to the claims before.
  config.callbacks = {
    jwt: ({ token }) => {
      for (const name of Object.keys(token)) delete (token as Record<string, unknown>)[name];
      return null;
    },
  };
  assertEquals(await isIn(browser), false);
  config.callbacks = {};
  assertEquals(await (await Auth(copy, config)).json(), null);
  assertEquals((await listSessions(config, user.id)).length, 1);
  assertEquals(await isIn(other), true);
});

Deno.test("revocation: works with records alone, without an adapter", async () => {
  const config: AuthConfig = {
    providers: [Credentials({ authorize: () => ({ id: "7", name: "Ada" }) })],
    records: MemoryRecords(),
    session: { revocation: {} },
    secret: SECRET,
    trustHost: true,
  };
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
  });
  await browser.signInWithCredentials({});
  assertEquals(await isIn(browser), true);
  assertEquals((await listSessions(config, "7")).length, 1);
  assertEquals(await revokeAllSessions(config, "7"), 1);
  assertEquals(await isIn(browser), false);
});

Deno.test("revocation: an error names the missing option", async () => {
  const base = { providers: [], secret: SECRET, trustHost: true };
  await assertRejects(() => listSessions(base, "1"), Error, "session.revocation");
  const { records: _, ...adapter } = MemoryAdapter();
  for (const strategy of ["jwt", "database"] as const) {
    const config: AuthConfig = { ...base, adapter, session: { strategy, revocation: {} } };
    const error = await assertRejects(() => listSessions(config, "1"), AuthError);
    assert(error.message.includes("`session.revocation`"), error.message);
    assert(error.message.includes("set `records`"), error.message);
    assertEquals(error.cause, { option: "session.revocation" });
  }
});

/**
 * The client without cookies as an app of React Native has it: a store for secrets that takes short
 * texts and can fail, the browser of the system, an engine without Web Crypto and without a document,
 * and answers that are lost.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertRejects, equal } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { build } from "esbuild";
import { createContext, runInContext } from "node:vm";
import { Auth } from "../../mod.ts";
import {
  authSession,
  type AuthSessionBrowser,
  createNativeClient,
  createNativeUseSession,
  type NativeClient,
  type NativeClientOptions,
  type NativeCrypto,
  NativeSignInError,
  secureStorage,
  type SecureStore,
  type StateHooks,
} from "../../src/client/native.ts";
import { waitUntil } from "../_wait.ts";
import { formOf } from "./_email.ts";
import { APP } from "./_flow.ts";
import { APP_URI, createAda, createNativeApp, type NativeApp, signInBrowser } from "./_native.ts";
import { ADA, PASSWORD } from "./_passwords.ts";

/** Bytes that a store for secrets takes on every system. */
const MOST_BYTES = 2048;

/** A store of the system, which fails when it is told to. */
function createSecureStore() {
  const kept = new Map<string, string>();
  let calls = 0;
  let failing: (operation: string, call: number) => boolean = () => false;
  const operate = async <T>(name: string, run: () => T): Promise<T> => {
    await Promise.resolve();
    if (failing(name, ++calls)) throw new Error("The keychain is locked");
    return run();
  };
  const store: SecureStore = {
    getItemAsync: (key) => operate("get", () => kept.get(key) ?? null),
    setItemAsync: (key, value) =>
      operate("set", () => {
        assert(/^[\w.-]+$/.test(key), key);
        assert(new TextEncoder().encode(value).length <= MOST_BYTES, `${value.length}`);
        kept.set(key, value);
      }),
    deleteItemAsync: (key) => operate("delete", () => void kept.delete(key)),
  };
  return {
    store,
    kept,
    fail(when: typeof failing) {
      calls = 0;
      failing = when;
    },
    text: () => secureStorage(store).get() as Promise<string | null>,
  };
}

/** `expo-crypto`, by its shape. */
const expoCrypto: NativeCrypto = {
  getRandomValues: (array) => crypto.getRandomValues(array),
  digest: (algorithm, data) => crypto.subtle.digest(algorithm, data),
};

function clientOf(app: NativeApp, options: Partial<NativeClientOptions> = {}) {
  const secure = createSecureStore();
  const sent: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    sent.push(pathname.replace("/auth/native/", ""));
    if (pathname.startsWith("/auth/")) return await Auth(request, app.config);
    const who = await app.auth.authenticate(request, { accept: ["bearer"] });
    return who.ok ? Response.json(who.id) : who.response();
  };
  const open = (more: Partial<NativeClientOptions> = {}): NativeClient =>
    createNativeClient({
      url: `${APP}/auth`,
      client: "Acme for Android",
      storage: secureStorage(secure.store),
      crypto: expoCrypto,
      fetch: send,
      ...options,
      ...more,
    });
  const ask = async (client: NativeClient) => {
    const response = await client.fetch(`${APP}/api`);
    return response.ok ? await response.json() as string : response.status;
  };
  return { client: open(), open, ask, send, sent, secure };
}

/** The page of the service in the browser of the system, where the user presses a button. */
async function browserOf(app: NativeApp, step = "continue") {
  const browser = app.open();
  await signInBrowser(browser);
  const visit = async (url: string): Promise<string> => {
    const html = await (await browser.fetch(url)).text();
    const form = html.split("<form").find((part) => part.includes(`value="${step}"`))!;
    const { action, fields } = formOf(`<form${form}`);
    const response = await browser.fetch(new URL(action, APP).href, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    await response.body?.cancel();
    return response.headers.get("location")!;
  };
  const of = (change: (url: string) => string = (url) => url): AuthSessionBrowser => ({
    openAuthSessionAsync: async (url, redirectUrl) => {
      assertEquals(redirectUrl, APP_URI);
      return { type: "success", url: change(await visit(url)) };
    },
  });
  return { of };
}

async function enter(client: NativeClient): Promise<void> {
  const body = { email: ADA, password: PASSWORD };
  const response = await client.call("callback/password", body);
  assertEquals(response.status, 200, await response.text());
}

const refusal = async (run: () => Promise<unknown>) =>
  (await assertRejects(run, NativeSignInError)).code;

Deno.test("native app: the browser of the system, without Web Crypto", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, ask, secure } = clientOf(app);
  const { of } = await browserOf(app);
  let changes = 0;
  const stop = client.onChange(() => changes++);
  await client.signIn(authSession(of(), APP_URI));
  assertEquals([await ask(client), changes], [id, 1]);
  assertEquals((await client.session())?.user?.email, ADA);
  // Tokens are in the store for secrets alone, in pieces that it takes.
  const text = (await secure.text())!;
  assertEquals(secure.kept.size, 1 + Math.ceil(text.length / 1800));
  await client.signOut();
  assertEquals([await client.session(), changes, [...secure.kept]], [null, 2, []]);
  assertEquals((await app.auth.sessions.list(id)).length, 1);
  stop();
  await client.signIn(authSession(of(), APP_URI));
  assertEquals(changes, 2);
  // Another session in place of one is a change, and a refresh is none.
  client.onChange(() => changes++);
  await client.signIn(authSession(of(), APP_URI));
  assertEquals(changes, 3);
  const time = new FakeTime(Date.now() + 595_000);
  try {
    assertEquals([await ask(client), changes], [id, 3]);
  } finally {
    time.restore();
  }
});

Deno.test("native app: answers that are not for this sign-in", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, open, secure } = clientOf(app);
  const { of } = await browserOf(app);
  const other = clientOf(app).client;
  /** The answer to another attempt, of this client or another. */
  const answerTo = async (from: NativeClient) => {
    let answer = "";
    const closed = of((url) => {
      answer = url;
      throw new Error("closed");
    });
    await assertRejects(() => from.signIn(authSession(closed, APP_URI)), Error, "closed");
    return answer;
  };
  const withCode = (url: string, from: string) => {
    const mixed = new URL(url);
    mixed.searchParams.set("code", new URL(from).searchParams.get("code")!);
    return mixed.href;
  };
  const [mine, theirs] = [await answerTo(client), await answerTo(other)];
  const wrong: [change: (url: string) => string, code: string][] = [
    // The whole answer of another attempt, and its code with this state.
    [() => mine, "wrong_answer"],
    [() => theirs, "wrong_answer"],
    [(url) => withCode(url, mine), "invalid_grant"],
    [(url) => withCode(url, theirs), "invalid_grant"],
    // The redirect URI of another app, and other places of this one.
    [(url) => url.replace(APP_URI, "com.example.evil:/callback"), "wrong_answer"],
    [(url) => url.replace(APP_URI, "com.example.app:/other"), "wrong_answer"],
    [(url) => url.replace(APP_URI, "https://evil.example/callback"), "wrong_answer"],
    [() => "", "wrong_answer"],
    [() => "null", "wrong_answer"],
    [(url) => url.replace("state=", "state=x"), "wrong_answer"],
    [(url) => url.replace(/state=[^&]*/, "state="), "wrong_answer"],
    [(url) => url.replace(/state=[^&]*&?/, ""), "wrong_answer"],
    [(url) => url.replace(/iss=[^&]*/, "iss=https://evil.example/auth"), "wrong_answer"],
    [(url) => url.replace(/code=[^&]*/, "error=access_denied"), "access_denied"],
  ];
  for (const [change, code] of wrong) {
    assertEquals(await refusal(() => client.signIn(authSession(of(change), APP_URI))), code);
  }
  for (const type of ["cancel", "dismiss", "locked"]) {
    const closed = { openAuthSessionAsync: () => Promise.resolve({ type }) };
    assertEquals(await refusal(() => client.signIn(authSession(closed, APP_URI))), "access_denied");
  }
  const cancelling = await browserOf(app, "cancel");
  const cancelled = authSession(cancelling.of(), APP_URI);
  assertEquals(await refusal(() => client.signIn(cancelled)), "access_denied");
  // The service refuses the redirect URI of another app.
  const evil = "com.example.evil:/callback";
  const refused: AuthSessionBrowser = {
    openAuthSessionAsync: async (url) => {
      const page = await app.open().fetch(url);
      assertEquals(page.status, 400);
      await page.body?.cancel();
      return { type: "dismiss" };
    },
  };
  assertEquals(await refusal(() => client.signIn(authSession(refused, evil))), "access_denied");
  assertEquals([...secure.kept], []);
  assertEquals(await client.session(), null);

  // Two attempts of one app at once: each gets its own answer.
  const both = [open(), open()];
  await Promise.all(both.map((one) => one.signIn(authSession(of(), APP_URI))));
  for (const one of both) assertEquals((await one.session())?.user?.email, ADA);
  assert((await app.auth.sessions.list(id)).length >= 2);
});

Deno.test("native app: an engine without cryptography is told what to set", async () => {
  const app = createNativeApp();
  for (const broken of [{}, { getRandomValues: () => new Uint8Array(32) }]) {
    const { client } = clientOf(app, { crypto: broken as NativeCrypto });
    const browser = { openAuthSessionAsync: () => Promise.resolve({ type: "cancel" }) };
    await assertRejects(
      () => client.signIn(authSession(browser, APP_URI)),
      TypeError,
      "Set `crypto`",
    );
  }
});

Deno.test("native app: fifty requests of two processes, and each first answer of a refresh is lost", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, open, ask, send, sent } = clientOf(app);
  await enter(client);
  const lossy = (): typeof fetch => {
    let isLost = false;
    return async (input, init) => {
      const response = await send(input, init);
      if (isLost || !String(input).endsWith("/token")) return response;
      isLost = true;
      await response.body?.cancel();
      throw new TypeError("The connection was lost");
    };
  };
  const time = new FakeTime(Date.now() + 595_000);
  try {
    const processes = [open({ fetch: lossy() }), open({ fetch: lossy() })];
    sent.length = 0;
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(processes[index % 2]!)),
    );
    assertEquals(all, Array(50).fill(id));
    // One refresh of each process, and its repetition.
    assert(sent.filter((path) => path === "token").length <= 4, sent.join(" "));
    await time.tickAsync(595_000);
    for (const one of [...processes, open()]) assertEquals(await ask(one), id);
    assertEquals((await app.auth.sessions.list(id)).length, 1);
  } finally {
    time.restore();
  }
});

Deno.test("native app: a refresh token that a copy has used ends the session, and the app knows", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, ask, secure } = clientOf(app);
  await enter(client);
  const { tokens: { refreshToken } } = JSON.parse((await secure.text())!);
  const stolen = { grant_type: "refresh_token", refresh_token: refreshToken };
  assertEquals((await app.token(stolen)).status, 200);
  const time = new FakeTime(Date.now() + 595_000);
  try {
    assertEquals(await ask(client), 401);
    assertEquals([await client.session(), [...secure.kept]], [null, []]);
    assertEquals(await app.auth.sessions.list(id), []);
  } finally {
    time.restore();
  }
});

Deno.test("native app: a store that fails is never the end of a session", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, open, ask, secure } = clientOf(app);
  await enter(client);
  const locked = (run: () => Promise<unknown>) => assertRejects(run, Error, "locked");
  // It cannot be read.
  const second = open();
  secure.fail((name) => name === "get");
  await locked(() => ask(second));
  await locked(() => second.session());
  secure.fail(() => false);
  assertEquals(await ask(second), id);
  const time = new FakeTime(Date.now() + 595_000);
  try {
    // It cannot be written after a refresh: the successor is known, and saved later.
    const before = await secure.text();
    secure.fail((name) => name === "set");
    await locked(() => ask(second));
    assertEquals(await ask(second), id);
    assertEquals(await secure.text(), before);
    // The next refresh waits until the one before is saved.
    await time.tickAsync(595_000);
    await locked(() => ask(second));
    secure.fail(() => false);
    assertEquals(await ask(second), id);
    const { tokens } = JSON.parse((await secure.text())!);
    assertEquals(await app.reason(tokens.accessToken), "in");
    await time.tickAsync(595_000);
    assertEquals(await ask(open()), id);
  } finally {
    time.restore();
  }
});

Deno.test("native app: a store that fails at any call has the text before or the text after", async () => {
  const { store, kept, fail, text } = createSecureStore();
  const storage = secureStorage(store);
  const texts = ["a".repeat(5000), "b".repeat(100), "c".repeat(4000), null, "d".repeat(3601)];
  let before: string | null = null;
  for (const after of texts) {
    for (let failing = 1;; failing++) {
      fail((_, call) => call >= failing);
      const isDone = await Promise.resolve(storage.set(after)).then(() => true, () => false);
      fail(() => false);
      const found = await text();
      assert(found === before || found === after, `${failing}`);
      // It is tried again from what is there.
      before = found;
      if (isDone) break;
      assert(failing < 50);
    }
    assertEquals(await text(), after);
    before = after;
  }
  // A call that fails alone leaves nothing of its write.
  const isWhole = () => {
    const [name, count] = kept.get("auth")!.split(":");
    const pieces = Array.from({ length: Number(count) }, (_, index) => `auth.${name}.${index}`);
    assertEquals([...kept.keys()].sort(), ["auth", ...pieces]);
  };
  kept.clear();
  await storage.set("a".repeat(3700));
  isWhole();
  for (let failing = 1; failing <= 7; failing++) {
    fail((_, call) => call === failing);
    await assertRejects(async () => await storage.set("b".repeat(5000)), Error, "locked");
    fail(() => false);
    assertEquals(await text(), "a".repeat(3700));
    isWhole();
  }
  // What could not be read again is not written.
  const tooLong = async () => await storage.set("e".repeat(36_001));
  await assertRejects(tooLong, RangeError, "more than 36000 characters");
  assertEquals(await text(), "a".repeat(3700));
  isWhole();
  await storage.set("e".repeat(36_000));
  assertEquals((await text())?.length, 36_000);
  await storage.set(null);
  assertEquals([...kept], []);
  // What another version or app has written is as good as none.
  for (const head of ["", "x", "a:", "a:0", "a:9", "b:-1", "a:1e9", "a:NaN", "{}", "a:0.5"]) {
    kept.set("auth", head);
    assertEquals(await text(), null, head);
  }
});

Deno.test("native app: pieces of a process that ended in a write are removed by a later one", async () => {
  const { store, kept, fail, text } = createSecureStore();
  const storage = secureStorage(store);
  using time = new FakeTime();
  const isWhole = () => {
    const [name, count] = kept.get("auth")?.split(":") ?? [];
    const pieces = Array.from(
      { length: Number(count ?? 0) },
      (_, index) => `auth.${name}.${index}`,
    );
    return equal([...kept.keys()].sort(), name ? ["auth", ...pieces] : []);
  };
  let ended = 0;
  for (const after of ["b".repeat(5000), null]) {
    for (let last = 0;; last++) {
      kept.clear();
      await storage.set("a".repeat(3700));
      // The process ends: no call arrives after this one.
      fail((_, call) => call > last);
      const isDone = await Promise.resolve(storage.set(after)).then(() => true, () => false);
      fail(() => false);
      if (isDone) break;
      const before = await text();
      ended += isWhole() ? 0 : 1;
      // Another process may write still.
      await storage.set(before);
      assertEquals(await text(), before);
      time.tick(10 * 60_000);
      await storage.set("c".repeat(2000));
      assert(isWhole(), `after ${last} calls: ${[...kept.keys()]}`);
      await storage.set(null);
      assertEquals([...kept], []);
    }
  }
  assert(ended > 8, `${ended}`);
});

Deno.test("native app: of two writes at once one text stays, and no piece of the other", async () => {
  const { store, kept, text } = createSecureStore();
  const [one, two] = [secureStorage(store), secureStorage(store)];
  const texts = ["b".repeat(5000), "c".repeat(3000)];
  for (const before of ["a".repeat(3700), "", null]) {
    await one.set(before);
    assertEquals(await text(), before);
    await Promise.all([one.set(texts[0]!), two.set(texts[1]!)]);
    const found = await text();
    assert(texts.includes(found!), `${found?.length}`);
    assertEquals(kept.size, 1 + Math.ceil(found!.length / 1800), `${[...kept.keys()]}`);
    await one.set(null);
    assertEquals([...kept], []);
  }
});

Deno.test("native app: a write that the system held up for minutes names no pieces that are gone", async () => {
  const { store, kept } = createSecureStore();
  using time = new FakeTime();
  const storage = secureStorage(store);
  await storage.set("a".repeat(3700));
  let isHeld = true;
  const held = secureStorage({
    ...store,
    async setItemAsync(key, value) {
      if (isHeld && value.startsWith("b")) {
        isHeld = false;
        time.tick(11 * 60_000);
        await storage.set("c".repeat(3700));
      }
      await store.setItemAsync(key, value);
    },
  });
  await assertRejects(async () => await held.set("b".repeat(3700)), Error, "took too long");
  assertEquals(await storage.get(), "c".repeat(3700));
  assertEquals([...kept.keys()].length, 4, `${[...kept.keys()]}`);
});

Deno.test("native app: a reader beside a writer finds one text or the other", async () => {
  const { store } = createSecureStore();
  const writer = secureStorage(store);
  const reader = secureStorage({
    ...store,
    // A reader that is slower than the writer.
    async getItemAsync(key) {
      for (let task = 0; task < 3; task++) await Promise.resolve();
      return await store.getItemAsync(key);
    },
  });
  const texts = ["a".repeat(5000), "b".repeat(5000), "c".repeat(2000)];
  await writer.set(texts[0]!);
  let isDone = false;
  const writes = (async () => {
    for (let round = 0; round < 300; round++) await writer.set(texts[round % 3]!);
    isDone = true;
  })();
  const reads: (string | null)[] = [];
  while (!isDone) reads.push(await reader.get());
  await writes;
  assert(reads.length > 3, `${reads.length}`);
  for (const read of reads) assert(texts.includes(read!), `${read?.length}`);
});

Deno.test("native app: a sign-out ends the session at the service, also later and while it refreshes", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, open, ask, send, secure } = clientOf(app);
  let isDown = true;
  const offline = open({
    fetch: async (input, init) => {
      if (isDown) throw new TypeError("There is no connection");
      return await send(input, init);
    },
  });
  isDown = false;
  await enter(offline);
  isDown = true;
  await offline.signOut();
  assertEquals(await offline.session(), null);
  assertEquals((await app.auth.sessions.list(id)).length, 1);
  // Started again, with a connection.
  isDown = false;
  const again = open();
  assertEquals(await again.session(), null);
  const isEnded = async () => (await app.auth.sessions.list(id)).length === 0;
  await waitUntil("the service knows of the end", isEnded);
  await waitUntil("the store is empty", () => secure.kept.size === 0);

  // A refresh whose answer comes after the sign-out signs nobody in.
  await enter(client);
  const time = new FakeTime(Date.now() + 595_000);
  try {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slow = open({
      fetch: async (input, init) => {
        const response = await send(input, init);
        if (String(input).endsWith("/token")) {
          asked.resolve();
          await held.promise;
        }
        return response;
      },
    });
    const answer = ask(slow);
    await asked.promise;
    await slow.signOut();
    held.resolve();
    assertEquals(await answer, 401);
    assertEquals([await slow.session(), [...secure.kept]], [null, []]);
    assertEquals(await app.auth.sessions.list(id), []);

    // Nor does it take the place of the next session.
    await enter(client);
    await time.tickAsync(595_000);
    const [late, lateAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const busy = open({
      fetch: async (input, init) => {
        const response = await send(input, init);
        if (String(input).endsWith("/token")) {
          lateAsked.resolve();
          await late.promise;
        }
        return response;
      },
    });
    const old = ask(busy);
    await lateAsked.promise;
    await busy.signOut();
    await enter(busy);
    late.resolve();
    await old;
    assertEquals((await busy.session())?.user?.email, ADA);
    await busy.signOut();

    // A store that keeps the tokens: they open nothing.
    await enter(client);
    const { tokens } = JSON.parse((await secure.text())!);
    secure.fail((name) => name !== "get");
    await assertRejects(() => client.signOut(), Error, "locked");
    secure.fail(() => false);
    assertEquals(await app.auth.sessions.list(id), []);
    assertNotEquals(await app.reason(tokens.accessToken), "in");
    assertEquals(await ask(open()), 401);
  } finally {
    time.restore();
  }
});

/** Answers that say nothing about a session, with their statuses. */
const UNKNOWN: readonly [status: number, body: string][] = [
  [429, '{"error":"invalid_request"}'],
  [429, '{"error":"invalid_grant"}'],
  [400, '{"error":"invalid_dpop_proof"}'],
  [400, '{"error":"invalid_client"}'],
  [401, '{"error":"invalid_token"}'],
  [403, '{"error":"invalid_grant"}'],
  [404, "{}"],
  [413, '{"error":"invalid_request"}'],
  [500, '{"error":"invalid_grant"}'],
  [503, '{"error":"temporarily_unavailable"}'],
  [200, "{}"],
  [200, "null"],
  [200, '{"access_token":"xa1_a"}'],
  [200, "<html>Sign in to this network</html>"],
];

/** Why a request has failed: `"unknown"` when the answer says nothing about the session. */
const faultOf = (run: () => Promise<unknown>): Promise<unknown> =>
  run().catch((error) => {
    const isUnknown = error instanceof SyntaxError ||
      /^The (service (answered|refused)|answer is not of)/.test(error.message);
    return isUnknown ? "unknown" : error;
  });

/** Whether a request is one to an endpoint of native clients. */
const isTo = (input: Parameters<typeof fetch>[0], ...endpoints: string[]) =>
  endpoints.some((one) => String(input).endsWith(`/native/${one}`));

Deno.test("native app: only a refusal of the service ends a session", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, open, ask, send, secure } = clientOf(app);
  await enter(client);
  const before = await secure.text();
  const time = new FakeTime(Date.now() + 595_000);
  try {
    for (const endpoints of [["token"], ["token", "call"]]) {
      for (const [status, body] of UNKNOWN) {
        const between = open({
          fetch: async (input, init) =>
            isTo(input, ...endpoints) ? new Response(body, { status }) : await send(input, init),
        });
        for (const run of [() => between.session(), () => ask(between)]) {
          assertEquals(await faultOf(run), "unknown", `${status} ${body}`);
        }
        assertEquals(await secure.text(), before, `${status} ${body}`);
      }
    }
    assertEquals(await ask(open()), id);
  } finally {
    time.restore();
  }
});

Deno.test("native app: only the service says that no user is signed in", async () => {
  const app = createNativeApp();
  await createAda(app);
  const { client, open, send, secure } = clientOf(app);
  await enter(client);
  for (const [status, body] of UNKNOWN) {
    const between = open({
      fetch: async (input, init) =>
        isTo(input, "call") ? new Response(body, { status }) : await send(input, init),
    });
    assertEquals(await faultOf(() => between.session()), "unknown", `${status} ${body}`);
  }
  assertEquals((await open().session())?.user?.email, ADA);

  // The hook shows what it knows.
  let isBusy = false;
  const app2 = open({
    fetch: async (input, init) =>
      isBusy ? Response.json({}, { status: 429 }) : await send(input, init),
  });
  const { run, ...two } = hooks();
  const front = new Set<(state: string) => void>();
  const useSession = createNativeUseSession(app2, two as unknown as StateHooks, {
    addEventListener: (_, listener) => {
      front.add(listener);
      return { remove: () => void front.delete(listener) };
    },
  });
  const shown: string[] = [];
  const stop = run(() => {
    const { status, data, isStale } = useSession();
    shown.push(`${status} ${data?.user?.email} ${isStale === true}`);
  });
  const sees = (text: string) => waitUntil(`the app shows ${text}`, () => shown.at(-1) === text);
  await sees(`authenticated ${ADA} false`);
  isBusy = true;
  for (const listener of front) listener("active");
  await sees(`authenticated ${ADA} true`);
  isBusy = false;
  for (const listener of front) listener("active");
  await sees(`authenticated ${ADA} false`);
  stop();
  assert(await secure.text());
});

Deno.test("native app: a sign-out is told until the service takes it", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, open, send, secure } = clientOf(app);
  await enter(client);
  const untold: [status: number, body: string][] = [
    ...UNKNOWN.filter(([status, body]) => status !== 200 || !body.startsWith("{")),
    [400, "<html>"],
    [415, '{"error":"invalid_request"}'],
  ];
  for (const [status, body] of untold) {
    const between = open({
      fetch: async (input, init) =>
        isTo(input, "revoke") ? new Response(body, { status }) : await send(input, init),
    });
    await between.signOut();
    assertEquals(JSON.parse((await secure.text())!).ended.length, 1, `${status} ${body}`);
  }
  assertEquals((await app.auth.sessions.list(id)).length, 1);
  await open().signOut();
  assertEquals([await secure.text(), await app.auth.sessions.list(id)], [null, []]);
  // What the service cannot read is told once.
  await secureStorage(secure.store).set(JSON.stringify({ ended: [""] }));
  await open().signOut();
  assertEquals(await secure.text(), null);
});

Deno.test("native app: a listener that throws changes nothing of a sign-out", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { client, secure } = clientOf(app);
  await enter(client);
  let heard = 0;
  client.onChange(() => {
    throw new Error("A bug of the app");
  });
  client.onChange(() => heard++);
  secure.fail((name) => name !== "get");
  await assertRejects(() => client.signOut(), Error, "locked");
  secure.fail(() => false);
  assertEquals(heard, 1);
  await enter(client);
  await client.signOut();
  assertEquals(heard, 3);
  assertEquals([[...secure.kept], await app.auth.sessions.list(id)], [[], []]);
});

/** A client whose answers of some endpoints wait, after the service has given them. */
function held(open: (more: Partial<NativeClientOptions>) => NativeClient, send: typeof fetch) {
  let wait: { endpoint: string; asked: () => void; go: Promise<void> } | undefined;
  const client = open({
    fetch: async (input, init) => {
      const response = await send(input, init);
      if (wait && isTo(input, wait.endpoint)) {
        const { asked, go } = wait;
        wait = undefined;
        asked();
        await go;
      }
      return response;
    },
  });
  /** Starts a request, whose answer comes after what is done meanwhile. */
  const late = async <T>(
    endpoint: string,
    request: () => Promise<T>,
    meanwhile: () => Promise<unknown>,
  ): Promise<T | Error> => {
    const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    wait = { endpoint, asked: asked.resolve, go: go.promise };
    const answer = request().catch((error: Error) => error);
    await asked.promise;
    await meanwhile();
    go.resolve();
    return await answer;
  };
  return { client, late };
}

Deno.test("native app: of two processes, none undoes what the other has done", async () => {
  const app = createNativeApp();
  const id = await createAda(app);
  const { open, ask, send, secure } = clientOf(app);
  const [one, other] = [open(), open()];
  await enter(one);
  // Both know the same session.
  assertEquals([await ask(one), await ask(other)], [id, id]);
  let changes = 0;
  other.onChange(() => changes++);
  await one.signOut();
  await (await other.call("signin")).body?.cancel();
  await (await other.call("signin")).body?.cancel();
  const kept = JSON.parse(await secure.text() ?? "{}");
  assertEquals([kept.tokens, await other.session(), changes], [undefined, null, 1]);
  // Also where the service does not know yet.
  const offline = open({
    fetch: (input, init) =>
      isTo(input, "revoke") ? Promise.reject(new TypeError("no connection")) : send(input, init),
  });
  await enter(offline);
  const unaware = open();
  assertEquals(await ask(unaware), id);
  await offline.signOut();
  await (await unaware.call("signin")).body?.cancel();
  assertEquals(JSON.parse((await secure.text()) ?? "{}").tokens, undefined);
  assertEquals(await unaware.session(), null);
  // A storage that cannot be read keeps no user from signing out.
  const unread = open();
  await enter(unread);
  secure.fail((name) => name === "get");
  await unread.signOut().catch(() => {});
  secure.fail(() => false);
  assertEquals([await unread.session(), await app.auth.sessions.list(id)], [null, []]);
  await open().signOut();
  // Of a refresh: what follows a used refresh token stays.
  await enter(one);
  const later = open();
  assertEquals(await ask(later), id);
  const time = new FakeTime(Date.now() + 595_000);
  try {
    assertEquals(await ask(one), id);
    const { tokens: { refreshToken } } = JSON.parse((await secure.text())!);
    await (await later.call("signin")).body?.cancel();
    assertEquals(JSON.parse((await secure.text())!).tokens.refreshToken, refreshToken);
    // Signed out by the one that knows an older refresh token.
    await time.tickAsync(595_000);
    assertEquals(await ask(one), id);
    await later.signOut();
    assertEquals([await secure.text(), await app.auth.sessions.list(id)], [null, []]);
  } finally {
    time.restore();
  }
});

Deno.test("native app: an answer that comes late undoes no sign-out, and mixes no two users", async () => {
  const app = createNativeApp();
  const ada = await createAda(app);
  const { id: bob } = await app.adapter.createUser({
    id: "bob-1",
    email: "bob@example.com",
    emailVerified: new Date(),
  });
  assertEquals(await app.auth.passwords.set(bob, PASSWORD), null);
  const { open, ask, send, secure } = clientOf(app);
  const { client, late } = held(open, send);
  const nothing = async () => {
    assertEquals([await client.session(), await secure.text()], [null, null]);
    assertEquals(await app.auth.sessions.list(ada), []);
  };
  // A sign-in, with and without one before.
  for (const isIn of [false, true]) {
    if (isIn) await enter(client);
    const answer = await late("call", () => enter(client), () => client.signOut());
    assert(answer instanceof TypeError, String(answer));
    await nothing();
  }
  const { of } = await browserOf(app);
  const before = (await app.auth.sessions.list(ada)).length;
  const answer = await late(
    "token",
    () => client.signIn(authSession(of(), APP_URI)),
    () => client.signOut(),
  );
  assert(answer instanceof TypeError, String(answer));
  assertEquals([await secure.text(), (await app.auth.sessions.list(ada)).length], [null, before]);

  // What a call of Ada has brought, while Bob signs in.
  const enterAs = (email: string, from: NativeClient) =>
    from.call("callback/password", { email, password: PASSWORD });
  const second = open();
  await enterAs(ADA, client);
  await late("call", () => enterAs(ADA, client), async () => {
    await client.signOut();
    await enterAs("bob@example.com", second);
  });
  assertEquals((await open().session())?.user?.email, "bob@example.com");
  assertEquals((await client.session())?.user?.email, "bob@example.com");
  await client.signOut();

  // A request of Ada that waits for a refresh is not sent for Bob.
  await enterAs(ADA, client);
  const time = new FakeTime(Date.now() + 595_000);
  try {
    const answered = await late("token", () => ask(client), async () => {
      await client.signOut();
      await enterAs("bob@example.com", second);
    });
    assertEquals(answered, 401);
    assertEquals(await ask(client), bob);
  } finally {
    time.restore();
  }
});

/** What the engine of React Native has: no window, document, `crypto`, `EventTarget`, `Buffer`. */
function engine(own: Record<string, unknown>) {
  class Plain extends Response {}
  // The polyfill of React Native has no static functions.
  Object.defineProperty(Plain, "json", { value: undefined });
  const { Headers, Request, URL, URLSearchParams, TextEncoder, btoa, setTimeout, clearTimeout } =
    globalThis;
  const given = { Headers, Request, URL, URLSearchParams, TextEncoder, btoa };
  return createContext({
    ...{ ...given, setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask },
    Response: Plain,
    ...own,
  });
}

Deno.test("native app: in an engine without browser and Node, with the hook", async () => {
  const app = createNativeApp();
  await createAda(app);
  const { send, secure } = clientOf(app);
  const { of } = await browserOf(app);
  const { outputFiles } = await build({
    entryPoints: [new URL("../../src/client/native.ts", import.meta.url).pathname],
    ...{ bundle: true, write: false, format: "iife", globalName: "native", target: "es2020" },
  });
  const context = engine({
    fetch: send,
    SecureStore: secure.store,
    ExpoCrypto: expoCrypto,
    WebBrowser: of(),
  });
  for (const name of ["window", "document", "location", "crypto", "Buffer", "process", "Event"]) {
    assertEquals(runInContext(`typeof ${name}`, context), "undefined", name);
  }
  runInContext(outputFiles[0]!.text, context);
  const client: NativeClient = runInContext(
    `auth = native.createNativeClient({
      url: ${JSON.stringify(`${APP}/auth`)},
      storage: native.secureStorage(SecureStore),
      crypto: ExpoCrypto,
    })`,
    context,
  );
  assertEquals(await client.session(), null);
  const signIn = `auth.signIn(native.authSession(WebBrowser, ${JSON.stringify(APP_URI)}))`;
  const front = new Set<(state: string) => void>();
  const AppState = {
    addEventListener: (_: "change", listener: (state: string) => void) => {
      front.add(listener);
      return { remove: () => void front.delete(listener) };
    },
  };
  Object.assign(context, { AppState, ...hooks() });
  const shown: string[] = [];
  const stop = runInContext(
    `(function (show) {
      const useSession = native.createNativeUseSession(auth, { useState, useEffect }, AppState);
      return run(() => {
        const { status, data } = useSession();
        show(status + ":" + (data && data.user.email));
      });
    })`,
    context,
  )((text: string) => shown.push(text)) as () => void;
  const sees = (text: string) => waitUntil(`the app shows ${text}`, () => shown.at(-1) === text);
  await sees("unauthenticated:null");
  await runInContext(signIn, context);
  await sees(`authenticated:${ADA}`);
  assertEquals(front.size, 1);
  // Ended elsewhere, seen when the app comes to the front.
  await app.auth.sessions.revokeAll("ada-1");
  for (const listener of front) listener("active");
  await sees("unauthenticated:null");
  stop();
  assertEquals(front.size, 0);
});

/** The two hooks of a component that is drawn again after each change. */
function hooks() {
  let draw = () => {};
  let states: unknown[] = [];
  let effects: [inputs: readonly unknown[] | undefined, stop: void | (() => void)][] = [];
  let place = 0;
  let late: (() => void)[] = [];
  return {
    run(component: () => void) {
      [states, effects] = [[], []];
      draw = () => {
        place = 0;
        late = [];
        component();
        for (const run of late) run();
      };
      draw();
      return () => effects.forEach((one) => one?.[1]?.());
    },
    useState(initial: () => unknown) {
      const at = place++;
      states[at] ??= initial();
      return [states[at], (next: unknown) => {
        if (states[at] === next) return;
        states[at] = next;
        queueMicrotask(() => draw());
      }];
    },
    useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]) {
      const at = place++;
      const before = effects[at]?.[0];
      if (before && inputs?.every((one, index) => one === before[index])) return;
      late.push(() => {
        effects[at]?.[1]?.();
        effects[at] = [inputs, effect()];
      });
    },
  };
}

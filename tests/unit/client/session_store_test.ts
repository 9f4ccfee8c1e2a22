import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { createSessionStore, type Session, UnavailableError } from "../../../src/client/mod.ts";

const ada: Session = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };
const grace: Session = { user: { name: "Grace" }, expires: "2099-01-01T00:00:00.000Z" };

/** A server, and the parts of a page that the store uses. */
function createPage(answer: Session | null) {
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  Object.defineProperty(globalThis, "document", { value: document, configurable: true });
  const service = {
    answer,
    reads: 0,
    getSession: () => {
      service.reads++;
      return Promise.resolve(service.answer);
    },
    updateSession: (data: unknown) => {
      if (data === "refused") return Promise.resolve(null);
      service.answer = data as Session;
      return Promise.resolve(service.answer);
    },
  };
  return {
    service,
    document,
    settle: async () => {
      for (let i = 0; i < 10; i++) await Promise.resolve();
    },
    [Symbol.dispose]: () => void Reflect.deleteProperty(globalThis, "document"),
  };
}

Deno.test("createSessionStore() reads the session on start without an initial one", async () => {
  using page = createPage(ada);
  const store = createSessionStore(page.service);
  const seen: string[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get().status));
  assertEquals(store.get(), { data: null, status: "loading" });
  const stop = store.start();
  await page.settle();
  assertEquals(store.get(), { data: ada, status: "authenticated" });
  assertEquals(store.get() === store.get(), true);
  unsubscribe();
  await store.update();
  assertEquals(seen, ["authenticated"]);
  stop();
});

Deno.test("createSessionStore() uses the initial session, null included", async () => {
  using page = createPage(grace);
  for (const session of [ada, null]) {
    const store = createSessionStore(page.service, { session });
    const stop = store.start();
    await page.settle();
    assertEquals(store.get().data, session);
    stop();
  }
  assertEquals(page.service.reads, 0);
});

Deno.test("createSessionStore() reads again when the tab becomes visible, unless switched off", async () => {
  using page = createPage(grace);
  const comeBack = async (visibilityState: string) => {
    page.document.visibilityState = visibilityState;
    page.document.dispatchEvent(new Event("visibilitychange"));
    await page.settle();
  };
  const store = createSessionStore(page.service, { session: ada });
  const stop = store.start();
  await comeBack("hidden");
  assertEquals(store.get().data, ada);
  await comeBack("visible");
  assertEquals(store.get().data, grace);
  store.configure({ refetchOnWindowFocus: false });
  page.service.answer = ada;
  await comeBack("visible");
  assertEquals(store.get().data, grace);
  store.configure({});
  stop();
  await comeBack("visible");
  assertEquals(store.get().data, grace);
});

Deno.test("createSessionStore() reads at intervals while there is a session", async () => {
  using page = createPage(grace);
  using time = new FakeTime();
  const store = createSessionStore(page.service, { session: ada, refetchInterval: 10 });
  const stop = store.start();
  await time.tickAsync(9_999);
  assertEquals(page.service.reads, 0);
  page.service.answer = null;
  await time.tickAsync(1);
  await page.settle();
  assertEquals(store.get().status, "unauthenticated");
  await time.tickAsync(60_000);
  assertEquals(page.service.reads, 1);
  stop();
});

Deno.test("createSessionStore() reads again after a message of another tab", async () => {
  using page = createPage(null);
  const store = createSessionStore(page.service, { session: ada });
  const changed = Promise.withResolvers<void>();
  store.subscribe(() => changed.resolve());
  const stop = store.start();
  const otherTab = new BroadcastChannel("next-auth");
  otherTab.postMessage({ event: "session", data: { trigger: "signout" } });
  await changed.promise;
  assertEquals(store.get().status, "unauthenticated");
  otherTab.close();
  stop();
});

Deno.test("update() sends data and notifies other tabs; a refusal changes nothing", async () => {
  using page = createPage(ada);
  const store = createSessionStore(page.service, { session: ada });
  const otherTab = new BroadcastChannel("next-auth");
  const told = new Promise((resolve) => otherTab.addEventListener("message", resolve));
  const statuses: string[] = [];
  store.subscribe(() => statuses.push(store.get().status));
  assertEquals(await store.update(grace), grace);
  assertEquals(statuses, ["loading", "authenticated"]);
  assertEquals(store.get().data, grace);
  await told;
  otherTab.close();
  await store.update("refused");
  assertEquals(store.get(), { data: grace, status: "authenticated" });
});

Deno.test("createSessionStore() ignores an old response after a newer one", async () => {
  using page = createPage(ada);
  const slow = Promise.withResolvers<Session | null>();
  const { getSession } = page.service;
  page.service.getSession = () => slow.promise;
  const store = createSessionStore(page.service);
  const stop = store.start();
  page.service.getSession = getSession;
  page.service.answer = null;
  await store.update();
  slow.resolve(ada);
  await page.settle();
  assertEquals(store.get().status, "unauthenticated");
  stop();
});

Deno.test("start() registers listeners once for several callers, until the last one stops", async () => {
  using page = createPage(grace);
  const store = createSessionStore(page.service);
  const stops = [store.start(), store.start()];
  await page.settle();
  assertEquals(page.service.reads, 1);
  const comeBack = async () => {
    page.document.dispatchEvent(new Event("visibilitychange"));
    await page.settle();
  };
  await comeBack();
  assertEquals(page.service.reads, 2);
  stops[0]!();
  stops[0]!(); // the second call does nothing
  await comeBack();
  assertEquals(page.service.reads, 3);
  stops[1]!();
  await page.settle();
  await comeBack();
  assertEquals(page.service.reads, 3);
  // Changes in the meantime are unknown, so the session is read.
  const stop = store.start();
  await page.settle();
  assertEquals(page.service.reads, 4);
  stop();
});

Deno.test("createSessionStore() reads again when the tab becomes visible without a session", async () => {
  using page = createPage(grace);
  const store = createSessionStore(page.service, { session: null });
  const stop = store.start();
  page.document.dispatchEvent(new Event("visibilitychange"));
  await page.settle();
  assertEquals(store.get().data, grace);
  stop();
});

Deno.test("createSessionStore() keeps the session while the service cannot be asked, and reads again by itself", async () => {
  for (const retryAfter of [undefined, 30]) {
    const failure = new UnavailableError("away", 503, retryAfter);
    using page = createPage(ada);
    using time = new FakeTime();
    const { getSession } = page.service;
    const fail = () => {
      page.service.reads++;
      return Promise.reject(failure);
    };
    const store = createSessionStore({
      updateSession: () => fail(),
      getSession: () => page.service.getSession(),
    }, { session: ada, refetchInterval: 10 });
    const stop = store.start();
    page.service.getSession = fail;
    await time.tickAsync(10_000);
    assertEquals(store.get(), { data: ada, status: "authenticated", isStale: true });
    await assertRejects(() => store.update(), UnavailableError);
    await assertRejects(() => store.update({ name: "Countess" }), UnavailableError);
    assertEquals(store.get(), { data: ada, status: "authenticated", isStale: true });
    store.configure({});
    const reads = page.service.reads;
    await time.tickAsync(60_000);
    assert(page.service.reads > reads, "it was read again");
    page.service.getSession = getSession;
    await time.tickAsync(60_000);
    assertEquals(store.get(), { data: ada, status: "authenticated" });
    page.service.getSession = fail;
    await assertRejects(() => store.refresh(), UnavailableError);
    page.service.getSession = getSession;
    globalThis.dispatchEvent(new Event("online"));
    await page.settle();
    assertEquals(store.get(), { data: ada, status: "authenticated" });
    stop();
    const before = page.service.reads;
    await time.tickAsync(600_000);
    assertEquals(page.service.reads, before, "nothing is read once it has stopped");
  }
});

Deno.test("createSessionStore() is loading until the first answer, whatever fails before", async () => {
  for (const [session, status] of [[ada, "authenticated"], [null, "unauthenticated"]] as const) {
    using page = createPage(session);
    using time = new FakeTime();
    const { getSession } = page.service;
    page.service.getSession = () => Promise.reject(new TypeError("offline"));
    const store = createSessionStore({
      ...page.service,
      getSession: () => page.service.getSession(),
    });
    const stop = store.start();
    await time.tickAsync(0);
    assertEquals(store.get(), { data: null, status: "loading", isStale: true });
    page.service.getSession = getSession;
    await time.tickAsync(60_000);
    assertEquals(store.get().status, status);
    assertEquals(store.get().isStale, undefined);
    stop();
  }
});

/**
 * Round trips of the Deno KV adapter: over a network, each takes as long as the way to
 * the database and back. Calls that run at the same time count as one.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { createKvAdapter } from "../../adapters/_kv_adapter.ts";
import { createCache } from "../../adapters/_kv_users.ts";
import { DenoKvAdapter, type KvAtomic, type KvStore } from "../../adapters/deno_kv.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { AdapterError } from "../../src/errors.ts";
import { revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import { assertNothingDangles } from "./_kv_check.ts";
import { providerAt } from "../_idp.ts";

/** A store that counts the round trips that follow each other. */
class CountedKv {
  /** Round trips since the last reset: the longest chain of calls, each begun after the one before. */
  trips = 0;
  /** Milliseconds that each call takes longer, as over a network: longer than what is computed. */
  latency = 0;
  readonly store: KvStore;

  constructor(kv: Deno.Kv) {
    this.store = new Proxy(kv, {
      get: (target, name) => {
        if (name === "atomic") return () => this.#atomic(target.atomic());
        const member = Reflect.get(target, name);
        if (name === "list") {
          return (...args: Parameters<Deno.Kv["list"]>) => this.#list(target.list(...args));
        }
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => this.#count(() => member.apply(target, args));
      },
    }) as unknown as KvStore;
  }

  async #count<T>(call: () => Promise<T>): Promise<T> {
    const depth = this.trips + 1;
    // Calls that begin now, before the first of them has its answer, have the same depth.
    const result = await call();
    if (this.latency > 0) await new Promise((resolve) => setTimeout(resolve, this.latency));
    this.trips = Math.max(this.trips, depth);
    return result;
  }

  #atomic(atomic: Deno.AtomicOperation): KvAtomic {
    const counted: KvAtomic = {
      check: (...checks) => (atomic.check(...checks), counted),
      set: (key, value, options) => (atomic.set(key, value, options), counted),
      delete: (key) => (atomic.delete(key), counted),
      commit: () => this.#count(() => atomic.commit()),
    };
    return counted;
  }

  async *#list<T>(entries: Deno.KvListIterator<T>): AsyncGenerator<Deno.KvEntry<T>> {
    const all = await this.#count(() => Array.fromAsync(entries));
    // KV brings at most a thousand entries at a time.
    this.trips += Math.floor(all.length / 1000);
    yield* all;
  }
}

const ORIGIN = "https://app.example";
const SECRET = "a-secret-of-at-least-32-characters";
/** The expiry of a session that is not due for an extension. */
const inAMonth = () => new Date(Date.now() + 30 * 24 * 3_600_000);

function configOf(store: KvStore, overrides: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [],
    adapter: DenoKvAdapter(store),
    secret: SECRET,
    trustHost: true,
    ...overrides,
  };
}

/** Signs one person in, in a new browser each time. */
async function createSignIn(overrides: Partial<AuthConfig> = {}) {
  const kv = await Deno.openKv(":memory:");
  const idp = await createIdp();
  const provider = providerAt(idp, "idp", { name: "IdP" });
  /** Returns the round trips of a sign-in. */
  const signIn = async (counted: CountedKv, config: AuthConfig): Promise<number> => {
    const browser = createBrowser(ORIGIN, {
      [ORIGIN]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
      [idp.issuer]: idp.handler,
    });
    counted.trips = 0;
    await browser.signIn("idp");
    const { trips } = counted;
    assertEquals((await browser.session())?.user?.email, "ada@example.com");
    return trips;
  };
  const createProcess = () => {
    const counted = new CountedKv(kv);
    const config = configOf(counted.store, { providers: [provider], ...overrides });
    return () => signIn(counted, config);
  };
  return { createProcess, [Symbol.dispose]: () => kv.close() };
}

Deno.test("DenoKvAdapter: a known user's OIDC sign-in takes three round trips, and two from the second time on", async () => {
  using rig = await createSignIn();
  await rig.createProcess()();
  const signIn = rig.createProcess();
  assertEquals([await signIn(), await signIn()], [3, 2]);
});

Deno.test("DenoKvAdapter: with a signIn callback, the user is read again after it", async () => {
  const admitted: unknown[] = [];
  using rig = await createSignIn({
    callbacks: {
      signIn({ user }) {
        admitted.push(user.id);
        return true;
      },
    },
  });
  await rig.createProcess()();
  const signIn = rig.createProcess();
  assertEquals([await signIn(), await signIn()], [4, 3]);
  assertEquals(admitted.length, 3);
});

Deno.test("DenoKvAdapter: a session that was read among the last 50,000 is read again in one round trip", async () => {
  using kv = await Deno.openKv(":memory:");
  const counted = new CountedKv(kv);
  const config = configOf(counted.store);
  const many = 10_001;
  await DenoKvAdapter(kv).createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  for (let from = 0; from < many; from += 400) {
    const atomic = kv.atomic();
    for (let index = from; index < Math.min(from + 400, many); index++) {
      const sessionToken = `session ${index}`;
      atomic.set(["auth", "session", sessionToken], {
        sessionToken,
        userId: "1",
        expires: inAMonth(),
      });
    }
    await atomic.commit();
  }
  const read = async (index: number): Promise<number> => {
    counted.trips = 0;
    const cookie = `__Secure-authjs.session-token=${encodeURIComponent(`session ${index}`)}`;
    const request = new Request(`${ORIGIN}/auth/session`, { headers: { cookie } });
    assertEquals((await (await Auth(request, config)).json()).user.email, "ada@example.com");
    return counted.trips;
  };
  assertEquals(await read(0), 2);
  for (let index = 1; index < many; index++) await read(index);
  assertEquals(await read(0), 1);
});

Deno.test("DenoKvAdapter: a session of a user who was just read is created in one round trip, and in none of one who is gone since", async () => {
  using kv = await Deno.openKv(":memory:");
  const counted = new CountedKv(kv);
  const [here, elsewhere] = [DenoKvAdapter(counted.store), DenoKvAdapter(kv)];
  const email = "ada@example.com";
  await elsewhere.createUser({ id: "1", email, emailVerified: null });
  // The same session with the same end is the same call, whose answer was lost.
  let end = inAMonth().valueOf();
  const create = async (sessionToken: string) => {
    await here.getUserByEmail(email);
    counted.trips = 0;
    return await here.createSession({ sessionToken, userId: "1", expires: new Date(++end) });
  };
  await create("a");
  assertEquals(counted.trips, 1);
  await here.getUserByEmail(email);
  await elsewhere.updateUser({ id: "1", name: "Ada" });
  await here.createSession({ sessionToken: "b", userId: "1", expires: new Date(++end) });
  assertEquals((await here.getSessionAndUser("b"))?.user.name, "Ada");
  await assertRejects(() => create("b"), AdapterError, "its token is already in use");

  await here.getUserByEmail(email);
  await kv.set(["auth", "deleting", "1"], true);
  const late = { sessionToken: "c", userId: "1", expires: inAMonth() };
  await assertRejects(async () => await here.createSession(late), AdapterError, "no user");
  await assertNothingDangles(kv);

  for (let round = 0; round < 10; round++) {
    await elsewhere.createUser({ id: "1", email, emailVerified: null });
    await here.getUserByEmail(email);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, async (_, index) => {
      if (index === 5 * round) return await elsewhere.deleteUser("1");
      const sessionToken = `session ${index}`;
      await here.createSession({ sessionToken, userId: "1", expires: inAMonth() });
      return await here.getUserByEmail(email);
    }));
    const reasons = outcomes.flatMap((one) => one.status === "rejected" ? [one.reason] : []);
    assert(reasons.every(({ message }) => message.includes("no user")), String(reasons));
    assertEquals(await here.listSessions("1"), []);
    await assertNothingDangles(kv);
  }
});

Deno.test("createCache() keeps what was used last, in at most twice its size", () => {
  const cache = createCache<number>(2);
  for (const [index, key] of ["a", "b", "c", "d"].entries()) {
    cache.set(key, index);
    // Read all the time, so never among the oldest.
    assertEquals(cache.get("a"), 0);
  }
  assertEquals(["a", "b", "c", "d"].map((key) => cache.get(key)), [0, undefined, 2, 3]);
  cache.delete("a");
  assertEquals(cache.get("a"), undefined);
});

Deno.test("DenoKvAdapter: all sessions and records of a user end in seven round trips, however many there are", async () => {
  using kv = await Deno.openKv(":memory:");
  const counted = new CountedKv(kv);
  const adapter = DenoKvAdapter(kv);
  const { id: userId } = await adapter.createUser({
    id: "1",
    email: "ada@example.com",
    emailVerified: null,
  });
  for (let index = 0; index < 350; index++) {
    const expires = inAMonth();
    await adapter.createSession({ sessionToken: `session ${index}`, userId, expires });
    await adapter.records.put({
      kind: "session",
      id: `record ${index}`,
      owner: userId,
      version: 1,
      expires,
      data: null,
    }, null);
  }
  const config = configOf(counted.store, { session: { revocation: {} } });
  assertEquals(await revokeAllSessions(config, userId), 350);
  assert(counted.trips <= 7, String(counted.trips));
  assertEquals(await adapter.listSessions(userId), []);
  assertEquals(await adapter.records.list(userId, "session"), []);
  await assertNothingDangles(kv);
});

/** Sign-ins of so many people are counted, since a slow machine makes some of them longer. */
const PERSONS = 4;

Deno.test("DenoKvAdapter: a sign-in with a password takes seven round trips, eight with a row for each session, and one less from the second time on", async () => {
  for (const [strategy, trips] of [["jwt", [7, 6]], ["database", [8, 7]]] as const) {
    using kv = await Deno.openKv(":memory:");
    const counted = new CountedKv(kv);
    const mail = Nodemailer({ server: "smtp://localhost", from: "App <no-reply@app.example>" });
    const config = configOf(counted.store, {
      providers: [Password({ cost: { ln: 4, r: 8, p: 1 } }), mail],
      session: { strategy, revocation: {} },
      limits: { perAccount: 10 },
      // Its reads come after the answer, and would be counted with the next sign-in.
      notifyNewDevice: false,
    });
    const password = "engines weave algebra 7";
    const signIn = async (email: string): Promise<number> => {
      const browser = createBrowser(ORIGIN, { [ORIGIN]: (request) => Auth(request, config) });
      const { csrfToken } = await (await browser.fetch("/auth/csrf")).json();
      const body = new URLSearchParams({ csrfToken, email, password });
      counted.trips = 0;
      await browser.fetch("/auth/callback/password", { method: "POST", body, redirect: "manual" });
      const signedIn = counted.trips;
      assertEquals((await browser.session())?.user?.email, email);
      return signedIn;
    };
    counted.latency = 25;
    const first: number[] = [];
    const later: number[] = [];
    for (let person = 0; person < PERSONS; person++) {
      const email = `${person}@example.com`;
      await DenoKvAdapter(kv).createUser({ id: `${person}`, email, emailVerified: new Date() });
      assertEquals(await setPassword(config, `${person}`, password), null);
      first.push(await signIn(email));
      later.push(await signIn(email));
    }
    // Calls at the same time count as one trip, unless the machine is late with one of them.
    assertEquals([Math.min(...first), Math.min(...later)], [...trips], strategy);
  }
});

Deno.test("DenoKvAdapter: every method of the adapter and its records answers, also when it is the first call", async () => {
  using kv = await Deno.openKv(":memory:");
  const whole = createKvAdapter(kv, { prefix: ["auth"], sessionConsistency: "strong" });
  const adapter = DenoKvAdapter(kv);
  const names = (object: object) => Object.keys(object).sort();
  assertEquals(names(adapter), names(whole));
  assertEquals(names(adapter.records), names(whole.records));
  const first = () => DenoKvAdapter(kv);
  assertEquals(await first().getUser("1"), null);
  assertEquals(await first().records.get("thing", "1"), null);
  await assertRejects(async () => await first().updateUser({ id: "1" }), AdapterError, "no user");
});

Deno.test("DenoKvRecords: a write that expects what was read takes one round trip, and none overwrites another's", async () => {
  using kv = await Deno.openKv(":memory:");
  const counted = new CountedKv(kv);
  const [here, elsewhere] = [DenoKvAdapter(counted.store).records, DenoKvAdapter(kv).records];
  const entry = (version: number, owner?: string) => ({
    ...{ kind: "thing", id: "1", version, expires: null, data: version },
    ...(owner === undefined ? {} : { owner }),
  });
  await here.put(entry(1, "ada"), null);
  counted.trips = 0;
  assertEquals(await here.put(entry(2, "ada"), 1), true);
  assertEquals(counted.trips, 1, "after a write of its own");
  await elsewhere.put(entry(3, "grace"), 2);
  assertEquals(await here.put(entry(4, "ada"), 2), false, "another process wrote since");
  assertEquals((await here.get("thing", "1"))?.data, 3);
  counted.trips = 0;
  assertEquals(await here.put(entry(4, "ada"), 3), true);
  assertEquals(counted.trips, 1, "after a read");
  assertEquals((await here.list("ada", "thing")).length, 1);
  assertEquals(await here.list("grace", "thing"), []);
  await elsewhere.take("thing", "1");
  await elsewhere.put(entry(4, "grace"), null);
  // The version is the same by chance, and the row is another one.
  assertEquals(await here.put(entry(5, "ada"), 4), true);
  assertEquals(await here.list("grace", "thing"), []);
  await assertNothingDangles(kv);

  const writes = Array.from({ length: 50 }, (_, index) => here.put(entry(100 + index), 5));
  assertEquals((await Promise.all(writes)).filter(Boolean).length, 1);
});

/**
 * Passwords: known and unknown addresses get the same answers, cause the same calls and take
 * the same time: at sign-ins, and when they ask for the link of a sign-up or a reset, which is
 * the same request.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { rankOf } from "../bench/_statistics.ts";
import { loggingRecords } from "./_limits.ts";
import { ADA, createPasswordApp, PASSWORD } from "./_passwords.ts";

const TRIES = 2000;

/** Tries before the times count, in which code is compiled. */
const WARM_UP = 200;

/** Largest distance of a rank from 0.5. The standard deviation of equal lists is 0.018. */
const MOST_RANK = 0.15;

/** Work of a hash that dominates the rest of a request. */
const COST = { ln: 8, r: 8, p: 1, iterations: 1 };

/**
 * Addresses of a user with a password, of none, of a user without a password, and of one who
 * has not proven it. They are equally long, since the length of a cookie tells that of its text.
 */
const ADDRESSES = [ADA, "eve@example.com", "bob@example.com", "cid@example.com"];

/** Logs the calls of an adapter. */
function logging(adapter: ReturnType<typeof MemoryAdapter>, calls: string[]) {
  return Object.fromEntries(
    Object.entries(adapter).map(([name, member]) => [
      name,
      typeof member === "function"
        ? (...args: never[]) => {
          calls.push(name);
          return (member as (...args: never[]) => unknown)(...args);
        }
        : member,
    ]),
  ) as AuthConfig["adapter"];
}

async function createSite(config: Partial<AuthConfig> = {}) {
  const calls: string[] = [];
  const memory = MemoryAdapter();
  const records = loggingRecords(MemoryRecords(), calls);
  const app = createPasswordApp(
    { adapter: logging(memory, calls), records, ...config },
    { cost: COST },
  );
  for (const [id, email] of [["1", ADA], ["2", ADDRESSES[2]!], ["3", ADDRESSES[3]!]] as const) {
    await memory.createUser({ id, email, emailVerified: new Date() });
  }
  await setPassword(app.config, "1", PASSWORD);
  await setPassword(app.config, "3", PASSWORD);
  await memory.updateUser({ id: "3", emailVerified: null });
  const csrfToken = await app.browser.csrf();
  const cookie = app.browser.cookies.header(new URL(app.origin));
  /** Posts a form as a browser that has not asked before, which sends the same each time. */
  const post = (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ csrfToken, ...fields });
    const init = { method: "POST", headers: { cookie }, body };
    return Auth(new Request(`${app.origin}/auth${path}`, init), app.config);
  };
  return { ...app, calls, post };
}

/** Status, headers and body, without what is random in each answer. */
async function shapeOf(answer: Response) {
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  const clean = (text: string) => nonce ? text.replaceAll(nonce, "NONCE") : text;
  return {
    status: answer.status,
    headers: [...answer.headers].map(([name, value]) => [name, unsealed(clean(value))]),
    body: clean(await answer.text()),
  };
}

/** A cookie without what is random in it, but with its length. */
function unsealed(cookie: string): string {
  return cookie.replace(
    /(\.email\.[\w-]+|\.typed)=([^;]+)/,
    (_, name, value) => `${name.slice(0, 7)}=${value.length}`,
  );
}

Deno.test("password: known and unknown addresses get the same answers and cause the same calls", async () => {
  using _time = new FakeTime();
  const site = await createSite();
  const observe = async (email: string) => {
    const seen = [];
    for (let i = 0; i < 20; i++) {
      site.calls.length = 0;
      const answer = await site.browser.post("/callback/password", { email, password: "wrong" });
      // The user is read while the try is counted: which of both is first says nothing.
      seen.push({ shape: await shapeOf(answer), calls: site.calls.toSorted() });
    }
    return seen;
  };
  const known = await observe(ADA);
  for (const email of ADDRESSES.slice(1)) assertEquals(await observe(email), known, email);
  assertEquals(known[0]!.calls, ["get limit", "get password", "getUserByEmail", "put limit false"]);
  assertEquals(known[10]!.calls, ["get limit"], "a refused try looks for no user");
});

/**
 * Asserts that the tries with each address take the same time. The order of the addresses is
 * random in each round, since the load of the machine and collections of garbage change.
 *
 * @param landing where each try leads
 */
async function assertSameTime(
  attempt: (email: string) => Promise<Response>,
  landing: string,
): Promise<void> {
  const times = new Map<string, number[]>(ADDRESSES.map((email) => [email, []]));
  const measure = async (email: string) => {
    const begin = performance.now();
    const answer = await attempt(email);
    await answer.body?.cancel();
    const took = performance.now() - begin;
    assert(answer.headers.get("location")?.includes(landing), answer.headers.get("location")!);
    return took;
  };
  for (let i = 0; i < WARM_UP; i++) await measure(ADDRESSES[i % ADDRESSES.length]!);
  for (let i = 0; i < TRIES / ADDRESSES.length; i++) {
    const order = ADDRESSES.map((email) => ({ email, at: Math.random() }));
    for (const { email } of order.sort((a, b) => a.at - b.at)) {
      times.get(email)!.push(await measure(email));
    }
  }
  const [known, ...others] = [...times.values()];
  const ranks = others.map((list) => rankOf(list, known!));
  assert(ranks.every((rank) => Math.abs(rank - 0.5) < MOST_RANK), `ranks: ${ranks}`);
}

Deno.test("password: the rank test finds a difference of a twentieth", () => {
  const noisy = (mean: number) =>
    Array.from({ length: 500 }, () => mean * (1 + 0.1 * (Math.random() - 0.5)));
  assert(Math.abs(rankOf(noisy(1), noisy(1)) - 0.5) < MOST_RANK);
  assert(rankOf(noisy(1.05), noisy(1)) > 0.5 + MOST_RANK);
  assert(rankOf(noisy(1), noisy(1.05)) < 0.5 - MOST_RANK);
});

Deno.test("password: 2000 sign-ins with known and unknown addresses take the same time", async () => {
  const { post } = await createSite({ limits: false });
  await assertSameTime(
    (email) => post("/callback/password", { email, password: "wrong" }),
    "/auth/signin?error=CredentialsSignin",
  );
});

for (const signUp of ["open", "invited"] as const) {
  Deno.test(`password: links for sign-up and reset, asked for with known and unknown addresses, get the same answers and cause the same calls (signUp: "${signUp}")`, async () => {
    using time = new FakeTime();
    const site = await createSite({ signUp });
    const observe = async (email: string) => {
      const browser = site.open();
      await browser.csrf();
      site.calls.length = 0;
      const answer = await browser.post("/signin/mail", { email, callbackUrl: "/auth/password" });
      const calls = [...site.calls];
      return { ...await shapeOf(answer), calls };
    };
    const known = await observe(ADA);
    assertEquals(known.status, 302);
    assertEquals(known.calls, ["getUserByEmail", "createVerificationToken"]);
    for (const email of ADDRESSES.slice(1)) assertEquals(await observe(email), known, email);
    time.tick(1);
    assertEquals(site.links.length, signUp === "open" ? ADDRESSES.length : 3);
  });

  Deno.test(`password: 2000 requests for a link with known and unknown addresses take the same time (signUp: "${signUp}")`, async () => {
    const { post } = await createSite({ signUp, limits: false });
    await assertSameTime(
      (email) => post("/signin/mail", { email, callbackUrl: "/auth/password" }),
      "/auth/verify-request",
    );
  });
}

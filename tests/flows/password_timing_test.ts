/**
 * Passwords: known and unknown addresses get the same answers, cause the same calls and take
 * the same time. Sign-in, and requests for a link from the page.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { setPassword } from "../../src/server/mod.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { loggingRecords } from "./_limits.ts";
import { ADA, createPasswordApp, PASSWORD } from "./_passwords.ts";

const TRIES = 2000;

/** Work of a hash that dominates the rest of a request. */
const COST = { ln: 8, r: 8, p: 1, iterations: 1 };

/** Addresses that open nothing, and those of users with and without a password. */
const ADDRESSES = [ADA, "unknown@example.com", "without@example.com", "unproven@example.com"];

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
  await app.browser.csrf();
  return { ...app, calls };
}

/** Status, headers and body, without what is random in each answer. */
async function shapeOf(answer: Response) {
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  const clean = (text: string) => nonce ? text.replaceAll(nonce, "NONCE") : text;
  return {
    status: answer.status,
    headers: [...answer.headers].map(([name, value]) => [name, clean(value)]),
    body: clean(await answer.text()),
  };
}

Deno.test("password: known and unknown addresses get the same answers and cause the same calls", async () => {
  using _time = new FakeTime();
  const site = await createSite();
  const observe = async (email: string) => {
    const seen = [];
    for (let i = 0; i < 20; i++) {
      site.calls.length = 0;
      const answer = await site.browser.post("/callback/password", { email, password: "wrong" });
      seen.push({ shape: await shapeOf(answer), calls: [...site.calls] });
    }
    return seen;
  };
  const known = await observe(ADA);
  for (const email of ADDRESSES.slice(1)) assertEquals(await observe(email), known, email);
  assertEquals(known[0]!.calls, ["get limit", "put limit false", "getUserByEmail", "get password"]);
  assertEquals(known[10]!.calls, ["get limit"], "a refused try looks for no user");
});

Deno.test("password: 2000 tries with known and unknown addresses take the same time", async () => {
  const site = await createSite({ limits: false });
  const times = new Map<string, number[]>(ADDRESSES.map((email) => [email, []]));
  for (let i = 0; i < TRIES; i++) {
    // One after another, since the load of the machine changes.
    const email = ADDRESSES[i % ADDRESSES.length]!;
    const begin = performance.now();
    const answer = await site.browser.post("/callback/password", { email, password: "wrong" });
    await answer.body?.cancel();
    times.get(email)!.push(performance.now() - begin);
  }
  const medians = [...times.values()].map((list) => list.sort((a, b) => a - b)[list.length >> 1]!);
  const [most, least] = [Math.max(...medians), Math.min(...medians)];
  // Without a hash it would be less than half.
  assert(most < 1.3 * least, `medians in ms: ${medians.map((one) => one.toFixed(3)).join(", ")}`);
});

Deno.test("password: the page sends a link to known and unknown addresses with the same answer", async () => {
  using _time = new FakeTime();
  const site = await createSite();
  const observe = async (email: string) => {
    const browser = site.open();
    const page = await browser.fetch("/auth/password");
    await page.text();
    const { status, headers } = await browser.post("/signin/mail", {
      email,
      callbackUrl: "/auth/password",
    });
    return [status, headers.get("location"), headers.getSetCookie().map((line) => line.length)];
  };
  const known = await observe(ADA);
  assertEquals(await observe("nua@example.com"), known);
  assertEquals(site.links.length, 2);
});

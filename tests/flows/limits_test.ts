/**
 * Limits in whole requests: of accounts, recipients, addresses, actions and sizes.
 *
 * @module
 */

import type { RecordEntry } from "../../src/types/records.ts";
import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { DenoKvRecords } from "../../adapters/records/deno_kv.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { SqliteRecords } from "../../adapters/records/sqlite.ts";
import type { AuthConfig, EmailConfig } from "../../mod.ts";
import { AdapterError, CredentialsSignin, TooManyRequests } from "../../src/errors.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { signIn } from "../../src/frameworks/server.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  ADA,
  APP,
  createLimitsRig,
  type LimitsRig,
  loggingRecords,
  PASSWORD,
  UNKNOWN,
} from "./_limits.ts";
import { isChosen } from "../_stride.ts";

const ERROR_PAGE = `${APP}/auth/error`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const statusOf = async (answer: Response | Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

/** Wrong passwords, one after another. */
async function guess(rig: LimitsRig, times: number, email = ADA, browser = rig.open()) {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push(await statusOf(rig.enter(browser, email)));
  return statuses;
}

const signsIn = async (rig: LimitsRig, browser: TestBrowser) => {
  await statusOf(rig.enter(browser, ADA, PASSWORD));
  return (await browser.session())?.user?.email === ADA;
};

Deno.test("limits: of 60 wrong passwords from 60 addresses ten are tried, and the owner gets in", async () => {
  const rig = createLimitsRig();
  const known = rig.open("192.0.2.1");
  assert(await signsIn(rig, known));
  rig.authorized.length = 0;

  const statuses = [];
  for (let i = 0; i < 60; i++) {
    statuses.push(await statusOf(rig.enter(rig.open(`198.51.100.${i}`))));
  }
  assertEquals(statuses, [...Array(10).fill(302), ...Array(50).fill(429)]);
  assertEquals(rig.authorized.length, 10);
  assertEquals(await signsIn(rig, rig.open()), false, "a new browser, with the right password");

  await statusOf(known.post("/signout"));
  assertEquals(await known.session(), null);
  assert(await signsIn(rig, known), "the known browser");
  assertEquals(await statusOf(rig.enter(rig.open(), ADA, PASSWORD)), 429, "and only that one");

  const other = rig.open();
  await other.start("mail", { fields: { email: ADA } });
  await other.visit(rig.mails[0]!.url);
  assertEquals((await other.session())?.user?.email, ADA, "a new browser, by email");
});

Deno.test("limits: a locked account opens when the hour is over, and refused tries do not extend it", async () => {
  using time = new FakeTime();
  const rig = createLimitsRig();
  await guess(rig, 1);
  time.tick(HOUR - MINUTE);
  assertEquals(await guess(rig, 20), [...Array(9).fill(302), ...Array(11).fill(429)]);
  time.tick(MINUTE);
  assert(await signsIn(rig, rig.open()));
});

Deno.test("limits: right passwords are not counted", async () => {
  const rig = createLimitsRig();
  for (let i = 0; i < 30; i++) assert(await signsIn(rig, rig.open()));
  assertEquals(await guess(rig, 11), [...Array(10).fill(302), 429]);
});

Deno.test("limits: a known browser has tries of its own, which no other sign-in resets", async () => {
  const rig = createLimitsRig();
  const browser = rig.open();
  await signsIn(rig, browser);
  assertEquals(await guess(rig, 10, ADA, browser), Array(10).fill(302));
  assertEquals(await statusOf(rig.enter(browser, ADA, PASSWORD)), 429);
  assert(await signsIn(rig, rig.open()), "the account itself is not locked");
  // Someone else signs in with the same browser.
  rig.config.providers = [Credentials({
    credentials: { email: {}, password: { type: "password" } },
    authorize: ({ email }) => ({ id: String(email) }),
  })];
  await statusOf(rig.enter(browser, UNKNOWN));
  assertEquals(await statusOf(rig.enter(browser, ADA, PASSWORD)), 429);
});

Deno.test("limits: a browser stays known after a change of the secret", async () => {
  const rig = createLimitsRig();
  const browser = rig.open();
  await signsIn(rig, browser);
  rig.config.secret = ["another-secret-of-at-least-32-characters", rig.config.secret as string];
  await guess(rig, 10);
  assertEquals(await statusOf(rig.enter(rig.open(), ADA, PASSWORD)), 429);
  assert(await signsIn(rig, browser));
});

Deno.test("limits: a browser is known to its last ten accounts", async () => {
  const rig = createLimitsRig({
    providers: [Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: String(name) }),
    })],
  });
  const browser = rig.open();
  const enter = (name: string, by = browser) =>
    statusOf(by.post("/callback/credentials", { name }));
  for (let i = 0; i < 11; i++) await enter(`user ${i}`);
  rig.config.providers = [
    Credentials({ credentials: { name: {} }, authorize: () => null }),
  ];
  const stranger = rig.open();
  for (const name of ["user 0", "user 1"]) {
    for (let i = 0; i < 10; i++) await enter(name, stranger);
  }
  assertEquals(await enter("user 0"), 429);
  assertEquals(await enter("user 1"), 302);
});

/** Every store that counts; closed after its test. */
const stores: Record<string, () => Promise<[Partial<AuthConfig>, close?: () => void]>> = {
  "this process": () => Promise.resolve([{ adapter: { ...MemoryAdapter(), records: undefined } }]),
  "memory records": () => Promise.resolve([{ records: MemoryRecords() }]),
  "SQLite records": () => {
    const records = SqliteRecords(":memory:");
    return Promise.resolve([{ records }, () => records.close()]);
  },
  "Deno KV records": async () => {
    const kv = await Deno.openKv(":memory:");
    return [{ records: DenoKvRecords(kv) }, () => kv.close()];
  },
};

for (const [name, create] of Object.entries(stores)) {
  Deno.test(`limits: fifty wrong passwords at once are counted exactly (${name})`, async () => {
    const [store, close] = await create();
    const rig = createLimitsRig(store);
    const browser = rig.open();
    await browser.csrf();
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => statusOf(rig.enter(browser))),
    );
    assertEquals(rig.authorized.length, 10);
    assertEquals(statuses.filter((status) => status === 429).length, 40);
    close?.();
  });

  Deno.test(`limits: of fifty requests for a mail at once five are sent (${name})`, async () => {
    const [store, close] = await create();
    const rig = createLimitsRig(store);
    const browsers = Array.from({ length: 50 }, () => rig.open());
    await Promise.all(browsers.map((browser) => browser.csrf()));
    const ask = (browser: TestBrowser) => statusOf(browser.post("/signin/mail", { email: ADA }));
    await Promise.all(browsers.map(ask));
    assertEquals(rig.mails.length, 5);
    close?.();
  });
}

/** Status, headers and body, without what is random in each answer. */
async function shapeOf(answer: Response) {
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
  const clean = (text: string) => {
    const open = text.replace(/(authjs\.typed)=[^;]+/, "$1=SEALED");
    return nonce ? open.replaceAll(nonce, "NONCE") : open;
  };
  return {
    status: answer.status,
    headers: [...answer.headers].map(([name, value]) => [name, clean(value)]),
    body: clean(await answer.text()),
  };
}

/** Tries of an account, most of which are refused. */
const TRIES = isChosen(1, 2) ? 1000 : 200;

Deno.test("limits: known and unknown accounts get the same answers and cause the same calls", async () => {
  using _time = new FakeTime();
  const calls: string[] = [];
  const rig = createLimitsRig({ records: loggingRecords(MemoryRecords(), calls) });
  await rig.config.adapter!.createUser!({ id: "ada", email: ADA, emailVerified: new Date() });
  const browser = rig.open();
  await browser.csrf();
  const observe = async (email: string) => {
    const seen = [];
    for (let i = 0; i < TRIES; i++) {
      calls.length = 0;
      const shape = await shapeOf(await rig.enter(browser, email));
      seen.push({ shape, calls: [...calls] });
    }
    return seen;
  };
  const seen = await observe(ADA);
  assertEquals(await observe(UNKNOWN), seen);
  assertEquals(seen[0]!.calls, ["get limit", "put limit false"]);
  assertEquals(seen[10]!.calls, ["get limit"], "a refused try writes nothing");
});

Deno.test("limits: a record names no account and no address, and ends with its hour", async () => {
  const written: RecordEntry[] = [];
  const records = MemoryRecords();
  const rig = createLimitsRig({
    records: {
      ...records,
      put: (entry, expected) => (written.push(entry), records.put(entry, expected)),
    },
  });
  const before = Date.now();
  await guess(rig, 1);
  await rig.open().start("mail", { fields: { email: ADA } });
  const counts = written.filter(({ kind }) => kind === "limit");
  assertEquals(counts.length, 2);
  for (const { id, owner, expires, data } of counts) {
    assertMatch(id, /^[\w-]{43}$/);
    assertEquals([owner, data], [undefined, 1]);
    assert(expires!.valueOf() >= before + HOUR && expires!.valueOf() <= Date.now() + HOUR);
  }
});

Deno.test("limits: known and unknown recipients get the same answers", async () => {
  using _time = new FakeTime();
  const rig = createLimitsRig();
  await rig.config.adapter!.createUser!({ id: "ada", email: ADA, emailVerified: new Date() });
  const observe = async (email: string) => {
    let browser = rig.open();
    const statuses = [];
    for (let i = 0; i < 6; i++) {
      browser = rig.open();
      await browser.csrf();
      statuses.push(await statusOf(browser.post("/signin/mail", { email })));
    }
    assertEquals(statuses, [302, 302, 302, 302, 302, 429]);
    return await shapeOf(await browser.post("/signin/mail", { email }));
  };
  assertEquals(await observe(ADA), await observe(UNKNOWN));
  assertEquals(rig.mails.length, 10);
});

Deno.test("limits: spellings of an address are one recipient", async () => {
  const rig = createLimitsRig({ limits: { perRecipient: 1 } });
  const statuses = [];
  for (const email of [ADA, ADA.toUpperCase(), ` ${ADA} `]) {
    statuses.push(await statusOf(rig.open().post("/signin/mail", { email })));
  }
  assertEquals(statuses, [302, 429, 429]);

  // An app that keeps the case of addresses.
  const mail = rig.config.providers[1] as EmailConfig;
  rig.config.providers = [{ ...mail, normalizeIdentifier: (typed) => typed }];
  const email = ADA.toUpperCase();
  assertEquals(await statusOf(rig.open().post("/signin/mail", { email })), 429);
});

Deno.test("limits: a store that fails refuses the try, and calls no authorize", async () => {
  for (const operation of ["get", "put"] as const) {
    const fail = () => Promise.reject(new Error("down"));
    const rig = createLimitsRig({ records: { ...MemoryRecords(), [operation]: fail } });
    const answer = await rig.enter(rig.open(), ADA, PASSWORD);
    assertEquals(await statusOf(answer), 503);
    assertEquals(answer.headers.get("retry-after"), "5");
    assertEquals(rig.authorized, []);
    assert(rig.errors[0] instanceof AdapterError);
    assertStringIncludes(rig.errors[0].message, "Cannot count the tries of a sign-in");
  }
});

Deno.test("limits: a lost answer of the store is counted once", async () => {
  const records = MemoryRecords();
  const rig = createLimitsRig({
    records: {
      ...records,
      put: async (...args) => {
        await records.put(...args);
        throw new Error("The answer was lost");
      },
    },
  });
  assertEquals(await guess(rig, 12), [...Array(10).fill(302), 429, 429]);
  assertEquals(rig.authorized.length, 10);
});

Deno.test("limits: a right password signs in when its count cannot be taken back", async () => {
  const records = MemoryRecords();
  const rig = createLimitsRig({
    records: {
      ...records,
      put: (entry, expected) => {
        if (expected !== null) throw new Error("down");
        return records.put(entry, expected);
      },
    },
  });
  assert(await signsIn(rig, rig.open()));
  assertEquals(rig.errors.length, 1);
});

Deno.test("limits: fields that a client adds do not hide the account", async () => {
  const declared = createLimitsRig();
  const undeclared = createLimitsRig({
    providers: [Credentials({ authorize: () => null })],
  });
  for (const rig of [declared, undeclared]) {
    const browser = rig.open();
    const statuses = [];
    for (let i = 0; i < 11; i++) {
      const fields = { name: `n${i}`, username: `u${i}`, email: ` ${ADA.toUpperCase()}` };
      statuses.push(await statusOf(browser.post("/callback/credentials", fields)));
    }
    assertEquals(statuses.at(-1), 429);
  }
});

Deno.test("limits: a sign-in to one account makes the browser known to no other account", async () => {
  const rig = createLimitsRig({
    providers: [Credentials({
      authorize: ({ username }) => username === "mallory" ? { id: "mallory" } : null,
    })],
  });
  const stranger = rig.open();
  const attacker = rig.open();
  const enter = (browser: TestBrowser, fields: Record<string, string>) =>
    statusOf(browser.post("/callback/credentials", fields));
  await enter(attacker, { name: "ada", username: "mallory" });
  assertEquals((await attacker.session()) !== null, true);
  for (let i = 0; i < 10; i++) await enter(stranger, { username: "ada" });
  assertEquals(await enter(attacker, { username: "ada" }), 429);
});

Deno.test("limits: spellings of an account are counted together, and known apart", async () => {
  const rig = createLimitsRig({
    providers: [Credentials({
      credentials: { username: {}, password: { type: "password" } },
      // For this app, names differ in case.
      authorize: ({ username, password }) =>
        username === "ADA" && password === "mallory" ? { id: "mallory" } : null,
    })],
  });
  const enter = (browser: TestBrowser, username: string, password = "wrong") =>
    statusOf(browser.post("/callback/credentials", { username, password }));
  const attacker = rig.open();
  await enter(attacker, "ADA", "mallory");
  assertEquals((await attacker.session()) !== null, true);
  const statuses = [];
  for (const name of ["ada", "Ada", " ada", "ＡＤＡ"]) {
    for (let i = 0; i < 3; i++) statuses.push(await enter(attacker, name));
  }
  assertEquals(statuses, [...Array(10).fill(302), 429, 429]);
  assertEquals(await enter(attacker, "ADA", "mallory"), 302, "the attacker's own account");
});

Deno.test("limits: an address sends 100 requests a minute, also in bursts", async () => {
  using time = new FakeTime();
  const rig = createLimitsRig();
  const ask = (address?: string) =>
    statusOf(rig.send("signin/mail", address, { method: "POST", body: new URLSearchParams() }));
  const count = async (times: number, next: (i: number) => string | undefined) => {
    let refused = 0;
    for (let i = 0; i < times; i++) if (await ask(next(i)) === 429) refused++;
    return refused;
  };
  assertEquals(await count(150, () => "203.0.113.1"), 50);
  assertEquals(await count(100, () => "203.0.113.2"), 0, "another address");
  assertEquals(await count(150, () => undefined), 0, "no address");
  assertEquals(await count(150, () => "127.0.0.1"), 0, "a proxy on this machine");
  assertEquals(await count(150, () => "10.1.2.3"), 0, "a proxy in a private network");
  assertEquals(await count(1, () => "::ffff:203.0.113.1"), 1, "the same address as IPv6");
  time.tick(600);
  assertEquals(await count(2, () => "203.0.113.1"), 1, "one more after 600 ms");
});

/** Addresses of a network that the test below takes. */
const ADDRESSES = isChosen(1, 2) ? 65_536 : 4096;

Deno.test(`limits: ${ADDRESSES} addresses of one IPv6 network are one client`, async () => {
  using _time = new FakeTime();
  const rig = createLimitsRig();
  let accepted = 0;
  for (let i = 0; i < ADDRESSES; i++) {
    const answer = await rig.send("webauthn-options/none", `2001:db8:0:1::${i.toString(16)}`);
    if (await statusOf(answer) !== 429) accepted++;
  }
  assertEquals(accepted, 100);
  assertEquals(await statusOf(rig.send("webauthn-options/none", "2001:db8:0:2::1")), 400);
});

Deno.test("limits: sessions, tokens, lists and pages are not counted", async () => {
  const calls: string[] = [];
  const rig = createLimitsRig({ records: loggingRecords(MemoryRecords(), calls) });
  for (const path of ["session", "csrf", "providers", "signin", "signout", "error"]) {
    for (let i = 0; i < 110; i++) {
      assertEquals(await statusOf(rig.send(path, "203.0.113.9")), 200, path);
    }
  }
  assertEquals(calls, []);
});

Deno.test("limits: `clientAddress` finds the address behind a proxy", async () => {
  using _time = new FakeTime();
  const rig = createLimitsRig({
    limits: { perAddress: 1, clientAddress: ({ headers }) => headers.get("x-client") },
  });
  const ask = (address?: string) =>
    statusOf(
      rig.send("callback/none", "203.0.113.20", {
        headers: address ? { "x-client": address } : {},
      }),
    );
  assertEquals(await ask("198.51.100.1"), 400);
  assertEquals(await ask("198.51.100.1:443"), 429);
  assertEquals(await ask("198.51.100.2"), 400);
  assertEquals(await ask("10.0.0.1"), 400);
  assertEquals(await ask("10.0.0.1"), 429, "what the app says counts, also a private address");
  assertEquals([await ask(), await ask()], [400, 400], "an unknown address");
  assertEquals(rig.entries.map(({ address }) => address), ["198.51.100.1:443", "10.0.0.1"]);
});

Deno.test("limits: a refused address with X-Forwarded-For prints a hint", async () => {
  const rig = createLimitsRig({ limits: { perAddress: 1 } });
  const headers = { "x-forwarded-for": "198.51.100.9" };
  for (let i = 0; i < 3; i++) {
    await statusOf(rig.send("callback/none", "203.0.113.30", { headers }));
  }
  assertEquals(rig.warnings, ["forwarded-address-ignored"]);
});

Deno.test("limits: a clock that was set back a day locks an action for no more than a minute", async () => {
  const rig = createLimitsRig({ limits: { perAction: { callback: 1 }, perAddress: false } });
  const start = 3_000_000_000_000;
  const at = async (timeMs: number) => {
    using _time = new FakeTime(timeMs);
    return await statusOf(rig.send("callback/mail"));
  };
  assertEquals(await at(start + 24 * HOUR), 302);
  assertEquals(await at(start), 429);
  assertEquals(await at(start + MINUTE + 10), 302);
});

Deno.test("limits: `perAction` counts all clients together", async () => {
  using time = new FakeTime();
  const rig = createLimitsRig({ limits: { perAction: { "webauthn-options": 2 } } });
  const ask = () => statusOf(rig.send("webauthn-options/none"));
  assertEquals([await ask(), await ask(), await ask()], [400, 400, 429]);
  assertEquals(await statusOf(rig.send("callback/none")), 400, "another action");
  time.tick(MINUTE / 2);
  assertEquals([await ask(), await ask()], [400, 429]);
});

Deno.test("limits: passkey options are limited per address", async () => {
  using _time = new FakeTime();
  const rig = createLimitsRig({
    providers: [Passkey],
    experimental: { enableWebAuthn: true },
    limits: { perAddress: 3 },
  });
  const ask = () => rig.send("webauthn-options/passkey", "203.0.113.40");
  for (let i = 0; i < 3; i++) assertEquals(await statusOf(ask()), 200);
  const refused = await ask();
  assertEquals(refused.status, 429);
  assertEquals(await refused.json(), {
    error: "TooManyRequests",
    code: "TooManyRequests",
    retryAfter: 20,
    reference: (rig.errors.at(-1) as TooManyRequests).reference,
    url: `${ERROR_PAGE}?error=TooManyRequests`,
  });
});

Deno.test("limits: the answer is a page, JSON for scripts, and a redirect to the app's own page", async () => {
  using _time = new FakeTime();
  const rig = createLimitsRig();
  const browser = rig.open();
  await guess(rig, 10, ADA, browser);
  const page = await rig.enter(browser);
  assertEquals([page.status, page.headers.get("retry-after")], [429, "3600"]);
  assertEquals(page.headers.get("content-type"), "text/html; charset=utf-8");
  assertStringIncludes(await page.text(), "<h1>Too many attempts</h1>");

  const { reference } = rig.errors.at(-1) as TooManyRequests;
  assertMatch(reference!, /^[0-9A-F]{6}$/);
  for (const [name, value] of [["x-auth-return-redirect", "1"], ["accept", "application/json"]]) {
    const body = new URLSearchParams({ csrfToken: await browser.csrf(), email: ADA });
    const json = await browser.fetch("/auth/callback/credentials", {
      method: "POST",
      headers: { [name!]: value! },
      body,
    });
    assertEquals([json.status, json.headers.get("retry-after")], [429, "3600"]);
    const url = `${ERROR_PAGE}?error=TooManyRequests&reference=${reference}`;
    const error = "TooManyRequests";
    assertEquals(await json.json(), { error, code: error, retryAfter: 3600, reference, url });
  }

  rig.config.pages = { error: "/oops" };
  const own = await rig.enter(browser);
  assertEquals(await statusOf(own), 302);
  assertEquals(own.headers.get("location"), `${APP}/oops?error=TooManyRequests`);
  assertEquals(own.headers.get("retry-after"), "3600");
});

Deno.test("limits: log and audit log have one line and no name", async () => {
  const rig = createLimitsRig();
  await guess(rig, 15);
  const lines = rig.errors.filter((error) => error instanceof TooManyRequests);
  assertEquals(lines.length, 1, "one line a minute");
  const refusals = rig.entries.filter(({ reason }) => reason === "too-many");
  assertEquals(refusals.length, 5);
  assertEquals(refusals[0]!.name, "signin.refused");
  const text = JSON.stringify([refusals, lines.map(({ message, cause }) => [message, cause])]);
  assertEquals(text.includes("ada"), false);
});

Deno.test("limits: calls of the app throw, for credentials and for mails", async () => {
  for (const pages of [undefined, { error: "/oops" }]) {
    const rig = createLimitsRig({ limits: { perAccount: 1, perRecipient: 1 }, pages });
    const request = () => new Request(`${APP}/login`, { method: "POST" });
    const enter = () => signIn(request(), rig.config, "credentials", { email: ADA });
    await assertRejects(enter, CredentialsSignin);
    const refused = await assertRejects(enter, TooManyRequests);
    assertEquals(refused.retryAfter, 3600);
    const ask = () => signIn(request(), rig.config, "mail", { email: ADA });
    await ask();
    await assertRejects(ask, TooManyRequests);
  }
});

Deno.test("limits: DenoAuth counts by the address of the socket", async () => {
  using _time = new FakeTime();
  const { config } = createLimitsRig({ limits: { perAddress: 1 } });
  const handler = DenoAuth(config).handler();
  const info = { remoteAddr: { transport: "tcp", hostname: "203.0.113.50", port: 1 } };
  const ask = async () => (await handler(new Request(`${APP}/auth/callback/none`), info)).status;
  assertEquals([await ask(), await ask()], [400, 429]);
});

Deno.test("limits: with `limits: false` there is no cookie, no count and no refusal", async () => {
  const calls: string[] = [];
  const rig = createLimitsRig({ limits: false, records: loggingRecords(MemoryRecords(), calls) });
  assertEquals(await guess(rig, 30), Array(30).fill(302));
  const browser = rig.open();
  for (let i = 0; i < 20; i++) await browser.start("mail", { fields: { email: ADA } });
  assertEquals(rig.mails.length, 20);
  assert(await signsIn(rig, browser));
  const cookies = browser.cookies.header(new URL(APP), { method: "GET" });
  assertEquals(cookies.includes("authjs.device"), false);
  assertEquals(calls, []);
});

Deno.test("limits: the cookie of a known browser is sealed, and belongs to one host", async () => {
  const rig = createLimitsRig();
  const answer = await rig.enter(rig.open(), ADA, PASSWORD);
  await answer.body?.cancel();
  const line = answer.headers.getSetCookie().find((text) => text.includes("authjs.device"))!;
  assert(line.startsWith("__Host-authjs.device=ey"), line);
  assertStringIncludes(line, "Path=/");
  assertStringIncludes(line, "HttpOnly");
  assertStringIncludes(line, "Secure");
  assertStringIncludes(line, "SameSite=Lax");
  const refused = await rig.enter(rig.open());
  await refused.body?.cancel();
  assertEquals(refused.headers.getSetCookie().join().includes("authjs.device"), false);
});

Deno.test("limits: the cookie of a known browser is set anew after thirty days", async () => {
  using time = new FakeTime();
  const rig = createLimitsRig();
  const browser = rig.open();
  const isSet = async () => {
    const answer = await rig.enter(browser, ADA, PASSWORD);
    await answer.body?.cancel();
    return answer.headers.getSetCookie().join().includes("authjs.device");
  };
  assertEquals([await isSet(), await isSet()], [true, false]);
  time.tick(30 * 24 * 60 * 60 * 1000);
  assertEquals([await isSet(), await isSet()], [true, false]);
});

Deno.test("limits: sizes are answered with 413", async () => {
  const sizes = { bodyBytes: 100, fieldCharacters: 20, cookieBytes: 30, pathCharacters: 25 };
  for (const limits of [{ sizes }, { sizes, perAddress: false as const }]) {
    const rig = createLimitsRig({ limits });
    const post = (body: BodyInit, type = "application/x-www-form-urlencoded") =>
      statusOf(rig.send("signin/x", undefined, {
        method: "POST",
        headers: { "content-type": type },
        body,
      }));
    assertEquals(await post(`a=${"b".repeat(20)}`), 400);
    assertEquals(await post(`a=${"b".repeat(21)}`), 413);
    assertEquals(await post(JSON.stringify({ a: "b".repeat(21) }), "application/json"), 413);
    assertEquals(await post("a=1&".repeat(26)), 413);
    assertEquals(await statusOf(rig.send(`session?a=${"b".repeat(21)}`)), 413);
    const cookie = (length: number) =>
      statusOf(rig.send("session", undefined, { headers: { cookie: "c".repeat(length) } }));
    assertEquals([await cookie(30), await cookie(31)], [200, 413]);
    assertEquals(await statusOf(rig.send(`signin/${"p".repeat(12)}`)), 400);
    assertEquals(await statusOf(rig.send(`signin/${"p".repeat(13)}`)), 413);
  }
});

Deno.test("limits: a number that is not valid is named", async () => {
  const bad: [AuthConfig["limits"], string][] = [
    [{ perAddress: 0 }, "limits.perAddress"],
    [{ perAccount: 1.5 }, "limits.perAccount"],
    [{ perRecipient: NaN }, "limits.perRecipient"],
    [{ perAction: { signin: -1 } }, "limits.perAction.signin"],
    [{ sizes: { bodyBytes: Infinity } }, "limits.sizes.bodyBytes"],
  ];
  for (const [limits, option] of bad) {
    const rig = createLimitsRig({ limits });
    assertEquals(await statusOf(rig.send("session")), 500);
    assertStringIncludes(rig.errors[0]!.message, `\`${option}\``);
  }
});

Deno.test("limits: reading a session loads no code of limits; `limits: false` loads none at all", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${dir}/trap.ts`, 'throw new Error("loaded what it should not");');
    const urlOf = (path: string) => new URL(`../../${path}`, import.meta.url).href;
    const traps = ["account", "recipient", "request"].map((name) => urlOf(`src/limits/${name}.ts`));
    const imports = Object.fromEntries(traps.map((name) => [name, "./trap.ts"]));
    await Deno.writeTextFile(`${dir}/deno.json`, JSON.stringify({ imports }));
    await Deno.writeTextFile(
      `${dir}/main.ts`,
      `
      import { Auth } from "${urlOf("mod.ts")}";
      import Credentials from "${urlOf("src/providers/credentials.ts")}";
      const statuses = [];
      for (const limits of [undefined, false]) {
        const config = {
          providers: [Credentials({ authorize: () => null })],
          secret: "a-secret-of-at-least-32-characters",
          trustHost: true,
          logger: { error: () => {} },
          limits,
        };
        for (const path of ["session", "callback/credentials"]) {
          const request = new Request("https://app.example/auth/" + path);
          statuses.push((await Auth(request, config)).status);
        }
      }
      console.log(statuses.join());`,
    );
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--no-lock", `--config=${dir}/deno.json`, `${dir}/main.ts`],
      env: { NO_COLOR: "1" },
    }).output();
    // The second request meets the trap, so the trap works.
    assertEquals(new TextDecoder().decode(stdout).trim(), "200,302,200,400");
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

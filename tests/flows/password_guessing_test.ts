/**
 * Guesses and floods: spellings of one account, strangers by the thousand, and the tries that a
 * browser has which the account knows.
 *
 * @module
 */

import process from "node:process";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth } from "../../mod.ts";
import { turns } from "../../src/capabilities/passwords/semaphore.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { setClientAddress } from "../../src/http/client_address.ts";
import {
  change as changePassword,
  import as importPassword,
  set as setPassword,
  verify as verifyPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { waitUntil } from "../_wait.ts";
import {
  ADA,
  CHEAP,
  createPasswordApp,
  enter,
  openLink,
  OTHER,
  PASSWORD,
  save,
} from "./_passwords.ts";

const WRONG =
  "/auth/signin?error=CredentialsSignin&code=credentials&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
const REFUSED = "/auth/callback/password";
const MINUTE = 60_000;

type Options = Parameters<typeof createPasswordApp>[0];

/** An app with a user who has a password, and browsers with addresses. */
async function createGuessedApp(config: Options = {}) {
  const app = createPasswordApp(config);
  await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  assertEquals(await setPassword(app.config, "ada", PASSWORD), null);
  const openAt = (address: string) =>
    createBrowser(app.origin, {
      [app.origin]: (request) => {
        if (!new URL(request.url).pathname.startsWith("/auth/")) return new Response("app");
        setClientAddress(request, address);
        return Auth(request, app.config);
      },
    });
  return { ...app, openAt };
}

/** Tries passwords for an address; returns the statuses of the answers. */
async function statusOf(browser: TestBrowser, email: string, password = "wrong") {
  const { status, body } = await browser.post("/callback/password", { email, password });
  await body?.cancel();
  return status;
}

/** Spellings of one address, for an app that leaves dots and what follows a plus away. */
function* spellings(): Generator<string> {
  const [local, domain] = ["ada", "example.com"];
  for (let i = 0; i < 200; i++) {
    const dotted = i % 4 === 0 ? local : [...local].join(i % 4 === 1 ? "." : "");
    const written = i % 3 === 0 ? dotted.toUpperCase() : dotted;
    yield `${written}${i > 20 ? `+${i}` : ""}@${i % 7 === 0 ? domain.toUpperCase() : domain}`;
  }
}

const joined = (typed: string) => {
  const [local = "", domain] = typed.toLowerCase().split("@");
  return `${local.replace(/\+.*/, "").replaceAll(".", "")}@${domain}`;
};

function joinedProviders(): NonNullable<Options>["providers"] {
  return [Password(CHEAP), {
    id: "mail",
    name: "Email",
    type: "email",
    normalizeIdentifier: joined,
    sendVerificationRequest: () => {},
  }];
}

Deno.test("password guessing: 200 spellings of an address are one account", async () => {
  const app = await createGuessedApp({ providers: joinedProviders() });
  const all = [...spellings()];
  assertEquals(new Set(all).size > 180, true);
  assertEquals(new Set(all.map(joined)), new Set([ADA]));
  const browser = app.open();
  const statuses = [];
  for (const email of all) statuses.push(await statusOf(browser, email));
  assertEquals(statuses, [...Array(10).fill(302), ...Array(190).fill(429)]);
  assertEquals(await enter(app.open(), PASSWORD, "A.D.A+x@example.com"), REFUSED);
});

Deno.test("password guessing: a browser that signed in with one spelling is known with all", async () => {
  const app = await createGuessedApp({ providers: joinedProviders() });
  const known = app.open();
  assertEquals(await enter(known, PASSWORD, "a.da@example.com"), "/after");
  const guesser = app.open();
  for (let i = 0; i < 10; i++) await statusOf(guesser, ADA);
  assertEquals(await enter(guesser), REFUSED);
  assertEquals(await enter(known, PASSWORD, "ada+home@example.com"), "/after");
});

Deno.test("password guessing: the page, the functions and the sign-in have one count", async () => {
  using time = new FakeTime();
  const app = await createGuessedApp({ providers: joinedProviders() });
  for (let i = 0; i < 3; i++) {
    assertEquals(await verifyPassword(app.config, "ada", "wrong"), false);
    assertEquals(await changePassword(app.config, "ada", "wrong", OTHER), "wrong-password");
    assertEquals(await statusOf(app.open(), "A.d.a@example.com"), 302);
  }
  assertEquals(await statusOf(app.open(), "ada+10@example.com"), 302);
  assertEquals(await enter(app.open()), REFUSED);

  // Of a browser that the account knows, too.
  time.tick(61 * MINUTE);
  const known = app.open();
  assertEquals(await enter(known, PASSWORD, "a.d.a@example.com"), "/after");
  const html = await (await known.fetch("/auth/password")).text();
  for (let i = 0; i < 5; i++) {
    await save(known, html, { current: "wrong", password: OTHER });
    await statusOf(known, "ADA@example.com");
  }
  assertEquals((await save(known, html, { current: PASSWORD, password: OTHER })).status, 429);
  assertEquals(await enter(known), REFUSED);
  assertEquals(await enter(app.open()), "/after");
});

Deno.test("password guessing: a spelling that only the store joins opens nothing", async () => {
  const app = await createGuessedApp();
  const { getUserByEmail } = app.adapter;
  app.config.adapter = {
    ...app.adapter,
    // Such as a column with a collation that has no accents.
    getUserByEmail: (email) => getUserByEmail(email.normalize("NFD").replaceAll(/\p{M}/gu, "")),
  };
  assertEquals(await enter(app.open(), PASSWORD, "áda@example.com"), WRONG);
  assertEquals(await enter(app.open(), PASSWORD, "ADA@example.com"), "/after");
});

Deno.test("password guessing: each known browser has ten tries of its own", async () => {
  const app = await createGuessedApp();
  const [one, two] = [app.open(), app.open()];
  for (const browser of [one, two]) assertEquals(await enter(browser), "/after");
  for (let i = 0; i < 10; i++) assertEquals(await enter(one, `wrong ${i}`), WRONG);
  assertEquals(await enter(one), REFUSED, "the eleventh try");
  for (let i = 0; i < 10; i++) assertEquals(await enter(two, `wrong ${i}`), WRONG);
  assertEquals(await enter(two), REFUSED, "the other has as many, and not more");
  assertEquals(await enter(app.open()), "/after", "strangers have a count of their own");
});

Deno.test("password guessing: after a reset the new password opens in that very browser, and elsewhere", async () => {
  for (const records of [MemoryRecords(), undefined]) {
    const app = await createGuessedApp(records && { records });
    const [owner, other] = [app.open(), app.open()];
    for (let i = 0; i < 10; i++) assertEquals(await enter(owner, `wrong ${i}`), WRONG);
    assertEquals(await enter(owner), REFUSED);
    const { html } = await openLink(app, owner);
    const saved = await save(owner, html, { password: OTHER });
    assertEquals(saved.url.pathname, "/after");
    await (await owner.post("/signout")).body?.cancel();
    assertEquals(await enter(other, OTHER), "/after", "the count was of the password before");
    // A stranger locks the account again.
    const guesser = app.open();
    for (let i = 0; i < 11; i++) await enter(guesser, `wrong ${i}`);
    assertEquals(await enter(app.open(), OTHER), REFUSED);
    assertEquals(await enter(owner, OTHER), "/after", "the browser is known");
  }
});

Deno.test("password guessing: a reset begins the tries of a known browser anew", async () => {
  const app = await createGuessedApp();
  const known = app.open();
  assertEquals(await enter(known), "/after");
  await (await known.post("/signout")).body?.cancel();
  for (let i = 0; i < 10; i++) assertEquals(await enter(known, `wrong ${i}`), WRONG);
  assertEquals(await enter(known), REFUSED);
  const { html } = await openLink(app, known);
  await save(known, html, { password: OTHER });
  await (await known.post("/signout")).body?.cancel();
  assertEquals(await enter(known, OTHER), "/after");
});

Deno.test("password guessing: a change compares one text, so a counted try is one guess", async () => {
  const app = await createGuessedApp();
  assertEquals(await changePassword(app.config, "ada", "wrong", PASSWORD), "wrong-password");
  const browser = app.open();
  assertEquals(await enter(browser), "/after");
  const html = await (await browser.fetch("/auth/password")).text();
  const guess = await save(browser, html, { current: "wrong", password: PASSWORD });
  assertEquals(guess.url.searchParams.get("error"), "wrong-password");
  assertEquals(app.entries.filter(({ name }) => name === "password.changed"), []);
});

/** An app whose change of the password fails after it was written, in a session. */
async function createUnfinishedApp() {
  const records = MemoryRecords();
  let isDown = false;
  const app = await createGuessedApp({
    records: {
      ...records,
      deleteOwner: (...args) => {
        if (isDown) throw new Error("down");
        return records.deleteOwner(...args);
      },
    },
  });
  const thief = app.open();
  await enter(thief);
  isDown = true;
  const change = (current: string, password: string, keepSession?: string) =>
    changePassword(app.config, "ada", current, password, { keepSession });
  await assertRejects(() => change(PASSWORD, OTHER, "mine"), Error, "down");
  isDown = false;
  assert(await thief.session(), "the session has not ended yet");
  return { ...app, change, thief };
}

Deno.test("password guessing: only the session of a change that failed may repeat it", async () => {
  const { change, thief, entries } = await createUnfinishedApp();
  assertEquals(await change("wrong", OTHER, "another"), "wrong-password");
  assertEquals(await change("wrong", OTHER), "wrong-password");
  assertEquals(await change(PASSWORD, PASSWORD, "mine"), "wrong-password", "one guess");
  assertEquals(await thief.session(), null, "what was left of it is done");
  assertEquals(await change(PASSWORD, OTHER, "mine"), "wrong-password", "and the mark is gone");
  assertEquals(entries.filter(({ name }) => name === "password.changed").length, 1);
});

Deno.test("password guessing: a change that failed goes on when it is repeated, and then ends", async () => {
  const { change, thief } = await createUnfinishedApp();
  assertEquals(await change(PASSWORD, OTHER, "mine"), null);
  assertEquals(await thief.session(), null);
  assertEquals(await change(PASSWORD, OTHER, "mine"), "wrong-password");
  assertEquals(await change(OTHER, "looms count flowers and birds", "mine"), null);
});

Deno.test("password guessing: a store that cannot take the count away leaves the new password set", async () => {
  const records = MemoryRecords();
  const app = await createGuessedApp({
    records: {
      ...records,
      take: (kind, id) => {
        if (kind === "limit") throw new Error("down");
        return records.take(kind, id);
      },
    },
  });
  assertEquals(await enter(app.open(), "wrong"), WRONG);
  assertEquals(await setPassword(app.config, "ada", OTHER), null);
  assertEquals(await enter(app.open(), OTHER), "/after");
  assertStringIncludes(app.errors.map(({ message }) => message).join("\n"), "Cannot count");
});

Deno.test("password guessing: no password is compared before its try is counted, although the store is read meanwhile", async () => {
  const adapter = MemoryAdapter();
  const records = MemoryRecords();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let looked = 0;
  let compared = 0;
  const app = createPasswordApp({
    adapter: {
      ...adapter,
      async getUserByEmail(email) {
        // Those that fail do so long before anything waits for them.
        if (++looked % 2) throw new Error("down");
        return await adapter.getUserByEmail(email);
      },
    },
    records: {
      ...records,
      async put(entry, expected) {
        if (entry.kind === "limit") await released;
        return await records.put(entry, expected);
      },
    },
    limits: { perAccount: 3, perRecipient: false },
  }, { verify: () => ++compared < 0 });
  await adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  await importPassword(app.config, "ada", "a foreign hash");
  const tries = Array.from({ length: 50 }, () => enter(app.open(), "wrong"));
  await waitUntil("all look for the user", () => looked === tries.length);
  assertEquals(compared, 0);
  release();
  const landed = await Promise.all(tries);
  assert(compared <= 3, String(compared));
  assertEquals(landed.filter((path) => path === "/after"), []);
  assertEquals(looked, tries.length, "each looks once");
});

Deno.test("password guessing: hashes of another system are compared a few at a time too", async () => {
  let [running, most, compared] = [0, 0, 0];
  const app = createPasswordApp({ limits: false }, {
    verify: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve));
      running--;
      return ++compared < 0;
    },
  });
  await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  await importPassword(app.config, "ada", "a foreign hash");
  const browsers = Array.from({ length: 50 }, () => app.open());
  await Promise.all(browsers.map((browser) => browser.csrf()));
  const landed = await Promise.all(browsers.map((browser) => enter(browser)));
  assertEquals(landed, Array(50).fill(WRONG));
  assertEquals(compared, 50);
  assert(most <= 2, `${most} at once`);
});

Deno.test("password guessing: overlong passwords are not hashed", async () => {
  const node = process.getBuiltinModule("node:crypto");
  const { scrypt } = node;
  const hashed: number[] = [];
  const app = await createGuessedApp({ limits: false });
  try {
    node.scrypt = ((password: string, ...rest: never[]) => {
      hashed.push(password.length);
      return (scrypt as (...args: unknown[]) => void)(password, ...rest);
    }) as typeof scrypt;
    await enter(app.open());
    assertEquals(hashed, [PASSWORD.length], "what a usual sign-in hashes");
    for (const length of [513, 100_000]) {
      hashed.length = 0;
      for (const email of [ADA, "nobody@example.com"]) {
        assertEquals(await enter(app.open(), "x".repeat(length), email), WRONG);
      }
      assertEquals(await verifyPassword(app.config, "ada", "x".repeat(length)), false);
      assertEquals(hashed, [0, 0, 0], "as much work as for any other");
    }
  } finally {
    node.scrypt = scrypt;
  }
});

Deno.test("password floods: one network has 30 passwords a minute, and known browsers others", async () => {
  using time = new FakeTime();
  const app = await createGuessedApp();
  const known = app.openAt("203.0.113.7");
  assertEquals(await enter(known), "/after");
  const statuses = [];
  const flooder = app.openAt("203.0.113.7");
  for (let i = 0; i < 60; i++) statuses.push(await statusOf(flooder, `nobody${i}@example.com`));
  assertEquals(statuses, [...Array(29).fill(302), ...Array(31).fill(429)]);
  assertEquals(await enter(known), "/after", "of the same network");
  assertEquals(await enter(app.openAt("203.0.113.8")), "/after", "a stranger of another one");
  time.tick(2000);
  assertEquals(await statusOf(flooder, "nobody@example.com"), 302);
  assertEquals(await statusOf(flooder, "nobody@example.com"), 429);
  const logged = app.errors.map(({ message }) => message).join("\n");
  assertStringIncludes(logged, "limits.passwordsPerAddress");
});

Deno.test("password floods: a known browser cannot send without end either", async () => {
  using _time = new FakeTime();
  const app = await createGuessedApp();
  const known = app.openAt("203.0.113.17");
  const paths = [];
  for (let i = 0; i < 32; i++) paths.push(await enter(known));
  assertEquals(paths, [...Array(31).fill("/after"), REFUSED]);
});

Deno.test("password floods: `passwordsPerAddress` of an app", async () => {
  const flood = async (limits: NonNullable<Options>["limits"], address: string) => {
    const app = await createGuessedApp({ limits });
    const browser = app.openAt(address);
    let accepted = 0;
    for (let i = 0; i < 40; i++) {
      if (await statusOf(browser, `nobody${i}@example.com`) === 302) accepted++;
    }
    return accepted;
  };
  assertEquals(await flood({ passwordsPerAddress: 5 }, "203.0.113.9"), 5);
  assertEquals(await flood({ passwordsPerAddress: false }, "203.0.113.10"), 40);
  // A proxy has this address.
  assertEquals(await flood({ passwordsPerAddress: 5 }, "10.0.0.1"), 40);
});

Deno.test("password floods: a client that found no turn has tried nothing", async () => {
  const app = await createGuessedApp({ limits: { perAccount: 3 } });
  const browser = app.open();
  await browser.csrf();
  const gate = Promise.withResolvers<void>();
  const fill = Array.from(
    { length: 502 },
    (_, i) => turns.run({ lane: `network ${i}`, isKnown: false }, () => gate.promise),
  );
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push(await statusOf(browser, ADA));
  assertEquals(statuses, Array(5).fill(429));
  gate.resolve();
  await Promise.all(fill);
  for (let i = 0; i < 3; i++) assertEquals(await enter(browser, "wrong"), WRONG);
  assertEquals(await enter(browser), REFUSED);
});

for (const networks of [1, 2000]) {
  Deno.test(`password floods: 2,000 strangers of ${networks} networks, and a known browser signs in before all that wait`, async () => {
    const app = await createGuessedApp({
      limits: { perAddress: false, passwordsPerAddress: false },
    });
    const known = app.open();
    assertEquals(await enter(known), "/after");
    // One page for all strangers, so that their passwords alone are many.
    const page = app.open();
    const csrfToken = await page.csrf();
    const cookie = page.cookies.header(new URL(app.origin));
    const tryAt = async (i: number) => {
      const j = i % networks;
      const browser = app.openAt(`198.${18 + (j >> 16)}.${j >> 8 & 255}.${j & 255}`);
      const fields = { csrfToken, email: `nobody${i}@example.com`, password: "wrong" };
      const { status, body } = await browser.fetch("/auth/callback/password", {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams(fields),
      });
      await body?.cancel();
      return status;
    };
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const stranger = { lane: "test", isKnown: false };
    const running = [1, 2].map(() => turns.run(stranger, () => gate));
    const answers = { tried: 0, refused: 0 };
    const posts = Array.from({ length: 2000 }, async (_, i) => {
      const status = await tryAt(i);
      if (status === 429) answers.refused++;
      else answers.tried++;
    });
    await waitUntil(
      "1,500 are refused and 500 wait",
      () => answers.refused === 1500 && turns.waiting === 500,
    );
    assertEquals(answers.tried, 0);
    assertEquals(await enter(known), "/after");
    assertEquals(answers.tried, 0, "no stranger had a turn meanwhile");
    release();
    await Promise.all([...posts, ...running]);
    assertEquals(answers, { tried: 500, refused: 1500 });
    assert(turns.waiting === 0);
  });
}

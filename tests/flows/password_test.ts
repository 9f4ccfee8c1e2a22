/**
 * Passwords in whole flows, with both session strategies: sign-up, sign-in, reset, change.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { hashPassword as betterHash, verifyPassword as betterVerify } from "better-auth/crypto";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { isOutdated } from "../../src/capabilities/passwords/hash.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import {
  change as changePassword,
  has as hasPassword,
  import as importPassword,
  remove as removePassword,
  set as setPassword,
  verify as verifyPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { delete as deleteUser, export as exportUser } from "../../src/server/users.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import type { RecordEntry } from "../../src/types/records.ts";
import { codeOf, secretOn, submit } from "./_factors.ts";
import {
  ADA,
  CHEAP,
  createPasswordApp,
  enter,
  openLink,
  OTHER,
  PASSWORD,
  type PasswordApp,
  save,
  signUp,
} from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

const MINUTE = 60_000;
const WRONG =
  "/auth/signin?error=CredentialsSignin&code=credentials&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
const DONE = "/auth/password?done=1&callbackUrl=";

const emailOf = async (browser: PasswordApp["browser"]) => (await browser.session())?.user?.email;
const idOf = async ({ adapter }: PasswordApp, email = ADA) =>
  (await adapter.getUserByEmail(email))!.id;
const open = async (browser: PasswordApp["browser"], query = "") =>
  await (await browser.fetch(`/auth/password${query}`)).text();

for (const strategy of STRATEGIES) {
  const create = (
    config: Parameters<typeof createPasswordApp>[0] = {},
    options: Parameters<typeof createPasswordApp>[1] = {},
  ) => createPasswordApp(config, options, strategy);

  Deno.test(`password: sign-up proves the address, then sets a password (${strategy})`, async () => {
    const app = create();
    const page = await openLink(app, app.browser);
    assertEquals(page.url.pathname, "/auth/password");
    assertStringIncludes(page.html, "Set your password");
    assert(!page.html.includes("Back to your account"), "the person has not seen the page");
    const saved = await save(app.browser, page.html, { password: PASSWORD });
    assertEquals(
      saved.url.href,
      "https://app.example/after",
      "the person is signed in, and goes on",
    );
    const later = app.open();
    assertEquals(await enter(later), "/after");
    assertEquals(await emailOf(later), ADA);
    const names = app.entries.map(({ name }) => name);
    assertEquals(names, [
      "mail.sent",
      "user.created",
      "session.started",
      "password.set",
      "session.started",
    ]);
    const { proof, provider } = app.entries.at(-1)!;
    assertEquals([proof?.methods, proof?.provider, provider], [["pwd"], "password", "password"]);
    assertEquals(app.mails, [], "no alarm about what the person has just done");
    assertEquals(app.errors, []);
  });

  Deno.test(`password: reset by a link ends other sessions and the password before (${strategy})`, async () => {
    const app = create();
    const thief = app.open();
    await signUp(app);
    assertEquals(await enter(thief), "/after");
    const owner = app.open();
    const page = await openLink(app, owner);
    assertStringIncludes(page.html, "Set your password");
    assertEquals(page.html.includes('name="current"'), false);
    await save(owner, page.html, { password: OTHER });
    assertEquals(await thief.session(), null);
    assertEquals(await app.browser.session(), null);
    assertEquals(await emailOf(owner), ADA);
    assertEquals((await listSessions(app.config, await idOf(app))).length, 1);
    assertEquals(await enter(thief), WRONG);
    assertEquals(await enter(thief, OTHER), "/after");
    assertMatch(app.mails.at(-1)!.subject, /^Your password was changed \(App\)$/);
    assertEquals(app.entries.some(({ name }) => name === "password.changed"), true);
  });

  Deno.test(`password: a change asks for the present one, unless the proof is fresh (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await signUp(app);
    const other = app.open();
    await enter(other);
    // After the link, no present password is needed for ten minutes.
    assertEquals((await open(app.browser)).includes('name="current"'), false);
    assertEquals((await open(other)).includes('name="current"'), true, "a typed password");
    time.tick(11 * MINUTE);
    const html = await open(app.browser);
    assertStringIncludes(html, 'name="current"');
    const wrong = await save(app.browser, html, { current: OTHER, password: OTHER });
    assertEquals(wrong.url.searchParams.get("error"), "wrong-password");
    assertStringIncludes(wrong.html, "The current password is wrong");
    assertEquals(
      app.entries.at(-1)?.name + " " + app.entries.at(-1)?.reason,
      "password.refused wrong-credentials",
    );
    const changed = await save(app.browser, html, { current: PASSWORD, password: OTHER });
    assertStringIncludes(changed.url.href, DONE);
    assertEquals(await other.session(), null, "other sessions end");
    assertEquals(await emailOf(app.browser), ADA, "this one stays");
    assertEquals(await enter(other, OTHER), "/after");
  });

  Deno.test(`password: a form that was open for too long leads back to the link (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    const { html } = await openLink(app, app.browser);
    time.tick(11 * MINUTE);
    const { url, html: next } = await save(app.browser, html, { password: PASSWORD });
    assertEquals(url.searchParams.get("error"), "expired");
    assertStringIncludes(next, `value="${ADA}"`);
    assertEquals(await hasPassword(app.config, await idOf(app)), false);
    await (await app.browser.post("/signout")).body?.cancel();
    const out = await save(app.browser, html, { password: PASSWORD });
    assertEquals(out.url.searchParams.get("error"), "expired");
  });

  Deno.test(`password: the second factor is asked for before a reset (${strategy})`, async () => {
    const app = create({ factors: [Totp()], factorPolicy: { required: () => true } });
    const first = await openLink(app, app.browser);
    assertEquals(first.url.pathname, "/auth/factor");
    const enrolling = await submit(app.browser, first.html, { step: "enrol" });
    const secret = secretOn(enrolling.html);
    const set = await submit(app.browser, enrolling.html, { answer: await codeOf(secret) });
    assertEquals(set.url.pathname, "/auth/password");
    // With a factor that is always asked for, eight characters are enough.
    const saved = await save(app.browser, set.html, { password: "k7 mölqz" });
    assertEquals(saved.url.pathname, "/after");

    const thief = app.open();
    const stopped = await openLink(app, thief);
    assertEquals(stopped.url.pathname, "/auth/factor");
    assertStringIncludes(await open(thief), "Email me a link");
    assertEquals(await thief.session(), null);
    assertEquals(await enter(thief, "k7 mölqz"), "/auth/factor");
  });

  Deno.test(`password: a reset ends sign-ins that wait for a factor, and trusted devices (${strategy})`, async () => {
    const records = MemoryRecords();
    const app = create({
      factors: [Totp()],
      records,
      factorPolicy: { required: () => true, trustedDevice: { maxAge: 86_400 } },
    });
    await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
    await setPassword(app.config, "ada", PASSWORD);
    const thief = app.open();
    assertEquals(await enter(thief), "/auth/factor");
    const device = {
      kind: "trusted",
      id: "1",
      owner: "ada",
      version: 1,
      expires: null,
      data: null,
    };
    await records.put(device, null);
    await setPassword(app.config, "ada", OTHER);
    assertEquals((await thief.visit("/auth/factor")).url.pathname, "/auth/signin");
    assertEquals(await records.get("trusted", "1"), null);
  });

  Deno.test(`password: a sign-in that runs while the password changes begins no session (${strategy})`, async () => {
    // All of it is in one millisecond, so that times tell nothing apart.
    using _time = new FakeTime();
    const records = MemoryRecords();
    let change: (() => Promise<unknown>) | undefined;
    const app = create({
      records: {
        ...records,
        async put(entry, expected) {
          const isWritten = await records.put(entry, expected);
          const run = change;
          if (entry.kind === "session" && run) {
            change = undefined;
            await run();
          }
          return isWritten;
        },
      },
    });
    await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
    await setPassword(app.config, "ada", PASSWORD);
    const thief = app.open();
    change = () => setPassword(app.config, "ada", OTHER);
    assertEquals(await enter(thief), WRONG);
    assertEquals(await thief.session(), null);
    assertEquals(await listSessions(app.config, "ada"), []);
  });

  Deno.test(`password: an address that is not proven opens nothing (${strategy})`, async () => {
    const app = create();
    await signUp(app);
    const id = await idOf(app);
    await app.adapter.updateUser({ id, emailVerified: null });
    assertEquals(await enter(app.open()), WRONG);
    assertEquals((await app.adapter.getUser(id))?.emailVerified, null);
  });

  Deno.test(`password: of fifty sign-ins with an imported hash one replaces it (${strategy})`, async () => {
    const written: RecordEntry[] = [];
    const records = MemoryRecords();
    let checks = 0;
    const app = create({
      limits: false,
      records: {
        ...records,
        put: (entry, expected) => (written.push(entry), records.put(entry, expected)),
      },
    }, { verify: (typed, hash) => (checks++, hash === "$2b$imported" && typed === PASSWORD) });
    await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
    await importPassword(app.config, "ada", "$2b$imported");
    written.length = 0;
    const browsers = Array.from({ length: 50 }, () => app.open());
    await Promise.all(browsers.map((browser) => browser.csrf()));
    const paths = await Promise.all(browsers.map((browser) => enter(browser)));
    assertEquals(paths, Array(50).fill("/after"));
    const hashes = written.filter(({ kind }) => kind === "password");
    assertEquals(hashes.length, 1);
    const { hash } = hashes[0]!.data as { hash: string };
    assertEquals(isOutdated(hash, { ln: 1, r: 1, p: 1, iterations: 1 }), false);
    const before = checks;
    assertEquals(await enter(app.open()), "/after");
    assertEquals(checks, before, "the new hash needs no `verify`");
    assertEquals(await enter(app.open(), "wrong"), WRONG);
  });

  Deno.test(`password: wrong ones lock the account, also on the page (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create({ limits: { perAccount: 3, accountField: "username" } });
    await signUp(app);
    const known = app.open();
    await enter(known);
    const guesser = app.open();
    for (let i = 0; i < 3; i++) assertEquals(await enter(guesser, `wrong ${i}`), WRONG);
    assertEquals(await enter(guesser), "/auth/callback/password", "429, with the right one");
    assertEquals(await enter(known), "/after", "a browser that has signed in before");
    time.tick(61 * MINUTE);
    const html = await open(known);
    const typed = { current: "wrong", password: OTHER };
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await save(known, html, typed)).status);
    assertEquals(statuses, [200, 200, 200, 429]);
    assertEquals(await enter(app.open(), PASSWORD), "/after", "the account itself is open again");
  });
}

Deno.test("password: a hash of Better Auth opens once `verify` checks it, and is replaced", async () => {
  const app = createPasswordApp({ limits: false }, {
    verify: (password, hash) => betterVerify({ password, hash }),
  });
  await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  await importPassword(app.config, "ada", await betterHash(PASSWORD));
  assertEquals(await enter(app.open(), OTHER), WRONG);
  const browsers = Array.from({ length: 5 }, () => app.open());
  await Promise.all(browsers.map((browser) => browser.csrf()));
  const paths = await Promise.all(browsers.map((browser) => enter(browser)));
  assertEquals(paths, Array(5).fill("/after"));
  const without = { ...app.config, providers: [Password({ ...CHEAP, page: false })] };
  assertEquals(await verifyPassword(without, "ada", PASSWORD), true, "without `verify`");
});

Deno.test("password: each rule is explained on the page, and nothing is set", async () => {
  const app = createPasswordApp();
  const { html } = await openLink(app, app.browser);
  const cases: [password: string, text: string, repeat?: string][] = [
    ["short 8!", "at least 15 characters"],
    ["x1".repeat(129), "at most 256 characters"],
    ["ada@example.com", "your address"],
    ["Password12345678", "easy to guess"],
    [PASSWORD, "different", OTHER],
  ];
  for (const [password, text, repeat] of cases) {
    const answer = await save(app.browser, html, { password, ...repeat ? { repeat } : {} });
    assertStringIncludes(answer.html, text);
    assertStringIncludes(answer.html, 'role="alert"');
    assertEquals(answer.html.includes(password), password === ADA);
  }
  assertEquals(await hasPassword(app.config, await idOf(app)), false);
  assertEquals(app.mails, []);
});

Deno.test("password: forms without the CSRF token change nothing", async () => {
  const app = createPasswordApp();
  await openLink(app, app.browser);
  const body = new URLSearchParams({ password: PASSWORD, repeat: PASSWORD });
  const { url } = await app.browser.visit("/auth/password", { method: "POST", body });
  assertEquals(url.searchParams.get("error"), "MissingCSRF");
  assertEquals(await hasPassword(app.config, await idOf(app)), false);
  assertEquals(app.entries.at(-1)?.name, "password.refused");
});

Deno.test("password: a person who acts for the user cannot change it", async () => {
  const records = MemoryRecords();
  const app = createPasswordApp({ records }, {}, "database");
  const { html } = await openLink(app, app.browser);
  const id = await idOf(app);
  const [entry] = await records.list(id, "session");
  const data = entry!.data as { proof: object };
  const acting = { ...data, proof: { ...data.proof, actor: "eve" } };
  await records.put({ ...entry!, version: entry!.version + 1, data: acting }, entry!.version);
  const { url } = await save(app.browser, html, { password: PASSWORD });
  assertEquals(url.pathname + url.search, "/auth/error?error=AccessDenied");
  assertEquals(await hasPassword(app.config, id), false);
});

Deno.test("password: functions check the rules, the present password and the last way in", async () => {
  const app = createPasswordApp({
    providers: [Password({ ...CHEAP, page: false })],
  });
  const { config, adapter } = app;
  await adapter.createUser({ id: "1", email: ADA, emailVerified: new Date() });
  assertEquals(await hasPassword(config, "1"), false);
  assertEquals((await exportUser(config, "1"))?.passwordSetAt, null);
  assertEquals(await setPassword(config, "1", "short"), "too-short");
  assertEquals(await setPassword(config, "1", PASSWORD), null);
  assertEquals(await hasPassword(config, "1"), true);
  assert((await exportUser(config, "1"))?.passwordSetAt instanceof Date);
  assertEquals(await verifyPassword(config, "1", PASSWORD), true);
  assertEquals(await verifyPassword(config, "1", OTHER), false);
  assertEquals(await changePassword(config, "1", OTHER, OTHER), "wrong-password");
  assertEquals(await changePassword(config, "1", PASSWORD, "short"), "too-short");
  assertEquals(await changePassword(config, "1", PASSWORD, OTHER), null);
  assertEquals(await verifyPassword(config, "1", OTHER), true);
  assertEquals(await removePassword(config, "1"), false, "the last way in");
  assertEquals(await removePassword(config, "1", { hasOtherWayIn: true }), true);
  assertEquals(await hasPassword(config, "1"), false);
  const names = app.entries.map(({ name }) => name);
  assertEquals(names.filter((name) => name.startsWith("password")), [
    "password.set",
    "password.changed",
    "password.removed",
  ]);
  await setPassword(config, "1", PASSWORD);
  await deleteUser(config, "1");
  assertEquals(await hasPassword(config, "1"), false);
});

/**
 * Changes of addresses in whole flows, with both session strategies: request, code, notice,
 * undo, chain, later proof.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { decode, encode } from "../../src/jwt.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import {
  has as hasPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { list as listFactors } from "../../src/capabilities/factors/functions.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import {
  ADA,
  ask,
  change,
  codeTo,
  createAddressApp,
  emailOf,
  GRACE,
  NEW,
  signIn,
  type,
  undo,
  undoLinkTo,
} from "./_addresses.ts";
import { loggingRecords } from "./_limits.ts";
import { enter, PASSWORD } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

for (const strategy of STRATEGIES) {
  const create = (config: Parameters<typeof createAddressApp>[0] = {}) =>
    createAddressApp(config, strategy);

  Deno.test(`address change: the new address proves itself, and the old one is told (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const other = app.open();
    await signIn(app, other);
    const page = await ask(app);
    assertEquals(page.url.pathname, "/auth/address");
    assertStringIncludes(page.html, `autocomplete="one-time-code"`);
    assertEquals(await emailOf(app.browser), ADA, "nothing changes before the code");
    const done = await type(app.browser, codeTo(app, NEW));
    assertEquals(done.url.searchParams.get("done"), "changed");
    assertStringIncludes(done.html, NEW);
    assertEquals(await emailOf(app.browser), NEW);
    assertEquals(await other.session(), null, "other sessions end");
    const user = (await app.adapter.getUserByEmail(NEW))!;
    assert(user.emailVerified);
    assertEquals(await app.adapter.getUserByEmail(ADA), null);
    const notice = app.mails.at(-1)!;
    assertEquals(notice.to, ADA);
    assertMatch(notice.subject, /^Your email address was changed \(App\)$/);
    assert(!notice.text.includes(NEW), "a mail holds nothing that a person typed");
    assertStringIncludes(notice.text, "Undo the change within 3 days");
    const sent = app.mails.find(({ to }) => to === NEW)!;
    assertStringIncludes(sent.text, "Enter this code on App within 10 minutes to confirm");
    assertEquals(app.trail(), ["address.requested", "address.changed"]);
    assertEquals(app.errors, []);
    assertEquals(await signIn(app, other, NEW), "/after");
    assertEquals(await emailOf(other), NEW);
  });

  Deno.test(`address change: the address before undoes it, without a session (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    await change(app);
    const owner = app.open();
    const link = undoLinkTo(app, ADA);
    const scanned = await owner.visit(link);
    await scanned.response.body?.cancel();
    assertEquals(await emailOf(app.browser), NEW, "a scanner undoes nothing");
    const undone = await undo(owner, link);
    assertEquals(undone.url.searchParams.get("done"), "undone");
    assertEquals(await app.browser.session(), null, "all sessions end");
    const user = (await app.adapter.getUserByEmail(ADA))!;
    assert(user.emailVerified);
    assertEquals(await app.adapter.getUserByEmail(NEW), null);
    const again = await undo(owner, link);
    assertStringIncludes(again.html, "This link can’t be used");
    assertEquals(app.trail(), ["address.requested", "address.changed", "address.undone"]);
    assertEquals(app.mails.slice(-2).map(({ to }) => to), [ADA, NEW]);
    assertEquals(await signIn(app, owner), "/after");
    assertEquals((await app.adapter.getUserByEmail(ADA))!.id, user.id);
  });

  Deno.test(`address change: open links to an address that is given up leave the store (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const { adapter } = app;
    const open = async (identifier: string) => {
      const row = { identifier, token: crypto.randomUUID(), expires: new Date(Date.now() + HOUR) };
      await adapter.createVerificationToken(row);
      return async () => await adapter.useVerificationToken(row) !== null;
    };
    const [before, ofGrace] = [await open(ADA), await open(GRACE)];
    await change(app);
    assertEquals(await before(), false, "of the address before");
    const after = await open(NEW);
    await undo(app.open(), undoLinkTo(app, ADA));
    assertEquals(await after(), false, "of the one that was undone");
    const last = await open(ADA);
    await deleteUser(app.config, (await adapter.getUserByEmail(ADA))!.id);
    assertEquals(await last(), false, "of a user who was deleted");
    assertEquals(await ofGrace(), true, "of another person");
  });

  Deno.test(`address change: an adapter that cannot remove open links keeps them (${strategy})`, async () => {
    const { deleteVerificationTokens: _, ...adapter } = MemoryAdapter();
    const app = create({ adapter });
    await signIn(app);
    await change(app);
    assertEquals(await emailOf(app.browser), NEW);
    await undo(app.open(), undoLinkTo(app, ADA));
    assert(await adapter.getUserByEmail(ADA));
    assertEquals(app.errors, []);
  });

  Deno.test(`address change: a change that is older than 72 hours is not undone (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await signIn(app);
    await change(app);
    const link = undoLinkTo(app, ADA);
    time.tick(72 * HOUR + 1000);
    assertStringIncludes((await undo(app.open(), link)).html, "older than 3 days");
    assert(await app.adapter.getUserByEmail(NEW));
    const late = await app.open().post("/address", {
      step: "undo",
      token: new URL(link).searchParams.get("undo")!,
    });
    await late.body?.cancel();
    assert(await app.adapter.getUserByEmail(NEW));
    assertEquals(app.trail().at(-1), "address.refused expired-link");
  });

  Deno.test(`address change: an address of another user gets a mail without a code, and the answer is the same (${strategy})`, async () => {
    const app = create();
    await app.adapter.createUser({ id: "grace", email: GRACE, emailVerified: new Date() });
    await signIn(app);
    const shape = async (email: string) => {
      const { url, html, status } = await ask(app, app.browser, email);
      return [url.href, status, html.replaceAll(/nonce="[^"]*"/g, "").replaceAll(email, "EMAIL")];
    };
    assertEquals(await shape(GRACE), await shape(NEW));
    const [taken, free] = app.mails;
    assertEquals([taken!.to, free!.to], [GRACE, NEW]);
    assertMatch(taken!.text, /belongs to an account/);
    assertEquals(codeTo(app, GRACE), "");
    assertEquals(app.trail(), ["address.requested", "address.requested"]);
  });

  Deno.test(`address change: a code is bound to session, user and both addresses (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const same = app.open();
    await signIn(app, same);
    await signIn(app, app.open(), GRACE);
    const other = app.open();
    await signIn(app, other, GRACE);
    await ask(app);
    const code = codeTo(app, NEW);
    const isLost = async (browser: typeof other) =>
      assertEquals((await type(browser, code)).url.searchParams.get("error"), "expired");
    await isLost(same);
    await isLost(other);
    // A newer request replaces the code, also one for another address.
    await ask(app, app.browser, "later@example.com");
    assertEquals((await type(app.browser, code)).url.searchParams.get("error"), "wrong-code");
    await ask(app);
    await app.adapter.updateUser({
      id: (await app.adapter.getUserByEmail(ADA))!.id,
      email: "moved@example.com",
    });
    const moved = await type(app.browser, codeTo(app, NEW));
    assertEquals(moved.url.searchParams.get("error"), "moved");
    assertEquals(await app.adapter.getUserByEmail(NEW), null);
    assertEquals(app.trail().slice(-1), ["address.refused attempt-mismatch"]);
  });

  Deno.test(`address change: a code ends after five wrong tries, and after ten minutes (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await signIn(app);
    await ask(app);
    const code = codeTo(app, NEW);
    const wrong = code.replace(/./, (digit) => String((Number(digit) + 1) % 10));
    const errorOf = async (typed: string) =>
      (await type(app.browser, typed)).url.searchParams.get("error");
    for (let i = 0; i < 4; i++) assertEquals(await errorOf(wrong), "wrong-code");
    assertEquals(await errorOf(wrong), "expired");
    assertEquals(await errorOf(code), "expired");
    assertStringIncludes(await (await app.browser.fetch("/auth/address")).text(), "New email");
    await ask(app);
    time.tick(10 * MINUTE + 1000);
    assertEquals(await errorOf(codeTo(app, NEW)), "expired");
    await signIn(app);
    await ask(app);
    time.tick(9 * MINUTE);
    assertEquals(await errorOf(` ${codeTo(app, NEW).replace(/^..../, "$& -")} `), null);
  });

  Deno.test(`address change: it needs a session with a fresh proof (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    const none = await ask(app);
    assertEquals(none.url.pathname, "/auth/signin");
    await signIn(app);
    time.tick(11 * MINUTE);
    const page = await (await app.browser.fetch("/auth/address")).text();
    assertStringIncludes(page, "First verify it’s you.");
    assert(!page.includes("<form"), "no form");
    const stale = await ask(app);
    assertEquals(stale.url.pathname, "/auth/signin");
    assert(stale.url.searchParams.has("stepUp"));
    assertEquals(app.mails, []);
    // The proof leads back to the page.
    const { response, url } = await app.browser.visit(/href="([^"]*stepUp[^"]*)"/.exec(page)![1]!
      .replaceAll("&amp;", "&"));
    await response.body?.cancel();
    assertEquals(url.pathname, "/auth/signin");
    await app.browser.start("mail", {
      fields: { email: ADA },
      callbackUrl: "/auth/address",
    });
    const back = await app.browser.visit(app.links.at(-1)!);
    assertEquals(back.url.pathname, "/auth/address");
    assertStringIncludes(await back.response.text(), "New email");
  });

  Deno.test(`address change: texts that are no address, and the present address (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const errorOf = async (email: string) =>
      (await ask(app, app.browser, email)).url.searchParams.get("error");
    for (const typed of ["", "ada", "a@b@c.example", "a@example.com,b@example.com"]) {
      assertEquals(await errorOf(typed), "invalid", typed);
    }
    assertEquals(await errorOf(` ${ADA.toUpperCase()} `), "same");
    assertEquals(app.mails, []);
  });

  Deno.test(`address change: another site cannot post a form (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const body = new URLSearchParams({ step: "request", email: NEW });
    const answer = await app.browser.fetch("/auth/address", { method: "POST", body });
    await answer.body?.cancel();
    assertEquals(app.mails, []);
    assertEquals(app.trail(), ["address.refused csrf"]);
  });

  Deno.test(`address change: links to the address before open no account, and create none (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const late = app.open();
    await late.start("mail", { fields: { email: ADA }, callbackUrl: "/after" });
    const link = app.links.at(-1)!;
    await change(app);
    const { response } = await late.visit(link);
    await response.body?.cancel();
    assertEquals(await late.session(), null);
    assertEquals(await signIn(app, late), "/auth/error");
    assertEquals(await late.session(), null);
    assertEquals(await app.adapter.getUserByEmail(ADA), null);
    assertEquals(app.entries.at(-1)?.reason, "sign-up-refused");
    // Nor can another user get it; its owner can.
    const grace = app.open();
    await signIn(app, grace, GRACE);
    await ask(app, grace, ADA);
    assertEquals(codeTo(app, ADA), "");
    assertEquals((await undo(late, undoLinkTo(app, ADA))).url.searchParams.get("done"), "undone");
    assertEquals(await signIn(app, late), "/after");
  });

  Deno.test(`address change: a sign-in that runs meanwhile begins no session (${strategy})`, async () => {
    const records = MemoryRecords();
    let run: (() => Promise<unknown>) | undefined;
    const app = create({
      records: {
        ...records,
        async put(entry, expected) {
          const now = run;
          // All sessions that have a record end before this one gets its own.
          if (entry.kind === "session" && now) {
            run = undefined;
            await now();
          }
          return await records.put(entry, expected);
        },
      },
    });
    await signIn(app);
    await ask(app);
    run = () => type(app.browser, codeTo(app, NEW));
    const late = app.open();
    await signIn(app, late);
    assertEquals(await late.session(), null);
    assertEquals(await emailOf(app.browser), NEW);
    const { id } = (await app.adapter.getUserByEmail(NEW))!;
    assertEquals((await listSessions(app.config, id)).length, 1);
  });

  Deno.test(`address change: of A, B and C, the link of A wins over that of B (${strategy})`, async () => {
    for (const first of [ADA, NEW]) {
      const app = create();
      await signIn(app);
      await change(app);
      await change(app, app.browser, "third@example.com");
      const links: Record<string, string> = {
        [ADA]: undoLinkTo(app, ADA),
        [NEW]: undoLinkTo(app, NEW),
      };
      const restored = await undo(app.open(), links[first]!);
      assertEquals(restored.url.searchParams.get("done"), "undone", first);
      assert(await app.adapter.getUserByEmail(first), first);
      const second = first === ADA ? NEW : ADA;
      const { url, html } = await undo(app.open(), links[second]!);
      if (second === ADA) assertEquals(url.searchParams.get("done"), "undone");
      else assertStringIncludes(html, "This link can’t be used");
      assert(await app.adapter.getUserByEmail(ADA), "the owner of A has the last word");
    }
  });

  Deno.test(`address change: a user whom the app has moved stays where the app wants (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    await change(app);
    const { id } = (await app.adapter.getUserByEmail(NEW))!;
    await app.adapter.updateUser({ id, email: "admin@example.com" });
    const { html, url } = await undo(app.open(), undoLinkTo(app, ADA));
    assertEquals(url.searchParams.get("error"), "moved");
    assertStringIncludes(html, "has changed meanwhile");
    await app.adapter.updateUser({ id, email: NEW });
    // The app itself may give the address to another user.
    await app.adapter.createUser({ id: "2", email: ADA, emailVerified: new Date() });
    const taken = await undo(app.open(), undoLinkTo(app, ADA));
    assertEquals(taken.url.searchParams.get("error"), "taken");
    assertEquals((await app.adapter.getUserByEmail(ADA))!.id, "2");
  });

  Deno.test(`address change: undo removes what was added since (${strategy})`, async () => {
    const app = create({
      providers: [Passkey()],
      experimental: { enableWebAuthn: true },
      factors: [Totp()],
    });
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    const account = (provider: string) => ({
      provider,
      providerAccountId: "1",
      type: "oauth" as const,
      userId: id,
    });
    const key = (credentialID: string) => ({
      credentialID,
      userId: id,
      providerAccountId: credentialID,
      credentialPublicKey: "",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
      transports: null,
    });
    await app.adapter.linkAccount(account("before"));
    await app.adapter.createAuthenticator(key("before"));
    await change(app);
    await app.adapter.linkAccount(account("after"));
    await app.adapter.createAuthenticator(key("after"));
    assertEquals(await setPassword(app.config, id, PASSWORD), null);
    const enrolment = { factor: "totp", name: null, createdAt: new Date().toISOString() };
    await app.adapter.records.put({
      kind: "factor",
      id: "of-the-attacker",
      owner: id,
      version: 1,
      expires: null,
      data: { ...enrolment, usedAt: null, data: "" },
    }, null);
    // Somebody has protected the account since: a day to object.
    using time = new FakeTime();
    const link = undoLinkTo(app, ADA);
    assertMatch((await undo(app.open(), link)).html, /will be undone later/);
    assertEquals((await app.adapter.getUser(id))!.email, NEW);
    time.tick(24 * 60 * 60_000);
    assertEquals((await undo(app.open(), link)).html.includes("undone"), true);
    const accounts = await app.adapter.listAccounts(id);
    assertEquals(accounts.map(({ provider }) => provider), ["before"]);
    const keys = await app.adapter.listAuthenticatorsByUserId(id);
    assertEquals(keys.map(({ credentialID }) => credentialID), ["before"]);
    assertEquals(await hasPassword(app.config, id), false);
    assertEquals(await listFactors(app.config, id), []);
    const names = app.entries.map(({ name }) => name);
    for (
      const name of ["account.unlinked", "passkey.removed", "password.removed", "factor.removed"]
    ) {
      assert(names.includes(name as typeof names[number]), name);
    }
  });

  Deno.test(`address change: a password that is older than the change stays (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await setPassword(app.config, id, PASSWORD);
    await signIn(app);
    await change(app);
    await undo(app.open(), undoLinkTo(app, ADA));
    assertEquals(await enter(app.open()), "/after");
  });

  Deno.test(`address change: an address that was never proven gets no link (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await app.adapter.updateUser({ id, email: "typo@example.com", emailVerified: null });
    await change(app);
    assertEquals(app.mails.at(-1)!.to, "typo@example.com");
    assertEquals(undoLinkTo(app, "typo@example.com"), "");
    assertMatch(app.mails.at(-1)!.text, /was never confirmed/);
    assertEquals(await emailOf(app.browser), NEW);
    // Its owner can sign up.
    const owner = app.open();
    assertEquals(await signIn(app, owner, "typo@example.com"), "/after");
    assert((await app.adapter.getUserByEmail("typo@example.com"))!.id !== id);
  });

  Deno.test(`address change: the present address is proven later, by the same code (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await app.adapter.updateUser({ id, emailVerified: null });
    const other = app.open();
    const page = await (await app.browser.fetch("/auth/address")).text();
    assertStringIncludes(page, "Confirm this address");
    const asked = await ask(app, app.browser, ADA);
    assertStringIncludes(asked.html, "confirm your address");
    assertEquals((await app.adapter.getUser(id))!.emailVerified, null);
    assertEquals(
      (await type(app.browser, codeTo(app, ADA))).url.searchParams.get("done"),
      "changed",
    );
    assert((await app.adapter.getUser(id))!.emailVerified);
    assertEquals(app.trail(), ["address.requested", "address.proven"]);
    assertEquals(app.mails.length, 1, "there is nothing to tell");
    assertEquals(await signIn(app, other), "/after");
    assertEquals((await app.adapter.getUserByEmail(ADA))!.id, id);
  });

  Deno.test(`address change: a user without an address gets one (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await app.adapter.updateUser({ id, email: null as unknown as string, emailVerified: null });
    assertStringIncludes(
      await (await app.browser.fetch("/auth/address")).text(),
      "no address yet",
    );
    await change(app);
    assertEquals((await app.adapter.getUserByEmail(NEW))!.id, id);
    assertEquals(app.mails.map(({ to }) => to), [NEW]);
  });

  Deno.test(`address change: a user who has a second factor proves it first (${strategy})`, async () => {
    const app = create({ factors: [Totp()] });
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await app.adapter.records.put({
      kind: "factor",
      id: "totp",
      owner: id,
      version: 1,
      expires: null,
      data: {
        factor: "totp",
        name: null,
        createdAt: new Date().toISOString(),
        usedAt: null,
        data: "",
      },
    }, null);
    assertEquals((await ask(app)).url.pathname, "/auth/factor");
    assertEquals(app.mails, []);
  });
}

Deno.test("address change: known and unknown addresses cause the same calls of the store", async () => {
  const calls: string[] = [];
  const memory = MemoryAdapter();
  const adapter = Object.fromEntries(
    Object.entries(memory).map(([name, member]) => [
      name,
      typeof member !== "function" ? member : (...args: never[]) => {
        calls.push(name);
        return (member as (...args: never[]) => unknown)(...args);
      },
    ]),
  ) as typeof memory;
  const app = createAddressApp({ adapter, records: loggingRecords(MemoryRecords(), calls) });
  await memory.createUser({ id: "grace", email: GRACE, emailVerified: new Date() });
  await memory.createUser({ id: "unproven", email: "no@example.com", emailVerified: null });
  await signIn(app);
  await ask(app);
  const observe = async (email: string) => {
    calls.length = 0;
    const answer = await app.browser.post("/address", { step: "request", email });
    await answer.body?.cancel();
    return [answer.headers.get("location"), ...calls];
  };
  const unknown = await observe("unknown@example.com");
  assert(unknown.includes("getUserByEmail") && unknown.includes("get address.held"), `${unknown}`);
  for (const email of [GRACE, "no@example.com"]) assertEquals(await observe(email), unknown, email);
});

Deno.test("address change: another person who acts for the user changes nothing", async () => {
  const app = createAddressApp();
  await signIn(app);
  const { id } = (await app.adapter.getUserByEmail(ADA))!;
  const salt = "__Secure-authjs.session-token";
  const known = app.browser.cookies.list("app.example").find(({ name }) => name === salt)!;
  const claims = (await decode({ token: known.value, secret: app.config.secret!, salt }))!;
  const proof = { ...claims.session_proof as object, actor: "support" };
  const token = await encode({
    token: { ...claims, session_proof: proof },
    secret: app.config.secret!,
    salt,
  });
  app.browser.cookies.plant("https://app.example/", `${salt}=${token}; Path=/; Secure`);
  assertEquals((await ask(app)).url.pathname, "/auth/error");
  assertEquals(app.mails, []);
  assertEquals((await app.adapter.getUser(id))!.email, ADA);
});

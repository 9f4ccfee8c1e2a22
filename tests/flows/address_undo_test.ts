/**
 * Undoing a change of address where the user has fled from a mailbox that another person reads:
 * the address can be given up with two factors, and an undo waits once the account was protected.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth } from "../../mod.ts";
import { timeInWords } from "../../src/base/in_words.ts";
import { AccessDenied } from "../../src/errors.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import {
  cancelUndo as cancelAddressUndo,
  pendingUndo as pendingAddressUndo,
  undoChange as undoAddressChange,
} from "../../src/capabilities/address/functions.ts";
import {
  has as hasPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import type { Factor } from "../../src/types/factor.ts";
import {
  ADA,
  type AddressApp,
  change,
  codeTo,
  createAddressApp,
  emailOf,
  NEW,
  post,
  signIn,
  type,
  undo,
  undoLinkTo,
} from "./_addresses.ts";
import { codeOf, submit } from "./_factors.ts";
import { addTotp, post as postFactor } from "./_factors_page.ts";
import { localStores } from "./_fault_stores.ts";
import { enter, PASSWORD } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

const HOUR = 60 * 60_000;
const TIMES = 50;

const factors: readonly Factor[] = [Totp(), MailCode(), RecoveryCodes()];

/** Proves the authenticator app on the page that a sign-in or a step-up leads to. */
async function prove(browser: TestBrowser, secret: string, url = "/auth/factor") {
  const page = await browser.visit(url);
  return await submit(browser, await page.response.text(), { answer: await codeOf(secret) });
}

/** A user with an authenticator app, who signs in with both factors after a time. */
async function withTotp(app: AddressApp, time: FakeTime, hours: number): Promise<string> {
  await signIn(app);
  const secret = await addTotp(app.browser);
  time.tick(hours * HOUR);
  const browser = app.open();
  await signIn(app, browser);
  await prove(browser, secret);
  app.browser = browser;
  return secret;
}

const factorPage = async (browser: TestBrowser) =>
  await (await browser.visit("/auth/factor")).response.text();

const mailsTo = ({ mails }: AddressApp, to: string) => mails.filter((mail) => mail.to === to);

const formOf = (browser: TestBrowser) =>
  new Request("https://app.example/settings", {
    method: "POST",
    headers: {
      cookie: browser.cookies.header(new URL("https://app.example")),
      origin: "https://app.example",
    },
  });

const errorOf = ({ url }: { url: URL }) => url.searchParams.get("error");

for (const strategy of STRATEGIES) {
  const create = (config: Parameters<typeof createAddressApp>[0] = {}) =>
    createAddressApp({ factors: [...factors], ...config }, strategy);

  Deno.test(`address undo: an address that is given up with two factors gets no link (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await withTotp(app, time, 72);
    const { response } = await app.browser.visit("/auth/address");
    assertStringIncludes(await response.text(), 'name="lost"');
    assertEquals(errorOf(await post(app.browser, "request", { email: NEW, lost: "1" })), null);
    await type(app.browser, codeTo(app, NEW));
    assertEquals(await emailOf(app.browser), NEW);
    const told = mailsTo(app, ADA).at(-1)!;
    assertStringIncludes(told.text, "said that this address is lost");
    assertEquals([told.link, /https?:/.test(told.text)], [undefined, false]);
    assertEquals(undoLinkTo(app, ADA), "");
    // Nobody else gets the address from a link that was sent before.
    const other = app.open();
    await signIn(app, other);
    assertEquals(await emailOf(other), undefined);
  });

  Deno.test(`address undo: who has enrolled the factor lately cannot give an address up (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await withTotp(app, time, 71);
    const { response } = await app.browser.visit("/auth/address");
    assertEquals((await response.text()).includes('name="lost"'), false);
    const refused = await post(app.browser, "request", { email: NEW, lost: "1" });
    assertEquals(errorOf(refused), "not-two-factors");
    assertStringIncludes(refused.html, "that you added at least three days ago");
    assertEquals(codeTo(app, NEW), "");
    // Without it, the change can be undone.
    await change(app);
    assert(undoLinkTo(app, ADA));
  });

  Deno.test(`address undo: who reads the mailbox has codes by email, which give no address up (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await signIn(app);
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await setPassword(app.config, id, PASSWORD);
    const owner = app.open();
    await enter(owner);
    const begun = await postFactor(owner, { step: "enrol", factor: "mail" });
    await submit(owner, begun.html, { answer: codeTo(app, ADA) });
    time.tick(100 * HOUR);
    const reader = app.open();
    await enter(reader);
    const { html } = await submit(reader, await factorPage(reader), { step: "send" });
    assertEquals((await submit(reader, html, { answer: codeTo(app, ADA) })).url.pathname, "/after");
    const refused = await post(reader, "request", { email: NEW, lost: "1" });
    assertEquals(errorOf(refused), "not-two-factors");
    assertEquals(codeTo(app, NEW), "");
  });

  Deno.test(`address undo: one factor gives no address up (${strategy})`, async () => {
    const app = create();
    await signIn(app);
    const led = await post(app.browser, "request", { email: NEW, lost: "1" });
    assertEquals(led.url.pathname === "/auth/address" && errorOf(led) === null, false);
    assertEquals(codeTo(app, NEW), "");
  });

  Deno.test(`address undo: with the account protected since, the user has a day to stop it (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await signIn(app);
    await change(app);
    const secret = await addTotp(app.browser);
    const thief = app.open();
    const link = undoLinkTo(app, ADA);
    app.mails.length = 0;
    for (let press = 0; press < 2; press++) {
      const { html } = await undo(thief, link);
      assertStringIncludes(html, "The change will be undone later");
    }
    assertEquals(mailsTo(app, NEW).length, 1, "told once");
    const told = mailsTo(app, NEW)[0]!;
    assertEquals(told.link?.url, "https://app.example/auth/address");
    assertStringIncludes(told.text, "\n\nKeep new address\nhttps://app.example/auth/address\n");
    const due = timeInWords("en", new Date(Date.now() + 24 * HOUR));
    assertStringIncludes(told.text, `From ${due} on`);
    assertEquals(await emailOf(app.browser), NEW, "the session goes on");

    // The proof of two factors is from the enrolment; a stale one is led to it.
    time.tick(HOUR);
    const stale = await post(app.browser, "keep", {});
    assertEquals(stale.url.pathname, "/auth/factor");
    await prove(app.browser, secret, stale.url.href);
    const page = await (await app.browser.visit("/auth/address")).response.text();
    assertStringIncludes(page, "Someone wants to undo the change of your address");
    const kept = await post(app.browser, "keep", {});
    assertEquals(kept.url.searchParams.get("done"), "kept");
    assertStringIncludes(mailsTo(app, ADA).at(-1)!.text, "The link in our email no longer works.");
    time.tick(24 * HOUR);
    assertMatch((await undo(thief, link)).html, /This link can’t be used/);
    assertEquals((await app.adapter.getUserByEmail(NEW))?.email, NEW);
    assertEquals(
      app.trail().filter((name) => name.includes("undo")),
      ["address.undo-requested", "address.undo-cancelled"],
    );
    const again = await post(app.browser, "keep", {});
    assertEquals(again.url.searchParams.get("done"), null);
  });

  Deno.test(`address undo: after the day, the same link undoes the change and what came since (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await signIn(app);
    await change(app);
    const { id } = (await app.adapter.getUserByEmail(NEW))!;
    // The last hour in which the link works by itself.
    time.tick(71.5 * HOUR);
    await setPassword(app.config, id, PASSWORD);
    const link = undoLinkTo(app, ADA);
    assertStringIncludes((await undo(app.open(), link)).html, "will be undone later");
    time.tick(24 * HOUR - 1);
    assertStringIncludes((await undo(app.open(), link)).html, "will be undone later");
    // The address is still held for its user.
    const other = app.open();
    await signIn(app, other);
    assertEquals(await emailOf(other), undefined);
    time.tick(1);
    assertStringIncludes((await undo(app.open(), link)).html, "The change was undone");
    assertEquals((await app.adapter.getUser(id))!.email, ADA);
    assertEquals(await hasPassword(app.config, id), false);
  });

  Deno.test(`address undo: pages of the app show it and stop it (${strategy})`, async () => {
    using time = new FakeTime();
    // The site is known from the change.
    const app = create({ theme: undefined });
    await signIn(app);
    await change(app);
    const { id } = (await app.adapter.getUserByEmail(NEW))!;
    await setPassword(app.config, id, PASSWORD);
    const token = new URL(undoLinkTo(app, ADA)).searchParams.get("undo")!;
    await signIn(app, app.browser, NEW);
    assertEquals(await pendingAddressUndo(app.config, formOf(app.browser)), null);
    assertEquals(await undoAddressChange(app.config, token), "waiting");
    const due = new Date(Date.now() + 24 * HOUR);
    assertStringIncludes(mailsTo(app, NEW).at(-1)!.subject, "will be undone (app.example)");
    const pending = await pendingAddressUndo(app.config, formOf(app.browser));
    assertEquals(pending, { email: ADA, due });
    await assertRejects(
      () => cancelAddressUndo(app.config, formOf(app.browser), new Headers()),
      AccessDenied,
      "Cannot stop the undo of a change of address",
    );
    await addTotp(app.browser);
    assert(await cancelAddressUndo(app.config, formOf(app.browser), new Headers()));
    assertEquals(await cancelAddressUndo(app.config, formOf(app.browser), new Headers()), false);
    time.tick(24 * HOUR);
    assertEquals(await undoAddressChange(app.config, token), "expired");
  });

  for (const [name, openStore] of Object.entries(localStores)) {
    const open = async () => {
      const store = await openStore();
      const app = createAddressApp(
        { ...store.config, factors: [...factors], limits: false },
        strategy,
      );
      await signIn(app);
      await change(app);
      await addTotp(app.browser);
      return { store, app, link: undoLinkTo(app, ADA) };
    };
    const posts = async ({ config, origin }: AddressApp, browser: TestBrowser, fields: object) => {
      const csrfToken = await browser.csrf();
      const request = () =>
        new Request(`${origin}/auth/address`, {
          method: "POST",
          body: new URLSearchParams({ csrfToken, ...fields }),
          headers: { cookie: browser.cookies.header(new URL(origin)) },
        });
      return async () => {
        const answer = await Auth(request(), config);
        await answer.body?.cancel();
        const { searchParams } = new URL(answer.headers.get("location")!, origin);
        return searchParams.get("done") ?? searchParams.get("error") ?? "none";
      };
    };
    const count = (all: string[], one: string) => all.filter((outcome) => outcome === one).length;

    Deno.test(`address undo: a link at once makes it wait once, and forms at once stop it once (${name}, ${strategy})`, async () => {
      const { store, app, link } = await open();
      app.mails.length = 0;
      const token = new URL(link).searchParams.get("undo")!;
      const press = await posts(app, app.open(), { step: "undo", token });
      const pressed = await Promise.all(Array.from({ length: TIMES }, press));
      assertEquals(count(pressed, "none"), TIMES);
      assertEquals(mailsTo(app, NEW).length, 1);
      assertEquals(app.trail().filter((one) => one === "address.undo-requested").length, 1);
      const keep = await posts(app, app.browser, { step: "keep" });
      const kept = await Promise.all(Array.from({ length: TIMES }, keep));
      assertEquals([count(kept, "kept"), count(kept, "none")], [1, TIMES - 1]);
      assertEquals(mailsTo(app, ADA).length, 1);
      assertEquals(app.trail().filter((one) => one === "address.undo-cancelled").length, 1);
      assertEquals(await press(), "expired");
      await store.close();
    });

    Deno.test(`address undo: of undoing and stopping at once, one wins (${name}, ${strategy})`, async () => {
      const { store, app, link } = await open();
      const token = new URL(link).searchParams.get("undo")!;
      const press = await posts(app, app.open(), { step: "undo", token });
      assertEquals(await press(), "none");
      const keep = await posts(app, app.browser, { step: "keep" });
      // Both may act: the time has come, and the session is fresh.
      const now = Date.now;
      const begun = now();
      const records = app.config.records ?? app.config.adapter!.records!;
      const { id } = (await app.config.adapter!.getUserByEmail!(NEW))!;
      for (const entry of await records.list(id, "address.undo")) {
        const data = entry.data as { dueAt: number };
        await records.put(
          { ...entry, version: entry.version + 1, data: { ...data, dueAt: begun } },
          entry.version,
        );
      }
      const outcomes = await Promise.all(
        Array.from({ length: TIMES }, (_, index) => index % 2 ? press() : keep()),
      );
      assertEquals(count(outcomes, "undone") + count(outcomes, "kept"), 1, `${outcomes}`);
      const email = (await app.config.adapter!.getUser!(id))!.email;
      assertEquals(email, outcomes.includes("undone") ? ADA : NEW);
      await store.close();
    });
  }
}

/**
 * Changes of addresses in whole flows, with both session strategies: request, code, notice,
 * undo, chain, later proof.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
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
import { STRATEGIES } from "./_passwords.ts";

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
    assertMatch(notice.subject, /^The address of your account was changed \(app\.example\)$/);
    assert(!notice.text.includes(NEW), "a mail holds nothing that a person typed");
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
    assertStringIncludes(again.html, "This link cannot be used");
    assertEquals(app.trail(), ["address.requested", "address.changed", "address.undone"]);
    assertEquals(app.mails.slice(-2).map(({ to }) => to), [ADA, NEW]);
    assertEquals(await signIn(app, owner), "/after");
    assertEquals((await app.adapter.getUserByEmail(ADA))!.id, user.id);
  });

  Deno.test(`address change: a change that is older than 72 hours is not undone (${strategy})`, async () => {
    using time = new FakeTime();
    const app = create();
    await signIn(app);
    await change(app);
    const link = undoLinkTo(app, ADA);
    time.tick(72 * HOUR + 1000);
    assertStringIncludes((await undo(app.open(), link)).html, "older than 72 hours");
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
}

/**
 * Changes of addresses by functions of the app, users of other providers, and configs that
 * lack a part.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { AccessDenied, AuthError, MissingCSRF, TooManyRequests } from "../../src/errors.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import {
  ADA,
  type AddressApp,
  change,
  codeTo,
  createAddressApp,
  emailOf,
  GRACE,
  NEW,
  signIn,
  undoLinkTo,
} from "./_addresses.ts";
import { Auth } from "../../mod.ts";
import { STRATEGIES } from "./_strategies.ts";
import { providerAt } from "../_idp.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

/** A post of a form of the app, with the cookies of a browser. */
function formOf({ origin, browser }: AddressApp, from = origin): Request {
  const cookie = browser.cookies.header(new URL(origin));
  return new Request(`${origin}/settings`, { method: "POST", headers: { cookie, origin: from } });
}

/** Stores the cookies of the app's response. */
function store({ origin, browser }: AddressApp, headers: Headers): void {
  browser.cookies.store(new URL(origin), headers.getSetCookie());
}

for (const strategy of STRATEGIES) {
  Deno.test(`address functions: change and undo on pages of the app (${strategy})`, async () => {
    const app = createAddressApp({ account: undefined }, strategy);
    await signIn(app);
    const auth = defineAuth(app.config);
    const headers = new Headers();
    assertEquals(await auth.addresses.pendingChange(formOf(app)), null);
    await assertRejects(
      () => auth.addresses.beginChange(formOf(app), NEW, headers),
      AuthError,
      "undoUrl",
    );
    const options = { undoUrl: "/settings/undo?lang=en" };
    assertEquals(await auth.addresses.beginChange(formOf(app), "ada", headers, options), "invalid");
    assertEquals(await auth.addresses.beginChange(formOf(app), ADA, headers, options), "same");
    assertEquals(await auth.addresses.beginChange(formOf(app), NEW, headers, options), null);
    const pending = (await auth.addresses.pendingChange(formOf(app)))!;
    assertEquals([pending.email, pending.isNew, pending.triesLeft], [NEW, true, 5]);
    assertEquals(await auth.addresses.confirmChange(formOf(app), "1", headers), "wrong-code");
    assertEquals((await auth.addresses.pendingChange(formOf(app)))!.triesLeft, 4);
    const done = await auth.addresses.confirmChange(formOf(app), codeTo(app, NEW), headers);
    assertEquals(done, null);
    store(app, headers);
    assertEquals(await emailOf(app.browser), NEW);
    const link = new URL(undoLinkTo(app, ADA));
    assertEquals(link.pathname + link.search.replace(/undo=.+/, ""), "/settings/undo?lang=en&");
    assertEquals(await auth.addresses.undoChange("1"), "expired");
    assertEquals(await auth.addresses.undoChange(link.searchParams.get("undo")!), null);
    assertEquals(await auth.addresses.undoChange(link.searchParams.get("undo")!), "expired");
    assert(await app.adapter.getUserByEmail(ADA));
    assertEquals(await app.browser.session(), null);
    const page = await app.browser.fetch("/auth/address");
    assertEquals(page.status, 400, "without `account: AccountPage()` there is no page");
    await page.body?.cancel();
  });

  Deno.test(`address functions: without a fresh session of the user there is no change (${strategy})`, async () => {
    using time = new FakeTime();
    const app = createAddressApp({}, strategy);
    const auth = defineAuth(app.config);
    const begin = (from?: string) =>
      auth.addresses.beginChange(formOf(app, from), NEW, new Headers());
    await assertRejects(() => begin(), AccessDenied, "no user is signed in");
    await signIn(app);
    await assertRejects(() => begin("https://evil.example"), MissingCSRF);
    time.tick(11 * 60_000);
    await assertRejects(() => begin(), AccessDenied, "too old");
    assertEquals(app.mails, []);
  });

  Deno.test(`address functions: a user of a provider keeps the new address at the next sign-in (${strategy})`, async () => {
    const idp = await createIdp();
    const app = createAddressApp({
      providers: [providerAt(idp, "op", { name: "OP", emailVerified: "email_verified" })],
    }, strategy);
    const open = () =>
      createBrowser(app.origin, {
        [app.origin]: (request) =>
          new URL(request.url).pathname.startsWith("/auth/")
            ? Auth(request, app.config)
            : new Response("app"),
        [idp.issuer]: idp.handler,
      });
    idp.user = { sub: "ada", email: ADA, email_verified: true };
    const browser = open();
    await browser.signIn("op", { callbackUrl: "/after" });
    const { id } = (await app.adapter.getUserByEmail(ADA))!;
    await change(app, browser);
    assertEquals(await emailOf(browser), NEW);
    assert(undoLinkTo(app, ADA), "the provider has proven the address before");
    const later = open();
    await later.signIn("op", { callbackUrl: "/after" });
    assertEquals(await emailOf(later), NEW);
    const user = (await app.adapter.getUser(id))!;
    assertEquals(user.email, NEW);
    assert(user.emailVerified);
    assertEquals(await app.adapter.getUserByEmail(ADA), null);
    // Nor does another account of the provider with the old address create a user.
    idp.user = { sub: "eve", email: ADA, email_verified: true };
    const other = open();
    await other.signIn("op", { callbackUrl: "/after" });
    assertEquals(await other.session(), null);
    assertEquals(await app.adapter.getUserByEmail(ADA), null);
  });

  Deno.test(`address functions: mails to one address are limited, known or not (${strategy})`, async () => {
    const app = createAddressApp({ limits: {} }, strategy);
    await app.adapter.createUser({ id: "grace", email: GRACE, emailVerified: new Date() });
    await signIn(app);
    const auth = defineAuth(app.config);
    for (const email of [NEW, GRACE]) {
      const begin = () => auth.addresses.beginChange(formOf(app), email, new Headers());
      for (let i = 0; i < 5; i++) assertEquals(await begin(), null);
      await assertRejects(begin, TooManyRequests);
      assertEquals(app.mails.filter(({ to }) => to === email).length, 5);
    }
  });

  Deno.test(`address functions: a mail that cannot be sent leaves no code (${strategy})`, async () => {
    const app = createAddressApp({
      sendMail: () => Promise.reject(new Error("The mail server is down")),
    }, strategy);
    await signIn(app);
    const auth = defineAuth(app.config);
    const begun = await auth.addresses.beginChange(formOf(app), NEW, new Headers());
    assertEquals(begun, "mail-failed");
    assertEquals(await auth.addresses.pendingChange(formOf(app)), null);
    assertEquals(app.trail(), ["address.refused mail-failed"]);
    assertStringIncludes(app.errors[0]!.message, "The mail server is down");
  });
}

Deno.test("address functions: a config that lacks a part names it", async () => {
  const complete: AuthConfig = {
    providers: [],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    sendMail: () => {},
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  };
  const { records: _, ...withoutRecords } = MemoryAdapter();
  const lacking: [Partial<AuthConfig>, RegExp, status: number][] = [
    [{ adapter: undefined, session: { strategy: "jwt" } }, /`adapter`/, 500],
    [{ adapter: { ...withoutRecords, updateUser: undefined } }, /`updateUser`|records/, 500],
    // The account page keeps records of sessions by itself, where the adapter has them.
    [{ session: { strategy: "jwt" } }, /`session.revocation`/, 200],
    [{ session: { strategy: "database" } }, /`session.revocation`/, 200],
    [{ sendMail: undefined }, /`sendMail`/, 500],
  ];
  for (const [members, message, status] of lacking) {
    const config = { ...complete, ...members } as AuthConfig;
    const failure = await assertRejects(
      () => defineAuth(config).addresses.undoChange("1"),
      AuthError,
    );
    assert(message.test(failure.message), failure.message);
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error) };
    const request = new Request("https://app.example/auth/session");
    const answer = await Auth(request, { ...config, account: AccountPage(), logger });
    await answer.body?.cancel();
    assertEquals(answer.status, status);
    if (status === 200) assertEquals(errors, []);
    else assert(message.test(errors[0]!.message), errors[0]!.message);
  }
  assertEquals(await defineAuth(complete).addresses.undoChange("1"), "expired");
});

/**
 * What can go wrong on the way through a flow: each time, the app gets a step that it can draw, and
 * from which the user comes further.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import type { Flow, FlowState } from "../../src/client/flow.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { codeOf } from "./_factors.ts";
import { APP, createSite, enrolByJson, forget, onPage, OWN, signUpByJson } from "./_flow.ts";
import { ADA, PASSWORD } from "./_passwords.ts";

/** What a step has for its form. */
type Form = FlowState & { formAction?: string; fields?: Record<string, string> };

/** Goes to the step after the password. */
async function enterPassword(flow: Flow, at: (step: "signin:password") => Promise<unknown>) {
  await flow.submit({ email: ADA });
  await at("signin:password");
  await flow.submit({ password: PASSWORD });
}

/** A site with a user who has a second factor. */
async function createProtected() {
  const site = createSite({ pages: OWN });
  const browser = site.open();
  await signUpByJson(site, browser);
  return { ...site, browser, secret: await enrolByJson(browser) };
}

/** The name in the field of the step. */
function nameIn(state: FlowState & { step: "account:one" }): string | undefined {
  return state.view === "name" ? state.refill?.name : undefined;
}

/** Runs with a clock that is later. */
async function later(ms: number, run: () => Promise<void>): Promise<void> {
  const { now } = Date;
  Date.now = () => now() + ms;
  try {
    await run();
  } finally {
    Date.now = now;
  }
}

Deno.test("flow: a browser that has lost the cookie of its forms goes on, at every step", async () => {
  const { open, secret, browser } = await createProtected();
  const next = open();
  await onPage(next, {}, async ({ flow, at, states }) => {
    await at("signin");
    forget(next, "csrf");
    await flow.submit({ email: ADA });
    await at("signin:password");
    forget(next, "csrf");
    await flow.submit({ password: PASSWORD });
    await at("factor:prove");
    forget(next, "csrf");
    await flow.submit({ answer: await codeOf(secret, Date.now() + 30_000) });
    await at("done");
    assertEquals(states.map(({ error }) => error).filter(Boolean), []);
  });
  assert(await next.session());
  await onPage(browser, { path: "account" }, async ({ flow, at }) => {
    await at("account:list");
    forget(browser, "csrf");
    await flow.submit({ step: "name", name: "Ada" });
    assertEquals((await at("account:list")).done, "name");
  });
});

Deno.test("flow: a browser that keeps no cookies is told so, at the step", async () => {
  const site = createSite();
  const fetch: TestBrowser["fetch"] = (url, init) => site.open().fetch(url, init);
  await onPage({ fetch }, {}, async ({ flow, at }) => {
    await at("signin");
    await flow.submit({ email: ADA });
    assertEquals((await at("signin")).error, "MissingCSRF");
  });
});

Deno.test("flow: a step that is over when its form is sent leads to where it begins", async () => {
  const { open, secret, browser } = await createProtected();
  const next = open();
  await onPage(next, {}, async ({ flow, at }) => {
    await at("signin");
    await enterPassword(flow, at);
    await at("factor:prove");
    forget(next, "factor");
    await flow.submit({ answer: await codeOf(secret, Date.now() + 30_000) });
    const over = await at("error");
    assertEquals([over.error, over.code], ["Configuration", "InvalidCheck"]);
    await flow.go(over.signinUrl);
    await at("signin");
  });
  // With the cookie of the form it is the same: the browser proves the origin.
  await onPage(next, {}, async ({ flow, at }) => {
    await at("signin");
    await enterPassword(flow, at);
    await at("factor:prove");
    for (const part of ["factor", "csrf"]) forget(next, part);
    await flow.submit({ answer: "000000" });
    const over = await at("error");
    assertEquals([over.error, over.code], ["Configuration", "InvalidCheck"]);
    await flow.go(over.signinUrl);
    await at("signin");
  });
  await onPage(browser, { path: "account" }, async ({ flow, at }) => {
    await at("account:list");
    forget(browser, "session-token");
    await flow.submit({ step: "name", name: "Ada" });
    assertEquals((await at("signin")).error, "SessionRequired");
  });
});

Deno.test("flow: a code of an email that is over leads to another email", async () => {
  const site = createSite();
  const browser = site.open();
  await onPage(browser, {}, async ({ flow, at }) => {
    const { providers } = await at("signin");
    const mail = providers.find(({ id }) => id === "mail")!;
    await flow.submit({ email: ADA }, mail.signinUrl);
    let waiting = await at("verify-request");
    while (waiting.triesLeft! > 0) {
      const [digit] = site.codes.at(-1)!;
      await flow.submit({ code: (digit === "0" ? "1" : "0").repeat(waiting.codeLength!) });
      const next = await at("verify-request");
      assertEquals(next.error, "InvalidCode");
      assert(next.triesLeft! < waiting.triesLeft!);
      waiting = next;
    }
    assertEquals(waiting.formAction, undefined);
    await later(31_000, async () => {
      const { email, purpose, resendAction } = waiting;
      await flow.submit({ email, purpose }, resendAction);
      assert((await at("verify-request")).triesLeft);
      await flow.submit({ code: site.codes.at(-1) });
      await at("done");
    });
  });
  const other = site.open();
  await onPage(other, {}, async ({ flow, at }) => {
    const { providers } = await at("signin");
    const mail = providers.find(({ id }) => id === "mail")!;
    await flow.submit({ email: ADA }, mail.signinUrl);
    await at("verify-request");
    await later(24 * 3600_000, async () => {
      await flow.submit({ code: site.codes.at(-1) });
      const { error, email, formAction, signinUrl } = await at("verify-request");
      assertEquals([error, email, formAction], ["InvalidCode", undefined, undefined]);
      await flow.go(signinUrl);
      await at("signin");
    });
  });
});

Deno.test("flow: limits keep the step, and say for how long", async () => {
  const site = createSite({ limits: { perAccount: 2, perRecipient: 1 } });
  await signUpByJson(site, site.open());
  await onPage(site.open(), {}, async ({ flow, at }) => {
    await at("signin");
    await flow.submit({ email: ADA });
    const { providers } = await at("signin:password");
    let state: FlowState;
    do {
      await flow.submit({ password: "wrong" });
      state = await at("signin:password");
    } while (state.error === "CredentialsSignin");
    assertEquals(state.error, "TooManyRequests");
    assert(state.retryAfter! > 0, "seconds");
    // Nothing is lost: another way is open, until it has a limit too.
    const mail = providers.find(({ id }) => id === "mail")!;
    await flow.submit({}, mail.signinUrl);
    const limited = await at("signin:password");
    assertEquals(limited.error, "TooManyRequests");
    assert(limited.retryAfter! > 0, "seconds");
    await flow.go();
    assertEquals((await at("signin:password")).retryAfter, undefined);
  });
});

Deno.test("flow: wrong codes of a second factor keep the step, then wait", async () => {
  const { open } = await createProtected();
  await onPage(open(), {}, async ({ flow, at }) => {
    await at("signin");
    await enterPassword(flow, at);
    let state = await at("factor:prove");
    do {
      await flow.submit({ answer: "000000" });
      state = await at("factor:prove");
    } while (state.error === "InvalidCode");
    assertEquals(state.error, "TooManyRequests");
    assert(state.retryAfter! > 0, "seconds");
    await flow.submit({ step: "leave" });
    await at("signin");
  });
});

Deno.test("flow: an enrolment that is required at the sign-in has all that its steps show", async () => {
  const site = createSite({
    pages: OWN,
    factors: [Totp(), RecoveryCodes()],
    factorPolicy: { required: () => true },
  });
  const browser = site.open();
  await onPage(browser, {}, async ({ flow, at }) => {
    const { providers } = await at("signin");
    const mail = providers.find(({ id }) => id === "mail")!;
    await flow.submit({ email: ADA }, mail.signinUrl);
    await at("verify-request");
    await flow.submit({ code: site.codes.at(-1) });
    const { secret, uri, qr, walk, account } = await at("factor:confirm");
    assertEquals([walk, account], [{ at: 1, steps: 2 }, ADA]);
    assert(uri!.includes(secret!), uri);
    assert(qr!.startsWith("data:image/svg+xml,"), qr);
    await flow.submit({ answer: "000000" });
    const wrong = await at("factor:confirm");
    assertEquals([wrong.error, wrong.secret, wrong.qr], ["InvalidCode", secret, qr]);
    assertEquals(await browser.session(), null);
    await flow.submit({ answer: await codeOf(secret!) });
    const { codes } = await at("factors:codes");
    assert(codes.length > 0, "recovery codes");
    await flow.submit({ step: "saved", saved: "1" });
    await at("done");
    assert(await browser.session());
  });
});

Deno.test("flow: a user whose proof is old gives it with one field, and comes back", async () => {
  const site = createSite({ factors: undefined });
  const browser = site.open();
  await signUpByJson(site, browser);
  const next = site.open();
  await onPage(next, {}, async ({ flow, at }) => {
    await at("signin");
    await enterPassword(flow, at);
    await at("done");
  });
  for (
    const [who, step, typed] of [
      [next, "signin:password", () => ({ password: PASSWORD })],
      [browser, "signin", () => ({})],
    ] as const
  ) {
    await later(11 * 60_000, async () => {
      await onPage(who, { path: "account" }, async ({ flow, at }) => {
        await at("account:list");
        await flow.submit({ step: "name", name: "Countess" });
        const asked = await at(step);
        assertEquals([asked.isSignedIn, asked.fields], [true, { email: ADA }]);
        await flow.submit(typed());
        if (step === "signin") {
          await at("verify-request");
          await flow.submit({ code: site.codes.at(-1) });
        }
        // What was typed before is in the field again.
        assertEquals(nameIn(await at("account:one")), "Countess");
      });
    });
  }
});

Deno.test("flow: a user with a second factor gives that one again, and comes back", async () => {
  const { browser, secret } = await createProtected();
  await later(11 * 60_000, async () => {
    await onPage(browser, { path: "account" }, async ({ flow, at }) => {
      await at("account:list");
      await flow.submit({ step: "name", name: "Countess" });
      assertEquals((await at("factor:prove")).isSignedIn, true);
      await flow.submit({ answer: await codeOf(secret) });
      assertEquals(nameIn(await at("account:one")), "Countess");
      await flow.submit({ name: "Countess" });
      assertEquals((await at("account:list")).done, "name");
    });
  });
});

Deno.test("flow: the page for a forgotten password sends a link, which leads back to it", async () => {
  const site = createSite();
  await signUpByJson(site, site.open());
  const browser = site.open();
  await onPage(browser, { path: "password", query: "callbackUrl=%2Fpaper" }, async (page) => {
    const { flow, at } = page;
    await at("password:ask");
    await flow.submit({ email: ADA });
    await at("verify-request");
    await flow.submit({ code: site.codes.at(-1) });
    const { email, error } = await at("password:set");
    assertEquals([email, error], [ADA, undefined]);
    await flow.submit({ password: "short" });
    assertEquals((await at("password:set")).error, "too-short");
    await flow.submit({ password: `${PASSWORD} again` });
    assertEquals((await at("done")).url, `${APP}/paper`);
  });
});

/** A page with a history. */
function createHistory() {
  const entries = [`${APP}/own/signin?callbackUrl=%2Fpaper`];
  const kept: unknown[] = ["of a router"];
  let at = 0;
  const show = () => globalThis.location.href = entries[at]!;
  return {
    entries,
    get state() {
      return kept[at];
    },
    pushState(state: unknown, _: "", url: string) {
      entries.splice(++at, Infinity, new URL(url, entries[at - 1]).href);
      kept.splice(at, Infinity, state);
      show();
    },
    replaceState(state: unknown, _: "", url: string) {
      entries[at] = new URL(url, entries[at]).href;
      kept[at] = state;
      show();
    },
    go(by: -1 | 1) {
      at += by;
      show();
      globalThis.dispatchEvent(new Event("popstate"));
    },
  };
}

Deno.test("flow: with `history`, a reload stays at the step, and back leads to the one before", async () => {
  const { open, secret } = await createProtected();
  const browser = open();
  const history = createHistory();
  Object.defineProperty(globalThis, "history", { value: history, configurable: true });
  try {
    const options = { url: history.entries[0]!, history: true };
    const settled = async (flow: Flow) => {
      while (flow.get().isBusy) await new Promise((resolve) => setTimeout(resolve));
      return flow.get() as Form;
    };
    await onPage(browser, options, async ({ flow, at }) => {
      await at("signin");
      assertEquals(history.entries.length, 1);
      assert(!history.entries[0]!.includes("#"), "the first step is the page itself");
      await flow.submit({ email: ADA });
      await at("signin:password");
      history.go(-1);
      assertEquals((await settled(flow)).step, "signin");
      history.go(1);
      const again = await settled(flow);
      assertEquals([again.step, again.fields], ["signin:password", { email: ADA }]);
      await flow.submit({ password: PASSWORD });
      await at("factor:prove");
      await flow.submit({ answer: "000000" });
      await at("factor:prove");
      const fragments = history.entries.map((url) => new URL(url).hash.split("?")[0]);
      assertEquals(fragments, ["", "#/signin", "#/factor"]);
      assertEquals(history.state, "of a router");
      // The password was right: who goes back is asked anew.
      history.go(-1);
      assertEquals((await settled(flow)).step, "signin");
      history.go(1);
      assertEquals((await settled(flow)).step, "factor:prove");
    });
    // The reload.
    await onPage(browser, { ...options, url: history.entries[2]! }, async ({ flow, at }) => {
      await at("factor:prove");
      await flow.submit({ answer: await codeOf(secret, Date.now() + 30_000) });
      await at("done");
    });
    // Back, once it is over.
    await onPage(browser, { ...options, url: history.entries[2]! }, async ({ at }) => {
      assertEquals((await at("signin")).user, ADA);
    });
    // Fragments of the app are no steps, and none leads out of the service.
    for (const [fragment, step] of [["#top", "signin"], ["#/../../evil", "done"]] as const) {
      const url = `${APP}/own/signin${fragment}`;
      await onPage(browser, { ...options, url }, async ({ at, left }) => {
        await at(step);
        assertEquals(left, step === "done" ? [`${APP}/evil`] : []);
      });
    }
  } finally {
    delete (globalThis as { history?: unknown }).history;
  }
});

Deno.test("flow: without `history`, a reload begins again, and the sign-in goes on from there", async () => {
  const { open, secret } = await createProtected();
  const browser = open();
  for (const step of ["signin:password", "factor:prove"] as const) {
    await onPage(browser, {}, async ({ flow, at }) => {
      await at("signin");
      await flow.submit({ email: ADA });
      if (step === "factor:prove") await flow.submit({ password: PASSWORD });
      await at(step);
    });
  }
  await onPage(browser, {}, async ({ flow, at }) => {
    await at("signin");
    await enterPassword(flow, at);
    await at("factor:prove");
    await flow.submit({ answer: await codeOf(secret, Date.now() + 30_000) });
    await at("done");
  });
});

Deno.test("flow: a page that the browser shows again as it was left asks for its step", async () => {
  const { open, secret } = await createProtected();
  const browser = open();
  await onPage(browser, {}, async ({ flow, at }) => {
    await at("signin");
    await enterPassword(flow, at);
    await at("factor:prove");
    await flow.submit({ answer: await codeOf(secret, Date.now() + 30_000) });
    await at("done");
    dispatchEvent(new Event("pageshow"));
    assertEquals(flow.get().step, "done");
    dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    assertEquals((await at("signin")).user, ADA);
  });
});

Deno.test("flow: a flow that has ended begins again on a page that is shown again", async () => {
  const site = createSite();
  const browser = site.open();
  await onPage(browser, {}, async ({ flow, at }) => {
    const { providers } = await at("signin");
    await flow.submit({}, providers.find(({ id }) => id === "github")!.signinUrl);
    await at("done");
    const stop = flow.subscribe(() => {});
    assertEquals(flow.get().step, "done", "other parts of the page still show the end");
    stop();
  });
});

Deno.test("flow: a second click sends nothing twice", async () => {
  const { open, secret, entries } = await createProtected();
  await onPage(open(), {}, async ({ flow, at, left }) => {
    await at("signin");
    await enterPassword(flow, at);
    await at("factor:prove");
    const before = entries.length;
    const answer = await codeOf(secret, Date.now() + 30_000);
    await Promise.all(Array.from({ length: 50 }, () => flow.submit({ answer })));
    await at("done");
    assertEquals(left.length, 1);
    assertEquals(
      entries.slice(before).filter(({ name }) => name === "signin.refused"),
      [],
    );
  });
});

Deno.test("flow: the answer of a passkey is awaited, and its failure is shown", async () => {
  const site = createSite();
  await onPage(site.open(), {}, async ({ flow, at }) => {
    await at("signin");
    const pending = Promise.withResolvers<{ fields: { email: string } }>();
    const submitted = flow.submit(pending.promise);
    assertEquals(flow.get().isBusy, true);
    pending.resolve({ fields: { email: ADA } });
    await submitted;
    await at("signin:password");
    await flow.submit(Promise.resolve({ error: "PasskeyCancelled" }));
    assertEquals((await at("signin:password")).error, "PasskeyCancelled");
    await flow.submit(Promise.resolve({ error: "TooManyRequests", retryAfter: 7 }));
    assertEquals((await at("signin:password")).retryAfter, 7);
    // The user goes elsewhere meanwhile.
    const late = Promise.withResolvers<{ error: string }>();
    const dropped = flow.submit(late.promise);
    await flow.go(`${APP}/auth/signin`);
    late.resolve({ error: "PasskeyFailed" });
    await dropped;
    assertNotEquals(flow.get().error, "PasskeyFailed");
    await flow.submit(Promise.resolve({ url: `${APP}/auth/signup` }));
    await at("signup");
  });
});

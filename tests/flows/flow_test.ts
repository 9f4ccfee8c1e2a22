/**
 * A sign-in, its second factor and the account as an app sees them that draws every page itself:
 * the client of the flow against the service, without a line of HTML.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertNotEquals, assertRejects } from "@std/assert";
import { createFlow } from "../../src/client/flow.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { unescapeHtml } from "./_email.ts";
import { codeOf } from "./_factors.ts";
import { APP, createSite, onPage, OWN, signUpByJson } from "./_flow.ts";
import { ADA, PASSWORD } from "./_passwords.ts";

for (const pages of [undefined, OWN]) {
  const test = (name: string, run: (site: ReturnType<typeof createSite>) => Promise<void>) =>
    Deno.test(`flow: ${name} (${pages ? "own" : "built-in"} pages)`, async () => {
      const site = createSite({ ...(pages ? { pages } : {}) });
      await run(site);
      assertEquals(site.errors, []);
    });

  test("signs in with an address and a password, and says what was wrong", async (site) => {
    await signUpByJson(site, site.open());
    const browser = site.open();
    await onPage(browser, { url: `${APP}/own/signin?callbackUrl=%2Fpaper` }, async (page) => {
      const first = await page.at("signin");
      assertEquals(first.providers.map(({ id }) => id), [
        "password",
        "mail",
        "github",
      ]);
      await page.flow.submit({ email: ADA });
      const second = await page.at("signin:password");
      assertEquals(second.fields, { email: ADA });
      await page.flow.submit({ password: "wrong" });
      const refused = await page.at("signin:password");
      assertEquals([refused.error, refused.fields], ["CredentialsSignin", { email: ADA }]);
      await page.flow.submit({ password: PASSWORD });
      assertEquals(await page.at("done"), {
        step: "done",
        url: `${APP}/paper`,
        isBusy: false,
      });
      assertEquals(page.left, [`${APP}/paper`]);
      assert(page.states.some(({ isBusy }) => isBusy));
    });
    assertEquals((await browser.session())?.user?.email, ADA);
  });

  test("signs in with a code of an email, after another email", async (site) => {
    const browser = site.open();
    await onPage(browser, {}, async ({ flow, at }) => {
      await at("signin");
      await flow.submit({ email: ADA });
      const { providers } = await at("signin:password");
      const mail = providers.find(({ id }) => id === "mail")!;
      await flow.submit({}, mail.signinUrl);
      const sent = await at("verify-request");
      assertEquals(sent.email, ADA);
      await flow.submit({ code: "AAAAAA" });
      const wrong = await at("verify-request");
      assertEquals([wrong.error, wrong.triesLeft! > 0], ["InvalidCode", true]);
      await flow.submit({ email: ADA }, wrong.resendAction);
      assertEquals((await at("verify-request")).error, "TooSoon");
      await flow.submit({ code: site.codes.at(-1)! });
      await at("done");
    });
    assertEquals((await browser.session())?.user?.email, ADA);
  });

  test("sets a second factor up, with codes, and asks for it at the next sign-in", async (site) => {
    await signUpByJson(site, site.open());
    const enter = async (browser: TestBrowser) => {
      await onPage(browser, {}, async ({ flow, at }) => {
        await at("signin");
        await flow.submit({ email: ADA });
        await at("signin:password");
        await flow.submit({ password: PASSWORD });
        await at("done");
      });
    };
    const browser = site.open();
    await enter(browser);
    let secret = "";
    await onPage(browser, { path: "factors", steps: ["factor", "factors"] }, async (page) => {
      const { flow, at } = page;
      const list = await at("factors:list");
      assertEquals(list.addable.map(({ id }) => id), ["totp"]);
      await flow.submit({ step: "enrol", factor: "totp" });
      const confirm = await at("factor:confirm");
      assertFalse(confirm.error);
      secret = confirm.secret!;
      await flow.submit({ answer: "000000" });
      const wrong = await at("factor:confirm");
      assertEquals([wrong.error, wrong.secret], ["InvalidCode", secret]);
      await flow.submit({ answer: await codeOf(secret) });
      const { codes } = await at("factors:codes");
      assertNotEquals(codes, []);
      await flow.submit({ step: "saved", saved: "1" });
      const done = await at("factors:list");
      assertEquals([done.done, done.added?.id], ["added", "totp"]);
    });
    const next = site.open();
    await onPage(next, {}, async ({ flow, at }) => {
      await at("signin");
      await flow.submit({ email: ADA });
      await at("signin:password");
      await flow.submit({ password: PASSWORD });
      const asked = await at("factor:prove");
      assertEquals([asked.factor.id, asked.account], ["totp", ADA]);
      assertEquals(asked.others.map(({ id }) => id), ["recovery"]);
      await flow.submit({ answer: "000000" });
      assertEquals((await at("factor:prove")).error, "InvalidCode");
      assertEquals(await next.session(), null);
      await flow.submit({ answer: await codeOf(secret, Date.now() + 30_000) });
      await at("done");
    });
    assert(await next.session());
    // The account page, and what this page does not draw.
    await onPage(next, { path: "account" }, async ({ flow, at, left }) => {
      const list = await at("account:list");
      assertEquals([list.email, list.sessions.length > 0], [ADA, true]);
      assertEquals(typeof list.sessions[0]?.lastSeenAt, "string");
      await flow.go(list.addressUrl);
      await at("done");
      assertEquals(left.length, 1);
    });
  });

  test("leads elsewhere: to a provider, and from pages that need a session", async (site) => {
    await onPage(site.open(), {}, async ({ flow, left, at }) => {
      const { providers } = await at("signin");
      const github = providers.find(({ id }) => id === "github")!;
      await flow.submit({}, github.signinUrl);
      await at("done");
      assertEquals(new URL(left[0]!).host, "github.com");
    });
    for (const path of ["account", "factors", "factor", "address"]) {
      await onPage(site.open(), { path }, async ({ at }) => void await at("signin"));
    }
  });
}

Deno.test("flow: the pages of the app take the place of the built-in ones, with their query", async () => {
  const site = createSite({ pages: OWN });
  const browser = site.open();
  const whereTo = async (path: string) => {
    const response = await browser.fetch(path);
    const location = response.headers.get("location");
    return location && new URL(location, APP).href.slice(APP.length);
  };
  assertEquals(await whereTo("/auth/signup?callbackUrl=%2Fa"), "/own/signup?callbackUrl=%2Fa");
  await signUpByJson(site, browser);
  assertEquals(await whereTo("/auth/account?done=renamed"), "/own/account?done=renamed");
  assertEquals(await whereTo("/auth/factors"), "/own/factors");
  assertEquals(await whereTo("/auth/password?callbackUrl=%2Fa"), "/own/password?callbackUrl=%2Fa");
  assertEquals(await whereTo("/auth/address"), "/own/address");
  // The link of an email, in another browser.
  await onPage(site.open(), {}, async ({ flow, at }) => {
    const { providers } = await at("signin");
    const mail = providers.find(({ id }) => id === "mail")!;
    await flow.submit({ email: ADA }, mail.signinUrl);
    await at("verify-request");
  });
  const other = site.open();
  const { headers } = await other.fetch(site.links.at(-1)!);
  const { pathname, search, href } = new URL(headers.get("location")!, APP);
  assertEquals(pathname, "/own/confirm");
  await onPage(other, { path: "confirm", url: href }, async ({ flow, at }) => {
    assert(search.includes("provider=mail"));
    await at("confirm");
    await flow.submit();
    await at("done");
  });
  assertEquals((await other.session())?.user?.email, ADA);
});

Deno.test("flow: the JSON of a step has no secret that its page does not have", async () => {
  const site = createSite();
  const browser = site.open();
  await signUpByJson(site, browser);
  let checked = 0;
  const paths = [
    "signin",
    "signup",
    "account",
    "factors",
    "password",
    "address",
    "account?step=delete",
  ];
  for (const path of paths) {
    const html = unescapeHtml(await (await browser.fetch(`/auth/${path}`)).text());
    const answer = await browser.fetch(`/auth/${path}`, {
      headers: { accept: "application/json" },
    });
    assertEquals(answer.headers.get("content-type"), "application/json");
    assertEquals(answer.headers.get("vary"), "Cookie, Accept, Accept-Language");
    assertEquals(answer.headers.get("cache-control"), "private, no-cache, no-store");
    const step = await answer.json();
    assert(step.step.startsWith(path.split("?")[0]!), step.step);
    JSON.stringify(step, (name, value) => {
      const isRandom = typeof value === "string" && /^[\w.|-]{20,}$/.test(value);
      if (isRandom && name !== "id") {
        checked++;
        assert(html.includes(value), `${path}: ${name}`);
      }
      return value;
    });
  }
  assert(checked >= paths.length, "the token of each form");
});

/** Runs a flow against answers of a service that misbehaves. */
async function withAnswers(
  answers: (Response | Error)[],
  run: (flow: ReturnType<typeof createFlow>, asked: string[]) => Promise<void>,
): Promise<void> {
  const { fetch } = globalThis;
  const asked: string[] = [];
  const value = new URL(`${APP}/own/signin?error=AccessDenied&callbackUrl=%2Fa`);
  Object.defineProperty(globalThis, "location", { value, configurable: true });
  globalThis.fetch = (input) => {
    asked.push(String(input));
    const answer = answers.shift()!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  try {
    await run(createFlow(), asked);
  } finally {
    globalThis.fetch = fetch;
    delete (globalThis as { location?: unknown }).location;
  }
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const FIRST = () => json({ step: "signin", formAction: `${APP}/auth/signin`, providers: [] });

Deno.test("createFlow() begins once, for the first listener, with the query of the page", async () => {
  await withAnswers([FIRST()], async (flow, asked) => {
    assertEquals([flow.get().step, asked], ["loading", []]);
    await new Promise<void>((resolve) => {
      flow.subscribe(() => {})();
      flow.subscribe(({ step }) => step === "signin" && resolve());
    });
    assertEquals(asked, [`${APP}/auth/signin?error=AccessDenied&callbackUrl=%2Fa`]);
  });
});

Deno.test("createFlow() asks for nothing on a server", () => {
  const { fetch } = globalThis;
  globalThis.fetch = () => {
    throw new Error("asked");
  };
  try {
    const flow = createFlow();
    flow.subscribe(({ step }) => assertEquals(step, "loading"))();
  } finally {
    globalThis.fetch = fetch;
  }
});

Deno.test("createFlow() keeps the step after a failure, and says which", async () => {
  const failures: [Response | Error, string, number?][] = [
    [
      json({ error: "TooManyRequests", code: "x", retryAfter: 42, url: `${APP}/b` }, 429),
      "TooManyRequests",
      42,
    ],
    [json("Bad request. The form is too old.", 400), "BadRequest"],
    [new TypeError("no network"), "Unreachable"],
    [new Response("<h1>Bad gateway</h1>", { status: 502 }), "Unreachable"],
    [
      new Response("<h1>Bad gateway</h1>", {
        status: 502,
        headers: { "content-type": "text/html" },
      }),
      "Unreachable",
    ],
  ];
  for (const [answer, error, retryAfter] of failures) {
    await withAnswers([FIRST(), answer, FIRST()], async (flow) => {
      await flow.go("/auth/signin");
      await flow.submit({ email: ADA });
      const state = flow.get();
      assertEquals(
        [state.step, state.error, state.retryAfter, state.isBusy],
        ["signin", error, retryAfter, false],
      );
      await flow.submit({ email: ADA });
      assertEquals([flow.get().error, flow.get().retryAfter], [undefined, undefined]);
    });
  }
});

Deno.test("createFlow() neither follows nor opens a URL that is no page", async () => {
  for (const url of ["javascript:alert(1)", "data:text/html,x"]) {
    await withAnswers([FIRST(), json({ url })], async (flow) => {
      await flow.go("/auth/signin");
      await assertRejects(() => flow.submit(), TypeError, "only http: and https:");
    });
  }
  await withAnswers([json({ step: "error" })], async (flow) => {
    await flow.go("/auth/error");
    await assertRejects(() => flow.submit(), TypeError, 'The step "error" has no form');
  });
});

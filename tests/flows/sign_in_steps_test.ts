/**
 * The two steps of a sign-in, new accounts, new passwords and the page that waits for an email, as
 * a person walks through the built-in pages.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import GitHub from "../../src/providers/github.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { createMail } from "../../src/mail/layout.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { EmailProviderSendVerificationRequestParams } from "../../src/types/provider.ts";
import { createEmailApp, unescapeHtml } from "./_email.ts";
import { ADA, CHEAP, createPasswordApp, PASSWORD, signUp } from "./_passwords.ts";
import { providerAt } from "../_idp.ts";
import { Auth } from "../../mod.ts";
import { createApp } from "./_rig.ts";

const UNKNOWN = "nobody@example.com";

/** An app with passwords, whose emails are kept with what they are for. */
function createSite(config: Parameters<typeof createPasswordApp>[0] = {}) {
  const mails: EmailProviderSendVerificationRequestParams[] = [];
  const adapter = MemoryAdapter();
  const calls: string[] = [];
  const logged = Object.fromEntries(
    Object.entries(adapter).map(([name, member]) => [
      name,
      typeof member === "function"
        ? (...args: never[]) => {
          calls.push(name);
          return (member as (...args: never[]) => unknown)(...args);
        }
        : member,
    ]),
  );
  const site = createPasswordApp({
    adapter: logged,
    providers: [
      Password(CHEAP),
      {
        id: "mail",
        name: "Email",
        type: "email",
        code: 6,
        sendVerificationRequest: (params) => {
          mails.push(params);
          site.links.push(params.url);
        },
        sendMail: () => {},
      },
      GitHub({ clientId: "id", clientSecret: "secret" }),
    ],
    ...config,
  });
  return { ...site, purposes: mails, calls };
}

/** Status, cookies and body of an answer, without what is random in each. */
async function shapeOf(response: Response) {
  const body = (await response.text()).replaceAll(
    /nonce="[^"]*"|(name="attempt" )?value="[\w.-]{16,}"/g,
    "RANDOM",
  );
  const cookies = response.headers.getSetCookie().map((line) =>
    line.replace(/=[^;]*/, (value) => `=${value.length}`).replace(/Expires=[^;]*/i, "")
      .replace(/\.email\.[^=]*/, ".email")
  );
  return { status: response.status, location: response.headers.get("location"), cookies, body };
}

const read = async (browser: TestBrowser, path: string) => await (await browser.fetch(path)).text();

/** A person who sees one page after the other. */
function walk(browser: TestBrowser) {
  let page: Awaited<ReturnType<TestBrowser["visit"]>>;
  const show = async (next: typeof page) => {
    page = next;
    return { url: page.url, html: await page.response.clone().text() };
  };
  return {
    visit: async (path: string) => await show(await browser.visit(path)),
    press: async (button: string, typed: Record<string, string> = {}) =>
      await show(await browser.submit(page, typed, button)),
  };
}

Deno.test("steps: the first one keeps the address out of the URL, and calls no store", async () => {
  const { browser, calls } = createSite();
  const ada = walk(browser);
  await ada.visit("/auth/signin?callbackUrl=/after");
  calls.length = 0;
  const { url, html } = await ada.press("Continue", { email: ADA });
  assertEquals(url.pathname, "/auth/signin");
  assertEquals([...url.searchParams.keys()], ["step", "callbackUrl"]);
  assertStringIncludes(html, `value="${ADA}"`);
  assertStringIncludes(html, 'name="password"');
  assertEquals(calls, []);
  // The same page again, and the first one in a browser that was not asked.
  assertStringIncludes(await read(browser, url.href), `value="${ADA}"`);
  assertEquals((await read(createSite().browser, url.href)).includes('"password"'), false);
});

Deno.test("steps: known and unknown addresses get the same bytes at every step", async () => {
  const site = createSite();
  await signUp(site, site.open());
  const observe = async (email: string) => {
    const browser = site.open();
    const seen: unknown[] = [];
    const keep = async (response: Response) => {
      const { body, ...rest } = await shapeOf(response);
      seen.push({ ...rest, body: body.replaceAll(email, "ADDRESS") });
    };
    const fields = { email, callbackUrl: "/after" };
    await keep(await browser.post("/signin", fields));
    await keep(await browser.fetch("/auth/signin?step=password&callbackUrl=/after"));
    await keep(await browser.post("/callback/password", { ...fields, password: "wrong" }));
    await keep(await browser.fetch("/auth/signin?error=CredentialsSignin&code=credentials"));
    for (const purpose of ["sign-in", "sign-up", "password"]) {
      await keep(await browser.post("/signin/mail", { ...fields, purpose }));
      await keep(await browser.fetch("/auth/verify-request?provider=mail&type=email"));
    }
    return seen;
  };
  // Addresses of one length, since sealed cookies have that of their content.
  assertEquals(await observe(ADA), await observe("abe@example.com"));
});

Deno.test("steps: an empty address leads back, and one typed step needs the CSRF token", async () => {
  const { browser } = createSite();
  for (const email of ["", "  "]) {
    const answer = await browser.post("/signin", { email });
    assertEquals(new URL(answer.headers.get("location")!).searchParams.has("step"), false);
  }
  const forged = await browser.fetch("/auth/signin", {
    method: "POST",
    body: new URLSearchParams({ email: ADA }),
  });
  assertStringIncludes(forged.headers.get("location")!, "error=MissingCSRF");
});

Deno.test("steps: a sign-in from step to step ends where it began", async () => {
  const site = createSite();
  await signUp(site, site.open());
  const ada = walk(site.browser);
  await ada.visit("/auth/signin?callbackUrl=/after");
  await ada.press("Continue", { email: ADA });
  const wrong = await ada.press("Sign in", { password: "wrong" });
  assertStringIncludes(wrong.html, `value="${ADA}"`);
  const right = await ada.press("Sign in", { password: PASSWORD });
  assertEquals(right.url.pathname, "/after");
  assertEquals((await site.browser.session())?.user?.email, ADA);
});

Deno.test("signup: an address is proven, and then a password is chosen", async () => {
  const { browser, purposes: mails } = createSite();
  const ada = walk(browser);
  const { html } = await ada.visit("/auth/signin?callbackUrl=/after");
  await ada.visit(unescapeHtml(/href="([^"]*signup[^"]*)">Create account/.exec(html)![1]!));
  const waiting = await ada.press("Continue", { email: ADA });
  assertStringIncludes(waiting.html, "We sent an email to ada@example.com.");
  assertEquals(mails[0]!.purpose, "sign-up");
  assertMatch(createMail(mails[0]!).subject, /^\d{3} \d{3} is your code to confirm your address/);
  const choose = await ada.visit(mails[0]!.url);
  assertEquals([choose.url.pathname, choose.url.searchParams.get("callbackUrl")], [
    "/auth/password",
    "https://app.example/after",
  ]);
  const done = await ada.press("Save password", { password: PASSWORD });
  assertEquals(done.url.href, "https://app.example/after");
});

Deno.test("signup: who has an account gets the email for signing in, and nobody else learns it", async () => {
  const site = createSite();
  await signUp(site, site.open());
  site.purposes.length = 0;
  for (
    const [email, purpose, expected] of [
      [ADA, "sign-up", "sign-in"],
      [UNKNOWN, "sign-up", "sign-up"],
      [ADA, "password", "password"],
      [UNKNOWN, "password", "sign-up"],
      [ADA, "nonsense", "sign-in"],
      [UNKNOWN, "sign-in", "sign-in"],
    ] as const
  ) {
    await (await site.open().post("/signin/mail", { email, purpose })).body?.cancel();
    assertEquals(site.purposes.at(-1)!.purpose, expected, `${email} ${purpose}`);
  }
});

Deno.test("signup: is absent without a way to make an account here, and by invitation", async () => {
  const buttons = [GitHub({ clientId: "id", clientSecret: "secret" })];
  const mail = { id: "mail", type: "email" as const, name: "Email", sendVerificationRequest() {} };
  const rows: [string, Parameters<typeof createApp>[0], boolean][] = [
    ["providers", { providers: buttons }, false],
    ["emails", { providers: [mail], adapter: MemoryAdapter() }, true],
    ["invitations", { providers: [mail], adapter: MemoryAdapter(), signUp: "invited" }, false],
    ["passkeys", {
      providers: [Passkey],
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      experimental: { enableWebAuthn: true },
      logger: { warn() {}, error() {} },
    }, true],
  ];
  for (const [what, config, expected] of rows) {
    const { browser } = createApp(config);
    const page = await browser.fetch("/auth/signup");
    const html = await page.text();
    assertEquals(html.includes("Create your account"), expected, what);
    assertEquals(page.status, expected ? 200 : 400, what);
    const signin = await read(browser, "/auth/signin");
    assertEquals(signin.includes("Create account"), expected, what);
  }
});

Deno.test("password: one button of the second step sends the email for a new one", async () => {
  const site = createSite();
  await signUp(site, site.open());
  const ada = walk(site.browser);
  await ada.visit("/auth/signin?callbackUrl=/after");
  await ada.press("Continue", { email: ADA });
  const waiting = await ada.press("Forgot password?");
  assertStringIncludes(waiting.html, "Enter the code from the email here");
  const sent = site.purposes.at(-1)!;
  assertMatch(
    createMail(sent).subject,
    /^\d{3} \d{3} is your code to reset your password for App$/,
  );
  const choose = await ada.visit(sent.url);
  assertEquals(choose.url.pathname, "/auth/password");
});

Deno.test("waiting: another email is sent after thirty seconds, and to another address at once", async () => {
  using time = new FakeTime();
  const { browser, purposes: mails } = createSite();
  const ask = async (email: string) => {
    const { response } = await browser.visit("/auth/signin/mail", {
      method: "POST",
      body: new URLSearchParams({ csrfToken: await browser.csrf(), email, callbackUrl: "/after" }),
    });
    return await response.text();
  };
  assertEquals((await ask(ADA)).includes("a moment ago"), false);
  time.tick(10_000);
  assertStringIncludes(await ask(ADA), "You can ask for another one in 20 seconds.");
  assertEquals(mails.length, 1);
  time.tick(20_000);
  assertEquals((await ask(ADA)).includes("a moment ago"), false);
  assertEquals(mails.length, 2);
  await ask(UNKNOWN);
  assertEquals(mails.map(({ identifier }) => identifier), [ADA, ADA, UNKNOWN]);
});

Deno.test("waiting: fifty clicks at once on one button send one email, whose link and code work", async () => {
  for (const use of ["link", "code"] as const) {
    const { browser, purposes: mails } = createSite();
    await browser.csrf();
    const ask = () => browser.post("/signin/mail", { email: ADA, callbackUrl: "/after" });
    // The clicks reach the server before the browser has an answer.
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    for (const { headers } of answers) {
      assertStringIncludes(headers.get("location")!, "/auth/verify-request");
    }
    assertEquals(mails.length, 1);
    if (use === "link") await (await browser.visit(mails[0]!.url)).response.body?.cancel();
    else {
      const ada = walk(browser);
      await ada.visit("/auth/verify-request?provider=mail&type=email");
      await ada.press("Continue", { code: mails[0]!.code! });
    }
    assertEquals((await browser.session())?.user?.email, ADA, use);
    // A used link is sent to nobody again.
    await (await browser.post("/signout", {})).body?.cancel();
    await ask();
    assertEquals(mails.length, 2, use);
    assert(mails[0]!.token !== mails[1]!.token);
  }
});

Deno.test("waiting: a tab goes on once the link was opened in another one", async () => {
  const { browser, purposes: mails } = createSite();
  await browser.post("/signin/mail", { email: ADA, callbackUrl: "/after" });
  const waiting = "/auth/verify-request?provider=mail&type=email";
  assertStringIncludes(await read(browser, waiting), "Check your email");
  await (await browser.visit(mails[0]!.url)).response.body?.cancel();
  assertEquals((await browser.visit(waiting)).url.pathname, "/after");
  // Without a session the page promises nothing.
  const stranger = createSite().browser;
  const page = await read(stranger, waiting);
  assertEquals([page.includes("We sent"), page.includes("<form")], [false, false]);
});

Deno.test("waiting: a wrong address is changed where it was typed", async () => {
  for (const [path, target] of [["signin", "/auth/signin"], ["signup", "/auth/signup"]] as const) {
    const { browser } = createSite();
    const ada = walk(browser);
    await ada.visit(`/auth/${path}?callbackUrl=/after`);
    await ada.press("Continue", { email: "adda@example.com" });
    if (path === "signin") await ada.press("Email me a sign-in link");
    const change = await ada.press("Wrong address?");
    assertEquals([change.url.pathname, change.url.searchParams.get("callbackUrl")], [
      target,
      "https://app.example/after",
    ]);
    assertStringIncludes(change.html, 'value="adda@example.com"');
  }
});

Deno.test("waiting: a request that failed can be repeated at once", async () => {
  let isDown = true;
  const { browser, mails, errors } = createEmailApp({
    config: { limits: {} },
    provider: {
      sendVerificationRequest(params) {
        if (isDown) throw new Error("the service is down");
        mails.push(params);
      },
    },
  });
  const ask = async () => (await browser.post("/signin/mail", { email: ADA })).headers;
  assertStringIncludes((await ask()).get("location")!, "error=Configuration");
  assertEquals(errors.length, 1);
  isDown = false;
  assertStringIncludes((await ask()).get("location")!, "/auth/verify-request");
  assertEquals(mails.length, 1);
});

/** An app where Ada has a password, and a provider that gives her address, too. */
async function createRefusingSite(strategy: "jwt" | "database") {
  const idp = await createIdp({ user: { sub: "7", name: "Ada", email: ADA } });
  const site = createSite({
    providers: [
      Password(CHEAP),
      {
        id: "mail",
        name: "Email",
        type: "email",
        sendVerificationRequest: ({ url }) => void site.links.push(url),
        sendMail: () => {},
      },
      providerAt(idp, "idp", { name: "IdP", emailVerified: true }),
    ],
    session: { strategy, revocation: {} },
    logger: { error() {}, warn() {} },
  });
  await signUp(site, site.open());
  const open = () =>
    createBrowser(site.origin, {
      [site.origin]: async (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? await Auth(request, site.config)
          : new Response("app"),
      [idp.issuer]: idp.handler,
    });
  const linked = async () => {
    const user = await site.config.adapter!.getUserByEmail!(ADA);
    return (await site.config.adapter!.listAccounts!(user!.id)).map(({ provider }) => provider);
  };
  return { site, idp, open, linked };
}

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`refused link: the user signs in as before, and is asked to connect the account (${strategy})`, async () => {
    const { open, linked } = await createRefusingSite(strategy);
    const browser = open();
    const ada = walk(browser);
    const refused = await browser.signIn("idp", { callbackUrl: "/after" });
    assertEquals(refused.url.searchParams.get("error"), "OAuthAccountNotLinked");
    assertEquals(refused.url.href.includes("ada"), false);
    const page = await ada.visit(refused.url.href);
    assertStringIncludes(page.html, `value="${ADA}"`);
    await ada.press("Continue");
    const wrong = await ada.press("Sign in", { password: "wrong" });
    assertStringIncludes(wrong.html, "Wrong email or password.");
    const offer = await ada.press("Sign in", { password: PASSWORD });
    assertStringIncludes(offer.html, "Connect IdP?");
    assertStringIncludes(offer.html, 'href="https://app.example/after">Not now');
    assertEquals((await browser.session())?.user?.email, ADA);
    assertEquals(await linked(), []);
    const done = await ada.press("Connect IdP");
    assertEquals(done.url.pathname, "/after");
    assertEquals(await linked(), ["idp"]);
    // The next sign-in with the provider is one, and asks nothing.
    const other = open();
    const landing = await other.signIn("idp", { callbackUrl: "/after" });
    assertEquals([landing.url.pathname, (await other.session())?.user?.email], ["/after", ADA]);
  });
}

Deno.test("refused link: only the user with the address is asked, once, and nobody without a session", async () => {
  const { site, open } = await createRefusingSite("jwt");
  await signUp(site, site.open(), PASSWORD, UNKNOWN);
  const browser = open();
  await browser.signIn("idp", { callbackUrl: "/after" });
  const offer = "/auth/signin?connect=idp&callbackUrl=/after";
  assertEquals((await read(browser, offer)).includes("Connect IdP?"), false);
  const enter = async (email: string) =>
    (await browser.visit("/auth/callback/password", {
      method: "POST",
      body: new URLSearchParams({
        csrfToken: await browser.csrf(),
        email,
        password: PASSWORD,
        callbackUrl: "/after",
      }),
    })).url.pathname;
  assertEquals(await enter(UNKNOWN), "/after");
  await (await browser.post("/signout", {})).body?.cancel();
  assertEquals(await enter(ADA), "/after", "what was kept is forgotten with any sign-in");
  // A provider that is none of the app, or needs fields, is not offered.
  for (const id of ["nope", "mail", "password"]) {
    const html = await read(browser, `/auth/signin?connect=${id}`);
    assertEquals(html.includes('class="connect"'), false, id);
  }
});

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { AuthError } from "../../mod.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import { startMailServer } from "../_smtp.ts";
import { APP, confirm, createEmailApp, formOf } from "./_email.ts";
import { stores } from "./_email_stores.ts";

const ADA = "ada@example.com";

Deno.test("email: the link of a mail over SMTP signs in the browser that requested it", async () => {
  await using smtp = await startMailServer();
  const app = createEmailApp({
    config: { providers: [Nodemailer({ server: smtp.url, from: "App <no-reply@app.example>" })] },
  });
  const location = await app.browser.start("nodemailer", {
    fields: { email: " Ada@Example.COM " },
    callbackUrl: "/after",
  });
  assertEquals(location, `${APP}/auth/verify-request?provider=nodemailer&type=email`);
  const [mail] = smtp.mails;
  assertEquals(mail!.from, "no-reply@app.example");
  assertEquals(mail!.to, [ADA]);
  assertEquals(mail!.headers.subject, "Sign in to app.example");
  assertEquals(mail!.headers.to, ADA);
  assertMatch(
    mail!.link,
    /^https:\/\/app\.example\/auth\/callback\/nodemailer\?callbackUrl=https%3A%2F%2Fapp\.example%2Fafter&token=[0-9a-f]{64}&email=ada%40example\.com&signature=[\w-]{22}$/,
  );
  assertStringIncludes(mail!.html, mail!.link.replaceAll("&", "&amp;"));

  const landing = await app.browser.visit(mail!.link, { from: "https://webmail.example" });
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals((await app.browser.session())?.user?.email, ADA);
  const user = (await app.adapter.getUserByEmail!(ADA))!;
  assert(user.emailVerified instanceof Date);
  assertEquals(app.errors, []);
});

Deno.test("email: a recipient that the SMTP server rejects leads back to the sign-in page", async () => {
  await using smtp = await startMailServer((address) => address !== ADA);
  const app = createEmailApp({
    config: { providers: [Nodemailer({ server: smtp.url, from: "a@b.example" })] },
  });
  const location = await app.browser.start("nodemailer", { fields: { email: "x@example.com" } });
  assertEquals(location, `${APP}/auth/signin?error=Configuration&code=EmailSignin`);
  const page = await (await app.browser.fetch(location)).text();
  assertStringIncludes(page, "The email could not be sent. Check the address and try again.");
  assertEquals(app.errors.map(({ name }) => name), ["EmailSignInError"]);
  assertEquals(app.errors[0]!.message.includes("x@example.com"), false);
});

Deno.test("email: callbacks, events and the store are called in the order of Auth.js", async () => {
  const app = createEmailApp();
  await app.ask(ADA);
  assertEquals(app.calls, ["A.getUserByEmail", "S.request", "send", "A.createVerificationToken"]);
  app.calls.length = 0;
  await app.browser.visit(app.mails[0]!.url);
  const start = ["A.useVerificationToken", "A.getUserByEmail", "S", "A.getUserByEmail"];
  assertEquals(app.calls, [
    ...start,
    "A.createUser",
    "E.createUser",
    "A.createSession",
    "E.signIn true",
  ]);

  app.calls.length = 0;
  const again = app.newBrowser();
  await app.ask(ADA, again);
  app.calls.length = 0;
  await again.visit(app.mails[1]!.url);
  // `emailVerified` keeps its first date, so nothing is updated.
  assertEquals(app.calls, [...start, "A.createSession", "E.signIn false"]);
});

Deno.test("email: sets `emailVerified` once for a user of another provider", async () => {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "1", email: ADA, emailVerified: null, name: "Ada" });
  const app = createEmailApp({ adapter });
  await app.ask(ADA);
  await app.browser.visit(app.mails[0]!.url);
  assertEquals(app.calls.slice(-4), [
    "A.updateUser",
    "E.updateUser",
    "A.createSession",
    "E.signIn false",
  ]);
  const first = (await adapter.getUserByEmail(ADA))!.emailVerified;
  assert(first);
  await app.ask(ADA);
  await app.browser.visit(app.mails[1]!.url);
  assertEquals((await adapter.getUserByEmail(ADA))!.emailVerified, first);
  assertEquals((await app.browser.session())?.user?.name, "Ada");
});

Deno.test("email: the account passed to callbacks has the user's id and is not stored", async () => {
  const seen: unknown[] = [];
  const app = createEmailApp({
    config: {
      session: { strategy: "jwt" },
      callbacks: {
        jwt({ token, account, trigger }) {
          if (trigger) seen.push([trigger, account, token.sub]);
          return token;
        },
      },
    },
  });
  await app.ask(ADA);
  await app.browser.visit(app.mails[0]!.url);
  const { id } = (await app.adapter.getUserByEmail!(ADA))!;
  const account = { providerAccountId: ADA, userId: id, type: "email", provider: "mail" };
  assertEquals(seen, [["signUp", account, id]]);
  assertEquals(await app.adapter.listAccounts!(id), []);
});

Deno.test("email: the store contains a hash that is useless in a link, with the provider's lifetime", async () => {
  using time = new FakeTime();
  const adapter = MemoryAdapter();
  const stored: { identifier: string; token: string; expires: Date }[] = [];
  const { createVerificationToken } = adapter;
  adapter.createVerificationToken = (row) => {
    stored.push(row);
    return createVerificationToken(row);
  };
  const app = createEmailApp({
    adapter,
    provider: { maxAge: 600, secret: "secret", generateVerificationToken: () => "tok123" },
  });
  await app.ask(ADA);
  assertEquals(stored, [{
    identifier: ADA,
    token: "9477bc40e1bac557a95b436c1559a2d01a0709c67969dd278601327992993df2",
    expires: new Date(Date.now() + 600_000),
  }]);
  const { url, expires, token } = app.mails[0]!;
  assertEquals(expires, stored[0]!.expires);
  assertEquals(token, "tok123");

  time.tick(601_000);
  const landing = await confirm(app.browser, url);
  assertEquals(landing.url.href, `${APP}/auth/error?error=Verification`);
});

Deno.test("email: a scanner gets a page, and the link still signs in", async () => {
  const app = createEmailApp();
  await app.ask(ADA);
  const { url } = app.mails[0]!;
  const scanner = app.newBrowser();
  const head = await scanner.fetch(url, { method: "HEAD" });
  assertEquals(head.status, 200);
  for (let i = 0; i < 3; i++) {
    const response = await app.newBrowser().fetch(url);
    assertEquals(response.status, 200);
    assertEquals(await scanner.session(), null);
    const html = await response.text();
    assertStringIncludes(html, "You are about to sign in to app.example as ada@example.com.");
  }
  // HEAD and prefetching do not use the link, even in the browser that requested it.
  assertEquals((await app.browser.fetch(url, { method: "HEAD" })).status, 200);
  const ahead = await app.browser.fetch(url, { headers: { "sec-purpose": "prefetch;prerender" } });
  assertStringIncludes(await ahead.text(), "You are about to sign in");
  assertEquals(await app.browser.session(), null);

  const landing = await app.browser.visit(url);
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals((await app.browser.session())?.user?.email, ADA);
});

Deno.test("email: in another browser one button signs in", async () => {
  const app = createEmailApp();
  await app.ask(ADA);
  const phone = app.newBrowser();
  const landing = await confirm(phone, app.mails[0]!.url);
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals((await phone.session())?.user?.email, ADA);
  assertEquals(await app.browser.session(), null);
  // The same link is invalid now, which every browser reads at once.
  const dead = `${APP}/auth/error?error=Verification`;
  for (const browser of [phone, app.newBrowser(), app.browser]) {
    assertEquals((await browser.visit(app.mails[0]!.url)).url.href, dead);
  }
});

Deno.test("email: a form on another site cannot sign a user in as its author", async () => {
  const app = createEmailApp();
  await app.ask("mallory@example.com");
  const { url, token } = app.mails[0]!;
  const victim = app.newBrowser();
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ token, email: "mallory@example.com", ...fields });
    return await victim.visit("/auth/callback/mail", {
      method: "POST",
      body,
      from: "https://mallory.example",
    });
  };
  // Without the victim's CSRF token, and with the attacker's.
  const forged: Record<string, string>[] = [{}, { csrfToken: await app.browser.csrf() }];
  for (const fields of forged) {
    const landing = await post(fields);
    assertEquals(landing.url.href, `${APP}/auth/signin?error=MissingCSRF`);
  }
  // Even after the victim opened the page: `SameSite=Lax` cookies are not sent.
  await victim.visit(url, { from: "https://mallory.example" });
  assertEquals((await post({})).url.href, `${APP}/auth/signin?error=MissingCSRF`);
  assertEquals(await victim.session(), null);
  // None of these used the token.
  await app.browser.visit(url);
  assertEquals((await app.browser.session())?.user?.email, "mallory@example.com");
});

Deno.test("email: a link asks for confirmation with the cookie of another browser, provider or address", async () => {
  const second = { id: "other", name: "Other", type: "email" as const };
  const app = createEmailApp();
  app.config.providers = [
    ...app.config.providers,
    { ...second, sendVerificationRequest: (params) => void app.mails.push(params) },
  ];
  await app.ask(ADA);
  const stranger = app.newBrowser();
  await app.ask("mallory@example.com", stranger);
  const [ada, mallory] = app.mails;
  const isPage = async (link: string) => {
    const { response } = await stranger.visit(link);
    return (await response.text()).includes("You are about to sign in");
  };
  assert(await isPage(ada!.url));
  // A provider cannot use another provider's link, nor a link with another address.
  for (
    const [from, to] of [
      ["callback/mail", "callback/other"],
      ["mallory%40", "ada%40"],
      [/token=./.exec(mallory!.url)![0], "token="],
      [/signature=./.exec(mallory!.url)![0], "signature="],
    ] as const
  ) {
    // In a browser that did not ask for it.
    const { url } = await app.newBrowser().visit(mallory!.url.replace(from, to));
    assertEquals(url.href, `${APP}/auth/error?error=Verification`, from);
  }
  // A link that an app built itself has no signature: the page names nobody.
  const own = ada!.url.replace(/&signature=.*/, "");
  assert(await isPage(own));
  const page = await (await stranger.visit(own)).response.text();
  assertEquals(page.includes("sign in to app.example as"), false);
  const wrong = await stranger.visit(own.replace("ada%40", "mallory%40"));
  assertEquals(wrong.url.href, `${APP}/auth/error?error=Verification`);
  await stranger.visit(mallory!.url);
  assertEquals((await stranger.session())?.user?.email, "mallory@example.com");
});

Deno.test("email: with skipLinkConfirmation, the link signs in any browser, except by HEAD", async () => {
  const app = createEmailApp({ provider: { skipLinkConfirmation: true } });
  await app.ask(ADA);
  const phone = app.newBrowser();
  assertEquals((await phone.fetch(app.mails[0]!.url, { method: "HEAD" })).status, 200);
  const landing = await phone.visit(app.mails[0]!.url);
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals((await phone.session())?.user?.email, ADA);
});

Deno.test("email: a link works after a rotation of secrets, and so does one of Auth.js", async () => {
  const app = createEmailApp();
  await app.ask(ADA);
  app.config.secret = ["a-newer-secret-of-32-characters-or-more", app.config.secret as string];
  await confirm(app.newBrowser(), app.mails[0]!.url);
  const user = (await app.adapter.getUserByEmail!(ADA))!;
  assert(user.emailVerified);

  const joined = new TextEncoder().encode(`tok${app.config.secret.join(",")}`);
  const token = [...new Uint8Array(await crypto.subtle.digest("SHA-256", joined))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const expires = new Date(Date.now() + 60_000);
  await app.adapter.createVerificationToken!({ identifier: ADA, token, expires });
  const browser = app.newBrowser();
  await confirm(browser, `${APP}/auth/callback/mail?token=tok&email=ada%40example.com`);
  assertEquals((await browser.session())?.user?.email, ADA);
});

Deno.test("email: links with a missing or unknown token or address lead to the error page", async () => {
  const app = createEmailApp();
  for (const query of ["", "?token=", "?token=x", "?token=x&email=", "?token=x&email=a%40b.c"]) {
    const browser = app.newBrowser();
    const page = await browser.visit(`${APP}/auth/callback/mail${query}`);
    const html = await page.response.text();
    const landing = html.includes("<form") ? await confirm(browser, page.url.href) : page;
    assertEquals(landing.url.href, `${APP}/auth/error?error=Verification`, query);
  }
  assertEquals(app.errors.every(({ name }) => name === "Verification"), true);
});

Deno.test("email: the address of a link that nobody signed is not shown, and stays a field", async () => {
  const { getVerificationToken: _, ...adapter } = MemoryAdapter();
  const app = createEmailApp({ adapter });
  for (
    const email of ["<b>x</b>@example.com", "Call 0800 now", '"><script>@x.example', "a\r\nb@c.d"]
  ) {
    const query = new URLSearchParams({ token: "x", email });
    const response = await app.browser.fetch(`/auth/callback/mail?${query}`);
    const html = await response.text();
    assertStringIncludes(html, "You are about to sign in to app.example.");
    assertEquals(html.includes("<script>") || html.includes("<b>"), false);
    assertEquals(
      formOf(html).fields.email?.replaceAll("\r\n", "\n"),
      email.replaceAll("\r\n", "\n"),
    );
  }
});

Deno.test("email: calls the signIn callback before sending, and again when the link is used", async () => {
  const refusals: [unknown, string][] = [
    [false, `${APP}/auth/error?error=AccessDenied`],
    ["/waiting-list", `${APP}/waiting-list`],
    [new Error("no"), `${APP}/auth/error?error=AccessDenied`],
    [new AuthError("no"), `${APP}/auth/error?error=AccessDenied`],
  ];
  for (const [answer, target] of refusals) {
    const app = createEmailApp({
      config: {
        callbacks: {
          signIn() {
            if (answer instanceof Error) throw answer;
            return answer as boolean | string;
          },
        },
      },
    });
    assertEquals(await app.ask(ADA), target);
    assertEquals(app.mails, []);
    assertEquals(app.calls, ["A.getUserByEmail"]);
  }

  const app = createEmailApp({
    config: { callbacks: { signIn: ({ email }) => email?.verificationRequest === true } },
  });
  await app.ask(ADA);
  const landing = await app.browser.visit(app.mails[0]!.url);
  assertEquals(landing.url.href, `${APP}/auth/error?error=AccessDenied`);
  assertEquals(await app.adapter.getUserByEmail!(ADA), null);
});

Deno.test("email: known and unknown addresses get the same response and cause the same calls", async () => {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "1", email: ADA, emailVerified: new Date() });
  const app = createEmailApp({ adapter });
  const shapes = await Promise.all([ADA, "bob@example.com"].map(async (email) => {
    const browser = app.newBrowser();
    const before = app.calls.length;
    const response = await browser.post("/signin/mail", { email });
    const calls = app.calls.slice(before);
    const names = response.headers.getSetCookie().map((cookie) =>
      cookie.replace(/^(\S*authjs\.email\.)[^=]+=[^;]+/, "$1…").replace(/Expires=[^;]+/, "…")
    );
    return { status: response.status, location: response.headers.get("location"), names, calls };
  }));
  assertEquals({ ...shapes[0], calls: [] }, { ...shapes[1], calls: [] });
  app.calls.length = 0;
  await app.ask(ADA);
  const known = app.calls.splice(0);
  await app.ask("bob@example.com");
  assertEquals(known, app.calls);
});

Deno.test("email: a failing mail leads to the sign-in page, a failing token to the error page, and a failing store is 503", async () => {
  const fail = () => Promise.reject(new Error("down"));
  const mail = createEmailApp({ provider: { sendVerificationRequest: fail } });
  assertEquals(
    await mail.ask(ADA),
    `${APP}/auth/signin?error=Configuration&code=EmailSignin&callbackUrl=https%3A%2F%2Fapp.example%2Fafter`,
  );
  assertEquals(
    mail.browser.cookies.list("app.example").some(({ name }) => name.includes("authjs.email")),
    false,
  );

  const store = createEmailApp({
    adapter: { ...MemoryAdapter(), createVerificationToken: fail },
  });
  const { status, headers } = await store.browser.post("/signin/mail", { email: ADA });
  assertEquals([status, headers.get("retry-after")], [503, "5"]);
  assertEquals(store.errors.map(({ name }) => name), ["AdapterError"]);

  const token = createEmailApp({ provider: { generateVerificationToken: fail } });
  assertEquals(await token.ask(ADA), `${APP}/auth/error?error=Configuration`);
  assertEquals(token.mails, []);
});

Deno.test("email: a form without the CSRF token sends nothing", async () => {
  const app = createEmailApp();
  const body = new URLSearchParams({ email: ADA });
  const landing = await app.browser.visit("/auth/signin/mail", { method: "POST", body });
  assertEquals(landing.url.href, `${APP}/auth/signin?error=MissingCSRF`);
  assertEquals(app.mails, []);
});

Deno.test("email: the mail function receives the arguments of Auth.js", async () => {
  const app = createEmailApp({ provider: { from: "a@b.example", apiKey: "key" } });
  await app.ask(ADA);
  const { identifier, provider, theme, request, token, url, code } = app.mails[0]!;
  assertEquals(identifier, ADA);
  assertEquals(provider.from, "a@b.example");
  assertEquals(provider.apiKey, "key");
  assertEquals(
    (provider as unknown as { callbackUrl: string }).callbackUrl,
    `${APP}/auth/callback/mail`,
  );
  assertEquals(theme.colorScheme, "auto");
  assertEquals(request.method, "POST");
  assertEquals((await request.json()).email, ADA);
  assertEquals(new URL(url).searchParams.get("token"), token);
  assertEquals(code, undefined);
});

Deno.test("email: signing in as another user ends the previous database session", async () => {
  const app = createEmailApp();
  const sessions = async (email: string) =>
    await app.adapter.listSessions!((await app.adapter.getUserByEmail!(email))!.id);
  await app.ask(ADA);
  await app.browser.visit(app.mails[0]!.url);
  await app.ask("bob@example.com");
  await app.browser.visit(app.mails[1]!.url);
  assertEquals((await app.browser.session())?.user?.email, "bob@example.com");
  assertEquals(await sessions(ADA), []);
  assertEquals((await sessions("bob@example.com")).length, 1);
});

Deno.test("email: the links of a browser's last five requests work without confirmation", async () => {
  using time = new FakeTime();
  const app = createEmailApp();
  for (let i = 0; i < 6; i++) {
    time.tick(1000);
    await app.ask(`ada${i}@example.com`);
  }
  const cookies = app.browser.cookies.list("app.example")
    .filter(({ name }) => name.startsWith("__Host-authjs.email."));
  assertEquals(cookies.length, 5);
  for (let i = 5; i >= 1; i--) {
    const landing = await app.browser.visit(app.mails[i]!.url);
    assertEquals(landing.url.pathname, "/after");
    assertEquals((await app.browser.session())?.user?.email, `ada${i}@example.com`);
  }
  const { response } = await app.browser.visit(app.mails[0]!.url);
  assertStringIncludes(await response.text(), "You are about to sign in");
});

for (const [name, create] of Object.entries(stores)) {
  Deno.test(`email: a link that cannot sign in says so at once, and is not used up before (${name})`, async () => {
    await using store = await create();
    const app = createEmailApp({ adapter: store.adapter, provider: { maxAge: 600 } });
    const dead = `${APP}/auth/error?error=Verification`;
    const open = async (url: string, method = "GET") => {
      const { response, url: { href } } = await app.newBrowser().visit(url, { method });
      return response.status === 200 && href.includes("/callback/") ? "asks" : href;
    };
    await app.ask(ADA);
    const [mail] = app.mails;
    for (const method of ["GET", "HEAD", "GET"]) {
      assertEquals(await open(mail!.url, method), "asks");
    }
    // Never made: whether the address has an account makes no difference.
    const own = (email: string) =>
      `${APP}/auth/callback/mail?${new URLSearchParams({ token: "x", email })}`;
    assert((await confirm(app.newBrowser(), mail!.url)).url.href.endsWith("/after"));
    for (const url of [mail!.url, own(ADA), own("nobody@example.com"), own("x".repeat(5000))]) {
      for (const method of ["GET", "HEAD"]) assertEquals(await open(url, method), dead);
    }
    await app.ask(ADA);
    const { url } = app.mails[1]!;
    assertEquals(await open(url), "asks");
    using time = new FakeTime();
    time.tick(601_000);
    assertEquals(await open(url), dead);
  });

  Deno.test(`email: of fifty parallel uses of one link, one signs in (${name})`, async () => {
    await using store = await create();
    const app = createEmailApp({ adapter: store.adapter });
    await app.ask(ADA);
    const { url } = app.mails[0]!;
    const crowd = Array.from({ length: 50 }, app.newBrowser);
    const landings = await Promise.all([
      ...crowd.slice(1).map((browser) => confirm(browser, url)),
      app.browser.visit(url),
    ]);
    assertEquals(landings.filter(({ url }) => url.pathname === "/after").length, 1);
    assertEquals(
      landings.filter(({ url }) => url.href === `${APP}/auth/error?error=Verification`).length,
      49,
    );
    assertEquals(app.calls.filter((call) => call === "E.createUser").length, 1);
  });

  Deno.test(`email: fifty links of one new address create one user (${name})`, async () => {
    await using store = await create();
    const app = createEmailApp({ adapter: store.adapter });
    const crowd = Array.from({ length: 50 }, app.newBrowser);
    for (const browser of crowd) await app.ask(ADA, browser);
    await Promise.all(crowd.map((browser, i) => browser.visit(app.mails[i]!.url)));
    const sessions = await Promise.all(crowd.map((browser) => browser.session()));
    assertEquals(sessions.filter((session) => session?.user?.email === ADA).length, 50);
    assertEquals(app.calls.filter((call) => call === "E.createUser").length, 1);
  });

  Deno.test(`email: after a failure of any call to the store, a new request works (${name})`, async () => {
    let points = 0;
    for (const code of [false, true]) {
      for (const moment of ["before", "after"] as const) {
        for (let k = 1;; k++) {
          await using store = await create();
          let count = 0;
          let armed = true;
          const adapter = Object.fromEntries(
            Object.entries(store.adapter).map((
              [name, method],
            ) => [name, async (...args: never[]) => {
              const fails = armed && ++count === k;
              if (fails && moment === "before") throw new Error("store failed");
              const result = await (method as (...a: never[]) => unknown)(...args);
              if (fails) throw new Error("store failed");
              return result;
            }]),
          );
          const app = createEmailApp({ adapter, provider: { code } });
          const through = async (browser: ReturnType<typeof app.newBrowser>) => {
            const location = await app.ask(ADA, browser);
            if (!location.includes("verify-request")) return false;
            const mail = app.mails.at(-1)!;
            const fields = { code: mail.code ?? "" };
            const { location: target } = code
              ? Object.fromEntries((await browser.post("/callback/mail", fields)).headers)
              : { location: mail.url };
            return (await browser.visit(target!)).url.pathname === "/after";
          };
          const done = await through(app.browser);
          const reached = count >= k;
          armed = false;
          if (!reached) {
            assert(done);
            break;
          }
          const retry = app.newBrowser();
          assert(await through(retry), `call ${k} ${moment}, code ${code}`);
          assertEquals((await retry.session())?.user?.email, ADA);
          points++;
        }
      }
    }
    console.log(`${points} fault points, a new request works after each`);
    assert(points >= 20);
  });
}

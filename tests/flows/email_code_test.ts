import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { APP, confirm, createEmailApp, type EmailAdapter, formOf } from "./_email.ts";
import { stores } from "./_email_stores.ts";

const ADA = "ada@example.com";
const VERIFY = `${APP}/auth/verify-request?provider=mail&type=email`;
const DEAD = `${APP}/auth/error?error=Verification`;

async function createRig(adapter?: EmailAdapter, code: true | 6 | 7 | 8 = true) {
  const app = createEmailApp({ adapter, provider: { code } });
  await app.ask(ADA);
  const { code: digits, url } = app.mails[0]!;
  const wrong = digits!.replace(/^./, (first) => first === "9" ? "0" : "9");
  /** Submits a code on the page that asks for it. */
  const type = async (typed: string, browser: TestBrowser = app.browser) => {
    const page = await (await browser.fetch(VERIFY)).text();
    const { action, fields } = formOf(page);
    const body = new URLSearchParams({ ...fields, code: typed });
    return await browser.visit(action, { method: "POST", body });
  };
  return { ...app, digits: digits!, url, wrong, type };
}

Deno.test("email code: entered in the browser that requested it, signs in and invalidates the link", async () => {
  const { browser, digits, type, url, newBrowser } = await createRig();
  assertMatch(digits, /^\d{8}$/);
  const page = await (await browser.fetch(VERIFY)).text();
  assertStringIncludes(
    page,
    "We sent an email to ada@example.com. Enter the code from the email here",
  );
  assertEquals(page.includes(digits), false);
  const landing = await type(` ${digits.slice(0, 4)}-${digits.slice(4)} `);
  assertEquals(landing.url.href, `${APP}/after`);
  assertEquals((await browser.session())?.user?.email, ADA);
  assertEquals((await confirm(newBrowser(), url)).url.href, DEAD);
});

Deno.test("email code: has the length that the provider sets", async () => {
  for (const length of [6, 7, 8] as const) {
    assertEquals((await createRig(undefined, length)).digits.length, length);
  }
});

Deno.test("email code: is invalid after the link was used", async () => {
  const { digits, type, url, newBrowser, browser } = await createRig();
  await confirm(newBrowser(), url);
  const landing = await type(digits);
  assertEquals(landing.url.href, `${VERIFY}&error=InvalidCode`);
  assertStringIncludes(await landing.response.text(), "It was already used, or it has expired.");
  assertEquals(await browser.session(), null);
});

Deno.test("email code: six wrong codes end the code, and the link still signs in", async () => {
  const { digits, wrong, type, url, browser } = await createRig();
  for (let left = 5; left >= 1; left--) {
    const landing = await type(wrong);
    assertEquals(landing.url.href, `${VERIFY}&error=InvalidCode`);
    assertStringIncludes(
      await landing.response.text(),
      left === 1 ? "You have one more try." : `You have ${left} more tries.`,
    );
  }
  const last = await type(wrong);
  assertEquals(last.url.href, `${VERIFY}&error=InvalidCode`);
  const page = await last.response.text();
  assertStringIncludes(page, "The code no longer works. The link in the email still does.");
  assertEquals(page.includes('name="code"'), false);
  const right = await browser.post("/callback/mail", { code: digits });
  assertEquals(right.headers.get("location"), `${VERIFY}&error=InvalidCode`);
  assertEquals(await browser.session(), null);
  // In this browser at once, as before.
  assertEquals((await browser.visit(url)).url.href, `${APP}/after`);
  assertEquals((await browser.session())?.user?.email, ADA);
});

Deno.test("email code: nobody keeps an owner out by using up mails and tries", async () => {
  const app = createEmailApp({ provider: { code: true }, config: { limits: {} } });
  for (let mail = 0; mail < 5; mail++) {
    const attacker = app.newBrowser();
    await app.ask(ADA, attacker);
    for (let i = 0; i < 7; i++) {
      await (await attacker.post("/callback/mail", { code: "00000000" })).body?.cancel();
    }
    assertEquals(await attacker.session(), null);
  }
  assertEquals(app.mails.length, 5);
  for (const { url } of app.mails) {
    const owner = app.newBrowser();
    await confirm(owner, url);
    assertEquals((await owner.session())?.user?.email, ADA);
  }
});

Deno.test("email code: input of another format does not count as a guess", async () => {
  const { digits, type, browser } = await createRig();
  for (const typed of ["", "1", "abcdefgh", "123456", "123456789", "１２"]) {
    assertEquals((await type(typed)).url.href, `${VERIFY}&error=InvalidCode`);
  }
  for (let i = 0; i < 10; i++) await type("x");
  // Digits of other scripts are converted to ASCII.
  const wide = [...digits].map((d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)).join("");
  assertEquals((await type(wide)).url.href, `${APP}/after`);
  assert(await browser.session());
});

Deno.test("email code: is invalid in another browser", async () => {
  const { digits, newBrowser, ask } = await createRig();
  const stranger = newBrowser();
  const post = () => stranger.post("/callback/mail", { code: digits });
  assertEquals((await post()).headers.get("location"), `${VERIFY}&error=InvalidCode`);
  await ask("mallory@example.com", stranger);
  assertEquals((await post()).headers.get("location"), `${VERIFY}&error=InvalidCode`);
  assertEquals(await stranger.session(), null);
});

Deno.test("email code: needs the CSRF token, and POST", async () => {
  const { digits, browser } = await createRig();
  const body = new URLSearchParams({ code: digits });
  const posted = await browser.visit("/auth/callback/mail", { method: "POST", body });
  assertEquals(
    posted.url.href,
    `${APP}/auth/signin?error=MissingCSRF&callbackUrl=https%3A%2F%2Fapp.example%2Fafter`,
  );
  const got = await browser.visit(`/auth/callback/mail?code=${digits}`);
  assertEquals(got.url.href, DEAD);
  assertEquals(await browser.session(), null);
});

Deno.test("email code: is valid for fifteen minutes, the link for `maxAge`", async () => {
  using time = new FakeTime();
  const { digits, browser, url } = await createRig();
  time.tick(15 * 60 * 1000 + 1000);
  const late = await browser.post("/callback/mail", { code: digits });
  assertEquals(late.headers.get("location"), `${VERIFY}&error=InvalidCode`);
  assertEquals((await (await browser.fetch(VERIFY)).text()).includes('name="code"'), false);
  assertEquals((await browser.visit(url)).url.href, `${APP}/after`);
});

Deno.test("email code: the mail gets the time at which it ends, which is never after the link's", async () => {
  using _time = new FakeTime();
  for (const [maxAge, seconds] of [[86_400, 900], [300, 300]] as const) {
    const app = createEmailApp({ provider: { code: true, maxAge } });
    await app.ask(ADA);
    const [{ expires, codeExpires }] = app.mails as [typeof app.mails[0]];
    assertEquals(expires.valueOf() - Date.now(), maxAge * 1000);
    assertEquals(codeExpires!.valueOf() - Date.now(), seconds * 1000);
  }
  const app = createEmailApp();
  await app.ask(ADA);
  assertEquals(app.mails[0]!.codeExpires, undefined);
});

Deno.test("email code: with requests in two tabs, each page accepts its own code", async () => {
  using time = new FakeTime();
  const { browser, digits, mails, ask } = await createRig();
  const first = formOf(await (await browser.fetch(VERIFY)).text());
  time.tick(1000);
  await ask("bob@example.com");
  const second = formOf(await (await browser.fetch(VERIFY)).text());
  const post = (fields: Record<string, string>, code: string) =>
    browser.visit(first.action, {
      method: "POST",
      body: new URLSearchParams({ ...fields, code }),
    });
  assertEquals((await post(first.fields, mails[1]!.code!)).url.href, `${VERIFY}&error=InvalidCode`);
  await post(first.fields, digits);
  assertEquals((await browser.session())?.user?.email, ADA);
  await post(second.fields, mails[1]!.code!);
  assertEquals((await browser.session())?.user?.email, "bob@example.com");
});

Deno.test("email code: an app's own page can post it without the attempt's id", async () => {
  const app = createEmailApp({
    provider: { code: 6 },
    config: { pages: { verifyRequest: "/check" } },
  });
  await app.ask(ADA);
  const wrong = await app.browser.post("/callback/mail", { code: "x" });
  assertEquals(wrong.headers.get("location"), `${VERIFY}&error=InvalidCode`);
  const page = await app.browser.visit(wrong.headers.get("location")!);
  assertEquals(page.url.href, `${APP}/check?provider=mail&type=email&error=InvalidCode`);
  const right = await app.browser.post("/callback/mail", { code: app.mails[0]!.code! });
  assertEquals(right.headers.get("location"), `${APP}/after`);
});

for (const [name, create] of Object.entries(stores)) {
  Deno.test(`email code: replaying an old cookie gives no more guesses (${name})`, async () => {
    await using store = await create();
    const { browser, digits, wrong, newBrowser } = await createRig(store.adapter);
    const cookie = browser.cookies.header(new URL(`${APP}/auth/callback/mail`));
    const csrfToken = await browser.csrf();
    const replay = async (code: string) => {
      const body = new URLSearchParams({ csrfToken, code });
      const headers = { cookie };
      const init = { method: "POST", body, headers };
      return (await newBrowser().fetch("/auth/callback/mail", init)).headers.get("location");
    };
    assertEquals(await replay(wrong), `${VERIFY}&error=InvalidCode`);
    // The same cookie again: even the right code is rejected.
    for (let i = 0; i < 20; i++) {
      assertEquals(await replay(digits), `${VERIFY}&error=InvalidCode`);
    }
  });

  Deno.test(`email code: fifty parallel tries count as one guess, or one sign-in (${name})`, async () => {
    for (const right of [false, true]) {
      await using store = await create();
      const { browser, digits, wrong, newBrowser, calls } = await createRig(store.adapter);
      const cookie = browser.cookies.header(new URL(`${APP}/auth/callback/mail`));
      const csrfToken = await browser.csrf();
      calls.length = 0;
      const locations = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const body = new URLSearchParams({ csrfToken, code: right ? digits : wrong });
          const init = { method: "POST", body, headers: { cookie } };
          return (await newBrowser().fetch("/auth/callback/mail", init)).headers.get("location");
        }),
      );
      assertEquals(
        locations.filter((location) => location === `${APP}/after`).length,
        right ? 1 : 0,
      );
      const next = calls.filter((call) => call === "A.createVerificationToken").length;
      assertEquals(next, right ? 0 : 1);
    }
  });
}

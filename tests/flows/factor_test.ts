/** @module */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { getProof } from "../../src/frameworks/server.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  codeOf,
  createFactorApp,
  enrolTotp,
  PASSWORD,
  STRATEGY_CONFIGS,
  submit,
} from "./_factors.ts";

const APP = "https://app.example";
const NOW = 1_900_000_000_000;

const sessionCookie = (browser: TestBrowser) =>
  browser.cookies.header(new URL(APP)).includes("session-token");

for (const [strategy, config] of STRATEGY_CONFIGS) {
  Deno.test(`factor: a required one is enrolled before the session begins (${strategy} session)`, async () => {
    using _ = new FakeTime(NOW);
    const app = createFactorApp({ ...config, factorPolicy: { required: () => true } });
    const { url, response } = await app.browser.signInWithCredentials(PASSWORD);
    assertEquals(url.pathname, "/auth/factor");
    assertEquals([await app.browser.session(), sessionCookie(app.browser)], [null, false]);
    await response.body?.cancel();
    await enrolTotp(app.browser);
    assertEquals((await app.browser.session())?.user?.email, "ada@example.com");
    const request = new Request(APP, {
      headers: { cookie: app.browser.cookies.header(new URL(APP)) },
    });
    assertEquals(await getProof(request, app.config), {
      at: NOW / 1000,
      methods: ["pwd", "otp", "mfa"],
      provider: "credentials",
    });
    assertEquals(app.errors, []);
  });

  Deno.test(`factor: an enrolled one is asked at the next sign-in, and each code works once (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createFactorApp({ ...config, factorPolicy: { required: () => true } });
    const secret = await enrolTotp(app.browser);
    await app.browser.post("/signout");
    assertEquals(await app.browser.session(), null);

    const landed = await app.browser.signInWithCredentials(PASSWORD);
    const html = await landed.response.text();
    assertStringIncludes(html, "six digits that your authenticator app shows");
    const used = await submit(app.browser, html, { answer: await codeOf(secret) });
    assertEquals(used.url.searchParams.get("error"), "InvalidCode", "the enrolment used the code");
    assertEquals([await app.browser.session(), sessionCookie(app.browser)], [null, false]);
    time.tick(30_000);
    const done = await submit(app.browser, used.html, { answer: await codeOf(secret) });
    assertEquals(done.url.href, `${APP}/`);
    assert(await app.browser.session());
  });
}

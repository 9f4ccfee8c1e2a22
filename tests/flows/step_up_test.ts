import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { AuthConfig } from "../../mod.ts";
import { getProof, getSession, identifySession, requireProof } from "../../src/server/mod.ts";
import type { TestBrowser } from "../../src/testing/mod.ts";
import type { RequireProofOptions } from "../../src/types/proof.ts";
import { codeOf, createFactorApp, enrolTotp, PASSWORD, STRATEGIES, submit } from "./_factors.ts";

const APP = "https://app.example";
const NOW = 1_900_000_000_000;
const PAGE = "/transfer?to=grace";
const HOUR = 60 * 60 * 1000;

/** A request for the page that requires the proof. */
const requestOf = (browser: TestBrowser) =>
  new Request(APP + PAGE, { headers: { cookie: browser.cookies.header(new URL(APP)) ?? "" } });

/** What the app asks on its page. */
const ask = (browser: TestBrowser, config: AuthConfig, options: RequireProofOptions) =>
  requireProof(requestOf(browser), config, options);

for (const [strategy, config] of STRATEGIES) {
  Deno.test(`step-up: a stale proof moves by the second factor, the session keeps id and data (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const app = createFactorApp({ ...config, factorPolicy: { required: () => true } });
    const secret = await enrolTotp(app.browser);
    const before = await identifySession(requestOf(app.browser), app.config);
    assertEquals(await ask(app.browser, app.config, { maxAge: 600, methods: ["mfa"] }), null);
    time.tick(HOUR);
    const url = await ask(app.browser, app.config, { maxAge: 600, methods: ["mfa"] });
    assert(url?.startsWith(`${APP}/auth/signin?stepUp=`), String(url));

    const page = await app.browser.visit(url!);
    assertEquals(page.url.pathname + page.url.search, "/auth/factor?for=session");
    const html = await page.response.text();
    assertStringIncludes(html, "Confirm that it is you");
    const wrong = await submit(app.browser, html, { answer: "000000" });
    assertEquals(wrong.url.search, "?for=session&factor=totp&error=InvalidCode");
    assertEquals((await getProof(requestOf(app.browser), app.config))?.at, NOW / 1000);

    const { url: back } = await submit(app.browser, wrong.html, { answer: await codeOf(secret) });
    assertEquals(back.href, APP + PAGE);
    assertEquals(await ask(app.browser, app.config, { maxAge: 600, methods: ["mfa"] }), null);
    assertEquals(await getProof(requestOf(app.browser), app.config), {
      at: (NOW + HOUR) / 1000,
      methods: ["pwd", "otp", "mfa"],
      provider: "credentials",
    });
    assertEquals(await identifySession(requestOf(app.browser), app.config), before);
    const session = await getSession(requestOf(app.browser), app.config);
    assertEquals(session?.user?.email, "ada@example.com");
    assertEquals(app.errors, []);
  });
}

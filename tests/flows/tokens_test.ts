/**
 * Access tokens that stay fresh: kept in each place that the config allows, refreshed once
 * for all callers, and never at the cost of the session.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { TokenRefreshError } from "../../src/errors.ts";
import { getAccessToken, getSession, getToken } from "../../src/frameworks/server.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AccessTokenOptions } from "../../src/types/mod.ts";
import { createTokensApp, places, type TokensApp } from "./_tokens.ts";

const HOUR = 3600 * 1000;

/** The token for a page of the app; the browser receives the page's cookies. */
async function tokenFor(app: TokensApp, browser: TestBrowser, options: AccessTokenOptions = {}) {
  const headers = new Headers();
  const token = await getAccessToken(app.request(browser), app.config, options, headers);
  app.receive(browser, headers);
  return token;
}

async function refusalFor(app: TokensApp, browser: TestBrowser): Promise<TokenRefreshError> {
  const error = await assertRejects(() => tokenFor(app, browser), TokenRefreshError);
  assert(await getSession(app.request(browser), app.config), "the session stays");
  assertEquals((await browser.session())?.user?.name, "Grace");
  return error;
}

for (const place of places) {
  const test = (
    what: string,
    run: (app: TokensApp, browser: TestBrowser, time: FakeTime) => Promise<void>,
  ) =>
    Deno.test(`getAccessToken(): ${what} (${place})`, async () => {
      using time = new FakeTime();
      const app = await createTokensApp(place);
      const browser = app.newBrowser();
      await browser.signIn("idp");
      await run(app, browser, time);
    });

  test("a fresh token costs the provider no request", async (app, browser) => {
    const before = app.op.idp.requests.length;
    const token = await tokenFor(app, browser);
    assertEquals(token?.provider, "idp");
    assertEquals(token?.tokenType, "bearer");
    assertEquals(token?.scope, "openid profile email");
    assertEquals(token?.expiresAt, new Date(Math.floor(Date.now() / 1000) * 1000 + HOUR));
    assert(token && app.op.sent.has(token.accessToken) && app.op.sent.has(token.idToken!));
    assertEquals(app.op.idp.requests.length, before);
    assertEquals(app.op.presented, []);
  });

  test(
    "refreshes near expiry, again and again, with the newest refresh token",
    async (app, browser, time) => {
      const seen = new Set<string>();
      for (let round = 0; round < 4; round++) {
        const token = await tokenFor(app, browser);
        assert(token!.expiresAt!.valueOf() - Date.now() > 60_000);
        seen.add(token!.accessToken);
        time.tick(HOUR - 59_000);
      }
      assertEquals(seen.size, 4);
      assertEquals(app.op.presented.length, 3);
      assertEquals(new Set(app.op.presented).size, 3);
      assertEquals(app.entries.filter(({ name }) => name === "tokens.refreshed").length, 3);
    },
  );

  test("100 callers share one refresh", async (app, browser, time) => {
    time.tick(HOUR);
    const tokens = await Promise.all(
      Array.from({ length: 100 }, () => getAccessToken(app.request(browser), app.config)),
    );
    assertEquals(new Set(tokens.map((token) => token!.accessToken)).size, 1);
    assertEquals(app.op.presented.length, 1);
    assertEquals(app.errors, []);
  });

  test("an answer without a refresh token keeps the one before", async (app, browser, time) => {
    app.op.answer = { refresh_token: null };
    // The provider would refuse a used one.
    time.tick(HOUR);
    const first = await tokenFor(app, browser);
    time.tick(HOUR);
    app.op.fails = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    await refusalFor(app, browser);
    assert(first);
    assertEquals(app.op.presented[0], app.op.presented[1]);
  });

  test(
    "a token without an expiry is valid until a caller demands a new one",
    async (app, browser, time) => {
      app.op.expiresIn = undefined;
      time.tick(HOUR);
      const token = await tokenFor(app, browser);
      assertEquals(token?.expiresAt, null);
      for (let visit = 0; visit < 3; visit++) {
        time.tick(20 * 24 * HOUR);
        await browser.session();
        assertEquals((await tokenFor(app, browser))?.accessToken, token?.accessToken);
      }
      const forced = await tokenFor(app, browser, { minimumSeconds: Infinity });
      assertNotEquals(forced?.accessToken, token?.accessToken);
    },
  );

  test("`minimumSeconds` decides how long a token must be valid", async (app, browser) => {
    await tokenFor(app, browser, { minimumSeconds: 3500 });
    assertEquals(app.op.presented.length, 0);
    await tokenFor(app, browser, { minimumSeconds: 3700 });
    assertEquals(app.op.presented.length, 1);
  });

  for (
    const [what, fails] of Object.entries<() => Response>({
      "a network error": () => {
        throw new TypeError("connection refused");
      },
      "status 503": () => new Response("busy", { status: 503 }),
    })
  ) {
    test(
      `after ${what} a valid token is returned, and an expired one is an error`,
      async (app, browser, time) => {
        app.op.fails = fails;
        time.tick(HOUR - 30_000);
        const token = await tokenFor(app, browser);
        assert(token && token.expiresAt!.valueOf() > Date.now());
        assertEquals(app.errors.map(({ name }) => name), ["TokenRefreshError"]);
        time.tick(30_000);
        const error = await refusalFor(app, browser);
        assertEquals([error.remedy, error.provider], ["retry", "idp"]);
        app.op.fails = undefined;
        assert((await tokenFor(app, browser))!.expiresAt!.valueOf() > Date.now());
      },
    );
  }

  test(
    "a grant that has ended asks for a new sign-in, also before the token expires",
    async (app, browser, time) => {
      app.op.fails = () => Response.json({ error: "invalid_grant" }, { status: 400 });
      time.tick(HOUR - 30_000);
      const error = await refusalFor(app, browser);
      assertEquals([error.remedy, error.provider], ["sign-in", "idp"]);
      const entry = app.entries.find(({ name }) => name === "refresh.refused");
      assertEquals(entry?.reason, "provider-error");
      app.op.fails = undefined;
      await browser.signIn("idp");
      assert(await tokenFor(app, browser));
    },
  );

  test(
    "a client that is refused, and an invalid answer, name the config",
    async (app, browser, time) => {
      time.tick(HOUR);
      app.op.fails = () => Response.json({ error: "invalid_client" }, { status: 401 });
      const refused = await refusalFor(app, browser);
      assertEquals(refused.remedy, "configure");
      assert(refused.message.includes("clientSecret"), refused.message);
      app.op.fails = () => Response.json({ access_token: 7 });
      assertEquals((await refusalFor(app, browser)).remedy, "configure");
      app.op.fails = () =>
        Response.json({ access_token: "x", token_type: "bearer", id_token: "a.b.c" });
      assertEquals((await refusalFor(app, browser)).remedy, "configure");
    },
  );

  test("another provider, and no session, have no token", async (app, browser) => {
    assertEquals(await tokenFor(app, browser, { provider: "other" }), null);
    assertEquals(await tokenFor(app, app.newBrowser()), null);
    await browser.post("/signout");
    assertEquals(await tokenFor(app, browser), null);
  });

  test("a `jwt` callback that returns other claims loses no token", async (app, browser, time) => {
    app.config.callbacks = { jwt: ({ token: { sub, name } }) => ({ sub, name }) };
    time.tick(HOUR / 2);
    await browser.session();
    assert(await tokenFor(app, browser));
  });

  test("no session, claim or page shows a token", async (app, browser) => {
    app.config.callbacks = {
      session: ({ session, token }) => ({ ...session, ...token }) as never,
    };
    const shown = JSON.stringify([
      await browser.session(),
      await getSession(app.request(browser), app.config),
      await getToken(app.request(browser), app.config),
    ]);
    for (const token of app.op.sent) assert(!shown.includes(token));
  });
}
